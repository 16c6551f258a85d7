"""The examples of README run, in a folder that holds nothing but `examples/`, and print what stands below them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FIRST_MINUTES = re.search(r"^## The first five minutes\n(.*?)^## ", README, re.M | re.S)
EXAMPLES = re.findall(
    r"^```(sh|python)\n(.*?)^```\n```text\n(.*?)^```\n",
    FIRST_MINUTES[1] if FIRST_MINUTES else "",
    re.M | re.S,
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where all examples run, one after the other: some read what others wrote."""
    made = tmp_path_factory.mktemp("readme")
    shutil.copytree(ROOT / "examples", made / "examples")
    return made


def printed(language: str, example: str, folder: Path) -> str:
    """What an example prints, errors and all; it must end well."""
    command = (
        ["bash", "-eo", "pipefail", "-c", example] if language == "sh" else [sys.executable, "-c", example]
    )
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, "PATH": path}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout.decode()
    return done.stdout.decode()


def test_examples_print_what_readme_says(folder: Path) -> None:
    told = [(example, output) for _, example, output in EXAMPLES]
    assert [(example, printed(language, example, folder)) for language, example, _ in EXAMPLES] == told


def test_every_example_has_its_output_below() -> None:
    assert FIRST_MINUTES is not None
    assert len(re.findall(r"^```(?:sh|python)$", FIRST_MINUTES[1], re.M)) == len(EXAMPLES)
