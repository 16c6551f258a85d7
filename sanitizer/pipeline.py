"""The stages in order: read this first, :meth:`Sanitizer.sanitize` above all. Each is a room (a folder) of its own.

A text is parsed (`text/`); the first sanitizers (ξ1) find what is sensitive (`recognize/`); the whole text says what
each mention is and which entity it belongs to (`read/`); every other term is judged by what it discloses of that, from
counts (`risk/`); what discloses too much is generalized (`choose/`); the decisions become changes of the text (`say/`);
the result is read and judged again until nothing is left to do, and reported (`check/`).
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Unpack

from spacy.tokens import Doc

from corpora_stats import CountProvider, CountsError
from kb import KnowledgeBase
from kb.values.date_order import DateOrder, Order
from sanitizer.build import Options, Recipe, choose, open_knowledge, policy_of
from sanitizer.check.budget import Account, named, spend
from sanitizer.check.decided import Decided
from sanitizer.check.kept_information import Judged
from sanitizer.check.report import SingledOut
from sanitizer.check.reporting import Checked, document_report
from sanitizer.check.residual import SecondLook
from sanitizer.check.rounds import Case, treat_risky
from sanitizer.choose.chosen import Choosing
from sanitizer.choose.judge import Judge
from sanitizer.common import arguments
from sanitizer.common.knowledge import Known
from sanitizer.common.lock import one_at_a_time
from sanitizer.common.reuse import Again, once
from sanitizer.control.first_pass import FirstPass, Found, find_sensitive
from sanitizer.control.keeping import Keeping
from sanitizer.control.rules import Control
from sanitizer.documents.decode import check_characters
from sanitizer.errors import ResourceError, UsageError
from sanitizer.operators.placing import placed
from sanitizer.operators.plan import make_plan
from sanitizer.operators.policy import Policy
from sanitizer.read.register import register_of
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.common import CommonAttributes
from sanitizer.result import SanitizedDocument
from sanitizer.risk.singling import Population
from sanitizer.say import changes as say
from sanitizer.say.phrases import REMOVED
from sanitizer.settings import Settings
from sanitizer.text.edits import apply
from sanitizer.text.language import refuse_other_language
from sanitizer.text.products import one_thread
from sanitizer.text.terms import Words, extract_terms
from sanitizer.types import Bits, Document

_log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False, repr=False)
class Sanitizer:
    """Sanitizes documents one by one; never changes, and holds no state between them (:meth:`with_` makes another).

    ``parse`` turns a text into a spaCy Doc with parts of speech and sentences; ``recognizers`` are the first
    sanitizers; ``counts`` are asked in order; ``knowledge`` proposes generalizations; ``control`` says what a
    user wants masked and kept whatever the recognizers find; ``tag``, by which results are read, is ``parse`` or a
    faster one that finds no entities; ``operators`` say what else than a generalization stands for which terms (None:
    those of the ``control``); ``recipe`` names the parts, so that another process can open them itself; ``usual_dates``
    is the order of dates in the collection, for documents that do not tell theirs.

    Threads may share one: they take turns. Raises UsageError for parts that are none.
    """

    parse: Callable[[str], Doc]
    recognizers: Sequence[Recognizer]
    counts: Sequence[CountProvider]
    knowledge: KnowledgeBase
    settings: Settings = None  # type: ignore[assignment]
    control: Control = None  # type: ignore[assignment]
    tag: Callable[[str], Doc] = None  # type: ignore[assignment]
    operators: Policy = None  # type: ignore[assignment]
    recipe: Recipe | None = None
    usual_dates: Order | None = None
    known: Known = field(init=False)
    judge: Judge = field(init=False)
    population: Population | None = field(init=False)

    def __post_init__(self) -> None:
        def put(name: str, value: Any) -> None:
            object.__setattr__(self, name, value)

        put("settings", arguments.instance(self.settings, Settings, "settings") or Settings())
        put("control", arguments.instance(self.control, Control, "control") or Control())
        put("operators", policy_of(self.operators, self.control))
        put("tag", self.parse if self.tag is None else self.tag)
        for name in ("parse", "tag"):
            if not callable(getattr(self, name)):
                raise UsageError(
                    f"{name}: a function is needed, not {arguments.kind_of(getattr(self, name))}"
                )
        if not isinstance(self.knowledge, KnowledgeBase) or isinstance(self.knowledge, type):
            raise UsageError(
                f"knowledge: a knowledge base is needed, not {arguments.kind_of(self.knowledge)}"
            )
        arguments.instance(self.recipe, Recipe, "recipe")
        for name, kind in (("recognizers", Recognizer), ("counts", CountProvider)):
            put(name, arguments.several(getattr(self, name), kind, name))
        put("known", Known(self.knowledge))
        try:
            put("judge", Judge(self.counts, self.knowledge, self.settings))
            put("population", Population(self.counts[0]) if self.settings.singling_out else None)
        except CountsError as error:
            raise ResourceError(str(error)) from error

    @classmethod
    def default(
        cls,
        settings: Settings | None = None,
        operators: Policy | Mapping[str, Any] | None = None,
        **options: Unpack[Options],
    ) -> "Sanitizer":
        """With the embedded model, patterns, statistics and knowledge bases, but for what the ``options`` name
        otherwise, in the words of the command (:class:`sanitizer.build.Options`; docs/python.md); nothing is fetched.

        ``operators`` say what else than a generalization stands for sensitive terms (docs/operators.md): a policy, or a
        table like ``{"PERSON": "tag"}``, with the option ``key`` for those that need one.

        Raises:
            UsageError: an option is not known, contradicts another or cannot be used.
            ResourceError: a part is missing or damaged.
        """
        return cls(**choose(settings, operators, options))

    def with_(
        self,
        *,
        settings: Settings | None = None,
        operators: Policy | Mapping[str, Any] | None = None,
        control: Control | None = None,
        recognizers: Sequence[Recognizer] | None = None,
        usual_dates: Order | None = None,
    ) -> "Sanitizer":
        """Another sanitizer of the same parts, with other settings, operators, control or recognizers; a ``control``
        brings its own operators where it names some. Raises UsageError."""
        changed: dict[str, Any] = {}
        if settings is not None:
            changed["settings"] = arguments.instance(settings, Settings, "settings")
            if self.recipe and settings.kb_order != self.settings.kb_order:
                changed["knowledge"] = open_knowledge(self.recipe.knowledge, settings.kb_order)
        if control is not None:
            changed["control"] = arguments.instance(control, Control, "control")
            changed["operators"] = None if control.operators else self.operators
        if operators is not None:
            changed["operators"] = operators
        if recognizers is not None:
            changed["recognizers"] = tuple(recognizers)
            changed["recipe"] = self.recipe and self.recipe.with_recognizers(self.recognizers, recognizers)
        if usual_dates is not None:
            changed["usual_dates"] = usual_dates
        return replace(self, **changed)

    def sanitize(self, document: Document | str, hidden: Words = frozenset()) -> SanitizedDocument:
        """Sanitize one document (Algorithm 1 of the paper, as docs/method.md reads it).

        Terms that hold one of the `hidden` words (lower case) are treated whatever their risk, and no replacement holds
        one: what an attack on the result has shown to give the person away (`sanitizer.audit.harden`).

        Raises:
            DocumentError: the text is not English (unless ``settings.any_language``), holds characters that stand in no
                text (NUL, halves of characters), or cannot be sanitized.
        """
        document = Document.of(document)
        check_characters(document.text)
        if not self.settings.any_language:
            refuse_other_language(document.text)
        with one_at_a_time(), one_thread(), self.known.in_use():
            done = self._stages(document, hidden)
        _log.info(
            "sanitized %d characters: %d changes, met: %s", len(document.text), len(done.changes), done.met
        )
        return done

    def _stages(self, document: Document, hidden: Words) -> SanitizedDocument:
        text, settings, judge = document.text, self.settings, self.judge
        if not hidden:  # else the document is done again, and what was sent for it before still counts
            judge.calculator.chain.begin()

        # text: what it is made of
        doc, noted = once("parsed", text, lambda: _with_data(self.parse(text)))
        doc.user_data.clear()
        doc.user_data.update(noted, id=document.id)

        # recognize, read: what is sensitive, all mentions of each, and what persons and rules hold
        found = find_sensitive(doc, self._first_pass())
        order = DateOrder.of(text, settings.dates, self.usual_dates)
        decided = self._decide(document, doc, found, order, hidden)
        singled = None
        if self.population is not None and settings.strategy.treats_risky:
            held = [*found.word.held, *(left.span for left in found.word.left)]
            account = Account(doc, judge, self.population, settings.singling_out, held, decided.plan.is_fixed)
            decided, singled = spend(
                account, decided, lambda words: self._decide(document, doc, found, order, words), hidden
            )
        return self._checked(document, decided, order, singled, hidden)

    def _decide(self, document: Document, doc: Doc, found: Found, order: DateOrder, hidden: Words) -> Decided:
        """What stands for the sensitive terms and for those that tell too much of them, none of the hidden words."""
        text, settings, judge = document.text, self.settings, self.judge
        keeping = Keeping.of(text, found.word, settings.guarantees, hidden)

        # operators, choose, say: what stands for what is sensitive
        person = document.person or document.id
        plan = make_plan(text, found.sensitive, self.operators, person, found.word.forms, order)
        subjects = once(
            "settled",
            (found.sensitive, plan.checked, tuple(sorted(plan.operators.items()))),
            lambda: judge.settle(doc, found.sensitive, plan.forms, hidden, plan.operators, order),
        )
        choosing = Choosing(found.word.chosen, judge, lambda label: bool(plan.forms.find(label)))
        subjects = choosing.of_sensitive(subjects)
        bounds = say.Bounds(plan, hidden, found.word.held, settings.distinct == "numbered")
        told = list(say.of_sensitive(doc, subjects, bounds))

        # risk, choose, say: the terms that tell too much of it, round after round
        terms = extract_terms(doc, found.masked, [*found.units, *keeping.units(found.masked, found.units)])
        second_look = SecondLook(self.tag, plan.forms, terms)
        case = Case(doc, judge, subjects, bounds, keeping, choosing)
        rounds = treat_risky(case, terms, told, second_look)
        return Decided(judge, case, terms, rounds, second_look, found.masked)

    def _checked(
        self,
        document: Document,
        decided: Decided,
        order: DateOrder,
        singled: SingledOut | None,
        hidden: Words,
    ) -> SanitizedDocument:
        """What is left in the result, and the report."""
        text, plan, keeping, changes = document.text, decided.plan, decided.case.keeping, decided.changes
        left = decided.second_look.problems(text, changes, plan.is_sealed)
        choosing = decided.case.choosing
        problems = [
            *keeping.problems(left, changes), *decided.rounds.problems, *keeping.unsafe(choosing.made)
        ]  # fmt: skip
        treated = named(decided.rounds.treated, hidden)
        hiding = [decided.masked, *(t.risky.spans for t in treated)]
        changes = say.visible(text, changes, plan, chain.from_iterable(hiding))
        if cipher := self.operators.cipher:
            changes = placed(changes, cipher.key, document.place, document.id)
        decisions = keeping.verdicts(changes, plan.is_sealed, choosing.made)
        problems += keeping.broken(decisions)
        subjects = decided.case.subjects
        judged = Judged(
            subjects, decided.terms, treated, decided.rounds.assessments, register_of(decided.case.doc)
        )
        checked = Checked(changes, problems, decisions, keeping.left(changes), order, plan.by_default)
        report = replace(document_report(document, self.judge, judged, checked), singled_out=singled)
        return SanitizedDocument(
            document.id,
            apply(text, changes),
            changes,
            not problems,
            report.utility.percent,
            plan.checked,
            report,
        )

    def again(self) -> Again:
        """What remembers one document between runs under other decisions (:meth:`decided`)."""
        return Again(self.judge.calculator.chain, self.population is not None)

    def decided(self, control: Control) -> "Sanitizer":
        """The same sanitizer with other decisions of persons; the parts and what they know are shared."""
        other = object.__new__(type(self))
        for name, value in (*vars(self).items(), ("control", control)):
            object.__setattr__(other, name, value)
        return other

    def sanitize_many(
        self,
        documents: Any,
        workers: int = 1,
        *,
        text: str = "text",
        id: str | None = None,
        errors: str = "raise",
    ) -> Any:
        """Sanitize documents in order; `workers` processes share the work, the results do not depend on them.

        ``documents`` is an iterable of texts and documents, and so is the result; of rows with fields, as data sets of
        `datasets` are (:func:`sanitizer.frames.sanitize_many`); or a Series or data frame of pandas,
        polars and others that ``narwhals`` knows (:func:`sanitizer.frames.sanitize_frame`), and the result is a data
        frame of that kind. With ``errors="return"`` a document that fails is a :class:`sanitizer.result.Failed` (in
        frames a row with a ``reason``) instead of an exception.
        """
        from sanitizer import frames

        return frames.sanitize_many(self.sanitize, documents, workers, text, id, errors)

    def _first_pass(self) -> FirstPass:
        return FirstPass(
            self.recognizers,
            self.control,
            self.settings,
            self.operators,
            self.common_attributes(),
            self.parse,
        )

    def common_attributes(self) -> CommonAttributes | None:
        """What the first pass leaves to the correlation risk; None where no risk is looked at."""
        if not self.settings.strategy.treats_risky or self.settings.guarantees:
            return None
        return self.control.common_attributes(self.judge.tells, self.operators.operators)

    def __repr__(self) -> str:
        s = self.settings
        parts = ", ".join(r.name.partition(":")[0] for r in self.recognizers)
        return f"Sanitizer({s.strategy}, {s.context}, {s.threshold}, recognizers: {parts})"

    def __reduce__(self) -> tuple[Any, ...]:
        if self.recipe is not None:
            return _again, (self.recipe, self.settings, self.control, self.operators, self.usual_dates)
        made = (
            self.parse,
            self.recognizers,
            self.counts,
            self.knowledge,
            self.settings,
            self.control,
            self.tag,
        )
        return Sanitizer, (*made, self.operators, None, self.usual_dates)


def _with_data(doc: Doc) -> tuple[Doc, dict[Any, Any]]:
    return doc, dict(doc.user_data)


def _again(
    recipe: Recipe, settings: Settings, control: Control, operators: Policy, usual_dates: Order | None
) -> Sanitizer:
    """A sanitizer from the names of its parts, in another process."""
    parts = recipe.open(settings.kb_order)
    return Sanitizer(
        **parts,
        settings=settings,
        control=control,
        operators=operators,
        recipe=recipe,
        usual_dates=usual_dates,
    )


__all__ = ["REMOVED", "Bits", "SanitizedDocument", "Sanitizer"]
