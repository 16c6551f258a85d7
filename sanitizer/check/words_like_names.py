"""Find words that look like a name: by their capitals, by not being English, or by the word beside them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from sanitizer.check.telling_shapes import Found
from sanitizer.check.undisguise import BREAK, FILLER
from sanitizer.check.vocabulary import PUBLIC, Vocabulary
from sanitizer.text.spelled_out import is_alphabet

_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_PART: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_]", re.ASCII)
_OPENING: Final = re.compile(
    r"(?:[.!?:;]['\")\]]*\s+|\n[ \t]*|\A\s*|\ue000['\")\],;:]*\s+|[|\t]\s*)[^\w\s\ue000]*\s*"
    r"(?:\(?[a-z\d]{1,3}[.)]\s+)?\Z"
)
_TITLE: Final = re.compile(
    r"\b(?:(?:mrs?|ms|mx|dr|prof|rev|sgt|cllr|hon|sr|sra)\.?|miss|professor|sir|dame|lady|lord|judge|justice|father"
    r"|sister|brother|nurse|constable|detective|inspector|sergeant|captain|herr|frau|mme|monsieur|madame|aunt"
    r"|auntie"
    r"|uncle|grandma|granny|baby) \Z",
    re.IGNORECASE,
)
_INITIALS: Final = re.compile(
    r"(?<![\w.])(?:[A-Z]\.[ -]?){2,5}(?![\w])|(?<![\w.])[A-HJ-UW-Z]\.(?: ?[A-Z]\.){0,3} ?(?=[A-Z][a-z])"
)
_LABEL: Final = re.compile(r"^[ \t]*([A-Z]{2,3}|[A-Z][a-z]+)[ ]?:(?=\s)", re.MULTILINE)
_PLAIN_INITIALS: Final = frozenset(
    {"U.S.", "U.K.", "E.U.", "U.N.", "D.C.", "U.S.A.", "A.M.", "P.M.", "B.C.", "A.D.", "U.S.C."}
)
_SPACED: Final = re.compile(
    r"(?<![^\W_])[^\W\d_](?:((?:[^\w'\ue000]|_){1,4})[^\W\d_])(?:\1[^\W\d_](?![^\W_])){2,40}"
)
_BROKEN: Final = re.compile(rf"(?<![^\W\d_])([^\W\d_]+){BREAK}([^\W\d_]+)")
_LINK: Final = re.compile(r"[ .'-]{1,2}|,? (?:de|la|van|von|der|den|di|da|del|bin|al|el|of|the|y|e|&|and) ")
_BEFORE: Final = 40


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    capital: bool
    why: str
    plain: bool
    """A word of English that has a capital though it opens nothing."""
    shouted: bool


def names(text: str, known: Vocabulary) -> Iterator[Found]:
    """Yield every place in a folded text that looks like a name; they may overlap."""
    yield from _runs(text, list(_tokens(text, known)), known)
    for match in _INITIALS.finditer(text):
        told = match.group().strip()
        if told not in _PLAIN_INITIALS:
            yield match.start(), match.start() + len(told), "name", "initials"
    for match in _LABEL.finditer(text):
        word = match.group(1)
        label = word.lower()
        if word.isupper() and not (known.is_english(label) or label in known.capital):
            yield *match.span(1), "name", "initials before a colon"
        elif word.istitle() and label in known.given:
            yield *match.span(1), "name", "given name before a colon"
    for match in _SPACED.finditer(text):
        letters = "".join(c for c in match.group() if c.isalpha()).lower()
        if not known.is_english(letters) and not is_alphabet(letters):
            yield match.start(), match.end(), "name", "spaced letters"

    for match in _BROKEN.finditer(text):
        head, tail = match.group(1).lower(), match.group(2).lower()
        capital = match.group(1)[0].isupper()
        if not known.is_english(head + tail) and not all(
            not capital and len(part) >= 3 and known.is_english(part) for part in (head, tail)
        ):
            yield match.start(), match.end(), "name", "broken word"


def _tokens(text: str, known: Vocabulary) -> Iterator[_Token]:
    """Yield the words with a capital and those that are no English; ``why`` is "" where a word alone says nothing."""
    lines, line = _lines(text), 0
    for match in _WORD.finditer(text):
        start, end = match.span()
        while line + 1 < len(lines) and start >= lines[line].end:
            line += 1
        word = match.group()
        if word in known.small:
            continue
        capital = not word[0].islower()
        why = _judge(text, start, word, known, lines[line].shouted)
        plain = (
            capital and not why and end - start > 2 and (word.istitle() or word.isupper()) and not lines[line].heading
            and word.lower() not in PUBLIC and not _opens(text, start)
        )  # fmt: skip
        token = _Token(start, end, capital, why, plain, word.isupper())
        if capital or why:
            yield token


@dataclass(frozen=True, slots=True)
class _Line:
    """Where a line ends; whether most of its letters, or of its longer words' first letters, are capitals."""

    end: int
    shouted: bool
    heading: bool


def _lines(text: str) -> Sequence[_Line]:
    result, at = [], 0
    for line in text.splitlines(keepends=True) or [""]:
        at += len(line)
        upper = sum(map(str.isupper, line))
        shouted = upper > 4 and upper > 0.6 * sum(map(str.isalpha, line))
        longer = [word for word in line.split() if len(word) > 2] if upper > 1 and len(line) < 120 else []
        heading = len(longer) > 1 and sum(word[0].isupper() for word in longer) > 0.7 * len(longer)
        result.append(_Line(at, shouted, shouted or heading))
    return result


def _judge(text: str, start: int, word: str, known: Vocabulary, shouted: bool) -> str:
    """Return why a word looks like a name; "" when it does not."""
    base = word.split("'")
    if len(base) > 1 and len(base[-1]) <= 2:
        base = base[:-1]
    parts = [part for piece in base for part in _PART.findall(piece)]
    if "".join(parts) != "".join(base):
        parts = base
    told = ""
    for number, part in enumerate(parts):
        found = _judge_part(text, start, part, known, shouted, number > 0)
        told = told or found
    if len(parts) > 1 and not told and known.is_english("".join(parts).lower()):
        return ""
    return told


def _judge_part(text: str, start: int, part: str, known: Vocabulary, shouted: bool, inside: bool) -> str:
    low = part.lower()
    if not part.isascii():
        return "foreign letters"
    if len(part) == 1:
        return ""
    titled = start > 0 and text[start - 1] == " " and bool(_TITLE.search(text, max(0, start - 14), start))
    if part[0].islower():
        return _judge_small(low, known, titled)
    if low in PUBLIC:
        return ""
    if titled:
        return "title"
    if part.isupper():
        return _judge_capitals(low, known, shouted)
    if low not in known.small:
        if len(low) < 3 and not inside:
            return "capital" if not _opens(text, start) else ""
        return "" if _opens(text, start) and known.is_english(low) else "capital"
    if low not in known.maybe:
        return "given name" if low in known.given and not _opens(text, start) else ""
    if not _opens(text, start):
        return "may be a name"
    return ""


def _judge_small(low: str, known: Vocabulary, titled: bool) -> str:
    if len(low) < 4:
        return ""
    if titled and low not in known.small:
        return "title"
    return "" if known.is_english(low) else "small letters"


def _judge_capitals(low: str, known: Vocabulary, shouted: bool) -> str:
    if low in known.small:
        if low in known.maybe and not shouted and len(low) >= 4:
            return "capitals"
        return ""
    if len(low) >= 5:
        return "" if known.is_english(low) and low not in known.capital else "capitals"
    return "capitals" if low in known.short else ""


def _opens(text: str, start: int) -> bool:
    """Return whether a word opens a sentence, a line or a cell, so that its capital says nothing."""
    if start == 0:
        return True
    before = text[max(0, start - _BEFORE) : start]
    if before[-1] == " " and len(before) > 1 and before[-2] in "abcdefghijklmnopqrstuvwxyz,":
        return False
    if before[-1] in "\"'([{<*>#=/|_\n\t":
        return True
    return bool(_OPENING.search(before))


def _uncommon(text: str, run: Sequence[_Token], known: Vocabulary) -> Iterator[Found]:
    """Yield two plain words with capitals inside of a sentence that few write so together ("the Harbour View")."""
    for one, two in pairwise(run):
        if not (one.plain and two.plain and text[one.end : two.start] == " "):
            continue
        pair = text[one.start : two.end].lower()
        if pair not in known.pairs and (one.shouted == two.shouted) and (not one.shouted or len(run) == 2):
            yield one.start, two.end, "name", "pair of capitals"


def _runs(text: str, tokens: Sequence[_Token], known: Vocabulary) -> Iterator[Found]:
    """Neighbours in one place; a run counts when one of its words does, or when it is no public pair of words."""
    at = 0
    while at < len(tokens):
        last = at
        while last + 1 < len(tokens) and _linked(text, tokens[last], tokens[last + 1]):
            last += 1
        run = tokens[at : last + 1]
        telling = [i for i, token in enumerate(run) if token.why]
        if not telling:
            yield from _uncommon(text, run, known)
        else:
            yield (
                run[0 if len(run) < 6 else telling[0]].start,
                run[telling[-1]].end,
                "name",
                run[telling[0]].why,
            )
        at = last + 1


def _linked(text: str, one: _Token, two: _Token) -> bool:
    between = text[one.end : two.start]
    if len(between) > 6 or FILLER in between or "\n" in between:
        return False
    return between == "" or (len(between) == 1 and between in " '-_.") or bool(_LINK.fullmatch(between))
