"""Locate in an output what the sanitizer wrote, and what a keep decision or rule left."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import ahocorasick

from sanitizer.check.finder import Area


def output_of(report: Mapping[str, Any]) -> tuple[str, list[Area]]:
    """The output that a document's report makes, and where in it words of ours stand: what an operator keeps is not
    ours."""
    parts: list[str] = []
    ours, at, length = [], 0, 0
    for start, end, replacement, *_ in report["changes"]:
        length += start - at
        ours.append((length, length + len(replacement)))
        parts += [report["text"][at:start], replacement]
        length, at = length + len(replacement), end
    parts.append(report["text"][at:])
    own = _own(report)
    return "".join(parts), [area for area, is_own in zip(ours, own, strict=True) if is_own]


def _own(report: Mapping[str, Any]) -> list[bool]:
    """For each change, whether it writes words of ours."""
    kept = {entry["number"] for entry in report["sensitive"] if entry.get("operator") == "keep"}
    return [bool(row[2]) and not (row[3] == "sensitive" and row[4] in kept) for row in report["changes"]]


def written_spans(report: Mapping[str, Any], output: str) -> tuple[list[Area], bool]:
    """Where words of ours stand in a document's output, and whether the output is what its report makes; of one that
    was changed since, wherever the words of a replacement stand (:func:`same_words`)."""
    made, ours = output_of(report)
    if made == output:
        return ours, True
    own = [row[2] for row, is_own in zip(report["changes"], _own(report), strict=True) if is_own]
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


def kept_spans(report: Mapping[str, Any], output: str) -> list[Area]:
    """Where an output holds what the word of a user keeps: forms decided to be kept, and those of entities whose
    operator is ``keep``, as whole words in any case."""
    forms = {str(d["form"]) for d in report.get("decisions", ()) if d["decision"] == "keep"}
    for entry in report["sensitive"]:
        if entry.get("operator") == "keep":
            forms.update(entry["forms"])
    return _whole_words(sorted(form for form in forms if form.strip()), output)


def _whole_words(forms: Sequence[str], output: str) -> list[Area]:
    if not forms:
        return []
    pattern = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
    return [m.span() for m in re.finditer(rf"(?<!\w)(?:{pattern})(?!\w)", output, re.IGNORECASE)]
