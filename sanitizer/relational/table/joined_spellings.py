"""Join the spellings of a column that may be one person's, whatever the order in which they come."""

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sanitizer.relational.table.spellings import (
    Change,
    Form,
    has_initials,
    looks_of,
    own_forms,
    shorter_forms,
)

_SINGLE: Final = re.compile(r"(?<![^\W\d_])[^\W\d_](?![^\W\d_])")
"""A letter by itself: what initials are."""
_COUNTED: Final = re.compile(r"[1-9][0-9]*\Z")


@dataclass(frozen=True, slots=True)
class Joined:
    """``of`` gives for each spelling the one that stands for it: the least of those that are joined with it.

    ``possible`` counts those that only a change joins (initials for words, words left out, one reading of several)."""

    of: Mapping[str, str]
    possible: int = 0


def join(spellings: Collection[str]) -> Joined:
    """Join spellings that share a form (:mod:`.spellings`), and those that are joined with one and the same: who knows
    that two persons may be one counts them as one."""
    distinct = sorted(set(spellings))
    if all(map(_COUNTED.match, distinct)):  # plain numbers have one spelling each
        return Joined({value: value for value in distinct})
    sets = _Sets(len(distinct))
    looks = [looks_of(value) for value in distinct]
    own: dict[Form, int] = {}
    for i, seen in enumerate(looks):
        for form in own_forms(seen):
            sets.join(i, own.setdefault(form, i))
    surely = sets.count()
    _join_by_changes(sets, looks, own)
    least = [distinct[sets.find(i)] for i in range(len(distinct))]
    return Joined(dict(zip(distinct, least, strict=True)), surely - sets.count())


def _join_by_changes(sets: "_Sets", looks: Sequence[tuple[str, ...]], own: Mapping[Form, int]) -> None:
    """Join what reaches a form by a change with what has it, and what is shortened with what is abbreviated to it."""
    shortened: dict[Form, list[int]] = defaultdict(list)
    abbreviated: dict[Form, list[int]] = defaultdict(list)
    for i, seen in enumerate(looks):
        for form, change in (
            shorter_forms(seen) if any(map(_SINGLE.search, seen)) and has_initials(seen) else ()
        ):
            if change is Change.SHORTENED:
                shortened[form].append(i)
    for i, seen in enumerate(looks):
        for form, change in shorter_forms(seen):
            if form in own:
                sets.join(i, own[form])
            if change is Change.ABBREVIATED and form in shortened:
                abbreviated[form].append(i)
    for form, members in abbreviated.items():
        for i in (*shortened[form], *members):
            sets.join(i, members[0])


class _Sets:
    """Disjoint sets of numbers; the least member stands for each."""

    def __init__(self, size: int) -> None:
        self._above = list(range(size))

    def find(self, i: int) -> int:
        """Return the number that stands for the set of `i`."""
        while self._above[i] != i:
            self._above[i] = self._above[self._above[i]]
            i = self._above[i]
        return i

    def join(self, i: int, j: int) -> None:
        """Unite two sets."""
        i, j = self.find(i), self.find(j)
        self._above[max(i, j)] = min(i, j)

    def count(self) -> int:
        """Return how many sets there are."""
        return sum(i == above for i, above in enumerate(self._above))
