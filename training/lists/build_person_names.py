"""Derive given_names.txt and surnames.txt of sanitizer/text/data: which words begin and end names of persons.

    python training/lists/build_person_names.py DATA/wikipedia -o sanitizer/text/data

Source: titles of articles and whether their categories say that somebody was born, died or lives. Only single words
that two persons share come out, and only where persons bear most of the titles that begin (or end) with the word:
"Mary" and "Huber", not "River" or "San".
"""

import argparse
import gzip
import re
import sys
from collections import Counter
from pathlib import Path

PERSON = re.compile(r"^\d+s? (?:births|deaths)$|^Living people$|^Year of (?:birth|death)")
BEHIND = re.compile(r" \(.*\)$|,.*$")
SUFFIX = re.compile(r" (?:Jr\.?|Sr\.?|[IVX]+)$")
NAME = re.compile(r"[^\W\d_a-z](?:[\w]|['’-](?=\w))+")
LEAST = 2
"""Persons who share the word."""
SHARE = 0.75
"""Of the titles that begin or end with a word, those of persons."""


def count(wikipedia: Path) -> tuple[tuple[Counter[str], Counter[str]], tuple[Counter[str], Counter[str]]]:
    """(of persons, of others) for first words, and the same for last words."""
    first: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    last: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    with gzip.open(wikipedia / "article_categories.tsv.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            title, *categories = line.rstrip("\n").split("\t")
            spoken = SUFFIX.sub("", BEHIND.sub("", title)).split()
            if len(spoken) < 2:
                continue
            other = not any(PERSON.search(category) for category in categories)
            first[other][spoken[0]] += 1
            last[other][spoken[-1]] += 1
    return first, last


def shared(counts: tuple[Counter[str], Counter[str]]) -> set[str]:
    """Return the words that persons share, and mostly persons."""
    persons, others = counts
    return {
        w for w, n in persons.items() if n >= LEAST and n >= SHARE * (n + others[w]) and NAME.fullmatch(w)
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("wikipedia", type=Path)
    parser.add_argument("-o", "--output", type=Path, required=True)
    arguments = parser.parse_args()
    if not (arguments.wikipedia / "article_categories.tsv.gz").is_file():
        sys.exit(f"missing: {arguments.wikipedia / 'article_categories.tsv.gz'}")
    for name, counts in zip(("given_names.txt", "surnames.txt"), count(arguments.wikipedia), strict=True):
        words = sorted(shared(counts))
        (arguments.output / name).write_text("".join(f"{w}\n" for w in words), encoding="utf-8")
        print(f"{name}: {len(words)} words")


if __name__ == "__main__":
    main()
