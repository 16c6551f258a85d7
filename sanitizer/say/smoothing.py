"""Smooth the replacements of a text together: no repetition, and two entities stay two."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from kb.value_words import ORDINALS, UP_TO_19
from sanitizer.say.adjoining import (
    HELD,
    INDEFINITE,
    LINK,
    behind_their_noun,
    between,
    free_from,
    inside_once,
    label_of,
    without_stutter,
)
from sanitizer.say.appositions import EMPTY_PERSONS
from sanitizer.say.described import is_described, with_articles
from sanitizer.say.own_articles import after_words_that_govern
from sanitizer.say.periods import before_one_noun, period_once
from sanitizer.say.restated import in_brackets_once, kinds_once
from sanitizer.text.edits import Change
from sanitizer.text.governed import opens_phrase
from sanitizer.text.inflection import WORDS, head_of, indefinite, is_fixed, is_mass, plural, singular
from sanitizer.text.surroundings import is_person_word, look_around
from sanitizer.types import Span

_NUMBERS: Final = UP_TO_19[:11]
_ORDINALS: Final = ("", *ORDINALS[:10])
_ARTICLE: Final = re.compile(r"an? ", re.IGNORECASE)
_MANY_WORKS: Final = re.compile(r"\b([a-z]+s) $")
_SENTENCE: Final = re.compile(r"[.!?][\"'”’)]*\s|\n\s*\n")
_PARAGRAPH: Final = re.compile(r"\n\s*\n|\n")
_COPULA: Final = re.compile(
    r"\b(?:is|was|are|were|be|been|being|become|became|becomes|remained|as|like)(?: also)? $"
)
_NEVER_ANOTHER: Final = frozenset(
    ["age", "amount", "code", "date", "number", "percentage", "period", "quantity", "rank", "thing"]
)


_SUCH_AS: Final = re.compile(r"\b(?P<noun>[a-z]+s),? (?:such as|like|including) $")
_SAID: Final = re.compile(
    r"(?:\b(?P<both>[Bb]oth )(?P<preposition>(?:in|of|from|by|for|with|to|at|on) )?|\b[Tt]he (?P<many>[a-z ]+) of |"
    r"\b(?:[Tt]he )?(?P<works>[a-z]+s) )$"
)


def smooth(text: str, changes: Sequence[Change], *, numbered: bool = False) -> list[Change]:
    """Sorted, disjoint changes with their stutter removed. Spans may grow over the commas between them.

    - A list of equal replacements becomes one: "a city, a city and a city" -> "three cities" (the later
    changes are kept, with nothing to write).
    - An entity that comes again is "the city" where no other of the text has these words; within a sentence
    (cities: a paragraph), another entity with the same words is "another city".
    - A place is not told with what holds it ("an American city, an American state"), nor an article after a word that
    governs already ("the 2010s a festival").
    - With ``numbered``, entities that share their words are told apart in the whole text: "a city", "a second
    city", then "the first city", "the second city".
    """
    changes = in_brackets_once(text, kinds_once(text, before_one_noun(text, period_once(text, changes))))
    changes = without_stutter(text, inside_once(text, changes))
    changes = with_articles(text, after_words_that_govern(text, changes))
    if numbered:
        return _numbered(changes)
    merged = behind_their_noun(text, _merge_lists(text, changes))
    return _behind_many(text, _told_apart(merged, text))


def _behind_many(text: str, changes: Sequence[Change]) -> list[Change]:
    """A comma behind a word for several works that are told one by one: "the films, a movie (the 1990s) and another
    movie"."""
    done: list[Change] = []
    for change in changes:
        own = change
        start = change.span.start
        many = _MANY_WORKS.search(text, max(free_from(done), start - 16), start) if label_of(change) else None
        if (
            many
            and singular(many[1]) in WORDS["works"]
            and text[start : start + 2].strip('_*"“')[:1].isupper()
        ):
            own = replace(own, span=Span(start - 1, change.span.end), replacement=f", {change.replacement}")
        done.append(own)
    return done


def _entity(change: Change) -> tuple[str, int]:
    return change.kind, change.reference


def _kind(change: Change) -> str:
    """What a list is counted by: the noun, "thing" of something, a mass noun ("medical care and medical care" is said
    once)."""
    if change.replacement.lower() == "something":
        return "thing"
    return label_of(change) or (change.replacement if is_mass(change.replacement) else "")


def _merge_lists(text: str, changes: Sequence[Change]) -> list[Change]:
    done: list[Change] = []
    at = 0
    while at < len(changes):
        end = at + 1
        label = _kind(changes[at])
        while label and end < len(changes) and _follows(text, changes[end - 1], changes[end], label):
            end += 1
        run = changes[at:end]
        whole = len({_entity(c) for c in run})
        if len(run) > 2 or (len(run) == 2 and re.search("and|&", between(text, run[0], run[1]))):
            free = done[-1].span.end if done else 0
            done += _as_one(text, run, label, 1 if _of_one(text, run) or is_mass(label) else whole, free)
        else:
            done += run
        at = end
    return done


def _follows(text: str, before: Change, after: Change, label: str) -> bool:
    plain = before.replacement.endswith(label) and after.replacement.endswith(label)  # no possessive
    return _kind(after) == label and plain and bool(LINK.fullmatch(between(text, before, after)))


def _of_one(text: str, run: Sequence[Change]) -> bool:
    """Whether one article governs all ("a hairdresser and beautician"): then they are one."""
    opened = [bool(_ARTICLE.match(change.span.of(text))) for change in run]
    common = not any(c.span.of(text)[:1].isupper() for c in run[1:])
    return opened[0] and common and not any(opened[1:])


def _as_one(text: str, run: Sequence[Change], label: str, entities: int, free: int) -> list[Change]:
    """A run of equal replacements as one; it may take words before it with it, as far as `free`, the end of the change
    before."""
    count = _NUMBERS[entities] if entities < len(_NUMBERS) else "several"
    words = f"{count} {plural(label)}" if entities > 1 else run[0].replacement
    if run[0].replacement[0].isupper():
        words = words[0].upper() + words[1:]
    first = run[0]
    start = max(free, first.span.start - 40)
    if entities > 1:
        said = _SAID.search(text, start, first.span.start)
        if said and said["works"] and {label.rsplit(" ", 1)[-1], singular(said["works"])} <= WORDS["works"]:
            words = f"{count} {said['works']}"  # "the films Jaws and Duel"
            qualified = re.search(r"(?P<word>[\w-]+) $", text[max(free, said.start() - 20) : said.start()])
            begins = said.start()
            if qualified and not opens_phrase(qualified["word"]) and said["works"] == said[0].strip():
                begins, words = said.end("works"), ""  # "the fantasy films Jaws and Duel"
            first = replace(first, span=Span(begins, first.span.end))
        elif said and (said["both"] or (said["many"] and said["many"] == plural(label))):
            # "both in Austria and Germany", "the cities of Lyon and Porto"
            words = (said["preposition"] or "") + words
            words = words[0].upper() + words[1:] if said[0][0].isupper() else words
            first = replace(first, span=Span(said.start(), first.span.end))
    like = _SUCH_AS.search(text, start, first.span.start) if entities > 1 else None
    kind = like["noun"] if like else ""
    persons = label in EMPTY_PERSONS and is_person_word(singular(kind) or "")
    if like and (persons or kind == plural(head_of(label)[1])):  # "northern cities such as Milan and Turin"
        first, words = replace(first, span=Span(like.end("noun"), first.span.end)), ""
    done = [replace(first, replacement=words)]
    for before, change in pairwise(run):
        done.append(replace(change, span=Span(before.span.end, change.span.end), replacement=""))
    return done


def _told_apart(changes: list[Change], text: str) -> list[Change]:
    """ "the city" for the same entity again, where no other has these words; within a sentence, for cities a
    paragraph, "another city".
    """
    bearers: dict[str, set[tuple[str, int]]] = {}
    for change in changes:
        bearers.setdefault(label_of(change), set()).add(_entity(change))
    done: list[Change] = []
    told: set[str] = set()
    described: set[tuple[str, int]] = set()
    told_here: dict[str, set[tuple[str, int]]] = {}
    near: dict[str, list[tuple[str, int]]] = {}
    position = 0
    for change in changes:
        gap = text[position : change.span.start]
        if _PARAGRAPH.search(gap):
            near.clear()
            told_here.clear()
        elif _SENTENCE.search(gap):  # of people and works, different mentions may well be one
            near = {label: known for label, known in near.items() if HELD.fullmatch(label)}
        position = change.span.end
        label = label_of(change)
        if is_described(text, change):
            described.add(_entity(change))
        known = near.setdefault(label, [])
        if (
            not label or is_fixed(label) or label in _NEVER_ANOTHER or _is_modifier(text, change)
        ):  # "a city hotel"
            done.append(change)
            continue
        left = text[max(0, change.span.start - 16) : change.span.start]
        said = bool(_COPULA.search(left))  # "the Bobcats were an American team": no other team
        if len(bearers[label]) == 1:
            done.append(
                _reworded(change, f"the {label}") if label in told or _entity(change) in described else change
            )
        elif _entity(change) in known:
            done.append(_reworded(change, f"the {label}") if len(known) == 1 else change)
        elif not known and told_here.get(label) == {
            _entity(change)
        }:  # no other of its kind in the paragraph so far
            done.append(_reworded(change, f"the {label}"))
            known.append(_entity(change))
        else:
            done.append(change if said or not known else _reworded(change, _further(label, len(known))))
            known.append(_entity(change))
        told.add(label)
        told_here.setdefault(label, set()).add(_entity(change))
    return done


def _further(label: str, known: int) -> str:
    """How one more of its kind is said: "another city", "a third city"."""
    if known == 1:
        return f"another {label}"
    if known + 1 < len(_ORDINALS) and HELD.fullmatch(label):
        return (
            f"a {_ORDINALS[known + 1]} {label}" if _ORDINALS[known + 1] != "eighth" else f"an eighth {label}"
        )
    return indefinite(label)


def _numbered(changes: Sequence[Change]) -> list[Change]:
    order: dict[str, dict[tuple[str, int], int]] = {}
    for change in changes:
        label = label_of(change)
        if label:
            numbers = order.setdefault(label, {})
            numbers.setdefault(_entity(change), len(numbers) + 1)
    done: list[Change] = []
    told: set[tuple[str, int]] = set()
    for change in changes:
        label = label_of(change)
        if not label:
            done.append(change)
            continue
        number, total = order[label][_entity(change)], len(order[label])
        first = _entity(change) not in told
        told.add(_entity(change))
        if total == 1:
            done.append(change if first else _reworded(change, f"the {label}"))
        elif first and number == 1:
            done.append(change)
        elif number < len(_ORDINALS):
            done.append(_reworded(change, f"{'a' if first else 'the'} {_ORDINALS[number]} {label}"))
        else:
            done.append(_reworded(change, f"{label} {number}"))
    return done


def _is_modifier(text: str, change: Change) -> bool:
    """Whether the replacement stands before the noun that it modifies ("a city hotel")."""
    return change.replacement.endswith(label_of(change)) and bool(
        look_around(text, change.span, None).modified
    )


def _reworded(change: Change, words: str) -> Change:
    if change.replacement[0].isupper():
        words = words[0].upper() + words[1:]
    match = INDEFINITE.match(change.replacement)
    return replace(change, replacement=words + ((match.group(3) or "") if match else ""))
