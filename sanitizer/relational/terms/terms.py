"""The terms of the texts: found by the first pass of `sanitize`, told apart into direct, redundant and quasi ones.

Direct identifiers (persons, codes, addresses) go whatever k is. Redundant terms repeat an attribute of their person
and follow it. The rest are the set-valued X' of rx-anon section 3.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Generic, TypeAlias, TypeVar

from spacy.tokens import Doc

from kb.values.amounts import read_number
from kb.values.date_order import Order
from kb.values.words import numbers_in
from sanitizer.control.rules import Control
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.entity_types import class_word, entity_class, fine_type
from sanitizer.recognize.spans.merge import merge
from sanitizer.relational.definition.definition import Attribute, Kind
from sanitizer.relational.table.date_cells import partial_date
from sanitizer.relational.table.table import number
from sanitizer.relational.terms.column_values import find_values
from sanitizer.relational.terms.known_classes import SURE, holds_name, known_type, told_as
from sanitizer.relational.terms.mention_context import describes, is_denied
from sanitizer.relational.terms.mentions import Parser, find_mentions
from sanitizer.relational.terms.own_mentions import DIRECT_CLASSES, is_called_by, is_own_name, with_own
from sanitizer.relational.terms.redundancy import Redundancy, fold, number_forms
from sanitizer.text.parse import passing
from sanitizer.types import EntityClass, Mention, Span

V = TypeVar("V")

_NUMERIC: Final = frozenset({EntityClass.DATETIME, EntityClass.QUANTITY})
DIRECT_TYPES: Final = frozenset({"ADDRESS", "COORDINATES"})


class TermKind(StrEnum):
    """What a term is to the release."""

    DIRECT = "direct"
    REDUNDANT = "redundant"
    QUASI = "quasi"


@dataclass(frozen=True, slots=True, order=True)
class TermKey:
    """What makes two mentions the same term: TAB's class and the folded words (dates and amounts in one notation)."""

    entity_class: str
    text: str


@dataclass(frozen=True, slots=True)
class TermSpan:
    """A mention in the text of one cell; ``attribute`` names what a redundant term repeats, ``entity`` numbers who is
    meant in the cell (-1: nobody knows), ``denied`` says that the sentence denies it, ``describes`` that it stands
    before the next mention and only describes it."""

    span: Span
    type: str
    word: str
    kind: TermKind
    key: TermKey
    attribute: str = ""
    entity: int = -1
    denied: bool = False
    describes: bool = False


Cell: TypeAlias = tuple[int, str]
"""(row, text column)"""


@dataclass(frozen=True, slots=True, eq=False)
class OfCells(Mapping[Cell, V], Generic[V]):
    """What is ``held`` of each of some texts, by the ``number`` that it has there."""

    number: Mapping[Cell, int]
    held: Sequence[V]

    def __getitem__(self, cell: Cell) -> V:
        return self.held[self.number[cell]]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.number)

    def __len__(self) -> int:
        return len(self.number)


Found: TypeAlias = dict[Cell, tuple[TermSpan, ...]]
PersonTexts: TypeAlias = tuple[Mapping[Cell, str], Mapping[str, Sequence[str]], Sequence[str]]
"""What :meth:`TermFinder.person` takes: the texts of a person, the values of columns, the identifiers."""


def term_key(mention: Mention, surface: str, order: Order = "dmy") -> TermKey:
    """Return the key of a mention; dates in numbers are read in the `order`."""
    if mention.type == "DATE":
        date = partial_date(surface, order)
        if date is not None:
            years = f"/{date.years}" if date.years > 1 else ""
            day = f"{date.year:04d}-{date.month:02d}-{date.day:02d}"
            return TermKey(mention.entity_class.value, day + years)
    elif mention.entity_class in _NUMERIC or mention.type == "AGE":
        reading = read_number(surface, mention.type)
        if reading is not None and not reading.open:  # equal amounts are one term
            return TermKey(mention.entity_class.value, reading.key)
    return TermKey(mention.entity_class.value, fold(surface))


@dataclass(frozen=True, slots=True)
class TermRules:
    """What a definition and its user say of terms: ``direct``, further fine types that go whatever k is; ``keep``, fine
    types that are no terms at all (ordinals, say) and stay in the text untouched; ``control``, the rules of the first
    pass (what they keep is no term either); ``order``, what comes first in dates in numbers; ``about``, the phrases
    that columns of texts are named by: whoever writes in "sideEffectsReview" of side effects tells nothing by that."""

    direct: Collection[str] = ()
    keep: Collection[str] = ()
    control: Control | None = None
    order: Order = "dmy"
    about: Collection[str] = ()


NO_RULES: Final = TermRules()


class TermFinder:
    """Classifies the mentions of a person's texts."""

    def __init__(
        self,
        recognizers: Sequence[Recognizer],
        parse: Parser,
        linked: Sequence[Attribute],
        redundancy: Redundancy,
        rules: TermRules = NO_RULES,
        names: Recognizer | None = None,
    ) -> None:
        """
        Args:
            recognizers: who finds mentions.
            parse: makes the document that recognizers see.
            linked: the attributes with an entity type (emap).
            redundancy: compares terms with values.
            rules: what the definition and the user say of terms.
            names: finds names that other rows have.
        """
        self._recognizers, self._parse, self._control = tuple(recognizers), parse, rules.control or Control()
        self._linked, self._redundancy, self._order = tuple(linked), redundancy, rules.order
        self._direct = DIRECT_TYPES | {fine_type(t) for t in rules.direct}
        self._keep = {fine_type(t) for t in rules.keep}
        self._names, self._about = names, frozenset(rules.about)

    def person(
        self, texts: Mapping[Cell, str], values: Mapping[str, Sequence[str]], secrets: Sequence[str] = ()
    ) -> dict[Cell, tuple[TermSpan, ...]]:
        """Return the terms in all texts of one person.

        Args:
            texts: each cell with its text.
            values: the person's distinct values of each linked attribute.
            secrets: values of the person's identifier columns: direct wherever they stand.

        A surface found anywhere in these texts is a term in all of them, whether or not it was recognized there.
        """
        with passing(self._parse):
            return self._person(texts, values, secrets)

    def persons(self, asked: Iterable[PersonTexts]) -> Iterator[Found]:
        """Return the terms of one person after the other, each as :meth:`person` is asked."""
        return (self.person(*each) for each in asked)

    def _person(
        self, texts: Mapping[Cell, str], values: Mapping[str, Sequence[str]], secrets: Sequence[str]
    ) -> dict[Cell, tuple[TermSpan, ...]]:
        docs = {cell: self._parse(text) for cell, text in texts.items()}
        found = {
            cell: [
                known
                for m in find_mentions(doc, self._recognizers, self._parse, self._control)
                if m.type not in self._keep
                and not self._is_asked(m, doc.text)
                and (known := told_as(m, m.span.of(doc.text), self._redundancy.knowledge)) is not None
            ]
            for cell, doc in docs.items()
        }
        for cell, text in texts.items():
            found[cell] = self._with_numbers(text, found[cell], values)
            found[cell] = self._with_names(docs[cell], found[cell])
            found[cell] = self._with_values(docs[cell], found[cell], values)
        everywhere = self._spread(texts, found, secrets)
        return {
            cell: as_one_person(
                texts[cell],
                _placed(docs[cell], [self._classify(m, m.span.of(texts[cell]), values) for m in mentions]),
                secrets,
            )
            for cell, mentions in everywhere.items()
        }

    def _is_asked(self, mention: Mention, text: str) -> bool:
        """Return whether a mention only says what the texts of a column are about."""
        direct = mention.entity_class in DIRECT_CLASSES or mention.type in self._direct
        return not direct and not self._about.isdisjoint(
            number_forms(mention.span.of(text).replace("-", " "))
        )

    def _with_names(self, doc: Doc, mentions: list[Mention]) -> list[Mention]:
        """Add the names that other rows have, but those inside of a longer name of something with plain words in it
        ("Nobel Prize", "University of Michigan")."""
        found = self._names.find(doc) if self._names is not None else ()
        more = [m for m in found if not any(is_called_by(doc.text, m.span, o) for o in mentions)]
        return list(merge([*mentions, *more])) if more else mentions

    def _with_values(
        self, doc: Doc, mentions: list[Mention], values: Mapping[str, Sequence[str]]
    ) -> list[Mention]:
        """Add the person's own values of categories where the text says them and nobody recognized them, or only a part
        of them that identifies nobody by itself."""
        mentions, more = list(mentions), list[Mention]()
        for attribute in self._linked:
            if attribute.kind is not Kind.CATEGORY:
                continue
            kind, own = attribute.entity or "MISC", values.get(attribute.name, ())
            knowledge = self._redundancy.knowledge if kind in SURE else None
            things = [v for v in own if knowledge and known_type(v, knowledge) == kind]
            for span in find_values(doc, own, things):
                around = [m for m in (*mentions, *more) if span.overlaps(m.span)]
                if all(_is_part(m, span, doc.text) for m in around):
                    mentions = [m for m in mentions if m not in around]
                    more = [m for m in more if m not in around]
                    more.append(Mention(span, kind, entity_class(kind), "column"))
        return sorted([*mentions, *more], key=lambda m: m.span) if more else mentions

    def _with_numbers(
        self, text: str, mentions: list[Mention], values: Mapping[str, Sequence[str]]
    ) -> list[Mention]:
        """Add numbers, in digits or words, that say the person's own age although nobody recognized them."""
        ages = [
            (a, {n for v in values.get(a.name, ()) if (n := number(v)) is not None})
            for a in self._linked
            if a.kind is Kind.NUMBER and a.entity == "AGE"
        ]
        more: list[Mention] = []
        for attribute, own in ages:
            for value, start, end in numbers_in(text) if own else ():
                span = Span(start, end)
                if value in own and not any(span.overlaps(m.span) for m in mentions):
                    more.append(Mention(span, attribute.entity, EntityClass.DEM, "column"))
        return sorted([*mentions, *more], key=lambda m: m.span) if more else mentions

    def _spread(
        self, texts: Mapping[Cell, str], found: Mapping[Cell, Sequence[Mention]], secrets: Sequence[str]
    ) -> dict[Cell, tuple[Mention, ...]]:
        models: dict[str, Mention] = {}
        for cell in sorted(found):
            for mention in found[cell]:
                surface = mention.span.of(texts[cell])
                if len(surface) > 2 and surface != surface.lower():
                    models.setdefault(surface, mention)
        if not models and not secrets:
            return {cell: tuple(m) for cell, m in found.items()}
        longest_first = sorted(models, key=lambda s: (-len(s), s))
        pattern = re.compile(r"(?<!\w)(?:" + ("|".join(map(re.escape, longest_first)) or "(?!)") + r")(?!\w)")
        result: dict[Cell, tuple[Mention, ...]] = {}
        for cell, text in texts.items():
            taken = list(found[cell])
            more = [
                replace(models[hit.group()], span=Span(hit.start(), hit.end()))
                for hit in pattern.finditer(text)
                if not any(hit.start() < m.span.end and m.span.start < hit.end() for m in taken)
            ]
            taken = list(merge([*taken, *more])) if more else taken
            result[cell] = with_own(text, taken, secrets)
        return result

    def _classify(self, mention: Mention, surface: str, values: Mapping[str, Sequence[str]]) -> TermSpan:
        word = mention.generalization or class_word(mention.type)
        kind, attribute = TermKind.QUASI, ""
        if mention.entity_class in DIRECT_CLASSES or mention.type in self._direct:
            kind = TermKind.DIRECT
        else:
            for linked in self._linked:
                own = values.get(linked.name, ())
                if own and self._redundancy.repeats(surface, mention.type, linked, own):
                    kind, attribute = TermKind.REDUNDANT, linked.name
                    word = class_word(linked.entity) if linked.entity in SURE else word
                    break
        key = term_key(mention, surface, self._order)
        return TermSpan(mention.span, mention.type, word, kind, key, attribute, mention.entity)


def as_one_person(text: str, spans: Sequence[TermSpan], secrets: Sequence[str]) -> tuple[TermSpan, ...]:
    """Return the terms of a text, where all names of the person whose text it is mean one entity."""
    own = {
        s.span: s.entity
        for s in spans
        if s.key.entity_class == EntityClass.PERSON and is_own_name(s.span.of(text), secrets)
    }
    known = {entity for entity in own.values() if entity >= 0}
    number = min(known, default=max((s.entity for s in spans), default=-1) + 1)
    return tuple(replace(s, entity=number) if s.span in own or s.entity in known else s for s in spans)


def _is_part(mention: Mention, span: Span, text: str) -> bool:
    """Return whether a mention inside of the span identifies nobody by itself and is less than it, or is the span,
    taken for a person without a known name ("Actiq")."""
    inside = span.start <= mention.span.start and mention.span.end <= span.end
    if mention.entity_class is EntityClass.PERSON:
        return mention.span == span and not holds_name(mention.span.of(text))
    return inside and mention.span != span and mention.entity_class is not EntityClass.CODE


def _placed(doc: Doc, spans: Sequence[TermSpan]) -> tuple[TermSpan, ...]:
    """Return the terms of a text with what its parse says of their places."""
    after = [*(s.span for s in spans[1:]), None][: len(spans)]
    return tuple(
        replace(s, denied=is_denied(doc, s.span), describes=then is not None and describes(doc, s.span, then))
        for s, then in zip(spans, after, strict=True)
    )
