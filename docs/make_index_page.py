"""Write docs/package-index.md, README as the package index shows it: links into the clone become names of pages.

python docs/make_index_page.py     # make docs-outputs calls it; a test compares
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "package-index.md"
sys.path.insert(0, str(ROOT))

from sanitizer.commands.help import without_links  # noqa: E402


def page() -> str:
    """README without pictures and relative links: the index has neither folder."""
    return without_links((ROOT / "README.md").read_text(encoding="utf-8"))


if __name__ == "__main__":
    TARGET.write_text(page(), encoding="utf-8")
