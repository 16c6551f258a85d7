"""Tell the kind of a name of which nothing is known, where the network that reads is sure of it: "Halloran's" is a
company, "the Slack Arms" no town.

The network was taught kinds by articles and by texts written for it (`training/model/reader`). All mentions of a name
speak, each word as much as the others.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final

import numpy as np
import numpy.typing as npt
from spacy.tokens import Doc

from sanitizer.text.reader import kind_names, kinds_of
from sanitizer.types import EntityClass, Span

PHRASES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "street": "street", "stadium": "stadium", "station": "station", "bridge": "bridge", "park": "park",
        "building": "building", "museum": "museum", "company": "company", "bank": "financial institution",
        "band": "musical group", "sports team": "team", "political party": "political party",
        "university": "university", "school": "school", "hospital": "hospital", "court": "court",
        "newspaper or magazine": "publication", "broadcaster": "broadcasting company", "film": "movie",
        "album": "album", "song": "song", "book": "book", "poem": "poem", "award": "accolade",
        "competition": "competition", "festival": "festival", "event": "event", "law": "law", "software": "software",
        "vehicle": "vehicle", "product": "product", "department": "department", "charity": "nonprofit organization",
        "shop": "shop", "club": "club", "union": "trade union", "government body": "agency",
        "river": "river", "lake or sea": "body of water", "mountain": "mountain", "island": "island",
    }
)  # fmt: skip
"""The phrases under which knowledge bases have the kinds that may be told."""
SURE: Final = 0.99
"""The least share of a kind among those that a name of its class may be of."""
_NEVER: Final = {
    "person",
    "fictional character",
    "people",
    "language",
    "religion",
    "disease",
    "drug",
    "living being",
}
_PLACES: Final = {"settlement", "country", "region"}
_LEAST: Final = 1e-6


def kind_read(doc: Doc, spans: Sequence[Span], of_class: EntityClass) -> str:
    """Return the phrase for the kind of the name at ``spans``; "" where the network is not sure, or no phrase tells
    it."""
    shares = chances(doc, spans, _possible(of_class))
    if shares is None:
        return ""
    best = int(shares.argmax())
    return PHRASES.get(kind_names()[best], "") if shares[best] >= SURE else ""


def chances(
    doc: Doc, spans: Sequence[Span], among: npt.NDArray[np.bool_] | None = None
) -> npt.NDArray[np.float64] | None:
    """Return the chance of each kind for the name at ``spans``, all mentions together, ``among`` some kinds (None:
    all); None where no span holds a word."""
    logs: list[npt.NDArray[np.float64]] = []
    for span in spans:
        found = doc.char_span(span.start, span.end, alignment_mode="expand")
        if found is not None:
            rows = kinds_of(doc)[found.start : found.end]
            logs.append(np.log(rows.astype(np.float64) + _LEAST).mean(0))
    if not logs:
        return None
    total = np.mean(logs, axis=0)
    total = total if among is None else np.where(among, total, -np.inf)
    shares = np.exp(total - total.max())
    result: npt.NDArray[np.float64] = shares / shares.sum()
    return result


@cache
def _possible(of_class: EntityClass) -> npt.NDArray[np.bool_]:
    """Return which kinds a name of a class may be of."""
    barred = _NEVER | (_PLACES if of_class is not EntityClass.LOC else set())
    return np.array([name not in barred for name in kind_names()])
