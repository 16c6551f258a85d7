"""Sanitize the documents of a collection one by one: what becomes of each, without an exception for any."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path, PurePath
from typing import Any, Final

from corpora_stats import CountsError
from corpora_stats.chain import Sent
from sanitizer.audit.harden import Hardening
from sanitizer.check.report import Attacked, DocumentReport, NotAttacked, SensitiveEntry, Unlinked
from sanitizer.control.outcomes import FORM_LEFT, KEPT
from sanitizer.documents.formats import FileDocument, Unreadable
from sanitizer.documents.rewrite import rewritten
from sanitizer.errors import DocumentError, ResourceError, SanitizerError
from sanitizer.pipeline import Sanitizer
from sanitizer.records import Record
from sanitizer.result import SanitizedDocument
from sanitizer.run.found_anywhere import Seen, look_at
from sanitizer.run.telling_names import NameReader
from sanitizer.text.language import refuse_other_language
from sanitizer.text.surface_forms import Forms
from sanitizer.types import Document

LONGEST: Final = 8_000_000
"""Characters of a document; a longer one is a collection in one file, and would need gigabytes of memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures(Record):
    """What the summary of a run needs of a document, without any private text: how many terms were sensitive and
    risky, the utility in percent, how many terms were ``sent`` to which source, and how hardening went (None: not
    asked for; without the person and the words), how many known forms are ``left``, how many places of each kind
    there are to look at. ``decisions`` are the lines of the decisions whose forms stand in it, ``kept`` how many
    places a decision keeps although that breaks a promise, ``by_default`` how many entities the operator of
    ``default`` keeps, ``not_called`` how many are not called what a rule of the user says, ``unlinked`` the runs of
    the source (without words)."""

    sensitive: int
    risky: int
    utility_percent: float | None
    sent: Mapping[str, int]
    hardening: Attacked | NotAttacked | None
    left: int = 0
    look: Mapping[str, int] = field(default_factory=dict)
    decisions: tuple[int, ...] = ()
    kept: int = 0
    by_default: int = 0
    not_called: int = 0
    unlinked: Unlinked | None = None

    @classmethod
    def of(cls, report: DocumentReport) -> "Figures":
        """Return the figures of a document's report."""
        told, problems = report.hardening, report.residual.problems
        return cls(
            sensitive=len(report.sensitive),
            risky=len(report.risky),
            utility_percent=report.utility.percent,
            sent=dict(Counter(sent.to for sent in report.sent)),
            hardening=replace(told, person="", words=()) if isinstance(told, Attacked) else told,
            left=sum(problem.kind == FORM_LEFT for problem in problems),
            look=report.look.counts if report.look else {},
            decisions=tuple(verdict.line for verdict in report.decisions if verdict.places),
            kept=sum(problem.kind == KEPT for problem in problems),
            by_default=sum(entry.by_default for entry in report.sensitive),
            not_called=sum(map(_is_called_otherwise, report.sensitive)),
            unlinked=report.unlinked and replace(report.unlinked, hidden=()),
        )


_OF_USERS: Final = frozenset(("custom", "deny", "list"))
"""What finds by rules of the user."""


def _is_called_otherwise(entry: SensitiveEntry) -> bool:
    """Return whether what a rule of the user says for an entity tells more than may be told."""
    by_rule = any(name.partition(":")[0] in _OF_USERS for name in entry.recognizers)
    tried = (own.verdict for own in entry.candidates if own.label == entry.proposed)
    return by_rule and entry.operator is None and any(verdict != "safe" for verdict in tried)


OWN_ID: Final = "(id)"
"""What a document's own id, or the name of its file, is called among the kept fields."""
_FAULTS: Final = (
    ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, RuntimeError, TypeError, ValueError,
)  # fmt: skip
"""What an error of ours in one document may raise; the others are sanitized all the same."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one document. ``reason`` is set when it failed, and then nothing else is but ``telling``;
    ``fields`` are those kept; ``telling`` are the parts of its id (components of a path) that tell something;
    ``identifying`` the kept fields that hold a person or an identifier; ``report`` is None where no report is asked
    for and the outcome comes from a journal; ``sent`` what left the machine for a document that failed (the report of
    the others says it); ``number`` as in the document; ``file`` the sanitized file where it is more than its text, and
    ``left_out`` how many parts of which kind are not in it. ``repr`` tells figures only."""

    id: str = field(repr=False)
    text: str = field(default="", repr=False)
    masks: tuple[tuple[int, int, str], ...] = field(default=(), repr=False)
    fields: Mapping[str, Any] | None = field(default=None, repr=False)
    met: bool = True
    telling: tuple[int, ...] = ()
    identifying: tuple[str, ...] = ()
    figures: Figures | None = None
    report: DocumentReport | None = field(default=None, repr=False)
    reason: str | None = None
    sent: tuple[Sent, ...] = field(default=(), repr=False)
    number: int | float | None = field(default=None, repr=False)
    file: bytes | None = field(default=None, repr=False)
    left_out: Mapping[str, int] = field(default_factory=dict)


class Work:
    """Sanitizes one document and never raises: what fails is an outcome with a reason, without private text.

    ``ids`` says how ids are read: as the ``path`` of a file, as a ``name``, or (``kept``) not at all. With `keep_ids`
    they stay whatever they tell, and one that may tell something counts as a kept field, :data:`OWN_ID`.
    """

    def __init__(
        self,
        sanitizer: Sanitizer,
        hardening: Hardening | None = None,
        ids: str = "path",
        keep_ids: bool = False,
    ) -> None:
        self.sanitizer = sanitizer
        self._hardening = hardening
        self._ids = ids
        self._keep_ids = keep_ids
        self._names: NameReader | None = None

    def with_sanitizer(self, sanitizer: Sanitizer) -> "Work":
        """Return the same work with another sanitizer."""
        return Work(sanitizer, self._hardening, self._ids, self._keep_ids)

    def __call__(self, item: Document | Unreadable) -> Outcome:
        """Return the outcome of a document."""
        outcome = self._outcome(item)
        if self._names is None or self._names.sanitizer is not self.sanitizer:
            self._names = NameReader(self.sanitizer)
        telling: tuple[int, ...] = ()
        identifying = tuple(item.fields) if isinstance(item, Document) else ()
        try:
            if self._ids != "kept":
                telling = self._names.telling(item.id, self._ids == "path")
            if isinstance(item, Document):
                identifying = self._names.identifying(item.fields)
        except CountsError as error:
            raise ResourceError(str(error)) from error
        except (SanitizerError, *_FAULTS):  # what cannot be read may be anybody
            telling = tuple(range(len(PurePath(item.id).parts))) if self._ids == "path" else (0,)
        if self._ids == "kept":
            return replace(outcome, telling=(), identifying=identifying)
        telling = tuple(sorted({*telling, *outcome.telling}))
        if self._keep_ids:
            return replace(
                outcome, telling=(), identifying=(*identifying, OWN_ID) if telling else identifying
            )
        return replace(outcome, telling=telling, identifying=identifying)

    def _outcome(self, item: Document | Unreadable) -> Outcome:
        if isinstance(item, Unreadable):
            return Outcome(item.id, reason=item.reason)
        chain = self.sanitizer.judge.calculator.chain
        chain.begin()
        try:
            self._check(item)
            hard = self._hardening
            done = hard.sanitize(self.sanitizer, item) if hard else self.sanitizer.sanitize(item)
            known = item if isinstance(item, FileDocument) else None
            file = rewritten(known, done.changes, done.checked_forms) if known else None
        except CountsError as error:  # the source is out of reach for the documents to come too
            raise ResourceError(str(error)) from error
        except SanitizerError as error:
            if error.exit_status == 3:
                raise
            return Outcome(item.id, reason=str(error), sent=chain.sent())
        except (*_FAULTS, SystemExit) as error:
            if isinstance(error, SystemExit) and error.code:
                raise  # the run is to end, and says so; a part that ends it as if all was well fails
            place = error.__traceback__
            while place is not None and place.tb_next is not None:
                place = place.tb_next
            where = f" in {Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno}" if place else ""
            reason = f"internal error {type(error).__name__}{where}; please report it"
            return Outcome(item.id, reason=reason, sent=chain.sent())
        return Outcome(
            item.id,
            done.text,
            tuple((c.span.start, c.span.end, c.replacement) for c in done.changes),
            item.fields,
            done.met,
            _telling(item.id, done, self._ids == "path"),
            figures=Figures.of(done.report),
            report=replace(done.report, left_out=dict(known.left_out)) if known else done.report,
            file=file,
            left_out=known.left_out if known else {},
        )

    def seen(self, item: Document | Unreadable) -> Seen:
        """Return what a document adds to its collection; nothing if it cannot be sanitized."""
        if isinstance(item, Unreadable):
            return Seen()
        try:
            self._check(item)
            return look_at(self.sanitizer, item)
        except SanitizerError as error:
            if error.exit_status == 3:
                raise
        except _FAULTS:
            pass  # the second pass fails alike, and says so
        return Seen()

    def _check(self, document: Document) -> None:
        if len(document.text) > LONGEST:
            raise DocumentError(
                f"has {len(document.text)} characters, more than {LONGEST}: split it into documents"
            )
        if not self.sanitizer.settings.any_language:
            refuse_other_language(document.text)


def _telling(name: str, done: SanitizedDocument, is_path: bool) -> tuple[int, ...]:
    """Return which parts of a document's id or file name hold a form that is sensitive in its text. Forms of
    several words count in any case; so do any two capitalized words in a row of them (a name may be taken for more
    than it is), and each word of a person's."""
    names = [form for form in done.checked_forms if len(form.split()) > 1]
    people = {f for s in done.report.sensitive if s.entity_class == "PERSON" for f in s.forms if f in names}
    parts = {word for form in people for word in form.split() if len(word) > 3 and word[0].isupper()}
    pairs = {
        " ".join(pair)
        for form in names
        for pair in pairwise(form.split())
        if all(w[0].isupper() for w in pair)
    }
    loose = sorted({form.lower() for form in (*names, *parts, *pairs)})
    forms = Forms([*done.checked_forms, *loose])
    parts_of_name = PurePath(name).parts if is_path else (name,)
    found = [n for n, part in enumerate(parts_of_name) if forms.find(re.sub(r"[\W_]+", " ", part))]
    if not found and forms.find(re.sub(r"[\W_]+", " ", name)):  # a form that goes over several components
        found = list(range(len(parts_of_name)))
    return tuple(found)
