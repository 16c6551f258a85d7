"""Files of lists, spans, counts and hierarchies with a wrong key or value, or an empty rule, are refused."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from corpora_stats.base import CountsError
from corpora_stats.cache import FORMAT, read_export, read_table
from corpora_stats.normalize import VERSION as RULES
from kb.base import KnowledgeBaseError
from kb.files import open_file
from sanitizer.errors import UsageError
from sanitizer.recognize.finders.span_files import read_span_files
from sanitizer.recognize.finders.user_lists import Lists
from tests.command import run_command
from tests.mutations import emptied, misspelt, toml, wrong

SPAN: dict[str, object] = {
    "start": 3,
    "end": 8,
    "type": "PERSON",
    "generalization": "a person",
    "entity": 1,
    "score": 0.9,
}
ROW: dict[str, object] = {"id": "a", "spans": [SPAN]}
WRONG: tuple[object, ...] = (None, True, "", "x", -2, 1.5, [], {}, [1])


def wrong_spans() -> Iterator[tuple[str, object]]:
    yield from misspelt(ROW)
    for key in SPAN:
        for value in WRONG:
            fine = (key, value) in (("generalization", None), ("generalization", ""), ("generalization", "x"))
            fine = fine or (key, value) in (("type", "x"), ("entity", "x"))
            if not fine:
                yield f"{key} {value!r}", {"id": "a", "spans": [SPAN | {key: value}]}
    wrong: tuple[object, ...] = (
        None,
        3,
        "x",
        {"start": 1},
        [[]],
        [[1]],
        [[5, 3]],
        [["1", "3"]],
        [[1, 3, "PERSON", "a", "b"]],
        [1],
    )
    for spans in wrong:
        yield f"spans {spans!r}", {"id": "a", "spans": spans}


@pytest.mark.parametrize(("what", "row"), list(wrong_spans()), ids=lambda value: str(value)[:40])
def test_spans(what: str, row: object, tmp_path: Path) -> None:
    file = tmp_path / "spans.jsonl"
    file.write_text(json.dumps(ROW) + "\n" + json.dumps(row) + "\n", encoding="utf-8")
    with pytest.raises(UsageError):
        list(read_span_files(file))


def test_right_files_are_read(tmp_path: Path) -> None:
    file = tmp_path / "spans.jsonl"
    of_others = {"id": "b", "spans": [{"start": 1, "end": 2, "entity_group": "PER", "word": "x", "index": 3}]}
    file.write_text(json.dumps(ROW) + "\n" + json.dumps(of_others) + "\n", encoding="utf-8")
    assert [marked.id for marked in read_span_files(file)] == ["a", "b"]
    assert [e.count for e in read_export(EXPORT, "x")] == [9, 2]


@pytest.mark.parametrize(
    "content",
    [  # one wrong file each
        "", "# none\n", "Ann Lee,PERSN\n", "Ann Lee,person\n", "Ann Lee;PERSON\n", "Ann Lee\tPERSON\n",
     '"Ann Lee,PERSON\n',
     ",PERSON\n", "Ann Lee,a person,PERSON\n", "Ann Lee,PERSON,a person,x\n", "--\n"],
)  # fmt: skip
def test_lists(content: str, tmp_path: Path) -> None:
    file = tmp_path / "names.csv"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(UsageError):
        Lists.read(file)


HEAD: dict[str, object] = {"format": FORMAT, "rules": RULES}
TOTAL: dict[str, object] = {"source": "s", "total": True, "count": 9, "day": "2024-01-02"}
ASKED: dict[str, object] = {"source": "s", "phrases": [["a"], ["b"]], "count": 2, "day": "2024-01-02"}
EXPORT = [json.dumps(line) for line in (HEAD, TOTAL, ASKED)]


VALUES: tuple[object, ...] = (None, "", -2, 1.5, [], {}, [[1]], [["b"], ["a"]])


def wrong_exports() -> Iterator[tuple[str, list[object]]]:
    for place, line in enumerate((HEAD, TOTAL, ASKED)):
        lines: list[object] = [HEAD, TOTAL, ASKED]
        for name, made in misspelt(line):
            yield name, [*lines[:place], made, *lines[place + 1 :]]
        for key in line:
            for value in VALUES:
                yield f"{key} {value!r}", [*lines[:place], line | {key: value}, *lines[place + 1 :]]
    yield "empty", []


@pytest.mark.parametrize(("what", "lines"), list(wrong_exports()), ids=lambda value: str(value)[:40])
def test_exports_of_counts(what: str, lines: list[object]) -> None:
    with pytest.raises(CountsError):
        list(read_export(map(json.dumps, lines), "x"))


@pytest.mark.parametrize(
    "text", ["", "[]", "3", "{}", '{"a": "3"}', '{"a": 1.5}', '{"a": true}', '{"a": null}', '{"a": 1']
)
def test_tables_of_counts(text: str) -> None:
    with pytest.raises(CountsError):
        read_table(text, "x", "s", 10, "2024-01-02")


HIERARCHY = {"Europe": {"Spain": ["Barcelona", "Madrid"], "France": ["Paris"]}, "Asia": ["Tokyo"]}
POSSIBLE = (" = -1", " = 1000000000.0", " = [1.5]", "zz'")  # any text, and any number, may be a value


@pytest.mark.parametrize("ending", ["json", "toml"])
def test_hierarchies(ending: str, tmp_path: Path) -> None:
    write: Callable[[object], str] = json.dumps if ending == "json" else toml
    file = tmp_path / f"towns.{ending}"
    file.write_text(write(HIERARCHY), encoding="utf-8")
    assert open_file(file).senses("Madrid")
    for told, tree in (*emptied(HIERARCHY), *wrong(HIERARCHY)):
        if not told.endswith(POSSIBLE):
            file.write_text(write(tree), encoding="utf-8")
            with pytest.raises(KnowledgeBaseError):
                open_file(file)
                pytest.fail(told)


@pytest.mark.parametrize(
    "content",
    [
        "", " ;\n", ";;\n", "Barcelona\n", "Barcelona;\n", ";Spain\n", "a;b;a\n", "a;b;*\nb;a;*\n", "a;;*\n", '"a;b\n',
        "a,b,*\n", "a\tb\n", "a\tb;c\n", "*;*\n", "a;b;*\nc;*;\n", "a;b;*\nc\n", "a;b\na;c\n", "a\0;b\n",
    ],
)  # fmt: skip
def test_rows_of_hierarchies(content: str, tmp_path: Path) -> None:
    file = tmp_path / "towns.csv"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(KnowledgeBaseError):
        open_file(file)


def test_a_wrong_hierarchy_ends_the_run(tmp_path: Path) -> None:
    (tmp_path / "towns.json").write_text('{"Europe": {"Spain": []}}', encoding="utf-8")
    done = run_command(
        "sanitize", "-", "--kb", "default", "--kb", "towns.json", stdin="Tom Huber.", cwd=tmp_path
    )
    assert done.returncode == 3 and done.stdout == "" and "'Spain' holds nothing" in done.stderr
