# ruff: noqa: E501 (a form reads best on one line)
"""Ages in every notation: beside their words ("aged 36", "turned ninety-three", "92 yo", "her 95th birthday"), as the
decade of a life ("in her 90s"), in one word ("nonagenarian")."""

import re
from collections.abc import Iterator
from typing import Final

from kb.values.words import NUMBER_WORD, TENS, UP_TO_19
from sanitizer.text.anchors import Anchors, Led, matches
from sanitizer.text.fold import words
from sanitizer.values.found_values import Found

_TENTHS: Final = "|".join(f"{ten[:-1]}ieth" for ten in TENS)
_UNITS: Final = "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
_HUNDRED: Final = rf"(?:a|one)[- ]hundred(?:(?:[- ]and)?[- ]{NUMBER_WORD})?"
_NUMBER: Final = re.compile(
    rf"\b(?=[\doatfesnh])(?<![\w.,/$€£-])(?:(?P<digits>\d{{1,3}})(?:\s?[-–]\s?\d{{1,3}}(?=\s?y)|\s(?:and|to)\s\d{{1,3}}(?!\d))?|(?P<words>{_HUNDRED}|{NUMBER_WORD})"
    rf"|(?P<ordinal>(?:one[- ])?hundredth|(?:{'|'.join(TENS)})-(?:{_UNITS})|{_TENTHS}))(?![\d%]|[.,:]\d|-\d)",
    re.IGNORECASE,
)
_BEGINNINGS: Final = (*UP_TO_19[1:], *(ten[:-1] for ten in TENS), "hundredth")
"""What a number in words begins with; more letters may follow ("seventh", "fiftieth")."""
_SHORT_BEGINNINGS: Final = frozenset(word[:3] for word in _BEGINNINGS)
_LONGEST: Final = 3
"""Digits of an age."""
_AGE_WORDS: Final = words("age aged ages")
_TOLD: Final = re.compile(
    r"\bage[ds]?(?:\s?/\s?sex|\s?\(y(?:ea)?rs\)|\sin\syears)?(?:\s(?:of|between|about|around|only|just|over|under|from|is|was|now)){0,2}\s?[:=]?\s?$",
    re.IGNORECASE,
)
_LIVED: Final = re.compile(
    r"\b(?:turn(?:s|ed|ing)?|when\s(?:he|she|I|they)\s(?:was|were)|(?:died|dies|dead|deceased|passed\saway)(?:\sof(?:\s[a-z][\w-]*){1,3})?\sat|liv(?:ed|es|e)\sto(?:\sbe)?"
    r"|(?:he|she|who|I|you)(?:\s(?:is|am|are|was|were|will\sbe|ha(?:s|ve)\sturned)|['’](?:s|m|re))(?:\s(?:now|only|just|already|still|almost|nearly|about))?|(?:wo)?m[ae]n\sof|lady\sof|gentleman\sof|girl\sof|boy\sof|child\sof|widow(?:er)?\sof)\s$",
    re.IGNORECASE,
)
_APPOSED: Final = re.compile(
    r"\b(?:(?:wo)?man|lady|gentleman|patient|mother|father|son|daughter|brother|sister|wife|husband|widow(?:er)?|girl|boy|victim"
    r"|(?:Mrs?|Ms|Miss|Dr)\.?\s[A-Z][\w'’-]+|[A-Z][a-z]+\s[A-Z][\w'’-]+|(?:mother|father|son|daughter|brother|sister|wife|husband|partner|cousin|niece|nephew)\s[A-Z][\w'’-]+),\s$"
)
_OLD: Final = re.compile(
    r"[- ]?(?:years?|yrs?)[- ](?:old|young|of\sage)\b|\s?(?:y/o|yo|y\.o\.)(?!\w)|[-\s]months?[-\s]old\b",
    re.IGNORECASE,
)
_OF_SEX: Final = re.compile(
    r"\s?(?:(?:yrs?|y|years?)\s?[,;/]?\s?(?:old\s)?(?:(?:fe)?male|(?:wo)?man|lady|gentleman|[FMfm](?!\w))"
    r"|/[FMfm](?!\w)|[FM](?=,|\s(?:with|who|c/o|presents|presenting|admitted|seen|lives|living|known)))"
)
_BIRTHDAY: Final = re.compile(r"(?:st|nd|rd|th)?\sbirthday\b")
_MORE: Final = re.compile(r"\s?y(?:rs?|ears?)?(?:,?\s\d{1,2}\s?m(?:o|ths?|onths?)?)?(?!\w)", re.IGNORECASE)
_SAYS_AGE: Final = frozenset("yYmMfF/")
"""What the words behind an age begin with."""
_COUNTS: Final = re.compile(
    r"[\w%]|[.,:/-]\d|\s(?:(?:years?|yrs?)\b(?!\s(?:old|of\sage))|minutes|hours|days|weeks|months|pages|degrees|people|children|others|percent|per\scent|of\b|[A-Z])"
)
_WHO: Final = re.compile(r" years(?=, (?:who|of|from|a|an|the)\b)")
"""What is behind the years of somebody who is named before them."""
_DECADE: Final = Led(
    re.compile(
        rf"\b(?:his|her|their|my|your)\s(?P<age>(?:(?:early|mid|late)[- ])?(?:[1-9]0['’]?s\b|(?:{'|'.join(ten[:-1] + 'ies' for ten in TENS)})\b))",
        re.IGNORECASE,
    ),
    words("his her their my your"),
)
_ONE_WORD: Final = re.compile(
    r"\b(?:quinqua|sexa|septua|octo|nona)genarians?\b|\b(?:super)?centenarians?\b", re.IGNORECASE
)
_HINT: Final = re.compile(
    r"[Aa][Gg][Ee]|[Yy](?:ea)?rs?\b|\d\s?y|turn|when|\b(?:[Ss]?[Hh]e|who|I|[Yy]ou)(?:\s(?:is|am|are|was|were|will|ha(?:s|ve))|['’](?:s|m|re))\s|at\s|to\s|of\s|[Bb]irthday|\b[Hh]is\s|\b[Hh]er\s|\d[FM]|/[FMfm]\b|,\s\d|[Yy]/?o\b"
)
_OF_DECADES: Final = ("ties", "0s", "0's", "0’s")
_OLDEST: Final = 125


def ages(anchors: Anchors) -> Iterator[Found]:
    """Yield the ages of a text, in order; none of those that stand in bare numbers with nothing that calls them so."""
    text, lowered = anchors.text, anchors.lowered
    if "enarian" in lowered:
        for match in _ONE_WORD.finditer(text):
            yield Found(*match.span(), "AGE", 0.8)
    decades = _DECADE.finditer(anchors) if any(end in lowered for end in _OF_DECADES) else ()
    told, birthday = anchors.holds(_AGE_WORDS), "birthday" in lowered
    found = [Found(*match.span("age"), "AGE", 0.75) for match in decades]
    found += filter(
        None, (_age(text, match, told, birthday) for match in matches(_NUMBER, text, _numbers(anchors)))
    )
    if found and _HINT.search(text):
        yield from found


def _numbers(anchors: Anchors) -> list[int]:
    """Return where numbers in digits or words begin that may be an age."""
    said = frozenset(
        word for word in anchors.words if word[:3] in _SHORT_BEGINNINGS and word.startswith(_BEGINNINGS)
    )
    if "hundred" in anchors.words or "hundredth" in anchors.words:
        said |= {"a"}
    starts = [start for start, end in anchors.numbers if end - start <= _LONGEST]
    return sorted((*starts, *(start for start, _ in anchors.at(said)))) if said else starts


def _age(text: str, number: re.Match[str], told: bool, birthday: bool) -> Found | None:
    """Return the age at a number of a text that has a word for age (`told`), or the word for birthdays."""
    start, end = number.span()
    if number["digits"] and int(number["digits"]) >= _OLDEST:
        return None
    if birthday and (match := _BIRTHDAY.match(text, end)):
        ends = match.start() + (2 if text[end : end + 1].isalpha() else 0)
        return Found(start, ends, "AGE", 0.8) if number["digits"] is None or ends > end else None
    if number["ordinal"]:
        return None
    behind = text[end : end + 3].replace("-", " ").lstrip()[:1]
    for said, score in ((_OLD, 0.9), (_OF_SEX, 0.75)) if behind in _SAYS_AGE else ():
        if match := said.match(text, end):
            return Found(start, match.end(), "AGE", score)
    left = text[max(0, start - 32) : start]
    if told and _TOLD.search(left):
        more = _MORE.match(text, end)
        if more or not text[end : end + 1].isalnum():
            return Found(start, more.end() if more else end, "AGE", 0.85)
    if number["digits"] and _WHO.match(text, end) and _APPOSED.search(text[max(0, start - 60) : start]):
        return Found(start, end + len("years") + 1, "AGE", 0.75)
    if _COUNTS.match(text, end):
        return None
    if left[-1:].isspace() and _LIVED.search(left):
        return Found(start, end, "AGE", 0.7)
    if text[end : end + 1] == "," and number["digits"] and _APPOSED.search(text[max(0, start - 60) : start]):
        return Found(start, end, "AGE", 0.6)
    return None
