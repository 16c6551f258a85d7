"""Define what a first sanitizer (ξ1) is: something that finds sensitive spans in a parsed text."""

from collections.abc import Sequence
from typing import Final, Protocol, runtime_checkable

from spacy.tokens import Doc

from sanitizer.types import Mention

DEFINED: Final = 1.0
"""The score of a mention whose kind its form says for sure: no guess is surer."""


@runtime_checkable
class Recognizer(Protocol):
    """Finds sensitive mentions. Every implementation passes ``tests/contracts/recognizer.py``."""

    @property
    def name(self) -> str:
        """What mentions and the report call the recognizer."""

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Return the mentions in ``doc`` (its ``text`` is the input, unchanged), sorted by span; they may overlap.

        Deterministic, and free of state: the same text gives the same mentions whatever was seen before. Keep neither
        the Doc nor its tokens: the model forgets their words behind the document, and using them then may end the
        process.
        """
