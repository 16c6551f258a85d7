"""Lists what looks like a name, number, date or address in a text that goes out."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sanitizer.check.telling_shapes import KINDS, Found, Kind, shapes
from sanitizer.check.undisguise import FILLER, fold, unseen
from sanitizer.check.vocabulary import vocabulary
from sanitizer.check.words_like_names import names
from sanitizer.errors import UsageError
from sanitizer.records import Record
from sanitizer.text.fold import overlapping

Area = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Place(Record):
    """Characters ``start..end`` of an output that look like something of a ``kind``; ``why`` names the shape by which
    they were found. It holds no text."""

    start: int
    end: int
    kind: Kind
    why: str


@dataclass(frozen=True, slots=True)
class Look:
    """What a person should look at in one output: ``places``; and ``kept``, those that a user's word keeps. The output
    was ``changed`` where it is not what its report makes."""

    places: tuple[Place, ...]
    kept: tuple[Place, ...] = ()
    changed: bool = False

    @property
    def counts(self) -> dict[str, int]:
        """How many places of each kind, in the order of ``KINDS``."""
        found = Counter(place.kind for place in self.places)
        return {kind: found[kind] for kind in KINDS if found[kind]}

    def to_json(self) -> dict[str, Any]:
        """Return the section ``look`` of a document's report (docs/report.md)."""

        def rows(places: Iterable[Place]) -> list[list[int | str]]:
            return [[p.start, p.end, p.kind, p.why] for p in places]

        told = {"counts": self.counts, "places": rows(self.places), "kept": rows(self.kept)}
        return told | ({"changed": True} if self.changed else {})

    @classmethod
    def from_json(cls, told: Any) -> "Look":
        """Return what :meth:`to_json` told. Raises UsageError."""
        names = ("start", "end", "kind", "why")
        try:
            places, kept = (
                tuple(Place.from_json(dict(zip(names, row, strict=True))) for row in told[key])
                for key in ("places", "kept")
            )
        except (LookupError, TypeError, ValueError) as error:
            raise UsageError(
                "places and what is kept of them are needed, each with start, end, kind, why"
            ) from error
        return cls(places, kept, bool(told.get("changed")))


def look_at(output: str, written: Iterable[Area] = (), kept: Iterable[Area] = ()) -> Look:
    """Return the places of an output, apart from those inside of what was kept by decision.

    Args:
        output: the text that goes out.
        written: where in it words of ours stand (half-open): they are not looked at.
        kept: where what stands is kept by the word of a user.
    """
    found, areas = places(output, written), sorted(kept)
    starts = [start for start, _ in areas]

    def is_kept(place: Place) -> bool:
        at = bisect_right(starts, place.start) - 1
        return at >= 0 and place.end <= areas[at][1]

    return Look(
        tuple(place for place in found if not is_kept(place)),
        tuple(place for place in found if is_kept(place)),
    )


def places(output: str, written: Iterable[Area] = ()) -> tuple[Place, ...]:
    """Return every place of an output that looks like a name, number, code, date, address or handle, sorted and
    disjoint.

    Args:
        output: the text that goes out.
        written: where in it words of ours stand (half-open): they are not looked at.
    """
    seen = _blanked(output, written)
    folded = fold(seen)
    known = vocabulary()
    found = _merged(folded.text, [*shapes(folded.text), *names(folded.text, known)])
    shown = [Place(*folded.back(start, end), kind, why) for start, end, kind, why in found]
    hidden = unseen(seen)
    if not hidden:
        return tuple(shown)
    inside = overlapping(((place.start, place.end) for place in shown), hidden)
    shown = [place for place, within in zip(shown, inside, strict=True) if not within]
    codes = [Place(start, end, "code", "hidden text") for start, end in hidden]
    return tuple(sorted([*shown, *codes], key=lambda place: place.start))


def _blanked(output: str, written: Iterable[Area]) -> str:
    parts, at = [], 0
    for start, end in sorted(written):
        if end > at:
            start = max(start, at)
            parts += [output[at:start], FILLER * (end - start)]
            at = end
    return "".join([*parts, output[at:]])


def _merged(text: str, found: Sequence[Found]) -> list[Found]:
    """Return one place for what overlaps or stands in one word, of the first of its kinds."""
    merged: list[Found] = []
    for start, end, kind, why in sorted(found, key=lambda f: (f[0], f[1])):
        if merged and (
            start < merged[-1][1] or (start - merged[-1][1] <= 2 and _glued(text[merged[-1][1] : start]))
        ):
            first, last, known, reason = merged[-1]
            if KINDS.index(kind) < KINDS.index(known):
                known, reason = kind, why
            merged[-1] = (first, max(last, end), known, reason)
        else:
            merged.append((start, end, kind, why))
    return merged


def _glued(between: str) -> bool:
    return not any(c.isspace() or c == FILLER or c in '()[]"' for c in between)
