"""Parts of others: the plug-in of `tests/plugin` is installed as a user would install it, and used by name."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

PLUGIN = Path(__file__).parent / "plugin"
COMMAND = str(Path(sys.executable).parent / "sanitizer")
Call = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the plug-in; neither the network nor the environment is touched."""
    folder = tmp_path_factory.mktemp("site")
    source = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "badge_parts.py"):  # pip builds beside the sources
        (source / name).write_text((PLUGIN / name).read_text(encoding="utf-8"), encoding="utf-8")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--no-build-isolation",
    ]
    subprocess.run([*pip, "--target", str(folder), str(source)], check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def call(site: Path) -> Call:
    path = os.pathsep.join(filter(None, [str(site), os.environ.get("PYTHONPATH")]))

    def run(
        *arguments: str, plugins: str | None = None, text: str = ""
    ) -> "subprocess.CompletedProcess[str]":
        environment = {k: v for k, v in os.environ.items() if k != "SANITIZER_PLUGINS"} | {"PYTHONPATH": path}
        if plugins is not None:
            environment["SANITIZER_PLUGINS"] = plugins
        return subprocess.run(
            [COMMAND, *arguments], input=text, capture_output=True, text=True, env=environment, check=False
        )

    return run


def test_parts_lists_them_with_their_package(call: Call) -> None:
    rows = json.loads(call("parts", "--json").stdout)
    ours = {(row["kind"], row["name"]) for row in rows if row["from"] == "badge-parts 1.2"}
    assert ours == {
        ("recognizers", "badge"),
        ("operators", "initials"),
        ("knowledge_bases", "bees"),
        ("count_sources", "hive"),
        ("commands", "badges"),
    }
    assert all(row["what"] for row in rows)


def test_recognizer_and_operator_by_name(call: Call) -> None:
    arguments = ("sanitize", "-", "--recognizer", "badge:QX", "--operator", "CODE=initials:dot=!", "--quiet")
    done = call(*arguments, text="The badge QX-4711 was found in the corridor.")
    assert (done.returncode, done.stdout) == (0, "The badge Q! was found in the corridor."), done.stderr


def test_knowledge_and_counts_by_name(call: Call) -> None:
    told = call("count", "bee", "--counts", "hive:8")
    assert told.returncode == 0, told.stderr
    assert "hive:8" in told.stdout
    arguments = ("sanitize", "-", "--kb", "bees", "--counts", "hive:8", "--recognizer", "badge", "--quiet")
    done = call(*arguments, text="The badge NX-0042 was found beside a bee.")
    assert "NX-0042" not in done.stdout, done.stderr


def test_command_by_name(call: Call) -> None:
    assert call("badges", "NX-1234 and NX-9999").stdout == "2\n"
    assert "badges" in call("--help").stdout


def test_none_is_loaded_where_none_is_wanted(call: Call) -> None:
    done = call("sanitize", "-", "--recognizer", "badge", plugins="none", text="x")
    assert done.returncode == 2
    assert "'badge' is not one of" in done.stderr


def test_a_wanted_plugin_that_is_missing_is_said(call: Call) -> None:
    done = call("parts", plugins="badges,bagdes")
    assert done.returncode == 2
    assert "no plug-in 'bagdes' is installed (installed: badges)" in done.stderr
