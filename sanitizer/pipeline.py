"""The stages in order: read this first, :meth:`Sanitizer.sanitize` above all. Each is a room (a folder) of its own.

A text is parsed (`text/`); the first sanitizers (ξ1) find what is sensitive (`recognize/`); the whole text says what
each mention is and which entity it belongs to (`read/`); every other term is judged by what it discloses of that, from
counts (`risk/`); what discloses too much is generalized (`choose/`); the decisions become changes of the text (`say/`);
the result is read and judged again until nothing is left to do, and reported (`check/`).
"""

import logging
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import Any, Unpack

from spacy.tokens import Doc

from kb.values.date_order import DateOrder
from sanitizer.build import Options, choose
from sanitizer.check.goals import Goals, reach
from sanitizer.check.proof import prove
from sanitizer.check.removable import Removable
from sanitizer.check.residual import SecondLook
from sanitizer.check.rounds import Case, Decided, treat_risky
from sanitizer.choose.choices_of_persons import Choosing
from sanitizer.common.lock import one_at_a_time
from sanitizer.common.reuse import once, remembers
from sanitizer.control.first_pass import Found, find_sensitive
from sanitizer.control.keeping import Keeping
from sanitizer.documents.broken_lines import with_its_lines, with_whole_paragraphs
from sanitizer.documents.decode import check_characters
from sanitizer.documents.repeated_rows import shortened
from sanitizer.documents.structure import parts_of
from sanitizer.operators.plan import make_plan
from sanitizer.operators.policy import Policy
from sanitizer.parts import Parts
from sanitizer.result import SanitizedDocument
from sanitizer.say import changes as say
from sanitizer.settings import Settings
from sanitizer.text.edits import apply
from sanitizer.text.language import refuse_other_language
from sanitizer.text.matrix_products import one_thread
from sanitizer.text.parse import passing
from sanitizer.text.terms import Words, extract_terms
from sanitizer.types import Document

_log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False, repr=False)
class Sanitizer(Parts):
    """Sanitizes documents one by one; never changes, and holds no state between them (:meth:`with_` makes another).

    ``parse`` turns a text into a spaCy Doc with parts of speech and sentences; ``recognizers`` are the first
    sanitizers; ``counts`` are asked in order; ``knowledge`` proposes generalizations; ``control`` says what a
    user wants masked and kept whatever the recognizers find; ``tag``, by which results are read, is ``parse`` or a
    faster one that sets parts of speech and sentences alone; ``operators`` say what else than a generalization stands
    for which terms (None: those of the ``control``; ``policy`` is what is taken); ``recipe`` names the parts, so that
    another process can open them itself; ``usual_dates`` is the order of dates in the collection, for documents that do
    not tell theirs; ``sources`` knows in how many documents of the collection each run of words stands, for
    ``settings.unlinkable``.

    Threads may share one: they take turns. Raises UsageError for parts that are none.
    """

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
        short = shortened(document) if self.reads_repeats_once() else None
        whole = short.read if short else document
        read = with_whole_paragraphs(whole) if self.reads_whole_paragraphs() else whole
        words = nullcontext() if remembers() else passing(self.parse)
        with one_at_a_time(), one_thread(), self.known.in_use(), words:
            done = self._stages(read, hidden)
        if read is not whole:
            done = with_its_lines(done, whole.text)
        if short:
            done = short.result(done)
        if parts := parts_of(document):
            done = replace(done, report=replace(done.report, parts=parts))
        _log.info(
            "sanitized %d characters: %d changes, met: %s", len(document.text), len(done.changes), done.met
        )
        return done

    def _stages(self, document: Document, hidden: Words) -> SanitizedDocument:
        """Return one call for each stage."""
        text, settings, judge = document.text, self.settings, self.judge
        if not hidden:  # else the document is done again, and what was sent for it before still counts
            judge.calculator.chain.begin()

        # text: what it is made of
        doc, noted = once("parsed", text, lambda: _with_data(self.parse(text)))
        doc.user_data.clear()
        doc.user_data.update(noted, id=document.id)

        # recognize, read: what is sensitive, all mentions of each, and what persons and rules hold
        found = find_sensitive(doc, self.first_pass())
        order = DateOrder.of(text, settings.dates, self.usual_dates)

        # operators, risk, choose, say: what stands for it, and for what tells too much of it; again until goals are met
        decided = self._decide(document, doc, found, order, hidden)
        held = [*found.word.held, *(left.span for left in found.word.left)]
        decided, reached = reach(
            Goals(settings, self.population, self.sources),
            Removable(doc, judge, held, decided.plan.is_fixed),
            decided,
            lambda words: self._decide(document, doc, found, order, words),
            hidden,
        )

        # check: what is left in the result, and the report
        proof = prove(document, decided, order, reached, self.policy)
        return SanitizedDocument(
            document.id,
            apply(text, proof.changes),
            proof.changes,
            proof.met,
            proof.report.utility.percent,
            decided.plan.checked,
            proof.report,
        )

    def _decide(self, document: Document, doc: Doc, found: Found, order: DateOrder, hidden: Words) -> Decided:
        """Return what stands for the sensitive terms and for those that tell too much of them, none of the hidden
        words."""
        text, settings, judge = document.text, self.settings, self.judge
        keeping = Keeping.of(text, found.word, settings.guarantees, hidden)

        # operators, choose, say: what stands for what is sensitive
        person = document.person or document.id
        plan = make_plan(text, found.sensitive, self.policy, person, found.word.forms, order)
        subjects = once(
            "settled",
            (found.sensitive, plan.checked, tuple(sorted(plan.operators.items()))),
            lambda: judge.settle(doc, found.sensitive, plan.forms, hidden, plan.operators, order),
        )
        choosing = Choosing(found.word.chosen, judge, lambda label: bool(plan.forms.find(label)))
        subjects = choosing.of_sensitive(subjects)
        bounds = say.Bounds(plan, hidden, found.word.held, settings.distinct == "numbered")
        told = list(say.of_sensitive(subjects, bounds))

        # risk, choose, say: the terms that tell too much of it, round after round
        terms = extract_terms(doc, found.masked, [*found.units, *keeping.units(found.masked, found.units)])
        second_look = SecondLook(self.tag or self.parse, plan.forms, terms)
        case = Case(doc, judge, subjects, bounds, keeping, choosing)
        rounds = treat_risky(case, terms, told, second_look)
        return Decided(judge, case, terms, rounds, second_look, found.masked)

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


def _with_data(doc: Doc) -> tuple[Doc, dict[Any, Any]]:
    return doc, dict(doc.user_data)
