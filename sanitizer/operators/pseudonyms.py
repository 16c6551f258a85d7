"""Pseudonyms: numbers within one document, and keyed hashes that are the same in all documents and runs."""

from dataclasses import dataclass
from typing import ClassVar

from sanitizer.common import arguments
from sanitizer.operators.base import Keyed, Term
from sanitizer.operators.tag import Tag


@dataclass(frozen=True, slots=True)
class Pseudonym:
    """Type and number, the same number for the same entity of a document: ``PERSON_2``."""

    name: ClassVar[str] = "pseudonym"
    sealed: ClassVar[bool] = True

    def replace(self, term: Term) -> str:
        """Return the pseudonym; entities are counted from 1. A term whose entity is not known is a tag."""
        if term.entity < 0:
            return Tag().replace(term)
        return f"{term.type}_{term.entity + 1}"


@dataclass(frozen=True)
class Hash(Keyed):
    """HMAC-SHA-256 of class and entity (the canonical form of its longest surface), ``length`` hexadecimal digits:
    all mentions of an entity have one hash, and equal values have it in all documents and runs under one key. Not
    reversible, and not guessable without the key.
    """

    length: int = 16
    name: ClassVar[str] = "hash"
    sealed: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        arguments.whole(self.length, "operator hash: length", 8, 64)

    def replace(self, term: Term) -> str:
        """``TYPE-hash``."""
        digest = self.key.digest("hash", term.entity_class.value, term.identity).hex()
        return f"{term.type}-{digest[: self.length]}"
