"""python bench/entailed.py BENCHMARKS [--first N] [--sets NAME ...]: is what is told of a term entailed by the plan?

Every sensitive term of the development halves is walked with the concept that stands for it (the typed plan, not the
words): the concept must lie above a meaning of the term (a period above its day, a band above its number), or above the
kind that was read in the text (a title, a pronoun, the noun beside it), or be the word of its class. Printed are how
many were told, the share that is entailed, and the first that are not. Nothing is written.
"""

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from kb.base import Concept, KnowledgeBase
from kb.calendar import label_of
from kb.taxonomy import is_a
from kb.values.read import read_date
from sanitizer import Sanitizer
from sanitizer.choose.certain_meanings import headed, told_length
from sanitizer.choose.generalize import Choice
from sanitizer.read.sensitive import Sensitive
from sanitizer.recognize.entity_types import class_word
from sanitizer.risk.roll_up import CLASS_CONCEPTS
from sanitizer.settings import Settings
from sanitizer.types import EntityClass

SETS = ("wikiactors", "wikibios", "tab94", "panorama")


class Told(NamedTuple):
    """A term, what stands for it, whether that says more than its class (``told``), and whether it is entailed."""

    term: Sensitive
    choice: Choice
    told: bool
    entailed: bool


def walk(sanitizer: Sanitizer, text: str) -> Iterator[Told]:
    """Yield each sensitive term of a text with what is told of it."""
    judge = sanitizer.judge
    reader = judge._proposals.reader
    settle, read = judge.settle, reader.read
    subjects: list[Any] = []
    kinds: list[list[str]] = []

    def settled(*given: Any, **named: Any) -> Any:
        subjects.append(settle(*given, **named))
        return subjects[-1]

    def reading(*given: Any, **named: Any) -> Any:
        found = read(*given, **named)
        kinds.append(found[1])
        return found

    object.__setattr__(judge, "settle", settled)
    object.__setattr__(reader, "read", reading)
    try:
        sanitizer.sanitize(text)
    finally:
        object.__setattr__(judge, "settle", settle)
        object.__setattr__(reader, "read", read)
    if not subjects:
        return
    for term, choice, kind in zip(subjects[-1].terms, subjects[-1].choices, kinds[-1], strict=True):
        concept = choice.option.concept
        bare = concept is None or choice.option.universal or concept in CLASS_CONCEPTS.values()
        bare = bare or choice.option.label == class_word(term.type)
        told = bare or (concept is not None and is_entailed(sanitizer.knowledge, term, kind, concept))
        yield Told(term, choice, not bare, told)


def is_entailed(knowledge: KnowledgeBase, term: Sensitive, kind: str, concept: Concept) -> bool:
    """Return whether a concept lies above a meaning of the term, or above the ``kind`` that was read."""
    phrases = [kind, *term.forms]
    for form in term.forms:
        words = form.split()
        phrases += [" ".join(words[i:]) for i in range(1, len(words))]
        phrases += [told_length(form), headed(knowledge, form), form.partition(" of ")[0]]
        phrases += [f"{form} years old"] if term.type == "AGE" else []
        day = read_date(form) if term.entity_class is EntityClass.DATETIME else None
        phrases += [label_of(day.id)] if day is not None else []
    if any(
        is_a(knowledge, s.concept, concept) for phrase in phrases if phrase for s in knowledge.senses(phrase)
    ):
        return True
    # "Kalogrea, a village in Cyprus"
    return term.entity_class is EntityClass.LOC and (".in." in concept.id or "/@" in concept.id)


def texts(folder: Path, name: str, first: int | None) -> list[str]:
    """Return the texts of a development half."""
    return [d["text"] for d in json.loads(gzip.decompress((folder / f"{name}.dev.json.gz").read_bytes()))][
        :first
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=None, help="documents of each set (default all)")
    parser.add_argument("--sets", nargs="+", default=list(SETS))
    options = parser.parse_args()
    if not (options.folder / "tab94.dev.json.gz").is_file():
        parser.error(f"{options.folder} does not hold tab94.dev.json.gz: give the folder of the benchmarks")
    sanitizer = Sanitizer.default(Settings(any_language=True))
    for name in options.sets:
        found = [t for text in texts(options.folder, name, options.first) for t in walk(sanitizer, text)]
        told = [t for t in found if t.told]
        wrong = [t for t in told if not t.entailed]
        share = 1 - len(wrong) / max(1, len(told))
        print(f"{name:<11} {len(found)} terms, {len(told)} told more, entailed {share:.3f}", flush=True)
        for (type_, label), n in Counter((t.term.type, t.choice.option.label) for t in wrong).most_common(8):
            print(f"    {n} {type_} as {label}")


if __name__ == "__main__":
    main()
