"""Describe the places to look at, by kind and number, for reports, commands and certificates; never quote them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, NamedTuple

from sanitizer.check.find_places_to_look_at import Look, look_at
from sanitizer.check.report import DocumentReport
from sanitizer.check.summary import LookTotals
from sanitizer.check.telling_shapes import KINDS
from sanitizer.check.written import kept_spans, output_of, written_spans

_PLURALS: Final = {
    "email": ("e-mail address", "e-mail addresses"), "url": ("web address", "web addresses"),
    "handle": ("handle", "handles"), "date": ("date", "dates"), "address": ("street or house", "streets or houses"),
    "number": ("number", "numbers"), "code": ("code", "codes"), "name": ("name", "names"),
}  # fmt: skip


def look_of(report: DocumentReport, output: str) -> Look:
    """Return what a person should look at in the output of a document; what we wrote there is left aside."""
    ours, same = written_spans(report, output)
    return replace(look_at(output, ours, kept_spans(report, output)), changed=not same)


def total(sections: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Return the counts of several documents as one, in the order of the kinds."""
    found: Counter[str] = Counter()
    for counts in sections:
        found.update(counts)
    return {kind: found[kind] for kind in KINDS if found[kind]}


def told_counts(counts: Mapping[str, int]) -> str:
    """Return the counts in words: "2 dates, 1 name"; "none" without any."""
    told = [f"{n} {_PLURALS[kind][n != 1]}" for kind, n in counts.items()]
    return ", ".join(told) or "none"


class Shown(NamedTuple):
    """A place to look at: its kind, what stands there in the output, where, and why."""

    kind: str
    words: str
    start: int
    end: int
    why: str


def places_shown(report: DocumentReport) -> list[Shown]:
    """Return the places to look at of a document's report."""
    if report.look is None:
        return []
    output, _ = output_of(report)
    return [
        Shown(p.kind, output[p.start : p.end], p.start, p.end, p.why + told)
        for places, told in ((report.look.places, ""), (report.look.kept, "; kept by decision"))
        for p in places
    ]


_AROUND: Final = 20
"""Characters that are shown around a place, at most."""


def line_of(text: str, start: int) -> int:
    """Return the number of the line in which a place begins, from 1."""
    return text.count("\n", 0, start) + 1


def in_words(text: str, start: int, end: int) -> str:
    """Return a place as a reader finds it: its line, what stands there, and the words around it in that line."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    before = line[-_AROUND:].partition(" ")[2] if len(line) > _AROUND else line
    rest = text[end:].partition("\n")[0]
    after = rest[:_AROUND].rpartition(" ")[0] if len(rest) > _AROUND else rest
    return f"line {line_of(text, start)}: {before}[{' '.join(text[start:end].split())}]{after}"


def explained(report: DocumentReport) -> Iterator[str]:
    """Yield the same in lines, after one with the counts."""
    if report.look is not None:
        yield f"to look at in the output: {told_counts(report.look.counts)}"
        output, _ = output_of(report)
    for place in places_shown(report):
        yield f"   {in_words(output, place.start, place.end)}  ({place.kind}; {place.why})"


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

    def told(self, strict: bool) -> LookTotals:
        """For the summary of the report."""
        counts = self.counts
        return LookTotals(
            known_forms_left=self.left,
            places=sum(counts.values()),
            counts=counts,
            documents=len(self.documents),
            strict=strict,
            not_met=tuple(self.documents) if strict else None,
        )

    def line(self, document: str) -> str:
        """Return what one document has to look at, in words."""
        return f"to look at: {told_counts(self.documents[document])}"

    def summary(self, report: Path | None) -> str:
        """Return the line that ends a run."""
        return verdict(
            self.left, self.counts, f"sanitizer explain {report}" if report else "--report lists them"
        )


def verdict(left: int, counts: Mapping[str, int], where: str) -> str:
    """Return how many known forms are left, and how many places a person should look at, and ``where`` they are
    listed."""
    forms = f"left of what had to go: {left or 'nothing'}"
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
