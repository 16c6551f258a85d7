"""Operators of identifier columns: what stands in the cells and texts; no original left."""

import re
from typing import Any

import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sanitizer.errors import UsageError
from sanitizer.operators import Encrypt, Hash, Key, Surrogate, Term, restore
from sanitizer.relational import release
from sanitizer.relational.definition.definition import DefinitionError
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.verify.companion import Companion
from sanitizer.relational.verify.verify import FromSource
from sanitizer.types import EntityClass
from tests.relational.fakes import Given, Tree, parse
from tests.relational.tables import verified

SECRET = "8f0b7d13a45c29e6d1907b3f5c62e84a"
KEY = Key(bytes.fromhex(SECRET))
NAMES = ["Ann Kovač", "Thomas Huber", "Mary Jones", "Igor Novak"]
GIVEN = Given([("Mr Huber", "PERSON", "PERSON", ""), ("Peter Brown", "PERSON", "PERSON", "")])


def person(name: str) -> Term:
    return Term(name, "PERSON", EntityClass.PERSON)


def definition(operator: Any, entity: str = "PERSON", **more: Any) -> dict[str, Any]:
    return {
        "attribute": {
            "who": {"role": "identifier", "operator": operator, "entity": entity, "person": False},
            "age": {"role": "quasi", "type": "number"},
            **more,
        }
    }


def made(
    operator: Any, names: list[str | None], entity: str = "PERSON", key: Key | None = KEY, **method: Any
) -> Any:
    table = pd.DataFrame({"who": names, "age": ["30"] * len(names)}, dtype=object)
    return release(
        table,
        definition(operator, entity) | {"method": {"order": "source"} | method, "privacy": {"k": 1}},
        key=key,
    )


def cells(*arguments: Any, **more: Any) -> list[str | None]:
    column: list[str | None] = made(*arguments, **more).table["who"].tolist()
    return column


@pytest.mark.parametrize("partitioner", ["cluster", "mondrian", "full-domain"])
def test_a_column_holds_what_the_operator_writes(partitioner: str) -> None:
    names = ["Ann Kovač", "ann KOVAC", None, "Mary Jones"]
    hashes = cells("hash", names, partitioner=partitioner)
    first, other = Hash(KEY).replace(person("Ann Kovač")), Hash(KEY).replace(person("Mary Jones"))
    assert hashes == [first, first, None, other]
    assert re.fullmatch(r"PERSON-[0-9a-f]{16}", first) and first != other
    assert cells({"hash": {"length": 8}}, names, partitioner=partitioner)[0] == first[: len("PERSON-") + 8]
    assert cells("tag", names, key=None, partitioner=partitioner) == [
        "[PERSON]",
        "[PERSON]",
        None,
        "[PERSON]",
    ]
    masked = cells({"mask": {"keep_last": 2}}, names, key=None)
    assert masked == ["*** ***ač", "*** ***AC", None, "**** ***es"]
    assert cells("surrogate", NAMES[:2]) == [Surrogate(KEY).replace(person(n)) for n in NAMES[:2]]
    assert made("hash", names, partitioner=partitioner).report.operators == {"who": "hash"}
    assert SECRET not in repr(made("hash", names))


def test_pseudonyms_number_the_entities_of_the_table() -> None:
    names = [*NAMES, "Mr Thomas Huber", NAMES[0]]
    column = cells("pseudonym", names, key=None)
    assert column[1] == column[4] and column[0] == column[5]
    assert sorted(map(str, set(column))) == ["PERSON_1", "PERSON_2", "PERSON_3", "PERSON_4"]
    with pytest.raises(UsageError, match='column "who": it already holds a value that operator pseudonym'):
        cells("pseudonym", ["PERSON_1", "PERSON_2"], key=None)


def test_encrypted_cells_come_back() -> None:
    column = cells("encrypt", NAMES)
    assert column == [Encrypt(KEY).seal(n, "PERSON") for n in NAMES]
    random = cells({"encrypt": {"deterministic": False}}, ["Ann", "Ann"])
    assert random[0] != random[1]
    assert [restore(str(c), KEY, any_place=True).text for c in [*column, *random]] == [*NAMES, "Ann", "Ann"]


def with_texts(operator: Any, texts: list[str]) -> Any:
    table = pd.DataFrame(
        {"who": NAMES[: len(texts)], "age": ["30"] * len(texts), "note": texts}, dtype=object
    )
    return release(
        table,
        definition(operator, note={"role": "text"}) | {"method": {"order": "source"}},
        recognizers=[GIVEN],
        parse=parse,
        knowledge=Tree({}, {}),
        key=KEY,
    )


def test_the_persons_own_values_in_texts() -> None:
    done = with_texts(
        "hash", ["Ann Kovač saw Peter Brown.", "Said Mr Huber: I, Thomas Huber, saw Ann Kovač."]
    )
    ann, thomas = (Hash(KEY).replace(person(n)) for n in NAMES[:2])
    # another person's name would tie rows together: it goes as ever, and so does one that no recognizer found
    assert done.table["note"].tolist() == [
        f"{ann} saw X.",
        f"Said {thomas}: I, {thomas}, saw X.",
    ]
    assert done.table["who"].tolist() == [ann, thomas]
    sealed = with_texts("encrypt", ["Ann Kovač left.", "Mr Huber left."]).table["note"].tolist()
    assert [restore(t, KEY, any_place=True).text for t in sealed] == ["Ann Kovač left.", "Mr Huber left."]
    spans = done.sidecar.spans[1]["note"]
    assert [(s.kind, s.says) for s in spans] == [("direct", thomas), ("direct", thomas), ("direct", "person")]


def test_a_name_that_fits_two_columns_is_generalized() -> None:
    table = pd.DataFrame(
        {
            "who": ["Tom Huber", "B C"],
            "by": ["Eva Huber", "E F"],
            "age": ["1", "1"],
            "note": ["Mr Huber.", ""],
        }
    )
    both = {"role": "identifier", "operator": "hash", "entity": "PERSON"}
    told = release(
        table,
        definition("hash", by=both, note={"role": "text"}),
        recognizers=[GIVEN],
        parse=parse,
        knowledge=Tree({}, {}),
        key=KEY,
    )
    assert sorted(told.table["note"]) == ["", "X."]


@settings(max_examples=40, deadline=None)
@example(["1A", "1.1A"], {"mask": {"keep_last": 9}}, "PERSON")
@given(
    st.lists(st.text("aAbcé1 *-.", max_size=6), min_size=2, max_size=8),
    st.sampled_from(["tag", "mask", "hash", "encrypt", "surrogate", {"mask": {"keep_last": 9}}]),
    st.sampled_from(["PERSON", "CODE", "EMAIL"]),
)
def test_no_original_is_left(values: list[str], operator: Any, entity: str) -> None:
    done = made(operator, list(values), entity)
    before = {v.casefold() for v in values if v}
    for value, cell in zip(values, done.table["who"], strict=True):
        assert (cell == "") if not value else cell.casefold() not in before
    rules = parse_definition(definition(operator, entity))
    companion = Companion(done.sidecar.persons, ({},) * len(values))
    verdict = verified(done.table, rules, companion, None, FromSource({"who": values}))
    assert not [f for f in verdict.failures if "who" in f], verdict.failures


def test_verification_of_a_column() -> None:
    def failures(operator: Any, *written: str) -> tuple[str, ...]:
        table = pd.DataFrame({"who": written, "age": ["30"] * len(written)})
        return verified(
            table, parse_definition(definition(operator)), None, None, FromSource({"who": NAMES})
        ).failures

    assert failures("hash", "PERSON-0123456789abcdef", "PERSON-0123456789abcdee") == ()
    assert failures("hash", "PERSON-0123456789abcdef", "Eve") == (
        'row 2, column "who": not what operator hash writes',
    )
    assert failures("surrogate", "Jim Beam", "MARY JONES") == (
        'row 2, column "who": an original value is left',
    )
    assert failures("tag", "[PERSON]", "[PERSON]") == ()
    table = pd.DataFrame({"who": ["***", "****"], "age": ["30", "30"]})
    verdict = verified(table, parse_definition(definition("mask")))
    assert verdict.met and len(verdict.unchecked) == 3
    assert any("without the source" in line for line in verdict.unchecked)


@pytest.mark.parametrize(
    ("attribute", "message"),
    [
        ({"operator": "blur"}, 'attribute.who.operator: "blur" is not possible for a column; one of: tag, '),
        ({"operator": "keep"}, '"keep" is not possible for a column'),
        ({"operator": 3}, "a name is needed"),
        (
            {"operator": {"mask": {"width": 3}}},
            "attribute.who.operator: operator mask: 'width' is not its option",
        ),
        ({"operator": {"hash": {"length": 4}}}, "length: 4 is out of bounds"),
        ({"operator": "hash", "entity": ""}, "attribute.who.entity: missing; an operator needs the type"),
        ({"operator": "hash", "entity": "WHO"}, '"WHO" is no type that is known'),
        ({"operator": "hash", "pseudonym": True}, "give either operator or pseudonym"),
        (
            {"operator": "hash", "role": "quasi"},
            'only a column with role = "identifier" can have an operator',
        ),
    ],
)
def test_a_wrong_definition_is_said_in_one_line(attribute: dict[str, Any], message: str) -> None:
    values = definition("hash")
    values["attribute"]["who"] |= attribute
    with pytest.raises(DefinitionError) as caught:
        parse_definition(values)
    assert message in str(caught.value) and "\n" not in str(caught.value)


def test_what_the_key_and_the_type_must_allow() -> None:
    with pytest.raises(DefinitionError, match=r"attribute\.who\.operator: operator hash: needs a key"):
        cells("hash", NAMES, key=None)
    with pytest.raises(DefinitionError, match="surrogate cannot make up values of the type DISEASE"):
        cells("surrogate", NAMES, "DISEASE")
