"""Find the names in data, where cells and values of keys stand without a sentence: by what is told of their neighbours.

The values of one field are of one kind: a column, or a key that stands again, whose values are names of persons or
places for the most part has no other words in clear. In the record of a person what may be a name is one. And what
hardly is a word of English needs neither.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from sanitizer.recognize.finders.name_words import is_role
from sanitizer.recognize.known_names import is_medicine, known_classes
from sanitizer.recognize.name_groups import PARTICLES
from sanitizer.recognize.spans.fields import column_heads
from sanitizer.recognize.spelling import word_bits
from sanitizer.recognize.vocabulary import is_unknown, is_unknown_name
from sanitizer.types import Bits, EntityClass, Mention, Span

_MARKS: Final = tuple(
    re.compile(mark) for mark in (r"\t", r"\|", r" {2,}", r" (?:[-=]>|→|&) ", ";", r",(?! )", ", ", "/")
)
"""What parts the cells of a row, the surest first."""
_BLANK_MARKS: Final = 6
"""The first of the marks that stand in sentences too: a row has three cells, and none is long."""
_LEAST: Final = 3
_LONGEST: Final = 40
"""Characters of a cell at most."""
_WORDS: Final = re.compile(r"[^\W\d_]+(?:[ .'’_-]{1,2}[^\W\d_]+){0,3}\.?")
"""A value of words alone."""
_LETTERS: Final = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_EDGES: Final = " \t\"'()[]<>{}*"
_KEYED: Final = re.compile(
    r"(?<![\w.])(?P<key>[^\W\d]\w{0,24})(?:[\"']?[ ]{0,2}=[ ]{0,3}[\"']?|[\"']?[ ]?:[ ]{0,3}[\"']|(?P<label>:[ ])|>)"
    r"(?P<value>[^\W\d_][^\d\n\"=:;,&<>|{}\[\]()]{0,40}?)[ ]*(?=[\"'=;,&<>|}\n]|$|[ ]\w+=)"
)
_NEAR: Final = 60
"""Characters from one value of a record to the next at most."""
_TYPES: Final = {EntityClass.PERSON: "PERSON", EntityClass.LOC: "GPE"}
_CLASSES: Final = (EntityClass.PERSON, EntityClass.LOC, EntityClass.ORG, EntityClass.MISC)
_OTHER: Final = len(_CLASSES) + 1
_UNSURE: Final = (0, 3, 4)
"""What a name in a record may be found to be, and is a person's or a place's all the same."""
_ALONE: Final[Bits] = 0.0
"""Bits from which on a word with a capital is a name in a cell, whatever stands beside it."""
_SMALL: Final[Bits] = 2.0
"""The same of a word in small letters that English lacks."""
_OF_PERSON: Final[Bits] = -2.5
"""The same of one with a capital in the record of a person."""

_Place = tuple[int, int]


@dataclass
class _Data:
    """The values of a text by record (a row, keys side by side) and by field (a column, a key)."""

    records: list[list[_Place]]
    fields: list[list[_Place]]


def names_in_data(text: str, found: Sequence[Mention]) -> list[Mention]:
    """Return the further names in rows and records of a text in which others were found."""
    data = _data(text)
    if not data.records:
        return []
    kinds = _kinds(text, found)
    added: dict[_Place, EntityClass] = {}
    for values in data.fields:
        added.update(_of_field(text, values, kinds))
    for values in data.records:
        for place, entity in _of_record(text, values, kinds):
            added.setdefault(place, entity)
    heads = column_heads(text)
    return [
        Mention(Span(*place), _TYPES[added[place]], added[place], "works", 0.6)
        for place in sorted(added)
        if Span(*place) not in heads
    ]


def records_of_persons(text: str, found: Iterable[Mention]) -> list[Span]:
    """Return where the records of a text stand, if a value of one is a person for one of the finders, or a name of
    no kind."""
    records = [record for record in _data(text).records if record]
    places = {place for record in records for place in record}
    persons = {(m.span.start, m.span.end) for m in found if m.entity_class is EntityClass.PERSON}
    if not any(place in persons or _is_nothing_known(text[slice(*place)]) for place in places):
        return []
    return [Span(record[0][0], record[-1][1]) for record in records]


def _is_nothing_known(value: str) -> bool:
    return value[0].isupper() and is_unknown_name(value) and max(map(word_bits, value.split())) > _ALONE


def _data(text: str) -> _Data:
    data = _Data([], [])
    _read_rows(text, data)
    _read_keys(text, data)
    return data


def _kinds(text: str, found: Iterable[Mention]) -> bytearray:
    """Return what each character is found to be a part of, as a number."""
    kinds = bytearray(len(text))
    for m in found:
        kind = 1 + _CLASSES.index(m.entity_class) if m.entity_class in _CLASSES else _OTHER
        kinds[m.span.start : m.span.end] = bytes([kind]) * (m.span.end - m.span.start)
    return kinds


def _class_at(text: str, kinds: bytearray, place: _Place) -> int:
    """Return what the letters of a value are found to be, as a number; 0: nothing, -1: not all the same."""
    told = {kinds[at] for at in range(*place) if text[at].isalpha()}
    return told.pop() if len(told) == 1 else -1


def _of_field(text: str, values: Iterable[_Place], kinds: bytearray) -> Iterator[tuple[_Place, EntityClass]]:
    """Yield what is not found among the values of a field of which half or more are names, most of persons or of
    places."""
    named: dict[bool, Counter[EntityClass]] = {True: Counter(), False: Counter()}
    left: dict[bool, list[_Place]] = {True: [], False: []}
    for place in values:
        small, kind = text[place[0]].islower(), _class_at(text, kinds, place)
        if not kind and not is_role(text[slice(*place)]):
            left[small].append(place)
        elif 0 < kind < _OTHER:
            named[small][_CLASSES[kind - 1]] += 1
    for small, open_ in left.items():
        entity = max(_TYPES, key=lambda c: named[small][c])
        if named[small].total() >= len(open_) and 2 * named[small][entity] >= named[small].total():
            yield from ((place, entity) for place in open_)


def _of_record(text: str, values: Sequence[_Place], kinds: bytearray) -> Iterator[tuple[_Place, EntityClass]]:
    """Yield the values of a record that are names by their words, or may be where the record is a person's."""
    told = [_class_at(text, kinds, place) for place in values]
    least = _OF_PERSON if 1 in told else _ALONE
    for place, kind in zip(values, told, strict=True):
        value = text[slice(*place)]
        if kind not in _UNSURE or is_role(value) or is_medicine(value):
            continue
        spoken = _LETTERS.findall(value)
        known = known_classes(value)
        if not value.islower() and any(w.islower() and w not in PARTICLES for w in spoken):
            continue  # a clause
        if value[0].islower():
            named = any(is_unknown(word) and word_bits(word) > _SMALL for word in spoken)
        else:
            named = any(word_bits(word) > least for word in spoken) or EntityClass.LOC in known
        if named and (not known or not known.isdisjoint(_TYPES)):
            yield place, EntityClass.LOC if known and EntityClass.PERSON not in known else EntityClass.PERSON


def _read_keys(text: str, data: _Data) -> None:
    """Take the values of words behind keys: in one record until a key stands again, or no other is near."""
    by_key: dict[str, list[_Place]] = {}
    keys: set[str] = set()
    record: list[_Place] = []
    for match in _KEYED.finditer(text):
        key = match["key"].lower()
        if not _WORDS.fullmatch(match["value"]) or (match["label"] and not match["key"].islower()):
            continue
        by_key.setdefault(key, []).append(match.span("value"))
        if key in keys or (record and match.start() > record[-1][1] + _NEAR):
            data.records.append(record)
            keys, record = set(), []
        keys.add(key)
        record.append(match.span("value"))
    data.records += [record] * bool(record)
    data.fields += [values for values in by_key.values() if len(values) > 1]


def _read_rows(text: str, data: _Data) -> None:
    """Take the cells of lines that marks part, and the columns of lines with as many of them one below the other."""
    rows = [_row(text, *line.span()) for line in re.finditer(r"[^\n]+", text)]
    for (mark, count), block in groupby(rows, key=lambda row: (row[0], len(row[1]))):
        cells = [row[1] for row in block]
        if mark < 0 or (len(cells) < 2 and (count < _LEAST or mark == _BLANK_MARKS)):
            continue
        data.records += [_of_words(text, row) for row in cells]
        if len(cells) > 1:
            data.fields += [_of_words(text, column) for column in zip(*cells, strict=True)]


def _of_words(text: str, cells: Iterable[_Place]) -> list[_Place]:
    return [place for place in cells if _WORDS.fullmatch(text, *place)]


def _row(text: str, start: int, end: int) -> tuple[int, list[_Place]]:
    """Return the mark that parts the cells of a line (-1: none), and where they stand."""
    for mark, pattern in enumerate(_MARKS):
        cuts = [match.span() for match in pattern.finditer(text, start, end)]
        if cuts:
            edges = [start, *(at for cut in cuts for at in cut), end]
            cells = [_stripped(text, *edges[i : i + 2]) for i in range(0, len(edges), 2)]
            short = max(last - first for first, last in cells) <= _LONGEST and len(cells) >= _LEAST
            return (mark if mark < _BLANK_MARKS or short else -1), cells
    return -1, []


def _stripped(text: str, start: int, end: int) -> _Place:
    while start < end and text[start] in _EDGES:
        start += 1
    while start < end and text[end - 1] in _EDGES:
        end -= 1
    return start, end
