"""The default chain: all bases together, one label for one concept."""

import pytest

from kb.base import KnowledgeBase
from kb.chain import Chain
from kb.defaults import open_default
from kb.taxonomy import ancestors
from tests.contracts.knowledge import KnowledgeContract

PHRASES = (
    "Barcelona",
    "Milton Friedman",
    "tennis coach",
    "breast cancer",
    "Istanbul Assize Court",
    "Spaniard",
    "1987",
)


class TestContract(KnowledgeContract):
    phrases = PHRASES
    listed = False

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        return open_default()


@pytest.fixture(scope="module")
def knowledge() -> Chain:
    return open_default()


def test_every_prefix_has_an_owner(knowledge: Chain) -> None:
    prefixes = [base.prefix for base in knowledge.bases]
    assert len(set(prefixes)) == len(prefixes)
    assert {"wn", "ent", "geo", "job", "doid", "head", "cal", "qty", "code", "med", "given", "term"} == set(
        prefixes
    )


@pytest.mark.parametrize("phrase", PHRASES)
def test_one_label_for_one_concept(knowledge: Chain, phrase: str) -> None:
    wordnet = knowledge.bases[0]
    for sense in knowledge.senses(phrase):
        for concept, _ in ancestors(knowledge, sense.concept):
            if concept.prefix == "wn":
                assert wordnet.lemmas(concept)[0] == concept.label


def test_generalizations_walk_from_one_base_into_the_other(knowledge: Chain) -> None:
    barcelona = next(s for s in knowledge.senses("Barcelona") if s.concept.prefix == "geo")
    above = [c.id for c, _ in ancestors(knowledge, barcelona.concept)]
    wanted = ["geo:city.in.ES", "wn:city.n.01", "wn:municipality.n.01", "wn:entity.n.01"]
    assert [i for i in above if i in wanted] == wanted
