# ruff: noqa: E501 (a form reads best on one line)
"""Words and numbers that are written letter by letter, whatever stands between: "W, I, N", "[0][4]", a letter a line."""

import re
from itertools import pairwise
from typing import Final

from sanitizer.text.folded import Piece
from sanitizer.text.patterns import ANY_ALPHANUMERIC

_MARK: Final = r"(?:[^\w\s'’]|_)"
_LETTER: Final = r"[^\W\d_]"
_OPEN: Final = r"[\[({<|]"
_CLOSE: Final = r"[\])}>|]"
_ALONE: Final = r"(?![^\W_])"
SPELLED: Final = re.compile(
    rf"{_OPEN}?(?<![\w'’]){_LETTER}(?:(?P<gap>{_MARK}{{1,2}}[ ]?{_MARK}?|[ ]{_MARK}?[ ]?){_LETTER}{_ALONE}(?:(?P=gap){_LETTER}{_ALONE})+)(?!['’]){_CLOSE}?"
    rf"|{_OPEN}?(?<![\w.,-])\d(?:(?P<between>[ ]|[|_·~*]|{_MARK}[ ]?{_OPEN})\d{_ALONE}(?:(?P=between)\d{_ALONE}){{4,}})(?![.,-]\d){_CLOSE}?"
    r"|(?m:^)[ \t]*[^\W_](?:[ \t]*\r?\n[ \t]*[^\W_](?=[ \t]*(?m:$)))+"
)
"""Single letters or digits with the same between them, or one in each line."""
PARTED_WORDS: Final = re.compile(
    r"(?<![^\s(\[\"'])(?<![^\W_] )[^\W_](?>(?: [^\W_])*)(?:[ ]{2,4}[^\W_](?![^\W_])(?>(?: [^\W_](?![^\W_]))*))+"
)
"""Words letter by letter with single blanks, and more blanks between the words."""
_HINT: Final = re.compile(r"[\W_][^\W_][\W_]{1,5}[^\W_][\W_]{1,5}[^\W_](?![^\W_])")

_LEAST: Final = 4
_LEAST_DIGITS: Final = 6
_MOST_DIGITS: Final = 20
"""More digits are a column of figures."""
_LEAST_LISTED: Final = 5
"""Letters of a word with commas, strokes or line ends between them, which may be a list."""
_LEAST_OTHERS: Final = 3
"""Different letters in a word: fewer are answers in a table."""


def may_spell(text: str) -> bool:
    """Return whether three letters or digits stand alone one after another: where none do, nothing is spelled."""
    return _HINT.search(text) is not None or _HINT.match(f" {text[:12]}") is not None


def joined_words(match: re.Match[str]) -> list[Piece] | None:
    """Return the words of a match of PARTED_WORDS; None for a row of a table."""
    run = match.group()
    words = [word.replace(" ", "") for word in re.split(r"[ ]{2,}", run)]
    if len(words) > sum(len(word) > 1 for word in words) * 2 or sum(map(len, words)) < _LEAST_DIGITS:
        return None
    return [(m.group()[0], *m.span()) for m in re.finditer(r"[^\W_]|[ ]{2,}", run)]


def joined(match: re.Match[str]) -> list[Piece] | None:
    """Return the letters or digits of a match of SPELLED; a capital behind a small letter begins a new word. None
    for initials, lists and rows of a table."""
    run = match.group()
    places = [m.start() for m in ANY_ALPHANUMERIC.finditer(run)]
    letters = "".join(run[i] for i in places)
    gap = run[places[0] + 1 : places[1]]
    first, last = places[0], places[-1]
    if not (_is_number(letters, gap) if letters.isdecimal() else _is_word(letters, gap)):
        return None
    pieces: list[Piece] = []
    for n, (at, char) in enumerate(zip(places, letters, strict=True)):
        if n and char.isupper() and letters[n - 1].islower():
            pieces.append((" ", at - 1, at))
        pieces.append((char, at, at + 1))
    if first and "\n" not in gap:  # the brackets at the ends go with the first and the last
        boxed = run[0] in gap
        pieces[:1] = [(letters[0], 0, first + 1)] if boxed else [(run[0], 0, 1), pieces[0]]
    if last + 1 < len(run) and "\n" not in gap:
        boxed = run[-1] in gap
        pieces[-1:] = (
            [(letters[-1], last, len(run))] if boxed else [pieces[-1], (run[-1], last + 1, len(run))]
        )
    return pieces


def _is_word(letters: str, gap: str) -> bool:
    if not letters.isalpha() or len(letters) < _LEAST:
        return False
    if gap in (".", "-") and letters.isupper():  # initials, letters that are spelled
        return False
    low = letters.lower()
    if any(c in gap for c in ",;/\n") and len(letters) < _LEAST_LISTED:
        return False
    return gap == " " or (len(set(low)) >= _LEAST_OTHERS and not is_alphabet(low))


def _is_number(digits: str, gap: str) -> bool:
    return _LEAST_DIGITS + (gap == " ") <= len(digits) <= _MOST_DIGITS and not is_alphabet(digits)


def is_alphabet(characters: str) -> bool:
    """Return whether each character follows the one before in the alphabet: options, parts of a form."""
    return all(ord(b) - ord(a) == 1 for a, b in pairwise(characters))
