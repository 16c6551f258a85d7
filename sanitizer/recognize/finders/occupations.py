# ruff: noqa: E501 (a form reads best on one line)
"""Occupations and roles: a head ("engineer") with the modifiers before it ("retired civil") and its title behind.

They are built, not listed. Where the parse knows parts of speech, a head that is a verb there is passed over.
"""

import re
from collections.abc import Iterable
from typing import Final

from spacy.tokens import Doc

from sanitizer.recognize.finders import said_of_persons
from sanitizer.recognize.finders.nouns_for_persons import ROLES
from sanitizer.recognize.institution_words import is_generic
from sanitizer.recognize.known_names import is_thing
from sanitizer.text import lexicon as shipped
from sanitizer.text.fold import words
from sanitizer.text.mention_syntax import token_at
from sanitizer.text.patterns import POSSESSIVE
from sanitizer.types import text_of
from sanitizer.values.found_values import Found

_WORD: Final = re.compile(r"[^\W\d_]+(?:[-‑'’][^\W\d_]+)*")
# Nouns that are adjectives as often: no occupation when another word follows.
_ADJECTIVES: Final = words(
    "academic criminal domestic executive intellectual operative revolutionary mystic comic partisan equestrian marine "
    "auxiliary graduate associate assistant official nationalist socialist communist fascist republican democrat humanist "
    "feminist realist existentialist fundamentalist capitalist federalist humanitarian secular junior senior professional"
)
_WEAK_MODIFIERS: Final = words(
    "other new first second third one same such all any some every each own several many more most two "
    "former then erstwhile"
)
_NOUN_FOLLOWS: Final = re.compile(
    r"[ -](?!(?:and|or|of|in|for|at|who|whose|with|from|to|by|on|as|was|is|the|a)\b)[a-z]"
)
_OF_TITLE: Final = re.compile(
    r"\s(?:of|for)(?:\sthe)?(?:\s[A-Z][\w'’-]+)(?:(?:\sand|\sof|\sthe|\sfor|,){0,2}\s[A-Z][\w'’-]+){0,4}"
)
_WORD_BEFORE: Final = re.compile(r"(?<!\w)[^\W\d_]+[ -]$")
_WORD_BEHIND: Final = re.compile(r"(?:['’]s?)? [^\W\d_]+(?!\w)")


def occupations(doc: Doc) -> Iterable[Found]:
    """Occupations and roles with their modifiers: "retired primary school teacher", "Minister of Defence"."""
    text = text_of(doc)
    heads, modifiers = shipped.job_heads(), shipped.job_modifiers()
    previous: list[tuple[int, int, str]] = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        word = POSSESSIVE.sub("", match.group())
        end = start + len(word)
        lowered = word.lower()
        if previous and not _joins(text, previous[-1][1], start):
            previous.clear()
        head = lowered in heads
        if not head and ("-" in lowered or "‑" in lowered):
            tail = re.split("[-‑]", lowered)[-1]
            head = tail in heads and len(tail) > 3
        if head and lowered in _ADJECTIVES and _NOUN_FOLLOWS.match(text, match.end()):
            head = False
        if head and (word[0].isupper() or not _is_no_noun(doc, start)):
            first = start
            for left, _, before in reversed(previous[-4:]):
                if not _modifies(before, modifiers, heads):
                    break
                first = left
            while first < start and text[first:].split(maxsplit=1)[0].lower() in _WEAK_MODIFIERS:
                first += len(text[first:start].split(maxsplit=1)[0]) + 1
            stop = end
            if word[0].isupper():
                title = _OF_TITLE.match(text, end)
                stop = title.end() if title and not is_generic(title.group()) else end
            group = word.islower() and _is_plural(lowered, heads)
            nobody = (
                stop == end and (lowered in ROLES or group) and (first == start or not _is_said(doc, start))
            )
            if not nobody and not _says_nothing(doc, start) and not _is_within_thing(text, start, stop):
                yield Found(first, stop, "JOB", 0.6)
        previous.append((start, match.end(), match.group()))
        if len(previous) > 6:
            del previous[0]


def _is_said(doc: Doc, offset: int) -> bool:
    """Return whether somebody is said to be what the word at an offset means; without a tree nobody knows."""
    token = token_at(doc, offset)
    return token is None or not doc.has_annotation("DEP") or said_of_persons.is_said(token)


def _says_nothing(doc: Doc, offset: int) -> bool:
    token = token_at(doc, offset)
    return token is not None and said_of_persons.says_nothing(token)


def _is_plural(word: str, heads: frozenset[str]) -> bool:
    """Return whether a head is the plural of another: "historians", "policemen". Many people at once are nobody."""
    return (
        (word.endswith("s") and word[:-1] in heads)
        or (word.endswith("es") and word[:-2] in heads)
        or (word.endswith("ies") and f"{word[:-3]}y" in heads)
        or (word.endswith("men") and f"{word[:-3]}man" in heads)
    )


def _joins(text: str, end: int, start: int) -> bool:
    return start - end == 1 and text[end] in " -/‑\u00a0"


def _modifies(word: str, modifiers: frozenset[str], heads: frozenset[str]) -> bool:
    if word[:1].isupper():
        return False
    return (
        word in modifiers
        or word in heads
        or any(p in modifiers for p in re.split("[-‑]", word) if "-" in word or "‑" in word)
    )


def _is_within_thing(text: str, start: int, end: int) -> bool:
    """Return whether a word with the one beside it is a noun for no person ("driver's license", "criminal court")."""
    before, behind = _WORD_BEFORE.search(text, max(0, start - 30), start), _WORD_BEHIND.match(text, end)
    longer = [text[found.start() : end] for found in [before] if found]
    longer += [text[start : found.end()] for found in [behind] if found]
    return any(is_thing(phrase) for phrase in longer)


def _is_no_noun(doc: Doc, offset: int) -> bool:
    """Return whether the token that begins at an offset is known to be no noun."""
    token = token_at(doc, offset)
    return token is not None and token.pos_ in ("VERB", "AUX", "ADJ", "ADV")
