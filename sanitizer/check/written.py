"""Where an output holds words of ours, and where it holds what a user's word keeps."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import ahocorasick

from sanitizer.check.finder import Area


def written_spans(report: Mapping[str, Any], output: str) -> tuple[list[Area], bool]:
    """Where the replacements of a document's report stand in its output, and whether the output is what the report
    makes; of one that was changed since, wherever the words of a replacement stand (:func:`same_words`).

    What an operator keeps is no replacement.
    """
    kept = {entry["number"] for entry in report["sensitive"] if entry.get("operator") == "keep"}
    parts: list[str] = []
    ours, at, length = [], 0, 0
    for start, end, replacement, kind, reference in report["changes"]:
        length += start - at
        if replacement and not (kind == "sensitive" and reference in kept):
            ours.append((length, length + len(replacement)))
        parts += [report["text"][at:start], replacement]
        length, at = length + len(replacement), end
    parts.append(report["text"][at:])
    if "".join(parts) == output:
        return ours, True
    replacements = [
        row[2] for row in report["changes"] if not (row[3] == "sensitive" and row[4] in kept) and row[2]
    ]
    return same_words(replacements, output), False


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
