"""Leave out descriptions and names beside each other of which one tells no more; give back "a" where a name went."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from spacy.tokens import Token

from sanitizer.say.phrases import WORKER
from sanitizer.say.phrases_from_labels import OCCUPATION
from sanitizer.say.plan_types import Edit, Entity, gap, without
from sanitizer.say.positions import MODIFYING, Page, described_again, joins_noun
from sanitizer.say.structure import Register
from sanitizer.text.inflection import singular
from sanitizer.types import Span, noted

_TIMES: Final = "times of lemmas"


def without_empty_descriptions(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits without a description behind a name that tells no more of a person than the name does: "a
    woman, the person, reported", "a doctor, a doctor at a hospital, wrote"."""
    done: list[Edit] = []
    closing: set[int] = set()
    for i, edit in enumerate(edits):
        if edit.span.end in closing:
            edit = replace(edit, span=Span(edit.span.start, edit.span.end + 1))
        before = done[-1] if done else None
        start = _described_from(page, before, edit)
        if before is None or start < 0:
            done.append(edit)
            continue
        end = _closed(page, edit, edits[i + 1 :])
        if end is None:
            done.append(edit)
            continue
        closing.add(end)
        done.append(without(edit, start, edit.span.end + (edit.span.end == end)))
    return done


def _described_from(page: Page, before: Edit | None, edit: Edit) -> int:
    """Return where the comma stands before a description that tells no more than the name before it; -1 where it is
    none."""
    phrase, place = edit.phrase, edit.place
    if before is None or before.gone or not before.named or phrase is None or place is None:
        return -1
    start = edit.span.start
    if place.determiner is not None and not edit.determiner:
        start = min(start, page[place.determiner].idx)
    alone = not (edit.before or edit.after or edit.lead or edit.words or edit.pronoun or edit.named)
    if not alone or edit.many or edit.owns or before.span.end != start - 2 or page.text[start - 2] != ",":
        return -1
    same = before.phrase is not None and before.phrase.person and before.phrase.words == phrase.words
    unsaid = phrase.tag == OCCUPATION or phrase.words == WORKER
    return start - 2 if same or unsaid or (phrase.person and phrase.empty) else -1


def _closed(page: Page, edit: Edit, behind: Sequence[Edit]) -> int | None:
    """Return where the comma stands that closes a description, -1 where none does; None where it cannot go with an
    edit."""
    end = edit.span.end
    if page.text[end : end + 1] in (".", ";"):
        return -1
    if page.text[end : end + 1] == ",":
        return end if page.text[end + 1 : end + 2] in ("", " ") else None
    stops = [page.text.find(mark, end) for mark in (",", ". ", ".\n", ";")]
    nearest = min((stop for stop in stops if stop >= 0), default=len(page.text))
    if page.text[nearest : nearest + 1] != ",":
        return -1
    return nearest if any(e.span.end == nearest for e in behind) else None


def without_definite(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits with one for each "the" before a noun that the name behind it made definite, where its
    bearer was not told before. A bare noun that the text says elsewhere too keeps "the": it is a part in what
    happens ("the defendant")."""
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
    """Return the "the" of the noun phrase that the name of a person described, where the name went."""
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
    """Return whether a noun stands right before a name, and nowhere else."""
    beside = page.text[noun.idx + len(noun) : edit.told.span.start] == " "
    times = noted(page.doc, _TIMES, lambda: Counter(t.lemma for t in page.doc))
    return beside and times[noun.lemma] == 1 and singular(noun.lower_) is None


def without_unnamed(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits without names of which nothing is told and that a noun before them introduces: "her memoirs,
    [...], in 1966", "two boats, [...] and X"."""
    done: list[Edit] = []
    at = 0
    while at < len(edits):
        end = at + 1
        while (
            end < len(edits) and _is_unnamed(page, edits[at]) and _goes_on(page, edits[end - 1], edits[end])
        ):
            end += 1
        run = edits[at:end]
        if _is_unnamed(page, run[0]) and (closing := _introduced(page, run, done[-1:])) >= 0:
            starts = [run[0].span.start - 2, *(e.span.end for e in run[:-1])]
            ends = [*(e.span.end for e in run[:-1]), closing]
            done += [
                Edit(replace(e.told, literal=None), e.place, Span(*ends_of))
                for e, ends_of in zip(run, zip(starts, ends, strict=True), strict=True)
            ]
        else:
            done += run
        at = end
    return done


def _goes_on(page: Page, before: Edit, edit: Edit) -> bool:
    """Return whether a list of names goes on, also with what is hidden in brackets behind one ("Orla (5) and Niamh
    (2)")."""
    between = gap(page, before, edit)
    return not between if edit.gone else between in (", ", " and ", ", and ") and _is_unnamed(page, edit)


def _is_unnamed(page: Page, edit: Edit) -> bool:
    phrase = edit.phrase
    empty = phrase is not None and (
        phrase.kind == "mark"
        or phrase.something
        or (phrase.person and (phrase.empty or phrase.sex != "") and edit.named)
    )
    bare = empty and not (edit.owns or edit.before)
    return bare and page.form.of(edit.told.span) is Register.SENTENCE


def _introduced(page: Page, run: Sequence[Edit], before_it: Sequence[Edit]) -> int:
    """Return where a run of names ends with its comma, if the noun before it says as many things; else -1."""
    start, end = run[0].span.start, run[-1].span.end
    before = (
        page.doc.char_span(start - 2, start - 1) if page.text[max(0, start - 2) : start] == ", " else None
    )
    noun = page[before.start - 1] if before is not None and before.start else None
    if noun is None or noun.pos_ != "NOUN":
        return -1
    told = any(
        e.span.end == start - 2 and e.phrase is not None and e.phrase.kind == "noun" for e in before_it
    )
    if page.covers(noun.idx, start) and not told:
        return -1
    left = {t.dep_ for t in noun.children if t.i < noun.i}
    many = singular(noun.lower_) is not None
    fits = (
        many and bool(left & {"nummod", "det", "nmod:poss"})
        if sum(not e.gone for e in run) > 1
        else not (many and "nummod" in left) and bool(left & {"det", "nmod:poss"})
    )
    following = page.text[end : end + 5]
    if not fits or following[:1] not in (".", ";", ","):
        return -1
    comma = page.doc.char_span(end, end + 1)
    if comma is not None and described_again(page, comma.end):
        return end
    another = comma is not None and len(run) == 1 and joins_noun(page, comma.end)
    return end + (following[0] == "," and (another or not following.startswith((", and", ", or", ", but"))))
