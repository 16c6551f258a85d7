"""Count what prose calls a name: `python training/entities/mine.py WIKIPEDIA MINED.json`.

Works stand in italics, with their kind and often a year before them ("the 1997 film _The Fifth Element_"); bands,
companies and persons follow a noun ("the band Metallica"); works with a year stand in the articles of those who made
them; acronyms follow the full name. Each article counts once for a name and a noun. Some minutes of one core.
"""

import collections
import json
import lzma
import re
import sys
from pathlib import Path

from awards import awards_in

WORK = (
    "film|movie|documentary|short film|television film|miniseries|mini-series|sitcom|comedy series|drama series|"
    "television series|TV series|animated series|web series|television show|TV show|talk show|game show|"
    "reality show|soap opera|telenovela|musical|opera|play|novel|novella|book|memoir|autobiography|short story|"
    "poem|album|studio album|live album|EP|mixtape|song|single|magazine|newspaper|journal|comic book|comic strip|"
    "video game|anime|manga|romantic comedy|biopic|horror film|comedy film|drama film|action film|ship|ballet|"
    "painting|tabloid|periodical|podcast|website|blog"
)
NAMED = (
    "company|manufacturer|retailer|record label|band|rock band|newspaper|magazine|airline|bank|publisher|studio|"
    "football club|political party|charity|production company|theatre company|law firm|think tank|"
    "software company|website|duo|orchestra|ship|river|lake|island|actor|actress|singer|director|writer|author|"
    "poet|novelist|composer|painter|philosopher|politician|journalist|comedian|footballer|rapper|songwriter|"
    "guitarist|drummer|producer|historian|architect|sculptor|photographer|mathematician|physicist|chemist|"
    "economist|screenwriter"
)
ITALIC = re.compile(rf"\b({WORK})s?,? _([^_\n]{{2,60}})_")
QUOTED = re.compile(
    r"\b(song|single|track|hit single|hit song|ballad|short story|poem|essay|episode)s?,? [\"“]([^\"“”\n]{2,60})[\"”]"
)
SONGS = frozenset(["track", "hit single", "hit song", "ballad", "single"])
PLAIN = re.compile(
    rf"\b({NAMED}) ((?:[A-Z][\w'’&\-]*\.?)(?: (?:[A-Z][\w'’&\-]*\.?(?=[ ,]|$)|of|the|and|de|von|van|&)){{0,4}})"
)
DATED = re.compile(r"_([^_\n]{2,60})_ \(((?:19|20)\d\d)(?:[–-](?:present|\d{2,4}))?\)")
# "the 1997 science fiction film _The Fifth Element_"; "1997   _The Fifth Element_   Korben Dallas" (a table).
YEARLY = re.compile(
    rf"\b((?:19|20)\d\d) (?:[\w\-]+ ){{0,3}}?(?:{WORK}),? _([^_\n]{{2,60}})_|^  ((?:19|20)\d\d)  +_([^_\n]{{2,60}})_",
    re.M,
)
GROUPS = (
    (
        "screen",
        re.compile(r"\b(?:actors|actresses|film directors|screenwriters|film producers|filmmakers|films)\b"),
    ),
    (
        "music",
        re.compile(r"\b(?:musicians|singers|musical groups|rappers|guitarists|songwriters|albums|bands)\b"),
    ),
    ("letters", re.compile(r"\b(?:writers|novelists|poets|essayists|historians|journalists|philosophers)\b")),
)
SMALL = frozenset(["of", "the", "for", "and", "de", "in", "on", "&"])
_PART = r"(?:[A-Z][\w'’\-]+|of|the|for|and|de|in|on|&)"
ACRONYM = re.compile(rf"({_PART}(?: {_PART}){{1,8}}) \(([A-Z][A-Za-z]{{1,7}})\)")
TRAILING = re.compile(r"(?: (?:of|the|and|de|von|van|&|The|It|He|She|In))+$")


def names_in(text: str) -> set[tuple[str, str]]:
    """(name, noun) pairs of an article."""
    found = {(match[2], match[1]) for match in ITALIC.finditer(text)}
    for match in QUOTED.finditer(text):
        found.add((match[2].strip(" ,.;"), "song" if match[1] in SONGS else match[1]))
    for match in PLAIN.finditer(text):
        name = TRAILING.sub("", match[2].rstrip(".")).rstrip(".")
        name = re.sub(r"(?:'s|’s)$", "", name)
        if ". " not in re.sub(r"\b[A-Z]\. ", "", name) and len(name) > 2:
            found.add((name, match[1]))
    return found


def groups_of(categories: list[str]) -> str:
    """Return what the works that an article lists with their years are likely to be: by the trade of its subject."""
    text = " ".join(categories)
    for group, pattern in GROUPS:
        if pattern.search(text):
            return group
    return ""


def years_in(text: str) -> set[tuple[str, str]]:
    """(title, year) of works that an article dates."""
    found = {(match[1], match[2]) for match in DATED.finditer(text)}
    for match in YEARLY.finditer(text):
        found.add((match[2], match[1]) if match[1] else (match[4], match[3]))
    return found


def acronyms_in(text: str) -> set[tuple[str, str]]:
    """(acronym, full name) pairs: "Kurdistan Workers' Party (PKK)"."""
    found = set()
    for match in ACRONYM.finditer(text):
        words, short = match[1].split(), match[2].upper()
        if sum(c.isupper() for c in match[2]) < 2:
            continue
        for start in range(len(words)):
            tail = words[start:]
            long_initials = "".join(w[0] for w in tail).upper()
            initials = "".join(w[0] for w in tail if w not in SMALL).upper()
            if tail[0] not in SMALL and short in (initials, long_initials):
                found.add((match[2], " ".join(tail)))
                break
    return found


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    nouns: collections.Counter[tuple[str, str]] = collections.Counter()
    acronyms: collections.Counter[tuple[str, str]] = collections.Counter()
    dated: collections.Counter[tuple[str, str]] = collections.Counter()
    awards: collections.Counter[str] = collections.Counter()
    years: collections.Counter[tuple[str, str]] = collections.Counter()
    for path in sorted(Path(sys.argv[1]).glob("articles-*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                article = json.loads(line)
                text = article["text"]
                nouns.update(names_in(text))
                acronyms.update(acronyms_in(text))
                awards.update(awards_in(text))
                years.update(years_in(text))
                group = groups_of(article["categories"])
                if group:
                    dated.update({(match[1], group) for match in DATED.finditer(text)})
    result = {
        "nouns": sorted((*pair, n) for pair, n in nouns.items()),
        "acronyms": sorted((*pair, n) for pair, n in acronyms.items()),
        "dated": sorted((*pair, n) for pair, n in dated.items()),
        "awards": sorted(awards.items()),
        "years": sorted((*pair, n) for pair, n in years.items()),
    }
    Path(sys.argv[2]).write_text(json.dumps(result, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
