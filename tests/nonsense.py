"""What no field of a public class should take, unless it means something there."""

import math
from typing import Any

from sanitizer import (
    Document,
    Protected,
    Settings,
    Span,
    Strategy,
    Threshold,
)

NONSENSE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 7, 10**30, 0.0, 0.5, -0.5, 10**400,
    1e300, math.nan, math.inf, -math.inf, "", " ", "nonsense",
    "S6", "least", "window:5", "quantile:2", "(", "\ud800", b"bytes", (), [], [None], ["x"], [1], {}, {"x": 1}, {1: 2},
    {"PERSON": math.nan}, {"PERSON": "tga"}, {"PERSON": None}, {"PERSON": [1]}, set(), {"x"}, object(), Settings, int,
    Span(0, 1), Strategy.S1, 1j, Document("", ""), [Protected("Oslo")], Threshold("least"), range(3),
)  # fmt: skip
