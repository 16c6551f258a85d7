"""Make the default statistics from the phrases that phrases.py counted.

Run: python training/statistics/build.py WORK_FOLDER OUT_FOLDER [--least 3] [--name wikipedia-2019-07]

Memory: about 3 GB. The numbering of the documents (reorder.py, some minutes) is kept in WORK_FOLDER.
"""

import argparse
from pathlib import Path

import numpy as np
import numpy.typing as npt

from corpora_stats.default import store
from corpora_stats.normalize import normalize

LONGEST = 4
STOP_WORDS = """
the a an of in on at by for with from to and or nor but as is are was were be been being am has have had having do does
did not no it its he she they them him his her hers their theirs this that these those which who whom whose what when
where why how than then so if while because although though since until unless into onto upon about above below between
among through during before after against over under within without
"""


def load(
    work: Path, least: int, least_longest: int
) -> tuple[list[str], npt.NDArray[np.int64], npt.NDArray[np.uint16]]:
    """Return the phrases to keep: in `least` documents or more (the longest in `least_longest`), no stop word at either
    end (single words all).
    """
    words = (work / "words.txt").read_text(encoding="utf-8").split("\n")
    stop = {normalize(word) for word in STOP_WORDS.split()}
    stopped = np.array([word in stop for word in words])
    phrases: list[str] = []
    all_sizes, all_documents = [], []
    for length in range(1, LONGEST + 1):
        with np.load(work / f"terms{length}.npz") as terms:
            numbers, sizes, documents = terms["words"], terms["sizes"].astype(np.int64), terms["documents"]
        keep = sizes >= (least_longest if length == LONGEST else least)
        if length > 1:
            keep &= ~(stopped[numbers[:, 0]] | stopped[numbers[:, -1]])
        phrases += [" ".join([words[i] for i in row]) for row in numbers[keep].tolist()]
        all_documents.append(documents[np.repeat(keep, sizes)])
        all_sizes.append(sizes[keep])
    return phrases, np.concatenate(all_sizes), np.concatenate(all_documents)


def numbering(
    work: Path, sizes: npt.NDArray[np.int64], documents: npt.NDArray[np.uint16], total: int
) -> npt.NDArray[np.uint32]:
    """new[old number]: similar documents get neighbouring numbers, which shortens the lists by a fifth."""
    path = work / "order.npy"
    if not path.exists():
        from reorder import bisect

        chosen = (sizes >= 5) & (sizes < total // 8)
        np.save(path, bisect(documents[np.repeat(chosen, sizes)], sizes[chosen], total))
    new = np.empty(total, dtype=np.uint32)
    new[np.load(path)] = np.arange(total, dtype=np.uint32)
    return new


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("work", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--least", type=int, default=3, help="documents that must hold a phrase")
    parser.add_argument("--least-longest", type=int, default=4, help="... a phrase of four words")
    parser.add_argument("--name", default="wikipedia-2019-07")
    parser.add_argument("--last-year", type=int, default=2018, help="the last whole year that the texts know")
    arguments = parser.parse_args()
    total = len(np.load(arguments.work / "starts.npy")) - 1
    phrases, sizes, documents = load(arguments.work, arguments.least, arguments.least_longest)
    new = numbering(arguments.work, sizes, documents, total)
    keys = store.hashes(phrases)
    order = np.argsort(keys)
    if len(np.unique(keys)) < len(keys):
        raise SystemExit("two phrases have the same hash: keep more bits")
    rank = np.empty(len(keys), dtype=np.uint64)
    rank[order] = np.arange(len(keys), dtype=np.uint64)
    postings = (np.repeat(rank, sizes) << np.uint64(32)) | new[documents]
    postings.sort()
    meta = {
        "name": arguments.name,
        "total": total,
        "last_year": arguments.last_year,
        "least": arguments.least,
        "least_longest": arguments.least_longest,
        "longest": LONGEST,
    }
    store.write(arguments.out, keys[order], sizes[order], postings.astype(np.uint32), meta)
    for path in sorted(arguments.out.iterdir()):
        print(f"{path.stat().st_size:12,} {path.name}")
    print(f"{len(phrases):,} phrases, {len(postings):,} postings")


if __name__ == "__main__":
    main()
