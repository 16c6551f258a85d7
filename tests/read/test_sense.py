"""The choice of a sense: the rules one by one, then the golden words with the shipped knowledge bases."""

import json
import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.base import Concept, Sense
from kb.chain import Chain
from kb.defaults import open_default
from kb.taxonomy import ancestors
from sanitizer.choose.meanings import Proposer
from sanitizer.read.described_places import Said
from sanitizer.read.fitting_meanings import of_type
from sanitizer.read.homonyms import Places
from sanitizer.read.senses import MARGIN, NO_SENSE, OTHER_BASE, USUAL, Beside, Nearby, choose_sense, to_weigh
from sanitizer.risk.roll_up import RollUp

CASES = json.loads((Path(__file__).parents[1] / "cases" / "senses.json").read_text(encoding="utf-8"))


def sense(id_: str, entity_class: str, instance: bool, label: str = "", frequency: float = 0.0) -> Sense:
    return Sense(Concept(id_, label or id_.partition(":")[2]), instance, entity_class, frequency)


def nothing(_: Concept) -> float:
    return 0.0


def scored(scores: Mapping[Concept, float], default: float = 0.0) -> Callable[[Concept], float]:
    return lambda concept: scores.get(concept, default)


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
    by_id = {state.concept.id: MARGIN + USUAL + 0.01}  # half as many inhabitants: one bit
    choice = choose_sense([country, state], "LOC", lambda c: by_id.get(c.id, 0.0))
    assert (choice.chosen, choice.rule, choice.runner_up) == (state, "context", country)
    by_id[state.concept.id] = MARGIN + USUAL - 0.01
    choice = choose_sense([country, state], "LOC", lambda c: by_id.get(c.id, 0.0))
    assert (choice.chosen, choice.rule) == (country, "frequency")


def test_a_meaning_that_was_not_weighed_neither_wins_nor_loses() -> None:
    state = sense("geo:US.GA", "LOC", True, "Georgia", 4e6)
    country = sense("geo:GE", "LOC", True, "Georgia", 4e6)
    for unknown in (state, country):
        scores = {s.concept: 9.0 for s in (state, country) if s is not unknown}
        choice = choose_sense([country, state], "LOC", scored(scores, math.nan))
        assert (choice.chosen, choice.rule) == (country, "frequency")


def test_a_document_that_speaks_for_no_meaning_leaves_the_usual_one() -> None:
    bone = sense("wn:patella.n.01", "", False, "patella")
    genus = sense("wn:patella.n.02", "", False, "Patella")
    scores = {bone.concept.id: -3.0, genus.concept.id: -0.1}
    assert choose_sense([bone, genus], "", lambda c: scores[c.id], "").chosen == bone


def test_other_bases_need_more_and_heads_of_names_never_win() -> None:
    word, job = sense("wn:actor.n.01", "DEM", False, "actor"), sense("job:2655", "DEM", False, "actor")
    for extra, chosen in ((0.01, job), (-0.01, word)):
        scores = {job.concept: MARGIN + OTHER_BASE + extra}
        assert choose_sense([word, job], "DEM", scored(scores)).chosen == chosen
    listed, head = sense("geo:US", "LOC", True, "United States", 3e8), sense("head:/US/state/x", "LOC", True)
    assert choose_sense([listed, head], "LOC", lambda c: 9.0 * (c == head.concept)).chosen == listed


def test_only_meanings_that_fit_are_weighed() -> None:
    assert to_weigh([PEOPLE, CITY], "LOC", "Miami") == []
    assert to_weigh([CITY], "LOC", "Miami") == []
    towns = [sense(f"geo:{n}", "LOC", True, "Springfield", 1e6 / n) for n in range(1, 9)]
    assert to_weigh(towns[::-1], "LOC", "Springfield") == towns[::-1][:4]
    million, village = sense("geo:1", "LOC", True, "X", 8e6), sense("geo:2", "LOC", True, "X", 0.0)
    assert to_weigh([million, village], "LOC", "X") == [million]


def test_what_is_recognized_as_an_occupation_is_one() -> None:
    illness, trade = (
        sense("wn:founder.n.01", "DEM", False, "laminitis"),
        sense("wn:founder.n.02", "DEM", False),
    )
    above = {
        illness.concept.id: [Concept("wn:inflammation.n.01", "")],
        trade.concept.id: [Concept("wn:originator.n.01", "")],
        "wn:originator.n.01": [Concept("wn:person.n.01", "person")],
    }

    def kinds(s: Sense) -> list[Concept]:
        return above.get(s.concept.id, [])

    def chosen(occupation: bool | None) -> Sense:
        return choose_sense(
            [illness, trade], "DEM", lambda _: math.nan, "founder", Beside(kinds, occupation)
        ).chosen

    assert chosen(True) == trade
    assert chosen(None) == chosen(False) == illness
    assert (
        choose_sense([trade], "DEM", lambda _: math.nan, "founder", Beside(kinds, False)).chosen is NO_SENSE
    )


def test_hypernyms_are_judged_where_they_are_given() -> None:
    state = sense("geo:US.GA", "LOC", True, "Georgia", 2e6)
    country = sense("geo:GE", "LOC", True, "Georgia", 4e6)
    kinds = {state.concept.id: [Concept("k:state", "")], country.concept.id: [Concept("k:country", "")]}
    choice = choose_sense(
        [country, state],
        "LOC",
        lambda c: 2.0 if c.id == "k:state" else 0.0,
        "Georgia",
        Beside(lambda s: kinds[s.concept.id]),
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
    if entity_class == "PERSON" and choice.chosen is not NO_SENSE:
        assert choice.chosen.entity_class == entity_class
    if entity_class == "DATETIME" and choice.chosen is not NO_SENSE:
        assert choice.chosen.entity_class in ("DATETIME", "QUANTITY")


@pytest.fixture(scope="module")
def knowledge() -> Chain:
    return open_default()


def _nearby(knowledge: Chain, case: Mapping[str, object]) -> Nearby | None:
    """Return what the other places of the sentence decide, where the case names any."""
    word, others = str(case["word"]), case.get("places", [])
    assert isinstance(others, list)
    assert all(other in str(case["text"]) for other in others)
    named = {name: knowledge.senses(name) for name in (word, *others)}
    return partial(Places(knowledge, named).decide, word) if others else None


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
        Beside(lambda s: knowledge.hypernyms(s.concept), nearby=_nearby(knowledge, case)),
    )
    above = {choice.chosen.concept.id, *(a.id for a, _ in ancestors(knowledge, choice.chosen.concept))}
    expected = NO_SENSE.concept.id if case["kind"] == "none" else str(case["kind"])
    assert expected in above, choice
    assert choice.rule == case["rule"]


def test_a_place_is_looked_up_with_what_it_is_said_to_lie_in(knowledge: Chain) -> None:
    proposer = Proposer(knowledge, RollUp(knowledge))

    def first(surface: str, beside: str) -> str:
        senses = proposer.look_up(surface, True, Said(within=((beside,),) if beside else ())).senses
        return knowledge.hypernyms(senses[0].concept)[0].label if senses else ""

    assert first("Springfield", "Illinois") == "city in Illinois"
    assert first("Uthamapalayam", "India") == "place in India"
    # a list: Georgia is not in Armenia
    assert "Armenia" not in first("Georgia", "Armenia")
    assert first("Springfield", "") != "city in Illinois"
    # not the city in England
    assert first("Manchester", "Connecticut") == "place in Connecticut"


def test_an_occupation_is_more_than_a_person(knowledge: Chain) -> None:
    def first(occupation: bool | None) -> str:
        def kinds(s: Sense) -> Sequence[Concept]:
            return knowledge.hypernyms(s.concept)

        choice = choose_sense(
            knowledge.senses("advocate"), "DEM", nothing, "advocate", Beside(kinds, occupation)
        )
        return kinds(choice.chosen)[0].label

    assert first(True) == "lawyer"
    assert first(None) == "person"


def test_an_occupation_of_several_meanings_is_told_by_what_they_share(knowledge: Chain) -> None:
    proposer = Proposer(knowledge, RollUp(knowledge, [], True))

    def told(word: str, occupation: bool | None) -> list[str]:
        proposal = proposer.propose(proposer.look_up(word, False), "DEM", nothing, occupation)
        return [option.label for option in proposal.options]

    assert told("president", None)[0] == "person"  # of a country or of a company
    assert told("president", True)[0] == "worker"  # so much is true of every listed occupation
    assert told("nurse", True)[0] == "health professional"  # a nanny's work is not listed as one
    assert "military officer" not in told("captain", True)
    assert told("surgeon", True)[0] == "doctor"
    assert "laborer" not in told("scorer", True)  # who fells trees is not what it means first


def test_an_occupation_stays_one_whatever_the_document_is_about(knowledge: Chain) -> None:
    def kinds(s: Sense) -> Sequence[Concept]:
        return knowledge.hypernyms(s.concept)

    def families(concept: Concept) -> float:
        return 9.0 if concept.label in ("woman", "keeper") else 0.0  # a text that speaks for the nanny

    senses = knowledge.senses("nurse")
    assert choose_sense(senses, "DEM", families, "nurse", Beside(kinds)).chosen.concept.label == "nanny"
    assert choose_sense(senses, "DEM", families, "nurse", Beside(kinds, True)).chosen.concept.label == "nurse"


def test_the_type_that_was_recognized_leaves_meanings_out(knowledge: Chain) -> None:
    def left(phrase: str, type_: str) -> set[str]:
        senses = of_type(knowledge.senses(phrase), type_, lambda s: knowledge.hypernyms(s.concept))
        return {s.concept.id for s in senses}

    assert left("The Ice Storm", "WORK") == set()  # the title of a work is no storm
    assert left("Annie Hall", "WORK")
    assert not any(i.startswith("head:") for i in left("Annie Hall", "WORK"))  # nor a hall
    assert left("Kurdish", "NORP") == set()  # WordNet knows the language alone
    assert "geo:adj.ES" in left("Spanish", "NORP")
    assert left("Kurdish", "LANGUAGE")
    assert left("Miami", "GPE") == {s.concept.id for s in knowledge.senses("Miami")}


def test_a_thing_is_never_a_person_of_its_name(knowledge: Chain) -> None:
    assert choose_sense(knowledge.senses("Paul"), "MISC", nothing, "Paul").chosen.entity_class != "PERSON"


def test_a_treatment_that_is_recognized_as_an_illness_keeps_its_meaning() -> None:
    therapy = Sense(Concept("wn:radiotherapy.n.01", "radiotherapy"), False, "", 3.0)
    kinds = {
        therapy.concept.id: [Concept("wn:therapy.n.01", "therapy")],
        "wn:therapy.n.01": [Concept("wn:medical_care.n.01", "medical care")],
    }
    choice = choose_sense(
        [therapy],
        "DEM",
        lambda _: math.nan,
        "radiotherapy",
        Beside(lambda s: kinds.get(s.concept.id, []), occupation=False),
    )
    assert choice.chosen == therapy


def test_a_familiar_full_name_needs_less_of_the_document() -> None:
    star = Sense(Concept("ent:1.Ann Bow", "Ann Bow"), True, "PERSON", 9.0)
    bearer = Sense(Concept("given:Ann Bow", "Ann Bow"), True, "PERSON", 0.0)
    weak = 0.1  # below the margin of .33
    chosen = choose_sense(
        [star, bearer], "PERSON", lambda _: weak, "Ann Bow", Beside(familiar=2.0)
    )  # .33 - .2 x 2
    assert (chosen.chosen, chosen.rule) == (star, "only")
    chosen = choose_sense([star, bearer], "PERSON", lambda _: weak, "Ann Bow", Beside(familiar=1.0))
    assert (chosen.chosen, chosen.rule, chosen.runner_up) == (bearer, "given name", star)


def test_a_given_name_speaks_only_of_persons() -> None:
    bearer = Sense(Concept("given:Victoria Station", "Victoria Station"), True, "PERSON", 0.0)
    company = Sense(Concept("ent:2.Aston Martin", "Aston Martin"), True, "ORG", 9.0)
    assert choose_sense([bearer], "PERSON", lambda _: 0.0, "Victoria Station").rule == "given name"
    assert choose_sense([company, bearer], "PERSON", lambda _: 0.0, "Aston Martin").rule == "none fits"
    assert choose_sense([company, bearer], "ORG", lambda _: 0.0, "Aston Martin").chosen == company


def test_a_further_name_of_an_occupation_is_told_by_its_own_head(knowledge: Chain) -> None:
    proposer = Proposer(knowledge, RollUp(knowledge))

    def told(phrase: str) -> list[str]:
        found = proposer.propose(proposer.look_up(phrase, False), "DEM", nothing, True)
        return [option.label for option in found.options]

    assert told("bridge engineer")[0] == "engineer"
    assert not {"inspector", "civil engineering technician"} & set(told("bridge engineer"))
