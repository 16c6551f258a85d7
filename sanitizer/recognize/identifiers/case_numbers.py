# ruff: noqa: E501 (a form reads best on one line)
"""Numbers of cases, and of plots, certificates and registers that the words before announce."""

import re
from collections.abc import Iterator
from typing import Final

from kb.values.words import month_number
from sanitizer.text.anchors import Anchors, Led
from sanitizer.text.fold import words
from sanitizer.values.found_values import Found

_SLASHED: Final = re.compile(r"\d{1,6}/\d{2,4}(?![\d/])")
_YEARED: Final = re.compile(r"(?:20)?\d{2}-(?!(?:19|20)\d\d\b)\d{4,8}(?![\w/-])")
_CASE_BEFORE: Final = re.compile(
    r"\b(?:case|docket|incident)(?:\s(?:nos?\.?|number))?[ :#]{1,3}$", re.IGNORECASE
)
"""A year and a number within it, and what announces it."""
_NUMBERED_BEFORE: Final = re.compile(
    r"\b(?:nos?|numbers?|application|applications|case|cases|docket)\b\.?\s?(?:[^.\n]{0,60}(?:,| and|;))?\s?$",
    re.IGNORECASE,
)
_LAW_BEFORE: Final = re.compile(
    r"\b(?:law|laws|act|decree|regulation|directive|legislative|ordinance|resolution|order|statute|code|bill|decree-law|protocol|convention|rule|rules|article|series|appendix|chapter)\b[^,;\n]{0,14}$|§+\s?$|(?:Articles?|Rules?|Sections?|paragraphs?)\s$",
    re.IGNORECASE,
)


def case_number(text: str, start: int) -> Found | None:
    """Return the number of a case that begins at `start`: a year and a number behind "case", or two numbers with a
    slash, neither of a law nor of a season."""
    yeared, match = _YEARED.match(text, start), _SLASHED.match(text, start)
    if yeared is None and match is None:
        return None
    before = text[max(0, start - 80) : start]
    if yeared is not None and _CASE_BEFORE.search(before):
        return Found(start, yeared.end(), "CASE_NUMBER", 0.95)
    if match is None:
        return None
    first, _, second = match.group().partition("/")
    if _LAW_BEFORE.search(before):
        return None
    named = bool(_NUMBERED_BEFORE.search(before))
    if (
        not named
        and first[:2] in ("18", "19", "20")
        and len(first) == 4
        and int(second[-2:]) == (int(first) + 1) % 100
    ):
        return None  # a season: 1990/91
    if len(first) >= 3 and len(second) in (2, 4) and (named or len(first) >= 4):
        return Found(start, match.end(), "CASE_NUMBER", 0.95 if named else 0.8)
    return Found(start, match.end(), "CASE_NUMBER", 0.7) if named else None


_REGISTERED: Final = re.compile(
    r"(?<![\w.,/-])\d{1,4}[ ](?P<register>[A-Z][A-Za-z]{0,4})[ ](?:\d{1,3}[ ])?\d{1,6}/\d{2,4}[a-z]?(?![\w/])"
)
"""A chamber or division, its register, number and year: how courts of many countries name their cases."""


_OF_YEAR: Final = Led(
    re.compile(
        r"\b(?:petition|appeal|suit|application|case|complaint|crime|writ|claim|motion|reference)s?\s(?:\([A-Za-z. ]{1,12}\)\s)?(?:n[or]s?\.?\s|number\s|#)?"
        r"(?P<number>\d{1,6}\sof\s(?:19|20)\d\d)(?![\w-])",
        re.IGNORECASE,
    ),
    words(
        "petition petitions appeal appeals suit suits application applications case cases complaint complaints crime crimes writ writs "
        "claim claims motion motions reference references"
    ),
)
"""The number of a case within a year."""

_NEUTRAL: Final = re.compile(r"\[(?:19|20)\d\d\] (?:\d )?[A-Z][A-Za-z]{1,6} (?:[A-Z][a-z]+ )?\d{1,5}\b")
"""How courts of England and its daughters cite their judgments: year in brackets, court, number."""


def registered(anchors: Anchors) -> Iterator[Found]:
    """Yield numbers of cases by their register: "4 Ob 112/19k", "12 K 4471/20"; or within a year: "Suit No. 3 of
    1999"; citations."""
    text = anchors.text
    for match in _NEUTRAL.finditer(text) if "] " in text else ():
        yield Found(*match.span(), "CASE_NUMBER", 0.8)
    for match in _OF_YEAR.finditer(anchors) if " of " in text else ():
        yield Found(*match.span("number"), "CASE_NUMBER", 0.8)
    for match in anchors.at_numbers(_REGISTERED) if "/" in text else ():
        if not month_number(match["register"]) and not _LAW_BEFORE.search(
            text[max(0, match.start() - 24) : match.start()]
        ):
            yield Found(*match.span(), "CASE_NUMBER", 0.8)


_PLOTS: Final = Led(
    re.compile(
        r"\b(?:[Pp]lots?|[Pp]arcels?|[Rr]eg(?:istration|ister)|[Cc]ertificates?|[Tt]itle deeds?|sheet/plan|licen[cs]e)\s(?:nos?\.?|numbers?)\s((?:[A-Z]?\d[\w./-]*(?:,\s|\sand\s|;\s)?){1,40})"
    ),
    words(
        "plot plots parcel parcels registration register certificate certificates title sheet licence license"
    ),
)
_SHEETS: Final = Led(
    re.compile(
        r"\b[Ss]heet(?:/[Pp]lan)?\s(?:nos?\.?\s|numbers?\s)?(?:[A-Z]?\d[\w./-]{0,20}\w|\d)(?![\w/])"
        r"|\b(?:[Pp]lot|[Pp]arcel|[Ll]ot)\s(?:nos?\.?\s|numbers?\s)?\d[\w/]{0,10}(?:,)?\s(?:of|in|on)\s(?:[Bb]lock|[Ss]heet|[Ff]olio)\s(?:no\.\s)?(?:[A-Z]|\d[\w/]{0,10})\b"
        r"|\bno\.\s\d{1,6}\sof\s[Bb]lock\s(?:[A-Z]|\d{1,4})\b"
        r"|\b(?:[Vv]olume|[Ff]olio|[Ll]iber)\s\d{1,6},?\s(?:[Ff]olio|[Pp]age)\s\d{1,6}\b"
    ),
    words("sheet plot parcel lot no volume folio liber"),
)
_NUMBER: Final = re.compile(
    r"[nN](?<!\w[nN])(?:[oO][sS]?|umber|UMBER)\.?\s(\d{2,7}[A-Za-z]?(?:[/.-]\d{1,5}[A-Za-z]?\d?){0,4})(?![\w/])"
)
_FOR_NUMBER: Final = words("no nos number")
_PIECE: Final = re.compile(r"[A-Z]?\d[\w/-]*(?:\.\d+)*")


def listed(anchors: Anchors) -> Iterator[Found]:
    """Yield numbers listed after "plots nos.", which have no form of their own, and references to a land register."""
    text = anchors.text
    for match in _SHEETS.finditer(anchors):
        yield Found(match.start(), match.end(), "CODE", 0.7)
    for match in _PLOTS.finditer(anchors):
        begin = match.start()
        for piece in _PIECE.finditer(text, match.start(1), match.end(1)):
            yield Found(begin if begin >= 0 else piece.start(), piece.end(), "CODE", 0.75)
            begin = -1
    for match in _NUMBER.finditer(text) if anchors.holds(_FOR_NUMBER) else ():
        if not _LAW_BEFORE.search(text[max(0, match.start() - 24) : match.start()]):
            yield Found(match.start(1), match.end(1), "CODE", 0.6)
