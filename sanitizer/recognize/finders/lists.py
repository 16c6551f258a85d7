"""Phrases that a user says are sensitive: any number of lists, one pass over the text."""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import ahocorasick
from spacy.tokens import Doc

from sanitizer import arguments
from sanitizer.errors import UsageError, did_you_mean
from sanitizer.recognize.labels import TYPES, entity_class, fine_type
from sanitizer.text.fold import at_boundaries, lower_same_length
from sanitizer.types import Mention, Span, text_of

CASE_RULES: Final = ("ignore", "exact", "smart")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase of a list: ``text`` as written, fine ``type``, ``source`` (the list's name), optional g(s), and its own
    rule of ``case``, where it is not that of the list."""

    text: str = field(repr=False)
    type: str = "MISC"
    source: str = field(default="", repr=False)
    generalization: str | None = field(default=None, repr=False)
    case: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.text, str) or not isinstance(self.type, str):
            raise UsageError("phrase: text and type are strings")
        if not self.text.strip() or not self.type.strip():
            raise UsageError("phrase: text and type are not empty")
        arguments.text(self.source, "phrase: source", blank=True)
        if self.generalization is not None:
            arguments.text(self.generalization, "phrase: generalization", blank=True)
        if self.case is not None and self.case not in CASE_RULES:
            raise UsageError(
                f"phrase: case {self.case!r} is not one of {', '.join(CASE_RULES)}"
                f"{did_you_mean(str(self.case), CASE_RULES)}"
            )


class Lists:
    """Finds the phrases of lists at word boundaries, whatever their number, in one pass (Aho-Corasick).

    ``case`` is ``ignore``, ``exact``, or ``smart`` (default): a phrase written with a capital matches only
    with a capital in the same place or all in capitals, a phrase in lower case matches in any case.
    """

    def __init__(self, phrases: Iterable[Phrase], case: str = "smart", name: str = "list") -> None:
        if case not in CASE_RULES:
            raise UsageError(f"case rule of list {name}: {case!r} is not one of {', '.join(CASE_RULES)}")
        if isinstance(phrases, str) or not isinstance(phrases, Iterable):
            raise UsageError(f"list {name}: phrases are needed, not {arguments.kind_of(phrases)}")
        self.name = name
        self._case = case
        table: dict[str, list[Phrase]] = {}
        for phrase in phrases:
            if not isinstance(phrase, Phrase):
                raise UsageError(f"list {name}: a Phrase is needed, not {arguments.kind_of(phrase)}")
            key = lower_same_length(phrase.text.strip())
            if key:
                table.setdefault(key, []).append(phrase)
        self._automaton = ahocorasick.Automaton()
        for key, entries in table.items():
            self._automaton.add_word(key, (len(key), tuple(entries)))
        self._empty = not table
        if table:
            self._automaton.make_automaton()

    @classmethod
    def read(cls, *paths: str | Path, case: str = "smart", type: str = "MISC") -> "Lists":
        """The lists in files: a phrase a line, or CSV lines ``phrase,type`` or
        ``phrase,type,generalization``.

        ``type`` is for lines that name none. Lines that begin with ``#`` are comments.
        Raises :class:`UsageError` for a file that cannot be read.
        """
        phrases: list[Phrase] = []
        for path in paths:
            found = read_phrases(path, type)
            if not found:
                raise UsageError(f"list {path}: it holds no phrase")
            phrases.extend(found)
        return cls(phrases, case=case)

    def find(self, doc: Doc) -> Sequence[Mention]:
        """All listed phrases in the text of ``doc``; they may overlap."""
        return self.find_in(text_of(doc))

    def find_in(self, text: str) -> list[Mention]:
        """The same for a text; tokens are not needed."""
        if self._empty:
            return []
        found: list[Mention] = []
        for last, (length, entries) in self._automaton.iter(lower_same_length(text)):
            start, end = last + 1 - length, last + 1
            if not at_boundaries(text, start, end):
                continue
            surface = text[start:end]
            for phrase in entries:
                if _accepts(phrase.text.strip(), surface, phrase.case or self._case):
                    kind = fine_type(phrase.type)
                    source = f"{self.name}:{phrase.source}" if phrase.source else self.name
                    found.append(
                        Mention(
                            Span(start, end), kind, entity_class(kind), source, 1.0, phrase.generalization
                        )
                    )
                    break
        return sorted(found, key=lambda m: (m.span, m.type))


def _accepts(phrase: str, surface: str, case: str) -> bool:
    if case == "ignore" or surface == phrase:
        return True
    if case == "exact":
        return False
    return surface.isupper() or all(
        s.isupper() or not p.isupper() for s, p in zip(surface, phrase, strict=True)
    )


def read_phrases(path: str | Path, type: str = "MISC", types: Iterable[str] = ()) -> list[Phrase]:
    """The phrases of one list file (see :meth:`Lists.read`); ``types`` are known besides the shipped ones. Raises
    :class:`UsageError` for a file that cannot be read, and a second field in capitals that is no type."""
    file = Path(path)
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"list {file}: cannot be read as UTF-8 text ({error.__class__.__name__}); name a readable file"
        ) from error
    phrases: list[Phrase] = []
    kept = [
        (n, line) for n, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")
    ]
    known = {*TYPES, *map(fine_type, types)}
    reader = csv.reader((line for _, line in kept), skipinitialspace=True)
    for row in reader:
        # a second field that is no type name belongs to the phrase: "Doe, John" is one phrase
        if len(row) > 1 and row[1].strip() and row[1].strip().replace("_", "").isupper():
            if fine_type(row[1].strip()) not in known:
                raise UsageError(
                    f"list {file}, line {kept[reader.line_num - 1][0]}: the second field is no type that is known"
                    f"{did_you_mean(row[1].strip(), known)}; sanitizer parts lists them, and a phrase with a comma "
                    "stands in double quotes"
                )
            phrases.append(
                Phrase(row[0], row[1].strip(), file.name, row[2].strip() or None if len(row) > 2 else None)
            )
        else:
            phrases.append(Phrase(", ".join(row), type, file.name))
    return phrases
