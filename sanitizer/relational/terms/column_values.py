"""Recognize in texts the values that linked columns of the same table hold."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from spacy.tokens import Doc

from sanitizer.common.knowledge import in_use
from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.finders.patterns import scan
from sanitizer.recognize.finders.user_lists import Lists, Phrase
from sanitizer.relational.definition.definition import Definition, Kind, Role
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.terms.redundancy import number_forms, telling_words
from sanitizer.text.inflection import WORDS
from sanitizer.text.lexicon import common_words
from sanitizer.types import Mention, Span

_WORD: Final = re.compile(r"[^\W\d_]{3}")
_MOST: Final = 50_000
_SHORTEST: Final = 4
"""Characters of a value below which it may be any word."""


class ColumnValues:
    """Finds the values of categories that are tied to an entity type (emap), as terms of that type.

    Whoever writes "I'm a Pisces" repeats the column "sign": no model knows that, the column does.
    """

    name = "column"

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        self._lists = Lists(phrases, case="ignore", name=self.name)

    @classmethod
    def of(cls, table: PlainTable, definition: Definition) -> "ColumnValues":
        """Return those of a table; values without three letters in a row are left to other recognizers."""
        phrases: list[Phrase] = []
        for attribute in definition.named(Role.QUASI):
            if attribute.entity and attribute.kind is Kind.CATEGORY:
                values = sorted({str(v) for v in table[attribute.name] if v is not None and v == v})
                phrases += [Phrase(v, attribute.entity) for v in values[:_MOST] if _WORD.search(v)]
        return cls(phrases)

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Return the mentions of column values; a single word of plain English only as a noun, and none that says
        no more than that somebody is one ("people")."""
        return [m for m in self._lists.find(doc) if _says(doc, m.span)]


def find_values(doc: Doc, values: Sequence[str], things: Collection[str] = ()) -> list[Span]:
    """Return where a text says one of the values of a category: in any case, singular or plural; a single word of plain
    English only as a noun, a name or before a noun, unless it is known to name one of the ``things`` of its column; of
    several words also each that is no plain English, which tells the value by itself ("Wellbutrin"-XL)."""
    known = {form for v in things for form in (v, *number_forms(v))}
    found: list[Span] = []
    for value in dict.fromkeys(f for v in values for f in (v, *sorted(telling_words(v) | number_forms(v)))):
        if len(value) < _SHORTEST or not _WORD.search(value):
            continue
        words = [re.escape(w) for w in value.split()]
        pattern = r"(?<!\w)" + r"[\s-]+".join(words) + r"(?!\w)"
        for hit in re.finditer(pattern, doc.text, re.IGNORECASE):
            span = Span(*hit.span())
            if span in found:
                continue
            if len(words) > 1 or value in known or _is_noun(doc, span):
                found.append(span)
    return found


def _says(doc: Doc, span: Span) -> bool:
    """Return whether words say a value: no part of a compound ("runner-up"), and no plain word that says something
    else."""
    words, text = span.of(doc.text).split(), doc.text
    if _PART.match(text, span.end) or _PART.match(text[max(0, span.start - 2) : span.start][::-1]):
        return False
    anybody = number_forms(words[0]) & _ANYBODY if len(words) == 1 else ()
    return len(words) > 1 or (not anybody and _is_noun(doc, span))


_PART: Final = re.compile(r"[-‐‑][^\W\d_]")
_ANYBODY: Final = WORDS["empty_persons"] | {"people"}


def _is_noun(doc: Doc, span: Span) -> bool:
    """Return whether a word is a noun or a name, or no plain English however it was parsed; a word that was parsed
    and never is a noun counts too ("ineffective")."""
    word = span.of(doc.text).casefold()
    if word not in common_words():
        return True
    within = doc.char_span(span.start, span.end, alignment_mode="expand")
    if within is None:
        return False
    root = within.root
    if root.pos_ in ("NOUN", "PROPN") or root.dep_ == "compound":
        return True
    return bool(root.pos_) and not in_use().words.senses(word)


def is_direct(entity: str) -> bool:
    """Return whether a fine type singles out one person by itself."""
    return entity_class(entity).value in ("PERSON", "CODE")


def direct_left(text: str) -> Sequence[tuple[int, int, str]]:
    """Direct identifiers that have a form (e-mail addresses, numbers with a check digit, ...) in a text."""
    return [(f.start, f.end, f.type) for f in scan(text) if is_direct(f.type)]
