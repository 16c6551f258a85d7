# ruff: noqa: E501 (a form reads best on one line)
"""Whole addresses, over commas and lines: behind words that ask for one, or about a unit of a house.

A block is a run of names, numbers and small linking words that begins with a number, a unit or a corner; a word of the
sentence around, a blank line or the end of the sentence ends it. No word of a language need be known for a street.
"""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.vocabulary import is_listed
from sanitizer.text.anchors import Anchors, Led
from sanitizer.text.fold import words
from sanitizer.values import dates_in_numbers
from sanitizer.values.found_values import Found

_ASKED: Final = Led(
    re.compile(
        r"\b(?=[alrmhosdtci])(?:address(?:es)?(?:\s(?:line|to the same))?(?:\s\d)?(?:\s(?:is|to|of\s[^\n.:?]{1,40}\sis|with|was))?|(?:liv|resid|stay)(?:e|es|ed|ing)\s(?:at|in)|mov(?:e|ed|ing)\sto|residence|home"
        r"|(?:located|situated|office is|offices are|housed|delivered|arrived|meet (?:me|us|you)|lodg(?:es|ed|ing))\sat|sent\s(?:it\s)?to(?:\?\suser)?|send\s[^\n.?!]{1,30}\sto|return(?:ed)?\sto|taxi\sto|corner\sof|it's\sin|here\sthey\sare|c/o)"
        r"(?:\s?[:,-])?[\s]{1,8}(?=[\dA-Zc(#]|unit|flat|p\.?o)",
        re.IGNORECASE,
    ),
    words(
        "address addresses live lives lived living reside resides resided residing staye stayes stayed staying move moved moving "
        "residence home located situated office offices housed delivered arrived meet lodges lodged lodging sent send return returned taxi corner it here c"
    ),
)
_FIELD: Final = re.compile(r"(?:address|residence|home|c/o)\s?:?\s*$", re.IGNORECASE)
"""The label of an address, behind which names alone make one."""
_LINE: Final = re.compile(r"(?=[^\W\d_a-z])[^\n;:]{3,60},\s[^\W\d_a-z]")
_CORNER: Final = re.compile(r"(?:\bthe\s)?\bcorner\sof\s+$", re.IGNORECASE)
_UNIT: Final = Led(
    re.compile(
        r"\b(?=[asufbpr])(?:apt|apartment|suite|ste|unit|flat|box|postbox|route)\b\.?\s#?\d{1,5}[A-Za-z]?\b",
        re.IGNORECASE,
    ),
    words("apt apartment suite ste unit flat box postbox route"),
)
_START: Final = re.compile(
    r"(?:\d{1,3}(?:st|nd|rd|th)(?=\s)|\d{1,5}[A-Za-z]?(?:[-–/]\d{1,4}[A-Za-z]?)?(?=,?\s+[^\W\d_]|\s\d)|(?:unit|flat|apt|suite|p\.?\s?o\.?\sbox|box)\.?\s#?\d|[A-Z][\w.'’-]{2,30}(?:\s[\w.'’-]{1,20}){0,3},?\s\d{1,5}[A-Za-z]?(?!\w|[:/]\d))",
    re.IGNORECASE,
)
_TOKEN: Final = re.compile(
    r"[^\W\d_][\w'’]*(?:[-/][^\W_][\w'’]*)*\.?|\d{1,6}[A-Za-zº]{0,2}(?:[-–/]\d{1,4}[A-Za-z]?)?\.?|[,()]"
)
_GAP: Final = re.compile(r"[ \t]*(?:\r?\n[>?| \t]{0,6}?(?=\S))?[ \t]*")
_PERSON: Final = re.compile(r"(?:M(?:rs?|s|iss)|(?<=[,;][ \n])Dr|(?<=\n)Dr)\b\.?[ ][A-Z]")
"""The title of somebody who stands behind an address."""
_LINKS: Final = words(
    "and of the de la du del di da do dos das der den am an im le les y e u z i ul nad pri upon by st sur sous al el en a"
)
_STREETS: Final = words(
    "street road lane avenue drive close court terrace square highway way boulevard crescent corner apt apartment suite unit flat box "
    "floor house building room postbox p.o po st rd ave parkway"
)
_ENDING: Final = words(
    "is was are were be has have had it i you he she they we my your his her our please to for from with that this who when where which "
    "on in at by last next since until as if but or so then today yesterday call tel phone mobile email fax and"
)
_MOST: Final = 24
_STATE: Final = 2
_UNLINKED: Final = 3
"""The most small words in a row that stand in an address."""


def blocks(anchors: Anchors) -> Iterator[Found]:
    """Yield addresses that words announce, and those about the number of a flat or box."""
    text, done = anchors.text, 0
    for asked in _ASKED.finditer(anchors):
        if asked.end() >= done and (found := _block(text, asked.end(), 0.75, _is_field(text, asked))):
            corner = _CORNER.search(text, max(0, asked.start() - len("the ")), asked.end())
            yield found._replace(start=corner.start()) if corner else found
            done = found.end
    for unit in _UNIT.finditer(anchors):
        start = _line_start(text, unit.start())
        if start >= done and (found := _block(text, start, 0.7)) and found.end >= unit.end():
            yield found
            done = found.end


def _line_start(text: str, unit: int) -> int:
    """Return where the number of the house before a unit stands, at most a line and sixty characters before."""
    floor = max(0, unit - 60, text.rfind("\n\n", max(0, unit - 62), unit) + 2)
    sentence = max(text.rfind(mark, floor, unit) for mark in (": ", "? ", "! ", "; "))
    first = re.compile(r"(?<![\w.,/-])\d{1,5}[A-Za-z]?(?=\s+[^\W\d_]|\s\d)").search(
        text, max(floor, sentence), unit
    )
    return first.start() if first else unit


def _is_field(text: str, asked: re.Match[str]) -> bool:
    label = asked.group().rstrip()
    return label.endswith((":", "c/o")) and _FIELD.search(text, asked.start(), asked.end()) is not None


def _block(text: str, start: int, score: float, named: bool = False) -> Found | None:
    """Return the address at `start`: with a number, or behind a field's label (`named`) of names with a comma alone."""
    named = named and _LINE.match(text, start) is not None
    if not named and _START.match(text, start) is None:
        return None
    if text[start].isdecimal() and (date := dates_in_numbers.at_digit(text, start)) and date.end > start + 4:
        return None
    end, at, counts, small = start, start, {"name": 0, "number": 0}, 0
    for _ in range(_MOST):
        token = None if _PERSON.match(text, at) else _TOKEN.match(text, at)
        role = _role(text, token) if token else None
        if token is None or role is None or (role == "link" and small >= _UNLINKED):
            break
        if role in counts:
            counts[role] += 1
            small, end = 0, token.end()
        small += role == "link"
        at = _next(text, token)
        if not at:
            break
    while end > start and text[end - 1] in ".,( \n":
        end -= 1
    return Found(start, end, "ADDRESS", score) if counts["name"] and (named or counts["number"]) else None


def _role(text: str, token: re.Match[str]) -> str | None:
    """Return what a token is in an address: a name, a number, a link between them, a mark; None for one of the
    sentence."""
    word = token.group().rstrip(".")
    low = word.casefold()
    if word in ",()":
        return "mark"
    if word[:1].isdecimal():
        return "number"
    state = len(word) == _STATE and word.isupper() and (text[token.end() :][:2].strip() or "0")[0].isdecimal()
    if low in _ENDING and not state and not (low in _LINKS and _continues(text, token.end())):
        return None
    if word[:1].isupper() or low in _STREETS or (low not in _LINKS and not is_listed(low)):
        return "name"
    return "link" if low in _LINKS or len(word) < _UNLINKED else None


def _next(text: str, token: re.Match[str]) -> int:
    """Return where the next token of the address begins; 0 where it ends with this one."""
    word, end = token.group().rstrip("."), token.end()
    if token.group().endswith(".") and _ends_sentence(text, end, word):
        return 0
    gap = _GAP.match(text, end)
    at = gap.end() if gap else end
    if at == end and word != "(" and text[at : at + 1] not in (",", ")"):
        return 0
    return 0 if "\n" in text[end:at] and not _address_line(text, at) else at


def _continues(text: str, at: int) -> bool:
    """Return whether a name or a number follows a small word."""
    behind = text[at : at + 24].lstrip()
    return behind[:1].isupper() or behind[:1].isdecimal()


def _ends_sentence(text: str, at: int, word: str) -> bool:
    behind = text[at : at + 3]
    if not behind.strip():
        return not behind or "\n\n" in behind or (word.isdecimal() and "\n" not in behind)
    return (
        behind[:1] == " "
        and len(word) > _UNLINKED
        and not word.isdecimal()
        and behind[1:2].isupper()
        and word[0].islower()
    )


def _address_line(text: str, at: int) -> bool:
    """Return whether the line at `at` may go on with an address: short, no label, no number of a phone."""
    end = text.find("\n", at)
    line = re.split(r"[.?!](?:\s|$)", text[at : end if end >= 0 else len(text)], maxsplit=1)[0].strip()
    return (
        len(line) < 50
        and ":" not in line
        and "@" not in line
        and sum(map(str.isdecimal, line)) < 8
        and "(" not in line[:1]
    )
