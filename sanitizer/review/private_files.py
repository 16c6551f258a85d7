"""Tell which files of a review hold originals."""

import json
from pathlib import Path
from typing import Final

RUN: Final = "run.json"
TEXTS: Final = "texts"
CERTIFICATE: Final = "certificate.html"
"""Of what is exported, the clean texts and the certificate hold no original."""
_PRIVATE: Final = (  # what a run that was killed left unfinished may hold them too
    *("audit.json", "blind/*.jsonl", "decisions.jsonl*", "export-*/decisions.jsonl", "export-*/report.jsonl"),
    *("reports.jsonl", ".*.unfinished", "export-*/.*.unfinished", RUN),
)


def is_review(path: Path) -> bool:
    """Return whether a folder is that of a review: its ``run.json`` says so."""
    try:
        told = json.loads((path / RUN).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(told, dict) and "desk" in told


def private_files(path: Path) -> list[Path]:
    """Return the files of a review that hold originals, and no other file of its folder; ``run.json``, by which it is
    known as one, comes last."""
    return [file for pattern in _PRIVATE for file in sorted(path.glob(pattern)) if not file.is_dir()]
