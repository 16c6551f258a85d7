"""The desk in headless Chromium: keys, a second tab, what hinders people, narrow and dark screens; crashes."""

import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from sanitizer.check.report import DocumentReport
from sanitizer.control.log.chain import create, read_log
from sanitizer.review.desk_state import Desk
from sanitizer.review.pages import application
from sanitizer.review.run_folder import RunFolder, begin_run, report_of
from sanitizer.service.security import secured
from sanitizer.text.edits import apply
from tests.review.world import TEXTS, desk

pytestmark = pytest.mark.heavy
AXE = Path(sys.prefix) / "share" / "axe-core" / "axe.min.js"
SCREENS = [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")]


class Running:
    """A desk that answers, with the log on disk."""

    def __init__(self, own: Desk) -> None:
        self.desk = own
        config = uvicorn.Config(secured(application(own)), port=0, log_level="error", access_log=False)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.02)
        port = self.server.servers[0].sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{port}/review"

    def text(self, number: int) -> str:
        report: Any = self.desk.standing(number).report
        return apply(report.text, report.changes)

    def acts(self) -> list[str]:
        return [event.act for event in self.desk.log().events]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    found = Running(desk(tmp_path))
    yield found
    found.server.should_exit = True
    found.thread.join(5)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    path = next(
        (p for n in ("chromium", "chromium-browser", "google-chrome") if (p := shutil.which(n))), None
    )
    if path is None:
        pytest.fail("no Chromium: .ci/packages chromium")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield opened
        opened.close()


def open_document(browser: Any, running: Running, number: int = 1, **screen: Any) -> Any:
    page = browser.new_context(**screen).new_page()
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda m: page.faults.append(m.text) if m.type == "error" else None)
    page.goto(f"{running.url}/documents/{number}")
    page.wait_for_selector("body[data-ready]")
    return page


def hindrances(page: Any) -> list[Any]:
    """Return what axe finds on a page that is serious."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run().then((r) => r.violations.map((v) => [v.impact, v.id, v.nodes[0].html]))")
    return [row for row in found if row[0] in ("serious", "critical")]


def until(page: Any, condition: str) -> None:
    """Wait until a condition holds in a page (whose policy lets nothing be evaluated by itself)."""
    deadline = time.monotonic() + 20
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, condition
        page.wait_for_timeout(20)


def press(page: Any, running: Running, key: str, events: int = 1) -> None:
    """Press a key, and wait until so many events are added and shown."""
    before = len(running.desk.log().events)
    page.keyboard.press(key)
    deadline = time.monotonic() + 20
    while len(running.desk.log().events) < before + events and time.monotonic() < deadline:
        page.wait_for_timeout(20)
    until(page, f"view.head === '{running.desk.log().head}' && view.checked && !busy && !looking")


def select(page: Any, term: str) -> None:
    page.evaluate(f"select(view.order.find((k) => view.items[k].term === {term!r}))")
    until(page, f"shownItem && shownItem.term === {term!r}")


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_every_key_does_what_it_says(browser: Any, running: Running, width: int, scheme: str) -> None:
    screen: dict[str, Any] = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    page = open_document(browser, running, **screen)
    page.keyboard.press("Space")
    until(page, "selected !== null")
    select(page, "Boston")
    for key, act in (
        ("+", "choose"),
        ("-", "choose"),
        ("x", "keep"),
        ("u", "undo"),
        ("U", "redo"),
        ("u", "undo"),
    ):
        press(page, running, key)
        assert running.acts()[-1] == act
    select(page, "Boston")
    page.keyboard.press("g")
    page.fill("#to", "a port")
    press(page, running, "Enter")
    assert "a port" in page.inner_text("#after")
    page.keyboard.press("c")
    page.wait_for_selector("dialog[open]")
    assert "3 places" in page.inner_text("#dialog-title")
    press(page, running, "Enter")
    assert running.desk.log().events[-1].far == "collection" and "a port" in running.text(1)
    page.keyboard.press("m")
    page.wait_for_selector("dialog[open]")
    assert hindrances(page) == []
    page.fill("#words", "mammogram")
    page.select_option("#type", "MISC")
    press(page, running, "Enter")
    assert "mammogram" not in running.text(0) and "mammogram" not in page.inner_text("#after")
    select(page, "Boston")
    page.keyboard.press("t")
    page.select_option("#type", "ORG")
    press(page, running, "Enter")
    assert running.acts()[-1] == "retype"
    page.keyboard.press("y")
    page.wait_for_selector("dialog[open]")
    page.select_option("#reason", "public")
    page.fill("#why", "it is <b>known</b>")
    press(page, running, "Enter")
    event = running.desk.log().events[-1]
    assert (event.act, event.reason, event.why) == ("retype", "public", "it is <b>known</b>")
    page.keyboard.press("e")
    page.wait_for_selector("dialog[open]")
    assert "2 places" in page.inner_text("#dialog-title")
    press(page, running, "Enter")
    assert running.desk.log().events[-1].far == "document"
    select(page, "breast cancer")
    page.keyboard.press("w")
    page.fill("#words", "has breast cancer")
    press(page, running, "Enter")
    assert running.acts()[-1] == "extent" and "has" not in running.text(0)
    press(page, running, "u")
    select(page, "breast cancer")
    at = page.evaluate("selected")
    page.keyboard.press("j")
    assert page.evaluate("selected") != at
    page.keyboard.press("k")
    assert page.evaluate("selected") == at
    shows = page.is_visible("#before")
    page.keyboard.press("o")
    assert page.is_visible("#before") and shows == (width > 700)
    page.keyboard.press("o")
    select(page, "Boston")
    before = running.text(0)
    page.keyboard.press("s")
    page.select_option("#place", "1")
    press(page, running, "Enter")
    assert running.acts()[-1] == "split"
    press(page, running, "u")
    assert running.text(0) == before
    select(page, "Boston")
    page.keyboard.press("l")
    page.wait_for_selector("dialog[open] #other")
    press(page, running, "Enter")
    assert running.acts()[-1] == "merge"
    press(page, running, "u")
    assert running.text(0) == before
    select(page, "Boston")
    press(page, running, "a")
    press(page, running, "d")
    assert running.acts()[-2:] == ["accept", "done"]
    other = open_document(browser, running, 3, **screen)
    until(other, "kept.length > 0")
    other.keyboard.press("i")
    until(other, "document.querySelector('#panel h2') !== null")
    other.keyboard.press("m")
    press(other, running, "Enter")
    assert running.acts()[-1] == "mark"
    until(page, f"view.head === '{running.desk.log().head}' && view.checked && !busy && !looking")
    assert page.inner_text("#after") == running.text(0)
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    assert hindrances(page) == []
    page.fill("[data-key=accept]", "z")
    page.click("#dialog-ok")
    select(page, "Boston")
    press(page, running, "z")
    assert running.acts()[-1] == "accept" and not [f for f in page.faults if "422" not in f]
    page.keyboard.press("n")
    page.wait_for_url(re.compile(r"documents/[23]|finish"))


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_lists_others_and_the_end_work_on_each_screen(
    browser: Any, running: Running, tmp_path: Path, width: int, scheme: str
) -> None:
    run = RunFolder(tmp_path, {}, {})
    running.desk.folder = run
    for name, act in (("ben", "keep"), ("eve", "mask")):
        other = running.desk.beside(run.blind_log(name), name)
        told = {"far": "entity", "document": "d0", "type": "GPE"}
        other.add([told | {"act": act, "forms": ["Boston"]}], None)
        other.add([told | {"act": "choose", "to": "an illness", "forms": ["breast cancer"]}], None)
    size = {"width": width, "height": 800}
    page = browser.new_context(viewport=size, color_scheme=scheme).new_page()
    page.goto(f"{running.url}/others")
    assert "0." in page.inner_text("table") and hindrances(page) == []
    page.click("button[data-take=agreed]")
    page.wait_for_selector("button[data-take=agreed]", state="detached")
    page.click("button[data-take=ben]")
    page.wait_for_selector("text=There is none left")
    assert "Boston" in running.text(0) and "an illness" in running.text(0)
    page.goto(f"{running.url}/documents")
    page.fill("#find", "d1")
    assert page.locator("#rows tbody tr:visible").count() == 1
    page.fill("#find", "")
    page.select_option("#status", "begun")
    assert page.locator("#rows tbody tr:visible").count() == 1
    page.fill("#below", "1000")
    page.fill("#risk", "96")
    with page.expect_navigation():
        page.click("#pass button")
    assert {"pass", "sample"} <= set(running.acts()) and page.get_attribute("#progress", "value") != "0"
    page.goto(f"{running.url}/")
    assert "weakest" in page.content() and hindrances(page) == []
    page.click("summary")
    assert page.is_visible("text=disclosure risk")
    page.goto(f"{running.url}/finish")
    until(page, "document.activeElement.tagName === 'BUTTON'")  # it takes the focus once the page is painted
    page.keyboard.press("Enter")
    page.wait_for_selector("text=documents written")
    (folder,) = tmp_path.glob("export-*")
    assert "decided by hand" in (folder / "certificate.html").read_text(encoding="utf-8")


def test_a_newcomer_finishes_a_review_by_keys_alone(browser: Any, running: Running) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{running.url}/")
    until(page, "document.activeElement !== document.body")
    page.keyboard.press("Enter")  # "Begin" has the focus
    for _ in TEXTS:
        page.wait_for_selector("body[data-ready]")
        at = page.url.partition("#")[0]  # behind "#" stands what is selected
        while True:
            page.keyboard.press("Space")
            page.wait_for_timeout(50)
            if "Nothing" in page.inner_text("#said") or "nothing" in page.inner_text("#said"):
                break
            page.keyboard.press("a")
            until(page, "!busy && !typed.length")
        press(page, running, "d")
        page.keyboard.press("n")
        page.wait_for_url(lambda url, at=at: url.partition("#")[0] != at)
    assert page.url.endswith("/finish") and running.acts().count("done") == len(TEXTS)
    until(page, "document.activeElement.id === 'export'")


WRONG = (
    "St Brannoc's Hospital", "Department of Neurology", "general practitioner", "9 May 1958", "14 February 2024",
    "eight months", "Parkinson's disease", "levodopa", "St Aldhelm's Church", "retired organ builder",
)  # fmt: skip


def test_ten_wrong_decisions_of_a_letter_are_mended_by_twenty_keys(browser: Any, tmp_path: Path) -> None:
    letter = Path(__file__).parents[2] / "examples" / "letters" / "neurology.txt"
    own = Desk.of(begin_run(tmp_path / "run", {"source": str(letter)}, {}), "anna")
    running = Running(own)
    page = open_document(browser, running)
    terms = [page.evaluate(f"view.items[{key!r}].term") for key in page.evaluate("view.order")]
    assert set(WRONG) <= set(terms)
    began, pressed = time.monotonic(), 1
    page.keyboard.press("j")
    for term in terms[: 1 + max(map(terms.index, WRONG))]:
        until(page, f"!busy && view.items[selected].term === {term!r}")
        page.keyboard.press("X" if term in WRONG else "j")
        pressed += 1
    until(page, "!busy && !typed.length")
    until(page, f"view.head === '{own.log().head}' && view.checked && !busy && !looking")
    seconds = time.monotonic() - began
    text, again = (
        running.text(0),
        report_of(own.sanitizer.decided(own.decisions().given_to(own.sanitizer.control)), own.documents[0]),
    )
    assert isinstance(again, DocumentReport) and text == apply(again.text, again.changes)
    assert running.acts() == ["keep"] * 10 and all(term in text for term in WRONG) and "Varley" not in text

    assert pressed <= 20, (pressed, seconds)
    running.server.should_exit = True
    running.thread.join(5)


def test_what_is_typed_ahead_has_its_turn(browser: Any, running: Running) -> None:
    page = open_document(browser, running)
    select(page, "Boston")
    for key in "x+uua":
        page.keyboard.press(key)
    deadline = time.monotonic() + 20
    while len(running.acts()) < 4 and time.monotonic() < deadline:
        page.wait_for_timeout(20)
    until(page, "!busy && typed.length === 0 && view.checked")
    assert next(act for act in running.acts() if act != "choose") == "keep" and "accept" in running.acts()
    assert page.inner_text("#after") == running.text(0)


def test_a_second_tab_sees_the_change_and_overwrites_nothing(browser: Any, running: Running) -> None:
    first, second = open_document(browser, running), open_document(browser, running)
    select(first, "Boston")
    press(first, running, "x")
    until(second, "document.getElementById('after').textContent.includes('Boston')")
    assert second.inner_text("#after") == first.inner_text("#after")


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_nothing_serious_hinders_people(browser: Any, running: Running, width: int, scheme: str) -> None:
    assert AXE.is_file(), "bash tests/axe.sh fetches it"
    page = open_document(browser, running, 2, viewport={"width": width, "height": 800}, color_scheme=scheme)
    for path in ("documents/2", "", "documents", "others", "finish"):
        if path != "documents/2":
            page.goto(f"{running.url}/{path}")
        else:
            page.keyboard.press("Space")
            page.wait_for_selector("#panel h2")
        assert hindrances(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert not [fault for fault in page.faults if not re.search("favicon", fault)]


def test_script_in_a_text_is_shown_as_text(browser: Any, running: Running) -> None:
    page = open_document(browser, running, 2)
    page.on("dialog", lambda dialog: pytest.fail("a script of a text ran"))
    assert "<script>alert(1)</script>" in page.inner_text("#before") and page.faults == []


def test_killed_between_two_events_loses_none(tmp_path: Path) -> None:
    file = tmp_path / "log"
    create(file, "a run")
    script = (
        "import sys; from pathlib import Path; from sanitizer.control.log.chain import append\n"
        "for n in range(10**6):\n"
        "    append(Path(sys.argv[1]), [{'at': 'now', 'by': 'anna', 'act': 'keep', 'far': 'collection', "
        "'forms': ['form %d' % n]}], None)\n"
        "    print(n, flush=True)\n"
    )
    for _ in range(3):
        before = len(read_log(file).events)
        with subprocess.Popen([sys.executable, "-c", script, str(file)], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            seen = [process.stdout.readline() for _ in range(20)]
            process.send_signal(signal.SIGKILL)
            seen += process.stdout.readlines()
        confirmed = sum(line.endswith(b"\n") for line in seen)
        assert confirmed <= len(read_log(file).events) - before <= confirmed + 1
