"""Name those of whom nothing is told by letters, as courts do: X, Y, Z, in the order in which they come."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import Final

from spacy.tokens import Doc

from sanitizer.say.phrases import Phrase
from sanitizer.say.phrases_from_labels import NAME
from sanitizer.say.plan_types import Edit

_LETTERS: Final = "XYZBCDEFGHJKLMNOPQRSTUVW"
"""None of them begins a sentence as a word does ("A", "I")."""
MOST: Final = 12
"""Letters in a text from which on none is given to a place or body."""


def letters(doc: Doc, must_not: Callable[[str], bool]) -> Iterator[Phrase]:
    """Yield a letter each that stands nowhere in the text and not ``must_not`` stand, then letters with numbers
    ("X2")."""
    words = {t.text.strip(".,") for t in doc}
    for n in count(1):
        for letter in _LETTERS:
            label = letter if n == 1 else f"{letter}{n}"
            if label not in words and not must_not(label):
                yield Phrase(label, "mark", tag=NAME.tag)


def in_order(edits: Sequence[Edit], given: Sequence[Phrase]) -> list[Edit]:
    """Return the edits with the letters that were ``given`` to names in the order in which a reader meets them,
    none left out: some names that have one are called otherwise in the end."""
    known = frozenset(given)
    met = dict.fromkeys(letter for e in edits if (letter := _letter(e)) is not None and letter in known)
    said: dict[Phrase | None, Phrase] = dict(zip(met, given, strict=False))
    return [e if (new := said.get(_letter(e))) is None else _lettered(e, new) for e in edits]


def _letter(edit: Edit) -> Phrase | None:
    """Return the letter that an edit says, or another label."""
    if edit.pronoun or edit.words is not None:
        return None if edit.pronoun else edit.label
    return edit.phrase if edit.phrase is not None and edit.phrase.kind == "mark" else None


def _lettered(edit: Edit, label: Phrase) -> Edit:
    return (
        replace(edit, phrase=label) if edit.words is None else replace(edit, words=label.words, label=label)
    )
