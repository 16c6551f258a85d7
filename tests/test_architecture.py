"""Imports point one way: kb and corpora_stats know nothing of sanitizer or of each other."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ALLOWED = {
    "kb": {"kb"},
    "corpora_stats": {"corpora_stats"},
    "sanitizer": {"kb", "corpora_stats", "sanitizer"},
}


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


@pytest.mark.parametrize("package", sorted(ALLOWED))
def test_packages_import_only_what_is_below_them(package: str) -> None:
    for path in sorted((ROOT / package).rglob("*.py")):
        ours = {name.split(".")[0] for name in imported(path)} & set(ALLOWED)
        assert ours <= ALLOWED[package], f"{path.relative_to(ROOT)} imports {sorted(ours - ALLOWED[package])}"


def test_the_text_stages_and_the_tables_meet_only_in_the_release() -> None:
    for path in sorted((ROOT / "sanitizer").glob("*.py")):
        assert not any(n.startswith("sanitizer.relational") for n in imported(path)), path.name


def test_every_module_says_first_what_it_is_for() -> None:
    for package in ALLOWED:
        for path in sorted((ROOT / package).rglob("*.py")):
            assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path.relative_to(ROOT)
