# ruff: noqa: E501 (a form reads best on one line)
"""Phone numbers: international and national forms by a phone-number library, local forms by shape or context."""

import re
from typing import Final

from sanitizer.recognize.identifiers import check_digits as checks
from sanitizer.values import dates_in_numbers
from sanitizer.values.found_values import Found

_PHONE: Final = re.compile(
    r"(?:\+|00)?\(?\d{1,4}\)?(?:(?:[^\S\n]|[.\-/–]){0,2}\(?\d{1,5}\)?){1,6}(?:\s?(?:x|ext\.?|extension|#)\s?\d{1,6})?(?![^\W_])"
)
_PHONE_SHAPE: Final = re.compile(
    r"(?:(?:\+?1|001)[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[-.])\d{3}[-.\s]\d{4}(?:\s?(?:x|ext\.?)\s?\d{1,6})?$"
)
_PHONE_LOCAL: Final = re.compile(
    r"(?:\(\d{2,5}\)\s?\d{3}[-\s]?\d{3,4}|\d{2}-\d{2}-\d{2}-\d{2}|\(?0\d{2,4}\)?[\s/-]\d{3,4}[\s-]\d{3,4})$"
)
_PHONE_CONTEXT: Final = re.compile(
    r"\b(?:ph|phone|tel|tele(?:phone|fax|fon)|téléphone|telefono|handy|call(?:ing|ed|s)?|mobile|mob|cell|e?fax(?:ed)?|facsimile|contact(?:ed|able)?|dial(?:led|ed)?|text(?:ed)?|sms|whatsapp|r[iau]ng|reach(?:ed|able)?|(?:phone|fax|mobile|registered|my|office)\snumber|hotline|answering|office)\b",
    re.IGNORECASE,
)
_PHONE_BEHIND: Final = re.compile(
    r"\s?\((?:fax|tel|phone|mobile|cell|home|work|office|ans(?:wering)?\b)", re.IGNORECASE
)
_TRUNK: Final = re.compile(r"0[1-9]\d{8,9}")
"""A national number in one piece: no quantity begins with a nought."""
_EXCHANGE: Final = re.compile(r"(?:[2-9]\d{2}-0\d{3}|555-\d{4})$")
"""A number within one exchange: no range ends with a nought in front."""
_PHONE_REGIONS: Final = (
    "US", "GB", "DE", "FR", "IT", "ES", "NL", "BE", "CH", "AT", "SE", "NO", "DK", "FI", "PL", "IE", "PT", "AU", "IN", "IL", "MX", "BR",
)  # fmt: skip


def phone(text: str, start: int) -> Found | None:
    """Return the phone number that begins at `start` (or at a sign before it)."""
    if start and text[start - 1] in "(+":
        start -= 1
        if start and text[start - 1] == "+":
            start -= 1
    match = _PHONE.match(text, start)
    if match is None:
        return None
    number = match.group()
    count = sum(c.isdecimal() for c in number)
    if count < 7 or count > 20:
        return None
    international = number.startswith(("+", "00"))
    if not international:
        date = dates_in_numbers.at_digit(text, start) if number[0] != "(" else None
        if date and date.score >= 0.55:
            return None
    before = text[max(0, start - 40) : start]
    context = bool(_PHONE_CONTEXT.search(before) or _PHONE_BEHIND.match(text, match.end()))
    if international:
        valid = checks.phone(number) or checks.phone_possible(
            number if number[0] == "+" else "+" + number[2:]
        )
        score = 0.95 if valid else 0.6 if number[0] == "+" else 0.1
    elif _PHONE_SHAPE.match(number):
        score = 0.8
    elif _PHONE_LOCAL.match(number) or _EXCHANGE.match(number):
        score = 0.6
    elif (_TRUNK.fullmatch(number) and checks.phone(number, ("GB", *_PHONE_REGIONS))) or (
        count >= 9
        and any(not c.isdecimal() for c in number)
        and number[0] in "0("
        and checks.phone(number, _PHONE_REGIONS)
    ):
        score = 0.65
    elif (
        context and 7 <= count <= 15 and (count >= 9 or checks.phone(number, _PHONE_REGIONS) or "-" in number)
    ):
        return Found(start, match.end(), "PHONE", 0.75)
    else:
        return None
    return Found(start, match.end(), "PHONE", min(1.0, score + (0.2 if context else 0.0)))
