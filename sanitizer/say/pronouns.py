"""Say "he" or "she" where no reader could take it for another: nobody else of that sex stands between, in what was
written so far and in what the text calls persons."""

from typing import Final

from sanitizer.read.register import Reference, register_of
from sanitizer.say.discourse import At, Discourse, Referent
from sanitizer.say.edits import Edit
from sanitizer.say.positions import Page
from sanitizer.text.surroundings import is_person_word
from sanitizer.types import Bits, Span

NEAR: Final = 2
"""Sentences within which another of the same words is told as such ("another city")."""
_PRONOUNS: Final = {"man": ("he", "his"), "woman": ("she", "her")}
_SUBJECTS: Final = frozenset({"nsubj", "nsubj:pass", "nmod:poss"})
_SURE: Final[Bits] = 4.0
"""Least margin of the last reference, where it is a pronoun or noun."""


def apart(page: Page, first: int, second: int) -> int:
    """How many sentences lie between two, given by their first words; a new paragraph counts as many."""
    gap = page.text[page[first].idx : page[second].idx]
    ends = sum(1 for t in page.doc[first + 1 : second + 1] if t.is_sent_start)
    return ends + (NEAR if "\n" in gap.rstrip() else 0)


def _is_meant(page: Page, edit: Edit, sex: str) -> bool:
    """Whether the text has just spoken of the entity, as a subject or an owner in the sentence before or in this one,
    and since then of nobody whom the pronoun could mean."""
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
    others = (t for t in page.doc[start.end : edit.place.first] if _may_be_meant(t.lower_, t.pos_))
    own = {reference.head for reference in entity.references}
    return all(Span(t.idx, t.idx + len(t)) in own for t in others)


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
    between = page.doc[known.sentence : place.first]
    if any(_may_be_meant(t.lower_, t.pos_) for t in between):
        return ""
    return _PRONOUNS[sex][0]


def _may_be_meant(word: str, pos: str) -> bool:
    """Whether a word of the text may be what a pronoun means."""
    return pos == "NOUN" and is_person_word(word)
