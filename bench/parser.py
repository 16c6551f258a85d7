"""Score the parse: python bench/parser.py WORK [--model FOLDER] [--confusions].

WORK is the folder of training/model/bins.py (its corpora/). Sentences of EWT test and of the held-out GUM documents in
the treebank's own words and sentence boundaries: shares of words with the right head (UAS), with the right head and
relation (LAS), and of right parts of speech; LAS with the words in lower case and in capitals; F1 of each relation
(head and relation right); the share of noun phrases of two words or more whose head is right. Punctuation counts.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "training/model"), str(HERE.parent)]

import spacy  # noqa: E402
import trees  # noqa: E402
from spacy.language import Language  # noqa: E402
from spacy.tokens import Doc  # noqa: E402
from trees import Tree  # noqa: E402

from sanitizer.text import parse  # noqa: E402

INSIDE = frozenset(
    ["det", "amod", "compound", "nummod", "nmod:poss", "flat", "advmod", "det:predet", "punct"]
)
"""Relations that stay within a noun phrase without its further phrases and clauses."""


def parsed(
    nlp: Language, found: Sequence[Tree], longest: int = 8
) -> Iterator[tuple[Tree, list[str], list[int], list[str]]]:
    """Yield each tree with the parts of speech, heads (-1: root) and relations that ``nlp`` gives its words."""
    part = nlp.get_pipe("reader")
    for _, run in groupby(found, key=lambda tree: tree.document):
        document = list(run)
        for start in range(0, len(document), longest):
            batch = document[start : start + longest]
            doc = Doc(
                nlp.vocab, words=[w for tree in batch for w in tree.words],
                spaces=[s for tree in batch for s in tree.spaces],
                sent_starts=[i == 0 for tree in batch for i in range(len(tree.words))],
            )  # fmt: skip
            doc = part(doc)
            offset = 0
            for tree in batch:
                tokens = doc[offset : offset + len(tree.words)]
                heads = [-1 if t.head.i == t.i else t.head.i - offset for t in tokens]
                yield tree, [t.pos_ for t in tokens], heads, [t.dep_ for t in tokens]
                offset += len(tree.words)


def phrases(tree: Tree) -> Iterator[tuple[int, int, int]]:
    """Yield first word, end and head of each noun phrase: a noun with the modifiers around it that touch it."""
    for head, name in enumerate(tree.tags):
        if (
            not name
            or name.rsplit("POS=", 1)[-1] not in {"NOUN", "PROPN"}
            or tree.relations[head] in {"flat", "compound"}
        ):
            continue
        inside = {head}
        grown = True
        while grown:
            more = {
                i for i, h in enumerate(tree.heads) if h in inside and tree.relations[i] in INSIDE
            } - inside
            grown = bool(more)
            inside |= more
        first = last = head
        while first - 1 in inside:
            first -= 1
        while last + 1 in inside:
            last += 1
        while first < head and tree.relations[first] == "punct":
            first += 1
        while last > head and tree.relations[last] == "punct":
            last -= 1
        if last > first:
            yield first, last + 1, head


def score(
    nlp: Language, found: Sequence[Tree]
) -> tuple[Counter[str], dict[str, Counter[str]], Counter[tuple[str, str]]]:
    """Return counts over all words, for each relation, and of wrong relations of right heads."""
    counts: Counter[str] = Counter()
    relations: dict[str, Counter[str]] = {}
    wrong: Counter[tuple[str, str]] = Counter()
    for tree, parts, heads, names in parsed(nlp, found):
        for i, (head, relation, tag) in enumerate(zip(tree.heads, tree.relations, tree.tags, strict=True)):
            same = heads[i] == head
            right = same and names[i] == relation
            counts.update(
                words=1, uas=int(same), las=int(right), pos=int((tag or "").endswith(f"POS={parts[i]}"))
            )
            relations.setdefault(str(relation), Counter()).update(gold=1, right=int(right), head=int(same))
            relations.setdefault(names[i], Counter()).update(predicted=1)
            if same and not right:
                wrong[str(relation), names[i]] += 1
        for first, end, head in phrases(tree):
            outside = [i for i in range(first, end) if not first <= heads[i] < end]
            counts.update(phrases=1, phrase_heads=int(outside == [head]))
    return counts, relations, wrong


STYLES: dict[str, Callable[[str], str]] = {"as it is": str, "lower case": str.lower, "upper case": str.upper}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("work", type=Path)
    parser.add_argument("--model", type=Path, default=parse.model_path())
    parser.add_argument("--confusions", action="store_true")
    parser.add_argument("--quick", action="store_true", help="no relations")
    options = parser.parse_args()
    if not (options.work / "corpora").is_dir():
        raise SystemExit(f"missing: {options.work / 'corpora'} (run training/model/bins.py first)")
    nlp = spacy.load(options.model)
    banks = trees.treebanks(options.work / "corpora")
    tables = {}
    print(f"{'':32} UAS   LAS   UPOS  noun phrase heads")
    for name, found in (("EWT test", banks["ewt_test"]), ("GUM held out", banks["gum_dev"])):
        for style, change in STYLES.items():
            changed = [replace(tree, words=tuple(map(change, tree.words))) for tree in found]
            began = time.process_time()
            counts, relations, wrong = score(nlp, changed)
            spent = time.process_time() - began
            tables.setdefault(name, (relations, wrong))
            shares = "  ".join(f"{counts[k] / counts['words']:.3f}" for k in ("uas", "las", "pos"))
            phrase_heads = counts["phrase_heads"] / max(1, counts["phrases"])
            print(
                f"{name + ', ' + style:32}{shares} {phrase_heads:.3f} of {counts['phrases']}"
                f"   {counts['words'] / spent:,.0f} words/s"
            )
    if options.quick:
        return
    for name, (relations, wrong) in tables.items():
        print(f"\n{name:18} gold   precision recall F1     head right")
        for relation, c in sorted(relations.items(), key=lambda item: -item[1]["gold"]):
            precision, recall = c["right"] / max(1, c["predicted"]), c["right"] / max(1, c["gold"])
            head = c["head"] / max(1, c["gold"])
            f1 = 2 * precision * recall / max(1e-9, precision + recall)
            print(f"{relation:18} {c['gold']:5}  {precision:.3f}     {recall:.3f}  {f1:.3f}  {head:.3f}")
        if options.confusions:
            print("; ".join(f"{a} as {b} {n}" for (a, b), n in wrong.most_common(25)))


if __name__ == "__main__":
    main()
