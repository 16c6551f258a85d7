"""Dates, numbers, amounts and ages: found in a text, read as typed values, and said again; how much of one may stay.

The values themselves and their one reader are :mod:`kb.values`, for the knowledge bases are made of them too.
"""

from kb.values import Age, Amount, Date, Duration, Money, Time, Value, read, say
from sanitizer.values.scan import find

__all__ = ["Age", "Amount", "Date", "Duration", "Money", "Time", "Value", "find", "read", "say"]
