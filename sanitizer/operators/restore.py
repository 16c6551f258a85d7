"""Undoing the reversible operators: the tokens of a text become their values again."""

import re
from dataclasses import dataclass

from sanitizer.operators.cipher import TOKEN, Encrypt
from sanitizer.operators.keys import Key


@dataclass(frozen=True, slots=True)
class Restored:
    """A text with its values back, how many tokens were opened, and how many could not be (other key, or
    changed).
    """

    text: str
    opened: int
    failed: int


def restore(text: str, key: Key) -> Restored:
    """Every token of ``text`` that was made with ``key`` replaced by its value, once: what a value holds
    that looks like a token is a value. Tokens that cannot be opened stay as they are and are counted.
    """
    cipher = Encrypt(key)
    opened = failed = 0

    def value(match: re.Match[str]) -> str:
        nonlocal opened, failed
        found = cipher.open(match.group())
        if found is None:
            failed += 1
            return match.group()
        opened += 1
        return found

    return Restored(TOKEN.sub(value, text), opened, failed)
