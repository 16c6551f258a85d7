"""Read a text as one reads it who looks for given words: in any disguise, whatever blanks, line ends and dashes stand
between them, and whatever their diacritics."""

import re
from typing import Final

from sanitizer.text.fold import fold, plain_case
from sanitizer.text.folded import Folded, Piece, Working, whole

_DASH: Final = "[-_\u2010-\u2015]"
_BETWEEN: Final = re.compile(
    rf"(?<=[^\W_])(?![ ][^\W_])(?:(?:[^\S\r\n]|{_DASH})+(?:\r?\n[^\S\r\n]*)?|\r?\n[^\S\r\n]*)(?=[^\W_])"
)
_MARKED: Final = re.compile(r"[^\W\d_\x00-\x7f]")
_BARRED: Final = str.maketrans("łŁøØđĐı", "lLoOdDi")


def _unmarked(match: re.Match[str]) -> list[Piece] | None:
    letter = match.group()
    bare = plain_case(letter).translate(_BARRED)
    return None if bare == letter or len(bare) != 1 else whole(match, bare)


def loosened(text: str) -> Folded:
    """``text`` folded, with one blank between words and letters without marks; case stays."""
    seen = fold(text)
    work = Working(seen.text)
    if not seen.text.isascii():
        work.substitute(_MARKED, _unmarked)
    work.substitute(_BETWEEN, lambda match: whole(match, " "))
    read = work.result()
    if read.starts is None or read.ends is None or seen.starts is None:
        return seen if read.starts is None else read
    pairs = [seen.back(start, end) for start, end in zip(read.starts, read.ends, strict=True)]
    return Folded(read.text, tuple(a for a, _ in pairs), tuple(b for _, b in pairs))
