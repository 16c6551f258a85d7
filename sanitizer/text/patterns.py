"""Patterns of words and numbers that many modules look for."""

import re
from typing import Final

LETTERS: Final = re.compile(r"[^\W\d_]+")
LONG_LETTERS: Final = re.compile(r"[^\W\d_]{3,}")
ALPHANUMERIC: Final = re.compile(r"[^\W_]+")
ANY_ALPHANUMERIC: Final = re.compile(r"[^\W_]")
WORD: Final = re.compile(r"\w+")
DIGIT_RUN: Final = re.compile(r"\d+")
LETTERS_OR_DIGITS: Final = re.compile(r"[^\W\d_]+|\d+")
CAMEL_PARTS: Final = re.compile(r"[^\W\d_A-Z]+|[A-Z]+(?![a-z])|[A-Z][^\W\d_A-Z]*")
"""The words of a name in camel case."""
YEAR_DIGITS: Final = re.compile(r"(?:1[5-9]|20)\d\d")
LINE: Final = re.compile(r"[^\n]+")
POSSESSIVE: Final = re.compile(r"['’]s?$")
ANY_POSSESSIVE: Final = re.compile(r"['’]s?$|(?<=s)['’]$")
"""The possessive mark, of plurals too; a bare mark at the end of another word is a quotation mark."""
