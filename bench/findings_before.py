"""Run what attackers and users found on an earlier state of the code: each has to be shown there, and none here.

``python bench/findings_before.py --before 773eb5a [--libraries FOLDER] [ID ...]`` takes the files of each finding's
commit (tests/cases/findings.toml; 773eb5a where it names none) out of the repository and runs its reproduction there:
lines of bash that end with status 0 where the fault is, or the texts of tests/test_found_in_texts.py. Without
``--before`` the code at hand is run, and nothing may be shown; tests/test_found_before.py does that. Libraries that
the old code wants and this environment lacks go into FOLDER: ``pip install --no-deps --target FOLDER
'inflect>=7.3,<8' typeguard more_itertools typing_extensions pyroaring python-dateutil six``.
"""

import argparse
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent)]

from tests.reproduced import FINDINGS, ROOT, environment, is_shown  # noqa: E402
from tests.test_found_in_texts import CASES  # noqa: E402


def texts_shown(variables: Mapping[str, str]) -> dict[str, tuple[int, int]]:
    """Of each finding in texts: in how many the fault is, and how many there are."""
    groups = defaultdict[tuple[str, ...], list[int]](list)
    for number, case in enumerate(CASES):
        groups[case.options].append(number)
    said: dict[int, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "in.jsonl", Path(folder) / "out.jsonl"
        for options, own in groups.items():
            rows = "".join(json.dumps({"text": CASES[n].text}) + "\n" for n in own)
            source.write_text(rows, encoding="utf-8")
            target.unlink(missing_ok=True)
            call = ["sanitizer", "sanitize", str(source), "-o", str(target), "--quiet", *options]
            subprocess.run(call, env=dict(variables), capture_output=True, check=True)
            lines = target.read_text(encoding="utf-8").splitlines()
            said |= {n: json.loads(line)["text"] for n, line in zip(own, lines, strict=True)}
    found = defaultdict[str, list[bool]](list)
    for number, case in enumerate(CASES):
        wrong = re.search(case.never, said[number]) is not None or case.instead not in said[number]
        found[case.finding].append(wrong)
    return {finding: (sum(wrong), len(wrong)) for finding, wrong in found.items()}


def tree_of(commit: str, place: Path) -> Path:
    """Return the files of a commit, in a folder below `place`."""
    folder = place / re.sub(r"\W", "_", commit)
    if not folder.exists():
        packed = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=True).stdout
        with tarfile.open(fileobj=BytesIO(packed)) as archive:
            archive.extractall(folder, filter="data")
    return folder


def tried(
    names: list[str], before: str | None, libraries: Path | None, place: Path
) -> Iterator[tuple[str, bool, str]]:
    """Yield each finding, whether the fault is shown, and what is known of it."""
    texts: dict[Path, dict[str, tuple[int, int]]] = {}
    for name in names:
        finding = FINDINGS[name]
        commit = finding.get("commit", before)
        tree = ROOT if before is None else tree_of(commit, place)
        variables = environment(tree, place, libraries if before == commit else None)
        if "run" in finding:
            yield name, is_shown(finding["run"], variables), finding["before"]
            continue
        if tree not in texts:
            texts[tree] = texts_shown(variables)
        wrong, of = texts[tree][name]
        yield name, wrong > 0, f"{finding['before']} ({wrong} of {of} texts)"


def main() -> int:
    """Try, tell."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("findings", nargs="*", metavar="ID")
    parser.add_argument("--before", metavar="COMMIT")
    parser.add_argument("--libraries", type=Path)
    args = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, shown, told in tried(
            args.findings or [*FINDINGS], args.before, args.libraries, Path(folder)
        ):
            expected = args.before is not None
            wrong += shown is not expected
            mark = "" if shown is expected else "  <- not as expected"
            print(f"{name}: {'shown' if shown else 'not shown'}: {told}{mark}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
