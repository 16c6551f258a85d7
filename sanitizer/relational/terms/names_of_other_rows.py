"""Find in texts the names of any row, in small letters too: "mother of whitcombe" where another row's name says so."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from spacy.tokens import Doc

from sanitizer.common.knowledge import in_use
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.table.plain_table import PlainTable, texts_of
from sanitizer.relational.terms.own_names import fold_text
from sanitizer.text.lexicon import common_words, given_names, surnames
from sanitizer.text.patterns import LETTERS
from sanitizer.text.titles import POLITE
from sanitizer.types import EntityClass, Mention, Span

_LEAST: Final = 4
"""Letters of a name below which it may be any word."""


class OtherNames:
    """Finds the words of names that identifier columns hold, plain English words left out: they may be anything; so are
    words that places, their people or their languages are called by, as long as no given name or surname is."""

    name = "given:column"

    def __init__(self, names: frozenset[str], words: frozenset[str]) -> None:
        self._names, self._words = names, words

    @classmethod
    def of(cls, table: PlainTable, definition: Definition) -> "OtherNames":
        """Return the names of all rows of a table: the words of identifiers without digits."""
        common = common_words()
        found: set[str] = set()
        for a in definition.named(Role.IDENTIFIER):
            for value in {v for v in texts_of(table[a.name]) if v and "@" not in v}:
                if not any(c.isdigit() for c in value):
                    found.update(LETTERS.findall(fold_text(value).text))
        kept = (w for w in found if len(w) >= _LEAST and w not in POLITE and not _is_place(w))
        rare = frozenset(w for w in kept if w not in common and w.removesuffix("s") not in common)
        return cls(rare, frozenset(found))

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Return the mentions of names of rows, with the words of names in capitals beside them."""
        folded = fold_text(doc.text)
        spans: list[Span] = []
        for hit in LETTERS.finditer(folded.text):
            start, end = folded.at[hit.start()], folded.at[hit.end() - 1] + 1
            beside = bool(spans) and doc.text[spans[-1].end : start] == " "
            capital = hit.group() in self._words and doc.text[start].isupper()
            if beside and (capital or hit.group() in self._names):
                spans[-1] = Span(spans[-1].start, end)
            elif capital or hit.group() in self._names:
                spans.append(Span(start, end))
        return [
            Mention(span, "PERSON", EntityClass.PERSON, self.name, 1.0)
            for span in spans
            if any(w in self._names for w in LETTERS.findall(fold_text(span.of(doc.text)).text))
        ]


def _is_place(word: str) -> bool:
    """Return whether a word names a place or its people ("Michigan", "Australian") and is no usual name of a person."""
    return word not in _usual() and bool(in_use().places.senses(word))


@cache
def _usual() -> frozenset[str]:
    return frozenset(map(str.casefold, (*given_names(), *surnames())))
