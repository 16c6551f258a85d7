"""Find names of known kinds in the articles, with their cues: `python training/cues/mine.py WIKIPEDIA OUT [SHARE]`.

WIKIPEDIA is the folder of articles; OUT gets `mentions-NN.jsonl.gz` of each part: kind, name, whether the name is held
out, the cues of its place. The kind of a name comes from the entity base, from the categories of the article of that
title, from the places base; names of several kinds are left out, so are words that English writes in small letters, but
for illnesses and drugs: what stands around them is what stands around those with a capital. A person's surname or given
name alone, behind the full name, is a person's too.
"""

import gzip
import json
import lzma
import re
import sys
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import ahocorasick

from kb.base import Concept, Sense
from kb.diseases import Diseases
from kb.entities import Entities
from kb.places import Places
from kb.taxonomy import ancestors
from kb.wordnet import open_wordnet
from sanitizer.read.cues import of_place
from sanitizer.text import lexicon
from sanitizer.text.inflection import singular

HERE = Path(__file__).parent
PER_NAME = 25
PER_ARTICLE = 2
PERSONS = 12
"""Persons of an article whose surnames and given names alone are taken."""
LEAST_PEOPLE = 50_000
_OF_PLACE = {
    "city": "settlement",
    "town": "settlement",
    "country": "country",
    "region": "region",
    "state": "region",
    "division": "region",
    "province": "region",
}
_WORKS = frozenset(
    ("film", "television series", "album", "song", "stage work", "book", "poem", "painting", "game")
)
"""Kinds whose names are often plain phrases: of one or two words they count only where marks stand around them."""
_BRACKETS = re.compile(r"\s*\([^()]*\)$")
_CATEGORY = re.compile(
    r"^(?:[\w’'.-]+ )*?(?P<head>[a-z]+s|[A-Z][a-z]+s|people)"
    r"(?: (?:in|of|by|from|for|at|on|about|with|established|introduced|based|set|containing|involving|and|that|born|to)"
    r"\b.*)?$"
)
_NO_CATEGORY = frozenset(
    [
        "births",
        "deaths",
        "establishments",
        "disestablishments",
        "articles",
        "introductions",
        "names",
        "lists",
        "debuts",
        "endings",
        "works",
        "things",
        "terms",
        "groups",
        "types",
        "series",
        "organizations",
        "events",
        "subjects",
        "objects",
        "concepts",
        "topics",
        "states",
        "arts",
        "words",
    ]
)


class Kinds:
    """From WordNet's concepts to the kinds of kinds.tsv: the nearest above."""

    def __init__(self) -> None:
        lines = (HERE / "kinds.tsv").read_text(encoding="utf-8").splitlines()
        self.rows = [line.split("\t") for line in lines if not line.startswith("#")]
        self._of = {f"wn:{synset}": row[0] for row in self.rows for synset in row[3].split()}
        self.wordnet = open_wordnet()
        self._known: dict[str, str] = {}

    def of(self, concept: str) -> str:
        """Return the kind of a concept, by its id; "" where none is above it."""
        if concept not in self._known:
            above = [concept, *(c.id for c, _ in ancestors(self.wordnet, Concept(concept, "")))]
            self._known[concept] = next((self._of[i] for i in above if i in self._of), "")
        return self._known[concept]


def labels(folder: Path, kinds: Kinds) -> dict[str, str]:
    """Return the kind of each name that has one."""
    told: defaultdict[str, set[str]] = defaultdict(set)
    entities = Entities()
    for row in range(len(entities)):
        kind = kinds.of(f"wn:{entities._kinds_of(row)[0].synset}")
        for name in entities.lemmas(entities.concept(row)):
            told[name].add(kind)
    places = Places()
    for row in range(len(places._names)):
        for name in places._names[row].split("\t"):
            if senses := places.senses(name):
                told[name] = {_of_place(places, senses[0])} if senses[0].frequency > LEAST_PEOPLE else {""}
    for title, categories in category_lines(folder):
        name = _BRACKETS.sub("", title)
        if any(c.endswith((" births", " deaths")) or c == "Living people" for c in categories):
            told[name].add("person")
        elif name not in told and (kind := _of_categories(categories, kinds)):
            told[name].add(kind)
    common = lexicon.common_words()
    result = dict(in_small_letters(kinds))
    for name, of in told.items():
        plain_word = " " not in name and (name.lower() in common or name.isupper())
        if len(of) == 1 and len(name) > 3 and name[0].isupper() and not plain_word:
            (kind,) = of
            if kind and kind != "-":
                result[name] = kind
    return result


def in_small_letters(kinds: Kinds) -> Iterator[tuple[str, str]]:
    """Yield what illnesses and drugs, and nothing else, are called in small letters, with their kind."""
    ontology, wordnet = Diseases(), kinds.wordnet
    called = {name for row in range(len(ontology)) for name in ontology.lemmas(ontology.concept(row))}
    called.update(name for number in range(len(wordnet)) for name in wordnet.lemmas(wordnet.concept(number)))
    for name in sorted(called):
        if len(name) > 3 and name.islower() and name[-1].isalpha():
            of = {kinds.of(sense.concept.id) for sense in wordnet.senses(name)}
            of = of or {"disease" for _ in ontology.senses(name)}
            if of in ({"disease"}, {"drug"}):
                yield name, of.pop()


def _of_categories(categories: Iterable[str], kinds: Kinds) -> str:
    """Return the kind that more than half of the telling categories of an article name; "" where none is."""
    votes: Counter[str] = Counter()
    for category in categories:
        match = _CATEGORY.match(category)
        if not match or match["head"].lower() in _NO_CATEGORY:
            continue
        noun = match["head"].lower()
        senses = [] if noun == "people" else kinds.wordnet.senses(singular(noun) or noun)
        kind = "person" if noun == "people" else kinds.of(senses[0].concept.id) if senses else ""
        if kind:
            votes[kind] += 1
    kind, count = next(iter(votes.most_common(1)), ("", 0))
    return kind if 2 * count > votes.total() else ""


def _of_place(places: Places, sense: Sense) -> str:
    """Return the kind of a place by the id of the class right above it: geo:country.in..., geo:city.in..."""
    above = [c.id.partition(":")[2].partition(".")[0] for c in places.hypernyms(sense.concept)]
    found = [_OF_PLACE[word] for word in above if word in _OF_PLACE]
    return found[0] if found else ""


def category_lines(folder: Path) -> Iterator[tuple[str, list[str]]]:
    with gzip.open(folder / "article_categories.tsv.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            title, *categories = line.rstrip("\n").split("\t")
            yield title, categories


def held_out(name: str) -> bool:
    """Return whether a name is held out: one of ten, by its words."""
    return zlib.crc32(name.encode()) % 10 == 0


def main() -> None:
    folder, out = Path(sys.argv[1]), Path(sys.argv[2])
    share = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
    out.mkdir(parents=True, exist_ok=True)
    kinds = Kinds()
    of_name = labels(folder, kinds)
    print(len(of_name), Counter(of_name.values()).most_common(), file=sys.stderr)
    automaton = ahocorasick.Automaton()
    for name, kind in of_name.items():
        automaton.add_word(name, (name, kind))
    automaton.make_automaton()
    met: Counter[str] = Counter()
    for path in sorted(folder.glob("articles-*.jsonl.xz")):
        number = path.name[9:11]
        target = out / f"mentions-{number}.jsonl.gz"
        with (
            lzma.open(path, "rt", encoding="utf-8") as lines,
            gzip.open(target, "wt", encoding="utf-8", compresslevel=3) as written,
        ):
            for line in lines:
                if zlib.crc32(line[:80].encode()) % 1000 >= share * 1000:
                    continue
                article = json.loads(line)
                for name, kind, start, end in mentions(
                    article["title"], article["text"], automaton, of_name, met
                ):
                    cues = list(of_place(article["text"], start, end))
                    row = [kind, name, int(held_out(name)), cues]
                    written.write(json.dumps(row, ensure_ascii=False) + "\n")
        print(number, sum(met.values()), flush=True, file=sys.stderr)


def mentions(
    title: str, text: str, automaton: Any, of_name: Mapping[str, str], met: Counter[str]
) -> Iterator[tuple[str, str, int, int]]:
    """(name, kind, start, end) of names in an article; `met` counts those of each name so far."""
    own = _BRACKETS.sub("", title)
    if own in of_name:
        at = text.find(own.upper(), 0, 400)
        if at >= 0:
            yield own, of_name[own], at, at + len(own)
    here: Counter[str] = Counter()
    persons: dict[str, int] = {}
    for last, (name, kind) in automaton.iter(text):
        start, end = last + 1 - len(name), last + 1
        if met[name] >= PER_NAME or here[name] >= PER_ARTICLE or not _whole(text, start, end):
            continue
        marked = text[start - 1 : start] in ('"', "“", "_", "‘")
        if kind in _WORKS and name.count(" ") < 2 and name != own and not marked:
            continue
        here[name] += 1
        met[name] += 1
        yield name, kind, start, end
        if kind == "person" and " " in name:
            persons.setdefault(name, end)
    for name, known in sorted(persons.items())[:PERSONS]:
        words = name.split()
        for word in (words[-1], words[0]):
            at = text.find(word, known)
            usual = len(word) > 2 and word[0].isupper() and not word.endswith(".")
            if not usual or at < 0 or met["*" + word] >= PER_NAME:
                continue
            if _whole(text, at, at + len(word)) and text[at + len(word) : at + len(word) + 1] != ".":
                met["*" + word] += 1
                yield word, "person", at, at + len(word)


def _whole(text: str, start: int, end: int) -> bool:
    """Return whether the characters are a name by themselves, and no part of a longer one."""
    if start and (text[start - 1].isalnum() or text[start - 1] in "-'’&."):
        return False
    if end < len(text) and (text[end].isalnum() or text[end] == "-"):
        return False
    right = text[end : end + 8]
    if right[:1] in " " and right[1:2].isupper():
        return False
    if right.startswith((" of ", " & ")) or (right[:3] in ("'s ", "’s ") and right[3:4].isupper()):
        return False
    left = text[max(0, start - 30) : start]
    if left.endswith(" "):
        word = left.rstrip().rpartition(" ")[2]
        opens = left.rstrip().rpartition(" ")[0].rstrip()[-1:] in (".", "!", "?", "") or "\n" in left
        if word[:1].isupper() and not opens and word[-1:] not in ".,;:)":
            return False
    return True


if __name__ == "__main__":
    main()
