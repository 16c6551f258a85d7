"""Read counts from files into the cache: exports of another cache, plain tables of phrases."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from corpora_stats.base import CountsError
from corpora_stats.normalize import VERSION as RULES
from corpora_stats.questions import Question

FORMAT: Final = "semantic-sanitizer counts 1"
"""First line of an export names it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One remembered answer: the question put to a source (empty: its N), the count, and the day it was asked."""

    source: str
    question: Question
    count: int
    day: str


def _value(text: str) -> tuple[int, str]:
    count, day = json.loads(text)
    if isinstance(count, bool) or not isinstance(count, int) or not isinstance(day, str):
        raise ValueError("no count and day")
    if count < -1:  # -1 is a count that the source does not know
        raise ValueError("a count below 0")
    return count, day


def _whole(count: object) -> int:
    if isinstance(count, bool) or not isinstance(count, int):
        raise TypeError("a count is a whole number")
    return count


def read_export(lines: Iterable[str], what: str) -> Iterator[Entry]:
    """The entries of an export. `what` names the file. Raises CountsError at the first line of another form."""
    number = 0
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
            if number == 1:
                if entry["format"] != FORMAT:
                    raise ValueError("another format")
                if entry["rules"] != RULES:
                    raise CountsError(
                        f"{what} was made with version {entry['rules']} of the normal form, this is version {RULES}: "
                        "count again"
                    )
                continue
            groups = () if entry.get("total") is True else entry["phrases"]
            if groups != () and not (isinstance(groups, list) and groups and all(groups)):
                raise ValueError("phrases are lists in a list")
            question = tuple(map(tuple, groups))
            _value(json.dumps([entry["count"], entry["day"]]))
            date.fromisoformat(entry["day"])
            source = entry["source"]
            phrases = [phrase for group in question for phrase in group]
            if (
                not isinstance(source, str)
                or not source
                or "\n" in source
                or not all(isinstance(p, str) for p in phrases)
            ):
                raise ValueError("a source and phrases are text")
            if question != tuple(sorted(tuple(sorted(group)) for group in question)):
                raise ValueError("not in order")
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise CountsError(f"{what} line {number}: no line of an export of counts ({error})") from None
        yield Entry(source, question, entry["count"], entry["day"])
    if not number:
        raise CountsError(f"{what}: it is empty, and no export of counts")


def read_table(text: str, what: str, source: str, total: int, day: str) -> tuple[list[Entry], int]:
    """Entries of `source` from a plain table ``{"phrase": count}`` (docs/counts.md): ``_`` joins the words of a phrase,
    a negative count is a missing one. Phrases that become one in normal form take the highest count. Also how many rows
    were left out: missing, without a word, or above `total`.

    Raises CountsError when the text is no such table."""
    from corpora_stats.normalize import normalize

    try:
        rows = json.loads(text)
        pairs = [(str(phrase), _whole(count)) for phrase, count in rows.items()]
        if not pairs:
            raise ValueError("empty")
    except (ValueError, TypeError, AttributeError):
        raise CountsError(f'{what}: no table of counts; expected {{"phrase": count, ...}}') from None
    best: dict[str, int] = {}
    left_out = 0
    for phrase, count in pairs:
        normal = normalize(phrase.replace("_", " "))
        if count < 0 or count > total or not normal:
            left_out += 1
        else:
            best[normal] = max(count, best.get(normal, 0))
    entries = [Entry(source, (), total, day)]
    entries += [Entry(source, ((phrase,),), count, day) for phrase, count in sorted(best.items())]
    return entries, left_out
