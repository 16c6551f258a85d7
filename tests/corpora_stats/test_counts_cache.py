"""The cache: the same answers as without it, each asked once, nothing forgotten, nothing but text, replayed offline."""

import json
import os
import pickle
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from corpora_stats import cache as cache_module
from corpora_stats.asking import AskedCounts, ProviderEngine, Question, remembered
from corpora_stats.base import UNKNOWN, CountProvider, CountsError, IntArray, Query
from corpora_stats.cache import DiskMemory, default_place, read_export, read_table
from corpora_stats.counts_by_hand import DocumentCounts
from corpora_stats.named_sources import open_named
from sanitizer.commands import main
from tests.contracts.counts import TEXTS, CountsContract
from tests.corpora_stats.servers import Play, serving


class Watched(DocumentCounts):
    """Counts how often each set was asked for."""

    def __init__(self, documents: Sequence[Sequence[str]], minimum_support: int = 1) -> None:
        super().__init__(documents, minimum_support=minimum_support)
        self.asked: Counter[tuple[Query, ...]] = Counter()

    def counts(self, sets: Sequence[Sequence[Query]]) -> IntArray:
        self.asked.update(tuple(queries) for queries in sets)
        return super().counts(sets)


def terms(*words: str) -> list[Query]:
    return [Query.of(word) for word in words]


class TestRemembered(CountsContract):
    @pytest.fixture
    def provider(self, tmp_path: Path) -> CountProvider:
        return remembered(DocumentCounts.from_texts(TEXTS), DiskMemory(tmp_path / "cache"))


class TestRecalled(CountsContract):
    """Every question was asked before, by another process as it were."""

    @pytest.fixture
    def provider(self, tmp_path: Path) -> CountProvider:
        source = DocumentCounts.from_texts(TEXTS, minimum_support=2)
        memory = DiskMemory(tmp_path / "cache")
        words = sorted(
            {w for text in TEXTS for w in text.lower().replace(".", " ").replace(";", " ").split()}
        )
        queries = terms(*words, "zyzzyva quux", "sagrada familia")
        remembered(source, memory).joint(queries, queries)
        return remembered(source, DiskMemory(tmp_path / "cache"))


WORDS = ("tea", "milk", "wine", "salt", "bread")


@settings(max_examples=25, deadline=None)
@given(
    documents=st.lists(st.lists(st.sampled_from(WORDS), max_size=4), min_size=1, max_size=12),
    rows=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=3), max_size=4),
    columns=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=2), max_size=4),
    support=st.integers(1, 3),
)
def test_transparent(
    tmp_path_factory: pytest.TempPathFactory,
    documents: list[list[str]],
    rows: list[list[str]],
    columns: list[list[str]],
    support: int,
) -> None:
    source = Watched(documents, minimum_support=support)
    folder = tmp_path_factory.mktemp("cache") / "counts"
    row_queries, column_queries = [Query.of(*r) for r in rows], [Query.of(*c) for c in columns]
    plain = DocumentCounts(documents, minimum_support=support).joint(row_queries, column_queries)
    for round_ in range(2):
        memory = DiskMemory(folder)
        found = remembered(source, memory).joint(row_queries, column_queries)
        assert (found.rows == plain.rows).all() and (found.columns == plain.columns).all()
        assert (found.joint == plain.joint).all()
        assert set(source.asked.values()) <= {1}, f"round {round_}: a question was asked twice"
        memory.close()


def test_zero_and_unknown_are_remembered_as_they_are(tmp_path: Path) -> None:
    source = Watched([["tea"], ["tea"], ["milk"], ["milk"], ["wine"]], minimum_support=2)
    for _ in range(2):
        provider = remembered(source, DiskMemory(tmp_path / "cache"))
        assert provider.counts([terms("tea", "milk"), terms("wine"), terms("salt")]).tolist() == [0, -1, -1]
    assert max(source.asked.values()) == 1 and len(source.asked) == 5


def test_a_higher_support_later_is_applied_to_what_was_remembered(tmp_path: Path) -> None:
    with serving() as (address, play):
        for support, expected in ((1, [2, 4]), (3, [UNKNOWN, 4])):
            provider = open_named(
                f"elastic:{address}/i?support={support}", DiskMemory(tmp_path / "cache"), environment={}
            )
            assert provider.counts([terms("port"), terms("city")]).tolist() == expected
        assert len(play.requests) == 2  # N, and both terms


def test_offline_answers_from_the_cache_alone(tmp_path: Path) -> None:
    with serving() as (address, play):
        name = f"elastic:{address}/i?support=1"
        with pytest.raises(
            CountsError, match="cannot be asked with --offline, and the cache holds nothing of it"
        ):
            assert open_named(name, DiskMemory(tmp_path / "cache"), offline=True, environment={}).total
        online = open_named(name, DiskMemory(tmp_path / "cache"), environment={})
        first = online.joint(terms("barcelona", "zyzzyva"), terms("city"))
        requests = len(play.requests)
        offline = open_named(name, DiskMemory(tmp_path / "cache"), offline=True, environment={})
        again = offline.joint(terms("barcelona", "zyzzyva"), terms("city"))
        assert (again.joint == first.joint).all() and again.total == first.total
        assert offline.take_missing() == 0
        assert offline.take_sent() == online.take_sent() == ("barcelona", "city", "zyzzyva")
        wider = offline.joint(terms("barcelona", "madrid"), terms("city", "port"))
        assert wider.rows.tolist() == [4, UNKNOWN] and wider.joint.tolist() == [
            [3, UNKNOWN],
            [UNKNOWN, UNKNOWN],
        ]
        assert offline.take_missing() == 2 and offline.take_missing() == 0  # "madrid" and "port"
        assert offline.take_sent() == ("barcelona", "city")
        assert len(play.requests) == requests


def test_nothing_is_evicted_and_nothing_but_text_is_stored(tmp_path: Path) -> None:
    memory = DiskMemory(tmp_path / "cache")
    questions: list[Question] = [((f"term {i}", "other"),) for i in range(3000)]
    memory.keep("source", questions, list(range(3000)))
    assert memory.recall("source", questions) == list(range(3000))
    memory.close()
    with sqlite3.connect(tmp_path / "cache" / "cache.db") as database:
        settings = dict(database.execute("SELECT key, value FROM Settings").fetchall())
        kinds = database.execute("SELECT DISTINCT typeof(key), typeof(value), mode FROM Cache").fetchall()
    assert (
        settings["eviction_policy"] == "none"
        and settings["cull_limit"] == 0
        and settings["size_limit"] > 1 << 50
    )
    assert kinds == [("text", "text", 1)]


def test_a_pickle_put_there_by_another_is_never_read(tmp_path: Path) -> None:
    memory = DiskMemory(tmp_path / "cache")
    memory.keep("source", [(("tea",),)], [5])
    memory.close()

    class Trap:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return (Path.touch, (str(tmp_path / "sprung"),))

    with sqlite3.connect(tmp_path / "cache" / "cache.db") as database:
        database.execute("UPDATE Cache SET mode = 4, value = ?", (pickle.dumps(Trap()),))
    with pytest.raises(CountsError, match="is damaged"):
        DiskMemory(tmp_path / "cache").recall("source", [(("tea",),)])
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize("name", ["../victim/victim.txt", "inside.txt", "/{tmp}/victim/victim.txt"])
def test_a_file_named_by_another_is_never_deleted(tmp_path: Path, name: str) -> None:
    memory = DiskMemory(tmp_path / "cache")
    memory.keep("source", [(("tea",),)], [5])
    export = tmp_path / "export.jsonl"
    export.write_text("".join(memory.export()), encoding="utf-8")
    victims = [tmp_path / "victim" / "victim.txt", tmp_path / "cache" / "inside.txt"]
    for victim in victims:
        victim.parent.mkdir(exist_ok=True)
        victim.write_text("dear")
    named = name.replace("/{tmp}", str(tmp_path))
    with sqlite3.connect(tmp_path / "cache" / "cache.db") as database:
        database.execute("UPDATE Cache SET filename = ?", (named,))
    # opened before it was changed, and opened after
    with pytest.raises(CountsError, match="names files, which would be deleted; nothing was"):
        memory.add(read_export(export.read_text(encoding="utf-8").splitlines(), "export"))
    memory.close()
    with pytest.raises(SystemExit) as ended:
        main(["cache", "import", str(export), "--cache", str(tmp_path / "cache")])
    assert ended.value.code == 3
    assert [victim.read_text() for victim in victims] == ["dear", "dear"]


def test_settings_of_another_in_the_database_are_said(tmp_path: Path) -> None:
    DiskMemory(tmp_path / "cache").close()
    with sqlite3.connect(tmp_path / "cache" / "cache.db") as database:
        database.execute("INSERT INTO Settings VALUES ('disk_surprise', 1)")
    with pytest.raises(CountsError, match=r"is damaged \(TypeError\): delete the folder"):
        DiskMemory(tmp_path / "cache")


def test_the_folder_is_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "a" / "cache"
    DiskMemory(place)
    assert place.stat().st_mode & 0o777 == 0o700
    place.chmod(0o755)
    with pytest.raises(CountsError, match="holds private terms, and others may read it: chmod 700"):
        DiskMemory(place)
    monkeypatch.setenv("XDG_CACHE_HOME", "/x")
    assert default_place() == Path("/x/semantic-sanitizer/counts")
    monkeypatch.setenv("SANITIZER_CACHE", "/y")
    assert default_place() == Path("/y")


def test_a_damaged_database_is_said(tmp_path: Path) -> None:
    memory = DiskMemory(tmp_path / "cache")
    memory.keep("source", [(("tea",),)], [5])
    memory.close()
    for left in (tmp_path / "cache").glob("cache.db-*"):
        left.unlink()
    (tmp_path / "cache" / "cache.db").write_bytes(b"no database" * 1000)
    with pytest.raises(CountsError, match=r"is damaged \(DatabaseError\): delete the folder"):
        DiskMemory(tmp_path / "cache")


def test_answers_older_than_chosen_are_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    today = date(2026, 3, 1)
    monkeypatch.setattr(cache_module, "_today", lambda: today)
    memory = DiskMemory(tmp_path / "cache")
    memory.keep_total("source", 100)
    memory.keep("source", [(("tea",),)], [5])
    today = date(2026, 3, 31)
    assert DiskMemory(tmp_path / "cache", days=30).recall("source", [(("tea",),)]) == [5]
    today = date(2026, 4, 1)
    young = DiskMemory(tmp_path / "cache", days=30)
    assert young.recall("source", [(("tea",),)]) == [None] and young.recall_total("source") is None
    assert DiskMemory(tmp_path / "cache").recall("source", [(("tea",),)]) == [5]  # for ever, unless told
    assert young.keep("source", [(("tea",),)], [6]) == [6]
    assert DiskMemory(tmp_path / "cache").recall("source", [(("tea",),)]) == [6]


def test_the_first_answer_holds(tmp_path: Path) -> None:
    one, other = DiskMemory(tmp_path / "cache"), DiskMemory(tmp_path / "cache")
    assert one.keep("source", [(("tea",),)], [5]) == [5]
    assert other.keep("source", [(("tea",),), (("milk",),)], [6, 7]) == [5, 7]
    assert one.keep_total("source", 10) == 10 and other.keep_total("source", 11) == 10


def test_export_and_import(tmp_path: Path) -> None:
    first = DiskMemory(tmp_path / "first")
    first.keep_total("a", 10)
    first.keep("b", [(("tea", "milk"), ("wine",))], [3])
    first.keep("a", [(("zoo",),), (('café "x"',),)], [0, 5])
    lines = list(first.export())
    assert json.loads(lines[0]) == {"format": "semantic-sanitizer counts 1", "rules": "1"}
    assert [json.loads(line).get("phrases") for line in lines[1:]] == [
        None, [["café \"x\""]], [["zoo"]], [["tea", "milk"], ["wine"]],
    ]  # fmt: skip
    with pytest.raises(CountsError, match="not in order"):
        list(read_export(lines, "file"))  # "tea", "milk" was never sorted: no export of ours
    first.forget("b")
    second = DiskMemory(tmp_path / "second")
    second.keep("a", [(("zoo",),)], [4])
    assert second.add(read_export(list(first.export()), "file")) == 3
    assert list(second.export()) == list(first.export()) == lines[:-1]
    assert second.recall("a", [(("zoo",),)]) == [0]
    assert second.forget() == 3 and len(list(second.export())) == 1


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[]",
        "{}",
        '{"source": "a", "phrases": [["tea"]], "count": 1.5, "day": "2026-01-01"}',
        '{"source": "a", "phrases": [["tea"]], "count": true, "day": "2026-01-01"}',
        '{"source": "a", "phrases": [["tea"]], "count": 1, "day": "yesterday"}',
        '{"source": "a", "phrases": [[5]], "count": 1, "day": "2026-01-01"}',
        '{"source": "a\\nb", "phrases": [["tea"]], "count": 1, "day": "2026-01-01"}',
    ],
)
def test_a_bad_line_leaves_the_cache_as_it_was(tmp_path: Path, line: str) -> None:
    memory = DiskMemory(tmp_path / "cache")
    good = '{"source": "a", "phrases": [["milk"]], "count": 1, "day": "2026-01-01"}'
    head = json.dumps({"format": "semantic-sanitizer counts 1", "rules": "1"})
    with pytest.raises(CountsError, match="file line 3: no line of an export"):
        memory.add(read_export([head, good, line], "file"))
    assert memory.entries() == []
    with pytest.raises(CountsError, match="file line 1"):
        memory.add(read_export([good], "file"))
    old = json.dumps({"format": "semantic-sanitizer counts 1", "rules": "0"})
    with pytest.raises(CountsError, match="version 0 of the normal form"):
        memory.add(read_export([old, good], "file"))


def test_a_plain_table_of_web_counts(tmp_path: Path) -> None:
    table = json.dumps(
        {"a": 1000, "New_York": 50, "new york": 40, "cats": 7, "gone": -1, "...": 5, "too_many": 5000}
    )
    entries, left_out = read_table(table, "table", "google:web?total=1000", 1000, "2010-01-01")
    memory = DiskMemory(tmp_path / "cache")
    assert memory.add(entries) == 4 and left_out == 3
    provider = open_named("google:web?total=1000", memory, offline=True, environment={})
    assert provider.total == 1000
    assert provider.counts([terms("New York"), terms("cat"), terms("gone"), terms("a")]).tolist() == [
        50, 7, UNKNOWN, 1000,
    ]  # fmt: skip
    joint = provider.joint(terms("New York"), terms("cat"))
    assert joint.joint.tolist() == [[UNKNOWN]]  # never counted together: unknown, not zero
    assert provider.take_missing() == 2
    with pytest.raises(CountsError, match="no table of counts"):
        read_table("[1]", "table", "x", 5, "2010-01-01")


CHILD = """
import sys
from pathlib import Path
from corpora_stats.base import Query
from corpora_stats.cache import DiskMemory
from corpora_stats.named_sources import open_named
provider = open_named(sys.argv[1], DiskMemory(Path(sys.argv[2])), environment={})
queries = [Query.of(word) for word in sys.argv[3:]]
joint = provider.joint(queries, queries)
print(joint.joint.sum(), joint.total)
"""


def test_killed_at_random_points_nothing_is_corrupt_and_nothing_counted_twice(tmp_path: Path) -> None:
    words = sorted(
        {w for text in TEXTS[:5] for w in text.lower().replace(".", " ").replace(";", " ").split()}
    )[:13]
    chance, kills, slice_ = random.Random(7), 5, 16

    def child(address: str, cache: Path) -> subprocess.Popen[bytes]:
        name = f"quickwit:{address}/i?field=body&support=1&at_once=1"
        return subprocess.Popen(
            [sys.executable, "-c", CHILD, name, str(cache), *words],
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parent.parent.parent,
            start_new_session=True,
        )

    with serving(Play(slowly=0.002)) as (address, play):
        whole = child(address, tmp_path / "whole")
        expected, _ = whole.communicate()
        assert whole.returncode == 0
        once = Counter(body for _, _, body in play.requests)
        assert set(once.values()) == {1}
        play.requests.clear()
        for _ in range(kills):
            started = child(address, tmp_path / "killed")
            before = len(play.requests)
            while len(play.requests) == before and started.poll() is None:
                time.sleep(0.005)  # it has begun to ask
            time.sleep(chance.uniform(0, 0.2))
            os.killpg(started.pid, signal.SIGKILL)
            started.wait()
            DiskMemory(tmp_path / "killed").check()
        last = child(address, tmp_path / "killed")
        found, _ = last.communicate()
        assert last.returncode == 0 and found == expected
        asked = Counter(body for _, _, body in play.requests)
        assert set(asked) == set(once)
        assert sum(asked.values()) - len(asked) <= kills * slice_  # only what was in flight was asked again
    whole_lines, killed_lines = (
        [json.loads(line) for line in DiskMemory(tmp_path / kind).export()] for kind in ("whole", "killed")
    )
    assert [{**line, "day": ""} for line in whole_lines] == [{**line, "day": ""} for line in killed_lines]
    assert len(killed_lines) == len(once) + 1


def test_many_processes_fill_one_cache(tmp_path: Path) -> None:
    with serving(Play(slowly=0.001)) as (address, _):
        name = f"elastic:{address}/i?field=text&support=1"
        words = ["barcelona", "city", "spain", "madrid", "port", "engineer"]
        children = [
            subprocess.Popen(
                [sys.executable, "-c", CHILD, name, str(tmp_path / "cache"), *words],
                stdout=subprocess.PIPE,
                cwd=Path(__file__).parent.parent.parent,
            )
            for _ in range(4)
        ]
        outputs = {child.communicate()[0] for child in children}
    assert len(outputs) == 1 and all(child.returncode == 0 for child in children)


def test_wrapping_a_provider_keeps_what_it_says_of_itself(tmp_path: Path) -> None:
    source = DocumentCounts([["tea"]] * 5, name="mine", minimum_support=2)
    provider = AskedCounts(ProviderEngine(source), DiskMemory(tmp_path / "cache"))
    told = (
        provider.name,
        provider.unit,
        provider.exact,
        provider.public,
        provider.minimum_support,
        provider.total,
    )
    assert told == ("mine", "document", True, False, 2, 5)
    assert np.array_equal(provider.counts([terms("tea")]), source.counts([terms("tea")]))
