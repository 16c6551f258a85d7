"""Work shared by processes, however they are started; and by threads."""

import hashlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from corpora_stats.asking import AskedCounts, ProviderEngine
from sanitizer import Sanitizer, UsageError
from sanitizer.common.workers import ordered_map
from sanitizer.recognize.finders.user_lists import Lists, Phrase
from sanitizer.settings import Settings, Threshold
from tests import tiny

ROOT = Path(__file__).parent.parent
TEXTS = ("Ann Miller lives in Oslo.", "Bob Brown was born in Rome in 1961.")

SCRIPT = """
import multiprocessing, sys
from sanitizer import Document, Sanitizer
from sanitizer.commands import main

if __name__ == "__main__":
    method, key, folder, out, *texts = sys.argv[1:]
    multiprocessing.set_start_method(method)
    sanitizer = Sanitizer.default(threshold="least", profile="court", operators={"DATE": "surrogate"}, key=key)
    documents = [Document(str(n), text) for n, text in enumerate(texts)]
    for done in sanitizer.sanitize_many(documents, workers=2):
        print(done.text)
    sys.stdout.flush()
    main(["sanitize", folder, "-o", out, "--quiet", "--workers", "2", "--spread", "collection"])
"""


def test_the_same_bytes_however_processes_are_started(tmp_path: Path) -> None:
    script, key, folder = tmp_path / "many.py", tmp_path / "key", tmp_path / "in"
    script.write_text(SCRIPT)
    key.write_text(hashlib.sha256(b"workers").hexdigest())
    key.chmod(0o600)
    folder.mkdir()
    for number, text in enumerate(TEXTS):
        (folder / f"{number}.txt").write_text(text)
    printed, written = set(), set()
    for method in ("fork", "spawn"):
        call = [sys.executable, script, method, key, folder, tmp_path / method, *TEXTS]
        done = subprocess.run(call, capture_output=True, cwd=ROOT, check=False)
        assert done.returncode == 0, done.stderr.decode()
        printed.add(done.stdout)
        written.add(tuple((tmp_path / method / f"{n}.txt").read_bytes() for n in range(len(TEXTS))))
    assert len(printed) == len(written) == 1
    (lines,) = printed
    assert len(lines.splitlines()) == 2 and b"Miller" not in lines and b"1961" not in lines


def test_what_cannot_be_sent_to_a_process_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sanitizer.common.workers.start_method", lambda: "spawn")
    held = object.__reduce_ex__
    with pytest.raises(UsageError, match="workers: a part of the sanitizer cannot be sent"):
        list(ordered_map(lambda item: held(item, 2), [1, 2], workers=2))


class Outside:
    """A source of counts that says that its questions leave the machine."""

    def __init__(self) -> None:
        self._counts = tiny.counts()

    def __getattr__(self, name: str) -> Any:
        return True if name == "public" else getattr(self._counts, name)


def test_threads_do_not_mix_what_was_asked_and_sent() -> None:
    texts = [f"The {word} of Boston had a garden." for word in ("surgeon", "doctor", "person", "clinic")] * 3

    def made() -> Sanitizer:
        counts = AskedCounts(ProviderEngine(Outside()))
        found = [Lists([Phrase("Boston", "GPE")])]
        settings = Settings(threshold=Threshold("bits", 2.0))
        return Sanitizer(tiny.parse, found, [counts], tiny.TinyKnowledge(), settings)

    alone = [made().sanitize(text) for text in texts]
    shared = made()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(shared.sanitize, texts))
    assert [done.text for done in together] == [done.text for done in alone]
    assert [done.report for done in together] == [done.report for done in alone]
    assert alone[0].sent and alone[0].sent != alone[1].sent


def test_a_sanitizer_never_changes() -> None:
    one = tiny.sanitizer(Phrase("Boston", "GPE"))
    with pytest.raises(AttributeError):
        one.operators = None  # type: ignore[misc]
    other = one.with_(operators={"GPE": "tag"})
    assert other.policy.names == {"GPE": "tag"}
    assert one.policy.names == {} and other.settings is one.settings
