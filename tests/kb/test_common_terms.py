"""Occupations, illnesses and procedures in an editor's words."""

from pathlib import Path

import pytest

from kb.base import Concept, KnowledgeBase, KnowledgeBaseError
from kb.chain import Chain
from kb.common_terms import CommonTerms
from kb.taxonomy import ancestors
from kb.wordnet import open_wordnet
from tests.contracts.knowledge import KnowledgeContract


class TestContract(KnowledgeContract):
    phrases = ("care assistant", "lorry drivers", "tissue viability nurse", "gout", "hip replacement")

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        return CommonTerms()


@pytest.fixture(scope="module")
def terms() -> CommonTerms:
    return CommonTerms()


@pytest.mark.parametrize(
    ("phrase", "above"),
    [
        ("care assistants", ["care worker", "social care worker", "worker"]),
        ("Diabetes nurse", ["nurse", "healthcare worker", "worker"]),
        ("asthma", ["respiratory condition", "medical condition"]),
        ("dialysis", ["kidney treatment", "treatment"]),
    ],
)
def test_from_near_to_far(terms: CommonTerms, phrase: str, above: list[str]) -> None:
    (sense,) = terms.senses(phrase)
    labels = [c.label for c, _ in ancestors(terms, sense.concept) if c.prefix == terms.prefix]
    assert [label for label in labels if label in above] == above


def test_what_is_done_is_no_attribute(terms: CommonTerms) -> None:
    assert [s.entity_class for s in terms.senses("dialysis")] == [""]
    assert [s.entity_class for s in terms.senses("psoriasis")] == ["DEM"]


@pytest.mark.parametrize(("british", "american"), [("leukaemia", "leukemia"), ("haemophilia", "hemophilia")])
def test_both_spellings_are_below_one_class(terms: CommonTerms, british: str, american: str) -> None:
    above = [terms.hypernyms(terms.senses(word)[0].concept) for word in (british, american)]
    assert above[0] == above[1]


def test_every_chain_ends_in_wordnets_concepts(terms: CommonTerms) -> None:
    wordnet = open_wordnet()
    chain = Chain([wordnet, terms])
    tops = {c.id for name in ("worker", "person", "disease", "treatment", "procedure")
            for s in terms.senses(name) for c, _ in ancestors(chain, s.concept)}  # fmt: skip
    assert "wn:entity.n.01" in tops
    for top in (c for c, _ in ancestors(terms, terms.senses("nurse")[0].concept) if c.prefix == "wn"):
        assert wordnet.number(top) is not None


@pytest.mark.parametrize(
    ("text", "said"),
    [("nurse\n", "a term before the first class"), ("= x < nothing\nnurse\n", "there is no class 'nothing'")],
)
def test_a_damaged_file(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "t.txt").write_text(text)
    with pytest.raises(KnowledgeBaseError, match=said):
        CommonTerms([tmp_path / "t.txt"]).senses("x")
    with pytest.raises(KnowledgeBaseError, match="reinstall"):
        CommonTerms([tmp_path / "none.txt"]).senses("x")


def test_unknown(terms: CommonTerms) -> None:
    assert list(terms.senses("zzz")) == []
    assert terms.hypernyms(Concept("term:zzz", "zzz")) == ()
