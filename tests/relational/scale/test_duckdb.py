"""Releases out of core are those of memory: the same classes, the same file; what is not supported is refused."""

import hashlib
import json
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.errors import UsageError
from sanitizer.relational.columns.columns_release import column_of
from sanitizer.relational.columns.release_in_classes import divide as in_memory
from sanitizer.relational.definition.definition import Definition, Output, Role
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.from_file import Done, NotMet, release_files
from sanitizer.relational.io.write_files import write_parts
from sanitizer.relational.privacy.models import Classes
from sanitizer.relational.privacy.of_definition import privacy_models, sensitive_columns
from sanitizer.relational.privacy.partitioner import canonical
from sanitizer.relational.report.verification import CountedBySql
from sanitizer.relational.scale.checked import Counted
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.table.table import Column
from tests.command import run_command
from tests.relational.scale.tables import ATTRIBUTES, ILL, MODELS, PEOPLE, asked, of_file, table

duckdb = pytest.importorskip("duckdb")

from sanitizer.relational.scale import database_release as scale  # noqa: E402
from sanitizer.relational.scale import targets  # noqa: E402
from sanitizer.relational.scale.coded import coded, values_of  # noqa: E402
from sanitizer.relational.scale.cuts import divide  # noqa: E402
from sanitizer.relational.scale.duck import DuckDatabase, duck_database  # noqa: E402
from sanitizer.relational.scale.models_by_sql import broken, shares  # noqa: E402
from sanitizer.relational.scale.source import Loaded  # noqa: E402
from sanitizer.relational.scale.wildcards import least_match  # noqa: E402


def classes_by_database(definition: Definition, rows: Sequence[Sequence[str | None]], most: int) -> Any:
    names = [a.name for a in definition.attributes]
    database = DuckDatabase(duckdb.connect())
    columns = {name: f"r{i}" for i, name in enumerate(names)}
    database.run(f"CREATE TABLE raw ({', '.join(f'r{i} VARCHAR' for i in range(len(names)))})")
    database.connection.executemany(f"INSERT INTO raw VALUES ({', '.join('?' * len(names))})", rows)
    loaded = Loaded(columns, tuple(names), False, 0, 0, 0)
    quasi, judge = coded(database, definition, loaded, values_of(database, definition, loaded))
    divide(database, quasi, judge, most)
    sql = [q.sql for q in quasi]
    of = {tuple(row[:-1]): row[-1] for row in database.rows(f"SELECT {', '.join(sql)}, class FROM placed")}
    code = [{None: -1} | {v: i for i, v in enumerate(q.values.labels)} for q in quasi]
    found = [of.get(tuple(c[v] for c, v in zip(code, row[: len(code)], strict=True)), -1) for row in rows]
    database.connection.close()
    return np.array(found)


def same_classes(definition: Definition, rows: Sequence[Sequence[str | None]], most: int) -> None:
    attributes = definition.named(Role.QUASI)
    cells = list(zip(*rows, strict=True))
    table = PlainTable.of([a.name for a in definition.attributes], cells, len(rows))
    columns = [column_of(a, table) for a in attributes]
    wanted = in_memory(definition, attributes, columns, sensitive_columns(table, definition)).labels
    made = classes_by_database(definition, rows, most)
    assert ((made < 0) == (wanted < 0)).all()
    assert (canonical(made[made >= 0]) == canonical(wanted[wanted >= 0])).all()


VALUES = (
    st.one_of(st.none(), st.sampled_from(["7", "7.0", "10", "-3", "41"]), st.integers(0, 99).map(str)),
    st.one_of(st.none(), st.sampled_from("AAAAAAABCDEFGH")),
    st.sampled_from(["10", "10", "11", "12", "2", "31"]),
    st.one_of(st.none(), st.sampled_from("abc")),
)


@settings(max_examples=25, deadline=None)
@given(
    st.lists(st.tuples(*VALUES), min_size=6, max_size=40).flatmap(
        lambda rows: st.lists(st.sampled_from(rows), max_size=30).map(lambda more: rows + more)
    ),
    st.integers(1, 3),
    st.sampled_from([3, 12, 1000]),
    st.sampled_from(["extended", "basic"]),
)
def test_classes_are_those_of_memory(rows: list[Any], k: int, most: int, nulls: str) -> None:
    if nulls == "basic" and sum(None not in row for row in rows) < k:
        return
    same_classes(asked(k, nulls), rows, most)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(*VALUES, st.one_of(st.none(), st.sampled_from(["flu", "gout", "cold", "ache"]))),
        min_size=8,
        max_size=60,
    ),
    st.integers(1, 3),
    st.sampled_from([3, 15, 1000]),
    st.sampled_from(["extended", "basic"]),
    st.sampled_from(sorted(MODELS)),
)
def test_classes_under_models_are_those_of_memory(
    rows: list[Any], k: int, most: int, nulls: str, model: str
) -> None:
    rows = [*rows, ("40", "A", "10", "a", "flu")]
    definition = asked(k, nulls, model, ill=ILL)
    try:
        same_classes(definition, rows, most)
    except UsageError:  # both cannot
        with pytest.raises(UsageError):
            classes_by_database(definition, rows, most)


def test_one_value_nearly_everywhere() -> None:
    draw = np.random.default_rng(5)
    common: tuple[str | None, ...] = ("30", "A", "10", "a")
    rare: list[tuple[str | None, ...]] = [
        (str(draw.integers(90)), str(draw.choice(list("ABC"))), "11", None) for _ in range(40)
    ]
    same_classes(asked(5), [common] * 400 + rare, 30)


@pytest.mark.parametrize(
    ("form", "nulls", "output", "model"),
    [
        ("{}", "extended", "made.csv", ""),
        ("P-{:04}", "basic", "made.csv.gz", ""),
        *(("{}", "extended", "made.csv", model) for model in MODELS),
    ],
)
def test_files_are_those_of_memory(tmp_path: Path, form: str, nulls: str, output: str, model: str) -> None:
    table(tmp_path / "in.csv", 120, form)
    wanted, made = tmp_path / f"wanted_{output}", tmp_path / output
    memory = release_files(of_file(tmp_path / "in.csv", wanted, 4, nulls, model))
    whole = scale.release_by_database(of_file(tmp_path / "in.csv", made, 4, nulls, model), most=40)
    assert made.read_bytes() == wanted.read_bytes()
    for name in ("persons", "rows", "classes", "uniqueness", "dropped", "partitions", "attacks", "warnings"):
        assert getattr(whole.report, name) == getattr(memory.report, name)
    assert whole.report.loss.by_attribute == pytest.approx(memory.report.loss.by_attribute, abs=2e-6)
    manifest = tmp_path / f"{output}.manifest.json"
    assert whole.manifest == manifest
    told = json.loads(manifest.read_text())
    assert told["sha256"] == hashlib.sha256(made.read_bytes()).hexdigest()
    assert (told["rows"], told["persons"]) == (whole.report.rows, whole.report.persons)
    assert {p.name for p in tmp_path.iterdir()} == {"in.csv", wanted.name, made.name, manifest.name}


@pytest.mark.parametrize("nulls", ["extended", "basic"])
@pytest.mark.parametrize("suppression", [0.0, 0.15])
@pytest.mark.parametrize("model", ["", "distinct", "equal", "hierarchical"])
@pytest.mark.parametrize("form", ["{}", "P-{:04}"])
def test_full_domain_files_are_those_of_memory(
    tmp_path: Path, form: str, nulls: str, suppression: float, model: str
) -> None:
    table(tmp_path / "in.csv", 90, form)
    memory, whole = searched(tmp_path, nulls, model, suppression)
    for name in ("persons", "rows", "classes", "search", "uniqueness", "dropped", "partitions", "attacks"):
        assert getattr(whole.report, name) == getattr(memory.report, name), name
    assert whole.report.loss.by_attribute == pytest.approx(memory.report.loss.by_attribute, abs=2e-6)


def searched(folder: Path, nulls: str, model: str, suppression: float) -> tuple[Done, scale.Whole]:
    """Return the release of full-domain search by memory and by DuckDB; both files are the same."""

    def asked_into(out: str) -> Definition:
        definition = of_file(folder / "in.csv", folder / out, 3, nulls, model)
        method = replace(definition.method, partitioner="full-domain", suppression=suppression)
        return replace(definition, method=method)

    memory = release_files(asked_into("wanted.csv"))
    whole = scale.release_by_database(asked_into("made.csv"))
    assert (folder / "made.csv").read_bytes() == (folder / "wanted.csv").read_bytes()
    return memory, whole


@pytest.mark.parametrize("nulls", ["maybe", "right-maybe"])
@pytest.mark.parametrize("suppression", [0.0, 0.3])
@pytest.mark.parametrize("form", ["{}", "P-{:04}"])
def test_nulls_that_match_values(tmp_path: Path, form: str, nulls: str, suppression: float) -> None:
    table(tmp_path / "in.csv", 90, form)
    memory, whole = searched(tmp_path, nulls, "", suppression)
    assert whole.report.risk is memory.report.risk is None
    recounted, verified = memory.verdict.figures, whole.report.verification
    assert isinstance(verified, CountedBySql)
    assert (verified.null_matching, verified.least_match) == (nulls, recounted.least_match)
    assert verified.not_checked == memory.verdict.unchecked


@given(
    st.lists(st.tuples(*[st.sampled_from([None, "a", "b"])] * 3), min_size=1, max_size=12),
    st.booleans(),
)
def test_sql_counts_matches_as_by_hand(rows: list[tuple[str | None, ...]], either: bool) -> None:
    def fits(mine: str | None, other: str | None) -> bool:
        return mine == other or other is None or (either and mine is None)

    wanted = min(sum(all(map(fits, mine, other)) for other in rows) for mine in rows)
    with tempfile.TemporaryDirectory() as folder, duck_database(Path(folder) / "work", 256) as database:
        database.new("rows", dict.fromkeys("xyz", "STRING"))
        database.add("rows", dict(zip("xyz", map(list, zip(*rows, strict=True)), strict=True)))
        grouped = "SELECT x, y, z, count(*) AS n FROM rows GROUP BY x, y, z"
        assert least_match(database, grouped, "xyz", either) == wanted


def test_nothing_is_left_where_the_file_does_not_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table(tmp_path / "in.csv", 40, "{}")
    (tmp_path / "made.csv").write_text("before")

    def fails(*_: object) -> Counted:
        return Counted(1, 1, 1, 1, ("k = 4 is not met",))

    monkeypatch.setattr(scale, "check", fails)
    with pytest.raises(NotMet, match="k = 4 is not met"):
        scale.release_by_database(of_file(tmp_path / "in.csv", tmp_path / "made.csv", 4))
    assert {p.name for p in tmp_path.iterdir()} == {"in.csv", "made.csv"}
    assert (tmp_path / "made.csv").read_text() == "before"


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 4), min_size=4, max_size=4), min_size=1, max_size=6),
    st.sampled_from(sorted(MODELS)),
)
def test_sql_finds_as_many_broken_classes_as_the_models(counts: list[list[int]], model: str) -> None:
    counts = [*counts, [1, 1, 1, 1]]
    column = Column("ill", np.arange(4, dtype=np.int32), ("ache", "cold", "flu", "gout"))
    cells = PlainTable.of(["ill"], [column.labels], 4)
    definition = asked(1, model=model, ill=ILL)
    (asked_of,) = privacy_models(definition, sensitive_columns(cells, definition))
    (coded_as,) = sensitive_columns(cells, definition)
    histogram = np.array(counts, dtype=np.int64)[:, np.argsort(coded_as.codes)]
    classes = Classes(histogram.sum(axis=1) + 1, {"ill": histogram}, {"ill": histogram.sum(axis=0)})
    database = DuckDatabase(duckdb.connect())
    database.new("counted", {"a": "STRING", "b": "STRING", "v": "INT", "n": "BIGINT"})
    rows = [(str(i % 2), str(i), v, n) for (i, v), n in np.ndenumerate(histogram) if n]
    database.add("counted", dict(zip("abvn", map(list, zip(*rows, strict=True)), strict=True)))
    held = shares(database, "held", "SELECT * FROM counted", ["a", "b"], (len(counts), 4))
    assert broken(database, held, asked_of) == int((~asked_of.satisfied(classes)).sum())
    database.connection.close()


@pytest.mark.parametrize(("changed", "model"), [("drop", ""), ("alter", ""), ("tell", "distinct")])
def test_a_file_that_was_changed_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: str, model: str
) -> None:
    table(tmp_path / "in.csv", 40, "{}")
    write = write_parts

    def badly(names: Any, parts: Any, path: Path, output: Output) -> None:
        write(names, parts, path, output)
        lines = path.read_text().splitlines(keepends=True)
        lines[-1:] = [] if changed == "drop" else ["99" + lines[-1]]
        if changed == "tell":
            lines = [line.replace("gout", "flu") for line in path.read_text().splitlines(keepends=True)]
        path.write_text("".join(lines))

    monkeypatch.setattr(targets, "write_parts", badly)
    with pytest.raises(NotMet):
        scale.release_by_database(of_file(tmp_path / "in.csv", tmp_path / "made.csv", 4, model=model))
    assert {p.name for p in tmp_path.iterdir()} == {"in.csv"}


REFUSED = [
    ({"method": {"partitioner": "cluster"}}, 'partitioner = "cluster"'),
    ({"method": {"partitioner": "columns", "seed": 3}}, "a seed"),
    (
        {"privacy": {"k": 2, "model": [{"name": "average-risk", "risk": 0.2}]}},
        "models beside k and those of sensitive columns",
    ),
    ({"attribute": {"ill": {"role": "sensitive", "pram": 0.9}}}, "pram"),
    ({"attribute": {"note": {"role": "text"}}}, "texts"),
    ({"attribute": {"who": {"role": "identifier", "pseudonym": True}}}, "pseudonyms"),
    ({"attribute": {"note": {"role": "identifier"}}}, "several columns that tell persons apart"),
    ({"method": {"partitioner": "auto"}}, "compares partitioners"),
    ({"output": {"path": "made*.csv"}}, "names with"),
    ({"output": {"path": "made.xlsx", "format": "xlsx"}}, "outputs in XML and workbooks"),
    ({"output": {"path": "made.csv", "encoding": "latin-1"}}, "outputs beside UTF-8"),
]


@pytest.mark.parametrize(("change", "says"), REFUSED)
def test_what_it_cannot_do_is_refused(tmp_path: Path, change: dict[str, Any], says: str) -> None:
    table(tmp_path / "in.csv", 20, "{}")
    told: dict[str, Any] = {
        "privacy": change.get("privacy", {"k": 2}),
        "method": change.get("method", {"partitioner": "columns"}),
        "attribute": ATTRIBUTES | PEOPLE | change.get("attribute", {}),
        "source": [{"path": "in.csv"}],
        "output": change.get("output", {"path": "made.csv"}),
    }
    definition = replace(parse_definition(told), base=tmp_path)
    with pytest.raises(UsageError, match="use --engine memory") as error:
        scale.release_by_database(definition)
    assert says in str(error.value) and "\n" not in str(error.value)
    assert {p.name for p in tmp_path.iterdir()} == {"in.csv"}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("who;age\n1;2\n", "is not a column"),
        ("age;town;code;grade;who;ill;note;room\n1;A;10;a;1;x;y\n", "CSV Error on Line: 2"),
        ("age;town;code;grade;who;ill;note;room\nold;A;10;a;1;x;y;z\n1;A;10;a;2;x;y;z\n", "not a number"),
        (
            "age;town;code;grade;who;ill;note;room\n1;A;10;q;1;x;y;z\n1;A;10;a;2;x;y;z\n",
            "not in the hierarchy",
        ),
        (
            "age;town;code;grade;who;ill;note;room\n1;A;10;a;;x;y;z\n1;A;10;a;2;x;y;z\n",
            "1 of 2 rows do not say",
        ),
        (
            "age;town;code;grade;who;ill;note;room\n1;A;10;a;2;x;y;z\n1;B;10;a;2;x;y;z\n",
            "has several for someone",
        ),
        ("age;town;code;grade;who;ill;note;room\n1;A;10;a;2;x;y;z\n1;A;10;a;2;v;y;z\n", '"ill" has several'),
        ("age;town;code;grade;who;ill;note;room\n", "no rows"),
    ],
)
def test_bad_tables_are_one_line(tmp_path: Path, content: str, says: str) -> None:
    (tmp_path / "in.csv").write_text(content)
    with pytest.raises(UsageError, match=says) as error:
        scale.release_by_database(of_file(tmp_path / "in.csv", tmp_path / "made.csv", 1))
    assert "\n" not in str(error.value)
    assert {p.name for p in tmp_path.iterdir()} == {"in.csv"}


def test_the_command_says_which_engine(tmp_path: Path) -> None:
    lines = ["age,town", *(f"{20 + i % 9},{'AB'[i % 2]}" for i in range(40))]
    (tmp_path / "in.csv").write_text("\n".join(lines))
    (tmp_path / "d.toml").write_text(
        '[[source]]\npath = "in.csv"\n[privacy]\nk = 3\n[method]\npartitioner = "columns"\n'
        '[attribute.age]\nrole = "quasi"\ntype = "number"\n[attribute.town]\nrole = "quasi"\n'
    )
    done = run_command(
        "release", "d.toml", "--engine", "duckdb", "--memory", 200, "-o", "made.csv", cwd=tmp_path
    )
    assert done.returncode == 0 and "40 rows, verified" in done.stderr
    again = run_command("release", "d.toml", "-o", "wanted.csv", cwd=tmp_path)
    assert again.returncode == 0
    assert (tmp_path / "made.csv").read_bytes() == (tmp_path / "wanted.csv").read_bytes()
    refused = run_command(
        "release", "d.toml", "--engine", "duckdb", "--earlier", "in.csv", "-o", "x.csv", cwd=tmp_path
    )
    assert refused.returncode == 2 and "--engine duckdb cannot do --earlier" in refused.stderr


def test_what_a_killed_release_left_goes_at_the_next(tmp_path: Path) -> None:
    table(tmp_path / "in.csv", 40, "{}")
    left = tmp_path / ".made.csv.999999999-0123abcd.tmp"
    left.mkdir()
    (left / "work.duckdb").write_text("rows")
    scale.release_by_database(of_file(tmp_path / "in.csv", tmp_path / "made.csv", 4))
    assert not left.exists()


def test_an_old_manifest_never_stands_beside_a_new_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table(tmp_path / "in.csv", 40, "{}")
    definition = of_file(tmp_path / "in.csv", tmp_path / "made.csv", 4)
    scale.release_by_database(definition)

    def ends(*_: object) -> None:
        raise SystemExit(143)

    monkeypatch.setattr(targets, "give_away", ends)
    with pytest.raises(SystemExit):
        scale.release_by_database(definition)
    assert {p.name for p in tmp_path.iterdir()} == {"in.csv", "made.csv"}
