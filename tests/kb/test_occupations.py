"""ESCO and ISCO as a taxonomy."""

import pytest

from kb.base import Concept, KnowledgeBase
from kb.occupations import Jobs
from kb.taxonomy import ancestors
from kb.wordnet import open_wordnet
from tests.contracts.knowledge import KnowledgeContract


class TestContract(KnowledgeContract):
    phrases = ("architect", "tennis coach", "lorry driver", "primary school teachers", "CEO")

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        return Jobs()


@pytest.fixture(scope="module")
def jobs() -> Jobs:
    return Jobs()


@pytest.mark.parametrize(
    ("phrase", "above"),
    [
        ("tennis coach", ["coach", "sports instructor", "sports coach, instructor or official"]),
        ("lorry driver", ["heavy truck and lorry driver", "driver", "driver or mobile plant operator"]),
        ("astronomer", ["physicist or astronomer", "science and engineering professional", "professional"]),
        ("electricians", ["skilled worker", "building electrician", "tradesperson", "worker"]),
    ],
)
def test_from_occupation_to_group_to_wordnet(jobs: Jobs, phrase: str, above: list[str]) -> None:
    labels = [c.label for c, _ in ancestors(jobs, jobs.senses(phrase)[0].concept)]
    assert [label for label in labels if label in above] == above


def test_no_group_says_that_it_is_a_remainder(jobs: Jobs) -> None:
    for row in range(len(jobs)):
        label = jobs.concept(row).label
        if jobs.concept(row).id.startswith("job:isco."):
            assert "not elsewhere" not in label
            assert "related" not in label
            assert label[:1].islower() or label[:2].isupper()


def test_every_chain_ends_in_a_wordnet_person(jobs: Jobs) -> None:
    wordnet = open_wordnet()
    for row in range(0, len(jobs), 17):
        tops = [c for c, _ in ancestors(jobs, jobs.concept(row)) if c.prefix == "wn"]
        assert tops
        for top in tops:
            assert wordnet.number(top) is not None
            assert top.label in wordnet.lemmas(top)  # a chain shows the label that WordNet prefers
            assert any(a.id == "wn:person.n.01" for a, _ in ancestors(wordnet, top))


def test_unknown(jobs: Jobs) -> None:
    assert jobs.senses("zzz") == []
    assert jobs.hypernyms(Concept("job:0000", "?")) == ()
    assert jobs.lemmas(Concept("wn:person.n.01", "person")) == ()
