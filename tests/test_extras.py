"""The base sanitizes texts without the libraries of extras; what needs them says in one line what to install."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sanitizer.extras import EXTRAS

ROOT = Path(__file__).parent.parent
BLOCKED = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {blocked!r}:
            raise ImportError(name + " is blocked")

sys.meta_path.insert(0, Blocker())
"""
COMMAND = "from sanitizer.commands import main\nmain(sys.argv[1:])\n"


def run(
    code: str, *arguments: str, text: str = "", extra: str | None = None
) -> "subprocess.CompletedProcess[str]":
    """Python without the libraries of one extra, or of all."""
    blocked = sorted(
        {module for name, modules in EXTRAS.items() if extra in (None, name) for module in modules}
    )
    return subprocess.run(
        [sys.executable, "-c", BLOCKED.format(blocked=blocked) + code, *arguments],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT), "SANITIZER_PLUGINS": "none"},
    )


def line(part: str, extra: str) -> str:
    return f"sanitizer: {part} needs the extra \"{extra}\": pip install 'semantic-sanitizer[{extra}]'\n"


def test_the_base_sanitizes_a_text() -> None:
    done = run(COMMAND, "sanitize", "-", text="Mrs Helena Marković had radiotherapy in Boston.\n")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert "Marković" not in done.stdout


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "t.toml").write_text('[table]\nfile = "t.csv"\n')
    (tmp_path / "t.csv").write_text("name,text\nAna Horvat,We had tea.\n")
    (tmp_path / "t.txt").write_text("We had tea.")
    (tmp_path / "people.json").write_text('{"Ana Horvat": "tea", "Ivo Kos": "coffee"}')
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "part", "extra"),
    [
        (["release", "t.toml"], "release", "tables"),
        (["scan", "t.csv"], "scan", "tables"),
        (["verify", "--definition", "t.toml"], "verify", "tables"),
        (["sweep", "t.toml"], "sweep of a table", "tables"),
        (["sweep", "t.txt", "--background", "people.json"], "sweep --background", "audit"),
        (["audit", "t.csv", "--quasi", "name"], "audit --quasi", "tables"),
        (["audit", "t.txt", "--background", "people.json"], "audit --background", "audit"),
        (
            ["sanitize", "t.txt", "--harden", "1", "--background", "people.json", "-o", "o"],
            "--harden",
            "audit",
        ),
        (["corpus", "build", "t.txt", "-o", "index"], "corpus", "corpus"),
        (["count", "tea", "--counts", "postgres://h/d?table=t&column=c"], "postgres:", "postgres"),
    ],
)
def test_a_missing_extra_is_one_line(files: Path, arguments: list[str], part: str, extra: str) -> None:
    paths = [str(files / word) if (files / word).exists() else word for word in arguments]
    done = run(COMMAND, *paths, extra=extra)
    assert done.returncode == 3, done.stderr
    expected = line(part, extra)
    if part.endswith(":"):
        assert done.stderr.startswith(f"sanitizer: {part}")
        assert done.stderr.endswith(expected.removeprefix(f"sanitizer: {part}"))
    else:
        assert done.stderr == expected
    assert not (files / "o").exists()


@pytest.mark.parametrize("command", ["release", "scan", "verify", "audit", "corpus", "report", "sweep"])
def test_help_needs_no_extra(command: str) -> None:
    assert run(COMMAND, command, "--help").returncode == 0


@pytest.mark.parametrize(
    ("code", "extra"),
    [
        ("from sanitizer.relational import release", "tables"),
        ("import sanitizer.audit.tables", "tables"),
        (
            "from sanitizer.audit import TfidfAttacker; TfidfAttacker({'A B': 'tea', 'C D': 'coffee'})",
            "audit",
        ),
        (
            "from sanitizer.audit import Hardener; Hardener.with_background({'A': 'tea', 'B': 'milk'}, 1)",
            "audit",
        ),
    ],
)
def test_python_says_what_to_install(code: str, extra: str) -> None:
    done = run(code, extra=extra)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("sanitizer.extras.MissingExtraError: ")
    assert last.endswith(f"pip install 'semantic-sanitizer[{extra}]'")


@pytest.mark.parametrize(
    ("code", "extra"),
    [
        (
            "from pathlib import Path\nfrom corpora_stats.build import Inputs, build\n"
            "build(Inputs([Path(sys.argv[1])]), Path(sys.argv[1] + '.index'))",
            "corpus",
        ),
        (
            "from pathlib import Path\nfrom corpora_stats.sources import read\nlist(read(Path('t.parquet')))",
            "corpus",
        ),
        (
            "from corpora_stats.named import open_named\nopen_named('postgres://h/d?table=t&column=c')",
            "postgres",
        ),
    ],
)
def test_counts_say_what_to_install(files: Path, code: str, extra: str) -> None:
    done = run(code, str(files / "t.txt"), extra=extra)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("corpora_stats.base.CountsError: ")
    assert last.endswith(f"pip install 'semantic-sanitizer[{extra}]'")
