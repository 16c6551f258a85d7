"""Add up the figures of a run for the collection page and the certificate, without any original term."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

from sanitizer.page.read import Report
from sanitizer.page.shape import GENERALIZED, REMOVED, knowledge_base, written_by

_SAID: Final = {REMOVED: "removed", "keep": "kept"}


@dataclass(frozen=True, slots=True)
class Figures:
    """What a run did, counted from its documents (not taken from the summary, so that the two can be compared).
    ``by_operator`` are name, terms and mentions; ``decided`` entities a person's decision made sensitive, ``decisions``
    how often one was in force in a document and how often it did not hold (``masks_not_held`` of those to mask),
    ``left`` the places that a rule or decision leaves in clear.
    """

    documents: int
    done: int
    failed: int
    residual_not_met: int
    characters: int
    sensitive: int
    risky: int
    mentions: int
    utility_mean: float | None
    by_class: tuple[tuple[str, int], ...]
    by_knowledge: tuple[tuple[str, int], ...]
    by_operator: tuple[tuple[str, int, int], ...]
    decided: int
    decisions: int
    decisions_not_held: int
    masks_not_held: int
    left: int
    replaced: tuple[tuple[str, str, int], ...]
    unknown: Mapping[str, int]
    sent: int

    @property
    def complete(self) -> bool:
        """Every document is done and met its residual check."""
        return self.failed == 0 and self.residual_not_met == 0


def figures(documents: Sequence[Mapping[str, Any]], risky_operator: str = "operator") -> Figures:
    """Count what a report's documents say; ``risky_operator`` as in :func:`sanitizer.page.shape.written_by`."""
    done = [d for d in documents if d["status"] == "done"]
    terms: Counter[str] = Counter()
    places: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    knowledge: Counter[str] = Counter()
    replaced: Counter[tuple[str, str]] = Counter()
    unknown: Counter[str] = Counter()
    for document in done:
        for entry in (*document["sensitive"], *document["risky"]):
            choice = entry.get("choice") or {}
            name = entry.get("class", "RISKY")
            operator, spans = written_by(entry, risky_operator), len(entry["spans"])
            concept = entry.get("concept") or choice.get("concept")
            told = entry.get("generalization") or choice.get("replacement")
            classes[name] += 1
            terms[operator] += 1
            places[operator] += spans
            if operator == GENERALIZED:
                knowledge[knowledge_base(concept)] += 1
            shown = told if operator == GENERALIZED else f"({_SAID.get(operator, operator)})"
            replaced[name, str(shown)] += spans
        for key in ("marginal", "joint", "risky", "safe", "ask"):
            unknown[key] += document["unknown"].get(key, 0)
    decisions = [e for d in done for e in d.get("decisions", ()) if "holds" in e]
    utilities = [d["utility"]["percent"] for d in done if d["utility"]["percent"] is not None]
    return Figures(
        documents=len(documents),
        done=len(done),
        failed=len(documents) - len(done),
        residual_not_met=sum(not d["residual"]["met"] for d in done),
        characters=sum(d["characters"] for d in done),
        sensitive=sum(len(d["sensitive"]) for d in done),
        risky=sum(len(d["risky"]) for d in done),
        mentions=sum(len(d["changes"]) for d in done),
        utility_mean=fmean(utilities) if utilities else None,
        by_class=tuple(sorted(classes.items(), key=lambda c: (c[0] == "RISKY", c[0]))),
        by_knowledge=tuple(sorted(knowledge.items(), key=lambda c: (-c[1], c[0]))),
        by_operator=tuple((name, n, places[name]) for name, n in terms.most_common()),
        decided=sum("decision" in e["recognizers"] for d in done for e in d["sensitive"]),
        decisions=len(decisions),
        decisions_not_held=sum(not d["holds"] for d in decisions),
        masks_not_held=sum(not d["holds"] and d["decision"] == "mask" for d in decisions),
        left=sum(len(n["spans"]) for d in done for n in d.get("left", ())),
        replaced=tuple((c, r, n) for (c, r), n in sorted(replaced.items(), key=lambda e: (-e[1], e[0]))),
        unknown=dict(unknown),
        sent=sum(len(d.get("sent", [])) for d in done),
    )


def risk_margins(documents: Sequence[Mapping[str, Any]]) -> list[float]:
    """DR less the threshold, in bits, of each risky term towards the term that it discloses most,
    where both are known.
    """
    margins = []
    for document in documents:
        if document["status"] != "done":
            continue
        limits = {e["number"]: e.get("limit") for e in document["sensitive"]}
        for entry in document["risky"]:
            found = [
                towards["dr"] - limit
                for towards in entry.get("towards") or []
                if towards.get("dr") is not None
                and (limit := limits.get(towards["sensitive"], document["threshold"]["bits"])) is not None
            ]
            margins += [max(found)] if found else []
    return margins


def risky_operator(report: Report) -> str:
    """What the settings of a run name as the operator for risky terms."""
    named = (report.summary.get("settings") or {}).get("operators") or {}
    return str(named.get("risky", "operator"))


def settings_of(report: Report) -> dict[str, str]:
    """What decided about the run, readable: from the summary, else from the first document."""
    found: dict[str, str] = {}
    stated = report.summary.get("settings")
    if isinstance(stated, Mapping):
        found = {str(k): _told(v) for k, v in stated.items()}
        if isinstance(named := stated.get("operators"), Mapping):  # types and names of operators tell nothing
            found["operators"] = "; ".join(f"{what}: {name}" for what, name in named.items()) or "-"
    first = next((d for d in report.documents if d["status"] == "done"), None)
    if first is not None:
        found.setdefault("strategy", first["strategy"])
        found.setdefault("context", first["context"])
        found.setdefault("threshold", first["threshold"]["policy"])
        found.setdefault(
            "counts", ", ".join(f"{s['name']} ({s['total']:,} {s['unit']}s)" for s in first["sources"])
        )
        found.setdefault("knowledge", ", ".join(first["knowledge"]))
    return found


def _told(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        # a list of protected entities would tell them
        return (
            f"{len(value)} entries"
            if value and isinstance(value[0], (list, dict))
            else ", ".join(map(str, value))
        )
    if isinstance(value, Mapping):
        return f"{len(value)} entries" if value else "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None or value == "" else str(value)
