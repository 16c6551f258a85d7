"""Shape a report for the page: each document with its originals, or without anything that tells them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from sanitizer.check import places_shown
from sanitizer.check.report import (
    CandidateTried,
    DocumentReport,
    DocumentTold,
    FailedReport,
    RiskyEntry,
    SensitiveEntry,
    SingledOut,
    Towards,
)
from sanitizer.control.outcomes import Problem
from sanitizer.page.structure import Structure

_MOST_TOWARDS = 6
_MOST_CANDIDATES = 10


def segments(document: DocumentReport, originals: bool) -> list[Any]:
    """Return the text as alternating pieces: a string that stays, or ``[original, replacement, kind, number]``.

    The strings and replacements, joined, are the sanitized text. Without ``originals`` the original is
    ``None``. A string that is more than plain text is a table of ``text``, ``role`` and ``label``, and a change in such
    a place has role and label behind its number.
    """
    text, at = document.text, 0
    structure = Structure(document)
    result: list[Any] = []

    def stays(start: int, end: int) -> None:
        for part in structure.cut(start, end):
            words = text[part.start : part.end]
            result.append({"text": words, "role": part.role, "label": part.label} if part.role else words)

    for change in document.changes:
        start, end = change.span.start, change.span.end
        stays(at, start)
        original = text[start:end] if originals else None
        own = structure.of(start, end)
        more = [own.role, own.label] if own.role else []
        result.append([original, change.replacement, change.kind, change.reference, *more])
        at = end
    stays(at, len(text))
    return result


GENERALIZED: Final = "generalize"
REMOVED: Final = "remove"


def written_by(entry: SensitiveEntry | RiskyEntry, risky_operator: str = "operator") -> str:
    """Return the name of the operator (docs/operators.md) that wrote the mentions of an entry of a report,
    sensitive or risky. Of risky terms the report says that one wrote them, and the settings of the run which
    (``risky_operator``)."""
    if isinstance(entry, SensitiveEntry):
        return entry.operator or (GENERALIZED if entry.generalization else REMOVED)
    if entry.choice.rule == "operator":
        return risky_operator
    return GENERALIZED if entry.choice.replacement else REMOVED


def document_view(
    document: DocumentTold, number: int, originals: bool, risky_operator: str = "operator"
) -> dict[str, Any]:
    """Return what the page's script needs to show one document; ``number`` counts from 1 in the order of the report,
    ``risky_operator`` is that of :func:`written_by`.

    Without ``originals`` no original form is in it, and nothing from which one could be found again: no
    counts, no information or risk of original terms, no candidates (they narrow the original down), no ids
    that tell something.
    """
    if isinstance(document, FailedReport):
        name = document.id if originals else f"document {number}"
        return {"name": name, "failed": document.reason}
    threshold, unknown = document.threshold, document.unknown
    shown: dict[str, Any] = {
        "name": document.id if originals else document.output_id,
        "segments": segments(document, originals),
        "strategy": document.strategy,
        "context": document.context,
        "policy": threshold.policy,
        "bits": threshold.bits,
        "utility": document.utility.percent,
        "met": document.residual.met,
        "look": places_shown(document),
        "problems": [_problem(p, originals) for p in document.residual.problems],
        "unknown": {key: getattr(unknown, key) for key in ("marginal", "joint", "risky", "safe", "ask")},
        "sensitive": {str(e.number): _sensitive(e, originals) for e in document.sensitive},
        "risky": {str(e.number): _risky(e, originals, risky_operator) for e in document.risky},
    }
    if document.singled_out:
        shown["budget"] = budget_of(document.singled_out, originals)
    if originals:
        shown["set_by"] = threshold.set_by and threshold.set_by.to_json()
        shown["total"] = document.sources[0].total if document.sources else None
        shown["ask"] = unknown.terms
        shown["sent"] = [asdict(sent) for sent in document.sent]
        shown["decisions"] = [verdict.to_json() for verdict in document.decisions]
        shown["left"] = [
            {"term": n.term, "rule": n.rule, "why": n.why, "times": len(n.spans)} for n in document.left
        ]
    return shown


def budget_of(told: SingledOut, originals: bool) -> dict[str, Any]:
    """Return what a document may tell in bits, and did and does; with the originals also what spent it and what was
    bought."""
    shown: dict[str, Any] = {
        "k": told.k,
        "documents": told.documents,
        "before": told.rank_before,
        "after": told.rank_after,
        "bits": [told.budget, told.told_before, told.told_after],
        "outcome": told.outcome,
    }
    if originals:
        shown["bought"] = [[one.word, one.bits, one.cost] for one in told.bought]
        shown["spent"] = [[one.word, one.bits] for one in told.spent_by]
    return shown


def _problem(problem: Problem, originals: bool) -> dict[str, Any]:
    span = problem.span and [problem.span.start, problem.span.end]
    kept = {"kind": problem.kind, "span": span, "why": problem.why or ""}
    return kept | {"term": problem.term} if originals else kept


def _recognizer(name: str, originals: bool) -> str:
    """Return which recognizer; without the file or term it was made of, which may tell something."""
    return name if originals else name.partition(":")[0]


def _links(entry: SensitiveEntry) -> str | None:
    """Return how many nouns and pronouns refer to an entity, and the bits of the weakest link."""
    if not entry.links:
        return None
    kinds = Counter(link.kind for link in entry.links)
    told = ", ".join(f"{n} {kind}{'s' * (n > 1)}" for kind, n in sorted(kinds.items()))
    bits = [link.bits for link in entry.links if link.bits is not None]
    return f"{told}; weakest link {min(bits):.1f} bits" if bits else told


def _sensitive(entry: SensitiveEntry, originals: bool) -> dict[str, Any]:
    operator = written_by(entry)
    shown: dict[str, Any] = {
        "class": entry.entity_class,
        "type": entry.type,
        "by": [_recognizer(name, originals) for name in entry.recognizers],
        "operator": operator,
        "mentions": len(entry.spans),
        "links": _links(entry),
        "to": entry.generalization,
        "to_ic": entry.generalization_ic,
        "kb": knowledge_base(entry.concept if operator == GENERALIZED else None),
        "unknown": entry.ic is None,
    }
    if originals:
        shown |= {
            "term": entry.term,
            "forms": entry.forms,
            "ic": entry.ic,
            "documents": entry.documents,
            "source": entry.source,
            "limit": entry.limit,
            "concept": entry.concept,
            "candidates": _candidates(entry.candidates),
        }
    return shown


def _risky(entry: RiskyEntry, originals: bool, risky_operator: str) -> dict[str, Any]:
    choice, operator = entry.choice, written_by(entry, risky_operator)
    shown: dict[str, Any] = {
        "class": "RISKY",
        "operator": operator,
        "mentions": len(entry.spans),
        "to": choice.replacement,
        "to_ic": choice.ic,
        "kb": knowledge_base(choice.concept if operator == GENERALIZED else None),
        "rule": choice.rule,
        "unknown": entry.ic is None or any(t.rule == "estimate" for t in entry.towards),
    }
    if originals:
        shown |= {
            "term": entry.term,
            "ic": entry.ic,
            "documents": entry.documents,
            "source": entry.source,
            "why": entry.rule,
            "towards_total": entry.towards_total,
            "towards": [_towards(t) for t in entry.towards[:_MOST_TOWARDS]],
            "sense": entry.sense and entry.sense.to_json(),
            "concept": choice.concept,
            "candidates": _candidates(entry.candidates),
        }
    return shown


def _towards(entry: Towards) -> dict[str, Any]:
    told = {"sensitive": entry.sensitive, "dr": entry.dr, "rule": entry.rule, "part": entry.part}
    return {k: v for k, v in told.items() if v is not None} | {"counts": entry.counts}


def _candidates(entries: Sequence[CandidateTried]) -> list[list[Any]]:
    return [[e.label, e.ic, e.dr, e.verdict] for e in entries[:_MOST_CANDIDATES]]


BASES: Final = {
    "wn": "WordNet", "ent": "entities", "geo": "places", "job": "occupations", "doid": "diseases", "cal": "dates",
    "qty": "quantities", "code": "codes", "med": "medicines", "term": "common terms", "head": "last word of the name",
}  # fmt: skip
"""The knowledge bases that ship, by the prefix of their concepts (docs/knowledge.md)."""


def knowledge_base(concept: str | None) -> str:
    """Return the knowledge base that owns a concept, by its prefix; ``none`` where a class word or nothing
    stands.
    """
    prefix = concept.partition(":")[0] if concept and ":" in concept else "none"
    return BASES.get(prefix, prefix)
