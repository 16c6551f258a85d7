"""`sanitizer sanitize --engine spark`: texts of Parquet in, Parquet out, by the workers of Spark."""

from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from corpora_stats.spark_tasks import told_in_one_line
from sanitizer.commands.hardening import open_hardening
from sanitizer.commands.job import sanitizer_of
from sanitizer.commands.operators import read_operators
from sanitizer.commands.options import read_control, read_settings
from sanitizer.commands.spark_told import SparkTold
from sanitizer.commands.terminal import waiting
from sanitizer.common.extras import need
from sanitizer.common.spark_session import spark_session, working_folder
from sanitizer.errors import UsageError, missing

_MEMORY: Final = 1024
"""Mebibytes of heap of the driver: it holds the forms of a collection, and no texts."""
_ELSEWHERE: Final = (
    "kind", "keep", "table", "to_table", "unlinkable", "encrypt_reports", "ids_file", "add", "strict", "preview",
    "workers", "overwrite", "resume", "person_field", "timings", "comments", "ocr", "pdf", "tracked",
)  # fmt: skip
"""Options of documents and files, which a frame has not."""


def sanitize_on_spark(context: click.Context, options: dict[str, Any], master: str | None) -> int:
    """Sanitize a column of texts; the exit status. Everything is written under hidden names, and gets its name when all
    is there: private columns first. Raises UsageError, ResourceError."""
    need("spark", "sanitize --engine spark")
    source, output, private = _checked(context, options)
    control = read_control(options)
    settings = read_settings(options, control)
    operators = read_operators(options, control)
    totals = open_hardening(options, settings)
    sanitizer = sanitizer_of(options, settings, control, operators)
    from sanitizer import spark
    from sanitizer.relational.io.temporary import temporary_of

    text, id = options["text_field"] or "text", options["id_field"]
    asked: spark.SparkOptions = {"sanitizer": sanitizer, "spread": options["spread"]}
    if totals:
        asked["hardening"] = totals.hardening
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


def _checked(context: click.Context, options: dict[str, Any]) -> tuple[Path, Path, dict[str, Path]]:
    """Where the texts are and where the result goes, with the private columns that are asked for."""
    for option in context.command.params:
        given = context.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE
        if option.name in _ELSEWHERE and given:
            raise UsageError(f"--engine spark has no {option.opts[0]}: leave one of them out")
    if not options["id_field"] or not options["keep_ids"]:
        raise UsageError(
            "--engine spark needs --id-field NAME and --keep-ids: rows have no order there, and their ids stay as they "
            "are"
        )
    source, output = Path(options["source"]), options["output"]
    if not source.exists():
        raise UsageError(missing(options["source"]))
    if not output or output == "-":
        raise UsageError("--engine spark needs -o FOLDER: Parquet is written there")
    private = {
        name: Path(options[option])
        for option, name in (("report_file", "report"), ("masks", "masks"))
        if options[option]
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
