"""Undo what hides a word from a pattern, and keep the place of each character in the text as it was.

Invisible characters go; look-alikes, accents, wide and circled letters become plain ones; every dash is a hyphen and
every blank a blank; entities, percent codes and markup inside of words are resolved.
"""

import html
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final
from urllib.parse import unquote_to_bytes

FILLER: Final = "\ue000"
"""Stands for each character that need not be looked at."""
BREAK: Final = "\ue001"
"""Stands for a hyphen at the end of a line with what follows it, inside of a word."""

_ALIKE: Final[dict[str, str]] = dict(
    zip(
        "АВЕЅІЈКМНОРСТХУЗаеѕіјорсухԁԛԝһкмнтвбгӏıłŁøØđĐðÐßæÆœŒþÞΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεικνορτυχβγ’‘ʼʹ′`´＇“”«»‚„",
        [*"ABESIJKMHOPCTXY3aesijopcyxdqwhkmhtb6rlilLoOdDdDs", "ae", "AE", "oe", "OE", "th", "Th",
         *"ABEZHIKMNOPTYXaeiknoptuxby''''''''", *'""""', "'", '"'],
        strict=True,
    )
)  # fmt: skip
_INLINE: Final = "b|i|u|s|em|strong|span|font|a|mark|small|big|sup|sub|code|tt|wbr|del|ins|abbr|cite|q|kbd"
_PIECE: Final = re.compile(
    r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});"
    r"|(?:%(?:25)*[0-9A-Fa-f]{2})+"
    rf"|</?(?:{_INLINE})\s?/?>"
    r"|(?<=[^\W\d_])(?:\*{1,3}|`{1,3}|~~|__|\\)(?=[^\W\d_])"
    r"|(?<=[^\W\d_])[-\u00ad\u2010\u2011][ \t]{0,3}\r?\n[ \t]{0,8}(?=[^\W\d_])"
    r"|(?P<picture>(?<=[^\W\d_])[\u2190-\u2bff\U0001f000-\U0001f0ff\U0001f200-\U0001faff\ufe0f]+(?=[^\W\d_]))"
    r"|\{?\\(?:[`'^~=.\"]|[uvHcdkr](?=\{))\{?(?=[A-Za-z])|(?<=\w)\}(?=\w)"
    r"|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
    rf"|[^\x00-\x7f{FILLER}]",
    re.IGNORECASE,
)
_UNSEEN: Final = re.compile(
    "\U000e0001|[\U000e0020-\U000e007f]{7,}|(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0020-\U000e007f]+"
    "|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]{4,}"
)
"""Tags but for those of flags, marks of variation that vary nothing, characters without width."""
_CODED: Final = re.compile(
    r"(?:(?:(?:%(?:25)*|\\{1,2}x|\\{1,2}u00|\b0x|\bU\+00|&(?:amp;)*#x|=)[3-7][0-9a-f]|\\[01][0-7]{2}"
    r"|&(?:amp;)*#\d{2,7});?[ ,]?){3,}|[\u2801-\u28ff]+"
    r"|(?P<morse>(?<!\S)[–—−.·•-]{1,5}(?>(?:[ /]{1,3}[–—−.·•-]{1,5}){5,})(?!\S))",
    re.IGNORECASE,
)
"""Codes of characters in a row, Morse code, braille: nobody writes so without a reason."""
_MORSE: Final = frozenset(".-")
_DOTS: Final = str.maketrans("·•–—−", "..---")


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text; character ``i`` of it comes from ``starts[i]`` to before ``ends[i]`` of the original."""

    text: str = field(repr=False)
    starts: Sequence[int]
    ends: Sequence[int]

    def back(self, start: int, end: int) -> tuple[int, int]:
        """Return where the characters ``start..end`` of the folded text stand in the original (`start` < `end`)."""
        return self.starts[start], self.ends[end - 1]


def fold(text: str) -> Folded:
    """Return the text as a pattern should see it, with the way back."""
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    for match in _PIECE.finditer(text):
        begin, end = match.span()
        parts.append(text[at:begin])
        starts += range(at, begin)
        ends += range(at + 1, begin + 1)
        piece = "" if match["picture"] else _resolved(match.group())
        parts.append(piece)
        starts += [begin] * len(piece)
        ends += [end] * len(piece)
        at = end
    parts.append(text[at:])
    starts += range(at, len(text))
    ends += range(at + 1, len(text) + 1)
    return Folded("".join(parts), starts, ends)


def unseen(text: str) -> list[tuple[int, int]]:
    """Return where characters in a row cannot be seen or read that may stand for letters."""
    coded = [
        m.span()
        for m in _CODED.finditer(text)
        if not m["morse"] or set(m["morse"].translate(_DOTS)) >= _MORSE
    ]
    return coded if text.isascii() else sorted([*(m.span() for m in _UNSEEN.finditer(text)), *coded])


def _resolved(piece: str) -> str:
    if len(piece) == 1:
        return _letter(piece) if piece > "\x7f" else ""
    if piece[0] == "&":
        return "".join(c if c < "\x80" else _letter(c) for c in html.unescape(piece))
    if piece[0] == "%":
        try:
            decoded = unquote_to_bytes(re.sub("%(?:25)+(?=[0-9A-Fa-f]{2})", "%", piece)).decode("utf-8")
        except UnicodeDecodeError:
            return piece
        return "".join(c if c < "\x80" else _letter(c) for c in decoded)
    return BREAK if "\n" in piece else ""


@lru_cache(maxsize=8192)
def _letter(character: str) -> str:
    """Return what one character that is not ASCII is read as; nothing for one that cannot be seen."""
    if character == BREAK:
        return " "
    if character in _ALIKE:
        return _ALIKE[character]
    category = unicodedata.category(character)
    if category == "Cf":
        return ""
    if category == "Pd" or character == "\u2212":
        return "-"
    if category == "Zs":
        return " "
    if category in ("Zl", "Zp") or character == "\x85":
        return "\n"
    bare = "".join(
        _ALIKE.get(c, c) for c in unicodedata.normalize("NFKD", character) if not unicodedata.combining(c)
    )
    if bare != character:
        return bare
    name = unicodedata.name(character, "")
    drawn = re.fullmatch(
        r"(?:NEGATIVE (?:SQUARED|CIRCLED) LATIN CAPITAL LETTER|LATIN LETTER SMALL CAPITAL"
        r"|REGIONAL INDICATOR SYMBOL LETTER) ([A-Z])",
        name,
    )
    return str(drawn.group(1)) if drawn else character
