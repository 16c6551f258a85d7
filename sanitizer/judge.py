"""What is told of each sensitive term, which others tell too much of it, and what stands for both (Algorithm 1)."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from spacy.tokens import Doc

from corpora_stats import CountProvider, Query
from corpora_stats.normalize import normalize
from kb import Concept, KnowledgeBase, Sense
from kb.taxonomy import ancestors
from sanitizer.assess import Assessment, Group, Risky, assess, probe
from sanitizer.concepts import CLASS_CONCEPTS, Generalization, RollUp
from sanitizer.contextual import in_context
from sanitizer.extract import Term, Words, shared_contexts, words_of
from sanitizer.forms import Forms
from sanitizer.generalize import (
    NO_MEANING,
    NOTHING,
    Choice,
    Decision,
    Meanings,
    Proposal,
    Proposer,
    choose,
    settle,
    told_anyway,
)
from sanitizer.homonyms import Places, beside
from sanitizer.information import BitsArray, BoolArray
from sanitizer.listed import kinds_in_lists, shown
from sanitizer.recognize.labels import class_word
from sanitizer.risk import Limit, RiskCalculator, find_limit, may_set_threshold
from sanitizer.sense import of_type, one_meaning, to_weigh
from sanitizer.sensitive import Sensitive
from sanitizer.settings import Settings
from sanitizer.types import Bits, EntityClass, text_of
from sanitizer.whereabouts import NOTHING_SAID, Said, kind_of_work, said_of

_CHANCE: Final[Bits] = 1.7
"""A word met in few documents is met in long ones, and they hold more of anything: the mean association of the kinds of
words with documents is _CHANCE (1 - exp(-IC / _CHANCE)) bits on the development halves (correlation .77), whatever they
mean. Only what exceeds this speaks for a meaning."""

_OCCUPATION: Final = {"JOB": True, "DISEASE": False}
"""Whether an attribute of a person that was recognized as such a type is an occupation; of others it is not known."""

_NUMBERS: Final = {EntityClass.DATETIME, EntityClass.QUANTITY, EntityClass.CODE}
"""Classes whose words are not ambiguous, although a year may be a number too."""

_CONTEXT_TERMS: Final = 40
"""Terms of each sort (sensitive, others) against which the meanings of a word are weighed."""


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


@dataclass(frozen=True, slots=True)
class Treated:
    """A risky term with what replaces it and the proposal on which the choice rests; ``group`` where it was risky only
    together with others."""

    risky: Risky
    choice: Choice
    proposal: Proposal
    assessment: Assessment
    group: Group | None = None


class Judge:
    """Decides about the terms of documents; the risk is measured in ``counts``, ``knowledge`` proposes what to say."""

    def __init__(self, counts: Sequence[CountProvider], knowledge: KnowledgeBase, settings: Settings) -> None:
        self.settings = settings
        self.knowledge = knowledge
        self.calculator = RiskCalculator(counts)
        self._roll_up = RollUp(knowledge, counts, settings.generalization_counts == "phrase")
        self._proposer = Proposer(knowledge, self._roll_up)

    def tells(self, phrases: Sequence[str]) -> BitsArray:
        """What each phrase tells by itself; NaN where no source of counts knows it."""
        return self.calculator.marginals([Query.of(phrase) for phrase in phrases]).ic

    def settle(
        self,
        doc: Doc,
        sensitive: tuple[Sensitive, ...],
        forms: Forms,
        hidden: Words = frozenset(),
        operators: Mapping[int, str] = NO_OPERATORS,
    ) -> Subjects:
        """The query, information and generalization of every sensitive term, and the threshold; no generalization holds
        one of the `hidden` words. Of terms that one of the `operators` (by number) treats it is said what is told."""
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
        proposals, senses = self._proposals(doc, sensitive, queries)
        if self.settings.contextual:
            for row, (query, own) in enumerate(zip(queries, keys, strict=True)):
                if not set(query.phrases) <= set(own) or operators.get(row) == "keep":
                    senses[row] = None  # a part of the term, or a term that is told
            queries = in_context(queries, senses, self.knowledge, self.calculator)
        marginals = self.calculator.marginals(queries)
        for row, name in operators.items():
            proposals[row] = [_told_by(name, sensitive[row], queries[row], proposals[row])]
        first_ic = self.calculator.generalized_ic([p[0] for p in proposals], queries)
        eligible = np.array(
            [
                may_set_threshold(s.surface, s.entity_class)
                and not self._is_common(s.surface)
                and operators.get(s.number) != "keep"
                for s in sensitive
            ],
            dtype=np.bool_,
        )
        limit = find_limit(self.settings.threshold, marginals.ic, first_ic, eligible)
        kept = np.array([operators.get(s.number) == "keep" for s in sensitive], dtype=np.bool_)
        limit = replace(
            limit, bits=np.where(kept, np.inf, limit.bits)
        )  # told anyway: nothing tells too much of it
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
                lambda label: bool(forms.find(label) or words_of(label) & hidden),
            )
        else:
            choices = [Choice(NOTHING, 0.0, "removed", ()) for _ in sensitive]
        beside = told_anyway([choice.option for choice in choices], self.calculator)
        limit = replace(limit, bits=limit.bits + beside)
        for row in operators:
            option, bits = proposals[row][0], float(first_ic[row])
            choices[row] = Choice(option, 0.0 if math.isnan(bits) else bits, "operator", ())
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

    def assess(
        self, doc: Doc, terms: Sequence[Term], subjects: Subjects, hidden: Words = frozenset()
    ) -> Assessment:
        """Which terms tell too much of which sensitive terms, or hold one of the `hidden` words."""
        occurrences = [span for term in terms for span in term.spans]
        shared = shared_contexts(doc, self.settings.context, [s.spans for s in subjects.terms], occurrences)
        contexts, position = [], 0
        for term in terms:
            contexts.append(shared[:, position : position + len(term.spans)])
            position += len(term.spans)
        exempt = [(s.number, normalize(s.proposed)) for s in subjects.terms if s.protected and s.proposed]
        return assess(
            terms,
            contexts,
            subjects.queries,
            self.told(subjects),
            subjects.limit,
            self.calculator,
            self.settings.unknown,
            exempt,
            [bool(words_of(term.surface) & hidden) for term in terms],
        )

    def told(self, subjects: Subjects) -> list[Generalization]:
        """What the text tells of each sensitive term. The guarantee bounds the PMI of eq. (3): g(c) may be told."""
        if self.settings.threshold.policy == "guarantee":
            return [NOTHING] * len(subjects.terms)
        return [choice.option for choice in subjects.choices]

    def generalize(
        self,
        risky: Sequence[Risky],
        assessment: Assessment,
        subjects: Subjects,
        forms: Forms,
        hidden: Words = frozenset(),
    ) -> list[Treated]:
        """What stands for risky terms of an assessment; never a sensitive form, or one of the `hidden` words."""
        if not self.settings.strategy.generalizes_risky:
            gone = Choice(NOTHING, 0.0, "removed", ())
            return [Treated(r, gone, Proposal((), None), assessment) for r in risky]
        meanings = [
            NO_MEANING if r.term.loose else self._proposer.look_up(r.term.surface, r.term.named)
            for r in risky
        ]
        probes = assessment.probes
        around = [q for q in subjects.queries if q.phrases][:_CONTEXT_TERMS]
        around += [probes.queries[p.columns[0]] for p in probes.of if p.direct][:_CONTEXT_TERMS]
        score = self._context_scores([(m, "") for m in meanings], around)
        proposals = [self._proposer.propose(m, "", score) for m in meanings]
        decisions = [
            Decision(assessment.probes.own(r.index)[1], p.options, r.towards)
            for r, p in zip(risky, proposals, strict=True)
        ]
        choices = choose(
            decisions, subjects.queries, self.told(subjects), subjects.limit, self.calculator,
            lambda label: bool(forms.find(label) or words_of(label) & hidden), self.settings.last_resort,
        )  # fmt: skip
        return [Treated(r, c, p, assessment) for r, c, p in zip(risky, choices, proposals, strict=True)]

    def _is_common(self, surface: str) -> bool:
        """Whether a name is spelled like a common noun ("Time"): its counts are those of the noun."""
        if " " in surface:
            return False
        return any(not sense.instance for sense in self.knowledge.senses(surface.lower()))

    def _proposals(
        self, doc: Doc, sensitive: Sequence[Sensitive], queries: Sequence[Query]
    ) -> tuple[list[list[Generalization]], list[Sense | None]]:
        """What may stand for each sensitive term, from specific to general: what the user proposes, else what the
        knowledge bases say of a meaning of its class; the word of its class comes last. And that meaning, where it is
        one of several (None: not chosen, or nothing to choose)."""
        text = text_of(doc)
        meanings = [
            self._proposer.look_up(s.surface, any(c.isupper() for c in s.surface), _said(text, s))
            for s in sensitive
        ]
        works = [kind_of_work(text, s.spans) if s.entity_class is EntityClass.MISC else "" for s in sensitive]
        meanings = [
            replace(m, senses=of_type(m.senses, "WORK" if work else s.type, self._proposer.kinds))
            for s, m, work in zip(sensitive, meanings, works, strict=True)
        ]
        works = self._works_in_lists(text, sensitive, meanings, works)
        places = _places(self.knowledge, doc, sensitive, meanings)
        classes = [s.entity_class for s in sensitive]
        score = self._context_scores(list(zip(meanings, classes, strict=True)), queries)
        result, chosen = [], []
        for s, meaning, work in zip(sensitive, meanings, works, strict=True):
            sense: Sense | None = None
            options = list(self._given(s.proposed)) if s.proposed else []
            whole = not meaning.shortened or s.entity_class is EntityClass.DEM
            whole = (
                whole and s.entity_class is not EntityClass.CODE
            )  # all but the last digit is no generalization
            if not options and self.settings.sensitive == "taxonomy" and meaning.senses and whole:
                found = self._proposer.propose(
                    meaning, s.entity_class, score, _OCCUPATION.get(s.type), places
                )
                options += [replace(option, fine=True) for option in found.options]
                several = s.entity_class not in _NUMBERS and not one_meaning(meaning.senses)
                sense = found.sense.chosen if found.sense and several and not meaning.shortened else None
            if not options and work and self.settings.sensitive == "taxonomy":
                options += self._called(work)
            word, concept = class_word(s.type), CLASS_CONCEPTS.get(s.entity_class)
            if concept is not None:
                options.append(self._roll_up.generalization(concept, word))
            else:
                options.append(Generalization(word, None, Query(()), universal=True))
            result.append([option for option in options if not option.universal or option.label == word])
            chosen.append(sense)
        return result, chosen

    def _works_in_lists(
        self, text: str, sensitive: Sequence[Sensitive], meanings: Sequence[Meanings], works: Sequence[str]
    ) -> list[str]:
        """The kinds of works that the text gives, and of those of which nothing is known what their lists tell."""
        members = [i for i, s in enumerate(sensitive) if s.entity_class is EntityClass.MISC]
        known = [works[i] or shown(self.knowledge, meanings[i].senses) for i in members]
        shared = kinds_in_lists(
            text, [(sensitive[i].spans, kind) for i, kind in zip(members, known, strict=True)]
        )
        result = list(works)
        for i, kind in zip(members, shared, strict=True):
            if not meanings[i].senses:
                result[i] = kind
        return result

    def _called(self, kind: str) -> list[Generalization]:
        """A kind that the text gives for a term ("movie"), and what is above it."""
        senses = [s for s in self.knowledge.senses(kind) if not s.instance][:1] if kind else []
        above = [c for s in senses for c, _ in ancestors(self.knowledge, s.concept)]
        options = [self._roll_up.generalization(c) for c in (*(s.concept for s in senses), *above)]
        return [replace(option, fine=True) for option in options]

    def _given(self, words: str) -> Iterator[Generalization]:
        """A generalization in the words of the user: the concept of that name, else the phrase itself."""
        senses = self.knowledge.senses(words)
        if senses:
            yield self._roll_up.generalization(senses[0].concept, words)
        else:
            yield Generalization(words, None, Query.of(words))

    def _context_scores(
        self, meanings: Sequence[tuple[Meanings, str]], around: Sequence[Query]
    ) -> Callable[[Concept], float]:
        """How well the kind of a meaning fits the document: its mean association (PMI with pseudo-count, bits) with
        the terms `around` it, beyond that of any word so rare. All kinds of all ambiguous phrases (given with their
        classes) are counted in one matrix."""
        kinds = {
            kind.id: kind
            for m, entity_class in meanings
            for sense in to_weigh(m.senses, entity_class, m.phrase)
            for kind in self._proposer.kinds(sense)
        }
        around = [query for query in around if query.phrases][: 2 * _CONTEXT_TERMS]
        if not kinds or not around:
            return lambda concept: math.nan
        queries = [self._roll_up.query(kind) for kind in kinds.values()]
        found = self.calculator.evidence(queries, [NOTHING] * len(kinds), around, keep_counts=True)
        known = (found.source >= 0) & (found.sq >= 0)
        total = np.array([*self.calculator.totals, 1])[found.source]
        with np.errstate(
            divide="ignore", invalid="ignore"
        ):  # one document more each, for pairs that never met
            association = np.log2((found.sq + 1) / (found.s * found.q / total + 1))
        mean = np.where(known, association, 0.0).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
        ic = self.calculator.marginals(queries).ic
        chance = _CHANCE * (1 - np.exp(-np.maximum(ic, 0.0) / _CHANCE))
        scores = dict(zip(kinds, (mean - chance).tolist(), strict=True))
        return lambda concept: scores.get(concept.id, math.nan)


def _told_by(
    operator: str, s: Sensitive, query: Query, proposals: Sequence[Generalization]
) -> Generalization:
    """What an operator tells of a term: all of it (keep), nothing (remove), or what kind of thing it is."""
    if operator == "keep":
        return Generalization(s.surface, None, query)
    return NOTHING if operator == "remove" else proposals[-1]


def _said(text: str, s: Sensitive) -> Said:
    """What the text says of a place around its mentions."""
    return said_of(text, s.spans) if s.entity_class is EntityClass.LOC else NOTHING_SAID


def _places(
    knowledge: KnowledgeBase, doc: Doc, sensitive: Sequence[Sensitive], meanings: Sequence[Meanings]
) -> Places:
    """The places of a document, and the nations that it names, as witnesses of where its homonymous places lie."""
    named = beside(knowledge, doc) | {
        s.surface: m.senses
        for s, m in zip(sensitive, meanings, strict=True)
        if s.entity_class in (EntityClass.LOC, EntityClass.DEM)
        and not m.shortened
        and s.surface[:1].isupper()
    }
    return Places(knowledge, named)


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
