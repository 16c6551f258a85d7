"""What a desk knows: the documents, the log, and what becomes of each document under the decisions so far."""

import threading
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from spacy.tokens import Doc

from sanitizer.check.report import DocumentReport, DocumentTold, FailedReport
from sanitizer.common.reuse import GivenUp
from sanitizer.control.log.chain import Log, append, read_log
from sanitizer.control.log.event import Event
from sanitizer.control.log.replay import Decisions, not_undone, present
from sanitizer.errors import UsageError
from sanitizer.pipeline import Sanitizer
from sanitizer.review.background_checks import OPEN, Apart, Checking, Gone, Runner
from sanitizer.review.document_state import Standing, events_about, key_of, of_document
from sanitizer.review.judge_at_once import AtOnce, Judged
from sanitizer.review.preview import Write, bare, shown_after
from sanitizer.review.run_folder import RunFolder
from sanitizer.say.changes import each_by_itself
from sanitizer.text.surface_forms import Searched
from sanitizer.types import Document

_RECENT: Final = 24
_DRAFTS: Final = 60
"""Reports and drafts that are remembered, so that what is undone is there at once."""
_PATIENCE: Final = 10.0
"""Seconds behind the last run of all stages after which the next one is not given up for newer decisions."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """What was shown last of a document: at which head of the log, and on which checked report it stands."""

    head: str
    base: DocumentTold
    standing: Standing


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
        self._recent: OrderedDict[tuple[int, tuple[Any, ...]], tuple[frozenset[int], DocumentTold]] = (
            OrderedDict()
        )
        self._shown: dict[int, _Shown] = {}
        self._drafts: dict[int, tuple[DocumentReport, dict[tuple[int, ...], DocumentReport]]] = {}
        self._parsed: dict[int, tuple[Doc, Searched]] = {}
        self._checking = Checking(self.standing)
        self._apart: Apart | None = None
        self._under_way: tuple[int, tuple[Any, ...]] | None = None
        self._run_at = time.monotonic()
        self._runner = Runner(sanitizer, self.documents)
        self.judged: Judged = AtOnce(sanitizer.judge)
        self.folder: RunFolder | None = None

    @classmethod
    def of(cls, run: RunFolder, by: str, blind: bool = False) -> "Desk":
        """Return the desk of a review on disk; `blind` on a log of one's own. Raises UsageError, ResourceError."""
        log = run.blind_log(by) if blind else run.log
        desk = cls(run.documents(), run.sanitizer(), run.reports(), log, by)
        desk.folder = run
        return desk

    def beside(self, log: Path, by: str) -> "Desk":
        """Return the desk of another reviewer of the same run, on a log of his own."""
        other = Desk(self.documents, self.sanitizer, self._before, log, by)
        other.folder, other._apart = self.folder, self._apart
        return other

    # --- the log ------------------------------------------------------------------------------------------------

    def log(self) -> Log:
        """Return the log as it is on the disk now."""
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
        """Return what holds now."""
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
            self._give_up()
            return log

    def _give_up(self) -> None:
        """Give up the run under way where what it does was decided otherwise meanwhile; but let one in some seconds
        come to its end, so that who decides without a pause sees what was checked too."""
        under_way = self._under_way
        if self._apart is None or under_way is None or time.monotonic() - self._run_at > _PATIENCE:
            return
        number, key = under_way
        if key_of(of_document(self._decisions, self.documents[number].id)) != key:
            self._apart.give_up()

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
        """Return a document (counted from 0) under all decisions so far."""
        while True:
            with suppress(GivenUp):
                return self._standing(number)

    def _standing(self, number: int) -> Standing:
        """Return the same; raises GivenUp where something else was decided meanwhile."""
        document, decisions = self.documents[number], self.decisions()
        own = of_document(decisions, document.id)
        events = events_about(decisions, document.id)
        report = self._known(number, own)
        if report is None:
            with self._running:
                report = self._known(number, own)
                if report is None:
                    report = self._run(number, own)
                    self._remember(number, own, events, report)
        return Standing(document, report, events)

    def _known(self, number: int, own: Decisions) -> DocumentTold | None:
        """Return what is known already of a document under its decisions."""
        if own == Decisions():
            return self._before[number]
        after, key = self._after.get(number), key_of(own)
        if after is not None and after[0] == key:
            return after[1]
        recent = self._recent.get((number, key))
        return None if recent is None else recent[1]

    def _remember(self, number: int, own: Decisions, events: tuple[Event, ...], report: DocumentTold) -> None:
        with self._lock:
            key = key_of(own)
            self._after[number] = key, report
            self._recent[number, key] = frozenset(event.n for event in events), report
            self._recent.move_to_end((number, key))
            while len(self._recent) > _RECENT:
                self._recent.popitem(last=False)

    def shown(self, number: int) -> Standing:
        """Return a document under all decisions so far as it can be shown at once; where no run of all stages has
        seen them yet, one begins in the background (:meth:`standing` waits for it)."""
        with self._lock:
            log, before = self.log(), self._shown.get(number)
            if before is not None and before.head == log.head and before.standing.checked:
                return before.standing
            document, decisions = self.documents[number], self.decisions()
            events = events_about(decisions, document.id)
            last = None if before is None else before.standing.seen
            report = self._known(number, of_document(decisions, document.id))
            if report is not None:
                base, standing = report, Standing(document, report, events, before=last)
            else:
                self._checking.wanted(number)
                base, seen = self._checked_last(number, {e.n for e in events})
                if not isinstance(base, DocumentReport):  # nothing can be shown of it before it is done again
                    return Standing(document, base, events, checked=False)
                if before is not None and before.base is base and before.head == log.head:
                    return before.standing
                report = self._drafted(number, base, seen, events)
                standing = Standing(document, report, events, checked=False, before=last)
            self._shown[number] = _Shown(log.head, base, standing)
            return standing

    def _drafted(
        self, number: int, base: DocumentReport, seen: Set[int], events: tuple[Event, ...]
    ) -> DocumentReport:
        """Return a checked report, made under the events `seen`, with the others too; what was drafted under the
        first of these is gone on with."""
        own = self._drafts.get(number)
        if own is None or own[0] is not base:
            own = self._drafts[number] = base, {}
        drafts, new = own[1], [e for e in events if e.n not in seen]
        names = [e.n for e in new]
        done = next((n for n in range(len(names), 0, -1) if tuple(names[:n]) in drafts), 0)
        start = drafts[tuple(names[:done])] if done else base
        report = start if done == len(names) else shown_after(start, new[done:], *self._open(number))
        drafts[tuple(names)] = report
        for old in list(drafts)[:-_DRAFTS]:
            del drafts[old]
        return report

    def _checked_last(self, number: int, now: Set[int]) -> tuple[DocumentTold, frozenset[int]]:
        """Return what a run of all stages said last under some of the events that hold `now`, and under which."""
        base, seen = self._before[number], frozenset[int]()
        for (other, _), (numbers, told) in self._recent.items():
            if other == number and numbers <= now and len(numbers) >= len(seen):
                base, seen = told, numbers
        return base, seen

    def _open(self, number: int) -> tuple[Write, Searched, Judged]:
        """Return what fits words into places of a document (as they are, where its parse is not known yet), its
        text, and what judges words."""
        doc, searched = self._parsed.get(number, (None, Searched(self.documents[number].text)))
        write = bare if doc is None else lambda spans, labels: each_by_itself(doc, spans, labels)
        return write, searched, self.judged

    def latest(self, number: int) -> Standing:
        """Return a document as it was done last, under all decisions or under fewer: for lists, which cannot wait."""
        document, decisions = self.documents[number], self.decisions()
        events = events_about(decisions, document.id)
        report = self._known(number, of_document(decisions, document.id))
        if report is None:
            after = self._after.get(number)
            report = self._before[number] if after is None else after[1]
        return Standing(document, report, events)

    def warm(self, number: int) -> None:
        """Let the stages remember a document before the first decision on it."""
        with self._running:
            if number in self._parsed or isinstance(self._before[number], FailedReport):
                return
            own = of_document(self.decisions(), self.documents[number].id)
            with suppress(GivenUp):  # the run that is wanted instead lets them remember
                self._run(number, own)
            self.parsed(number)

    def parsed(self, number: int) -> Doc:
        """Return the parse of a document, remembered for those that are open."""
        found = self._parsed.get(number)
        if found is None:
            with self._running:
                found = self._runner.parse(number), Searched(self.documents[number].text).prepared()
                kept = list(self._parsed.items())[1 - OPEN :]
                self._parsed = {**dict(kept), number: found}
        return found[0]

    def check_apart(self) -> None:
        """Let a process of its own do documents again, made now: before there are threads."""
        self._apart = Apart(self._runner)

    def _run(self, number: int, decisions: Decisions) -> DocumentTold:
        if self._apart is not None:
            self._under_way = number, key_of(decisions)
            try:
                report = self._apart.run(number, replace(decisions, active=()))
                self._run_at = time.monotonic()
                return report
            except Gone:
                self._apart = None
            finally:
                self._under_way = None
        return self._runner.run(number, decisions)
