"""State each promise of a release with its verdict, and what else was found."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from sanitizer.check import told_counts
from sanitizer.check import total as total_counts
from sanitizer.control.outcomes import lost
from sanitizer.page.collect import Budgets, Figures
from sanitizer.page.read import Report

Verdict = Literal["met", "not met", "found", "nothing found", "not judged", "not made"]
Overall = Literal["met", "met, with findings", "not met"]

COLOURS: Final[Mapping[Overall, str]] = {"met": "good", "met, with findings": "look", "not met": "bad"}
"""The class of each in the style sheets."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was checked: its name, what came of it in words, and the verdict."""

    name: str
    value: str
    verdict: Verdict


def promised(total: Figures, report: Report, audit: Mapping[str, Any]) -> tuple[Line, ...]:
    """Return what the run promised; one of these that is not met makes the whole not met."""
    summary = report.summary
    stated = summary.done if summary else None
    processed = f"{total.done} of {total.documents}"
    if summary is None:
        processed += "; the run did not end"
    elif stated != total.done:
        processed += f"; the run counted {stated}: the report is not complete"
    lines = [
        _line("Every document was processed", processed, total.failed == 0 and stated == total.done),
        _line(
            "The result was read again: no sensitive name, code or phrase is left, and no word that tells too much of "
            "one",
            f"holds for {total.done - total.residual_not_met} of {total.done} documents",
            total.residual_not_met == 0,
        ),
    ]
    unused = summary.decisions_unused if summary else ()
    if nowhere := sum(entry.decision == "mask" for entry in unused):
        name = "What persons decided to mask stands in the input"
        lines.append(
            _line(name, f"{nowhere} decisions are about a document or word that is not there", False)
        )
    if summary and (nowhere := lost(summary.protected_unused, summary.settings.protected)):
        name = "What is to be protected stands in the input"
        lines.append(_line(name, f"{nowhere} stand in no document", False))
    if total.decisions:
        lines.append(
            _line(
                "What persons decided to mask does not stand in the output",
                f"{total.decisions} times a decision to mask or keep was in force; {total.decisions_not_held} do not "
                f"hold, {total.masks_not_held} of them to mask",
                total.masks_not_held == 0,
            )
        )
    if residue := audit.get("residue"):
        left = [t for t in residue["traces"] if t["sure"] and t.get("promised", True)]
        told = _places(left) if left else f"none left in {residue['documents_checked']} documents"
        if missing := residue["documents_not_released"]:
            told += f"; {missing} more are not in the release"
        if kept := residue.get("kept_by_operator"):
            told += f"; {kept} that an operator keeps were not sought"
        name = (
            "The audit finds nothing of that in the files that go out: also in other case, spelling and order"
        )
        lines.append(_line(name, told, not left))
    if summary and (hard := summary.hardening):
        lines.append(
            _line(
                f"Nobody is among the first {hard.k} of {hard.candidates} candidates",
                f"{hard.among_k_before} documents before hardening, {hard.among_k_after} after, of "
                f"{hard.attacked}; {len(hard.without_person)} about no candidate",
                bool(hard.attacked) and not hard.not_hidden,
            )
        )
    if summary and (runs := summary.unlinked):
        lines.append(
            _line(
                f"Any {runs.words} words in a row of an original stand in at least {runs.documents} documents",
                f"not so in {runs.linked_before} of {runs.judged} documents before, in {runs.linked_after} after",
                not runs.linked_after,
            )
        )
    if summary and summary.look.strict:
        counts = _look(report, {}) or {}
        name = "Nothing is left that looks like a name, number or date (--strict)"
        lines.append(_line(name, told_counts(counts), not counts))
    return tuple(lines)


def _look(report: Report, audit: Mapping[str, Any]) -> Mapping[str, int] | None:
    """Return how many places of each kind a second finder lists: in the release as audited, else in the outputs of
    the run; None where it did not look at every document."""
    if "look" in audit:
        counts: Mapping[str, int] = audit["look"]["counts"]
        return counts
    looks = [d.look for d in report.done]
    if not looks or None in looks:
        return None
    return total_counts(look.counts for look in looks if look)


def looked(report: Report, audit: Mapping[str, Any]) -> Line:
    """Return what a second finder lists that looks like a name, number or date: for a person to judge."""
    name = "Places that look like a name, number or date, listed by a second finder"
    counts = _look(report, audit)
    if counts is None:
        return Line(name, "the report does not say", "not made")
    return Line(name, told_counts(counts), "not judged" if counts else "nothing found")


def unchecked(total: Figures, report: Report, audit: Mapping[str, Any]) -> str:
    """Return what was checked, and what was not, in sentences that claim no more."""
    checked = "no word that was found to be sensitive stands in the results" if not total.residual_not_met else (
        f"words that were found to be sensitive, or tell of such, stand in {total.residual_not_met} results"
    )  # fmt: skip
    counts = _look(report, audit)
    if counts is None:
        rest = "whether other names, numbers or dates are left."
    elif counts:
        n = sum(counts.values())
        rest = (
            f"{n} place{'' if n == 1 else 's'} that look{'s' if n == 1 else ''} like names, numbers or dates "
            f"({told_counts(counts)})."
        )
    else:
        rest = "what the program does not take for a name, number or date."
    return f"Checked: {checked}. Not checked by a person: {rest}"


def beside(total: Figures, audit: Mapping[str, Any]) -> tuple[Line, ...]:
    """Return what the budgets of documents and an audit found that the run does not promise; nothing of it is left
    out."""
    lines = [_budget(total.budgets)] if total.budgets else []
    if not audit:
        return (*lines, Line("Audit of the release", "sanitizer audit makes one", "not made"))
    if residue := audit.get("residue"):
        bare = [t for t in residue["traces"] if t["sure"] and not t.get("promised", True)]
        look = [t for t in residue["traces"] if not t["sure"]]
        lines += [
            _found("Sensitive dates, numbers and short codes that are left", bare, "none left"),
            _found("To look at: parts of names, initials, words inside of what was written", look, "none"),
        ]
    if "metadata" in audit:
        n = len(audit["metadata"])
        lines.append(
            Line("Metadata in files", f"{n} entries" if n else "none", "found" if n else "nothing found")
        )
    for part in audit.get("linkage", []):
        before = f"{100 * part['before']['1']:.1f} % before, " if part["before"] else ""
        lines.append(
            Line(
                f"Documents whose person the {part['attacker']} attacker names first",
                f"{before}{100 * part['after']['1']:.1f} % after, {100 * part['chance']['1']:.2f} % by chance "
                f"({part['documents_attacked']} documents, {part['candidates']} candidates)",
                "found" if part["after"]["1"] > part["chance"]["1"] else "nothing found",
            )
        )
    guessed = audit.get("reconstruction", {}).get("named_among_10")
    if guessed is not None:
        lines.append(
            Line(
                "Words said more generally whose original is among an attacker's ten guesses",
                f"{100 * guessed:.1f} %",
                "not judged",
            )
        )
    return tuple(lines)


def _budget(budgets: Budgets) -> Line:
    """For how many documents a search of the population would come upon the right one too early."""
    short = budgets.judged - budgets.met
    why = f"; of the others {budgets.exhausted} have no more words that may go" if short else ""
    why += f", {budgets.floor} would keep too little" if budgets.floor else ""
    return Line(
        f"Singling out: a search of {budgets.population:,} others is expected to find the right document at place "
        f"{budgets.k:g} or later",
        f"holds for {budgets.met} of {budgets.judged} documents{why}",
        "found" if short else "nothing found",
    )


def overall(total: Figures, report: Report, audit: Mapping[str, Any]) -> Overall:
    """Return one word for the whole: not met when a promise is not; with findings when the audit found something
    beside."""
    if any(line.verdict == "not met" for line in promised(total, report, audit)):
        return "not met"
    return "met, with findings" if any(line.verdict == "found" for line in beside(total, audit)) else "met"


def _line(name: str, value: str, holds: bool) -> Line:
    return Line(name, value, "met" if holds else "not met")


def _found(name: str, traces: Sequence[Mapping[str, Any]], nothing: str) -> Line:
    return Line(name, _places(traces) if traces else nothing, "found" if traces else "nothing found")


_KINDS: Final = {"DATETIME": "date", "QUANTITY": "number", "CODE": "code"}


def _places(traces: Sequence[Mapping[str, Any]]) -> str:
    """Return how many, of which kind, in how many documents."""
    kinds = Counter(_KINDS.get(t["entity_class"], "name or phrase") for t in traces)
    names = {"name or phrase": "names or phrases"}
    told = ", ".join(
        f"{n} {kind if n == 1 else names.get(kind, kind + 's')}" for kind, n in kinds.most_common()
    )
    documents = len({t["document"] for t in traces})
    return f"{told} in {documents} document{'' if documents == 1 else 's'}"
