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
