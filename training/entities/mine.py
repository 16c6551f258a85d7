"""Count what prose calls a name: `python training/entities/mine.py WIKIPEDIA MINED.json`.

Works stand in italics, with their kind before them ("the 1997 film _The Fifth Element_"); bands, companies and
persons follow a noun ("the band Metallica"). Each article counts once for a name and a noun. A few minutes of one
core.
"""

import collections
import json
import lzma
import re
import sys
from pathlib import Path

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
PLAIN = re.compile(
    rf"\b({NAMED}) ((?:[A-Z][\w'’&\-]*\.?)(?: (?:[A-Z][\w'’&\-]*\.?(?=[ ,]|$)|of|the|and|de|von|van|&)){{0,4}})"
)
TRAILING = re.compile(r"(?: (?:of|the|and|de|von|van|&|The|It|He|She|In))+$")


def names_in(text: str) -> set[tuple[str, str]]:
    """(name, noun) pairs of an article."""
    found = {(match[2], match[1]) for match in ITALIC.finditer(text)}
    for match in PLAIN.finditer(text):
        name = TRAILING.sub("", match[2].rstrip(".")).rstrip(".")
        name = re.sub(r"(?:'s|’s)$", "", name)
        if ". " not in re.sub(r"\b[A-Z]\. ", "", name) and len(name) > 2:
            found.add((name, match[1]))
    return found


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    counts: collections.Counter[tuple[str, str]] = collections.Counter()
    for path in sorted(Path(sys.argv[1]).glob("articles-*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                counts.update(names_in(json.loads(line)["text"]))
    rows = sorted((name, noun, n) for (name, noun), n in counts.items())
    Path(sys.argv[2]).write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    main()
