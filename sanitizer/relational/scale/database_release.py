"""A release out of core: load, cut, recode, write, verify by SQL, rename, and last a manifest that says it is whole."""

import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np

from sanitizer.common.knowledge import knowing
from sanitizer.documents.write import is_written_through
from sanitizer.errors import UsageError
from sanitizer.relational.attack.attacks import told_attacks
from sanitizer.relational.definition.definition import Definition, Output, Role
from sanitizer.relational.from_file import NotMet, Watch, silent, write_json
from sanitizer.relational.io.files import file_errors, refuse_by_name
from sanitizer.relational.io.manifests import manifest_of, manifest_place
from sanitizer.relational.io.paths import check_paths
from sanitizer.relational.io.temporary import give_away, remove_leftovers, temporary_of
from sanitizer.relational.privacy.uniqueness import told_unique
from sanitizer.relational.report.report import TableReport
from sanitizer.relational.report.verification import Recount
from sanitizer.relational.scale.checked import Counted, check
from sanitizer.relational.scale.coded import coded, values_of
from sanitizer.relational.scale.cuts import MOST, Quasi, divide
from sanitizer.relational.scale.database import Database, Target
from sanitizer.relational.scale.database_figures import figures_of, shared_values
from sanitizer.relational.scale.duck import duck_database
from sanitizer.relational.scale.full_domain_search import by_levels
from sanitizer.relational.scale.judge import Judge
from sanitizer.relational.scale.on_disk import DiskPlace
from sanitizer.relational.scale.recode import tell
from sanitizer.relational.scale.source import Loaded, load
from sanitizer.relational.scale.supported import PARTITIONER, check_chosen, check_supported
from sanitizer.relational.scale.targets import FileTarget, TableTarget
from sanitizer.relational.table.date_order import date_order, in_order, order_figures, told_order
from sanitizer.relational.table.nulls import NullMatching
from sanitizer.relational.terms.parts import Place

MEMORY: Final = 1024
"""Mebibytes that DuckDB, or the driver of Spark, may hold in memory, by default."""


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
        """Return its tables, in a folder that is gone afterwards."""
        if self.name == "duckdb":
            return duck_database(folder, self.memory)
        from sanitizer.relational.scale.on_spark import spark_database

        return spark_database(folder, self.memory, self.master, self.session)

    @contextmanager
    def place(self, definition: Definition, workers: int = 1) -> Iterator[Place]:
        """Provide where the texts of a table are read and written, for :func:`.release_files`: by the workers of Spark,
        or else by so many processes of this machine; the texts, and what is found in them, lie on disk and in its
        tables. Raises UsageError where there is no output, beside which it works."""
        if definition.output is None:
            raise UsageError(f"{definition.file}: no [output]: say where the release goes")
        folder = temporary_of(definition.resolve(definition.output.path))
        with self.opened(folder) as db:
            yield DiskPlace(db.readers(workers), folder, db)


@dataclass(frozen=True, slots=True)
class Whole:
    """A release in place: its report, the seconds of each step, and the ``manifest`` of a file."""

    report: TableReport
    seconds: dict[str, float]
    manifest: Path | None

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
    watch = Watch(tell_step)
    if output.url:
        written, whole = _into_table(definition, output, engine, most, watch)
    else:
        written, whole = _into_file(definition, output, engine, most, watch)
    watch.begin("")
    return Whole(whole, watch.seconds, written)


def _into_file(
    definition: Definition, output: Output, engine: Engine, most: int, watch: Watch
) -> tuple[Path, TableReport]:
    """Return a release in place, and its manifest."""
    path = definition.resolve(output.path)
    manifest = manifest_place(definition, output)
    _check_outputs(definition, output, path)
    for name in (path, manifest):
        remove_leftovers(name)
    target, told = FileTarget(path, output), temporary_of(manifest)
    with ExitStack() as undone:
        undone.callback(target.discard)
        with engine.opened(temporary_of(path)) as db:
            report, whole = _made(db, definition, target, most, watch)
        undone.callback(_remove, told)
        beside = _beside(definition, output, report, undone)
        counts = Recount(
            rows=whole.rows, persons=whole.persons, classes=whole.classes, least_class=whole.least
        )
        write_json(
            told, manifest, manifest_of(path.name, target.staged, counts, definition.k, engine.name).to_json()
        )
        with file_errors(path, "write"):
            manifest.unlink(missing_ok=True)  # what it says is of the file before
            target.commit()
            beside()
            give_away(told, manifest)
    return manifest, report


def _into_table(
    definition: Definition, output: Output, engine: Engine, most: int, watch: Watch
) -> tuple[None, TableReport]:
    """Return a release in a table of a database, all of it at once."""
    from sanitizer.relational.io.database_output import DatabaseOutput

    _check_report(definition, output)
    pending = DatabaseOutput(output, f"_pending_{uuid.uuid4().hex[:8]}", definition.base, definition.sources)
    pending.check()
    working = definition.resolve("release")  # the tables of the engine lie beside the definition
    remove_leftovers(working)
    with ExitStack() as undone:
        with engine.opened(temporary_of(working)) as db:
            target = db.target(pending) or TableTarget(pending)
            undone.callback(target.discard)
            report, _ = _made(db, definition, target, most, watch)
        beside = _beside(definition, output, report, undone)
        target.commit()
        beside()
    return None, report


def _beside(
    definition: Definition, output: Output, report: TableReport, undone: ExitStack
) -> Callable[[], object]:
    """Write the report under a temporary name, where one is wanted; what gives it its own."""
    if not output.report:
        return lambda: None
    path = definition.resolve(output.report)
    temporary = temporary_of(path)
    undone.callback(_remove, temporary)
    write_json(temporary, path, report.to_json())
    return lambda: temporary.replace(path)


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)


def _check_report(definition: Definition, output: Output) -> None:
    if output.report and is_written_through(path := definition.resolve(output.report)):
        raise UsageError(f"{path} is no file: it is put in place with the release; name a file")


def _check_outputs(definition: Definition, output: Output, path: Path) -> None:
    if is_written_through(path):
        raise UsageError(f"{path} is no file: a release is verified before it gets its name; name a file")
    _check_report(definition, output)
    if output.format == "csv":
        refuse_by_name(path)


def _made(
    db: Database, definition: Definition, target: Target, most: int, watch: Watch
) -> tuple[TableReport, Counted]:
    """Everything up to the verified output under its temporary name."""
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
        said = tell(db, quasi, divide(db, quasi, judge, most), weights, definition.output)
    else:
        said, search = by_levels(db, definition, quasi, judge, weights)
    names, shown = _released(db, definition, loaded, quasi, judge)
    watch.begin("write")
    order = ", ".join(f"{c} NULLS FIRST" for c in shown)
    target.write(db, f"SELECT {', '.join(shown)} FROM released ORDER BY {order}", names)
    watch.begin("verify")
    of = {q.values.name: j for j, q in enumerate(quasi)}
    places = [names.index(name) for name in of]
    matching = NullMatching(definition.method.null_matching)
    counted = check(db, target.written(db), places, judge, loaded.keyed, matching)
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
