# ruff: noqa: E501, E402
"""Sanitize a nested folder of mixed files with the command, killed and resumed: python bench/documents_mixed.py [--files N].

Makes files of all formats in nested folders and an archive of them, runs the command with two workers, kills it (-9)
three times, resumes it, and compares every byte with a run that nobody killed, and with one of the archive. Then looks
for the names in every byte.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent.parent)]

from bench.documents import MAKERS, NAME, OTHER, holds
from sanitizer.documents.locations import Packing
from tests.documents import files

_TEXTS = ("Mr {n} came to Leeds on 4 May 2019.", "Dear Ann, {n} is the name of the patient. Yours, Bo")
_CHOSEN = {"word": "run", "opendocument": "paragraph", "html": "text", "mail": "From", "excel": "cell", "svg": "text",
           "rtf": "text", "pdf": "text"}  # fmt: skip


def contents() -> dict[str, bytes]:
    """Return a file of each format, by ending."""
    made = {MAKERS[name][0]: dict(MAKERS[name][1]())[place] for name, place in _CHOSEN.items()}
    made |= {
        ".pptx": files.powerpoint(),
        ".srt": files.subtitles(),
        ".chart.docx": files.with_chart(files.word()),
    }
    made |= {
        ".chart.xlsx": files.drawn_workbook(),
        ".attached.eml": dict(MAKERS["mail"][1]())["attached letter.docx"],
    }
    return made | {f".{n}.txt": text.format(n=NAME).encode() for n, text in enumerate(_TEXTS)}


def make(folder: Path, count: int) -> None:
    """Write the files, in folders of ten."""
    own = list(contents().items())
    for number in range(count):
        ending, raw = own[number % len(own)]
        path = folder / f"part{number // 100}" / f"unit{number // 10}" / f"file{number}{ending}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)


def call(source: Path, output: Path, *more: str) -> list[str]:
    """Return the call of the command."""
    return [sys.executable, "-m", "sanitizer", "sanitize", str(source), "-o", str(output), "--pdf", "pdf",
            "--any-language", "--keep-ids", "--quiet", *more]  # fmt: skip


def tree(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def killed(source: Path, output: Path, report: Path, times: int) -> None:
    """Kill a run again and again, and resumed to its end."""
    journal = Path(f"{report}.partial")
    for number in range(times):
        more = ["--resume"] if number else []
        process = subprocess.Popen(
            call(source, output, "--workers", "2", "--report", str(report), *more), stderr=subprocess.DEVNULL
        )
        before = journal.stat().st_size if journal.exists() else 0
        while process.poll() is None and not (journal.exists() and journal.stat().st_size > before + 200_000):
            time.sleep(0.05)
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        process.wait()
    done = subprocess.run(
        call(source, output, "--workers", "2", "--report", str(report), "--resume"), check=False
    )
    print(f"killed {times} times and resumed: exit status {done.returncode}")


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, default=300)
    count = parser.parse_args().files
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        make(folder / "in", count)
        begin = time.perf_counter()
        whole = subprocess.run(
            call(folder / "in", folder / "one", "--workers", "2"), check=False, stderr=subprocess.DEVNULL
        )
        spent = time.perf_counter() - begin
        killed(folder / "in", folder / "two", folder / "two.jsonl", 3)
        packing = Packing(folder / "in.zip")
        for name, raw in tree(folder / "in").items():
            packing.add(name, raw)
        (folder / "in.zip").write_bytes(b"".join(packing.parts()))
        subprocess.run(
            call(folder / "in.zip", folder / "three", "--workers", "2"),
            check=False,
            stderr=subprocess.DEVNULL,
        )
        first, second, third = (tree(folder / name) for name in ("one", "two", "three"))
        kinds = Counter(Path(name).suffix for name in first)
        print(
            f"{count} files of {len(kinds)} formats: {len(first)} written in {spent:.0f} s, exit status {whole.returncode}"
        )
        print(f"killed and resumed: {'the same bytes' if first == second else 'OTHER BYTES'}")
        print(f"from an archive: {'the same bytes' if first == third else 'OTHER BYTES'}")
        left = [name for name, raw in first.items() if holds(raw, NAME, OTHER)]
        print(f"names left in {len(left)} files {left[:3]}")


if __name__ == "__main__":
    main()
