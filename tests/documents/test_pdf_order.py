"""Pages of PDFs are read as a person reads them: numbers of notes, lines set apart, what stands below columns."""

from typing import Final

from sanitizer.documents.formats import Fields
from sanitizer.documents.known_formats import format_called
from sanitizer.types import Document
from tests.documents.drawn_files import printed

Line = tuple[int, int, int, str]
_LEFT: Final = [
    "The patient was seen in the ward",
    "and said that she felt much better",
    "than on the day before, and ate.",
]
_RIGHT: Final = [
    "She went home on the next day and",
    "will be seen again in the autumn",
    "by the doctor who saw her here.",
]


def read(*pages: list[Line]) -> list[str]:
    """Return the paragraphs of a PDF."""
    (own,) = format_called("pdf").read(printed(list(pages)), "a", Fields())
    assert isinstance(own, Document)
    return own.text.split("\n\n")


def lines(words: list[str], x: int, top: int, size: int = 10) -> list[Line]:
    return [(x, top - 12 * number, size, text) for number, text in enumerate(words)]


def test_numbers_of_notes_stand_in_their_lines() -> None:
    page = [
        *lines(["The patient was seen by Dr Rose", "and went home"], 72, 700),
        (218, 704, 6, "1"),
        (136, 692, 6, "2"),
    ]
    assert read(page) == ["The patient was seen by Dr Rose 1 and went home 2"]


def test_a_small_sign_beside_nothing_is_a_line_of_its_own() -> None:
    assert read([*lines(_LEFT, 72, 700), (400, 640, 6, "7")])[-1] == "7"


def test_words_that_are_set_apart_to_fill_a_line_are_a_line() -> None:
    apart = [(72, 688, 10, "by"), (121, 688, 10, "some"), (185, 688, 10, "doctors")]
    page = [*lines([_LEFT[0]], 72, 700), *apart, (72, 676, 10, "here.")]
    assert read(page) == [f"{_LEFT[0]} by some doctors here."]


def test_cells_of_a_row_stay_apart() -> None:
    page = [(72, 700, 10, "Name"), (150, 700, 10, "Born"), (72, 688, 10, "Rose"), (150, 688, 10, "1961")]
    assert read(page) == ["Name   Born\nRose   1961"]


def test_a_title_does_not_part_the_lines_below_it() -> None:
    assert read([(72, 740, 24, "A title that is wider than the text"), *lines(_LEFT, 72, 700)])[
        1
    ] == " ".join(_LEFT)


def test_notes_and_tables_below_two_columns_are_read_after_both() -> None:
    notes = [(72, 640, 7, "1 A letter of the ward."), (72, 610, 10, "Date"), (140, 610, 10, "Seen by")]
    page = [*lines(_LEFT, 72, 700), *lines(_RIGHT, 260, 700), *notes]
    assert read(page) == [" ".join(_LEFT), " ".join(_RIGHT), "1 A letter of the ward.", "Date   Seen by"]


def test_the_rest_of_a_long_column_is_read_before_the_next_one() -> None:
    page = [*lines(_LEFT * 2, 72, 700), *lines(_RIGHT, 260, 700)]
    assert read(page) == [" ".join(_LEFT * 2), " ".join(_RIGHT)]


def test_a_sentence_goes_on_at_the_head_of_the_next_column() -> None:
    page = [
        *lines([*_LEFT[:2], "than on the day before, when the"], 72, 700),
        *lines(["ward was full", *_RIGHT], 260, 700),
    ]
    assert "when the ward was full" in read(page)[0]


def test_a_hyphen_stays_where_the_page_has_the_word_with_one() -> None:
    words = [
        "It is a well-known disease of joint-",
        "tissue, and joint-tissue is inflam-",
        "mable here and there, as is known.",
    ]
    assert read(lines(words, 72, 700)) == [
        "It is a well-known disease of joint-tissue, and joint-tissue is inflammable here and there, as is known."
    ]
