"""One audit of a release of texts: linkage before and after, residue, metadata, reconstruction, as
plain data.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sanitizer.audit.attack import Attacker, TfidfAttacker
from sanitizer.audit.linkage import Linked, chance_at, link, linkage_at
from sanitizer.audit.metadata import Metadata
from sanitizer.audit.reconstruct import Guess, named_among
from sanitizer.audit.residue import Residue, find_residue, written
from sanitizer.check import Place, look_at, look_of, total
from sanitizer.check.report import DocumentReport
from sanitizer.errors import UsageError


def linkage_part(
    attacker: Attacker,
    persons: Mapping[str, str],
    released: Mapping[str, str],
    originals: Mapping[str, str] | None,
) -> dict[str, Any]:
    """Linkage of one attacker: shares at 1 and 5 before and after against chance, and each document."""
    after = link(attacker, released, persons)
    before = link(attacker, originals, persons, evidence=0) if originals else ()
    former = {one.document: one for one in before}
    n = len(attacker.candidates)
    return {
        "attacker": attacker.name,
        "candidates": n,
        "documents_attacked": len(after),
        "documents_without_person": len(released) - len(after),
        "chance": {"1": chance_at(n, 1), "5": chance_at(n, 5)},
        "before": {"1": linkage_at(before, 1), "5": linkage_at(before, 5)} if before else None,
        "after": {"1": linkage_at(after, 1), "5": linkage_at(after, 5)},
        "documents": [_document(one, former.get(one.document)) for one in after],
    }


def earlier_part(released: Mapping[str, str], earlier: Mapping[str, str]) -> dict[str, Any]:
    """Linkage between two releases: an attacker who holds the earlier one looks for each document of this one in it.

    Raises UsageError where fewer than two documents are in both.
    """
    both = {name: name for name in released if name in earlier}
    if len(both) < 2:
        raise UsageError(
            f"{len(both)} documents of the release are in the earlier one, by their ids: two are needed"
        )
    return linkage_part(TfidfAttacker(earlier), both, released, None)


def _document(one: Linked, before: Linked | None) -> dict[str, Any]:
    return {
        "id": one.document,
        "person": one.person,
        "rank_before": before.rank if before else None,
        "rank": one.rank,
        "hit_1": round(one.hit(1), 6),
        "hit_5": round(one.hit(5), 6),
        "likeliest": list(one.first),
        "gave_away": [{"term": s.term, "weight": round(s.weight, 6)} for s in one.gave_away],
    }


def look_part(reports: Sequence[DocumentReport], released: Mapping[str, str]) -> dict[str, Any]:
    """Places of the released texts that look like a name, number or date (:mod:`sanitizer.check`): counts, and each
    place. Where a text is not what its report makes, or has no report, every place is looked at anew."""
    by_id = {name: report for report in reports for name in (report.id, report.output_id)}
    looks = {
        name: look_of(by_id[name], text) if name in by_id else look_at(text)
        for name, text in released.items()
    }

    def row(document: str, place: Place) -> dict[str, Any]:
        return {"document": document, **asdict(place)}

    return {
        "documents_checked": len(released),
        "documents_without_report": sum(name not in by_id for name in released),
        "documents_changed": sum(look.changed for look in looks.values()),
        "counts": total(look.counts for look in looks.values()),
        "places": [row(name, place) for name, look in looks.items() for place in look.places],
        "kept": [row(name, place) for name, look in looks.items() for place in look.kept],
    }


def residue_part(reports: Sequence[DocumentReport], released: Mapping[str, str]) -> dict[str, Any]:
    """Traces of sensitive terms in the released texts; documents that are not in the release are counted, and so are
    entities that the operator ``keep`` left there, which are not sought."""
    traces: list[Residue] = []
    checked = kept = 0
    for report in reports:
        text = released.get(report.output_id, released.get(report.id))
        if text is not None:
            checked += 1
            sought = [entry for entry in report.sensitive if entry.operator != "keep"]
            kept += len(report.sensitive) - len(sought)
            traces += find_residue(report.id, sought, text, written(report, text))
    return {
        "documents_checked": checked,
        "documents_not_released": len(reports) - checked,
        "kept_by_operator": kept,
        "sure": sum(trace.sure for trace in traces),
        "sure_promised": sum(trace.sure and trace.promised for trace in traces),
        "to_look_at": sum(not trace.sure for trace in traces),
        "traces": [asdict(trace) | {"sure": trace.sure, "promised": trace.promised} for trace in traces],
    }


def metadata_part(found: Sequence[Metadata]) -> list[dict[str, str]]:
    """What the released files tell besides their texts."""
    return [asdict(entry) for entry in found]


def reconstruction_part(guesses: Sequence[Guess]) -> dict[str, Any]:
    """How often the original of a generalized term is among the first ten guesses, with and without
    the context.
    """
    return {
        "terms": len(guesses),
        "known": sum(guess.rank is not None for guess in guesses),
        "named_among_10": named_among(guesses),
        "named_among_10_without_context": named_among(guesses, blind=True),
        "guesses": [asdict(guess) for guess in guesses],
    }
