# ruff: noqa: E501 (a form reads best on one line)
"""What people of other countries write in English texts: streets with the number behind, postcodes before the town,
dates with the month in another language, places in three words."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from sanitizer.recognize.known_names import known_classes
from sanitizer.recognize.vocabulary import is_english, is_listed
from sanitizer.text.anchors import Anchors
from sanitizer.text.patterns import YEAR_DIGITS
from sanitizer.types import EntityClass
from sanitizer.values.found_values import Found

_HOUSE: Final = r"\d{1,4}(?:[/-]\d{1,4})?(?:\s?(?:bis|ter)(?!\w)|\s?[A-Za-z](?![\w.'’]))?(?:,?\s\d{1,2}[º°ª.](?:\s(?:izq|dcha|der|OG|Stock|etage)\b\.?)?)?(?![^\W_])"
_SUFFIXES: Final = (
    "straße|strasse|str\\.|gasse|platz|allee|weg|ufer|damm|chaussee|straat|laan|plaats|plein|dreef|gracht|kade|singel|dijk|steeg|gatan"
    "|gata|gränd|vägen|veien|vei|vegur|gade|vej|utca|katu|tie|tänav|iela|gatvė"
)
_WORDS: Final = (
    "C/|Avda\\.|Via|Viale|Vicolo|Piazza|Corso|Largo|Strada|Calle|Carrer|Camino|Paseo|Avenida|Plaza|Rua|Travessa|Rue|Impasse|Allée|Chemin|Quai|Cours"
    "|Passage|Boulevard|ul\\.|ulica|Ulitsa|al\\.|Aleja|plac|nám\\.|Náměstí|Trg|Jalan|Strada|Bulevardul"
)
_SUFFIX_WORDS: Final = (
    "u\\.|utca|út|útja|tér|tere|körút|krt\\.|rakpart|sétány|vei|veien|veg|väg|vägen|vej|gata|gatan|tee|tänav|iela|gatvė|katu|tie|kalea"
    "|enparantza|utja|allee|Allee|Platz|Straße|Strasse|Weg|Ufer|Damm|straat|laan"
)
"""Words for streets that stand behind their names."""
_NAME: Final = r"(?:[^\W\d_][\w'’.-]*)"
_BEHIND: Final = re.compile(
    rf"(?<![\w-])(?:[^\W\d_a-z][\w-]{{1,30}}(?:{_SUFFIXES})|(?:Kade|Singel|Plein|Dijk|Gracht|Steeg)(?!\w)|(?:{_WORDS})\s(?:(?:[a-z]{{1,5}}['’]?\s?){{0,3}}[^\W\d_a-z][\w'’-]*\s?){{1,4}})\s?,?\s?(?:nr?\.?\s?|č\.\s?)?{_HOUSE}"
)
"""A street by its word, with the number of a house behind."""
_NAMED: Final = re.compile(
    rf"(?<![\w-])(?:(?:[^\W\d_a-z][\w'’.-]*\s){{1,3}}(?:{_SUFFIX_WORDS})|[^\W\d_]+\s(?:utca|út|útja|tér))\s{_HOUSE}\.?(?!\d)"
)
"""The same where the word stands by itself ("Erzsébet tér 92")."""
_BEFORE: Final = re.compile(
    rf"(?<![\w.,/-])[1-9]\d{{0,3}}\s?(?:bis|ter|[A-D])?,?\s(?:(?:{_WORDS.lower()}|avenue|place|square|sentier|route)\s)(?:{_NAME}\s?){{1,4}}(?:,\s\d{{5}}(?=\s))?",
)
"""The number of a house before a street, as in French."""


def _by_first_letter(words: Iterable[str], begins: str = "") -> str:
    """Alternatives grouped by their first letters, behind which ``begins`` is looked at: a search passes all other
    letters by."""
    rests: dict[str, list[str]] = {}
    for word in words:
        rests.setdefault(word[0], []).append(word[1:])
    return "|".join(f"{first}{begins}(?:{'|'.join(rest)})" for first, rest in rests.items())


_STREET_HINTS: Final = (
    re.compile(_by_first_letter([*(rf"{word},?\s" for word in _SUFFIXES.split("|")), r"str\.\s?\d"])),
    re.compile(
        _by_first_letter(
            [*(rf"{word}\s" for word in _WORDS.lower().split("|")), r"kade\b", r"singel\b", r"dijk\b"],
            begins=r"(?<!\w\w)",
        )
    ),
    re.compile(rf"\s(?:{_by_first_letter(_SUFFIX_WORDS.lower().split('|'))})\s\d"),
    re.compile(r"\d,?\s(?:bis|ter|rue|allée|impasse|chemin|quai|via|calle|rua)\b"),
)
"""What one of the patterns of streets needs, in small letters: a pattern that looks at both cases has no quick search."""
_FIRST: Final = [
    word.replace("\\", "") for word in f"{_WORDS.lower()}|avenue|place|square|sentier|route".split("|")
]
_FIRST_WORDS: Final = frozenset(word for word in _FIRST if word.isascii() and word.isalpha())
_OTHER_FIRST_WORDS: Final = tuple(word for word in _FIRST if word not in _FIRST_WORDS)
"""What a street begins with, in small letters."""
_LAST_WORDS: Final = (
    *(word.lower().replace("\\.", "") for word in f"{_SUFFIXES}|{_SUFFIX_WORDS}".split("|")),
    "kade", "singel", "plein", "dijk", "gracht", "steeg",
)  # fmt: skip
"""How a street ends before the number of the house."""
_FOR_NUMBER: Final = ("n", "nr", "č")
"""What stands before the number of a house, without its stop."""
_LONGEST_BEFORE: Final = 24
_TOWN: Final = re.compile(
    r"(?P<code>\d{4,6}|\d{3} \d{2}|\d{2}-\d{3})\s(?P<town>[^\W\d_a-z][\w'’-]+)(?=[\s.,;)]|\Z)"
)
_BLOCKS: Final = re.compile(
    r"(?<![\w-])(?P<name>[A-Z][a-z]{3,}(?:-(?:ku|cho|machi|dori))?),?\s\d{1,2}-\d{1,2}-\d{1,2}(?![\w/-])"
)
"""A district with its block, lot and house, as in Japan."""
_BLOCK_AND_LOT: Final = re.compile(r"\d+-\d\d?-\d")
_DATE: Final = re.compile(
    r"[0-9](?<![\w.,/-][0-9])(?:(?<=0)[1-9]|(?<=[1-9])|(?<=[12])\d|(?<=3)[01])(?:\.|º|er)?\s(?:de\s)?(?P<month>[^\W\d_]{3,10}\.?)\s(?:de\s|del\s)?(?:1[89]|20)\d\d(?![\w-]|[.,]\d)"
)
_THREE_WORDS: Final = re.compile(
    r"(?<![\w/:.])(?:(?=///)|(?:w3w|what3words)(?:\sis)?\W{1,3}?)(?P<words>(?:///)?[^\W\d_]{2,}\.[^\W\d_]{2,}\.[^\W\d_]{2,})(?![\w.]\w)",
    re.IGNORECASE,
)


def abroad(anchors: Anchors) -> Iterator[Found]:
    """Yield streets, postcodes with towns, days and places in the notations of other countries."""
    text, lowered = anchors.text, anchors.lowered
    if _may_hold_street(anchors) and any(hint.search(lowered) for hint in _STREET_HINTS):
        for pattern in (_BEHIND, _BEFORE, _NAMED):
            for street in pattern.finditer(text):
                yield Found(street.start(), len(text[: street.end()].rstrip()), "ADDRESS", 0.75)
    for match in anchors.at_numbers(_TOWN):
        if (
            _opens_part(text, match.start())
            and not YEAR_DIGITS.fullmatch(match["code"])
            and _is_town(match["town"])
        ):
            yield Found(match.start("code"), match.end("town"), "ADDRESS", 0.6)
    for match in _BLOCKS.finditer(text) if any(anchors.at_close(_BLOCK_AND_LOT)) else ():
        if not is_listed(match["name"].lower()):
            yield Found(*match.span(), "ADDRESS", 0.6)
    for match in anchors.at_numbers(_DATE):
        linked = match.group().count(" de") > 1
        month = match["month"].rstrip(".")
        if linked or not (is_english(month.lower()) or month[:-1].isupper()):
            yield Found(*match.span(), "DATE", 0.6)
    if "///" in text or "3w" in text or "3words" in text:
        for match in _THREE_WORDS.finditer(text):
            yield Found(*match.span("words"), "COORDINATES", 0.8)


def _may_hold_street(anchors: Anchors) -> bool:
    """Return whether a word for a street stands before a number, or one that streets begin with in the text."""
    if not anchors.numbers:
        return False
    if anchors.holds(_FIRST_WORDS) or any(word in anchors.lowered for word in _OTHER_FIRST_WORDS):
        return True
    text = anchors.text
    for start, _ in anchors.numbers:
        before = _bare(text[max(0, start - _LONGEST_BEFORE) : start].lower())
        if before.endswith(_LAST_WORDS) or any(
            before.endswith(sign) and _bare(before.removesuffix(sign)).endswith(_LAST_WORDS)
            for sign in _FOR_NUMBER
        ):
            return True
    return False


def _bare(words: str) -> str:
    """Return words without blanks, a comma and a stop at their end."""
    return words.rstrip().rstrip(",.").rstrip().rstrip(".")


def _opens_part(text: str, start: int) -> bool:
    """Return whether a line begins at an offset, but for blanks, or what a comma parts from the words before."""
    before = text[max(0, start - 2) : start]
    if len(before) > 1 and before[0] in ",;" and before[1].isspace():
        return True
    while start and text[start - 1] in " \t":
        start -= 1
    return not start or text[start - 1] == "\n"


def _is_town(name: str) -> bool:
    return EntityClass.LOC in known_classes(name) or not is_listed(name.lower())
