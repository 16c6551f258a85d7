"""Release a table from its definition file: read, release, write, verify, rename, or leave nothing."""

import json
import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from sanitizer.common.knowledge import knowing
from sanitizer.documents.write import is_written_through
from sanitizer.errors import UsageError
from sanitizer.relational.before_writing import made_good, with_attacks
from sanitizer.relational.columns.columns_release import by_columns
from sanitizer.relational.definition.choices import guess_format
from sanitizer.relational.definition.definition import Definition, Output, Role, Source
from sanitizer.relational.in_memory import Made, make_release
from sanitizer.relational.io.late_columns import Late
from sanitizer.relational.io.manifests import manifest_of, manifest_place
from sanitizer.relational.io.outputs import PendingOutput
from sanitizer.relational.io.paths import check_paths
from sanitizer.relational.io.sources import read_joined, read_released
from sanitizer.relational.io.temporary import remove_leftovers, temporary_of
from sanitizer.relational.privacy.uniqueness import told_unique
from sanitizer.relational.report.report import TableReport
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.terms.parts import Place, TextParts
from sanitizer.relational.terms.sidecar import Release, Sidecar
from sanitizer.relational.verify.companion import Companion, parse_sidecar
from sanitizer.relational.verify.groups import CountGroups, count_groups
from sanitizer.relational.verify.identity import own_values
from sanitizer.relational.verify.persons import count_persons
from sanitizer.relational.verify.population import households_of
from sanitizer.relational.verify.verify import FromSource, Verdict, verify
from sanitizer.relational.verify_file import originals_of, residual_check

if TYPE_CHECKING:
    from sanitizer.common.keys import Key


class NotMet(UsageError):
    """The written release does not pass its verification; nothing was left in place."""

    exit_status = 1


@dataclass(frozen=True, slots=True)
class Done:
    """A release in place, and what its verification says."""

    made: Made
    verdict: Verdict
    report: TableReport
    seconds: Mapping[str, float]

    @property
    def release(self) -> Release:
        """The release in memory."""
        return self.made.release

    @property
    def rows(self) -> int:
        """How many rows it has."""
        return self.verdict.figures.rows


class Watch:
    """Tells each step as it begins, and the seconds of each."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell, self._step, self._since = tell, "", 0.0
        self.seconds: dict[str, float] = {}

    def begin(self, step: str) -> None:
        """End the step before, begin this one ("" for none)."""
        now = time.perf_counter()
        if self._step:
            self.seconds[self._step] = now - self._since
        self._step, self._since = step, now
        if step:
            self._tell(step)


def silent(step: str) -> None:
    """Tell nobody."""


@knowing()
def release_files(
    definition: Definition,
    *,
    most_unique: float = 1.0,
    earlier: str = "",
    tell: Callable[[str], None] = silent,
    key: "Key | None" = None,
    **texts: Any,
) -> Done:
    """Run a definition with sources and output; `key`, and `texts` (of :class:`.TextParts`), are those of
    :func:`.release`; `tell` hears each step as it
    begins.

    `earlier` is a file with an earlier release of the same persons, to attack both together. `most_unique` is the
    largest share of persons whom the columns that stay as they were may single out. Raises UsageError, or NotMet when
    that is exceeded or the verification of the written output fails; then neither output nor sidecar nor report is in
    place.
    """
    output = definition.output
    if output is None:
        raise UsageError(f"{definition.file}: no [output]: say where the release goes")
    check_paths(definition, output)
    if any(a.operator for a in definition.attributes):
        from sanitizer.relational.columns.identifier_columns import make_operators

        make_operators(definition, key)  # what is wrong is said before anything is read
    before = _earlier(definition, earlier) if earlier else None
    parts = TextParts(**texts)
    make = partial(make_release, texts=parts, key=key)
    return _released(definition, most_unique, before, Watch(tell), make, parts.place)


def _earlier(definition: Definition, path: str) -> PlainTable:
    """Return the earlier release in a file. Raises SourceError."""
    form = guess_format(path)
    return read_released(Source(path=str(Path(path).absolute()), format=form), definition.base)


def _released(
    definition: Definition,
    most_unique: float,
    earlier: PlainTable | None,
    watch: Watch,
    make: Callable[[PlainTable, Definition], Made],
    place: Place,
) -> Done:
    output = definition.output or Output()
    for what, name in (("sidecar", output.sidecar), ("report", output.report)):
        if name and is_written_through(definition.resolve(name)):
            raise UsageError(
                f"{name}: the {what} is no file: it is put in place with the release; name a file"
            )
    pending = PendingOutput(output, definition.base, definition.sources)
    pending.check()
    beyond = place.engine != "memory"
    manifest = manifest_place(definition, output) if beyond and pending.staged else None
    watch.begin("read")
    if by_columns(definition) and definition.method.partitioner in ("columns", "auto"):
        Thread(target=_load_beforehand, daemon=True).start()
    named = frozenset(a.name for a in definition.named(Role.TEXT))
    late = Late(named, place.coded) if named and beyond else None
    table, joins = read_joined(definition, late)
    watch.begin("release")
    made = make(table, definition)
    if warning := told_unique(made.report.uniqueness, most_unique):
        raise NotMet(f"the release is not left in place: {warning}")
    texts = bool(definition.named(Role.TEXT))
    checks = residual_check() if texts else None
    own = own_values(table, definition) if texts else None
    if checks is not None:
        watch.begin("check the texts")
        made = made_good(made, definition, checks, own, place)
    watch.begin("attack")
    made = with_attacks(made, table, definition, earlier, place)
    beside: list[tuple[Path, Path]] = []  # written under another name, and the name
    try:
        watch.begin("write")
        pending.write(made.table)
        watch.begin("verify")
        verdict = verify(
            pending.read(late),
            definition,
            _companion(made, definition, place),
            checks,
            FromSource(
                originals_of(table, definition),
                own,
                count_persons(table, definition),
                households_of(table, definition),
            ),
            _counting(place),
        )
        if not verdict.met:
            raise NotMet(f"the release is not left in place: {'; '.join(verdict.failures)}")
        report = replace(made.report, joins=tuple(done.figures for done in joins), verification=verdict.told)
        _write_beside(beside, made.sidecar, report, output, definition)
        if manifest is not None and pending.staged is not None:
            beside.append(_beside(manifest))
            figures = manifest_of(
                definition.resolve(output.path).name,
                pending.staged,
                verdict.figures,
                definition.k,
                place.engine,
            )
            write_json(*beside[-1], figures.to_json())
            manifest.unlink(missing_ok=True)  # what it says is of the file before
        pending.commit()
        for temporary, path in beside:
            temporary.replace(path)
    except BaseException:
        pending.discard()
        for temporary, _ in beside:
            temporary.unlink(missing_ok=True)
        raise
    watch.begin("")
    return Done(made, verdict, report, watch.seconds)


def _counting(place: Place) -> CountGroups:
    """Return what counts the groups of a written release: SQL, where texts lie beside a database."""
    if place.engine == "memory":
        return count_groups
    from sanitizer.relational.scale.on_disk import DiskPlace
    from sanitizer.relational.scale.texts_by_sql import groups_by_sql

    assert isinstance(place, DiskPlace)
    return partial(groups_by_sql, place.database, place.folder)


def _companion(made: Made, definition: Definition, place: Place) -> Companion | None:
    """Return what the verification has to know of the persons, None where each row is one."""
    sidecar = definition.output is not None and definition.output.sidecar
    houses = any(m.name == "households" for m in definition.models)
    if not (sidecar or houses or definition.named(Role.TEXT) or definition.named(Role.IDENTIFIER)):
        return None
    return parse_sidecar(made.sidecar.lines(), "the sidecar", place.held)


def _load_beforehand() -> None:
    """Load the compiled cuts while the table is read: it takes as long as to cut a million rows."""
    with suppress(Exception):  # what is wrong with them is said where they are used
        from sanitizer.relational.columns.mondrian import load

        load()


def _write_beside(
    beside: list[tuple[Path, Path]],
    sidecar: Sidecar,
    report: TableReport,
    output: Output,
    definition: Definition,
) -> None:
    """Write sidecar and report, where they are wanted, and add their names to `beside`. Raises UsageError."""
    if output.sidecar:
        beside.append(_beside(definition.resolve(output.sidecar)))
        sidecar.write(*beside[-1], output.seal)
    if output.report:
        beside.append(_beside(definition.resolve(output.report)))
        write_json(*beside[-1], report.to_json())


def _beside(path: Path) -> tuple[Path, Path]:
    remove_leftovers(path)
    return temporary_of(path), path


def write_json(temporary: Path, path: Path, value: Any) -> None:
    """Write JSON under a temporary name of `path`, to be renamed. Raises UsageError, and leaves nothing then."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("w", encoding="utf-8") as stream:
            json.dump(value, stream, ensure_ascii=False, indent=2)
            stream.write("\n")
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise UsageError(f"{path}: cannot be written ({error.strerror})") from error
