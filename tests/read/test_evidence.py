"""The cues of a name and of its place, and their sum in bits."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.base import KnowledgeBaseError
from kb.lookup import write_arrays
from sanitizer.read.cues import of_name, of_place
from sanitizer.read.evidence import Evidence, Kind, opened
from sanitizer.types import Span

CITY = Kind("settlement", "LOC", "GPE", "city.n.01")
RIVER = Kind("river", "LOC", "LOC", "stream.n.01")
FILM = Kind("film", "MISC", "WORK", "movie.n.01")


def small() -> Evidence:
    """Three kinds, two cues: "l1=in" gives the city 2 bits, "isa=river" the river 4 and the film -1."""
    return Evidence(
        (CITY, RIVER, FILM),
        np.zeros(3, np.float64),
        {"l1=in": 0, "isa=river": 1},
        np.array([0, 1, 3], np.int32),
        np.array([0, 1, 2], np.uint8),
        np.array([16, 32, -8], np.int8),
    )


def places(text: str, name: str) -> set[str]:
    start = text.index(name)
    return set(of_place(text, start, start + len(name)))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Quern", {"n:last=quern", "n:first=quern", "n:end=rn", "n:end=ern", "n:end=uern", "n:shape=Aa"}),
        (
            "High Court of Quern",
            {"n:last=quern", "n:first=high", "n:mid=court", "n:of=court", "n:shape=Aa Aa a Aa"},
        ),
        ("QRN 5", {"n:last=5", "n:shape=AA 0"}),
    ],
)
def test_the_words_of_a_name_are_cues(name: str, expected: set[str]) -> None:
    assert expected <= set(of_name(name))


def test_the_words_around_a_name_are_cues() -> None:
    found = places("She swam in the Quern, a small river of 1931.", "Quern")
    assert {
        "l1=the",
        "l2=in the",
        "l3=swam in the",
        "r1=,",
        "r2=, a",
        "b=the|,",
        "lw=swam",
        "app=river",
    } <= found
    assert "isa=hill" in places("Quern is a steep hill in the north.", "Quern")
    assert "quoted" in places('They saw "Quern" then.', "Quern")


def test_no_cue_comes_from_another_sentence_or_line() -> None:
    assert "l1=^" in places("He swam. Quern left.", "Quern")
    assert "l1=Aa" not in places("the Mr. Quern left.", "Quern") and "l2=Aa ." in places(
        "saw Mr. Quern", "Quern"
    )
    assert "l1=^" in places("swam in\nQuern left", "Quern")


def test_marks_of_titles_are_no_words() -> None:
    assert "l1=film" in places('They saw the film "Quern" then.', "Quern")


def test_bits_are_summed() -> None:
    evidence = small()
    assert evidence.of_cues(["l1=in", "isa=river", "never=met"]).tolist() == [2.0, 4.0, -1.0]
    assert evidence.of_classes(
        np.array([2.0, 2.0, 1.0], np.float64), ["LOC", "MISC"]
    ).tolist() == pytest.approx([np.log2(0.8), np.log2(0.2)], abs=1e-6)


def test_many_places_count_less_than_their_number() -> None:
    text = "in Quern. in Quern. in Quern. in Quern."
    spans = [Span(at, at + 5) for at in range(3, len(text), 10)]
    one, four = (float(small().of_places(text, s)[0]) for s in (spans[:1], spans))
    assert one == 2.0 and four == pytest.approx(8 / 4**0.25)


@given(st.permutations(["l1=in", "isa=river", "l1=in", "x"]))
def test_the_order_of_cues_never_matters(cues: list[str]) -> None:
    assert small().of_cues(cues).tolist() == [4.0, 4.0, -1.0]


def test_the_weights_that_ship_know_plain_cases() -> None:
    evidence = opened()

    def best(text: str, name: str) -> str:
        start = text.index(name)
        bits = evidence.of(name, evidence.of_places(text, [Span(start, start + len(name))]))
        return evidence.kinds[int(bits.argmax())].name

    assert best("Mr Querny said that he would go home.", "Querny") == "person"
    assert best("She studied law at Querny University.", "Querny University") == "university"
    assert best("They swam across the Querny River at night.", "Querny River") == "river"
    assert best("Querny is a village in the north of the county.", "Querny") == "settlement"


def test_a_damaged_file_is_one_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "cues.npz"
    write_arrays(path, {"cues": np.zeros(0, np.uint8)})
    with pytest.raises(KnowledgeBaseError, match=r"cues\.npz lacks"):
        Evidence.open(path)


def test_what_stands_where_illnesses_do() -> None:
    def bits(text: str, name: str) -> float:
        start = text.index(name)
        return opened().for_illness(opened().of_places(text, [Span(start, start + len(name))]))

    assert bits("He was diagnosed with Quern as a baby.", "Quern") > 3
    assert bits("He was at school with Quern as a baby.", "Quern") < 0
    assert bits("His brother had died of Quern in April.", "Quern") > 3
    assert bits("His brother was the mayor of Quern in April.", "Quern") < 0
