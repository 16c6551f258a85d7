"""The manifest of a release beyond memory, written after everything else: a file without it, or with another hash, is
not whole."""

import hashlib
from pathlib import Path

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition, Output
from sanitizer.relational.io.paths import same_file
from sanitizer.relational.report.verification import Manifest, Recount


def manifest_place(definition: Definition, output: Output) -> Path:
    """Return where the manifest of an output file goes. Raises UsageError where that is another file of the release."""
    path = definition.resolve(output.path)
    manifest = path.with_name(path.name + ".manifest.json")
    named = [*(s.path for s in definition.sources), output.report, output.sidecar]
    if any(same_file(manifest, definition.resolve(name)) for name in named if name):
        raise UsageError(
            f"{manifest}: the manifest of the release takes this name; give the output another one"
        )
    return manifest


def manifest_of(name: str, staged: Path, counted: Recount, k: int, engine: str) -> Manifest:
    """Return the manifest of a file that lies under a temporary name. Raises OSError."""
    with staged.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return Manifest(
        file=name,
        sha256=digest,
        bytes=staged.stat().st_size,
        rows=counted.rows,
        persons=counted.persons,
        classes=counted.classes,
        least_class=counted.least_class,
        k=k,
        engine=engine,
    )
