"""Measures the peak memory and time of sanitizing a text of distinct names, as a staff directory has them.

Usage: python bench/memory_entities.py [CHARACTERS ...]     each size in a process of its own
"""

import resource
import subprocess
import sys
import time
from itertools import product

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
    from sanitizer import Sanitizer

    sanitizer = Sanitizer.default()
    sanitizer.sanitize("Anna Novak lives in Boston.")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.perf_counter()
    text = directory(characters)
    try:
        done = sanitizer.sanitize(text)
        told = f"{len(done.report.sensitive)} entities, met {done.met}"
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(
        f"{len(text):>8} characters  {told}  {time.perf_counter() - begin:6.1f} s  "
        f"peak {peak / 1024:,.0f} MiB ({(peak - before) / 1024:,.0f} above the start)",
        flush=True,
    )


if __name__ == "__main__":
    sizes = sys.argv[1:] or ["100000", "300000"]
    if sizes[0] == "--one":
        _one(int(sizes[1]))
    else:
        for size in sizes:
            subprocess.run([sys.executable, __file__, "--one", size], check=True)
