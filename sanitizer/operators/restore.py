"""Restore the values of reversible operators from the tokens in a text.

A token is sealed with its type, not with its place: equal values have equal tokens in every document and table, and a
part of a text can be restored. So two tokens of one type can change places unseen, unless the report is at hand, which
says where they were written (:func:`written`).
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


@dataclass(frozen=True, slots=True)
class Written:
    """What a run wrote: the tokens of each of its texts that has any, in the order of the report, and the name of each
    text in the output."""

    texts: tuple[tuple[str, ...], ...]
    names: tuple[str, ...]

    def out_of_place(self, found: Sequence[tuple[str, ...]], name: str = "") -> frozenset[int]:
        """Which of the texts with tokens, by number, do not stand as they were written.

        A text must have the tokens of a text of the report in their order. Where there are as many texts as the report
        has, each stands at its place; where there are fewer, they come in its order; a single text whose file has the
        `name` of one of the report's is that one.
        """
        if len(found) == len(self.texts):
            pairs = zip(found, self.texts, strict=True)
            return frozenset(i for i, (seen, meant) in enumerate(pairs) if seen != meant)
        own = [text for text, of in zip(self.texts, self.names, strict=True) if of.rpartition("/")[2] == name]
        if len(found) == 1 and own:
            return frozenset(() if found[0] in own else (0,))
        wrong, at = set(), 0
        for number, seen in enumerate(found):
            try:
                at = self.texts.index(seen, at) + 1
            except ValueError:
                wrong.add(number)
        return frozenset(wrong)


def written(documents: Iterable[tuple[str, Sequence[Change], str]]) -> Written:
    """What a run wrote, from each document's input, its changes and its name in the output.

    Raises UsageError when the changes are not those of the text.
    """
    texts, names = [], []
    for number, (text, changes, name) in enumerate(documents, 1):
        try:
            found = tokens(apply(text, changes))
        except ValueError as error:
            raise UsageError(
                f"document {number} of the report does not say how its text was changed ({error}): "
                "is it the report of `sanitizer sanitize`?"
            ) from error
        if found:
            texts.append(found)
            names.append(name)
    return Written(tuple(texts), tuple(names))
