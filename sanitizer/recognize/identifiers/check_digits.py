"""Check digits and other proofs that a string is what its form says."""

import importlib
import ipaddress
import unicodedata
from collections.abc import Callable
from functools import cache
from itertools import product
from string import ascii_uppercase
from typing import Any


@cache
def _module(name: str) -> Any:
    return importlib.import_module(f"stdnum.{name}")


def stdnum(name: str) -> Callable[[str], bool]:
    """Return the validity test of a python-stdnum module, imported when first asked; any script's digits will do."""

    def valid(number: str) -> bool:
        if not number.isascii():
            number = "".join(str(unicodedata.decimal(char, char)) for char in number)
        return bool(_module(name).is_valid(number))

    return valid


def has_iban(country: str) -> bool:
    """Return whether a country, by its two letters, has a form of IBAN."""
    return country.upper() in _countries_with_iban()


@cache
def _countries_with_iban() -> frozenset[str]:
    forms = importlib.import_module("stdnum.numdb").get("iban")
    pairs = ("".join(pair) for pair in product(ascii_uppercase, repeat=2))
    return frozenset(pair for pair in pairs if forms.info(pair)[0][1])


def luhn(number: str) -> bool:
    """Return whether the digits of ``number`` end in their Luhn check digit (ISO/IEC 7812-1)."""
    digits = [int(c) for c in number if c.isdecimal()]
    total = sum(digits[-1::-2]) + sum(sum(divmod(2 * d, 10)) for d in digits[-2::-2])
    return len(digits) > 1 and total % 10 == 0


def card(number: str) -> bool:
    """Return whether it is a payment card number: 12 to 19 digits, an issuer's first digit, Luhn; not one digit
    repeated."""
    digits = "".join(c for c in number if c.isdecimal())
    return (
        12 <= len(digits) <= 19
        and (digits[0] in "23456" or digits[:4] == "1800")
        and len(set(digits)) > 1
        and luhn(digits)
    )


def iban(number: str) -> bool:
    """ISO 13616: the rearranged number, letters as 10 to 35, is 1 modulo 97."""
    compact = "".join(c for c in number if c.isalnum()).upper()
    if not (15 <= len(compact) <= 34 and compact.isascii()):
        return False
    return int("".join(str(int(c, 36)) for c in compact[4:] + compact[:4])) % 97 == 1


def ip(address: str) -> bool:
    """Return whether it is an IPv4 or IPv6 address, with or without a prefix length."""
    try:
        ipaddress.ip_interface(address)
    except ValueError:
        return False
    return True


def orcid(number: str) -> bool:
    """Return whether it is an ORCID: sixteen characters, the last the ISO 7064 MOD 11-2 check."""
    return bool(_module("iso7064.mod_11_2").is_valid(number.replace("-", "")))


def ssn_us(number: str) -> bool:
    """Return whether it is an area, group and serial that the Social Security Administration may have issued."""
    digits = "".join(c for c in number if c.isdecimal())
    if len(digits) != 9 or len(set(digits)) == 1:
        return False
    return (
        digits[:3] not in ("000", "666") and digits[0] != "9" and digits[3:5] != "00" and digits[5:] != "0000"
    )


def no_day(number: str) -> bool:
    """Return whether three pairs of digits name no day in any order of day, month and year."""
    first, second, third = (int(part) for part in number.split("-"))
    days = ((first, second), (second, first), (third, second))
    return not any(0 < day <= 31 and 0 < month <= 12 for day, month in days)


def npi(number: str) -> bool:
    """US National Provider Identifier: Luhn over the prefix 80840 and ten digits."""
    return luhn("80840" + "".join(c for c in number if c.isdecimal()))


def dea(number: str) -> bool:
    """US DEA registration: two letters, seven digits, the last from the others."""
    digits = [int(c) for c in number if c.isdecimal()]
    return (
        len(digits) == 7
        and (digits[0] + digits[2] + digits[4] + 2 * (digits[1] + digits[3] + digits[5])) % 10 == digits[6]
    )


def vin(number: str) -> bool:
    """Vehicle identification number: 17 characters with letters and digits (the check digit is American
    only).
    """
    return any(c.isdigit() for c in number) and sum(c.isalpha() for c in number) >= 2


def latitude_longitude(pair: str) -> bool:
    """Return whether they are two numbers within -90..90 and -180..180."""
    first, _, second = pair.replace(";", ",").partition(",")
    try:
        return abs(float(first)) <= 90 and abs(float(second)) <= 180
    except ValueError:
        return False


def phone(number: str, regions: tuple[str, ...] = ("US", "GB")) -> bool:
    """Return whether phonenumbers holds ``number`` valid: internationally if it begins with +, else in one of
    ``regions``.
    """
    import phonenumbers

    for region in (None,) if number.startswith(("+", "00")) else regions:
        try:
            parsed = phonenumbers.parse("+" + number[2:] if number.startswith("00") else number, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number(parsed):
            return True
    return False


def phone_possible(number: str) -> bool:
    """Return whether phonenumbers holds an international ``number`` (with +) possible."""
    import phonenumbers

    try:
        return bool(phonenumbers.is_possible_number(phonenumbers.parse(number, None)))
    except phonenumbers.NumberParseException:
        return False
