"""Money, percentages, measured and counted quantities, durations and ages.

One function for what starts with a digit, one pass for what starts with a word.
"""

import re
from collections.abc import Iterator
from typing import Final

from kb.values.words import CURRENCY_CODES, CURRENCY_NAMES, NUMBER_WORD, PERIODS, SIGNS, TENS, UP_TO_19
from sanitizer.text.anchors import Anchors
from sanitizer.values.found_values import Found

_NUMBER: Final = r"\d{1,3}(?:[,\u00a0\u202f ]\d{3}){1,5}(?:\.\d+)?|\d+(?:[.,]\d+)?"
_SCALE: Final = r"(?:\s?(?:hundred|thousand|million|billion|trillion|mln|bn|[mk]\b(?!\s?[²2])))"
_ISO: Final = rf"(?:{'|'.join(CURRENCY_CODES)}|US\$|CA\$|A\$|C\$|NZ\$|HK\$|R\$)"
_UNIT_OF_TIME: Final = rf"(?:{'|'.join(PERIODS)})s?\b"
_CURRENCY: Final = (
    r"(?:(?:(?:new|old|US|U\.S\.|Canadian|Australian|Hong\sKong|Turkish|Polish|Swedish|Norwegian|Danish|Czech|Slovak|Hungarian|Romanian|Bulgarian|Croatian|Russian"
    r"|Ukrainian|Georgian|French|Belgian|Swiss|German|Austrian|Italian|Spanish|Portuguese|Greek|Cyprus|Cypriot|Maltese|Irish|Latvian"
    r"|Lithuanian|Estonian|Finnish|Slovenian|Serbian|Moldovan|Indian|Mexican|GDR|Deutsche|New|pounds)\s){0,2}"
    rf"(?:{CURRENCY_NAMES})\b)"
)
_UNIT: Final = (
    r"(?:°\s?[CF]?\b|km/h|km²|km2|m²|m2|m³|mm|cm|km|kg|mg|µg|mcg|mL|mls?|kB|MB|GB|TB|kW|MW|kWh|Hz|kHz|MHz|GHz|mph|lbs?|oz|ft|in(?=\s?[).,])|[gm](?=[\s.,;)])"
    r"|hectares?|acres?|sq\.?\s?(?:m|km|ft|mi|yds?|in)\.?|LBS?|KGS?|(?:square|cubic)\s(?:metres?|meters?|kilometres?|kilometers?|feet|miles?|yards?|inches)|(?:kilo|centi|milli)?(?:metres?|meters?|grams?|grammes?|lit(?:re|er)s?)"
    r"|miles?|feet|foot|inch(?:es)?|yards?|pounds|ounces|stone|tonn?es?|tons?|gallons?|pints?|degrees?|volts?|watts?|kilowatts?|bytes|knots|horsepower|per\scent|percent|percentage\spoints)(?![\w/])"
)

_MONEY_AFTER: Final = re.compile(
    rf"(?:{_NUMBER}){_SCALE}?(?:\s?[-–]\s?(?:{_NUMBER}){_SCALE}?)?(?:\s?(?:{_ISO}\b|[€£¥₤₺$]|(?:{_CURRENCY})))(?:\s\((?:{_ISO})\))?"
)
_MONEY_SIGN: Final = re.compile(
    rf"(?:US|CA|AU?|C|NZ|HK|R|S)?[{SIGNS}]\s?(?:{_NUMBER}){_SCALE}?(?:\s?[-–]\s?[$€£¥]?(?:{_NUMBER}){_SCALE}?)?(?:\s(?:US|USD)\b)?"
)
_MONEY_ISO: Final = re.compile(
    rf"{_ISO}\s?(?:{_NUMBER})(?:[.,]\d+)*{_SCALE}?(?:\s\((?:euros|{_CURRENCY})\))?"
)
_ONE_DECIMAL: Final = re.compile(r"(?<!\d)\d{1,3}\.\d\Z")
"""The end of what has the code of a currency before it and is no sum: no money is written so."""
_MONEY_LETTER: Final = re.compile(
    r"[NRK](?:(?:\d{1,3}(?:,\d{3})+)(?:\.\d\d)?|\d{1,3}(?:\.\d+)?(?:m|bn|\smillion|\sbillion))(?![\w,])"
)
"""Naira, rand and kwacha as they are written where they are paid with."""
_RUPEES: Final = re.compile(
    rf"(?<!\w)R[Ss]\.?\s?(?:\d{{1,2}}(?:,\d\d)+,\d{{3}}|{_NUMBER})(?:{_SCALE})?(?:/-)?(?![\w])"
)
_PERCENT: Final = re.compile(
    rf"(?:{_NUMBER})(?:\s?[-–]\s?(?:{_NUMBER}))?\s?(?:%|‰|per\scent\b|percent\b|percentage\spoints?\b)"
)
_PERIOD: Final = re.compile(
    rf"(?:\d+(?:\.\d+)?(?:\s?[-–]\s?\d+|\s(?:and|to|or)\s\d+)?)(?:[-\s](?:and\sa\shalf\s|odd\s)?)(?:(?:consecutive|full|calendar|working|academic)\s)?{_UNIT_OF_TIME}"
    rf"(?:(?:,\s|\sand\s|,\sand\s|\s)\d+\s{_UNIT_OF_TIME}){{0,3}}(?:-long\b|\s(?:later|earlier|ago)\b)?"
)
_MEASURE: Final = re.compile(
    rf"(?:{_NUMBER})(?:{_SCALE})?(?:\s?[-–x×]\s?(?:{_NUMBER}))?(?:[-\s]?{_UNIT})(?:\s?\d+(?:\.\d+)?\s?(?:in\b|inches\b|oz\b|\"|″)?)?"
)
_HEIGHT: Final = re.compile(r"\d(?:['′]|\sft\s|\s?feet\s)\s?\d{1,2}(?:[\"″]|\s?in(?:ches)?\b)?")
_COUNTED: Final = re.compile(
    rf"(?:{_NUMBER}){_SCALE}?(?:\s(?:other|further|new|different|more|additional|consecutive|Test|first-class|career|league|international|professional|full|feature|short|studio|solo|live|gold|silver|bronze)){{0,2}}(?:\s(?!and\b|or\b|of\b|in\b|on\b|at\b|to\b|the\b|for\b|by\b|with\b|from\b|as\b|was\b|were\b|is\b|are\b|had\b|has\b|which\b|that\b|when\b|after\b)[a-z]{{3,}})?"
    r"[-\s](?!years?\b|months?\b|days?\b|hours?\b|was\b|is\b|has\b|does\b|its\b|his\b|this\b|as\b|thus\b|§)[a-z]{3,}s\b"
)
_ORDINAL: Final = re.compile(r"\d{0,2}(?:(?:(?<!1)1st|(?<!1)2nd|(?<!1)3rd)|\dth)\b")
_BARE: Final = re.compile(r"\d{2,7}(?:\s?[-–]\s?\d{1,7})?(?![\w./:§-]|,\d|\s?\()")
_GROUPED: Final = re.compile(r"(?:\d{1,3}(?:,\d{3}){1,5}|\d{1,2}(?:,\d\d){1,4},\d{3})(?:\.\d+)?(?![\d,/]\d)")
_DECIMAL_BEFORE: Final = re.compile(r"\d\.$")
_CITING: Final = (
    "article", "articles", "art", "rule", "rules", "section", "sections", "paragraph", "paragraphs", "para", "paras",
    "protocol", "protocols", "chapter", "chapters", "part", "parts", "title", "titles", "no", "nos", "number",
    "numbers", "p", "pp", "page", "pages", "vol", "ch", "line", "table", "figure", "point", "points", "item", "items",
    "subsection", "clause", "schedule",
)  # fmt: skip
"""Words that cite a part of a text by the number behind them."""
_CITED_BEFORE: Final = re.compile(
    rf"(?:\b(?:{'|'.join(_CITING)}|§+|\d\s(?:and|or|to))\b\.?\s?|§+\s?|\d[,-]\s?)$", re.IGNORECASE
)
_ENDS_CITED: Final = (*_CITING, "and", "or", "to", "§", ",", "-")
"""How what cites a part of a text ends, in lower case, but for a stop."""


def _is_cited(text: str, position: int) -> bool:
    """Return whether the words before a number cite a part of a text by it."""
    before = text[max(0, position - 14) : position]
    if before.isascii() and not before.rstrip().rstrip(".").lower().endswith(_ENDS_CITED):
        return False
    return _CITED_BEFORE.search(before) is not None


_WORDS: Final = re.compile(
    rf"(?:half\sa|{NUMBER_WORD}(?:\s(?:to|or)\s{NUMBER_WORD}(?=\s(?:{_UNIT_OF_TIME})))?(?:\s(?:and\sa\shalf|hundred|thousand|million|billion|dozen)){{0,2}}|(?:several|many)\s(?=hundred|thousand|million)(?:hundreds?|thousands?|millions?))"
    rf"(?=[-\s])(?:[-\s](?:and\sa\shalf\s|odd\s)?"
    rf"(?:(?P<age>years?[-\s]old\b|years?\sof\sage\b)"
    rf"|(?P<period>(?:(?:consecutive|full|calendar|working|academic)\s)?{_UNIT_OF_TIME}(?:(?:,\s|\sand\s)(?:\d+|{NUMBER_WORD})\s{_UNIT_OF_TIME}){{0,2}}(?:-long\b|\s(?:later|earlier|ago)\b)?)"
    rf"|(?P<percent>per\scent\b|percent\b)"
    rf"|(?P<money>{_CURRENCY})"
    rf"|(?P<measure>{_UNIT})"
    r"|(?P<counted>(?:(?:other|further|new|different|more|additional|consecutive|[a-z]{4,}(?:al|ed|ic|ve|ous))\s){0,2}(?![a-z]*(?:ous|ss)\b|was\b|is\b|has\b|does\b|his\b|this\b|as\b|us\b)[a-z]{2,}(?:s|children|people|men|women)\b|of\s(?:us|them)\b)))",
    re.IGNORECASE,
)
_ONE_BEFORE: Final = re.compile(r"\b(?:an?|one)\s$", re.IGNORECASE)
_HALF_BEHIND: Final = re.compile(r"\sand\sa\shalf\b")
# Small counts of common things ("two houses") single nobody out.
_SMALL_NUMBER: Final = re.compile(r"(?:one|two|three|four)\s", re.IGNORECASE)
_FEW: Final = re.compile(r"[0-4][\s-]")
_SIGN: Final = re.compile(r"[$€£¥₤₺₹₽]")
_ISO_BEHIND: Final = re.compile(rf"{_ISO}\s?$")
_WORD_KINDS: Final = {
    "age": ("AGE", 0.85),
    "period": ("DURATION", 0.6),
    "counted": ("QUANTITY", 0.5),
    "percent": ("PERCENT", 0.8),
    "money": ("MONEY", 0.85),
    "measure": ("QUANTITY", 0.7),
}
_VITALS: Final = (
    "bp", "b/p", "blood pressure", "hr", "heart rate", "rr", "resp rate", "respiratory rate", "pulse", "spo2", "so2",
    "sat", "sats", "saturation", "saturations", "t", "temp", "temperature", "gcs", "bmi", "news", "news2", "apgar",
    "mmse", "moca", "phq9", "phq-9", "gad7", "gad-7", "ef", "lvef", "egfr", "crp", "esr", "hb", "hba1c", "wcc", "wbc",
    "inr", "tsh", "psa", "va", "iop", "kps", "ecog", "asa", "bm",
)  # fmt: skip
"""What is read off a patient or in a laboratory, in small letters."""
_LINKED: Final = ("was", "is", "of", "at", "now")
_VITAL: Final = re.compile(
    rf"(?<![\w-])(?:{'|'.join(_VITALS)})(?:\s(?:{'|'.join(_LINKED)})|:|=)?\s?$", re.IGNORECASE
)
_ENDS_VITAL: Final = (*_VITALS, *_LINKED, ":", "=")
"""How the words before a reading end, in lower case."""
_READING: Final = re.compile(r"\d{1,3}(?:\.\d{1,2})?(?:/\d{1,3})?(?!\d|[/.,]\d|\s?%)(?:\s?mm\s?Hg\b)?")


def reading(text: str, start: int) -> Found | None:
    """Return the value of a vital sign, score or laboratory test that begins at `start`, behind its label: "140/90"
    of "BP 140/90"."""
    match = _READING.match(text, start)
    if match is None:
        return None
    before = text[max(0, start - 24) : start]
    if not (before.lower().rstrip().endswith(_ENDS_VITAL) or not before.isascii()) or not _VITAL.search(
        text, max(0, start - 24), start
    ):
        return None
    return Found(start, match.end(), "QUANTITY", 0.6)


TRIGGERS: Final = frozenset(
    form for w in (*UP_TO_19[1:], *TENS, "half", "several", "many") for form in (w, w.capitalize(), w.upper())
)
"""The words with which a quantity may begin."""

_AT_DIGIT: Final = (
    (_MONEY_AFTER, "MONEY", 0.9),
    (_PERCENT, "PERCENT", 0.85),
    (_PERIOD, "DURATION", 0.7),
    (_HEIGHT, "QUANTITY", 0.8),
    (_MEASURE, "QUANTITY", 0.75),
)
_ANY_AT_DIGIT: Final = re.compile("|".join(f"({pattern.pattern})" for pattern, _, _ in _AT_DIGIT))
_HIGHEST_OF_OTHERS: Final = 0.6
"""The score of quantities without a unit at most."""
_PLAIN: Final = re.compile(_NUMBER)
# Behind a number, these end it: no unit can follow.
_ENDS: Final = frozenset(("", ".", ",", ";", ":", ")", "]", "/", "\n"))
_ABOUT: Final = re.compile(
    r"\b(?:approximately|approx\.|about|around|some|nearly|almost|over|more\sthan|less\sthan|at\sleast|up\sto|roughly|circa|ca\.|only|(?P<first>\d{1,3})\s(?:to|and))\s$"
)
_FULL_MARK: Final = re.compile(r"(?:5|10|20|100)(?![\d/.,]\d|\d)")
_ON_A_SCALE: Final = re.compile(r"(?<![\d/.])\d{1,2}(?:[.,]5)?(?:\s?/\s?|\sout\sof\s)$")
"""A mark on a scale ("4/5 stars", "9 out of 10") is no count of what stands behind it."""


def widened(text: str, found: Found) -> Found:
    """Return the quantity with the words that round it: "approximately GBP 268,000", "50 to 79%"."""
    if found.type not in ("MONEY", "QUANTITY", "PERCENT", "CARDINAL"):
        return found
    if found.type == "CARDINAL" and text.endswith(
        "only ", 0, found.start
    ):  # a bare number behind "only" is most likely an age
        return found
    before = (
        _ABOUT.search(text, max(0, found.start - 16), found.start)
        if text[found.start - 1 : found.start] == " "
        else None
    )
    if before is None or (before["first"] and not text[found.start].isdigit()):
        return found  # of two sums, each with its sign, each is one
    return found._replace(start=before.start())


def at_digit(text: str, position: int, least: float = 0.0) -> Found | None:
    """Return the quantity that starts at ``position``, the first digit of a number of ``text``; some of a score below
    ``least`` are left out."""
    measured = reading(text, position)
    if measured and "/" in text[measured.start : measured.end]:
        return measured
    if _FULL_MARK.match(text, position) and _ON_A_SCALE.search(text, max(0, position - 12), position):
        return None
    number = _PLAIN.match(text, position)
    follows = text[number.end() : number.end() + 1] if number else ""
    if follows not in _ENDS and (match := _ANY_AT_DIGIT.match(text, position)) and match.lastindex:
        _, kind, score = _AT_DIGIT[match.lastindex - 1]
        return Found(position, match.end(), kind, score)
    if least > _HIGHEST_OF_OTHERS:
        return None
    match = _COUNTED.match(text, position) if follows not in _ENDS else None
    if match and not _FEW.match(match.group()):
        if _is_cited(text, position):
            return None
        return Found(position, match.end(), "QUANTITY", 0.6)
    match = _GROUPED.match(text, position)
    if match:
        return Found(position, match.end(), "CARDINAL", 0.6)
    match = _ORDINAL.match(text, position)
    if match:
        return Found(position, match.end(), "ORDINAL", 0.5)
    match = (
        None if _DECIMAL_BEFORE.search(text, max(0, position - 2), position) else _BARE.match(text, position)
    )
    if match and not _is_cited(text, position):
        return Found(position, match.end(), "CARDINAL", 0.5)
    return None


def with_currency(anchors: Anchors) -> Iterator[Found]:
    """Amounts that start with a currency sign or code: "$100 million", "EUR 80", "Rs. 6,000/-"."""
    text = anchors.text
    for sign in _SIGN.finditer(text):
        start = sign.start()
        while start and text[start - 1].isascii() and text[start - 1].isupper() and sign.start() - start < 2:
            start -= 1
        match = _MONEY_SIGN.match(text, start) or _MONEY_SIGN.match(text, sign.start())
        if match:
            yield Found(match.start(), match.end(), "MONEY", 0.95)
    for rupees in _RUPEES.finditer(text) if "Rs" in text or "RS" in text else ():
        yield Found(*rupees.span(), "MONEY", 0.95)
    for start, _ in anchors.numbers:
        lettered = _MONEY_LETTER.match(text, start - 1) if start and text[start - 1] in "NRK" else None
        if lettered and not text[max(0, start - 2) : start - 1].isalnum():
            yield Found(start - 1, lettered.end(), "MONEY", 0.95)
        if start and (text[start - 1] == " " or text[start - 1].isupper() or text[start - 1] == "$"):
            before = text[max(0, start - 5) : start].rstrip()
            code = (
                _ISO_BEHIND.search(text[max(0, start - 5) : start])
                if before[-1:].isupper() or before[-1:] == "$"
                else None
            )
            if code:
                begin = start - len(code.group())
                match = None if begin and text[begin - 1].isalnum() else _MONEY_ISO.match(text, begin)
                if match and not _ONE_DECIMAL.search(match.group()):
                    yield Found(begin, match.end(), "MONEY", 0.95)


def at_period(text: str, start: int, end: int) -> Found | None:
    """Return the period that the unit of time ``text[start:end]`` measures with a half: "a week and a half"."""
    before, behind = _ONE_BEFORE.search(text, max(0, start - 5), start), _HALF_BEHIND.match(text, end)
    return Found(before.start(), behind.end(), "DURATION", 0.6) if before and behind else None


def at_word(text: str, start: int) -> Found | None:
    """Return the quantity that starts with a number word: "two years", "fifty-five hearings"."""
    word = _WORDS.match(text, start)
    if word is None:
        return None
    kind, score = _WORD_KINDS[word.lastgroup or "measure"]
    if word.lastgroup == "counted" and _SMALL_NUMBER.match(word.group()):
        return None
    return Found(start, word.end(), kind, score)
