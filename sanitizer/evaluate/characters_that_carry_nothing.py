"""Tell which characters carry nothing, and so need no mask: the two published rules of TAB.

The first release of the benchmark's code used a list of words, the later one parts of speech (ADP, PART,
CCONJ, DET) and a shorter list; both let punctuation and spaces pass (Pilán et al. 2022, section 5.1,
footnote on recall).
"""

import re
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from sanitizer.types import BoolArray

if TYPE_CHECKING:
    from spacy.tokens import Doc


LISTED_WORDS: Final = tuple(
    "mr mrs ms and or from until to about after as at before between by during for in into of on over "  # noqa: SIM905
    "since with the a an no nr ’s 's".split()
)
PARTS_OF_SPEECH: Final = frozenset({"ADP", "PART", "CCONJ", "DET"})
LISTED_WITH_PARTS_OF_SPEECH: Final = frozenset({"mr", "mrs", "ms", "no", "nr", "about"})
CHARACTERS: Final = frozenset(" ,.-;:/&()[]–'\" ’“”")
POSSESSIVES: Final = frozenset({"my", "your", "his", "her", "its", "our", "their"})

_LISTED: Final = re.compile(
    "|".join([rf"\b{re.escape(w)}\b" for w in LISTED_WORDS] + [re.escape(c) for c in sorted(CHARACTERS)]),
    re.IGNORECASE,
)
_CONTENT_LISTED: Final = frozenset(w for w in LISTED_WORDS if w.isalpha()) | POSSESSIVES | {"s"}


class IgnoreRule(Protocol):
    """Says what of a text may stay in clear although an annotator marked it."""

    def within(self, start: int, end: int) -> BoolArray:
        """Return which characters from ``start`` to ``end`` of the text may stay, shape (end - start,)."""

    def function_word(self, start: int, end: int) -> bool:
        """Return whether the word from ``start`` to ``end`` carries no content (left out of agreement measures)."""


def _listed(piece: str) -> BoolArray:
    result = np.zeros(len(piece), bool)
    for match in _LISTED.finditer(piece):
        result[match.start() : match.end()] = True
    return result


class WordListRule:
    """The rule of the first release: a list of words, matched within the mention alone."""

    def __init__(self, text: str) -> None:
        self._text = text

    def within(self, start: int, end: int) -> BoolArray:
        """See :class:`IgnoreRule`."""
        return _listed(self._text[start:end])

    def function_word(self, start: int, end: int) -> bool:
        """Return whether the word is listed, or a possessive (his, her, its stand where a determiner does)."""
        return self._text[start:end].lower() in _CONTENT_LISTED


class PartOfSpeechRule:
    """The rule of the later release, on a parsed text (``doc.text`` is the text that the offsets
    count in).
    """

    def __init__(self, doc: "Doc") -> None:
        text = doc.text
        self._free = np.fromiter((c in CHARACTERS for c in text), bool, len(text))
        self._function = np.zeros(len(text), bool)
        for token in doc:
            lower = token.lower_
            listed = token.pos_ in PARTS_OF_SPEECH or lower in LISTED_WITH_PARTS_OF_SPEECH
            span = slice(token.idx, token.idx + len(token))
            if listed:
                self._free[span] = True
            # "her" is possessive before a noun (tag PRP$) and an object elsewhere; other forms are not
            # ambiguous
            untold = not token.tag_ and not token.morph
            possessive = lower in POSSESSIVES and (
                lower != "her" or untold or token.tag_ == "PRP$" or "Yes" in token.morph.get("Poss")
            )
            self._function[span] = listed or possessive

    def within(self, start: int, end: int) -> BoolArray:
        """See :class:`IgnoreRule`."""
        result: BoolArray = self._free[start:end]
        return result

    def function_word(self, start: int, end: int) -> bool:
        """Return whether all of the word belongs to ignored parts of speech, or is a possessive determiner."""
        return bool(self._function[start:end].all())
