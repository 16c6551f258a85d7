"""A run over a collection: documents in, outcomes out, in order; a journal makes an interrupted run resumable."""

import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import IO, Any, Final

from corpora_stats import CountsError
from sanitizer.audit.hardened_run import Hardening
from sanitizer.collection import Form, sensitive_forms
from sanitizer.documents.language import refuse_other_language
from sanitizer.documents.read import Unreadable
from sanitizer.errors import DocumentError, ResourceError, SanitizerError, UsageError
from sanitizer.forms import Forms
from sanitizer.keeping import KEPT
from sanitizer.pipeline import SanitizedDocument, Sanitizer
from sanitizer.types import Document
from sanitizer.workers import ordered_map

LONGEST: Final = 8_000_000
"""Characters of a document; a longer one is a collection in one file, and would need gigabytes of memory."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What the summary of a run needs of a document, without any private text: how many terms were sensitive and
    risky, the utility in percent, how many terms were ``sent`` to which source, and how hardening went (None: not asked
    for; ``person`` is None where no candidate was the document's), how many known forms are ``left``, how many places
    of each kind there are to look at. ``decisions`` are the lines of the decisions whose forms stand in it, ``kept``
    how many places a decision keeps although that breaks a promise."""

    sensitive: int
    risky: int
    utility_percent: float | None
    sent: Mapping[str, int]
    hardening: Mapping[str, Any] | None
    left: int = 0
    look: Mapping[str, int] = field(default_factory=dict)
    decisions: Sequence[int] = ()
    kept: int = 0

    @classmethod
    def of(cls, report: Mapping[str, Any]) -> "Figures":
        """The figures of a document's report."""
        told = report.get("hardening")
        return cls(
            len(report["sensitive"]),
            len(report["risky"]),
            report["utility"]["percent"],
            dict(Counter(entry["to"] for entry in report["sent"])),
            told and {k: v for k, v in told.items() if k != "words"} | {"person": told["person"] and True},
            sum(problem["kind"] == "sensitive form left" for problem in report["residual"]["problems"]),
            report["look"]["counts"],
            [d["line"] for d in report.get("decisions", ())],
            sum(p["kind"] == KEPT for p in report["residual"]["problems"]),
        )


_FAULTS: Final = (ArithmeticError, AssertionError, LookupError, TypeError, ValueError, MemoryError)
"""What an error of ours in one document may raise; the others are sanitized all the same."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one document. ``reason`` is set when it failed, and then nothing else is; ``fields`` are those
    kept; ``name_is_sensitive`` when its id holds a sensitive form; ``report`` is None where no report is asked for and
    the outcome comes from a journal; ``sent`` what left the machine for a document that failed (the report of the
    others says it)."""

    id: str
    text: str = ""
    masks: tuple[tuple[int, int, str], ...] = ()
    fields: Mapping[str, Any] | None = None
    met: bool = True
    name_is_sensitive: bool = False
    figures: Figures | None = None
    report: Mapping[str, Any] | None = None
    reason: str | None = None
    sent: tuple[Mapping[str, str], ...] = ()


class Work:
    """Sanitizes one document and never raises: what fails is an outcome with a reason, without private text."""

    def __init__(self, sanitizer: Sanitizer, hardening: Hardening | None = None) -> None:
        self.sanitizer = sanitizer
        self._hardening = hardening

    def __call__(self, item: Document | Unreadable) -> Outcome:
        """The outcome of a document."""
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
            return Outcome(item.id, reason=str(error), sent=tuple(chain.sent()))
        except _FAULTS as error:
            place = error.__traceback__
            while place is not None and place.tb_next is not None:
                place = place.tb_next
            where = f" in {Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno}" if place else ""
            reason = f"internal error {type(error).__name__}{where}; please report it"
            return Outcome(item.id, reason=reason, sent=tuple(chain.sent()))
        return Outcome(
            item.id,
            done.text,
            tuple((c.span.start, c.span.end, c.replacement) for c in done.changes),
            item.fields,
            done.met,
            _tells(item.id, done),
            Figures.of(done.report),
            done.report,
        )

    def forms(self, item: Document | Unreadable) -> tuple[Form, ...]:
        """The forms that a document makes sensitive in its collection; none of one that cannot be sanitized."""
        if isinstance(item, Unreadable):
            return ()
        try:
            self._check(item)
            return sensitive_forms(self.sanitizer, item)
        except SanitizerError as error:
            if error.exit_status == 3:
                raise
        except _FAULTS:
            pass  # the second pass fails alike, and says so
        return ()

    def _check(self, document: Document) -> None:
        if len(document.text) > LONGEST:
            raise DocumentError(
                f"has {len(document.text)} characters, more than {LONGEST}: split it into documents"
            )
        if not self.sanitizer.settings.any_language:
            refuse_other_language(document.text)


def _tells(name: str, done: SanitizedDocument) -> bool:
    """Whether a document's id or file name holds a sensitive form. Forms of several words count in any case; so do any
    two capitalized words in a row of them (a name may be taken for more than it is), and each word of a person's."""
    names = [form for form in done.checked_forms if len(form.split()) > 1]
    people = {f for s in done.report["sensitive"] if s["class"] == "PERSON" for f in s["forms"] if f in names}
    parts = {word for form in people for word in form.split() if len(word) > 3 and word[0].isupper()}
    pairs = {
        " ".join(pair)
        for form in names
        for pair in pairwise(form.split())
        if all(w[0].isupper() for w in pair)
    }
    loose = sorted({form.lower() for form in (*names, *parts, *pairs)})
    forms = Forms([*done.checked_forms, *loose])
    return bool(forms.find(re.sub(r"[\W_]+", " ", name)))


class Journal:
    """Outcomes written down as they come (mode 0600), so that a run that was interrupted can go on where it was.

    The reports hold the secrets of the documents: unless ``reports`` are wanted, the journal holds what will be
    published and figures, no more. It never holds an id: that may tell something too.
    """

    def __init__(self, path: Path, fingerprint: str, resume: bool, reports: bool) -> None:
        self.path = path
        self._reports = reports
        self._fingerprint = fingerprint
        self._done: dict[str, Outcome] = {}
        if resume and path.exists():
            self._load()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | (os.O_APPEND if resume else os.O_TRUNC), 0o600)
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror}") from error
        self._stream: IO[str] = os.fdopen(handle, "a", encoding="utf-8", newline="")

    def _load(self) -> None:
        whole = 0
        with self.path.open("rb") as stream:
            for line in stream:
                if not line.endswith(b"\n"):
                    break  # the line at which the run was interrupted
                entry = json.loads(line)
                whole += len(line)
                entry["outcome"]["masks"] = tuple(tuple(mask) for mask in entry["outcome"]["masks"])
                figures = Figures(**entry["outcome"].pop("figures"))
                self._done[entry["key"]] = Outcome("", figures=figures, **entry["outcome"])
        os.truncate(self.path, whole)

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
        entry = {name: getattr(outcome, name) for name in Outcome.__slots__ if name != "id"}
        entry["fields"] = dict(outcome.fields or {})
        entry["figures"] = asdict(outcome.figures)
        if not self._reports:
            entry["report"] = None
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

    def step(item: Document | Unreadable) -> tuple[Document | Unreadable, Outcome, bool]:
        known = journal.known(item) if isinstance(item, Document) else None
        return (item, known, False) if known is not None else (item, work(item), True)

    for item, outcome, fresh in ordered_map(step, items, workers):
        if fresh and isinstance(item, Document) and outcome.reason is None:
            journal.add(item, outcome)
        yield item, outcome
