"""One audit of a release of texts: linkage before and after, residue, reconstruction."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from sanitizer.audit.attackers import Attacker, TfidfAttacker
from sanitizer.audit.findings import (
    AtRanks,
    GaveAway,
    LinkagePart,
    LinkedDocument,
    LookPart,
    PlaceFound,
    ReconstructionPart,
    ResiduePart,
    RunsPart,
    Trace,
)
from sanitizer.audit.linkage import Linked, chance_at, link, linkage_at
from sanitizer.audit.reconstruct import Guess, named_among
from sanitizer.audit.residue import Residue, find_residue, written
from sanitizer.check import Place, look_at, look_of, total
from sanitizer.check.report import DocumentReport
from sanitizer.common.progress import followed
from sanitizer.errors import UsageError
from sanitizer.risk.word_runs import linking
from sanitizer.settings import Unlinkable


def linkage_part(
    attacker: Attacker,
    persons: Mapping[str, str],
    released: Mapping[str, str],
    originals: Mapping[str, str] | None,
) -> LinkagePart:
    """Linkage of one attacker: shares at 1 and 5 before and after against chance, and each document."""
    after = link(attacker, released, persons)
    before = link(attacker, originals, persons, evidence=0) if originals else ()
    former = {one.document: one for one in before}
    n = len(attacker.candidates)
    return LinkagePart(
        attacker=attacker.name,
        candidates=n,
        documents_attacked=len(after),
        documents_without_person=len(released) - len(after),
        chance=AtRanks(first=chance_at(n, 1), five=chance_at(n, 5)),
        before=_at_ranks(before) if before else None,
        after=_at_ranks(after),
        documents=tuple(_document(one, former.get(one.document)) for one in after),
    )


def _at_ranks(linked: Sequence[Linked]) -> AtRanks:
    return AtRanks(first=linkage_at(linked, 1), five=linkage_at(linked, 5))


def runs_part(released: Mapping[str, str], originals: Mapping[str, str]) -> RunsPart | None:
    """Return which released texts share a run of content words with their originals; None where no original is
    known."""
    both = [name for name in released if name in originals]
    if not both:
        return None
    asked = Unlinkable(2)
    linked = sum(bool(linking(released[name], originals[name], asked, None)) for name in both)
    return RunsPart(words=asked.words, documents_checked=len(both), linked=linked)


def earlier_part(released: Mapping[str, str], earlier: Mapping[str, str]) -> LinkagePart:
    """Linkage between two releases: an attacker who holds the earlier one looks for each document of this one in it.

    Raises UsageError where fewer than two documents are in both.
    """
    both = {name: name for name in released if name in earlier}
    if len(both) < 2:
        raise UsageError(
            f"{len(both)} documents of the release are in the earlier one, by their ids: two are needed"
        )
    return linkage_part(TfidfAttacker(earlier), both, released, None)


def _document(one: Linked, before: Linked | None) -> LinkedDocument:
    return LinkedDocument(
        id=one.document,
        person=one.person,
        rank_before=before.rank if before else None,
        rank=one.rank,
        hit_1=round(one.hit(1), 6),
        hit_5=round(one.hit(5), 6),
        likeliest=one.first,
        gave_away=tuple(GaveAway(s.term, round(s.weight, 6)) for s in one.gave_away),
    )


def look_part(reports: Sequence[DocumentReport], released: Mapping[str, str]) -> LookPart:
    """Places of the released texts that look like a name, number or date (:mod:`sanitizer.check`): counts, and each
    place. Where a text is not what its report makes, or has no report, every place is looked at anew."""
    by_id = {name: report for report in reports for name in (report.id, report.output_id)}
    looks = {
        name: look_of(by_id[name], text) if name in by_id else look_at(text)
        for name, text in followed(released.items(), "texts looked at")
    }

    return LookPart(
        documents_checked=len(released),
        documents_without_report=sum(name not in by_id for name in released),
        documents_changed=sum(look.changed for look in looks.values()),
        counts=total(look.counts for look in looks.values()),
        places=tuple(_found(name, place) for name, look in looks.items() for place in look.places),
        kept=tuple(_found(name, place) for name, look in looks.items() for place in look.kept),
    )


def _found(document: str, place: Place) -> PlaceFound:
    return PlaceFound(document=document, start=place.start, end=place.end, kind=place.kind, why=place.why)


def residue_part(reports: Sequence[DocumentReport], released: Mapping[str, str]) -> ResiduePart:
    """Return traces of sensitive terms in the released texts; documents that are not in the release are counted,
    and so are entities that the operator ``keep`` left there, which are not sought."""
    traces: list[Residue] = []
    checked = kept = 0
    for report in followed(reports, "originals sought"):
        text = released.get(report.output_id, released.get(report.id))
        if text is not None:
            checked += 1
            sought = [entry for entry in report.sensitive if entry.operator != "keep"]
            kept += len(report.sensitive) - len(sought)
            traces += find_residue(report.id, sought, text, written(report, text))
    return ResiduePart(
        documents_checked=checked,
        documents_not_released=len(reports) - checked,
        kept_by_operator=kept,
        sure=sum(trace.sure for trace in traces),
        sure_promised=sum(trace.sure and trace.promised for trace in traces),
        to_look_at=sum(not trace.sure for trace in traces),
        traces=tuple(Trace(**asdict(t), sure=t.sure, promised=t.promised) for t in traces),
    )


def reconstruction_part(guesses: Sequence[Guess]) -> ReconstructionPart:
    """Return how often the original of a generalized term is among the first ten guesses, with and without
    the context.
    """
    return ReconstructionPart(
        terms=len(guesses),
        known=sum(guess.rank is not None for guess in guesses),
        named_among_10=named_among(guesses),
        named_among_10_without_context=named_among(guesses, blind=True),
        guesses=tuple(guesses),
    )
