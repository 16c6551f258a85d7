"""`sanitizer explain`: a report in words: each change, why, and what was tried."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from sanitizer.check import explained
from sanitizer.documents.decode import open_lines
from sanitizer.errors import DocumentError, UsageError

_SHOWN = 5  # sensitive terms that a risky term is shown against; the report holds ten, and their number

_RULES: Final = {
    "decision": "a decision keeps it",
    "allow": "an allow rule",
    "keep": "a region that is kept",
    "types": "its type is switched off, or its score too low",
}
"""The rules that leave a name in clear, in words; docs/report.md has the names."""


@click.command("explain")
@click.argument("report", type=click.Path())
@click.option("--document", "wanted", help="Only the document with this id.")
def command(report: str, wanted: str | None) -> int:
    """Explain REPORT: what was changed, the counts and bits that made it so, and which alternatives were tried."""
    shown = 0
    for entry in read_report(Path(report)):
        with whole_report(report):
            if entry["kind"] == "document" and (wanted is None or entry["id"] == wanted):
                shown += 1
                lines = list(explain(entry))
            elif entry["kind"] == "summary" and wanted is None:
                lines = [
                    f"{entry['done']} of {entry['documents']} documents done; "
                    f"{entry['sensitive']} sensitive and {entry['risky']} risky terms; "
                    + ("everything promised is met" if entry["met"] else "NOT everything promised is met")
                ]
            else:
                lines = []
        for line in lines:
            click.echo(line)
    if not shown:
        raise UsageError(
            f"{report} holds no document {wanted!r}" if wanted else f"{report} holds no document"
        )
    return 0


@contextmanager
def whole_report(name: object) -> Iterator[None]:
    """Says of a report whose entries lack something that it is incomplete. Raises UsageError."""
    try:
        yield
    except UsageError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise UsageError(
            f"{name} is incomplete or was changed: an entry lacks what docs/report.md says; run sanitize --report again"
        ) from error


def read_report(path: Path) -> Iterator[dict[str, Any]]:
    """The entries of a report. Raises UsageError when it is none."""
    try:
        for number, line in enumerate(open_lines(path), 1):
            entry = json.loads(line)
            if not isinstance(entry, dict) or "kind" not in entry:
                raise UsageError(f"{path} line {number} is not an entry of a report")
            yield entry
    except (DocumentError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    except json.JSONDecodeError as error:
        raise UsageError(f"{path} is not a report (JSON lines): {error.msg}") from error
    except UsageError:
        raise
    except (RecursionError, ValueError) as error:
        raise UsageError(
            f"{path} is not a report (JSON lines): nested too deep, or too long a number"
        ) from error


def explain(entry: dict[str, Any]) -> Iterator[str]:
    """The lines for one document."""
    if entry["status"] == "failed":
        yield f"== {entry['id']}: FAILED, {entry['reason']}"
        return
    threshold = entry["threshold"]
    setter = f", set by {threshold['set_by']['term']!r}" if threshold["set_by"] else ""
    limit = "none" if threshold["bits"] is None else f"{threshold['bits']:.2f} bits"
    settings = f"{entry['strategy']}, context {entry['context']}"
    yield f"== {entry['id']}: {settings}, threshold {threshold['policy']} = {limit}{setter}"
    utility = entry["utility"]["percent"]
    verdict = (
        "met"
        if entry["residual"]["met"]
        else "NOT MET: " + "; ".join(_problem(p) for p in entry["residual"]["problems"])
    )
    yield f"   information kept: {'-' if utility is None else f'{utility} %'}; residual check {verdict}"
    yield from (f"   {line}" for line in explained(entry))
    for d in entry.get("decisions", []):
        who, why = f" by {d['by']}" if d["by"] else "", f": {d['why']}" if d["why"] else ""
        verdict = f" [{d['verdict']}; {d['places']}x]" if "verdict" in d else ""
        yield f"   decided{who}: {d['decision']} {d['form']!r}{why}{verdict}"
    for name in entry.get("left", []):
        why = f": {name['why']}" if name["why"] else ""
        rule = _RULES.get(name["rule"], name["rule"])
        yield f"   left in clear {name['term']!r}  [{name['class']}; {len(name['spans'])}x; {rule}{why}]"
    yield from _sensitive_lines(entry)
    yield from _risky_lines(entry)
    for term in entry["unknown"]["terms"]:
        yield f"   decide: {term!r} is unknown (--unknown ask)"


def _sensitive_lines(entry: dict[str, Any]) -> Iterator[str]:
    for s in entry["sensitive"]:
        told = f"({s['operator']})" if "operator" in s else s["generalization"] or "(removed)"
        yield (
            f"   sensitive {s['term']!r} -> {told!r}  [{s['class']}/{s['type']} by {', '.join(s['recognizers'])}; "
            f"{len(s['spans'])}x; {_information(s)}]"
        )


def _risky_lines(entry: dict[str, Any]) -> Iterator[str]:
    names = {s["number"]: s["term"] for s in entry["sensitive"]}
    for r in entry["risky"]:
        told = r["choice"]["replacement"] or (
            "(operator)" if r["choice"]["rule"] == "operator" else "(removed)"
        )
        yield f"   risky {r['term']!r} -> {told!r}  [{r['choice']['rule']}; {len(r['spans'])}x; {_information(r)}]"
        for t in r["towards"][:_SHOWN]:
            yield "      " + _reason(t, names)
        if "group" in r:
            yield "      " + _together(r["group"], names)
        if r["rule"] == "linkage":
            yield "      it gave the person away in an attack"
        if r["rule"] == "unknown":
            yield "      nothing is known of it, and unknown terms count as risky"
        if r["sense"]:
            other = f", not {r['sense']['runner_up']}" if r["sense"]["runner_up"] else ""
            yield f"      meaning {r['sense']['concept']} (by {r['sense']['rule']}{other})"
        if r["candidates"]:
            yield "      tried " + ", ".join(_candidate(c) for c in r["candidates"])


def _problem(problem: dict[str, Any]) -> str:
    """What is not met, with the term and the reason where these are known."""
    term = f" {problem['term']!r}" if problem.get("term") and problem.get("why") else ""
    return str(problem["kind"]) + term + (f" ({problem['why']})" if problem.get("why") else "")


def _information(entry: dict[str, Any]) -> str:
    if entry["ic"] is None:
        return "no count"
    around = f" with {' or '.join(map(repr, entry['within']))}" if "within" in entry else ""
    return f"h = {entry['documents']}{around}, IC = {entry['ic']:.2f} bits"


def _reason(t: dict[str, Any], names: dict[int, str]) -> str:
    c = t["counts"]
    dr = "unknown" if t["dr"] is None else f"{t['dr']:.2f} bits"
    part = f" through its part {t['part']!r}" if "part" in t else ""
    counts = ", ".join(f"h({k}) = {c[k]}" for k in ("s", "q", "sq", "g", "gq") if c.get(k) is not None)
    return (
        f"tells {dr} of {names[t['sensitive']]!r}{part} ({t['rule']}; {counts}, N = {c['N']}, {t['source']})"
    )


def _together(group: dict[str, Any], names: dict[int, str]) -> str:
    terms = " and ".join(repr(term) for term in group["terms"])
    counts = ", ".join(f"{'N' if k == 'N' else f'h({k})'} = {v}" for k, v in group["counts"].items())
    return f"{terms} together tell {group['dr']:.2f} bits of {names[group['sensitive']]!r} (group; {counts})"


def _candidate(c: dict[str, Any]) -> str:
    figures = [f"{name} {c[key]:.2f}" for name, key in (("IC", "ic"), ("DR", "dr")) if c[key] is not None]
    return f"{c['label'] or '(removal)'} [{', '.join([*figures, c['verdict']])}]"
