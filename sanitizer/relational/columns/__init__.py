"""Releases by columns: the full-domain search, local recoding, and what both lose."""
