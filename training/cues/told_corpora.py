"""Names of corpora with entities, with their cues: `python training/cues/told_corpora.py CORPORA OUT`.

CORPORA is the unpacked archive of corpora; OUT gets one file of rows as mine.py writes them, whose kinds are classes
("#PERSON"). Of these names only the class is known; one sentence of ten is held out, and what tests the language model.
"""

import gzip
import json
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "model"))
import corpora  # type: ignore[import-not-found] # noqa: E402

from sanitizer.read.cues import of_place  # noqa: E402

LABELS = {"PERSON": "#PERSON", "LOC": "#LOC", "ORG": "#ORG", "MISC": "#MISC"}
MOST = 16_000


def sources(root: Path) -> Iterator[tuple[str, list[corpora.Sentence]]]:
    demonyms = corpora.read_demonyms(root)
    yield "ewt", corpora.ewt(root, "train", demonyms)
    yield "ewt_test", corpora.ewt(root, "test", demonyms)
    yield "pud", corpora.pud(root, demonyms)
    yield "gum", list(corpora.gum(root, demonyms))
    yield "crossner", list(corpora.crossner(root, demonyms))
    yield "wikigold", list(corpora.wikigold(root, demonyms))
    yield "sec", list(corpora.sec(root, demonyms))
    yield "re3d", list(corpora.re3d(root, demonyms))
    yield "btc", list(corpora.btc(root, demonyms))
    yield "wnut", list(corpora.wnut(root, demonyms))
    yield "litbank", list(corpora.litbank(root))
    yield "gmb", list(corpora.gmb(root, demonyms))


def mentions(sentence: corpora.Sentence) -> Iterator[tuple[str, str, int, int, str]]:
    text, starts = "", []
    for word, space in zip(sentence.words, sentence.spaces, strict=True):
        starts.append(len(text))
        text += word + (" " if space else "")
    at = 0
    while at < len(sentence.tags):
        tag = sentence.tags[at]
        end = at + 1
        if tag and tag.startswith("B-"):
            while end < len(sentence.tags) and sentence.tags[end] == f"I-{tag[2:]}":
                end += 1
            if tag[2:] in LABELS:
                first, last = starts[at], starts[end - 1] + len(sentence.words[end - 1])
                yield LABELS[tag[2:]], text[first:last], first, last, text
        at = end


def main() -> None:
    root, out = Path(sys.argv[1]), Path(sys.argv[2])
    with gzip.open(out / "mentions-corpora.jsonl.gz", "wt", encoding="utf-8", compresslevel=3) as written:
        for name, sentences in sources(root):
            count = 0
            for sentence in sentences[:MOST]:
                held = name in ("ewt_test", "pud") or zlib.crc32(" ".join(sentence.words).encode()) % 10 == 0
                for label, surface, start, end, text in mentions(sentence):
                    if surface[0].isupper():
                        row = [label, surface, 2 * held, list(of_place(text, start, end)), name]
                        written.write(json.dumps(row, ensure_ascii=False) + "\n")
                        count += 1
            print(name, len(sentences), count, flush=True, file=sys.stderr)


if __name__ == "__main__":
    main()
