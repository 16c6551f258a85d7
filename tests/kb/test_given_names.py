"""What a given name tells of a person."""

from pathlib import Path

import pytest

from kb import Concept, KnowledgeBase, KnowledgeBaseError
from kb.defaults import open_default
from kb.given_names import GivenNames
from tests.contracts.knowledge import KnowledgeContract


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Mary Hale", "woman"),
        ("John Hale", "man"),
        ("John Q. Hale Jr.", "man"),
        ("Mary “Mo” Hale", "woman"),
        ("Jean-Pierre Hale", "man"),
        ("Dr Mary Hale", "woman"),
        ("Lt. Col. John Hale", "man"),
        ("Robin Hale", ""),  # borne by both
        ("Mary", ""),  # may be a ship
        ("mary hale", ""),
        ("Mary of Hale", "woman"),
        ("Qwrt Hale", ""),
    ],
)
def test_given_names(name: str, kind: str) -> None:
    base = GivenNames()
    above = [c.label for sense in base.senses(name) for c in base.hypernyms(sense.concept)]
    assert above == ([kind] if kind else [])


def test_the_default_bases_know_a_bearer_only_after_all_others() -> None:
    senses = open_default().senses("Alfred Hitchcock")
    assert senses[-1].concept == Concept("given:alfred hitchcock", "Alfred Hitchcock")
    assert len(senses) > 1


class TestContract(KnowledgeContract):
    phrases = ("Mary Hale", "John Q. Hale")
    listed = False

    @pytest.fixture
    def base(self) -> KnowledgeBase:
        return GivenNames()


def test_a_missing_table_is_named(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError, match=r"given\.tsv.*reinstall"):
        GivenNames(tmp_path / "given.tsv").senses("Mary Hale")
