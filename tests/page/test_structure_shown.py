"""The page and the desk in headless Chromium show a text with the structure of its file."""

import html
import re
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from sanitizer.control.log.chain import create
from sanitizer.documents.formats import Fields
from sanitizer.documents.known_formats import format_called
from sanitizer.page.build import build_page
from sanitizer.page.read import Report
from sanitizer.review.desk_state import Desk
from sanitizer.review.pages import application
from sanitizer.review.run_folder import report_of
from sanitizer.service.security import secured
from sanitizer.types import Document
from tests import tiny
from tests.documents.drawn_files import printed
from tests.page.test_page_in_browser import browser, flags
from tests.review.test_browser import until
from tests.review.world import FOUND

pytestmark = pytest.mark.heavy
PAGE = (
    b"<h1>Letter from Boston</h1><p>The doctor came.</p><table><tr><th>name</th><th>place</th></tr>"
    b"<tr><td>Anna</td><td>Boston</td></tr><tr><td></td><td>a clinic</td></tr></table>"
)
CHAT = "Anna: The clinic is good.\nBen: A clinic is a place.\nAnna: The garden is in Boston.\nBen: The city is good."


def documents() -> list[Document]:
    (page,) = format_called("html").read(PAGE, "a.html", Fields())
    assert isinstance(page, Document)
    return [page, Document("chat", CHAT)]


def parts_in(dom: str, role: str) -> list[tuple[str, str]]:
    """Return the labels and words of the stretches of a role."""
    found = re.findall(rf'<span class="part {role}"(?: data-label="([^"]*)")?>(.*?)</span>(?!</span>)', dom)
    return [(html.unescape(label), html.unescape(re.sub(r"<[^>]+>", "", words))) for label, words in found]


@pytest.mark.parametrize("originals", [True, False])
def test_the_page_shows_headings_cells_below_their_columns_and_speakers(
    tmp_path: Path, originals: bool
) -> None:
    sanitizer = tiny.sanitizer(*FOUND)
    report = Report(tuple(report_of(sanitizer, d) for d in documents()))
    file = tmp_path / "page.html"
    file.write_text(build_page(report, originals=originals), encoding="utf-8")
    dom = {}
    for number in (1, 2):
        call = [browser(), *flags(tmp_path), "--dump-dom", f"{file.as_uri()}#doc-{number}"]
        dom[number] = subprocess.run(call, capture_output=True, text=True, timeout=60, check=True).stdout
    assert parts_in(dom[1], "heading")[0] == ("", "Letter from ")
    sides = 2 if originals else 1
    assert [words for _, words in parts_in(dom[1], "column")] == ["name", "place"] * sides
    cells = parts_in(dom[1], "cell")
    assert (("name", "Anna") in cells) is originals and ("place", "a clinic") in cells
    assert [label for label, _ in cells] == [*(["name", "place"] * sides), *(["place"] * sides)]
    speakers = [words for _, words in parts_in(dom[2], "speaker")]
    assert speakers == (["Anna", "[...]", "Ben", "Ben"] * 2 if originals else ["[...]", "Ben"] * 2)


CUES = b"WEBVTT\n\n00:01.000 --> 00:02.500\n<v Anna>The clinic is good.\n\n00:03.000 --> 00:04.000\nYes.\n"
DRAWING = b'<svg xmlns="http://www.w3.org/2000/svg"><title>A plan</title><text x="1">The garden</text></svg>'
PAGES: list[list[tuple[int, int, int, str]]] = [
    [(72, 720, 20, "Letter"), (72, 690, 11, "The doctor came in the morning.")],
    [(72, 720, 11, "The clinic is good.")],
]


def drawn_documents() -> list[Document]:
    found = []
    for kind, raw in (("pdf", printed(PAGES)), ("subtitles", CUES), ("svg", DRAWING)):
        (own,) = format_called(kind).read(raw, kind, Fields())
        assert isinstance(own, Document)
        found.append(own)
    return found


def test_the_page_shows_pages_and_headings_cues_with_their_times_and_texts_of_drawings(
    tmp_path: Path,
) -> None:
    sanitizer = tiny.sanitizer(*FOUND)
    file = tmp_path / "page.html"
    file.write_text(
        build_page(Report(tuple(report_of(sanitizer, d) for d in drawn_documents()))), encoding="utf-8"
    )
    labels = []
    for number in (1, 2, 3):
        call = [browser(), *flags(tmp_path), "--dump-dom", f"{file.as_uri()}#doc-{number}"]
        dom = subprocess.run(call, capture_output=True, text=True, timeout=60, check=True).stdout
        found = re.findall(r'<span class="part ([^"]*)" data-label="([^"]*)">', dom)
        labels.append([(html.unescape(role), html.unescape(label)) for role, label in found])
    assert labels == [
        [("page 1 heading level-1", "page 1"), ("page 2", "page 2")],
        [
            ("speaker cue 00:01.000 --> 00:02.500", "00:01.000 --> 00:02.500"),
            ("cue 00:03.000 --> 00:04.000", "00:03.000 --> 00:04.000"),
        ],
        [("title", "title"), ("text", "text")],
    ]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[str]:
    sanitizer, own = tiny.sanitizer(*FOUND), [*documents(), *drawn_documents()]
    create(tmp_path / "log.jsonl", "a run")
    reports = [report_of(sanitizer, document) for document in own]
    told = Desk(own, sanitizer, reports, tmp_path / "log.jsonl", "anna")
    server = uvicorn.Server(
        uvicorn.Config(secured(application(told)), port=0, log_level="error", access_log=False)
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/review"
    server.should_exit = True
    thread.join(5)


def test_the_desk_shows_them_too_and_decides_as_before(desk: str) -> None:
    from playwright.sync_api import sync_playwright

    def shown(page: Any, side: str, role: str) -> list[tuple[str | None, str]]:
        places = page.query_selector_all(f'#{side} [data-role="{role}"]')
        return [(place.get_attribute("data-label"), place.inner_text()) for place in places]

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser(), args=["--no-sandbox", "--disable-gpu"])
        page = opened.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{desk}/documents/1")
        page.wait_for_selector("body[data-ready]")
        assert shown(page, "before", "heading") == [(None, "Letter from "), (None, "Boston")]
        assert shown(page, "before", "cell") == [("name", "Anna"), ("place", "Boston"), ("place", "a clinic")]
        assert shown(page, "after", "cell")[1][1] != "Boston"
        before = page.inner_text("#before")
        page.evaluate("select(view.order.find((k) => view.items[k].term === 'Boston'))")
        until(page, "shownItem && shownItem.term === 'Boston'")
        page.keyboard.press("x")
        until(page, "view.checked && !busy && !looking && panes.after.innerText.includes('Boston')")
        assert shown(page, "after", "cell")[1] == ("place", "Boston") and page.inner_text("#before") == before
        page.goto(f"{desk}/documents/2")
        page.wait_for_selector("body[data-ready]")
        assert [words for _, words in shown(page, "before", "speaker")] == ["Anna", "Ben", "Anna", "Ben"]
        page.goto(f"{desk}/documents/3")
        page.wait_for_selector("body[data-ready]")
        (heading,) = page.query_selector_all('#after [data-role~="heading"]')
        assert (heading.inner_text(), heading.get_attribute("data-label")) == ("Letter", "page 1")
        assert heading.evaluate("e => getComputedStyle(e).fontWeight") == "700"
        page.goto(f"{desk}/documents/4")
        page.wait_for_selector("body[data-ready]")
        cues = page.query_selector_all('#before [data-role~="cue"]')
        assert [(cue.get_attribute("data-label") or "")[:9] for cue in cues] == ["00:01.000", "00:03.000"]
        assert not faults
        opened.close()
