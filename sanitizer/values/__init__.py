"""Dates, numbers, amounts and ages: found in a text, read as typed values, and said again; how much of one may stay.

They are read and said by :mod:`kb.values`, for the knowledge bases are made of them too.
"""

from kb.values.read import read
from kb.values.say import say
from kb.values.types import Age, Amount, Date, Duration, Money, Time, Value
from sanitizer.values.scan import find

__all__ = ["Age", "Amount", "Date", "Duration", "Money", "Time", "Value", "find", "read", "say"]
