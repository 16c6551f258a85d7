"""Take decisions of another file over as events: of a log, or of lines of forms."""

from collections.abc import Iterable, Set
from pathlib import Path
from typing import Any

from sanitizer.control.decisions import read_decisions
from sanitizer.control.log.chain import is_log, read_log
from sanitizer.control.log.replay import not_undone
from sanitizer.errors import UsageError
from sanitizer.review.reviewer_agreement import taken


def events_in(path: Path, documents: Set[str], types: Iterable[str]) -> list[dict[str, Any]]:
    """Return the decisions of a file as events to add. Raises UsageError, also for documents that the review does
    not have."""
    known = tuple(types)
    if is_log(path):
        events = [taken(event) for event in not_undone(read_log(path, known).events)]
    else:
        events = []
        for decision in read_decisions(path, known):
            told: dict[str, Any] = {"act": "mask" if decision.mask else "keep", "forms": [decision.form]}
            told["far"] = "collection" if decision.document is None else "document"
            if decision.document is not None:
                told["document"] = decision.document
            if decision.mask:
                told["type"] = decision.type
            if decision.by or decision.why:
                told["why"] = "; ".join(word for word in (decision.by, decision.why) if word)
            events.append(told)
    for event in events:
        if event.get("document") is not None and event["document"] not in documents:
            raise UsageError(f"decisions {path}: one is about a document that this review does not have")
    return events
