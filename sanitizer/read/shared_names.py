"""Decide which of several persons a shared name alone means ("Huber", beside Thomas and Anna Huber).

A text that calls one person by the surname alone goes on to do so when relatives are named; a given name alone, and a
surname that the text has not used so, is the person named last.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

from sanitizer.recognize.name_groups import Persons

_SETTLED: Final = 3
"""Uses of a surname for the only person so far who bears it, after which it is that person's."""
_OUTWEIGHS: Final = 4
"""How many times more often in full a person is named than each other bearer of a surname, to whom it belongs then."""


def bearers(persons: Persons, names: Sequence[tuple[str, ...]], near: Sequence[bool]) -> list[int]:
    """Return the person of each mention (their index in ``persons.names``), in order of the text.

    Args:
        persons: the candidates of each mention.
        names: the words of each mention, without titles.
        near: whether each mention stands in the same sentence as the one before it.
    """
    in_full = Counter(
        options[0] for i, options in persons.candidates.items() if len(options) == 1 and len(names[i]) > 1
    )
    of_surname: dict[str, list[int]] = defaultdict(list)
    for number, name in enumerate(persons.names):
        if len(name) > 1:
            of_surname[name[-1]].append(number)
    named: dict[int, int] = {}  # in full or as the only candidate, and where last
    uses: dict[str, Counter[int]] = defaultdict(Counter)  # of surnames alone
    chosen: list[int] = []
    for i, words in enumerate(names):
        options = persons.candidates[i]
        before = [c for c in options if c in named]
        last = words[-1] if len(words) == 1 else ""
        if len(options) == 1:
            best = options[0]
        elif last and all(persons.names[c][-1] == last for c in options):
            best = _of_surname(options, before, in_full, uses[last], named)
            if (
                near[i]
                and i
                and chosen[i - 1] in before
                and len(names[i - 1]) > 1
                and uses[last][best] < _SETTLED
            ):
                best = chosen[i - 1]  # named in full right before, in the same sentence
        elif before:
            best = max(before, key=lambda c: (named[c], -c))
        else:
            best = max(options, key=lambda c: (in_full[c], -c))
        if last and persons.names[best][-1] == last and sum(c in named for c in of_surname[last]) < 2:
            uses[last][best] += 1
        if len(options) == 1 or len(words) > 1 or best in named:
            named[best] = i
        chosen.append(best)
    return chosen


def _of_surname(
    options: Sequence[int],
    before: Sequence[int],
    in_full: Counter[int],
    uses: Counter[int],
    named: dict[int, int],
) -> int:
    """Return who is meant by a surname alone that several persons bear."""
    if not before:
        return max(options, key=lambda c: (in_full[c], -c))
    if len(before) == 1:
        return before[0]
    latest = max(before, key=lambda c: (named[c], -c))
    owner, count = uses.most_common(1)[0] if uses else (latest, 0)
    if owner in before and (count >= _SETTLED or (count and in_full[owner] >= in_full[latest])):
        return owner
    most, second = (*sorted((in_full[c] for c in options), reverse=True), 0)[:2]
    if most >= _OUTWEIGHS * max(second, 1):
        return max(options, key=lambda c: (in_full[c], -c))
    return latest
