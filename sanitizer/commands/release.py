"""`sanitizer release`: a verified k-anonymous release of a table, from its definition or all by itself."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import click

from sanitizer.commands.interpreter import spare_compiler
from sanitizer.commands.release_settings import (
    as_asked,
    beside,
    control_of,
    key_for,
    placed,
    proposed,
    refuse_written,
    replacing,
    sealed,
)
from sanitizer.commands.shared_options import OVERWRITE, as_one, choice, key_file
from sanitizer.commands.terminal import waiting
from sanitizer.commands.wrong_calls import PROFILE, Input, Output
from sanitizer.common.extras import need
from sanitizer.errors import UsageError

if TYPE_CHECKING:  # loaded only where they are used
    from sanitizer.relational.definition.definition import Definition
    from sanitizer.relational.from_file import Done
    from sanitizer.relational.scale.database_release import Engine, Whole

_DOING: Final = {
    "read": "reading the table", "release": "grouping the persons", "check the texts": "checking the texts",
    "attack": "attacking the result", "write": "writing", "verify": "verifying what was written",
}  # fmt: skip
"""The steps of a release, in words for a terminal."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a release: the parameters of the command."""

    what: str
    k: int | None
    auto: bool
    person: tuple[str, ...]
    output: str | None
    sidecar: str | None
    encrypt_reports: bool
    report: str | None
    figures: bool
    fanout: int
    mask_length: int
    earlier: str | None
    key_file: str | None
    profile: str | None
    dates: str | None
    explore: Path | None
    engine: str
    memory: int | None
    master: str | None
    workers: int
    overwrite: bool


@click.command("release")
@click.argument("what", type=Input(as_path=False))
@click.option(
    "-k",
    type=click.IntRange(1),
    help="How many persons are to look alike at least (in place of the definition's k).",
)
@click.option(
    "--auto", is_flag=True, help="WHAT is a table: scan it, use the definition, leave it beside OUTPUT."
)
@click.option(
    "--person",
    multiple=True,
    metavar="COLUMN",
    help="With --auto: the column that tells persons apart (several times: those that do so together).",
)
@click.option("-o", "--output", type=Output(as_path=False), help="Where the release goes.")
@click.option(
    "--sidecar",
    type=Output(as_path=False),
    help="Write who is who among the released rows, which verify needs; private, only you may read it.",
)
@click.option("--encrypt-reports", is_flag=True, help="Encrypt the sidecar with the key of --key-file.")
@click.option("--report", type=Output(as_path=False), help="Write the figures here (JSON).")
@click.option("--figures", is_flag=True, help="Print all figures, not the summary of ten lines.")
@click.option(
    "--fanout",
    type=click.IntRange(2),
    default=3,
    show_default=True,
    help="With --auto: how many ranges of numbers become one at each level.",
)
@click.option(
    "--mask-length",
    type=click.IntRange(1),
    default=3,
    show_default=True,
    help="With --auto: how many characters of a string may be hidden, from the right.",
)
@click.option(
    "--earlier",
    type=Input(as_path=False),
    help="An earlier release of the same persons: who is found by both together is counted and told.",
)
@key_file("File with the key of the columns' operators")
@click.option(
    "--profile",
    type=PROFILE,
    help="What is hidden of the texts, and what stays: a profile (sanitizer profiles lists them) or a settings "
    "file (.toml).",
)
@click.option(
    "--dates",
    type=click.Choice(["auto", "dmy", "mdy", "iso"]),
    help="What comes first in 3/4/1961, in columns and texts alike (in place of the definition's); auto: what the "
    "other dates of the table show, else the day.",
)
@click.option(
    "--explore",
    type=Output(),
    metavar="PAGE",
    help="Release nothing: write a page (HTML) with risk against loss for several k and partitioners, what an analyst "
    "loses, and records at risk. For tables without texts.",
)
@choice(
    "--engine", ["memory", "duckdb", "spark"],
    "What holds the rows: memory; for tables that do not fit, a DuckDB database beside the output, or Spark (the "
    "same groups and file; sanitizer help scale).",
)  # fmt: skip
@click.option(
    "--memory",
    type=click.IntRange(128),
    metavar="MIB",
    help="Mebibytes that DuckDB may hold before it uses the disk, or the heap of Spark's driver (1024).",
)
@click.option("--master", metavar="URL", help="With --engine spark: where it runs (local[*]).")
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Processes that read the texts.",
)
@OVERWRITE
@as_one(Asked)
def command(asked: Asked) -> None:
    """Release the table that the definition WHAT describes (or, with --auto, the table WHAT itself).

    The written output is verified before it gets its name; exit status 1 when the guarantee is not met.
    """
    need("tables", "release")
    from sanitizer.commands.interpreter import collecting_rarely
    from sanitizer.relational.io.temporary import ended_by_signals

    _refuse_unfit(asked)
    beyond = _engine(asked.engine, asked.memory, asked.master)
    if beyond is not None:
        _refuse(asked.engine, {"--auto": asked.auto, "--explore": asked.explore})
    with ExitStack() as stack:
        stack.enter_context(ended_by_signals())
        stack.enter_context(collecting_rarely())
        definition, target, told = _defined(asked, stack)
        refuse_written(definition, asked.explore, target, asked.overwrite)
        definition = replacing(definition, asked.overwrite)
        if asked.explore is not None:
            _explored(definition, asked.explore, asked.what)
            return
        done = _released(asked, definition, beyond, stack)
    if target is not None:
        click.echo(told, err=True)
        click.echo(f"definition: {target}", err=True)
    _tell(definition, done, asked.figures)


def _refuse_unfit(asked: Asked) -> None:
    """Raise UsageError for what is no file, no definition, or goes with --auto alone."""
    from sanitizer.documents.write import is_written_through

    for name in (asked.output, asked.sidecar, asked.report):
        if name is not None and is_written_through(Path(name)):
            raise UsageError(f"{name} is no file: a release is verified before it gets its name; name a file")
    if not asked.auto and Path(asked.what).suffix != ".toml":
        raise UsageError(f"{asked.what} is not a definition (.toml): sanitizer scan makes one, or use --auto")
    if asked.person and not asked.auto:
        raise UsageError("--person goes with --auto; in a definition, say person = true of the column")


def _defined(asked: Asked, stack: ExitStack) -> "tuple[Definition, Path | None, str]":
    """Return the definition with what is asked over it; of one that a scan proposes, where it is left and what it
    tells."""
    from sanitizer.relational.definition.schema import load_definition

    target, told = None, ""
    if asked.auto:
        from sanitizer.relational.scan.columns import RoG

        target = beside(asked.what, asked.output)
        parameters = RoG(k=asked.k or 2, fanout=asked.fanout, mask_length=asked.mask_length)
        scan = proposed(
            asked.what, target, str(asked.output), parameters, asked.person, asked.dates or "auto"
        )
        definition, told = stack.enter_context(scan)
    else:
        definition = load_definition(asked.what)
    definition = as_asked(definition, asked.k, asked.dates)
    made = placed(definition.output, None if asked.auto else asked.output, asked.sidecar, asked.report)
    sealing = sealed(made, asked.key_file, asked.encrypt_reports)
    return replace(definition, output=sealing), target, told


def _released(
    asked: Asked, definition: "Definition", beyond: "Engine | None", stack: ExitStack
) -> "Done | Whole":
    """Release by the engine that is asked for. Raises UsageError for what it does not have."""
    from sanitizer.relational.definition.definition import Role

    texts = bool(definition.named(Role.TEXT))
    several = asked.workers > 1
    if beyond is not None and not texts:
        from sanitizer.relational.scale.database_release import release_by_database

        of_memory = {"--earlier": asked.earlier, "--profile": asked.profile, "--key-file": asked.key_file}
        _refuse(asked.engine, {**of_memory, "--workers": several})
        with waiting("reading") as doing:
            return release_by_database(definition, beyond, tell_step=lambda step: doing(_DOING[step]))
    spare_compiler(definition.sources)
    from sanitizer.relational.from_file import release_files
    from sanitizer.relational.machine_code import makes_machine_code
    from sanitizer.relational.privacy.uniqueness import MOST_UNIQUE
    from sanitizer.relational.terms.parts import Processes

    once = " (and making machine code, this once: about a minute)" if makes_machine_code(definition) else ""
    if asked.engine == "spark":
        _refuse(asked.engine, {"--workers": several})
    elif several and not texts:
        raise UsageError(f"--workers: they read texts, and {definition.file} has no column of role text")
    with waiting("reading") as doing:
        return release_files(
            definition,
            most_unique=MOST_UNIQUE if asked.auto else 1.0,
            tell=lambda step: doing(_DOING[step] + (once if step == "release" else "")),
            earlier=asked.earlier or "",
            key=key_for(definition, asked.key_file),
            control=control_of(asked.profile, definition),
            place=Processes(asked.workers)
            if beyond is None
            else stack.enter_context(beyond.place(definition, asked.workers)),
        )


def _tell(definition: "Definition", done: "Done | Whole", figures: bool) -> None:
    """Print the result, what to look at, and where the release is."""
    from sanitizer.commands.release_summary import result_lines, written
    from sanitizer.commands.terminal import lead_on, warn
    from sanitizer.relational.columns.figures import readable

    if figures:
        click.echo(readable(done.report.to_json()))
    else:
        for line in result_lines(done.report.to_json()):
            click.echo(line)
    for warning in done.report.warnings:
        warn(f"warning: {warning}")
    for line in written(definition, done, figures):
        lead_on(line)


def _refuse(engine: str, given: Mapping[str, object]) -> None:
    """Raise UsageError where one of these options, which the engine does not have, was given."""
    for name, value in given.items():
        if value:
            raise UsageError(f"--engine {engine} cannot do {name}: use --engine memory")


def _engine(engine: str, memory: int | None, master: str | None) -> "Engine | None":
    """Return the engine beyond memory; None for memory. Raises UsageError for its options where it has none,
    MissingExtraError."""
    if master is not None and engine != "spark":
        raise UsageError("--master goes with --engine spark")
    if engine == "memory":
        if memory is not None:
            raise UsageError("--memory goes with --engine duckdb and spark")
        return None
    need(engine, f"release --engine {engine}")
    from sanitizer.relational.scale.database_release import MEMORY, Engine

    name: Literal["duckdb", "spark"] = "spark" if engine == "spark" else "duckdb"
    return Engine(name, memory or MEMORY, master)


def _explored(definition: "Definition", page: Path, what: str) -> None:
    """Write the page of what could be released. Raises UsageError."""
    from sanitizer.documents.write import whole_file
    from sanitizer.page.build_explore import build_explore
    from sanitizer.relational.explore import explore
    from sanitizer.relational.io.paths import same_file
    from sanitizer.relational.io.sources import read_table

    read = [Path(what), *(definition.resolve(s.path) for s in definition.sources if s.path)]
    if any(same_file(path, page) for path in read):
        raise UsageError(f"{page}: the page would be written over what it is about; give it another name")
    found = explore(read_table(definition), definition)
    with whole_file(page) as stream:
        stream.write(build_explore(found, f"Before a release: {definition.file}"))
    click.echo(f"{page}: {len(found.tried)} releases compared, none written", err=True)
