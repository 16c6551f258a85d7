"""Take the person's own identifiers among the mentions of a text, called what they stand for there."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sanitizer.recognize.entity_types import class_word
from sanitizer.recognize.spans.merge import merge
from sanitizer.relational.terms.own_names import find_own, fold_text
from sanitizer.text.lexicon import common_words
from sanitizer.text.patterns import LETTERS
from sanitizer.types import EntityClass, Mention, Span

DIRECT_CLASSES: Final = frozenset({EntityClass.PERSON, EntityClass.CODE})


def with_own(text: str, mentions: Sequence[Mention], secrets: Sequence[str]) -> tuple[Mention, ...]:
    """Return the mentions with the person's own identifiers, however they are written: these are direct with all
    that the mentions around them cover."""
    own: list[Mention] = []
    found = find_own(text, secrets)
    mentions = _as_persons(text, mentions, [Span(start, end) for start, end, is_name in found if is_name])
    for start, end, is_name in found:
        span = Span(start, end)
        around = [m for m in mentions if m.span.overlaps(span)]
        whole = text[start:end] in secrets
        direct = [m.span for m in around if m.entity_class in DIRECT_CLASSES]
        if not whole and any(s.start <= start and end <= s.end for s in direct):
            continue
        named = is_name or (whole and not any(c.isdigit() or c == "@" for c in text[start:end]))
        kind = ("PERSON", EntityClass.PERSON) if named else ("CODE", EntityClass.CODE)
        word = _word_of_own(text, span, around, secrets) if named else None
        own.append(Mention(span, *kind, "given:column", 1.0, word))
    return merge([*mentions, *own]) if own else tuple(mentions)


def _as_persons(text: str, mentions: Sequence[Mention], names: Sequence[Span]) -> list[Mention]:
    """Return the mentions; a word that may be no name ("Dent") is a person's where it is a name of the person."""
    return [
        replace(m, generalization=None)
        if m.entity_class is EntityClass.PERSON and m.span in names and text[m.span.start].isupper()
        else m
        for m in mentions
    ]


def is_own_name(surface: str, secrets: Sequence[str]) -> bool:
    """Return whether a name is the person's own: of no other words than an identifier, or with the first and the
    last word of one ("Ann Mary Lee" of Ann Lee, but not "Bo Lee")."""
    said = _name_words(surface)
    own = [words for value in secrets if (words := _name_words(value))]
    return bool(said) and any(
        set(said) <= set(words) or (len(words) > 1 and {words[0], words[-1]} <= set(said)) for words in own
    )


def _name_words(value: str) -> list[str]:
    """Return the folded words of a name, without what explains it in brackets."""
    return LETTERS.findall(fold_text(value.partition("(")[0]).text)


def is_called_by(text: str, name: Span, other: Mention) -> bool:
    """Return whether something that is no person is called by a name and plain words."""
    if other.entity_class not in (EntityClass.ORG, EntityClass.LOC, EntityClass.MISC):
        return False
    if not (other.span.start <= name.start and name.end <= other.span.end):
        return False
    rest = f"{text[other.span.start : name.start]} {text[name.end : other.span.end]}"
    return any(len(w) > 3 and w.casefold() in common_words() for w in LETTERS.findall(rest))


def _word_of_own(text: str, name: Span, around: Sequence[Mention], secrets: Sequence[str]) -> str | None:
    """Return what a name of the person is called where it stands for something else: for what is called by it ("the
    Crown of Aragon"), or for a place that the person is called after ("Alfonso of Aragon")."""
    after = re.compile(rf"\b(?:of|from|de|di|von|van) (?:the )?{re.escape(name.of(text))}\b", re.IGNORECASE)
    for m in around:
        place = m.span == name and m.entity_class is EntityClass.LOC and any(map(after.search, secrets))
        if place or is_called_by(text, name, m):
            return m.generalization or class_word(m.type)
    return None
