# ruff: noqa: E501 (a form reads best on one line)
"""Find where a text says something in signs that nobody reads as words: in characters that nobody sees, in codes of
letters, in braille, in Morse code. What it says is not read here: all of it goes."""

import re
from collections.abc import Callable, Iterator
from typing import Final

SOFT: Final = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
    "\U000e0000-\U000e0fff"
)
"""Characters that nobody sees: soft hyphen, zero-width blanks and joiners, marks of direction and variation."""
_UNSEEN: Final = re.compile(
    "\U0001f3f4[\U000e0030-\U000e007a]{2,6}\U000e007f"  # the flag of a region
    rf"|(?P<text>[{SOFT}]*(?:[\U000e0000-\U000e007f]|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{{2}}|[{SOFT}]{{4}})[{SOFT}]*)"
)
_BRAILLE: Final = re.compile("[\u2801-\u28ff](?:[ \\t\u2800]*[\u2801-\u28ff])*")
_MORSE: Final = re.compile(r"(?<!\S)[.·•_–—−-]{1,5}(?>(?:(?: |[ ]?/[ ]?|[ ]{2,7})[.·•_–—−-]{1,5})*)(?!\S)")
_LEAST_MORSE: Final = 4
"""Letters of Morse code: fewer are marks in a list or in a row of a table."""

_HEX: Final = "[0-9A-Fa-f]"


def _of_bytes(run: str) -> str:
    codes = re.findall(rf"(?:%(?:25)*|[xX=])({_HEX}{{2}})", run)
    return bytes(int(code, 16) for code in codes).decode("utf-8", "replace")


def _of_hex(run: str) -> str:
    plain = run.replace(" ", "")
    return "" if plain.isdecimal() else bytes.fromhex(plain).decode("utf-8", "replace")


def _of_points(base: int) -> Callable[[str], str]:
    digits = rf"{_HEX}+" if base == 16 else r"\d+"

    def read(run: str) -> str:
        points = (int(code, base) for code in re.findall(digits, run.replace("amp", "")))
        return "".join(chr(point) for point in points if point < 0x110000)

    return read


_CODES: Final[tuple[tuple[re.Pattern[str], Callable[[str], str]], ...]] = (
    (re.compile(rf"(?:(?:%(?:25)*|\\{{1,2}}x|\b0[xX]){_HEX}{{2}}[, ]?)+"), _of_bytes),
    (re.compile(r"(?:=[0-9A-F]{2}(?:=\r?\n)?){4,}"), _of_bytes),
    (re.compile(rf"\b(?:(?:{_HEX}{{2}}){{1,2}}[ ]){{5,}}(?:{_HEX}{{2}}){{1,2}}\b"), _of_hex),
    (re.compile(r"(?:&(?:amp;)*#\d{2,7};?[ ]?)+"), _of_points(10)),
    (re.compile(rf"(?:(?:&(?:amp;)*#[xX]|\\{{1,2}}u|\bU\+){_HEX}{{2,6}}(?:;|\b)[ ]?)+"), _of_points(16)),
    (re.compile(r"(?:\\{1,2}[0-3][0-7]{2}){3,}"), _of_points(8)),
    (re.compile(r"\b(?:[01]{8}[ ]?){3,}\b"), _of_points(2)),
)
"""Codes of characters in a row, and what reads them."""
_LEAST_PLAIN: Final = 2
"""Letters and digits of ASCII in a run of codes: none of them needs a code."""
_LEAST_OTHERS: Final = 3
"""Letters of a word that is written in codes."""
_HINT: Final = re.compile(
    rf"%{_HEX}{{2}}|\\[xu0-3]|={_HEX}{{2}}=|&(?:amp;)*#|U\+{_HEX}|0[xX]{_HEX}|[01]{{8}}|(?:\b(?:{_HEX}{{2}}){{1,2}}[ ]){{5}}"
)


def encoded_texts(text: str) -> list[tuple[int, int]]:
    """Return where a text says something that nobody reads as words: pairs of offsets, sorted; they may overlap."""
    found = [m.span() for m in _MORSE.finditer(text) if _is_morse(m.group())]
    if not text.isascii():
        found += [m.span() for m in _UNSEEN.finditer(text) if m["text"]]
        found += [m.span() for m in _BRAILLE.finditer(text)]
    return sorted([*found, *_coded(text)]) if _HINT.search(text) else sorted(found)


def _coded(text: str) -> Iterator[tuple[int, int]]:
    """Yield the runs of codes that stand for letters which need none, or for a word."""
    for pattern, read in _CODES:
        for match in pattern.finditer(text):
            said = [c for c in read(match.group()) if c.isalnum()]
            if sum(c.isascii() for c in said) >= _LEAST_PLAIN or len(said) >= _LEAST_OTHERS:
                yield match.start(), match.start() + len(match.group().rstrip(", "))


def _is_morse(run: str) -> bool:
    """Return whether marks in a row are letters: of both kinds, of several lengths."""
    letters = re.findall(r"[^\s/]+", run)
    lengths = {len(letter) for letter in letters}
    return (
        len(letters) >= _LEAST_MORSE
        and len(lengths) > 1
        and bool(re.search(r"[.·•]", run) and re.search(r"[_–—−-]", run))
    )
