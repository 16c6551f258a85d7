"""Letters written with signs: as TeX writes them ("M\\"uller", "{\\ss}"), as flags, and with pictures between them."""

import re
import unicodedata
from typing import Final

from sanitizer.text.encoded import SOFT
from sanitizer.text.folded import Piece, whole

_MARKS: Final = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307",
    '"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "c": "\u0327", "k": "\u0328", "d": "\u0323",
}  # fmt: skip
"""What follows the backslash -> the combining mark."""
_LETTERS: Final = {"ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ",
                   "aa": "å", "AA": "Å", "i": "ı", "j": "j"}  # fmt: skip

TEX: Final = re.compile(
    r"(?P<open>\{)?\\(?:(?P<sign>[`'^~=.\"])|(?P<name>[uvHcdkr])(?=[ {]) ?)"
    r"(?:\{\\?(?P<held>[A-Za-z])\}|\\?(?P<bare>[A-Za-z]))(?(open)\})"
    r"|(?P<braces>\{)?\\(?P<letter>ss|aa|AA|ae|AE|oe|OE|[oOlLij])(?:\{\}|\\?[ ]|(?![A-Za-z]))(?(braces)\})"
)
"""An accent with its letter, or a letter with a name; with the braces around."""

SIGNS: Final = r"[\u2190-\u2bff\U0001f000-\U0001f0ff\U0001f200-\U0001faff]"
PARTED: Final = re.compile(rf"(?<![^\W_])[^\W\d_]+(?:{SIGNS}+[^\W\d_]+)+")
"""Letters with pictures between them."""
_FLAG: Final = "[\U0001f1e6-\U0001f1ff]"
FLAGS: Final = re.compile(rf"{_FLAG}(?:[{SOFT}]*{_FLAG})*")
"""Letters of flags, with what nobody sees between them."""


def tex_letter(match: re.Match[str]) -> list[Piece] | None:
    """Return the letter that is meant; None where a backslash before a quotation mark may be one of a program."""
    if match["letter"]:
        if match.group().startswith("\\") and not match.string[match.start() - 1 : match.start()].isalpha():
            return None
        return whole(match, _LETTERS[match["letter"]])
    base = match["held"] or match["bare"]
    in_word = match.start() > 0 and match.string[match.start() - 1].isalpha()
    if not (match["held"] or match["open"] or in_word):
        return None
    made = unicodedata.normalize("NFC", base + _MARKS[match["sign"] or match["name"]])
    return whole(match, made) if len(made) == 1 else None


def one_name(match: re.Match[str]) -> list[Piece] | None:
    """Return the letters of a name with pictures in it: the first is a capital, and no other."""
    word = match.group()
    letters = [i for i, c in enumerate(word) if c.isalpha()]
    if not word[0].isupper() or any(word[i].isupper() for i in letters[1:]):
        return None
    return [(word[i], i, i + 1) for i in letters]


def flag_letters(match: re.Match[str]) -> list[Piece] | None:
    """Return the letters that flags are made of, where they make no whole number of flags."""
    run = match.group()
    places = [i for i, c in enumerate(run) if re.match(_FLAG, c)]
    if len(places) % 2 == 0 and len(places) == len(run):
        return None
    return [(chr(ord(run[i]) - 0x1F1E6 + ord("A")), i, i + 1) for i in places]
