"""Where in a text patterns may begin: its words and its numbers, read once for all finders.

A pattern that begins with one of some words, or with a number, is asked at those places alone; a search through all of
the text would ask it at each character.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from sanitizer.text.patterns import DIGIT_RUN

_WORD: Final = re.compile(r"[A-Za-z]+")
_CLOSE: Final = 3
_AS_ASCII: Final = {"İ": "i", "ı": "i", "ſ": "s", "\u212a": "k"}
"""Letters that `re.IGNORECASE` takes for one of ASCII."""


class Anchors:
    """The words and numbers of a text.

    ``lowered`` is the text in lower case, as long as the text; ``cased`` are its runs of ASCII letters, ``words`` the
    same in lower case; ``numbers`` are the half-open offsets of its runs of digits, in order, ``starts`` where these
    begin, ``sizes`` how many digits they have, ``close`` the beginnings of those before another one at most three
    characters away.
    """

    __slots__ = ("_strange", "cased", "close", "lowered", "numbers", "sizes", "starts", "text", "words")

    def __init__(self, text: str) -> None:
        same = text
        if not text.isascii():
            for letter, plain in _AS_ASCII.items():
                if letter in same:
                    same = same.replace(letter, plain)
        self.text = text
        self.lowered = same.lower()
        self._strange = same is not text
        self.cased = frozenset(
            _WORD.findall(same) + _WORD.findall(text) if self._strange else _WORD.findall(text)
        )
        self.words = frozenset(map(str.lower, self.cased))
        self.numbers = [number.span() for number in DIGIT_RUN.finditer(text)]
        self.starts = [start for start, _ in self.numbers]
        self.sizes = frozenset([end - start for start, end in self.numbers])
        self.close = [one[0] for one, other in pairwise(self.numbers) if other[0] - one[1] <= _CLOSE]

    def at(self, words: frozenset[str]) -> list[tuple[int, int]]:
        """Return where words in lower case stand that no ASCII letter touches, as sorted half-open offsets; in a
        text with letters that `re.IGNORECASE` takes for others, some that one touches too."""
        found: list[tuple[int, int]] = []
        lowered, size = self.lowered, len(self.lowered)
        for word in self.words.intersection(words):
            start = lowered.find(word)
            while start >= 0:
                end = start + len(word)
                if self._strange or not (
                    (start and "a" <= lowered[start - 1] <= "z")
                    or (end < size and "a" <= lowered[end] <= "z")
                ):
                    found.append((start, end))
                start = lowered.find(word, end)
        found.sort()
        return found

    def holds(self, words: frozenset[str]) -> bool:
        """Return whether one of the words, in lower case, stands in the text with no ASCII letter beside it."""
        return not words.isdisjoint(self.words)

    def at_numbers(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Return the matches of a pattern that begins with the first digit of a number, as ``finditer`` gives them."""
        return matches(pattern, self.text, self.starts)

    def at_close(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Return the same of a pattern whose number has another one close behind."""
        return matches(pattern, self.text, self.close) if self.close else iter(())


def matches(pattern: re.Pattern[str], text: str, starts: Iterable[int]) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern that begin at sorted offsets and do not overlap: all those of ``finditer``,
    where it begins nowhere else."""
    done = 0
    for start in starts:
        if start >= done and (match := pattern.match(text, start)):
            yield match
            done = match.end()


@dataclass(frozen=True, slots=True)
class Led:
    """A pattern and the words, in lower case, with which each of its matches begins; no letter touches them."""

    pattern: re.Pattern[str]
    words: frozenset[str]

    def finditer(self, anchors: Anchors) -> Iterator[re.Match[str]]:
        """Return the matches in a text, in order."""
        if anchors.words.isdisjoint(self.words):
            return iter(())
        return matches(self.pattern, anchors.text, (start for start, _ in anchors.at(self.words)))
