"""Restore the values of reversible operators from the tokens in a text.

A token of a sanitized text tells its place (`placing.py`); those of tables do not, for a table may be sorted and joined
by them. What does not stand in its place stays sealed unless it is asked for. The report of the run, where it is at
hand, says the same of whole texts (:func:`written`).
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sanitizer.common.keys import Key
from sanitizer.errors import UsageError
from sanitizer.operators.encrypt import TOKEN, Encrypt
from sanitizer.operators.placing import Places
from sanitizer.text.edits import Change, apply


@dataclass(frozen=True, slots=True)
class Restored:
    """A text with its values back, how many tokens were opened, and how many could not be (other key, changed, or not
    in their places); ``moved`` says of the last that they are.
    """

    text: str
    opened: int
    failed: int
    moved: bool = False


def restore(text: str, key: Key, any_place: bool = False, places: Places | None = None) -> Restored:
    """Return every token of ``text`` that was made with ``key`` replaced by its value, once: what a value holds
    that looks like a token is a value. Tokens that cannot be opened stay as they are and are counted.

    Where one of the tokens does not stand in the place that it was written in, or tells none (of tables), all stay,
    unless ``any_place`` is true: then values may have changed places. ``places`` holds what was seen of other texts.
    """
    if not any_place and not (places or Places(key)).hold([text]):
        return Restored(text, 0, len(tokens(text)), True)
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
    """Return the tokens of a text, in order."""
    return tuple(match.group() for match in TOKEN.finditer(text))


@dataclass(frozen=True, slots=True)
class Written:
    """What a run wrote: the tokens of each of its texts that has any, in the order of the report, and the name of each
    text in the output."""

    texts: tuple[tuple[str, ...], ...]
    names: tuple[str, ...]

    def out_of_place(self, found: Sequence[tuple[str, ...]], name: str = "") -> frozenset[int]:
        """Return which of the texts with tokens, by number, do not stand as they were written.

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
    """Return what a run wrote, from each document's input, its changes and its name in the output.

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
