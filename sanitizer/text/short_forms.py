"""Words that are written short and keep their stop: what they stand before (titles: `titles.py`).

The list (`short_forms.toml`) has those that are written often; behind the others a stop ends no sentence where no word
of English and no name ends in their letters ("Coxn.") and a name of a person stands behind it.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from sanitizer.text import lexicon

_LISTED: Final = tomllib.loads((Path(__file__).parent / "short_forms.toml").read_text("utf-8"))
_LONGEST: Final = 6
"""Letters of a word that is written short, at most."""
_ENDING: Final = 2
"""Letters of the ending that tells it."""


def _bare(forms: str) -> frozenset[str]:
    return frozenset(form.removesuffix(".") for form in forms.split())


DOSES: Final = _bare(_LISTED["before"]["doses"])
"""Forms of medicines, without their stop."""
BEFORE_NUMBER: Final = _bare(_LISTED["before"]["numbers"])
"""Words whose stop ends no sentence before a number, a bracket or a word in small letters."""
BEFORE_ANYTHING: Final = _bare(_LISTED["before"]["anything"])
"""Words whose stop never ends a sentence."""


def is_written_short(word: str) -> bool:
    """Return whether a word with a capital is surely written short: no word of English and no known name ends like
    it."""
    low = word.lower()
    if not (_ENDING <= len(low) <= _LONGEST and word.istitle() and low.isascii() and low.isalpha()):
        return False
    return low[-_ENDING:] not in _endings()


@cache
def _endings() -> frozenset[str]:
    """Return the last letters of words and names."""
    known = (*lexicon.frequent_words(), *lexicon.given_names(), *lexicon.surnames())
    return frozenset(word.lower()[-_ENDING:] for word in known)
