"""Identifiers in disguise, by profile: python bench/recognition_disguised.py [--every N] [--missed] [--first-pass]

Invented names and numbers (``tests/cases/disguises.py``) in each disguise, in several sentences. Hidden: no four
letters of the surname in a row (of the given name, where that alone is disguised), no three digits of the number stand
in what is published, looked for without case, marks and whatever is no letter or digit. What the
command itself writes is judged; with --first-pass the cases with each mention blanked.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sanitizer.control.apply_rules import first_pass
from sanitizer.control.profiles import read_profile
from sanitizer.control.rules import Control
from sanitizer.pipeline import Sanitizer
from tests.cases.disguises import Case, cases, is_hidden


def published_by_command(chosen: Sequence[Case], profile: str) -> list[str]:
    """Return what ``sanitizer sanitize`` writes for each case, in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        rows, out = Path(folder) / "cases.jsonl", Path(folder) / "out.jsonl"
        rows.write_text(
            "".join(json.dumps({"id": f"n{i}", "text": c.text}) + "\n" for i, c in enumerate(chosen)),
            encoding="utf-8",
        )
        asked = [] if profile == "default" else ["--profile", profile]
        done = subprocess.run(
            [sys.executable, "-m", "sanitizer", "sanitize", str(rows), "-o", str(out), *asked],
            capture_output=True,
            text=True,
            check=False,
        )
        if not out.is_file():
            sys.exit(f"the command wrote nothing: {done.stderr.strip()[-300:]}")
        return [json.loads(line)["text"] for line in out.read_text(encoding="utf-8").splitlines()]


def blanked_by_first_pass(chosen: Sequence[Case], profile: str) -> list[str]:
    """Return each case with every mention of the first pass blanked."""
    control = Control() if profile == "default" else read_profile(profile)
    sanitizer, results = Sanitizer.default(control=control), []
    for case in chosen:
        doc, parts, at = sanitizer.parse(case.text), [], 0
        for m in first_pass(
            control, doc, sanitizer.recognizers, sanitizer.common_attributes(), sanitizer.parse
        ):
            parts += [case.text[at : m.span.start], " # "]
            at = m.span.end
        results.append("".join([*parts, case.text[at:]]))
    return results


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--every", type=int, default=1, help="one of so many cases")
    parser.add_argument("--missed", action="store_true", help="print what was missed")
    parser.add_argument("--first-pass", action="store_true", help="what the first pass blanks instead")
    parser.add_argument("--only", default="", help="disguises that hold this")
    arguments = parser.parse_args()
    chosen = [c for c in cases(arguments.every) if arguments.only in c.kind]
    table: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    missed: list[tuple[str, Case, str]] = []
    publish = blanked_by_first_pass if arguments.first_pass else published_by_command
    for profile in ("default", "safe-harbor"):
        for case, published in zip(chosen, publish(chosen, profile), strict=True):
            hidden = is_hidden(case, published)
            for kind in (case.kind, "ALL"):
                table[kind][profile][0] += hidden
                table[kind][profile][1] += 1
            if not hidden:
                missed.append((profile, case, published))
    for kind, row in table.items():
        print(f"  {kind:28}" + "".join(f"{good / total:9.3f} ({total})" for good, total in row.values()))
    if arguments.missed:
        for profile, case, published in missed:
            print(f"{profile[:4]} | {case.kind} | {case.text!r} -> {published!r}")


if __name__ == "__main__":
    main()
