"""What a desk knows: the documents, the log, and what becomes of each document under the decisions so far."""

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from spacy.tokens import Doc

from sanitizer.again import Again, once
from sanitizer.check.report import DocumentReport, DocumentTold, FailedReport
from sanitizer.control.log.chain import Log, append, read_log
from sanitizer.control.log.event import Event
from sanitizer.control.log.replay import Decisions, not_undone, present
from sanitizer.desk.run_folder import RunFolder, report_of
from sanitizer.errors import UsageError
from sanitizer.pipeline import Sanitizer
from sanitizer.types import Document

_OPEN: Final = 2
"""Documents of which the stages are remembered."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A document as it stands: what became of it under the events that are about it, and these."""

    document: Document = field(repr=False)
    report: DocumentTold = field(repr=False)
    events: tuple[Event, ...] = field(repr=False)


class Desk:
    """A review under way by one reviewer (``by``). Threads may share it: decisions and runs take turns.

    Args:
        documents: those of the run, in order.
        sanitizer: without decisions.
        reports: what becomes of the documents without any decision.
        log: the file of events.
        by: who decides here.
    """

    def __init__(
        self,
        documents: Sequence[Document],
        sanitizer: Sanitizer,
        reports: Sequence[DocumentTold],
        log: Path,
        by: str,
    ) -> None:
        self.documents = tuple(documents)
        self.sanitizer = sanitizer
        self.by = by
        self.path = log
        self._before = tuple(reports)
        if [d.id for d in documents] != [r.id for r in reports]:
            raise UsageError("the input of the review has changed since it was begun: begin a new one")
        for document, report in zip(documents, reports, strict=True):
            if isinstance(report, DocumentReport) and report.text != document.text:
                raise UsageError("a text of the review has changed since it was begun: begin a new one")
        self._lock = threading.RLock()
        self._running = threading.RLock()
        self._log: Log | None = None
        self._size = -1
        self._decisions = Decisions()
        self._after: dict[int, tuple[tuple[Any, ...], DocumentTold]] = {}
        self._again: OrderedDict[int, Again] = OrderedDict()
        self.folder: RunFolder | None = None

    @classmethod
    def of(cls, run: RunFolder, by: str, blind: bool = False) -> "Desk":
        """The desk of a review on disk; `blind` on a log of one's own. Raises UsageError, ResourceError."""
        log = run.blind_log(by) if blind else run.log
        desk = cls(run.documents(), run.sanitizer(), run.reports(), log, by)
        desk.folder = run
        return desk

    def beside(self, log: Path, by: str) -> "Desk":
        """The desk of another reviewer of the same run, on a log of his own."""
        other = Desk(self.documents, self.sanitizer, self._before, log, by)
        other.folder = self.folder
        return other

    # --- the log ------------------------------------------------------------------------------------------------

    def log(self) -> Log:
        """The log as it is on the disk now."""
        with self._lock:
            size = self.path.stat().st_size
            if self._log is None or size != self._size:
                self._take(read_log(self.path, self.sanitizer.control.own_types), size)
            assert self._log is not None
            return self._log

    def _take(self, log: Log, size: int) -> None:
        self._log, self._size = log, size
        self._decisions = present(log.events)

    def decisions(self) -> Decisions:
        """What holds now."""
        with self._lock:
            self.log()
            return self._decisions

    def add(self, told: Sequence[Mapping[str, Any]], head: str | None) -> Log:
        """Add events of this reviewer, all or none, unless the log has moved on from `head`.

        Raises:
            Moved: somebody else has decided meanwhile.
            UsageError: an event is wrong.
        """
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        with self._lock:
            events = [{"at": now, "by": self.by, **event} for event in told]
            log = append(self.path, events, head, self.sanitizer.control.own_types)
            self._take(log, self.path.stat().st_size)
            return log

    def undo(self, head: str | None, again: bool = False) -> Event | None:
        """Undo the last decision of this reviewer (or, `again`, redo the last that was undone); what it was about, None
        where there is none. Raises Moved, UsageError."""
        with self._lock:
            events = self.log().events
            own = [e for e in events if e.by == self.by]
            active = {e.n for e in not_undone(events)}
            if again:
                undone: list[int] = []
                for event in own:
                    if event.of is None:
                        undone = []  # a new decision: what was undone before is gone
                    elif event.act == "undo":
                        undone.append(event.of)
                    elif event.of in undone:
                        undone.remove(event.of)
                target = undone[-1] if undone else None
            else:
                target = next((e.n for e in reversed(own) if e.n in active), None)
            if target is None:
                return None
            self.add([{"act": "redo" if again else "undo", "far": "event", "of": target}], head)
            return events[target - 1]

    # --- documents ----------------------------------------------------------------------------------------------

    def standing(self, number: int) -> Standing:
        """A document (counted from 0) under all decisions so far."""
        document, decisions = self.documents[number], self.decisions()
        own = of_document(decisions, document.id)
        events = tuple(e for e in decisions.active if e.document in (None, document.id))
        report = self._known(number, own)
        if report is None:
            with self._running:
                report = self._known(number, own)
                if report is None:
                    report = self._run(number, own)
                    self._after[number] = _key(own), report
        return Standing(document, report, events)

    def _known(self, number: int, own: Decisions) -> DocumentTold | None:
        """What is known already of a document under its decisions."""
        if own == Decisions():
            return self._before[number]
        after = self._after.get(number)
        return after[1] if after is not None and after[0] == _key(own) else None

    def latest(self, number: int) -> Standing:
        """A document as it was done last, under all decisions or under fewer: for lists, which cannot wait."""
        document, decisions = self.documents[number], self.decisions()
        events = tuple(e for e in decisions.active if e.document in (None, document.id))
        report = self._known(number, of_document(decisions, document.id))
        if report is None:
            after = self._after.get(number)
            report = self._before[number] if after is None else after[1]
        return Standing(document, report, events)

    def warm(self, number: int) -> None:
        """Let the stages remember a document before the first decision on it."""
        with self._running:
            if number not in self._again and not isinstance(self._before[number], FailedReport):
                self._run(number, of_document(self.decisions(), self.documents[number].id))

    def parsed(self, number: int) -> Doc:
        """The parse of a document, remembered with it."""
        with self._running:
            memory = self._again.get(number)
            if memory is None:
                self.warm(number)
                memory = self._again.get(number)
            text = self.documents[number].text
            if memory is None:
                return self.sanitizer.parse(text)
            with memory.in_use():
                found: Doc = once("parsed", text, lambda: (self.sanitizer.parse(text), {}))[0]
            return found

    def _run(self, number: int, decisions: Decisions) -> DocumentTold:
        memory = self._again.get(number) or self.sanitizer.again()
        self._again[number] = memory
        self._again.move_to_end(number)
        while len(self._again) > _OPEN:
            self._again.popitem(last=False)
        decided = self.sanitizer.decided(decisions.given_to(self.sanitizer.control))
        with memory.in_use():
            return report_of(decided, self.documents[number])


def _key(own: Decisions) -> tuple[Any, ...]:
    """Decisions as a value to compare, with the lines that say so: reports name them."""
    told = (own.forms, own.places, own.chosen)
    return own, tuple(tuple(one.line for one in part) for part in told)


def of_document(decisions: Decisions, document: str) -> Decisions:
    """The part of decisions that is about one document, as a value to compare: without the events."""
    return Decisions(
        tuple(d for d in decisions.forms if d.document in (None, document)),
        tuple(p for p in decisions.places if p.document == document),
        tuple(c for c in decisions.chosen if c.document in (None, document)),
    )
