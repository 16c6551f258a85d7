"""Ages, amounts, percentages, ranks, measures and counts as bands that widen.

Nothing is listed, everything is computed from the phrase. A band's id says all: ``qty:age:40..49`` is "40 to 49 years
old", ``qty:$:500000..600000`` is "$500,000 to $600,000", ``qty:films:2..3`` is "two or three films", ``qty:films:10..``
is "many films". Bands nest, and every one is true of what stands below it. What is counted (films) stays to the last
step."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Final, NamedTuple

from kb.base import Concept, Sense
from kb.values.amounts import RANK, is_counted, is_money, measure
from kb.values.words import SIGNS, SIMPLE, ordinal

PREFIX: Final = "qty"

_SPELLED: Final = {n: w for w, n in SIMPLE.items()}

_PAIR: Final = (Decimal(2), Decimal(3))
"""Counts that are too small to be several."""
_SEVERAL: Final = {2: "a few", 4: "several", 10: "many"}
"""What so many and more are called where no band is told."""

_BEHIND: Final = frozenset(
    (
        *("later", "ago", "earlier", "ahead", "prior", "apart", "away", "each", "more"),
        *("old", "long", "tall", "high", "deep", "wide"),
    )
)
"""What may stand behind a unit: "seven years later" is no number of laters."""


class _Band(NamedTuple):
    """``level``: 0 the number, 1 the band of its first digit, 2 its power of ten, 3 "several", 4 the kind."""

    kind: str
    low: Decimal
    high: Decimal
    level: int


class Quantities:
    """Numbers with their units as a KnowledgeBase."""

    name: Final = "quantities"
    prefix: Final = PREFIX
    closed: Final = True  # knows nothing of other bases' concepts
    from_form: Final = True  # tells by how a phrase is made, not from a list

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return the quantity that the whole phrase names."""
        one = measure(phrase)
        if one is None:
            return []
        band = _Band(one.kind, one.value, one.value, 0)
        return [Sense(_concept(band), True, "DEM" if band.kind == "age" else "QUANTITY", 0.0)]

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the next wider band, at last the kind."""
        band = _parse(concept)
        if band is None:
            return []
        wider = _wider(band)
        return [_concept(wider)] if wider else []

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the bands within a band, and the numbers within the narrowest: of large numbers the round ones,
        which texts name. A kind, and "many" of a thing, have no end and list nothing."""
        band = _parse(concept)
        if band is None or band.level in (0, 3, 4):
            return []
        return [_concept(inner) for inner in _within(band)]

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """Return the label, and the usual notations of an age and of a small number; what is counted, for "many" of
        it."""
        band = _parse(concept)
        if band is None:
            return []
        label = _label(band)
        if band.level == 3:
            return [label, counted(concept)]
        if band.level:
            return [label]
        number = int(band.low) if band.low == int(band.low) else 0
        if band.kind == "age":
            return [label, f"aged {number}", f"{number}-year-old", f"age of {number}", f"age {number}"]
        spelled = _SPELLED.get(number)
        return (
            [label, label.replace(str(number), spelled, 1)] if spelled and is_counted(band.kind) else [label]
        )


def counted(concept: Concept) -> str:
    """Return what a quantity counts or measures ("films", "kg"), "" for ages, money, shares, ranks and bare numbers."""
    band = _parse(concept)
    if band is None or band.level == 4 or band.kind in ("age", "number", RANK) or is_money(band.kind):
        return ""
    return band.kind.strip("-") if band.kind.strip("-")[0].isalpha() else ""


def ends(concept: Concept) -> tuple[str, str] | None:
    """Return the lower and the upper end of a band, each with its unit ("ten horses", "20 horses"); None of what
    has no two ends, of two or three of a thing, of ages and of ranks."""
    band = _parse(concept)
    if band is None or band.level not in (1, 2) or not band.low:
        return None
    if _is_pair(band) and not band.kind.startswith("-"):
        return None
    if band.kind in ("age", RANK):
        return None
    low, high = (_label(_Band(band.kind, n, n, 0)) for n in (band.low, band.high))
    spelled = _SPELLED.get(int(band.low)) if is_counted(band.kind) else None
    return (low.replace(f"{int(band.low)}", spelled, 1) if spelled else low), high


def is_sum(concept: Concept) -> bool:
    """Return whether a quantity is one of money."""
    band = _parse(concept)
    return band is not None and is_money(band.kind)


def bands(kind: str, value: float) -> list[tuple[float, float]]:
    """Return the ends of the bands that hold a number of a kind ("age", "%", "number" for all others), narrowest
    first."""
    number = Decimal(f"{value:g}")
    band: _Band | None = _Band(kind, number, number, 0)
    found = []
    while band is not None and band.level < 3:
        if band.level:
            found.append((float(band.low), float(band.high)))
        band = _wider(band)
    return found


def _concept(band: _Band) -> Concept:
    if band.level == 4:
        return Concept(f"{PREFIX}:{band.kind}", _label(band))
    if band.level == 3:
        return Concept(f"{PREFIX}:{band.kind}:{_plain(band.low)}..", _label(band))
    span = f"{_plain(band.low)}..{_plain(band.high)}" if band.level else _plain(band.low)
    return Concept(f"{PREFIX}:{band.kind}:{span}", _label(band))


def _parse(concept: Concept) -> _Band | None:
    if concept.prefix != PREFIX:
        return None
    kind, _, span = concept.id.removeprefix(PREFIX + ":").partition(":")
    if not span:
        return _Band(kind, Decimal(0), Decimal(0), 4)
    low, dots, high = span.partition("..")
    try:
        bounds = Decimal(low), Decimal(high or low)
    except InvalidOperation:
        return None
    if not high:
        return _Band(kind, *bounds, 3 if dots else 0)
    decade = bounds[1] == bounds[0] * 10 or bounds in ((Decimal(1), Decimal(10)), (Decimal(0), Decimal(1)))
    wide = decade if kind != "age" else bounds[1] - bounds[0] > 9
    return _Band(kind, *bounds, 2 if wide else 1)


def _wider(band: _Band) -> _Band | None:
    if band.level == 4:
        return None
    root = _Band(band.kind, Decimal(0), Decimal(0), 4)
    if band.kind == "age" and band.level < 2:
        return _wider_age(band)
    if band.level == 2:
        several = is_counted(band.kind) and not band.kind.startswith("-") and band.low >= 2
        return _many(band) if several else root  # .67 and 1.5 grams are not several
    if band.level == 3:
        _, blank, head = band.kind.rpartition(" ")
        return band._replace(kind=head) if blank and head.isalpha() and head not in _BEHIND else root
    value = abs(band.low)
    if band.kind == "%" and value >= 100:
        return root
    if value < 1:
        return _Band(band.kind, Decimal(0), Decimal(1), 2)
    power = Decimal(10) ** value.adjusted()
    whole = value == int(value)
    if is_counted(band.kind) and whole and min(_SEVERAL) <= value < 10:
        return (
            band._replace(high=_PAIR[1], low=_PAIR[0], level=1)
            if not band.level and value in _PAIR
            else _many(band)
        )
    if band.level == 0 and (value >= 10 or not whole):
        low = value // power * power
        return _Band(band.kind, low, low + power, 1)
    return _Band(band.kind, power, power * 10, 2)


def _many(band: _Band) -> _Band:
    """Say "a few" of a thing, "several", which are four and more, or "many", which are ten and more; of fewer than
    two the thing alone."""
    low = next((Decimal(least) for least in sorted(_SEVERAL, reverse=True) if band.low >= least), None)
    return _Band(band.kind, Decimal(0), Decimal(0), 4) if low is None else _Band(band.kind, low, low, 3)


def _is_pair(band: _Band) -> bool:
    """Return whether a band is two or three of what is counted."""
    return (band.low, band.high) == _PAIR and is_counted(band.kind)


def _within(band: _Band) -> list[_Band]:
    """Return what lies directly below a band."""
    if band.kind == "age":
        if band.level == 2:
            decades = (Decimal(d) for d in range(int(band.low), int(band.high) + 1, 10))
            return [_Band("age", d, d + 9, 1) for d in decades]
        return [_Band("age", Decimal(a), Decimal(a), 0) for a in range(int(band.low), int(band.high) + 1)]
    if band.low < 1:
        return []
    if band.level == 2 and band.low >= 10:
        return [_Band(band.kind, band.low * i, band.low * (i + 1), 1) for i in range(1, 10)]
    if _is_pair(band):
        return [_Band(band.kind, n, n, 0) for n in _PAIR]
    step = Decimal(10) ** max(0, band.low.adjusted() - 1)
    numbers = (band.low + step * i for i in range(int((band.high - band.low) / step)))
    return [_Band(band.kind, n.normalize(), n.normalize(), 0) for n in numbers]


def _wider_age(band: _Band) -> _Band | None:
    age = int(band.low)
    decade = Decimal(age // 10 * 10)
    if band.level == 0:
        return _Band("age", decade, decade + 9, 1)
    third = next(
        (low, high) for low, high in ((0, 19), (20, 39), (40, 59), (60, 79), (80, 124)) if age <= high
    )
    return _Band("age", Decimal(third[0]), Decimal(third[1]), 2)


def _label(band: _Band) -> str:
    kind = band.kind
    if band.level == 4:
        named = {"age": "age", "number": "number", "%": "percentage", RANK: "rank"}
        return named.get(kind, "amount of money" if is_money(kind) else "quantity")
    if band.level == 3:
        return f"multi{kind}" if kind.startswith("-") else f"{_SEVERAL[int(band.low)]} {kind}"
    if kind == RANK:
        return (
            f"{ordinal(int(band.low))} to {ordinal(int(band.high))}" if band.level else ordinal(int(band.low))
        )
    if kind == "age":
        span = f"{int(band.low)} to {int(band.high)}" if band.level else str(int(band.low))
        return f"{span} years old"
    if is_money(kind):
        glue = "" if kind[-1] in SIGNS else " "
        low, high = f"{kind}{glue}{_pretty(band.low)}", f"{kind}{glue}{_pretty(band.high)}"
        return f"{low} to {high}" if band.level else low
    if _is_pair(band):
        return f"two-or-three{kind}" if kind.startswith("-") else f"two or three {kind}"
    if kind.startswith("-"):
        span = f"{_pretty(band.low)}-to-{_pretty(band.high)}" if band.level else _pretty(band.low)
        return f"{span}{kind}"
    unit = "" if kind == "number" else kind if kind in "%°" else f" {kind}"
    if not band.level:
        return f"{_pretty(band.low)}{unit}"
    low = _pretty(band.low) + (unit if kind == "%" else "")
    return f"{low} to {_pretty(band.high)}{unit}"


def _plain(value: Decimal) -> str:
    return f"{value:f}"


def _pretty(value: Decimal) -> str:
    for scale, word in ((10**12, " trillion"), (10**9, " billion"), (10**6, " million")):
        if value >= scale:
            return f"{(value / scale).normalize():f}{word}"
    return f"{value:,f}"
