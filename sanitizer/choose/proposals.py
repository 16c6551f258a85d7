"""Propose replacements for the terms of a document, from what its text says of them and what it is about."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from spacy.tokens import Doc

from corpora_stats import Query
from kb import Concept, KnowledgeBase, Sense
from kb.medicines import PREFIX as MEDICINE
from kb.taxonomy import is_a
from kb.values.date_order import DateOrder
from sanitizer.choose.certain_meanings import (
    HEALTH,
    NO_TREATMENT,
    TREATMENT,
    as_common,
    as_usually_meant,
    ended,
    headed,
    is_of_health,
    is_titled_person,
    is_treatment,
    not_by_chance,
    tells_of_a_person,
    where_it_lies_is_named,
)
from sanitizer.choose.document_levels import in_season, on_one_level
from sanitizer.choose.fit_with_document import FitWithDocument
from sanitizer.choose.generalize import AGE, ATTRIBUTE, FOUND, HEAD, NOTHING
from sanitizer.choose.illness_adjectives import with_conditions
from sanitizer.choose.meanings import NO_MEANING, Meanings, Proposal, Proposer
from sanitizer.choose.phrases_to_look_up import Reader
from sanitizer.choose.term_classes import class_of, is_title, places_of
from sanitizer.common.normal_forms import query_of
from sanitizer.read.fitting_meanings import that_fit
from sanitizer.read.homonyms import Places
from sanitizer.read.kinds_borne_out import borne_out
from sanitizer.read.senses import OCCUPATION, ContextScore, one_meaning, to_weigh
from sanitizer.read.sensitive import Sensitive
from sanitizer.recognize.entity_types import class_word
from sanitizer.risk.disclosure_risk import RiskCalculator
from sanitizer.risk.roll_up import CLASS_CONCEPTS, Generalization, RollUp
from sanitizer.risk.telling_medicines import RULE
from sanitizer.risk.usual_meaning import usually_means
from sanitizer.text.lexicon import common_words
from sanitizer.text.terms import Term
from sanitizer.types import Bits, EntityClass, text_of

_PERSON: Final = CLASS_CONCEPTS[EntityClass.PERSON]

_SEXES: Final = ("man", "woman")
_MEN_AND_WOMEN: Final = tuple(Concept(f"wn:{sex}.n.01", sex) for sex in _SEXES)

_THING: Final = class_word("MISC")
_MUCH: Final[Bits] = 2.0
"""By how much a term tells more than its head, where the head may stand for it."""

_NUMBERS: Final = {EntityClass.DATETIME, EntityClass.QUANTITY, EntityClass.CODE}
"""Classes whose words are not ambiguous, although a year may be a number too."""

_NAMED: Final = (EntityClass.ORG, EntityClass.LOC)
"""Classes of names that may end in a common noun for what they name."""

_CONTEXT_TERMS: Final = 40
"""Terms of each sort (sensitive, others) against which the meanings of a word are weighed."""


class Proposals:
    """H(s) and H(q) of a document's terms; meanings are weighed with the counts of ``calculator``. Unless ``taxonomy``,
    a sensitive term gets the word of its class alone."""

    def __init__(
        self, knowledge: KnowledgeBase, roll_up: RollUp, calculator: RiskCalculator, taxonomy: bool = True
    ) -> None:
        self._knowledge = knowledge
        self._roll_up = roll_up
        self._calculator = calculator
        self._by_taxonomy = taxonomy
        self._proposer = Proposer(knowledge, roll_up)
        self.reader = Reader(knowledge, self._proposer)

    def of_risky(
        self, terms: Sequence[Term], around: Sequence[Query], others: Sequence[Query]
    ) -> list[Proposal]:
        """H(q) of each term; `around` are the sensitive terms, `others` the rest of the document."""
        meanings = [self._meanings(term) for term in terms]
        near = [q for q in around if q.phrases][:_CONTEXT_TERMS]
        fit = self._fit([(m, "") for m in meanings], [*near, *others[:_CONTEXT_TERMS]])
        proposals = [self._proposer.propose(m, "", fit) for m in meanings]
        return [
            replace(p, options=_of_medicines(p.options)) if term.rule == RULE else p
            for term, p in zip(terms, proposals, strict=True)
        ]

    def _meanings(self, term: Term) -> Meanings:
        """Return what a term that is not sensitive may mean; of a medicine, what the list of medicines says."""
        if term.rule == RULE:
            return self._proposer.look_up_medicine(term.surface) or NO_MEANING
        if term.loose:
            return NO_MEANING
        words = _as_common(term)
        known = self._proposer.look_up(words, term.named)
        usual = known.senses[0].entity_class if known.senses else EntityClass.DEM
        listed = None if term.named or usual != EntityClass.DEM else self._proposer.look_up_common(words)
        return known if listed is None or listed.shortened else listed

    def of_sensitive(
        self,
        doc: Doc,
        sensitive: Sequence[Sensitive],
        queries: Sequence[Query],
        order: DateOrder | None = None,
    ) -> tuple[list[list[Generalization]], list[Sense | None]]:
        """Return what may stand for each sensitive term, from specific to general: what the user proposes, else
        what the knowledge bases say of a meaning of its class; the word of its class comes last. And that meaning,
        where it is one of several (None: not chosen, or nothing to choose)."""
        meanings, kinds = self.reader.read(doc, sensitive, order)
        sensitive, meanings = with_conditions(self._knowledge, doc, sensitive, meanings)
        meanings = [
            m if is_title(doc, s) else replace(m, senses=not_by_chance(m.senses))
            for s, m in zip(sensitive, meanings, strict=True)
        ]
        meanings = [
            replace(m, senses=as_usually_meant(m.senses, s.entity_class, s.surface))
            for s, m in zip(sensitive, meanings, strict=True)
        ]
        meanings = [replace(m, senses=where_it_lies_is_named(m.senses, text_of(doc))) for m in meanings]
        meanings = [
            m if m.shortened else replace(m, senses=borne_out(doc, s, m.senses))
            for s, m in zip(sensitive, meanings, strict=True)
        ]
        places = places_of(self._knowledge, doc, sensitive, meanings)
        classes = [s.entity_class for s in sensitive]
        fit = self._fit(list(zip(meanings, classes, strict=True)), queries)
        familiar = self._familiar(sensitive, meanings)
        result, chosen = [], []
        for s, own, meaning, kind, known in zip(sensitive, queries, meanings, kinds, familiar, strict=True):
            options, sense = self._of_one(s, meaning, kind, fit.beside(own), places, known)
            options = in_season(options, places.south)
            if s.type == "MEDICINE":
                options = [*_of_medicines(options)]
            word, empty = self._class_word(s, meaning)
            options = [o for o in options if o.concept is None or o.concept.id not in empty]
            if s.entity_class is EntityClass.DEM and word.label not in (TREATMENT, HEALTH) and not s.proposed:
                options = self._of_persons(options, s.type)
            result.append([o for o in options if not o.universal or o.label == word.label] + [word])
            chosen.append(sense)
        on_one_level(result, sensitive, meanings)
        return result, chosen

    def _of_one(
        self,
        s: Sensitive,
        meanings: Meanings,
        kind: str,
        score: ContextScore,
        places: Places,
        familiar: Bits,
    ) -> tuple[list[Generalization], Sense | None]:
        """Return what may stand for a term besides the word of its class, and the meaning of several on which it
        rests."""
        if s.proposed:
            return list(self.given(s.proposed)), None
        if not self._by_taxonomy:
            return [], None
        options: list[Generalization] = []
        sense: Sense | None = None
        entity_class = class_of(s, meanings)
        if entity_class != s.entity_class:
            kind = kind if entity_class == EntityClass.PERSON else ""
        if entity_class == EntityClass.MISC and not kind:
            if studies := as_common(self._knowledge, meanings.senses):
                meanings = replace(meanings, senses=tuple(studies), phrase=meanings.phrase.lower())
            elif not meanings.senses or meanings.shortened:
                kind = headed(self._knowledge, s.surface)
        if entity_class in _NAMED and not kind and (not meanings.senses or meanings.shortened):
            kind = headed(self._knowledge, s.surface) or ended(self._knowledge, s.surface)
        by_given_name = False
        # a part of a name says nothing of it, and all but the last digit is no generalization
        whole = not meanings.shortened or s.entity_class is EntityClass.DEM or s.surface.islower()
        if s.type == "DEM" and meanings.shortened and meanings.senses:
            # of the class alone is known: the head of a phrase means what it usually does
            whole = meanings.senses[0].entity_class == EntityClass.DEM
        if meanings.senses and whole and s.entity_class is not EntityClass.CODE:
            found = self._proposer.propose(
                meanings, entity_class, score, OCCUPATION.get(s.type), places, familiar
            )
            share = ATTRIBUTE if s.type in OCCUPATION else AGE if s.type in ("AGE", "PERCENT") else FOUND
            options = [
                replace(o, share=HEAD if self._is_plain_head(o, s.surface) else share)
                for o in self._without_other_head(found.options, s)
            ]
            if found.sense:
                by_given_name = found.sense.rule == "given name"
                several = s.entity_class not in _NUMBERS and not one_meaning(meanings.senses)
                sense = found.sense.chosen if several and not meanings.shortened else None
        if kind and (not options or by_given_name):  # who is known needs no description
            said = self._called(kind, s.entity_class)
            options = said if kind in _SEXES else [*said, *options]  # a title tells the sex first
        return options, sense

    def _is_plain_head(self, option: Generalization, surface: str) -> bool:
        """Return whether an option is the head of a longer term that is met much more often than the term ("cancer"
        of "breast cancer", not "sclerosis" of "multiple sclerosis"): every reader expects that much."""
        if not is_head(option, surface):
            return False
        found = self._calculator.marginals([query_of(option.label), query_of(surface)])
        return bool(found.known[0]) and not found.ic[1] - found.ic[0] < _MUCH

    def _without_other_head(
        self, options: Sequence[Generalization], s: Sensitive
    ) -> Sequence[Generalization]:
        """Return the options of an illness or an occupation without its head, where readers take the word alone for
        something else ("failure" of a heart failure); none where the head tells a sex and no occupation ("dinner
        lady")."""
        first = options[0] if options else NOTHING
        if s.type not in OCCUPATION or first.concept is None or not is_head(first, s.surface):
            return options
        if s.type == "JOB" and any(is_a(self._knowledge, first.concept, sex) for sex in _MEN_AND_WOMEN):
            return ()
        return options if usually_means(self._knowledge, first.label, first.concept) else options[1:]

    def _of_persons(self, options: Sequence[Generalization], kind: str) -> list[Generalization]:
        """Return the options that are attributes of persons; of a relative more is known than that it is one."""
        return [
            o for o in options
            if o.concept is None or tells_of_a_person(self.above(o.concept), o.concept, kind)
            if kind != "FAMILY" or o.concept != _PERSON
        ]  # fmt: skip

    def _class_word(self, s: Sensitive, meanings: Meanings) -> tuple[Generalization, frozenset[str]]:
        """Return the word of a term's class (of a name whose class is a guess, that it is one), and what says less
        than it: concepts of other classes, and what lies above its own."""
        if is_treatment(self._knowledge, s.type, meanings.senses):
            above = {c.id for kind in NO_TREATMENT for c in self._proposer.above(Concept(kind, ""))}
            return Generalization(TREATMENT, None, Query(()), universal=True), frozenset(above | NO_TREATMENT)
        if is_of_health(self._knowledge, s.type, meanings.senses) and not meanings.shortened:
            return Generalization(HEALTH, None, Query(()), universal=True), frozenset()
        entity_class = class_of(s, meanings)
        if not s.sure and entity_class == s.entity_class and not is_titled_person(s.surface):
            word = "thing" if s.surface.islower() else "name"
            return Generalization(word, None, Query(()), universal=True), frozenset()
        own = entity_class == s.entity_class
        word = class_word(s.type if own else entity_class)
        if word == _THING and s.surface[:1].isupper():  # all that is known of it is that it has a name
            word = "name"
        concept = CLASS_CONCEPTS.get(EntityClass(entity_class))
        if concept is None:
            return Generalization(word, None, Query(()), universal=True), frozenset()
        above = {c.id for c in self._proposer.above(concept)} | {c.id for c in CLASS_CONCEPTS.values()}
        return self._roll_up.generalization(concept, word), frozenset(above - {concept.id})

    def _familiar(self, sensitive: Sequence[Sensitive], meanings: Sequence[Meanings]) -> list[Bits]:
        """By how much (bits, 0 of what is no known full name) the first and the last word of a person's name stand
        together more often than by chance; never more than the documents tell that hold the name."""
        result = [0.0] * len(sensitive)
        names = [
            (row, m.phrase.split())
            for row, (s, m) in enumerate(zip(sensitive, meanings, strict=True))
            if s.entity_class is EntityClass.PERSON and m.senses and " " in m.phrase
        ]
        if not names:
            return result
        queries = [
            query_of(phrase) for _, words in names for phrase in (" ".join(words), words[0], words[-1])
        ]
        found = self._calculator.marginals(queries)
        bits = found.ic.reshape(-1, 3)
        documents = found.documents.reshape(-1, 3)
        for (row, _), (whole, first, last), (n, _, _) in zip(names, bits, documents, strict=True):
            if n > 0 and not math.isnan(whole + first + last):
                result[row] = float(max(0.0, min(first + last - whole, math.log2(n))))
        return result

    def _called(self, kind: str, entity_class: str) -> list[Generalization]:
        """Return a kind that the text gives for a term ("movie"), and what is above it; of a person's, only kinds
        of persons (a fictional character is a figment of the imagination, but no reader calls it so)."""
        senses = [s for s in self._knowledge.senses(kind) if not s.instance] if kind else []
        if entity_class in _NAMED and senses and senses[0].entity_class not in _NAMED:
            # no body and no place is a solid block
            senses = list(that_fit(senses, entity_class, "")) or senses
        senses = [s for s in senses if s.concept.label == kind][:1] or senses[:1]
        above = [c for s in senses for c in self._proposer.above(s.concept)]
        if entity_class == EntityClass.PERSON:
            above = [c for c in above if any(a == _PERSON for a in self._proposer.above(c))]
        options = [self._roll_up.generalization(c) for c in (*(s.concept for s in senses), *above)]
        return [replace(option, share=FOUND) for option in options]

    def above(self, concept: Concept) -> list[Concept]:
        """Return what lies above a concept on its ladder, nearest first."""
        return self._proposer.above(concept)

    def given(self, words: str) -> Iterator[Generalization]:
        """Yield a generalization in the words of the user: the concept of that name, else the phrase itself."""
        senses = self._knowledge.senses(words)
        if senses:
            yield self._roll_up.generalization(senses[0].concept, words)
        else:
            yield Generalization(words, None, query_of(words))

    def _fit(self, meanings: Sequence[tuple[Meanings, str]], around: Sequence[Query]) -> FitWithDocument:
        """Return how well the kinds of all ambiguous phrases (given with their classes) fit the terms around."""
        kinds = [
            kind
            for m, entity_class in meanings
            for sense in to_weigh(m.senses, entity_class, m.phrase)
            for kind in self._proposer.kinds(sense)
        ]
        around = [query for query in around if query.phrases][: 2 * _CONTEXT_TERMS]
        return FitWithDocument(kinds, around, self._calculator, self._roll_up)


def _of_medicines(options: Sequence[Generalization]) -> tuple[Generalization, ...]:
    """Return the options that are classes of the list of medicines: what a dictionary has above them ("drug") is
    none."""
    return tuple(o for o in options if o.concept is not None and o.concept.prefix == MEDICINE)


def _as_common(term: Term) -> str:
    """Return a term as it is looked up: a common noun in small letters, where a sentence that it begins gives the
    capital."""
    surface = term.surface
    starts = not term.named and surface.istitle() and surface.lower() in common_words()
    return surface.lower() if starts else surface


def is_head(option: Generalization, surface: str) -> bool:
    """Return whether an option is the last word of a longer term ("orchestra" of an orchestra's name): every reader
    expects that much, so it may tell more than others."""
    before, _, head = surface.rpartition(" ")
    return bool(before) and head.isalpha() and option.label == head.lower()
