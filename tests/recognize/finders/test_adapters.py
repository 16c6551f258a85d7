import pytest

from sanitizer.errors import UsageError
from sanitizer.recognize.entity_types import TYPES, class_word, entity_class, fine_type
from sanitizer.recognize.finders.spans_of_other_tools import brat_lines, from_presidio, from_spans
from sanitizer.types import EntityClass, Mention
from sanitizer.values.safe_harbor import age_to_89, year, zip3


class Result:
    """What Presidio's analyzer returns, as far as it is read."""

    def __init__(self, entity_type: str, start: int, end: int, score: float) -> None:
        self.entity_type, self.start, self.end, self.score = entity_type, start, end, score


def rows(mentions: list[Mention]) -> list[tuple[int, int, str, str]]:
    return [(m.span.start, m.span.end, m.type, m.entity_class.value) for m in mentions]


def test_presidio() -> None:
    results = [
        Result("PHONE_NUMBER", 5, 9, 0.4),
        {"entity_type": "US_SSN", "start": 0, "end": 4, "score": 0.85},
    ]
    assert rows(from_presidio(results)) == [(0, 4, "SSN", "CODE"), (5, 9, "PHONE", "CODE")]


def test_span_lists() -> None:
    spans = [
        {"start": 4, "end": 8, "label": "medical condition", "score": 1.2},
        {"start": 0, "end": 3, "entity_group": "PER"},
    ]
    assert rows(from_spans(spans)) == [(0, 3, "PERSON", "PERSON"), (4, 8, "DISEASE", "DEM")]


def test_brat() -> None:
    text = "T1\tOrganization 0 4;6 9\tAcme Ltd\nR1\tWorks Arg1:T1 Arg2:T2\nT2\tPerson 10 13\tAnn\n"
    assert list(brat_lines(text)) == [
        ("Organization", [(0, 4), (6, 9)], "Acme Ltd"),
        ("Person", [(10, 13)], "Ann"),
    ]
    with pytest.raises(UsageError, match="line 2"):
        list(brat_lines("T1\tPerson 0 3\tAnn\nT2\tPerson x y\tAnn"))


@pytest.mark.parametrize(
    ("label", "fine", "class_"),
    [
        ("PER", "PERSON", "PERSON"),
        ("EMAIL_ADDRESS", "EMAIL", "CODE"),
        ("work-of-art", "WORK", "MISC"),
        ("DATETIME", "DATE", "DATETIME"),
        ("norp", "NORP", "DEM"),
        ("US_BANK_ROUTING_MICR", "ROUTING", "CODE"),
        ("never heard of", "NEVER_HEARD_OF", "MISC"),
    ],
)
def test_labels(label: str, fine: str, class_: str) -> None:
    assert (fine_type(label), entity_class(label).value) == (fine, class_)


def test_every_type_has_a_word_and_every_class_a_type() -> None:
    assert all(class_word(t) == word and word for t, (_, word) in TYPES.items())
    assert {c for c, _ in TYPES.values()} == set(EntityClass)


@pytest.mark.parametrize(
    ("function", "value", "told"),
    [
        (year, "31 May 1991", "1991"),
        (year, "1991", "1991"),
        (year, "May 1991 to June 1992", "1991 to 1992"),
        (year, "3 March", "date"),
        (age_to_89, "36 years old", "36 years old"),
        (age_to_89, "92", "90 or older"),
        (age_to_89, "in his nineties", "90 or older"),
        (zip3, "94110-1234", "941**"),
        (zip3, "03601", "000**"),
        (zip3, "SW1A 1AA", "postcode"),
    ],
)
def test_what_may_be_told(function: object, value: str, told: str) -> None:
    assert function(value) == told  # type: ignore[operator]
