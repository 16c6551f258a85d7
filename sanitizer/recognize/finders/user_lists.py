"""Phrases that a user says are sensitive: any number of lists, one pass over the text."""

import csv
import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import ahocorasick
from spacy.tokens import Doc

from sanitizer.common import arguments
from sanitizer.errors import UsageError, did_you_mean, unreadable
from sanitizer.recognize.entity_types import TYPES, entity_class, fine_type
from sanitizer.recognize.written_names import written_ways
from sanitizer.text.fold import at_boundaries, loosened, lower_same_length
from sanitizer.text.surface_forms import Searched
from sanitizer.types import EntityClass, Mention, Span, text_of

CASE_RULES: Final = ("ignore", "exact", "smart")
_FORM: Final = (
    "write phrase, phrase,TYPE or phrase,TYPE,generalization, with commas; a phrase that holds such a character or "
    "word stands in double quotes"
)
_QUOTED: Final = re.compile(r'(?:^|,)\s*"(?:[^"]|"")*"')
_OTHER_DELIMITER: Final = re.compile(r"[;|\t]")
_OTHER_SIGN: Final = re.compile(r"^(?:.*(?:[:=>/]|\s[-–—])\s*)?")
"""What stands before a type that no comma parts from the phrase."""
_NEARLY: Final = 0.85
"""How alike (Ratcliff and Obershelp) a field and a type are of which one is the other misspelt."""
_NO_ABBREVIATION: Final = 5
"""Letters from which on a word in capitals is rather a name of an export than an abbreviation that is a word too."""


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

    They are found in any disguise, whatever blanks, line ends and dashes stand between their words and whatever their
    diacritics; a person's whole name also without title and with the surname first. ``case`` is ``ignore``, ``exact``,
    or ``smart`` (default): a phrase written with a capital matches only with a capital in the same place or all in
    capitals, a phrase in lower case matches in any case; one all in capitals that is no abbreviation (several words, or
    five letters) matches words with a capital.
    """

    def __init__(self, phrases: Iterable[Phrase], case: str = "smart", name: str = "list") -> None:
        if case not in CASE_RULES:
            raise UsageError(f"case rule of list {name}: {case!r} is not one of {', '.join(CASE_RULES)}")
        if isinstance(phrases, str) or not isinstance(phrases, Iterable):
            raise UsageError(f"list {name}: phrases are needed, not {arguments.kind_of(phrases)}")
        self.name = name
        self._case = case
        table: dict[str, list[tuple[str, Phrase]]] = {}
        for phrase in phrases:
            if not isinstance(phrase, Phrase):
                raise UsageError(f"list {name}: a Phrase is needed, not {arguments.kind_of(phrase)}")
            is_person = entity_class(fine_type(phrase.type)) is EntityClass.PERSON
            for way in written_ways(phrase.text.strip(), is_person):
                if read := loosened(way).text.strip():
                    table.setdefault(lower_same_length(read), []).append((read, phrase))
        self._automaton = ahocorasick.Automaton()
        for key, entries in table.items():
            self._automaton.add_word(key, (len(key), tuple(entries)))
        self._empty = not table
        if table:
            self._automaton.make_automaton()

    @classmethod
    def read(cls, *paths: str | Path, case: str = "smart", type: str = "MISC") -> "Lists":
        """Return the lists in files: a phrase a line, or CSV lines ``phrase,type`` or
        ``phrase,type,generalization``.

        ``type`` is for lines that name none. Lines that begin with ``#`` are comments.
        Raises :class:`UsageError` for a file that cannot be read, and for a line that has another form.
        """
        phrases: list[Phrase] = []
        for path in paths:
            found = read_phrases(path, type)
            if not found:
                raise UsageError(f"list {path}: it holds no phrase")
            phrases.extend(found)
        return cls(phrases, case=case)

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Return all listed phrases in the text of ``doc``; they may overlap."""
        return self.find_in(text_of(doc))

    def find_in(self, text: str | Searched) -> list[Mention]:
        """Return the same for a text; tokens are not needed."""
        if self._empty:
            return []
        found: list[Mention] = []
        seen = Searched.of(text).loosened
        for last, (length, entries) in self._automaton.iter(lower_same_length(seen.text)):
            start, end = last + 1 - length, last + 1
            if not at_boundaries(seen.text, start, end):
                continue
            surface = seen.text[start:end]
            for read, phrase in entries:
                if _accepts(read, surface, phrase.case or self._case):
                    kind = fine_type(phrase.type)
                    source = f"{self.name}:{phrase.source}" if phrase.source else self.name
                    found.append(
                        Mention(
                            Span(*seen.back(start, end)),
                            kind,
                            entity_class(kind),
                            source,
                            1.0,
                            phrase.generalization,
                        )
                    )
                    break
        return sorted(found, key=lambda m: (m.span, m.type))


def _accepts(phrase: str, surface: str, case: str) -> bool:
    if case == "ignore" or surface == phrase:
        return True
    if case == "exact":
        return False
    if phrase.isupper() and (" " in phrase or len(phrase) >= _NO_ABBREVIATION):
        phrase = phrase.title()
    return surface.isupper() or all(
        s.isupper() or not p.isupper() for s, p in zip(surface, phrase, strict=True)
    )


def read_phrases(path: str | Path, type: str = "MISC", types: Iterable[str] = ()) -> list[Phrase]:
    """Return the phrases of one list file (see :meth:`Lists.read`); ``types`` are known besides the shipped ones.
    Raises :class:`UsageError` for a file that cannot be read, and with its number for a line that has another form:
    other delimiters, a second field in capitals that is no type, a type that stands elsewhere, quotes that do not
    match."""
    file = Path(path)
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"list {file}: {unreadable(error)}") from error
    phrases: list[Phrase] = []
    known = {*TYPES, *map(fine_type, types)}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        where = f"list {file}, line {number}"
        row = fields_of(line, where, _FORM)
        if len(row) > 1 and _is_label(row[1]):
            phrases.append(_typed(row, where, file.name, known))
            continue
        # a second field that is no type name belongs to the phrase
        if wrong := _misplaced(line, row, known):
            raise UsageError(f"{where}: {wrong}; {_FORM}")
        phrases.append(Phrase(", ".join(row), type, file.name))
    return phrases


def _misplaced(line: str, row: Sequence[str], known: Set[str]) -> str:
    """Return what is wrong with the fields of a line that names no type; nothing for a phrase, which may hold
    commas."""
    if not any(map(str.isalnum, "".join(row))):
        return "a phrase needs a letter or a digit"
    if '"' in line:
        return ""
    if len(row) > 1 and not all(any(map(str.isalnum, field)) for field in row):
        return "a field is empty"
    if (
        any(fine_type(field) in known for field in row if len(row) > 1)
        or _OTHER_SIGN.sub("", row[-1]) in known
    ):
        return "a type stands elsewhere than in the second field, or in small letters"
    near = [difflib.get_close_matches(field.upper(), known, 1, _NEARLY) for field in row[1:]]
    return f"a field is nearly the type {next(filter(None, near))[0]}" if any(near) else ""


def fields_of(line: str, where: str, form: str) -> list[str]:
    """Return the fields of a line of CSV, without blanks around them. Raises UsageError, with the `form` that lines
    have, where something else stands between them, or characters that nobody sees."""
    if _OTHER_DELIMITER.search(_QUOTED.sub("", line)):
        raise UsageError(f"{where}: it holds a semicolon, a bar or a tab; {form}")
    if any(unicodedata.category(c) == "Cc" for c in line):
        raise UsageError(f"{where}: it holds a character that nobody sees; {form}")
    try:
        return [field.strip() for field in next(csv.reader([line], skipinitialspace=True, strict=True))]
    except (csv.Error, StopIteration) as error:
        raise UsageError(f"{where}: its double quotes do not match; {form}") from error


def _is_label(field: str) -> bool:
    """Return whether a field is written as types are: in capitals."""
    return field.replace("_", "").isupper()


def _typed(row: Sequence[str], where: str, source: str, known: Iterable[str]) -> Phrase:
    """Return the phrase of a line that names a type."""
    if fine_type(row[1]) not in known:
        raise UsageError(
            f"{where}: the second field is no type that is known{did_you_mean(row[1], known)}; sanitizer types "
            "lists them, and a phrase with a comma stands in double quotes"
        )
    if len(row) > 3:
        raise UsageError(f"{where}: it has {len(row)} fields; {_FORM}")
    if not any(map(str.isalnum, row[0])):
        raise UsageError(f"{where}: a phrase needs a letter or a digit")
    return Phrase(row[0], row[1], source, (row[2] or None) if len(row) > 2 else None)
