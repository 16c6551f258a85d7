"""Compare the data that ship with the package with their check sums: damage is an error, never a worse result.

``manifest.json`` holds the SHA-256 of each file; ``training/manifest.py`` writes it. What is opened is checked first,
once in a process: the language model and the knowledge bases whole, lists one by one, of the statistics the file that
holds the check sums of the others, which are tested as they are mapped. `sanitizer where --check` reads everything.
They tell of damage, not of whoever can change this program too.
"""

import hashlib
import importlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from sanitizer.errors import ResourceError

MANIFEST: Final = Path(__file__).parents[1] / "manifest.json"

SHIPPED: Final = (
    "corpora_stats/default/data", "kb/data", "sanitizer/read/data", "sanitizer/text/data", "sanitizer/text/model",
    "sanitizer/risk/roll_ups",
)  # fmt: skip
"""The folders whose files the manifest lists, from the folder that holds the packages."""

KNOWLEDGE: Final = "kb/data"
MODEL: Final = "sanitizer/text/model"


@cache
def check(under: str) -> None:
    """Compare the shipped files ``under`` a folder, or the file of that name, with the manifest.

    Raises ResourceError, naming the first that is missing or differs, and how to cure it.
    """
    names = [name for name in _manifest() if name == under or name.startswith(f"{under}/")]
    if not names:
        raise ResourceError(f"{MANIFEST}: says nothing of {under}; {_CURE}")
    for name in names:
        if fault := _fault(name):
            raise ResourceError(fault)


def faults() -> list[str]:
    """Return what is wrong with each shipped file that is missing or differs, in the order of their names."""
    return [fault for name in _manifest() if (fault := _fault(name))]


def digests() -> dict[str, str]:
    """Return the SHA-256 of every file in the shipped folders as they are now, by name."""
    found = {}
    for folder in SHIPPED:
        for path in sorted(_path(folder).rglob("*")):
            if path.is_file() and not {"__pycache__", "__init__.py"} & set(path.parts):
                found[f"{folder}/{path.relative_to(_path(folder)).as_posix()}"] = digest(path)
    return dict(sorted(found.items()))


_CURE: Final = "reinstall the package (after building data anew: python training/manifest.py)"


def _fault(name: str) -> str:
    path = _path(name)
    try:
        same = digest(path) == _manifest()[name]
    except OSError as error:
        return f"{path}: cannot be read ({error.strerror}); {_CURE}"
    return "" if same else f"{path}: is damaged (wrong check sum); {_CURE}"


@cache
def _manifest() -> Mapping[str, str]:
    try:
        listed = json.loads(MANIFEST.read_text(encoding="utf-8"))
        return {str(name): str(digest) for name, digest in listed.items()}
    except (OSError, ValueError, AttributeError) as error:
        raise ResourceError(f"{MANIFEST}: cannot be read ({type(error).__name__}); {_CURE}") from error


def _path(name: str) -> Path:
    package, _, rest = name.partition("/")
    return Path(importlib.import_module(package).__file__ or "").parent / rest


def digest(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
