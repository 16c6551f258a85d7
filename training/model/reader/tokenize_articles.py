"""Write articles as words: python training/model/reader/tokenize_articles.py DATA OUT [--parts N].

DATA is the folder with wikipedia/; OUT gets one file ``words-NN.txt.xz`` for each part of the articles. A line is an
article: its words in the tokens of the shipped tokenizer, a space between them, "⏎" for the end of a line.
"""

import argparse
import json
import lzma
from pathlib import Path

import spacy

LINE_END = "⏎"


def words(text: str, nlp: spacy.Language) -> list[str]:
    """Return the words of ``text``; white space is left out but for the ends of lines."""
    found = []
    for token in nlp.tokenizer(text):
        if not token.is_space:
            found.append(token.text.replace(" ", ""))
        elif "\n" in token.text:
            found.append(LINE_END)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--first", type=int, default=0, help="the first part")
    parser.add_argument(
        "--parts", type=int, default=4, help="parts of the articles (of ten) that are written"
    )
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    nlp = spacy.blank("en")
    for part in range(options.first, options.first + options.parts):
        source = options.data / f"wikipedia/articles-{part:02}.jsonl.xz"
        if not source.is_file():
            raise SystemExit(f"missing: {source}")
        target = options.out / f"words-{part:02}.txt.xz"
        if target.exists():
            continue
        temporary = target.with_suffix(".tmp")
        with lzma.open(source, "rt") as read, lzma.open(temporary, "wt", preset=5) as write:
            for line in read:
                write.write(" ".join(words(json.loads(line)["text"], nlp)) + "\n")
        temporary.rename(target)
        print(target, flush=True)


if __name__ == "__main__":
    main()
