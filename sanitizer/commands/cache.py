"""`sanitizer cache`: the counts that were fetched from beyond this machine: describe, export, import, forget."""

import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path

import click

from corpora_stats.base import CountsError
from corpora_stats.cache import DiskMemory, read_export, read_table
from corpora_stats.named_sources import open_named
from sanitizer.commands.shared_options import CACHE, writes_files
from sanitizer.documents.decode import decode, read_bytes
from sanitizer.documents.write import whole_file
from sanitizer.errors import DocumentError, ResourceError, UsageError

_PATH = click.Path(path_type=Path)


@click.group()
def command() -> None:
    """Show, check or forget the counts that are kept from beyond this machine, for runs with --offline."""


@command.command()
@CACHE
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def info(cache: Path | None, as_json: bool) -> None:
    """Print what is kept, by source."""
    with _opened(cache) as memory:
        entries = memory.entries()
        totals = {entry.source: entry.count for entry in entries if not entry.question}
        counts = Counter(entry.source for entry in entries if entry.question)
        days: dict[str, list[str]] = {}
        for entry in entries:
            days.setdefault(entry.source, []).append(entry.day)
        sources = [
            {
                "source": s,
                "N": totals.get(s),
                "counts": counts[s],
                "first": min(days[s]),
                "last": max(days[s]),
            }
            for s in sorted(days)
        ]
        size = sum(path.stat().st_size for path in memory.folder.iterdir() if path.is_file())
    if as_json:
        click.echo(
            json.dumps({"folder": str(memory.folder), "bytes": size, "sources": sources}, ensure_ascii=False)
        )
        return
    click.echo(f"{memory.folder}: {sum(counts.values())} counts, {size / 1e6:.1f} MB")
    for told in sources:
        click.echo(
            f"{told['source']}: N = {told['N']}, {told['counts']} counts, {told['first']} to {told['last']}"
        )


@command.command()
@click.argument("file", type=_PATH)
@click.option("--source", help="Only this source (its name as `cache info` shows it).")
@CACHE
@writes_files("file", tells=True)
def export(file: Path, source: str | None, cache: Path | None) -> None:
    """Write what is kept to FILE, one JSON object a line, sorted; it holds private terms (mode 0600)."""
    with _opened(cache) as memory:
        lines = list(memory.export(source))
        if len(lines) == 1:
            raise UsageError(f"the cache {memory.folder} holds nothing" + (f" of {source}" if source else ""))
        with whole_file(file, private=True) as stream:
            stream.writelines(lines)
    click.echo(f"{len(lines) - 1} lines written to {file}", err=True)


@command.command("import")
@click.argument("file", type=_PATH)
@click.option("--table", metavar="SOURCE", help='FILE is a plain {"phrase": count} of this source.')
@click.option("--total", type=click.IntRange(1), help="For --table: N of the source.")
@click.option("--day", help="For --table: when it was counted, YYYY-MM-DD.  [default: today]")
@CACHE
def import_(file: Path, table: str | None, total: int | None, day: str | None, cache: Path | None) -> None:
    """Keep what FILE holds, an export or a plain table; it replaces what was kept of the same questions."""
    try:
        text = decode(read_bytes(file))
    except DocumentError as error:
        raise UsageError(f"{file} {error}") from error
    left_out = 0
    with _opened(cache) as memory:
        if table is None:
            number = memory.add(read_export(text.splitlines(), str(file)))
        else:
            if total is None:
                raise UsageError(
                    "--table needs --total N, the number of documents that the counts are out of"
                )
            source = open_named(table, offline=True).name
            entries, left_out = read_table(text, str(file), source, total, _day(day))
            number = memory.add(entries)
    skipped = f", {left_out} rows left out (missing, no word, or above N)" if left_out else ""
    click.echo(f"{number} counts imported{skipped}", err=True)


@command.command()
@click.option("--source", help="Only this source (its name as `cache info` shows it).")
@click.option("--yes", is_flag=True, help="Do not ask.")
@CACHE
def clear(source: str | None, yes: bool, cache: Path | None) -> None:
    """Forget what is kept."""
    with _opened(cache) as memory:
        what = f"all counts of {source}" if source else "all counts"
        if not yes:
            click.confirm(f"Forget {what} in {memory.folder}?", abort=True)
        number = memory.forget(source)
    click.echo(f"{number} counts forgotten", err=True)


@contextmanager
def _opened(cache: Path | None) -> Iterator[DiskMemory]:
    """Provide the cache, closed in the end. Raises ResourceError."""
    try:
        memory = DiskMemory(cache)
        try:
            yield memory
        finally:
            memory.close()
    except CountsError as error:
        raise ResourceError(str(error)) from error


def _day(text: str | None) -> str:
    try:
        return (date.fromisoformat(text) if text else datetime.now(UTC).date()).isoformat()
    except ValueError:
        raise UsageError(f"--day {text!r} is not of the form YYYY-MM-DD") from None
