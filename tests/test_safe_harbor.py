# ruff: noqa: E501 (a table reads best on long lines)
"""The 18 kinds of identifiers of HIPAA's safe harbor (45 CFR 164.514(b)(2)), thirty variants each, through the whole
product: what stands in double brackets must not stand in the output."""

import json
import re
from pathlib import Path

import pytest

from sanitizer.control.profiles import read_profile
from sanitizer.pipeline import Sanitizer
from sanitizer.text.fold import words

CASES: dict[str, list[str]] = json.loads(
    (Path(__file__).parent / "cases" / "safe_harbor.json").read_text(encoding="utf-8")
)
SECRET = re.compile(r"\[\[(.+?)\]\]")
WORD = re.compile(r"[^\W_]+")
PLAIN = words(
    "street lane road rise hospital infirmary general medical center centre school elementary ward mill avenue county town close "
    "flat unit suite apt birthday year years old his her the box rue house day time january scan image photo face file left wound "
    "example dot one hundred and two inst patients notes home index member order live img front portrait chest"
)  # fmt: skip
"""Words of the variants that name nobody."""
MISSED: dict[str, set[str]] = {
    "vehicles": {"The driver of [[WN 44 120]] fled; plate unknown to her."},
    "photographs": {"Photo album no. [[A-22]]"},
}
"""What is known to be left; a test fails as soon as one of them is mended, so that it is taken off."""


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer.default(control=read_profile("safe-harbor"))


def left(case: str, published: str) -> list[str]:
    """Return the pieces of the secrets of a case that stand in what is published: all of one, a word of four
    letters, a group of three digits or letters with digits."""
    around = set(WORD.findall(SECRET.sub(" ", case)))
    standing = set(WORD.findall(published)) - around
    found = []
    for match in SECRET.finditer(case):
        secret = match[1].strip()
        if re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", published):
            found.append(secret)
        found += [
            piece
            for piece in WORD.findall(secret)
            if piece in standing
            and piece.lower() not in PLAIN
            and len(piece) >= (3 if any(map(str.isdecimal, piece)) else 4)
        ]
    return found


def test_every_variant_marks_its_secret() -> None:
    assert all(SECRET.search(case) for cases in CASES.values() for case in cases)


@pytest.mark.parametrize("kind", CASES)
def test_nothing_of_an_identifier_is_left(sanitizer: Sanitizer, kind: str) -> None:
    missed = {}
    for case in CASES[kind]:
        published = sanitizer.sanitize(SECRET.sub(lambda m: m[1], case)).text
        if pieces := left(case, published):
            missed[case] = (pieces, published)
    assert set(missed) == MISSED.get(kind, set()), missed


@pytest.mark.parametrize(
    "text",
    [
        "BP 140/90 and HR 88 were normal.",
        "She took 10 mg twice a day.",
        "The clinic is on the 2nd floor.",
        "He scored 12 points and took 1/2 tablet.",
        "Type 2 diabetes, stage 3, grade 2.",
        "The patient is 89 years old.",
        "She weighs 72 kg.",
        "The pH was 7.35.",
        "Take vitamin B12 and omega-3.",
    ],
)
def test_what_is_no_identifier_stays(sanitizer: Sanitizer, text: str) -> None:
    assert sanitizer.sanitize(text).text == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("She was born in 1921 and seen in 2019.", False),
        ("DOB: 14/03/1921. Seen on 2 May 2019.", False),
        ("She was born in 1921.", False),
        ("She was born in 1961 and seen in 2019.", True),
        ("She was born in 1921 and died in 1999.", True),
    ],
)
def test_a_year_of_birth_that_tells_an_age_over_89_goes(sanitizer: Sanitizer, text: str, told: bool) -> None:
    year = "1961" if "1961" in text else "1921"
    assert (year in sanitizer.sanitize(text).text) == told
