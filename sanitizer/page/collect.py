"""Add up the figures of a run for the collection page and the certificate, without any original term."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

from sanitizer.check.report import DocumentReport, DocumentTold, RiskyEntry, SensitiveEntry, done_of
from sanitizer.page.read import Report
from sanitizer.page.report_data import GENERALIZED, REMOVED, knowledge_base, written_by

_SAID: Final = {REMOVED: "removed", "keep": "kept"}


@dataclass(frozen=True, slots=True)
class Budgets:
    """How the budgets of documents ended (``--singling-out``): of so many documents (``judged``), each to be expected
    at rank ``k`` or later among ``population`` documents, ``met`` are; the others had no word left that may go
    (``exhausted``), or would have kept too little (``floor``)."""

    k: float
    population: int
    judged: int
    met: int
    exhausted: int
    floor: int


@dataclass(frozen=True, slots=True)
class Figures:
    """What a run did, counted from its documents (not taken from the summary, so that the two can be compared).
    ``by_operator`` are name, terms and mentions; ``decided`` entities a person's decision made sensitive, ``decisions``
    how often one was in force in a document and how often it did not hold (``masks_not_held`` of those to mask),
    ``left`` the places that a rule or decision leaves in clear; ``budgets`` is None where no document had one.
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
    budgets: Budgets | None


def figures(documents: Sequence[DocumentTold], risky_operator: str = "operator") -> Figures:
    """Count what a report's documents say; ``risky_operator`` as in :func:`sanitizer.page.report_data.written_by`."""
    done = done_of(documents)
    terms: Counter[str] = Counter()
    places: Counter[str] = Counter()
    classes: Counter[str] = Counter()
    knowledge: Counter[str] = Counter()
    replaced: Counter[tuple[str, str]] = Counter()
    unknown: Counter[str] = Counter()
    for document in done:
        entries: tuple[SensitiveEntry | RiskyEntry, ...] = (*document.sensitive, *document.risky)
        for entry in entries:
            operator, spans = written_by(entry, risky_operator), len(entry.spans)
            if isinstance(entry, SensitiveEntry):
                name, concept, told = entry.entity_class, entry.concept, entry.generalization
            else:
                name, concept, told = "RISKY", entry.choice.concept, entry.choice.replacement
            classes[name] += 1
            terms[operator] += 1
            places[operator] += spans
            if operator == GENERALIZED:
                knowledge[knowledge_base(concept)] += 1
            shown = told if operator == GENERALIZED else f"({_SAID.get(operator, operator)})"
            replaced[name, str(shown)] += spans
        for key in ("marginal", "joint", "risky", "safe", "ask"):
            unknown[key] += getattr(document.unknown, key)
    decisions = [verdict for d in done for verdict in d.decisions]
    utilities = [d.utility.percent for d in done if d.utility.percent is not None]
    return Figures(
        documents=len(documents),
        done=len(done),
        failed=len(documents) - len(done),
        residual_not_met=sum(not d.residual.met for d in done),
        characters=sum(d.characters for d in done),
        sensitive=sum(len(d.sensitive) for d in done),
        risky=sum(len(d.risky) for d in done),
        mentions=sum(len(d.changes) for d in done),
        utility_mean=fmean(utilities) if utilities else None,
        by_class=tuple(sorted(classes.items(), key=lambda c: (c[0] == "RISKY", c[0]))),
        by_knowledge=tuple(sorted(knowledge.items(), key=lambda c: (-c[1], c[0]))),
        by_operator=tuple((name, n, places[name]) for name, n in terms.most_common()),
        decided=sum("decision" in e.recognizers for d in done for e in d.sensitive),
        decisions=len(decisions),
        decisions_not_held=sum(not v.holds for v in decisions),
        masks_not_held=sum(not v.holds and v.decision == "mask" for v in decisions),
        left=sum(len(n.spans) for d in done for n in d.left),
        replaced=tuple((c, r, n) for (c, r), n in sorted(replaced.items(), key=lambda e: (-e[1], e[0]))),
        unknown=dict(unknown),
        sent=sum(len(d.sent) for d in done),
        budgets=_budgets(done),
    )


def _budgets(documents: Sequence[DocumentReport]) -> Budgets | None:
    told = [d.singled_out for d in documents if d.singled_out]
    if not told:
        return None
    ended = Counter(one.outcome for one in told)
    return Budgets(told[0].k, told[0].documents, len(told), ended["met"], ended["exhausted"], ended["floor"])


def risk_margins(documents: Sequence[DocumentReport]) -> list[float]:
    """Return DR less the threshold, in bits, of each risky term towards the term that it discloses most,
    where both are known.
    """
    margins = []
    for document in documents:
        limits = {e.number: e.limit for e in document.sensitive}
        for entry in document.risky:
            found = [
                towards.dr - limit
                for towards in entry.towards
                if towards.dr is not None
                and (limit := limits.get(towards.sensitive, document.threshold.bits)) is not None
            ]
            margins += [max(found)] if found else []
    return margins


def risky_operator(report: Report) -> str:
    """Return what the settings of a run name as the operator for risky terms."""
    named = report.summary.settings.operators if report.summary else {}
    return named.get("risky", "operator")


def settings_of(report: Report) -> dict[str, str]:
    """Return what decided about the run, readable: from the summary, else from the first document."""
    if report.summary:
        stated = report.summary.settings
        found = {name: _told(value) for name, value in stated.to_json().items()}
        found["operators"] = "; ".join(f"{what}: {name}" for what, name in stated.operators.items()) or "-"
        return found
    if not report.done:
        return {}
    first = report.done[0]
    return {
        "strategy": first.strategy,
        "context": first.context,
        "threshold": first.threshold.policy,
        "counts": ", ".join(f"{s.name} ({s.total:,} {s.unit}s)" for s in first.sources),
        "knowledge": ", ".join(first.knowledge),
    }


def _told(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None or value == "" else str(value)
