"""What a browser makes of the page of a run."""

import html
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from sanitizer.check.report import DocumentReport
from sanitizer.page.build import build_page
from sanitizer.page.read import Report
from tests.page.reports import SETTINGS, document, document_json, summary


def _report(*documents: DocumentReport) -> Report:
    return Report(documents, summary(len(documents)))


AUDIT = {
    "kind": "text audit",
    "met": True,
    "linkage": [
        {
            "attacker": "tfidf", "candidates": 20, "documents_attacked": 1, "documents_without_person": 0,
            "chance": {"1": 0.05, "5": 0.25}, "before": {"1": 1.0, "5": 1.0}, "after": {"1": 1.0, "5": 1.0},
            "documents": [
                {"id": "byron-0", "person": "Ada Byron", "rank": 1, "rank_before": 1, "hit_1": 1.0, "hit_5": 1.0,
                 "likeliest": ["Ada Byron"], "gave_away": [{"term": "looms", "weight": 0.2}]}
            ],
        }
    ],
    "residue": {"sure": 0, "to_look_at": 0, "documents_checked": 1, "documents_not_released": 0, "traces": []},
    "metadata": [],
}  # fmt: skip


def _operated(number: int = 0) -> DocumentReport:
    """A document whose person is hashed, whose place a person decided about, whose correlated term is encrypted."""
    told = document_json(number)
    person, place = told["sensitive"]
    risky = told["risky"][0]
    token = "{enc:s:MISC:AAAA}"
    kept = {
        "form": "Acme",
        "decision": "keep",
        "by": "jd",
        "why": "public",
        "line": 1,
        "places": 1,
        "holds": True,
    }
    return document(
        number,
        decisions=[kept | {"verdict": "kept by decision"}],
        sensitive=[person | {"operator": "hash"}, place | {"recognizers": ["decision"]}],
        risky=[risky | {"choice": {"replacement": None, "concept": None, "ic": 0.0, "rule": "operator"}}],
        changes=[
            [0, 9, "PERSON-9f2c", "sensitive", 0], [41, 46, "a city", "sensitive", 1],
            [57, 69, token, "risky", 0], [71, 80, "PERSON-9f2c", "sensitive", 0],
        ],
    )  # fmt: skip


def _operated_report() -> Report:
    settings = SETTINGS | {"operators": {"PERSON": "hash", "risky": "encrypt"}, "decisions": 3}
    return Report((_operated(),), summary(1, settings=settings))


@pytest.mark.heavy
def test_a_browser_says_which_operator_wrote_a_change(tmp_path: Path) -> None:
    dom = _dom(tmp_path, build_page(_operated_report(), originals=True), "#doc-1-0")
    assert "written by" in _visible(dom, 'aside class="evidence"')
    assert "hash" in _visible(dom, 'aside class="evidence"')
    options = re.findall(r"<option[^>]*>(.*?)</option>", dom)
    for told in ("written by encrypt", "written by hash", "decided by a person", "found by model"):
        assert told in options
    assert 'aria-label="PERSON-9f2c, stands for a person, written by hash"' in dom
    assert "decided by jd: keep “Acme” (public)" in dom
    assert "Acme" not in build_page(_operated_report())


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
    dom = _dom(tmp_path, build_page(_report(document(), document(1)), originals=True), "#doc-2-4")
    assert re.search(r'data-ready="\d+"', dom)
    assert _visible(dom, 'h2 id="doc-title"') == "byron-1"
    sides = re.findall(r'<p lang="en">(.*?)</p>', dom, re.DOTALL)
    texts = [html.unescape(re.sub(r"<[^>]+>", "", side)) for side in sides]
    assert texts[:2] == [
        "Ada Byron wrote <b>notes</b> & tables in Leeds.",
        "A person wrote <b>notes</b> & tables in a city.",
    ]
    evidence = _visible(dom, 'aside class="evidence"')
    for told in ("artisan", "Leeds", "8.25", "h(s,q) = 7", "runner-up", "most informative"):
        assert told in evidence
    # each change is a button that says what it is
    assert 'aria-label="Leeds, place, becomes a city"' in dom
    assert dom.count('role="button"') == 8


@pytest.mark.heavy
@pytest.mark.parametrize("fragment", ["#doc-0-0", "#doc-0", "#doc-99-0"])
def test_a_browser_shows_some_document_for_any_number(tmp_path: Path, fragment: str) -> None:
    dom = _dom(tmp_path, build_page(_report(document(), document(1)), originals=True), fragment)
    assert _visible(dom, 'h2 id="doc-title"') == ("byron-1" if "99" in fragment else "byron-0")


@pytest.mark.heavy
def test_a_browser_shows_the_collection_first(tmp_path: Path) -> None:
    dom = _dom(tmp_path, build_page(_report(document()), audit=AUDIT), "")
    assert re.search(r'<section id="documents"[^>]* hidden', dom)
    assert not re.search(r'<section id="collection"[^>]* hidden', dom)
    assert dom.count("<svg") == 4
