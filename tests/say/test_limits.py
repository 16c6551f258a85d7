"""Amounts that the words before them limit: what is said follows from what was (sanitizer/say/limits.py)."""

import re

import pytest

from sanitizer import Sanitizer

CASES = [
    ("Mr Ek can walk no more than 40 metres before he stops.", "no more than 100 metres"),
    ("Mrs Lund could not stand for longer than nineteen minutes.", "longer than 20 minutes"),
    ("Mr Ek served for over thirty-two years.", "for over ten years"),
    ("Mr Ek sees up to thirty patients a day.", "sees a limited number of patients a day."),
    ("Mr Ek ran the shop in Leeds for nearly half a century.", "for more than"),
    ("Mr and Mrs Lund waited almost two decades for the permit.", "waited more than a decade for"),
    ("Mr Ek had lived there for more than half a century.", "for more than ten years."),
    ("Mr Leary's tenancy may not be ended before 1 June 2024.", "not be ended before 2024."),
    ("Mrs Duarte must pay by 30 September 2023.", "must pay by the end of 2023."),
    ("Ann Bell's rent rose by nearly 9%.", "by up to 10%."),
    ("Attendance of Ann Bell fell from 96% to 71%.", "from more than 90% to more than 70%."),
]


@pytest.mark.parametrize(("text", "said"), CASES)
def test_amounts_under_a_limit_stay_true(text: str, said: str) -> None:
    assert said in Sanitizer.default().sanitize(text).text


@pytest.mark.parametrize("governor", ["no more than", "up to", "less than", "at most"])
@pytest.mark.parametrize("number", [13, 41, 96, 250, 731])
def test_a_limit_from_above_is_never_lowered(governor: str, number: int) -> None:
    """Whoever has at most so many has at most more."""
    told = Sanitizer.default().sanitize(f"Mr Ola Ek owns {governor} {number} horses.").text
    numbers = re.findall(r"[\d,]+", told)
    assert all(int(n.replace(",", "")) >= number for n in numbers)
    assert numbers or "a limited number of horses" in told
    assert not re.search(r"more than|at least|over", told.replace("no more than", ""))


@pytest.mark.parametrize("governor", ["more than", "at least", "over", "not less than"])
@pytest.mark.parametrize("number", [130, 410, 960, 2500])
def test_a_limit_from_below_is_never_raised(governor: str, number: int) -> None:
    """Whoever has at least so many has at least fewer."""
    told = Sanitizer.default().sanitize(f"Mr Ola Ek owns {governor} {number} horses.").text
    assert all(int(n.replace(",", "")) <= number for n in re.findall(r"[\d,]+", told))
    assert not re.search(r"up to|less than|at most", told)
