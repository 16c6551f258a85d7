"""The shipped roll-ups are those of the shipped knowledge bases and statistics."""

import pytest

from corpora_stats import Query
from kb import Concept
from sanitizer.build import ROLL_UPS, open_counts, open_knowledge
from sanitizer.risk.roll_up import RollUp


@pytest.mark.parametrize(
    "concept",
    [
        Concept("wn:cancer.n.01", "cancer"),
        Concept("wn:seismologist.n.01", "seismologist"),
        Concept("wn:violinist.n.01", "violinist"),
        Concept("wn:antidepressant.n.01", "antidepressant"),
        Concept("ent:/CL//actor", "Chilean actor"),
        Concept("geo:city.in.SI", "Slovenian city"),
        Concept("term:class/medical condition", "medical condition"),
        Concept("cal:19C", "the 19th century"),
    ],
)
def test_a_shipped_roll_up_is_what_walking_gives(concept: Concept) -> None:
    assert (ROLL_UPS / "meta.json").is_file(), "roll-ups are missing: python training/roll_ups/build.py"
    knowledge, counts = open_knowledge(["default"]), open_counts("default")
    remembered = RollUp(knowledge, [counts]).query(concept)
    walked = RollUp(knowledge).query(concept)
    renamed = Query(walked.phrases, walked.parts, f"walked {walked.key}" if walked.key else "")
    assert counts.counts([[remembered]]).tolist() == counts.counts([[renamed]]).tolist(), (
        "the roll-ups are stale: python training/roll_ups/build.py"
    )


@pytest.mark.parametrize(
    "id_", ["wn:person.n.01", "geo:place.in.FR", "term:class/medical condition", "cal:19C"]
)
def test_wide_classes_of_every_base_are_shipped(id_: str) -> None:
    query = RollUp(open_knowledge(["default"]), [open_counts("default")]).query(Concept(id_, "wide"))
    assert query.key and not query.parts


def test_an_ambiguous_label_tells_no_more_than_the_word_does() -> None:
    """Of "hospital" another meaning is the usual one; who reads the word learns only that one of its documents is
    meant."""
    knowledge, counts = open_knowledge(["default"]), open_counts("default")
    roll_up = RollUp(knowledge, [counts])
    concept = next(s.concept for s in knowledge.senses("hospital") if s.concept.id == "wn:hospital.n.02")
    label, walked = roll_up.generalization(concept), roll_up.query(concept)
    word = Query.of(label.label)
    read, below, alone = counts.counts([[label.query], [walked], [word]]).tolist()
    assert read >= max(below, alone) and alone > 10 * below
