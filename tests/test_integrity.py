"""Damaged data end with one line and status 3, wherever the damage is; a program that is well says so."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kb.base import KnowledgeBaseError
from kb.lookup import read_arrays, write_arrays
from sanitizer.integrity import MANIFEST, digests, faults

ROOT = Path(__file__).parent.parent
TEXT = "Mrs Helena Markovic had radiotherapy in Boston."


def test_the_manifest_is_of_these_files() -> None:
    listed = json.loads(MANIFEST.read_text(encoding="utf-8"))
    assert listed == digests(), "shipped data changed: python training/manifest.py"
    assert faults() == []
    assert "sanitizer/text/model/ner/model" in listed
    assert "kb/data/places.npz" in listed


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packages once more, linked where that is possible: what a test damages, it first makes its own."""

    def linked(source: str, target: str) -> None:
        try:
            os.link(source, target)
        except OSError:
            shutil.copy2(source, target)

    folder = tmp_path_factory.mktemp("copied")
    for package in ("sanitizer", "kb", "corpora_stats"):
        shutil.copytree(
            ROOT / package,
            folder / package,
            copy_function=linked,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    return folder


def run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "sanitizer", *arguments],
        input=TEXT, capture_output=True, text=True, check=False, cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
    )  # fmt: skip


def replace(path: Path, content: bytes) -> None:
    """Write a file that is no longer linked to the package's own."""
    path.unlink()
    path.write_bytes(content)


@pytest.mark.parametrize(
    "name",
    [
        "sanitizer/text/model/ner/model",
        "sanitizer/text/model/vocab/vectors",
        "sanitizer/text/data/surnames.txt",
        "sanitizer/risk/roll_ups/documents.bin",
        "sanitizer/risk/roll_ups/meta.json",
        "kb/data/entities.npz",
        "kb/data/medicines.txt",
        "kb/data/readerless.txt",
        "corpora_stats/default/data/documents.bin",
        "corpora_stats/default/data/meta.json",
    ],
)
def test_twenty_changed_bytes_stop_the_program(copied: Path, name: str) -> None:
    path = copied / name
    whole = path.read_bytes()
    middle = len(whole) // 2
    changed = bytes(b ^ 1 for b in whole[middle : middle + 20])
    replace(path, whole[:middle] + changed + whole[middle + 20 :])
    try:
        told = run(copied, "sanitize", "-")
    finally:
        replace(path, whole)
    assert (told.returncode, told.stdout) == (3, "")
    assert told.stderr.startswith(f"sanitizer: {path}")
    assert "install" in told.stderr and told.stderr.count("\n") == 1


def test_all_of_it_is_compared_when_asked(copied: Path) -> None:
    told = run(copied, "where", "--check")
    assert told.returncode == 0, told.stderr
    assert "check sums: all as shipped" in told.stdout
    path = copied / "corpora_stats/default/data/phrases.bin"
    whole = path.read_bytes()
    path.unlink()
    try:
        told = run(copied, "where", "--check", "--json")
    finally:
        path.write_bytes(whole)
    assert told.returncode == 3
    assert str(path) in told.stderr and told.stderr.count("\n") == 1
    assert [str(path) in fault for fault in json.loads(told.stdout)["damaged"]] == [True]


def test_an_emptied_manifest_lets_nothing_pass(copied: Path) -> None:
    path = copied / "sanitizer/manifest.json"
    whole = path.read_bytes()
    for content in (b"{}", b"no json"):
        replace(path, content)
        told = run(copied, "sanitize", "-")
        assert (told.returncode, told.stdout) == (3, "")
        assert "manifest.json" in told.stderr and told.stderr.count("\n") == 1
    replace(path, whole)


def test_damage_anywhere_in_an_archive_of_arrays_is_said(tmp_path: Path) -> None:
    path = tmp_path / "base.npz"
    write_arrays(path, {"numbers": np.arange(40), "more": np.arange(3)})
    whole = path.read_bytes()
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            arrays = read_arrays(path, ["numbers", "more"])
        except KnowledgeBaseError:
            continue
        assert list(arrays["numbers"]) == list(range(40))  # the damage lies in what is not read
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(KnowledgeBaseError, match="damaged, or not a compiled knowledge base"):
        read_arrays(path, ["numbers"])
