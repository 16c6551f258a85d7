"""Locate in an output what the sanitizer wrote, and what a keep decision or rule left; how much information it keeps
(eq. 20-21 of the paper)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import ahocorasick
import numpy as np

from sanitizer.check.find_places_to_look_at import Area
from sanitizer.check.report import DocumentReport, Utility
from sanitizer.choose.judge import Subjects
from sanitizer.choose.risky_terms import Treated
from sanitizer.read.who_is_who import Register
from sanitizer.risk.disclosure_risk import RiskCalculator
from sanitizer.risk.find_risky_terms import Assessment, Probes, probe
from sanitizer.text.terms import Term


def output_of(report: DocumentReport) -> tuple[str, list[Area]]:
    """Return the output that a document's report makes, and where in it words of ours stand: what an operator keeps
    is not ours."""
    parts: list[str] = []
    ours, at, length = [], 0, 0
    for change in report.changes:
        start, end, replacement = change.span.start, change.span.end, change.replacement
        length += start - at
        ours.append((length, length + len(replacement)))
        parts += [report.text[at:start], replacement]
        length, at = length + len(replacement), end
    parts.append(report.text[at:])
    own = _own(report)
    return "".join(parts), [area for area, is_own in zip(ours, own, strict=True) if is_own]


def _own(report: DocumentReport) -> list[bool]:
    """For each change, whether it writes words of ours."""
    kept = {entry.number for entry in report.sensitive if entry.operator == "keep"}
    return [
        bool(c.replacement) and not (c.kind == "sensitive" and c.reference in kept) for c in report.changes
    ]


def written_spans(report: DocumentReport, output: str) -> tuple[list[Area], bool]:
    """Return where words of ours stand in a document's output, and whether the output is what its report makes; of
    one that was changed since, wherever the words of a replacement stand (:func:`same_words`)."""
    made, ours = output_of(report)
    if made == output:
        return ours, True
    own = [c.replacement for c, is_own in zip(report.changes, _own(report), strict=True) if is_own]
    return same_words(own, output), False


def same_words(replacements: Iterable[str], output: str) -> list[Area]:
    """Return where an output holds one of the replacements word for word; of several at one place the longest."""
    automaton = ahocorasick.Automaton()
    for words in sorted(set(replacements)):
        automaton.add_word(words, len(words))
    if not len(automaton):
        return []
    automaton.make_automaton()
    found = []
    for last, length in automaton.iter_long(output):
        start, end = last + 1 - length, last + 1
        before, after = output[start - 1 : start], output[end : end + 1]
        if not (before.isalnum() and output[start].isalnum()) and not (
            after.isalnum() and output[end - 1].isalnum()
        ):
            found.append((start, end))
    return found


def kept_spans(report: DocumentReport, output: str) -> list[Area]:
    """Return where an output holds what the word of a user keeps: forms decided to be kept, and those of entities whose
    type has the operator ``keep`` (``default`` is nobody's word on them), as whole words in any case."""
    forms = {verdict.form for verdict in report.decisions if verdict.decision == "keep"}
    for entry in report.sensitive:
        if entry.operator == "keep" and not entry.by_default:
            forms.update(entry.forms)
    return _whole_words(sorted(form for form in forms if form.strip()), output)


def _whole_words(forms: Sequence[str], output: str) -> list[Area]:
    if not forms:
        return []
    pattern = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    return [m.span() for m in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", output, re.IGNORECASE)]


@dataclass(frozen=True, slots=True)
class Judged:
    """What was judged in a document: the sensitive ``subjects``, the other ``terms`` in the order of the first
    assessment, those that were ``treated``, the assessment of each round, and who is who in the text."""

    subjects: Subjects
    terms: Sequence[Term]
    treated: Sequence[Treated]
    assessments: Sequence[Assessment]
    register: Register = field(default_factory=Register, repr=False)


def utility(judged: Judged, calculator: RiskCalculator) -> Utility:
    """U(D') = 100 ΣIC(terms of D') / ΣIC(terms of D) over occurrences, eq. (20) and (21).

    Kept terms count IC(q), replaced ones IC(g) but never more than IC(q), removed ones 0; a term without a count
    has the information of the least support (bits), and the share of such occurrences is told.
    """
    subjects, terms = judged.subjects, judged.terms
    probes, least_support = _probes(judged, calculator), calculator.least_support_ic()
    before = after = 0.0
    occurrences = without = 0
    for row, s in enumerate(subjects.terms):
        own, n = subjects.ic[row], len(s.spans)
        known = not np.isnan(own)
        own = float(own) if known else least_support
        before += n * own
        after += n * min(subjects.choices[row].ic, own)
        occurrences += n
        without += 0 if known else n
    replaced: dict[tuple[str, int], float] = {}
    for t in judged.treated:
        for span in t.risky.spans:
            replaced[(t.risky.term.key, span.start)] = t.choice.ic
    for index, term in enumerate(terms):
        ic = probes.own(index)[1]
        own = least_support if ic is None else ic
        for span in term.spans:
            before += own
            after += min(replaced.get((term.key, span.start), own), own)
        occurrences += len(term.spans)
        without += 0 if ic is not None else len(term.spans)
    return Utility(
        percent=round(100 * after / before, 2) if before else None,
        bits_before=round(before, 1),
        bits_after=round(after, 1),
        occurrences=occurrences,
        without_count=round(without / occurrences, 4) if occurrences else None,
    )


def _probes(judged: Judged, calculator: RiskCalculator) -> Probes:
    """Return what is known of the terms alone."""
    if judged.assessments:
        return judged.assessments[0].probes
    return probe([term.key for term in judged.terms], calculator)
