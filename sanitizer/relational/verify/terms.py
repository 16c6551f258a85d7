"""Check the texts of a written release: each span shows its term, and no direct identifier is left."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from sanitizer.common.progress import followed
from sanitizer.relational.verify.companion import Companion
from sanitizer.relational.verify.judged import Judged
from sanitizer.relational.verify.operators import Written

ResidualCheck = Callable[[str], Sequence[tuple[int, int, str]]]
"""Direct identifiers in a text: (start, end, type) of each."""
Columns = Mapping[str, Sequence[str | None]]
"""Cells by column."""

_PLURALS = {
    "person": "people",
    "man": "men",
    "foot": "feet",
    "mouse": "mice",
    "goose": "geese",
    "tooth": "teeth",
}
"""Words whose plural does not begin as they do."""
FORMS = {**_PLURALS, **{many: one for one, many in _PLURALS.items()}}
SMALL = frozenset(["the", "a", "an", "to", "or"])
"""Words that a term may be written without, or with another one ("between 1990 and 1994")."""
TERM_KINDS = frozenset({"kept", "generalized"})
_BEYOND = "a span of the sidecar leaves the text"
_NOT_SHOWN = "the text does not show the term of a span"


def terms_of(
    texts: Columns, persons: Sequence[int], companion: Companion
) -> tuple[Mapping[int, set[str]], Judged]:
    """Return the terms of each person as they stand in the file; a span that does not show its term is a failure."""
    terms: dict[int, set[str]] = defaultdict(set)
    known: dict[str, str] = {}  # many persons show one term
    failures: list[str] = []
    bad: dict[tuple[int, str], str] = {}
    for row, person in enumerate(persons):
        for name, column in texts.items():
            text = column[row] or ""
            for start, end, kind, says in companion.spans[row].get(name, ()):
                fault = _fault(text, start, end, kind, says)
                if fault:
                    failures.append(f'row {row + 1}, column "{name}": {fault}')
                if kind in TERM_KINDS and fault != _BEYOND:
                    term = plain_term(says)
                    terms[person].add(known.setdefault(term, term))
                if fault == _NOT_SHOWN:
                    bad[row, name] = fault
    return terms, Judged(tuple(failures), cells=bad)


def _fault(text: str, start: int, end: int, kind: str, says: str) -> str:
    """Return what is wrong with a span, "" where nothing is."""
    if not 0 <= start <= end <= len(text):
        return _BEYOND
    return _NOT_SHOWN if kind in TERM_KINDS and not shows(text[start:end], says) else ""


def plain_term(says: str) -> str:
    """Return a term without case, article and possessive, which persons of a class may write differently."""
    words = says.casefold().replace("\u2019", "'").split()
    words = words[1:] if len(words) > 1 and words[0] in ("the", "a", "an") else words
    return " ".join(words).removesuffix("'s").removesuffix("'")


def shows(surface: str, says: str) -> bool:
    """Return whether the surface is the term, up to articles, number, case and the form of an age ("age 0 to 14")."""
    surface, wanted = surface.casefold(), [w for w in says.casefold().split() if w not in SMALL]
    if says.endswith("years old"):
        wanted = wanted[:-2]
    return all(
        (w in surface if w[0].isdigit() else w[:3] in surface) or FORMS.get(w, w) in surface for w in wanted
    )


def residual_left(
    texts: Columns, companion: Companion | None, residual: ResidualCheck, written: Written
) -> tuple[int, Judged]:
    """Return how many direct identifiers the texts still show, with a failure for the first of each type; what a
    class shares, or an operator wrote, may stay."""
    failures: list[str] = []
    found: Counter[str] = Counter()
    bad: dict[tuple[int, str], str] = {}
    for name, column in texts.items():
        for row, text in enumerate(followed(column, "texts checked")):
            known = companion.spans[row].get(name, ()) if companion is not None else ()
            made = [m.span() for form in written.forms for m in form.finditer(text or "")]
            for start, end, kind in residual(text or ""):
                if any(a <= start and end <= b for a, b in [*made, *((a, b) for a, b, _, _ in known)]):
                    continue
                if (text or "")[start:end] in written.cells:
                    continue
                found[kind] += 1
                bad[row, name] = f"a {kind} is left in the text"
                if found[kind] == 1:
                    failures.append(f'row {row + 1}, column "{name}": a {kind} is left in the text')
    return sum(found.values()), Judged(tuple(failures), cells=bad)
