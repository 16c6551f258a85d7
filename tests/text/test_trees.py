"""Trees of the treebanks in other tokens and other letters."""

import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "training/model"))
import trees  # type: ignore[import-not-found]
from trees import Tree


def tree(words: str, heads: list[int], relations: str, spaces: list[bool] | None = None) -> Tree:
    split = tuple(words.split())
    return Tree(
        split, tuple(spaces or [True] * len(split)), tuple(f"POS={w.upper()}" for w in split), tuple(heads),
        tuple(relations.split()),
    )  # fmt: skip


CASES = [
    pytest.param(  # "10am" is one token
        tree("at 10 am today", [2, 2, -1, 2], "case nummod root advmod", [True, False, True, True]),
        ["at", "10am", "today"], [True, True, True], (1, -1, 1), ("case", "root", "advmod"), id="two words, one token",
    ),
    pytest.param(  # "e-mail" is three tokens
        tree("an e-mail came", [1, 2, -1], "det nsubj root"),
        ["an", "e", "-", "mail", "came"], [True, False, False, True, True],
        (3, 3, 3, 4, -1), ("det", "compound", "punct", "nsubj", "root"), id="one word, three tokens",
    ),
    pytest.param(
        tree("He left", [1, -1], "nsubj root"), ["He", "left"], [True, True], (1, -1), ("nsubj", "root"), id="the same",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("given", "words", "spaces", "heads", "relations"), CASES)
def test_retokenize(
    given: Tree, words: list[str], spaces: list[bool], heads: tuple[int, ...], relations: tuple[str, ...]
) -> None:
    found = trees.retokenize(given, words, spaces)
    assert (found.heads, found.relations) == (heads, relations)
    assert trees.is_tree(found)


@pytest.mark.parametrize(
    ("label", "expected"),
    [("nmod:poss", "nmod:poss"), ("nsubj:outer", "nsubj"), ("obj", "obj"), ("acl:relcl", "acl:relcl")],
)
def test_rare_subtypes_fall_back(label: str, expected: str) -> None:
    assert trees.relation(label) == expected


def test_tag() -> None:
    assert trees.tag("NOUN", "Number=Plur") == "Number=Plur|POS=NOUN"
    assert trees.tag("ADP", "") == "POS=ADP"


@pytest.mark.parametrize(
    ("heads", "expected"), [([1, -1], True), ([1, 0], False), ([-1, -1], False), ([1, 0, -1], False)]
)
def test_is_tree(heads: list[int], expected: bool) -> None:
    words = " ".join("abcd"[: len(heads)])
    assert trees.is_tree(tree(words, heads, " ".join(["dep"] * len(heads)))) is expected


def test_restyling_keeps_the_words_apart() -> None:
    given = tree("The clinic will call Anna", [1, 3, 3, -1, 3], "det nsubj aux root obj")
    for seed in range(40):
        found = trees.restyle(given, random.Random(seed))
        assert len(found.words) == len(given.words)
        assert all(word and " " not in word for word in found.words)
