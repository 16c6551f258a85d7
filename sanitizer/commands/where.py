"""`sanitizer where`: which versions are in use, and from where each part was loaded."""

import importlib
import json
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from sanitizer.common.integrity import faults
from sanitizer.errors import ResourceError

_PACKAGES = ("sanitizer", "kb", "corpora_stats")
_LIBRARIES = ("spacy", "nltk", "numpy", "requests", "diskcache", "numba", "scipy", "pandas")


@click.command("where")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
@click.option("--check", "checked", is_flag=True, help="Compare all shipped data with their check sums.")
@click.pass_context
def command(context: click.Context, as_json: bool, checked: bool) -> int:
    """Say versions, the settings of the project (sanitizer.toml), and where each package and each default resource was
    loaded from. Status 3 if one is missing, or with --check if one is damaged."""
    found = faults() if checked else []
    resources = {
        "model": files("sanitizer.text") / "model",
        "statistics": files("corpora_stats") / "default",
        "knowledge": files("kb") / "data",
        "profiles": files("sanitizer.control") / "profiles",
    }
    told: dict[str, Any] = {
        "python": sys.version.split()[0],
        "packages": {
            name: {"version": _version("semantic-sanitizer"), "path": _folder(name)} for name in _PACKAGES
        },
        "libraries": {name: _version(name) for name in _LIBRARIES},
        "resources": {name: _size(Path(str(path))) for name, path in resources.items()},
    }
    if context.obj is not None:
        told["settings"] = {"file": str(context.obj), **(context.find_root().default_map or {})}
    if checked:
        told["damaged"] = found
    if as_json:
        click.echo(json.dumps(told, indent=2))
    else:
        click.echo(f"python {told['python']}")
        for name, entry in told["packages"].items():
            click.echo(f"{name} {entry['version']} from {entry['path']}")
        click.echo(", ".join(f"{name} {number}" for name, number in told["libraries"].items()))
        for name, entry in told["resources"].items():
            state = f"{entry['bytes'] / 1e6:.1f} MB" if entry["bytes"] else "MISSING"
            click.echo(f"{name}: {state} in {entry['path']}")
        _tell_settings(context)
        if checked:
            click.echo(f"damaged: {len(found)} files" if found else "check sums: all as shipped")
            for fault in found:
                click.echo(f"  {fault}")
    missing = [name for name, entry in told["resources"].items() if not entry["bytes"]]
    if missing:
        raise ResourceError(f"missing: {', '.join(missing)}; reinstall the package")
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise ResourceError(found[0] + more)
    return 0


def _tell_settings(context: click.Context) -> None:
    if context.obj is None:
        return
    click.echo(f"settings of {context.obj}:")
    root = context.find_root()
    assert isinstance(root.command, click.Group)
    for name, values in (root.default_map or {}).items():
        command = root.command.get_command(root, name)
        keys = {p.name: p.opts[-1].removeprefix("--") for p in (command.params if command else ())}
        for key, value in values.items():
            click.echo(f"  {name}: {keys.get(key, key)} = {json.dumps(value, ensure_ascii=False)}")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _folder(name: str) -> str:
    return str(Path(importlib.import_module(name).__file__ or "").parent)


def _size(path: Path) -> dict[str, Any]:
    total = sum(p.stat().st_size for p in path.rglob("*") if p.is_file()) if path.is_dir() else 0
    return {"path": str(path), "bytes": total}
