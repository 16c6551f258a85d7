"""The words by which the second finder tells a name from English: `python training/check/build.py WIKIPEDIA OUT`.

Counted in all articles: how many hold a word in small letters, how often it stands in small letters and with a capital
behind a small letter or a comma (not at the head of a sentence), and how many persons bear it first or last. OUT is
sanitizer/check/data/words.txt.zst; each line is the signs of words, a tab, and all words that have just these:

- (none) English writes it in small letters;
- ``n`` so it does, but with a capital it may be a name ("young", "hunt"); ``g`` many bear it as a given name ("mark");
- ``-`` no such word: a name of at most five letters that many bear ("khan"), for lines in capitals;
- ``c`` English writes it with a capital, and hardly ever in small letters ("boston").

Beside it, pairs.txt.zst holds pairs of such words that many articles write with capitals ("human rights", "prime
minister"): public vocabulary.

A minute and a half of one core.
"""

import json
import lzma
import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import zstandard

from kb.wordnet import open_wordnet

LEAST_ARTICLES = 3
LEAST_SHARE = 0.1
"""Of a word that English writes in small letters, so many of its places behind another word are in small letters."""
COMMON_ARTICLES = 100
"""A word that so many articles hold in small letters is English, however often it is a name ("brown")."""
LEAST_PAIRS = 5
"""So many articles write a pair of words with capitals that is public vocabulary."""
LEAST_CAPITALS = 5
"""So often a word stands with a capital that is said to be written so."""

SMALL = re.compile(r"(?<![^\W_])[a-zß-öø-ÿœ][^\W\d_A-Z]*(?![^\W_])")
PAIR = re.compile(r"(?<=[a-z,;] )(?:[A-Z][a-z]+ ){1,5}[A-Z][a-z]+(?![^\W_])")
CAPITAL = re.compile(r"(?<=[a-z,;] )[A-ZÀ-ÖØ-Þ][^\W\d_A-ZÀ-ÖØ-Þ]+(?![^\W_])")


def plain(word: str) -> str:
    """``word`` in small letters without diacritics."""
    return "".join(c for c in unicodedata.normalize("NFKD", word.lower()) if not unicodedata.combining(c))


def count(folder: Path) -> tuple[Counter[str], ...]:
    small, articles, capital, given, last, pairs = (Counter[str]() for _ in range(6))
    for path in sorted(folder.glob("articles-*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as stream:
            for line in stream:
                article = json.loads(line)
                found = SMALL.findall(article["text"])
                small.update(found)
                articles.update(set(found))
                capital.update(word.lower() for word in CAPITAL.findall(article["text"]))
                runs = [run.lower().split() for run in PAIR.findall(article["text"])]
                pairs.update({f"{a} {b}" for run in runs for a, b in pairwise(run)})
                if article["type"] == "person":
                    title = re.sub(r"\(.*?\)|,.*", "", article["title"])
                    names = [name for name in title.split() if name[:1].isupper()]
                    if len(names) >= 2:
                        given[names[0].lower()] += 1
                        last[names[-1].lower()] += 1
        print(path.name, len(small), file=sys.stderr)
    return tuple(_folded(counter) for counter in (small, articles, capital, given, last, pairs))


def _folded(counter: Counter[str]) -> Counter[str]:
    result: Counter[str] = Counter()
    for word, n in counter.items():
        result[plain(word)] += n
    return result


def signs(
    word: str, small: int, articles: int, capital: int, given: int, last: int, in_dictionary: bool
) -> str | None:
    """Return the signs of a word; None when it is not to be listed."""
    share = small / (small + capital) if small + capital else 1.0
    borne = given + last
    known = articles >= LEAST_ARTICLES or (in_dictionary and small + capital < 50)
    if (known and share >= LEAST_SHARE) or articles >= COMMON_ARTICLES:
        if (
            (share < 0.5 and articles < 3 * COMMON_ARTICLES)
            or (borne >= 3 and share < 0.75)
            or (borne >= 5 and share < 0.85)
            or share < 0.15
        ):
            return "ng" if given >= 3 and given >= last else "n"
        return "g" if given >= 10 else ""
    if capital < LEAST_CAPITALS or len(word) < 3:
        return None
    return "c-" if borne >= 2 and len(word) <= 5 else "c"


def main(wikipedia: Path, out: Path) -> None:
    small, articles, capital, given, last, pairs = count(wikipedia)
    lemmas = dictionary()
    by_signs: dict[str, list[str]] = {}
    plain_words = set()
    for word in sorted(set(small) | set(capital) | lemmas):
        if not word.isalpha() or not word.isascii() or len(word) > 30:
            continue
        told = signs(
            word, small[word], articles[word], capital[word], given[word], last[word], word in lemmas
        )
        if told in ("", "n"):
            plain_words.add(word)
        if told is not None:
            by_signs.setdefault(told, []).append(word)
    write_words(out, by_signs)
    public = sorted(p for p, n in pairs.items() if n >= LEAST_PAIRS and plain_words.issuperset(p.split()))
    pack(out.parent / "pairs.txt.zst", "".join(f"{pair}\n" for pair in public))
    print(sum(map(len, by_signs.values())), "words,", len(public), "pairs", file=sys.stderr)


def write_words(out: Path, by_signs: Mapping[str, Sequence[str]]) -> None:
    """Write the words that have each of the signs."""
    pack(out, "".join(f"{told}\t{' '.join(words)}\n" for told, words in sorted(by_signs.items())))


def pack(out: Path, text: str) -> None:
    """Write a text that is quick to read."""
    out.write_bytes(zstandard.ZstdCompressor(level=22).compress(text.encode("ascii")))


def dictionary() -> set[str]:
    """Return the words of WordNet that are written in small letters, and the names of medicines."""
    forms = open_wordnet()._forms
    words = {text for number in range(len(forms)) if (text := forms.text(number)).islower()}
    medicines = (files("kb") / "data" / "medicines.txt").read_text(encoding="utf-8")
    return words | set(re.findall(r"(?<![^\W_])[a-z]{5,}(?![^\W_])", medicines))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
