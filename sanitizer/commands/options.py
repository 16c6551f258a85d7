"""What the options of `sanitizer sanitize` mean: settings, protected entities, and the digest that names them all."""

import csv
import hashlib
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from sanitizer.control import Control
from sanitizer.decisions import read_decisions
from sanitizer.documents.decode import decode, read_bytes
from sanitizer.errors import SanitizerError, UsageError
from sanitizer.settings import ContextSize, Protected, Settings, Strategy, Threshold, Unknown


def read_settings(options: Mapping[str, Any]) -> Settings:
    """The settings of a run. Raises UsageError."""
    settings = Settings(
        Strategy(options["strategy"]),
        ContextSize.parse(options["context"]),
        Threshold.parse(options["threshold"]),
        Unknown(options["unknown"]),
        read_protected(options["protect"]),
        options["generalization_counts"],
        options["last_resort"],
        options["kb_order"],
        sensitive=options["sensitive"],
        groups=options["groups"],
        distinct=options["distinct"],
        contextual=options["contextual"],
    )
    if settings.threshold.policy == "guarantee" and not settings.protect:
        raise UsageError(
            "--threshold guarantee needs --protect FILE: the entities, each with what may be told"
        )
    return settings


def read_control(options: Mapping[str, Any]) -> Control | None:
    """What a profile and decisions ask for; None without either. Raises UsageError."""
    profile, decisions = options["profile"], options["decisions"]
    if profile:
        return Control.read(profile, decisions)
    return Control(decisions=read_decisions(decisions)) if decisions else None


def fingerprint(options: Mapping[str, Any], settings: Settings, *more: str) -> str:
    """All that decides about a document, as one digest: options, the files that they name, and `more`."""
    named = [options["profile"], options["decisions"], *(r.partition(":")[2] for r in options["recognizers"])]
    told = [
        repr(settings),
        *(_content(Path(name)) for name in named if name),
        *(
            repr(options[k])
            for k in ("recognizers", "counts", "offline", "knowledge", "any_language", "profile", "decisions")
        ),
        *more,
        version("semantic-sanitizer"),
    ]
    return hashlib.sha256("\n".join(told).encode()).hexdigest()


def _content(path: Path) -> str:
    """What a file, or the spans in a folder, hold."""
    files = sorted(path.rglob("*.ann")) if path.is_dir() else [path] if path.is_file() else []
    return " ".join(hashlib.sha256(file.read_bytes()).hexdigest() for file in files)


def read_protected(path: str | None) -> tuple[Protected, ...]:
    """The entries of ``--protect``: CSV lines of entity and what may be told of it. Raises UsageError."""
    if path is None:
        return ()
    try:
        text = decode(read_bytes(Path(path)))
    except SanitizerError as error:
        raise UsageError(f"{path} {error}") from error
    result = []
    for number, row in enumerate(csv.reader(text.splitlines()), 1):
        cells = [cell.strip() for cell in row]
        if not any(cells) or cells[0].startswith("#") or (number == 1 and cells[:1] == ["entity"]):
            continue
        if len(cells) > 2 or not cells[0]:
            raise UsageError(f"{path} line {number}: expected entity,generalization")
        result.append(Protected(cells[0], cells[1] if len(cells) > 1 else ""))
    if not result:
        raise UsageError(f"{path} names no entity")
    return tuple(result)
