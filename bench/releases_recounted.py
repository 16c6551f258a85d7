"""Recount a written release from its files, by code that shares nothing with the product (for relational_releases.py).

Classes: persons with the same recoded cells and the same terms where the sidecar says they stand. Identifiers: a
person's own, as they are, in any case, in the person's texts. Finer: rows whose text says a value of the person's own
column that the released cell does not say, beside terms that are counted with the class, which all of it say.
"""

import csv
import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Counted:
    """What was counted; ``finer`` counts rows by column."""

    rows: int
    persons: int
    classes: int
    least: int
    own: int
    finer: dict[str, int]


def recount(
    folder: Path,
    roles: Mapping[str, Mapping[str, Any]],
    source: Mapping[str, Sequence[str]],
    of_rows: Sequence[int],
) -> Counted:
    """Return the counts of out.csv and out.persons in `folder`.

    `roles` are the tables [attribute] of the definition, `source` the cells by column, `of_rows` the person of each row
    of the source, as the sidecar numbers persons.
    """
    with (folder / "out.csv").open(encoding="utf-8", newline="") as stream:
        lines = list(csv.reader(stream))
    with (folder / "out.persons").open(encoding="utf-8") as stream:
        beside = [json.loads(line) for line in stream][1:]
    names, rows = lines[0], [r for r in lines[1:] if r]
    at = {name: i for i, name in enumerate(names)}
    by_role = {n: [c for c in at if roles[c]["role"] == n] for n in ("quasi", "text")}
    dropped = [c for c in roles if c not in at]
    cells: dict[int, set[tuple[str, ...]]] = defaultdict(set)
    terms: dict[int, set[str]] = defaultdict(set)
    for row, told in zip(rows, beside, strict=True):
        cells[told["person"]].add(tuple(row[at[c]] for c in by_role["quasi"]))
        for spans in told["spans"].values():
            terms[told["person"]].update(
                _term(says) for _, _, kind, says in spans if kind in ("kept", "generalized")
            )
    classes = Counter((frozenset(cells[p]), frozenset(terms[p])) for p in cells)
    torn = any(len(own) > 1 for own in cells.values())
    theirs: dict[int, list[int]] = defaultdict(list)
    for i, person in enumerate(of_rows):
        theirs[person].append(i)
    secret = [c for c in dropped if roles[c]["role"] == "identifier"]
    own, finer = 0, Counter[str]()
    for row, told in zip(rows, beside, strict=True):
        text = " \n ".join(row[at[c]] for c in by_role["text"]).casefold()
        if not text.strip():
            continue
        plain = " \n ".join(_beside(row[at[c]], told["spans"].get(c, ())) for c in by_role["text"]).casefold()
        mine = theirs[told["person"]]
        own += any(_word(source[c][i], text) for c in secret for i in mine if len(source[c][i]) > 3)
        for c in by_role["quasi"]:
            values = {source[c][i] for i in mine} - {""}
            finer[c] += any(_says(v, row[at[c]], roles[c], plain) for v in values)
    return Counted(
        len(rows), len(cells), len(classes), 0 if torn else min(classes.values()), own, dict(+finer)
    )


def _term(says: str) -> str:
    """Return a term without case, article and possessive."""
    said = re.sub(r"^(?:the|an?) (?=.)", "", " ".join(says.casefold().split()))
    return re.sub(r"['\u2019]s?$", "", said)


def _beside(text: str, spans: Sequence[Sequence[Any]]) -> str:
    """Return the text without the terms of the class, and without spans of several words that say one of several
    values or a range ("between 1947 and 1950")."""
    for start, end, kind, _ in sorted(spans, reverse=True):
        if kind in ("kept", "generalized") or (kind == "redundant" and len(text[start:end].split()) > 2):
            text = f"{text[:start]} ... {text[end:]}"
    return text


def _word(value: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(value.casefold())}(?!\w)", text) is not None


def _says(value: str, released: str, role: Mapping[str, Any], text: str) -> bool:
    """Return whether the text says the value although the released cell does not."""
    if released == value or (role.get("type") == "date"):
        return False
    if role.get("type") == "number":
        number = re.escape(value.removesuffix(".0"))
        if role.get("entity") == "AGE":
            near = rf"(?:aged? (?:of )?|i am |i'm ){number}(?!\w)|(?<!\w){number}[- ]?(?:years?[- ]old|y/?o|yrs? old)"
            return re.search(near, text) is not None
        return len(value) > 3 and re.search(rf"(?<![\w.,]){number}(?![\w]|[.,]\d)", text) is not None
    return len(value) > 3 and _word(value, text)
