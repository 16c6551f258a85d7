"""Imports point one way: kb and corpora_stats know nothing of sanitizer or of each other."""

import ast
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ALLOWED = {
    "kb": {"kb"},
    "corpora_stats": {"corpora_stats"},
    "sanitizer": {"kb", "corpora_stats", "sanitizer"},
}


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(parsed(path)):
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


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path): path for path in sorted((ROOT / "sanitizer").rglob("*.py"))}


@cache
def modules_imported(module: str) -> set[str]:
    """Return the modules of ours that a module imports, at its top or inside of a function."""
    found: set[str] = set()
    for node in ast.walk(parsed(MODULES[module])):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            named = {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
            found |= {full if full in MODULES else node.module for full in named.values()}
    return {name for name in found if name in MODULES and name != module}


STAGES = (
    "common", "text", "values", "recognize", "read", "risk", "choose", "operators", "say", "control", "check",
    "documents", "evaluate", "audit", "run", "spark", "page", "relational", "service", "review", "commands",
)  # fmt: skip
TABLES = (
    "report",
    "definition",
    "table",
    "io",
    "privacy",
    "terms",
    "columns",
    "classes",
    "scan",
    "verify",
    "attack",
    "scale",
)


def room_of(module: str, order: tuple[str, ...], above: str) -> str | None:
    """Return the room of a module directly below `above`, None for what lies in none of them."""
    if not module.startswith(above + "."):
        return None
    name = module.removeprefix(above + ".").split(".")[0]
    return name if name in order else None


@pytest.mark.parametrize(("above", "order"), [("sanitizer", STAGES), ("sanitizer.relational", TABLES)])
def test_rooms_import_only_rooms_before_them(above: str, order: tuple[str, ...]) -> None:
    wrong = []
    for module in MODULES:
        room = room_of(module, order, above)
        for other in modules_imported(module) if room else ():
            to = room_of(other, order, above)
            if room and to and order.index(to) > order.index(room):
                wrong.append(f"{module} imports {other}")
    assert not wrong


def room(module: str) -> str:
    """Return a folder of `sanitizer/`, or a file directly in it."""
    return ".".join(module.split(".")[:2])


def test_nothing_imports_itself_in_a_circle() -> None:
    imports = {module: modules_imported(module) for module in MODULES}
    rooms: dict[str, set[str]] = {}
    for module, others in imports.items():
        if module not in ("sanitizer", "sanitizer.__main__"):  # they list what is exported
            rooms.setdefault(room(module), set()).update({room(o) for o in others} - {room(module)})
    for arrows in (imports, rooms):
        try:
            TopologicalSorter(arrows).prepare()
        except CycleError as error:
            pytest.fail(" <- ".join(error.args[1]))


def defined(path: Path) -> set[str]:
    """Return the names that a module has: what it defines, assigns or imports."""
    nodes = list(ast.walk(parsed(path)))
    found = {n.name for n in nodes if isinstance(n, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef)}
    found |= {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return found | {a.asname or a.name for n in nodes if isinstance(n, ast.ImportFrom) for a in n.names}


@pytest.mark.parametrize("folder", ["bench", "training", "docs", "examples"])
def test_scripts_import_what_is_there(folder: str) -> None:
    """Neither the types nor another test look at them."""
    here = {module_of(p): p for package in ALLOWED for p in sorted((ROOT / package).rglob("*.py"))}
    wrong = []
    for path in sorted((ROOT / folder).rglob("*.py")):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in ALLOWED:
                module = str(node.module)
                lazy = module in (
                    "sanitizer",
                    "sanitizer.relational",
                )  # their names are looked up when asked for
                names = defined(here[module]) if module in here and not lazy else set()
                asked = [a.name for a in node.names if f"{module}.{a.name}" not in here]
                if module not in here or (not lazy and not names.issuperset(asked)):
                    wrong.append(f"{path.relative_to(ROOT)}: {ast.unparse(node)}")
    assert not wrong


def test_every_folder_is_a_room_in_its_order() -> None:
    for above, order in (("sanitizer", STAGES), ("sanitizer/relational", TABLES)):
        folders = {path.parent.name for path in (ROOT / above).glob("*/__init__.py")}
        assert folders == set(order)


def test_every_room_says_what_it_is_for_in_one_line() -> None:
    for path in sorted((ROOT / "sanitizer").rglob("__init__.py")):
        words = ast.get_docstring(parsed(path)) or ""
        first = words.split("\n")[0]
        assert first.endswith(".") and len(first) > 20, path.relative_to(ROOT)


# What belongs to no stage: the order of the stages, how they are put together, what all of them know.
ABOVE_THE_STAGES = {
    "__init__", "__main__", "build", "build_recognizers", "errors", "frames", "hooks", "parts", "pipeline", "plugins",
    "records", "result", "settings", "types",
}  # fmt: skip


def test_files_outside_of_the_rooms_are_those_named() -> None:
    assert {path.stem for path in (ROOT / "sanitizer").glob("*.py")} == ABOVE_THE_STAGES


# What tests are made of: cases, data that they read, contracts, a plug-in of others.
MATERIAL = {"cases", "contracts", "data", "plugin"}


def test_tests_mirror_the_tree() -> None:
    """A folder of tests is a room, of `sanitizer/` or beside it, and no two files of tests have the same name."""
    tests = sorted(path.relative_to(ROOT / "tests") for path in (ROOT / "tests").rglob("test_*.py"))
    rooms = {path.parent for path in tests if path.parent.parts}
    assert not [str(room) for room in rooms if room.parts[0] in MATERIAL]
    known = [
        room
        for room in rooms
        for above in ("sanitizer", ".")
        if (ROOT / above / room / "__init__.py").exists()
    ]
    assert sorted(map(str, rooms)) == sorted(map(str, known))
    names = [path.name for path in tests]
    assert len(names) == len(set(names))


def test_the_text_stages_do_not_know_the_tables() -> None:
    for module in MODULES:
        if module.split(".")[1:2] not in (["relational"], ["commands"]):
            assert not any(name.startswith("sanitizer.relational") for name in modules_imported(module)), (
                module
            )


def test_every_module_says_first_what_it_is_for() -> None:
    for package in ALLOWED:
        for path in sorted((ROOT / package).rglob("*.py")):
            assert ast.get_docstring(parsed(path)), path.relative_to(ROOT)


WRITTEN = {
    "words", "many", "one", "literal", "replacement", "lead", "before", "after", "bare", "attributive", "determiner",
    "own",
}  # fmt: skip
"""Attributes of phrases and edits that hold what is written in place of a mention."""
MATCHES = {"match", "fullmatch", "search", "sub", "split", "findall", "finditer"}
"""Methods of patterns."""


def is_written(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in WRITTEN


def reads_a_string(node: ast.AST) -> bool:
    """Return whether a part of a program looks into a string that is written: a method of it, a pattern, a slice, a
    word in it."""
    if isinstance(node, ast.Subscript):
        return is_written(node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        matched = node.func.attr in MATCHES and any(map(is_written, node.args))
        return matched or (hasattr(str, node.func.attr) and is_written(node.func.value))
    return (
        isinstance(node, ast.Compare)
        and isinstance(node.ops[0], ast.In | ast.NotIn)
        and is_written(node.comparators[0])
    )


@pytest.mark.parametrize(
    ("room", "makers"),
    [("say", {"phrases_from_labels", "realize", "punctuation"}), ("relational/terms", {"mention_wording"})],
)
def test_no_pass_of_the_writer_reads_what_is_written(room: str, makers: set[str]) -> None:
    """What is asked of a phrase (article, number, label, ends of a range) is a field of it:
    `say/phrases_from_labels.py` and, of the texts of tables, `terms/mention_wording.py` alone read labels;
    `say/realize.py` and `say/punctuation.py` make the words of edits, at last."""
    wrong = []
    for path in sorted((ROOT / "sanitizer" / room).glob("*.py")):
        if path.stem not in makers:
            nodes = ast.walk(parsed(path))
            wrong += [
                f"{path.name}:{n.lineno}" for n in nodes if isinstance(n, ast.expr) and reads_a_string(n)
            ]
    assert not wrong


@pytest.mark.parametrize(
    "code", ["edit.words.split()", "phrase.words[:1]", "_PART.match(edit.lead)", "'of' in phrase.after"]
)
def test_what_reads_a_written_string_is_found(code: str) -> None:
    assert any(map(reads_a_string, ast.walk(ast.parse(code))))
