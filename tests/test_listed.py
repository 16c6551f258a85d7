"""Kinds of works from the lists in which they stand."""

import re

import pytest

from sanitizer.defaults import open_knowledge
from sanitizer.listed import SCREEN, kinds_in_lists, shown
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
