"""Sum the cues of a name in bits: what kind of thing it is, and how sure that is.

The evidence of a name is that of its words, counted once, and that of each place where it stands
(:mod:`sanitizer.read.cues`); places of one text are not independent, so n of them count as n ** .75. The weights are a
multinomial logistic regression learned from an encyclopedia and from corpora with entities (`training/cues`), in
eighths of a bit: the order of cues never matters, and each can be shown.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from kb.lookup import read_arrays
from sanitizer.common.integrity import check
from sanitizer.read.cues import of_name, of_place
from sanitizer.types import Bits, Span

DEFAULT_PATH: Final = Path(__file__).with_name("data") / "cues.npz"
_SCALE: Final = 8
_DAMPED: Final = 0.25
_LEAST: Final = 2.0**-30
_NAMED: Final = ("PERSON", "ORG", "LOC")
_MOST: Final = 24
"""Places of one name that are looked at: the first ones."""

Weights = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of thing: its name, the class of its members, the type that says the same, its WordNet concept."""

    name: str
    entity_class: str
    type: str
    synset: str


@dataclass(frozen=True)
class Evidence:
    """The weights of cues. ``kinds`` in the order of the columns."""

    kinds: tuple[Kind, ...]
    bias: Weights
    _rows: dict[str, int]
    _indptr: npt.NDArray[np.int32]
    _indices: npt.NDArray[np.uint8]
    _data: npt.NDArray[np.int8]

    @classmethod
    def open(cls, path: Path = DEFAULT_PATH) -> "Evidence":
        """Read the weights of a file. Raises ResourceError where the shipped one is missing or damaged,
        KnowledgeBaseError where another one is."""
        if path == DEFAULT_PATH:
            check("sanitizer/read/data")
        arrays = read_arrays(path, ["bias", "cues", "data", "indices", "indptr", "kinds"])
        cues = arrays["cues"].tobytes().decode().split("\n")
        kinds = tuple(Kind(*line.split("\t")) for line in arrays["kinds"].tobytes().decode().split("\n"))
        return cls(
            kinds,
            arrays["bias"].astype(np.float64) / _SCALE,
            {cue: row for row, cue in enumerate(cues)},
            arrays["indptr"],
            arrays["indices"],
            arrays["data"],
        )

    def of_cues(self, cues: Iterable[str]) -> Weights:
        """Return the sum of the weights of `cues`, in bits, one number a kind."""
        rows = [row for cue in cues if (row := self._rows.get(cue)) is not None]
        if not rows:
            return np.zeros(len(self.kinds))
        parts = [slice(self._indptr[row], self._indptr[row + 1]) for row in rows]
        kinds = np.concatenate([self._indices[part] for part in parts])
        bits = np.concatenate([self._data[part] for part in parts])
        return np.bincount(kinds, bits, minlength=len(self.kinds)) / _SCALE

    def of(self, name: str, places: Weights) -> Weights:
        """Return the evidence of a name and of its ``places`` (:meth:`of_places`), in bits, one number a kind."""
        return self.bias + self.of_cues(of_name(name)) + places

    def of_places(self, text: str, spans: Sequence[Span]) -> Weights:
        """Return the evidence of the places `spans` of `text` alone."""
        near = spans[:_MOST]
        cues = (cue for span in near for cue in of_place(text, span.start, span.end))
        total: Weights = self.of_cues(cues) / max(1, len(near)) ** _DAMPED
        return total

    def for_illness(self, places: Weights) -> Bits:
        """By how much places speak more for an illness than for any kind of person, body or place."""
        illness, named = self._illness_or_named
        return float(places[illness].max() - places[named].max())

    @cached_property
    def _illness_or_named(self) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        named: npt.NDArray[np.bool_] = np.any([self.classes[name] for name in _NAMED], axis=0)
        return np.array([kind.type == "DISEASE" for kind in self.kinds]), named

    def shares(self, bits: Weights) -> Weights:
        """Return how probable each kind is by these bits, as shares of 1."""
        powers: Weights = np.exp2(bits - bits.max())
        shares: Weights = powers / powers.sum()
        return shares

    @cached_property
    def classes(self) -> dict[str, npt.NDArray[np.bool_]]:
        """Which kinds are of each class."""
        names = sorted({kind.entity_class for kind in self.kinds})
        return {name: np.array([k.entity_class == name for k in self.kinds]) for name in names}

    def of_classes(self, bits: Weights, classes: Sequence[str]) -> Weights:
        """Return the evidence for each of the `classes`: the logarithm of the share of all probability that its
        kinds have."""
        shares = self.shares(bits)
        of_class = [float(shares[self.classes[name]].sum()) + _LEAST for name in classes]
        return np.array([math.log2(share) for share in of_class])


@cache
def opened() -> Evidence:
    """Return the weights that ship, read once a process."""
    return Evidence.open()
