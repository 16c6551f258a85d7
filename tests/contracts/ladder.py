"""What every ladder must do. Subclass :class:`LadderContract`, give it values that can meet and say what holds what.

class TestMine(LadderContract[Date]):
    values = (Date("1991-05"), Date("1992"))
    ladder = Mine()

    def holds(self, upper: Rung, lower: Rung) -> bool: ...
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, TypeVar

from hypothesis import given, settings
from hypothesis import strategies as st

from kb.ladders import Ladder, Rung

V = TypeVar("V")


def slow_join(ladders: Sequence[Sequence[Rung]], keeps: dict[str, list[float]]) -> list[str]:
    """Return the rungs that stand in every ladder, best first, by looking at each of each."""
    shared = [r.id for r in ladders[0] if all(any(o.id == r.id for o in of) for of in ladders[1:])]
    return sorted(shared, key=lambda id_: -sum(keeps[id_]))


class LadderContract(Generic[V]):
    """Tests that hold for every ladder. ``nested``: each rung holds the one before, else only the value."""

    ladder: ClassVar[Ladder[Any]]
    values: ClassVar[Sequence[Any]] = ()
    nested: ClassVar[bool] = True

    def holds(self, upper: Rung, lower: Rung) -> bool:
        """Return whether all that the lower rung may mean lies in the upper one: by ends, or by ancestors."""
        raise NotImplementedError

    def test_a_ladder_begins_with_the_value_and_keeps_less_and_less(self) -> None:
        assert self.values
        for value in self.values:
            rungs = self.ladder.rungs(value)
            assert rungs[0].keeps == 1 and all(0 <= r.keeps <= 1 for r in rungs)
            assert all(r.label.strip() for r in rungs)
            assert [r.keeps for r in rungs] == sorted((r.keeps for r in rungs), reverse=True)
            assert len({r.id for r in rungs}) == len(rungs)

    def test_every_rung_holds_the_value_and_none_a_later_one(self) -> None:
        for value in self.values:
            rungs = self.ladder.rungs(value)
            for i, rung in enumerate(rungs):
                assert self.holds(rung, rungs[0]), rung
                if self.nested and i:
                    assert self.holds(rung, rungs[i - 1]), (rung, rungs[i - 1])
                for later in rungs[i + 1 :]:
                    assert not self.holds(rung, later) or self.holds(later, rung), (rung, later)

    def test_equal_rungs_are_written_alike(self) -> None:
        labels: dict[str, str] = {}
        for rung in (r for value in self.values for r in self.ladder.rungs(value)):
            assert labels.setdefault(rung.id, rung.label) == rung.label

    def test_asking_again_gives_the_same(self) -> None:
        for value in self.values:
            assert self.ladder.rungs(value) == self.ladder.rungs(value)

    def test_the_join_of_one_value_is_the_value(self) -> None:
        for value in self.values:
            assert self.ladder.join([value]) == self.ladder.rungs(value)[0]
            assert self.ladder.join([value, value]) == self.ladder.rungs(value)[0]
        assert self.ladder.join([]) is None

    def test_the_join_is_the_least_rung_above_all(self) -> None:
        @settings(max_examples=60, deadline=None)
        @given(st.data())
        def check(data: st.DataObject) -> None:
            place = data.draw(st.lists(st.sampled_from(range(len(self.values))), min_size=2, max_size=4))
            several = [self.values[i] for i in place]
            ladders = list({of[0].id: of for of in map(self.ladder.rungs, several)}.values())
            keeps: dict[str, list[float]] = {}
            for rung in (r for of in ladders for r in of):
                keeps.setdefault(rung.id, []).append(rung.keeps)
            shared = slow_join(ladders, keeps)
            found = self.ladder.join(several)
            assert (found is None) == (not shared)
            if found is None:
                return
            assert sum(keeps[found.id]) > sum(keeps[shared[0]]) - 1e-9
            by_id = {r.id: r for of in ladders for r in of}
            for other in shared:  # nothing that they share lies below it
                below = self.holds(found, by_id[other]) and not self.holds(by_id[other], found)
                assert not below, (found, by_id[other])
            assert self.ladder.join(data.draw(st.permutations(several))) == found
            assert self.ladder.join([*several, several[0]]) == found

        check()
