"""`sanitizer corpus`: make, extend, describe and check a local index of texts to count in."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import click

from corpora_stats import CountsError
from corpora_stats import build as building
from corpora_stats import index as indexes
from corpora_stats.index_blocks import UNITS
from sanitizer.commands.shared_options import choice
from sanitizer.commands.terminal import bar, lead_on, waiting
from sanitizer.common.extras import need
from sanitizer.errors import ResourceError, UsageError

_PATH = click.Path(path_type=Path)


@click.group()
def command() -> None:
    """Count in your own texts: build an index once, then give it to --counts."""


def _reading(function: Any) -> Any:
    for option in (
        click.argument("sources", nargs=-1, required=True, type=_PATH),
        click.option(
            "--text-field", default="text", show_default=True, help="Field or column that holds the text."
        ),
        click.option(
            "--id-field", help="Field that names a text, for --exclude.  [default: id, title, name]"
        ),
        click.option("--exclude", type=_PATH, help="File of titles or ids to leave out, one a line."),
        click.option(
            "--workers",
            type=click.IntRange(1, 256),
            help="Processes.  [default: all cores that memory allows]",
        ),
        click.option(
            "--memory", default=building.MEMORY_MB, show_default=True, help="Limit of memory, in MB."
        ),
        choice(
            "--engine",
            ["processes", "spark"],
            "Who reads: processes of this machine, or workers of Spark (Parquet; sanitizer help scale).",
        ),
        click.option("--master", metavar="URL", help="With --engine spark: where it runs (local[*])."),
        click.option("--quiet", is_flag=True, help="No progress bar."),
    ):
        function = option(function)
    return function


@command.command()
@_reading
@click.option("-o", "--output", required=True, type=_PATH, help="The new index, a folder.")
@click.option(
    "--unit", type=click.Choice(UNITS), default="document", show_default=True, help="What to count."
)
def build(output: Path, unit: str, **reading: Any) -> None:
    """Index SOURCES: folders, txt, md, html, jsonl, csv, parquet, MediaWiki xml; plain, gz, xz, zst or bz2.

    An interrupted build goes on when the same command is run again; the index appears when it is whole.
    """
    with _told(reading) as (inputs, effort), _making(reading, output, effort) as making:
        meta = building.build(inputs, output, unit=unit, effort=effort, making=making)
    _say(output, meta)


@command.command()
@click.argument("index", type=_PATH)
@_reading
def add(index: Path, **reading: Any) -> None:
    """Add the texts of SOURCES to INDEX, all or none."""
    with _told(reading) as (inputs, effort), _making(reading, index, effort) as making:
        meta = building.add(inputs, index, effort=effort, making=making)
    _say(index, meta)


@command.command()
@click.argument("index", type=_PATH)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def info(index: Path, as_json: bool) -> None:
    """Say what INDEX holds: units, words, size, sources, version of the normal form."""
    try:
        meta = indexes.read_meta(index)
    except CountsError as error:
        raise ResourceError(str(error)) from error
    size = sum(sum(entry[0] for entry in about["files"].values()) for about in meta["segments"])
    meta = {key: value for key, value in meta.items() if key not in ("segments", "plans")} | {"bytes": size}
    if as_json:
        click.echo(json.dumps(meta))
        return
    for key, value in meta.items():
        shown = (
            ", ".join(value) if isinstance(value, list) else f"{value:,}" if isinstance(value, int) else value
        )
        click.echo(f"{key:15} {shown}")


@command.command()
@click.argument("index", type=_PATH)
def check(index: Path) -> int:
    """Read all of INDEX and compare check sums; exit status 3 when anything is wrong."""
    try:
        wrong = list(indexes.check(index))
    except CountsError as error:
        raise ResourceError(str(error)) from error
    for line in wrong:
        click.echo(line, err=True)
    click.echo(f"{index}: {'corrupt; build it again' if wrong else 'whole'}", err=bool(wrong))
    return 3 if wrong else 0


@contextmanager
def _told(reading: dict[str, Any]) -> Iterator[tuple[building.Inputs, building.Effort]]:
    """Provide the arguments of a build from the options; errors become one line."""
    need("corpus", "corpus")
    exclude: Path | None = reading["exclude"]
    try:
        names = [] if exclude is None else exclude.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--exclude {exclude}: cannot be read ({error})") from error
    quiet = reading["quiet"] or not sys.stderr.isatty()
    with (
        bar(unit="B", unit_scale=True, disable=quiet, desc="indexing", delay=1e-9) as shown,
        nullcontext() if reading["quiet"] else waiting("preparing to read"),
    ):

        def progress(done: int, total: int) -> None:
            shown.total = total
            shown.update(done - shown.n)

        try:
            inputs = building.Inputs(
                reading["sources"],
                [name.strip() for name in names if name.strip()],
                reading["text_field"],
                reading["id_field"],
            )
            yield inputs, building.Effort(reading["workers"], reading["memory"], progress=progress)
        except CountsError as error:
            raise UsageError(str(error)) from error


@contextmanager
def _making(
    reading: dict[str, Any], output: Path, effort: building.Effort
) -> Iterator[building.Making | None]:
    """Provide who makes the index: None for processes of this machine."""
    if reading["engine"] != "spark":
        if reading["master"]:
            raise UsageError("--master goes with --engine spark")
        yield None
        return
    need("spark", "corpus --engine spark")
    from corpora_stats.on_spark import OnSpark
    from sanitizer.common.spark_session import spark_session, working_folder
    from sanitizer.relational.io.temporary import remove_leftovers, temporary_of

    remove_leftovers(output)
    with (
        working_folder(temporary_of(output)) as folder,
        spark_session(folder, effort.memory_mb, reading["master"]) as session,
    ):
        yield OnSpark(session)


def _say(path: Path, meta: dict[str, Any]) -> None:
    left_out = f", {meta['left_out']:,} left out" if meta["left_out"] else ""
    click.echo(f"{path}: {meta['units']:,} {meta['unit']}s, {meta['words']:,} words{left_out}", err=True)
    lead_on(f"next: sanitizer sanitize SOURCE -o clean --counts {path} --counts default")
