"""Words of private texts go with the sanitizer that read them: no memory of the process holds them, and what a
sanitizer remembers is bounded."""

import ast
import subprocess
import sys
from pathlib import Path

from sanitizer.common.knowledge import Known, Nothing, remembered

ROOT = Path(__file__).parent.parent
LOOK = Path(__file__).parent / "leak.py"

SANITIZES = """
import sys
sys.path.insert(0, {folder!r})
from leak import held
from sanitizer import Sanitizer

def done():
    name = bytes.fromhex("{name}").decode()
    sanitizer = Sanitizer.default()
    text = sanitizer.sanitize(
        f"Mrs Helena {{name}} was seen on 3 May 2019 in {{name}}ville. Her house is damp. {{name}} likes {{name}}berry "
        f"and {{name}}s; {{name.lower()}}s live in the wild. She was {{name}}ing. Call +44 20 7946 0018."
    ).text
    assert name not in text

done()
print(held(bytes.fromhex("{name}").decode().casefold()))
"""

RELEASES = """
import sys
sys.path.insert(0, {folder!r})
import pandas as pd
from leak import held
from sanitizer import relational

def done():
    name = bytes.fromhex("{name}").decode()
    table = pd.DataFrame({{
        "town": [name, name, name + "ville", name + "ville"],
        "note": [f"{{name}} is damp.", f"Likes {{name}}berry.", "Left.", f"Saw {{name}}."],
    }})
    attributes = {{"town": {{"role": "quasi", "hierarchy": {{"made": "masking"}}}}, "note": {{"role": "text"}}}}
    relational.release(table, {{"privacy": {{"k": 2}}, "attribute": attributes}})

done()
print(held(bytes.fromhex("{name}").decode().casefold()))
"""

SCANS = """
import sys
sys.path.insert(0, {folder!r})
import pathlib, tempfile
from leak import held
from sanitizer.relational.scan.scan import scan_file

def done():
    name = bytes.fromhex("{name}").decode()
    rows = [f"{{name}},{{name}} was born on 3 May 2019.", f"{{name}}ville,Mrs {{name}} left.", "Oslo,Fine."]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "table.csv"
        path.write_text("\\n".join(["town,note", *rows]))
        scan_file(path)

done()
print(held(bytes.fromhex("{name}").decode().casefold()))
"""


def left_by(script: str) -> str:
    """Return what a process that runs the script still holds of a name that nobody else bears."""
    name = b"Zorb" + b"laxina"  # never as one word in the process that is looked at
    code = script.format(folder=str(LOOK.parent), name=name.hex())
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_nothing_is_held_behind_a_sanitizer() -> None:
    assert left_by(SANITIZES) == "[]"


def test_nothing_is_held_behind_a_scan() -> None:
    assert left_by(SCANS) == "[]"


def test_nothing_is_held_behind_a_release() -> None:
    assert left_by(RELEASES) == "[]"


NOTHING_PRIVATE = {
    "sanitizer.check.undisguise._letter",  # single letters
    "sanitizer.common.integrity.check",  # names of shipped files
    "sanitizer.documents.extra_formats._class",  # formats
    "sanitizer.documents.pdf_fonts._font",  # files of fonts
    "sanitizer.plugins._with_origin",  # kinds of parts
    "sanitizer.read.kinds_of_names._possible",  # classes of entities
    "sanitizer.read.kinds_borne_out._kinds",  # classes of entities
    "sanitizer.recognize.identifiers.check_digits._module",  # modules of stdnum
    "sanitizer.recognize.identifiers.numbered._kinds",  # numbers of letters and digits
    "sanitizer.relational.terms.own_names._folded",  # single letters
    "kb.ladders.scales._round_values",  # bounds of windows
    "kb.ladders.schemes.listed",  # names of shipped lists
    "sanitizer.relational.verify.operators._form",  # operators and types
    "sanitizer.risk.count_sources._opened",  # folders
    "corpora_stats.parted_index._opened",  # segments of an index, in a worker of Spark
    "sanitizer.spark.workers._attacker",  # what attacks, in a worker of Spark, which ends with the worker
    "sanitizer.spark.workers._opened",  # the sanitizer of a worker of Spark, which ends with the worker
    "sanitizer.text.language._stop_words",  # languages
    "sanitizer.values.dates_in_numbers._rows",  # numbers of digits and marks
}
"""Functions with arguments that remember for as long as the process lives, and why they may."""


def remembering() -> set[str]:
    """Return the functions of ours with arguments that `functools` lets remember, as decorators or by a call at the
    top."""
    found = set()
    for package in ("sanitizer", "kb", "corpora_stats"):
        for path in (ROOT / package).rglob("*.py"):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef) and node.args.args:
                    names = [ast.unparse(d).partition("(")[0].rpartition(".")[2] for d in node.decorator_list]
                    if {"cache", "lru_cache"} & set(names):
                        found.add(f"{module}.{node.name}")
            for node in tree.body:
                value = getattr(node, "value", None)
                if isinstance(value, ast.Call) and "cache" in ast.unparse(value.func).partition("(")[0]:
                    found.add(f"{module}.{ast.unparse(value)}")
    return found


def test_what_remembers_for_the_process_holds_nothing_private() -> None:
    assert remembering() == NOTHING_PRIVATE


def test_of_each_question_the_answers_asked_for_last_are_kept() -> None:
    asked: list[str] = []

    @remembered
    def length(word: str) -> int:
        asked.append(word)
        return len(word)

    with Known(Nothing()).in_use():
        for number in range(10_000):
            assert length("often") == 5 and length(f"{number:04}") == 4
        held = len(asked)
        assert held == 10_001  # "often" stays, though all others came behind it
        for number in reversed(range(10_000)):
            length(f"{number:04}")
    assert 4_000 < 10_000 - (len(asked) - held) < 5_000
