"""What a quick look at the word before says cannot be there is not found without that look either."""

from itertools import product

import pytest

from sanitizer.values import quantities, words_beside_dates
from sanitizer.values.scan import find

_LOOKS = {
    words_beside_dates: ("_ENDS_PART", "_ENDS_WEEKDAY", "_ENDS_WHICH", "_ENDS_ORDINAL"),
    quantities: ("_ENDS_CITED", "_ENDS_VITAL"),
}
_EVERY_WORD = ("",)
_BEFORE = (
    "first half of ", "end of the year ", "early ", "Mid-", "late-", "early to mid ", "week of ", "the close of ",
    "Sunday ", "Tues. ", "thurs, ", "fri the ", "the previous ", "following ", "same ", "last ", "next ", "this ",
    "bank holiday ", "the night of ", "the second of ", "twenty-first day of ", "thirtieth ", "third ", "4, 5 and ",
    "the hot ", "BP ", "SpO2: ", "heart rate was ", "PHQ-9 of ", "GAD7=", "resp rate ", "temperature now ", "news2 at ",
    "T is ", "Article ", "§§ ", "pp. ", "nos 4 and ", "rules 4 or ", "Schedule ", "table ", "3, ", "2-", "é ", "ſ",
)  # fmt: skip
_VALUES = (
    "1995", "May 1995", "3 May", "Monday", "summer 1961", "140/90", "36.7", "12", "8 August", "2000s", "Christmas",
)  # fmt: skip


@pytest.mark.parametrize("before", _BEFORE)
def test_finds_the_same_without_the_quick_looks(before: str) -> None:
    texts = [f"On {lead}{before}{value} it was seen." for lead, value in product(("", "the "), _VALUES)]
    quick = list(map(find, texts))
    with pytest.MonkeyPatch.context() as patch:
        for module, names in _LOOKS.items():
            for name in names:
                patch.setattr(module, name, _EVERY_WORD)
        assert list(map(find, texts)) == quick
