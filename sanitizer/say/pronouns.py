"""Say "he" or "she" where no reader could take it for another: nobody else of that sex stands between, in what was
written so far and in what the text calls persons."""

from bisect import bisect_left, bisect_right
from typing import Final

from sanitizer.read.who_is_who import Reference, register_of
from sanitizer.say.discourse import At, Discourse, Referent
from sanitizer.say.plan_types import Edit
from sanitizer.say.positions import Page
from sanitizer.text.surroundings import is_person_word
from sanitizer.types import Bits, Span, noted

NEAR: Final = 2
"""Sentences within which another of the same words is told as such ("another city")."""
_PRONOUNS: Final = {"man": ("he", "his"), "woman": ("she", "her")}
_SUBJECTS: Final = frozenset({"nsubj", "nsubj:pass", "nmod:poss"})
_STARTS: Final = "sanitizer_sentence_starts"
_PERSONS: Final = "sanitizer_person_words"
_SURE: Final[Bits] = 4.0
"""Least margin of the last reference, where it is a pronoun or noun."""


def apart(page: Page, first: int, second: int) -> int:
    """Return how many sentences lie between two, given by their first words; a new paragraph counts as many."""
    gap = page.text[page[first].idx : page[second].idx]
    starts = noted(page.doc, _STARTS, lambda: [t.i for t in page.doc if t.is_sent_start])
    ends = bisect_right(starts, second) - bisect_right(starts, first)
    return ends + (NEAR if "\n" in gap.rstrip() else 0)


def _is_meant(page: Page, edit: Edit, sex: str) -> bool:
    """Return whether the text has just spoken of the entity, as a subject or an owner in the sentence before or in
    this one, and since then of nobody whom the pronoun could mean."""
    kind, number = edit.told.entity
    register = register_of(page.doc)
    entity = register.of(number) if kind == "sensitive" else None
    if entity is None or entity.count == "plural" or entity.sex != {"man": "male", "woman": "female"}[sex]:
        return False
    last = register.before(entity, edit.told.span.start)
    if last is None or not _is_clear(last) or register.rivals(entity, edit.told.span.start):
        return False
    between = page.text[last.head.end : edit.span.start]
    if "\n" in between or '"' in between or "“" in between:
        return False
    start = page.doc.char_span(last.head.start, last.head.end, alignment_mode="expand")
    assert edit.place is not None
    if start is None or apart(page, start.start, edit.place.first) > 1:
        return False
    others = _may_be_meant(page, start.end, edit.place.first)
    own = {reference.head for reference in entity.references}
    return all(span in own for span in others)


def _is_clear(last: Reference) -> bool:
    return last.relation in _SUBJECTS and last.sure(_SURE)


def pronoun_of(page: Page, edit: Edit, known: Referent, discourse: Discourse, at: At) -> str:
    """ "he" where the last sentence, or this one, had the same man as its subject and nobody else came between."""
    own = edit.phrase.sex if edit.phrase is not None else ""
    sex = own or known.phrase.sex
    place = edit.place
    assert place is not None
    if sex not in _PRONOUNS or edit.before or edit.follows is not None or not (at.subject or edit.owns):
        return ""
    if page.lower(place.last + 1) == "," and page.lower(place.last + 2) in (
        "a",
        "an",
        "the",
    ):  # a description
        return ""
    if _is_meant(page, edit, sex):
        return _PRONOUNS[sex][bool(edit.owns)]
    if not known.subject or not at.subject or edit.owns or known.sentence == at.sentence:
        return ""
    if apart(page, known.sentence, at.sentence) != 1:
        return ""
    rivals = [r for e, r in discourse.known.items() if e != edit.told.referent and r.phrase.person]
    if any(r.order > known.order or r.sentence >= known.sentence for r in rivals):
        return ""
    if _may_be_meant(page, known.sentence, place.first):
        return ""
    return _PRONOUNS[sex][0]


def _may_be_meant(page: Page, first: int, end: int) -> list[Span]:
    """Return the words from one to another (apart) that a pronoun may mean."""
    doc = page.doc
    persons = noted(
        doc, _PERSONS, lambda: [t.i for t in doc if t.pos_ == "NOUN" and is_person_word(t.lower_)]
    )
    inside = persons[bisect_left(persons, first) : bisect_left(persons, end)]
    return [Span(doc[i].idx, doc[i].idx + len(doc[i])) for i in inside]
