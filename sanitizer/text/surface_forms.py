"""Find where given surface forms stand in a text, to forbid them in replacements and to check the result."""

import unicodedata
from array import array
from collections.abc import Iterable
from functools import cached_property
from typing import Final

from sanitizer.text.fold import fold, loosened
from sanitizer.text.folded import Folded
from sanitizer.text.patterns import ALPHANUMERIC
from sanitizer.types import Span

_MARK: Final = "Mn"


def _fold(word: str) -> str:
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in decomposed if unicodedata.category(c) != _MARK)


class Searched:
    """A text in which forms are sought one after another: it is folded once for all of them."""

    def __init__(self, text: str) -> None:
        self.text = text

    @classmethod
    def of(cls, text: "str | Searched") -> "Searched":
        """Wrap a text, unless it is wrapped already."""
        return text if isinstance(text, Searched) else cls(text)

    def prepared(self) -> "Searched":
        """Fold the text now, and not when it is first searched; the same, for chaining."""
        _ = self.loosened, self.words
        return self

    @cached_property
    def keys(self) -> dict[str, str]:
        """What forms are compared by, of those that were compared: it is forgotten with the text."""
        return {}

    @cached_property
    def folded(self) -> Folded:
        """The text as a reader sees it."""
        return fold(self.text)

    @cached_property
    def loosened(self) -> Folded:
        """The text folded, with one blank between words and letters without marks."""
        return loosened(self.text, self.folded)

    @cached_property
    def words(self) -> "tuple[list[str], array[int]]":
        """The words as they are compared, and where they begin and end in the folded text, in one row: small, for the
        strings of whole files are searched."""
        known, places, words = dict[str, str](), array("q"), list[str]()
        for match in ALPHANUMERIC.finditer(self.folded.text):
            word = match.group()
            places.extend(match.span())
            words.append(known.get(word) or known.setdefault(word, _fold(word)))
        return words, places


class Forms:
    """A set of surface forms, matched as whole words, whatever stands between them, whatever their case and
    diacritics, and in any disguise that ``fold`` sees through. A single capitalized word only matches capitalized
    ones: "Brown" is a name, "brown" a colour."""

    def __init__(self, forms: Iterable[str]) -> None:
        self._capital: dict[tuple[str, ...], bool] = {}
        for form in forms:
            words = ALPHANUMERIC.findall(fold(form).text)
            if words:
                key = tuple(_fold(word) for word in words)
                capital = len(words) == 1 and words[0][:1].isupper()
                self._capital[key] = self._capital.get(key, True) and capital
        self._lengths: dict[str, list[int]] = {}
        for key in self._capital:
            self._lengths.setdefault(key[0], []).append(len(key))
        for lengths in self._lengths.values():
            lengths[:] = sorted(set(lengths), reverse=True)
        self._known: dict[str, bool] = {}

    def stand_in(self, words: str) -> bool:
        """Return whether a form stands in some words; asked once for what a document says again and again."""
        if words not in self._known:
            self._known[words] = bool(self.find(words))
        return self._known[words]

    def find(self, text: str | Searched) -> list[Span]:
        """Return where a form stands, longest first at each place, without overlap."""
        if not self._capital:
            return []
        searched = Searched.of(text)
        seen, (folded, places) = searched.folded, searched.words
        found, i = [], 0
        while i < len(folded):
            for length in self._lengths.get(folded[i], ()):
                key = tuple(folded[i : i + length])
                if (
                    len(key) == length
                    and key in self._capital
                    and (not self._capital[key] or seen.text[places[2 * i]].isupper())
                ):
                    found.append(Span(*seen.back(places[2 * i], places[2 * (i + length) - 1])))
                    i += length
                    break
            else:
                i += 1
        return found
