"""Titles of persons in a table (`titles.toml`): what each amounts to, and whose sex it tells. What checks a result by
code of its own (`check/words_like_names.py`, `relational/verify/`) keeps lists of its own.

All but :data:`ROLES` are in small letters, all without their stop.
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
NO_END: Final = _bare(_LISTED["stops"])
"""Titles whose stop ends no sentence, whatever stands behind."""
BESIDE_NAMES: Final = _bare(_LISTED["cells"])
"""Words beside names in cells of tables that are nobody's name."""
IN_CELLS: Final = BESIDE_NAMES | _bare(_LISTED["own_cell"])
"""The same, with those that are no part of the name in their own cell, but may be another's."""
ROLES: Final = {title: role for role, titles in _LISTED["roles"].items() for title in titles.split()}
"""What titles say, by the phrase that knowledge bases have for it."""
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
