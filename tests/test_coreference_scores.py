"""The measures of bench/coreference_scores.py on cases worked by hand."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

PATH = Path(__file__).parent.parent / "bench" / "coreference_scores.py"


@pytest.fixture(scope="module")
def scores() -> ModuleType:
    pytest.importorskip("scipy")
    spec = importlib.util.spec_from_file_location("coreference_scores", PATH)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def sets(words: str) -> list[frozenset[str]]:
    return [frozenset(word) for word in words.split()]


# Recall and precision of MUC, B3 and CEAFe. The first three are the example of Luo 2005 (table 1), by hand:
# MUC of the first: 9 of 9 links kept, 9 of 10 right; B3: 1, (5 + 2 * 2/7 + 5 * 5/7) / 12;
# CEAFe: (1 + 10/12) / 3 and / 2.
CASES = {
    "two entities joined": ("12345 67 89abc", "12345 6789abc", (1, 9 / 10), (1, 16 / 21), (11 / 18, 11 / 12)),
    "all in one": ("12345 67 89abc", "123456789abc", (1, 9 / 11), (1, 3 / 8), (10 / 51, 10 / 17)),
    "the same": ("12345 67 89abc", "12345 67 89abc", (1, 1), (1, 1), (1, 1)),
    # links: a-b kept, c alone; b3: (2 * 2/3 + 1/3) / 3; the third mention was not found
    "one mention missed": ("abc", "ab", (1 / 2, 1), (4 / 9, 1), (4 / 5, 4 / 5)),
    # {a b} shares one mention with {b x}
    "one mention too many": ("ab", "bx", (0, 0), (1 / 4, 1 / 4), (1 / 2, 1 / 2)),
    "nothing found": ("ab", "", (0, 0), (0, 0), (0, 0)),
}


@pytest.mark.parametrize("case", CASES)
def test_measures(case: str, scores: ModuleType) -> None:
    gold, found, *expected = CASES[case]
    tallies = scores.score([(sets(gold), sets(found))])
    for name, (recall, precision) in zip(("MUC", "B3", "CEAFe"), expected, strict=True):
        assert (tallies[name].recall, tallies[name].precision) == (
            pytest.approx(recall),
            pytest.approx(precision),
        ), name


def test_entities_of_one_mention_count_only_when_asked(scores: ModuleType) -> None:
    document = (sets("ab c"), sets("ab c d"))
    assert scores.conll(scores.score([document])) == 1
    alone = scores.score([document], alone=True)
    assert alone["MUC"].f1 == 1
    assert (alone["B3"].recall, alone["B3"].precision) == (1, pytest.approx(3 / 4))
    assert (alone["CEAFe"].recall, alone["CEAFe"].precision) == (1, pytest.approx(2 / 3))


def test_documents_add_up(scores: ModuleType) -> None:
    both = scores.score([(sets("ab"), sets("ab")), (sets("ab"), [])])
    assert both["MUC"].recall == 1 / 2 and both["MUC"].precision == 1
