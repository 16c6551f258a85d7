"""Write a scan as a definition that a person can read and correct."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Final

from sanitizer.documents.write import is_written_through, whole_file
from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Role
from sanitizer.relational.io.paths import same_file
from sanitizer.relational.scan.columns import DROPPED, SETTLES, ColumnScan
from sanitizer.relational.scan.scan import TableScan
from sanitizer.relational.scan.show import asking, dates_asked, percent

_STEPS: Final = {
    "EDUCATION": 'made = "education"', "JOB": 'taxonomy = "occupations"', "AGE": 'made = "ages"',
    "MONEY": 'made = "incomes"',
}  # fmt: skip
"""Steps that come with the product, by the entity type of a column; the proposal only names them."""


def definition_text(scan: TableScan, folder: Path, output: str = "") -> str:
    """Return the proposed definition as TOML with comments; paths relative to `folder` where they can be."""
    s = scan.source
    lines = [
        f"# Proposed from {scan.rows} rows. Read it, correct it, then: sanitizer release THIS-FILE",
        "# Roles: identifier and ignore (dropped), quasi and text (made rougher), sensitive and insensitive (stay).",
        "# sanitizer help definition explains every field.",
        *([f"# {asking(scan)}"] if scan.key.asked else []),
        "",
        "[[source]]",
        f"path = {json.dumps(_relative(s.path, folder))}",
        f'format = "{s.format}"',
        *([f"delimiter = {json.dumps(s.delimiter)}"] if s.delimiter else []),
        *([f"null = {json.dumps(list(s.null))}  # these cells count as missing"] if len(s.null) > 1 else []),
        "",
        "[output]",
        f"path = {json.dumps(_relative(output or 'release.csv', folder))}",
        "",
        "[privacy]",
        f"k = {scan.parameters.k}  # how many persons look alike at least",
        "",
        "[method]",
        f'partitioner = "{"cluster" if any(c.role is Role.TEXT for c in scan.columns) else "auto"}"'
        "  # how groups of persons are made",
        "lambda = 0.5  # how much columns count beside the words of texts, 0 to 1",
        *_dates(scan),
        "",
    ]
    for c in scan.columns:
        found = f"{c.entity}: {percent(c.percentage)} of its cells" if c.personal else "of no known type"
        lines += [
            f"# {found}; {percent(c.nulls)} missing, {percent(c.distinct)} different. {c.note}",
            f"[attribute.{json.dumps(c.name)}]",
            f'role = "{c.role.value}"',
            *(["person = true  # rows with equal cells are one person"] if c.person else []),
            *(["person = false  # does not tell persons apart"] if _beside_key(scan, c) else []),
        ]
        if c.role is Role.QUASI:
            lines.append(f'type = "{c.kind.value}"')
            if c.entity:
                lines.append(f'entity = "{c.entity}"')
            if c.hierarchy:
                lines.append(f"hierarchy = {c.hierarchy}")
            elif steps := _STEPS.get(c.entity):
                lines.append(f"# hierarchy = {{ {steps} }}  # without #: the same steps in every release")
        lines.append("")
    return "\n".join(lines)


def _beside_key(scan: TableScan, column: ColumnScan) -> bool:
    """Return whether a column is an identifier beside a key that the scan found itself, which looked at all of
    them; or one of labels that only single out, beside a key that its name says is one person's."""
    if column.role is not Role.IDENTIFIER or column.person:
        return False
    return scan.key.found or (bool(scan.key.column) and column.note in (DROPPED, SETTLES))


def _dates(scan: TableScan) -> list[str]:
    """Return what the definition says of dates in numbers, where the table has such that depend on it."""
    if scan.dates.decided:
        how = "as was said" if scan.dates.by == "setting" else "as other dates of the table show"
        told = scan.dates.ambiguous or scan.dates.by == "setting"
        return [f'dates = "{scan.dates.order}"  # what comes first in 3/4/1961: {how}'] if told else []
    return [f"# {line}" for line in [dates_asked(scan)] if line]


def _relative(path: str, folder: Path) -> str:
    """`path` as seen from the folder of the definition: relative when it lies inside, else absolute."""
    absolute = Path(path).absolute()
    try:
        return absolute.relative_to(folder.absolute()).as_posix()
    except ValueError:
        return absolute.as_posix()


def write_definition(scan: TableScan, path: Path, output: str = "", name: Path | None = None) -> None:
    """Write the proposed definition (temporary name, then rename). Raises UsageError, which says `name` where `path` is
    itself a temporary one."""
    if same_file(path, Path(scan.source.path)):
        raise UsageError(f"{path}: the definition would be written over the table; give it another name")
    if is_written_through(path):
        with whole_file(path) as stream:
            stream.write(definition_text(scan, Path(), output))
        return
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        temporary.write_text(definition_text(scan, path.parent, output), encoding="utf-8")
        temporary.replace(path)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise UsageError(f"{name or path}: cannot be written ({error.strerror})") from error
