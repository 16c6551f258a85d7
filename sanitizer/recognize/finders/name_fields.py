# ruff: noqa: E501 (a form reads best on one line)
"""Names where nothing but a name stands: behind keys, in tags, tuples and columns, the surname first; on the line below
a closing, and in a list whose heading announces persons."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.base import DEFINED
from sanitizer.recognize.finders.name_words import NAME_WORD, NO_NAME, is_role, spoken_words
from sanitizer.recognize.institution_words import is_generic
from sanitizer.recognize.spelling import word_bits
from sanitizer.recognize.vocabulary import is_unknown_name
from sanitizer.types import Bits
from sanitizer.values.found_values import Found

_PLAIN: Final[Bits] = -8.0
"""Bits of a word that is hardly ever a name."""
_SURE: Final[Bits] = 3.0
"""Bits from which on a value of a record is a name, whatever stands beside it; and below which none is."""
_LEAST: Final[Bits] = -9.0
_ENGLISH: Final[Bits] = -1.5
"""Bits of a word that English may have."""
_INITIALS: Final = 2
"""Letters of initials at most, which tell nothing."""
_LONGEST: Final = 5
"""Words of a name at most."""
_CELL: Final = 14.0
"""Where a heading says that names stand in a column or a field."""
_TUPLE: Final = re.compile(r"(?i:\bvalues)\s*(?P<rows>\([^()]{3,400}\)(?:\s*,\s*\([^()]{3,400}\)){0,200})")
_STRING: Final = re.compile(r"'((?:[^'\n\\]|''){2,60})'|\"([^\"\n\\]{2,60})\"")
_VALUE: Final = re.compile(rf"{NAME_WORD}(?:[ ]{NAME_WORD}){{0,3}}")
_KEY: Final = r"(?:(?:sur|last|first|given|family|middle|full|maiden|patient|client|customer|contact|display|author|owner|employee|student|mother|father|birth|sender|recipient|tenant|account[ _-]?holder|card[ _-]?holder|teacher|pupil|guest|applicant|legal|preferred|account)s?[ _-]?name|surname|forenames?|lname|fname|name|given|family|patient|client|claimant|insured|policy[ _]?holder|tenant|applicant|respondent|next[ _]of[ _]kin|nok|carer|key[ _]?worker|employee|student|pupil|author|sender|owner|assignee|manager|supervisor|doctor|gp|consultant|teacher|landlord|signatory|signed|beneficiary|passenger|driver|victim|suspect|witness|complainant|guardian|solicitor|barrister|counsel|judge|nurse|midwife|therapist|tutor|treasurer|secretary|chair|foreman|executor|trustee|interpreter|interviewer|interviewee)"
_KEYED: Final = re.compile(
    rf"(?<![\w])[\"']?(?i:{_KEY})[\"']?[ ]{{0,3}}[:=][ ]{{0,8}}(?:(?P<quote>[\"'])(?P<quoted>(?:(?!(?P=quote))[^\n=:;<>{{}}\[\]]){{2,60}})(?P=quote)|(?P<name>{NAME_WORD}(?:,?[ ](?:[^\W\d_]\.?|{NAME_WORD})){{0,3}})(?=[ ]*(?:[,;|\n&)}}]|[ ]{{2}}|(?<=[^\W\d_]{{4}})[.](?:\s|$)|$)))"
)
_PLACE_KEY: Final = r"(?:(?:birth|home|post)?[ _-]?(?:town|city|village|county|district|parish|municipality|place|region|province)|(?:birth|place_of_birth|locality|suburb|street|address|hospital|school|employer)[ _-]?(?:name|place)?)"
_PLACED: Final = re.compile(
    rf"(?<!\w)[\"']?(?i:{_PLACE_KEY})[\"']?[ ]{{0,3}}[:=][ ]{{0,3}}(?P<quote>[\"'])(?P<place>(?:(?!(?P=quote))[^\n=:;<>{{}}\[\]]){{2,60}})(?P=quote)"
)
"""A place as the value in quotation marks of a key that asks for one."""
_PLACE_FIELD: Final = re.compile(
    r"(?m)^[ \t]{0,4}(?i:(?:name of |current |usual |last )?(?:school|hospital|nursery|college|clinic|surgery|care home|hostel|prison|church)|(?:town|city|village|place|parish|district|county|country) of (?:birth|residence|origin|death)|birth[ -]?place|home[ -]?town)[ ]?:[ ]{1,8}"
    r"(?P<place>[A-Z][\w'’.-]*(?:[ ](?:[A-Z][\w'’.-]*|of|the|and|&|de|la|in|on|at|for)){0,6}?)(?=[ ]*(?:[,;(|\n]|$))"
)
"""The same as what stands behind a label, with a capital in each of its words."""
_SEPARATORS: Final = ("|", "\t", ";", ",")
_HEADING: Final = re.compile(rf"\"?(?i:{_KEY}s?)\"?(?:[ ]?\([^()]{{1,20}}\))?$")
_CELL_NAME: Final = re.compile(
    rf"[ \"']*(?P<name>{NAME_WORD}(?:,?[ ](?:[^\W\d_]\.?|{NAME_WORD})){{0,4}})[ \"']*$"
)
_SURNAME_FIRST: Final = re.compile(
    rf"(?:^|(?<=[\n|;:\t(\"'>])|(?<=[\n|;:\t(] ))[ ]?(?P<name>(?P<surname>(?:(?:[Vv][ao]n|de|da|di|del|der|den|la|le|bin|al|el|do|dos|VAN|DE|DA|DER|LA|DEL|BIN)[ ]){{0,2}}{NAME_WORD}),[ ]?(?P<given>{NAME_WORD}(?:[ ](?:[^\W\d_]\.?|{NAME_WORD})){{0,2}}))(?=[ ]*(?:[|;\t\n,.)(\"'<]|\d|$))"
)
_IN_SENTENCE: Final = re.compile(
    rf"(?<![\w'’-])(?P<name>(?P<surname>{NAME_WORD}),[ ](?P<given>{NAME_WORD}))(?![\w'’-])"
)
_PRONOUN: Final = re.compile(r"I(?:['’]|[ ][a-z])")
"""What is no initial behind a comma: "Jonas, I can't"."""
_SIGNED: Final = re.compile(
    rf"(?i:regards|wishes|sincerely|faithfully|truly|thanks|thank[ ]you|thx|cheers|best|love|yours|signed|take[ ]care|xx+)[ ]?[,.!]?[ ]*\n\s{{0,40}}(?P<name>{NAME_WORD}(?:[ ]{NAME_WORD}){{0,2}})(?=[ ]*(?:[,.(|\n–-]|$))"
)
_LISTED: Final = re.compile(
    r"(?m)^[ \t>]{0,6}(?i:(?:(?:also|those) )?present|attendees|attending|in attendance|apologies(?: (?:from|received))?|absent|participants|witnesses|invited|passengers|occupants)[ ]?:(?P<rest>[^\n]*(?:\n[ \t]*(?:[-*•·]|\d{1,2}[.)])[ \t]+[^\n]+)*)"
)
_ITEM: Final = re.compile(
    rf"(?:(?<=:)|[,;&|\n]|[ ]and\b)[ \t]*(?:(?:[-*•·]|\d{{1,2}}[.)])[ \t]+)?(?P<name>{NAME_WORD}(?:[ ](?!and\b){NAME_WORD}){{0,2}})"
)
_ANNOUNCED: Final[Bits] = 6.5
_CLOSED: Final[Bits] = 10.0
"""How much it speaks for a name that it stands in such a list, or below a closing."""
_TAG: Final = re.compile(rf"<(?P<tag>(?i:{_KEY}))(?:[ ][^<>\n]{{0,80}})?>(?P<value>[^<>\n]{{2,60}})</")


def _named(text: str, start: int, end: int) -> Iterator[Found]:
    """Yield a value of which a heading or a key says that it is a name: whole, if it is words and says something."""
    value = text[start:end]
    spoken = spoken_words(text, start, end)
    roles = [is_role(w) for w in spoken]
    named = not any(roles[:1]) or ("," in value and not all(roles))
    if not spoken or is_generic(value) or not named or len(spoken) > _LONGEST:
        return
    if _CELL + sum(min(0.0, word_bits(w)) for w in spoken if len(w) > 1) / len(spoken) > 0:
        yield Found(start, end, "PERSON", DEFINED if is_unknown_name(value) else 0.8)


def scan(text: str) -> Iterator[Found]:
    """Yield names in fields of records: tags, keys with their values, strings of tuples, cells below a heading."""
    if "<" in text:
        for match in _TAG.finditer(text):
            if any(c.isalpha() for c in match["value"]) and match["value"].strip().lower() not in NO_NAME:
                yield Found(*match.span("value"), "PERSON", 0.8)
    if ":" in text or "=" in text:
        for match in _KEYED.finditer(text):
            group = "quoted" if match["quoted"] else "name"
            if text.startswith(".", match.end()) and match[group].islower():
                continue
            yield from _named(text, *match.span(group))
        for match in (*_PLACED.finditer(text), *_PLACE_FIELD.finditer(text)):
            if any(map(str.isalpha, match["place"])) and match["place"].lower() not in NO_NAME:
                yield Found(*match.span("place"), "LOC", 0.7)
    for rows in _TUPLE.finditer(text):
        yield from _in_tuples(text, *rows.span("rows"))
    yield from _in_columns(text)
    yield from _surname_first(text)
    yield from _below_closings_and_headings(text)


def _below_closings_and_headings(text: str) -> Iterator[Found]:
    """Yield names in small letters below a closing ("kind regards") and in lists of persons ("Attendees: ...")."""
    for match in _SIGNED.finditer(text):
        yield from _alone(text, *match.span("name"), _CLOSED)
    for match in _LISTED.finditer(text):
        for item in _ITEM.finditer(text, *match.span("rest")):
            yield from _alone(text, *item.span("name"), _ANNOUNCED)


def _alone(text: str, start: int, end: int, bits: Bits) -> Iterator[Found]:
    """Yield words in small letters where only a name stands, if none is a role and one may be a person's for its
    `bits`; what has capitals is for the network."""
    spoken = spoken_words(text, start, end)
    if not spoken or not text[start:end].islower() or any(map(is_role, spoken)):
        return
    if bits + max(map(word_bits, spoken)) > 0:
        yield Found(start, end, "PERSON", 0.6)


def _surname_first(text: str) -> Iterator[Found]:
    """ "byrne, declan" in a cell, a list or a line of its own, and within sentences where neither is English."""
    for pattern, bits in ((_SURNAME_FIRST, _SURE), (_IN_SENTENCE, -_SURE)):
        for match in pattern.finditer(text):
            surname, given = match["surname"], match["given"]
            if surname.islower() is not given.islower() or is_role(surname) or is_role(given):
                continue
            if _PRONOUN.match(text, match.start("given")):
                continue
            spoken = (word.rstrip(".") for word in (surname.split()[-1], given.split()[0]))
            told = [word_bits(word) if len(word) > _INITIALS else 0.0 for word in spoken]
            if bits + sum(max(_LEAST, own) for own in told) > 0 and (bits > 0 or min(told) > _ENGLISH):
                yield Found(*match.span("name"), "PERSON", 0.6)


def _in_tuples(text: str, start: int, end: int) -> Iterator[Found]:
    """Yield strings of tuples of values that are names: by their words, and by a name in the string beside them."""
    strings = [m.span(m.lastindex or 0) for m in _STRING.finditer(text, start, end)]
    bits = [
        max(map(word_bits, spoken_words(text, *s))) if _VALUE.fullmatch(text, *s) else 2 * _PLAIN
        for s in strings
    ]
    for i, (span, own) in enumerate(zip(strings, bits, strict=True)):
        near = max((bits[j] for j in (i - 1, i + 1) if 0 <= j < len(bits)), default=_PLAIN)
        if own > (_PLAIN if near > _SURE else -_SURE):
            yield Found(*span, "PERSON", 0.7)


def _in_columns(text: str) -> Iterator[Found]:
    """Cells in columns whose headings say that names stand there."""
    columns: list[int] = []
    mark, at = "", 0
    for line in text.split("\n"):
        start, at = at, at + len(line) + 1
        if columns and mark in line:
            cells = _cells(line, start, mark)
            for column in columns:
                if column < len(cells) and (found := _CELL_NAME.match(text, *cells[column])):
                    yield from _named(text, *found.span("name"))
            continue
        columns, mark = _headings(line)


def _headings(line: str) -> tuple[list[int], str]:
    for mark in _SEPARATORS:
        cells = [cell.strip() for cell in line.split(mark)]
        if len(cells) > 1 and all(len(cell) < 30 for cell in cells):
            columns = [i for i, cell in enumerate(cells) if _HEADING.match(cell)]
            if columns:
                return columns, mark
    return [], ""


def _cells(line: str, start: int, mark: str) -> list[tuple[int, int]]:
    """Return where the cells of a line stand in the text; a comma within quotation marks or between other marks
    cuts none."""
    found, begin, quoted = [], 0, False
    for i, char in enumerate(line):
        if char == '"':
            quoted = not quoted
        elif char == mark and not quoted:
            found.append((start + begin, start + i))
            begin = i + 1
    return [*found, (start + begin, start + len(line))]
