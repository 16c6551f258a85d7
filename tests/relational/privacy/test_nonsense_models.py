"""Nonsense in every field of every privacy model: refused, or a value that means something."""

import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from sanitizer import (
    UsageError,
)
from sanitizer.relational.privacy import k_anonymity, l_diversity, likeness, models, t_closeness, table_models
from sanitizer.relational.privacy.k_anonymity import KAnonymity, KmAnonymity, KMap
from sanitizer.relational.privacy.l_diversity import AlphaK, LDiversity
from sanitizer.relational.privacy.likeness import BetaLikeness, DeltaDisclosure, DeltaPresence
from sanitizer.relational.privacy.t_closeness import TCloseness
from sanitizer.relational.privacy.table_models import AverageRisk, PopulationUniqueness, ThresholdRisk
from tests.nonsense import NONSENSE

PRIVACY: Mapping[type, Mapping[str, Any]] = {
    KAnonymity: {"k": 2},
    LDiversity: {"column": "s", "l": 2},
    TCloseness: {"column": "s", "t": 0.5},
    AlphaK: {"column": "s", "alpha": 0.5, "k": 2},
    KMap: {"k": 2},
    KmAnonymity: {"k": 2},
    BetaLikeness: {"column": "s", "beta": 1.0},
    DeltaDisclosure: {"column": "s", "delta": 1.0},
    DeltaPresence: {"lower": 0.0, "upper": 0.5},
    AverageRisk: {"most": 0.5},
    ThresholdRisk: {"risk": 0.5},
    PopulationUniqueness: {"persons": 100, "most": 0.5},
}
"""The privacy models of tables that a user makes."""


def test_every_privacy_model_is_tried() -> None:
    made = {
        value
        for module in (k_anonymity, l_diversity, likeness, models, t_closeness, table_models)
        for value in vars(module).values()
        if is_dataclass(value) and isinstance(value, type) and value.__module__ == module.__name__
    }
    assert made == {*PRIVACY, models.Classes}


@pytest.mark.parametrize("made", PRIVACY, ids=lambda made: made.__name__)
def test_a_privacy_model_of_nonsense_is_refused_or_means_something(made: type) -> None:
    for name in (f.name for f in fields(made)):
        for nonsense in NONSENSE:
            with suppress(UsageError):
                value = getattr(made(**{**PRIVACY[made], name: nonsense}), name)
                assert value is None or isinstance(value, int | float | str)
                assert not isinstance(value, bool)
                assert not isinstance(value, float) or math.isfinite(value)
                assert value == nonsense and (not isinstance(value, str) or value.strip())
