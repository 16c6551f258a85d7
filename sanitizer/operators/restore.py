"""Restore the values of reversible operators from the tokens in a text.

A token is sealed with its type, not with its place: equal values have equal tokens in every document and table, and a
part of a text can be restored. So two tokens of one type can change places unseen, unless the report is at hand, which
says in which order they were written (:func:`written_order`).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sanitizer.errors import UsageError
from sanitizer.operators.cipher import TOKEN, Encrypt
from sanitizer.operators.keys import Key
from sanitizer.text.edits import Change, apply


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


def tokens(text: str) -> tuple[str, ...]:
    """The tokens of a text, in order."""
    return tuple(match.group() for match in TOKEN.finditer(text))


def written_order(documents: Iterable[tuple[str, Sequence[Change]]]) -> frozenset[tuple[str, ...]]:
    """The tokens of each text that a run wrote, in order, from each document's input and its changes.

    Raises UsageError when the changes are not those of the text.
    """
    found = set()
    for number, (text, changes) in enumerate(documents, 1):
        try:
            found.add(tokens(apply(text, changes)))
        except ValueError as error:
            raise UsageError(
                f"document {number} of the report does not say how its text was changed ({error}): "
                "is it the report of `sanitizer sanitize`?"
            ) from error
    return frozenset(found)
