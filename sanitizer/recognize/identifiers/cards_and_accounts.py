# ruff: noqa: E501 (a form reads best on one line)
"""Identifiers of payment and banking: cards, accounts, crypto addresses."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.recognize.identifiers import check_digits as checks
from sanitizer.recognize.identifiers.kinds import ANY, Kind
from sanitizer.text.anchors import Anchors
from sanitizer.values.found_values import Found

MONEY: Final[tuple[Kind, ...]] = (
    Kind("CARD", r"\d{4}([ -]?)\d{4}\1\d{4}\1\d{1,7}|\d{4}[ -]?\d{6}[ -]?\d{4,5}|\d{12,19}", 0.9, r"card|visa|credit|amex|mastercard|payment|pay", checks.card, digits=(4, 12, 13, 14, 15, 16, 17, 18, 19)),
    Kind("CARD", r"\d{4}([ -])\d{4}\1\d{4}\1\d{4}|\d{16}", 0.3, r"card|visa|credit|amex|mastercard", digits=(4, 16)),
    Kind("CARD_SECURITY", r"\d{3,4}", 0.45, r"\b(?:cvv2?|cvc2?|security code|verification code)\W{0,4}$|\b(?:cvv2?|cvc2?)\b", digits=(3, 4)),
    Kind("IBAN", r"[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{4}){2,7}(?:[ -]?[A-Za-z0-9]{1,3})?", 0.95, r"iban|account|bank", checks.iban, letters=(2,), digits=ANY),
    Kind("IBAN", r"[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{4}){2,7}(?:[ -]?[A-Za-z0-9]{1,3})?", 0.2, r"iban", letters=(2,), digits=ANY),
    Kind("BIC", r"[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?", 0.45, r"\b(?:bic|swift)\b", checks.stdnum("bic"), letters=(6, 7, 8, 9, 10, 11), digits=ANY),
    Kind("ROUTING", r"\d{4}-?\d{4}-?\d", 0.45, r"routing|\baba\b|\brtn\b|transit", checks.stdnum("us.rtn"), digits=(4, 9)),
    Kind("BANK_ACCOUNT", r"\d{2}[- ]\d{2}[- ]\d{2}[ /,]{1,3}\d{6,8}", 0.7, r"sort\b|account|bank", digits=(2,)),
    Kind("BANK_ACCOUNT", r"\d{2}[- ]\d{2}[- ]\d{2}", 0.45, r"\bsort(?: code)?\b\W{0,3}$|\bs\.?/?c\b\W{0,3}$|\bacc(?:oun)?t?\b", digits=(2,)),
    Kind("BANK_ACCOUNT", r"\d{2}-\d{2}-\d{2}(?!-)", 0.5, "", checks.no_day, digits=(2,)),
    Kind("BANK_ACCOUNT", r"\d{8,17}|\d{3,6}[- ]\d{4,10}", 0.15, r"\b(?:account|acct|a/c|bank)\b", digits=tuple(range(3, 18)), against=r"phone|tel\b|call|fax|mobile|card"),
    Kind("CRYPTO", r"[13][a-km-zA-HJ-NP-Z1-9]{25,34}", 0.7, r"bitcoin|btc|wallet|crypto|address", checks.stdnum("bitcoin"), digits=ANY),
    Kind("CRYPTO", r"bc1[ac-hj-np-z02-9]{11,71}", 0.9, r"bitcoin|btc|wallet", letters=(2,), digits=(1,)),
    Kind("CRYPTO", r"0x[0-9a-fA-F]{40}", 0.9, r"ether|eth\b|wallet", digits=(1,)),
    Kind("CRYPTO", r"(?:[LM3][a-km-zA-HJ-NP-Z1-9]{26,33}|r[0-9a-zA-Z]{24,34}|X[1-9A-HJ-NP-Za-km-z]{33}|4[0-9AB][1-9A-HJ-NP-Za-km-z]{93}|D[5-9A-HJ-NP-U][1-9A-HJ-NP-Za-km-z]{32})", 0.2, r"litecoin|ltc\b|ripple|xrp|monero|xmr|doge|wallet|crypto|dash\b", letters=ANY, digits=ANY),
)  # fmt: skip

_BIC_WORD: Final = re.compile(
    r"\b(?:BIC|SWIFT|swift|bic)\b[^\n]{0,30}?\b([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\b"
)


def banks(anchors: Anchors) -> Iterator[Found]:
    """Yield codes of banks behind the word for them, with words between."""
    text = anchors.text
    if "BIC" in text or "SWIFT" in text or "swift" in anchors.lowered:
        for match in _BIC_WORD.finditer(text):
            if checks.stdnum("bic")(match.group(1)):
                yield Found(match.start(1), match.end(1), "BIC", 0.85)
