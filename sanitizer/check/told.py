"""What reports, commands and certificates say of the places to look at; never what stands there."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from sanitizer.check.finder import Look, Place, look_at
from sanitizer.check.kinds import KINDS
from sanitizer.check.written import kept_spans, written_spans

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
