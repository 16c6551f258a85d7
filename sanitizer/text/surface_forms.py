"""Find where given surface forms stand in a text, to forbid them in replacements and to check the result."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from sanitizer.text.fold import fold
from sanitizer.types import Span

_WORD: Final = re.compile(r"[^\W_]+")
_MARK: Final = "Mn"


def _fold(word: str) -> str:
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in decomposed if unicodedata.category(c) != _MARK)


class Forms:
    """A set of surface forms, matched as whole words, whatever stands between them, whatever their case and
    diacritics, and in any disguise that ``fold`` sees through. A single capitalized word only matches capitalized
    ones: "Brown" is a name, "brown" a colour."""

    def __init__(self, forms: Iterable[str]) -> None:
        self._capital: dict[tuple[str, ...], bool] = {}
        for form in forms:
            words = _WORD.findall(fold(form).text)
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
        """Whether a form stands in some words; asked once for what a document says again and again."""
        if words not in self._known:
            self._known[words] = bool(self.find(words))
        return self._known[words]

    def find(self, text: str) -> list[Span]:
        """Where a form stands, longest first at each place, without overlap."""
        seen = fold(text)
        words = [(m.group(), m.start(), m.end()) for m in _WORD.finditer(seen.text)]
        folded = [_fold(word) for word, _, _ in words]
        found, i = [], 0
        while i < len(words):
            for length in self._lengths.get(folded[i], ()):
                key = tuple(folded[i : i + length])
                if (
                    len(key) == length
                    and key in self._capital
                    and (not self._capital[key] or words[i][0][:1].isupper())
                ):
                    found.append(Span(*seen.back(words[i][1], words[i + length - 1][2])))
                    i += length
                    break
            else:
                i += 1
        return found
