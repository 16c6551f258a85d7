"""`sanitizer restore`: give the values back that reversible operators took out."""

import csv
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from sanitizer.documents.decode import read_all, read_bytes
from sanitizer.documents.write import STDOUT, refuse_same, whole_file
from sanitizer.errors import DocumentError, UsageError
from sanitizer.operators.keys import VARIABLE, Key
from sanitizer.operators.restore import restore, tokens, written
from sanitizer.page.read import read_report


@click.command("restore")
@click.argument("source", type=click.Path())
@click.option("-o", "--output", type=click.Path(), help="File to write; standard output without it.")
@click.option(
    "--key-file", type=click.Path(), help=f"File with the key; without it the variable {VARIABLE} is read."
)
@click.option(
    "--report",
    type=click.Path(path_type=Path),
    help="Report of the run that wrote SOURCE: texts whose tokens do not stand where it wrote them stay as they are.",
)
def command(source: str, output: str | None, key_file: str | None, report: Path | None) -> int:
    """Restore what was encrypted in SOURCE (a file, or - for standard input) with the key that encrypted it.

    In .jsonl, .json and .csv files the values of fields are restored. Exit status 1 when some tokens were made with
    another key or were changed; they stay as they are. Tokens that changed places are seen with --report only.
    """
    key = Key.read(key_file)
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

        def note(value: str) -> str:
            if found := tokens(value):
                seen.append(found)
            return value

        _by_form(suffix, text, note, source)
        done = read_report(report).done
        moved = written((d.text, d.changes, d.output_id or "") for d in done).out_of_place(seen, path.name)
    counts = {"opened": 0, "failed": 0}
    with_tokens = 0

    def one(value: str) -> str:
        nonlocal with_tokens
        found = tokens(value)
        with_tokens += bool(found)
        if found and with_tokens - 1 in moved:
            counts["failed"] += len(found)
            return value
        restored = restore(value, key)
        counts["opened"] += restored.opened
        counts["failed"] += restored.failed
        return restored.text

    result = _by_form(suffix, text, one, source)
    target = STDOUT if output is None else Path(output)
    try:
        with whole_file(target, private=True) as stream:
            stream.write(result)
    except UnicodeEncodeError as error:
        raise UsageError(f"{source}: holds halves of characters, which no UTF-8 text can hold") from error
    click.echo(f"{counts['opened']} values restored, {counts['failed']} could not be", err=True)
    if moved:
        listed = ", ".join(str(n + 1) for n in sorted(moved)[:20]) + (", ..." if len(moved) > 20 else "")
        click.echo(
            f"{len(moved)} texts left as they are: their tokens do not stand as {report} says that they were written "
            f"(of the texts with tokens, number {listed})",
            err=True,
        )
    return 1 if counts["failed"] else 0


def _read(source: str) -> str:
    try:
        if source != "-":
            return read_bytes(Path(source)).decode("utf-8")
        if sys.stdin is None:
            raise UsageError("standard input is closed: name a file to read")
        return read_all(sys.stdin.buffer).decode("utf-8")
    except DocumentError as error:
        raise UsageError(f"{source} {error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{source}: is not UTF-8 text; sanitized documents are written as UTF-8") from error


def _by_form(suffix: str, text: str, one: Callable[[str], str], source: str) -> str:
    """``text`` with ``one`` applied where the form of the file holds values."""
    try:
        if suffix == ".jsonl":
            return "\n".join(_json_line(line, one) for line in text.split("\n"))
        if suffix == ".json":
            return json.dumps(_values(json.loads(text), one), ensure_ascii=False, indent=1) + "\n"
    except json.JSONDecodeError as error:
        raise UsageError(f"{source}: no valid JSON (line {error.lineno}): {error.msg}") from error
    except UsageError:
        raise
    except (RecursionError, ValueError) as error:
        raise UsageError(
            f"{source}: no JSON that can be read (nested too deep, or too long a number)"
        ) from error
    if suffix == ".csv":
        buffer = io.StringIO()
        separator = _separator(text)
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        csv.writer(buffer, delimiter=separator, lineterminator="\n").writerows(
            [one(c) for c in row] for row in rows
        )
        return buffer.getvalue()
    return one(text)


def _separator(text: str) -> str:
    try:
        return csv.Sniffer().sniff(text[:4096], delimiters=",;\t|").delimiter
    except csv.Error:
        return ","


def _json_line(line: str, one: Callable[[str], str]) -> str:
    return json.dumps(_values(json.loads(line), one), ensure_ascii=False) if line.strip() else line


def _values(value: Any, one: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return one(value)
    if isinstance(value, list):
        return [_values(v, one) for v in value]
    if isinstance(value, dict):
        return {k: _values(v, one) for k, v in value.items()}
    return value
