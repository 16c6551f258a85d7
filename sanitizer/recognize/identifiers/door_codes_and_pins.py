"""Short numbers that open something: behind the word for a code of access or for what it opens ("Door Code 2046", "PIN:
4471", "key safe 2580"), and before it ("2580 opens the shed gate").

Other codes are not meant, as that of an error, a law, a country or an illness; "code" alone counts where something that
is opened stands near.
"""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.identifiers.kinds import COUNTS, ENDS
from sanitizer.recognize.identifiers.said_letter_by_letter import SAID
from sanitizer.text.anchors import Anchors
from sanitizer.text.fold import words
from sanitizer.text.patterns import DIGIT_RUN, YEAR_DIGITS
from sanitizer.values.found_values import Found

_CODE: Final = r"(?:codes?|pins?|pass ?codes?|key ?codes?|combinations?|combos?)"
_BOXES: Final = (
    r"(?:key ?(?:safe|box|pad)|lock ?box|(?:pad|combi(?:nation)? |bike |number )lock|entry ?phone)"
)
"""What nothing is said of but what opens it."""
_OPENED: Final = (
    rf"(?:{_BOXES}|doors?|gates?|barriers?|alarm|locks?|safe|lockers?|vault|garage|shed|cellar|office|flat|house|gym|"
    "intercom|panel|entry|entrance|access|security|unlock(?:ing)?|screen|voice ?mail|sim|one[- ]time|verification|"
    "override|disarm|bank|card|parental)"
)
_ENTER: Final = r"(?:use|using|enter|entering|press|type|punch(?: in)?|key in|tap(?: in)?|try)"
_LABEL: Final = re.compile(
    rf"(?<![\w-])(?:(?P<named>{_OPENED}[ -](?:entry[ -])?{_CODE}|door entry|{_ENTER} (?:the |this )?code"
    r"|pass ?codes?|key ?codes?|otp|unlock(?:s|ed|ing)? (?:it |them )?(?:with|by|using))"
    rf"|(?P<code>codes?)|(?P<bare>pins?|combinations?|combos?)|(?P<box>{_BOXES})|(?P<thing>alarm|safe|gate|door|garage|locker|barrier))"
    r"(?: (?:no|number|numbers)\.?)?(?![\w-])",
    re.IGNORECASE,
)
_STEM: Final = re.compile(
    r"code|pins?\b|comb[io]|safe|lock|alarm|gate|door|garage|barrier|otp|key ?[bp]|phone"
)
"""What every label holds; a search for these alone is quick."""
_STEMS: Final = (
    "code", "pin", "comb", "safe", "lock", "alarm", "gate", "door", "garage", "barrier", "otp", "key", "phone",
)  # fmt: skip
_AROUND: Final = 30
_TOLD: Final = re.compile(
    r"(?:(?:\s[a-z'’/]{1,14}){0,5}?\s(?:is|was|are|were|remains|reads|takes|accepts|needs"
    r"|(?:opens?|unlocks?|works) (?:with|on|to)|set to|changed (?:to|from))"
    r"(?:\s(?:still|now|always|just|set to|changed to)){0,2}\s?[:=]?"
    r"|(?:\s[a-z/]{1,12}){0,2}\s?[:=(–—-]|['’]s\s(?!\d\ds))\s?[\"'“‘]?(?:\s?[a-z]{1,8}\s(?=[*#\d]))?"
)
_PLAIN: Final = re.compile(r"\s?[\"'“‘]?")
_TURN: Final = (
    r"(?:(?:[LR] ?)?\d{1,2} ?(?:left|right|clockwise|anti-?clockwise|L|R)"
    r"|(?:[LR] ?|left |right )\d{1,2}|\d{1,2})"
)
_VALUE: Final = re.compile(
    rf"(?:{SAID}[ ,-]{{1,2}}){{1,7}}{SAID}(?!\w)|"
    rf"(?=[^.\n]{{1,24}}(?:left|right|clockwise|[LR](?!\w))){_TURN}(?:,?[ ]{_TURN}){{1,4}}(?![\w-])|"
    r"[*#]?(?:\d(?:[ ]\d){2,7}|\d{1,4}(?:\s?[-–./,]\s?\d{1,4}){2,5}|\d{2,4}[ -]\d{2,4}"
    r"|(?:[A-Z]{1,2})?\d{2,8}[A-Z]{0,2})[*#]?"
    r"(?![\w%°£$€]|[.,:/-]\d|\s?(?:[ap]\.?m|hrs?|hours?|minutes?|times|years?|days?|people|metres|meters|feet)\b)"
)
_MORE: Final = re.compile(r"(?:,? (?:and|or|to|then)|[,;/])\s(?:the )?(?:[a-z]{1,12} ){0,2}")
_BEFORE: Final = re.compile(
    rf"(?<![\w£$€.,/-])(?:{_VALUE.pattern})[\"'”’]?\s(?:is|was|opens|unlocks|disarms|unsets|sets)\s(?:[a-z]{{1,12}}\s){{0,3}}$"
)
_REACH: Final = 60
_BARE: Final = re.compile(r"(?<![\w£$€.,/:@-])[*#]?(?P<digits>\d{4,6})[#*]?(?![\w%°£$€*]|[.,:/-]\d)")
"""A number that nothing is said of."""
_OF_OTHERS: Final = re.compile(
    r"\b(?:at|by|until|till|since|around|about|approximately|over|under|nearly|almost|than|costs?|paid|worth|price|for|no\.?"
    r"|number|model|page|year|flight|order|ticket|invoice)\s+$",
    re.IGNORECASE,
)
"""Before it: what makes it a time, an amount or another's number."""
_TIME: Final = re.compile(r"(?m:^)[ \t]*(?:[01]\d|2[0-3])[0-5]\d(?!\d)")
"""The time with which a line of a log begins."""
_STOP: Final = re.compile(r"[.!?;]\s|\n")
_LEAST_PLAIN: Final = {"named": 2, "code": 3, "bare": 4, "box": 3, "thing": 9}
_LEAST_TOLD: Final = {"named": 2, "code": 3, "bare": 3, "box": 3, "thing": 4}
"""Digits of a number, by what stands before; a thing alone tells nothing."""
_MOST: Final = 8
_NEAR: Final = 80
"""Characters before "code" in which what is opened is looked for."""
_OPENS: Final = re.compile(
    rf"\b(?:{_BOXES}|doors?|gates?|alarm|safe|garage|keys?|entrance|locked|unlock)\b", re.IGNORECASE
)
_LAST_WORD: Final = re.compile(r"[\w'’-]+\s$")
_NO_NOUN: Final = words("the this that a our my your his her their its and with by new old same")
"""What may stand before "code" where nothing says of what it is one."""
_UNIT: Final = re.compile(
    r"(?i:zero|oh|one|two|three|four|five|six|seven|eight|nine|nought|naught|niner)(?![a-z])"
)
_KEYED: Final = re.compile(r"(?<![\w#*&.,:/-])[*#]?(?P<digits>\d{3,8})#(?![\w#-])")
"""What is keyed in and sent off with the sign for it, whatever stands beside it."""
_SCORE: Final = 0.9
_GROUPS: Final = 3


def access(anchors: Anchors) -> Iterator[Found]:
    """Yield the codes of access in a text, each once."""
    text, seen = anchors.text, set[int]()
    if "#" in text:
        for keyed in _KEYED.finditer(text):
            seen.add(keyed.start("digits"))
            yield Found(*keyed.span(), "PIN", _SCORE)
    for label in _labels(anchors):
        for value in _beside(text, label):
            if value.start() not in seen:
                seen.add(value.start())
                yield Found(*value.span(), "PIN", _SCORE)


def _beside(text: str, label: re.Match[str]) -> Iterator[re.Match[str]]:
    """Yield the numbers that belong to a label: those behind it, and the one that is said to open it."""
    value = _first(text, label)
    while value:
        yield value
        value = _next(text, value)
    opening = _BEFORE.search(text, max(0, label.start() - _REACH), label.start())
    if opening and label.lastgroup != "code" and (value := _VALUE.match(text, opening.start())):
        yield value
    if label.lastgroup != "code":
        yield from _near(text, label)


def _near(text: str, label: re.Match[str]) -> Iterator[re.Match[str]]:
    """Bare numbers in the sentence of a label that are no year, no time and no amount."""
    for value in _BARE.finditer(text, max(0, label.start() - _REACH), min(len(text), label.end() + _REACH)):
        between = text[min(label.end(), value.end()) : max(label.start(), value.start())]
        if _STOP.search(between) or COUNTS.match(text, value.end()):
            continue
        number = value["digits"]
        timed = _TIME.match(text, text.rfind("\n", 0, value.start()) + 1)
        plain = not (
            YEAR_DIGITS.fullmatch(number) or number.endswith("00") or (timed and timed.end() == value.end())
        )
        if plain and not _OF_OTHERS.search(text, max(0, value.start() - 16), value.start()):
            yield value


def _labels(anchors: Anchors) -> Iterator[re.Match[str]]:
    """Yield the labels of a text, in order."""
    text, done = anchors.text, 0
    if not any(stem in anchors.lowered for stem in _STEMS):
        return
    for stem in _STEM.finditer(anchors.lowered):
        if stem.start() >= done:
            begin, end = max(done, stem.start() - _AROUND), stem.end() + _AROUND
            for label in _LABEL.finditer(text, begin, end):
                yield label
                done = label.end()


def _first(text: str, label: re.Match[str]) -> re.Match[str] | None:
    """Return the number that stands behind a label, where it has the digits that the label asks for."""
    kind = str(label.lastgroup)
    if kind == "code" and not _is_of_access(text, label.start()):
        return None
    for link, least in ((_PLAIN, _LEAST_PLAIN[kind]), (_TOLD, _LEAST_TOLD[kind])):
        led = link.match(text, label.end())
        value = _VALUE.match(text, led.end()) if led else None
        if value is None or value.start() == label.end():
            continue
        digits = _digits(value)
        grouped = kind in ("bare", "thing") and len(DIGIT_RUN.findall(value.group())) >= _GROUPS
        marked = kind == "thing" and value.group().strip("*#") != value.group()
        if not (least <= digits <= _MOST or grouped or (marked and digits >= _GROUPS)):
            continue
        dated = led is not None and "(" in led.group() and YEAR_DIGITS.fullmatch(value.group())
        if kind != "thing" or (ENDS.match(text, value.end()) and not dated):
            return value
    return None


def _next(text: str, value: re.Match[str]) -> re.Match[str] | None:
    """Return the next number of a list: as many digits as the one before."""
    led = _MORE.match(text, value.end())
    other = _VALUE.match(text, led.end()) if led else None
    return other if other and _digits(other) == _digits(value) >= _GROUPS else None


def _is_of_access(text: str, start: int) -> bool:
    """Return whether "code", which begins at `start`, has no noun before it, and something that is opened stands
    near."""
    before = text[max(0, start - _NEAR) : start]
    word = _LAST_WORD.search(before)
    return (word is None or word.group().strip().lower() in _NO_NOUN) and _OPENS.search(before) is not None


def _digits(value: re.Match[str]) -> int:
    """Return how many digits a number has; each counting word that is no digit stands for two."""
    said = re.findall(r"[A-Za-z]{3,}|oh", value.group())
    return sum(1 if _UNIT.fullmatch(word) else 2 for word in said) or sum(map(str.isdecimal, value.group()))
