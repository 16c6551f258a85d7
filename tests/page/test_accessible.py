"""The page by keyboard, for a screen reader and in both colour schemes, as Chromium has it."""

import html
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sanitizer.audit.sweep import Point
from sanitizer.page.build import build_page
from sanitizer.page.build_sweep import build_sweep
from sanitizer.page.build_table import Recounted, build_table_page
from sanitizer.page.certificate import build_certificate
from sanitizer.page.read import Report
from tests.page.reports import AUDIT, document, summary
from tests.page.test_page_in_browser import browser, flags
from tests.page.test_table_page import REPORT as RELEASE

pytestmark = pytest.mark.heavy  # all of them need Chromium

CHECKS = (Path(__file__).parent / "checks.js").read_text(encoding="utf-8")


def check(
    tmp_path: Path, page: str, fragment: str = "", dark: bool = False, width: int = 1280
) -> dict[str, Any]:
    page = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page)
    file = tmp_path / "page.html"
    file.write_text(page.replace("</body>", f"<script>{CHECKS}</script></body>"), encoding="utf-8")
    scheme = [f"--blink-settings=preferredColorScheme={0 if dark else 1}", f"--window-size={width},900"]
    run = subprocess.run(
        [browser(), *flags(tmp_path), *scheme, "--dump-dom", file.as_uri() + fragment],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    found = re.search(r'<pre id="checked">(.*?)</pre>', run.stdout, re.DOTALL)
    assert found is not None
    result: dict[str, Any] = json.loads(html.unescape(found.group(1)))
    return result


REPORT = Report((document(), document(1)), summary(2))


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1280, 500])
def test_documents(tmp_path: Path, dark: bool, width: int) -> None:
    found = check(tmp_path, build_page(REPORT, originals=True, audit=AUDIT), "#doc-1-0", dark, width)
    assert found["told"] == []
    assert found["first"] == "To the documents"
    assert found["reach"] > 15
    did = found["did"]
    # a change was chosen by the address: the next ones by keyboard, and back
    assert (did["next"], did["afterwards"], did["back"]) == ("Leeds", "a loom-maker", "Leeds")
    assert "Leeds" in did["evidence"] and did["live"] == "polite"
    assert did["hash"] == "#doc-2"


@pytest.mark.parametrize("dark", [False, True])
def test_collection(tmp_path: Path, dark: bool) -> None:
    assert check(tmp_path, build_page(REPORT, audit=AUDIT), "", dark)["told"] == []


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [1280, 500])
def test_table(tmp_path: Path, dark: bool, width: int) -> None:
    rows = pd.DataFrame(
        {"age": ["[30-39]"] * 30, "city": ["a city"] * 30, "note": ["A person wrote. " * 9] * 30}
    )
    other = {**RELEASE, "lambda": 0.1}
    told = {**RELEASE, "partitions": [[2, 3, 0.25, 0.5], [9, 1, 0.5, None]]}
    page = build_table_page(
        told, before=rows, after=rows, compared=[other], recounted=Recounted([1, 2, 2, 2, 9])
    )
    found = check(tmp_path, page, "", dark, width)
    assert found["told"] == []
    assert found["reach"] == 2  # the two tables can be scrolled by keyboard, and have names
    assert found["first"] == "Before"


def test_sweep(tmp_path: Path) -> None:
    points = [
        Point(f"{s} least", 30.0 + i, 0.5, 0.25, 0.5, None, 0.75, 0) for i, s in enumerate(("S4", "S5"))
    ]
    assert check(tmp_path, build_sweep(points, "2 of 2 documents"))["told"] == []


def test_certificate(tmp_path: Path) -> None:
    assert check(tmp_path, build_certificate(REPORT, audit=AUDIT))["told"] == []
