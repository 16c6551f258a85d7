"""Write the released table: recoded columns, and texts in which each mention says what its class shares."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from sanitizer.common.progress import followed
from sanitizer.relational.classes.prepare import Prepared
from sanitizer.relational.classes.recoding import Recoded
from sanitizer.relational.classes.terms import SUPPRESSED, Ladders
from sanitizer.relational.columns.identifier_columns import ColumnOperators
from sanitizer.relational.definition.definition import Definition, Method, Role
from sanitizer.relational.table.checks import pseudonyms
from sanitizer.relational.table.order import private_seed
from sanitizer.relational.table.plain_table import Cells, Coded, PlainTable
from sanitizer.relational.table.view import Partition
from sanitizer.relational.terms.listings import in_a_row
from sanitizer.relational.terms.mention_wording import Saying, as_written, of_rung, untold
from sanitizer.relational.terms.parts import HERE, Place
from sanitizer.relational.terms.redundancy import replacement
from sanitizer.relational.terms.rewriting import Residual, Written, rewrite_text, same_words
from sanitizer.relational.terms.terms import Cell, TermKey, TermKind, TermSpan
from sanitizer.types import IntArray


@dataclass(slots=True)
class Said:
    """What the mentions of a table say: the classes' choices, looked up once."""

    prepared: Prepared
    partition: Partition
    recoded: Recoded
    ladders: Ladders
    operated: ColumnOperators
    method: Method
    number: Mapping[TermKey, int] = field(init=False)
    place: Mapping[str, int] = field(init=False)
    _choices: dict[int, Mapping[int, int]] = field(default_factory=dict)
    _values: dict[tuple[int, int], Sequence[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.number = self.prepared.terms.number()
        self.place = {a.name: j for j, a in enumerate(self.prepared.quasi)}

    @property
    def in_words(self) -> bool:
        """Whether texts are written by the grammar of sentences."""
        return self.method.wording == "grammar"

    def choices(self, number: int) -> Mapping[int, int]:
        """Return what each term of a class becomes."""
        if number not in self._choices:
            self._choices[number] = self.recoded.terms.of(number)
        return self._choices[number]

    def values(self, number: int, attribute: int) -> Sequence[str]:
        """Return the distinct values of an attribute in a class."""
        at = (number, attribute)
        if at not in self._values:
            own = self.prepared.values[attribute]
            members = self.partition.classes[number].tolist()
            self._values[at] = sorted({v for person in members for v in own[person]})
        return self._values[at]


def write(
    said: Said, definition: Definition, residual: Residual | None = None, place: Place = HERE
) -> tuple[PlainTable, Mapping[Cell, tuple[Written, ...]]]:
    """Return the released table (columns in their order, identifiers and ignored ones dropped) and the spans of its
    texts, which are written in a `place`."""
    prepared, recoded, operated = said.prepared, said.recoded, said.operated
    label = said.partition.labels(prepared.persons)[prepared.person]
    kept = {a.name: a for a in definition.attributes if not a.dropped}
    seed = private_seed(prepared.table, definition.method.seed)
    columns: dict[str, Coded | Cells] = {}
    texts, written = _written(said, definition, label, residual, place)
    for name in prepared.table.columns:
        if name not in kept:
            continue
        if kept[name].role is Role.QUASI:
            columns[name] = Coded.of([recoded.cells[c][said.place[name]] for c in label])
        elif name in operated.columns:
            columns[name] = Coded.of(operated.column(name))
        elif kept[name].role is Role.IDENTIFIER:
            columns[name] = Coded.of(pseudonyms(name, prepared.person, seed))
        elif kept[name].role is Role.TEXT:
            columns[name] = texts[name]
        else:
            columns[name] = prepared.table.cells[name]
    return PlainTable(columns, len(prepared.table)), written


def _written(
    said: Said, definition: Definition, label: IntArray, residual: Residual | None, place: Place
) -> tuple[Mapping[str, Coded], Mapping[Cell, tuple[Written, ...]]]:
    """Return the texts of each column as they are released, and their spans; `label` is the class of each row."""
    prepared = said.prepared
    texts = {a.name: prepared.table.texts(a.name) for a in definition.named(Role.TEXT)}
    cells = [(row, name) for name, of in texts.items() for row, text in enumerate(of) if text is not None]
    number = {cell: i for i, cell in enumerate(cells)}

    def asked() -> Iterator[_Asked]:
        for row, name in followed(cells, "texts written"):
            text, spans = str(texts[name][row]), prepared.terms.cells.get((row, name), ())
            say = _Say(said, int(label[row]), prepared.rows[int(prepared.person[row])])
            yield text, spans, tuple(say(s, s.span.of(text)) for s in spans)

    done = place.held(place.each(partial(_rewritten, said.in_words, residual), asked()))

    def released(name: str) -> Iterator[str | None]:
        at = (number.get((row, name)) for row in range(len(prepared.table)))
        return (None if i is None else done[i][0] for i in at)

    return {name: place.coded(released(name)) for name in texts}, _Spans(number, done)


@dataclass(frozen=True, slots=True, eq=False)
class _Spans(Mapping[Cell, tuple[Written, ...]]):
    """The spans of texts, which are held with them (``done``, by ``number``)."""

    number: Mapping[Cell, int]
    done: Sequence[tuple[str, tuple[Written, ...]]]

    def __getitem__(self, cell: Cell) -> tuple[Written, ...]:
        return self.done[self.number[cell]][1]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.number)

    def __len__(self) -> int:
        return len(self.number)


_Asked: TypeAlias = tuple[str, Sequence[TermSpan], Sequence[Saying]]
"""A text, its terms and what becomes of each."""


def _rewritten(in_words: bool, residual: Residual | None, asked: _Asked) -> tuple[str, tuple[Written, ...]]:
    """Return a text as it is released, and its spans: nothing else of the table is needed for that."""
    text, spans, sayings = asked
    said = dict(zip((s.span for s in spans), sayings, strict=True))
    return rewrite_text(text, spans, lambda term, _: said[term.span], in_words, residual)


@dataclass(frozen=True, slots=True)
class _Say:
    """Says what becomes of a mention in the class ``number``, in a text of a person with these ``rows``."""

    said: Said
    number: int
    rows: Sequence[int]

    def __call__(self, term: TermSpan, surface: str) -> Saying:
        """Return what becomes of the term that is spelled as `surface`."""
        if term.kind is TermKind.DIRECT:
            return self._direct(term, surface)
        if term.kind is TermKind.REDUNDANT:
            return self._redundant(term, surface)
        prepared, ladders = self.said.prepared, self.said.ladders
        index = self.said.number[term.key]
        feature = self.said.choices(self.number)[index]
        if feature == index:
            return Saying("kept", as_written(same_words(surface, prepared.terms.surfaces[index])), True)
        if feature == SUPPRESSED:
            return untold(term.word)
        if feature >= ladders.number:
            members = self.said.recoded.terms.lists[feature - ladders.number]
            return Saying(
                "generalized",
                in_a_row([prepared.terms.surfaces[t] for t in members], self.said.method.order_of_dates),
                True,
            )
        return Saying("generalized", of_rung(ladders.rungs[feature - len(self.said.number)]), False)

    def _direct(self, term: TermSpan, surface: str) -> Saying:
        """Return what the operator of the person's own column writes; other direct identifiers become the word of their
        type."""
        operated = self.said.operated
        written = operated.mention(surface, term.type, self.rows) if operated.columns else None
        return (
            untold(term.word, "direct")
            if written is None
            else Saying("direct", as_written(written), True, True)
        )

    def _redundant(self, term: TermSpan, surface: str) -> Saying:
        j = self.said.place[term.attribute]
        attribute, recoded = self.said.prepared.quasi[j], self.said.recoded
        cell, exact = recoded.cells[self.number][j], recoded.exact[self.number][j]
        values = () if exact else self.said.values(self.number, j)
        made = replacement(surface, attribute, cell or "*", exact, values, self.said.in_words)
        return made or untold(term.word)
