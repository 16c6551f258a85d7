"""Write docs/package-index.md, README as the package index shows it: links into the clone become names of pages.

python docs/make_index_page.py     # make docs-outputs calls it; a test compares
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "package-index.md"
_PICTURE = re.compile(r"^!\[[^\]]*\]\((?!\w+:)[^)]*\)\n\n?", re.M)
_LINK = re.compile(r"\[([^\]]+)\]\((?!\w+:)([^)#\s]*)(?:#[^)\s]*)?\)")


def page() -> str:
    """README without pictures and relative links: the index has neither folder."""

    def named(match: "re.Match[str]") -> str:
        words, target = match[1], Path(match[2])
        if target.parts[:1] == ("docs",) and target.suffix == ".md":
            return f"{words} (`sanitizer help {target.stem}`)"
        return words

    return _LINK.sub(named, _PICTURE.sub("", (ROOT / "README.md").read_text(encoding="utf-8")))


if __name__ == "__main__":
    TARGET.write_text(page(), encoding="utf-8")
