"""Give back "a" where the name went that made a noun definite: "the Danish engineer Bo Ek" -> "a European engineer"."""

from collections.abc import Sequence
from dataclasses import replace

from spacy.tokens import Token

from sanitizer.say.edits import Edit, Entity
from sanitizer.say.positions import MODIFYING, Page
from sanitizer.text.inflection import singular
from sanitizer.types import Span


def without_definite(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """The edits with one for each "the" before a noun that the name behind it made definite, where its bearer was not
    told before. A bare noun that the text says elsewhere too keeps "the": it is a part in what happens ("the
    defendant")."""
    told: set[Entity] = set()
    done: list[Edit] = []
    for edit in edits:
        if (the := _made_definite(page, edit)) is not None and edit.told.referent not in told:
            span = Span(page[the].idx, page[the + 1].idx)
            if not any(e.span.start < span.end and span.start < e.span.end for e in done):
                article = Edit(replace(edit.told, span=span), edit.place, span, determiner="a")
                done.append(article)
        told.add(edit.told.referent)
        done.append(edit)
    return sorted(done, key=lambda e: e.span)


def _made_definite(page: Page, edit: Edit) -> int | None:
    """The "the" of the noun phrase that the name of a person described, where the name went."""
    place = edit.place
    if place is None or not place.noun or edit.owns or edit.determiner or edit.words:
        return None
    noun = page[place.noun[0]]
    if edit.attribute is None if edit.gone else edit.span.start != noun.idx:
        return None
    modifiers = [t.i for t in noun.children if t.i < noun.i and t.dep_ in MODIFYING]
    the: int = min(modifiers, default=noun.i) - 1
    if page.lower(the) != "the" or (not modifiers and not _is_said_once(page, noun, edit)):
        return None
    return the


def _is_said_once(page: Page, noun: Token, edit: Edit) -> bool:
    """Whether a noun stands right before a name, and nowhere else."""
    beside = page.text[noun.idx + len(noun) : edit.told.span.start] == " "
    once = not any(t.lemma_ == noun.lemma_ and t.i != noun.i for t in page.doc)
    return beside and once and singular(noun.lower_) is None
