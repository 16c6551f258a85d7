"""Whether patterns stay linear: python bench/recognition_growth.py

CPU seconds for 10 kB and 100 kB of texts made to be slow, and how many times the longer takes as long as the shorter
(linear: 10).
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sanitizer.recognize.finders.patterns import Patterns

HOSTILE = (
    "no. 1 ", "1-", "A1-", "12 Aa, ", "address 1 A ", "((", "MRN is a b c d ", "1/2/", "a.b@", "Apt 1 ", "9 and 9 ",
    "//a.", "1", "A",
)  # fmt: skip


def main() -> None:
    patterns = Patterns()
    for unit in HOSTILE:
        spent = []
        for size in (10_000, 100_000):
            text = (unit * (size // len(unit) + 1))[:size]
            start = time.process_time()
            patterns.find_in(text)
            spent.append(time.process_time() - start)
        print(f"  {unit!r:20}{spent[0]:8.3f} s{spent[1]:8.3f} s{spent[1] / max(spent[0], 1e-4):7.1f} times")


if __name__ == "__main__":
    main()
