"""A release out of core: load, cut, recode, write, verify by SQL, rename, and last a manifest that says it is whole."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from sanitizer.common.knowledge import knowing
from sanitizer.documents.write import is_written_through
from sanitizer.errors import UsageError
from sanitizer.relational.attack.attacks import told_attacks
from sanitizer.relational.definition.definition import Definition, Output, Role
from sanitizer.relational.from_file import NotMet, Watch, silent, write_json
from sanitizer.relational.io.files import file_errors, refuse_by_name
from sanitizer.relational.io.paths import check_paths, same_file
from sanitizer.relational.io.temporary import give_away, private, remove_leftovers, temporary_of
from sanitizer.relational.io.write_files import write_csv
from sanitizer.relational.privacy.uniqueness import told_unique
from sanitizer.relational.report.report import TableReport
from sanitizer.relational.report.verification import Manifest
from sanitizer.relational.scale.checked import Counted, Written, check
from sanitizer.relational.scale.coded import coded, values_of
from sanitizer.relational.scale.cuts import MOST, Quasi, divide
from sanitizer.relational.scale.database import Database
from sanitizer.relational.scale.database_figures import figures_of, shared_values
from sanitizer.relational.scale.duck import duck_database
from sanitizer.relational.scale.judge import Judge
from sanitizer.relational.scale.levels import by_levels
from sanitizer.relational.scale.recode import tell
from sanitizer.relational.scale.source import Loaded, load
from sanitizer.relational.scale.supported import CURE, PARTITIONER, check_chosen, check_supported
from sanitizer.relational.table.date_order import date_order, in_order, order_figures, told_order
from sanitizer.relational.table.plain_table import Coded, PlainTable
from sanitizer.relational.terms.parts import Reads

MEMORY: Final = 1024
"""Mebibytes that DuckDB, or the driver of Spark, may hold in memory, by default."""
_ROWS: Final = 100_000
"""Rows that are written at once."""


@dataclass(frozen=True, slots=True)
class Engine:
    """What holds the rows: DuckDB, or Spark at a ``master`` (None: that of ``spark-submit``, else all
    cores) or in a ``session`` that runs; ``memory`` are the mebibytes
    that DuckDB, or the heap of Spark's driver, may hold."""

    name: Literal["duckdb", "spark"] = "duckdb"
    memory: int = MEMORY
    master: str | None = None
    session: Any = None

    def opened(self, folder: Path) -> AbstractContextManager[Database]:
        """Its tables, in a folder that is gone afterwards."""
        if self.name == "duckdb":
            return duck_database(folder, self.memory)
        from sanitizer.relational.scale.on_spark import spark_database

        return spark_database(folder, self.memory, self.master, self.session)

    def reads(self, definition: Definition) -> AbstractContextManager[Reads]:
        """What reads the texts of a table, for :func:`.release_files`, which does the rest in memory. Raises UsageError
        for DuckDB, and where there is no output, beside which it works."""
        if self.name == "duckdb":
            raise UsageError(f"{definition.file}: --engine duckdb cannot do texts: {CURE}")
        if definition.output is None:
            raise UsageError(f"{definition.file}: no [output]: say where the release goes")
        from sanitizer.relational.scale.on_spark import spark_reads

        folder = temporary_of(definition.resolve(definition.output.path))
        return spark_reads(folder, self.memory, self.master, self.session)


@dataclass(frozen=True, slots=True)
class Whole:
    """A release in place: its report, the seconds of each step, and its ``manifest``."""

    report: TableReport
    seconds: dict[str, float]
    manifest: Path

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return self.report.rows


@knowing()
def release_by_database(
    definition: Definition,
    engine: Engine | None = None,
    *,
    most: int = MOST,
    tell_step: Callable[[str], None] = silent,
) -> Whole:
    """Run a definition with an engine beyond memory: the classes and the file are those of the memory engine.

    `engine` is DuckDB where none is given; `most` the persons that are cut in memory at once. Raises UsageError, or
    NotMet where the written file does not hold; then nothing is left in place.
    """
    engine = engine or Engine()
    check_supported(definition, engine.name)
    output = definition.output
    if output is None:
        raise UsageError(f"{definition.file}: no [output]: say where the release goes")
    check_paths(definition, output)
    path = definition.resolve(output.path)
    manifest = path.with_name(path.name + ".manifest.json")
    _check_outputs(definition, output, path, manifest)
    watch = Watch(tell_step)
    for name in (path, manifest):
        remove_leftovers(name)
    staged, told = temporary_of(path), temporary_of(manifest)
    report_path = definition.resolve(output.report) if output.report else None
    beside = temporary_of(report_path) if report_path else None
    try:
        with engine.opened(temporary_of(path)) as db:
            report, whole = _made(db, definition, staged, most, watch)
        if report_path and beside:
            write_json(beside, report_path, report.to_json())
        write_json(told, manifest, _manifest(definition, path, staged, whole, engine.name).to_json())
        with file_errors(path, "write"):
            manifest.unlink(missing_ok=True)  # what it says is of the file before
            give_away(staged, path)
            if report_path and beside:
                beside.replace(report_path)
            give_away(told, manifest)
    finally:
        for temporary in (staged, told, *((beside,) if beside else ())):
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
    watch.begin("")
    return Whole(report, watch.seconds, manifest)


def _check_outputs(definition: Definition, output: Output, path: Path, manifest: Path) -> None:
    if is_written_through(path) or (output.report and is_written_through(definition.resolve(output.report))):
        raise UsageError(f"{path} is no file: a release is verified before it gets its name; name a file")
    refuse_by_name(path)
    taken = [definition.resolve(s.path) for s in definition.sources]
    taken += [definition.resolve(output.report)] if output.report else []
    if any(same_file(manifest, other) for other in taken):
        raise UsageError(
            f"{manifest}: the manifest of the release takes this name; give the output another one"
        )


def _made(
    db: Database, definition: Definition, staged: Path, most: int, watch: Watch
) -> tuple[TableReport, Counted]:
    """Everything up to the verified file under its temporary name."""
    output = definition.output
    assert output is not None
    watch.begin("read")
    loaded = load(db, definition)
    check_chosen(definition, db.number("SELECT count(*) FROM raw"), db.engine)
    if definition.method.partitioner == "auto":
        definition = replace(definition, method=replace(definition.method, partitioner=PARTITIONER))
    watch.begin("release")
    values = values_of(db, definition, loaded)
    dates = date_order(values, definition)
    definition = in_order(definition, dates)
    quasi, judge = coded(db, definition, loaded, values)
    weights = np.asarray([a.weight for a in definition.named(Role.QUASI)])
    search = None
    if definition.method.partitioner == PARTITIONER:
        said = tell(db, quasi, divide(db, quasi, judge, most), weights)
    else:
        said, search = by_levels(db, definition, quasi, judge, weights)
    names, shown = _released(db, definition, loaded, quasi, judge)
    watch.begin("write")
    with file_errors(staged, "write"), private(staged):
        write_csv(names, _parts(db, names, shown), staged, output)
    watch.begin("verify")
    of = {q.values.name: j for j, q in enumerate(quasi)}
    places = [names.index(name) for name in of]
    counted = check(db, Written(staged, output, names, places), judge, loaded.keyed)
    if counted.failures:
        raise NotMet(f"the release is not left in place: {'; '.join(counted.failures)}")
    report = figures_of(db, definition, loaded, quasi, (said, search), counted)
    attacks, findings = told_attacks(shared_values(db, definition, loaded, quasi, counted.persons))
    warnings = [w for w in (*findings, told_unique(report.uniqueness), told_order(dates)) if w]
    return replace(report, attacks=attacks, dates=order_figures(dates), warnings=tuple(warnings)), counted


def _released(
    db: Database, definition: Definition, loaded: Loaded, quasi: Sequence[Quasi], judge: Judge
) -> tuple[list[str], list[str]]:
    """Make the table ``released`` (a row each, in no order); its columns, and how they are called there."""
    of = {q.values.name: f"t{j}" for j, q in enumerate(quasi)}
    names = [n for n in loaded.order if not definition.attribute(n).dropped]
    shown = [of.get(n, loaded.columns[n]) for n in names]
    codes = ", ".join(q.sql for q in quasi)
    source, person = f"coded JOIN placed USING ({codes})", ""
    judged = [f"w{j.sql}" for j in judge.columns]
    if loaded.keyed:  # a person whose cell is missing in one row has it from another
        kept = ", ".join(["p", *(c for n, c in zip(names, shown, strict=True) if n not in of), *judged])
        source = f"(SELECT {kept} FROM coded) JOIN people USING (p) JOIN placed USING ({codes})"
        person = ", p"
    written = ", ".join([*(f"f{j}" for j in range(len(quasi))), *judged])
    db.create(
        "released", f"SELECT {', '.join(shown)}, {written}{person} FROM {source} JOIN told USING (class)"
    )
    return names, shown


def _parts(db: Database, names: Sequence[str], shown: Sequence[str]) -> Iterator[PlainTable]:
    """The released rows in the order of their cells, some at a time."""
    order = ", ".join(f"{c} NULLS FIRST" for c in shown)
    for batch in db.batches(f"SELECT {', '.join(shown)} FROM released ORDER BY {order}", _ROWS):
        cells = {name: _coded(column) for name, column in zip(names, batch.columns, strict=True)}
        yield PlainTable(cells, batch.num_rows)


def _coded(column: Any) -> Coded:
    held = column.dictionary_encode()
    codes: npt.NDArray[np.int32] = held.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int32)
    return Coded(codes, tuple(held.dictionary.to_pylist()))


def _manifest(definition: Definition, path: Path, staged: Path, whole: Counted, engine: str) -> Manifest:
    """What a release is, written after everything else: a file without it, or with another hash, is not whole."""
    with staged.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return Manifest(
        file=path.name,
        sha256=digest,
        bytes=staged.stat().st_size,
        rows=whole.rows,
        persons=whole.persons,
        classes=whole.classes,
        least_class=whole.least,
        k=definition.k,
        engine=engine,
    )
