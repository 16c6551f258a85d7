"""What a text says of its places: kinds and containers read from sentences, and what the knowledge bases make of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.chain import Chain
from kb.defaults import open_default
from kb.taxonomy import ancestors
from sanitizer.read.described_places import NOTHING_SAID, Said, is_code_of_state, said_of, told_senses
from sanitizer.read.works import kind_of_work
from sanitizer.types import Span


@pytest.fixture(scope="module")
def knowledge() -> Chain:
    return open_default()


def said(marked: str) -> Said:
    """Return what "... {Name} ..." says of Name."""
    start, end = marked.index("{"), marked.index("}") - 1
    return said_of(marked.replace("{", "").replace("}", ""), [Span(start, end)])


@pytest.mark.parametrize(
    ("text", "kind", "within"),
    [
        (
            "They come from {Zorblax}, a small village in the District of Kyrenia.",
            "village",
            ["District of Kyrenia"],
        ),
        pytest.param(
            "He was born in {Zorblax}, a town in the county of Kent in England.",
            "town",
            ["Kent", "England"],
            marks=pytest.mark.xfail(strict=True, reason="no more is read than what a place lies in"),
        ),
        ("She left the village of {Zorblax} at dawn.", "village", []),
        ("a locality known as {Zorblax}.", "locality", []),
        ("It lies in {Zorblax} (Turkey).", "", ["Turkey"]),
        ("He moved to {Zorblax}, Connecticut, in May.", "", ["Connecticut"]),
        ("He lived in {Zorblax} in Germany.", "", ["Germany"]),
        pytest.param(
            "three revolts in {Zorblax} (around present-day Shou County, Anhui) failed",
            "",
            ["Shou County", "Anhui"],
            marks=pytest.mark.xfail(strict=True, reason="what a place is today is not read"),
        ),
        ("He lived in {Zorblax}, in the district of Famagusta.", "", ["Famagusta"]),
        pytest.param(
            "He rents a flat in the {Zorblax} neighbourhood of Manhattan.",
            "neighbourhood",
            ["Manhattan"],
            marks=pytest.mark.xfail(strict=True, reason="the kind behind a name is not read"),
        ),
        pytest.param(
            "wars against the {Zorblax} kingdom",
            "kingdom",
            [],
            marks=pytest.mark.xfail(strict=True, reason="the kind behind a name is not read"),
        ),
        ("seven townships: Albion, Bedford, {Zorblax}, and Sheridan.", "township", []),
        ("the villages of Lower Slaughter and {Zorblax}", "village", []),
        ("cities like Kathmandu, Pokhara, {zorblax} and Lumbini", "city", []),
        pytest.param(
            "the heirs of King Shantanu of {Zorblax}",
            "kingdom",
            [],
            marks=pytest.mark.xfail(
                strict=True, reason="who rules or represents a place does not tell its kind"
            ),
        ),
        pytest.param(
            "He was elected to the assembly from {Zorblax} in 1967.",
            "constituency",
            [],
            marks=pytest.mark.xfail(
                strict=True, reason="who rules or represents a place does not tell its kind"
            ),
        ),
        pytest.param(
            "a plot of land (plot {no. 142}) with buildings",
            "plot",
            [],
            marks=pytest.mark.xfail(strict=True, reason="plots are not read"),
        ),
        # nothing of the kind
        ("He lives in {Zorblax}.", "", []),
        ("the people of {Zorblax} village council", "", []),
        ("He worked in {Zorblax} until 2003.", "", []),
    ],
)
def test_what_a_sentence_says(text: str, kind: str, within: list[str]) -> None:
    found = said(text)
    assert found.kind == kind
    assert [name for chain in found.within for name in chain] == within


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        (
            "in {Zorblax}, a village in the District of Kyrenia",
            {"Cypriot village", "place in Kyrenia", "village"},
        ),
        ("the village of {Zorblax} burnt", {"village"}),
        ("in {Zorblax} Forest", set()),
        ("born in {Zorblax}, Devonshire, England", {"place in England"}),  # not in Bermuda's Devonshire
        ("lived in {Newcastle}, England", {"city in England"}),  # not the one in South Africa
        ("on {Baker Street}, Vienna", {"Austrian street", "place in Vienna"}),
        pytest.param(
            "in the {northern parts} of Scandinavia",
            {"place in Europe"},
            marks=pytest.mark.xfail(strict=True, reason="parts of regions are not read"),
        ),
        ("the townships: Albion, {London} and Lee", {"township"}),  # a city of millions is no township
        ("the city of {London}", set()),  # is known, and nothing else is told
        ("in {Georgia}, Armenia and Turkey", set()),  # a list of countries
    ],
)
def test_what_is_made_of_it(knowledge: Chain, text: str, labels: set[str]) -> None:
    start, end = text.index("{"), text.index("}") - 1
    plain = text.replace("{", "").replace("}", "")
    senses = told_senses(knowledge, plain[start:end], said_of(plain, [Span(start, end)]))
    found = {a.label for sense in senses for a, _ in ancestors(knowledge, sense.concept)}
    assert labels <= found, found
    assert bool(labels) == bool(senses)


def test_a_told_place_has_a_taxonomy_above_it(knowledge: Chain) -> None:
    (sense,) = knowledge.senses("Zorblax, village in Cyprus")
    assert sense.instance
    assert sense.entity_class == "LOC"
    above = [a.id for a, _ in ancestors(knowledge, sense.concept)]
    assert above[:2] == ["head:/CY/village", "geo:place.in.CY"]
    assert {"wn:village.n.02", "wn:location.n.01"} <= set(above)
    (swedish,) = knowledge.senses("Zorblax, Swedish village")
    assert next(a.label for a, _ in ancestors(knowledge, swedish.concept)) == "Swedish village"


WORDS = st.sampled_from(
    ["in", "the", "a", "village", "of", "Turkey", "(", ")", ",", ".", "Zorblax", "cities", "like", "\n"]
)


@given(st.lists(WORDS, max_size=12), st.lists(WORDS, max_size=12))
def test_any_text_is_read_and_what_is_said_stands_in_it(before: list[str], after: list[str]) -> None:
    left, right = " ".join(before), " ".join(after)
    text = f"{left} Xanth {right}"
    found = said_of(text, [Span(len(left) + 1, len(left) + 6)])
    assert all(name in text for chain in found.within for name in chain)
    assert said_of(text, []) == NOTHING_SAID


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("She starred in the films Jaws, Duel (1971) and {Rush}.", "movie"),
        ("films such as The Firm (1993) and {Rush}", "movie"),
        ('the song "{Rush}" by', "song"),
        ("the TV series _{Rush}_ ended", "television program"),
        ("He saw the film. {Rush} came.", ""),
        ("a film director of {Rush}", ""),
    ],
)
def test_what_a_text_calls_a_work(knowledge: Chain, text: str, kind: str) -> None:
    start, end = text.index("{"), text.index("}") - 1
    assert kind_of_work(text.replace("{", "").replace("}", ""), [Span(start, end)]) == kind
    assert not kind or any(not s.instance for s in knowledge.senses(kind))


@pytest.mark.parametrize(
    ("text", "code", "placed"),
    [
        ("Case ID CF-771", "ID", False),
        ("Reach me through his PA, Bronagh.", "PA", False),
        ("Pt: XIONG, PA HOUA", "PA", False),
        ("She moved to Toledo, OH last year.", "OH", True),
        ("They live in PA now.", "PA", True),
        ("PO Box 9, Erie PA 16501", "PA", True),
        ("Location: WA", "WA", True),
        ("The UK left.", "UK", None),
    ],
)
def test_the_code_of_a_state_stands_as_one(text: str, code: str, placed: bool | None) -> None:
    start = text.index(code)
    assert is_code_of_state(text, code, [Span(start, start + len(code))]) is placed
