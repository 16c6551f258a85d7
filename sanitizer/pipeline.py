"""The stages in order: read this first. Each is a room (a folder) of its own.

A text is parsed (`text/`); the first sanitizers (ξ1) find what is sensitive (`recognize/`); the whole text says what
each mention is and which entity it belongs to (`read/`); every other term is judged by what it discloses of that, from
counts (`risk/`); what discloses too much is generalized (`choose/`); the decisions become changes of the text (`say/`);
the result is read and judged again until nothing is left to do, and reported (`check/`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Final

from spacy.tokens import Doc

from corpora_stats import CountProvider
from kb import KnowledgeBase
from sanitizer.arguments import kind_of
from sanitizer.check import look_section
from sanitizer.check.report import document_report
from sanitizer.check.residual import SecondLook
from sanitizer.choose.groups import break_groups
from sanitizer.choose.judge import Judge, Treated
from sanitizer.control.keeping import Keeping
from sanitizer.control.last_word import Cover, LastWord, cut
from sanitizer.control.rules import Control
from sanitizer.documents.decode import check_characters
from sanitizer.errors import UsageError
from sanitizer.known import Known
from sanitizer.operators.plan import make_plan
from sanitizer.operators.policy import Policy, with_lookalikes
from sanitizer.read.entities import join, spread
from sanitizer.read.sensitive import Sensitive, group
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.common import CommonAttributes
from sanitizer.recognize.spans.merge import merge
from sanitizer.risk.assess import Assessment
from sanitizer.risk.opaque import opaque_terms, with_opaque
from sanitizer.risk.treatments import medicine_terms
from sanitizer.say import changes as make
from sanitizer.say.changes import REMOVED
from sanitizer.settings import Settings, Unknown
from sanitizer.text.edits import Change, apply, disjoint
from sanitizer.text.forms import Forms
from sanitizer.text.language import refuse_other_language
from sanitizer.text.terms import Term, Words, extract_terms, loose_terms
from sanitizer.types import Bits, Document, EntityClass, Mention, Span, text_of

_ROUNDS: Final = 5
"""Times that a result is judged again; the first finds nearly all (docs/method.md)."""


@dataclass(frozen=True, slots=True)
class SanitizedDocument:
    """A sanitized text with its proof: applying ``changes`` to the input gives ``text``; ``met`` says whether the
    residual check found nothing; ``utility_percent`` is the share of information kept (eq. 20-21, None for a text
    without terms); ``checked_forms`` are the surface forms that must not stand in it; ``report`` tells
    every decision (docs/report.md). The last two hold the secrets of the input. ``repr`` tells figures only."""

    id: str = field(repr=False)
    text: str = field(repr=False)
    changes: tuple[Change, ...] = field(repr=False)
    met: bool
    utility_percent: float | None
    checked_forms: tuple[str, ...] = field(repr=False)
    report: Mapping[str, Any] = field(repr=False)


class Sanitizer:
    """Sanitizes documents one by one; holds no state between them.

    ``parse`` turns a text into a spaCy Doc with parts of speech and sentences; ``recognizers`` are the first
    sanitizers; ``counts`` are asked in order; ``knowledge`` proposes generalizations; ``control`` says what a
    user wants masked and kept whatever the recognizers find; ``tag``, by which results are read, is ``parse`` or a
    faster one that finds no entities; ``operators`` say what else than a generalization stands for which terms.
    """

    def __init__(
        self,
        parse: Callable[[str], Doc],
        recognizers: Sequence[Recognizer],
        counts: Sequence[CountProvider],
        knowledge: KnowledgeBase,
        settings: Settings | None = None,
        control: Control | None = None,
        tag: Callable[[str], Doc] | None = None,
        operators: Policy | Mapping[str, Any] | None = None,
    ) -> None:
        _check_kind("settings", settings, Settings)
        _check_kind("control", control, Control)
        self.parse = parse
        self.tag = tag or parse
        self.recognizers = tuple(recognizers)
        self.settings = settings or Settings()
        self.control = control or Control()
        self.operators = Policy.of(operators)
        self.knowledge = knowledge
        self.known = Known(knowledge)
        self.judge = Judge(counts, knowledge, self.settings)

    @classmethod
    def default(
        cls, settings: Settings | None = None, operators: Policy | Mapping[str, Any] | None = None
    ) -> "Sanitizer":
        """With the embedded model, patterns, statistics and knowledge bases; nothing is fetched. ``operators`` say
        what else than a generalization stands for sensitive terms (docs/operators.md): a policy, or a table of
        operators that need no key (``{"PERSON": "tag"}``).

        Raises:
            UsageError: the settings or operators cannot be used.
            ResourceError: one of them is missing or damaged.
        """
        from sanitizer.build import default_sanitizer

        _check_kind("settings", settings, Settings)
        policy = Policy.of(operators)
        sanitizer = default_sanitizer(settings or Settings())
        sanitizer.operators = policy
        return sanitizer

    def sanitize(self, document: Document | str, hidden: Words = frozenset()) -> SanitizedDocument:
        """Sanitize one document (Algorithm 1 of the paper, as docs/method.md reads it).

        Terms that hold one of the `hidden` words (lower case) are treated whatever their risk, and no replacement holds
        one: what an attack on the result has shown to give the person away (`sanitizer.audit.harden`).

        Raises:
            DocumentError: the text is not English (unless ``settings.any_language``), holds characters that stand in no
                text (NUL, halves of characters), or cannot be sanitized.
        """
        document = document if isinstance(document, Document) else Document("", document)
        check_characters(document.text)
        if not self.settings.any_language:
            refuse_other_language(document.text)
        with self.known.in_use():
            return self._sanitized(document, hidden)

    def _sanitized(self, document: Document, hidden: Words) -> SanitizedDocument:
        """The stages, with the knowledge of this sanitizer in use."""
        if not hidden:  # else the document is done again, and what was sent for it before still counts
            self.judge.calculator.chain.begin()
        doc = self.parse(document.text)
        doc.user_data["id"] = document.id
        sensitive, units, word = self._first_pass(doc)
        person = document.person or document.id
        plan = make_plan(document.text, sensitive, self.operators, person, word.forms)
        forms = plan.forms
        subjects = self.judge.settle(doc, sensitive, forms, hidden, plan.operators)
        changes = disjoint(make.of_sensitive(doc, subjects, plan, hidden, word.held))
        masked = [span for s in sensitive for span in s.spans]
        keeping = Keeping.of(document.text, word, self._strict, hidden)
        terms = extract_terms(doc, masked, [*units, *keeping.units(masked, units)])
        second_look = SecondLook(self.tag, forms, terms)
        treated: list[Treated] = []
        assessments: list[Assessment] = []
        problems: list[dict[str, Any]] = []
        if self.settings.strategy.treats_risky:
            judged = [
                span for spans in (*(s.spans for s in sensitive), *(t.spans for t in terms)) for span in spans
            ]
            fresh = [
                *with_opaque(terms, self._telling(doc, sensitive, plan.operators)),
                *loose_terms(document.text, hidden, judged),
            ]
            for _ in range(_ROUNDS):
                assessments.append(self.judge.assess(doc, fresh, subjects, hidden))
                latest = assessments[-1]
                risky = keeping.treatable(latest.risky)
                new = self.judge.generalize(risky, latest, subjects, forms, hidden)
                if self.settings.groups > 1:
                    new += keeping.treated(
                        break_groups(self.judge, doc, assessments, [*treated, *new], subjects, forms, hidden)
                    )
                new = make.by_operator(new, plan)
                of_risky = make.of_risky(doc, new, len(treated), changes, plan, hidden, word.held)
                changes = disjoint([*changes, *of_risky])
                treated += new
                fresh = second_look.fresh(document.text, changes, keeping.spans)
                if not fresh:
                    break
            problems = [{"kind": "not settled", "term": t.surface, "span": None} for t in fresh]
        numbered = self.settings.distinct == "numbered"
        changes = make.smoothed(document.text, changes, plan, numbered, word.held)
        left = second_look.problems(document.text, changes, plan.is_sealed)
        problems = [*keeping.problems(left, changes), *problems]
        hiding = [*(s.spans for s in sensitive), *(t.risky.spans for t in treated)]
        changes = make.visible(document.text, changes, plan, chain.from_iterable(hiding))
        decisions = keeping.verdicts(changes, plan.is_sealed)
        problems += keeping.broken(decisions)
        report = document_report(
            document, self.settings, self.judge, subjects, terms, treated, assessments, changes, problems,
            decisions, keeping.left(changes),
        )  # fmt: skip
        output = apply(document.text, changes)
        report["look"] = look_section(report, output)
        return SanitizedDocument(
            document.id,
            output,
            changes,
            not problems,
            report["utility"]["percent"],
            plan.checked,
            report,
        )

    def _telling(
        self, doc: Doc, sensitive: Sequence[Sensitive], operators: Mapping[int, str]
    ) -> Iterator[Term]:
        """Terms that tell too much whatever the counts say: what nothing is known of, and medicines where an illness is
        not to be told."""
        taken = [span for s in sensitive for span in s.spans]
        if self.settings.unknown is not Unknown.SAFE and not make.is_foreign(doc):
            yield from opaque_terms(text_of(doc), taken, self.judge.tells, self.judge.is_kind)
        if any(s.type == "DISEASE" and operators.get(s.number) != "keep" for s in sensitive):
            yield from medicine_terms(text_of(doc), taken, self.knowledge)

    def sanitize_many(
        self, documents: Iterable[Document | str], workers: int = 1
    ) -> Iterator[SanitizedDocument]:
        """Sanitize documents in order; `workers` processes share the work, the results do not depend on them."""
        from sanitizer.workers import ordered_map

        return ordered_map(self.sanitize, documents, workers)

    def common_attributes(self) -> CommonAttributes | None:
        """What the first pass leaves to the correlation risk; None where no risk is looked at."""
        if not self.settings.strategy.treats_risky or self.settings.threshold.policy == "guarantee":
            return None
        return self.control.common_attributes(self.judge.tells, self.operators.operators)

    @property
    def _strict(self) -> bool:
        """Whether a guarantee binds rules that keep regions in clear too."""
        return self.settings.threshold.policy == "guarantee"

    def _first_pass(self, doc: Doc) -> tuple[tuple[Sensitive, ...], list[Span], LastWord]:
        """ξ1: sensitive entities, all mentions of each; names that are not sensitive, to be kept in one piece; and what
        decisions and rules hold."""
        text, protect = text_of(doc), self.settings.protect
        mentions, word = self.control.decide(doc, self.recognizers, self.common_attributes(), self.parse)
        if self.operators.cipher is not None:
            mentions = with_lookalikes(text, mentions)
        named = _protected_mentions(text, Forms(entry.entity for entry in protect).find(text), mentions)
        word = word.without(m.span for m in named)
        units: list[Span] = []
        if self._strict:
            named = list(merge([*named, *word.must]))
            units = [m.span for m in mentions if not any(m.span.overlaps(n.span) for n in named)]
            mentions = join(doc, spread(text, named))
        elif named:
            mentions = join(doc, spread(text, merge([*mentions, *named])))
        mentions, inside = cut(text, mentions, Cover(word.held))
        return group(text, mentions, protect), units, word.with_inside(inside)


def _check_kind(name: str, value: Any, kind: type) -> None:
    if value is not None and not isinstance(value, kind):
        raise UsageError(
            f"{name}: a {kind.__name__} is needed ({kind.__module__}.{kind.__name__}), not {kind_of(value)}"
        )


def _protected_mentions(text: str, spans: Sequence[Span], found: Sequence[Mention]) -> list[Mention]:
    kind = {m.span: (m.type, m.entity_class) for m in found}
    default = ("PROTECTED", EntityClass.MISC)
    return [Mention(span, *kind.get(span, default), recognizer="protect") for span in spans]


__all__ = ["REMOVED", "Bits", "SanitizedDocument", "Sanitizer"]
