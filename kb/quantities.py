"""Ages, amounts, percentages, measures and counts as bands that widen; codes as prefixes that shorten.

Nothing is listed, everything is computed from the phrase. A band's id says all: ``qty:age:40..49`` is "40 to
49 years old", ``qty:$:500000..600000`` is "$500,000 to $600,000". Bands nest, and every one is true of what
stands below it.
"""

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Final, NamedTuple

from kb.base import Concept, Sense

PREFIX: Final = "qty"
CODE_PREFIX: Final = "code"

_UP_TO_19: Final = (
    *(
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    ),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_WORDS: Final = {w: n for n, w in enumerate(_UP_TO_19)} | {w: 10 * n for n, w in enumerate(_TENS, 2)}
_SCALES: Final = {
    "hundred": 100, "thousand": 1000, "k": 1000, "million": 10**6, "m": 10**6, "mln": 10**6,
    "billion": 10**9, "bn": 10**9, "trillion": 10**12,
}  # fmt: skip
_SIGNS: Final = "$€£¥₤₺₹₽"
_ISO: Final = (
    "eur|usd|gbp|chf|jpy|sek|nok|dkk|pln|czk|huf|ron|bgn|try|rub|uah|dem|frf|itl|esp|nlg|cad|aud|nzd|cny"
)
_NUMBER: Final = r"\d{1,3}(?:[, \u00a0]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?"
_ABOUT: Final = re.compile(
    r"^(?:about|around|approximately|approx\.|some|nearly|almost|over|more than|less than|at least|up to|roughly|only) "
)
_WORD_NUMBER: Final = re.compile(
    rf"(?P<tens>{'|'.join(_WORDS)})(?:[ -](?P<ones>one|two|three|four|five|six|seven|eight|nine))?\b"
)
_AGE: Final = re.compile(
    r"(?:aged?|(?:at )?(?:the )?age of) (\d{1,3})$|"
    r"(\d{1,3})[- ]years?(?:[- ]old|s? of age)$|(\d{1,3}) ?(?:y/?o|yrs? old)$"
)
_MONEY: Final = re.compile(
    rf"(?P<sign>(?:us|ca|au?|nz|hk)?[{_SIGNS}]|(?:{_ISO}) ?)(?P<n>{_NUMBER})(?: ?(?P<scale>{'|'.join(_SCALES)}))?$"
)
_AMOUNT: Final = re.compile(
    rf"(?P<n>{_NUMBER})(?:[- ]?(?P<scale>{'|'.join(s for s in _SCALES if len(s) > 1)})\b)?(?P<unit>[ -]?[^\d]*)$"
)
_CODE: Final = re.compile(r"(?=[^\s]*\d)[A-Za-z0-9][A-Za-z0-9/.\-_:]*[A-Za-z0-9]$")


class _Band(NamedTuple):
    kind: str
    low: Decimal
    high: Decimal
    level: int


class Quantities:
    """Numbers with their units as a KnowledgeBase. Levels: the number, its digits' band, its power of ten,
    the kind.
    """

    closed: Final = True  # knows nothing of other bases' concepts

    @property
    def name(self) -> str:
        """``quantities``."""
        return "quantities"

    @property
    def prefix(self) -> str:
        """``qty``."""
        return PREFIX

    def senses(self, phrase: str) -> Sequence[Sense]:
        """The quantity that the whole phrase names."""
        band = _read(re.sub(r"[\s\u00a0]+", " ", phrase).strip().casefold())
        if band is None:
            return []
        return [Sense(_concept(band), True, "DEM" if band.kind == "age" else "QUANTITY", 0.0)]

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """The next wider band, at last the kind."""
        band = _parse(concept)
        if band is None:
            return []
        wider = _wider(band)
        return [_concept(wider)] if wider else []

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """The ages of an age band (what texts name); other numbers are without end and not listed."""
        band = _parse(concept)
        if band is None or band.kind != "age" or band.level != 1:
            return []
        ages = range(int(band.low), min(int(band.high) + 1, 125))
        return [_concept(_Band("age", Decimal(a), Decimal(a), 0)) for a in ages]

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """The label, and for an age its usual notations."""
        band = _parse(concept)
        if band is None:
            return []
        label = _label(band)
        if band.kind == "age" and band.level == 0:
            return [label, f"aged {int(band.low)}", f"{int(band.low)}-year-old"]
        return [label]


class Codes:
    """Codes, numbers of cases, plates, postcodes as a KnowledgeBase: "47289/99" -> "4728*/**" -> "47***/**"
    -> code.

    The last quarter, half and three quarters of the letters and digits are masked.
    """

    closed: Final = True  # knows nothing of other bases' concepts

    @property
    def name(self) -> str:
        """``codes``."""
        return "codes"

    @property
    def prefix(self) -> str:
        """``code``."""
        return CODE_PREFIX

    def senses(self, phrase: str) -> Sequence[Sense]:
        """The code itself, when the phrase is one word with a digit, letters, digits and / . - _ :, four or
        longer.
        """
        text = phrase.strip()
        if sum(c.isalnum() for c in text) < 4 or not _CODE.match(text):
            return []
        return [Sense(Concept(f"{CODE_PREFIX}:{text}", text), True, "CODE", 0.0)]

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """The code with a quarter more of it masked."""
        text = concept.id.removeprefix(CODE_PREFIX + ":")
        if concept.prefix != CODE_PREFIX or text == "any":
            return []
        places = [i for i, c in enumerate(text) if c.isalnum() or c == "*"]
        masked = sum(text[i] == "*" for i in places)
        steps = [len(places) * quarter // 4 for quarter in (1, 2, 3)]
        hide = next((n for n in steps if n > masked), len(places))
        if hide >= len(places):
            return [Concept(f"{CODE_PREFIX}:any", "code")]
        hidden = set(places[len(places) - hide :])
        shorter = "".join("*" if i in hidden else c for i, c in enumerate(text))
        return [Concept(f"{CODE_PREFIX}:{shorter}", shorter)]

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """None: they are without end."""
        return []

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """The code, unless it is masked."""
        text = concept.id.removeprefix(CODE_PREFIX + ":")
        if concept.prefix != CODE_PREFIX or "*" in text:
            return []
        return ["code"] if text == "any" else [text]


def _read(text: str) -> _Band | None:
    for _ in range(2):
        text = _ABOUT.sub("", text)
    spelled = _WORD_NUMBER.match(text)
    if spelled:
        value = _WORDS[spelled["tens"]] + (_WORDS[spelled["ones"]] if spelled["ones"] else 0)
        text = f"{value}{text[spelled.end() :]}"
        if text.isdigit():
            return None  # a bare number word says too little to be a quantity
    if match := _AGE.match(text):
        age = int(next(g for g in match.groups() if g))
        return _Band("age", Decimal(age), Decimal(age), 0) if age < 125 else None
    if match := _MONEY.match(text):
        value_ = _number(match["n"], match["scale"])
        sign = match["sign"].strip().upper()
        return _Band(sign, value_, value_, 0) if value_ is not None else None
    if match := _AMOUNT.match(text):
        value_ = _number(match["n"], match["scale"])
        joined = "-" if re.match(r"-[^\W\d]", match["unit"]) else ""  # "a 32-week ban"
        unit = joined + match["unit"].strip(" -")
        if re.match(r"(?:st|nd|rd|th)\b", match["unit"]):
            return None  # "40th president"
        if value_ is None or ":" in unit or "," in unit or unit.startswith(("/", ".")):
            return None
        if not unit and "," not in match["n"] and not match["scale"]:
            return None  # a bare number may be anything: a year, a score, a house
        return _Band(unit or "number", value_, value_, 0)
    return None


def _number(digits: str, scale: str | None) -> Decimal | None:
    try:
        value = Decimal(re.sub(r"[, \u00a0]", "", digits)) * _SCALES.get(scale or "", 1)
    except InvalidOperation:
        return None
    return value.normalize() if value < Decimal(10) ** 18 else None


def _concept(band: _Band) -> Concept:
    if band.level == 3:
        return Concept(f"{PREFIX}:{band.kind}", _label(band))
    span = f"{_plain(band.low)}..{_plain(band.high)}" if band.level else _plain(band.low)
    return Concept(f"{PREFIX}:{band.kind}:{span}", _label(band))


def _parse(concept: Concept) -> _Band | None:
    if concept.prefix != PREFIX:
        return None
    kind, _, span = concept.id.removeprefix(PREFIX + ":").partition(":")
    if not span:
        return _Band(kind, Decimal(0), Decimal(0), 3)
    low, _, high = span.partition("..")
    try:
        bounds = Decimal(low), Decimal(high or low)
    except InvalidOperation:
        return None
    if not high:
        return _Band(kind, *bounds, 0)
    decade = bounds[1] == bounds[0] * 10 or bounds in ((Decimal(1), Decimal(10)), (Decimal(0), Decimal(1)))
    wide = decade if kind != "age" else bounds[1] - bounds[0] > 9 or bounds[0] == 0
    return _Band(kind, *bounds, 2 if wide else 1)


def _wider(band: _Band) -> _Band | None:
    if band.level == 3:
        return None
    if band.level == 2:
        return _Band(band.kind, Decimal(0), Decimal(0), 3)
    if band.kind == "age":
        return _wider_age(band)
    value = abs(band.low)
    if value < 1:
        return _Band(band.kind, Decimal(0), Decimal(1), 2)
    power = Decimal(10) ** value.adjusted()
    if band.level == 0 and value >= 10:
        low = value // power * power
        if (low, low + power) != (power, power * 10):
            return _Band(band.kind, low, low + power, 1)
    return _Band(band.kind, power, power * 10, 2)


def _wider_age(band: _Band) -> _Band | None:
    age = int(band.low)
    decade = Decimal(age // 10 * 10)
    if band.level == 0:
        return _Band("age", decade, decade + 9, 1) if age >= 10 else _Band("age", Decimal(0), Decimal(9), 2)
    third = next(
        (low, high) for low, high in ((0, 19), (20, 39), (40, 59), (60, 79), (80, 124)) if age <= high
    )
    return _Band("age", Decimal(third[0]), Decimal(third[1]), 2)


def _label(band: _Band) -> str:
    kind = band.kind
    if band.level == 3:
        return {"age": "age", "number": "number", "%": "percentage"}.get(
            kind, "amount of money" if _is_money(kind) else "quantity"
        )
    if kind == "age":
        span = f"{int(band.low)} to {int(band.high)}" if band.level else str(int(band.low))
        return f"{span} years old"
    if _is_money(kind):
        glue = "" if kind[-1] in _SIGNS else " "
        low, high = f"{kind}{glue}{_pretty(band.low)}", f"{kind}{glue}{_pretty(band.high)}"
        return f"{low} to {high}" if band.level else low
    if kind.startswith("-"):
        span = f"{_pretty(band.low)}-to-{_pretty(band.high)}" if band.level else _pretty(band.low)
        return f"{span}{kind}"
    unit = "" if kind == "number" else kind if kind in "%°" else f" {kind}"
    if not band.level:
        return f"{_pretty(band.low)}{unit}"
    low = _pretty(band.low) + (unit if kind == "%" else "")
    return f"{low} to {_pretty(band.high)}{unit}"


def _is_money(kind: str) -> bool:
    return bool(kind) and (kind[-1] in _SIGNS or bool(re.fullmatch(_ISO, kind.lower())))


def _plain(value: Decimal) -> str:
    return f"{value:f}"


def _pretty(value: Decimal) -> str:
    for scale, word in ((10**12, " trillion"), (10**9, " billion"), (10**6, " million")):
        if value >= scale:
            return f"{(value / scale).normalize():f}{word}"
    return f"{value:,f}"
