"""Bring together what several reviewers decided blind: agreement, what all said alike, and conflicts one by one."""

from collections.abc import Mapping
from typing import Any

from sanitizer.common import arguments
from sanitizer.control.log.chain import Log, read_log
from sanitizer.control.log.event import Event
from sanitizer.errors import UsageError
from sanitizer.review.desk_state import Desk
from sanitizer.review.reviewer_agreement import agreed, agreement, conflicts, machine, taken


class Others:
    """The blind copies of a review, seen from the desk of who settles it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @property
    def is_blind(self) -> bool:
        """Whether this desk is a blind copy itself, which sees no others."""
        folder = self._desk.folder
        return folder is not None and self._desk.path != folder.log

    def _logs(self) -> dict[str, Log]:
        folder = self._desk.folder
        if folder is None or self.is_blind:
            return {}
        types = self._desk.sanitizer.control.own_types
        return {name: read_log(path, types) for name, path in folder.blind_logs().items()}

    def told(self) -> dict[str, Any]:
        """Return who reviewed, how far they agree, and what they say different things of."""
        logs, settled = self._logs(), self._desk.log()
        found = conflicts(logs, settled)
        return {
            "reviewers": [{"name": name, "events": len(log.events)} for name, log in logs.items()],
            "agreement": self.agreement(logs) if len(logs) > 1 else [],
            "agreed": len(agreed(logs, settled)) if len(logs) > 1 else 0,
            "head": settled.head,
            "conflicts": [
                {
                    "number": number,
                    "form": conflict.form,
                    "document": self._number(conflict.document),
                    "said": {name: in_words(event) for name, event in conflict.said.items()},
                }
                for number, conflict in enumerate(found)
            ],
        }

    def _number(self, document: str | None) -> int | None:
        ids = [d.id for d in self._desk.documents]
        return ids.index(document) + 1 if document in ids else None

    def agreement(self, logs: Mapping[str, Log] | None = None) -> list[dict[str, Any]]:
        """Span F1 and kappa of each pair of reviewers."""
        folder = self._desk.folder
        assert folder is not None
        results = {}
        for name in logs if logs is not None else self._logs():
            other = self._desk.beside(folder.blind_logs()[name], name)
            results[name] = [other.standing(number).report for number in range(len(other.documents))]
        return [
            {"first": a.first, "second": a.second, "span_f1": a.span_f1, "kappa": a.kappa}
            for a in agreement(results)
        ]

    def take(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """Settle: take over what all said alike (``agreed``), or in the conflict of a ``number`` what one of them said
        (``take``: a name, or "" for what the program does). Raises Moved, UsageError."""
        head = arguments.text(told.get("head"), "head")
        logs, settled = self._logs(), self._desk.log()
        if told.get("agreed"):
            events = list(agreed(logs, settled))
        else:
            found = conflicts(logs, settled)
            number = arguments.whole(told.get("number"), "number", 0, max(0, len(found) - 1))
            if not found:
                raise UsageError("number: there is no conflict left")
            name = arguments.text(told.get("take"), "take", blank=True)
            event = found[number].said.get(name)
            events = [{**taken(event), "why": f"as {name} said"} if event else machine(found[number])]
        log = self._desk.add(events, head) if events else settled
        return {"head": log.head, "added": len(events)}


def in_words(event: Event | None) -> str:
    """Return what somebody said of something, in words."""
    if event is None or event.act == "accept":
        return "what the program does"
    told = {
        "keep": "keep it",
        "mask": "mask it",
        "mark": f"mask it as {event.type}",
        "retype": f"it is {event.type}",
        "choose": f"say “{event.to}”" if event.to else "take it out",
        "extent": f"it is “{event.forms[-1]}”",
        "split": "it is an entity of its own",
        "merge": "it is one with another entity",
    }
    far = {
        "place": "here",
        "entity": "in this document",
        "document": "in this document",
        "collection": "everywhere",
    }
    return f"{told.get(event.act, event.act)}, {far.get(event.far, event.far)}"
