"""Turn decisions into changes of the text: what is told of each mention, one plan for all, words at last."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from spacy.tokens import Doc

from sanitizer.choose.choices_of_persons import BY_PERSON
from sanitizer.choose.generalize import NOTHING, Choice
from sanitizer.choose.judge import Subjects
from sanitizer.choose.risky_terms import Treated
from sanitizer.choose.smaller_changes import FEWER, fewer_words
from sanitizer.common.reuse import once
from sanitizer.common.timing import stage
from sanitizer.operators.plan import Plan
from sanitizer.read.sensitive import Sensitive
from sanitizer.say.ages import with_stages
from sanitizer.say.brackets import without_empty_brackets, without_restated
from sanitizer.say.descriptions import without_definite, without_empty_descriptions, without_unnamed
from sanitizer.say.designations import name_entities
from sanitizer.say.doses import with_doses
from sanitizer.say.drafts import drafts, plain
from sanitizer.say.entries import merged_entries
from sanitizer.say.layout import as_called, form_of
from sanitizer.say.letters import in_order
from sanitizer.say.lists import counted
from sanitizer.say.locations import around, within, without_holders
from sanitizer.say.negation import denied
from sanitizer.say.noun_phrase import place_of
from sanitizer.say.overlaps import apart, without_overlaps
from sanitizer.say.periods import merged_periods, with_clocks
from sanitizer.say.phrases import REMOVED, Phrase
from sanitizer.say.phrases_from_labels import phrase_of
from sanitizer.say.plan_types import Edit, Told
from sanitizer.say.positions import Page, Place
from sanitizer.say.punctuation import kept_whole
from sanitizer.say.realize import bare, realize
from sanitizer.say.reference import referred
from sanitizer.text.edits import Change, Fitted, apply, disjoint, marked
from sanitizer.text.language import other_language
from sanitizer.text.terms import Words, words_of
from sanitizer.types import EntityClass, Span, noted, text_of

_FOREIGN: Final = "not English"
_HANDED_OUT: Final = frozenset(["ADDRESS", "POSTCODE", "COORDINATES"])
_NAMED: Final = frozenset([EntityClass.PERSON, EntityClass.ORG, EntityClass.LOC, EntityClass.MISC])

_STATES: Final = frozenset(["former", "retired"])
"""What stands before an occupation that is somebody's no longer."""
_PLACES: Final = "places"
_STARTS: Final = "starts of sentences"


@dataclass(frozen=True, slots=True)
class Bounds:
    """What bounds the writing in a document: what operators write and which forms must not stand in the result (the
    ``plan``), the ``hidden`` words, which must not be told, and the spans that a person's decision has ``held``;
    ``numbered`` tells entities that share their words apart in the whole text."""

    plan: Plan
    hidden: Words = field(default=frozenset(), repr=False)
    held: Sequence[Span] = ()
    numbered: bool = False


def of_sensitive(subjects: Subjects, bounds: Bounds) -> Iterator[Told]:
    """Yield what is told of all mentions of the sensitive terms. An operator writes for exactly its mention."""
    plan = bounds.plan
    places = [s for s in subjects.terms if s.entity_class is EntityClass.LOC]
    numbers = {s.surface.casefold(): s.number for s in places}
    long = {s.number for s in places if " of " in s.surface}  # a full name is told by its place
    for s, choice in zip(subjects.terms, subjects.choices, strict=True):
        for span in s.spans:
            label = choice.option.label
            written = plan.written.get(span, None if label else REMOVED)
            phrase = _of_now(s, phrase_of(label, choice.option.concept)) if written is None else None
            same = (
                numbers.get(s.surface.casefold().rpartition(" of ")[2], s.number)
                if s.number in long
                else s.number
            )
            yield Told(
                span, ("sensitive", s.number), phrase, _is_name(s), written, ("sensitive", same),
                label_of(s.entity_class, s.type, s.surface),
                of_class=s.entity_class, given=bool(s.proposed) or choice.rule == BY_PERSON,
            )  # fmt: skip


def _of_now(s: Sensitive, phrase: Phrase) -> Phrase:
    """Return what is told of an occupation, with the word of the text that says that it is one no longer."""
    state, space, _ = s.surface.lower().partition(" ")
    if s.type != "JOB" or not space or state not in _STATES or phrase.kind != "noun" or not phrase.person:
        return phrase
    words = f"{state} {phrase.words}"
    return phrase if phrase.tokens[:1] == (state,) or words == s.surface.lower() else phrase_of(words)


def by_operator(treated: Sequence[Treated], plan: Plan) -> list[Treated]:
    """Return risky terms for which the policy has an operator: nothing is told of them. The others are as they were."""
    done = []
    for t in treated:
        if plan.write_risky(t.risky.term.surface) is not None:
            t = replace(t, choice=Choice(NOTHING, 0.0, "operator", t.choice.candidates))
        done.append(t)
    return done


def of_risky(
    text: str, treated: Sequence[Treated], first: int, before: Sequence[Told], bounds: Bounds
) -> Iterator[Told]:
    """List what is told of the mentions of risky terms, numbered from `first`, that none told ``before`` overlaps."""
    taken = marked(text, [told.span for told in before])
    for number, t in enumerate(treated, first):
        for span in t.risky.spans:
            if taken[span.start : span.end].any():
                continue
            written = bounds.plan.write_risky(span.of(text)) if t.choice.rule == "operator" else None
            label = t.choice.option.label
            named = t.risky.term.named
            nothing = "name" if named else REMOVED
            phrase = phrase_of(label or nothing, t.choice.option.concept) if written is None else None
            own = fewer_words(span.of(text), bounds.hidden) if t.choice.rule == FEWER else ""
            yield Told(
                span,
                ("risky", number),
                phrase,
                named,
                written,
                label="name" if named else "",
                own=own,
                of_class=EntityClass.MISC,
                given=t.choice.rule == BY_PERSON,
            )


@stage("write")
def write(doc: Doc, told: Iterable[Told], bounds: Bounds) -> tuple[Change, ...]:
    """Return the changes that tell it all: one plan of the whole text, then words. None grows over what is held or
    what an operator wrote; where the words would hold a sensitive form, a hidden word or a word of another mention,
    the mention alone is replaced."""
    text = text_of(doc)
    ordered = apart(told)
    if not ordered:
        return ()
    if is_foreign(doc):  # the rules of English would put articles before foreign words
        return _changes((Edit(one, None, one.span), bare(one)) for one in ordered)
    planned, merged = _planned(
        doc, ordered, lambda words: _must_not(words, bounds), bounds.held, bounds.numbered
    )

    def written(edits: Sequence[Edit]) -> tuple[Change, ...]:
        said = realize(text, edits, lambda words: _must_not(words, bounds))
        return _changes(_whole(doc, said))

    changes, forms = written(merged), bounds.plan.forms
    if left := forms.find(apply(text, changes)):
        beside = _beside(changes, left)
        mended = written(without_overlaps([_plain_where(e, beside) for e in merged]))
        simple = written([e if e.place is None else plain(e.told, e.place) for e in planned])
        return min((changes, mended, simple), key=lambda said: len(forms.find(apply(text, said))))
    return changes


def _planned(
    doc: Doc,
    ordered: Sequence[Told],
    must_not: Callable[[str], bool],
    held: Sequence[Span] = (),
    numbered: bool = False,
) -> tuple[list[Edit], list[Edit]]:
    """Return the edits of each mention by itself, and those of the whole text."""
    text = text_of(doc)
    taken = marked(text, [*(one.span for one in ordered), *held])
    form = form_of(doc, text, ordered, taken)
    name_entities(doc, ordered, form, must_not)
    ordered = as_called(ordered, form)
    page = Page(doc, text, taken, form)
    places = [None if one.phrase is None else _place(doc, one.span, one.named) for one in ordered]
    planned = without_overlaps(drafts(page, around(page, ordered, places), places))
    described = without_definite(page, together(page, planned))
    edits = without_overlaps(referred(page, described, numbered))
    return planned, in_order([denied(page, edit) for edit in edits], form.letters)


def _whole(doc: Doc, said: Iterable[tuple[Edit, str]]) -> list[tuple[Edit, str]]:
    """Return the edits with the marks around them kept in pairs."""
    starts = noted(doc, _STARTS, lambda: frozenset(t.idx for t in doc if t.is_sent_start))
    return kept_whole(text_of(doc), list(said), starts)


def _beside(changes: Sequence[Change], found: Iterable[Span]) -> list[Span]:
    """Return the spans of those changes that touch what was ``found`` in the result."""
    touched, shift, spans = [], 0, list(found)
    for change in changes:
        start = change.span.start + shift
        end = start + len(change.replacement)
        if any(span.start <= end and start <= span.end for span in spans):
            touched.append(change.span)
        shift = end - change.span.end
    return touched


def _plain_where(edit: Edit, spans: Iterable[Span]) -> Edit:
    """Return the edit, or one that changes no more than the mention where that is in one of the spans."""
    inside = edit.place is not None and any(span.overlaps(edit.told.span) for span in spans)
    return plain(edit.told, edit.place) if inside and edit.place is not None else edit


def _place(doc: Doc, span: Span, named: bool | None) -> Place:
    """Return the place of a span, found once for all rounds over a document."""
    held: dict[tuple[Span, bool | None], Place] = noted(doc, _PLACES, dict)
    key = (span, named)
    if key not in held:
        held[key] = once("place", key, lambda: place_of(doc, span, named))
    return held[key]


def each_by_itself(doc: Doc, spans: Sequence[Span], labels: Sequence[str | None]) -> list[Fitted]:
    """Return each of the sorted ``spans`` with what stands for it in its place, whatever the others are; a label
    that is None stays as it is, and nothing grows over it. So releases of tables write: of titles, which are values
    of columns, they say nothing."""
    told = [_of_span(span, i, label) for i, (span, label) in enumerate(zip(spans, labels, strict=True))]
    text = text_of(doc)
    edits = [replace(e, follows=None) for e in _drafted(doc, Page(doc, text, marked(text, spans)), told)]
    return [Fitted(edit.span, words) for edit, words in realize(text, edits)]


def all_together(doc: Doc, told: Sequence[Told]) -> list[tuple[Span, Fitted]]:
    """Return all that is ``told`` (in order, disjoint) as :func:`write` writes it, each with the span of its
    mention; what changes beside mentions has a span of its own. Two entities are never told apart ("another city"):
    under other names they may be one."""
    _, edits = _planned(doc, told, lambda words: False)
    said = realize(text_of(doc), without_overlaps([_unnumbered(edit) for edit in edits]))
    return [(edit.told.span, Fitted(edit.span, words)) for edit, words in _whole(doc, said)]


def _of_span(span: Span, entity: int, label: str | None) -> Told:
    phrase = None if label is None else phrase_of(label)
    return Told(span, ("span", entity), phrase, None, "" if label is None else None, by_title=False)


def _drafted(doc: Doc, page: Page, told: Sequence[Told]) -> list[Edit]:
    """Return the disjoint drafts of what is told of spans."""
    places = [None if one.phrase is None else _place(doc, one.span, one.named) for one in told]
    return without_overlaps(drafts(page, told, places))


def _unnumbered(edit: Edit) -> Edit:
    """Return the edit without words that tell its entity from others of the same words."""
    if edit.words is not None or edit.determiner in ("", "a", "the") or not edit.apart:
        return edit
    return replace(edit, determiner="a", many=False)


def _must_not(words: str, bounds: Bounds) -> bool:
    """Return whether words hold what must not stand in the result."""
    return bounds.plan.forms.stand_in(words) or bool(words_of(words) & bounds.hidden)


def _changes(said: Iterable[tuple[Edit, str]]) -> tuple[Change, ...]:
    return disjoint(Change(edit.span, words, *edit.told.entity) for edit, words in said)


def label_of(entity_class: EntityClass, type_: str, surface: str) -> Literal["", "name", "code"]:
    """Return whether a name or what was handed out (a number, an address) stands there."""
    numbered = entity_class is EntityClass.LOC and surface[:1].isdigit()  # a house and its street
    if entity_class is EntityClass.CODE or type_ in _HANDED_OUT or numbered:
        return "code"
    return "name" if entity_class in _NAMED else ""


def _is_name(s: Sensitive) -> bool:
    """Return whether the words of a sensitive term are a name: "Jobs" is no plural."""
    return s.entity_class in _NAMED and s.surface[:1].isupper()


def is_foreign(doc: Doc) -> bool:
    """Return whether the text is surely not English; asked once for a document."""
    return noted(doc, _FOREIGN, lambda: other_language(text_of(doc)) is not None)


def together(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits with those that belong together said as one; the others are gone, with the words between."""
    done = merged_periods(page, merged_entries(page, with_doses(page, edits)))
    done = with_stages(page, with_clocks(page, done))
    done = without_restated(page, without_holders(page, without_unnamed(page, done)))
    done = without_empty_descriptions(page, done)
    return within(page, counted(page, without_empty_brackets(page, done)))
