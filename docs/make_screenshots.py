"""Photograph the pages that docs/audit.md shows: reports, certificate and the page of a table, each from a real run.

python docs/make_screenshots.py [FOLDER]     # in an installation for developers, with Chromium; `make docs-screenshots`
"""

import io
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT: Final = Path(__file__).resolve().parent.parent
COMMAND: Final = (sys.executable, "-m", "sanitizer")
_COLOURS: Final = 128
KEY: Final = "3c9a7be2d1f04586a7c5e91b2d8f60437be1c2a9d5f384061b7a9c0e2f4d6835"


class Screenshot(NamedTuple):
    """A picture of a page, or of a place in it, on a screen of so many pixels."""

    name: str
    page: str
    width: int
    height: int
    place: str = ""
    dark: bool = False


SCREENSHOTS: Final = (
    Screenshot("report-collection", "page.html", 1280, 1250),
    Screenshot("report-document", "page.html", 1280, 900, "#doc-0"),
    Screenshot("report-dark", "page.html", 1280, 900, "#doc-0", dark=True),
    Screenshot("report-narrow", "page.html", 390, 844, "#doc-0"),
    Screenshot("report-operators", "operators.html", 1280, 860, "#doc-0"),
    Screenshot("certificate", "certificate.html", 860, 1440),
    Screenshot("table", "table.html", 1180, 1010),
)


def call(folder: Path, *words: str) -> None:
    """Run the command in a folder; status 1, a promise that is not kept, is a page too."""
    done = subprocess.run(
        [*COMMAND, *words], cwd=folder, capture_output=True, text=True,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(ROOT), "SANITIZER_KEY": KEY},
    )  # fmt: skip
    if done.returncode > 1:
        raise SystemExit(f"{' '.join(words)}: {done.stderr.strip()[-500:]}")


def make_pages(folder: Path) -> None:
    """Sanitize and release the examples, and make their pages."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    operators = ("PERSON=hash", "DATETIME=date-shift", "LOC=encrypt")
    for name, asked in (("page", ()), ("operators", tuple(w for o in operators for w in ("--operator", o)))):
        call(folder, "sanitize", "examples/reports", "-o", name, "--report", f"{name}.jsonl", *asked)
        call(folder, "report", f"{name}.jsonl", "--with-originals", "-o", f"{name}.html")
    call(folder, "report", "page.jsonl", "--certificate", "certificate.html")
    call(
        folder, "release", "examples/tables/release.toml", "-o", "out.csv", "--report", "out.json",
        "--sidecar", "out.persons",
    )  # fmt: skip
    call(folder, "report", "out.json", "--after", "out.csv", "--sidecar", "out.persons", "-o", "table.html")


def main() -> None:
    """Make the pages, photograph them into the folder."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images"
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if browser is None:
        raise SystemExit("no Chromium: .ci/packages chromium")
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        make_pages(Path(place))
        opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        for one in SCREENSHOTS:
            page = opened.new_page(
                viewport={"width": one.width, "height": one.height},
                color_scheme="dark" if one.dark else "light",
            )
            page.goto((Path(place) / one.page).as_uri() + one.place)
            seen = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            seen.quantize(_COLOURS).save(target / f"{one.name}.png", optimize=True)
            print(target / f"{one.name}.png")
        opened.close()


if __name__ == "__main__":
    main()
