"""What lies on disk is asked for as what is in memory."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanitizer.common.shelf import Shelf

THINGS = st.lists(st.one_of(st.none(), st.text(), st.tuples(st.integers(), st.text())), max_size=20)


@given(things=THINGS, data=st.data())
def test_a_shelf_is_a_sequence(
    tmp_path_factory: pytest.TempPathFactory, things: list[object], data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("shelf")
    shelf = Shelf(folder / "a", iter(things))
    assert list(shelf) == things and len(shelf) == len(things)
    assert list(folder.iterdir()) == []
    at = data.draw(st.integers(-len(things) - 1, len(things)))
    if -len(things) <= at < len(things):
        assert shelf[at] == things[at]
    else:
        with pytest.raises(IndexError):
            shelf[at]
    assert shelf[at:] == things[at:] and shelf[::-2] == things[::-2]


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("there")
    with pytest.raises(FileExistsError):
        Shelf(tmp_path / "a", [1])
    assert (tmp_path / "a").read_text() == "there"
