"""Attributes that nearly tell nothing by themselves: "American", "actress". They are left to the correlation risk."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np

from sanitizer.types import Bits, Mention

Tells = Callable[[Sequence[str]], Sequence[Bits] | np.ndarray]
"""The information of each phrase in bits, NaN where it is not known."""

ATTRIBUTES: Final = frozenset(("JOB", "NORP"))
"""The fine types of which the common ones are left: what a person does, and where a person is from. Health, religion
and age never are."""

SOME_NAME: Final = "MISC"
"""The type of a name of which only that it is one was seen."""


class CommonAttributes:
    """Says which mentions are common attributes: of a type in ``types``, and telling less than ``bits``.

    Alone they hide nobody's identity, and together with the rest of a text they are weighed like any other term.
    ``asked`` are the types and classes that settings or a caller name.
    """

    def __init__(
        self, tells: Tells, bits: Bits, types: Iterable[str] = ATTRIBUTES, asked: Iterable[str] = ()
    ) -> None:
        self.asked = frozenset(asked)
        self._tells = tells
        self._bits = bits
        self._types = frozenset(types)

    def among(self, text: str, mentions: Sequence[Mention]) -> frozenset[Mention]:
        """Those of `mentions` that are common attributes, and what was only seen to be some name in their places; a
        phrase that no source of counts knows is not common."""
        found = [m for m in mentions if m.type in self._types]
        surfaces = sorted({m.span.of(text) for m in found})
        if not surfaces or self._bits <= 0:
            return frozenset()
        common = {s for s, bits in zip(surfaces, self._tells(surfaces), strict=True) if bits < self._bits}
        spans = {m.span for m in found if m.span.of(text) in common}
        return frozenset(m for m in mentions if m.span in spans and m.type in (*self._types, SOME_NAME))
