"""How long a decision takes at the review desk, from the key to the painted page, in headless Chromium.

    python bench/desk_browser.py ARTICLE.txt --characters 70000 --decisions 200 --check 1 --anew 200

A desk is served over the article as `sanitizer review` serves it, and opened on each screen (`--screens`). Decisions
are keys alone, drawn by a seed: steps, keep, accept, undo, redo, and dialogs (choose, mark, retype, the same everywhere
in the document), which are answered by keys too. Timed are, by the clock of the page from the event of the last key on:
until the frame behind the change is painted ("shown"); until the panel says what holds now ("panel"); and until the
result of a run of all stages has come ("checked"), waited for behind every so many decisions (`--check`); the page must
show its text. Behind the session the log is done again event by event: at so many states of it (`--anew`, drawn evenly)
the report of a desk that goes on from what it said before, and each that was checked in the session, are compared byte
for byte with that of a run from nothing under the same events (in processes of their own, `--workers`).
"""

import argparse
import contextlib
import hashlib
import json
import multiprocessing
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

from sanitizer.control.log.chain import read_log
from sanitizer.control.log.replay import present
from sanitizer.review.background_checks import Runner
from sanitizer.review.desk_state import Desk
from sanitizer.review.document_state import key_of, of_document
from sanitizer.review.run_folder import begin_run, open_run, report_of
from sanitizer.text.edits import apply

SCREENS = ("1280:light", "1280:dark", "390:light", "390:dark")
KINDS = {"+": 30, "-": 16, "x": 14, "a": 18, "u": 9, "U": 3, "g": 3, "m": 2, "t": 3, "e": 2}
"""Keys, and how often each is pressed."""

WATCH = """
window.deskShown = []; window.deskPanel = [];
window.deskNext = (count) => new Promise((done) => {
  const look = () => {
    if (deskShown.length > count || (said.textContent && !busy && !looking && !typed.length)) done();
    else setTimeout(look, 20);
  };
  look();
});
let from = null, head = null, panelFrom = null;
window.addEventListener("keydown", (event) => {
  from = panelFrom = event.timeStamp; head = view ? view.head : null;
}, true);
document.addEventListener("DOMContentLoaded", () => {
  const painted = (began, list) => requestAnimationFrame(() => {
    const line = new MessageChannel();
    line.port1.onmessage = () => list.push(performance.now() - began);
    line.port2.postMessage(0);
  });
  new MutationObserver(() => {
    if (from === null || view.head === head) return;
    const began = from; from = null; painted(began, window.deskShown);
  }).observe(document.getElementById("figures"), { childList: true });
  new MutationObserver(() => {
    if (panelFrom === null || from !== null) return;
    const began = panelFrom; panelFrom = null; painted(began, window.deskPanel);
  }).observe(document.getElementById("panel"), { childList: true });
});
"""
QUIET = "!busy && !looking && !typed.length && !document.getElementById('dialog').open"


def hashed(report: Any) -> tuple[str, str]:
    """Return the hashes of a report as JSON, and of the text that goes out."""
    told = json.dumps(report.to_json(), sort_keys=True, ensure_ascii=False)
    return digest(told), digest(apply(report.text, report.changes))


def digest(text: str) -> str:
    """Return the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


# --- the desk ---------------------------------------------------------------------------------------------------------


def serve(folder: Path, port: int) -> None:
    """Serve the desk of a review as the command does, and beside it what is checked by now (`/bench`)."""
    import uvicorn
    from fastapi import FastAPI

    from sanitizer.commands.interpreter import collecting_rarely
    from sanitizer.review.pages import application
    from sanitizer.service.security import secured

    desk = Desk.of(open_run(folder), "bench")
    desk.check_apart()
    app = FastAPI()

    @app.get("/bench")
    def checked() -> dict[str, Any]:
        head, standing = desk.log().head, desk.standing(0)
        report, text = hashed(standing.report)
        return {"head": head, "events": len(desk.log().events), "report": report, "text": text}

    app.mount("/", application(desk))
    with collecting_rarely(loaded=True):
        uvicorn.run(secured(app), host="127.0.0.1", port=port, log_level="error", access_log=False)


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """Provide the address of a desk in a process of its own, ended behind the block."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    process = subprocess.Popen([sys.executable, __file__, "--serve", str(folder), "--port", str(port)])
    address = f"http://127.0.0.1:{port}"
    try:
        while True:
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}/bench", timeout=120):
                break
            time.sleep(0.3)
        yield address
    finally:
        process.terminate()
        process.wait()


# --- the person -------------------------------------------------------------------------------------------------------


class Person:
    """Decides by keys at the page of a document."""

    def __init__(self, page: Any, address: str, seed: int) -> None:
        self._page, self._address, self._rng = page, address, random.Random(seed)
        self.shown: dict[str, list[float]] = defaultdict(list)
        self.panel: list[float] = []
        self.checked: list[float] = []
        self.refused: Counter[str] = Counter()
        self.quiet: list[float] = []
        """Shown, while at most one other process was running when the key was pressed."""
        self.seen: list[tuple[int, str]] = []
        """Checked: after how many events, and the hash of the report."""

    def decide(self, check: bool) -> None:
        """Make one change, and (`check`) its check."""
        page = self._page
        while True:
            key = self._rng.choices(list(KINDS), list(KINDS.values()))[0]
            if key != "e":
                for _ in range(self._rng.randrange(1, 8) if key in "+-xgtm" else 0):
                    page.keyboard.press("j")
            if key not in "auUm":
                self._until("selected && shownItem && shownItem.key === selected")
            if self._press(key):
                break
            self.refused[key] += 1
        if check:
            began = time.perf_counter()
            self._until(f"view.checked && {QUIET}", 600)
            self.checked.append(time.perf_counter() - began)
            self.compare()

    def _press(self, key: str) -> bool:
        """Press a key (and answer its dialog by keys); whether an event came of it."""
        page = self._page
        before = page.evaluate("view.head")
        count = page.evaluate("deskShown.length")
        page.evaluate("document.getElementById('said').textContent = ''")
        if key == "e":  # the same everywhere, behind a decision here
            self._until("selected && shownItem && shownItem.key === selected")
            if not self._press("x"):
                return False
            return self._dialog("e", [])
        if key in "gmt":
            return self._dialog(key, self._answers(key))
        others = running()
        page.keyboard.press(key)
        page.evaluate(f"deskNext({count})")
        return self._done(key, before, count, others)

    def _answers(self, key: str) -> list[str]:
        if key == "g":
            return ["somewhere else", "Tab"]
        if key == "t":
            return ["ORG"]
        words = self._page.evaluate(
            "(() => { const s = view.segments.filter((p) => p[1] === null && !p[2] && p[0].length > 5);"
            f"const t = (s[{self._rng.randrange(10**6)} % s.length] || [''])[0];"
            "const w = t.match(/[A-Za-z]{5,}/g); return w ? w[w.length >> 1] : ''; })()"
        )
        return [words, "Tab", "MISC"]

    def _dialog(self, key: str, answers: list[str]) -> bool:
        page = self._page
        before, count = page.evaluate("view.head"), page.evaluate("deskShown.length")
        page.keyboard.press(key)
        deadline = time.monotonic() + 5
        while not page.evaluate("document.getElementById('dialog').open"):
            if time.monotonic() > deadline:
                return False
            page.wait_for_timeout(10)
        for answer in answers:
            if answer == "Tab":
                page.keyboard.press("Tab")
            else:
                page.keyboard.type(answer)
        others = running()
        page.keyboard.press("Enter")
        page.evaluate(f"deskNext({count})")
        return self._done(key, before, count, others)

    def _done(self, key: str, before: str, count: int, others: int) -> bool:
        if self._page.evaluate("view.head") == before:
            return False
        self._until(f"deskShown.length > {count}")
        self.shown[key].append(self._page.evaluate(f"deskShown[{count}]"))
        if max(others, running()) <= 1:
            self.quiet.append(self.shown[key][-1])
        return True

    def compare(self) -> None:
        """Note what is checked now; the page must show just that."""
        with urllib.request.urlopen(f"{self._address}/bench", timeout=300) as answer:
            told = json.load(answer)
        self._until(f"view.head === '{told['head']}' && view.checked && {QUIET}", 600)
        data = "view.segments.map((p) => p[1] === null ? p[0] : p[1]).join('')"
        painted = "nodes.after.map((n) => n.textContent === '∅' ? '' : n.textContent).join('')"
        for shown in (data, painted):
            if digest(self._page.evaluate(shown)) != told["text"]:
                raise SystemExit(f"after {told['events']} events the page shows another text")
        self.seen.append((told["events"], told["report"]))

    def finish(self) -> None:
        """Take the times of the panel."""
        self.panel = self._page.evaluate("deskPanel")

    def _until(self, condition: str, seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while not self._page.evaluate(condition):
            if time.monotonic() > deadline:
                raise SystemExit(f"waited too long: {condition}")
            self._page.wait_for_timeout(5)


# --- a run from nothing -----------------------------------------------------------------------------------------------

State = tuple[int, str, str]
"""So many events, the hash of the report of a desk that goes on from earlier runs, and of one of a run from nothing."""


def replayed(folder: Path, counts: Sequence[int]) -> list[State]:
    """Return what comes of the first so many events of a log, for each of the `counts` in order: as a desk does it,
    with what the stages said at the counts before, and from nothing (once for equal decisions)."""
    os.nice(10)
    run = open_run(folder)
    sanitizer, (document,), events = run.sanitizer(), run.documents(), read_log(run.log).events
    runner, known, states = Runner(sanitizer, [document]), dict[tuple[Any, ...], str](), []
    for count in counts:
        decisions = present(events[:count])
        own = of_document(decisions, document.id)
        if (key := key_of(own)) not in known:
            decided = sanitizer.decided(decisions.given_to(sanitizer.control))
            known[key] = hashed(report_of(decided, document))[0]
        states.append((count, hashed(runner.run(0, replace(own, active=())))[0], known[key]))
    return states


def drawn(every: int, wanted: int) -> list[int]:
    """Return so many of the numbers from 1 to `every`, drawn evenly, the last among them."""
    wanted = min(wanted, every)
    return [every - every * i // wanted for i in reversed(range(wanted))]


def running() -> int:
    """Return how many other processes of the machine run or wait for a core."""
    return int(Path("/proc/loadavg").read_text(encoding="ascii").split()[3].partition("/")[0]) - 1


def quantile(values: list[float], share: float) -> float:
    """Return the value below which a share of them lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def work(screen: str, given: argparse.Namespace, start: Path, browser: Any) -> None:
    """Decide on one screen, print, and compare."""
    width, scheme = screen.split(":")
    folder = start.parent / screen.replace(":", "-")
    shutil.copytree(start, folder)
    with served(folder) as address:
        size = {"width": int(width), "height": 800}
        page = browser.new_context(viewport=size, color_scheme=scheme).new_page()
        page.add_init_script(WATCH)
        page.goto(f"{address}/review/documents/1")
        page.wait_for_selector("body[data-ready]", timeout=120_000)
        person, load = Person(page, address, given.seed), os.getloadavg()[0]
        with urllib.request.urlopen(f"{address}/bench", timeout=300):
            page.wait_for_timeout(5000)  # what the stages remember is prepared behind the page
        for number in range(1, given.decisions + 1):
            person.decide(number % given.check == 0 or number == given.decisions)
            page.wait_for_timeout(given.pause * 1000)
        person.finish()
    every = [t for times in person.shown.values() for t in times]
    print(
        f"{screen}: {len(every)} decisions by keys, load {load:.1f} to {os.getloadavg()[0]:.1f}; shown "
        f"{median(every):.0f} ms (median), {quantile(every, 0.95):.0f} ms (95 %); panel {median(person.panel):.0f} and "
        f"{quantile(person.panel, 0.95):.0f} ms; checked behind it {median(person.checked):.1f} and "
        f"{quantile(person.checked, 0.95):.1f} s; refused keys {sum(person.refused.values())}"
    )
    if person.quiet:
        print(
            f"  while at most one other process ran ({len(person.quiet)} decisions): {median(person.quiet):.0f} and "
            f"{quantile(person.quiet, 0.95):.0f} ms"
        )
    for key, times in sorted(person.shown.items()):
        print(f"  {key}  {len(times):4}  {median(times):5.0f}  {quantile(times, 0.95):5.0f}", flush=True)
    print(f"  {compared(folder, dict(person.seen), given.anew, given.workers)}", flush=True)


def compared(folder: Path, seen: Mapping[int, str], wanted: int, workers: int) -> str:
    """Return how many of the states of a log (`wanted`, drawn evenly, and those that the desk checked, `seen`) came out
    equal to a run from nothing, and which did not."""
    every = len(read_log(open_run(folder).log).events)
    counts = sorted({*seen, *drawn(every, wanted)}) if wanted else []
    if not counts:
        return "nothing compared with runs from nothing"
    part = -(-len(counts) // workers)
    parts = [(folder, counts[start : start + part]) for start in range(0, len(counts), part)]
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        states = [state for told in pool.starmap(replayed, parts) for state in told]
    wrong = [n for n, again, anew in states if again != anew or seen.get(n, anew) != anew]
    checked = sum(n in seen for n, _, _ in states)
    return (
        f"{len(states)} of {every} states, {checked} of them as the desk had checked them, compared with runs from "
        + (f"nothing: DIFFERENT after events {wrong}" if wrong else "nothing: all equal")
    )


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("article", type=Path, nargs="?")
    parser.add_argument("--characters", type=int, default=70_000)
    parser.add_argument("--decisions", type=int, default=200)
    parser.add_argument("--check", type=int, default=1)
    parser.add_argument("--anew", type=int, default=20)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--pause", type=float, default=0.0, help="seconds between decisions")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--screens", nargs="+", default=SCREENS)
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        serve(given.serve, given.port)
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        source = Path(place) / "article.txt"
        source.write_text(given.article.read_text(encoding="utf-8")[: given.characters], encoding="utf-8")
        start = Path(place) / "review"
        begin_run(start, {"source": str(source)}, {})
        path = next(p for n in ("chromium", "chromium-browser", "google-chrome") if (p := shutil.which(n)))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for screen in given.screens:
            work(screen, given, start, browser)
        browser.close()


if __name__ == "__main__":
    main()
