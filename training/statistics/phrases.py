"""Count the phrases of up to four words of a collection: which documents hold each, without positions.

Run: python training/statistics/phrases.py ARTICLES_FOLDER WORK_FOLDER [--least 3]

ARTICLES_FOLDER holds articles-*.jsonl.xz (one JSON object a line with "title", "text"). Needs about 2.5 GB of memory
and 3 GB of disk in WORK_FOLDER; each step leaves its result there and is skipped when run again.
Writes words.txt, titles.txt, terms.npz (words of each phrase, documents of each phrase).
"""

import argparse
import json
import lzma
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt

from corpora_stats.normalize import BOUNDARY, fold

LONGEST = 4
PARTITIONS = 8
U64 = npt.NDArray[np.uint64]


def read(folder: Path, work: Path) -> None:
    """Write the stream of texts: stream.u32 (word numbers from 1, 0 at boundaries and between documents), document
    starts."""
    if (work / "starts.npy").exists():
        return
    files = sorted(folder.glob("articles-*.jsonl.xz"))
    if not files:
        raise SystemExit(f"no articles-*.jsonl.xz in {folder}: give the folder of the Wikipedia articles")
    numbers: dict[str, int] = {BOUNDARY: 0}
    starts, titles, length = [0], [], 0
    with (work / "stream.u32").open("wb") as out:
        for path in files:
            with lzma.open(path, "rt", encoding="utf-8") as lines:
                for line in lines:
                    article = json.loads(line)
                    titles.append(article["title"])
                    words = fold(article["text"]).split()
                    row = np.array(
                        [numbers.setdefault(w, len(numbers)) for w in words] + [0], dtype=np.uint32
                    )
                    out.write(row.tobytes())
                    length += len(row)
                    starts.append(length)
            print(path.name, len(titles), "documents", length, "words", len(numbers), "forms", flush=True)
    (work / "words.txt").write_text("\n".join(numbers), encoding="utf-8")
    (work / "titles.txt").write_text("\n".join(titles), encoding="utf-8")
    np.save(work / "starts.npy", np.array(starts, dtype=np.int64))


def frequent(
    keys: U64, documents: npt.NDArray[np.uint16], least: int
) -> tuple[U64, U64, npt.NDArray[np.uint16]]:
    """Return keys in at least `least` documents (sorted), how many each, and the documents of each, one after the
    other."""
    both = (keys << np.uint64(16)) | documents
    both.sort()
    both = both[np.flatnonzero(np.diff(both, prepend=np.uint64(2**64 - 1)))] if len(both) else both
    only = both >> np.uint64(16)
    first = (
        np.flatnonzero(np.diff(only, prepend=np.uint64(2**64 - 1))) if len(only) else np.empty(0, np.int64)
    )
    sizes = np.diff(first, append=len(only))
    keep = sizes >= least
    held = np.repeat(keep, sizes)
    return (
        only[first[keep]],
        sizes[keep].astype(np.uint64),
        (both[held] & np.uint64(0xFFFF)).astype(np.uint16),
    )


def count(work: Path, least: int) -> None:
    """stream.u32 -> for each length the frequent phrases: words (n, length), sizes, documents."""
    stream = np.fromfile(work / "stream.u32", dtype=np.uint32)
    starts = np.load(work / "starts.npy")
    document = np.repeat(np.arange(len(starts) - 1, dtype=np.uint16), np.diff(starts))
    number_of_words = int(stream.max()) + 1

    at = np.flatnonzero(stream)
    keys, sizes, documents = frequent(stream[at].astype(np.uint64), document[at], least)
    rank = np.zeros(number_of_words, dtype=np.uint32)
    rank[keys] = np.arange(1, len(keys) + 1, dtype=np.uint32)
    word = rank[stream]  # 0: boundary or too rare to be part of a frequent phrase
    words = keys.astype(np.uint32)[:, None]
    np.savez(work / "terms1.npz", words=words, sizes=sizes, documents=documents)
    print(1, len(keys), "phrases", len(documents), "postings", flush=True)
    radix = np.uint64(len(keys) + 1)
    previous, previous_words = word.copy(), words
    for length in range(2, LONGEST + 1):
        # A phrase can be frequent only when its beginning and its end, one word shorter, are.
        end = np.zeros_like(previous)
        end[:-1] = previous[1:]
        last = np.zeros_like(word)
        last[: -(length - 1)] = word[length - 1 :]
        candidates = np.flatnonzero((previous > 0) & (end > 0) & (last > 0)).astype(np.uint32)
        following = np.zeros_like(previous)
        found_words, found_sizes, found_documents, found = [], [], [], 0
        for part in range(PARTITIONS):
            here = candidates[previous[candidates] % PARTITIONS == part]
            key = previous[here].astype(np.uint64) * radix + last[here]
            keys, sizes, documents = frequent(key, document[here], least)
            place = np.searchsorted(keys, key)
            place[place == len(keys)] = 0
            hit = keys[place] == key
            following[here[hit]] = place[hit] + found + 1
            found += len(keys)
            found_words.append(
                np.column_stack(
                    [
                        previous_words[(keys // radix).astype(np.int64) - 1],
                        words[(keys % radix).astype(np.int64) - 1],
                    ]
                )
            )
            found_sizes.append(sizes)
            found_documents.append(documents)
        previous, previous_words = following, np.concatenate(found_words)
        np.savez(
            work / f"terms{length}.npz",
            words=previous_words,
            sizes=np.concatenate(found_sizes),
            documents=np.concatenate(found_documents),
        )
        print(length, found, "phrases", sum(map(len, found_documents)), "postings", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("articles", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("--least", type=int, default=3, help="documents that must hold a phrase")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    begin = time.time()
    read(arguments.articles, arguments.work)
    print("read", round(time.time() - begin), "s", flush=True)
    if not (arguments.work / f"terms{LONGEST}.npz").exists():
        count(arguments.work, arguments.least)
    print("done", round(time.time() - begin), "s", flush=True)


if __name__ == "__main__":
    main()
