"""Runs of capitalized words that are several names: "Paris to Rome", "Masters at Manchester University"."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from spacy.tokens import Doc
from spacy.tokens import Span as SpacySpan

from sanitizer.recognize.finders.model import with_titles
from sanitizer.recognize.gazetteers import head_class, known_classes
from sanitizer.text.fold import words
from sanitizer.types import EntityClass, text_of
from sanitizer.values.dates import Found

AWARDS: Final = words(
    "award awards prize prizes medal medals trophy cup oscar emmy grammy bafta fellowship scholarship order honour "
    "honours cross star nomination"
)
"""The last words of the names of prizes and honours."""

_JOINTS: Final = re.compile(r"\s(?:(?:and|or|to|of|from|in|at|near|for|with|on|is|the|THE|OR|AND|a|an)\s)+")


_BETWEEN_NATIONS: Final = re.compile(r"\s|\s?[-–]\s?|\s(?:and|or)\s")


def beyond(doc: Doc, found: Iterable[Found], entities: Sequence[SpacySpan] | None = None) -> Iterator[Found]:
    """Runs that are not just several names side by side: "Paris to Rome", "Ann Miller and Bo Ek of Oslo".

    The names stand for themselves then, each with its own generalization, and the words between them stay. `entities`
    are those of the document with their titles, where they are at hand.
    """
    text = text_of(doc)
    if entities is None:
        entities = [with_titles(e) for e in doc.ents]
    starts, ends = [e.start_char for e in entities], [e.end_char for e in entities]
    called = _called_alone(entities)
    for run in found:
        first = bisect_right(ends, run.start)  # a run may begin behind the title of its first name
        inside = entities[first : bisect_left(starts, run.end)]
        guessed = run.type != "WORK" or (run.score <= _CUED and all(_no_work(e) for e in inside))
        if guessed and _side_by_side(text, run, inside, called):
            last = inside[-1]
            if last.end_char < run.end:  # "Campbellton and Missouri Route 185"
                yield run._replace(start=last.start_char)
            continue
        for part in _parts(text, run, inside):
            held = [e for e in inside if part.start <= e.start_char and e.end_char <= part.end]
            if part == run or not _side_by_side(text, part, held, called):
                yield part


_CUED: Final = 0.6
"""The score of a work that only the word before it announced, which may announce others ("cities such as")."""


def _no_work(entity: SpacySpan) -> bool:
    known = known_classes(entity.text)
    if not known:
        return head_class(entity.text) in (EntityClass.ORG, EntityClass.LOC)
    return EntityClass.MISC not in known


_AT: Final = re.compile(r"\s(?:(?:at|for|from|in)\s(?:the\s)?|of\sthe\s)")


def _is_known(name: str) -> bool:
    """Whether a name of several words, or an abbreviation, is listed."""
    return (" " in name or (name.isupper() and len(name) > 2)) and bool(known_classes(name))


def _parts(text: str, run: Found, entities: Sequence[SpacySpan]) -> Iterator[Found]:
    """A run cut where it goes over from what is in a body to the body ("Masters at Manchester University"): behind a
    preposition begins a name that the model knows, or a side is known by itself, and the whole is no name. "of" joins
    names, but for two that are both known ("Los Angeles Lakers of the NBA")."""
    role = _role(text, run, entities)
    if role:  # the person is the model's
        run = run._replace(start=role)
    start = run.start
    guessed = run.type != "WORK" and run.score < 1.0
    cuts = list(_AT.finditer(text, run.start, run.end)) if guessed else []
    if cuts and not known_classes(text[run.start : run.end]):
        begins = {
            e.start_char
            for e in entities
            if e.end_char >= run.end and (e.label_ == "ORG" or (e.label_ == "MISC" and len(e) > 1))
        }
        sides = [run.start, *(c.end() for c in cuts)], [*(c.start() for c in cuts), run.end]
        names = [_is_known(text[a:b]) for a, b in zip(*sides, strict=True)]
        for i, cut in enumerate(cuts):
            of = cut.group().startswith(" of")
            prize = (
                text[run.start : cut.start()].rpartition(" ")[2].lower() in AWARDS
            )  # "... Award for Best Actor" is one
            if (
                (names[i] and names[i + 1])
                if of
                else cut.end() in begins or ((names[i] or names[i + 1]) and not prize)
            ):
                yield run._replace(start=start, end=cut.start())
                start = cut.end()
    yield run if start == run.start else run._replace(start=start)


def _called_alone(entities: Sequence[SpacySpan]) -> frozenset[str]:
    """The last words of the names of persons of several words: they stand for them elsewhere."""
    return frozenset(e[-1].text for e in entities if e.label_ == "PERSON" and len(e) > 1)


_IN_WORK: Final = re.compile(r"\s(?:in|on)\s(?:the\s)?(?=[^\W\d_a-z])")


def _role(text: str, run: Found, entities: Sequence[SpacySpan]) -> int:
    """Where the work begins of a run that is a person of several words and what the person is in ("Amy Juergens on the
    ABC Family"); 0 where it is none, or known as a title."""
    if not entities or known_classes(text[run.start : run.end]):
        return 0
    first = entities[0]
    if first.start_char > run.start or first.label_ != "PERSON" or len(first) < 2:
        return 0
    behind = _IN_WORK.match(text, first.end_char, run.end)
    return behind.end() if behind else 0


def _side_by_side(text: str, run: Found, entities: Sequence[SpacySpan], called: frozenset[str]) -> bool:
    if len(entities) < 2 or entities[0].start_char > run.start:
        return False
    rest = text[entities[-1].end_char : run.end].strip()
    if entities[-1].end_char != run.end and not rest.isdigit():
        return False
    if all(e.label_ == "PERSON" and len(e) == 1 and e.text not in called for e in entities):
        return False  # "Romeo and Juliet"
    for first, second in pairwise(entities):
        # "Ellen Ripley in Alien" is a role, known by both names together
        role = first.label_ == "PERSON" and text.startswith(" in ", first.end_char) and second.label_ != "LOC"
        nations = first.label_ == second.label_ == "NORP"  # "Jewish Iranian", "Nigerian-American"
        joint = _BETWEEN_NATIONS if nations else _JOINTS
        if role or not joint.fullmatch(text, first.end_char, second.start_char):
            return False
    return True
