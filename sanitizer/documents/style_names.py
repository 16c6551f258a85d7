"""Tell names that programs give to styles from those that people give, and number the latter."""

import re
from typing import Final

from sanitizer.text.fold import words as word_set

_KNOWN: Final = word_set(
    "abstract accent acronym address addressee anchor anchors and annotation arrow authorities auto background "
    "backgroundobjects bad balloon bibliography blank block body book bottom bullet bullets calculation caps "
    "caption captioned cell center char character characters check cite classic closing code colorful columns "
    "comma comment compact contemporary content contents continue controls currency dark data date default "
    "definition dimension document drawing drop elegant email emphasis endnote endnotes entry envelope error even "
    "explanatory figure figures fill filled first followed followedhyperlink font footer footnote footnotes "
    "formula frame from good graphic graphics grid hanging hashtag header heading headings horizontal html "
    "hyperlink illustration image indent index input intense internet invisible keyboard labels landscape last "
    "layout left level light line lines link linked list lists macro main map marginalia measurelines medium "
    "mention message neutral next no none normal note notes number numbered numbering object odd of ole outline "
    "page paragraph placeholder plain preformatted professional quotation quotations quote reference result "
    "return revision right row rubies salutation sample section sender separator shading shadow shape signature "
    "simple slide smart source spacing standard start status strike strong sub subject subtitle subtle symbol "
    "symbols table tables term text theme title to toc tof top total type typewriter unresolved user variable "
    "verbatim vertical visited warning watermark web with without words"
)
"""Words in the names of the styles that Word, PowerPoint and LibreOffice bring along, but those that are surnames."""
_CODED: Final = re.compile(r"_([0-9a-f]{2})_")
_WORD: Final = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+(?![a-z])|[A-Z]")
_MADE: Final = re.compile(r"[A-Za-z]{1,4}\d{1,6}(?:[A-Za-z]{1,2}\d{1,4})?")
"""A name that a program counted."""


def is_known(name: str) -> bool:
    """Return whether a program, not a person, gave this name to a style."""
    return bool(_MADE.fullmatch(_plain(name))) or is_brought_along(name)


def is_brought_along(name: str) -> bool:
    """Return whether programs bring along a style of this name; one that they count at need is none."""
    words = _WORD.findall(_plain(name))
    return bool(words) and all(len(word) == 1 or word.lower() in _KNOWN for word in words)


def _plain(name: str) -> str:
    return _CODED.sub(lambda code: chr(int(code[1], 16)), name)
