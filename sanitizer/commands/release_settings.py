"""What a release is made with: the definition, as it stands or as a scan proposes it, with what the command says over
it; the rules of a profile, the seal of the sidecar, the key."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from sanitizer.errors import UsageError

if TYPE_CHECKING:  # loaded only where they are used
    from sanitizer.common.keys import Key
    from sanitizer.control.rules import Control
    from sanitizer.relational.definition.definition import Definition, Output
    from sanitizer.relational.scan.columns import RoG


def control_of(profile: str | None, definition: "Definition") -> "Control | None":
    """Return the rules of a profile for the texts. Raises UsageError for what a table has no use for."""
    if profile is None:
        return None
    from sanitizer.control.profiles import read_profile
    from sanitizer.relational.definition.definition import Role

    control = read_profile(profile)
    if not definition.named(Role.TEXT):
        raise UsageError(
            f"--profile {profile}: it is of texts, and {definition.file} has no column of role text"
        )
    if control.operators:
        raise UsageError(
            f"--profile {profile}: its operators are of sanitize; a release takes those of the definition's columns"
        )
    return control


def placed(
    made: "Output | None", output: str | None, sidecar: str | None, report: str | None
) -> "Output | None":
    """Return where the definition writes, with what the command says over it."""
    from sanitizer.relational.definition.choices import guess_format
    from sanitizer.relational.definition.definition import Output

    if output is not None:
        made = made or Output()
        made = replace(made, path=str(Path(output).absolute()), format=guess_format(output), url="")
    if made is not None and sidecar is not None:
        made = replace(made, sidecar=str(Path(sidecar).absolute()))
    if made is not None and report is not None:
        made = replace(made, report=str(Path(report).absolute()))
    return made


def refuse_written(
    definition: "Definition", explored: Path | None, target: Path | None, overwrite: bool
) -> None:
    """Refuse to replace a file unless the definition (`replace`) or the command says so. `explored` is the page
    where only it is written, `target` where the definition of --auto goes. Raises UsageError."""
    from sanitizer.documents.write import refuse_existing

    made = definition.output
    if explored is not None:
        refuse_existing([explored], overwrite)
    elif made is not None:
        from sanitizer.relational.io.paths import check_paths

        check_paths(definition, made)
        names = (made.sidecar, made.report, "" if made.url else made.path)
        written = [definition.resolve(name) for name in names if name]
        refuse_existing([*written, target], overwrite or made.replace)


def replacing(definition: "Definition", overwrite: bool) -> "Definition":
    """Return the definition, its table replaced where the command says so."""
    if not overwrite or definition.output is None:
        return definition
    return replace(definition, output=replace(definition.output, replace=True))


def sealed(output: "Output | None", key_file: str | None, asked: bool) -> "Output | None":
    """Return the output with what seals its sidecar, where that is asked for. Raises UsageError for no sidecar, or
    no key."""
    from sanitizer.common.keys import Key
    from sanitizer.documents.encrypted_files import Seal

    if not asked:
        return output
    if output is None or not output.sidecar:
        raise UsageError("--encrypt-reports seals the sidecar: name one with --sidecar FILE")
    return replace(output, seal=Seal.of(Key.read(key_file)))


def key_for(definition: "Definition", key_file: str | None) -> "Key | None":
    """Return the key, where an operator of the definition needs one or a file is named. Raises UsageError."""
    operators = {a.operator for a in definition.attributes if a.operator}
    if not operators and key_file is None:
        return None
    from sanitizer.common.keys import Key
    from sanitizer.operators.policy import KEYED

    return Key.read(key_file) if key_file or operators & KEYED else None


def as_asked(definition: "Definition", k: int | None, dates: str | None) -> "Definition":
    """Return the definition with what the command says over it."""
    if dates is not None:
        definition = replace(definition, method=replace(definition.method, dates=dates))
    return definition if k is None else replace(definition, k=k)


def beside(table: str, output: str | None) -> Path:
    """Return where the definition of a release by --auto goes. Raises UsageError for names that would collide."""
    from sanitizer.relational.io.paths import same_file

    if output is None:
        raise UsageError("--auto needs --output: say where the release goes")
    if Path(table).suffix == ".toml":
        raise UsageError(f"{table} is a definition: release it without --auto")
    if same_file(Path(output), Path(table)):
        raise UsageError(f"{output}: the output is the table itself; give it another name")
    target = Path(output).with_suffix(".toml")
    if same_file(Path(output), target):
        raise UsageError(f"{output}: the definition takes this name; give the release another one")
    return target


@contextmanager
def proposed(
    table: str, target: Path, output: str, parameters: "RoG", person: tuple[str, ...], dates: str
) -> "Iterator[tuple[Definition, str]]":
    """Provide the definition that a scan proposes, and how it tells persons apart; it is left as `target` when what
    is done with it ends well. Raises UsageError where a person has to say which column does."""
    from sanitizer.relational.definition.schema import load_definition
    from sanitizer.relational.scan.definition_file import write_definition
    from sanitizer.relational.scan.scan import scan_file
    from sanitizer.relational.scan.show import asking, persons_told

    found = scan_file(table, parameters, person, dates)
    if found.key.asked:
        raise UsageError(f"{table}: {asking(found)}")
    temporary = target.with_name(f".{target.name}.{uuid.uuid4().hex[:8]}.new")
    write_definition(found, temporary, output, target)
    try:
        yield replace(load_definition(temporary), file=target.name), persons_told(found)
        temporary.replace(target)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
