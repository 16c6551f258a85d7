"""Awards by field: which names of prizes prose has, and whether they are for films, music, books or science."""

import re
from pathlib import Path

_WORD = r"(?:[A-ZÀ-Þ][\w'’\-]*|[A-Z]\.)"
_HEAD = re.compile(r" (?:Award|Prize)s?\b")
_BEFORE = re.compile(rf"((?:{_WORD} (?:(?:of|for|the|and|de|du) )?){{1,5}})$")
_AFTER = re.compile(
    rf" (?:for|in) (?:Best|Outstanding|Distinguished|Lifetime|Favorite)"
    rf"(?: {_WORD}| (?:in|by|of|a|an|the|or|and|for)(?= (?:an? |the )?[A-Z]))+"
)
_OPENER = re.compile(r"^(?:(?:The|In|At|For|His|Her|Their|A|An|This|Its|And|By|With|From|On)\b ?)+")
_MEDAL = re.compile(r"\b(?:Order|Cross|Decoration|Legion|Medal|Star|Medals|Honour|Honor|Ribbon)\b")


def fields(path: Path) -> list[tuple[str, re.Pattern[str]]]:
    """Return the fields of awards.tsv, each with the pattern of its awards' names."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            field, parts = line.split("\t")
            found.append((field, re.compile(r"\b(?:" + "|".join(map(re.escape, parts.split("|"))) + r")")))
    return found


def field_of(name: str, known: list[tuple[str, re.Pattern[str]]]) -> str:
    """Return the kind of an award by its name: "film award", "medal" (orders and crosses), else "award"."""
    hits = [(match.start(), i) for i, (_, pattern) in enumerate(known) if (match := pattern.search(name))]
    if hits:
        return known[min(hits)[1]][0]
    return "medal" if _MEDAL.search(name) and not _HEAD.search(name) else "award"


def awards_in(text: str) -> set[str]:
    """Return names of awards in a text, in the singular: "Academy Award for Best Actor"."""
    found = set()
    for head in _HEAD.finditer(text):
        before = _BEFORE.search(text[max(0, head.start() - 70) : head.start() + 1])
        name = _OPENER.sub("", before[1]) if before else ""
        if not name[:1].isupper():
            continue
        after = _AFTER.match(text, head.end())
        name = f"{name.strip()}{head[0].removesuffix('s')}"
        found |= {name, f"{name}{after[0]}"} if after else {name}
    return found
