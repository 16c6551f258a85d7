"""Words that are formed from known ones (sanitizer/text/word_formation.py)."""

import pytest

from sanitizer.text.word_formation import known_parts


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("nightdesk", ("night", "desk")),
        ("unbothered", ("bothered",)),
        ("signup", ("sign", "up")),
        ("accomodation", ("accommodation",)),
        ("xqzzt", ()),
        ("kowalczyk", ()),
        ("x" * 61, ()),
    ],
)
def test_known_parts(word: str, parts: tuple[str, ...]) -> None:
    assert known_parts(word, lambda _: False) == parts


def test_a_knowledge_base_may_know_the_parts() -> None:
    assert known_parts("glitching", lambda word: word == "glitch") == ("glitch",)
