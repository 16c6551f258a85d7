"""Write .ci/constraints.txt: the versions that this environment has of all that the package and its tests depend on."""

import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = "semantic-sanitizer"
TARGET = Path(__file__).with_name("constraints.txt")


def normal(name: str) -> str:
    """Return a project's name as the index of packages spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def closure(root: str, extras: frozenset[str]) -> dict[str, str]:
    """Version by name of everything that ``root`` with ``extras`` needs here, itself left out."""
    found: dict[str, str] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    waiting = [(normal(root), extras)]
    while waiting:
        name, wanted = waiting.pop()
        if (name, wanted) in seen:
            continue
        seen.add((name, wanted))
        try:
            installed = distribution(name)
        except PackageNotFoundError:
            raise SystemExit(f"{name} is not installed: make setup") from None
        found[name] = installed.version
        for line in installed.requires or ():
            needed = Requirement(line)
            if needed.marker is None or any(needed.marker.evaluate({"extra": e}) for e in wanted | {""}):
                waiting.append((normal(needed.name), frozenset(needed.extras)))
    del found[normal(root)]
    return found


def main() -> None:
    """Write the file, sorted by name."""
    lines = [f"{name}=={version}\n" for name, version in sorted(closure(ROOT, frozenset({"dev"})).items())]
    TARGET.write_text(
        "# Versions with which the tests were last run (`make constraints` writes this file).\n"
        + "".join(lines),
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
