"""Write how much each document of the statistics tells: the length of its vector of phrases, weighed by information.

python training/statistics/lengths.py corpora_stats/default/data

Made from the statistics in the folder; lengths.bin is written beside them: for each document
64 sqrt(sum of IC(phrase)^2) over the phrases that it holds, as unsigned 16-bit numbers.
"""

import argparse
from pathlib import Path

import numpy as np

from corpora_stats.default.store import LENGTHS, LENGTHS_SCALE, PhraseStore

STEP = 100_000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    store = PhraseStore(folder)
    squares = np.zeros(store.total)
    for documents, sizes in store.lists(STEP):
        weight = np.repeat(np.log2(store.total / sizes) ** 2, sizes)
        squares += np.bincount(documents, weight, minlength=store.total)
    lengths = np.minimum(np.round(LENGTHS_SCALE * np.sqrt(squares)), 2**16 - 1).astype("<u2")
    (folder / LENGTHS).write_bytes(lengths.tobytes())
    print(f"{len(lengths)} documents, median {np.median(lengths) / LENGTHS_SCALE:.1f}")


if __name__ == "__main__":
    main()
