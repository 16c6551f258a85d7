"""Check a written release for a person's own identifiers, and whether the order of rows tells anything.

Texts are compared word by word and without anything between letters, as they are and as they are read once markup and
codes of characters are undone; not by the patterns that the release is made with.
"""

import html
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TypeAlias
from urllib.parse import unquote

import numpy as np

from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.table.checks import without_nulls
from sanitizer.relational.table.persons import find_persons, keyed
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.verify.judged import Judged
from sanitizer.relational.verify.models import cell_text
from sanitizer.relational.verify.recount_columns import in_order, ranks
from sanitizer.text.fold import LOOKALIKES
from sanitizer.text.fold import words as listed
from sanitizer.text.lexicon import common_words

Own = Mapping[int, Sequence[str]]
"""The values that a person's identifier columns have in the source, by the person's number."""

Whole: TypeAlias = tuple[str, frozenset[int]]
_REWRITTEN = frozenset({"direct", "redundant", "generalized", "suppressed"})


def rows_of_persons(source: PlainTable, definition: Definition) -> tuple[PlainTable, Sequence[int]]:
    """Return the rows of the source that are released, and the person of each, numbered as the sidecar numbers them."""
    rows = keyed(source, definition)[0]
    rows = without_nulls(rows, definition)[0]
    return rows, find_persons(rows, definition).number.tolist()


def own_values(source: PlainTable, definition: Definition) -> Own:
    """Return the identifiers of each person of the source, numbered as the sidecar numbers them."""
    rows, number = rows_of_persons(source, definition)
    found: dict[int, set[str]] = defaultdict(set)
    for a in definition.named(Role.IDENTIFIER):
        for person, value in zip(number, rows[a.name].tolist(), strict=True):
            if (text := cell_text(value)) and text.strip():
                found[person].add(text)
    return {person: sorted(values) for person, values in found.items()}


def own_left(
    texts: Mapping[str, Sequence[str | None]],
    persons: Sequence[int],
    spans: Sequence[Mapping[str, Sequence[tuple[int, int, str, str]]]],
    own: Own,
) -> tuple[int, Judged]:
    """Return how many texts of the release say an identifier of their own row, or a part of a name, with a failure
    for the first."""
    failures: list[str] = []
    bad: dict[tuple[int, str], str] = {}
    sought: dict[int, tuple[list[Whole], list[str], set[str]]] = {}
    for name, column in texts.items():
        for row, text in enumerate(column):
            person = persons[row]
            if not text or person not in own:
                continue
            if person not in sought:
                sought[person] = _sought(own[person])
            made = [(a, b) for a, b, kind, _ in spans[row].get(name, ()) if kind in _REWRITTEN]
            if _says(_without(text, made), *sought[person]):
                bad[row, name] = "an identifier of the row itself is left in the text"
                if len(bad) == 1:
                    failures.append(f'row {row + 1}, column "{name}": {bad[row, name]}')
    return len(bad), Judged(tuple(failures), cells=bad)


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return the text with a mark that no identifier has in the place of what the release wrote."""
    kept, at = [], 0
    for start, end in sorted(spans):
        kept.append(text[at:start])
        at = max(at, end)
    return "\ufffc".join([*kept, text[at:]])


def _plain(text: str) -> str:
    marks = unicodedata.normalize("NFKD", text.translate(LOOKALIKES))
    return "".join(c for c in marks if unicodedata.category(c) not in ("Mn", "Me", "Cf")).translate(_BARE)


_BARE = {ord(a): b for a, b in zip("ıłøđħØŁĐĦ", "ilodhOLDH", strict=True)} | {ord("æ"): "ae", ord("œ"): "oe"}
_MARKUP = re.compile(r"<!--.{0,400}?-->|<[/A-Za-z][^<>]*>|\[/?[A-Za-z]{1,8}(?:=[^\]\n]{0,80})?\]", re.DOTALL)
_HEX = re.compile(r"=([0-9A-F]{2})")
_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})")
_DEEPEST = 4


def _shown(text: str) -> str:
    """Return the text as it is read where it is shown: codes of characters are these characters, markup is gone."""
    for _ in range(_DEEPEST):
        before = text
        text = html.unescape(_ESCAPE.sub(lambda m: chr(int(m[1], 16)), text))
        text = _MARKUP.sub("", unquote(_HEX.sub(r"%\1", text)))
        if text == before:
            break
    return re.sub(r"[-\xad\u2010\u2011][ \t]*\r?\n[ \t]*", "", text)


def _sought(values: Sequence[str]) -> tuple[list[Whole], list[str], set[str]]:
    """Whole values as letters and digits only, with the places where a word may end; the words of names; and their
    initials."""
    whole: list[tuple[str, frozenset[int]]] = []
    parts: list[str] = []
    initials: set[str] = set()
    for value in values:
        plain = _plain(value).casefold()
        groups = "".join(c if c.isalnum() else " " for c in plain).split()
        squeezed = "".join(groups)
        if len(squeezed) >= 5:
            anywhere = any(c.isdigit() for c in squeezed) and "@" not in plain
            ends = range(1, len(squeezed)) if anywhere else accumulate(map(len, groups))
            whole.append((squeezed, frozenset(ends)))
        local = plain.partition("@")[0]
        if "@" in plain or not any(c.isdigit() for c in plain):
            words = [w for w in "".join(c if c.isalpha() else " " for c in local).split() if len(w) > 1]
            parts += [w for w in words if len(w) >= 4]
            if len(words) > 1:  # an initial and a surname, in either order
                whole += [
                    (a + b, frozenset()) for a, b in ((words[0][0], words[-1]), (words[-1], words[0][0]))
                ]
            initials.add(_first_letters(local))
    return whole, [w for w in parts if w not in _TITLES], initials


_TITLES = listed("mr mrs ms dr sr jr phd rev sir miss prof lady dame della lord")


def _first_letters(name: str) -> str:
    """Return the initials of a name, the given ones first; of a single word none that a text could say."""
    family, _, given = name.partition(",")
    words = "".join(c if c.isalpha() else " " for c in f"{given} {family}").split()
    letters = [w[0] for w in words if w not in _TITLES]
    return "".join(letters).upper() if len(letters) > 1 else "?"


def _says_initials(text: str, initials: set[str]) -> bool:
    """Return whether initials stand by themselves: of a plain word, in a line that is not all in capitals."""
    for line in _plain(text).splitlines():
        near = re.sub(r"(?<=\.) (?=\w\.)", "", line)
        cut = "".join(c if c.isalnum() or c in ".-" else " " for c in near)
        for piece in cut.split():
            bare = piece.replace(".", "").replace("-", "")
            plain = "." not in piece and bare.casefold() in common_words()
            if bare in initials and not (plain and line.isupper()):
                return True
    return False


def _says(text: str, whole: Sequence[Whole], parts: Sequence[str], initials: set[str]) -> bool:
    shown = _shown(text)
    return any(_says_as(read, whole, parts) or _says_initials(read, initials) for read in {text, shown})


def _says_as(text: str, whole: Sequence[Whole], parts: Sequence[str]) -> bool:
    plain = _plain(text)
    words = [(w.casefold(), w[:1].isupper()) for w in (*_words(plain), *_joined(plain))]
    common = common_words()
    for part in parts:
        known = part in common or part.removesuffix("s") in common
        for word, capital in words:
            if word == part and (not known or capital):
                return True
            if capital and word in (f"{part}s", f"{part}es"):
                return True
            if len(part) >= 6 and not known and part in word:
                return True
    runs = "".join(w if len(w) == 1 else " " for w, _ in words)
    if any(part in run for run in runs.split() for part in parts):
        return True
    groups = [words for chunk in plain.casefold().split("\ufffc") for words in _groups(chunk)]
    return any(_spells(words, value, ends) for words in groups for value, ends in whole)


def _joined(plain: str) -> Iterator[str]:
    """Yield what stands between blanks, where marks cut it: its letters alone."""
    for run in plain.replace("\ufffc", " ").split():
        letters = "".join(c for c in run if c.isalpha())
        if letters != run:
            yield letters


def _words(plain: str) -> Iterator[str]:
    """Yield runs of letters."""
    yield from "".join(c if c.isalpha() else " " for c in plain).split()


def _groups(chunk: str) -> list[list[str]]:
    """Return the words of letters and digits, those together between which stand no more than three marks."""
    made: list[list[str]] = [[]]
    word, marks = "", 0
    for c in chunk + " ":
        if c.isalnum():
            if marks > 3 and made[-1]:
                made.append([])
            word, marks = word + c, 0
            continue
        if word:
            made[-1].append(word)
            word = ""
        marks += 1
    return made


def _spells(words: Sequence[str], value: str, ends: frozenset[int]) -> bool:
    """Return whether words one after the other spell the value, each but the last ending where one of the value may; or
    whether a long value is glued to letters."""
    for first, begin in enumerate(words):
        if _glued(value, begin):
            return True
        made = ""
        for word in words[first:]:
            made += word
            if made == value:
                return True
            if len(made) not in ends or not value.startswith(made):
                break
    return False


def _glued(value: str, word: str) -> bool:
    at = word.find(value)
    if at < 0:
        return False
    before, after = word[at - 1 : at] if at else "", word[at + len(value) : at + len(value) + 1]
    digits = (value[0].isdigit() and before.isdigit()) or (value[-1].isdigit() and after.isdigit())
    return len(value) >= 6 and not digits


def order_told(table: PlainTable, definition: Definition) -> str:
    """Return what the order of the rows may tell, as a sentence; "" where it is that of the released cells."""
    if definition.method.order == "source":
        return (
            'the order of the rows: it is that of the source (method.order = "source"), which may undo k for whoever '
            "knows by what that is sorted"
        )
    columns = [ranks(table, str(name)) for name in table.columns]
    if definition.method.seed:
        drawn = np.random.default_rng(definition.method.seed).permutation(len(table))
        columns = [column[np.argsort(drawn)] for column in columns]
    if in_order(columns):
        return ""
    return "the order of the rows: it is not that of the released cells, so it may tell more than k allows"
