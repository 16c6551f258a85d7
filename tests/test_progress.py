"""Loops say how far they are to whoever listens, and give the same items with and without."""

from collections.abc import Iterable
from typing import TypeVar

from sanitizer.common.progress import LISTENING, followed

T = TypeVar("T")


def test_a_loop_is_followed_only_where_somebody_listens() -> None:
    heard: list[tuple[str, int]] = []

    def listener(items: Iterable[T], what: str, total: int) -> Iterable[T]:
        heard.append((what, total))
        return items

    assert list(followed([1, 2, 3], "texts checked")) == [1, 2, 3] and not heard
    with LISTENING.of(listener):
        assert list(followed([1, 2, 3], "texts checked")) == [1, 2, 3]
    assert heard == [("texts checked", 3)] and list(followed("ab", "more")) == ["a", "b"] and len(heard) == 1
