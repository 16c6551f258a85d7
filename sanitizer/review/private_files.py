"""Tell which files of a review hold originals."""

from pathlib import Path
from typing import Final

RUN: Final = "run.json"
TEXTS: Final = "texts"
CERTIFICATE: Final = "certificate.html"
"""Of what is exported, the clean texts and the certificate hold no original."""


def is_review(path: Path) -> bool:
    """Return whether a folder is that of a review, or what a purge that was cut off has left of one."""
    return path.is_dir() and (path / RUN).is_file()


def private_files(path: Path) -> list[Path]:
    """Return the files (links too) in the folder of a review that may hold originals; ``run.json``, by which it is
    known as one, comes last."""
    files = [
        file
        for file in sorted(path.rglob("*"))
        if (file.is_symlink() or not file.is_dir()) and not _is_clean(file.relative_to(path))
    ]
    return sorted(files, key=lambda file: file == path / RUN)


def _is_clean(file: Path) -> bool:
    exported, *rest = file.parts
    if not exported.startswith("export-"):
        return False
    return rest == [CERTIFICATE] or (len(rest) == 2 and rest[0] == TEXTS)
