"""Verify a release from what was written, by code that knows nothing of how it was made."""
