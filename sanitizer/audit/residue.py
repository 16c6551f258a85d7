"""Find sensitive surface forms, and their variants, that a released text still shows."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from sanitizer.check.report import DocumentReport, SensitiveEntry
from sanitizer.text.titles import POLITE

How = Literal["exact", "case", "spelling", "reversed", "lower", "initials", "part", "digits", "acronym"]

SURE: Final = frozenset({"exact", "case", "spelling", "reversed", "digits"})
"""Ways that can only mean the sensitive term; the others (a surname alone, initials, an acronym, one capitalized word
in lower case: "Brown" is a name, "brown" a colour) want a look.
"""

_SMALL: Final = frozenset(
    ["the", "of", "and", "for", "in", "on", "at", "de", "la", "le", "von", "van", "der", "den", "da", "di", "el",
     "al", "bin", "del", "&", "und", "et", "y"]
)  # fmt: skip
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_NAMES: Final = frozenset({"PERSON", "ORG", "LOC"})


@dataclass(frozen=True, slots=True)
class Residue:
    """A trace in a released text: ``start`` and ``end`` count in that text; ``entity`` is the number
    in the report; ``replacement`` says that it is part of what the sanitizer wrote there ("1945" for the day of a
    death, where another "1945" became "the 1940s"): no leak of that place, but it wants a look.
    """

    document: str
    entity: int
    entity_class: str
    how: How
    start: int
    end: int
    replacement: bool = False

    @property
    def sure(self) -> bool:
        """Whether the trace can only mean the sensitive term."""
        return self.how in SURE and not self.replacement

    @property
    def promised(self) -> bool:
        """Whether the run's residual check promises that no such term is left. Dates, quantities and codes of up to
        three characters it leaves out (:func:`sanitizer.read.sensitive.checked_forms`): the audit finds them beside it.
        """
        short = self.entity_class == "CODE" and self.end - self.start <= 3
        return not short and self.entity_class not in ("DATETIME", "QUANTITY")


def base_letters(text: str) -> str:
    """``text`` with accents taken off and typographic quotes and dashes made plain, one character for
    each.
    """
    return "".join(_base(c) for c in text)


def _base(character: str) -> str:
    if character in "’‘ʼ`´":
        return "'"
    if unicodedata.category(character) == "Pd":
        return "-"
    if character.isspace():
        return " "
    first = unicodedata.normalize("NFKD", character)[0]
    return first if not unicodedata.combining(first) else character


def written(report: DocumentReport, released: str) -> list[tuple[int, int]]:
    """Return where the replacements of a document's report stand in its released text; nothing when that text is
    another."""
    parts: list[str] = []
    spans, at, length = [], 0, 0
    for change in report.changes:
        length += change.span.start - at
        spans.append((length, length + len(change.replacement)))
        parts += [report.text[at : change.span.start], change.replacement]
        length, at = length + len(change.replacement), change.span.end
    parts.append(report.text[at:])
    return spans if "".join(parts) == released else []


def find_residue(
    document: str,
    sensitive: Iterable[SensitiveEntry],
    released: str,
    replacements: Sequence[tuple[int, int]] = (),
) -> tuple[Residue, ...]:
    """Return traces of the sensitive entities of one document in its released text.

    Args:
        document: its id, for the result.
        sensitive: entries of the report: number, class and forms are used.
        released: the text that goes out.
        replacements: where in it the sanitizer wrote something (:func:`written`).

    Returns:
        Each place once, by position; where several ways match there, the surest.
    """
    plain = base_letters(released)
    found: dict[tuple[int, int], Residue] = {}
    for entry in sensitive:
        for how, pattern, cased in _patterns(entry.forms, entry.entity_class):
            for match in re.finditer(pattern, plain, 0 if cased else re.IGNORECASE):
                start, end = match.span()
                real = _told(how, released[start:end], entry.forms)
                made = any(a <= start and end <= b for a, b in replacements)
                trace = Residue(document, entry.number, entry.entity_class, real, start, end, made)
                known = found.get((start, end))
                if known is None or (trace.sure and not known.sure):
                    found[start, end] = trace
    # a part inside a longer trace says nothing new
    kept = [
        t
        for t in found.values()
        if t.sure or not any(w.start <= t.start and t.end <= w.end and w is not t for w in found.values())
    ]
    return tuple(sorted(kept, key=lambda t: (t.start, t.end)))


def _told(how: How, seen: str, forms: Sequence[str]) -> How:
    if how != "spelling":
        return how
    if seen in forms:
        return "exact"
    if seen.casefold() not in {form.casefold() for form in forms}:
        return "spelling"
    alone = len(_WORD.findall(seen)) == 1 and seen[:1].islower()
    return "lower" if alone and not any(form[:1].islower() for form in forms) else "case"


def _patterns(forms: Sequence[str], entity_class: str) -> Iterable[tuple[How, str, bool]]:
    seen = set()
    for form in forms:
        plain = base_letters(form).strip()
        for entry in _of_form(plain, entity_class):
            if entry not in seen:
                seen.add(entry)
                yield entry


def _of_form(plain: str, entity_class: str) -> Iterable[tuple[How, str, bool]]:
    tokens = [t for t in re.split(r"[\W_]+", plain) if t]
    if not tokens:
        return
    # short words are common words in lower case ("May", "US", "It"): case tells them apart
    cased = len("".join(tokens)) <= 3
    yield "spelling", r"(?<![^\W_])" + r"[\W_]{1,3}".join(map(re.escape, tokens)) + r"(?![^\W_])", cased
    digits = re.sub(r"\D", "", plain)
    if len(digits) >= 6 and entity_class in ("CODE", "QUANTITY", "MISC"):
        yield "digits", r"(?<!\d)" + r"[ ./()-]{0,2}".join(digits) + r"(?!\d)", True
    if entity_class not in _NAMES:
        return
    names = [w for w in _WORD.findall(plain) if w.lower() not in POLITE | {"judge", "st"}]
    full = [w for w in names if w.lower() not in _SMALL and w[0].isupper()]
    if entity_class == "PERSON" and len(full) >= 2:
        first, last = full[0], full[-1]
        yield "reversed", rf"\b{re.escape(last)},? {re.escape(first)}\b", False
        yield "initials", rf"\b{re.escape(first[0])}\. ?(?:[A-Z]\. ?)?{re.escape(last)}\b", True
        for name in full:
            if len(name) >= 3:
                yield "part", rf"\b{re.escape(name)}\b", True
    if entity_class == "ORG" and len(full) >= 3:
        letters = r"\.?".join(word[0] for word in full)
        yield "acronym", rf"\b{letters}\b", True
