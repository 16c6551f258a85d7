"""Turn away, or cut, proposed names that English, the tags and the place of the words say are none.

A capital says nothing where a sentence, a line or a label begins: a word that English writes in small letters, and that
nobody and nothing is known to be called by, is no name there. Nor is a noun for persons in their parts ("Plaintiff"),
wherever it stands, a word in small letters that English knows, or a day that comes again ("on Sundays").
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from spacy.tokens import Token

from kb.values.words import WEEKDAYS
from sanitizer.recognize.finders.peoples import is_people
from sanitizer.recognize.finders.slot_forms import KIN
from sanitizer.recognize.gazetteers import is_word, known_classes, type_of_kind
from sanitizer.recognize.name_groups import PARTICLES, TITLES
from sanitizer.recognize.people import is_full_name
from sanitizer.recognize.spans.candidates import Words, is_firm_alone
from sanitizer.recognize.spelling import is_borne, word_bits
from sanitizer.recognize.vocabulary import is_given_name, is_unknown_name
from sanitizer.text import lexicon
from sanitizer.text.fold import words as words_of
from sanitizer.text.surroundings import end_before
from sanitizer.types import Bits, EntityClass, Mention, Span

_ENGLISH: Final[Bits] = -2.0
"""Bits up to which a word with a capital is one that English has and nobody is called by (:func:`word_bits`)."""
_SMALL: Final[Bits] = -5.0
"""The same of a word in small letters."""
_COMMON: Final[Bits] = -6.0
"""The same of a common word, which has its capital in forms and pleadings ("the Plaintiff")."""
_NOBODYS: Final[Bits] = -10.0
"""The same of a word that stands in a heading."""
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_COLUMN: Final = re.compile(r" {3,}|\t")
"""What parts the columns of a form; no name goes over it."""
_ATTRIBUTE: Final = re.compile(
    r"\b(?:ethnic|religio|faith|denominat|national|citizen|heritage|race\b|language|occupation|profession)",
    re.IGNORECASE,
)
"""Labels of what somebody is."""
_NUMBER_BEHIND: Final = re.compile(r"[ \t]*:[ \t]*[(+£$€]?\d")
_LEAST: Final = 3
"""Letters of a word that may be turned away for its capital alone."""
_SHORT: Final = 6
_NUMBER: Final = 3
"""Characters of the number of a bay or a gate, at most."""
_SURE: Final = 0.7
"""The score from which on a proposal has a slot of its own: a speaker, a field of a record."""
_POLITE: Final = words_of("mr mrs ms miss mx mme dr frau herr cllr sir madam")
_KIN: Final = re.compile(KIN, re.IGNORECASE)
_DAYS: Final = frozenset(f"{day.lower()}s" for day in WEEKDAYS)
_BEFORE_DAYS: Final = words_of("on last next this every each until till since by")
_TAIL: Final = frozenset(("VERB", "AUX", "ADP", "ADV", "SCONJ", "CCONJ", "PRON", "DET"))


def gated(words: Words, proposed: Sequence[Mention], fields: Sequence[Span]) -> list[Mention]:
    """The proposals that may be names, without the words at their ends that belong to none."""
    inner = {
        words.text[m.span.start : m.span.end]
        for m in proposed
        if not _opens(words, at := _first(words, m.span)) and words.texts[at - 1] != ":"
    }
    labels = Counter(words.text[f.start : f.end] for f in fields)
    turns = {f.end for f in fields if labels[words.text[f.start : f.end]] > 1}
    spoken = {f for f in fields if _is_speaker(words, f)}
    kept: list[Mention] = []
    for mention in proposed:
        for part in _parts(words, mention, turns):
            surface = part.span.of(words.text)
            spoken_for = part.type == "PERSON" and is_unknown_name(surface)
            sure = part.recognizer != "model" and (part.score >= _SURE or spoken_for)
            label = _label_of(part.span, fields)
            asks = label is not None and labels[surface] == 1 and label not in spoken
            if part.entity_class is not EntityClass.PERSON and _is_finding(words, part.span):
                continue
            if is_firm_alone(words, part.span.start, part.span.end) or _is_polite(surface):
                continue
            if _is_heading(words, part.span) or _is_numbered(words, part):
                continue
            if _is_attribute(words, part, fields):
                continue
            if _begins_turn(words, part.span, turns) and surface not in inner:
                continue
            if sure or not _is_plain(words, part.span, asks, surface in inner):
                kept.append(part)
    return list(dict.fromkeys(kept))


def _is_attribute(words: Words, mention: Mention, fields: Sequence[Span]) -> bool:
    """Whether what was taken for a name says of which people or faith somebody is, or is asked for as an attribute:
    what is called so elsewhere counts for nothing."""
    if mention.entity_class is EntityClass.DEM:
        return False
    first, last = words.within(mention.span.start, mention.span.end)
    people = last - first == 1 and is_people(words.tokens[first])
    return people or _is_asked(words.text, mention.span, fields)


def _is_asked(text: str, span: Span, fields: Sequence[Span]) -> bool:
    """Whether a span is the value of a field that asks what somebody is, and not who: "Religion: Jain"."""
    at = bisect_right(fields, span.start, key=lambda field: field.end) - 1
    beside = at >= 0 and not text[fields[at].end : span.start].strip(" :")
    return beside and _ATTRIBUTE.search(fields[at].of(text)) is not None


def _is_numbered(words: Words, mention: Mention) -> bool:
    """Whether a common noun with a capital and the number behind it are a label, and no place: "Bay 6", "Dock 9"."""
    first, last = words.within(mention.span.start, mention.span.end)
    if mention.entity_class is not EntityClass.LOC or last - first != 1 or last >= len(words.tokens):
        return False
    number = words.tokens[last]
    beside = words.text[words.ends[first] : number.idx] == " " and number.text[:1].isdigit()
    return beside and len(number) <= _NUMBER and is_word(words.lowers[first])


def _is_polite(surface: str) -> bool:
    """Whether a span is nothing but forms of address: "Mrs", "Sir or Madam"."""
    said = [word.rstrip(".") for word in surface.lower().split()]
    return said[-1] in _POLITE and all(word in _POLITE or word in ("or", "and", "/") for word in said)


def _first(words: Words, span: Span) -> int:
    return words.within(span.start, span.end)[0]


def _opens(words: Words, at: int) -> bool:
    """Whether the capital of a word says nothing: a sentence or a line begins with it."""
    token = words.tokens[at]
    if at == 0 or token.is_sent_start:
        return True
    before = words.text[words.ends[at - 1] : token.idx]
    return (
        "\n" in before
        or "\t" in before
        or "  " in before
        or words.tokens[at - 1].text in (".", "!", "?", "•", "*", "-", "#")
    )


def _begins_turn(words: Words, span: Span, turns: Collection[int]) -> bool:
    """Whether a span is a word of English that nobody is called by, with which what somebody says in a chat begins: its
    capital tells nothing."""
    first, last = words.within(span.start, span.end)
    end = end_before(words.text, span.start, " ")
    end -= words.text.endswith(":", 0, end)
    return last - first == 1 and end in turns and word_bits(words.texts[first]) <= _NOBODYS


def _is_plain(words: Words, span: Span, label: bool, inner: bool) -> bool:
    """Whether a span is one word, of English in small letters, or with a capital that is no name (``label``: it is
    a label of a field that stands once; ``inner``: it has its capital within a sentence too)."""
    first, last = words.within(span.start, span.end)
    tokens = words.tokens[first:last]
    surface = span.of(words.text)
    if surface.islower():
        return len(tokens) == 1 and word_bits(surface) <= _SMALL
    if len(tokens) == 1 and (_is_day(words, first) or _is_kin(surface)):
        return True
    bits = word_bits(surface)
    short = surface.isalpha() and surface.isupper() and len(surface) < _SHORT
    if len(tokens) == 1 and label and short and not is_given_name(surface):
        return True
    if len(tokens) == 1 and label and not known_classes(surface):
        return bits <= 0 and surface.rstrip(".").lower() not in TITLES
    if len(tokens) != 1 or surface.endswith("."):
        return False
    opens = _opens(words, first)
    if not inner and (_modifies(words, first) or (opens and _heads_line(words, first))):
        return True
    initials = len(surface) < _LEAST and (surface.isupper() or bits > _COMMON)
    if known_classes(surface) or bits > _ENGLISH or initials:
        return False
    if _is_part(surface):
        return not _is_place(words, first)
    if surface.lower() in _DAYS:
        return True
    shouted = surface.isupper() and bits > _COMMON
    return not inner and not shouted and opens and not _is_surname_first(words, last)


def _is_kin(surface: str) -> bool:
    """Whether a word is what a relative is called who is spoken of like a name: "Mum"."""
    return (
        _KIN.fullmatch(surface) is not None and word_bits(surface) <= _ENGLISH and not is_given_name(surface)
    )


def _modifies(words: Words, at: int) -> bool:
    """Whether a frequent word of English modifies the noun in small letters right behind it: "Long day tomorrow"."""
    if at + 1 >= len(words.tokens) or words.lowers[at] not in lexicon.frequent_words():
        return False
    noun = words.tokens[at + 1]
    return bool(noun.text.islower() and noun.pos_ == "NOUN" and words.tokens[at].head.i == noun.i)


def _heads_line(words: Words, at: int) -> bool:
    """Whether a noun for an occupation before a comma is one elsewhere in the text: "Baker, 61, ... A baker ..."."""
    low = words.lowers[at]
    before_comma = at + 1 < len(words.tokens) and words.texts[at + 1] == ","
    return (
        before_comma
        and low in lexicon.job_heads()
        and any(
            text == low and token.pos_ == "NOUN"
            for text, token in zip(words.texts, words.tokens, strict=True)
        )
    )


def asks_number(text: str, span: Span, fields: Sequence[Span]) -> bool:
    """Whether a span in small letters, no given name, is the label of a field in which a number stands: "dob: 4/9"."""
    surface = span.of(text)
    return (
        surface.islower()
        and _label_of(span, fields) is not None
        and _NUMBER_BEHIND.match(text, span.end) is not None
        and not is_given_name(surface)
    )


def _is_heading(words: Words, span: Span) -> bool:
    """Whether a span stands in a line in capitals of words that English has and nobody is called by: "NEW TENANT"."""
    text = words.text
    begin, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    line = text[begin : len(text) if end < 0 else end]
    if not line.isupper():
        return False
    names = [word.lower() for word in _LETTERS.findall(line)]
    return len(names) > 1 and all(len(name) >= _LEAST and word_bits(name) <= _NOBODYS for name in names)


def _is_day(words: Words, at: int) -> bool:
    """Whether a word is a short form of a weekday; one that persons are called by as well, behind what days stand
    behind."""
    token = words.tokens[at]
    stem = token.text.rstrip(".").removesuffix("s")
    if len(stem) < _LEAST or not any(day.startswith(stem) and day != stem for day in WEEKDAYS):
        return False
    return not is_borne(token.text) or (at > 0 and words.tokens[at - 1].lower_ in _BEFORE_DAYS)


def _label_of(span: Span, fields: Sequence[Span]) -> Span | None:
    """The field whose label a span is, with or without the stop at its end."""
    return next((f for f in fields if f.start == span.start and f.end - 1 <= span.end <= f.end), None)


def _is_speaker(words: Words, field: Span) -> bool:
    """Whether initials before a colon speak: a sentence begins behind it, and they stand behind no other label."""
    surface = field.of(words.text)
    if not surface.isupper() or len(surface) > _LEAST:
        return False
    end, behind = end_before(words.text, field.start, " "), field.end
    while words.text[behind : behind + 1] in (":", " "):
        behind += 1
    return not words.text.endswith(":", 0, end) and words.text[behind : behind + 1].isupper()


def _is_finding(words: Words, span: Span) -> bool:
    """Whether an abbreviation is a whole sentence, as findings are noted: "Sent home. NSTEMI. Review." """
    first, last = words.within(span.start, span.end)
    surface = span.of(words.text).rstrip(".")
    if last - first != 1 or not surface.isupper() or len(surface) > _SHORT or is_borne(surface):
        return False
    behind = words.tokens[last : last + 1]
    opens = bool(words.tokens[first].is_sent_start) or (first > 0 and words.tokens[first - 1].text == ".")
    return opens and bool(behind) and behind[0].text == "." and not known_classes(surface)


def _is_part(word: str) -> bool:
    """Whether a word is a noun for persons in some part, that nobody is called by: "Plaintiff"."""
    low = word.lower()
    return low.rstrip(".") not in TITLES and word_bits(word) <= _COMMON and type_of_kind(low) == "PERSON"


def _is_surname_first(words: Words, at: int) -> bool:
    """Whether a comma and a word with a capital stand behind a word, as in "Lund, Ada"."""
    behind = words.tokens[at : at + 2]
    return len(behind) > 1 and behind[0].text == "," and behind[1].text[0].isupper()


def _is_place(words: Words, at: int) -> bool:
    """Whether something happens "at the" or "in the" place that a word names."""
    before = [t.lower_ for t in words.tokens[max(0, at - 2) : at]]
    return before[-1:] == ["the"] and before[0] in ("at", "in")


def _parts(words: Words, mention: Mention, turns: Collection[int]) -> Iterator[Mention]:
    """A proposal cut where a sentence or what somebody says begins in it, and behind a person at "of"; each part
    without a role before a name, and without the small words, verbs and days behind it."""
    first, last = words.within(mention.span.start, mention.span.end)
    surface = mention.span.of(words.text)
    if last - first < 2 or not surface[0].isupper() or mention.type == "WORK":
        yield mention
        return
    led = mention.entity_class is EntityClass.PERSON or mention.recognizer == "works"
    begin = first
    for at in range(first + 1, last + 1):
        spoken = words.texts[at - 1] == ":" and words.tokens[at - 1].idx in turns
        if at < last and not spoken and not _ends_before(words, begin, at):
            continue
        span = _trimmed(words, begin, at, mention.span, led)
        if span is not None:
            yield mention if span == mention.span else _part(mention, span, begin > first)
        begin = at


def _ends_before(words: Words, first: int, at: int) -> bool:
    """Whether a name from `first` on ends before the word `at`: a sentence begins there, not behind an initial."""
    tokens = words.tokens
    if tokens[at].lower_ == "of" and at - first > 1:
        titled = tokens[first].lower_.rstrip(".") in _POLITE
        return titled or is_full_name(words.text[tokens[first].idx : words.ends[at - 1]])
    if _COLUMN.search(words.text, words.ends[at - 1], tokens[at].idx):
        return True
    return bool(tokens[at].is_sent_start) and tokens[at - 1].text == "." and len(tokens[at - 2]) > 1


def _part(mention: Mention, span: Span, behind: bool) -> Mention:
    if behind and mention.entity_class is not EntityClass.PERSON:
        return replace(mention, span=span, type="MISC", entity_class=EntityClass.MISC)
    return replace(mention, span=span)


def _trimmed(words: Words, first: int, last: int, span: Span, led: bool) -> Span | None:
    """The words of a span that belong to a name; ``led``: a role may lead it. Titles that two persons have before one
    name do not: "Mr and Mrs Ek"."""
    tokens = words.tokens
    first = _behind_two_titles(words, first, last)
    if last - first > 1 and _is_day(words, first) and tokens[first + 1].text.islower():
        first += 1
        while first < last and tokens[first].text.islower():
            first += 1
    while first < last and (
        tokens[first].lower_ == "of"
        or (
            led
            and any(word_bits(t.text) > _ENGLISH for t in tokens[first + 1 : last])
            and _is_part(tokens[first].text)
        )
    ):
        first += 1
    while last - 1 > first and _is_tail(tokens[last - 1]):
        last -= 1
    if first >= last:
        return None
    start, end = max(span.start, tokens[first].idx), min(span.end, words.ends[last - 1])
    return Span(start, end) if start < end else None


def _behind_two_titles(words: Words, first: int, last: int) -> int:
    """Where a span begins without the titles of two persons that open it, in whole or from the second on."""
    for at in (first, first - 2):
        if at < 0 or at + 3 >= last + 1 or at + 3 <= first:
            continue
        titles = [words.lowers[at].rstrip("."), words.lowers[at + 2].rstrip(".")]
        if words.lowers[at + 1] in ("and", "&") and _POLITE.issuperset(titles):
            return at + 3
    return first


def _is_tail(token: Token) -> bool:
    low = token.lower_
    if low in _DAYS:
        return True
    return token.text.islower() and token.pos_ in _TAIL and low not in PARTICLES
