"""Decide what prose says of a name: one kind must clearly win, or several that one person can be.

Reads what prose.py found (name, "person", "thing" or "role", kind and nation, rule, articles) and gives entities
without an article of their own.
"""

import collections
import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

# What one person can be: the field that most articles speak of must have this share. Anyone may write.
FIELDS = {
    "letters": ("communicator.n.01", "critic.n.01", "editor.n.01", "publisher.n.02"),
    "arts": ("entertainer.n.01", "creator.n.02", "musician.n.02", "celebrity.n.01", "model.n.03"),
    "sports": (
        "contestant.n.01",
        "combatant.n.01",
        "trainer.n.01",
        "traveler.n.01",
        "referee.n.01",
        "official.n.02",
    ),
    "learning": (
        "intellectual.n.01",
        "scientist.n.01",
        "educator.n.01",
        "health_professional.n.01",
        "engineer.n.01",
    ),
    "church": ("spiritual_leader.n.01", "religious_person.n.01"),
    "public": (
        "leader.n.01",
        "official.n.01",
        "serviceman.n.01",
        "reformer.n.01",
        "capitalist.n.02",
        "lawyer.n.01",
    ),
}
FIELD_SHARE = 0.7
KIND_SHARE = 0.3
THING_SHARE = 0.65
NATION_SHARE = 0.7
# "A professor of English" is no English professor; "director" alone may be of a film or of a firm.
NO_NATION = frozenset(
    ["professor", "teacher", "scholar", "translator", "lecturer", "instructor", "language teacher"]
)
VAGUE = frozenset(
    ["director", "leader", "head", "commander", "executive", "founder", "editor", "president", "chairman"]
)
ARTS_OF_FILM = frozenset(["actor", "actress", "screenwriter", "film director", "producer", "film producer"])
# Rules that are believed when one article says so.
FIRM_PERSON = frozenset(
    ["is", "cast", "stars", "by", "before", "title", "item", "after", "such", "plural", "and"]
)
FIRM_THING = frozenset(["is", "item", "after", "and", "such"])

# Kinds that categories tell of persons ("Films directed by X").
VOTED = frozenset(
    ["film director", "songwriter", "record producer", "screenwriter", "playwright", "composer", "painter"]
)

Find = Callable[[tuple[str, ...], bool], tuple[str, str] | None]


class Told(NamedTuple):
    """An entity that prose tells of: its kinds (most usual first), nation, year of birth (0: unknown), articles."""

    name: str
    kinds: tuple[str, ...]
    nation: str
    born: int
    articles: int


class Said(NamedTuple):
    """What all articles say of a name in one role."""

    kinds: Mapping[str, int]
    nations: Mapping[str, int]
    rules: Mapping[str, int]
    born: Mapping[int, int]


def read(path: Path) -> dict[str, dict[str, Said]]:
    """Role ("person", "thing", "role") -> name -> what is said."""
    found: dict[str, dict[str, Said]] = {"person": {}, "thing": {}, "role": {}}
    for name, role, what, rule, count in json.loads(path.read_text(encoding="utf-8")):
        kind, _, nation = what.partition("|")
        said = found[role].setdefault(name, Said(*(collections.Counter() for _ in range(4))))
        said.kinds[kind] += count
        if nation and kind not in NO_NATION:
            said.nations[nation] += count
        rule, _, year = rule.partition(" ")
        said.rules[rule] += count
        if year.isdigit():
            said.born[int(year)] += count
    return found


def persons(said: Mapping[str, Said], find: Find, above: Callable[[str], frozenset[str]]) -> Iterator[Told]:
    """Yield persons with the occupations that prose gives them, all of one field."""
    of_field: dict[str, str] = {}

    def field(synset: str) -> str:
        if synset not in of_field:
            names = above(synset)
            of_field[synset] = next((f for f, tops in FIELDS.items() if names & set(tops)), "other")
        return of_field[synset]

    for name in sorted(said):
        kinds = collections.Counter(said[name].kinds)
        if "director" in kinds and ARTS_OF_FILM & set(kinds):
            kinds["film director"] += kinds.pop("director")
        if "actress" in kinds and "actor" in kinds:
            kinds["actress"] += kinds.pop("actor")
        if len(kinds) > 1:
            for vague in VAGUE & set(kinds):
                if len(kinds) > 1:
                    del kinds[vague]
        synsets: dict[str, str] = {}
        fields: collections.Counter[str] = collections.Counter()
        for kind, n in kinds.items():
            if hit := find(tuple(kind.split()), True):
                synsets[kind] = hit[1]
                fields[field(hit[1])] += n
        if not synsets or set(synsets) <= {"director"}:
            continue
        letters = fields.pop("letters", 0)
        best, votes = fields.most_common(1)[0] if fields else ("letters", letters)
        if votes < FIELD_SHARE * (sum(fields.values()) or letters) or not FIRM_PERSON & set(said[name].rules):
            continue
        ranked = sorted(synsets, key=lambda k: (-kinds[k], k))
        ranked = [k for k in ranked if field(synsets[k]) in (best, "letters")]
        # "writer" says nothing where "novelist" is said.
        narrow = [
            k
            for k in ranked
            if not any(synsets[k] in above(synsets[o]) for o in ranked if kinds[o] * 2 >= kinds[k])
        ]
        chosen = [k for k in narrow or ranked if kinds[k] >= KIND_SHARE * kinds[(narrow or ranked)[0]]]
        yield Told(name, tuple(chosen[:3]), _nation(said[name]), _born(said[name]), sum(kinds.values()))


def characters(
    said: Mapping[str, Said],
    real: Callable[[str], bool],
    given: frozenset[str],
    common: Callable[[str], bool],
) -> Iterator[Told]:
    """Yield characters of films and plays by their full names, where no text knows a real person of that name."""
    for name in sorted(said):
        words = name.split()
        n = sum(said[name].kinds.values())
        if (
            not 2 <= len(words) <= 4
            or not all(w[:1].isupper() for w in words)
            or re.search(r"['’]s\b|[/&#\d]", name)
        ):
            continue
        if real(name) or re.fullmatch(r"[IVX]+", words[-1]) or all(common(w) for w in words):
            continue
        if n >= 2 or words[0] in given:
            yield Told(name, ("fictional character",), "", 0, n)


def things(
    said: Mapping[str, Said], find: Find, known: Callable[[str], bool], surnames: frozenset[str]
) -> Iterator[Told]:
    """Works, products, companies and so on, where one kind wins."""
    for name in sorted(said):
        kinds = collections.Counter[str]()
        for kind, n in said[name].kinds.items():
            if hit := find(tuple(kind.split()), False):
                kinds[hit[0] if kinds.get(hit[0]) else kind] += n
        if not kinds or known(name):
            continue
        kind, _ = kinds.most_common(1)[0]
        last = kind.split()[-1]
        agreeing = sum(n for k, n in kinds.items() if k.split()[-1] == last)
        total = sum(kinds.values())
        rules = set(said[name].rules)
        if not {"before", "table"} & rules and (not _is_name(name) or name in surnames):
            continue
        if agreeing < THING_SHARE * total:
            continue
        if total < 2 and not (FIRM_THING & rules and " " in name) and rules != {"table"}:
            continue
        if rules == {"table"} and total < 2:
            kind = "film or television series"
        yield Told(name, (kind,), _nation(said[name]), 0, total)


NO_START = frozenset(
    [
        "Around",
        "Because",
        "Similarly",
        "Also",
        "Then",
        "There",
        "Here",
        "CEO",
        "About",
        "Within",
        "Toward",
        "Only",
        "Even",
    ]
)


def _is_name(name: str) -> bool:
    """Return whether what stands without italics has the form of a name: "Seneca people" and "Mint or balm" have
    not."""
    words = name.split()
    return (
        words[0] not in NO_START
        and not words[-1].endswith("-type")
        and all(
            w[:1].isupper() or not w[:1].isalpha() or any(c.isupper() for c in w) for w in words if len(w) > 3
        )
        and " or " not in name
    )


def _nation(said: Said) -> str:
    if not said.nations:
        return ""
    nation, n = max(said.nations.items(), key=lambda x: (x[1], x[0]))
    return nation if n >= NATION_SHARE * sum(said.nations.values()) else ""


def _born(said: Said) -> int:
    if not said.born:
        return 0
    year, n = max(said.born.items(), key=lambda x: (x[1], x[0]))
    return year if n * 2 > sum(said.born.values()) else 0


def decade_of(years: Mapping[str, int]) -> str:
    """Return the decade ("1990s") in which most of a work's years lie; "" where they disagree."""
    decades: collections.Counter[str] = collections.Counter()
    for year, n in years.items():
        decades[f"{int(year) // 10 * 10}s"] += n
    if not decades:
        return ""
    decade, n = decades.most_common(1)[0]
    return decade if n >= 0.75 * sum(decades.values()) else ""
