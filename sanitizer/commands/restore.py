"""`sanitizer restore`: give the values back that reversible operators took out."""

import csv
import io
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from sanitizer.commands.shared_options import key_file, writes_files
from sanitizer.commands.terminal import finish, waiting
from sanitizer.commands.wrong_calls import Output
from sanitizer.common.keys import Key
from sanitizer.documents.decode import read_all, read_bytes
from sanitizer.documents.write import STDOUT, refuse_same, whole_file
from sanitizer.errors import DocumentError, RefusedInputError, UsageError, missing
from sanitizer.operators.placing import Places
from sanitizer.operators.restore import restore, tokens, written
from sanitizer.page.read import read_report


@click.command("restore")
@click.argument("source", type=click.Path())
@click.option("-o", "--output", type=Output(as_path=False), help="File to write; standard output without it.")
@key_file("File with the key")
@click.option(
    "--report",
    type=click.Path(path_type=Path),
    help="Report of the run that wrote SOURCE: texts whose tokens do not stand where it wrote them stay as they are.",
)
@click.option(
    "--any-place",
    is_flag=True,
    help="Restore values wherever they stand (parts of texts, tables): they may have changed places unseen.",
)
@writes_files("output", tells=True)
def command(
    source: str, output: str | None, key_file: str | None, report: Path | None, any_place: bool
) -> int:
    """Restore what was encrypted in SOURCE (a file, or - for standard input) with the key that encrypted it.

    In .jsonl, .json and .csv files the values of fields are restored. Exit status 1 when some tokens were made with
    another key, were changed, or do not stand in the places that they were written in; they stay as they are.
    """
    if source != "-" and Path(source).is_dir():
        raise UsageError(f"{source} is a folder: name a file of it; each is restored by itself")
    key = Key.read(key_file)
    if report is not None and any_place:
        raise UsageError(
            "--report says where values belong, --any-place that it does not matter: give one of them"
        )
    read = {
        "its own input": None if source == "-" else Path(source),
        "the key": Path(key_file) if key_file else None,
    }
    refuse_same({"the output": Path(output) if output else None}, read)
    text = _read(source)
    path = Path(source)
    suffix = (path.with_suffix("").suffix if path.suffix in (".gz", ".xz", ".zst") else path.suffix).lower()
    moved: frozenset[int] = frozenset()
    if report is not None:
        seen: list[tuple[str, ...]] = []

        def note(record: Record) -> Record:
            seen.extend(found for value in record if (found := tokens(value)))
            return record

        _by_form(suffix, text, note, source)
        done = read_report(report).done
        moved = written((d.text, d.changes, d.output_id or "") for d in done).out_of_place(seen, path.name)
    alone = suffix not in (".jsonl", ".json", ".csv") and source != "-"
    work, misplaced = _Restoring(key, moved), list[Record]()
    if report is None and not any_place:
        places = Places(key, path.name if alone else "")

        def look(record: Record) -> Record:
            if any(map(tokens, record)) and not places.hold(record):
                misplaced.append(record)
            return record

        _by_form(suffix, text, look, source)
        work.sealed = bool(misplaced)
    with waiting("restoring"):
        result = _by_form(suffix, text, work.record, source)
    target = STDOUT if output is None else Path(output)
    try:
        with whole_file(target, private=True) as stream:
            stream.write(result)
    except UnicodeEncodeError as error:
        raise UsageError(f"{source}: holds halves of characters, which no UTF-8 text can hold") from error
    click.echo(f"{work.opened} values restored, {work.failed} could not be", err=True)
    if moved:
        listed = ", ".join(str(n + 1) for n in sorted(moved)[:20]) + (", ..." if len(moved) > 20 else "")
        click.echo(
            f"{len(moved)} texts left as they are: their tokens do not stand as {report} says that they were written "
            f"(of the texts with tokens, number {listed})",
            err=True,
        )
    if work.sealed:
        click.echo(
            f"all is left as it is: the values of {len(misplaced)} texts do not stand where they were encrypted, or "
            "tell no place (tables, parts of texts, files of another name); --report REPORT tells which belong there, "
            "--any-place restores them all the same",
            err=True,
        )
    finish("it holds the originals again: keep it as you keep them", output)
    return 1 if work.failed else 0


Record = tuple[str, ...]
"""The values that are texts of one record of a file, in order; a text file is a record of one."""


@dataclass
class _Restoring:
    """Restores record after record, and counts. ``moved`` are the texts with tokens, by number, that a report calls out
    of place; ``sealed`` says that some value of the file is, and all stay: which belongs where cannot be told."""

    key: Key
    moved: frozenset[int]
    sealed: bool = False
    opened: int = 0
    failed: int = 0
    with_tokens: int = 0

    def record(self, values: Record) -> Record:
        """Return the values restored, or as they are."""
        if self.sealed:
            self.failed += sum(len(tokens(value)) for value in values)
            return values
        return tuple(map(self._value, values))

    def _value(self, value: str) -> str:
        found = tokens(value)
        self.with_tokens += bool(found)
        if found and self.with_tokens - 1 in self.moved:
            self.failed += len(found)
            return value
        restored = restore(value, self.key, any_place=True)
        self.opened += restored.opened
        self.failed += restored.failed
        return restored.text


def _read(source: str) -> str:
    try:
        if source != "-":
            if not Path(source).exists():
                raise UsageError(missing(Path(source)))
            return read_bytes(Path(source)).decode("utf-8")
        if sys.stdin is None:
            raise UsageError("standard input is closed: name a file to read")
        return read_all(sys.stdin.buffer).decode("utf-8")
    except DocumentError as error:
        raise RefusedInputError(f"{source} {error}") from error
    except UnicodeDecodeError as error:
        raise RefusedInputError(
            f"{source}: is not UTF-8 text; sanitized documents are written as UTF-8"
        ) from error


def _by_form(suffix: str, text: str, each: Callable[[Record], Record], source: str) -> str:
    """``text`` with ``each`` applied to its records, where the form of the file holds values."""
    try:
        if suffix == ".jsonl":
            return "\n".join(_json_line(line, each) for line in text.split("\n"))
        if suffix == ".json":
            return json.dumps(_records(json.loads(text), each), ensure_ascii=False, indent=1) + "\n"
    except json.JSONDecodeError as error:
        raise RefusedInputError(f"{source}: no valid JSON (line {error.lineno}): {error.msg}") from error
    except UsageError:
        raise
    except (RecursionError, ValueError) as error:
        raise RefusedInputError(
            f"{source}: no JSON that can be read (nested too deep, or too long a number)"
        ) from error
    if suffix == ".csv":
        buffer = io.StringIO()
        separator = _separator(text)
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        csv.writer(buffer, delimiter=separator, lineterminator="\n").writerows(each(tuple(r)) for r in rows)
        return buffer.getvalue()
    return each((text,))[0]


def _separator(text: str) -> str:
    try:
        return csv.Sniffer().sniff(text[:4096], delimiters=",;\t|").delimiter
    except csv.Error:
        return ","


def _json_line(line: str, each: Callable[[Record], Record]) -> str:
    return json.dumps(_record(json.loads(line), each), ensure_ascii=False) if line.strip() else line


def _records(value: Any, each: Callable[[Record], Record]) -> Any:
    """Return a whole JSON file: its items are the records, if it has any."""
    if isinstance(value, list):
        return [_record(item, each) for item in value]
    if isinstance(value, dict):
        return {name: _record(item, each) for name, item in value.items()}
    return _record(value, each)


def _record(value: Any, each: Callable[[Record], Record]) -> Any:
    done = iter(each(tuple(_strings(value))))
    return _filled(value, done)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings(item)


def _filled(value: Any, texts: Iterator[str]) -> Any:
    """Return the value with its texts, in the order of `_strings`, in their places."""
    if isinstance(value, str):
        return next(texts)
    if isinstance(value, list):
        return [_filled(item, texts) for item in value]
    if isinstance(value, dict):
        return {name: _filled(item, texts) for name, item in value.items()}
    return value
