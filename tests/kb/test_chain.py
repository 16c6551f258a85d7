"""Several bases as one: who is asked, who answered, and how one's concepts continue in another."""

import pickle
from collections.abc import Sequence

import pytest

from kb import Concept, KnowledgeBase, KnowledgeBaseError, Sense
from kb.chain import Chain, KbOrder
from kb.dgh import Hierarchy
from kb.intrinsic_ic import intrinsic_ic
from kb.taxonomy import candidates, chains
from kb.wordnet import open_wordnet
from tests.contracts.knowledge import KnowledgeContract


class Streets:
    """Points straight at WordNet: a street base that knows one street and says what it is."""

    name = "streets:1"
    prefix = "st"
    rambla = Concept("st:rambla", "La Rambla")
    street = Concept("wn:street.n.01", "an old label")

    def senses(self, phrase: str) -> Sequence[Sense]:
        return [Sense(self.rambla, True, "LOC", 1.0)] if phrase.lower() in ("la rambla", "barcelona") else []

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        return [self.street] if concept == self.rambla else []

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        return [self.rambla] if concept.id == self.street.id else []

    def lemmas(self, concept: Concept) -> Sequence[str]:
        return ["La Rambla", "Les Rambles"] if concept == self.rambla else []


TREE = Hierarchy("cities", {"*": "", "Spain": "*", "Barcelona": "Spain", "La Rambla": "Barcelona"})


@pytest.fixture(scope="module")
def chain() -> Chain:
    return Chain([open_wordnet(), Streets(), TREE])


class TestChainContract(KnowledgeContract):
    phrases = ("Barcelona", "La Rambla", "melanoma")

    @pytest.fixture
    def base(self, chain: Chain) -> KnowledgeBase:
        return chain


def test_together_takes_all_senses_and_remembers_who_answered(chain: Chain) -> None:
    assert chain.name == "wordnet:3.0+streets:1+dgh:cities"
    assert [(a.sense.concept.id, a.source) for a in chain.answers("Barcelona")] == [
        ("wn:barcelona.n.01", "wordnet:3.0"),
        ("st:rambla", "streets:1"),
        ("cities:Barcelona", "dgh:cities"),
    ]
    labels = [c.concept.label for c in candidates(chain, "Barcelona")]
    assert labels.index("city") < labels.index("street") < labels.index("Spain")


def test_a_chain_goes_to_another_process_without_what_it_remembers() -> None:
    chain = Chain([Streets()], KbOrder.STRICT)
    packed = pickle.dumps(chain)
    found = chain.answers("La Rambla")
    assert pickle.dumps(chain) == packed and pickle.loads(packed).answers("La Rambla") == found
    assert pickle.loads(packed).order is KbOrder.STRICT


def test_strict_asks_the_next_only_for_what_is_lacking() -> None:
    strict = Chain([open_wordnet(), Streets(), TREE], KbOrder.STRICT)
    assert [a.source for a in strict.answers("Barcelona")] == ["wordnet:3.0"]
    assert [a.source for a in strict.answers("La Rambla")] == ["streets:1"]
    assert strict.answers("zyzzyva quux") == []


def test_the_way_up_crosses_bases_and_labels_are_the_owners(chain: Chain) -> None:
    way = chains(chain, Streets.rambla)[0]
    assert [c.label for c in way][:3] == ["La Rambla", "street", "thoroughfare"]
    assert way[-1].id == "wn:entity.n.01"


def test_hyponyms_and_lemmas_are_merged(chain: Chain) -> None:
    street = chain.canonical(Streets.street)
    below = [c.id for c in chain.hyponyms(street)]
    assert "st:rambla" in below
    assert any(id_.startswith("wn:") for id_ in below)
    assert len(below) == len(set(below))
    assert chain.lemmas(Streets.rambla) == ["La Rambla", "Les Rambles"]


def test_intrinsic_ic_never_rises_from_one_base_into_another(chain: Chain) -> None:
    way = chains(chain, Streets.rambla)[0]
    values = [intrinsic_ic(chain, c) for c in way]
    assert values == sorted(values, reverse=True)


def test_an_empty_chain_is_refused() -> None:
    with pytest.raises(KnowledgeBaseError, match="at least one"):
        Chain([])
