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
from sanitizer.common.integrity import MANIFEST, digests, faults

ROOT = Path(__file__).parent.parent
TEXT = "Mrs Helena Markovic had radiotherapy in Boston."


def test_the_manifest_is_of_these_files() -> None:
    listed = json.loads(MANIFEST.read_text(encoding="utf-8"))
    assert listed == digests(), "shipped data changed: python training/manifest.py"
    assert faults() == []
    assert "sanitizer/text/model/reader/weights.npz" in listed
    assert "kb/data/places.npz" in listed


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide the packages once more, linked where that is possible: what a test damages, it first makes its own."""

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


CALLED = """
import json, sys
from pathlib import Path
import sanitizer.build, sanitizer.commands.sanitize, sanitizer.commands.where
from tests.command import in_a_copy, run_command

text, calls = json.load(sys.stdin)
told = []
for path, content, arguments in calls:
    place, result = Path(path), Path("result.json")
    whole = place.read_bytes()
    place.unlink()  # what is written anew is linked to the package's own no longer
    if content is not None:
        place.write_bytes(bytes.fromhex(content))

    def work():
        done = run_command(*arguments, stdin=text)
        result.write_text(json.dumps([done.returncode, done.stdout, done.stderr]))

    try:
        assert in_a_copy(work) == 0
    finally:
        place.write_bytes(whole)
    told.append(json.loads(result.read_text()))
print(json.dumps(told))
"""
DAMAGED = [
    "sanitizer/text/model/reader/weights.npz",
    "sanitizer/text/data/common.txt",
    "sanitizer/risk/roll_ups/documents.bin",
    "sanitizer/risk/roll_ups/meta.json",
    "kb/data/entities.npz",
    "kb/data/medicines.txt",
    "kb/data/readerless.txt",
    "corpora_stats/default/data/documents.bin",
    "corpora_stats/default/data/meta.json",
]


def told(folder: Path, *calls: tuple[str, bytes | None, list[str]]) -> list[tuple[int, str, str]]:
    """Return what each call of the command comes to while one file of the packages in a folder holds something
    else, or is missing: in a process that uses them, for each call in a fresh copy of it."""
    asked = [(str(folder / name), None if new is None else new.hex(), call) for name, new, call in calls]
    done = subprocess.run(
        [sys.executable, "-c", CALLED],
        input=json.dumps([TEXT, asked]), capture_output=True, text=True, check=False, cwd=folder,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [(status, out, err) for status, out, err in json.loads(done.stdout)]


def changed(path: Path) -> bytes:
    """Return the file with twenty bytes in the middle changed."""
    whole = path.read_bytes()
    middle = len(whole) // 2
    return whole[:middle] + bytes(b ^ 1 for b in whole[middle : middle + 20]) + whole[middle + 20 :]


@pytest.mark.finding("L3")
def test_changed_bytes_and_an_emptied_manifest_stop_the_program(copied: Path) -> None:
    manifest = "sanitizer/manifest.json"
    damages = [(name, changed(copied / name)) for name in DAMAGED] + [
        (manifest, b"{}"),
        (manifest, b"no json"),
    ]
    called = told(copied, *((name, content, ["sanitize", "-"]) for name, content in damages))
    for (name, _), (status, out, err) in zip(damages, called, strict=True):
        assert (status, out) == (3, ""), name
        assert err.startswith(f"sanitizer: {copied / name}"), name
        assert "install" in err and err.count("\n") == 1


def test_all_of_it_is_compared_when_asked(copied: Path) -> None:
    phrases, manifest = "corpora_stats/default/data/phrases.bin", "sanitizer/manifest.json"
    same = (copied / manifest).read_bytes()
    well, missing = told(
        copied, (manifest, same, ["where", "--check"]), (phrases, None, ["where", "--check", "--json"])
    )  # fmt: skip
    assert well[0] == 0, well[2]
    assert "check sums: all as shipped" in well[1]
    assert missing[0] == 3
    assert str(copied / phrases) in missing[2] and missing[2].count("\n") == 1
    assert [str(copied / phrases) in fault for fault in json.loads(missing[1])["damaged"]] == [True]


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
