"""Firms that are called by three surnames: "at Diaz, Powell and Jarvis"."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.known_names import known_classes
from sanitizer.recognize.spelling import is_first_name, word_bits
from sanitizer.types import EntityClass
from sanitizer.values.found_values import Found

_SURNAME: Final = r"[^\W\d_a-z](?:['’](?=[^\W\d_a-z]))?[\w-]{1,30}"
_FIRM: Final = re.compile(
    r"(?P<leads>\b(?:at|[Tt]he|is from|for)[ ]|^[^\w\n]*)?(?<![\w'’])"
    rf"(?P<firm>{_SURNAME}, {_SURNAME},? (?:and|&) {_SURNAME})"
    rf"(?P<owns>['’]s?(?=[ ])|(?=[ ](?:is|has)[ ]))?(?!\w|[ ]{_SURNAME})(?P<ends>(?=[ ]*$))?",
    re.MULTILINE,
)
_LAST_TWO: Final = re.compile(rf", {_SURNAME},? (?:and|&) [^\W\d_a-z]")
_LEAST: Final = -5.0
"""Bits that a word takes from the others at most."""
_PARTS: Final = re.compile(r",? (?:and|&) |, ")


def firms(text: str) -> Iterator[Found]:
    """Three surnames in a row that are at, own or lead something, are one, or fill a line: persons so listed would have
    given names too."""
    if not _LAST_TWO.search(text):
        return
    for match in _FIRM.finditer(text):
        leads = match["leads"]
        alone = leads is not None and not leads.strip().isalpha() and " " not in leads.strip()
        if not (
            match["owns"] is not None
            or (leads and leads.strip() and not alone)
            or (alone and match["ends"] is not None)
        ):
            continue
        parts = _PARTS.split(match["firm"])
        if match["owns"] is None and all(EntityClass.LOC in known_classes(part) for part in parts):
            continue  # towns, one after the other
        if not all(map(is_first_name, parts)) and sum(max(_LEAST, word_bits(p)) for p in parts) > 0:
            yield Found(*match.span("firm"), "ORG", 0.7)
