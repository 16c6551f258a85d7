import bz2
import gzip
import json
import lzma
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import parquet

from corpora_stats import read_texts
from corpora_stats.base import CountProvider, CountsError, Query
from corpora_stats.build import Effort, Inputs, add, build
from corpora_stats.counts_by_hand import DocumentCounts
from corpora_stats.index import MARGIN, check, open_index, word_hashes
from corpora_stats.index_blocks import Blocks, split_units
from corpora_stats.normalize import BOUNDARY, fold
from sanitizer.commands import main
from tests.contracts.counts import TEXTS, CountsContract


def write_texts(path: Path, texts: tuple[str, ...]) -> Path:
    path.write_text("".join(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(texts)))
    return path


def count(index: Path, *phrases: str) -> list[int]:
    counts = open_index(index, minimum_support=1).counts([[Query.of(phrase)] for phrase in phrases])
    return [int(n) for n in counts]


class TestIndex(CountsContract):
    @pytest.fixture
    def provider(self, tmp_path: Path) -> CountProvider:
        build(
            Inputs([write_texts(tmp_path / "texts.jsonl", TEXTS)]),
            tmp_path / "my.index",
            effort=Effort(workers=1),
        )
        return open_index(tmp_path / "my.index", minimum_support=1)


class TestIndexOfSeveralBlocksAndSegments(CountsContract):
    @pytest.fixture
    def provider(self, tmp_path: Path) -> CountProvider:
        first, rest = (
            write_texts(tmp_path / "1.jsonl", TEXTS[:3]),
            write_texts(tmp_path / "2.jsonl", TEXTS[3:]),
        )
        build(Inputs([first]), tmp_path / "my.index", effort=Effort(workers=1, block=60))
        add(Inputs([rest]), tmp_path / "my.index", effort=Effort(workers=1, block=60))
        return open_index(tmp_path / "my.index")


SPACES = "".join(chr(code) for code in range(0x3001) if chr(code).isspace())
AWKWARD = st.text(
    alphabet=st.sampled_from("abAsS'’.,;:!?\"“”()[]{}|=_-–—/&+#$19é²ß€ß\ud800\u0301" + "\n" * 3 + " " * 5),
    max_size=40,
)
TRICKY = (
    'Dr. prof. Prof. approx. Mrs Teas (tea), "Teas\'" gen., tea." U.S. J.-P. x-ray -- – — _it_ Dr._ [b] 1,000 3.5. '
    "1896–1971, 87-year-old (–) -, , . Barcelona's’ Köhler's, Inc. Jr.; 1950 c++ AT&T a/b “q”-r s'- is...the 'tis "
    "rock'n'roll x––y O'Neill's-bar TEA"
)
PIECES = st.lists(st.sampled_from(TRICKY.split()), max_size=8).map("".join)


@settings(deadline=None)
@given(st.lists(AWKWARD | PIECES | st.text(alphabet="ab" + SPACES) | st.text(), min_size=1, max_size=5))
def test_a_block_holds_the_words_of_the_folded_texts(texts: list[str]) -> None:
    block = Blocks().make(texts)
    expected: dict[str, list[int]] = {}
    position, starts = MARGIN, []
    for text in texts:
        starts.append(position)
        for word in fold(text).split():
            if word != BOUNDARY:
                expected.setdefault(word, []).append(position)
            position += 1
        position += 1
    words = list(expected)
    order = np.argsort(word_hashes(words))
    assert block.starts.tolist() == starts
    assert block.length == position
    assert block.words.tolist() == word_hashes(words)[order].tolist()
    assert block.positions.tolist() == [at for i in order for at in expected[words[i]]]


@settings(max_examples=20, deadline=None)
@given(
    st.lists(
        st.lists(st.sampled_from(["tea", "milk", "Teas", "cup,", "cup."]), max_size=9), min_size=1, max_size=7
    )
)
def test_phrases_of_any_length_agree_with_slow_counts(
    tmp_path_factory: pytest.TempPathFactory, words: list[list[str]]
) -> None:
    texts = tuple(" ".join(text) for text in words)
    folder = tmp_path_factory.mktemp("index")
    build(
        Inputs([write_texts(folder / "texts.jsonl", texts)]),
        folder / "my.index",
        effort=Effort(workers=1, block=30),
    )
    fast = open_index(folder / "my.index", minimum_support=1)
    slow = DocumentCounts.from_texts(texts, longest=6)
    phrases = ("tea", "milk", "cup", "tea milk", "milk cup tea", "tea tea", "milk tea milk tea cup")
    queries = [Query.of(phrase) for phrase in phrases]
    assert fast.joint(queries, queries).joint.tolist() == slow.joint(queries, queries).joint.tolist()
    assert fast.total == len(texts)


def test_units_of_counting(tmp_path: Path) -> None:
    text = "Dr. Smith drinks tea. He likes it!\n\nThe U.S. drinks coffee. So does J. Smith."
    assert split_units(text, "sentence") == [
        "Dr. Smith drinks tea.",
        "He likes it!",
        "The U.S. drinks coffee.",
        "So does J. Smith.",
    ]
    assert len(split_units(text, "paragraph")) == 2
    source = write_texts(tmp_path / "texts.jsonl", (text, "Tea"))
    for unit, total, smith in (("document", 2, 1), ("paragraph", 3, 2), ("sentence", 5, 2)):
        index = tmp_path / unit
        build(Inputs([source]), index, unit=unit, effort=Effort(workers=1))
        provider = open_index(index)
        assert (provider.unit, provider.total) == (unit, total)
        assert count(index, "Smith", "tea") == [smith, 2]


PAGE = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/">
<page><title>Tea</title><ns>0</ns><id>7</id><revision><id>8</id><text>'''Tea''' is a {{a|{{b}}}}[[drink|hot drink]].
== History == [[File:x.png|a [[cup]]]]&lt;ref&gt;no&lt;/ref&gt;
{| class=x
| table
|}</text></revision></page>
<page><title>Talk:Tea</title><ns>1</ns><id>9</id><revision><id>9</id><text>chatter</text></revision></page>
<page><title>Teas</title><ns>0</ns><id>10</id><redirect title="Tea"/><revision><text>#R [[Tea]]</text></revision></page>
</mediawiki>"""


def test_every_kind_of_file_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    (folder / "deep").mkdir(parents=True)
    line = json.dumps({"text": "green tea"}).encode() + b"\n"
    (folder / "a.txt").write_text("green tea")
    (folder / "deep" / "b.md").write_bytes("thé, green tea".encode("latin-1"))
    (folder / "c.html").write_text("<style>no</style><p>green <b>tea</b></p>now")
    (folder / "d.jsonl.gz").write_bytes(gzip.compress(line))
    (folder / "e.jsonl.xz").write_bytes(lzma.compress(line))
    (folder / "f.jsonl.zst").write_bytes(zstandard.compress(line))
    (folder / "g.csv").write_text('id,text\n1,"green\ntea"\n')
    parquet.write_table(pa.table({"id": [1], "text": ["green tea"]}), folder / "h.parquet")
    (folder / "i.xml.bz2").write_bytes(bz2.compress(PAGE.replace("hot", "green tea").encode()))
    (folder / "ignored.png").write_bytes(b"green tea")
    build(Inputs([folder]), tmp_path / "my.index", effort=Effort(workers=1))
    assert count(tmp_path / "my.index", "green tea", "now", "no", "chatter", "table") == [9, 1, -1, -1, -1]


def test_a_dump_is_read_as_running_text() -> None:
    text = read_texts.strip_wikitext(
        "'''Tea''' is a {{a|{{b}}}}[[drink|hot drink]].\n== History ==\n<ref>no</ref>"
    )
    assert text.split() == ["Tea", "is", "a", "hot", "drink.", "History"]


def test_texts_named_are_left_out(tmp_path: Path) -> None:
    source = write_texts(tmp_path / "texts.jsonl", ("tea", "tea", "tea"))
    meta = build(Inputs([source], ["1", "77"]), tmp_path / "my.index", effort=Effort(workers=1))
    assert meta["left_out"] == 1
    assert count(tmp_path / "my.index", "tea") == [2]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.jsonl", b'{"text": "tea"}\n{"body": 1}\n', "line 2: no JSON object with a field 'text'"),
        ("a.csv", b"id,body\n1,tea\n", "no column 'text'; it has id, body"),
        ("a.jsonl.gz", gzip.compress(b"x" * 1000, mtime=0)[:-9], "cannot be read to its end"),
        ("a.xml", b"<page><title>", "cannot be read to its end"),
        ("a.parquet", b"no", "not a Parquet file"),
        ("a.png", b"", "cannot read this kind of file"),
        ("a.txt", b"tea " * 300, "one text of more than 0 MB; split it"),
        ("a.jsonl", b'{"text": "tea"}\n{"text": "%s"}' % (b"tea " * 300), "line 2: one text of more than"),
        ("a.csv", b"text\n" + b"tea " * 300, "after line 1: no CSV that can be read .field larger"),
    ],
)
def test_unusable_input_is_said(
    tmp_path: Path, name: str, content: bytes, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_texts, "LONGEST", 1000)
    (tmp_path / name).write_bytes(content)
    with pytest.raises(CountsError, match=message):
        build(Inputs([tmp_path / name]), tmp_path / "my.index", effort=Effort(workers=1))
    assert not (tmp_path / "my.index").exists()


def test_an_index_is_the_same_whatever_the_workers(tmp_path: Path) -> None:
    source = write_texts(tmp_path / "texts.jsonl", TEXTS * 5)
    metas = [
        build(Inputs([source]), tmp_path / f"{n}.index", effort=Effort(workers=n, block=200)) for n in (1, 2)
    ]
    assert metas[0] == metas[1]
    assert not list(check(tmp_path / "2.index"))


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    source = write_texts(tmp_path / "texts.jsonl", TEXTS)
    build(Inputs([source]), tmp_path / "my.index", effort=Effort(workers=1))
    with pytest.raises(CountsError, match="exists; choose another name"):
        build(Inputs([source]), tmp_path / "my.index", effort=Effort(workers=1))


def test_damage_is_found(tmp_path: Path) -> None:
    index = tmp_path / "my.index"
    build(Inputs([write_texts(tmp_path / "texts.jsonl", TEXTS)]), index, effort=Effort(workers=1))
    positions = index / "segment-0000" / "positions.u32"
    whole = positions.read_bytes()
    positions.write_bytes(whole[:8] + bytes([whole[8] ^ 1]) + whole[9:])
    assert [line for line in check(index) if "positions.u32 is corrupt" in line]
    positions.write_bytes(whole[:-1])
    with pytest.raises(CountsError, match="wrong size"):
        open_index(index)
    positions.unlink()
    with pytest.raises(CountsError, match="missing"):
        open_index(index)
    (index / "index.json").write_text("{")
    with pytest.raises(CountsError, match="corrupt"):
        open_index(index)
    with pytest.raises(CountsError, match="holds no index"):
        open_index(tmp_path / "nowhere")


def _build_and_add(folder: Path) -> None:
    if not (folder / "my.index").exists():
        build(Inputs([folder / "1.jsonl"]), folder / "my.index", effort=Effort(workers=1, block=300))
    add(Inputs([folder / "2.jsonl"]), folder / "my.index", effort=Effort(workers=1, block=300))


def test_a_killed_build_goes_on_and_counts_nothing_twice(tmp_path: Path) -> None:
    """Killed again and again at random moments; in the end the index is what one quiet run makes."""
    moments = random.Random(1)
    write_texts(tmp_path / "1.jsonl", TEXTS * 30)
    write_texts(tmp_path / "2.jsonl", TEXTS * 20)
    context = multiprocessing.get_context("fork")
    for _ in range(6):
        process = context.Process(target=_build_and_add, args=(tmp_path,))
        process.start()
        time.sleep(moments.uniform(0.0, 0.08))
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
    while not (tmp_path / "my.index").exists() or open_index(tmp_path / "my.index").total < len(TEXTS) * 50:
        _build_and_add(tmp_path)
    assert not list(check(tmp_path / "my.index"))
    assert open_index(tmp_path / "my.index").total == len(TEXTS) * 50
    assert count(tmp_path / "my.index", "barcelona", "city of barcelona") == [4 * 50, 50]


def test_a_finished_addition_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed after the index had taken the new texts in, before the work folder was gone."""
    write_texts(tmp_path / "1.jsonl", TEXTS)
    write_texts(tmp_path / "2.jsonl", TEXTS)
    build(Inputs([tmp_path / "1.jsonl"]), tmp_path / "my.index", effort=Effort(workers=1))
    with monkeypatch.context() as patch:
        patch.setattr("corpora_stats.build.shutil.rmtree", _stop_at_work_folder)
        with pytest.raises(KeyboardInterrupt):
            add(Inputs([tmp_path / "2.jsonl"]), tmp_path / "my.index", effort=Effort(workers=1))
    add(Inputs([tmp_path / "2.jsonl"]), tmp_path / "my.index", effort=Effort(workers=1))
    assert open_index(tmp_path / "my.index").total == 2 * len(TEXTS)


def _stop_at_work_folder(path: Path, ignore_errors: bool = False) -> None:
    if path.name.endswith(".building"):
        raise KeyboardInterrupt


def test_a_full_disk_is_one_line_and_cured_by_running_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write_texts(tmp_path / "texts.jsonl", TEXTS)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("corpora_stats.index_segments.write_json", full)
        with pytest.raises(CountsError, match="No space left on device; free some space and run again"):
            build(Inputs([source]), tmp_path / "my.index", effort=Effort(workers=1))
    assert not (tmp_path / "my.index").exists()
    build(Inputs([source]), tmp_path / "my.index", effort=Effort(workers=1))
    assert count(tmp_path / "my.index", "barcelona") == [4]


def test_a_file_system_that_takes_no_more_is_one_line(tmp_path: Path) -> None:
    """The system refuses to write, as on a full disk; the next run goes on."""
    source = write_texts(tmp_path / "texts.jsonl", TEXTS * 100)
    command = (
        "import resource, sys; from sanitizer.commands import main;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000));"
        f"main(['corpus', 'build', {str(source)!r}, '-o', {str(tmp_path / 'my.index')!r}])"
    )
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1, done.stderr
    assert "cannot be written: File too large; see to it and run again" in done.stderr
    assert not (tmp_path / "my.index").exists()
    build(Inputs([source]), tmp_path / "my.index", effort=Effort(workers=1))
    assert not list(check(tmp_path / "my.index"))


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, index = write_texts(tmp_path / "texts.jsonl", TEXTS), str(tmp_path / "my.index")
    (tmp_path / "exclude.txt").write_text("7\n")
    calls: list[tuple[list[str], int, str]] = [
        (["build", str(source), "-o", index, "--exclude", str(tmp_path / "exclude.txt")], 0, "7 documents"),
        (["build", str(source), "-o", index], 2, "exists"),
        (["add", index, str(source)], 0, "15 documents"),
        (["info", index, "--json"], 0, '"units": 15'),
        (["info", index], 0, "unit            document"),
        (["check", index], 0, "whole"),
        (["info", str(tmp_path)], 3, "holds no index"),
    ]
    for arguments, status, said in calls:
        with pytest.raises(SystemExit) as exit_:
            main(["corpus", *arguments])
        assert (exit_.value.code or 0) == status
        out, err = capsys.readouterr()
        assert said in out + err
    (tmp_path / "my.index" / "segment-0001" / "words.u64").write_bytes(b"")
    with pytest.raises(SystemExit) as exit_:
        main(["corpus", "check", index])
    assert exit_.value.code == 3
