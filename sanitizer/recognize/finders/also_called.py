# ruff: noqa: E501 (a form reads best on one line)
"""Names that a text says somebody also has ("married name: Adler"), what a name in another script
means, and the places of houses."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.institution_words import is_generic
from sanitizer.recognize.known_names import known_classes
from sanitizer.types import EntityClass
from sanitizer.values.found_values import Found

_UPPER: Final = r"[^\W\d_a-zß-öø-ÿ]"
_OTHER_NAMES: Final = re.compile(
    r"\b(?:married|maiden|birth|former|stage|pen|code|real|full|legal)[ ]names?(?::|[ ](?:is|was|being))[ ]*([^()\n]{2,120})"
)
_SEGMENT: Final = re.compile(
    rf"(?:^|[;,/][ ]{{0,2}}){_UPPER}[\w'’-]{{1,40}}(?:[ ]{_UPPER}(?:\.|[\w'’-]{{1,40}})){{0,4}}"
)
_SCRIPT: Final = r"[\u0370-\u03ff\u0400-\u052f\u0530-\u1fff\u2e80-\u9fff\uac00-\ud7af]"
_GLOSSED: Final = re.compile(rf"\((?=[^()\n]{{0,200}}{_SCRIPT})[^()\n]{{3,300}}\)")
_GLOSS: Final = re.compile(
    r"(?<!\w)(?:\"([^\"\n]{3,80})\"|“([^”\n]{3,80})”|'([^'\n]{3,80})'|‘([^’\n]{3,80})’)(?!\w)"
)


_HOUSE_IN: Final = re.compile(
    rf"\b(?:your|our|the|my|their|his|her|its|an?|from|at)[ ](?P<place>{_UPPER}[\w'’-]+(?:[ ]{_UPPER}[\w'’-]+)?)[ ]"
    r"(?:branch|offices?|shop|store|depot|site|clinic|surgery|campus|plant|factory|warehouse|station|hospital|practice|library"
    r"|hotel|bureau|showroom|salon|garage|restaurant|caf[eé]|church|premises|outlet|gym|pub)\b"
)
"""What stands in a place, with the place before it: a town may be called as English calls other things."""


def other_names(text: str) -> Iterator[Found]:
    """Yield the other names, and the meanings of names."""
    for match in _OTHER_NAMES.finditer(text):
        for segment in _SEGMENT.finditer(match.group(1)):
            surface = segment.group().lstrip(";,/ ")
            end = match.start(1) + segment.end()
            if not is_generic(surface):
                yield Found(end - len(surface), end, "PERSON", 0.7)
    if text.isascii():
        return
    for match in _GLOSSED.finditer(text):
        for gloss in _GLOSS.finditer(text, match.start(), match.end()):
            yield Found(*gloss.span(gloss.lastindex or 0), "PERSON", 0.6)


def houses(text: str) -> Iterator[Found]:
    """Yield the places of houses ("your Bath branch")."""
    for match in _HOUSE_IN.finditer(text):
        if EntityClass.LOC in known_classes(match["place"]):
            yield Found(*match.span("place"), "LOC", 0.7)
