"""Locate in an output what the sanitizer wrote, and what a keep decision or rule left."""

import re
from collections.abc import Iterable, Sequence

import ahocorasick

from sanitizer.check.report import DocumentReport
from sanitizer.check.second_finder import Area


def output_of(report: DocumentReport) -> tuple[str, list[Area]]:
    """The output that a document's report makes, and where in it words of ours stand: what an operator keeps is not
    ours."""
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
    """Where words of ours stand in a document's output, and whether the output is what its report makes; of one that
    was changed since, wherever the words of a replacement stand (:func:`same_words`)."""
    made, ours = output_of(report)
    if made == output:
        return ours, True
    own = [c.replacement for c, is_own in zip(report.changes, _own(report), strict=True) if is_own]
    return same_words(own, output), False


def same_words(replacements: Iterable[str], output: str) -> list[Area]:
    """Where an output holds one of the replacements word for word; of several at one place the longest."""
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
    """Where an output holds what the word of a user keeps: forms decided to be kept, and those of entities whose
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
