"""Dates, numbers, amounts and ages: found in a text, read as typed values, and said again; how much of one may stay.

The values are :mod:`kb.values`, their one reader :mod:`kb.reading`, for the knowledge bases are made of them too.
"""

from kb.reading import read
from kb.saying import say
from kb.values import Age, Amount, Date, Duration, Money, Time, Value
from sanitizer.values.scan import find

__all__ = ["Age", "Amount", "Date", "Duration", "Money", "Time", "Value", "find", "read", "say"]
