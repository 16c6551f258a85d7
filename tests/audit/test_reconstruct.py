"""Guessing a hidden term from what the text says around it."""

from corpora_stats.counts_by_hand import DocumentCounts
from kb.base import Concept, Sense
from sanitizer.audit.reconstruct import named_among, reconstruct
from tests.page.reports import entity_json, report_of


class Cities:
    """A knowledge base of one concept, city, with three instances."""

    name, prefix = "cities", "c"

    def senses(self, phrase: str) -> list[Sense]:
        return []

    def hypernyms(self, concept: Concept) -> list[Concept]:
        return []

    def hyponyms(self, concept: Concept) -> list[Concept]:
        return [Concept(f"c:{n}", n) for n in ("leeds", "york", "bath")] if concept.id == "c:city" else []

    def lemmas(self, concept: Concept) -> list[str]:
        return [concept.id.partition(":")[2]]


def test_context_helps_the_guesser() -> None:
    counts = DocumentCounts(
        [{"york"}] * 8 + [{"leeds", "loom"}] * 4 + [{"bath", "spring"}] * 2 + [{"loom"}],
        total=6400,
        minimum_support=1,
    )
    city = entity_json(0, "Leeds", "LOC", concept="c:city", generalization="city")
    report = report_of("A loom in Leeds", (10, 15, "a city"), sensitive=[city])
    (guess,) = reconstruct(report, counts, Cities())
    assert (guess.candidates, guess.rank, guess.rank_blind) == (3, 1, 2)
    assert named_among([guess], 1) == 1
    assert named_among([guess], 1, blind=True) == 0
    assert named_among([]) is None
