"""Titles by what stands around them, and common attributes that the first pass leaves to the risk."""

from collections.abc import Sequence

import pytest
import spacy

from sanitizer import Sanitizer
from sanitizer.control.apply_rules import first_pass
from sanitizer.control.profiles import read_profile
from sanitizer.control.rules import Control
from sanitizer.read.name_matching import spread
from sanitizer.recognize.common_attributes import CommonAttributes
from sanitizer.recognize.finders.works import Works
from sanitizer.recognize.spans.merge import merge
from sanitizer.settings import Settings, Strategy
from sanitizer.text.parse import parse
from sanitizer.types import EntityClass, Mention, Span

NLP = spacy.blank("en")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "She starred in the films George Wallace (1997) and Gia (1998).",
            [("George Wallace", "WORK"), ("Gia", "WORK")],
        ),
        (
            "He appears in the series as Walt Quern in Breaking Slow (2008–2013).",
            [("Walt Quern", "PERSON"), ("Breaking Slow", "WORK")],
        ),
        (
            "Her novels include Quernstone, Blue Mill and The Long Weir.",
            [("Quernstone", "WORK"), ("Blue Mill and The Long Weir", "WORK")],
        ),
        # a life is longer than a series
        ("The film was seen by Bo Quernby (1931–1999).", [("Bo Quernby", "MISC")]),
        ("The comedy followed him from In Quern Color to the stage.", [("In Quern Color", "MISC")]),
    ],
)
def test_titles_show_by_what_stands_around_them(text: str, expected: list[tuple[str, str]]) -> None:
    found = [(m.span.of(text), m.type) for m in Works().find(NLP(text))]
    assert [f for f in found if f in expected] == expected


def test_a_released_title_is_surer_than_a_model() -> None:
    text = "He played in the film Anna Berg (1997)."
    title = next(m for m in Works().find(NLP(text)) if m.type == "WORK")
    assert title.span.of(text) == "Anna Berg" and title.score == 1.0


def test_an_award_is_no_person_whatever_a_model_says() -> None:
    text = "He was given the Jean Quern Award."
    award = next(m for m in Works().find(NLP(text)))
    person = Mention(award.span, "PERSON", EntityClass.PERSON, "model", 0.99)
    assert award.span.of(text) == "Jean Quern Award"
    assert [m.type for m in merge([person, award])] == ["AWARD"]


def test_a_name_of_unknown_kind_takes_the_kind_of_another_mention() -> None:
    text = "Ann Quern came. Quern's car. Blue Mill."
    person = Mention(Span(0, 9), "PERSON", EntityClass.PERSON, "model")
    unknown = [Mention(Span(16, 23), "MISC", EntityClass.MISC, "works", 0.5),
               Mention(Span(29, 38), "MISC", EntityClass.MISC, "works", 0.5)]  # fmt: skip
    assert [(m.span.of(text), m.type) for m in spread(text, [person, *unknown])] == [
        ("Ann Quern", "PERSON"),
        ("Quern's", "PERSON"),
        ("Blue Mill", "GPE"),
    ]


def test_a_person_in_capitals_is_sensitive_elsewhere_too() -> None:
    text = "GARNET DE LA HUNT led. Then de la Hunt left the hunt. WHO is he? Who knows."
    person = Mention(Span(0, 17), "PERSON", EntityClass.PERSON, "t")
    body = Mention(Span(54, 57), "ORG", EntityClass.ORG, "t")
    assert [m.span.of(text) for m in spread(text, [person, body])] == [
        "GARNET DE LA HUNT",
        "de la Hunt",
        "WHO",
    ]


def test_several_words_are_sensitive_in_any_case_one_word_in_its_own() -> None:
    text = "The Women's Doubles. Later women's doubles, WOMEN'S DOUBLES. Brown saw brown."
    found = [
        Mention(Span(4, 19), "MISC", EntityClass.MISC, "t"),
        Mention(Span(61, 66), "PERSON", EntityClass.PERSON, "t"),
    ]
    assert [m.span.of(text) for m in spread(text, found)] == [
        "Women's Doubles", "women's doubles", "WOMEN'S DOUBLES", "Brown",
    ]  # fmt: skip


BITS = {"actress": 4.0, "American": 2.0, "luthier": 11.0, "Latvian": float("nan")}


def tells(phrases: Sequence[str]) -> list[float]:
    return [BITS[phrase] for phrase in phrases]


def test_common_attributes_are_told_by_their_information() -> None:
    text = "actress luthier American Latvian"
    doc = spacy.blank("en")(text)
    kinds = ["JOB", "JOB", "NORP", "NORP"]
    spans = [Span(0, 7), Span(8, 15), Span(16, 24), Span(25, 32)]
    mentions = [Mention(s, k, EntityClass.DEM, "t") for s, k in zip(spans, kinds, strict=True)]
    some_name = Mention(Span(16, 24), "MISC", EntityClass.MISC, "works")
    assert some_name in CommonAttributes(tells, 6.0).among(doc, [*mentions, some_name])
    assert some_name not in CommonAttributes(tells, 1.0).among(doc, [*mentions, some_name])
    left = CommonAttributes(tells, 6.0).among(doc, mentions)
    assert {m.span.of(text) for m in left} == {"actress", "American"}
    assert CommonAttributes(tells, 0.0).among(doc, mentions) == frozenset()
    assert {m.span.of(text) for m in CommonAttributes(tells, 6.0, ["JOB"]).among(doc, mentions)} == {
        "actress"
    }


PASSING = {
    "nurse": 6.5,
    "interpreter": 7.5,
    "farrier": 11.0,
    "manager": 4.5,
    "Consultant": 6.5,
    "line manager": float("nan"),
    "fever": 7.0,
    "lupus": 8.0,
    "ground crew": 9.0,
    "writer of crime novels": 11.0,
}


@pytest.mark.parametrize(
    ("text", "kind", "words", "left"),
    [
        ("The nurse rang me.", "JOB", "nurse", True),
        ("She spoke through an interpreter.", "JOB", "interpreter", True),
        ("She is a nurse.", "JOB", "nurse", False),
        ("She worked as an interpreter.", "JOB", "interpreter", False),
        ("Ann Ek, a nurse, lives there.", "JOB", "nurse", False),
        ("Occupation: nurse", "JOB", "nurse", False),
        ("The line manager rang me.", "JOB", "line manager", True),  # uncounted: by its last word
        ("Yours sincerely,\n\nDr Bo Ek\nConsultant Geneticist\n", "JOB", "Consultant", True),
        ("The farrier rang me.", "JOB", "farrier", False),  # few are
        # the last word of an occupation is no word for a person
        ("He is ground crew.", "JOB", "ground crew", False),
        ("She was a writer of crime novels.", "JOB", "writer of crime novels", False),
        ("He had a fever.", "DISEASE", "fever", True),
        ("He had lupus.", "DISEASE", "lupus", False),
    ],
)
def test_who_comes_in_by_trade_and_what_is_felt_is_common(
    text: str, kind: str, words: str, left: bool
) -> None:
    sanitizer, doc = Sanitizer.default(), parse(text)
    start = text.index(words)
    mention = Mention(Span(start, start + len(words)), kind, EntityClass.DEM, "t")
    common = CommonAttributes(lambda phrases: [PASSING[p] + 0.5 for p in phrases], 5.0)
    with sanitizer.known.in_use():
        assert (mention in common.among(doc, [mention])) is left


@pytest.mark.parametrize(
    ("control", "strategy", "left"),
    [
        (Control(), Strategy.S5, True),
        (Control(), Strategy.S2, False),  # no risk is looked at
        (Control(common=0), Strategy.S5, False),
        (Control(thresholds={"DEM": 0.5}), Strategy.S5, False),  # asked for by name
        (read_profile("everything"), Strategy.S5, False),
    ],
)
def test_who_is_american_is_weighed_and_not_masked_outright(
    control: Control, strategy: Strategy, left: bool
) -> None:
    sanitizer = Sanitizer.default(Settings(strategy=strategy))
    doc = parse("Ann Quernby is an American cardiologist.")
    found = first_pass(control, doc, sanitizer.recognizers)
    assert "American" in [m.span.of(doc.text) for m in found]
    sanitizer = sanitizer.with_(control=control)
    kept = first_pass(control, doc, sanitizer.recognizers, sanitizer.common_attributes())
    assert ("American" not in [m.span.of(doc.text) for m in kept]) is left
    assert "cardiologist" in [m.span.of(doc.text) for m in kept]
