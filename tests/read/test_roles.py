"""What a text says of its persons: titles and parts in films."""

import pytest

from sanitizer.build import open_knowledge
from sanitizer.read.roles import role_of
from sanitizer.types import Span


def at(text: str) -> tuple[str, Span]:
    """Return a text without its braces, and the span that stood in them."""
    start, end = text.index("{"), text.index("}") - 1
    return text.replace("{", "").replace("}", ""), Span(start, end)


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("represented by {Mr J. Roe}, a lawyer", "man"),
        ("represented by Mrs. {Jane Roe}", "woman"),
        ("before {Judge Roy Bean}", "judge"),
        ("under {King George III}", "monarch"),
        ("under {Queen Anne}", "monarch"),
        ("directed {King Vidor Hale}", ""),
        ("the actor {Justice Smith}", ""),
        ("She starred as {Ellen Ripley} in Alien", "fictional character"),
        ("for her role as the scientist {Ann Bow} in it", "fictional character"),
        ("He played {Hal}.", "fictional character"),
        ("a film directed by {Jane Roe}", "film director"),
        ("directed by Tom Hale and {Jane Roe}", "film director"),
        ("in {Jane Roe}'s thriller Rush", "film director"),
        ("opposite Tom Hale, Ann Bow and {Jane Roe}", "actor"),
        ("He married {Jane Roe} in 1990.", ""),
        ("known as {Jane Roe}", ""),
    ],
)
def test_roles(text: str, role: str) -> None:
    text, span = at(text)
    assert role_of(text, [span], screen=True) == role


def test_parts_are_looked_for_in_texts_about_the_screen_only() -> None:
    text, span = at("He played {Federer} in the final")
    assert role_of(text, [span], screen=False) == ""


def test_a_part_must_be_said_of_most_mentions_a_title_of_one() -> None:
    text = "He played Hal. Hal came. Hal went. Mr Hal slept."
    spans = [Span(10, 13), Span(15, 18), Span(25, 28)]
    assert [span.of(text) for span in spans] == ["Hal"] * 3
    assert role_of(text, spans, screen=True) == ""
    assert role_of(text, [*spans, Span(38, 41)], screen=True) == "man"


def test_every_role_is_known_to_the_knowledge_bases() -> None:
    knowledge = open_knowledge(["default"])
    for role in (
        "man",
        "woman",
        "judge",
        "professor",
        "monarch",
        "member of the clergy",
        "senator",
        "politician",
        "fictional character",
        "film director",
        "actor",
    ):
        assert any(not sense.instance for sense in knowledge.senses(role)), role
