"""Titles of persons in a table (`titles.toml`): what each amounts to, and whose sex it tells. The second reading
(`check/words_like_names.py`), splitting of sentences and tables keep lists of their own.

All are in small letters and without their stop.
"""

import tomllib
from pathlib import Path
from typing import Final

_LISTED: Final = tomllib.loads((Path(__file__).parent / "titles.toml").read_text("utf-8"))


def _bare(forms: str) -> frozenset[str]:
    return frozenset(form.removesuffix(".") for form in forms.split())


BEFORE_TITLE: Final = _bare(_LISTED["before"])
"""Words that stand before a title and belong to it."""
CIVIL: Final = _bare(_LISTED["civil"])
"""Forms of address that everybody may have."""
POLITE: Final = _bare(_LISTED["polite"])
"""Titles that only persons bear."""
SEXES: Final = {sex: _bare(forms) for sex, forms in _LISTED["sex"].items()}
NOUNS: Final = {
    form: {"none": "", "own": form}.get(noun, noun)
    for noun, forms in _LISTED["titles"].items()
    for form in sorted(_bare(forms))
}
"""Titles, with the noun that they amount to, "" where there is none."""
TITLES: Final = frozenset(NOUNS)
SHORT_TITLES: Final = frozenset(
    form[:-1] for forms in _LISTED["titles"].values() for form in forms.split() if form.endswith(".")
)
"""Titles that are written short."""
