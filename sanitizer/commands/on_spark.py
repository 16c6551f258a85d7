"""`sanitizer sanitize --engine spark`: texts of Parquet in, Parquet out, by the workers of Spark; what it
came to, added up there."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
from click.core import ParameterSource

from corpora_stats.spark_tasks import told_in_one_line
from sanitizer.check.describe_places_to_look_at import verdict
from sanitizer.check.telling_shapes import KINDS
from sanitizer.commands.hardening_options import open_hardening
from sanitizer.commands.operator_options import read_operators
from sanitizer.commands.sanitize_options import SanitizeOptions
from sanitizer.commands.sanitize_run import sanitizer_of
from sanitizer.commands.settings_from_options import read_control, read_settings
from sanitizer.commands.terminal import waiting, warn
from sanitizer.common.extras import need
from sanitizer.common.spark_session import spark_session, working_folder
from sanitizer.control.chosen_persons import ProtectedSought
from sanitizer.control.decisions import unused_decisions
from sanitizer.control.outcomes import UnusedDecision, UnusedProtected, lost
from sanitizer.control.rules import Control
from sanitizer.errors import UsageError, missing
from sanitizer.settings import Settings

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


@dataclass(frozen=True)
class SparkTold:
    """What came of the rows: how many there are, ``failed`` and are ``not_met``; the ``figures`` of workers by their
    names; decisions and protected entries that came to nothing, ``lost`` of the latter; whether all is as promised."""

    rows: int
    failed: int
    not_met: int
    figures: Mapping[str, int]
    unused: tuple[UnusedDecision, ...]
    nowhere: tuple[UnusedProtected, ...]
    lost: int

    @classmethod
    def of(cls, whole: "DataFrame", id: str, settings: Settings, control: Control | None) -> "SparkTold":
        """Of a frame with the column ``counts``."""
        from sanitizer.spark.workers import DECISION, PROTECTED

        total = "count(*)", "count(reason)", "count_if(reason IS NULL AND NOT met)"
        rows, failed, unmet = whole.selectExpr(*total).collect()[0]
        summed = whole.selectExpr("explode(counts) AS (name, n)").groupBy("name").sum("n").collect()
        figures = dict(map(tuple, summed))
        sought = ProtectedSought(settings, control)
        for name in figures:
            if name.startswith(PROTECTED):
                number, _, where = name.removeprefix(PROTECTED).partition(" ")
                sought.strike_off((where, int(number)))
        used = {int(name.removeprefix(DECISION)) for name in figures if name.startswith(DECISION)}
        decided = control.decided if control else ()
        named = sorted({own.document for _, own in decided if own.document is not None})
        quoted = id.replace("`", "``")
        ids = whole.selectExpr(f"CAST(`{quoted}` AS STRING) AS id", "reason")
        of = ids.where(ids.id.isin(named)).collect() if named else []
        failures = {row.id for row in of if row.reason is not None}
        unused = unused_decisions(decided, used, {row.id for row in of}, failures)
        nowhere = sought.told()
        return cls(rows, failed, unmet, figures, tuple(unused), nowhere, lost(nowhere, len(settings.protect)))

    @property
    def masks_unused(self) -> int:
        """Decisions to mask that came to nothing."""
        return sum(entry.decision == "mask" for entry in self.unused)

    @property
    def still_named(self) -> int:
        """Rows whose person an attacker still has among the first candidates."""
        return sum(self._several("hardening ").values()) - sum(
            self.figures.get(f"hardening {outcome}", 0) for outcome in ("hidden", "no candidate")
        )

    def tell(self, output: Path, options: SanitizeOptions) -> int:
        """Say it; the exit status."""
        if options.as_json:
            counts = {"rows": self.rows, "failed": self.failed, "not_met": self.not_met}
            told = {"left": self.figures.get("left", 0), "look": self._look(), "not_hidden": self.still_named}
            lists = {"decisions_unused": self.unused, "protected_unused": self.nowhere}
            more = {name: [entry.to_json() for entry in entries] for name, entries in lists.items()}
            click.echo(json.dumps({**counts, **told, **more}))
        for line in self._warnings():
            warn(f"sanitizer: {line}")
        if not options.quiet:
            click.echo(
                f"{output}: {self.rows:,} texts, {self.failed:,} failed (the column reason says why), "
                f"{self.not_met:,} not met",
                err=True,
            )
            click.echo(verdict(self.figures.get("left", 0), self._look(), "--report keeps where"), err=True)
        return 1 if self.failed or self.not_met or self.masks_unused or self.lost or self._is_open() else 0

    def _is_open(self) -> bool:
        """Return whether hardening fell short, or found nobody to hide."""
        outcomes = self._several("hardening ")
        return bool(self.still_named) or (bool(outcomes) and set(outcomes) == {"no candidate"})

    def _several(self, kind: str) -> dict[str, int]:
        return {name.removeprefix(kind): n for name, n in self.figures.items() if name.startswith(kind)}

    def _look(self) -> dict[str, int]:
        found = self._several("look ")
        return {kind: found[kind] for kind in KINDS if kind in found}

    def _warnings(self) -> list[str]:
        by_default, not_called = self.figures.get("by_default", 0), self.figures.get("not_called", 0)
        entries = "; ".join(f"{entry.list}, entry {entry.number}" for entry in self.nowhere)
        lines = "; ".join(f"line {entry.line}: {entry.reason}" for entry in self.unused)
        outcomes = self._several("hardening ")
        told = [
            (by_default, f"warning: sensitive entities that stay because the operator of default is keep: {by_default}"
             "; name the types that are to stay"),
            (not_called, f"warning: {not_called} terms are not called what their rule says, which tells more than may "
             "be told (explain shows them)"),
            (self.unused, f"{len(self.unused)} decisions came to nothing: {lines}"),
            (self.nowhere, f"{len(self.nowhere)} protected names or entities stand in no document (misspelt?): "
             f"{entries}"),
            (self._is_open(), "hardening: " + ", ".join(f"{n} {outcome}" for outcome, n in sorted(outcomes.items()))),
        ]  # fmt: skip
        return [line for is_so, line in told if is_so]


_MEMORY: Final = 1024
"""Mebibytes of heap of the driver: it holds the forms of a collection, and no texts."""
_ELSEWHERE: Final = (
    "kind", "keep", "table", "to_table", "unlinkable", "encrypt_reports", "ids_file", "add", "strict", "preview",
    "workers", "overwrite", "resume", "person_field", "timings", "comments", "ocr", "pdf", "tracked",
)  # fmt: skip
"""Options of documents and files, which a frame has not."""


def sanitize_on_spark(context: click.Context, options: SanitizeOptions, master: str | None) -> int:
    """Sanitize a column of texts; the exit status. Everything is written under hidden names, and gets its name when all
    is there: private columns first. Raises UsageError, ResourceError."""
    need("spark", "sanitize --engine spark")
    source, output, private = _checked(context, options)
    control = read_control(options.profile, options.decisions)
    settings = read_settings(options, control)
    operators = read_operators(options, control)
    totals = open_hardening(options, settings)
    sanitizer = sanitizer_of(options, settings, control, operators)
    from sanitizer import spark
    from sanitizer.relational.io.temporary import remove_leftovers, temporary_of

    text, id = options.text_field or "text", options.id_field or ""
    asked: spark.SparkOptions = {"sanitizer": sanitizer, "spread": options.spread}
    if totals:
        asked["hardening"] = totals.hardening
    remove_leftovers(output)
    with (
        waiting("starting Spark") as doing,
        working_folder(temporary_of(output)) as staged,
        spark_session(staged, _MEMORY, master) as session,
    ):
        doing("sanitizing on Spark")
        with told_in_one_line(UsageError):
            frame = session.read.parquet(str(source.absolute()))
            made = spark.sanitize(frame, text, id, (*private, "counts"), **asked)
            made.write.parquet(str(staged / "all"))
            whole = session.read.parquet(str(staged / "all"))
            for name in private:
                whole.select(id, name).write.parquet(str(staged / name))
            whole.drop(*private, "counts").write.parquet(str(staged / "public"))
            told = SparkTold.of(whole, id, settings, control)
        for name, path in private.items():
            (staged / name).chmod(0o700)
            (staged / name).rename(path)
        (staged / "public").rename(output)
    return told.tell(output, options)


def _checked(context: click.Context, options: SanitizeOptions) -> tuple[Path, Path, dict[str, Path]]:
    """Return where the texts are and where the result goes, with the private columns that are asked for."""
    for option in context.command.params:
        given = context.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE
        if option.name in _ELSEWHERE and given:
            raise UsageError(f"--engine spark has no {option.opts[0]}: leave one of them out")
    if not options.id_field or not options.keep_ids:
        raise UsageError(
            "--engine spark needs --id-field NAME and --keep-ids: rows have no order there, and their ids stay as they "
            "are"
        )
    source, output = Path(options.source), options.output
    if not source.exists():
        raise UsageError(missing(options.source))
    if not output or output == "-":
        raise UsageError("--engine spark needs -o FOLDER: Parquet is written there")
    private = {
        name: Path(file) for name, file in (("report", options.report_file), ("masks", options.masks)) if file
    }
    places = [Path(output), *private.values()]
    for number, path in enumerate(places):
        if path.exists() or path.is_symlink():
            raise UsageError(f"{path} exists; choose another name")
        if not path.absolute().parent.is_dir():
            raise UsageError(f"{path}: there is no folder {path.parent}: make it first")
        if path.resolve() in (place.resolve() for place in places[:number]):
            raise UsageError(f"{path}: two outputs cannot have one name; choose another")
        if path.resolve().is_relative_to(source.resolve()):
            raise UsageError(f"{path} lies in the source; choose another place")
    return source, Path(output), private
