"""Attacks on releases, against cases worked by hand."""

import pytest

from sanitizer.relational.attack.earlier_releases import covers, intersected
from sanitizer.relational.attack.homogeneity import homogeneous, minimal
from sanitizer.relational.attack.texts import by_texts, linked
from sanitizer.relational.definition.definition import Attribute, Kind, Model, Role

AGE = Attribute("age", Role.QUASI, Kind.NUMBER)
DAY = Attribute("day", Role.QUASI, Kind.DATE)
TOWN = Attribute("town", Role.QUASI, Kind.CATEGORY)


@pytest.mark.parametrize(
    ("attribute", "label", "value", "fits"),
    [
        (AGE, "[30-39]", "34", True),
        (AGE, "[30-39]", "40", False),
        (AGE, "34", "34.0", True),
        (AGE, "*", "34", True),
        (AGE, None, None, True),
        (AGE, "[30-39]", None, False),
        (DAY, "2004", "2004-05-14", True),
        (DAY, "2004-06", "2004-05-14", False),
        (DAY, "[2001-2004]", "2004-05-14", True),
        (DAY, "[2001-2003]", "2004-05-14", False),
        (TOWN, "(Lyon,Paris)", "Paris", True),
        (TOWN, "(Lyon,Paris)", "Rome", False),
        (TOWN, "57***", "57072", True),
        (TOWN, "58***", "57072", False),
    ],
)
def test_what_a_released_cell_may_stand_for(
    attribute: Attribute, label: str | None, value: str | None, fits: bool
) -> None:
    assert covers(attribute, label, value) is fits


def test_two_releases_that_cut_at_other_places_isolate() -> None:
    ages = ["20", "21", "30", "31"]
    before = {"age": ["[20-20]", "[21-30]", "[21-30]", "[31-31]"]}
    attack = intersected([AGE], {"age": ages}, [0, 0, 1, 1], before, 2, {})
    assert (attack.found, attack.tried) == (4, 4)  # 20 and 31 were alone, 21 and 30 are now apart
    assert attack.above
    same = {"age": ["[20-21]", "[20-21]", "[30-31]", "[30-31]"]}
    assert not intersected([AGE], {"age": ages}, [0, 0, 1, 1], same, 2, {}).found


def test_what_classes_share() -> None:
    assert homogeneous("ill", [0, 0, 1, 1], ["flu", "flu", "flu", "cold"]).found == 2
    assert homogeneous("ill", [0, 0], [None, None]).found == 0
    model = Model("l-diversity", attribute="ill", l=2)
    assert minimal(model, [0, 0, 1, 1, 1], ["flu", "cold", "flu", "cold", "burn"]).found == 2


def test_texts_are_linked_by_the_words_that_stay() -> None:
    known = {0: "a red bicycle and a violin", 1: "a green canoe and a trumpet", 2: "swimming"}
    assert linked({0: "owns a bicycle", 1: "plays the trumpet"}, known.items()) == 2
    assert linked({2: "nothing of it"}, known.items()) == pytest.approx(1 / 3)
    both = by_texts({0: ["red bicycle"], 1: ["green canoe"]}, {0: [known[0]], 1: [known[1]]}, 5)
    assert [a.share for a in both] == [1.0]
    assert both[0].above
