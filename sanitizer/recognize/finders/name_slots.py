# ruff: noqa: E501 (a form reads best on one line)
"""Names by the slots in which persons stand: whoever is greeted, speaks in a chat, signs, is spoken to, is somebody's wife.

Each slot speaks for a name with so many bits; they are added to what the word itself tells (:func:`word_bits`), and it is a
name where the sum is positive. So a rare surname in small letters needs hardly a slot, "Will" needs one that is sure.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from sanitizer.recognize.finders.abbreviations import listed
from sanitizer.recognize.finders.slot_forms import AND_NAME, LINE, NAME_WORD, REST, SLOTS
from sanitizer.recognize.gazetteers import type_of_kind
from sanitizer.recognize.generic import is_generic, may_be_somebody
from sanitizer.recognize.labels import entity_class
from sanitizer.recognize.name_groups import PARTICLES, TITLES
from sanitizer.recognize.spelling import is_borne, word_bits
from sanitizer.text.fold import words
from sanitizer.text.patterns import POSSESSIVE
from sanitizer.types import Bits, EntityClass
from sanitizer.values.found import Found

_WORDS: Final = re.compile(rf"[^\W\d_]\.(?!\w)|{NAME_WORD}")
_INITIAL: Final = re.compile(r"[^\W\d_]\.?$")

_BESIDE: Final = 4.0
"""Bits that the name right before a word speaks for one more name."""
_ALONE: Final = -2.5
"""Where nothing but the word itself speaks, and it stands in small letters."""
_PAIRED: Final = -1.0
"""The same of two such words side by side."""
PLAIN: Final = -8.0
"""Bits of a word that is hardly ever a name."""
_FUNCTION: Final = -15.0
"""Bits of a small word of English, which no name holds."""
_BORNE: Final = -6.5
"""Bits above which a word is one that persons are called by, or is not known."""
_STRONG: Final = 6.5
"""Bits of a slot in which nobody but persons stands."""
_CAPITAL: Final = -0.5
_IN_SENTENCE: Final = re.compile(r"[^\W\d_A-Z] $")
SURE: Final = 3.0
"""Bits from which on a value of a record is a name, whatever stands beside it; and below which none is."""
LONGEST: Final = 5  # words
_SPEAKERS: Final = 2
"""Lines that one speaker begins, from which on a text is a chat."""
_SPEAKER: Final = re.compile(
    rf"(?m)^[ \t]{{0,4}}(?:\[[\d:., /APMapm-]{{3,24}}\][ ]?|\d{{1,2}}[:.]\d{{2}}(?:[:.]\d{{2}})?[ ](?:-[ ])?|\d{{1,2}}/\d{{1,2}}/\d{{2,4}},?[ ]\d{{1,2}}:\d{{2}}(?:[ ]?[AaPp][Mm])?[ ](?:-[ ])?)?"
    rf"(?P<name>{NAME_WORD}(?:[ ](?:{NAME_WORD}|[^\W\d_]\.?)){{0,2}})(?:[ ]?\([^()\n]{{1,30}}\))?[ ]?:[ ](?=\S)"
)
_HANDLED: Final = re.compile(r"(?m)^[ \t]{0,4}(?=[^\s:]{0,40}[\d_])(?P<name>[\w.-]{3,40}):[ ](?=\S)")
"""The beginning of a line whose speaker has a name that an account has: with a digit or an underscore."""
_BY_INITIALS: Final = re.compile(r"(?m)^[ \t]{0,4}(?P<name>[A-Z]{2}):[ ](?=[\"'“‘]?[^\W\d_])")
"""The beginning of a line whose speaker is called by initials."""
_NO_INITIALS: Final = words("us uk eu un ok am nb to fw by na hw on in at of no so is if as or we me my")
_LISTED: Final = re.compile(
    rf"{LINE}(?i:(?:(?:also|members|staff|parents|those)[ ])?present|attendees|attending|in[ ]attendance|apologies(?:[ ](?:from|received))?|absent|members|participants|witnesses|cc|copies?(?:[ ]to)?|distribution|invited|students|pupils|players|tenants|residents|children|next[ ]of[ ]kin|team|crew|passengers|occupants|panel)[ ]?:(?P<rest>[^\n]*(?:\n[ \t]*(?:[-*•·]|\d{{1,2}}[.)])[ \t]+[^\n]+)*)"
)
_ITEM: Final = re.compile(r"[^,;\n&|]+")
_SURNAME_FIRST: Final = re.compile(
    rf"(?:^|(?<=[\n|;:\t(\"'>])|(?<=[\n|;:\t(] ))[ ]?(?P<name>(?P<surname>(?:(?:[Vv][ao]n|de|da|di|del|der|den|la|le|bin|al|el|do|dos|VAN|DE|DA|DER|LA|DEL|BIN)[ ]){{0,2}}{NAME_WORD}),[ ]?(?P<given>{NAME_WORD}(?:[ ](?:[^\W\d_]\.?|{NAME_WORD})){{0,2}}))(?=[ ]*(?:[|;\t\n,.)(\"'<]|\d|$))"
)
_PAIR_FIRST: Final = re.compile(
    rf"(?<![\w'’-])(?P<name>(?P<surname>{NAME_WORD}),[ ](?P<given>{NAME_WORD}))(?![\w'’-])"
)
_SMALL_WORD: Final = re.compile(
    r"(?<![\w@#./\\~'’&%=+-])(?:(?:de|da|di|del|der|den|van|von|la|bin|al|el)[ ])?[^\W\d_A-Z]{3,30}(?:['’-][^\W\d_A-Z]{2,20})?(?!['’-]?[\w@/\\=]|\.\w|\()"
)
NO_NAME: Final = words(
    "unknown none n/a na nil see same self not known redacted deceased confidential null true false yes no all everyone everybody "
    "team both folks guys there sir madam colleague colleagues customer visitor agent bot system admin support user staff "
    "me you him her them us it we they he she mate buddy bro dude sis hun babe friends friend mum dad mom daddy mummy nan "
    "gran grandad again lot lots very so much for doctor nurse officer teacher judge counsel clerk chair interviewer interviewee "
    "father mother parents wife husband son daughter brother sister child children kids baby boy girl man woman uncle aunt "
    "question answer note update edit plan re subject date time place from to cc"
)
_TALKERS: Final = words("agent bot system admin support operator rep user me you q a staff team assistant")
"""Labels of those who speak that say nothing of a person."""
_ROLES: Final = frozenset((EntityClass.PERSON, EntityClass.ORG))


def is_role(word: str) -> bool:
    """Whether a word says what somebody is and is nobody's name: "Visitor", "Team"."""
    low = word.lower()
    if low in NO_NAME or (low in TITLES and not is_borne(word)):
        return True
    kind = type_of_kind(low)
    return bool(kind) and entity_class(kind) in _ROLES and not is_borne(word)


def spoken_words(text: str, start: int, end: int) -> list[tuple[int, int, str]]:
    """The words of a part of a text that a name may have, with their offsets."""
    return [(m.start(), m.end(), m.group()) for m in _WORDS.finditer(text, start, end)]


def _measured(
    text: str, start: int, end: int, bits: Bits, last: bool = False, bounded: bool = False
) -> tuple[int, int] | None:
    """The words from `start` that are a name in a slot of so many bits (``last``: those up to `end`), None where none
    are. ``bounded``: nothing but the name stands there, so that what follows a name is one unless it is a plain word."""
    spoken = spoken_words(text, start, end)
    if last:
        spoken.reverse()
    taken: list[tuple[int, int, str]] = []
    total, beside = bits, False
    for begin, stop, word in spoken[:LONGEST]:
        bare = POSSESSIVE.sub("", word)
        if _INITIAL.match(word) and (word.endswith(".") or word.isupper()):
            taken.append((begin, stop, word))
            continue
        if word.lower() in PARTICLES and word.lower() != "of":
            taken.append((begin, stop, word))
            continue
        if is_role(bare):
            break
        own = word_bits(bare)
        if _IN_SENTENCE.search(text, max(0, begin - 2), begin) and word.istitle() and is_borne(bare):
            own = max(own, _CAPITAL)  # within a sentence nothing but a name has a capital
        if beside:
            least = (
                _FUNCTION
                if bounded and word.istitle()
                else PLAIN
                if bounded
                else _BORNE
                if bits >= _STRONG
                else -_BESIDE
            )
            if own <= least:
                break
            taken.append((begin, stop, word))
            continue
        total += own
        if total <= 0:
            return None
        taken.append((begin, stop, word))
        beside = True
    while taken and taken[-1][2].lower() in PARTICLES:
        taken.pop()
    if not beside or not taken:
        return None
    begin, stop = min(t[0] for t in taken), max(t[1] for t in taken)
    mark = POSSESSIVE.search(text, begin, stop)
    return begin, mark.start() if mark and mark.end() == stop else stop


def _in_slots(text: str) -> Iterator[Found]:
    for slot in SLOTS:
        for match in slot.pattern.finditer(text):
            found = _measured(text, *match.span("name"), slot.bits, slot.last, slot.bounded)
            if found is None or (slot.bits < SURE and not text[found[0] : found[1]].islower()):
                continue
            yield Found(*found, "PERSON", 0.6)
            while slot.listed and found is not None and (beside := AND_NAME.match(text, found[1])):
                found = _measured(text, *beside.span("name"), slot.bits)
                if found is not None:
                    yield Found(*found, "PERSON", 0.6)


def _speaks(name: str) -> bool:
    """Whether a label is a role of somebody who speaks, or a name for sure."""
    first = name.split()[0]
    kind = type_of_kind(first.lower())
    return (
        first.lower() in _TALKERS
        or (bool(kind) and entity_class(kind) is EntityClass.PERSON)
        or word_bits(first) > 0
    )


def _speakers(text: str) -> Iterator[Found]:
    """Who speaks in a chat: each who begins several lines, or any line where all lines have a speaker and one of them
    is a name; and in a text of one message who begins it."""
    lines = list(_SPEAKER.finditer(text))
    often = Counter(m["name"].lower() for m in lines)
    repeated = [m["name"] for m in lines if often[m["name"].lower()] >= _SPEAKERS]
    chat = len({name.lower() for name in repeated}) > 1 and any(map(_speaks, repeated))
    handles = list(_HANDLED.finditer(text))
    chat = chat or (
        len(often) + bool(handles) > 1
        and len(lines) + len(handles) == sum(map(bool, map(str.strip, text.splitlines())))
        and (len(handles) > 1 or any(word_bits(m["name"].split()[0]) > 0 for m in lines))
    )
    if chat:
        yield from (Found(*match.span("name"), "USERNAME", 0.9) for match in handles)
    for match in _BY_INITIALS.finditer(text):
        if match["name"] not in listed() and match["name"].lower() not in _NO_INITIALS:
            yield Found(*match.span("name"), "PERSON", 0.7)
    for match in lines:
        name = match["name"]
        if often[name.lower()] >= _SPEAKERS:
            bits = 13.0 if chat and name[0].isupper() else 10.0 if chat else 2.5
        else:
            bits = 6.0 if chat else 2.5 if match.start() == 0 else 1.0
        if any(is_role(w) for w in name.split()) or (
            is_generic(name) and not may_be_somebody(text, *match.span("name"))
        ):
            continue
        found = _measured(text, *match.span("name"), bits)
        if found is not None:
            yield Found(*found, "PERSON", 0.7)


def _in_lists(text: str) -> Iterator[Found]:
    """The items behind a heading that announces persons."""
    for match in _LISTED.finditer(text):
        for item in _ITEM.finditer(text, *match.span("rest")):
            start = item.start() + len(item.group()) - len(item.group().lstrip(" \t-*•·0123456789.)"))
            words_end = re.match(rf"{NAME_WORD}{REST}", text[start : item.end()])
            if words_end:
                found = _measured(text, start, start + words_end.end(), 6.5, bounded=True)
                if found is not None:
                    yield Found(*found, "PERSON", 0.6)


def _pair_bits(surname: str, given: str) -> Bits:
    return sum(
        max(-9.0, word_bits(w.split()[-1 if w is surname else 0].rstrip(".")))
        for w in (surname, given)
        if len(w) > 2
    )


def _surname_first(text: str) -> Iterator[Found]:
    """ "byrne, declan" in a cell, a list or a line of its own, and within sentences where both are no English."""
    for pattern, bits in ((_SURNAME_FIRST, 3.0), (_PAIR_FIRST, -3.0)):
        for match in pattern.finditer(text):
            surname, given = match["surname"], match["given"]
            if surname.islower() is not given.islower() or is_role(surname) or is_role(given):
                continue
            if bits + _pair_bits(surname, given) > 0 and (
                bits > 0 or min(word_bits(surname), word_bits(given)) > -1.5
            ):
                yield Found(*match.span("name"), "PERSON", 0.6)


def _small(text: str) -> Iterator[Found]:
    """Names in small letters that nothing announces, by what each word itself tells, and the one beside it."""
    run: list[tuple[int, int, Bits]] = []
    for match in _SMALL_WORD.finditer(text):
        bits = word_bits(match.group().split()[-1])
        if run and text[run[-1][1] : match.start()] != " ":
            yield from _of_run(run)
            run = []
        run.append((*match.span(), bits))
    yield from _of_run(run)


def _of_run(run: list[tuple[int, int, Bits]]) -> Iterator[Found]:
    """Of words side by side those that are names."""
    for i, (start, end, bits) in enumerate(run):
        near = max((run[j][2] for j in (i - 1, i + 1) if 0 <= j < len(run)), default=-20.0)
        alone = bits + _ALONE > 0
        paired = bits + near + _PAIRED > 0 and min(bits, near) > _ALONE
        if alone or paired:
            yield Found(start, end, "PERSON", 0.5)


def _joined(found: Iterable[Found], text: str) -> Iterator[Found]:
    """Names with nothing but a blank between them are one."""
    last: Found | None = None
    for one in sorted(set(found)):
        if last is not None and one.start <= last.end + 1 and text[last.end : one.start] in ("", " "):
            last = last._replace(end=max(last.end, one.end), score=max(last.score, one.score))
        else:
            if last is not None:
                yield last
            last = one
    if last is not None:
        yield last


def scan(text: str) -> Iterator[Found]:
    """The names in all slots; they may overlap."""
    yield from _in_slots(text)
    yield from _speakers(text)
    yield from _in_lists(text)
    yield from _surname_first(text)
    yield from _joined(_small(text), text)
