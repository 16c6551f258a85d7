"""Read lists and tables of articles: casts ("- A as B"), items with a definition, tables of films and their parts."""

import re
from collections.abc import Callable, Iterable, Iterator

ITEM = re.compile(
    r"^\s*-\s+(?P<name>[^,:()\n]{3,60}?)(?: \((?P<about>[^()\n]{1,60})\))?(?:,| –| —|:) (?P<told>[^\n]{4,160})$",
    re.M,
)
AS = re.compile(r"^\s*-\s+(?P<actor>[^,:()\n]{4,40}?)(?: \([^()\n]*\))? as (?P<role>[^,:;()\n/]{3,60})", re.M)
ALONE = re.compile(r"^\s*-\s+(?P<actor>[^,:()\n]{4,40}?)$", re.M)
SELF = re.compile(
    r"^(?:him|her|them)sel|^self\b|^(?:the )?(?:narrator|host|judge|presenter|announcer|guest|voice)\b", re.I
)
CAST = re.compile(
    r"^(?:Cast|Main cast|Voice cast|Cast and characters|Starring|Cast \(in credits order\))$", re.M
)
RULER = re.compile(r"^\s*-{3,}(?: +-{3,})+\s*$")
TITLE = re.compile(r"^_([^_\n]{2,60})_")
SECTIONS = (
    (re.compile(r"^(?:Feature )?(?:Films?|Movies|Film(?:ography)?)$|^Feature films$"), "film"),
    (re.compile(r"^(?:Television|TV|Television series|Television shows)$"), "television program"),
)
COLUMNS = {
    "film": "film",
    "movie": "film",
    "film title": "film",
    "tv series": "television series",
    "series": "television series",
    "television series": "television series",
    "album": "album",
    "novel": "novel",
}

CREDITS = {
    **dict.fromkeys(("director", "directed by", "direction"), "film director"),
    **dict.fromkeys(
        ("screenplay", "script", "screenwriter", "screenplay by", "written by", "dialogue"), "screenwriter"
    ),
    **dict.fromkeys(("music", "composer", "music by", "music director", "original music"), "composer"),
    **dict.fromkeys(("producer", "produced by", "executive producer"), "film producer"),
    **dict.fromkeys(("cinematography", "cinematographer", "director of photography"), "cinematographer"),
    **dict.fromkeys(("lyrics", "lyricist"), "lyricist"),
    **dict.fromkeys(("choreography", "choreographer"), "choreographer"),
}
CREDIT = re.compile(
    r"^\s*(?:- +)?(?P<job>" + "|".join(sorted(CREDITS, key=len, reverse=True)) + r")s?(?: ?[:–—] ?| - )"
    r"(?P<names>[A-Z][^\n:()]{3,120})$",
    re.M | re.I,
)
# "- A – guitar, vocals" among those who made an album.
PLAYS = re.compile(
    r"^(?:(?:lead|backing|background|acoustic|electric|bass|rhythm|slide|double|upright|lap steel|pedal steel|tenor|"
    r"alto|baritone|soprano|12-string|Hammond|Fender|classical|additional|all) )*"
    r"(?:vocals?|guitars?|bass|drums?|piano|keyboards?|synthesizers?|saxophones?|trumpet|trombone|violin|viola|cello|"
    r"percussion|flute|clarinet|organ|harmonica|banjo|mandolin|fiddle|accordion|harp|oboe|bassoon|tuba|congas|"
    r"vibraphone|turntables|ukulele|sitar|tabla)(?:\b(?!ist|s? (?:player|teacher))|s\b)(?=,|;|\.|$| and | on | \()",
    re.I,
)

Definition = Callable[[str], Iterable[tuple[bool, str, str]]]


def listed(text: str, definition: Definition) -> Iterator[tuple[str, bool, str, str, str]]:
    """(name, whether a person, kind, nation, rule) of list items: "- A (born 1950), Danish poet and critic"."""
    for match in ITEM.finditer(text):
        name = match["name"].strip().strip('_"“”').strip()
        born = _born(match["about"] or "")
        if match["name"].count("_") % 2:
            continue
        if PLAYS.match(match["told"]):
            yield name, True, "musician", "", "item"
            continue
        article = re.match(r"(?:an?|the|one of the) ", match["told"])
        for person, kind, nation in definition(re.sub(r"[.;].*", "", match["told"])):
            if person or (name[:1].isupper() and (article or nation)):
                yield name, person, kind, nation, f"item {born if person else ''}".strip()


def _born(about: str) -> str:
    """Return the year of birth in a bracket ("born 1950", "1900–1980"), or ""."""
    if match := re.search(r"\bborn (?:\w+ ){0,2}(\d{4})\b", about):
        return match[1]
    match = re.fullmatch(r"(\d{4}) ?[–-] ?(\d{4})", about)
    return match[1] if match and 15 < int(match[2]) - int(match[1]) < 105 else ""


def credits(text: str) -> Iterator[tuple[str, str, str]]:
    """(name, kind, rule) of lists of credits: "Director: A", "- Screenplay – B"."""
    for match in CREDIT.finditer(text):
        for name in re.split(r", (?:and )?| and | & ", match["names"]):
            yield name.strip(), CREDITS[match["job"].lower()], "item"


def cast(text: str) -> Iterator[tuple[str, str, str]]:
    """(name, "actor" or "character", rule) of the casts of an article."""
    for heading in CAST.finditer(text):
        rest = text[heading.end() : heading.end() + 4000].lstrip("\n")
        lines = []
        for line in rest.split("\n"):
            if line.strip() and not line.lstrip().startswith("-"):
                if lines:
                    break
                continue
            lines.append(line)
        block = "\n".join(lines)
        found = list(AS.finditer(block))
        for match in found:
            role = match["role"].strip()
            if SELF.match(role):
                continue
            yield match["actor"].strip(), "actor", "cast"
            role = re.sub(r"^(?:the |a |an )", "", role).strip(' ."“”')
            if role[:1].isupper() and len(role.split()) <= 4:
                yield role, "character", "cast"
        if len(found) >= 2:
            for match in ALONE.finditer(block):
                if " as " not in match["actor"]:
                    yield match["actor"].strip(), "actor", "cast"


def tabled(text: str) -> Iterator[tuple[str, str, str]]:
    """(title, kind, rule) of works in tables with a heading that says what they are."""
    lines = text.split("\n")
    for i, line in enumerate(lines):
        if not i or not line.startswith("  -") or not RULER.match(line):
            continue
        spans = [m.span() for m in re.finditer("-+", line)]
        header = [lines[i - 1][a:b].strip(" _").lower() for a, b in spans]
        kind = next((COLUMNS[h] for h in header if h in COLUMNS), "")
        if not kind and "title" in header:
            above = [x.strip() for x in lines[max(0, i - 6) : i - 1] if x.strip()]
            kind = next((k for x in reversed(above[-2:]) for pattern, k in SECTIONS if pattern.match(x)), "")
        if not kind:
            continue
        for row in lines[i + 1 : i + 200]:
            if not row.strip():
                break
            titles = re.findall(r"(?:^|  )_([^_\n]{2,60})_", row)
            if len(titles) == 1:
                yield titles[0].strip(), kind, "table"
