"""Apply the decisions of persons and protected names to a text: what is masked, what is kept, and whether both hold in
the result.

The order is the same everywhere: what must be masked (mask decisions, deny lists, persons to be protected) beats keep
decisions; a keep decision beats given spans, every rule and the correlation risk.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from spacy.tokens import Doc

from sanitizer.choose.replacement_requests import Chosen, Made, chosen_in
from sanitizer.control.covered_text import Cover, without_places
from sanitizer.control.decisions import Decided, Decision, places_in
from sanitizer.control.outcomes import Verdict
from sanitizer.control.rules import Control
from sanitizer.read.name_matching import forms_of, key_words
from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.finders.user_lists import Lists, Phrase
from sanitizer.recognize.name_groups import BEFORE_NAMES, bare_name, name_words
from sanitizer.recognize.person_names import is_full_name
from sanitizer.recognize.spans.merge import must_be_masked
from sanitizer.recognize.written_names import begins_with_title
from sanitizer.text.edits import Change, apply
from sanitizer.text.fold import at_boundaries, lower_same_length, plain
from sanitizer.text.lexicon import common_words
from sanitizer.text.patterns import WORD
from sanitizer.text.surface_forms import Forms, Searched
from sanitizer.types import EntityClass, Mention, Span, text_of

_OF_WORDS: Final = re.compile(r"\w(?:[\w\s.,'’-]*\w)?")


def in_force(decisions: Iterable[Decision], document: str | None) -> tuple[Decision, ...]:
    """Return the decisions about a document, one for a form (case apart): the later one, the document's own before
    all."""
    found: dict[str, Decision] = {}
    for decision in sorted(decisions, key=lambda d: d.document is not None):
        if decision.document in (None, document):
            found[lower_same_length(decision.form.strip())] = decision
    return tuple(found.values())


def to_mask(text: str, decisions: Iterable[Decision], found: Sequence[Mention]) -> tuple[Decided, ...]:
    """Return the mask decisions whose form, or what else their person is called, stands in a text.

    ``found`` are the mentions of recognizers: a decision that names no type is about a person where they say so.
    """
    masks = [decision for decision in decisions if decision.mask]
    spoken = spoken_in(text) if masks else frozenset()
    persons = [m.span for m in found if m.entity_class is EntityClass.PERSON]
    searched = Searched(text)
    told = []
    for decision in masks:
        if not may_stand(decision.form, spoken):
            continue
        forms: tuple[str, ...] = (decision.form.strip(),)
        places = places_of(searched, forms)
        if _is_person(decision, places, persons):
            forms = forms_of_person(decision.form)
            places = places_of(searched, forms)
        if places:
            told.append(Decided(decision, forms, tuple(places)))
    return tuple(told)


def to_keep(text: str, decisions: Iterable[Decision]) -> tuple[Decided, ...]:
    """Return the keep decisions whose form stands in a text, whatever its case."""
    low = lower_same_length(text)
    told = []
    for decision in decisions:
        form = lower_same_length(decision.form.strip())
        starts = () if decision.mask else [m.start() for m in re.finditer(re.escape(form), low)]
        spans = tuple(Span(s, s + len(form)) for s in starts if at_boundaries(text, s, s + len(form)))
        if spans:
            told.append(Decided(decision, (decision.form.strip(),), spans))
    return tuple(told)


def _is_person(decision: Decision, places: Sequence[Span], persons: Sequence[Span]) -> bool:
    if entity_class(decision.type) is EntityClass.PERSON:
        return True
    if decision.type != "MISC":  # MISC: none was named
        return False
    return (
        begins_with_title(decision.form)
        or any(place.overlaps(person) for place in places for person in persons)
        or is_full_name(decision.form.strip())
    )


def spoken_in(text: str) -> frozenset[str]:
    """Return the words of a text, without case and diacritics."""
    return frozenset(plain(word) for word in WORD.findall(text))


def may_stand(form: str, spoken: frozenset[str]) -> bool:
    """Return whether a text with these words may hold a part of a form: a quick look before the exact one."""
    own = spoken_in(form)
    return not own or not spoken.isdisjoint(own)


def forms_of_person(name: str) -> tuple[str, ...]:
    """Return what a person is called: the name, the name without titles, the given name and the surname alone."""
    bare = name.strip()
    while len(spoken := bare.split()) > 1 and plain(spoken[0].rstrip(".")) in BEFORE_NAMES:
        bare = bare[len(spoken[0]) :].strip()
    return tuple(dict.fromkeys((name.strip(), bare, *forms_of(bare, EntityClass.PERSON))))


def sought(forms: Iterable[str]) -> tuple[str, ...]:
    """Return the forms as :class:`Forms` is to look for them: a single word that is no common word of English in
    any case."""
    return tuple(f.lower() if _is_rare_word(f) else f for f in forms if _OF_WORDS.fullmatch(f))


def _is_rare_word(form: str) -> bool:
    return len(WORD.findall(form)) == 1 and form.isalpha() and form.lower() not in common_words()


def places_of(text: str | Searched, forms: Sequence[str]) -> list[Span]:
    """Return where forms stand: as words, whatever stands between them and whatever their diacritics; and as
    written."""
    text = Searched.of(text)
    written = Lists(Phrase(f.lower() if _is_rare_word(f) else f) for f in forms)
    return sorted({*Forms(sought(forms)).find(text), *(m.span for m in written.find_in(text))})


@dataclass(frozen=True, slots=True)
class Left:
    """A name that a rule or a decision left in clear: where, of which class, by which ``rule``, and why."""

    span: Span
    entity_class: EntityClass
    rule: str
    why: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class LastWord:
    """What holds in a document whatever the stages after the first pass say.

    ``must`` are the mentions that are masked whatever else is said; ``masked`` and ``asked`` the decisions to mask and
    to keep; ``held`` the spans that a keep decision holds (what
    must be masked is no part of them); ``inside`` those of them that are a piece of a longer sensitive name; ``bound``
    the spans that a rule keeps in clear; ``left`` the names that are left by a rule or decision; ``denied`` what deny
    lists found; ``chosen`` what persons want to stand for what.
    """

    must: tuple[Mention, ...] = ()
    masked: tuple[Decided, ...] = ()
    asked: tuple[Decided, ...] = ()
    held: tuple[Span, ...] = ()
    inside: tuple[Span, ...] = ()
    bound: tuple[Span, ...] = ()
    left: tuple[Left, ...] = ()
    denied: tuple[str, ...] = field(default=(), repr=False)
    chosen: tuple[Chosen, ...] = ()

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms that must not stand in the result, by a decision to mask or a deny list: nor in what stands for a
        longer term ("30 to 40 wards")."""
        listed = (*(decided.forms for decided in self.masked), self.denied)
        return tuple(dict.fromkeys(f for forms in listed for f in sought(forms)))

    def without(self, spans: Iterable[Span]) -> "LastWord":
        """Return the same where `spans` must be masked too: no keep decision holds them."""
        taken = Cover(spans)
        if not taken.spans:
            return self
        return replace(
            self,
            held=tuple(span for span in self.held if not taken.touches(span)),
            inside=tuple(span for span in self.inside if not taken.touches(span)),
            bound=tuple(without_places(self.bound, taken)),
        )

    def with_inside(self, spans: Iterable[Span]) -> "LastWord":
        """Return the same with more spans that are a piece of a longer sensitive name."""
        return replace(self, inside=tuple(sorted({*self.inside, *spans})))


def verdicts(
    text: str, changes: Sequence[Change], word: LastWord, is_sealed: Sequence[Span] = ()
) -> list[Verdict]:
    """Return each decision with whether it holds in the result of the changes, for the report (docs/report.md).

    ``is_sealed`` are the spans of the result that an operator wrote, which are not searched.
    """
    output = Searched(apply(text, changes))
    told = []
    for decided in word.masked:
        places = [
            span
            for span in places_of(output, decided.forms)
            if not any(s.start <= span.start and span.end <= s.end for s in is_sealed)
        ]
        verdict = (
            "masked" if not places else f"does not hold: it stands in {len(places)} places of the result"
        )
        told.append(_verdict(decided, not places, verdict))
    for decided in word.asked:
        standing = [s for s in decided.spans if not any(s.overlaps(c.span) for c in changes)]
        overruled = [
            s for s in decided.spans if not any(h.start <= s.start and s.end <= h.end for h in word.held)
        ]
        verdict, of = "kept by decision", f"{len(decided.spans)} places"
        if overruled:
            verdict = (
                f"does not hold in {len(overruled)} of {of}: what must be masked (a decision, a deny list or a "
                "protected name) comes first"
            )
        elif len(standing) < len(decided.spans):
            verdict = f"does not hold in {len(decided.spans) - len(standing)} of {of}"
        told.append(_verdict(decided, not overruled and len(standing) == len(decided.spans), verdict))
    return told


def _verdict(decided: Decided, holds: bool, verdict: str) -> Verdict:
    d = decided.decision
    return Verdict(
        form=d.form,
        decision="mask" if d.mask else "keep",
        by=d.by,
        why=d.why,
        line=d.line,
        places=len(decided.spans),
        holds=holds,
        verdict=verdict,
    )


_TOLD_OF_CHOICES: Final = {
    "safe": "stands as chosen",
    "risky": "stands as chosen, and tells too much of what is sensitive",
    "unknown": "stands as chosen; what it tells is not known",
    "sensitive": "stands as chosen, and holds a sensitive form",
    "": "does not hold: it is not replaced here, or an operator writes for it",
}


def verdict_of(made: Made) -> Verdict:
    """Return what came of a person's choice, for the report."""
    c = made.chosen
    return Verdict(
        form=c.form,
        decision="choose",
        by=c.by,
        why=c.why,
        line=c.line,
        places=made.places,
        holds=bool(made.places),
        verdict=_TOLD_OF_CHOICES[made.verdict],
    )


@dataclass(frozen=True)
class DecidedForms:
    """What decisions and protected names say of a text: their ``mentions``; with those of deny lists ``every`` one that
    must be masked; the decisions to mask and to keep, and what the latter hold; and what persons chose."""

    mentions: tuple[Mention, ...]
    every: tuple[Mention, ...]
    masked: tuple[Decided, ...]
    asked: tuple[Decided, ...]
    held: Cover
    chosen: tuple[Chosen, ...] = ()


def forms_decided(control: Control, doc: Doc, found: Sequence[Mention]) -> DecidedForms:
    """Return what decisions and protected names say of a text, in which recognizers found mentions."""
    text, document = text_of(doc), doc.user_data.get("id")
    document = None if document is None else str(document)
    decisions = in_force(control.decisions, document)
    places = places_in(control.places, document or "", text)
    masked = (*to_mask(text, decisions, found), *(p.decided() for p in places if p.act == "mask"))
    kinds = {m.span: (m.type, m.entity_class) for m in found}
    mentions = []
    for decided in masked:
        kind = decided.decision.type
        if kind == "MISC" and len(decided.forms) > 1:
            kind = "PERSON"
        for span in decided.spans:
            own = (
                kinds.get(span, (kind, entity_class(kind))) if kind == "MISC" else (kind, entity_class(kind))
            )
            mentions.append(Mention(span, *own, recognizer="decision"))
    spoken, searched = spoken_in(text) if control.protect else frozenset(), Searched(text)
    for name in (n for n in control.protect if may_stand(n, spoken)):
        spans = _of_protected(searched, name, found)
        mentions += [Mention(s, "PERSON", EntityClass.PERSON, recognizer="named") for s in spans]
    asked = (*to_keep(text, decisions), *(p.decided() for p in places if p.act == "keep"))
    every = [*mentions, *(m for m in found if must_be_masked(m.recognizer))]
    taken = Cover(m.span for m in every)
    held = [s for d in asked for s in d.spans if not taken.touches(s)]
    return DecidedForms(
        tuple(mentions), tuple(every), masked, asked, Cover(held), chosen_in(control.chosen, document, text)
    )


def _of_protected(searched: Searched, name: str, found: Sequence[Mention]) -> list[Span]:
    """Return where a protected person stands: by the whole name, and by its parts but for those in another person's
    name."""
    whole = places_of(searched, [name])
    own = set(key_words(name).split())
    others = [
        m.span
        for m in found
        if m.entity_class is EntityClass.PERSON
        and not any(m.span.overlaps(w) for w in whole)
        and not _bare_words(m.span.of(searched.text)) <= own
    ]
    parts = places_of(searched, forms_of_person(name))
    return [*whole, *(p for p in parts if not any(p.overlaps(s) for s in (*whole, *others)))]


def _bare_words(surface: str) -> set[str]:
    return set(bare_name(name_words(surface))[0])
