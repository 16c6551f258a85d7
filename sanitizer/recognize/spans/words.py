"""The words of a document as columns, read once for all that is asked of spans of characters."""

from bisect import bisect_left, bisect_right
from functools import cached_property

from spacy.tokens import Doc, Token

from sanitizer.common.knowledge import remembered
from sanitizer.recognize.spelling import word_bits
from sanitizer.text import lexicon
from sanitizer.text.reader import chances_of
from sanitizer.text.titles import TITLES
from sanitizer.types import text_of


@remembered
def shape(word: str) -> str:
    """Return how a word is written: "AA", "A", "Aa", "aA", "a", "0", "A0", "a0" or the mark itself."""
    if not any(c.isalnum() for c in word):
        return word[:1]
    digits, upper = any(c.isdigit() for c in word), any(c.isupper() for c in word)
    if digits:
        return "A0" if upper else "a0" if any(c.isalpha() for c in word) else "0"
    if word.isupper():
        return "A" if len(word) == 1 else "AA" if len(word) < 5 else "AAA"
    if word[0].isupper():
        return "AaA" if any(c.isupper() for c in word[1:]) else "Aa"
    return "aA" if upper else "a"


@remembered
def lexical(word: str) -> str:
    """Return what English knows of a word in small letters, and how much it looks like a name of persons."""
    low = word.lower()
    if not low[:1].isalpha():
        return "0"
    known = "f" if low in lexicon.frequent_words() else "c" if low in lexicon.common_words() else "u"
    if low in TITLES or low.rstrip(".") in TITLES:
        return f"{known}t"
    bits = word_bits(word) if len(low) > 1 else 0.0
    return f"{known}{'+' if bits > 3 else '-' if bits < -3 else '0'}"


class Words:
    """The words of a document by where they stand, white space left out; each attribute has one entry a word.

    ``opens`` says whether a sentence begins with the word.
    """

    def __init__(self, doc: Doc) -> None:
        self.text = text_of(doc)
        self.tokens: list[Token] = [t for t in doc if not t.is_space]
        self.starts = [t.idx for t in self.tokens]
        self.texts: list[str] = [t.text for t in self.tokens]
        self.lowers = [text.lower() for text in self.texts]
        self.pos: list[str] = [t.pos_ for t in self.tokens]
        self.deps: list[str] = [t.dep_ for t in self.tokens]
        self.opens = [bool(t.is_sent_start) for t in self.tokens]
        self.ends = [start + len(text) for start, text in zip(self.starts, self.texts, strict=True)]
        self.chances = chances_of(doc)[[t.i for t in self.tokens]]

    def within(self, start: int, end: int) -> tuple[int, int]:
        """Return the numbers of the first word that reaches into the characters, and of the one behind the last."""
        return bisect_right(self.ends, start), bisect_left(self.starts, end)

    @cached_property
    def small(self) -> frozenset[str]:
        """The words that the text has in small letters."""
        return frozenset(text for text in self.texts if text.islower())

    @cached_property
    def shapes(self) -> list[str]:
        """How each is written (:func:`shape`)."""
        return list(map(shape, self.texts))

    @cached_property
    def kinds(self) -> list[str]:
        """What English knows of each (:func:`lexical`)."""
        return list(map(lexical, self.texts))

    @cached_property
    def heads(self) -> list[int]:
        """The number of the word that each hangs on; its own of a root, and of what hangs on white space."""
        numbers = {t.i: n for n, t in enumerate(self.tokens)}
        return [numbers.get(t.head.i, n) for n, t in enumerate(self.tokens)]

    @cached_property
    def hanging(self) -> list[list[int]]:
        """The numbers of the words that hang on each, in the order of the text."""
        found: list[list[int]] = [[] for _ in self.tokens]
        for word, head in enumerate(self.heads):
            if head != word:
                found[head].append(word)
        return found
