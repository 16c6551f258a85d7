"""Open settings: a profile that ships, a TOML file or a table, with what they extend and with decisions."""

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from sanitizer.common import arguments
from sanitizer.control.log.replay import read_given
from sanitizer.control.rules import Control
from sanitizer.control.settings_file import KEYS, TableReader
from sanitizer.control.toml_table import TomlTable
from sanitizer.errors import UsageError, did_you_mean, unreadable


def profiles() -> list[str]:
    """Return the names of the profiles that ship, sorted."""
    return sorted(
        p.name[:-5] for p in (files("sanitizer.control") / "profiles").iterdir() if p.name.endswith(".toml")
    )


def profile_says(name: str) -> str:
    """Return what a profile that ships is for: the first sentence of the comment at its beginning."""
    text = (files("sanitizer.control") / "profiles" / f"{name}.toml").read_text(encoding="utf-8")
    comment = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        comment.append(line.lstrip("# "))
    return re.split(r"\. (?=[A-Z])", " ".join(comment))[0].rstrip(".")


def read_profile(source: str | Path, decisions: str | Path | None = None) -> Control:
    """Return settings from a TOML file, or from a profile by name (:func:`profiles`), and decisions.

    Raises :class:`UsageError` with file and key for what it does not understand.
    """
    control = read_settings_file(source)
    if not decisions:
        return control
    return read_given(decisions, control.own_types).given_to(control)


def read_settings_file(source: str | Path) -> Control:
    """Return the control that a TOML file, or a profile by its name, describes. Raises :class:`UsageError`."""
    arguments.path(source, "settings")
    return _read(source, ())


def read_rules(table: Any, name: str) -> Control:
    """Return the control of settings that are given as a table, not as a file: they may extend a profile, and name
    no file. Raises :class:`UsageError`."""
    if not isinstance(table, Mapping):
        raise UsageError(f"settings {name}: a table is needed, not {arguments.kind_of(table)}")
    for key in ("allow", "keep", "deny", "protect"):
        rows = table.get(key)
        if any(
            isinstance(row, Mapping) and "file" in row for row in (rows if isinstance(rows, list) else [rows])
        ):
            raise UsageError(f"settings {name}: {key}.file: no file can be named here; write its phrases")
    top = TomlTable(dict(table), "", f"settings {name}", KEYS)
    wanted = top.text("extends", blank=False) if "extends" in top else ""
    if wanted and wanted not in profiles():
        raise UsageError(f"settings {name}: extends: one of {', '.join(profiles())}")
    try:
        return TableReader(top, Path(), read_settings_file(wanted) if wanted else Control()).control(name)
    except UsageError as error:
        if str(error).startswith(("settings ", "list ")):
            raise
        raise UsageError(f"settings {name}: {error}") from error


def _read(source: str | Path, above: tuple[str, ...]) -> Control:
    """Return the control of a file that the files `above` extend, one the other."""
    table, folder = _load(source)
    place = str(Path(source).resolve()) if folder is not None else str(source)
    if place in above:
        raise UsageError(f"settings {source}: it extends itself")
    top = TomlTable(table, "", f"settings {source}", KEYS)
    base = Control()
    if "extends" in top:
        wanted = top.text("extends", blank=False)  # a profile by name, or a file beside this one
        next_to = folder / wanted if wanted.endswith(".toml") and folder is not None else wanted
        base = _read(next_to, (*above, place))
    try:
        return TableReader(top, folder or Path(), base).control(str(source))
    except UsageError as error:
        if str(error).startswith(("settings ", "list ")):
            raise
        raise UsageError(f"settings {source}: {error}") from error


def _load(source: str | Path) -> tuple[dict[str, Any], Path | None]:
    """Return the tables of a file and its folder; None for a profile."""
    path = Path(source)
    if path.suffix != ".toml" and path.name == str(source):
        if str(source) not in profiles():
            raise UsageError(
                f"profile {str(source)!r} is none of {', '.join(profiles())}{did_you_mean(str(source), profiles())}; "
                "sanitizer profiles explains them, a file of your own ends in .toml"
            )
        profile = files("sanitizer.control") / "profiles" / f"{source}.toml"
        return tomllib.loads(profile.read_text(encoding="utf-8")), None
    try:
        return tomllib.loads(path.read_text(encoding="utf-8")), path.parent
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"settings {path}: no valid TOML: {error}") from error
    except (OSError, ValueError) as error:
        raise UsageError(f"settings {path}: {unreadable(error)}") from error
    except RecursionError as error:
        raise UsageError(f"settings {path}: no valid TOML: nested too deeply") from error
