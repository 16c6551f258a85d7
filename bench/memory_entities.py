"""Measures the peak memory and time of the command on a text of distinct names, as a staff directory has them.

Usage: python bench/memory_entities.py [CHARACTERS ...]     each size in a process of its own
"""

import re
import resource
import subprocess
import sys
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

_ONSETS = (
    "Bra",
    "Ste",
    "Kor",
    "Mil",
    "Dra",
    "Vel",
    "Tom",
    "Ran",
    "Zor",
    "Pet",
    "Lub",
    "Gor",
    "Nik",
    "Sla",
    "Fer",
    "Hal",
    "Wic",
)
_MIDDLES = ("d", "v", "lin", "ma", "ko", "sti", "re", "ber", "do", "ni", "ta", "ra", "gu", "le", "vo")
_ENDS = ("ovic", "ek", "son", "ic", "man", "ar", "ini", "ova", "er", "in", "berg", "ane", "ley", "ton", "ska")
_GIVEN = (
    "Ida",
    "Otto",
    "Vera",
    "Max",
    "Elsa",
    "Hugo",
    "Anna",
    "Peter",
    "Maria",
    "John",
    "Helena",
    "Thomas",
    "Sarah",
    "David",
    "Laura",
    "Mark",
    "Julia",
    "Paul",
)


def directory(characters: int) -> str:
    """Lines of one distinct name each, until there are so many characters."""
    lines, length = [], 0
    for onset, middle, end in product(_ONSETS, _MIDDLES, _ENDS):
        for given in _GIVEN:
            line = f"{given} {onset}{middle}{end}\n"
            lines.append(line)
            length += len(line)
            if length >= characters:
                return "".join(lines)
    return "".join(lines)


def _one(characters: int) -> None:
    """Run the command on one text; its start alone is measured by a text of one name before."""
    text = directory(characters)
    with TemporaryDirectory() as folder:
        source, result = Path(folder) / "in.txt", Path(folder) / "out.txt"
        measured = []
        for written in ("Anna Novak lives in Boston.\n", text):
            result.unlink(missing_ok=True)
            source.write_text(written, encoding="utf-8")
            run = subprocess.run(
                [sys.executable, "-m", "sanitizer", "sanitize", str(source), "-o", str(result), "--quiet"],
                stderr=subprocess.PIPE,
                check=False,
            )
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            measured.append((used.ru_maxrss / 1024, used.ru_utime + used.ru_stime))
        told = run.stderr.decode().strip()[-200:]
        left = set(re.findall(r"\w+", result.read_text())) if result.exists() else set()
    (start, before), (peak, cpu) = measured
    surnames = {line.split()[1] for line in text.splitlines() if " " in line}
    print(
        f"{len(text):>9,} characters, {text.count(chr(10)):>6,} names: exit status {run.returncode}, "
        f"{len(surnames & left)} surnames left, peak {peak:,.0f} MiB ({peak - start:,.0f} above the start), "
        f"{cpu - before:,.0f} s of processor {told}",
        flush=True,
    )


if __name__ == "__main__":
    sizes = sys.argv[1:] or ["100000", "300000", "1000000"]
    if sizes[0] == "--one":
        _one(int(sizes[1]))
    else:
        for size in sizes:
            subprocess.run([sys.executable, __file__, "--one", size], check=True)
