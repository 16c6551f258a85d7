"""Prose in capitals is read as prose is written."""

from hypothesis import given
from hypothesis import strategies as st

from sanitizer.recognize.text_in_capitals import blocks, recased

SHOUTED = (
    "I THEN SPOKE TO THE NEIGHBOR, WENDELL PRUITT, WHO SAID THAT THERE WAS A MARK ON THE SILL. "
    "SHE SAW MARK OTERO."
)


def test_prose_in_capitals_is_told_from_headings() -> None:
    text = f"INCIDENT REPORT\n{SHOUTED}\nCASE OF DREVNIK v. SLOVENIA\nShe said so."
    assert [span.of(text) for span in blocks(text)] == [SHOUTED]


def test_names_keep_their_capital() -> None:
    assert recased(SHOUTED) == (
        "I then spoke to the neighbor, Wendell Pruitt, who said that there was a mark on the sill. She saw Mark Otero."
    )


@given(st.text())
def test_recasing_keeps_the_length(text: str) -> None:
    assert len(recased(text)) == len(text)
    assert recased(text).lower() == text.lower() or not text.isascii()
