"""Count the rooms of checkouts and the arrows between them: `python bench/structure.py FOLDER [FOLDER ...]`.

A room is a folder of `sanitizer/`, or a file directly in it; an arrow from one room to another says that a module of
the first imports one of the second, at its top or inside of a function. A circle is a set of rooms, or modules, each of
which leads to each other one. Regular expressions are the calls of `re` and `regex` in `sanitizer/` and `kb/`. For the
commit of a checkout: `git archive COMMIT | tar x -C FOLDER`. With `--way` a letter goes through each checkout and is
followed from room to room: bench/way.py says what is counted.
"""

import argparse
import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOM = "sanitizer"
PACKAGES = ("sanitizer", "kb", "corpora_stats")
WITH_EXPRESSIONS = ("sanitizer", "kb")
CALLS = {"compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer"}


def modules_of(folder: Path, package: str) -> dict[str, ast.Module]:
    """Return the modules of a package by name; what lists its exports (`__init__`, `__main__`) is left out."""
    found = {}
    for path in sorted((folder / package).rglob("*.py")):
        if path.stem not in ("__init__", "__main__"):
            name = ".".join(path.relative_to(folder).with_suffix("").parts)
            found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imports_of(tree: ast.Module, known: Iterable[str]) -> set[str]:
    """Return the known modules that a module imports."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found & set(known)


def circles(arrows: Mapping[str, set[str]]) -> list[set[str]]:
    """Return the sets of more than one of which each leads to each other one."""
    reached: dict[str, set[str]] = {}
    for start in arrows:
        seen: set[str] = set()
        stack = list(arrows[start])
        while stack:
            if (one := stack.pop()) not in seen:
                seen.add(one)
                stack += arrows.get(one, ())
        reached[start] = seen
    found: list[set[str]] = []
    for start in arrows:
        own = {start, *(one for one in reached[start] if start in reached.get(one, ()))}
        if len(own) > 1 and own not in found:
            found.append(own)
    return found


def expressions_of(tree: ast.Module) -> int:
    """Return how many calls of `re` and `regex` a module has."""
    return sum(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id in ("re", "regex")
        and node.func.attr in CALLS
        for node in ast.walk(tree)
    )


def figures(folder: Path) -> dict[str, int]:
    """Return the figures of a checkout, by what they are."""
    modules = modules_of(folder, ROOM)
    imports = {name: imports_of(tree, modules) - {name} for name, tree in modules.items()}
    room = {name: name.split(".")[1] for name in modules}
    arrows: dict[str, set[str]] = {own: set() for own in room.values()}
    for name, others in imports.items():
        arrows[room[name]] |= {room[other] for other in others} - {room[name]}
    paths = [path for package in PACKAGES for path in (folder / package).rglob("*.py")]
    trees = [tree for package in WITH_EXPRESSIONS for tree in modules_of(folder, package).values()]
    return {
        "files directly in sanitizer/": len(list((folder / ROOM).glob("*.py"))),
        "folders": sum(path.is_dir() for path in {(folder / ROOM / own) for own in arrows}),
        "rooms": len(arrows),
        "arrows between rooms": sum(map(len, arrows.values())),
        "circles of rooms": len(circles(arrows)),
        "modules": len(modules),
        "imports between modules": sum(map(len, imports.values())),
        "circles of modules": len(circles(imports)),
        "lines of Python in sanitizer/, kb/, corpora_stats/": sum(
            len(path.read_text(encoding="utf-8").splitlines()) for path in paths
        ),
        "the longest file": max(len(path.read_text(encoding="utf-8").splitlines()) for path in paths),
        "regular expressions in sanitizer/, kb/": sum(map(expressions_of, trees)),
    }


def way(folder: Path) -> dict[str, int]:
    """Return the figures of one letter's way through the engine of a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(folder.resolve())}
    done = subprocess.run(
        [sys.executable, Path(__file__).resolve().with_name("way.py")],
        cwd=folder, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found: dict[str, int] = json.loads(done.stdout.splitlines()[-1])["figures"]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--way", action="store_true", help="follow a letter through each, too")
    asked = parser.parse_args()
    folders: list[Path] = asked.folders
    for folder in folders:
        if not (folder / ROOM).is_dir():
            parser.exit(2, f"{folder} has no {ROOM}/: give checkouts of the project\n")
    told = [{**figures(folder), **(way(folder) if asked.way else {})} for folder in folders]
    for name in told[0]:
        print(f"{name:<52}", *(f"{one[name]:>8,}" for one in told))


if __name__ == "__main__":
    main()
