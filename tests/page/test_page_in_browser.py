"""What a browser makes of the page of a run."""

import html
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from sanitizer.page.build import build_page
from tests.page.reports import AUDIT, document, operated_report, report_on


@pytest.mark.heavy
def test_a_browser_says_which_operator_wrote_a_change(tmp_path: Path) -> None:
    dom = _dom(tmp_path, build_page(operated_report(), originals=True), "#doc-1-0")
    assert "written by" in _visible(dom, 'aside class="evidence"')
    assert "hash" in _visible(dom, 'aside class="evidence"')
    options = re.findall(r"<option[^>]*>(.*?)</option>", dom)
    for told in ("written by encrypt", "written by hash", "decided by a person", "found by model"):
        assert told in options
    assert 'aria-label="PERSON-9f2c, stands for a person, written by hash"' in dom
    assert "decided by jd: keep “Acme” (public)" in dom
    assert "Acme" not in build_page(operated_report())


def browser() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    pytest.fail("no Chromium for the test of the page: apt-get install chromium")


def flags(tmp_path: Path) -> list[str]:
    plain = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-sync"
    more = "--disable-background-networking --disable-component-update --disable-dev-shm-usage"
    return [*plain.split(), *more.split(), f"--user-data-dir={tmp_path / 'profile'}"]


def _dom(tmp_path: Path, page: str, fragment: str) -> str:
    file = tmp_path / "page.html"
    file.write_text(page, encoding="utf-8")
    run = subprocess.run(
        [browser(), *flags(tmp_path), "--dump-dom", file.as_uri() + fragment],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return run.stdout


def _visible(dom: str, selector: str) -> str:
    found = re.search(rf"<{selector}.*?</{selector.split(' ')[0]}>", dom, re.DOTALL)
    assert found is not None
    return html.unescape(re.sub(r"<[^>]+>", "", found.group()))


@pytest.mark.heavy
def test_a_browser_shows_both_sides_and_the_evidence(tmp_path: Path) -> None:
    # the third change (segment 4 of the second document) is the correlated term
    dom = _dom(tmp_path, build_page(report_on(document(), document(1)), originals=True), "#doc-2-4")
    assert re.search(r'data-ready="\d+"', dom)
    assert _visible(dom, 'h2 id="doc-title"') == "byron-1"
    sides = re.findall(r'<p lang="en">(.*?)</p>', dom, re.DOTALL)
    texts = [html.unescape(re.sub(r"<[^>]+>", "", side)) for side in sides]
    assert texts[:2] == [
        "Ada Byron wrote <b>notes</b> & tables in Leeds.",
        "A person wrote <b>notes</b> & tables in a city.",
    ]
    evidence = _visible(dom, 'aside class="evidence"')
    for told in ("artisan", "Leeds", "8.25", "h(s,q) = 7", "the next likely", "most informative"):
        assert told in evidence
    # each change is a button that says what it is
    assert 'aria-label="Leeds, place, becomes a city"' in dom
    assert dom.count('role="button"') == 8


@pytest.mark.heavy
@pytest.mark.parametrize("fragment", ["#doc-0-0", "#doc-0", "#doc-99-0"])
def test_a_browser_shows_some_document_for_any_number(tmp_path: Path, fragment: str) -> None:
    dom = _dom(tmp_path, build_page(report_on(document(), document(1)), originals=True), fragment)
    assert _visible(dom, 'h2 id="doc-title"') == ("byron-1" if "99" in fragment else "byron-0")


@pytest.mark.heavy
def test_a_browser_shows_the_collection_first(tmp_path: Path) -> None:
    dom = _dom(tmp_path, build_page(report_on(document()), audit=AUDIT), "")
    assert re.search(r'<section id="documents"[^>]* hidden', dom)
    assert not re.search(r'<section id="collection"[^>]* hidden', dom)
    assert dom.count("<svg") == 4
