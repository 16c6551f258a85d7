"""What every knowledge base must do. Subclass :class:`KnowledgeContract`, give it a base and phrases that it
knows.

class TestMine(KnowledgeContract):
    phrases = ("Barcelona", "engineer")

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        return Mine()
"""

from collections.abc import Sequence
from typing import ClassVar

from kb.base import Concept, KnowledgeBase, Sense
from kb.taxonomy import ancestors, chains

CLASSES = {"", "PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC"}
UNKNOWN_PHRASES = ("zyzzyva quux", "", "   ", "'s", "\u202e\U0001f600", "a" * 5000, "ſ" * 40)


class KnowledgeContract:
    """Tests that hold for every base. ``listed`` is False for bases that compute their concepts and list no
    hyponyms for some of them."""

    phrases: ClassVar[Sequence[str]] = ()
    listed: ClassVar[bool] = True

    def _senses(self, base: KnowledgeBase) -> list[Sense]:
        found = [sense for phrase in self.phrases for sense in base.senses(phrase)]
        assert found, "the contract needs phrases that the base knows"
        return found

    def _concepts(self, base: KnowledgeBase) -> list[Concept]:
        found = {s.concept.id: s.concept for s in self._senses(base)}
        for sense in list(found.values()):
            found.update((a.id, a) for a, _ in ancestors(base, sense))
        return list(found.values())

    def test_describes_itself(self, base: KnowledgeBase) -> None:
        assert isinstance(base, KnowledgeBase)
        assert base.name
        assert base.prefix
        assert ":" not in base.prefix

    def test_unknown_phrases_have_no_senses(self, base: KnowledgeBase) -> None:
        for phrase in UNKNOWN_PHRASES:
            assert list(base.senses(phrase)) == []

    def test_senses_are_complete_and_most_usual_first(self, base: KnowledgeBase) -> None:
        for phrase in self.phrases:
            senses = list(base.senses(phrase))
            assert senses, phrase
            assert len({s.concept.id for s in senses}) == len(senses)
            for sense in senses:
                assert sense.entity_class in CLASSES
                assert sense.frequency >= 0
                assert ":" in sense.concept.id
                assert sense.concept.label.strip()

    def test_case_does_not_matter(self, base: KnowledgeBase) -> None:
        for phrase in self.phrases:
            known = {s.concept.id for s in base.senses(phrase)}
            assert known & {s.concept.id for s in base.senses(phrase.upper())}, phrase

    def test_labels_are_readable(self, base: KnowledgeBase) -> None:
        for concept in self._concepts(base):
            assert concept.label == concept.label.strip()
            assert "_" not in concept.label

    def test_asking_again_gives_the_same(self, base: KnowledgeBase) -> None:
        for phrase in self.phrases:
            assert list(base.senses(phrase)) == list(base.senses(phrase))
        for concept in self._concepts(base)[:50]:
            assert list(base.hypernyms(concept)) == list(base.hypernyms(concept))

    def test_every_way_up_ends_and_comes_by_no_concept_twice(self, base: KnowledgeBase) -> None:
        for sense in self._senses(base):
            for way in chains(base, sense.concept):
                assert len({c.id for c in way}) == len(way) <= 40

    def test_hyponyms_know_their_hypernyms(self, base: KnowledgeBase) -> None:
        for concept in self._concepts(base)[:40]:
            for below in list(base.hyponyms(concept))[:20]:
                assert concept.id in {h.id for h in base.hypernyms(below)}, (concept, below)

    def test_hypernyms_know_their_hyponyms(self, base: KnowledgeBase) -> None:
        if self.listed:
            for concept in self._concepts(base)[:40]:
                for above in base.hypernyms(concept):
                    assert concept.id in {h.id for h in base.hyponyms(above)}, (concept, above)

    def test_lemmas_start_with_the_label(self, base: KnowledgeBase) -> None:
        for concept in self._concepts(base):
            lemmas = list(base.lemmas(concept))
            if lemmas and concept.prefix == base.prefix:
                assert lemmas[0] == concept.label
                assert len(set(lemmas)) == len(lemmas)

    def test_concepts_of_others_are_no_error(self, base: KnowledgeBase) -> None:
        stranger = Concept("nobody:thing", "thing")
        assert list(base.hypernyms(stranger)) == []
        assert list(base.hyponyms(stranger)) == []
        assert list(base.lemmas(stranger)) == []
