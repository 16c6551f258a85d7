"""Show at once what a decision does: the last report with the events since, before the whole document is done again.

What is shown so is not the last word. Words are fitted into each mention by itself, what is chosen has its bits,
whether they are too many (:mod:`sanitizer.review.judge_at_once`) and whether it holds a sensitive form, and what only a
run of all stages tells (the residual check of the text, utility, terms that tell too much now) is as it was. The desk
says that it is still checking, and shows the report of the run as soon as it is there.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from operator import attrgetter

from sanitizer.check.report import CandidateTried, DocumentReport, RiskyEntry, SensitiveEntry
from sanitizer.choose.replacement_requests import SAFE, key_of
from sanitizer.control.apply_decisions import places_of
from sanitizer.control.covered_text import Cover
from sanitizer.control.log.event import Event
from sanitizer.control.outcomes import CHOSEN, LeftName, Problem
from sanitizer.recognize.entity_types import class_word, entity_class
from sanitizer.review.judge_at_once import Judged, tried_before
from sanitizer.say.phrases import REMOVED
from sanitizer.text.edits import Change, Fitted
from sanitizer.text.surface_forms import Forms, Searched
from sanitizer.types import Span

Write = Callable[[Sequence[Span], Sequence[str]], Sequence[Fitted]]
"""Fits labels into places: where the words stand for what, and the words."""


def bare(spans: Sequence[Span], labels: Sequence[str]) -> list[Fitted]:
    """Return the labels as they are, where nothing is known of the sentences around them."""
    return [Fitted(span, label or REMOVED) for span, label in zip(spans, labels, strict=True)]


def shown_after(
    report: DocumentReport,
    events: Iterable[Event],
    write: Write = bare,
    searched: Searched | None = None,
    judged: Judged = tried_before,
) -> DocumentReport:
    """Return a report with events about its document, in their order, as they can be shown at once; ``searched`` is
    its text, where it is known already; ``judged`` says what a label tells."""
    draft = _Draft(report, write, searched or Searched(report.text), judged)
    for event in events:
        draft.do(event)
    return draft.report()


class _Draft:
    """A report under way. Entities keep their numbers; one that is gone has no place."""

    def __init__(self, report: DocumentReport, write: Write, searched: Searched, judged: Judged) -> None:
        self._report = report
        self._judged = judged
        self._searched = searched
        self._write = write
        self._sensitive = list(report.sensitive)
        self._risky = list(report.risky)
        self._changes = list(report.changes)
        self._left = list(report.left)
        self._problems = list(report.residual.problems)

    def report(self) -> DocumentReport:
        residual = replace(self._report.residual, met=not self._problems, problems=tuple(self._problems))
        return replace(
            self._report,
            sensitive=tuple(self._sensitive),
            risky=tuple(self._risky),
            changes=tuple(sorted(self._changes, key=attrgetter("span.start", "span.end"))),
            left=tuple(self._left),
            residual=residual,
        )

    def do(self, event: Event) -> None:
        match event.act:
            case "keep":
                self._keep(event)
            case "mask" | "mark" | "retype":
                self._mask(event)
            case "choose":
                self._choose(event)
            case "extent":
                self._extend(event)
            case "split":
                for number in self._entities(event):
                    self._part(number, event)
            case "merge":
                self._merge(event)

    def _key(self, form: str) -> str:
        """Return what a form is compared by; all entities of a document are compared with each event."""
        keys = self._searched.keys
        return keys[form] if form in keys else keys.setdefault(form, key_of(form))

    # --- what an event is about ----------------------------------------------------------------------------------

    def _entities(self, event: Event) -> list[int]:
        """Return the numbers of the sensitive entities that an event is about."""
        if event.far == "place" and event.span is not None:
            return [s.number for s in self._sensitive if any(event.span.overlaps(p) for p in s.spans)]
        forms = {self._key(form) for form in event.forms}
        return [
            s.number
            for s in self._sensitive
            if s.spans and not forms.isdisjoint(map(self._key, (s.term, *s.forms)))
        ]

    def _terms(self, event: Event) -> list[int]:
        """Return the places in the report of the correlated terms that an event is about."""
        if event.far == "place" and event.span is not None:
            return [i for i, r in enumerate(self._risky) if any(event.span.overlaps(p) for p in r.spans)]
        forms = {self._key(form) for form in event.forms}
        return [i for i, r in enumerate(self._risky) if r.spans and self._key(r.term) in forms]

    def _part(self, number: int, event: Event) -> int:
        """Return the number of the entity that has the place of an event alone; a new one where it has others too."""
        entry, span = self._sensitive[number], event.span
        own = tuple(p for p in entry.spans if span is not None and p.overlaps(span))
        if event.far != "place" or not own or len(own) == len(entry.spans):
            return number
        new = len(self._sensitive)
        rest = tuple(p for p in entry.spans if p not in own)
        self._sensitive[number] = replace(entry, spans=rest)
        self._sensitive.append(replace(entry, number=new, spans=own, term=own[0].of(self._report.text)))
        for i, change in enumerate(self._changes):
            if (change.kind, change.reference) == ("sensitive", number) and any(
                change.span.overlaps(p) for p in own
            ):
                self._changes[i] = replace(change, reference=new)
        return new

    # --- what events do ------------------------------------------------------------------------------------------

    def _keep(self, event: Event) -> None:
        for number in self._entities(event):
            number = self._part(number, event)
            entry = self._sensitive[number]
            self._settle(entry.term)
            self._left.append(
                LeftName(
                    term=entry.term,
                    entity_class=entry.entity_class,
                    rule="decision",
                    why=event.why,
                    spans=entry.spans,
                )
            )
            self._put("sensitive", number, (), "")
            self._sensitive[number] = replace(entry, spans=())
        for at in self._terms(event):
            term = self._risky[at]
            self._settle(term.term)
            self._left.append(
                LeftName(
                    term=term.term, entity_class="MISC", rule="decision", why=event.why, spans=term.spans
                )
            )
            self._put("risky", term.number, (), "")
            self._risky[at] = replace(term, spans=())

    def _mask(self, event: Event) -> None:
        known = self._entities(event)
        kind = event.type or "MISC"
        for number in known if event.act != "mark" else ():
            number = self._part(number, event)
            entry = self._sensitive[number]
            if event.act == "mask" and entry.type == kind:
                continue
            self._sensitive[number] = self._typed(entry, kind)
            self._put("sensitive", number, entry.spans, class_word(kind))
        if known and event.act != "mark":
            return
        if event.far == "place" and event.act != "mark" and event.span is not None:
            spans = [event.span]
        else:
            spans = places_of(self._searched, event.forms)
        taken = Cover(p for s in self._sensitive for p in s.spans)
        spans = [span for span in spans if not taken.touches(span)]
        if spans:
            self._add(event.form, kind, tuple(spans))

    def _choose(self, event: Event) -> None:
        label = event.to or ""
        for number in self._entities(event):
            if self._sensitive[number].operator is not None:
                continue
            number = self._part(number, event)
            entry = self._sensitive[number]
            tried = self._tried(entry, label)
            self._settle(entry.term, None if tried is None else tried.verdict)
            self._sensitive[number] = replace(
                entry,
                generalization=label or None,
                generalization_ic=0.0 if not label else None if tried is None else tried.ic,
                concept=None if tried is None else tried.concept,
            )
            self._put("sensitive", number, entry.spans, label)
        for at in self._terms(event):
            term = self._risky[at]
            tried = self._tried(term, label)
            self._settle(term.term, None if tried is None else tried.verdict)
            made = replace(
                term.choice,
                replacement=label or None,
                concept=None if tried is None else tried.concept,
                ic=0.0 if not label else None if tried is None else tried.ic,
                rule="decision",
            )
            self._risky[at] = replace(term, choice=made)
            self._put("risky", term.number, term.spans, label)

    def _tried(self, entry: SensitiveEntry | RiskyEntry, label: str) -> CandidateTried | None:
        """Look up what is known of a label; one that holds a sensitive form is told as such."""
        tried = self._judged(entry, label)
        if tried is None or tried.verdict == "sensitive" or not self._is_sensitive(label):
            return tried
        return replace(tried, verdict="sensitive")

    def _is_sensitive(self, label: str) -> bool:
        """Return whether a form of what is hidden now stands in words."""
        words = f" {self._key(label)} "
        forms = (form for s in self._sensitive if s.spans for form in (s.term, *s.forms))
        return any(f" {self._key(form)} " in words and Forms([form]).find(label) for form in forms)

    def _extend(self, event: Event) -> None:
        old, new = event.span, event.extent
        if old is None or new is None:
            return
        for number in self._entities(event)[:1]:
            entry = self._sensitive[number]
            spans = tuple(sorted({new if p.overlaps(old) else p for p in entry.spans}))
            self._sensitive[number] = replace(entry, spans=spans)
            self._put("sensitive", number, spans, entry.generalization or "")
            return
        self._add(new.of(self._report.text), event.type or "MISC", (new,))

    def _merge(self, event: Event) -> None:
        first = self._entities(event)[:1]
        other = [
            s for s in self._sensitive if event.extent and any(event.extent.overlaps(p) for p in s.spans)
        ]
        for number, gone in zip(first, other, strict=False):
            if number == gone.number:
                return
            entry = self._sensitive[number]
            forms = tuple(dict.fromkeys((*entry.forms, gone.term, *gone.forms)))
            spans = tuple(sorted((*entry.spans, *gone.spans)))
            self._put("sensitive", gone.number, (), "")
            self._sensitive[gone.number] = replace(gone, spans=())
            self._sensitive[number] = replace(entry, spans=spans, forms=forms)
            self._put("sensitive", number, spans, entry.generalization or "")

    # --- the parts of the report ---------------------------------------------------------------------------------

    def _typed(self, entry: SensitiveEntry, kind: str) -> SensitiveEntry:
        return replace(
            entry,
            entity_class=str(entity_class(kind)),
            type=kind,
            generalization=class_word(kind),
            generalization_ic=None,
            concept=None,
            candidates=(),
        )

    def _add(self, form: str, kind: str, spans: tuple[Span, ...]) -> None:
        """Make a new entity; what was kept, correlated or changed at its places is so no more."""
        number = len(self._sensitive)
        self._sensitive.append(
            SensitiveEntry(
                number=number, term=form, forms=(), entity_class=str(entity_class(kind)), type=kind,
                recognizers=("decision",), spans=spans, query=(), documents=None, ic=None, source=None, limit=None,
                proposed=None, generalization=class_word(kind), generalization_ic=None, concept=None, candidates=(),
            )
        )  # fmt: skip
        for i, name in enumerate(self._left):
            self._left[i] = replace(name, spans=_without(name.spans, spans))
        self._left = [name for name in self._left if name.spans]
        for i, term in enumerate(self._risky):
            if len(rest := _without(term.spans, spans)) < len(term.spans):
                self._risky[i] = replace(term, spans=rest)
        own = Cover(spans)
        self._changes = [c for c in self._changes if not own.touches(c.span)]
        self._put("sensitive", number, spans, class_word(kind))

    def _put(self, kind: str, number: int, spans: Sequence[Span], label: str) -> None:
        """Write a label at places, in the stead of what stood for that entity or term."""
        self._changes = [c for c in self._changes if (c.kind, c.reference) != (kind, number)]
        others = Cover(c.span for c in self._changes)
        free = [span for span in spans if not others.touches(span)]
        for (span, words), own in zip(self._write(free, [label] * len(free)), free, strict=True):
            if others.touches(span):
                span, words = own, label or REMOVED
            self._changes.append(Change(span, words, kind, number))

    def _settle(self, term: str, verdict: str | None = None) -> None:
        """Replace the problems of a term by the verdict on what is chosen for it now, where that is not safe."""
        self._problems = [p for p in self._problems if p.term != term]
        if verdict and verdict not in SAFE:
            self._problems.append(Problem(kind=CHOSEN, term=term, span=None, why=verdict))


def _without(spans: Sequence[Span], taken: Sequence[Span]) -> tuple[Span, ...]:
    return tuple(span for span in spans if not any(span.overlaps(other) for other in taken))
