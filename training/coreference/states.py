"""Find along which axes the states of words differ most: python training/coreference/states.py DATA OUT.

DATA is the unpacked train/ner_pos_corpora.tar.xz, OUT (.npz) gets the mean of the directions of the states and the
first principal components (as many as the reader keeps), of every fifth word of the documents that who is who is
learned from. Made anew after the reader, before ``train.py``.
"""

import argparse
import os
import sys
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent)]

import numpy as np  # noqa: E402

from examples import parts  # noqa: E402
from kb.lookup import write_arrays  # noqa: E402
from sanitizer.text.parse import load, pieces  # noqa: E402
from sanitizer.text.reader import STATE, Reader  # noqa: E402

EVERY = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    nlp = load()
    reader = nlp.get_pipe("reader")
    assert isinstance(reader, Reader)
    found = [
        reader.states(nlp.make_doc(piece))[::EVERY]
        for document in parts(options.data, dev=False)[0]
        for piece in pieces(document.text)
    ]
    rows = np.concatenate(found).astype(np.float32)
    rows = rows[rows.any(1)]
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    mean = rows.mean(0)
    _, lengths, axes = np.linalg.svd(rows - mean, full_matrices=False)
    write_arrays(
        options.out,
        {"mean": mean.astype(np.float16), "axes": np.ascontiguousarray(axes[:STATE].T, np.float16)},
    )
    share = float((lengths[:STATE] ** 2).sum() / (lengths**2).sum())
    print(
        f"{len(rows)} words, {STATE} axes hold {share:.3f} of the variance; {options.out.stat().st_size} bytes"
    )


if __name__ == "__main__":
    main()
