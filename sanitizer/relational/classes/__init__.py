"""Releases by classes of persons: partitioners, recoding, and the joint release of columns and texts."""
