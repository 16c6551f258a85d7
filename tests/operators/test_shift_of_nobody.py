"""Date-shift without ids: every text has an offset of its own, never one for all."""

import io
import json
from pathlib import Path

import pytest

from sanitizer import Sanitizer
from sanitizer.common.keys import Key
from sanitizer.operators.policy import Policy
from sanitizer.types import Document
from tests.command import run_command

TEXTS = [f"{name} was admitted on 3 May 1991." for name in ("Helena Marković", "Gary Whitcombe", "Ann Byrne")]

KEY = Key(bytes.fromhex("8f0b7d13a45c29e6d1907b3f5c62e84a"))


def _dates(texts: list[str]) -> list[str]:
    return [text.split(" on ")[1] for text in texts]


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer.default(operators=Policy.parse({"DATE": "date-shift"}, KEY))


@pytest.mark.finding("H5")
def test_texts_from_python_are_shifted_each_by_its_own(sanitizer: Sanitizer) -> None:
    shifted = _dates([sanitizer.sanitize(text).text for text in TEXTS])
    assert len(set(shifted)) == len(TEXTS)
    assert shifted == _dates([sanitizer.sanitize(text).text for text in TEXTS])


@pytest.mark.finding("H5")
def test_standard_input_is_nobody(sanitizer: Sanitizer) -> None:
    shifted = _dates([sanitizer.sanitize(Document("-", text)).text for text in TEXTS])
    assert len(set(shifted)) == len(TEXTS)


def test_who_is_named_keeps_one_offset(sanitizer: Sanitizer) -> None:
    assert len(set(_dates([sanitizer.sanitize(Document("7", text)).text for text in TEXTS]))) == 1


@pytest.mark.finding("H5")
def test_rows_without_ids_do_not_share_by_their_number(tmp_path: Path) -> None:
    key = tmp_path / "k.key"
    key.write_bytes(bytes(range(7, 39)))
    key.chmod(0o600)
    shifted = []
    for number, text in enumerate(TEXTS):
        source, out = tmp_path / f"{number}.jsonl", tmp_path / f"o{number}.jsonl"
        source.write_text(json.dumps({"text": text}) + "\n", encoding="utf-8")
        options = ["--operator", "DATE=date-shift", "--key-file", key]
        done = run_command("sanitize", source, "-o", out, *options)
        assert done.returncode == 0, done.stderr
        shifted += [json.loads(line)["text"] for line in io.StringIO(out.read_text(encoding="utf-8"))]
    assert len(set(_dates(shifted))) == len(TEXTS)
