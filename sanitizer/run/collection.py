"""A run over a collection: documents in, outcomes out, in order; a journal makes an interrupted run resumable."""

import errno
import hashlib
import json
import os
import re
import stat
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from pathlib import Path, PurePath
from typing import IO, Any, Final

from corpora_stats import CountsError
from corpora_stats.chain import Sent
from sanitizer.audit.hardened_run import Hardening
from sanitizer.check.report import Attacked, DocumentReport, NotAttacked
from sanitizer.control.told import FORM_LEFT, KEPT
from sanitizer.documents.read import Unreadable
from sanitizer.errors import DocumentError, ResourceError, SanitizerError, UsageError
from sanitizer.pipeline import SanitizedDocument, Sanitizer
from sanitizer.record import Record
from sanitizer.run.names import NameReader
from sanitizer.run.spread import Seen, look_at
from sanitizer.text.forms import Forms
from sanitizer.text.language import refuse_other_language
from sanitizer.types import Document
from sanitizer.workers import ordered_map

LONGEST: Final = 8_000_000
"""Characters of a document; a longer one is a collection in one file, and would need gigabytes of memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures(Record):
    """What the summary of a run needs of a document, without any private text: how many terms were sensitive and
    risky, the utility in percent, how many terms were ``sent`` to which source, and how hardening went (None: not asked
    for; without the person and the words), how many known forms are ``left``, how many places of each kind there are to
    look at. ``decisions`` are the lines of the decisions whose forms stand in it, ``kept``
    how many places a decision keeps although that breaks a promise, ``by_default`` how many entities the operator of
    ``default`` keeps."""

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

    @classmethod
    def of(cls, report: DocumentReport) -> "Figures":
        """The figures of a document's report."""
        told, problems = report.hardening, report.residual.problems
        return cls(
            sensitive=len(report.sensitive),
            risky=len(report.risky),
            utility_percent=report.utility.percent,
            sent=dict(Counter(sent.to for sent in report.sent)),
            hardening=replace(told, person="", words=()) if isinstance(told, Attacked) else told,
            left=sum(problem.kind == FORM_LEFT for problem in problems),
            look=report.look.counts if report.look else {},
            decisions=tuple(verdict.line for verdict in report.decisions),
            kept=sum(problem.kind == KEPT for problem in problems),
            by_default=sum(entry.by_default for entry in report.sensitive),
        )


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
    the others says it); ``number`` as in the document. ``repr`` tells figures only."""

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


class Work:
    """Sanitizes one document and never raises: what fails is an outcome with a reason, without private text.

    ``ids`` says how ids are read: as the ``path`` of a file, as a ``name``, or (``kept``) not at all.
    """

    def __init__(self, sanitizer: Sanitizer, hardening: Hardening | None = None, ids: str = "path") -> None:
        self.sanitizer = sanitizer
        self._hardening = hardening
        self._ids = ids
        self._names: NameReader | None = None

    def with_sanitizer(self, sanitizer: Sanitizer) -> "Work":
        """The same work with another sanitizer."""
        return Work(sanitizer, self._hardening, self._ids)

    def __call__(self, item: Document | Unreadable) -> Outcome:
        """The outcome of a document."""
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
        return replace(outcome, telling=tuple(sorted({*telling, *outcome.telling})), identifying=identifying)

    def _outcome(self, item: Document | Unreadable) -> Outcome:
        if isinstance(item, Unreadable):
            return Outcome(item.id, reason=item.reason)
        chain = self.sanitizer.judge.calculator.chain
        chain.begin()
        try:
            self._check(item)
            hard = self._hardening
            done = hard.sanitize(self.sanitizer, item) if hard else self.sanitizer.sanitize(item)
        except CountsError as error:  # the source is out of reach for the documents to come too
            raise ResourceError(str(error)) from error
        except SanitizerError as error:
            if error.exit_status == 3:
                raise
            return Outcome(item.id, reason=str(error), sent=chain.sent())
        except _FAULTS as error:
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
            report=done.report,
        )

    def seen(self, item: Document | Unreadable) -> Seen:
        """What a document adds to its collection; nothing if it cannot be sanitized."""
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
    """Which parts of a document's id or file name hold a form that is sensitive in its text. Forms of several words
    count in any case; so do any two capitalized words in a row of them (a name may be taken for more than it is), and
    each word of a person's."""
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


class Journal:
    """Outcomes written down as they come (mode 0600), so that a run that was interrupted can go on where it was.

    The reports hold the secrets of the documents: unless ``reports`` are wanted, the journal holds what will be
    published and figures, no more. It never holds an id: that may tell something too.
    """

    def __init__(self, path: Path, fingerprint: str, resume: bool, reports: bool, run: str = "") -> None:
        """Open the journal of a `run` (any text that names its input and output), and read it to `resume`.

        Raises:
            UsageError: it cannot be written, is a link or another's file, belongs to another run, or is damaged.
        """
        self.path = path
        self._reports = reports
        self._fingerprint = fingerprint
        self._done: dict[str, Outcome] = {}
        head = json.dumps(
            {"journal": 1, "run": hashlib.sha256(run.encode("utf-8", "surrogatepass")).hexdigest()}
        )
        self._stream: IO[str] = self._open(resume)
        try:
            whole = self._load(head) if resume else 0
            os.ftruncate(self._stream.fileno(), whole)
            if not whole:
                self._stream.write(head + "\n")
                self._stream.flush()
        except OSError as error:
            self._stream.close()
            raise UsageError(f"cannot write {path}: {error.strerror}") from error
        except UsageError:
            self._stream.close()
            raise

    def _open(self, resume: bool) -> IO[str]:
        """The file, our own and nobody else's: no link is followed, and its mode is 0600 whatever it was."""
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        cure = "remove it, or choose another place for the report or the output"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path, flags, 0o600)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise UsageError(
                    f"{self.path} is a link, and the journal of a run is private: {cure}"
                ) from error
            raise UsageError(f"cannot write {self.path}: {error.strerror}") from error
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode) or state.st_nlink != 1 or state.st_uid != os.geteuid():
            os.close(handle)
            raise UsageError(
                f"{self.path} is no file of yours alone, and the journal of a run is private: {cure}"
            )
        os.fchmod(handle, 0o600)
        return os.fdopen(handle, "a+", encoding="utf-8", newline="")

    def _load(self, head: str) -> int:
        """Read what is done; the bytes up to the line at which the run was interrupted. Raises UsageError."""
        whole = 0
        cure = "remove it, and run without --resume into an empty place"
        self._stream.seek(0)
        with os.fdopen(os.dup(self._stream.fileno()), "rb") as stream:
            for number, line in enumerate(stream):
                if not line.endswith(b"\n"):
                    break
                if number == 0:
                    if line.decode("utf-8", "replace").rstrip("\n") != head:
                        raise UsageError(
                            f"{self.path} is the journal of another run (other input or output), or none: {cure}"
                        )
                else:
                    try:
                        self._remember(json.loads(line))
                    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
                        raise UsageError(f"{self.path} is damaged in line {number + 1}: {cure}") from error
                whole += len(line)
        return whole

    def _remember(self, entry: dict[str, Any]) -> None:
        known = entry["outcome"]
        known["masks"] = tuple((int(start), int(end), str(words)) for start, end, words in known["masks"])
        known["telling"] = tuple(map(int, known["telling"]))
        known["identifying"] = tuple(map(str, known["identifying"]))
        if not isinstance(known["text"], str) or not isinstance(known["met"], bool):
            raise TypeError("an outcome has a text and a verdict")
        known["figures"] = Figures.from_json(known["figures"])
        if known["report"] is not None:
            known["report"] = DocumentReport.from_json(known["report"])
        self._done[str(entry["key"])] = Outcome("", **known)

    def key(self, document: Document) -> str:
        """Names a document, its content and the settings: a change in any of them is a new document."""
        parts = [
            self._fingerprint,
            document.id,
            document.text,
            document.person,
            json.dumps(dict(document.fields), default=str),
        ]
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()

    def known(self, document: Document) -> Outcome | None:
        """The outcome of a document done before."""
        found = self._done.get(self.key(document))
        return None if found is None else replace(found, id=document.id)

    def add(self, document: Document, outcome: Outcome) -> None:
        """Write an outcome down."""
        assert outcome.figures is not None, "only what was done is written down"
        written = ("text", "masks", "met", "telling", "identifying")
        entry: dict[str, Any] = {name: getattr(outcome, name) for name in written}
        entry["fields"] = dict(outcome.fields or {})
        entry["figures"] = outcome.figures.to_json()
        entry["report"] = outcome.report.to_json() if outcome.report and self._reports else None
        self._stream.write(
            json.dumps({"key": self.key(document), "outcome": entry}, ensure_ascii=False) + "\n"
        )
        self._stream.flush()

    def close(self) -> None:
        """Let go of the file, and keep it."""
        self._stream.close()

    def remove(self) -> None:
        """The run is complete: the journal is not needed any more."""
        self.close()
        self.path.unlink(missing_ok=True)


def run(
    items: Iterator[Document | Unreadable], work: Work, workers: int, journal: Journal
) -> Iterator[tuple[Document | Unreadable, Outcome]]:
    """Every item with its outcome, in order; those in the journal are not done again."""

    asked = ((item, journal.known(item) if isinstance(item, Document) else None) for item in items)
    for item, outcome, fresh in ordered_map(partial(_outcome, work), asked, workers):
        if fresh and isinstance(item, Document) and outcome.reason is None:
            journal.add(item, outcome)
        yield item, replace(outcome, number=item.number) if isinstance(item, Document) else outcome


def _outcome(
    work: Work, asked: tuple[Document | Unreadable, Outcome | None]
) -> tuple[Document | Unreadable, Outcome, bool]:
    """An item with its outcome, and whether that is a new one."""
    item, known = asked
    return (item, known, False) if known is not None else (item, work(item), True)
