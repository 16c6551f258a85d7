# ruff: noqa: E501 (a form reads best on one line)
"""Postcodes of more than forty countries: their shapes as a table, and the words that announce one.

Digits alone are a postcode only behind such a word; shapes of letters and digits, and a country's sign before a place
("D-10115 Berlin"), are one by themselves. Source: the Universal Postal Union's guide to the elements of addresses.
"""

from typing import Final

from sanitizer.recognize.identifiers.kinds import Kind

_STATES: Final = (
    r"\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT"
    r"|V[AT]|W[AIVY]),? ?$"
)
_ANNOUNCED: Final = (
    r"\b(?:post(?:al)? ?codes?|zip(?: ?codes?)?|plz|postleitzahl|code postal|cp|cap|c[oó]digo postal|postnummer|postnr|ps[čc]"
    r"|kod pocztowy|irányítószám|poštanski broj|poštna številka|eircode|pin ?codes?|cep|postinumero|sihtnumber|indeks)"
    r"(?:\sis)?\W{0,3}$|〒\s?$"
)
_DIGITS: Final[tuple[tuple[str, str, tuple[int, ...]], ...]] = (
    ("AT AU BE BG CH CY DK GE HU LI LU LV NO NZ PH SI ZA", r"\d{4}", (4,)),
    ("CZ GR SE SK", r"\d{3} \d{2}", (3,)),
    ("DE EE ES FI FR HR IT KR LT MC ME MX MY RS SM TH TR UA", r"\d{5}", (5,)),
    ("CN IN RO RU SG", r"\d{3} ?\d{3}", (3, 6)),
    ("PL", r"\d{2}-\d{3}", (2,)),
    ("JP", r"\d{3}-\d{4}", (3,)),
    ("PT", r"\d{4}-\d{3}", (4,)),
    ("BR", r"\d{5}-\d{3}", (5,)),
    ("IL", r"\d{7}", (7,)),
)
"""Countries (ISO 3166) whose postcodes are digits, with the shape and how many digits come first."""

POSTCODES: Final[tuple[Kind, ...]] = (
    *(
        Kind("POSTCODE", shape, 0.15, rf"{_ANNOUNCED}|\baddress" if "-" in shape else _ANNOUNCED, digits=first)
        for _, shape, first in _DIGITS
    ),
    # a country's sign before the code of a place
    Kind("POSTCODE", r"(?:AT?|BE?|BG|CH|CZ|DE?|DK|EE?|EST|FI?|FIN|FL|FR|GR|HR?|HU|IT?|LT?|LU|LV|NL?|NO|PL?|PT|RO|SE?|SI|SK|SLO)[-–](?:\d{4,6}|\d{3} \d{2}|\d{2}-\d{3}|\d{4}-\d{3})(?=,? [^\W\d_a-z])", 0.6, letters=(1, 2, 3)),
    # GB, CA, IE, NL, MT, US
    Kind("POSTCODE", r"(?:GIR ?0AA|[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d[\dA-HJKMNP-Y]?|\d[A-HJKPSTUW])) ?\d[ABD-HJLNP-UW-Z]{2}", 0.8, r"postcode|address|street|road", letters=(1, 2), digits=(1, 2)),
    Kind("POSTCODE", r"[a-pr-uwyz]{1,2}\d[a-z\d]? ?\d[abd-hjlnp-uw-z]{2}", 0.35, r"\bp(?:ost ?)?c(?:odes?)?\b|address|street|road|\blives?\b|\bflat\b", letters=(1, 2), digits=(1, 2, 3)),
    Kind("POSTCODE", r"[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d", 0.8, r"postal|address", letters=(1,), digits=(1,)),
    Kind("POSTCODE", r"[AC-FHKNPRTV-Y](?:\d{2}|6W) [0-9AC-FHKNPRTV-Y]{4}", 0.55, r"eircode|\bco\.|ireland|address", letters=(1,), digits=(1, 2)),
    Kind("POSTCODE", r"[A-Z]{3} \d{4}", 0.15, _ANNOUNCED, letters=(3,), digits=(0,)),
    Kind("POSTCODE", r"\d{4} ?[A-Z]{2}", 0.35, r"amsterdam|rotterdam|den haag|utrecht|postcode|straat|netherlands", digits=(4,)),
    Kind("POSTCODE", r"\d{5}(?:-\d{3,4})?", 0.45, rf"\bzip\b|postal|postcode|{_STATES}", digits=(5,)),
)  # fmt: skip
