"""Attacks on a release before it goes: linkage of its texts, an earlier release, what its classes have in common."""
