"""The command called in this process, and what tests of documents hand to it."""

import io
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from sanitizer.commands import main

NAME = "Mrs Helena Markovic had cancer in Boston."
PLAIN = "The patient was admitted to the ward with chest pain."


@dataclass(frozen=True)
class Done:
    """What a call came to."""

    status: int
    out: str
    err: str


Call = Callable[..., Done]


def caller(captured: pytest.CaptureFixture[str]) -> Call:
    """Return the command, in this process: models are loaded once."""

    def run(*arguments: object) -> Done:
        captured.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(a) for a in arguments])
        told = captured.readouterr()
        assert "Traceback" not in told.err
        return Done(int(ended.value.code or 0), told.out, told.err)

    return run


def feed(monkeypatch: pytest.MonkeyPatch, data: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data.encode())))


def rows(*values: object) -> str:
    return "".join(json.dumps(value) + "\n" for value in values)


def tree(folder: Path) -> list[str]:
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())
