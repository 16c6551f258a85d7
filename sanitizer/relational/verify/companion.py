"""Read the private sidecar of a release: which rows are one person, and where terms stand in the released texts."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from sanitizer.common.keys import Key
from sanitizer.documents.encrypted_files import Seal, is_sealed
from sanitizer.errors import UsageError

Spans: TypeAlias = Mapping[str, Sequence[tuple[int, int, str, str]]]
"""The spans of a row by its column: start, end, kind and what is said."""


@dataclass(frozen=True, slots=True)
class Companion:
    """What a sidecar file says: the person of each row, and for each row column -> (start, end, kind, says)."""

    persons: tuple[int, ...]
    spans: Sequence[Spans]


def read_sidecar(path: str | Path) -> Companion:
    """Read a sidecar; a sealed one is opened with the key of SANITIZER_KEY. Raises UsageError when it is missing or not
    one."""
    if is_sealed(Path(path)):
        return parse_sidecar(Seal.of(Key.read()).lines(Path(path)), path)
    try:
        return parse_sidecar(Path(path).read_text(encoding="utf-8").split("\n"), path)
    except OSError as error:
        raise UsageError(f"{path}: the sidecar cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path}: not a sidecar of a release, or damaged") from error


def parse_sidecar(
    content: Iterable[str], path: str | Path, held: Callable[[Iterable[Spans]], Sequence[Spans]] = tuple
) -> Companion:
    """Return the sidecar of these lines; `path` is for messages, `held` holds the spans of all rows. Raises UsageError
    when it is none."""
    persons: list[int] = []

    def spans(lines: Iterator[str]) -> Iterator[Spans]:
        for line in lines:
            row = json.loads(line)
            persons.append(int(row["person"]))
            yield {
                n: [(int(a), int(b), str(k), str(s)) for a, b, k, s in of] for n, of in row["spans"].items()
            }

    try:
        lines = (line for line in content if line)
        header = json.loads(next(lines, ""))
        found = held(spans(lines))
        if header.get("format") != "sanitizer-persons" or header["rows"] != len(persons):
            raise ValueError("header and rows do not agree")
        return Companion(tuple(persons), found)
    except (ValueError, KeyError, IndexError, AttributeError, TypeError) as error:
        raise UsageError(f"{path}: not a sidecar of a release, or damaged") from error
