"""Fold text for comparison: undo everything that makes the same words look different, in one place.

Those that promise it keep the length; :func:`fold` and :func:`tight` give a folded text with the way back.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from html import unescape
from typing import Final

from sanitizer.common.knowledge import remembered, remembered_of_texts
from sanitizer.text.anchors import Anchors
from sanitizer.text.encoded import SOFT
from sanitizer.text.folded import Folded, Piece, Working, whole
from sanitizer.text.letters_as_signs import FLAGS, PARTED, SIGNS, TEX, flag_letters, one_name, tex_letter
from sanitizer.text.patterns import LETTERS
from sanitizer.text.spelled_out import PARTED_WORDS, SPELLED, joined, joined_words, may_spell

# ruff: noqa: E501 (a form reads best on one line)


_APOSTROPHES = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "`": "'", "‑": "-", "‐": "-", "–": "-", "\u00a0": " "}
)


def lower_same_length(text: str) -> str:
    """``text`` in lower case, typographic apostrophes, dashes and spaces made plain; as long as ``text``.

    The few characters whose lower case is longer (İ) are kept as they are.
    """
    lowered = text.lower()
    if text.isascii():
        return lowered.replace("`", "'")
    if len(lowered) != len(text):
        lowered = "".join(low if len(low := c.lower()) == 1 else c for c in text)
    return lowered.translate(_APOSTROPHES)


def plain(word: str) -> str:
    """``word`` without case and diacritics ("Doğan" -> "dogan"); may change the length."""
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    return bare.replace("ı", "i").replace("ł", "l").replace("ø", "o").replace("đ", "d")


def at_boundaries(text: str, start: int, end: int) -> bool:
    """Return whether neither edge of ``start..end`` cuts a word of ``text`` in two (an underscore cuts no word)."""
    if start and text[start].isalnum() and text[start - 1].isalnum():
        return False
    return not (end < len(text) and text[end - 1].isalnum() and text[end].isalnum())


def words(text: str) -> frozenset[str]:
    """Return the set of the words of ``text``: for tables of words in the code."""
    return frozenset(text.split())


# --- what is dropped, and what stands for what -----------------------------------------------------------------

BLANKS: Final = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
"""Blanks other than the plain one."""
HYPHENS: Final = "\u2010\u2011\u2043\u2212\ufe63\uff0d"
"""Hyphens other than the plain one: in every font they look like it."""
DASHES: Final = rf"{HYPHENS}\u2012-\u2015\u2e3a\u2e3b\ufe58"
"""Hyphens and the longer dashes, which stand for one between digits only."""

_LETTER: Final = r"[^\W\d_]"
_TAG: Final = r"</?[A-Za-z][\w:-]{0,20}(?:\s[^<>\n]{0,200})?/?>"
_MARKS: Final = r"\*{1,3}|_{1,3}|~~|`"

_ENTITY: Final = re.compile(r"&(?:amp;)*(?:#\d{1,7};?|#[xX][0-9A-Fa-f]{1,6};?|[A-Za-z]\w{1,30};)")
_PERCENT: Final = re.compile(r"(?:%(?:25)*[0-9A-Fa-f]{2})+")
_UNSEEN: Final = re.compile(rf"(?:[{SOFT}]+[ \t]*\r?\n[ \t]*(?=[^\W\d_A-Z])|[{SOFT}])[{SOFT}]*")
_MARKED_WORD: Final = re.compile(
    rf"(?<!{_LETTER})(?>(?:(?<![*_~`])(?>(?:{_TAG}|{_MARKS})+))?){_LETTER}++(?:(?>(?:{_TAG}|\*{{1,3}}|~~|`|_{{2,3}})+)(?={_LETTER}){_LETTER}++)+(?>(?:{_TAG}|{_MARKS})*)"
)
_MARKUP: Final = re.compile(rf"{_TAG}|{_MARKS}")
_BROKEN: Final = re.compile(rf"(?<={_LETTER})[-{HYPHENS}][ \t]*\r?\n[ \t]*(?={_LETTER}{{2}})", re.UNICODE)
_WIDE: Final = re.compile(rf"[{BLANKS}{HYPHENS}]|(?<=\d)[{DASHES}](?=\d)")
_OTHER_LETTERS: Final = r"[\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u13a0-\u13ff\ua4d0-\ua4ff]"
_LATIN: Final = re.compile(r"[A-Za-z\u00c0-\u024f]")
_STRANGE: Final = re.compile(
    r"[\u00b2\u00b3\u00b9\u0250-\u02af\u1d00-\u1dbf\u2070-\u209f\u2100-\u214f\u2460-\u24ff\u2c60-\u2c7f\ua720-\ua7ff\ufb00-\ufb06"
    r"\uff01-\uff5e\U0001d400-\U0001d7ff\U0001f100-\U0001f19a]"
)
_COMBINING: Final = r"[\u0300-\u036f\u20d0-\u20f0]"
_COMBINED: Final = re.compile(r"[\w\u0300-\u036f\u20d0-\u20f0]+")

LOOKALIKES: Final = str.maketrans(
    "АВЕЅІЈКМНОРСТХҮԚԜаеѕіјорсухԁԛԝһӏгпктΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεικνορτυχօսһոցքԱՕ",
    "ABESIJKMHOPCTXYQWaesijopcyxdqwhlrnktABEZHIKMNOPTYXaeiknoptuxouhngpUO",
)
"""Letters of other alphabets and the Latin ones that they look like."""
_SMALL_CAPITALS: Final = str.maketrans("ᴀʙᴄᴅᴇғɢʜɪᴊᴋʟᴍɴᴏᴘʀᴛᴜᴠᴡʏᴢɑɡıſ", "abcdefghijklmnoprtuvwyzagis")
_ENCLOSED: Final = {0x1F130: "A", 0x1F150: "A", 0x1F170: "A"}

_ESCAPED: Final = re.compile(r"\\{1,2}[tnr](?![a-z{])")
"""A tab or the end of a line as programs write it."""
_DEFANGED: Final = re.compile(
    r"(?<=[^\W_])[ ]?[\[({][ ]?(?:\.|dot)[ ]?[\])}][ ]?(?=[^\W_])|(?<=\d) \. (?=\d)", re.IGNORECASE
)
"""A dot written so that nobody follows the address: "198[.]51", "example(dot)org", "192 . 0"."""
_DOT_HINT: Final = re.compile(r"[\[({] ?(?:\.|[Dd][Oo][Tt]) ?[\])}]|\d \. \d")
_MARK_HINT: Final = re.compile(r"[<*`]|~~|__")
_SIGN: Final = re.compile(SIGNS)
_PLAIN_HINT: Final = re.compile(
    r"[\[({] ?(?:\.|dot) ?[\])}]|\d \. \d|[A-Za-z&]&?#|&[A-Za-z]\w{1,30};|%[0-9A-Fa-f]{2}|[A-Za-z](?:\*|<|~~|__|`)|-[ \t]*\r?\n|(?<![^\s(\[\"'>])\w[ .|_\-]\w[ .|_\-]\w(?!\w)|&#|\\[`'^~=.\"A-Za-z]"
)
_STRANGE_HINT: Final = re.compile(
    rf"[{SOFT}{BLANKS}{HYPHENS}\u0300-\u036f\u20d0-\u20f0]|\d[{DASHES}]\d|{_OTHER_LETTERS}|{_STRANGE.pattern}|·"
    rf"|{FLAGS.pattern}|{_LETTER}{SIGNS}"
)


def _entity(match: re.Match[str]) -> list[Piece] | None:
    code = "&" + match.group()[1:].replace("amp;", "") if match.group() != "&amp;" else "&amp;"
    char = unescape(code)
    return None if char == code or not char else whole(match, char)


def _percent(match: re.Match[str]) -> list[Piece] | None:
    try:
        codes = re.findall(r"%(?:25)*([0-9A-Fa-f]{2})", match.group())
        chars = bytes.fromhex("".join(codes)).decode("utf-8")
    except ValueError:
        return None
    around = match.string[match.start() - 1 : match.start()] + match.string[match.end() : match.end() + 1]
    if not chars.isprintable() or not any(c.isalnum() for c in around):
        return None
    return whole(match, chars)


def _unmarked(match: re.Match[str]) -> list[Piece]:
    """Return the letters of a word that markup cuts; the marks at its ends go with the first and the last."""
    word, gone = match.group(), bytearray(len(match.group()))
    for mark in _MARKUP.finditer(word):
        gone[mark.start() : mark.end()] = b"\x01" * (mark.end() - mark.start())
    left = [i for i in range(len(word)) if not gone[i]]
    pieces = [(word[i], i, i + 1) for i in left]
    pieces[0] = (pieces[0][0], 0, pieces[0][2])
    pieces[-1] = (pieces[-1][0], pieces[-1][1], len(word))
    return pieces


def _rejoined(match: re.Match[str]) -> list[Piece]:
    """Nothing, or the hyphen alone where a capital follows: "Smith-" + "Jones"."""
    return [("-", 0, len(match.group()))] if match.string[match.end()].isupper() else []


def _unlike(match: re.Match[str]) -> list[Piece] | None:
    """Return a word of two alphabets with the letters of the other one as the Latin ones that they look like."""
    word = match.group()
    if word.isascii() or not _LATIN.search(word):
        return None
    plain_word = word.translate(LOOKALIKES)
    if plain_word == word:
        return None
    return [(c, i, i + 1) for i, c in enumerate(plain_word)]


_PHRASE: Final = 60
"""Characters of what is kept as a phrase: the phrases of a document must not drive out its text."""
_NUMBER: Final = 4
"""Digits from which on a run of raised ones is no exponent and no mark of a footnote."""


def _usual(match: re.Match[str]) -> list[Piece] | None:
    """Return the plain letter or digit behind a circled, wide, mathematical or small one."""
    char = match.group().translate(_SMALL_CAPITALS)
    if char == match.group():
        code = ord(char)
        base = next((b for b in _ENCLOSED if b <= code < b + 26), None)
        char = chr(ord("A") + code - base) if base else unicodedata.normalize("NFKC", char)
        char = char.strip("()")
    if char == match.group() or not (char.isascii() and char.isprintable()):
        return None
    if char.isdecimal() and _is_raised(match.group()) and _is_exponent(match.string, *match.span()):
        return None  # a power of a unit
    return whole(match, char)


def _is_raised(char: str) -> bool:
    return unicodedata.decomposition(char).startswith(("<super>", "<sub>"))


def _is_exponent(text: str, start: int, end: int) -> bool:
    """Return whether raised digits hang on a letter or digit, fewer than a number of a person has."""
    while start and _is_raised(text[start - 1]):
        start -= 1
    while end < len(text) and _is_raised(text[end]):
        end += 1
    return end - start < _NUMBER and text[max(0, start - 1) : start].isalnum()


def _composed(match: re.Match[str]) -> list[Piece] | None:
    """Return a word with combining marks as one letter each; without any mark where the marks make no letters.
    Marks of the blank before it go with the first letter."""
    word = match.group()
    if not re.search(_COMBINING, word) or not re.match(rf"{_COMBINING}*[0-9A-Za-zÀ-ɏͰ-ӿḀ-ỿ]", word):
        return None
    groups = [m.span() for m in re.finditer(rf"(?:\A{_COMBINING}+)?.{_COMBINING}*", word, re.DOTALL)]
    made = [unicodedata.normalize("NFC", re.sub(rf"\A{_COMBINING}+", "", word[a:b])) for a, b in groups]
    if any(len(m) > 1 for m in made):
        made = [plain_case(m) for m in made]
    return [(m[:1], a, b) for m, (a, b) in zip(made, groups, strict=True) if m]


def plain_case(chars: str) -> str:
    """Return the characters without marks; case stays."""
    return "".join(c for c in unicodedata.normalize("NFD", chars) if unicodedata.category(c)[0] != "M")


def fold(text: str) -> Folded:
    """``text`` as a reader sees it, with the way back.

    Gone are characters that nobody sees, markup, pictures and line ends inside of words; entities, percent signs, TeX,
    strange blanks, hyphens, letters and digits are the plain ones, spaced letters one word. Names keep their accents.
    """
    if text.isascii() and text.isalpha():
        return Folded(text)
    return _folded_phrase(text) if len(text) <= _PHRASE else _folded_text(text)


def _fold(text: str) -> Folded:
    """Return what :func:`fold` tells."""
    hint = _PLAIN_HINT.search(text) is not None or may_spell(text)
    if not hint and (text.isascii() or not _STRANGE_HINT.search(text)):
        return Folded(text)
    work = Working(text)
    if "&" in text:
        work.substitute(_ENTITY, _entity)
    if "%" in text:
        work.substitute(_PERCENT, _percent)
    if not work.text.isascii():
        work.substitute(FLAGS, flag_letters)
        work.substitute(_UNSEEN, lambda match: [])
        if re.search(_COMBINING, work.text):
            work.substitute(_COMBINED, _composed)
        work.substitute(_STRANGE, _usual)
        if _SIGN.search(work.text):
            work.substitute(PARTED, one_name)
        if re.search(_OTHER_LETTERS, work.text):
            work.substitute(LETTERS, _unlike)
        work.substitute(_WIDE, lambda m: whole(m, " " if m.group().isspace() else "-"))
    if "\\" in text:
        work.substitute(_ESCAPED, lambda match: whole(match, " "))
        work.substitute(TEX, tex_letter)
    if _DOT_HINT.search(work.text):
        work.substitute(_DEFANGED, lambda match: whole(match, "."))
    if _MARK_HINT.search(work.text):
        work.substitute(_MARKED_WORD, _unmarked)
    work.substitute(_BROKEN, _rejoined)
    if may_spell(work.text):
        work.substitute(PARTED_WORDS, joined_words)
        work.substitute(SPELLED, joined)
    return work.result()


@remembered
def _folded_phrase(text: str) -> Folded:
    return _fold(text)


@remembered_of_texts
def _folded_text(text: str) -> Folded:
    return _fold(text)


_ODD: Final = r"[•·*_~\\=+]"
_GAP: Final = re.compile(
    rf"(?<=[0-9A-Za-z])(?:[ \t{BLANKS}]*[{DASHES}-][ \t{BLANKS}]*|[ {BLANKS}]{{2,3}}|[{BLANKS}]|[ \t]*\r?\n[ \t]*)(?=\d)"
    r"|(?<=\d)(?:[ \t]*[-][ \t]*|[ ]{2,3})(?=[A-Z]{1,2}\b)"
    rf"|(?<=[0-9A-Z])[ ]?{_ODD}[ ]?(?=[0-9A-Z])"
)
_GAPS: Final = re.compile(rf"[ \t\r\n{BLANKS}{DASHES}-]")
_BLANK_OR_HYPHEN: Final = frozenset(" \t-")
_ODD_MARKS: Final = ("•", "·", "*", "_", "~", "\\", "=", "+")
_OTHER_DIGIT: Final = re.compile(r"(?=\d)[^0-9]")


def _has_gap(anchors: Anchors) -> bool:
    """Return whether `_GAP` may match what is not one plain blank or hyphen."""
    text = anchors.text
    for start, end in anchors.numbers:
        if (
            start
            and _GAPS.match(text, start - 1)
            and (text[start - 1] not in " -" or (start > 1 and _GAPS.match(text, start - 2)))
        ):
            return True
        if text[end : end + 1] in _BLANK_OR_HYPHEN and text[end + 1 : end + 2] in _BLANK_OR_HYPHEN:
            return True
    return any(mark in text for mark in _ODD_MARKS)


def tight(anchors: Anchors) -> Folded:
    """Return a text with one plain hyphen or blank between digits, whatever dashes, blanks and line ends stand
    there."""
    text = anchors.text
    strange = not text.isascii() and not all(text[start:end].isascii() for start, end in anchors.numbers)
    if not strange and not _has_gap(anchors):
        return Folded(text)
    work = Working(text)
    if strange:
        work.substitute(_OTHER_DIGIT, lambda m: whole(m, str(unicodedata.decimal(m.group()))))

    def gap(match: re.Match[str]) -> list[Piece] | None:
        between = match.group()
        single = " " if between.isspace() or not between.strip() else "-"
        return None if between == single else whole(match, single)

    work.substitute(_GAP, gap)
    return work.result()


def overlapping(spans: Iterable[tuple[int, int]], regions: list[tuple[int, int]]) -> list[bool]:
    """For each span whether it shares a character with one of the sorted, disjoint ``regions``."""
    ends = [end for _, end in regions]
    result = []
    for start, end in spans:
        i = bisect_right(ends, start)
        result.append(i < len(regions) and regions[i][0] < end)
    return result


_DASH: Final = "[-_\u2010-\u2015]"
_BETWEEN: Final = re.compile(
    rf"(?<=[^\W_])(?![ ][^\W_])(?:(?:[^\S\r\n]|{_DASH})+(?:\r?\n[^\S\r\n]*)?|\r?\n[^\S\r\n]*)(?=[^\W_])"
)
_MARKED: Final = re.compile(r"[^\W\d_\x00-\x7f]")
_BARRED: Final = str.maketrans("łŁøØđĐı", "lLoOdDi")


def _without_mark(match: re.Match[str]) -> list[Piece] | None:
    letter = match.group()
    bare = plain_case(letter).translate(_BARRED)
    return None if bare == letter or len(bare) != 1 else whole(match, bare)


def loosened(text: str, folded: Folded | None = None) -> Folded:
    """``text`` folded (as it is in ``folded``, where that is known), with one blank between words and letters without
    marks; case stays."""
    seen = fold(text) if folded is None else folded
    work = Working(seen.text)
    if not seen.text.isascii():
        work.substitute(_MARKED, _without_mark)
    work.substitute(_BETWEEN, lambda match: whole(match, " "))
    read = work.result()
    if read.starts is None or read.ends is None or seen.starts is None:
        return seen if read.starts is None else read
    pairs = [seen.back(start, end) for start, end in zip(read.starts, read.ends, strict=True)]
    return Folded(read.text, tuple(a for a, _ in pairs), tuple(b for _, b in pairs))
