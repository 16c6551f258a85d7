"""Paragraphs that an editor has broken into lines."""

import textwrap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitizer.check.report import DocumentReport
from sanitizer.control.log.chain import create
from sanitizer.pipeline import Sanitizer
from sanitizer.review.desk_state import Desk
from sanitizer.review.run_folder import report_of
from sanitizer.text.wrapped_lines import unwrapped
from sanitizer.types import Document

LETTER = (
    "On Monday the committee met with the new treasurer of the club, a Mrs Margaret Okonkwo, who had come with her "
    "son. She told us that the accounts are in good order, and that she will report on them to all members. The "
    "secretary thanked her warmly."
)
HEAD = "Allotment Society\n14 Fern Lane\nYork\n\nDear members,\n\n"


@pytest.mark.parametrize("columns", [60, 66, 72, 78])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_paragraph_becomes_whole_again(columns: int, end: str) -> None:
    lines = textwrap.wrap(LETTER, columns)
    text = HEAD.replace("\n", end) + end.join(lines) + f"{end}{end}Yours{end}T. Hale"
    blanks = " " * len(end)
    assert unwrapped(text) == text.replace(end.join(lines), blanks.join(lines))


@pytest.mark.parametrize(
    "text",
    [
        LETTER,  # one line of a paragraph that nobody broke
        f"{LETTER}\n{LETTER}",
        HEAD,
        "Name: Margaret Okonkwo, treasurer of the Allotment Society of York\nAge: 44\nTown: York",
        "- the committee met with the new treasurer of the club on Monday,\n- she told us of the accounts\n- thanks",
        "the first row of a table    with cells in it      and a third one\nthe second row of it     too      yes",
        "Margaret Okonkwo, treasurer of the Allotment Society for ten years\nSamuel Prior, the secretary of it\n",
        "hey did you hear that the treasurer of the club is ill again lol\nno way who told you that, was it the man "
        "from the bakery\nits all over town, even the vicar mentioned it today",
        "> the committee met with the new treasurer of the club, and she said\n> that the accounts are in order",
    ],
)
def test_lines_of_their_own_stay(text: str) -> None:
    assert unwrapped(text) == text


@given(st.text("ab A.,:-\n\r", max_size=400))
def test_nothing_but_line_breaks_becomes_a_blank(text: str) -> None:
    made = unwrapped(text)
    assert len(made) == len(text)
    assert all(a == b or (a in "\r\n" and b == " ") for a, b in zip(text, made, strict=True))


def test_a_name_on_two_lines_is_one_and_the_rest_keeps_its_lines() -> None:
    text = "\n".join(textwrap.wrap(LETTER, 78))
    assert "Margaret\nOkonkwo" in text
    done = Sanitizer.default().sanitize(text)
    assert [entry.term for entry in done.report.sensitive if entry.entity_class == "PERSON"] == [
        "Mrs Margaret Okonkwo"
    ]
    assert "Margaret" not in done.text and "Okonkwo" not in done.text
    assert done.report.text == text
    assert done.text.splitlines()[-1] == text.splitlines()[-1]


def test_a_decision_about_a_place_names_it_as_it_stands(tmp_path: Path) -> None:
    text = "\n".join(textwrap.wrap(LETTER, 78))
    document, sanitizer = Document("letter", text), Sanitizer.default()
    create(tmp_path / "log", "run")
    desk = Desk([document], sanitizer, [report_of(sanitizer, document)], tmp_path / "log", "ann")
    start = text.index("Margaret\nOkonkwo")
    event = {
        "document": "letter",
        "far": "place",
        "span": [start, start + 16],
        "forms": ["Margaret\nOkonkwo"],
    }
    for act, told in (("keep", {}), ("mark", {"type": "PERSON"})):
        desk.add([{**event, "act": act, **told}], desk.log().head)
        done = desk.standing(0).report
        assert isinstance(done, DocumentReport) and done.text == text
        assert any("Okonkwo" in change.span.of(text) for change in done.changes) == (act == "mark")
