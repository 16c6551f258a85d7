"""Refuse outputs that would overwrite sources, other files of the release, or each other."""

from pathlib import Path

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition, Output, Source


def same_file(one: Path, other: Path) -> bool:
    """Return whether two paths are one file, whatever they are called (``./``, ``..``, links), there or not."""
    if one.resolve() == other.resolve():
        return True
    try:
        return one.samefile(other)
    except OSError:  # one of them is not there
        return False


def check_paths(definition: Definition, output: Output) -> None:
    """Nothing that is written may be something that is read, or another thing that is written. Raises UsageError."""
    written = [("output", output.path), ("sidecar", output.sidecar), ("report", output.report)]
    read = [("a source of the release", s.path) for s in definition.sources]
    read += [
        (f'the hierarchy of "{a.name}"', a.hierarchy.file)
        for a in definition.attributes
        if a.hierarchy is not None
    ]
    read += [("the population of k-map", m.population) for m in definition.models]
    read.append(("the definition", definition.file))
    taken = [(what, definition.resolve(path)) for what, path in read if path]
    for what, name in written:
        if not name:
            continue
        path = definition.resolve(name)
        for other, place in taken:
            if same_file(path, place):
                raise UsageError(f"{name}: the {what} is {other}; give it another name")
        taken.append((f"the {what} as well", path))
    for source in definition.sources:
        if _in_one_database(definition, source.url, output.url) and _reads(source, output.table):
            raise UsageError(
                f'{output.label}: the output is a source of the release (table "{output.table}"); give it another name'
            )


def _in_one_database(definition: Definition, one: str, other: str) -> bool:
    """Return whether two addresses are those of one database, whatever way they say it (links, usual ports, names
    of this machine)."""
    if not one or not other:
        return False
    from sanitizer.relational.io.same_database import address_of

    first, second = (address_of(url, definition.base) for url in (one, other))
    if first == second:
        return True
    kind, _, path = first.partition(" ")
    also, _, place = second.partition(" ")
    return kind == also == "sqlite" and same_file(Path(path), Path(place))


def _reads(source: Source, table: str) -> bool:
    """Return whether a source is a table of its database; what queries read is asked of the database itself."""
    schema, _, name = table.casefold().rpartition(".")
    other, _, read = source.table.casefold().rpartition(".")
    return read == name and (schema == other or not schema or not other)
