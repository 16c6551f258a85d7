"""What the docs and docstrings name is there: files of code, and the files that links lead to."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [
    *sorted((ROOT / "docs").rglob("*.md")),
    *(ROOT / f"{n}.md" for n in ("README", "CONTRIBUTING", "SECURITY", "CHANGELOG")),
]
FOLDERS = ("sanitizer", "kb", "corpora_stats", "tests", "bench", "training", "examples", "docs", ".ci")
CODE = [
    path.relative_to(ROOT).as_posix()
    for folder in FOLDERS
    for path in sorted((ROOT / folder).rglob("*.py"))
    if "__pycache__" not in path.parts
] + ["cli.py"]
FILE = re.compile(r"(?<![\w./*{])((?:\.?\w+/)*\w+\.py)\b(?!\w)")
DOTTED = re.compile(r"(?<![\w./])(?:sanitizer|kb|corpora_stats)(?:\.\w+)+(?![\w(])")
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)")


def named(name: str) -> list[str]:
    return [path for path in CODE if path == name or path.endswith(f"/{name}")]


def missing(text: str) -> list[str]:
    return sorted({name for name in FILE.findall(text) if not named(name)})


def ambiguous(text: str) -> list[str]:
    return sorted({name for name in FILE.findall(text) if len(named(name)) > 1})


def top_names(module: Path) -> set[str]:
    """Return what a module defines or imports at its top, or lists as its own."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
    return names


def is_defined(dotted: str) -> bool:
    """Return whether a dotted name is a module, or something that the longest module in it defines."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        place = ROOT.joinpath(*parts[:length])
        module = place.with_suffix(".py") if place.with_suffix(".py").is_file() else place / "__init__.py"
        if module.is_file():
            return (
                length == len(parts) or parts[length] in top_names(module) or (place / parts[length]).exists()
            )
    return False


def undefined(text: str) -> list[str]:
    names = set(DOTTED.findall(text)) - {"sanitizer.toml"}  # a file, not a module
    return sorted(name for name in names if not is_defined(name))


def docstrings(path: Path) -> str:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return "\n".join(ast.get_docstring(node) or "" for node in ast.walk(tree) if isinstance(node, kinds))


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_a_page_names_are_there(page: Path) -> None:
    quoted = re.findall(r"```.*?```|`[^`\n]+`", page.read_text(encoding="utf-8"), re.S)
    text = "\n".join(quoted)
    assert not missing(text)
    assert not ambiguous(text), "say the folder too"
    assert not undefined("\n".join(part for part in quoted if not part.startswith("```")))


def test_files_that_docstrings_name_are_there() -> None:
    wrong = {}
    for path in CODE:
        told = docstrings(ROOT / path)
        if names := missing(told) + undefined(told):
            wrong[path] = names
    assert not wrong


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        there = page.parent / target if target else page
        assert there.exists(), target
        if anchor and there.suffix == ".md":
            assert anchor in anchors(there), f"{target}#{anchor}"
