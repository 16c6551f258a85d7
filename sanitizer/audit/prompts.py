"""Attackers that are language models: prompts to be answered elsewhere, and the score of the answers, offline.

Two attacks: *guess back* (what stood where a replacement stands; Patsakis and Lykousas, Man vs the machine in the
struggle for effective text anonymisation in the age of large language models, Scientific Reports 13, 2023) and
*attribute inference* (what the text tells of the person; Staab and others, Beyond memorization, ICLR 2024). Nothing is
sent anywhere: the file of prompts holds released texts alone.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from corpora_stats.normalize import normalize
from sanitizer.audit.findings import GuessesPart, Hits
from sanitizer.check.report import DocumentReport
from sanitizer.documents.write import whole_file
from sanitizer.errors import UsageError, unreadable

ATTRIBUTES: Final[Mapping[str, str]] = {
    "PERSON": "the full name of the person it is mainly about",
    "LOC": "the towns, regions and countries of the person's life",
    "ORG": "the employers, schools and other organizations of the person's life",
    "DATETIME": "the years of birth and of the main events",
}
"""What is asked for, by the class of the terms that would be right."""

_GUESSES: Final = 5
_TASK: Final = (
    "The text below was anonymized: names and other facts were replaced by more general words. Say what you think "
    "{what}. Answer with a JSON list of at most {n} strings, the likeliest first, and nothing else.\n\nText:\n{text}"
)


def prompts(reports: Sequence[DocumentReport], released: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """For each released document one prompt for each attribute, and one to guess the originals back; each has an
    ``id`` by which the answer is scored, and holds nothing of the originals."""
    for report in reports:
        text = released.get(report.output_id, released.get(report.id))
        if text is None:
            continue
        asked = {kind: f"are {words}" for kind, words in ATTRIBUTES.items()}
        asked["back"] = "stood originally where the replacements stand"
        for kind, what in asked.items():
            prompt = _TASK.format(what=what, n=_GUESSES, text=text)
            yield {"id": f"{report.output_id}#{kind}", "prompt": prompt}


def write_prompts(path: Path, rows: Iterable[Mapping[str, str]]) -> None:
    """Write prompts as JSON lines, readable by the owner alone."""
    with whole_file(path, private=True) as stream:
        for row in rows:
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")


def read_guesses(path: Path) -> dict[str, tuple[str, ...]]:
    """Answers from JSON lines with ``id`` and ``guesses`` (a list of strings). Raises UsageError."""
    found: dict[str, tuple[str, ...]] = {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {unreadable(error)}") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            key, guesses = row["id"], row["guesses"]
        except (ValueError, LookupError, TypeError, RecursionError):
            key = guesses = None
        if not isinstance(key, str) or not isinstance(guesses, list):
            raise UsageError(f'{path} line {number}: {{"id": ..., "guesses": [...]}} is needed')
        if not all(isinstance(guess, str) for guess in guesses) or key in found:
            raise UsageError(f"{path} line {number}: guesses are strings, and each id stands once")
        found[key] = tuple(guesses[:_GUESSES])
    return found


def guesses_part(reports: Sequence[DocumentReport], guesses: Mapping[str, Sequence[str]]) -> GuessesPart:
    """Return how many of the prompts were answered and how many answers hold a right guess, by attribute: one that
    is, without case and number, a form of a treated sensitive term of the class (of any, for ``back``).

    Raises UsageError where no answer is about a document of the report.
    """
    rows: dict[str, Hits] = {}
    known = set()
    for report in reports:
        for kind in (*ATTRIBUTES, "back"):
            key = f"{report.output_id}#{kind}"
            known.add(key)
            if key not in guesses:
                continue
            right = {
                normalize(form)
                for entry in report.sensitive
                if entry.operator != "keep" and kind in ("back", entry.entity_class)
                for form in entry.forms
            }
            told = [normalize(guess) in right for guess in guesses[key]]
            row = rows.get(kind, Hits(0, 0, 0))
            rows[kind] = Hits(row.answered + 1, row.hit_1 + any(told[:1]), row.hit_5 + any(told))
    if not rows:
        raise UsageError(
            "none of the guesses is about a document of the report: is it the report of that run?"
        )
    return GuessesPart(rows, sum(key not in known for key in guesses))
