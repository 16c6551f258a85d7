"""Join what makes one address: the number of a house and the name beside it, the names on a line and its postcode.

A number right before or behind a place's name is its house's; a line (or what stands behind its label or a person) of
names with commas that ends in a postcode is an address, whatever is known of the names: "The Old Forge, Nether Wallop,
SO20 8EX".
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sanitizer.recognize.generic import LINKS
from sanitizer.recognize.name_groups import PARTICLES
from sanitizer.text.fold import WORD
from sanitizer.types import EntityClass, Mention, Span

_COMMAS: Final = 2
_APART: Final = frozenset((EntityClass.PERSON, EntityClass.CODE))
_DIGITS: Final = 4
"""Digits of the number of a house, at most."""


def with_houses(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """`mentions` (sorted, disjoint), a bare number and a place side by side as one address: "22 Heol Fawr"."""
    done: list[Mention] = []
    for mention in mentions:
        before = done[-1] if done else None
        if before is not None and _is_house(text, before, mention):
            span = Span(before.span.start, mention.span.end)
            done[-1] = replace(before, span=span, type="ADDRESS", entity_class=EntityClass.LOC)
        else:
            done.append(mention)
    codes = [m for m in done if m.type == "POSTCODE"]
    found = [line for code in codes if (line := _line(text, code, done)) is not None]
    inside = [m for m in done if any(m.span.overlaps(f.span) for f in found)]
    return sorted([*(m for m in done if m not in inside), *found], key=lambda m: m.span) if found else done


def _line(text: str, code: Mention, mentions: Sequence[Mention]) -> Mention | None:
    """The address on the line that ends with a postcode, None where words of a sentence stand on it."""
    end = code.span.end
    if text[end : end + 1] not in ("", "\n"):
        return None
    start = text.rfind("\n", 0, code.span.start) + 1
    start = max(start, text.rfind(": ", start, end) + 2 if ": " in text[start:end] else start)
    near = [
        m.span.end for m in mentions if m.entity_class in _APART and start < m.span.end <= code.span.start
    ]
    start = max([start, *near])
    while start < end and not text[start].isalnum():
        start += 1
    spoken = WORD.findall(text[start : code.span.start])
    if text.count(",", start, end) < _COMMAS or not all(
        w[0].isupper() or w in PARTICLES | LINKS for w in spoken
    ):
        return None
    if any(m.span.start < start < m.span.end for m in mentions):
        return None
    return replace(code, span=Span(start, end), type="ADDRESS")


def _is_house(text: str, before: Mention, mention: Mention) -> bool:
    if text[before.span.end : mention.span.start] != " ":
        return False
    number, place = sorted((before, mention), key=lambda m: m.type != "CARDINAL")
    surface = number.span.of(text)
    if number.type != "CARDINAL" or not surface.isdecimal() or len(surface) > _DIGITS:
        return False
    return place.type in ("GPE", "LOC", "FACILITY") and place.span.of(text)[0].isupper()
