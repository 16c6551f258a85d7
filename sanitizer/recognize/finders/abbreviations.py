# ruff: noqa: E501 (a form reads best on one line)
"""Abbreviations that are words: which are illnesses, which health services, and which are no names at all.

Capitals make a model and the rules for names take "HIV" for an organization and "COPD and CKD" for a work. What stands
in the shipped list is what the list says: an illness is an attribute of a person, a health service is one, and
degrees, meetings, benefits, procedures and readings are words like others. An abbreviation that means other things too
("MS", "PIP") counts only beside words of its domain, behind what stands before nouns alone, or where the text has the
words that it stands for; where nothing speaks for it, it stays what it was taken for. So does every one of them that
has the initials of a name of the text.
"""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final, NamedTuple

from sanitizer.common.knowledge import remembered_of_texts
from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.finders import harmless_values
from sanitizer.recognize.finders.beside_persons import ACTING, CALLED, OWNING
from sanitizer.text import lexicon as shipped
from sanitizer.text.fold import words
from sanitizer.text.patterns import ALPHANUMERIC
from sanitizer.text.word_formation import is_name
from sanitizer.types import EntityClass, Mention, Span

NAME: Final = "demographics:abbreviations"


class Entry(NamedTuple):
    """What an abbreviation is: ``kind`` (``illness``, ``service`` or ``term``), the words that it stands for, parted by
    semicolons, the ``domains`` of texts in which it is used, whether it means other things too (``doubtful``), and by
    what mark: somebody's initials where it has no article (``?count``), what an article before it tells as surely
    (``?the``), or a word that keeps its stop (``?stop``)."""

    kind: str
    words: str
    domains: frozenset[str]
    mark: str

    @property
    def doubtful(self) -> bool:
        """Whether it means other things too."""
        return bool(self.mark)


class Use(NamedTuple):
    """An abbreviation in a text: half-open offsets and what it is there."""

    start: int
    end: int
    entry: Entry


@cache
def listed() -> dict[str, tuple[Entry, ...]]:
    """Return the shipped abbreviations with all that they stand for, what clinics mean first."""
    found: dict[str, tuple[Entry, ...]] = {}
    for line in _rows("abbreviations.tsv"):
        short, kind, meaning, used, *mark = line.split("\t")
        entry = Entry(kind, meaning, frozenset(used.split()), "".join(mark))
        found[short] = (*found.get(short, ()), entry)
    return found


@cache
def domains() -> dict[str, re.Pattern[str]]:
    """Return the words of each domain, for a text in small letters (``casefold``)."""
    found = {}
    for line in _rows("abbreviation_domains.tsv"):
        name, members = line.split("\t")
        forms = "|".join(re.escape(word).replace(r"\*", r"\w*") for word in members.casefold().split())
        found[name] = re.compile(rf"(?<![^\W\d_])(?:{forms})\b")
    return found


def _rows(name: str) -> Iterator[str]:
    return (line for line in shipped.lines(name) if line.strip() and not line.startswith("#"))


def stands_for(surface: str) -> str:
    """Return the words that a listed abbreviation of an illness stands for, "" of anything else."""
    entries = listed().get(_RESULT.sub("", surface.strip()), ())
    return next((entry.words for entry in entries if entry.kind == "illness"), "")


def is_listed(surface: str) -> bool:
    """Return whether a surface is a listed abbreviation, with or without article."""
    return bool(entries_of(surface))


def clinical_kind(surface: str) -> str:
    """Return what a surface is among the abbreviations of clinics, "" where it is none."""
    return next((entry.kind for entry in entries_of(surface) if entry.domains == _CLINIC), "")


def entries_of(surface: str) -> tuple[Entry, ...]:
    """Return what a surface may stand for, with or without article."""
    return listed().get(_THE.sub("", surface.strip()), ())


_THE: Final = re.compile(r"^[Tt]he ")
_RESULT: Final = re.compile(r"[ -](?:positive|negative)\b")
_TOKEN: Final = re.compile(
    r"(?<![\w&/.-])(?=[A-Z\d]|[a-z]{1,2}[A-Z])[A-Za-z\d][A-Za-z\d&]+(?:'d)?(?![\w&]|\.\w)"
)
_NUMBERS: Final = re.compile(r"\s(?:[Nn]o\b|[Nn]umber:)")
_READ_OFF: Final = re.compile(
    r"(?<![\w&/.'’-])(?P<word>[A-Z]{3,5})(?: (?:was|is|of|now)| ?[:=])? (?:[+-]ve\b|\d{1,3}(?:\.\d{1,2})?(?=[.,;)]?(?:\s|\Z))(?!,? \d))"
)
_DOTTED: Final = re.compile(r"(?<![\w.@/-])(?:(?:[a-z]\.){1,5}[a-z]|(?:[A-Z]\.){2,5}[A-Z])(?=\.(?!\w))")
_ITEM: Final = re.compile(r"(?m:^)[ \t]*\d{1,2}[.)]?[ ]{1,3}\Z")
"""The number of an item, behind which no initials stand."""
_OF_AIR: Final = re.compile(r"\d ?% (?:on )?$")
"""A share in percent, of which no illness is."""
_READING: Final = Entry("term", "reading", frozenset(("health",)), "")
_DIGIT: Final = re.compile(r"\d")
_NEAR: Final = 60
_CAPITAL: Final = re.compile(r"(?<![\w'’])[A-Z][\w'’]*[a-z.]")
_ROW: Final = re.compile(rf"{_CAPITAL.pattern}(?:[ -](?:of |and |for |the )?[A-Z][\w'’]*[a-z.])+")
_MANY: Final = 6
"""Different words of a domain that a text of it has at least."""
_NEARLY: Final = 0.75
_INITIALS_AT_MOST: Final = 2
"""Letters of an abbreviation that may be anybody's initials."""
_ENOUGH: Final = 2
"""Doubtful abbreviations of one domain that speak for another one beside them."""
_CLINIC: Final = frozenset(("health",))
_HAVING: Final = re.compile(
    r"\b(?:ha[sd]|have|having|with|suspected|possible|probable|confirmed|known|likely|develop(?:s|ed|ing)?|of|from|for|got|gets)\s"
    r"(?:(?:an?|the|his|her|their|some|progressive|remitting|secondary|primary)\s){0,2}$"
)
_PLACE_BEFORE: Final = re.compile(r"[A-Z][\w'’.-]*[a-z],\s$")
_MEASURED: Final = re.compile(r"(?:\s(?:is|was|of|at))?\s?[:=]?\s?\d")
_VALUE: Final = re.compile(
    r"(?:\s(?:is|was)|\s?[:=])\s?\d|(?:\s(?:is|was|no\.?|number))?[\s:=#]{1,3}[A-Z]{0,3}\d{3}"
)
_NAME_BEHIND: Final = re.compile(r"\.?\s([A-Z][a-z]+)")
_LESSONS: Final = re.compile(r"\s(?:teachers?|lessons?|class(?:es)?|kits?|degrees?|lectur\w+|students?)\b")
_BY_ARTICLE: Final = frozenset(("?count", "?the"))
"""Marks of what an article before it tells."""
_INITIALS: Final = r"\b(?P<other>[A-Z]{2,3})\b"
_JOINED_BEFORE: Final = re.compile(_INITIALS + r"(?:,| and| or| &|/|\+)\s?$")
_JOINED_BEHIND: Final = re.compile(r"(?:,| and| or| &|/|\+)\s?" + _INITIALS)
_OTHER_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_INDEFINITE: Final = re.compile(
    r"\b(?:an?|any|each|every|no|some|another|his|her|my|your|our|their|two|three|several|many)\s(?:(?:new|old|own|first|last|next|former|retired|qualified|senior|junior|local)\s)?$",
    re.IGNORECASE,
)
_DEFINITE: Final = re.compile(
    r"\b(?:the|this|that|these|those)\s(?:(?:new|old|own|first|last|next)\s)?$", re.IGNORECASE
)


_SAYABLE: Final = re.compile(r"[A-Z]*[AEIOUY][A-Z]*|[A-Z]{2}")
"""Letters that a name in capitals may have, or initials."""


class _Context(NamedTuple):
    """What stands around an abbreviation: the characters on both sides, the words that its letters begin in names of
    the text, the text in small letters, the domains of others near it, with whether these are doubtful, the domains
    that the whole text is of, and how many letters it has where it may be a name in capitals, else 0."""

    before: str
    behind: str
    named: Sequence[str]
    folded: str
    near: Sequence[tuple[frozenset[str], bool]]
    whole: frozenset[str]
    sayable: int


@remembered_of_texts
def uses(text: str) -> tuple[Use, ...]:
    """Return the abbreviations of a text that are words: the listed ones, as far as they are meant, those with
    stops that head an item ("7. A.O.B."), and small letters with stops ("d.o.b."), with and without the last."""
    dotted = [
        Use(m.start(), end, _READING)
        for m in _DOTTED.finditer(text)
        if m.group().islower()
        or (_ITEM.search(text[max(0, m.start() - 8) : m.start()]) and is_listed(m.group().replace(".", "")))
        for end in (m.end(), m.end() + 1)
    ]
    return tuple(sorted((*_meant_of(text), *dotted)))


def _meant_of(text: str) -> Sequence[Use]:
    found = [(*m.span(), entries) for m in _TOKEN.finditer(text) if (entries := _of_token(m.group()))]
    if not found:
        return ()
    starts = [start for start, _, _ in found]
    runs, folded = _runs(text), text.casefold()
    whole = _of_text(folded, {entries[0] for _, _, entries in found if not entries[0].doubtful})
    named = {short: list(_named(short, runs)) for short in {text[start:end] for start, end, _ in found}}
    meant = []
    for i, (start, end, entries) in enumerate(found):
        first, last = bisect_left(starts, start - _NEAR), bisect_right(starts, start + _NEAR)
        context = _Context(
            text[max(0, start - _NEAR) : start],
            text[end : end + _NEAR],
            named[text[start:end]],
            folded,
            [
                (e.domains, e.doubtful)
                for _, _, other in (*found[first:i], *found[i + 1 : last])
                for e in other
            ],
            whole if end - start > _INITIALS_AT_MOST else frozenset(),
            end - start if _SAYABLE.fullmatch(text, start, end) else 0,
        )
        if (entry := _meant(entries, context)) is not None:
            numbers = text[start:end] == "NHS" and _NUMBERS.match(context.behind)  # "NHS No"
            meant.append(Use(start, end, entry._replace(kind="term") if numbers else entry))
    if not whole.isdisjoint(_CLINIC):
        meant += _readings(text)
    return meant


def _readings(text: str) -> Iterator[Use]:
    """Yield the abbreviations that no list has and of which a clinical text gives a value: "SBR 96", "FOBT +ve"."""
    for match in _READ_OFF.finditer(text):
        word, (start, end) = match["word"], match.span("word")
        before = text[max(0, start - _NEAR) : start]
        read_off = harmless_values.is_reading(word) and not is_name(word.lower())
        if read_off and not _of_token(word) and not CALLED.search(before):
            yield Use(start, end, _READING)


def _of_text(folded: str, sure: Iterable[Entry]) -> frozenset[str]:
    """Return the domains of which a text (``casefold``) has many different words and ``sure`` abbreviations, nearly
    as many as of any."""
    short = Counter(domain for entry in sure for domain in entry.domains)
    found = {name: short[name] + len(set(pattern.findall(folded))) for name, pattern in domains().items()}
    most = max(found.values())
    least = max(_MANY, _NEARLY * most)
    return frozenset(name for name, count in found.items() if count >= least)


def words_in(text: str) -> frozenset[Span]:
    """Return the abbreviations of a text that are words like others."""
    return frozenset(Span(use.start, use.end) for use in uses(text) if use.entry.kind == "term")


def _of_token(token: str) -> tuple[Entry, ...]:
    """Return what a word stands for, whatever digits are in it; with the ending of the plural it is nobody's
    initials."""
    table = listed()
    if (entries := table.get(token) or table.get(_DIGIT.sub("#", token))) is not None:
        return entries
    one = table.get(token.removesuffix("s"), ()) if token.endswith("s") and len(token) > 2 else ()
    return tuple(entry._replace(mark="") for entry in one if entry.kind == "term")


def _meant(entries: Sequence[Entry], context: _Context) -> Entry | None:
    """Return what an abbreviation stands for in its place; None where that is something else."""
    general = any(entry.domains != _CLINIC for entry in entries)
    meanings = " ".join(entry.words for entry in entries).casefold()
    if general and any(name not in meanings for name in context.named):
        return None
    if _OF_AIR.search(context.before) and entries[0].kind == "illness":  # "SpO2 95% RA"
        return _READING
    if entries[0].mark == "?stop":
        stops = context.behind.startswith(".") and not CALLED.search(context.before)
        return entries[0] if stops else None
    if context.sayable and _is_of_person(context):
        return None
    if not entries[0].doubtful:
        return entries[0]
    if _is_something_else(context):
        return None
    indefinite = _INDEFINITE.search(context.before)
    article = indefinite or _DEFINITE.search(context.before)
    lessons = _LESSONS.match(context.behind)
    open_to = [
        entry
        for entry in entries
        if (article or entry.mark != "?count") and not (lessons and entry.domains == _CLINIC)
    ]
    for says in (_is_of_domain, _is_shown):
        if told := next((entry for entry in open_to if says(entry, context)), None):
            return told
    if any(entry.kind == "illness" for entry in entries):
        return None
    return entries[-1] if indefinite or (article and entries[-1].mark in _BY_ARTICLE) else None


def _is_of_domain(entry: Entry, context: _Context) -> bool:
    """Return whether the text is of one of its domains, words of these stand beside an abbreviation, or others of
    them: one that is sure, or two."""
    if not context.whole.isdisjoint(entry.domains):
        return True
    sides = (context.before.casefold(), context.behind.casefold())
    if any(domains()[domain].search(side) for domain in entry.domains for side in sides):
        return True
    same = [doubtful for others, doubtful in context.near if not entry.domains.isdisjoint(others)]
    return not all(same) or (len(same) >= _ENOUGH and entry.domains != _CLINIC)


def _is_shown(entry: Entry, context: _Context) -> bool:
    """Return whether somebody has the illness, a term has a value, or the text has the words that it stands for."""
    if entry.kind == "illness":
        return _HAVING.search(context.before) is not None
    value = _MEASURED if entry.domains == _CLINIC else _VALUE
    return bool(value.match(context.behind)) or any(
        meaning in context.folded for meaning in entry.words.casefold().split("; ")
    )


def _is_of_person(context: _Context) -> bool:
    """Return whether an abbreviation stands where somebody is named: behind a label, a form of address or a noun for a
    relative, before an age, a possessive or the verb of a person, or as who speaks or sues."""
    if CALLED.search(context.before) or OWNING.match(context.behind):
        return True
    opens = not context.before.rpartition("\n")[2].strip("[]()0123456789:,.-– ")
    if opens and context.sayable > _INITIALS_AT_MOST and re.match(r"\s?:\s", context.behind):
        return True
    article = _INDEFINITE.search(context.before) or _DEFINITE.search(context.before)
    return not article and ACTING.match(context.behind) is not None


def _is_something_else(context: _Context) -> bool:
    """Return whether a doubtful abbreviation is a part of a name or of a line in capitals, or stands in a row with
    what may be initials."""
    before, behind = context.before, context.behind
    name = _NAME_BEHIND.match(behind)
    if _PLACE_BEFORE.search(before) or (name and name.group(1).lower() not in shipped.common_words()):
        return True
    joined = [m["other"] for m in (_JOINED_BEFORE.search(before), _JOINED_BEHIND.match(behind)) if m]
    if any(other not in listed() for other in joined):
        return True
    words_beside = (
        _OTHER_WORD.findall(before.rpartition("\n")[2])[-2:]
        + _OTHER_WORD.findall(behind.partition("\n")[0])[:2]
    )
    return bool(words_beside) and all(
        word.isupper() for word in words_beside
    )  # any word looks like this there


def _runs(text: str) -> list[tuple[str, list[str]]]:
    """Return the rows of words with capitals in a text: the letters that they begin with, and the words in small
    letters."""
    rows = (_CAPITAL.findall(row) for row in dict.fromkeys(_ROW.findall(text)))
    return [("".join(word[0] for word in row), [word.casefold() for word in row]) for row in rows]


def _named(short: str, runs: Iterable[tuple[str, list[str]]]) -> Iterator[str]:
    """Yield the words in a row that begin with the letters of an abbreviation."""
    letters = "".join(filter(str.isupper, short))
    for initials, row in runs:
        at = initials.find(letters)
        while at >= 0 and len(letters) > 1:
            yield " ".join(row[at : at + len(letters)])
            at = initials.find(letters, at + 1)


def mentions(text: str) -> Iterator[Mention]:
    """Illnesses and health services by their abbreviations; "HIV positive" as a whole."""
    for use in uses(text):
        if use.entry.kind == "service":
            yield Mention(Span(use.start, use.end), "ORG", EntityClass.ORG, NAME, 1.0, use.entry.words)
        elif use.entry.kind == "illness":
            result = _RESULT.match(text, use.end)
            end = result.end() if result else use.end
            yield Mention(Span(use.start, end), "DISEASE", entity_class("DISEASE"), NAME, 1.0)


_GUESSED: Final = frozenset(("model", "works", "demographics", "spacy"))
_NAMES: Final = frozenset((EntityClass.PERSON, EntityClass.ORG, EntityClass.LOC, EntityClass.MISC))
_OPENERS: Final = words(
    "a an the this that these those he she it they we i you his her its their our my your no on in at by for from with after "
    "before and or but if when while as to of her also then there here"
)
_REST: Final = re.compile(r"[\s:#,]+(?:(?P<code>(?=\S*\d)\S+)$|[A-Z])")


def settled(text: str, found: Iterable[Mention]) -> list[Mention]:
    """Drop guessed names that are nothing but listed abbreviations, and take an abbreviation off a name before which it stands as a title does."""
    everything = list(found)
    guessed = [
        m
        for m in everything
        if m.recognizer.partition(":")[0] in _GUESSED and m.recognizer != NAME and m.entity_class in _NAMES
    ]
    own = {m.span for m in everything if m.recognizer == NAME}
    if not guessed:
        return everything
    known = [
        use
        for use in uses(text)
        if use.entry.kind == "term" or any(s.start <= use.start and use.end <= s.end for s in own)
    ]
    if not known:
        return everything
    covered = bytearray(len(text))
    for use in known:
        covered[use.start : use.end] = b"\1" * (use.end - use.start)
    names = set(guessed)
    gone = {m for m in guessed if _is_covered(text, m.span, covered)}
    titles = {use.start: use.end for use in known if use.entry.kind == "term"}
    left = (m for m in everything if m not in gone)
    return [_without_title(text, m, titles) if m in names else m for m in left]


def _without_title(text: str, mention: Mention, titles: dict[int, int]) -> Mention:
    """Return a person's name without an abbreviation that stands before it as a title does; of a name that holds a code
    beside it, the code."""
    end = titles.get(mention.span.start, 0)
    rest = _REST.match(text, end, mention.span.end) if end else None
    if rest is None:
        return mention
    if code := rest["code"]:
        span = Span(mention.span.end - len(code), mention.span.end)
        return replace(
            mention, span=span, type="CODE", entity_class=entity_class("CODE"), generalization=None
        )
    if mention.entity_class is not EntityClass.PERSON:
        return mention
    return replace(mention, span=Span(rest.end() - 1, mention.span.end))


def _is_covered(text: str, span: Span, covered: bytearray) -> bool:
    """Return whether every word of a span that has a capital, but for those that begin sentences, is an
    abbreviation."""
    telling = [
        m
        for m in ALPHANUMERIC.finditer(text, span.start, span.end)
        if not m.group().islower() and m.group().lower() not in _OPENERS
    ]
    telling = [m for m in telling if not m.group().isdigit()]
    return bool(telling) and all(all(covered[m.start() : m.end()]) for m in telling)
