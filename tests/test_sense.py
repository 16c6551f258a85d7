"""The choice of a sense: the rules one by one, then the golden words with the shipped knowledge bases."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.base import Concept, Sense
from kb.chain import Chain
from kb.defaults import open_default
from kb.taxonomy import ancestors
from sanitizer.sense import MARGIN, NO_SENSE, choose_sense

CASES = json.loads((Path(__file__).parent / "cases" / "senses.json").read_text(encoding="utf-8"))


def sense(id_: str, entity_class: str, instance: bool, label: str = "", frequency: float = 0.0) -> Sense:
    return Sense(Concept(id_, label or id_.partition(":")[2]), instance, entity_class, frequency)


def nothing(_: Concept) -> float:
    return 0.0


PEOPLE = sense("wn:miami.n.01", "DEM", False, "Miami")
CITY = sense("geo:4164138", "LOC", True, "Miami", 441_003.0)
BIRD = sense("wn:turkey.n.01", "", False, "turkey")
COUNTRY = sense("geo:TR", "LOC", True, "Turkey", 77e6)


def test_a_place_is_never_a_people() -> None:
    choice = choose_sense([PEOPLE, CITY], "LOC", nothing)
    assert (choice.chosen, choice.rule, choice.runner_up) == (CITY, "class", PEOPLE)


def test_the_class_goes_before_the_document() -> None:
    assert choose_sense([PEOPLE, CITY], "LOC", lambda c: 9.0 if c == PEOPLE.concept else 0.0).chosen == CITY


def test_a_person_is_no_country() -> None:
    choice = choose_sense([COUNTRY], "PERSON", nothing)
    assert (choice.chosen, choice.rule, choice.runner_up) == (NO_SENSE, "none fits", COUNTRY)


def test_one_sense_is_the_only_one() -> None:
    assert choose_sense([CITY], "LOC", nothing).rule == "only"
    assert choose_sense([CITY], "LOC", nothing).runner_up is None


def test_spelling_tells_names_from_common_nouns() -> None:
    assert choose_sense([BIRD, COUNTRY], "", nothing, "turkey").chosen == BIRD
    assert choose_sense([BIRD, COUNTRY], "", nothing, "Turkey").chosen == COUNTRY
    assert choose_sense([BIRD, COUNTRY], "", nothing, "Turkey").rule == "spelling"


def test_the_document_decides_when_it_is_clear() -> None:
    state = sense("geo:US.GA", "LOC", True, "Georgia", 2e6)
    country = sense("geo:GE", "LOC", True, "Georgia", 4e6)
    by_id = {state.concept.id: MARGIN}
    choice = choose_sense([country, state], "LOC", lambda c: by_id.get(c.id, 0.0))
    assert (choice.chosen, choice.rule, choice.runner_up) == (state, "context", country)
    by_id[state.concept.id] = MARGIN - 0.01
    choice = choose_sense([country, state], "LOC", lambda c: by_id.get(c.id, 0.0))
    assert (choice.chosen, choice.rule) == (country, "frequency")


def test_hypernyms_are_judged_where_they_are_given() -> None:
    state = sense("geo:US.GA", "LOC", True, "Georgia", 2e6)
    country = sense("geo:GE", "LOC", True, "Georgia", 4e6)
    kinds = {state.concept.id: [Concept("k:state", "")], country.concept.id: [Concept("k:country", "")]}
    choice = choose_sense(
        [country, state],
        "LOC",
        lambda c: 2.0 if c.id == "k:state" else 0.0,
        "Georgia",
        lambda s: kinds[s.concept.id],
    )
    assert choice.chosen == state


def test_a_small_homonymous_town_does_not_hide_what_others_know() -> None:
    town = sense("geo:1", "LOC", True, "Cornwall", 48_000.0)
    county = sense("wn:cornwall.n.01", "LOC", True, "Cornwall")
    assert choose_sense([county, town], "LOC", nothing).chosen == county
    large = sense("geo:2", "LOC", True, "Cornwall", 480_000.0)
    assert choose_sense([county, large], "LOC", nothing).chosen == large


def test_no_senses_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one sense"):
        choose_sense([], "LOC", nothing)


CLASSES = ["", "PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC"]
SENSES = st.lists(
    st.builds(
        sense,
        st.sampled_from(["wn:a.n.01", "wn:b.n.01", "geo:1", "ent:2.X", "head:/x", "cal:1"]),
        st.sampled_from(CLASSES),
        st.booleans(),
        st.sampled_from(["X", "x"]),
        st.floats(0, 1e7),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda s: s.concept.id,
)


@given(SENSES, st.sampled_from(CLASSES), st.sampled_from(["", "x", "X"]))
def test_the_choice_is_one_of_the_senses_and_not_its_own_runner_up(
    senses: Sequence[Sense], entity_class: str, phrase: str
) -> None:
    choice = choose_sense(senses, entity_class, nothing, phrase)
    assert choice.chosen in senses or choice.chosen is NO_SENSE
    assert choice.runner_up != choice.chosen
    assert choice.runner_up is None or choice.runner_up in senses
    if entity_class in ("PERSON", "DATETIME") and choice.chosen is not NO_SENSE:
        assert choice.chosen.entity_class == entity_class


@pytest.fixture(scope="module")
def knowledge() -> Chain:
    return open_default()


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c['word']}-{c['class'] or 'word'}-{c['kind']}")
def test_golden_words(knowledge: Chain, case: dict[str, object]) -> None:
    word, scores = str(case["word"]), case.get("context", {})
    assert f"{{{word}}}" in str(case["text"])
    assert isinstance(scores, dict)
    choice = choose_sense(
        knowledge.senses(word),
        str(case["class"]),
        lambda c: float(scores.get(c.id, 0.0)),
        word,
        lambda s: knowledge.hypernyms(s.concept),
    )
    above = {choice.chosen.concept.id, *(a.id for a, _ in ancestors(knowledge, choice.chosen.concept))}
    expected = NO_SENSE.concept.id if case["kind"] == "none" else str(case["kind"])
    assert expected in above, choice
    assert choice.rule == case["rule"]


def test_golden_words_are_many_and_each_in_two_contexts() -> None:
    seen = Counter(str(c["word"]).lower() for c in CASES)
    assert {"georgia", "jordan", "washington", "apple", "virgin", "mercury", "turkey"} <= seen.keys()
    assert sum(n >= 2 for n in seen.values()) >= 47
