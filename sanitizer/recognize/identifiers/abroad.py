# ruff: noqa: E501 (a form reads best on one line)
"""What people of other countries write in English texts: streets with the number behind, postcodes before the town,
dates with the month in another language, places in three words."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from sanitizer.recognize.gazetteers import known_classes
from sanitizer.recognize.vocabulary import is_english, is_listed
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
_TOWN: Final = re.compile(
    r"(?:(?m:^)[ \t]*|[,;]\s|\d[A-Za-z]?\n)(?P<code>\d{4,6}|\d{3} \d{2}|\d{2}-\d{3})\s(?P<town>[^\W\d_a-z][\w'’-]+)(?=[\s.,;)]|\Z)"
)
_BLOCKS: Final = re.compile(
    r"(?<![\w-])(?P<name>[A-Z][a-z]{3,}(?:-(?:ku|cho|machi|dori))?),?\s\d{1,2}-\d{1,2}-\d{1,2}(?![\w/-])"
)
"""A district with its block, lot and house, as in Japan."""
_BLOCK_AND_LOT: Final = re.compile(r"\d-\d\d?-\d")
_DATE: Final = re.compile(
    r"[0-9](?<![\w.,/-][0-9])(?:(?<=0)[1-9]|(?<=[1-9])|(?<=[12])\d|(?<=3)[01])(?:\.|º|er)?\s(?:de\s)?(?P<month>[^\W\d_]{3,10}\.?)\s(?:de\s|del\s)?(?:1[89]|20)\d\d(?![\w-]|[.,]\d)"
)
_THREE_WORDS: Final = re.compile(
    r"(?<![\w/:.])(?:(?=///)|(?:w3w|what3words)(?:\sis)?\W{1,3}?)(?P<words>(?:///)?[^\W\d_]{2,}\.[^\W\d_]{2,}\.[^\W\d_]{2,})(?![\w.]\w)",
    re.IGNORECASE,
)


def abroad(text: str) -> Iterator[Found]:
    """Streets, postcodes with towns, days and places in the notations of other countries."""
    lowered = text.lower()
    if any(hint.search(lowered) for hint in _STREET_HINTS):
        for pattern in (_BEHIND, _BEFORE, _NAMED):
            for street in pattern.finditer(text):
                yield Found(street.start(), len(text[: street.end()].rstrip()), "ADDRESS", 0.75)
    for match in _TOWN.finditer(text):
        if _is_town(match["town"]) and not YEAR_DIGITS.fullmatch(match["code"]):
            yield Found(match.start("code"), match.end("town"), "ADDRESS", 0.6)
    for match in _BLOCKS.finditer(text) if _BLOCK_AND_LOT.search(text) else ():
        if not is_listed(match["name"].lower()):
            yield Found(*match.span(), "ADDRESS", 0.6)
    for match in _DATE.finditer(text):
        linked = match.group().count(" de") > 1
        month = match["month"].rstrip(".")
        if linked or not (is_english(month.lower()) or month[:-1].isupper()):
            yield Found(*match.span(), "DATE", 0.6)
    if "///" in text or "3w" in text or "3words" in text:
        for match in _THREE_WORDS.finditer(text):
            yield Found(*match.span("words"), "COORDINATES", 0.8)


def _is_town(name: str) -> bool:
    return EntityClass.LOC in known_classes(name) or not is_listed(name.lower())
