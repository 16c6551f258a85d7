"""Gather marked words for the lesson on names: python training/model/reader/examples.py DATA WORK OUT.

DATA is the folder with wikipedia/ and taxonomies/, WORK that of ``bins.py`` with the corpora as documents (bins/).
The texts in ``written/`` were written for this, with their names marked (``{P|Ada Lund}``); what is told of persons and
the kinds of the names stand in ``written/facts.jsonl``. Articles tell the kinds of known names
(``training/cues/mine.py``). OUT is an archive: the forms of all words, and for each source the words as numbers of
forms, a mark, a fact and a kind for each (-1: nothing is said), and where its passages begin; for trees also tags,
numbers of sentences, heads and relations.
"""

import argparse
import json
import lzma
import random
import re
import sys
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent.parent.parent), str(HERE.parent.parent / "cues")]

import ahocorasick  # noqa: E402
import corpora  # noqa: E402
import gazetteer  # noqa: E402
import mine  # noqa: E402
import papers  # noqa: E402
import spacy  # noqa: E402
import trees  # noqa: E402
from spacy.tokens import Doc, DocBin, Span  # noqa: E402

from sanitizer.text import lexicon  # noqa: E402
from sanitizer.text.facts import FACT_KINDS  # noqa: E402
from sanitizer.text.reader import LABELS  # noqa: E402

MARK = re.compile(r"\{([A-Z])\|([^{}|]*)\}")
LETTERS = dict(zip("PLONWDC", LABELS, strict=True))
FACT_NUMBERS = {f"{fact} {kind}": i for i, (fact, kind) in enumerate(FACT_KINDS, 1)}
"""What ``facts.jsonl`` says of a fact ("JOB health"), by its number; 0 is no fact."""
WRITTEN = HERE / "written"
BETWEEN = "\n====\n"
"""What stands between two texts of a file."""
LONGEST, HOLD, SWAPS = 128, 8, 2
"""Words of a passage at most; of so many written texts one is only judged; copies of the others with other names."""
FACTS = WRITTEN / "facts.jsonl"
OTHER_KINDS = (
    "department", "form or scheme", "charity", "shop", "food or drink", "club", "restaurant or pub", "place", "union",
    "farm or estate", "church building",
)  # fmt: skip
"""Kinds of names in the written texts that articles do not tell."""
ARTICLES = 0.035
"""Share of the articles whose known names are read."""
CODE_LIKE = re.compile(r"(?=.*\d)(?:.*@|.*\d.*[A-Za-z]|[A-Za-z].*\d|(?:\D*\d){6})")
"""Words that a corpus without codes may hold as one: nothing is said of them there."""


@dataclass(frozen=True)
class Passage:
    """Words, the mark of each, the tag of each ("" where nothing is said), the number of what each tells of a person
    (0: nothing) and of the kind of the name it stands in (-1: nothing is said); no facts or kinds: nothing is said of
    any."""

    words: list[str]
    marks: list[int]
    tags: list[str]
    facts: list[int] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)


def mark_number(label: str, first: bool) -> int:
    """0: no name; an odd number: the first word of a name; the next even one: a later word."""
    return 1 + 2 * LABELS.index(label) + (not first)


def parse_written(text: str) -> tuple[str, list[tuple[int, int, str]]]:
    """Return the text without its marks, and the places of the names."""
    plain, last = "", 0
    spans = []
    for match in MARK.finditer(text):
        plain += text[last : match.start()]
        spans.append((len(plain), len(plain) + len(match[2]), LETTERS[match[1]]))
        plain += match[2]
        last = match.end()
    return plain + text[last:], spans


def medicine_words() -> frozenset[str]:
    """Return words of the names of medicines, in small letters."""
    found = set()
    for line in papers.MEDICINES.read_text(encoding="utf8").splitlines():
        if line and line[0].isalpha():
            found |= {w for w in re.split(r"[^a-z]+", re.sub(r"@[^:]*", "", line).lower()) if len(w) > 4}
    return frozenset(found - {"acid", "sodium", "calcium", "water", "oxide", "cream", "vaccine", "alcohol"})


def of_doc(
    doc: Doc, drugs: frozenset[str], complete: bool, facts: Sequence[int] = (), kinds: Sequence[int] = ()
) -> Passage:
    """Return a document of spaCy as a passage; ends of lines are words, other white space is left out.

    Args:
        drugs: words of medicines, of which a source that is not ``complete`` says nothing.
        complete: whether the source marks all labels.
        facts: of each token; none where nothing is said.
        kinds: of each token; none where nothing is said.
    """
    words, marks, tags = [], [], []
    places = [i for i, token in enumerate(doc) if not token.is_space or "\n" in token.text]
    begun = False
    for token in doc:
        if token.is_space:
            if "\n" not in token.text:
                continue
            inside = token.ent_iob_ == "I"
            words.append("\n")
            marks.append(mark_number(token.ent_type_, first=False) if inside and begun else 0)
            tags.append("")
            continue
        words.append(token.text.replace(" ", ""))
        if token.ent_iob_ in ("B", "I") and token.ent_type_ in LABELS:
            marks.append(mark_number(token.ent_type_, token.ent_iob_ == "B" or not begun))
            begun = True
        else:
            unsaid = token.ent_iob == 0 or (
                not complete and (token.lower_ in drugs or CODE_LIKE.match(token.text) is not None)
            )
            marks.append(-1 if unsaid else 0)
            begun = False
        tags.append("")
    of_words = [[numbers[i] for i in places] if numbers else [] for numbers in (facts, kinds)]
    return Passage(words, marks, tags, *of_words)


def written_texts(folder: Path) -> Iterator[tuple[str, int, str]]:
    """Yield the texts that were written for this: the name of the file, the number of the text in it, and the text."""
    for path in sorted(folder.glob("*.txt")):
        for number, text in enumerate(path.read_text(encoding="utf8").split(BETWEEN)):
            yield path.stem, number, text


def written_doc(text: str, nlp: spacy.Language) -> Doc:
    """Return a written text as a document."""
    plain, spans = parse_written(text)
    doc = nlp.make_doc(plain)
    names: list[Span] = []
    for start, end, label in spans:
        span = doc.char_span(start, end, label=label, alignment_mode="expand")
        if span is not None and (not names or span.start >= names[-1].end):
            names.append(span)
    doc.set_ents(names, default="outside")
    return doc


def cut(passage: Passage) -> Iterator[Passage]:
    """Yield a passage in parts of at most LONGEST words, cut behind an end of a line or of a sentence where there
    is one."""
    start, size = 0, len(passage.words)
    while start < size:
        end = min(start + LONGEST, size)
        if end < size:
            ends = [
                i for i in range(start + LONGEST // 2, end) if passage.words[i - 1] in ("\n", ".", "?", "!")
            ]
            end = ends[-1] if ends else end
        p = passage
        yield Passage(
            p.words[start:end], p.marks[start:end], p.tags[start:end], p.facts[start:end], p.kinds[start:end]
        )
        start = end


def swapped(passage: Passage, names: papers.PaperNames) -> Passage:
    """Return the passage with other names of persons, the same name everywhere by the same one; letter case is kept."""
    chosen: dict[str, str] = {}
    words = list(passage.words)
    names.begin()
    for i, (word, mark) in enumerate(zip(passage.words, passage.marks, strict=True)):
        if mark in (1, 2) and len(word) > 2 and word.isalpha():
            if names.rng.random() < papers.SWITCH:
                names.begin()
            first = mark == 1 and i + 1 < len(words) and passage.marks[i + 1] == 2
            new = chosen.setdefault(word.lower(), names.given() if first else names.surname())
            words[i] = new.lower() if word.islower() else new.upper() if word.isupper() else new
    return replace(passage, words=words)


def painted(doc: Doc, spans: Iterable[tuple[int, int, int]], outside: int) -> list[int]:
    """Return a number for each token: that of the span (first character, end, number) around it, else ``outside``."""
    found = [outside] * len(doc)
    for start, end, number in spans:
        span = doc.char_span(start, end, alignment_mode="expand")
        if span is not None:
            found[span.start : span.end] = [number] * len(span)
    return found


def told_facts() -> dict[tuple[str, int], dict[str, list[tuple[int, int, str]]]]:
    """Return what the texts tell of persons ("facts") and the kinds of their names ("kinds"), by file and number."""
    rows = map(json.loads, FACTS.read_text(encoding="utf8").splitlines())
    return {(row["file"], row["text"]): {key: row[key] for key in ("facts", "kinds")} for row in rows}


def kinds_in(
    text: str, kinds: Iterable[tuple[int, int, str]], numbers: Mapping[str, int]
) -> Iterator[tuple[int, int, int]]:
    """Yield the kinds of the names of a written text, those of persons among them."""
    for start, end, label in parse_written(text)[1]:
        if label == "PERSON":
            yield start, end, numbers["person"]
    for start, end, kind in kinds:
        if kind in numbers:
            yield start, end, numbers[kind]


def article_passages(
    folder: Path, nlp: spacy.Language, numbers: Mapping[str, int]
) -> tuple[list[Passage], list[Passage]]:
    """Parts of articles with the kinds of the names in them that are known, and such parts with the kinds of the names
    alone that are held out."""
    of_name = mine.labels(folder, mine.Kinds())
    automaton = ahocorasick.Automaton()
    for name, kind in of_name.items():
        automaton.add_word(name, (name, kind))
    automaton.make_automaton()
    met: Counter[str] = Counter()
    read: list[Passage] = []
    held: list[Passage] = []
    for path in sorted(folder.glob("articles-*.jsonl.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                if zlib.crc32(line[-80:].encode()) % 1000 >= ARTICLES * 1000:
                    continue
                article = json.loads(line)
                doc = nlp.make_doc(article["text"])
                found = [
                    (start, end, numbers[kind], mine.held_out(name))
                    for name, kind, start, end in mine.mentions(
                        article["title"], article["text"], automaton, of_name, met
                    )
                    if kind in numbers
                ]
                for hold, target in ((False, read), (True, held)):
                    kinds = painted(doc, [x[:3] for x in found if x[3] == hold], -1)
                    whole = of_doc(doc, frozenset(), complete=False, kinds=kinds)
                    whole = replace(whole, marks=[-1] * len(whole.words))
                    target += [part for part in cut(whole) if sum(k >= 0 for k in part.kinds) > 1]
    return read, held


def drawn_names(data: Path, work: Path) -> papers.PaperNames:
    """Return names of persons of many nationalities, from the titles of the articles."""
    counts = Counter(dict.fromkeys(lexicon.common_words(), 40))
    known = gazetteer.gazetteer(data, counts, corpora.read_demonyms(work / "corpora"))
    return papers.PaperNames(known, random.Random(7), papers.Words.read())


def as_tag(tag: str) -> str:
    """Return a tag of ``trees.py`` in the form of this archive: part of speech, then features."""
    *features, part = tag.split("|")
    return f"{part.removeprefix('POS=')}|{'|'.join(features)}"


def tree_passages(root: Path, nlp: spacy.Language) -> dict[str, list[list[trees.Tree]]]:
    """Return runs of sentences with trees, of at most LONGEST words; those for training in the tokenizer's tokens
    too."""
    banks = trees.treebanks(root)
    rng = random.Random(7)
    gold = [*banks["ewt_train"], *banks["gum"], *banks["pud"]]
    own = [trees.restyle(tree, rng) for tree in gold]
    other = [trees.restyle(tree, rng) for tree in trees.with_tokens(gold, nlp)]
    parts = {
        "trees": own + other,
        "trees_dev": banks["ewt_dev"],
        "trees_test": banks["ewt_test"],
        "trees_gum": banks["gum_dev"],
    }
    found: dict[str, list[list[trees.Tree]]] = {}
    for name, part in parts.items():
        runs = found.setdefault(name, [])
        size, document = LONGEST, None
        for tree in part:
            if len(tree.words) > LONGEST:
                continue
            if size + len(tree.words) > LONGEST or tree.document != document:
                runs.append([])
                size, document = 0, tree.document
            runs[-1].append(tree)
            size += len(tree.words)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("work", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    nlp = spacy.blank("en")
    drugs = medicine_words()
    sources: dict[str, list[Passage]] = {}
    held: list[Passage] = []
    for path in sorted((options.work / "bins").glob("*.spacy")):
        docs = DocBin().from_disk(path).get_docs(nlp.vocab)
        sources[path.stem] = [part for doc in docs for part in cut(of_doc(doc, drugs, complete=False))]
    whole: dict[str, list[Passage]] = {}
    kinds = [
        line.split("\t")[0] for line in (mine.HERE / "kinds.tsv").read_text(encoding="utf8").splitlines()
    ]
    kinds = [kind for kind in kinds if not kind.startswith(("#", "-"))]
    numbers = {kind: i for i, kind in enumerate([*kinds, *OTHER_KINDS])}
    told = told_facts()
    for name, number, text in written_texts(WRITTEN):
        doc, own = written_doc(text, nlp), told[name, number]
        passage = of_doc(
            doc,
            drugs,
            complete=True,
            facts=painted(doc, [(a, b, FACT_NUMBERS[x]) for a, b, x in own["facts"]], 0),
            kinds=painted(doc, kinds_in(text, own["kinds"], numbers), -1),
        )
        if number % HOLD:
            whole.setdefault(name, []).append(passage)
        else:
            held += cut(passage)
    names = drawn_names(options.data, options.work)
    for name, texts in whole.items():
        sources[f"written_{name}"] = [part for passage in texts for part in cut(passage)]
        copies = [swapped(passage, names) for _ in range(SWAPS) for passage in texts]
        sources[f"swapped_{name}"] = [part for passage in copies for part in cut(passage)]
    sources["held"] = held
    sources["articles"], sources["articles_held"] = article_passages(options.data / "wikipedia", nlp, numbers)
    trees_of = tree_passages(options.work / "corpora", nlp)
    forms: dict[str, int] = {}
    tags: dict[str, int] = {}
    arrays: dict[str, np.ndarray] = {}
    for name, passages in sources.items():
        words = [forms.setdefault(word, len(forms)) for p in passages for word in p.words]
        arrays[f"{name}.words"] = np.array(words, dtype=np.int32)
        arrays[f"{name}.marks"] = np.array([mark for p in passages for mark in p.marks], dtype=np.int8)
        arrays[f"{name}.tags"] = np.array(
            [tags.setdefault(tag, len(tags)) if tag else -1 for p in passages for tag in p.tags],
            dtype=np.int16,
        )
        for key in ("facts", "kinds"):
            if any(getattr(p, key) for p in passages):
                own = [n for p in passages for n in getattr(p, key) or [-1] * len(p.words)]
                arrays[f"{name}.{key}"] = np.array(own, dtype=np.int8)
        arrays[f"{name}.starts"] = np.cumsum([0, *(len(p.words) for p in passages)])[:-1].astype(np.int32)
        print(f"{name}: {len(passages)} passages, {len(words)} words", flush=True)
    relations: dict[str, int] = {}
    for name, runs in trees_of.items():
        flat = [tree for run in runs for tree in run]
        arrays[f"{name}.words"] = np.array(
            [forms.setdefault(w, len(forms)) for t in flat for w in t.words], np.int32
        )
        arrays[f"{name}.marks"] = np.full(len(arrays[f"{name}.words"]), -1, np.int8)
        arrays[f"{name}.tags"] = np.array(
            [tags.setdefault(as_tag(tag), len(tags)) if tag else -1 for t in flat for tag in t.tags], np.int16
        )
        arrays[f"{name}.starts"] = np.cumsum([0, *(sum(len(t.words) for t in run) for run in runs)])[
            :-1
        ].astype(np.int32)
        arrays[f"{name}.sentences"] = np.array(
            [i for run in runs for i, t in enumerate(run) for _ in t.words], np.int16
        )
        arrays[f"{name}.relations"] = np.array(
            [relations.setdefault(x, len(relations)) if x else -1 for t in flat for x in t.relations],
            np.int16,
        )
        heads = []
        for run in runs:
            start = 0
            for t in run:
                heads += [-1 if h is None else 0 if h < 0 else start + h + 1 for h in t.heads]
                start += len(t.words)
        arrays[f"{name}.heads"] = np.array(heads, np.int16)
        print(f"{name}: {len(runs)} passages, {len(heads)} words", flush=True)
    arrays["relations"] = np.array("\0".join(relations))
    arrays["forms"] = np.array("\0".join(forms))
    arrays["tags"] = np.array("\0".join(tags))
    arrays["kinds"] = np.array("\0".join(numbers))
    np.savez_compressed(options.out, **arrays)


if __name__ == "__main__":
    main()
