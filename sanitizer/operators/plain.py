"""Operators that look at nothing but the term: keep, tag, numbered pseudonym, character mask, keyed hash."""

import re
from dataclasses import dataclass
from typing import Final

from sanitizer.common.keys import Key
from sanitizer.errors import UsageError
from sanitizer.operators.base import Term
from sanitizer.recognize.labels import class_word

MOST_KEPT: Final = 4
"""Letters and digits that a mask may leave, whatever is asked for."""
_WORD: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Keep:
    """The term itself."""

    name: str = "keep"
    reversible: bool = True

    def replace(self, term: Term) -> str:
        """The surface, unchanged."""
        return term.surface


@dataclass(frozen=True, slots=True)
class Tag:
    """What kind of thing it is, in brackets: ``[E-MAIL ADDRESS]``."""

    name: str = "tag"
    reversible: bool = False

    def replace(self, term: Term) -> str:
        """The tag of the fine type."""
        return f"[{class_word(term.type).upper()}]"


@dataclass(frozen=True, slots=True)
class Pseudonym:
    """Type and number, the same number for the same entity of a document: ``PERSON_2``."""

    name: str = "pseudonym"
    reversible: bool = False

    def replace(self, term: Term) -> str:
        """The pseudonym; entities are counted from 1. A term whose entity is not known is a tag."""
        if term.entity < 0:
            return Tag().replace(term)
        return f"{term.type}_{term.entity + 1}"


@dataclass(frozen=True, slots=True)
class Mask:
    """Every letter and digit covered by ``character``, but for the last ``keep_last``: at most four, at most half of
    each word with letters, and at most half of all digits.
    """

    character: str = "*"
    keep_last: int = 0
    name: str = "mask"
    reversible: bool = False

    def __post_init__(self) -> None:
        if len(self.character) != 1 or self.character.isalnum() or self.keep_last < 0:
            raise UsageError(
                "operator mask: needs one character that is no letter or digit, and keep_last >= 0"
            )

    def replace(self, term: Term) -> str:
        """The covered term; punctuation and spaces stay, so that its form shows."""
        surface = term.surface
        covered = [self.character if c.isalnum() else c for c in surface]
        places = [i for i, c in enumerate(surface) if c.isalnum()]
        digits = sum(map(str.isdigit, surface)) // 2
        last = set(places[max(0, len(places) - min(self.keep_last, MOST_KEPT)) :])
        for word in reversed(list(_WORD.finditer(surface))):
            of_digits = word.group().isdigit()
            room = digits if of_digits else len(word.group()) // 2
            for i in reversed(range(*word.span())):
                if i not in last or room == 0 or (surface[i].isdigit() and digits == 0):
                    break
                covered[i] = surface[i]
                room -= 1
                digits -= surface[i].isdigit()
        return "".join(covered)


@dataclass(frozen=True, slots=True)
class Hash:
    """HMAC-SHA-256 of class and entity (the canonical form of its longest surface), ``length`` hexadecimal digits:
    all mentions of an entity have one hash, and equal values have it in all documents and runs under one key. Not
    reversible, and not guessable without the key.
    """

    key: Key
    length: int = 16
    name: str = "hash"
    reversible: bool = False

    def __post_init__(self) -> None:
        if not 8 <= self.length <= 64:
            raise UsageError("operator hash: length must lie between 8 and 64 digits")

    def replace(self, term: Term) -> str:
        """``TYPE-hash``."""
        digest = self.key.digest("hash", term.entity_class.value, term.identity).hex()
        return f"{term.type}-{digest[: self.length]}"
