"""What the values of a column are known to be, and what that makes of texts that say them."""

import pytest

from sanitizer.recognize.base import Recognizer
from sanitizer.relational.definition.definition import Attribute, Role
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.table.taxonomies import open_taxonomy
from sanitizer.relational.terms.column_kinds import asked_of, column_kinds, phrases_of
from sanitizer.relational.terms.column_values import ColumnValues
from sanitizer.relational.terms.redundancy import Redundancy
from sanitizer.relational.terms.terms import TermFinder, TermKind, TermRules
from tests.relational.fakes import Given, parse

DRUGS = ["abilify", "accutane", "effexor-xr", "lexapro", "prozac", "xanax", "yasmin"]
TOWNS = ["Leeds", "Graz", "Lyon", "Porto", "Turin", "Brno", "Cork"]


def kinds(values: list[str], entity: str = "") -> dict[str, str]:
    column = {"role": "quasi"} | ({"entity": entity} if entity else {})
    definition = parse_definition({"privacy": {"k": 2}, "attribute": {"what": column}})
    return column_kinds(PlainTable.of(["what"], [values], len(values)), definition, open_taxonomy("all"))


@pytest.mark.parametrize(
    ("values", "entity", "found"),
    [
        (DRUGS, "", {"what": "MEDICINE"}),
        (DRUGS, "ORG", {}),
        (DRUGS[:3], "", {}),
        ([*DRUGS, *TOWNS], "", {}),
        (TOWNS, "", {}),
    ],
    ids=["medicines", "stated otherwise", "too few", "half of them", "towns"],
)
def test_a_column_is_what_most_of_its_values_are(
    values: list[str], entity: str, found: dict[str, str]
) -> None:
    assert kinds(values, entity) == found


def test_values_that_may_be_a_persons_name_are_no_phrases() -> None:
    table = PlainTable.of(["what"], [[*DRUGS, "relax", "sharon"]], len(DRUGS) + 2)
    said = {phrase.text for phrase in phrases_of(table, {"what": "MEDICINE"})}
    assert "abilify" in said and not said & {"sharon", "relax"}


def test_a_medicine_is_called_one_whatever_it_was_taken_for() -> None:
    column = Attribute("what", role=Role.QUASI, entity="MEDICINE")
    table = PlainTable.of(["what"], [DRUGS], len(DRUGS))
    recognizers: list[Recognizer] = [
        Given([("Abilify", "ORG", "ORG", "")]),
        ColumnValues(phrases_of(table, {"what": "MEDICINE"})),
    ]
    finder = TermFinder(recognizers, parse, (column,), Redundancy(None))
    text = "Abilify helped more than Lexapro; Effexor did not."
    spans = finder.person({(0, "text"): text}, {"what": ["abilify", "effexor-xr"]})[0, "text"]
    assert [(s.span.of(text), s.kind, s.word) for s in spans] == [
        ("Abilify", TermKind.REDUNDANT, "medicine"),
        ("Lexapro", TermKind.QUASI, "medicine"),
        ("Effexor", TermKind.REDUNDANT, "medicine"),
    ]


def test_what_texts_are_about_is_no_term_in_them() -> None:
    columns = {"sideEffectsReview": {"role": "text"}, "cost": {"role": "quasi"}}
    about = asked_of(parse_definition({"privacy": {"k": 2}, "attribute": columns}))
    assert {"side effects", "side effect"} <= about and not about & {"side", "effects", "cost"}
    given = [("Side effects", "DISEASE", "DEM", ""), ("nausea", "DISEASE", "DEM", "")]
    finder = TermFinder([Given(given)], parse, (), Redundancy(None), TermRules(about=about))
    text = "Side effects were nausea."
    (term,) = finder.person({(0, "sideEffectsReview"): text}, {})[0, "sideEffectsReview"]
    assert term.span.of(text) == "nausea"


def test_a_plain_word_is_a_value_only_as_a_noun_for_somebody_in_particular() -> None:
    from sanitizer.text.parse import parse as parsed

    table = PlainTable.of(["job"], [["back", "people", "nurse"]], 3)
    column = {"role": "quasi", "entity": "JOB"}
    values = ColumnValues.of(table, parse_definition({"privacy": {"k": 2}, "attribute": {"job": column}}))
    text = "She moved back to Leeds, where people knew the nurse."
    assert [m.span.of(text) for m in values.find(parsed(text))] == ["nurse"]
