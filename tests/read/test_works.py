"""Kinds of works from the lists in which they stand, and from what is done in them."""

import re

import pytest

from sanitizer.build import open_knowledge
from sanitizer.read.works import (
    SCREEN,
    is_about_the_screen,
    is_award,
    is_shown,
    kinds_in_lists,
    mostly_shown,
    read_or_heard,
    shown,
)
from sanitizer.types import Span


def kinds(text: str, **known: str) -> list[str]:
    """`known` kinds of the works A, B, C ... of a text that names them by their letters."""
    works = []
    for match in re.finditer(r"\b[B-Z]\b", text):
        works.append(([Span(*match.span())], known.get(match.group(), "")))
    return kinds_in_lists(text, works)


@pytest.mark.parametrize(
    ("text", "known", "expected"),
    [
        ("films B (1994), C (1995), and the D (1996).", {"B": "movie"}, ["movie"] * 3),
        ("in “B” and “C”", {"C": "novel"}, ["novel"] * 2),
        (
            "B (1990), C (1991) and D",
            {"B": "movie", "D": "television program"},
            ["movie", SCREEN, "television program"],
        ),
        (
            "B, C and D",
            {"B": "movie", "D": "novel"},
            ["movie", "", "novel"],
        ),  # a list of all sorts tells nothing
        ("B (1990). C (1991)", {"B": "movie"}, ["movie", ""]),  # no list
        ("B (1990) made him rich, C did not", {"B": "movie"}, ["movie", ""]),
    ],
)
def test_kinds_in_lists(text: str, known: dict[str, str], expected: list[str]) -> None:
    assert kinds(text, **known) == expected


def test_a_work_in_two_lists_takes_what_the_first_tells() -> None:
    text = "B and C. Later C and D."
    spans = [[Span(0, 1)], [Span(6, 7), Span(15, 16)], [Span(21, 22)]]
    assert kinds_in_lists(text, list(zip(spans, ["movie", "", ""], strict=True))) == ["movie", "movie", ""]


def test_what_is_shown() -> None:
    knowledge = open_knowledge(["default"])
    assert shown(knowledge, knowledge.senses("Batman Forever")) == SCREEN
    assert shown(knowledge, knowledge.senses("Horton Hears a Who!")) == ""
    assert shown(knowledge, ()) == ""


def at(text: str) -> tuple[str, list[Span]]:
    """Return a text without its braces, and the span that stood in them."""
    start, end = text.index("{"), text.index("}") - 1
    return text.replace("{", "").replace("}", ""), [Span(start, end)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He starred in {Rush}.", True),
        ("her role in the comedy {Rush}", True),
        ("Later came {Rush}.", False),
        ("He starred in Rush, winning the {Golden Globe}", False),
        ("He starred on Broadway in {Rush} (1991)", False),
        ("She starred once. The novel {Rush} (1991) sold well.", False),
        ("Her stage debut came in {Rush}", False),
        ("plays produced for television, including the {Fringe}", False),
        ("won an Emmy for her performance in {Rush}", True),
    ],
)
def test_titles_that_are_shown(text: str, expected: bool) -> None:
    text, spans = at(text)
    assert is_shown(text, spans) is expected


def test_what_somebody_acts_in_is_not_the_book() -> None:
    for text, starred in (
        ("He starred in {Rush}", True),
        ("the thriller {Rush}", False),
        ("{Rush} (1991)", False),
    ):
        plain, spans = at(text)
        assert is_shown(plain, spans, starred=True) is starred
    knowledge = open_knowledge(["default"])
    assert read_or_heard(knowledge, knowledge.senses("A Christmas Carol"))
    assert not read_or_heard(knowledge, knowledge.senses("Batman Forever"))
    assert not read_or_heard(knowledge, ())


def test_where_nearly_all_works_are_shown_the_others_likely_are() -> None:
    assert mostly_shown(["movie", "movie", SCREEN, "", "television program", "movie", "novel"])  # 5 of 6
    assert not mostly_shown(["movie", "movie", "movie"])  # too few
    assert not mostly_shown(["movie", "movie", SCREEN, "novel"])
    text, spans = at("Later came {Rush} (1991).")
    assert is_shown(text, spans, dated=True)
    assert not is_shown(text, spans)
    text, spans = at("- {Rush}")
    assert is_shown(text, spans, likely=True)
    assert not is_shown(text, spans)


def test_about_the_screen() -> None:
    assert is_about_the_screen("An actor, she starred in films and had a role in a series.")
    assert not is_about_the_screen("He saw a film about the series of floods.")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("won the {Super Bowl}", False),
        ("the award for {Best Actor}", True),
    ],
)
def test_awards(text: str, expected: bool) -> None:
    text, spans = at(text)
    assert is_award(text, spans) is expected
