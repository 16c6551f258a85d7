"""Convert the corpora with entities, and the texts made from patterns: python training/model/bins.py DATA WORK.

DATA is the folder with train/, wikipedia/ and taxonomies/; WORK gets corpora/ (the unpacked archive) and bins/
(documents of spaCy, one file for each source). A source that is there is not converted again.
"""

import argparse
import sys
import tarfile
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent)]

import corpora  # noqa: E402
import gazetteer  # noqa: E402
import papers  # noqa: E402
import prepare  # noqa: E402
import spacy  # noqa: E402
import templates  # noqa: E402

from sanitizer.text import lexicon  # noqa: E402

PAPERS, TEMPLATES = 9_000, 12_000


def bins(data: Path, work: Path) -> None:
    """Convert the sources that are not converted yet."""
    source = work / "corpora"
    if not source.exists():
        with tarfile.open(data / "train/ner_pos_corpora.tar.xz") as tar:
            tar.extractall(source.with_suffix(".tmp"), filter="data")
        source.with_suffix(".tmp").rename(source)
    folder, nlp = work / "bins", spacy.blank("en")
    folder.mkdir(exist_ok=True)
    for name, sentences in prepare.entity_corpora(source).items():
        if not (folder / f"{name}.spacy").exists():
            prepare.write(nlp, sentences, folder / f"{name}.spacy", style=name not in prepare.HELD_OUT)
    if not all((folder / f"{name}.spacy").exists() for name in ("templates", "papers")):
        counts = Counter(dict.fromkeys(lexicon.common_words(), 40))
        known = gazetteer.gazetteer(data, counts, corpora.read_demonyms(source))
        filled = list(templates.sentences(nlp, known, TEMPLATES))
        prepare.write(nlp, filled, folder / "templates.spacy", style=True)
        papers.write(nlp, known, 300, folder / "papers_dev.spacy", papers.SEED + 1)
        papers.write(nlp, known, PAPERS, folder / "papers.spacy")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("work", type=Path)
    options = parser.parse_args()
    archive = options.data / "train/ner_pos_corpora.tar.xz"
    if not archive.is_file():
        raise SystemExit(f"missing: {archive}")
    options.work.mkdir(parents=True, exist_ok=True)
    bins(options.data, options.work)


if __name__ == "__main__":
    main()
