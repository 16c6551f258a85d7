"""Every finding of the list has a test that is marked with it, and that test calls the command."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

from tests.test_found_in_texts import CASES

TESTS = Path(__file__).parent
FINDINGS = json.loads((TESTS / "cases" / "findings.json").read_text(encoding="utf-8"))
CALLS = frozenset(
    ("run_command", "killed_after", "in_a_copy", "main", "run", "call", "told", "COMMAND", "subprocess")
)
"""Names by which tests call the command."""
NOT_BY_COMMAND = {
    "N15": "is of Python alone",
    "L8": "is of speed: bench/memory_entities.py",
    "L9": "is of the project's own files",
}


def marked() -> Iterator[tuple[str, bool]]:
    """Each id that a test is marked with, and whether the test calls the command."""
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.finding(" not in text:
            continue
        for test in ast.parse(text).body:
            if isinstance(test, ast.FunctionDef):
                names = {n.id for n in ast.walk(test) if isinstance(n, ast.Name)} | {
                    a.arg for a in test.args.args
                }
                for node in (n for d in test.decorator_list for n in ast.walk(d)):
                    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.finding"):
                        for told in node.args:
                            yield ast.literal_eval(told), bool(names & CALLS)


def test_every_finding_has_a_test_through_the_command() -> None:
    found = [*marked(), *((case.finding, True) for case in CASES)]
    assert {name for name, _ in found} - set(FINDINGS) == set()
    by_command = {name for name, calls in found if calls}
    assert sorted(set(FINDINGS) - by_command - set(NOT_BY_COMMAND)) == []
    assert not by_command & set(NOT_BY_COMMAND)
