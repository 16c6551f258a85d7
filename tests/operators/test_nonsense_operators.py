"""Nonsense in every field of every operator: refused, but for what means something there."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from sanitizer import (
    Key,
    UsageError,
    operators,
)
from sanitizer.operators import Encrypt, Hash, Mask, ShiftDates, Surrogate
from tests.nonsense import NONSENSE

KEY = Key(bytes.fromhex("8f" + "3a1c5e7092b4d6f8" * 3 + "11223344556677"))

OPERATORS: Mapping[type, Mapping[str, tuple[Any, ...]]] = {
    Mask: {"character": ("(",), "keep_last": (0, 1, 7, 10**30, 10**400)},
    Hash: {"key": (), "length": ()},
    Encrypt: {"key": (), "deterministic": (True, False)},
    Surrogate: {"key": ()},
    ShiftDates: {"key": (), "days": (1, 7), "month_first": (True, False)},
}
"""Every operator that takes something, and what of the nonsense means something to it."""


@pytest.mark.parametrize("made", OPERATORS, ids=lambda made: made.__name__)
def test_an_operator_of_nonsense(made: type) -> None:
    given = {"key": KEY} if "key" in OPERATORS[made] else {}
    assert {f.name for f in fields(made)} == set(OPERATORS[made])
    for name, meant in OPERATORS[made].items():
        accepted = []
        for nonsense in NONSENSE:
            with suppress(UsageError):
                accepted.append(getattr(made(**{**given, name: nonsense}), name))
        assert list(map(repr, accepted)) == list(map(repr, meant)), name


def test_every_operator_that_takes_something_is_tried() -> None:
    public = {getattr(operators, name) for name in operators.__all__}
    own = {
        value
        for value in public
        if isinstance(value, type) and is_dataclass(value) and hasattr(value, "replace")
    }
    assert {made for made in own if fields(made)} == set(OPERATORS)
