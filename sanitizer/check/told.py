"""Describe the places to look at, by kind and number, for reports, commands and certificates; never quote them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sanitizer.check.finder import Look, Place, look_at
from sanitizer.check.kinds import KINDS
from sanitizer.check.written import kept_spans, output_of, written_spans

_PLURALS: Final = {
    "email": ("e-mail address", "e-mail addresses"), "url": ("web address", "web addresses"),
    "handle": ("handle", "handles"), "date": ("date", "dates"), "address": ("street or house", "streets or houses"),
    "number": ("number", "numbers"), "code": ("code", "codes"), "name": ("name", "names"),
}  # fmt: skip


def look_section(report: Mapping[str, Any], output: str) -> dict[str, Any]:
    """The section ``look`` of a document's report (docs/report.md)."""
    ours, same = written_spans(report, output)
    look = look_at(output, ours, kept_spans(report, output))
    return _section(look) | ({} if same else {"changed": True})


def _section(look: Look) -> dict[str, Any]:
    def rows(places: Iterable[Place]) -> list[list[Any]]:
        return [[p.start, p.end, p.kind, p.why] for p in places]

    return {"counts": look.counts, "places": rows(look.places), "kept": rows(look.kept)}


def looked_at(output: str) -> dict[str, Any]:
    """The same section for an output without a report: words of ours are looked at like others."""
    return _section(look_at(output))


def total(sections: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """The counts of several documents as one, in the order of the kinds."""
    found: Counter[str] = Counter()
    for counts in sections:
        found.update(counts)
    return {kind: found[kind] for kind in KINDS if found[kind]}


def told_counts(counts: Mapping[str, int]) -> str:
    """The counts in words: "2 dates, 1 name"; "none" without any."""
    told = [f"{n} {_PLURALS[kind][n != 1]}" for kind, n in counts.items()]
    return ", ".join(told) or "none"


def look_rows(report: Mapping[str, Any]) -> list[list[Any]]:
    """The places to look at of a document's report: kind, what stands there in the output, start, end, why."""
    section = report.get("look")
    if not section:
        return []
    output, _ = output_of(report)
    return [
        [kind, output[start:end], start, end, why + told]
        for rows, told in ((section["places"], ""), (section["kept"], "; kept by decision"))
        for start, end, kind, why in rows
    ]


def explained(report: Mapping[str, Any]) -> Iterator[str]:
    """The same in lines, after one with the counts."""
    if "look" in report:
        yield f"to look at in the output: {told_counts(report['look']['counts'])}"
    for kind, words, start, end, why in look_rows(report):
        yield f"   {kind} {words!r} at {start}-{end} ({why})"


@dataclass
class Looked:
    """What a run has to look at: ``left`` known forms, and the counts of places of each document that has any."""

    left: int = 0
    documents: dict[str, Mapping[str, int]] = field(default_factory=dict)

    def add(self, document: str, left: int, counts: Mapping[str, int]) -> None:
        """Note down the figures of a document."""
        self.left += left
        if counts:
            self.documents[document] = counts

    @property
    def counts(self) -> dict[str, int]:
        """How many places of each kind."""
        return total(self.documents.values())

    def to_json(self, strict: bool) -> dict[str, Any]:
        """For the summary of the report."""
        counts = self.counts
        return {
            "known_forms_left": self.left,
            "places": sum(counts.values()),
            "counts": counts,
            "documents": len(self.documents),
            "strict": strict,
            **({"not_met": list(self.documents)} if strict else {}),
        }

    def line(self, document: str) -> str:
        """What one document has to look at, in words."""
        return f"to look at: {told_counts(self.documents[document])}"

    def summary(self, report: Path | None) -> str:
        """The line that ends a run."""
        return verdict(
            self.left, self.counts, f"sanitizer explain {report}" if report else "--report lists them"
        )


def verdict(left: int, counts: Mapping[str, int], where: str) -> str:
    """How many known forms are left, and how many places a person should look at, and ``where`` they are listed."""
    forms = f"{left} known form{'' if left == 1 else 's'} left"
    n = sum(counts.values())
    if not n:
        return f"{forms}; no other place looks like a name, number or date"
    them = "it" if n == 1 else "them"
    what = (
        "place that looks like a name, number or date"
        if n == 1
        else "places that look like names, numbers or dates"
    )
    return f"{forms}; {n} {what} ({told_counts(counts)}): look at {them} ({where})"
