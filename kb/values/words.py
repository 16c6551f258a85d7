"""The words of dates and numbers: months, days, seasons, number words, ordinals, units of time; no other table has
them."""

import re
from typing import Final

MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
ROMAN_MONTHS: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
WEEKDAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
OTHER_SEASON: Final = {"spring": "autumn", "summer": "winter", "autumn": "spring", "winter": "summer"}
"""The season of the same months on the other side of the equator."""
SEASON_MONTHS: Final = {"spring": "345", "summer": "678", "autumn": "9ab", "winter": "c12"}
"""The months of a season, in hexadecimal digits, as they are counted north of the equator."""
SEASONS: Final = (*SEASON_MONTHS, "fall")
UP_TO_19: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)  # fmt: skip
TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
TENS_IN_PLURAL: Final = tuple(f"{ten[:-1]}ies" for ten in TENS)
SIMPLE: Final = {w: n for n, w in enumerate(UP_TO_19)} | {w: 10 * n for n, w in enumerate(TENS, 2)}
"""Number words of one part and what they say."""
SCALES: Final = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12}
NUMBER_WORDS: Final = frozenset((*UP_TO_19[1:], *TENS, *SCALES, "and", "dozen"))
"""The words that numbers are spelled with."""
ORDINALS: Final = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh"),
    *("twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth"),
    *("twentieth", "twenty-first"),
)  # fmt: skip
"""The ordinals of centuries."""
PERIODS: Final = {
    "second": 1 / 60, "minute": 1, "hour": 60, "day": 1440, "night": 1440, "week": 10080, "fortnight": 20160,
    "month": 43830, "year": 525960, "decade": 5259600, "centurie": 52596000, "century": 52596000,
}  # fmt: skip
"""Units of time in words (without a plural's s) in minutes."""
MINUTES: Final = PERIODS | {
    "sec": 1 / 60, "min": 1, "hr": 60, "h": 60, "wk": 10080, "mo": 43830, "yr": 525960,
}  # fmt: skip
"""The same with the short ones."""
CURRENCY_CODES: Final = (
    *("EUR", "USD", "GBP", "JPY", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "SKK", "HUF", "RON", "ROL", "BGN", "BGL"),
    *("HRK", "RSD", "TRY", "TRL", "YTL", "RUB", "RUR", "UAH", "UAK", "GEL", "AMD", "AZN", "MDL", "DEM", "ATS", "FRF"),
    *("ITL", "ESP", "PTE", "NLG", "BEF", "FIM", "IEP", "GRD", "CYP", "MTL", "LTL", "LVL", "EEK", "SIT", "MKD", "ALL"),
    *("BAM", "ISK", "LUF", "CAD", "AUD", "NZD", "CNY", "RMB", "HKD", "SGD", "INR", "PKR", "BRL", "MXN", "ARS", "CLP"),
    *("COP", "ZAR", "ILS", "NIS", "SAR", "AED", "EGP", "THB", "IDR", "MYR", "PHP", "KRW", "TWD", "VND", "XAF", "ECU"),
    *("BTC", "ETH"),
)  # fmt: skip
SIGNS: Final = "$€£¥₤₺₹₽"
CURRENCY_NAMES: Final = (
    r"euros?|dollars?|pounds?(?:\ssterling)?|sterling|pence|cents?|francs?|marks?|liras?|lire|[Ll]iras?|zlotys?|złotys?"
    r"|krona|kronor|krone[rn]?|koruna[sy]?|korun|forints?|leu|lei|leva|lev|kunas?|dinars?|denars?|roubles?|rubles?"
    r"|hryvn[iy]as?|karbovanets|lari|drams?|manat|schillings?|shillings?|pesetas?|escudos?|guilders?|drachmas?|lats|litas"
    r"|kroon|tolars?|yen|yuan|rupees?|pesos?|reals?|reais|rands?|shekels?|riyals?|dirhams?|baht|bitcoins?"
)
"""A pattern of the names of money."""

_OLD_YEARS: Final = ("sixteen", "seventeen", "eighteen", "nineteen", "twenty")

NUMBER_WORD: Final = (
    rf"(?:(?:{'|'.join(TENS)})(?:[-‑\s](?:{'|'.join(UP_TO_19[1:10])}))?|{'|'.join(UP_TO_19[1:])})"
)
"""A pattern of one to ninety-nine in words."""
YEAR_IN_WORDS: Final = (
    rf"(?:(?P<hundreds>{'|'.join(_OLD_YEARS)})[-\s](?:(?P<rest>(?:{'|'.join(TENS)})(?:[-\s](?:{'|'.join(UP_TO_19[1:10])}))?"
    rf"|{'|'.join(UP_TO_19[10:])})|(?:oh?|nought)[-\s](?P<unit>{'|'.join(UP_TO_19[1:10])}))"
    rf"|(?<=['’])(?P<short>(?:{'|'.join(TENS[2:])})(?:[-\s](?:{'|'.join(UP_TO_19[1:10])}))?))"
)
"""A pattern of a year as it is said: "nineteen thirty-nine", "twenty oh five", "'seventy-four"."""
_DIGITS: Final = re.compile(
    r"(?<![\w.])[-+]?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?|(?<![\w.])[-+]?\d+(?:\.\d+)?"
)
_WORD: Final = "(?:" + "|".join([*SIMPLE, *SCALES]) + ")"
_WORDS: Final = re.compile(rf"\b{_WORD}(?:(?:[\s-]+|\s+and\s+){_WORD})*\b", re.IGNORECASE)
_MONTH_NUMBERS: Final = {
    form.casefold(): n for n, month in enumerate(MONTHS, 1) for form in (month, month[:3])
}


def month_pattern(stop: str = r"\.?") -> str:
    """Return a pattern of the names of months, whole or short; ``stop`` is what may follow a short one."""
    named = []
    for month in MONTHS:
        rest, short = month[3:], month[:3]
        if month == "September":
            named.append(rf"{short}(?:{rest}|t?{stop})")
        elif not rest:
            named.append(short)
        elif len(rest) == 1:
            named.append(rf"{short}{rest}?{stop}")
        else:
            named.append(rf"{short}(?:{rest}|{stop})")
    return "(?:" + "|".join(named) + ")"


def month_number(name: str) -> int | None:
    """1 to 12 for a month, named whole, short ("Sept.") or by a Roman number; None for any other word."""
    bare = name.rstrip(".").casefold()
    if bare.upper() in ROMAN_MONTHS:
        return ROMAN_MONTHS.index(bare.upper()) + 1
    bare = "sep" if bare == "sept" else bare
    return _MONTH_NUMBERS.get(bare)


def ordinal_end(number: int) -> str:
    """st, nd, rd or th."""
    return "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    return f"{number}{ordinal_end(number)}"


def numbers_in(text: str) -> list[tuple[float, int, int]]:
    """Return the numbers of a text, in digits or words, with their offsets, in order."""
    found = [(m.start(), m.end(), float(m.group().replace(",", ""))) for m in _DIGITS.finditer(text)]
    found += [(m.start(), m.end(), float(words_to_number(m.group()))) for m in _WORDS.finditer(text)]
    return [(value, start, end) for start, end, value in sorted(found)]


def number_in(text: str) -> tuple[float, int, int] | None:
    """Return the first number of a phrase with its offsets: "thirty-six years" -> (36.0, 0, 10)."""
    return next(iter(numbers_in(text)), None)


def words_to_number(words: str) -> int:
    """Return the value of number words ("one hundred and five" -> 105)."""
    total, current = 0, 0
    for word in re.split(r"[\s-]+", words.lower()):
        if word in SIMPLE:
            current += SIMPLE[word]
        elif word == "hundred":
            current = max(current, 1) * 100
        elif word in SCALES:
            total += max(current, 1) * SCALES[word]
            current = 0
    return total + current


def year_of(match: re.Match[str]) -> int:
    """Return the year that a match of YEAR_IN_WORDS says; one of two parts is of the 20th century."""
    said = (match["short"] or match["rest"] or match["unit"]).replace("-", " ").lower().split()
    return 100 * (SIMPLE[match["hundreds"].lower()] if match["hundreds"] else 19) + sum(
        map(SIMPLE.__getitem__, said)
    )
