"""Medicines: brands, classes, and what an ending tells."""

from pathlib import Path

import pytest

from kb.base import Concept, KnowledgeBase, KnowledgeBaseError
from kb.chain import Chain
from kb.medicines import Medicines
from kb.taxonomy import ancestors
from kb.wordnet import open_wordnet
from tests.contracts.knowledge import KnowledgeContract


class TestContract(KnowledgeContract):
    phrases = ("Nexium", "esomeprazole", "Cymbalta", "omeprazole", "Concerta")

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        return Medicines()


@pytest.fixture(scope="module")
def medicines() -> Medicines:
    return Medicines()


def test_a_brand_leads_to_the_class_that_a_reader_names(medicines: Medicines) -> None:
    chain = Chain([open_wordnet(), medicines])
    (sense,) = medicines.senses("Nexium")
    assert [c.label for c, _ in ancestors(chain, sense.concept)][:3] == [
        "stomach medicine",
        "digestive medicine",
        "medicine",
    ]
    assert medicines.lemmas(sense.concept) == ("esomeprazole", "Nexium")


def test_a_brand_of_a_medicine_that_wordnet_has(medicines: Medicines) -> None:
    (sense,) = medicines.senses("Lustral")
    assert sense.concept == Concept("med:sertraline", "sertraline")


def test_generic_names_alone(medicines: Medicines) -> None:
    (sense,) = medicines.senses("cisplatin")
    assert [c.label for c in medicines.hypernyms(sense.concept)] == ["cancer medicine"]
    assert medicines.lemmas(sense.concept) == ("cisplatin",)


@pytest.mark.parametrize(
    ("word", "above"),
    [
        ("azelnidipine", "blood pressure medicine"),
        ("Cilazapril", "blood pressure medicine"),
        ("lapatinib", "cancer medicine"),
        ("roxithromycin", "antibiotic"),
        ("netilmicin", "antibiotic"),
    ],
)
def test_what_an_ending_tells(medicines: Medicines, word: str, above: str) -> None:
    (sense,) = medicines.senses(word)
    assert [c.label for c in medicines.hypernyms(sense.concept)] == [above]
    assert medicines.lemmas(sense.concept) == (word.casefold(),)


@pytest.mark.parametrize(
    "word",
    [
        "april",
        "concept",
        "except",
        "motorcycle",
        "happiness",
        "cholesterol",
        "gelatin",
        "april fool",
        "caine",
    ],
)
def test_what_is_no_medicine(medicines: Medicines, word: str) -> None:
    assert list(medicines.senses(word)) == []


def test_every_class_ends_in_wordnets_concepts(medicines: Medicines) -> None:
    chain = Chain([open_wordnet(), medicines])
    top = Concept("wn:medicine.n.02", "medicine")
    below = list(medicines.hyponyms(top))
    assert below
    while below:
        concept = below.pop()
        assert "wn:entity.n.01" in {a.id for a, _ in ancestors(chain, concept)}
        below += medicines.hyponyms(concept)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Nexium\n", "line 1: a medicine before the first class"),
        ("= x < nothing\nNexol: Nex\n", "line 1: there is no class 'nothing'"),
    ],
)
def test_a_damaged_file(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "m.txt").write_text(text)
    with pytest.raises(KnowledgeBaseError, match=said):
        Medicines(tmp_path / "m.txt").senses("x")
    with pytest.raises(KnowledgeBaseError, match="reinstall"):
        Medicines(tmp_path / "none.txt").senses("x")
