"""Find identifiers of a row's own person in its texts: in any spelling, glued, spaced or split."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sanitizer.relational.table.spellings import PLAIN_LETTERS
from sanitizer.relational.terms.decoded_text import readings
from sanitizer.text.fold import LOOKALIKES, words
from sanitizer.text.lexicon import common_words
from sanitizer.text.patterns import ALPHANUMERIC, LETTERS
from sanitizer.text.titles import BESIDE_NAMES

_NO_NAMES: Final = BESIDE_NAMES | words("von van der den des del della dos das the and")
_JOINED: Final = r"(?:[^\w\s]|_|-\s*\n\s*){0,4}"
"""What may stand inside a word that is still one word: marks, and the hyphen of a line end."""
_SPACED: Final = r"[\W\d_]{1,3}"
"""What stands between the letters of a word that is spaced out."""
_LOOSE: Final = r"[\W_]{0,3}"
"""What may stand between the words of a name and between the groups of a code."""


@dataclass(frozen=True, slots=True)
class Folded:
    """A text without case, diacritics and characters that cannot be seen; ``at`` gives the place of each character in
    the original, and the end of it last."""

    text: str
    at: tuple[int, ...]


def fold_text(text: str) -> Folded:
    """Fold a text with the way back."""
    made: list[str] = []
    at: list[int] = []
    for place, character in enumerate(text):
        for c in _folded(character):
            made.append(c)
            at.append(place)
    return Folded("".join(made), (*at, len(text)))


@lru_cache(maxsize=65536)
def _folded(character: str) -> str:
    plain = unicodedata.normalize("NFKD", character.translate(LOOKALIKES)).casefold()
    kept = (c for c in plain if unicodedata.category(c) not in ("Mn", "Me", "Cf"))
    return "".join(PLAIN_LETTERS.get(c, c) for c in kept)


@dataclass(frozen=True, slots=True)
class Form:
    """One way in which an identifier may be written, as a pattern over the folded text; ``capital`` where it is also a
    plain word, which is the identifier only with a capital; ``capitals`` where all of it stands in capitals, and a
    plain word in capitals only in a line of small letters."""

    pattern: "re.Pattern[str]"
    is_name: bool
    capital: bool = False
    capitals: bool = False

    def is_written(self, text: str, start: int, end: int) -> bool:
        """Return whether what the pattern finds there is written as the form asks for."""
        if not self.capitals:
            return not self.capital or text[start].isupper()
        return text[start:end].isupper() and not (self.capital and _line(text, start, end).isupper())


def find_own(text: str, values: Sequence[str]) -> list[tuple[int, int, bool]]:
    """Return where `text` says one of the `values` or, of a name, a part of it, as it is written or as it is read:
    start, end and whether it is a name; those that overlap are one."""
    hits: set[tuple[int, int, bool]] = set()
    forms = [form for value in dict.fromkeys(values) for form in forms_of(value)]
    for reading in readings(text):
        folded = fold_text(reading.text)
        for form in forms:
            for hit in form.pattern.finditer(folded.text):
                start, end = folded.at[hit.start()], folded.at[hit.end() - 1] + 1
                if form.is_written(reading.text, start, end):
                    hits.add((*reading.back(start, end), form.is_name))
    merged: list[tuple[int, int, bool]] = []
    for start, end, is_name in sorted(hits, key=lambda h: (h[0], -h[1], h[2])):
        if merged and start < merged[-1][1]:
            before = merged.pop()
            start, end, is_name = before[0], max(end, before[1]), is_name and before[2]
        merged.append((start, end, is_name))
    return merged


def forms_of(value: str) -> tuple[Form, ...]:
    """Return the ways in which a value may be written: codes with other separators or none; names whole, their
    parts, initials with a surname or alone, glued and spaced out; of an e-mail address what stands before the @."""
    folded = fold_text(value).text.strip()
    groups = ALPHANUMERIC.findall(folded)
    squeezed = "".join(groups)
    if len(squeezed) < 3:
        return ()
    if any(c.isdigit() for c in squeezed) and "@" not in folded:
        return tuple(_codes(groups, squeezed))
    local = folded.partition("@")[0]
    surname, _, given = local.partition(",")
    said = [w for w in LETTERS.findall(f"{given} {surname}") if w not in _NO_NAMES]
    names = [w for w in said if len(w) > 2]
    whole = [Form(re.compile(_bounded(_LOOSE.join(map(re.escape, groups)), squeezed)), "@" not in folded)]
    if "@" in folded and len(local) > 3:
        whole.append(Form(re.compile(_bounded(re.escape(local), local)), False))
    return (*whole, *_names(names), *(_initials(said) if len(said) > 1 else ()))


def _codes(groups: Sequence[str], squeezed: str) -> Iterator[Form]:
    if len(squeezed) < 4:
        yield Form(re.compile(_bounded(_LOOSE.join(map(re.escape, groups)), squeezed)), False)
        return
    yield Form(re.compile(_bounded(_LOOSE.join(map(re.escape, squeezed)), squeezed)), False)
    bare = squeezed.lstrip("0")
    if squeezed.isdigit() and 4 < len(bare) < len(squeezed):
        yield Form(re.compile(_bounded(_LOOSE.join(bare), bare)), False)


def _bounded(pattern: str, squeezed: str) -> str:
    """Return the pattern, not inside a longer run of digits or of letters: long values may be glued to letters."""
    left = r"\d" if squeezed[0].isdigit() else r"[^\W\d_]"
    right = r"\d" if squeezed[-1].isdigit() else r"[^\W\d_]"
    if len(squeezed) >= 6:  # glued to what stands beside it, as in a log-in name or the name of a file
        left, right = (side if side == r"\d" else r"(?!)" for side in (left, right))
    return (
        rf"(?<!{left})(?:{pattern})(?!{right})"
        if left != r"(?!)"
        else rf"(?:{pattern})" + (rf"(?!{right})" if right != r"(?!)" else "")
    )


def _names(parts: Sequence[str]) -> Iterator[Form]:
    common = common_words()
    letter = r"[^\W\d_]"
    for word in parts:
        # several of a name
        yield Form(re.compile(rf"(?<!{letter}){re.escape(word)}e?s(?!{letter})"), True, True)
        plain = word in common or word.removesuffix("s") in common
        escaped = [re.escape(c) for c in word]
        glued = len(word) >= 6 and not plain
        inside = rf"(?:{_JOINED})".join(escaped)
        alone = inside if glued else rf"(?<!{letter}){inside}(?!{letter})"
        yield Form(re.compile(alone), True, plain)
        if len(word) >= 4:
            spaced = _SPACED.join(escaped)
            yield Form(re.compile(rf"(?<!{letter}){spaced}(?!{letter})"), True)
    if len(parts) > 1:
        first, last = re.escape(parts[0][0]), re.escape(parts[-1])
        for pattern in (rf"{first}{_LOOSE}{last}", rf"{last}{_LOOSE}{first}"):
            yield Form(re.compile(rf"(?<!{letter}){pattern}(?!{letter})"), True, False)
        backward = _LOOSE.join(map(re.escape, (parts[-1], parts[0])))
        yield Form(re.compile(backward), True)


def _line(text: str, start: int, end: int) -> str:
    return text[text.rfind("\n", 0, start) + 1 : start] + text[end:].partition("\n")[0]


def _initials(words: Sequence[str]) -> Iterator[Form]:
    """Yield first letters of a name in capitals, of the first and the last word or of all: with points or blanks in
    either order, without in that of the name."""
    for some in dict.fromkeys(((words[0][0], words[-1][0]), tuple(w[0] for w in words))):
        glued = "".join(some)
        apart = [r"(?:\.[ -]?|[ -])".join(map(re.escape, order)) for order in (some, some[::-1])]
        for said, plain in ((glued, glued in common_words()), *((way, False) for way in apart)):
            alone = re.compile(rf"(?<![^\W_])(?<![^\W_]\.){said}(?![^\W_]|\.[^\W_])")
            yield Form(alone, True, plain, capitals=True)
