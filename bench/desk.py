"""How long a decision at the review desk takes, and whether what comes of it is that of a run from nothing.

    python bench/desk.py ARTICLE.txt --characters 70000 --decisions 200 --check 20

Decisions are drawn by a seed: steps of the ladder (half of them), keep, mask, and undo. The answer to each is what the
page shows at once; a process of its own checks it. Every so many decisions (`--check`), and at the end, the checked
report is waited for and compared byte for byte with that of a sanitizer that knows nothing of earlier runs. Answers are
timed on the clock and in processor time of the desk (without HTTP and browser), the check on the clock; cyclic garbage
is looked for as `sanitizer review` does. With `--stages` each decision is checked in this process too, at once, and a
table says for each kind what the check costs, stage by stage (of `undo`, what was said before it is remembered).
"""

import argparse
import json
import random
import tempfile
import time
from collections import defaultdict
from dataclasses import replace
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any

from sanitizer.commands.interpreter import collecting_rarely
from sanitizer.common.timing import Costs
from sanitizer.control.log.chain import create
from sanitizer.control.log.replay import Decisions, read_given
from sanitizer.errors import UsageError
from sanitizer.pipeline import Sanitizer
from sanitizer.review.background_checks import Runner
from sanitizer.review.desk_state import Desk
from sanitizer.review.document_state import of_document
from sanitizer.review.run_folder import report_of
from sanitizer.review.session import Session
from sanitizer.types import Document


def quantile(values: list[float], share: float) -> float:
    """Return the value below which a share of them lies."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def event(view: dict[str, Any], rng: random.Random) -> tuple[str, dict[str, object]]:
    """Return a decision on the document, drawn: its kind, and what a page would send."""
    keys = [k for k in view["order"] if view["items"][k]["kind"] in ("sensitive", "risky")]
    told: dict[str, object] = {"head": view["head"], "view": view["view"], "item": rng.choice(keys)}
    kind = rng.choices(("step", "keep", "mask", "undo"), (5, 2, 1, 2))[0]
    if kind == "step":
        return kind, told | {"do": "step", "up": rng.random() < 0.6}
    if kind == "undo":
        return kind, told | {"do": "undo"}
    return kind, told | {"do": "item", "act": kind}


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("article", type=Path)
    parser.add_argument("--characters", type=int, default=70_000)
    parser.add_argument("--decisions", type=int, default=200)
    parser.add_argument("--check", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--stages", action="store_true")
    given = parser.parse_args()
    document = Document("article", given.article.read_text(encoding="utf-8")[: given.characters])
    sanitizer, rng = Sanitizer.default(), random.Random(given.seed)
    sanitizer.sanitize(Document("warm", document.text[:2000]))
    began = time.process_time()
    before = report_of(sanitizer, document)
    anew = [time.process_time() - began]
    took: dict[str, list[float]] = defaultdict(list)
    used: dict[str, list[float]] = defaultdict(list)
    checks: list[float] = []
    compared = 0
    with tempfile.TemporaryDirectory() as folder, collecting_rarely(loaded=True):
        log = Path(folder) / "log"
        create(log, "bench")
        desk = Desk([document], sanitizer, [before], log, "bench")
        desk.check_apart()
        began = time.perf_counter()
        desk.warm(0)
        warm, session = time.perf_counter() - began, Session(desk)
        stages: dict[str, list[dict[str, float]]] = defaultdict(list)
        runner = Runner(sanitizer, [document])
        if given.stages:
            runner.run(0, Decisions())
        done = 0
        while done < given.decisions:
            kind, told = event(session.view(0), rng)
            began, cost = time.perf_counter(), time.thread_time()
            try:
                session.decide(0, told)
            except UsageError:
                continue  # the end of a ladder, nothing to undo
            took[kind].append(time.perf_counter() - began)
            used[kind].append(time.thread_time() - cost)
            done += 1
            if given.stages:
                costs = Costs()
                with costs.in_use():
                    runner.run(0, replace(of_document(desk.decisions(), document.id), active=()))
                costs.lines(1)  # what is open ends
                stages[kind].append(costs.seconds)
            if done % given.check == 0 or done == given.decisions:
                began = time.perf_counter()
                desk.standing(0)
                checks.append(time.perf_counter() - began)
                began = time.process_time()
                decided = sanitizer.decided(read_given(log).given_to(sanitizer.control))
                full = json.dumps(report_of(decided, document).to_json())
                anew.append(time.process_time() - began)
                if full != json.dumps(desk.standing(0).report.to_json()):
                    raise SystemExit(f"decision {done} ({kind}): not what a run from nothing gives")
                compared += 1
    print(
        f"{len(document.text):,} characters; {done} decisions, {compared} compared with a run from nothing: all equal"
    )
    print(
        f"a run from nothing: {median(anew):.2f} s of processor; opening the document: {warm:.2f} s; "
        f"a check that is waited for: {median(checks):.2f} s"
    )
    print(
        "| answer to | n | median, ms | 95 %, ms | median, ms of processor | 95 %, ms of processor |\n"
        "| --- | --- | --- | --- | --- | --- |"
    )
    for kind in (*sorted(took), "all"):
        kinds = list(took) if kind == "all" else [kind]
        figures = []
        for each in (took, used):
            times = [1000 * t for name in kinds for t in each[name]]
            figures += [median(times), quantile(times, 0.95)]
        row = " | ".join(f"{value:.0f}" for value in figures)
        print(f"| {kind} | {sum(len(took[name]) for name in kinds)} | {row} |")
    for kind, parts in sorted(stages.items()):
        seconds = {name: sum(part.get(name, 0.0) for part in parts) / len(parts) for name in {*chain(*parts)}}
        told = sorted(seconds.items(), key=lambda entry: -entry[1])
        print(f"check of {kind}: {sum(seconds.values()):.2f} s of processor: ", end="")
        print(", ".join(f"{name} {spent:.2f}" for name, spent in told if spent >= 0.01))


if __name__ == "__main__":
    main()
