"""Make settings and protected entities of the options of `sanitizer sanitize`, and the digest that names them all."""

import hashlib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from sanitizer.build import read_protected
from sanitizer.commands.sanitize_options import SanitizeOptions
from sanitizer.common.integrity import digest
from sanitizer.control.log.replay import read_given
from sanitizer.control.profiles import read_profile
from sanitizer.control.rules import Control
from sanitizer.errors import UsageError
from sanitizer.settings import Settings

_SETTINGS: Final = tuple(f.name for f in fields(Settings) if f.name != "protect")


def read_settings(options: SanitizeOptions, control: Control | None = None) -> Settings:
    """Return the settings of a run: those of the command line, and where it says nothing those of the profile's
    ``method``. Raises UsageError."""
    method = dict(control.method) if control is not None else {}
    context = click.get_current_context(silent=True)
    for name in list(method):
        source = None if context is None else context.get_parameter_source(name)
        if source not in (None, ParameterSource.DEFAULT):
            del method[name]
    told = {name: getattr(options, name) for name in _SETTINGS} | method
    protected = read_protected(options.protect) if options.protect is not None else ()
    return Settings(**told, protect=protected)


def read_control(profile: str | None, decisions: str | None) -> Control | None:
    """Return what a profile and decisions ask for; None without either. Raises UsageError."""
    if profile:
        return read_profile(profile, decisions)
    return read_given(decisions).given_to(Control()) if decisions else None


def fingerprint(
    options: SanitizeOptions, settings: Settings, control: Control | None, operators: str, *more: str
) -> str:
    """Return all that decides about a document, as one digest: the settings as they were read, whatever files they
    came from (so the files that they name and extend, and the decisions, are in it by what they say); the content
    of every file of counts, knowledge and spans that an option names; the digest of the operators and their key;
    and `more`."""
    named = [(name, "*") for name in (*options.counts, *options.knowledge) if name != "default"]
    for name in options.recognizers:
        kind, _, path = name.partition(":")
        named += [(path, "*.ann" if kind == "spans" else "*")] if kind in ("list", "spans") else []
    told = [
        _canonical(settings),
        _canonical(control),
        operators,
        *map(repr, (options.counts, options.knowledge, options.recognizers, options.offline)),
        *(_content(Path(name), pattern) for name, pattern in named),
        *more,
        version("semantic-sanitizer"),
        _code(),
    ]
    return hashlib.sha256("\n".join(told).encode("utf-8", "surrogatepass")).hexdigest()


def _canonical(value: Any) -> str:
    """Return a value as text that is the same in every run: sets are sorted, objects are told by their fields."""
    if is_dataclass(value) and not isinstance(value, type):
        inner = (f"{f.name}={_canonical(getattr(value, f.name))}" for f in fields(value) if f.compare)
        return f"{type(value).__name__}({','.join(inner)})"
    if isinstance(value, Mapping):
        return "{" + ",".join(sorted(f"{_canonical(k)}:{_canonical(v)}" for k, v in value.items())) + "}"
    if isinstance(value, set | frozenset):
        return "{" + ",".join(sorted(map(_canonical, value))) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_canonical, value)) + "]"
    return repr(value)


def _content(path: Path, pattern: str) -> str:
    """Return what a file, or the files in a folder whose names fit the pattern, hold."""
    try:
        names = sorted(f for f in path.rglob(pattern) if f.is_file()) if path.is_dir() else [path]
        return " ".join(f"{file.relative_to(path)}:{digest(file)}" for file in names if file.is_file())
    except OSError as error:
        raise UsageError(f"{path}: cannot be read ({error.strerror})") from error


@cache
def _code() -> str:
    """Return what the packages themselves hold: a change of the rules is a new run, also where the version is the
    same."""
    packages = Path(__file__).parent.parent.parent
    sources = sorted(f for name in ("sanitizer", "kb", "corpora_stats") for f in (packages / name).rglob("*"))
    told = hashlib.sha256()
    for file in sources:
        if file.suffix in (".py", ".toml"):
            told.update(f"{file.relative_to(packages)}:{digest(file)}\n".encode())
    return told.hexdigest()
