"""Tell where a name begins and ends: it crosses neither the end of a sentence nor marks of files, and begins and ends
in words of its own."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.name_groups import BEFORE_NAMES, PARTICLES
from sanitizer.text.fold import plain, words
from sanitizer.text.short_names import shortens_given_name
from sanitizer.text.titles import SHORT_TITLES

MARKS: Final = " \t\n\r\f\v\u00a0\u2009\u202f_"
"""White space and the marks of italics, which are no part of a name."""

_PLAIN: Final = re.compile(r"[^\W_a-z][^\W_]*(?:['’][^\W_]+)?(?: [^\W_a-z][^\W_]*(?:['’][^\W_]+)?){0,9}")
"""Words with capitals and blanks, as most names are: nothing to cut."""
_FILES: Final = re.compile(r"\||(?<=\.)(?:jpe?g|png|gif|svg|JPE?G|PNG)\b|\s?\bFile(?::|$)|\[\[|\]\]")
_APART: Final = re.compile(r"\s[-–—]\s")
_TWO: Final = re.compile(r"(?<=[\w.’'-])\s(?:and|y|et|und|&)\s(?=[^\W\d_a-z][\w.’'-]*\s[^\W\d_a-z])")
"""Between two persons, of whom the second has two names: "Ramón y Cajal" is one person."""
_SENTENCE: Final = re.compile(r"(?<!\w\.)(?<=\w)\.[\"”]?\s+(?=[^\W\d_a-z])")
_ABBREVIATED: Final = words("jr sr mt ft vs no vol op bros mass ave rd") | SHORT_TITLES
_ENDS: Final = re.compile(r"[\s_,;:–-]+$|\s(?:and|or|of|in|on|at|for|with|by|to|from|the|as|is|was)$")
_QUOTES: Final = "'’\"”‘“"
_SMALL_BEFORE: Final = re.compile(r"(?:[^\W\d_A-ZÀ-ÖØ-Þ][\w'’-]*\s+)+(?=[^\W\d_a-zß-öø-ÿ])")


def pieces(text: str, start: int, end: int, person: bool) -> Iterator[tuple[int, int]]:
    """Yield the names in `start` to `end` of `text`: one, as a rule.

    It is cut at marks of files ("DB5.jpg|Aston Martin DB5 File:") and where a sentence ends ("Pius IX. Oscar Isaac"); a
    person's also at a hyphen between blanks, and small words before it are left out ("former President"), and a
    quotation mark that ends it and opens nowhere in it.
    """
    if _PLAIN.fullmatch(text, start, end) and not text.endswith("File", start, end):
        yield start, end
        return
    for a, b in _cut(text, start, end, person):
        if person and (small := _SMALL_BEFORE.match(text, a, b)) and not _is_particle(small.group()):
            a = small.end()
        while a < b and text[a] in MARKS:
            a += 1
        while a < b and (last := _ENDS.search(text, a, b)):
            b = last.start()
        if a < b and text[b - 1] in _QUOTES and not any(c in _QUOTES for c in text[a : b - 1]):
            b -= 1
        if a < b and any(c.isalnum() for c in text[a:b]):
            yield a, b


def _is_particle(small: str) -> bool:
    return plain(small.split()[-1]) in PARTICLES


def _cut(text: str, start: int, end: int, person: bool) -> Iterator[tuple[int, int]]:
    cuts = [m.span() for m in _FILES.finditer(text, start, end)]
    cuts += [m.span() for m in _SENTENCE.finditer(text, start, end) if _ends_sentence(text, start, m.start())]
    if person:
        cuts += [m.span() for m in _APART.finditer(text, start, end)]
        cuts += [m.span() for m in _TWO.finditer(text, start, end)]
    for a, b in sorted(cuts):
        if start < a:
            yield start, a
        start = max(start, b)
    if start < end:
        yield start, end


def _ends_sentence(text: str, start: int, stop: int) -> bool:
    """Return whether the full stop at `stop` ends a sentence: not behind an initial, a title or another
    abbreviation."""
    word = re.search(r"[^\W_]+$", text[start:stop])
    if word is None:
        return False
    spoken = word.group()
    if text[start + word.start() - 1 : start + word.start()] in ("'", "’"):
        return True  # a possessive, no initial
    if len(spoken) == 1 or spoken.lower() in _ABBREVIATED or plain(spoken) in BEFORE_NAMES:
        return False
    if shortens_given_name(spoken):
        return False
    return len(spoken) > 3 or spoken.isupper() or spoken in ("Inc", "Ltd", "Co", "Corp", "plc")
