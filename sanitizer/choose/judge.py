"""Choose a generalization for every sensitive term; find the terms that disclose it; choose theirs (Algorithm 1)."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

import numpy as np
from spacy.lang.en.stop_words import STOP_WORDS
from spacy.tokens import Doc

from corpora_stats import CountProvider, Query
from kb import Concept, KnowledgeBase
from kb.readability import LEAST, TELLS, Readability
from kb.taxonomy import is_group, readable
from kb.values.date_order import DateOrder
from sanitizer.choose.certain_meanings import ILLNESSES, WORK
from sanitizer.choose.generalize import (
    NOTHING,
    Choice,
    Decision,
    Wording,
    choose,
    settle,
    told_anyway,
)
from sanitizer.choose.meanings import Proposal
from sanitizer.choose.proposals import Proposals
from sanitizer.choose.risky_terms import Treated, called
from sanitizer.choose.shared_contexts import sharing_a_context
from sanitizer.choose.smaller_changes import shortened, with_commoner
from sanitizer.common.normal_forms import normal_form, query_of
from sanitizer.common.timing import stage
from sanitizer.errors import DocumentError
from sanitizer.read.sensitive import Sensitive
from sanitizer.recognize.finders.abbreviations import is_listed, words_in
from sanitizer.risk.contextual_counts import in_context
from sanitizer.risk.disclosure_risk import RiskCalculator
from sanitizer.risk.find_risky_terms import Assessment, Placed, Risky, Targets, assess, probe
from sanitizer.risk.roll_up import CLASS_CONCEPTS, Generalization, RollUp
from sanitizer.risk.threshold import Limit, find_limit, may_set_threshold
from sanitizer.risk.unexplained_terms import is_unnamed
from sanitizer.settings import Settings
from sanitizer.text.context_windows import shared_contexts
from sanitizer.text.surface_forms import Forms
from sanitizer.text.terms import Term, Words, words_of
from sanitizer.types import Bits, BitsArray, text_of

_MOST_PAIRS: Final = 50_000_000
"""Pairs of a sensitive term and another one, with their counts some 60 bytes each, that are judged at once."""

_COUNTED: Final = frozenset({"wn", "doid", "job", "ent", "head"})
"""Knowledge bases whose labels were counted as heads of noun phrases."""
NO_OPERATORS: Final[Mapping[int, str]] = {}


@dataclass(frozen=True, slots=True)
class Subjects:
    """The sensitive terms as the risk calculator sees them, one row each: the query that stands for it, its IC (NaN
    unknown), what replaces it, and the limit of its disclosure; ``operators`` by row, where one treats it."""

    terms: tuple[Sensitive, ...]
    queries: tuple[Query, ...]
    documents: np.ndarray[tuple[int], np.dtype[np.int64]]
    ic: BitsArray
    source: np.ndarray[tuple[int], np.dtype[np.int64]]
    choices: tuple[Choice, ...]
    limit: Limit
    operators: Mapping[int, str] = field(default_factory=dict)


class Judge:
    """Decides about the terms of documents; the risk is measured in ``counts``, ``knowledge`` proposes what to say."""

    def __init__(self, counts: Sequence[CountProvider], knowledge: KnowledgeBase, settings: Settings) -> None:
        self.settings = settings
        self.knowledge = knowledge
        self.calculator = RiskCalculator(counts)
        roll_up = RollUp(knowledge, counts, settings.generalization_counts == "phrase")
        self._readability = Readability(knowledge)
        self._proposals = Proposals(knowledge, roll_up, self.calculator, settings.sensitive == "taxonomy")

    def tells(self, phrases: Sequence[str]) -> BitsArray:
        """Return what each phrase tells by itself; NaN where no source of counts knows it."""
        return self.calculator.marginals([query_of(phrase) for phrase in phrases]).ic

    def said(self, words: str) -> Generalization:
        """Return what words of a person say: the concept of that name, else the phrase itself."""
        return next(self._proposals.given(words))

    def above(self, concept: Concept) -> list[str]:
        """Return the labels of what lies above a concept on its ladder, nearest first."""
        return [c.label for c in self._proposals.above(concept) if readable(c)]

    def is_kind(self, word: str) -> bool:
        """Return whether a knowledge base knows a word as a kind of things, and none as a given name."""
        senses = self.knowledge.senses(word)
        given = any(s.concept.prefix == "given" for s in senses)
        return not given and any(not s.instance for s in senses)

    @stage("choose: sensitive")
    def settle(
        self,
        doc: Doc,
        sensitive: tuple[Sensitive, ...],
        forms: Forms,
        hidden: Words = frozenset(),
        operators: Mapping[int, str] = NO_OPERATORS,
        order: DateOrder | None = None,
    ) -> Subjects:
        """Return the query, information and generalization of every sensitive term, and the threshold; no
        generalization holds one of the `hidden` words. Of terms that one of the `operators` (by number) treats it
        is said what is told. Dates in numbers are read in the `order`, else in that of the text."""
        keys = [[normal_form(form) for form in s.forms] for s in sensitive]
        probes = probe([key for group_keys in keys for key in group_keys], self.calculator)
        queries, whole, position = [], [], 0
        for group_keys in keys:
            members = range(position, position + len(group_keys))
            position += len(group_keys)
            # a form of stop words alone is counted in every document
            direct = [
                None if set(key.split()) <= STOP_WORDS else probes.own(i)[0]
                for i, key in zip(members, group_keys, strict=True)
            ]
            column = next((c for c in direct if c is not None), None)
            whole.append(column is not None)
            if column is None:
                column = max(
                    (c for i in members if (c := probes.rarest(i)) is not None),
                    key=lambda c: float(probes.marginals.ic[c]),
                    default=None,
                )
            queries.append(Query(()) if column is None else probes.queries[column])
        proposals, senses = self._proposals.of_sensitive(doc, sensitive, queries, order)
        if self.settings.contextual:
            for row, (query, own) in enumerate(zip(queries, keys, strict=True)):
                if not set(query.phrases) <= set(own) or operators.get(row) == "keep":
                    senses[row] = None  # a part of the term, or a term that is told
            queries = in_context(queries, senses, self.knowledge, self.calculator)
        marginals = self.calculator.marginals(queries)
        for row, name in operators.items():
            proposals[row] = [_told_by(name, sensitive[row], queries[row], proposals[row])]
        first_ic = self.calculator.generalized_ic([p[0] for p in proposals], queries)
        # a part of a name tells less than the name, so it would be the least
        least = self.settings.threshold.policy == "least"
        eligible = np.array(
            [
                (known or not least)
                and may_set_threshold(s.surface, s.entity_class)
                and not self._is_common(s.surface)
                and not is_listed(s.surface)
                and operators.get(s.number) != "keep"
                for s, known in zip(sensitive, whole, strict=True)
            ],
            dtype=np.bool_,
        )
        limit = find_limit(self.settings.threshold, marginals.ic, first_ic, eligible)
        kept = np.array([operators.get(s.number) == "keep" for s in sensitive], dtype=np.bool_)
        limit = replace(
            limit, bits=np.where(kept, np.inf, limit.bits)
        )  # told anyway: nothing tells too much of it
        shared = sharing_a_context(doc, sensitive, self.settings)
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
                Wording(_forbidden(forms, hidden), self.rank),
            )
        else:
            choices = [Choice(NOTHING, 0.0, "removed", ()) for _ in sensitive]
        for row in operators:
            option, bits = proposals[row][0], float(first_ic[row])
            choices[row] = Choice(option, 0.0 if math.isnan(bits) else bits, "operator", ())
        if not limit.strict:  # a guarantee bounds what is told, whatever the words around say
            beside = told_anyway([choice.option for choice in choices], self.calculator)
            limit = replace(limit, bits=limit.bits + beside)
        return Subjects(
            sensitive,
            tuple(queries),
            marginals.documents,
            marginals.ic,
            marginals.source,
            tuple(choices),
            limit,
            operators,
        )

    @stage("risk")
    def assess(
        self, doc: Doc, terms: Sequence[Term], subjects: Subjects, hidden: Words = frozenset()
    ) -> Assessment:
        """Return which terms tell too much of which sensitive terms, or hold one of the `hidden` words.

        Raises:
            DocumentError: there are more pairs of both than can be held in memory.
        """
        if (pairs := len(terms) * len(subjects.terms)) > _MOST_PAIRS:
            raise DocumentError(
                f"too long to be judged as one: {len(subjects.terms):,} sensitive and {len(terms):,} other terms are "
                f"{pairs:,} pairs, the limit is {_MOST_PAIRS:,}; cut it into shorter documents"
            )
        occurrences = [span for term in terms for span in term.spans]
        shared = shared_contexts(doc, self.settings.context, [s.spans for s in subjects.terms], occurrences)
        contexts, position = [], 0
        for term in terms:
            contexts.append(shared[:, position : position + len(term.spans)])
            position += len(term.spans)
        exempt = [(s.number, normal_form(s.proposed)) for s in subjects.terms if s.protected and s.proposed]
        known = words_in(text_of(doc))
        placed = Placed(
            terms,
            contexts,
            [bool(words_of(term.surface) & hidden) for term in terms],
            [
                known.issuperset(term.spans)
                or (not term.opaque and all(is_unnamed(doc, term.surface, span) for span in term.spans))
                for term in terms
            ],
        )
        targets = Targets(subjects.queries, self.told(subjects), subjects.limit, exempt)
        return assess(
            placed,
            targets,
            self.calculator,
            self.settings.unknown,
            keep_all=self.settings.groups > 1,
            is_kind=self.is_kind,
        )

    def told(self, subjects: Subjects) -> list[Generalization]:
        """Return what the text tells of each sensitive term. The guarantee bounds the PMI of eq. (3): g(c) may be
        told."""
        if self.settings.threshold.policy == "guarantee":
            return [NOTHING] * len(subjects.terms)
        return [choice.option for choice in subjects.choices]

    @stage("choose: correlated")
    def generalize(
        self,
        risky: Sequence[Risky],
        assessment: Assessment,
        subjects: Subjects,
        forms: Forms,
        hidden: Words = frozenset(),
    ) -> list[Treated]:
        """Return what stands for risky terms of an assessment; never a sensitive form, or one of the `hidden` words."""
        if not self.settings.strategy.generalizes_risky:
            gone = Choice(NOTHING, 0.0, "removed", ())
            return [Treated(r, gone, Proposal((), None), assessment) for r in risky]
        probes = assessment.probes
        others = [probes.queries[p.columns[0]] for p in probes.of if p.direct]
        proposals = self._proposals.of_risky([r.term for r in risky], subjects.queries, others)
        own = [assessment.probes.own(r.index)[1] for r in risky]
        short: list[Choice | None] = [None] * len(risky)
        for i, r in enumerate(risky if hidden else ()):
            if r.rule == "linkage":
                short[i] = shortened(r.term, own[i], hidden, self.calculator)
                proposals[i] = with_commoner(proposals[i], own[i], hidden, self.knowledge, self.calculator)
        decisions = [
            Decision(bits, p.options, r.towards) for r, p, bits in zip(risky, proposals, own, strict=True)
        ]
        choices = choose(
            decisions, Targets(subjects.queries, self.told(subjects), subjects.limit), self.calculator,
            Wording(_forbidden(forms, hidden), self.rank),
            self.settings.last_resort,
        )  # fmt: skip
        return [
            Treated(r, fewer or called(r, c, forms), p, assessment)
            for r, fewer, c, p in zip(risky, short, choices, proposals, strict=True)
        ]

    def rank(self, option: Generalization, information: Bits) -> int:
        """Return how well a generalization reads: 0 as one would say it, 1 as nobody says it, or it says next to
        nothing; the words of classes come behind, at last what is said of nothing."""
        concept = option.concept
        if option.universal or concept in CLASS_CONCEPTS.values():
            return 2
        if concept is None:
            return 0
        if not readable(concept):
            return 3
        if concept.id in ILLNESSES | WORK:
            return 1
        if concept.prefix not in _COUNTED or is_group(concept):
            return 0  # one's own words, or words that were chosen for readers
        phrase = option.label.islower() and " " in option.label and " of " not in option.label
        if phrase and np.isnan(self.tells([option.label])[0]):
            return 3 if concept.prefix == "wn" else 1  # no document holds it: nobody's word
        if self._readability.misleads(concept, option.label):
            return 1
        head = option.label.rpartition(" ")[2]
        if phrase and any(
            c.label == head for c in self._proposals.above(concept) if c.id in ILLNESSES | WORK
        ):
            return 0  # a kind of what everybody names ("skin disease")
        said = information >= TELLS and self._readability.bits(concept, option.label, information) >= LEAST
        return 0 if said else 1

    def _is_common(self, surface: str) -> bool:
        """Return whether a name is spelled like a common noun ("Time"): its counts are those of the noun."""
        if " " in surface:
            return False
        return any(not sense.instance for sense in self.knowledge.senses(surface.lower()))


def _forbidden(forms: Forms, hidden: Words) -> Callable[[str], bool]:
    """Return whether a label holds a sensitive form or a hidden word; each label is looked at once."""
    return cache(lambda label: bool(forms.find(label) or words_of(label) & hidden))


def _told_by(
    operator: str, s: Sensitive, query: Query, proposals: Sequence[Generalization]
) -> Generalization:
    """Return what an operator tells of a term: all of it (keep), nothing (remove), or what kind of thing it is."""
    if operator == "keep":
        return Generalization(s.surface, None, query)
    return NOTHING if operator == "remove" else proposals[-1]
