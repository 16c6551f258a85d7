"""Dependency trees of the treebanks: read from CoNLL-U, in the treebank's words and in the shipped tokenizer's tokens.

Sources: UD English EWT, GUM (its commercial genres), UD English PUD. Relations keep the subtypes in ``KEPT``; the
others fall back to their main relation, so that the network learns no relation from a handful of examples.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import corpora
import prepare
from spacy.language import Language

KEPT = frozenset(
    [
        "acl:relcl",
        "aux:pass",
        "compound:prt",
        "det:predet",
        "nmod:poss",
        "nmod:unmarked",
        "nsubj:pass",
        "obl:agent",
        "obl:unmarked",
    ]
)


@dataclass(frozen=True)
class Tree:
    """One sentence: words, whether a space follows, tags (features and part of speech), heads (-1: root), relations.

    A relation, tag or head of ``None`` is not known and counts nowhere.
    """

    words: tuple[str, ...]
    spaces: tuple[bool, ...]
    tags: tuple[str | None, ...]
    heads: tuple[int | None, ...]
    relations: tuple[str | None, ...]
    document: str = ""


def relation(label: str) -> str:
    """Return the relation that the network learns for a treebank's ``label``."""
    return label if label in KEPT else label.split(":")[0]


def tag(pos: str, features: str) -> str:
    """Features and part of speech in the form of spaCy's morphologizer: ``Number=Plur|POS=NOUN``."""
    return "|".join(part for part in (features, f"POS={pos}") if part)


def read(path: Path) -> Iterator[Tree]:
    """Yield the sentences of a CoNLL-U file."""
    for sentence, _, rows in corpora.conllu(path):
        yield Tree(
            tuple(sentence.words), tuple(sentence.spaces),
            tuple(tag(p, m) for p, m in zip(sentence.pos, sentence.morph, strict=True)),
            tuple(int(row[6]) - 1 for row in rows), tuple(relation(row[7]) for row in rows), sentence.document,
        )  # fmt: skip


def treebanks(root: Path) -> dict[str, list[Tree]]:
    """Return the trees by treebank and part; what other training scripts hold out is held out here."""
    ewt = root / "ud_english_ewt"
    result = {part: list(read(next(ewt.glob(f"*-{part}*.conllu")))) for part in ("train", "dev", "test")}
    result = {f"ewt_{part}": found for part, found in result.items()}
    result |= {"gum": [], "gum_dev": []}
    for path in sorted((root / "gum/dep").glob("*.conllu")):
        if path.stem.split("_")[1] not in corpora.NONCOMMERCIAL:
            result["gum_dev" if path.stem in prepare.GUM_DEV else "gum"] += read(path)
    result["pud"] = list(read(root / "uner_english_pud/en_pud-ud-test.conllu"))
    return result


def offsets(words: Sequence[str], spaces: Sequence[bool]) -> list[tuple[int, int]]:
    """Return the character span of each word."""
    result, position = [], 0
    for word, space in zip(words, spaces, strict=True):
        result.append((position, position + len(word)))
        position += len(word) + space
    return result


def retokenize(tree: Tree, words: Sequence[str], spaces: Sequence[bool]) -> Tree:
    """``tree`` over other tokens of the same text.

    A token that covers several words takes the place of the one whose head lies outside of them. Of several tokens that
    make up one word, the last takes its place; marks before it are its ``punct``, other parts its ``compound``.
    """
    old, new = offsets(tree.words, tree.spaces), offsets(words, spaces)
    inside: list[list[int]] = [[i for i, (a, b) in enumerate(old) if a < e and b > s] for s, e in new]
    stands_for: list[int] = []
    for covered in inside:
        outside = [i for i in covered if tree.heads[i] not in covered]
        stands_for.append(outside[0] if outside else covered[0] if covered else -1)
    place = {i: t for t, i in enumerate(stands_for) if i >= 0}  # the last token of a word's tokens
    for t, covered in enumerate(inside):
        for i in covered:
            place.setdefault(i, t)
    heads: list[int | None] = []
    relations: list[str | None] = []
    tags: list[str | None] = []
    for t, i in enumerate(stands_for):
        if i >= 0 and place[i] == t:
            head = tree.heads[i]
            heads.append(head if head is None or head < 0 else place[head])
            relations.append(tree.relations[i])
            tags.append(tree.tags[i])
        else:
            mark = not any(c.isalnum() for c in words[t])
            heads.append(place[i] if i >= 0 else None)
            relations.append(("punct" if mark else "compound") if i >= 0 else None)
            tags.append("POS=PUNCT" if mark else tree.tags[i] if i >= 0 else None)
    return Tree(tuple(words), tuple(spaces), tuple(tags), tuple(heads), tuple(relations), tree.document)


def is_tree(tree: Tree) -> bool:
    """Return whether every token reaches the one root."""
    if sum(head == -1 for head in tree.heads) != 1:
        return False
    for start in range(len(tree.heads)):
        node: int | None = start
        for _ in range(len(tree.heads) + 1):
            if node is None or node == -1:
                break
            node = tree.heads[node]
        else:
            return False
    return True


def restyle(tree: Tree, rng: random.Random) -> Tree:
    """``tree`` in curly quotation marks, in one letter case or with slips of reading, as ``prepare.restyle`` draws."""
    spoilt = prepare.restyle([corpora.Sentence(list(tree.words), list(tree.spaces), [])], rng)[0]
    return replace(tree, words=tuple(word.replace(" ", "") or word for word in spoilt.words))


def with_tokens(trees: Iterable[Tree], tokenize: Language) -> Iterator[Tree]:
    """Yield each tree, and where the tokenizer (a spaCy ``Language``) cuts it otherwise, that form of it too."""
    for tree in trees:
        yield tree
        text = "".join(w + " " * s for w, s in zip(tree.words, tree.spaces, strict=True)).rstrip()
        doc = tokenize.make_doc(text)
        tokens = [t for t in doc if not t.is_space]
        if [t.text for t in tokens] != list(tree.words) and len(tokens) == len(doc):
            other = retokenize(tree, [t.text for t in doc], [bool(t.whitespace_) for t in doc])
            if is_tree(other):
                yield other
