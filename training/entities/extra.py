"""Entities without an article of their own: from what prose calls them, and from the names of categories.

"Arizona Cardinals players" names a team, "Films directed by X" a film director, "X University alumni" a university.
The kind of a team is told by what its players are.
"""

import collections
import json
import re
from collections.abc import Iterable
from pathlib import Path

PERSON_NOUNS = frozenset(
    [
        "actor",
        "actress",
        "singer",
        "director",
        "writer",
        "author",
        "poet",
        "novelist",
        "composer",
        "painter",
        "philosopher",
        "politician",
        "journalist",
        "comedian",
        "footballer",
        "rapper",
        "songwriter",
        "guitarist",
        "drummer",
        "producer",
        "historian",
        "architect",
        "sculptor",
        "photographer",
        "mathematician",
        "physicist",
        "chemist",
        "economist",
        "screenwriter",
    ]
)
# Nouns after which another name may follow ("newspaper editor"): believed when two articles say so.
LOOSE = frozenset(
    [
        "company",
        "manufacturer",
        "retailer",
        "newspaper",
        "magazine",
        "airline",
        "bank",
        "publisher",
        "studio",
        "charity",
        "website",
        "duo",
        "orchestra",
        "ship",
        "river",
        "lake",
        "island",
        "record",
    ]
)
SHARE = 0.6
CREATORS = (
    (re.compile(r"^Films (?:directed|produced) by (.+)$"), "film director"),
    (re.compile(r"^Songs written by (.+)$"), "songwriter"),
    (re.compile(r"^Albums produced by (.+)$"), "record producer"),
    (re.compile(r"^Screenplays by (.+)$"), "screenwriter"),
    (re.compile(r"^(?:Novels|Books|Short stories|Works|Poems|Poetry) by (.+)$"), "writer"),
    (re.compile(r"^Plays by (.+)$"), "playwright"),
    (re.compile(r"^(?:Operas|Compositions|Film scores|Musicals) by (.+)$"), "composer"),
    (re.compile(r"^Paintings by (.+)$"), "painter"),
    (re.compile(r"^Video games (?:developed|published) by (.+)$"), "software company"),
)
NAMED = (
    (
        re.compile(
            r"^(.+ Records|.+ Recordings|.+ Music|.+ Entertainment) "
            r"(?:albums|singles|EPs|soundtracks|artists|compilation albums|live albums)$"
        ),
        "record label",
    ),
    (re.compile(r"^(.+ (?:Pictures|Studios|Films|Entertainment)) (?:films|animated films)$"), "film company"),
    (re.compile(r"^(.+ (?:Party|Front|Alliance|Congress)) (?:politicians|MPs|members)$"), "political party"),
    (re.compile(r"^(.+) (?:episodes)$"), "television series"),
    (re.compile(r"^(?:Recipients of (?:the )?)([^()]+?)(?:,.*)?$"), "award"),
    (re.compile(r"^((?:[A-Z]\S* ){1,4}Award) winners$"), "award"),
)
ACADEMY = re.compile(
    r"^(?:Alumni of (?:the )?(.+)|Academics of (?:the )?(.+)|People educated at (.+)|(.+) (?:alumni|faculty))$"
)
TEAM = re.compile(r"^(.+?) (?:players|coaches|managers)$")
NO_TEAM = re.compile(
    r"(?:League|Cup|Championship|Championships|Olympics|Games|Liga|Ligue|Serie [A-Z]|Bundesliga|Division|Premiership|"
    r"Tour|Super \w+|All-Stars?|All-Americans?|Series|Conference|football|international|Olympic|One|Two|I|II|World|"
    r"Premier|A-League|MLS|NBA|NFL|Eredivisie|Test|ODI|Twenty20|Open|Alliance|Association|Bowl|expatriate)$"
)
TEAM_KINDS = (
    ("american football", "American football team"),
    ("soccer", "football club"),
    ("footballer", "football club"),
    ("football midfielder", "football club"),
    ("football player", "football club"),
    ("basketball", "basketball team"),
    ("baseball", "baseball team"),
    ("pitcher", "baseball team"),
    ("outfielder", "baseball team"),
    ("ice hockey", "ice hockey team"),
    ("cricket", "cricket team"),
    ("rugby", "rugby team"),
)
ACADEMY_KINDS = ("university", "college", "institute", "academy", "school")


def from_prose(path: Path) -> Iterable[tuple[str, str, int]]:
    """(name, kind, articles) of names that prose gives one kind."""
    by_name: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for name, noun, count in json.loads(path.read_text(encoding="utf-8"))["nouns"]:
        by_name[name][noun] += count
    for name in sorted(by_name):
        nouns = by_name[name]
        noun, count = nouns.most_common(1)[0]
        name = re.sub(r"\s*\(\d{4}\)$", "", name).strip(" ,;:")
        if (not name[:1].isupper() and not name[:1].isdigit()) or len(name) < 3:
            continue
        # An album and a single of one name, a film and its book: the more usual, when it is much so.
        if count < SHARE * sum(nouns.values()):
            continue
        if noun in PERSON_NOUNS and (count < 2 or " " not in name):
            continue
        if count < 2 and (noun in LOOSE or " " not in name):
            continue
        yield name, noun, count


def from_dates(path: Path) -> Iterable[tuple[str, str, int]]:
    """(name, kind, articles) of works that prose gives with their year only: what their makers usually make."""
    by_name: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for name, group, count in json.loads(path.read_text(encoding="utf-8"))["dated"]:
        by_name[name][group] += count
    for name in sorted(by_name):
        group, count = by_name[name].most_common(1)[0]
        enough = 2 if " " not in name else 1
        if name[:1].isalnum() and enough <= count > MOSTLY * sum(by_name[name].values()):
            yield name, MADE_BY[group], count


# Names of these words alone are given by many.
GENERAL_AWARDS = frozenset(
    [
        *("Year", "Special", "Lifetime", "Achievement", "Grand", "First", "Second", "Third"),
        *("Audience", "Excellence", "Gold", "Silver", "Bronze", "Annual", "Jury", "Best"),
        *("Film", "Music", "Book", "Literary", "TV", "Service", "Award", "Prize"),
        *("Merit", "Media", "Young", "National", "International", "Distinguished", "Honor", "Honorary"),
        *("Science", "Art", "Arts", "Public", "Choice", "Critics", "of", "the"),
        *("for", "and", "Alumni", "State", "Press"),
    ]
)


def from_awards(path: Path) -> Iterable[tuple[str, str, int]]:
    """(name, "award", articles) of awards that at least two articles name."""
    for name, count in json.loads(path.read_text(encoding="utf-8"))["awards"]:
        if count >= 2 and not set(name.split()) <= GENERAL_AWARDS:
            yield name, "award", count


def years_of(path: Path) -> dict[str, dict[str, int]]:
    """Title of a work -> year -> articles that date it so."""
    found: dict[str, dict[str, int]] = {}
    for name, year, count in json.loads(path.read_text(encoding="utf-8"))["years"]:
        found.setdefault(name, {})[year] = count
    return found


MOSTLY = 0.6
MADE_BY = {"screen": "film or television series", "music": "album", "letters": "book"}


def from_categories(articles: Iterable[tuple[list[str], list[str]]]) -> Iterable[tuple[str, str, int]]:
    """(name, kind, articles) from category names; ``articles`` are (categories, kinds of the article)."""
    count: collections.Counter[tuple[str, str]] = collections.Counter()
    sports: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for categories, kinds in articles:
        for category in categories:
            for pattern, kind in (*CREATORS, *NAMED):
                if match := pattern.match(category):
                    count[match[1], kind] += 1
                    break
            else:
                if match := ACADEMY.match(category):
                    name = next(g for g in match.groups() if g)
                    kind = next((k for k in ACADEMY_KINDS if k in name.lower()), "")
                    if kind and name[:1].isupper():
                        count[re.sub(r" (?:men's|women's|School of .*|Law School)$", "", name), kind] += 1
                elif (match := TEAM.match(category)) and _names_team(match[1]):
                    sports[match[1]].update(kinds)
    for name in sorted(sports):
        said = " ".join(k.lower() for k in sports[name].elements())
        found: collections.Counter[str] = collections.Counter()
        for word, kind in TEAM_KINDS:
            found[kind] += said.count(word)
        found["football club"] -= said.count("american football player")
        kind, votes = found.most_common(1)[0]
        yield name, kind if votes else "sports team", sum(sports[name].values())
    for (name, kind), n in sorted(count.items()):
        yield re.sub(r" \([^()]*\)$", "", name), kind, n


def _names_team(name: str) -> bool:
    words = name.split()
    proper = sum(w[:1].isupper() for w in words)
    return (
        proper == len(words)
        and not NO_TEAM.search(name)
        and (len(words) > 1 or name.isupper())
        and "Expatriate" not in name
    )


def acronyms(path: Path) -> dict[str, list[str]]:
    """Full name -> acronyms that prose gives for it in brackets, where an acronym mostly stands for that name."""
    by_acronym: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    for short, full, count in json.loads(path.read_text(encoding="utf-8"))["acronyms"]:
        by_acronym[short][re.sub(r"^(?:The|the) ", "", full)] += count
    found: dict[str, list[str]] = {}
    for short in sorted(by_acronym):
        full, count = by_acronym[short].most_common(1)[0]
        if count >= 2 and count >= SHARE_ACRONYM * sum(by_acronym[short].values()) and len(short) > 2:
            found.setdefault(full, []).append(short)
    return found


SHARE_ACRONYM = 0.5
