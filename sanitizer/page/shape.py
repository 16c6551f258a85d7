"""Shape a report for the page: each document with its originals, or without anything that tells them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sanitizer.check import look_rows

Entry = Mapping[str, Any]

_MOST_TOWARDS = 6
_MOST_CANDIDATES = 10


def segments(document: Entry, originals: bool) -> list[Any]:
    """The text as alternating pieces: a string that stays, or ``[original, replacement, kind, number]``.

    The strings and replacements, joined, are the sanitized text. Without ``originals`` the original is
    ``None``.
    """
    text, at = document["text"], 0
    result: list[Any] = []
    for start, end, replacement, kind, reference in document["changes"]:
        if start > at:
            result.append(text[at:start])
        result.append([text[start:end] if originals else None, replacement, kind, reference])
        at = end
    if at < len(text):
        result.append(text[at:])
    return result


GENERALIZED: Final = "generalize"
REMOVED: Final = "remove"


def written_by(entry: Entry, risky_operator: str = "operator") -> str:
    """The name of the operator (docs/operators.md) that wrote the mentions of an entry of a report, sensitive or risky.
    Of risky terms the report says that one wrote them, and the settings of the run which (``risky_operator``).
    """
    if "choice" not in entry:
        return str(entry.get("operator") or (GENERALIZED if entry["generalization"] else REMOVED))
    choice = entry["choice"] or {}
    if choice.get("rule") == "operator":
        return risky_operator
    return GENERALIZED if choice.get("replacement") else REMOVED


def document_view(
    document: Entry, number: int, originals: bool, risky_operator: str = "operator"
) -> dict[str, Any]:
    """What the page's script needs to show one document; ``number`` counts from 1 in the order of the report,
    ``risky_operator`` is that of :func:`written_by`.

    Without ``originals`` no original form is in it, and nothing from which one could be found again: no
    counts, no information or risk of original terms, no candidates (they narrow the original down), no ids
    that tell something.
    """
    if document["status"] != "done":
        name = document["id"] if originals else f"document {number}"
        return {"name": name, "failed": document.get("reason", "failed")}
    threshold = document["threshold"]
    problems = document["residual"]["problems"]
    shown: dict[str, Any] = {
        "name": document["id"] if originals else str(document.get("output_id", number)),
        "segments": segments(document, originals),
        "strategy": document["strategy"],
        "context": document["context"],
        "policy": threshold["policy"],
        "bits": threshold["bits"],
        "utility": document["utility"]["percent"],
        "met": document["residual"]["met"],
        "look": look_rows(document),
        "problems": [_problem(p, originals) for p in problems],
        "unknown": {k: document["unknown"].get(k, 0) for k in ("marginal", "joint", "risky", "safe", "ask")},
        "sensitive": {str(e["number"]): _sensitive(e, originals) for e in document["sensitive"]},
        "risky": {str(e["number"]): _risky(e, originals, risky_operator) for e in document["risky"]},
    }
    if originals:
        shown["set_by"] = threshold.get("set_by")
        shown["total"] = document["sources"][0]["total"] if document["sources"] else None
        shown["ask"] = document["unknown"].get("terms", [])
        shown["sent"] = document.get("sent", [])
        shown["decisions"] = document.get("decisions", [])
        shown["left"] = [
            {"term": n["term"], "rule": n["rule"], "why": n["why"], "times": len(n["spans"])}
            for n in document.get("left", [])
        ]
    return shown


def _problem(problem: Entry, originals: bool) -> dict[str, Any]:
    kept = {"kind": problem["kind"], "span": problem.get("span"), "why": problem.get("why", "")}
    return kept | {"term": problem.get("term")} if originals else kept


def _recognizer(name: str, originals: bool) -> str:
    """Which recognizer; without the file or term it was made of, which may tell something."""
    return name if originals else name.partition(":")[0]


def _sensitive(entry: Entry, originals: bool) -> dict[str, Any]:
    operator = written_by(entry)
    shown: dict[str, Any] = {
        "class": entry["class"],
        "type": entry["type"],
        "by": [_recognizer(name, originals) for name in entry["recognizers"]],
        "operator": operator,
        "mentions": len(entry["spans"]),
        "to": entry["generalization"],
        "to_ic": entry.get("generalization_ic"),
        "kb": knowledge_base(entry.get("concept") if operator == GENERALIZED else None),
        "unknown": entry.get("ic") is None,
    }
    if originals:
        shown |= {
            "term": entry["term"],
            "forms": entry["forms"],
            "ic": entry.get("ic"),
            "documents": entry.get("documents"),
            "source": entry.get("source"),
            "limit": entry.get("limit"),
            "concept": entry.get("concept"),
            "candidates": _candidates(entry.get("candidates") or []),
        }
    return shown


def _risky(entry: Entry, originals: bool, risky_operator: str) -> dict[str, Any]:
    choice = entry.get("choice") or {}
    operator = written_by(entry, risky_operator)
    towards = entry.get("towards") or []
    shown: dict[str, Any] = {
        "class": "RISKY",
        "operator": operator,
        "mentions": len(entry["spans"]),
        "to": choice.get("replacement"),
        "to_ic": choice.get("ic"),
        "kb": knowledge_base(choice.get("concept") if operator == GENERALIZED else None),
        "rule": choice.get("rule"),
        "unknown": entry.get("ic") is None or any(t.get("rule") == "estimate" for t in towards),
    }
    if originals:
        shown |= {
            "term": entry["term"],
            "ic": entry.get("ic"),
            "documents": entry.get("documents"),
            "source": entry.get("source"),
            "why": entry.get("rule") or (towards[0].get("rule") if towards else None),
            "towards_total": entry.get("towards_total", len(towards)),
            "towards": [_towards(t) for t in towards[:_MOST_TOWARDS]],
            "sense": entry.get("sense"),
            "concept": choice.get("concept"),
            "candidates": _candidates(entry.get("candidates") or []),
        }
    return shown


def _towards(entry: Entry) -> dict[str, Any]:
    kept = {
        k: entry[k] for k in ("sensitive", "dr", "rule", "part", "with", "counts") if entry.get(k) is not None
    }
    return dict(kept)


def _candidates(entries: Sequence[Entry]) -> list[list[Any]]:
    return [[e["label"], e.get("ic"), e.get("dr"), e["verdict"]] for e in entries[:_MOST_CANDIDATES]]


BASES: Final = {
    "wn": "WordNet", "ent": "entities", "geo": "places", "job": "occupations", "doid": "diseases", "cal": "dates",
    "qty": "quantities", "code": "codes", "med": "medicines", "head": "last word of the name",
}  # fmt: skip
"""The knowledge bases that ship, by the prefix of their concepts (docs/knowledge.md)."""


def knowledge_base(concept: str | None) -> str:
    """The knowledge base that owns a concept, by its prefix; ``none`` where a class word or nothing
    stands.
    """
    prefix = concept.partition(":")[0] if concept and ":" in concept else "none"
    return BASES.get(prefix, prefix)
