"""The first screen, in words that need no manual, and the queue of documents by what needs a person first."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from sanitizer.check.report import DocumentReport
from sanitizer.review import plain_words
from sanitizer.review.desk_state import Desk
from sanitizer.review.document_state import Standing
from sanitizer.review.view import around
from sanitizer.review.what_needs_review import Item, need_of

_WEAKEST: Final = 10


def queue(desk: Desk) -> list[dict[str, Any]]:
    """Return a row for each document, by what needs a person first."""
    rows = []
    for number, document in enumerate(desk.documents):
        standing = desk.latest(number)
        report = standing.report
        row: dict[str, Any] = {"number": number + 1, "name": document.id, "status": _status(standing)}
        if not isinstance(report, DocumentReport):
            row |= {
                "failed": True,
                "need": 1e9,
                "met": False,
                "items": 0,
                "decided": 0,
                "why": {},
                "kept": None,
            }
        else:
            items = standing.items
            open_items = [item for item in items if not item.decided]
            row |= {
                "failed": False,
                "need": need_of(items),
                "met": report.residual.met,
                "places": len(items),
                "decided": len(items) - len(open_items),
                "why": dict(Counter(reason for item in open_items for reason in item.reasons)),
                "kept": report.utility.percent,
            }
        rows.append(row)
    return sorted(rows, key=lambda r: (r["status"] in ("done", "passed"), -r["need"], r["number"]))


def _status(standing: Standing) -> str:
    """Return where a document is on its way: the last word about it as a whole."""
    found = "open" if not standing.events else "begun"
    sampled = False
    for event in standing.events:
        if event.act in ("done", "pass", "sample"):
            sampled = sampled or event.act == "sample"
            found = {"done": "done", "pass": "passed", "sample": "to be audited"}[event.act]
    return "audited" if sampled and found == "done" else found


def officer(desk: Desk, audit: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return what a privacy officer asks first: how many persons could still be found and by what, which documents
    need a look, and the weakest places."""
    rows = queue(desk)
    weakest: list[tuple[float, int, Item, DocumentReport]] = []
    left: Counter[str] = Counter()
    exposed = set()
    for number in range(len(desk.documents)):
        standing = desk.latest(number)
        if not isinstance(standing.report, DocumentReport):
            continue
        report = standing.report
        for item in standing.items:
            if item.need and not item.decided:
                weakest.append((item.need, number + 1, item, report))
        if not report.residual.met:
            exposed.add(number)
        for kind, count in (report.look.counts if report.look else {}).items():
            left[kind] += count
    weakest.sort(key=lambda w: (-w[0], w[1], w[2].spans))
    found, by = found_by(audit or {})
    return {
        "documents": len(rows),
        "found": found,
        "by": by,
        "exposed": len(exposed),
        "look": dict(left.most_common()),
        "need": [row for row in rows if row["need"] > 0 and row["status"] not in ("done", "audited")][
            :_WEAKEST
        ],
        "needing": sum(row["need"] > 0 and row["status"] not in ("done", "audited") for row in rows),
        "done": sum(row["status"] in ("done", "audited", "passed") for row in rows),
        "weakest": [
            {
                "number": number,
                "key": item.key,
                "around": around(report.text, item.spans[0]),
                "why": [plain_words.NEEDS[reason] for reason in item.reasons],
            }
            for _, number, item, report in weakest[:_WEAKEST]
        ],
    }


def found_by(audit: Mapping[str, Any]) -> tuple[dict[str, Any] | None, list[str]]:
    """Return how many persons an attack found, and by which words. Raises what comes of an object of another form."""
    return _found(audit), _by(audit)


def _found(audit: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return how many persons an attack on the result named first, of how many; None where none was tried."""
    worst: dict[str, Any] | None = None
    for part in audit.get("linkage", []):
        told = {
            "attacker": part["attacker"],
            "persons": round(part["after"]["1"] * part["documents_attacked"]),
            "of": part["documents_attacked"],
            "chance": part["chance"]["1"],
        }
        if worst is None or told["persons"] > worst["persons"]:
            worst = told
    return worst


def _by(audit: Mapping[str, Any]) -> list[str]:
    """Return the words by which attacks found persons, most frequent first."""
    found: Counter[str] = Counter()
    for part in audit.get("linkage", []):
        for document in part["documents"]:
            if document["hit_1"] >= 0.5:
                found.update(told["term"] for told in document["gave_away"][:3])
    return [term for term, _ in found.most_common(_WEAKEST)]
