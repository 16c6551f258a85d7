"""The command, run in a folder of its own: what tests of `release`, `scan` and `verify` share."""

from pathlib import Path

import pytest

from sanitizer.commands import main
from tests.relational.tables import Run


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Provide runs a command in a folder of its own: exit status, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as end:
            main(list(arguments))
        printed = capsys.readouterr()
        return int(end.value.code or 0), printed.out, printed.err

    return call
