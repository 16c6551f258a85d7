"""Release a table that was sent to the service, in a private folder that is wiped behind it."""

import json
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sanitizer.commands.interpreter import collecting_rarely
from sanitizer.commands.release_settings import as_asked, key_for, proposed
from sanitizer.common.extras import need
from sanitizer.errors import SanitizerError, UsageError, did_you_mean
from sanitizer.service.folder import private_folder, wipe

if TYPE_CHECKING:
    from sanitizer.relational.definition.definition import Definition

_TABLE: Final = "table.csv"
_RELEASE: Final = "release.csv"
_REPORT: Final = "report.json"
_NOT_THEIRS: Final = ("source", "output")
_ASKED: Final = ("person", "k", "dates", "definition")


def release_table(
    asked: Mapping[str, Any], table: bytes, state: Path, key_file: str | None
) -> dict[str, Any]:
    """Return the verified release of a table in CSV: by ``asked["definition"]`` (its structure, without sources and
    output), or as a scan proposes it, where ``person`` names columns. Raises SanitizerError, without a path of this
    machine."""
    need("tables", "release")
    _check(asked)
    with _folder(state) as place:
        (place / _TABLE).write_bytes(table)
        try:
            return _released(asked, place, key_file)
        except SanitizerError as error:
            told = str(error).replace(f"{place}/", "").replace(str(place), "the table")
            raise UsageError(told) from None


def _check(asked: Mapping[str, Any]) -> None:
    for name in asked:
        if name not in _ASKED:
            raise UsageError(
                f"release: no {str(name)[:40]!r} is known{did_you_mean(name, _ASKED)}; {', '.join(_ASKED)}"
            )
    persons, k, dates, definition = (asked.get(name) for name in _ASKED)
    if persons is not None and not (isinstance(persons, list) and all(isinstance(p, str) for p in persons)):
        raise UsageError("release: person: a list of names of columns is needed")
    if k is not None and (isinstance(k, bool) or not isinstance(k, int) or k < 1):
        raise UsageError("release: k: a whole number of at least 1 is needed")
    if dates is not None and dates not in ("auto", "dmy", "mdy", "iso"):
        raise UsageError("release: dates: one of auto, dmy, mdy, iso is needed")
    if definition is None:
        return
    if not isinstance(definition, Mapping):
        raise UsageError("release: definition: an object is needed, as sanitizer help definition shows")
    if persons is not None:
        raise UsageError("release: person goes without a definition; in it, say person = true of the column")
    for name in _NOT_THEIRS:
        if name in definition:
            raise UsageError(f"release: definition: {name} is the service's: leave it out")


@contextmanager
def _folder(state: Path) -> Iterator[Path]:
    place = private_folder(state / "tables" / secrets.token_hex(8))
    try:
        yield place
    finally:
        wipe(place)


def _refuse_files(definition: "Definition") -> None:
    """Raise UsageError for a definition that names files: they would be read on this machine."""
    for attribute in definition.attributes:
        if attribute.hierarchy is not None and attribute.hierarchy.file:
            raise UsageError(
                f"release: definition: attribute.{attribute.name}.hierarchy.file: no file can be named here; write "
                "levels"
            )
    for model in definition.models:
        if model.population:
            raise UsageError(
                f"release: definition: {model.name}: population: no file can be named here, and no table sent along"
            )


def _released(asked: Mapping[str, Any], place: Path, key_file: str | None) -> dict[str, Any]:
    from dataclasses import replace

    from sanitizer.relational.columns.figures import readable
    from sanitizer.relational.definition.definition import Output
    from sanitizer.relational.definition.schema import parse_definition
    from sanitizer.relational.from_file import release_files
    from sanitizer.relational.privacy.uniqueness import MOST_UNIQUE
    from sanitizer.relational.scan.columns import RoG

    k, dates = asked.get("k"), asked.get("dates")
    output = Output(path=str(place / _RELEASE), report=str(place / _REPORT))
    written, told = place / "release.toml", ""
    with collecting_rarely():
        if asked.get("definition") is not None:
            values = {**asked["definition"], "source": [{"path": _TABLE}]}
            definition = as_asked(parse_definition(values, "definition", place), k, dates)
            _refuse_files(definition)
            done = release_files(replace(definition, output=output), key=key_for(definition, key_file))
        else:
            persons = tuple(asked.get("person") or ())
            auto = proposed(
                str(place / _TABLE), written, str(output.path), RoG(k=k or 2), persons, dates or "auto"
            )
            with auto as (definition, told):
                definition = as_asked(definition, k, dates)
                done = release_files(
                    replace(definition, output=output),
                    most_unique=MOST_UNIQUE,
                    key=key_for(definition, key_file),
                )
    return {
        "table": (place / _RELEASE).read_text(encoding="utf-8"),
        "definition": written.read_text(encoding="utf-8") if written.exists() else "",
        "persons": told,
        "figures": readable(done.report.to_json()),
        "warnings": list(done.report.warnings),
        "report": json.loads((place / _REPORT).read_text(encoding="utf-8")),
    }
