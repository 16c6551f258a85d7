"""Numbers of notes that say of nobody who it is."""

import pytest

from sanitizer.recognize.finders.demographics import Demographics
from sanitizer.recognize.finders.patterns import Patterns
from sanitizer.recognize.finders.works import Works
from sanitizer.text.parse import parse


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("She takes metformin 500 mg twice daily.", []),
        ("Bloods from Monday: CRP 164, HR 96.", []),
        ("He rows on Friday evenings and came last Tuesday.", []),
        ("He came on Tuesday 4 May.", ["Tuesday 4 May"]),
        ("She paid £20 and then £20,000.", ["£20,000"]),
        ("[9:14 AM] hello\n[9:20 AM] hi", []),
        ("09:10 - Caller rang again.", []),
        ("She ran it in 2:34:09.", ["2:34:09"]),
        ("17:52 Call from a neighbour.", []),
        ("Dr Ek was informed and attended 03:40.", []),
        ("Adjourned 10:31–10:45.", []),
        ("Her CRP was 34.", []),
        ("Pulse: HR 112, sats 95.", []),
        ("Please check her lipids in twelve weeks.", []),
        ("They were held for two weeks within three years.", ["two weeks", "three years"]),
        ("Sent: 7 Feb 2024 18:52", ["7 Feb 2024"]),
        ("He was stopped at 11.30 p.m. by two men.", []),
        ("He made eleven appearances for them.", ["eleven appearances"]),
        ("He took 10 to 20 mg, lost 600 ml and cut insulin from 22 to 20 units.", []),
        ("BGL 3.1 mmol/L, 45 dB, eGFR 61 -> 54 -> 49, pulse 62 reg.", []),
        ("Day 33 was clean. He should call 101.", []),
        ("They waited for one hour, half an hour and eleven minutes.", ["eleven minutes"]),
        ("He weighs 82.5 kg, the ulcer is 3.1 cm.", ["82.5 kg"]),
        ("Weight on the 97th centile; he hosted the 81st awards. m. 1st, Ann; 2nd, Eve", ["81st"]),
        ("Allow 10 working days.", ["10 working days"]),
    ],
)
def test_doses_readings_and_times_of_logs_tell_nobody(text: str, kept: list[str]) -> None:
    assert [m.span.of(text) for m in Patterns().find(parse(text))] == kept


def test_a_clock_time_behind_a_name_is_no_part_of_it() -> None:
    text = "Wed 09:58 hello\nAbdi 10:04: what did I miss"
    assert not [m for m in Works().find(parse(text)) if m.span.of(text).endswith("10")]


def test_an_age_in_words_is_read_from_its_tens_on() -> None:
    text = "I turn to the father. Mr Rustam Yusupov is forty-four."
    assert [m.span.of(text) for m in Demographics().find(parse(text)) if m.type == "AGE"] == ["forty-four"]
