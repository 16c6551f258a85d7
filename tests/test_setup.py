"""The set-up: what is missing is installed or named at once; what the packages import is what is declared."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from sanitizer.common.extras import EXTRAS

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGES = ("sanitizer", "kb", "corpora_stats")
IMPORTED_AS = {
    "faker": "faker", "markdown-it-py": "markdown_it", "phonenumberslite": "phonenumbers", "psycopg": "psycopg",
    "pyahocorasick": "ahocorasick",
    "python-stdnum": "stdnum", "scikit-learn": "sklearn",
}  # fmt: skip
"""Project by project, where the name differs from that of what is imported."""

OPTIONAL = {"infini_gram", "transformers", "gliner", "presidio_analyzer", "tldextract"}
"""Only where the user put them: a local infini-gram index (docs/counts.md), recognizers of other projects."""


def imported() -> set[str]:
    names: set[str] = set()
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            names |= set(re.findall(r'import_module\(f?"(\w+)', text))
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Import):
                    names |= {alias.name.split(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    names.add(node.module.split(".")[0])
    return names - OPTIONAL - set(sys.stdlib_module_names) - set(PACKAGES)


def modules_of(requirements: list[str]) -> set[str]:
    names = {Requirement(line).name for line in requirements}
    return {IMPORTED_AS.get(name, name.replace("-", "_")) for name in names}


@pytest.mark.finding("L9")
def test_what_is_declared_is_what_is_imported() -> None:
    base = modules_of(PROJECT["dependencies"])
    declared = {extra: modules_of(PROJECT["optional-dependencies"][extra]) for extra in EXTRAS}
    assert declared == {extra: set(modules) for extra, modules in EXTRAS.items()}
    assert not base & set().union(*declared.values())
    assert base.union(*declared.values()) == imported()


def test_the_extra_all_is_all_extras_and_dev_has_it() -> None:
    optional = PROJECT["optional-dependencies"]
    (all_of_them,) = (Requirement(line) for line in optional["all"])
    assert (all_of_them.name, all_of_them.extras) == (PROJECT["name"], set(EXTRAS))
    assert f"{PROJECT['name']}[all]" in optional["dev"]


@pytest.mark.finding("L9")
def test_the_versions_of_ci_are_those_that_are_asked_for() -> None:
    lines = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    fixed = dict(line.split("==") for line in lines if not line.startswith("#"))
    optional = PROJECT["optional-dependencies"]
    lines_of = [PROJECT["dependencies"], *(optional[extra] for extra in (*EXTRAS, "dev"))]
    for line in (line for lines in lines_of for line in lines):
        wanted = Requirement(line)
        if wanted.name == PROJECT["name"]:
            continue
        version = fixed.get(wanted.name.lower().replace("_", "-"))
        assert version is not None, f"{wanted.name} is not in .ci/constraints.txt: make constraints"
        assert wanted.specifier.contains(version), f"{line} is not {version}: make constraints"
    assert not re.search(r"://|@", "\n".join(lines))


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """Provide a machine that lacks Python's venv and WordNet; its apt-get notes its call and puts WordNet there."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "packages", tmp_path / ".ci")
    tools = {
        "id": "echo ${FAKE_ID:-1000}",
        "sudo": 'test "${FAKE_SUDO:-}" = yes || exit 1; shift; FAKE_ID=0 exec "$@"',
        "apt-get": f'echo "$@" >> {tmp_path}/calls; mkdir -p {tmp_path}/wordnet; cd {tmp_path}/wordnet\n'
        'case "$*" in *install*) touch data.noun index.sense; chmod +x ../bin/python3;; esac',
        "python3": "exit ${FAKE_PYTHON:-0}",
    }
    (tmp_path / "bin").mkdir()
    for name, body in tools.items():
        tool = tmp_path / "bin" / name
        tool.write_text(f"#!/bin/sh\n{body}\n")
        tool.chmod(0o755 if name != "python3" else 0o644)
    return tmp_path


def packages(machine: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["bash", str(machine / ".ci" / "packages"), "venv", "wordnet"],
        env={
            "PATH": f"{machine / 'bin'}:/usr/bin:/bin",
            "WORDNET_DIR": str(machine / "wordnet"),
            "PYTHON": str(machine / "bin" / "python3"),
            "HOME": os.environ.get("HOME", "/"),
        }
        | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_one_line_names_all_that_is_missing(machine: Path) -> None:
    told = packages(machine)
    assert told.returncode == 3
    assert told.stderr == (
        "missing: apt-get install python3 python3-venv wordnet-base wordnet-sense-index (as root), "
        "then call this again\n"
    )
    assert not (machine / "calls").exists()


@pytest.mark.parametrize("who", [{"FAKE_ID": "0"}, {"FAKE_SUDO": "yes"}])
def test_what_is_missing_is_installed(machine: Path, who: dict[str, str]) -> None:
    told = packages(machine, **who)
    assert told.returncode == 0, told.stderr
    update, install = (machine / "calls").read_text().splitlines()
    assert update.endswith("update")
    assert install.endswith("install python3 python3-venv wordnet-base wordnet-sense-index")
    assert packages(machine, **who).returncode == 0
    assert len((machine / "calls").read_text().splitlines()) == 2  # the second time nothing is done


def test_wordnet_goes_into_the_environment_whatever_python_made_it(tmp_path: Path) -> None:
    for folder in ("tests", ".venv/bin", "wordnet"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "setup.sh", tmp_path / "tests")
    own = tmp_path / ".venv" / "bin" / "python"
    own.write_text(f"#!/bin/sh\necho {tmp_path}/.venv\n")
    own.chmod(0o755)
    parts = ("noun", "verb", "adj", "adv")
    for name in ("cntlist.rev", "index.sense", *(f"{kind}.{p}" for kind in ("index", "data") for p in parts)):
        (tmp_path / "wordnet" / name).touch()
    for part in parts:
        (tmp_path / "wordnet" / f"{part}.exc").touch()
    environment = {"PATH": "/usr/bin:/bin", "PYTHON": "python3", "WORDNET_DIR": str(tmp_path / "wordnet")}
    subprocess.run(["bash", str(tmp_path / "tests" / "setup.sh")], env=environment, check=True)
    found = tmp_path / ".venv" / "nltk_data" / "corpora" / "wordnet"
    assert len(list(found.iterdir())) == 15
    assert (found / "lexnames").read_text().startswith("00\tadj.all\t3\n")


def test_a_python_that_stays_too_old_is_told(machine: Path) -> None:
    told = packages(machine, FAKE_ID="0", FAKE_PYTHON="1")
    assert told.returncode == 3
    assert "still missing after the installation: python3 python3-venv (Python 3.11 or newer" in told.stderr
