"""How well a kind fits a document, by hand: 64 documents in which sailors and ropes stand together."""

import math

import pytest

from corpora_stats import Query
from corpora_stats.counts_by_hand import DocumentCounts
from kb import Concept
from sanitizer.choose.fit_with_document import FitWithDocument
from sanitizer.risk.disclosure_risk import RiskCalculator
from sanitizer.risk.roll_up import RollUp
from tests.tiny import TinyKnowledge

SAILOR = Concept("tiny:sailor", "sailor")
WORLD = [["sailor", "rope", "ann bow"]] * 8 + [["rope"]] * 8 + [["garden"]] * 48
IC = 3.0  # 8 of 64
CHANCE = 1.7 * (1 - math.exp(-IC / 1.7))
ROPE = math.log2((8 + 1) / (8 * 16 / 64 + 1))
NAME = math.log2((8 + 1) / (8 * 8 / 64 + 1))


class Sailors(TinyKnowledge):
    """A knowledge base without anything below a sailor."""


def fit(*around: str) -> FitWithDocument:
    calculator = RiskCalculator([DocumentCounts(WORLD)])
    return FitWithDocument([SAILOR], [Query.of(word) for word in around], calculator, RollUp(Sailors()))


def test_the_mean_association_beyond_chance_with_ten_silent_terms_beside() -> None:
    assert fit("rope")(SAILOR) == pytest.approx((ROPE - CHANCE) * 1 / 11)
    assert fit("rope", "ann bow")(SAILOR) == pytest.approx(((ROPE + NAME) / 2 - CHANCE) * 2 / 12)


def test_a_name_is_no_witness_of_who_bears_it() -> None:
    both = fit("rope", "ann bow")
    assert both.beside(Query.of("ann bow"))(SAILOR) == pytest.approx(fit("rope")(SAILOR))
    assert both.beside(Query.of("garden"))(SAILOR) == pytest.approx(both(SAILOR))
    assert fit("ann bow").beside(Query.of("ann bow"))(SAILOR) == 0


def test_what_was_not_weighed_has_no_fit() -> None:
    assert math.isnan(fit("rope")(Concept("tiny:cook", "cook")))
    assert math.isnan(fit()(SAILOR))
    assert math.isnan(fit().beside(Query.of("rope"))(SAILOR))
