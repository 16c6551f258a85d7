"""The stages in order: read this first.

A text is parsed; the first sanitizers (ξ1) find what is sensitive; every other term is judged by what it discloses of
that, from counts; what discloses too much is generalized; the result is judged again until nothing is left to do.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from spacy.tokens import Doc

from corpora_stats import CountProvider, Query
from corpora_stats.normalize import normalize
from kb import Concept, KnowledgeBase, Sense
from sanitizer.assess import Assessment, Risky, assess, probe
from sanitizer.concepts import CLASS_CONCEPTS, Generalization, RollUp
from sanitizer.control import Control
from sanitizer.extract import Term, extract_terms, shared_contexts
from sanitizer.forms import Forms
from sanitizer.generalize import NOTHING, Choice, Decision, Meanings, Proposal, Proposer, choose, settle
from sanitizer.grammar import fit
from sanitizer.information import BitsArray, BoolArray
from sanitizer.modifiers import without
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.entities import join, spread
from sanitizer.recognize.labels import class_word
from sanitizer.recognize.merge import merge
from sanitizer.report import document_report
from sanitizer.rewrite import Change, OffsetMap, apply, disjoint
from sanitizer.risk import Limit, RiskCalculator, find_limit, may_set_threshold
from sanitizer.sensitive import Sensitive, checked_forms, group
from sanitizer.settings import Settings
from sanitizer.smoothing import smooth
from sanitizer.types import Bits, Document, EntityClass, Mention, Span

_ADJECTIVES: Final = frozenset(["NORP", "NATIONALITY", "ETHNICITY", "RELIGION", "LANGUAGE"])
"""Types that stand before nouns as adjectives; without a true word for them they go."""

_NAMED: Final = frozenset([EntityClass.PERSON, EntityClass.ORG, EntityClass.LOC, EntityClass.MISC])

REMOVED: Final = "[...]"
"""What stands where something was removed: a reader must see that something is missing."""

_CONTEXT_TERMS: Final = 40
"""Terms of each sort (sensitive, others) against which the meanings of a word are weighed."""

_MEANINGS: Final = 4
"""Meanings of a word that are weighed against the document; the rest are rare."""

_USUAL: Final = 10.0
"""A meaning that is so many times as frequent as any other needs no document to speak for it."""

_ROUNDS: Final = 5
"""Times that a result is judged again; the first finds nearly all (docs/method.md)."""


@dataclass(frozen=True, slots=True)
class SanitizedDocument:
    """A sanitized text with its proof: applying ``changes`` to the input gives ``text``; ``met`` says whether the
    residual check found nothing; ``utility_percent`` is the share of information kept (eq. 20-21, None for a text
    without terms); ``checked_forms`` are the surface forms that must not stand in it; ``report`` tells
    every decision (docs/report.md). The last two hold the secrets of the input."""

    id: str
    text: str
    changes: tuple[Change, ...]
    met: bool
    utility_percent: float | None
    checked_forms: tuple[str, ...]
    report: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Subjects:
    """The sensitive terms as the risk calculator sees them, one row each: the query that stands for it, its IC (NaN
    unknown), what replaces it, and the limit of its disclosure."""

    terms: tuple[Sensitive, ...]
    queries: tuple[Query, ...]
    documents: np.ndarray[tuple[int], np.dtype[np.int64]]
    ic: BitsArray
    source: np.ndarray[tuple[int], np.dtype[np.int64]]
    choices: tuple[Choice, ...]
    limit: Limit

    @property
    def replacements(self) -> list[Generalization]:
        """g(s) of each, NOTHING where it is removed."""
        return [choice.option for choice in self.choices]


@dataclass(frozen=True, slots=True)
class Treated:
    """A risky term with what replaces it and the proposal on which the choice rests."""

    risky: Risky
    choice: Choice
    proposal: Proposal
    assessment: Assessment


class Sanitizer:
    """Sanitizes documents one by one; holds no state between them.

    ``parse`` turns a text into a spaCy Doc with parts of speech and sentences; ``recognizers`` are the first
    sanitizers; ``counts`` are asked in order; ``knowledge`` proposes generalizations; ``control`` says what a
    user wants masked and kept whatever the recognizers find.
    """

    def __init__(
        self,
        parse: Callable[[str], Doc],
        recognizers: Sequence[Recognizer],
        counts: Sequence[CountProvider],
        knowledge: KnowledgeBase,
        settings: Settings | None = None,
        control: Control | None = None,
    ) -> None:
        self.control = control or Control()
        self.parse = parse
        self.recognizers = tuple(recognizers)
        self.settings = settings or Settings()
        self.knowledge = knowledge
        self.calculator = RiskCalculator(counts)
        self._roll_up = RollUp(knowledge, counts, self.settings.generalization_counts == "phrase")
        self._proposer = Proposer(knowledge, self._roll_up)

    @classmethod
    def default(cls, settings: Settings | None = None) -> "Sanitizer":
        """With the embedded model, patterns, statistics and knowledge bases; nothing is fetched.

        Raises:
            ResourceError: one of them is missing or damaged.
        """
        from sanitizer.defaults import default_sanitizer

        return default_sanitizer(settings or Settings())

    def sanitize(self, document: Document | str) -> SanitizedDocument:
        """Sanitize one document (Algorithm 1 of the paper, as docs/method.md reads it)."""
        document = document if isinstance(document, Document) else Document("", document)
        doc = self.parse(document.text)
        doc.user_data["id"] = document.id
        sensitive, units = self._first_pass(doc)
        forms = Forms(checked_forms(sensitive))
        subjects = self._settle(doc, sensitive, forms)
        changes = disjoint(self._changes_of_sensitive(doc, subjects, forms))
        terms = extract_terms(doc, [span for s in sensitive for span in s.spans], units)
        treated: list[Treated] = []
        assessments: list[Assessment] = []
        problems: list[dict[str, Any]] = []
        fresh, seen = list(terms), {(t.key, span) for t in terms for span in t.spans}
        read: set[Any] = set()
        for _ in range(_ROUNDS):
            if self.settings.strategy.treats_risky:
                assessment = self._assess(doc, fresh, subjects)
                assessments.append(assessment)
                new = self._generalize(assessment, subjects, forms)
                changes = disjoint(
                    [*changes, *self._changes_of_risky(doc, new, len(treated), changes, forms)]
                )
                treated += new
            output, fresh, problems = self._look_again(doc, changes, forms, seen, read)
            if not fresh:
                break
        else:
            problems += [{"kind": "not settled", "term": t.surface, "span": None} for t in fresh]
        changes = self._smoothed(doc.text, changes, forms)
        output = apply(doc.text, changes)
        report = document_report(
            document, self.settings, self.calculator, self.knowledge, subjects, terms, treated, assessments, changes,
            problems,
        )  # fmt: skip
        return SanitizedDocument(
            document.id,
            output,
            changes,
            not problems,
            report["utility"]["percent"],
            tuple(checked_forms(sensitive)),
            report,
        )

    def sanitize_many(
        self, documents: Iterable[Document | str], workers: int = 1
    ) -> Iterator[SanitizedDocument]:
        """Sanitize documents in order; `workers` processes share the work, the results do not depend on them."""
        from sanitizer.workers import ordered_map

        return ordered_map(self.sanitize, documents, workers)

    # --- the stages -------------------------------------------------------------------------------------------

    def _first_pass(self, doc: Doc) -> tuple[tuple[Sensitive, ...], list[Span]]:
        """ξ1: sensitive entities, all mentions of each; and names that are not sensitive, to be kept in one piece."""
        text, protect = doc.text, self.settings.protect
        mentions = self.control.first_pass(doc, self.recognizers)
        named = _protected_mentions(text, Forms(entry.entity for entry in protect).find(text), mentions)
        if self.settings.threshold.policy == "guarantee":
            units = [m.span for m in mentions if not any(m.span.overlaps(n.span) for n in named)]
            return group(text, join(doc, spread(text, named)), protect), units
        if named:
            mentions = join(doc, spread(text, merge([*mentions, *named])))
        return group(text, mentions, protect), []

    def _settle(self, doc: Doc, sensitive: tuple[Sensitive, ...], forms: Forms) -> Subjects:
        """The query, information and generalization of every sensitive term, and the threshold."""
        keys = [[normalize(form) for form in s.forms] for s in sensitive]
        probes = probe([key for group_keys in keys for key in group_keys], self.calculator)
        queries, position = [], 0
        for group_keys in keys:
            members = range(position, position + len(group_keys))
            position += len(group_keys)
            direct = [probes.own(i)[0] for i in members]
            column = next((c for c in direct if c is not None), None)
            if column is None:
                column = max(
                    (c for i in members if (c := probes.rarest(i)) is not None),
                    key=lambda c: float(probes.marginals.ic[c]),
                    default=None,
                )
            queries.append(Query(()) if column is None else probes.queries[column])
        marginals = self.calculator.marginals(queries)
        proposals = self._proposals(sensitive, queries)
        first_ic = self.calculator.generalized_ic([p[0] for p in proposals], queries)
        eligible = np.array(
            [
                may_set_threshold(s.surface, s.entity_class) and not self._is_common(s.surface)
                for s in sensitive
            ],
            dtype=np.bool_,
        )
        limit = find_limit(self.settings.threshold, marginals.ic, first_ic, eligible)
        shared = _anchored(doc, sensitive, self.settings)
        if self.settings.threshold.policy == "guarantee":
            choices = [
                Choice(p[0], float(bits), "proposed", ()) for p, bits in zip(proposals, first_ic, strict=True)
            ]
        elif self.settings.strategy.generalizes_sensitive:
            choices = settle(
                queries,
                proposals,
                limit,
                shared,
                self.calculator,
                lambda label: bool(forms.find(label)),
            )
        else:
            choices = [Choice(NOTHING, 0.0, "removed", ()) for _ in sensitive]
        return Subjects(
            sensitive,
            tuple(queries),
            marginals.documents,
            marginals.ic,
            marginals.source,
            tuple(choices),
            limit,
        )

    def _is_common(self, surface: str) -> bool:
        """Whether a name is spelled like a common noun ("Time"): its counts are those of the noun."""
        if " " in surface:
            return False
        return any(not sense.instance for sense in self.knowledge.senses(surface.lower()))

    def _proposals(
        self, sensitive: Sequence[Sensitive], queries: Sequence[Query]
    ) -> list[list[Generalization]]:
        """What may stand for each sensitive term, from specific to general: what the user proposes, else what the
        knowledge bases say of a meaning of its class; the word of its class comes last."""
        meanings = [self._proposer.look_up(s.surface, any(c.isupper() for c in s.surface)) for s in sensitive]
        score = self._context_scores(meanings, queries)
        result = []
        for s, meaning in zip(sensitive, meanings, strict=True):
            options = list(self._given(s.proposed)) if s.proposed else []
            whole = not meaning.shortened or s.entity_class is EntityClass.DEM
            whole = (
                whole and s.entity_class is not EntityClass.CODE
            )  # all but the last digit is no generalization
            if not options and self.settings.sensitive == "taxonomy" and meaning.senses and whole:
                found = self._proposer.propose(meaning, s.entity_class, score).options
                options += [replace(option, fine=True) for option in found]
            word, concept = class_word(s.type), CLASS_CONCEPTS.get(s.entity_class)
            if concept is not None:
                options.append(self._roll_up.generalization(concept, word))
            else:
                options.append(Generalization(word, None, Query(()), universal=True))
            result.append([option for option in options if not option.universal or option.label == word])
        return result

    def _given(self, words: str) -> Iterator[Generalization]:
        """A generalization in the words of the user: the concept of that name, else the phrase itself."""
        senses = self.knowledge.senses(words)
        if senses:
            yield self._roll_up.generalization(senses[0].concept, words)
        else:
            yield Generalization(words, None, Query.of(words))

    def _assess(self, doc: Doc, terms: Sequence[Term], subjects: Subjects) -> Assessment:
        """Which terms tell too much of which sensitive terms."""
        occurrences = [span for term in terms for span in term.spans]
        shared = shared_contexts(doc, self.settings.context, [s.spans for s in subjects.terms], occurrences)
        contexts, position = [], 0
        for term in terms:
            contexts.append(shared[:, position : position + len(term.spans)])
            position += len(term.spans)
        exempt = [(s.number, normalize(s.proposed)) for s in subjects.terms if s.protected and s.proposed]
        told = subjects.replacements
        if self.settings.threshold.policy == "guarantee":
            told = [NOTHING] * len(told)  # the guarantee bounds the PMI of eq. (3): g(c) itself is allowed
        return assess(
            terms,
            contexts,
            subjects.queries,
            told,
            subjects.limit,
            self.calculator,
            self.settings.unknown,
            exempt,
        )

    def _generalize(self, assessment: Assessment, subjects: Subjects, forms: Forms) -> list[Treated]:
        """What stands for each risky term."""
        if not self.settings.strategy.generalizes_risky:
            gone = Choice(NOTHING, 0.0, "removed", ())
            return [Treated(r, gone, Proposal((), None), assessment) for r in assessment.risky]
        meanings = [self._proposer.look_up(r.term.surface, r.term.named) for r in assessment.risky]
        probes = assessment.probes
        around = [q for q in subjects.queries if q.phrases][:_CONTEXT_TERMS]
        around += [probes.queries[p.columns[0]] for p in probes.of if p.direct][:_CONTEXT_TERMS]
        score = self._context_scores(meanings, around)
        proposals = [self._proposer.propose(m, "", score) for m in meanings]
        decisions = [
            Decision(assessment.probes.own(r.index)[1], p.options, r.towards)
            for r, p in zip(assessment.risky, proposals, strict=True)
        ]
        told = subjects.replacements
        if self.settings.threshold.policy == "guarantee":
            told = [NOTHING] * len(told)
        choices = choose(
            decisions, subjects.queries, told, subjects.limit, self.calculator,
            lambda label: bool(forms.find(label)), self.settings.last_resort,
        )  # fmt: skip
        return [
            Treated(r, c, p, assessment) for r, c, p in zip(assessment.risky, choices, proposals, strict=True)
        ]

    def _context_scores(
        self, meanings: Sequence[Meanings], around: Sequence[Query]
    ) -> Callable[[Concept], float]:
        """How well the kind of a meaning fits the document: its mean association (PMI with pseudo-count, bits) with
        the terms `around` it. All kinds of all ambiguous phrases are counted in one matrix."""
        kinds = {
            kind.id: kind
            for m in meanings
            if _is_ambiguous(m.senses)
            for sense in m.senses[:_MEANINGS]
            for kind in self._proposer.kinds(sense)
        }
        around = [query for query in around if query.phrases][: 2 * _CONTEXT_TERMS]
        if not kinds or not around:
            return lambda concept: 0.0
        evidence = self.calculator.evidence(
            [self._roll_up.query(kind) for kind in kinds.values()], [NOTHING] * len(kinds), around
        )
        known = ~np.isnan(evidence.risk)
        mean = np.where(known, evidence.risk, 0.0).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
        scores = dict(zip(kinds, mean.tolist(), strict=True))
        return lambda concept: scores.get(concept.id, 0.0)

    def _look_again(
        self,
        doc: Doc,
        changes: Sequence[Change],
        forms: Forms,
        seen: set[tuple[str, Span]],
        read: set[Any],
    ) -> tuple[str, list[Term], list[dict[str, Any]]]:
        """Read the result afresh: terms that were not judged before (with spans of the input), forms that are left."""
        output, back = apply(doc.text, changes), OffsetMap(changes)
        problems = [
            {"kind": "sensitive form left", "term": span.of(output), "span": [span.start, span.end]}
            for span in forms.find(output)
        ]
        if not self.settings.strategy.treats_risky:
            return output, [], problems
        fresh = []
        for term in self._terms_of_result(output, back.replaced(), read):
            spans = tuple(span for s in term.spans if (term.key, span := back.to_input(s)) not in seen)
            if spans:
                seen.update((term.key, span) for span in spans)
                fresh.append(replace(term, spans=spans))
        return output, fresh, problems

    def _terms_of_result(
        self, output: str, replaced: Sequence[Span], read: set[tuple[str, tuple[Span, ...]]]
    ) -> Iterator[Term]:
        """The terms of the lines of a result that were not `read` in a round before, one line's after the other's.

        The model looks at a few words around each word and never past a line, so lines can be parsed apart."""
        lines, start, at = [], 0, 0
        for line in output.splitlines(keepends=True):
            inside = []
            while at < len(replaced) and replaced[at].start < start + len(line):
                inside.append(
                    Span(replaced[at].start - start, min(replaced[at].end, start + len(line)) - start)
                )
                at += 1
            if (line, tuple(inside)) not in read:
                read.add((line, tuple(inside)))
                lines.append((start, line, inside))
            start += len(line)
        joined, origin = "".join(line for _, line, _ in lines), 0
        shifts, masked = [], []
        for begin, line, inside in lines:
            shifts.append((origin, begin - origin))
            masked += [Span(span.start + origin, span.end + origin) for span in inside]
            origin += len(line)
        if not joined.strip():
            return
        starts = [first for first, _ in shifts]
        for term in extract_terms(self.parse(joined), masked):
            moved = []
            for span in term.spans:
                shift = shifts[bisect_right(starts, span.start) - 1][1]
                moved.append(Span(span.start + shift, span.end + shift))
            yield replace(term, spans=tuple(moved))

    # --- from decisions to changes ----------------------------------------------------------------------------

    def _smoothed(self, text: str, changes: tuple[Change, ...], forms: Forms) -> tuple[Change, ...]:
        """Lists of equal replacements become one; what comes again is "the city"; never at the price of a secret."""
        smoothed = tuple(smooth(text, changes))
        return changes if forms.find(apply(text, smoothed)) else smoothed

    def _changes_of_sensitive(self, doc: Doc, subjects: Subjects, forms: Forms) -> Iterator[Change]:
        text = doc.text  # spaCy puts it together anew at each call
        for s, choice in zip(subjects.terms, subjects.choices, strict=True):
            for span in s.spans:
                gone = without(doc, text, span) if s.type in _ADJECTIVES and choice.option.universal else None
                if gone is not None:
                    yield Change(gone[0], gone[1], "sensitive", s.number)
                else:
                    yield _change(doc, text, span, choice.option, "sensitive", s.number, forms, _is_name(s))

    def _changes_of_risky(
        self, doc: Doc, treated: Sequence[Treated], first: int, before: Sequence[Change], forms: Forms
    ) -> Iterator[Change]:
        text = doc.text
        taken = np.zeros(len(text) + 1, dtype=np.bool_)
        for change in before:
            taken[change.span.start : change.span.end] = True
        for number, t in enumerate(treated, first):
            for span in t.risky.spans:
                if not taken[span.start : span.end].any():
                    yield _change(
                        doc, text, span, t.choice.option, "risky", number, forms, t.risky.term.named
                    )


def _is_ambiguous(senses: Sequence[Sense]) -> bool:
    """Whether a word has several meanings of which none is by far the most usual."""
    return len(senses) > 1 and senses[0].frequency < _USUAL * max(s.frequency for s in senses[1:])


def _is_name(s: Sensitive) -> bool:
    """Whether the words of a sensitive term are a name: "Jobs" is no plural."""
    return s.entity_class in _NAMED and s.surface[:1].isupper()


def _change(
    doc: Doc,
    text: str,
    span: Span,
    option: Generalization,
    kind: str,
    reference: int,
    forms: Forms,
    named: bool,
) -> Change:
    """The change that puts a generalization in a place of the text, in good English where that tells nothing."""
    if not option.label:
        return Change(span, REMOVED, kind, reference)
    widened, words = fit(text, span, option.label, doc=doc, named=named)
    if forms.find(words):  # a title or a noun that is itself sensitive was taken along
        return Change(span, option.label, kind, reference)
    return Change(widened, words, kind, reference)


def _protected_mentions(text: str, spans: Sequence[Span], found: Sequence[Mention]) -> list[Mention]:
    kind = {m.span: (m.type, m.entity_class) for m in found}
    default = ("PROTECTED", EntityClass.MISC)
    return [Mention(span, *kind.get(span, default), recognizer="protect") for span in spans]


def _anchored(doc: Doc, sensitive: Sequence[Sensitive], settings: Settings) -> BoolArray:
    """Which sensitive terms share a context with which others: (terms, terms)."""
    shared = np.zeros((len(sensitive), len(sensitive)), dtype=np.bool_)
    anchors = [s.spans for s in sensitive]
    for s in sensitive:
        if s.spans:
            shared[:, s.number] = shared_contexts(doc, settings.context, anchors, s.spans).any(axis=1)
        else:
            shared[:, s.number] = True
    return shared


__all__ = ["REMOVED", "Bits", "SanitizedDocument", "Sanitizer"]
