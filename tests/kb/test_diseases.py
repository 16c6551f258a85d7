"""The Disease Ontology as a taxonomy."""

import pytest

from kb.base import Concept, KnowledgeBase
from kb.diseases import Diseases, american
from kb.taxonomy import ancestors
from kb.wordnet import open_wordnet
from tests.contracts.knowledge import KnowledgeContract


class TestContract(KnowledgeContract):
    phrases = ("asthma", "melanomas", "leukaemia", "breast cancer", "Crohn’s disease")

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        return Diseases()


@pytest.fixture(scope="module")
def diseases() -> Diseases:
    return Diseases()


def test_chain(diseases: Diseases) -> None:
    labels = [c.label for c, _ in ancestors(diseases, diseases.senses("breast cancer")[0].concept)]
    wanted = ["organ system cancer", "cancer", "disease of cellular proliferation", "disease"]
    assert [label for label in labels if label in wanted] == wanted


def test_root_is_wordnets(diseases: Diseases) -> None:
    disease = Concept("wn:disease.n.01", "disease")
    assert open_wordnet().lemmas(disease)[0] == "disease"
    for row in range(0, len(diseases), 211):
        assert (
            ancestors(diseases, diseases.concept(row))[-1][0] == disease
            or diseases.concept(row).id == "doid:4"
        )
    below = {c.label for c in diseases.hyponyms(disease)}
    assert "disease of anatomical entity" in below


@pytest.mark.parametrize(
    ("british", "us"),
    [("anaemia", "anemia"), ("oedema", "edema"), ("tumour", "tumor"), ("haemophilia", "hemophilia")],
)
def test_british_spelling(british: str, us: str) -> None:
    assert american(british) == us


def test_plural_and_unknown(diseases: Diseases) -> None:
    assert diseases.senses("melanomas")[0].concept.label == "melanoma"
    assert list(diseases.senses("happiness")) == []
    assert diseases.hypernyms(Concept("doid:abc", "?")) == ()
    assert all(s.entity_class == "DEM" and not s.instance for s in diseases.senses("asthma"))
