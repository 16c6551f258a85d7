"""Counts: how often a phrase is seen, alone and together with others. Knows nothing of sanitizing."""

from corpora_stats.base import UNKNOWN, CountProvider, CountsError, JointCounts, Query

__all__ = ["UNKNOWN", "CountProvider", "CountsError", "JointCounts", "Query"]
