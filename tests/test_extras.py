"""The base sanitizes texts without the libraries of extras; what needs them says in one line what to install."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from sanitizer.common.extras import EXTRAS

ROOT = Path(__file__).parent.parent
BLOCKED = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {blocked!r}:
            raise ImportError(name + " is blocked")

sys.meta_path.insert(0, Blocker())
"""
TRIED = """
import json
from tests.command import run_command

def tried(code):
    try:
        exec(code)
    except Exception as error:
        return f"{type(error).__module__}.{type(error).__qualname__}: {error}"

codes, calls = json.load(sys.stdin)
raised = [tried(code) for code in codes]
done = [run_command(*call, stdin="Mrs Helena Marković had radiotherapy in Boston.") for call in calls]
print(json.dumps([raised, [(one.returncode, one.stdout, one.stderr) for one in done]]))
"""


def without(
    extra: str | None, folder: Path, codes: Sequence[str], calls: Sequence[Sequence[str]]
) -> tuple[list[str], list[tuple[int, str, str]]]:
    """Return what snippets of code raise and what calls of the command come to, in a process of their own that
    lacks the libraries of one extra, or of all."""
    blocked = sorted(
        {module for name, modules in EXTRAS.items() if extra in (None, name) for module in modules}
    )
    done = subprocess.run(
        [sys.executable, "-c", BLOCKED.format(blocked=blocked) + TRIED],
        input=json.dumps([codes, calls]),
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT), "SANITIZER_PLUGINS": "none"},
    )
    assert done.returncode == 0, done.stderr
    raised, called = json.loads(done.stdout)
    return raised, [(status, out, err) for status, out, err in called]


def line(part: str, extra: str) -> str:
    return f"sanitizer: {part} needs the extra \"{extra}\": pip install 'semantic-sanitizer[{extra}]'\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "t.toml").write_text('[table]\nfile = "t.csv"\n')
    (tmp_path / "t.csv").write_text("name,text\nAna Horvat,We had tea.\n")
    (tmp_path / "t.txt").write_text("We had tea.")
    (tmp_path / "people.json").write_text('{"Ana Horvat": "tea", "Ivo Kos": "coffee"}')
    return tmp_path


def test_the_base_sanitizes_and_helps(files: Path) -> None:
    helps = [[name, "--help"] for name in ("release", "scan", "verify", "audit", "corpus", "report", "sweep")]
    _, ((status, out, err), *helped) = without(None, files, [], [["sanitize", "-"], *helps])
    assert status == 0, err
    assert out.strip() and "Marković" not in out
    assert [done[0] for done in helped] == [0] * len(helps)


CALLS: dict[str, list[tuple[list[str], str]]] = {
    "tables": [
        (["release", "t.toml"], "release"),
        (["scan", "t.csv"], "scan"),
        (["verify", "--definition", "t.toml"], "verify"),
        (["sweep", "t.toml"], "sweep of a table"),
        (["audit", "t.csv", "--quasi", "name"], "audit --quasi"),
    ],
    "audit": [
        (["sweep", "t.txt", "--background", "people.json"], "sweep --background"),
        (["audit", "t.txt", "--background", "people.json"], "audit --background, --earlier"),
        (["sanitize", "t.txt", "--harden", "1", "--background", "people.json", "-o", "o"], "--harden"),
    ],
    "corpus": [(["corpus", "build", "t.txt", "-o", "index"], "corpus")],
    "postgres": [(["count", "tea", "--counts", "postgres://h/d?table=t&column=c"], "postgres:")],
}
MISSING, COUNTS = "sanitizer.common.extras.MissingExtraError: ", "corpora_stats.base.CountsError: "
CODES: dict[str, list[tuple[str, str]]] = {
    "tables": [
        ("from sanitizer.relational import release", MISSING),
        ("import sanitizer.audit.tables", MISSING),
    ],
    "audit": [
        (
            "from sanitizer.audit import TfidfAttacker; TfidfAttacker({'A B': 'tea', 'C D': 'coffee'})",
            MISSING,
        ),
        (
            "from sanitizer.audit import Hardener; Hardener.with_background({'A': 'tea', 'B': 'milk'}, 1)",
            MISSING,
        ),
    ],
    "corpus": [
        (
            "from pathlib import Path\nfrom corpora_stats.build import Inputs, build\n"
            "build(Inputs([Path('t.txt')]), Path('t.txt.index'))",
            COUNTS,
        ),
        (
            "from pathlib import Path\nfrom corpora_stats.read_texts import read\nlist(read(Path('t.parquet')))",
            COUNTS,
        ),
    ],
    "postgres": [
        (
            "from corpora_stats.named_sources import open_named\nopen_named('postgres://h/d?table=t&column=c')",
            COUNTS,
        ),
    ],
}


@pytest.mark.parametrize("extra", CALLS)
def test_a_missing_extra_is_one_line(files: Path, extra: str) -> None:
    codes, calls = CODES[extra], CALLS[extra]
    raised, called = without(extra, files, [code for code, _ in codes], [call for call, _ in calls])
    for message, (_, kind) in zip(raised, codes, strict=True):
        assert message.startswith(kind) and message.endswith(f"pip install 'semantic-sanitizer[{extra}]'")
    for (status, _, err), (_, part) in zip(called, calls, strict=True):
        assert status == 3, err
        expected = line(part, extra)
        if part.endswith(":"):
            assert err.startswith(f"sanitizer: {part}")
            assert err.endswith(expected.removeprefix(f"sanitizer: {part}"))
        else:
            assert err == expected
    assert not (files / "o").exists()
