"""What attackers and users found is not shown by the command of today, in a process of its own as they called it.

That each was shown before: ``python bench/findings_before.py --before 773eb5a``.
"""

from pathlib import Path

import pytest

from tests.reproduced import FINDINGS, ROOT, environment, is_shown

RUNS = [
    pytest.param(finding["run"], id=name, marks=pytest.mark.finding(name))
    for name, finding in FINDINGS.items()
    if "run" in finding
]


@pytest.mark.heavy
@pytest.mark.parametrize("run", RUNS)
def test_the_fault_is_not_shown(run: str, tmp_path: Path) -> None:
    assert not is_shown(run, environment(ROOT, tmp_path))


def test_every_finding_says_what_happened_before() -> None:
    for name, finding in FINDINGS.items():
        assert set(finding) <= {"title", "commit", "before", "run"}, name
        assert finding["title"] and finding["before"], name
