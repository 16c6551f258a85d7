"""Every finding of the list has a test that is marked with it, and that test calls the command."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.reproduced import FINDINGS
from tests.test_found_in_texts import CASES

TESTS = Path(__file__).parent
CALLS = frozenset(
    (
        "run_command",
        "killed_after",
        "in_a_copy",
        "main",
        "run",
        "call",
        "told",
        "COMMAND",
        "subprocess",
        "client",
    )
)
"""Names by which tests call the command."""


def marked() -> Iterator[tuple[str, bool]]:
    """Yield each id that a test is marked with, and whether the test calls the command."""
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
    by_command = {name for name, calls in found if calls} | {
        n for n, finding in FINDINGS.items() if "run" in finding
    }
    assert sorted(set(FINDINGS) - by_command) == []
