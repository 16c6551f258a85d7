"""The same words are one term of the table, whatever they were taken for in each text."""

from collections.abc import Sequence

import pandas as pd
from spacy.tokens import Doc

from sanitizer.relational import release
from sanitizer.relational.terms.numbered_terms import Terms, collect
from sanitizer.relational.terms.terms import TermKey, TermKind, TermSpan
from sanitizer.types import EntityClass, Mention, Span
from tests.relational.fakes import Tree, parse

TEXTS = ["Georgia", "Georgia", "georgia", "Lyon"]


def span(row: int, entity_class: str, type_: str, word: str, kind: TermKind = TermKind.QUASI) -> TermSpan:
    text = TEXTS[row]
    return TermSpan(Span(0, len(text)), type_, word, kind, TermKey(entity_class, text.casefold()))


def collected(*spans: TermSpan) -> Terms:
    return collect({(row, "text"): (s,) for row, s in enumerate(spans)}, lambda cell: TEXTS[cell[0]])


def test_the_majority_wins() -> None:
    made = collected(
        span(0, "ORG", "ORG", "organization"),
        span(1, "LOC", "GPE", "place"),
        span(2, "LOC", "GPE", "place"),
        span(3, "LOC", "GPE", "place"),
    )
    assert made.keys == (TermKey("LOC", "georgia"), TermKey("LOC", "lyon"))
    assert made.types == ("GPE", "GPE") and made.surfaces == ("Georgia", "Lyon")
    assert {spans[0].word for spans in made.cells.values()} == {"place"}


def test_equals_are_settled_by_name_not_by_order() -> None:
    one, other = (0, "ORG", "ORG", "organization"), (1, "LOC", "GPE", "place")
    assert collected(span(*one), span(*other)).keys == (TermKey("LOC", "georgia"),)
    first, second = (0, *other[1:]), (1, *one[1:])
    assert collected(span(*first), span(*second)).keys == (TermKey("LOC", "georgia"),)


def test_direct_ones_neither_vote_nor_change() -> None:
    made = collected(
        span(0, "PERSON", "PERSON", "person", TermKind.DIRECT),
        span(1, "PERSON", "PERSON", "person", TermKind.DIRECT),
        span(2, "LOC", "GPE", "place"),
    )
    assert made.keys == (TermKey("LOC", "georgia"),)
    assert [spans[0].kind for spans in made.cells.values()] == [
        TermKind.DIRECT,
        TermKind.DIRECT,
        TermKind.QUASI,
    ]


class Unsure:
    """Takes a name for something else in each text."""

    name = "unsure"

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Return the name, a place where the text says "there"."""
        start = doc.text.find("Georgia")
        if start < 0:
            return []
        place = "there" in doc.text
        kind, of = ("GPE", EntityClass.LOC) if place else ("ORG", EntityClass.ORG)
        return [Mention(Span(start, start + 7), kind, of, self.name, 1.0, None)]


def test_a_class_keeps_what_all_its_records_say() -> None:
    table = pd.DataFrame({"age": ["30"] * 3, "text": ["there is Georgia", "Georgia pays", "there Georgia"]})
    made = release(
        table,
        {
            "privacy": {"k": 3},
            "method": {"order": "source"},
            "attribute": {"age": {"role": "quasi"}, "text": {"role": "text"}},
        },
        recognizers=[Unsure()],
        parse=parse,
        knowledge=Tree({}, {}),
    )
    assert made.table["text"].tolist() == table["text"].tolist()
    assert made.report.loss.terms == 0


def test_an_occupation_is_spelled_as_within_a_sentence() -> None:
    texts = ["Architect", "Engineer", "engineer", "Lyon"]
    cells = {
        (row, "text"): (
            TermSpan(Span(0, len(t)), "JOB", "occupation", TermKind.QUASI, TermKey("DEM", t.lower())),
        )
        for row, t in enumerate(texts)
    }
    assert collect(cells, lambda cell: texts[cell[0]]).surfaces == ("architect", "engineer", "Lyon")


def test_an_amount_is_spelled_in_the_plural() -> None:
    texts = ["2 hour", "two hours", "10 mg", "10 mgs"]
    keys = ["duration:120", "duration:120", "mg:10", "mg:11"]
    cells = {
        (row, "text"): (
            TermSpan(Span(0, len(t)), "QUANTITY", "quantity", TermKind.QUASI, TermKey("QUANTITY", key)),
        )
        for row, (t, key) in enumerate(zip(texts, keys, strict=True))
    }
    assert collect(cells, lambda cell: texts[cell[0]]).surfaces == ("two hours", "10 mg", "10 mgs")
