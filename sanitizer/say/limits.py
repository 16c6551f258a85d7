"""Say an amount that words before it limit, so that what is said follows from what was: "no more than 40 metres" is "no
more than 50 metres".

What governs a number says which of its sides is known: a limit from above stays true of a higher one, a limit from
below of a lower one, and a denial turns that around ("could not stand for longer than fifteen minutes").
"""

from bisect import bisect_left
from decimal import Decimal
from typing import Final, Literal

from kb.values.amounts import measure
from kb.values.words import SIMPLE
from sanitizer.say.negation import denies_clause
from sanitizer.say.phrases import PAIR, Phrase
from sanitizer.say.plan_types import Edit, Told
from sanitizer.say.positions import Page, Place, is_modifier
from sanitizer.text.articles import indefinite
from sanitizer.text.fold import words as words_of
from sanitizer.text.inflection import singular
from sanitizer.types import Span

Side = Literal["most", "least", "nearly", ""]
"""Which end of an amount the words before it give: it is at most, at least or somewhat less than what they govern."""

_MORE: Final = words_of("more longer later greater older further higher farther")
_FEWER: Final = words_of("less fewer shorter")
_HIGHER: Final = words_of("over above exceeding")
_LOWER: Final = words_of("under below within")
_NEARLY: Final = words_of("nearly almost")
_GOVERNING: Final = (
    _MORE | _FEWER | _HIGHER | _LOWER | _NEARLY | words_of("no not than at most least up to the")
)
_NUMBERS: Final = {number: word for word, number in SIMPLE.items()}
_VAGUE: Final = frozenset({"many"})
_SOMEWHAT: Final = Decimal("1.1")
"""How much more an amount is at most than one that is nearly as large."""


def limited(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return the edit of an amount and of the words that limit it; None where none do, or where it has no ends to
    tell."""
    amount = phrase.amount
    assert amount is not None  # of each value
    pair = amount.number == PAIR
    joined = place.joined_left or place.joined_right or place.owns or is_modifier(page, place)
    vague = amount.number in _VAGUE and bool(amount.unit)
    if not (all(phrase.ends) or pair or vague) or joined:
        return None
    first = _first(page, place)
    words = [page.lower(i) for i in range(first, place.last + 1)]
    words = words[: next((i for i, w in enumerate(words) if w not in _GOVERNING), len(words))]
    side, negated = _side(words)
    if not side or (vague and side != "most"):
        return None
    low, high = phrase.ends
    if pair:
        low, high = f"two {amount.unit}", f"three {amount.unit}"
    start = page[first].idx
    if page.covers(start, place.span.start):
        return None
    denied = denies_clause(page[place.slot.head], first)
    if vague:  # of at most so many there may be few
        said = f"a limited number of {amount.unit}"
    elif side == "nearly":
        said = f"up to {high}" if phrase.share else _nearly(place.span.of(page.text), low, high, denied)
    else:
        said = _said(side, negated, " ".join(words), low, high, denied)
    return Edit(told, place, Span(start, place.span.end), phrase, words=said)


def _first(page: Page, place: Place) -> int:
    """Return the first of the words that govern the number of a mention."""
    i = bisect_left(page.doc, place.span.start, key=lambda token: token.idx)
    while i > 0 and page.lower(i - 1) in _GOVERNING and not page[i].is_sent_start:
        i -= 1
    while (
        i < place.first
        and page.lower(i) in ("to", "at", "the", "than", "within")
        and page.lower(i + 1) not in ("most", "least")
    ):
        if page.lower(i) == "within":
            break
        i += 1
    return i


def _side(words: list[str]) -> tuple[Side, bool]:
    """Return which side of the number words before it give, and whether they deny the other one ("no more than")."""
    said = set(words)
    negated = words[:1] in (["no"], ["not"])
    if said & _NEARLY:
        return "nearly", False
    if {"at", "most"} <= said or {"up", "to"} <= said:
        return "most", negated
    if {"at", "least"} <= said:
        return "least", negated
    compared = "than" in said
    if said & _HIGHER or (compared and said & _MORE):
        return ("most" if negated else "least"), negated
    if said & _LOWER or (compared and said & _FEWER):
        return ("least" if negated else "most"), negated
    return "", False


def _nearly(surface: str, low: str, high: str, denied: bool) -> str:
    """Return what is somewhat less than an amount from ``low`` to ``high``."""
    exact, least = measure(surface), measure(low)
    inside = exact is not None and least is not None and exact.value > _SOMEWHAT * least.value
    below = low if inside else _below(low, high)
    return f"more than {below}" if below and not denied else f"up to {high}"


def _said(side: Side, negated: bool, governor: str, low: str, high: str, denied: bool) -> str:
    if denied and not negated:  # of what is denied the other end follows
        end = high if side == "least" else low
        return f"{governor} {end}"
    if side == "most":
        return f"{governor} {high}"
    return f"{'at least' if negated else governor} {low}"


def _below(low: str, high: str) -> str:
    """Return the lower end of the band below, "" where that has none."""
    least, most = measure(low), measure(high)
    if least is None or most is None or 2 * least.value - most.value <= Decimal(0):
        return ""
    value = int(2 * least.value - most.value)
    _, blank, unit = high.partition(" ")
    if value == 1 and blank and (one := singular(unit)):
        return indefinite(one)
    number = _NUMBERS.get(value, f"{value:,}")
    return (
        f"{number} {unit}"
        if blank and low.split(" ", 1)[0].isalpha()
        else high.replace(f"{int(most.value):,}", f"{value:,}", 1)
    )
