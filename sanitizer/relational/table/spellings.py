"""The forms of an identifier: two values that share one may be one person.

A value has forms of its own (its number, day, address, words or groups) and forms that it reaches only by a change that
loses something: words of a name left out or cut to their first letter, a reading among several. A shared form makes two
values one where it is one's own, or where the one is shortened to it and the other abbreviated.
"""

import re
import unicodedata
from collections.abc import Iterator
from decimal import Context, Decimal
from enum import StrEnum
from itertools import combinations, pairwise, product
from typing import Final, TypeAlias

from sanitizer.relational.table.date_cells import full_date
from sanitizer.text.fold import LOOKALIKES, fold
from sanitizer.text.patterns import DIGIT_RUN, LETTERS_OR_DIGITS
from sanitizer.text.titles import IN_CELLS


class Change(StrEnum):
    """What a value loses on the way to a form."""

    SHORTENED = "shortened"  # words of a name are left out
    ABBREVIATED = "abbreviated"  # words of a name are cut to their first letter
    BOTH = "both"
    READ = "read"  # one reading of several: marks between digits, a prefix, the order of day and month


Form: TypeAlias = str
Shorter: TypeAlias = tuple[Form, Change]

_MISSING: Final = frozenset(
    (
        "null", "nan", "nat", "na", "n/a", "#n/a", "<na>", "\\n", "nil", "none", "unknown", "missing", "not known",
        "not available", "not recorded", "not given",
    )
)  # fmt: skip
"""Words that stand for a missing cell: whoever is called so must be told apart by another column."""
_MOST_WORDS: Final = 6
"""Words that a name of a person has at most: longer values are shortened to nothing."""
_LEAST_LETTERS: Final = 3
"""Letters of a value that may be cut to initials: those of fewer are labels."""
_LEAST_DIGITS: Final = 9
"""Digits from which groups of them are taken for a way of writing one number, not for numbers beside each other."""

_EXACT: Final = Context(prec=2000)
_LOW: Final = {k: v for k, v in LOOKALIKES.items() if chr(k) == chr(k).lower()}
_UPPER: Final = {k: v for k, v in LOOKALIKES.items() if chr(k) == chr(k).upper()}
_STRANGE: Final = re.compile("[" + "".join(map(chr, LOOKALIKES)) + "]", re.IGNORECASE)
PLAIN_LETTERS: Final = {
    "ı": "i", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "æ": "ae", "œ": "oe", "þ": "th", "ð": "d",
}  # fmt: skip
"""Letters that are no plain ones with a mark, as they are written without."""
_PLAIN: Final = str.maketrans(PLAIN_LETTERS)
_DIGRAPHS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_APOSTROPHES: Final = re.compile("['’‘ʼʹ′`´]")
_MAIL: Final = re.compile(r"(?:mailto:)?\s*([^\s<>@,;:\"]+)@([^\s<>@,;:?\"]+)(?:\?\S*)?")
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)?(?:e[+-]?\d{1,3})?\Z")
_THOUSANDS: Final = re.compile(r"\d{1,3}(?P<mark>[., ])\d{3}(?:(?P=mark)\d{3})*\Z")
_COMPACT: Final = re.compile(r"([12]\d{3})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\Z")
_DAY: Final = re.compile(
    r"\d\D+\d+\D+\d|\d.*(?:jan|feb|mar|apr|may|ju[nl]|aug|sep|oct|nov|dec)|[a-z].*\d\D+\d"
)
"""What days have: three groups of digits, or the name of a month beside two."""
_MIDNIGHT: Final = re.compile(r"[ t]00:00(?::00(?:\.0+)?)?(?:z|\+00:?00)?\Z")
_EDGES: Final = " \t\"'`´’‘.,;:!?()[]{}<>=#*/\\|_~+-–—"


def is_missing(value: str | None) -> bool:
    """Return whether a cell says nobody: it is empty, has marks only, or is a word for a missing cell."""
    if value is None:
        return True
    said = " ".join(value.casefold().split())
    return said in _MISSING or not any(unicodedata.category(c)[0] in "LNS" for c in said)


def own_forms(looks: tuple[str, ...]) -> frozenset[Form]:
    """Return the normal forms of a value (of its spellings, see :func:`looks_of`) that keep all that tells persons
    apart."""
    return frozenset(form for seen in looks for form in _own(seen))


def shorter_forms(looks: tuple[str, ...]) -> frozenset[Shorter]:
    """Return the normal forms of a value that leave something out, or change it."""
    return frozenset(form for seen in looks for form in _shorter(seen))


def has_initials(looks: tuple[str, ...]) -> bool:
    """Return whether some of the words of a name are single letters, and some are not."""
    return any(1 <= sum(len(w) == 1 for w in ws) < len(ws) for ws in map(_names, looks))


def looks_of(value: str) -> tuple[str, ...]:
    """Return the value as it looks: in small letters, without marks, in Latin letters and plain digits; several
    where it can be written in several ways."""
    if value.isascii():
        return (value.casefold(),) if value.isalnum() else (fold(value).text.casefold().strip(_EDGES),)
    text = unicodedata.normalize("NFKC", fold(value).text)
    text = "".join(
        str(unicodedata.decimal(c, c)) for c in text if unicodedata.category(c) not in ("Cf", "Me")
    )
    looks = [_unmarked(text.casefold(), spelled).translate(_LOW) for spelled in ({}, _DIGRAPHS)]
    if _STRANGE.search(text):  # a capital may look like another letter than the small one does
        looks += [_unmarked(_unmarked(text, {}).upper().translate(_UPPER).casefold(), {}).translate(_LOW)]
    return tuple(dict.fromkeys(look.strip(_EDGES) for look in looks))


def _unmarked(text: str, spelled: dict[int, str]) -> str:
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFC", text).translate(spelled))
    return "".join(c for c in parts if not unicodedata.combining(c)).translate(_PLAIN)


def _own(seen: str) -> Iterator[Form]:
    if "@" in seen and (mail := _MAIL.search(seen)):
        yield _address(mail)
        if rest := _names((seen[: mail.start()] + " " + seen[mail.end() :]).replace("mailto", "")):
            yield _name(rest)
    elif not any(map(str.isdigit, seen)):
        yield from _own_of_name(seen)
    elif (number := _number(seen)) is not None:
        yield f"#{number}"
    elif days := _days(seen):
        yield "day " + " or ".join(days)
    else:
        runs = _groups(seen)
        yield "code " + " ".join(runs)
        if not _beside(runs) or _one_number(seen):
            yield _glued(seen)


def _shorter(seen: str) -> Iterator[Shorter]:
    if "@" in seen and _MAIL.search(seen):
        return
    if not any(map(str.isdigit, seen)):
        yield from _shorter_names(seen)
        return
    if _THOUSANDS.match(seen):
        whole = re.sub(r"[., ]", "", seen)
        for reading in {_plain_number(whole), _plain_number(seen.replace(",", "."))} - {_number(seen), None}:
            yield f"#{reading}", Change.READ
    if match := _COMPACT.match(seen):
        yield from ((f"day {day}", Change.READ) for day in _days("-".join(match.groups())))
    if _number(seen) is not None:
        return
    if days := _days(seen):
        if len(days) > 1:
            yield from ((f"day {day}", Change.READ) for day in days)
        return
    runs = _groups(seen)
    yield _glued(seen), Change.READ
    if len(runs) > 1 and runs[-1].isdigit() and not any(run.isdigit() for run in runs[:-1]):
        yield f"#{_plain_number(runs[-1])}", Change.READ


# --- numbers, days, addresses, codes ---------------------------------------------------------------------------


def _number(seen: str) -> str | None:
    """Return the number that a value says, in one notation; None for what is none."""
    match = _THOUSANDS.match(seen)
    if match and (match["mark"] != "." or seen.count(".") > 1):
        seen = re.sub(r"[., ]", "", seen)
    return _plain_number(seen.replace(",", ".")) if _NUMBER.match(seen) else None


def _plain_number(seen: str) -> str | None:
    return str(_EXACT.normalize(Decimal(seen))) if _NUMBER.match(seen) else None


def _days(seen: str) -> tuple[str, ...]:
    """Return the day that a value says, or both where day and month may change places; none where it says less or
    more."""
    if not 5 < len(seen) < 40 or not _DAY.search(seen):
        return ()
    text = _MIDNIGHT.sub("", seen)
    if ":" in text:
        return ()
    found = full_date(text, "dmy"), full_date(text, "mdy")
    return tuple(dict.fromkeys(day.isoformat() for day in found if day)) if all(found) else ()


def _address(mail: re.Match[str]) -> Form:
    local = mail[1].partition("+")[0] or mail[1]
    joined = "".join(c for c in local if c.isalnum()) or local
    return f"mail {joined}@{mail[2].strip('.')}"


def _groups(seen: str) -> list[str]:
    """Return runs of letters and of digits, without zeros in front."""
    found = LETTERS_OR_DIGITS.findall(_APOSTROPHES.sub("", seen))
    return [run.lstrip("0") or "0" if run.isdigit() else run for run in found]


def _beside(runs: list[str]) -> bool:
    """Return whether marks part digits from digits."""
    return any(a.isdigit() and b.isdigit() for a, b in pairwise(runs))


def _one_number(seen: str) -> bool:
    groups = DIGIT_RUN.findall(seen)
    return sum(map(len, groups)) >= _LEAST_DIGITS and min(map(len, groups)) > 1


def _glued(seen: str) -> Form:
    """Return a code without what parts its groups."""
    runs = LETTERS_OR_DIGITS.findall("".join(LETTERS_OR_DIGITS.findall(seen)))
    if len(runs) == 1 and runs[0].isdigit():
        return f"#{_plain_number(runs[0])}"
    return "glued " + "".join(run.lstrip("0") or "0" if run.isdigit() else run for run in runs)


# --- names -----------------------------------------------------------------------------------------------------


def _names(seen: str) -> list[str]:
    """Return the words of a name in their order, without titles."""
    if any(map(str.isdigit, seen)):
        return []
    said = LETTERS_OR_DIGITS.findall(_APOSTROPHES.sub("", seen))
    return [word for word in said if word not in IN_CELLS] or said


def _name(said: list[str] | tuple[str, ...]) -> Form:
    return "name " + " ".join(sorted(said))


def _own_of_name(seen: str) -> Iterator[Form]:
    said = _names(seen)
    if not said:
        yield f"sign {seen}"
        return
    yield _name(said)
    if len(said) < 2:
        return
    initials = [word for word in said if len(word) == 1]
    if not initials:
        for first in {0, 1, len(said) - 1}:  # the surname first or last
            yield _name(("".join(said[first:] + said[:first]),))
    elif len(initials) > 1:
        yield _name(("".join(initials), *(word for word in said if len(word) > 1)))


def _shorter_names(seen: str) -> Iterator[Shorter]:
    said = _names(seen)
    if not 1 <= len(said) <= _MOST_WORDS or len("".join(said)) < _LEAST_LETTERS:
        return
    for size in range(1, len(said) + 1):
        dropped = size < len(said)
        for kept in combinations(said, size):
            for made in product(*((w, w[0]) if len(w) > 1 else (w,) for w in kept)):
                cut = made != kept
                if (dropped and max(map(len, made)) == 1) or not (dropped or cut):
                    continue
                yield _name(made), _CHANGES[dropped, cut]
    if len(said) > 2 and all(len(w) > 1 for w in said):  # given names as initials
        for last, rest in ((said[-1], said[:-1]), (said[0], said[1:])):
            yield _name((last, "".join(w[0] for w in rest))), Change.ABBREVIATED


_CHANGES: Final = {
    (True, False): Change.SHORTENED,
    (False, True): Change.ABBREVIATED,
    (True, True): Change.BOTH,
}
