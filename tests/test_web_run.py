"""Counts from beyond this machine through the installed command: asked by name only, listed, remembered, replayed."""

import json
import re
from pathlib import Path

import pytest

from tests.corpora_stats.servers import Play, serving
from tests.test_command import installed, ok, run

FAR = (
    "Quorzim made the grelbon process. The grelbon process is chemistry.",
    "Quorzim has a laboratory with a grelbon.",
    "The grelbon of Quorzim and chemistry.",
    "Chemistry needs a laboratory.",
    "A process of chemistry.",
    "Nothing else.",
    *["Other matters entirely."] * 30,
)
TEXTS = {
    "a.txt": "Quorzim built a grelbon. The chemistry of the grelbon is old.\n",
    "b.txt": "A laboratory in Boston. Quorzim left it.\n",
}


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text)
    (tmp_path / "names.txt").write_text("Quorzim\n")
    return folder


def call(texts: Path, output: str, *more: object) -> list[object]:
    place = texts.parent
    return [
        "sanitize", texts, "-o", place / output, "--report", place / f"{output}.jsonl", "--recognizer",
        f"list:{place / 'names.txt'}", "--counts", "default", *more,
    ]  # fmt: skip


def result(texts: Path, output: str) -> tuple[list[bytes], bytes]:
    files = [(texts.parent / output / name).read_bytes() for name in sorted(TEXTS)]
    return files, (texts.parent / f"{output}.jsonl").read_bytes()


def test_asked_listed_remembered_and_replayed_byte_for_byte(texts: Path, tmp_path: Path) -> None:
    cache = {"SANITIZER_CACHE": str(tmp_path / "cache")}
    with serving(Play(FAR)) as (address, play):
        far = ("--counts", f"elastic:{address}/far?field=text")
        done = ok(*call(texts, "first", *far), **cache)
        first = result(texts, "first")
        asked = {phrase for phrase in play.questions if isinstance(phrase, str)}
        requests = len(play.requests)
        assert requests and "quorzim" in asked
        assert not re.search(
            "quorzim|grelbon", done.stderr.decode(), re.IGNORECASE
        )  # never in what is logged
        entries = [json.loads(line) for line in first[1].splitlines()]
        listed = {entry["term"] for document in entries[:-1] for entry in document["sent"]}
        assert listed == asked
        name = f"elastic:{address}/far?field=text"
        assert {entry["to"] for document in entries[:-1] for entry in document["sent"]} == {name}
        for document in entries[:-1]:
            own, second = document["sources"]
            assert own["name"].startswith("wikipedia") and not own["public"] and own["asked"]
            assert second["name"] == name and second["public"] and second["missing"] == 0
            assert {entry["why"] for entry in second["asked"]} == {"below the support of those before"}
            [sensitive] = document["sensitive"]
            assert (
                sensitive["term"] == "Quorzim" and sensitive["documents"] == 3 and sensitive["source"] == name
            )
        assert entries[-1]["sent"] == {name: sum(len(document["sent"]) for document in entries[:-1])}

        installed(*call(texts, "second", *far, "--workers", "2"), **cache)
        assert result(texts, "second") == first and len(play.requests) == requests
        ok("cache", "export", tmp_path / "counts.jsonl", **cache)
        assert (tmp_path / "counts.jsonl").stat().st_mode & 0o777 == 0o600

    refused = run(*call(texts, "third", *far, "--offline", "--cache", tmp_path / "other"), **cache)
    assert refused.returncode == 3 and refused.stderr.decode().count("\n") == 1
    assert "cannot be asked with --offline, and the cache holds nothing of it" in refused.stderr.decode()
    ok("cache", "import", tmp_path / "counts.jsonl", "--cache", tmp_path / "other")
    ok(*call(texts, "third", *far, "--cache", tmp_path / "other"), SANITIZER_OFFLINE="1")
    assert result(texts, "third") == first
    ok("cache", "export", tmp_path / "again.jsonl", "--cache", tmp_path / "other")
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "counts.jsonl").read_bytes()


def test_what_the_cache_lacks_is_unknown_and_counted_offline(texts: Path, tmp_path: Path) -> None:
    with serving(Play(FAR)) as (address, play):
        far = ("--counts", f"elastic:{address}/far?field=text")
        told = ok("count", "quorzim", "--counts", far[1], "--cache", tmp_path / "cache")
        assert b"h = 3" in told.stdout
        requests = len(play.requests)
        ok(*call(texts, "out", *far, "--offline", "--cache", tmp_path / "cache"))
        assert len(play.requests) == requests
    entries = [json.loads(line) for line in result(texts, "out")[1].splitlines()]
    assert all(document["sources"][1]["missing"] > 0 for document in entries[:-1])
    assert {entry["term"] for document in entries[:-1] for entry in document["sent"]} == {"quorzim"}


def test_nothing_leaves_unless_a_source_is_named(texts: Path, tmp_path: Path) -> None:
    ok(*call(texts, "out"), SANITIZER_CACHE=str(tmp_path / "cache"))
    entries = [json.loads(line) for line in result(texts, "out")[1].splitlines()]
    assert all(document["sent"] == [] for document in entries[:-1]) and entries[-1]["sent"] == {}
    assert not (tmp_path / "cache").exists()


def test_a_source_that_fails_stops_the_run_and_resume_goes_on(texts: Path, tmp_path: Path) -> None:
    cache = {"SANITIZER_CACHE": str(tmp_path / "cache")}
    with serving(Play(FAR)) as (address, play):
        far = ("--counts", f"elastic:{address}/far?field=text&tries=1")
        play.faults = ["", "", "", "status:503"]
        stopped = run(*call(texts, "out", *far), **cache)
        assert stopped.returncode == 3 and "the server answers 503" in stopped.stderr.decode()
        assert "quorzim" not in stopped.stderr.decode().lower() and "Traceback" not in stopped.stderr.decode()
        assert not (texts.parent / "out.jsonl").exists()
        ok(*call(texts, "out", *far, "--resume"), **cache)
        ok(*call(texts, "whole", *far), **cache)
    assert result(texts, "out") == result(texts, "whole")


def test_count_says_who_was_asked_and_why(tmp_path: Path) -> None:
    with serving(Play(FAR)) as (address, _):
        name = f"elastic:{address}/far?field=text"
        call = (
            "count",
            "chemistry",
            "quorzim",
            "--counts",
            "default",
            "--counts",
            name,
            "--cache",
            tmp_path / "c",
        )
        told = json.loads(ok(*call, "--json").stdout)
        assert [row["source"] for row in told["terms"]] == [told["sources"][0]["name"], name]
        assert told["terms"][1]["h"] == 3
        [pair] = told["pairs"]
        assert pair["source"] == name and pair["h"] == 2
        # PMI = log2(36 * 2 / (4 * 3)), all from one source
        assert pair["pmi"] == 2.585
        assert told["sources"][1]["asked"] == [
            {"what": "pairs", "why": "below the support of those before", "questions": 1, "known": 1},
            {"what": "terms", "why": "below the support of those before", "questions": 1, "known": 1},
        ]
        assert told["sent"] == [{"term": "chemistry", "to": name}, {"term": "quorzim", "to": name}]
        words = ok(*call).stdout.decode()
        assert f"({name})" in words
        info = json.loads(ok("cache", "info", "--json", "--cache", tmp_path / "c").stdout)
        [source] = info["sources"]
        assert source["source"] == name and source["N"] == 36 and source["counts"] == 3
        assert "3 counts" in ok("cache", "info", "--cache", tmp_path / "c").stdout.decode()


def test_a_table_of_web_counts_answers_offline(tmp_path: Path) -> None:
    table = tmp_path / "hits.json"
    table.write_text(json.dumps({"a": 1000, "new_york": 100, "tea": 10, "gone": -1}))
    source, cache = "google:web?total=1000", ("--cache", tmp_path / "cache")
    imported = ok(
        "cache", "import", table, "--table", source, "--total", "1000", "--day", "2010-05-01", *cache
    )
    assert b"4 counts imported, 1 rows left out" in imported.stderr
    told = json.loads(
        ok("count", "New York", "tea", "--counts", source, "--offline", "--json", *cache).stdout
    )
    assert [row["h"] for row in told["terms"]] == [100, 10] and told["N"] == 1000 and not told["exact"]
    assert told["pairs"][0]["h"] is None and told["sources"][0]["missing"] == 1
    assert b"left open" in ok("count", "New York", "tea", "--counts", source, "--offline", *cache).stdout
    assert b"2010-05-01" in ok("cache", "info", *cache).stdout


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["count", "tea", "--counts", "elastic:http://127.0.0.1:9/i?tries=1"], 3, "no connection"),
        (["count", "tea", "--counts", "elastic:nowhere"], 3, "expected elastic:http"),
        (["count", "tea", "--counts", "google:web?total=5"], 3, "GOOGLE_API_KEY"),
        (["cache", "import", "none.jsonl"], 2, "none.jsonl cannot be read"),
        (["cache", "import", "here.txt"], 3, "here.txt line 1: no line of an export"),
        (["cache", "import", "here.txt", "--table", "google:x?total=5"], 2, "needs --total"),
        (["cache", "export", "out.jsonl"], 2, "holds nothing"),
        (["cache", "clear"], 130, "Forget all counts"),
    ],
)
def test_errors_are_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], status: int, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here.txt").write_text("hello\n")
    done = run(*arguments, SANITIZER_CACHE=str(tmp_path / "cache"), GOOGLE_API_KEY="")
    said = (done.stdout + done.stderr).decode()
    assert done.returncode == status, said
    assert words in said and "Traceback" not in said


def test_clear(tmp_path: Path) -> None:
    table = tmp_path / "hits.json"
    table.write_text('{"tea": 10}')
    cache = ("--cache", tmp_path / "cache")
    for total in ("100", "200"):
        ok("cache", "import", table, "--table", f"google:web?total={total}", "--total", total, *cache)
    assert (
        b"2 counts forgotten"
        in ok("cache", "clear", "--source", "google:web?total=100", "--yes", *cache).stderr
    )
    assert b"2 counts forgotten" in ok("cache", "clear", *cache, stdin="y\n").stderr
