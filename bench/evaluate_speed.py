"""Speed of measures, audit and page: `PYTHONPATH=. python bench/evaluate_speed.py DATA`; seconds of CPU and
of wall clock.

DATA is the folder of the benchmarks (tab.dev.json.gz, wikiactors.*.json.gz).
"""

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sanitizer.commands.evaluate import align


def timed(work: Callable[[], Any]) -> tuple[Any, float, float]:
    cpu, wall = time.process_time(), time.perf_counter()
    result = work()
    return result, time.process_time() - cpu, time.perf_counter() - wall


def main(arguments: list[str]) -> None:
    if len(arguments) != 1 or not (Path(arguments[0]) / "tab.dev.json.gz").is_file():
        sys.exit("usage: PYTHONPATH=. python bench/evaluate_speed.py DATA  (DATA holds tab.dev.json.gz)")
    data = Path(arguments[0])
    rows = [["what", "CPU s", "wall s", "wanted"]]

    def add(name: str, work: Callable[[], Any], wanted: str) -> Any:
        result, cpu, wall = timed(work)
        rows.append([name, f"{cpu:.2f}", f"{wall:.2f}", wanted])
        return result

    add("import of measures and audit", imports, "")
    add("64 court cases, two systems (read, score)", lambda: court_cases(data), "< 3")
    add("linkage audit, 50 documents, 543 candidates: tfidf", lambda: audit(data, False), "< 10")
    add("the same with the learned attacker too", lambda: audit(data, True), "< 10")
    page = add("page of 1,000 documents, with originals", lambda: pages(True), "< 10")
    add("the same without originals", lambda: pages(False), "< 10")
    print(align(rows))
    print(f"the page has {len(page) / 1e6:.1f} MB")
    with tempfile.TemporaryDirectory() as folder:
        opened(Path(folder), page)


def imports() -> None:
    import sklearn.feature_extraction.text  # noqa: F401

    import sanitizer.audit
    import sanitizer.evaluate
    import sanitizer.page.build  # noqa: F401


def court_cases(data: Path) -> None:
    from sanitizer.evaluate import Mask, evaluate, read_gold

    gold = read_gold(data / "tab.dev.json.gz")
    every = {d.id: [Mask(m.start, m.end) for e in d.entities for m in e.mentions] for d in gold}
    some = {name: masks[::2] for name, masks in every.items()}
    for name, masks in (("every", every), ("some", some)):
        evaluate(name, gold, masks).to_json()


def audit(data: Path, learned: bool) -> None:
    from sanitizer.audit import LearnedAttacker, TfidfAttacker
    from sanitizer.audit.texts import linkage_part
    from sanitizer.evaluate.masks import load_json

    background = load_json(data / "wikiactors.background.json.gz")
    names = [name for name in background if len(background[name]) > 2000][:50]
    texts = {name: background[name][:1500] for name in names}
    persons = {name: name for name in names}
    whole = TfidfAttacker(background)
    for attacker in [whole, *([LearnedAttacker(background, None, whole)] if learned else [])]:
        linkage_part(attacker, persons, texts, texts)


def pages(originals: bool) -> str:
    from sanitizer.check.report import DocumentReport
    from sanitizer.page.build import build_page
    from sanitizer.page.read import Report
    from tests.page.reports import document_json, summary

    def long(number: int) -> DocumentReport:
        """Return a document of the usual size: 1,500 characters, 50 changes."""
        one = document_json(number)
        text, width = one["text"], len(one["text"])
        one["text"] = text * 12
        one["changes"] = [
            [start + i * width, end + i * width, *rest]
            for i in range(12)
            for start, end, *rest in one["changes"]
        ]
        one["sensitive"] = [e | {"number": n} for n in range(20) for e in one["sensitive"][n % 2 : n % 2 + 1]]
        return DocumentReport.from_json(one)

    return build_page(Report(tuple(long(i) for i in range(1000)), summary(1000)), originals=originals)


def opened(folder: Path, page: str) -> None:
    """Seconds from asking for the page to its being ready for use, as the page itself notes them (if there is a
    browser)."""
    import re
    import shutil
    import subprocess

    browser = shutil.which("chromium")
    if browser is None:
        print("opened: no chromium here")
        return
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    flags = (
        "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    )
    more = f"--disable-component-update --disable-sync --disable-dev-shm-usage --dump-dom --user-data-dir={folder}/user"
    spent = []
    for fragment in ("", "#doc-500") * 3:
        command = [browser, *flags.split(), *more.split(), file.as_uri() + fragment]
        dom = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        found = re.search(r'data-ready="(\d+)"', dom)
        spent.append(int(found.group(1)) / 1000 if found else float("nan"))
    told = ", ".join(f"{s:.2f}" for s in spent)
    print(f"opened in Chromium, ready after {told} s (wanted < 2; every second one at document 500)")


if __name__ == "__main__":
    main(sys.argv[1:])
