"""Let a State stay wherever it is named, once a rule says that it is public: the State that is sued in a judgment."""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Final

from sanitizer.common.knowledge import in_use
from sanitizer.control.sort_mentions import Sorted
from sanitizer.recognize.spans.merge import must_be_masked
from sanitizer.types import EntityClass, Mention, Span

_COUNTRY: Final = re.compile(r"geo:(?:adj\.|dem\.)?([A-Z]{2})")
_WORD: Final = re.compile(r"[^\W\d_][\w’'-]*")
_LONGEST: Final = 4
"""Words of a name that is looked up inside of a longer one ("the Government of the United Kingdom")."""


def let_states_stay(text: str, found: Sorted) -> None:
    """Move the mentions of a country, its names and adjectives, from what is sensitive to what a rule lets stand, where
    a State that a rule allows names it: hidden in one place it would stand in the other. What must be masked goes all
    the same.
    """
    states = {state for span in found.states for state in _states_in(span.of(text))}
    left: list[Mention] = []
    for mention in found.sensitive:
        may_be = states and mention.entity_class is not EntityClass.PERSON
        state = _state(mention.span.of(text)) if may_be else None
        if state in states and not must_be_masked(mention.recognizer):
            found.allowed.append((mention, "allow", "a State that is public where it acts"))
            found.public.add(mention.span)
        else:
            left.append(mention)
    found.sensitive[:] = left


def _states_in(name: str) -> Iterator[str]:
    """The countries that a name holds, by their codes."""
    words = list(_WORD.finditer(name))
    for first, last in combinations(range(len(words) + 1), 2):
        if last - first <= _LONGEST and words[first].group()[0].isupper():
            state = _state(Span(words[first].start(), words[last - 1].end()).of(name))
            if state is not None:
                yield state


def _state(name: str) -> str | None:
    """The code of the country that a name or an adjective usually means."""
    first = next(iter(in_use().places.senses(name)), None)
    found = _COUNTRY.fullmatch(first.concept.id) if first is not None else None
    return found[1] if found else None
