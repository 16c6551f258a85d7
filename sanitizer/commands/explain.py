"""`sanitizer explain`: a report in words: each change, why, and what was tried."""

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click

from sanitizer.check import explained
from sanitizer.check.report import (
    CandidateTried,
    DocumentReport,
    DocumentTold,
    FailedReport,
    GroupTold,
    RiskyEntry,
    SensitiveEntry,
    SingledOut,
    Towards,
    Unlinked,
)
from sanitizer.check.summary import SummaryReport
from sanitizer.commands.shared_options import key_file
from sanitizer.commands.terminal import finish
from sanitizer.commands.wrong_calls import Input
from sanitizer.control.outcomes import Problem
from sanitizer.errors import UsageError
from sanitizer.page.read import read_entries

_SHOWN = 5  # sensitive terms that a risky term is shown against; the report holds ten, and their number

_RULES: Final = {
    "decision": "a decision keeps it",
    "allow": "an allow rule",
    "keep": "the profile keeps this part",
    "nobody's": "the words around it tell of no person",
    "types": "the profile leaves its type, or it was too unsure",
}
"""The rules that leave a name in clear, in words; docs/report.md has the names."""


@click.command("explain")
@click.argument("report", type=Input(as_path=False))
@click.option("--document", "wanted", help="Only the document with this id.")
@key_file("Key of a sealed report")
def command(report: str, wanted: str | None, key_file: str | None) -> int:
    """Explain REPORT, the file of `sanitize --report`: what was changed, why, and which other words were tried.

    Its words (bits, 2x, most informative, ...) are explained by: sanitizer help glossary
    """
    shown = 0
    for entry in read_entries(Path(report), key_file):
        if isinstance(entry, SummaryReport):
            if wanted is None:
                click.echo(_whole(entry))
        elif wanted is None or entry.id == wanted:
            shown += 1
            for line in explain(entry):
                click.echo(line)
    if not shown:
        raise UsageError(
            f"{report} holds no document {wanted!r}"
            if wanted
            else f"{report} holds no document: name the file that sanitize --report wrote"
        )
    finish("change what is wrong by a line in --decisions FILE, or decide at the desk: sanitizer help desk")
    return 0


def _whole(summary: SummaryReport) -> str:
    verdict = "every promise is kept" if summary.met else "NOT every promise is kept"
    return (
        f"{summary.done} of {summary.documents} documents done; "
        f"{summary.sensitive} sensitive and {summary.risky} risky terms; {verdict}"
    )


def explain(document: DocumentTold) -> Iterator[str]:
    """Yield the lines for one document."""
    if isinstance(document, FailedReport):
        yield f"== {document.id}: FAILED, {document.reason}"
        return
    threshold, utility = document.threshold, document.utility.percent
    setter = f", what {threshold.set_by.term!r} tells by itself" if threshold.set_by else ""
    limit = "without a limit" if threshold.bits is None else f"at most {threshold.bits:.2f} bits"
    settings = f"{document.strategy}, context {document.context}"
    yield f"== {document.id}: {settings}, threshold {threshold.policy}: a word may tell {limit}{setter}"
    verdict = (
        "kept"
        if document.residual.met
        else "NOT KEPT: " + "; ".join(_problem(p) for p in document.residual.problems)
    )
    yield f"   information kept: {'-' if utility is None else f'{utility} %'}; promises {verdict}"
    yield from (f"   {line}" for line in explained(document))
    yield from _decision_lines(document)
    for s in document.sensitive:
        told = f"({s.operator})" if s.operator else s.generalization or "(removed)"
        yield (
            f"   sensitive {s.term!r} -> {told!r}  [{s.entity_class}/{s.type} by {', '.join(s.recognizers)}; "
            f"{len(s.spans)}x; {_information(s)}]"
        )
        if s.links:
            yield f"      also {', '.join(_links(s, document.text))}"
    yield from _risky_lines(document)
    if document.singled_out:
        yield from _budget_lines(document.singled_out)
    if document.unlinked:
        yield _unlinked_line(document.unlinked)
    for term in document.unknown.terms:
        yield f"   decide: {term!r} is unknown (--unknown ask)"


def _links(entry: SensitiveEntry, text: str) -> Iterator[str]:
    """Yield the nouns and pronouns that refer to an entity, each once, with the bits of its weakest link."""
    bits: dict[str, list[float]] = {}
    for link in entry.links:
        bits.setdefault(link.span.of(text).lower(), []).append(math.inf if link.bits is None else link.bits)
    for phrase, margins in bits.items():
        least = "" if math.isinf(min(margins)) else f", {min(margins):.1f} bits"
        yield f"{phrase!r} ({len(margins)}x{least})"


def _decision_lines(document: DocumentReport) -> Iterator[str]:
    for d in document.decisions:
        who, why = f" by {d.by}" if d.by else "", f": {d.why}" if d.why else ""
        yield f"   decided{who}: {d.decision} {d.form!r}{why} [{d.verdict}; {d.places}x]"
    for name in document.left:
        why = f": {name.why}" if name.why else ""
        rule = _RULES.get(name.rule, name.rule)
        yield f"   left in clear {name.term!r}  [{name.entity_class}; {len(name.spans)}x; {rule}{why}]"


def _risky_lines(document: DocumentReport) -> Iterator[str]:
    names = {s.number: s.term for s in document.sensitive}
    for r in document.risky:
        told = r.choice.replacement or ("(operator)" if r.choice.rule == "operator" else "(removed)")
        yield f"   risky {r.term!r} -> {told!r}  [{r.choice.rule}; {len(r.spans)}x; {_information(r)}]"
        for t in r.towards[:_SHOWN]:
            yield "      " + _reason(t, names)
        if r.group:
            yield "      " + _together(r.group, names)
        if r.rule == "linkage":
            yield "      it gave the person away in an attack"
        if r.rule == "singling out":
            yield "      it told too much of what the whole document may tell"
        if r.rule == "sources":
            yield "      it stood in a run of words by which the source could be found"
        if r.rule == "unknown":
            yield "      nothing is known of it, and unknown terms count as risky"
        if r.sense:
            other = f", not {r.sense.runner_up}" if r.sense.runner_up else ""
            yield f"      meaning {r.sense.concept} (by {r.sense.rule}{other})"
        if r.candidates:
            yield "      tried " + ", ".join(_candidate(c) for c in r.candidates)


def _budget_lines(told: SingledOut) -> Iterator[str]:
    yield (
        f"   budget {told.budget:.2f} bits (expected rank {told.k:g} of {told.documents:,} documents of "
        f"{told.source}): told {told.told_before:.2f} bits before (rank {told.rank_before:.1f}), "
        f"{told.told_after:.2f} after (rank {told.rank_after:.1f}); {told.outcome}"
    )
    if told.bought:
        words = ", ".join(f"{w.word} [{w.bits:.2f} for {w.cost or 0:.1f}]" for w in told.bought)
        yield f"      went, with bits told for bits of information that it cost: {words}"
    if told.spent_by:
        yield "      spent by " + ", ".join(f"{w.word} [{w.bits:.2f}]" for w in told.spent_by)


def _unlinked_line(told: Unlinked) -> str:
    words = f"; went: {', '.join(told.hidden)}" if told.hidden else ""
    return (
        f"   runs of {told.words} content words of the source that fewer than {told.documents} of {told.collection:,} "
        f"documents share: {told.runs_before} before, {told.runs_after} after{words}"
    )


def _problem(problem: Problem) -> str:
    """Return what is not met, with the term and the reason where these are known."""
    return f"{problem.kind} {problem.term!r} ({problem.why})" if problem.why else problem.kind


def _information(entry: SensitiveEntry | RiskyEntry) -> str:
    if entry.ic is None:
        return "in no document that was counted"
    within = entry.within if isinstance(entry, SensitiveEntry) else ()
    around = f" with {' or '.join(map(repr, within))}" if within else ""
    return f"in {_documents(entry.documents)}{around}: {entry.ic:.2f} bits"


def _reason(t: Towards, names: dict[int, str]) -> str:
    c = t.counts
    dr = "unknown" if t.dr is None else f"{t.dr:.2f} bits"
    part = f" through its part {t.part!r}" if t.part is not None else ""
    name = names.get(t.sensitive, "?")
    ways = [("s", f"{name!r} stands in"), ("q", "this in"), ("sq", "both in")]
    if c.get("g") != c.get("N"):
        ways += [("g", "what is written for the first in"), ("gq", "that and this in")]
    counts = ", ".join(f"{words} {c[key]:,}" for key, words in ways if c.get(key) is not None)
    total = f"of {c['N']:,} documents " if c.get("N") is not None else ""
    return f"tells {dr} of {name!r}{part} ({t.rule}: {total}{counts}; {t.source})"


def _together(group: GroupTold, names: dict[int, str]) -> str:
    terms = " and ".join(repr(term) for term in group.terms)
    name = names.get(group.sensitive, "?")
    words = {"N": "documents in all", "s": f"{name!r} in", "q": "these in", "sq": "all in"}
    words |= {"g": "what is written for the first in", "gq": "that and these in"}
    counts = ", ".join(f"{words.get(key, key)} {value:,}" for key, value in group.counts.items())
    return f"{terms} together tell {group.dr:.2f} bits of {name!r} (group: {counts})"


def _candidate(c: CandidateTried) -> str:
    figures = [
        f"{name} {value:.2f}" for name, value in (("keeps", c.ic), ("tells", c.dr)) if value is not None
    ]
    return f"{c.label or '(removal)'} [{', '.join([*figures, c.verdict])}]"


def _documents(number: int | None) -> str:
    return "1 document" if number == 1 else f"{number or 0:,} documents"
