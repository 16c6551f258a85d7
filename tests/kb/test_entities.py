"""Entities: kinds with nation and period as facets that can be dropped one by one."""

import random
from pathlib import Path

import pytest

from kb.base import Concept, KnowledgeBase, KnowledgeBaseError
from kb.entities import Entities
from kb.taxonomy import ancestors
from kb.wordnet import open_wordnet
from tests.contracts.knowledge import KnowledgeContract


class TestContract(KnowledgeContract):
    phrases = ("Milton Friedman", "Hellas Verona F.C.", "record label", "Zaha Hadid", "The Grateful Dead")

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        return Entities()


@pytest.fixture(scope="module")
def entities() -> Entities:
    return Entities()


def labels_above(base: Entities, phrase: str) -> list[str]:
    return [c.label for c, _ in ancestors(base, base.senses(phrase)[0].concept)]


def test_facets_are_dropped_one_by_one(entities: Entities) -> None:
    above = labels_above(entities, "Hendrick Avercamp")
    assert above[0] == "17th-century Dutch painter"
    assert {"Dutch painter", "17th-century painter", "European painter", "painter"} <= set(above)
    assert above.index("Dutch painter") < above.index("European painter")


def test_a_kind_of_its_own_stands_above_a_wider_one(entities: Entities) -> None:
    above = labels_above(entities, "Hellas Verona F.C.")
    assert above[:2] == ["Italian football club", "European football club"]
    assert "football club" in above
    assert "club" in above


def test_every_kind_of_an_entity_is_told_in_order(entities: Entities) -> None:
    concept = entities.senses("Elizabeth Taylor")[0].concept if entities.senses("Elizabeth Taylor") else None
    assert concept is None or entities.hypernyms(concept)
    kinds = [c.label for c in entities.hypernyms(entities.senses("Curtis Mayfield")[0].concept)]
    assert [k.rpartition(" ")[2] for k in kinds] == ["singer", "songwriter", "producer"]


def test_variants_of_a_name(entities: Entities) -> None:
    expected = entities.senses("Milton Friedman")[0].concept
    for phrase in ("milton friedman", "MILTON FRIEDMAN", "Milton Friedman's", "Milton Friedman’s"):
        assert entities.senses(phrase)[0].concept == expected
    assert entities.senses("Harry Pollard") or entities.senses("Harry A. Pollard")


def test_homonyms_keep_their_brackets_out_of_the_name(entities: Entities) -> None:
    for sense in entities.senses("Lemon"):
        assert "(" not in sense.concept.label


def test_classes_by_kind(entities: Entities) -> None:
    assert entities.senses("Milton Friedman")[0].entity_class == "PERSON"
    assert entities.senses("Hellas Verona F.C.")[0].entity_class == "ORG"
    kind = entities.senses("record label")[0]
    assert not kind.instance
    assert [c.id for c in entities.hypernyms(kind.concept)] == ["wn:company.n.01"]


def test_what_is_above_has_it_below(entities: Entities) -> None:
    rng = random.Random(11)
    for row in rng.sample(range(len(entities)), 40):
        todo = [entities.concept(row)]
        while todo:
            concept = todo.pop()
            for above in entities.hypernyms(concept):
                assert concept.id in {c.id for c in entities.hyponyms(above)}, (concept, above)
                todo.append(above)


def test_wordnet_concepts_exist_with_these_labels(entities: Entities) -> None:
    wordnet = open_wordnet()
    for row in range(0, len(entities), 101):
        for above, _ in ancestors(entities, entities.concept(row)):
            if above.prefix == "wn":
                assert wordnet.number(above) is not None, above
                assert above.label in wordnet.lemmas(above)  # a chain shows the label that WordNet prefers


def test_unknown(entities: Entities) -> None:
    for id_ in ("ent:99999999.X", "ent:/US//no such kind", "ent:x", "ent:/"):
        concept = Concept(id_, "?")
        if id_ != "ent:/":
            assert list(entities.hypernyms(concept)) == []
            assert list(entities.hyponyms(concept)) == []
            assert list(entities.lemmas(concept)) == []


def test_a_file_of_another_version_is_said(tmp_path: Path) -> None:
    import numpy as np

    np.savez(tmp_path / "old.npz", hashes=np.zeros(1))
    with pytest.raises(KnowledgeBaseError, match=r"old\.npz lacks kind_blob"):
        Entities(tmp_path / "old.npz")
