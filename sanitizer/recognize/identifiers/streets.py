# ruff: noqa: E501 (a form reads best on one line)
"""Streets, boxes and units: postal addresses in English."""

import re
from collections.abc import Iterator
from typing import Final

from kb.values.words import NUMBER_WORD, SIMPLE, UP_TO_19
from sanitizer.recognize.vocabulary import is_listed
from sanitizer.text.anchors import Anchors, Led
from sanitizer.text.fold import words
from sanitizer.values.found_values import Found

_STREETS: Final = words(
    "Street St Avenue Ave Av Road Rd Lane Ln Drive Dr Boulevard Blvd Way Court Ct Place Pl Square Sq Terrace Ter Highway Hwy Parkway Pkwy "
    "Circle Cir Close Crescent Cres Trail Trl Alley Row Gardens Grove Hill Plaza Walk Mews Turnpike Pike Quay Wharf Loop Path Route Rte "
    "Run Bypass Mall Parade Rise View Wynd Brae Croft Chase Vale Approach Villas Cottages"
)
"""The words for streets, of which each street with its number before it has one."""
_STREET: Final = rf"(?:{'|'.join(sorted(_STREETS - {'Dr'}))}|(?<!\n)Dr)"
_STATE: Final = r"(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])"
_TAIL: Final = (
    r"(?:,?\s(?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Room|Rm|Bldg|Building|#)\.?\s?#?\w{1,6})?"
    rf"(?:,?\s(?:[A-Z][\w'’.-]+\s?){{1,3}},?\s{_STATE}\s\d{{5}}(?:-\d{{4}})?|,\s(?:[A-Z][\w'’.-]+\s?){{1,3}},\s{_STATE}\b"
    r"|(?:,?\n[ \t]*[A-Z][\w'’-]+(?:[ ][A-Z][\w'’-]+){0,2}){1,2}(?=,?\n[ \t]*[A-Z]{1,2}\d[A-Z\d]?[ ]?\d[A-Z]{2}\b))?"
)
_OF_STREET: Final = rf",?\s(?:[NSEW]{{1,2}}\.?\s|North\s|South\s|East\s|West\s)?(?:[A-Z][\w'’.-]*|\d{{1,3}}(?:st|nd|rd|th))\s(?:(?:[A-Z][\w'’.-]*|\d{{1,3}}(?:st|nd|rd|th)|of|the|de|la|du)\s){{0,3}}{_STREET}\b(?:\.(?=,|\s[A-Z#]))?(?:\s[NSEW]{{1,2}}\b)?{_TAIL}"
_ADDRESS: Final = re.compile(rf"\d{{1,5}}[A-Za-z]?(?:[-–/]\d{{1,4}})?{_OF_STREET}")
_STREET_BEHIND: Final = re.compile(_OF_STREET)
_HUNDREDS: Final = rf"(?:(?:an?|{'|'.join(UP_TO_19[1:10])})\shundred(?:\sand)?\s)?"
_IN_WORDS: Final = Led(
    re.compile(rf"\b(?i:(?=[aefnost]){_HUNDREDS}{NUMBER_WORD})(?=,?\s[A-Z0-9])"), frozenset(SIMPLE)
)
_BEHIND_HUNDREDS: Final = Led(_IN_WORDS.pattern, frozenset(("a", "an", *SIMPLE)))
"""The same where the text has the word for hundreds."""
_NUMBER: Final = re.compile(r"\b(?:[Nn]umber|NUMBER|[Nn]o\.?)\s$")
"""What stands before the number of a house and belongs to it."""
_UNIT: Final = re.compile(
    r"\b(?:Apt\.?|Apartment|Suite|Ste\.?|Flat|Unit)\s#?\d{1,5}[A-Za-z]?\b|\bPSC\s\d{1,5},?\sBox\s\d{1,6}(?:\s+[AF]PO\s[A-Z]{2}\s\d{5})?|#\d{1,3}-\d{1,5}(?![\w-])",
    re.IGNORECASE,
)
_DWELLING: Final = re.compile(
    r"(?:\b(?:[Aa]ddress(?:ed)?|ADDRESS|[Ll]iv(?:es|ed|ing|e)|[Rr]esid(?:es|ed|ing|ence)|[Mm]oved|[Dd]ispatched|DISPATCHED|[Hh]ome|[Hh]oused?|[Pp]roperty|[Oo]f)\b(?:[ ](?:at|to|is|was|TO|AT))?[ ]?:?[ ]{0,6}|(?m:^)[ ]{0,4})"
    r"(?P<house>\d{1,5}[A-Za-z]?[ ](?:[NSEW]\.?[ ])?[A-Z][\w'’-]*(?:[ ](?:of[ ]|the[ ])?[A-Z][\w'’-]*){0,4}(?:,[ ][A-Z][\w'’-]*(?:[ ](?:upon|on|of|the|[A-Z][\w'’-]*)){0,3}){1,4})"
    r"(?=[ ]?[.;\n)]|[ ]?$|,|[ ][A-Z]{1,2}\d|[ ][a-z])"
)
_WITH_COMMA: Final = re.compile(r"\d+[A-Za-z]?[ ][A-Z][\w'’. -]{0,200},[ ][A-Z]")
_SMALL_STREETS: Final = words("street road lane avenue drive close terrace crescent grove gardens mews court")
_LOWER_STREET: Final = re.compile(
    r"\d(?<![\w.,-]\d)\d{0,3}[a-z]?[ ](?P<name>[a-z'’-]{3,24}(?:[ ][a-z'’-]{3,24}){0,2})[ ](?:street|road|lane|avenue|drive|close|terrace|crescent|grove|gardens|mews|court)\b"
)
_BEHIND_UNIT: Final = Led(
    re.compile(
        r"\b(?:flat|apt|apartment|unit)\s\d{1,4}[a-z]?,\s\d{1,4}[a-z]?(?:\s[a-z'’-]{3,24}){1,3}(?=[.,;\n)]|\Z|\s(?:in|near|by|off)\b)"
    ),
    words("flat apt apartment unit"),
)
"""A street in small letters with the numbers of house and flat before."""
_STREET_FIRST: Final = re.compile(
    r"(?<![\w'’-])(?:[^\W\d_a-z][\w.-]*[ ]){1,3}\d{1,4}[a-z]?,[ ](?:[A-Z]{1,2}-)?\d{5}[ ][^\W\d_a-z][\w-]+"
)
_POSTCODE_BEHIND: Final = re.compile(r"\d+[a-z]?,[ ](?:[A-Z]{1,2}-)?\d{5}[ ]")
_MILITARY: Final = re.compile(
    r"(?:\b(?:unit|psc)\s\d{1,5},?\sbox\s\d{1,6}\s+|\b(?:US[NC]?[SVGC]{1,3})\s[\w-]{1,20}\s+)?\b[FAD]PO,?\sA[AEP]\s\d{5}(?:-\d{4})?(?!\w)",
    re.IGNORECASE,
)
"""The post of a unit or ship of the United States."""
_KNOWN_HOUSES: Final = ("Farm", "Cottage", "Lodge", "Barn", "Grange", "Bungalow", "Rectory", "Vicarage")
"""What a house by its name is called that no firm is."""
_OTHER_HOUSES: Final = ("House", "Mill", "Manor", "Villa")
_HOUSE: Final = re.compile(
    rf"(?<![\w'’-])(?:(?:[A-Z][\w'’-]+[ ]){{1,3}}(?:{'|'.join(_KNOWN_HOUSES)})"
    rf"|(?<=\b(?:at|to) )(?:[A-Z][\w'’-]+[ ]){{1,3}}(?:{'|'.join(_OTHER_HOUSES)})),[ ](?!(?:M(?:rs?|s|iss)|Dr)\b)[A-Z][\w'’-]+(?:[ ][A-Z][\w'’-]+){{0,2}}"
)
"""A house by its name, with its village."""
_HOUSES: Final = frozenset(_KNOWN_HOUSES + _OTHER_HOUSES)
_BOX: Final = re.compile(r"\b(?:P\.?\s?O\.?\s?Box|PO\sBOX|Post\sOffice\sBox)\s#?\d{1,6}\b")
_UNIT_WORDS: Final = words("apt apartment suite ste flat unit psc")
_BEFORE_NUMBER: Final = ("apt", "apartment", "suite", "ste ", "ste.", "flat ", "unit ", "psc ")


def postal(anchors: Anchors) -> Iterator[Found]:
    """Yield streets with numbers, houses by their names, units of houses, boxes."""
    text, lowered = anchors.text, anchors.lowered
    yield from _numbered_streets(anchors)
    yield from _of_other_forms(anchors)
    if "#" in text or (anchors.holds(_UNIT_WORDS) and any(word in lowered for word in _BEFORE_NUMBER)):
        for unit in _UNIT.finditer(text):
            yield Found(unit.start(), unit.end(), "ADDRESS", 0.6)
    if "po a" in lowered or "po, a" in lowered:
        for post in _MILITARY.finditer(text):
            yield Found(*post.span(), "ADDRESS", 0.85)
    if "box" in lowered:
        for box in _BOX.finditer(text):
            yield Found(box.start(), box.end(), "ADDRESS", 0.9)


def _of_other_forms(anchors: Anchors) -> Iterator[Found]:
    """Yield streets in small letters or with the number behind, houses by their names."""
    text = anchors.text
    for street in anchors.at_numbers(_LOWER_STREET) if anchors.holds(_SMALL_STREETS) else ():
        if not all(map(is_listed, street["name"].split())):
            yield Found(street.start(), street.end(), "ADDRESS", 0.7)
    if not _HOUSES.isdisjoint(anchors.cased):
        for house in _HOUSE.finditer(text):
            yield Found(*house.span(), "ADDRESS", 0.6)
    for street in _BEHIND_UNIT.finditer(anchors):
        yield Found(*street.span(), "ADDRESS", 0.7)
    if 5 in anchors.sizes and any(anchors.at_numbers(_POSTCODE_BEHIND)):
        for street in _STREET_FIRST.finditer(text):
            yield Found(street.start(), street.end(), "ADDRESS", 0.85)


def _numbered_streets(anchors: Anchors) -> Iterator[Found]:
    """Yield streets behind the number of a house, in digits or words, and dwellings with a number where no such street
    begins."""
    text, streets = anchors.text, set()
    if not anchors.cased.isdisjoint(_STREETS):
        for street in _streets(anchors):
            streets.add(street[0])
            yield _street(text, *street)
    if any(anchors.at_numbers(_WITH_COMMA)):
        for house in _DWELLING.finditer(text):
            if house.start("house") not in streets:
                yield Found(*house.span("house"), "ADDRESS", 0.7)


def _streets(anchors: Anchors) -> Iterator[tuple[int, int]]:
    """Yield where the number of a house begins, in digits or words, and where the street behind it ends."""
    text = anchors.text
    for start, end in anchors.numbers:
        if end - start > 5 or (start and (text[start - 1].isalnum() or text[start - 1] in "./-")):
            continue
        match = _ADDRESS.match(text, start)
        if match:
            yield start, match.end()
    for number in (_BEHIND_HUNDREDS if "hundred" in anchors.words else _IN_WORDS).finditer(anchors):
        if match := _STREET_BEHIND.match(text, number.end()):
            yield number.start(), match.end()


def _street(text: str, start: int, end: int) -> Found:
    """Return the address from the number of a house to the end of its street, with the word for "number" before it."""
    said = _NUMBER.search(text, max(0, start - 8), start)
    while text[end - 1].isspace():
        end -= 1
    return Found(said.start() if said else start, end, "ADDRESS", 0.85)
