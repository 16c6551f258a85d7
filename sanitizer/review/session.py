"""What one reviewer does at a desk: decide, undo, let documents pass, export; pages get what changed."""

import json
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from secrets import token_hex
from typing import Any, Final

from sanitizer.common import arguments
from sanitizer.control.log.chain import MOVED, Moved
from sanitizer.control.log.replay import not_undone
from sanitizer.errors import UsageError
from sanitizer.review.audit_sample import passing, reviewed
from sanitizer.review.desk_state import Desk
from sanitizer.review.export import export
from sanitizer.review.reviewer_acts import item_called, ladder_of, on_item, on_selection, step
from sanitizer.review.summary import found_by
from sanitizer.review.view import Shown, details, difference, shown_of

_KEPT_VIEWS: Final = 8
"""Views that pages may still show, to tell them what changed since."""
_DO: Final = ("item", "selection", "step", "undo", "redo", "done", "look")


class Session:
    """The requests of pages to a desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._views: OrderedDict[str, Shown] = OrderedDict()
        self._own, self._numbers = token_hex(4), count(1)

    @property
    def audit(self) -> Mapping[str, Any] | None:
        """What `sanitizer audit -o` wrote into the folder of the review (``audit.json``), if anything."""
        folder = self.desk.folder
        if folder is None or not (folder.path / "audit.json").is_file():
            return None
        try:
            told = json.loads((folder.path / "audit.json").read_text(encoding="utf-8"))
            found_by(told)
        except (
            OSError,
            ValueError,
            LookupError,
            TypeError,
            AttributeError,
            ArithmeticError,
            RecursionError,
        ) as error:
            why = f"audit.json is not what sanitizer audit -o writes ({type(error).__name__})"
            raise UsageError(f"{why}: write it again, or remove it") from error
        return dict(told)

    def view(self, number: int) -> dict[str, Any]:
        """Return all that the page of a document shows. Its ``view`` names it: what is shown at once under one head
        of the log may change before it is checked."""
        head, standing = self.desk.log().head, self.desk.shown(number)
        before = None
        for shown in list(self._views.values()):
            if shown.standing.document is standing.document:
                before = shown
                if shown.standing is standing and shown.view["head"] == head:
                    return shown.view
        shown = shown_of(standing, head, before)
        shown.view["view"] = name = f"{self._own}-{next(self._numbers)}"
        self._views[name] = shown
        while len(self._views) > _KEPT_VIEWS:
            self._views.popitem(last=False)
        return shown.view

    def warm(self, number: int) -> None:
        """Prepare the first decision on a document."""
        self.desk.warm(number)

    def decide(self, number: int, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Do what a page asks: ``do`` says what, ``head`` what it has seen of the log, ``view`` which view it shows.
        The answer is what changed since then, or all where that is no more known.

        Raises:
            Moved: somebody else has decided meanwhile.
            UsageError: it cannot be done.
        """
        head = arguments.text(asked.get("head"), "head")
        what = arguments.one_of(asked.get("do"), _DO, "do")
        seen, before = self._views.get(str(asked.get("view"))), None
        if seen is not None and seen.standing.document is self.desk.documents[number]:
            before = seen.view
        if what != "look" and head != self.desk.log().head:
            raise Moved(MOVED)
        about: int | None = None
        if what in ("undo", "redo"):
            event = self.desk.undo(head, again=what == "redo")
            if event is None:
                raise UsageError(f"there is nothing to {what}")
            ids = [d.id for d in self.desk.documents]
            about = ids.index(event.document) + 1 if event.document in ids else None
        elif what != "look":
            self.desk.add([self._event(number, what, asked)], head)
        after = self.view(number)
        told = {"whole": after} if before is None else difference(before, after)
        told |= {"about": about, "detail": None}
        if isinstance(key := asked.get("item"), str) and key in after["items"]:
            with suppress(UsageError):  # gone again meanwhile
                told["detail"] = self.detail(number, key)
        return told

    def detail(self, number: int, key: str) -> dict[str, Any]:
        """Return the panel of an item of a document. Raises UsageError where it is gone."""
        item, report = item_called(self.desk.shown(number), key)
        return details(item, report, ladder_of(self.desk, item, report))

    def _event(self, number: int, what: str, told: Mapping[str, Any]) -> dict[str, Any]:
        standing = self.desk.shown(number)
        if what == "done":
            return {"act": "done", "far": "document", "document": standing.document.id}
        if what == "selection":
            return on_selection(standing, told)
        if what == "step":
            return step(self.desk, standing, told.get("item"), bool(told.get("up")))
        item, report = item_called(standing, told.get("item"))
        return on_item(standing, item, report, told)

    def let_pass(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """Let documents pass unread under a stated risk, but for a sample. Raises Moved, UsageError."""
        below = arguments.number(told.get("below"), "below", 0.0)
        risk = arguments.number(told.get("risk"), "risk", 0.0, 1.0)
        seed = arguments.whole(told.get("seed"), "seed", 0)
        log = self.desk.log()
        standings = [self.desk.latest(number) for number in range(len(self.desk.documents))]
        events = passing(standings, below, risk, seed, not_undone(log.events))
        if events:
            self.desk.add(events, log.head)
        drawn = sum(event["act"] == "sample" for event in events)
        return {"passed": len(events) - drawn, "sampled": drawn}

    def finish(self) -> dict[str, Any]:
        """Return how far the review is, for the page from which it is exported."""
        standings = [self.desk.latest(number) for number in range(len(self.desk.documents))]
        log = self.desk.log()
        held = self.desk.decisions()
        by = {event.n: event for event in log.events}
        conflicts = [
            {"first": by[c.first].by, "then": by[c.then].by, "form": by[c.then].form} for c in held.conflicts
        ]
        told = reviewed(standings, log.events)
        return {"lines": told.lines(), "conflicts": conflicts, "events": len(log.events), "head": log.head}

    def export(self) -> dict[str, Any]:
        """Write the result into the folder of the review. Raises UsageError."""
        folder = self.desk.folder
        if folder is None:
            raise UsageError("this desk has no folder to write to")
        name = f"export-{len(self.desk.log().events):06d}"
        return {"folder": name, **export(self.desk, folder.path / name, self.audit)}
