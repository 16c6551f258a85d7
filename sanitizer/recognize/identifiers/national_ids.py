# ruff: noqa: E501 (a form reads best on one line)
"""Identifiers that states and health services give to persons: numbers of more than thirty countries."""

from collections.abc import Callable
from typing import Final

from sanitizer.recognize.identifiers import check_digits as checks
from sanitizer.recognize.identifiers.kinds import Kind

# forms of national numbers -> modules that can prove them, with the score of a bare hit (short check digits prove little)
NATIONAL: Final[tuple[tuple[str, tuple[int, ...], tuple[int, ...], float, tuple[str, ...]], ...]] = (
    (r"\d{11}", (0,), (11,), 0.35, ("pl.pesel", "no.fodselsnummer", "ee.ik", "hr.oib", "tr.tckimlik", "de.idnr", "gr.amka", "be.nn", "br.cpf")),
    (r"\d{3}\.\d{3}\.\d{3}-\d{2}", (0,), (3,), 0.9, ("br.cpf",)),
    (r"\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}", (0,), (2,), 0.9, ("be.nn",)),
    (r"\d{6} ?\d{5}", (0,), (6,), 0.5, ("no.fodselsnummer",)),
    (r"\d{2} ?\d{3} ?\d{3} ?\d{3}", (0,), (2,), 0.3, ("de.idnr",)),
    (r"\d{6}/\d{3,4}", (0,), (6,), 0.75, ("cz.rc",)),
    (r"\d{10}", (0,), (10,), 0.2, ("bg.egn", "cz.rc", "dk.cpr", "is_.kennitala", "at.vnr", "se.personnummer")),
    (r"\d{4} ?\d{6}", (0,), (4,), 0.45, ("at.vnr",)),
    (r"\d{6}-\d{4}", (0,), (6,), 0.7, ("se.personnummer", "dk.cpr", "is_.kennitala")),
    (r"(?:19|20)\d{6}-\d{4}", (0,), (8,), 0.8, ("se.personnummer",)),
    (r"\d{6}[-+A-FU-Y]\d{3}[0-9A-Z]", (0,), (6,), 0.85, ("fi.hetu",)),
    (r"\d{9}", (0,), (9,), 0.15, ("nl.bsn", "il.idnr", "ca.sin")),
    (r"\d{3}[ -]\d{3}[ -]\d{3}", (0,), (3,), 0.35, ("ca.sin",)),
    (r"\d{8}-?[A-Z]", (0,), (8,), 0.8, ("es.dni",)),
    (r"[XYZ]-?\d{7}-?[A-Z]", (1,), (0, 7), 0.85, ("es.nie",)),
    (r"[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]", (6,), (2,), 0.95, ("it.codicefiscale",)),
    (r"[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}", (0,), (1, 15, 13), 0.9, ("fr.nir",)),
    (r"756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}", (0,), (3, 13), 0.95, ("ch.ssn",)),
    (r"[1-9]\d{12}", (0,), (13,), 0.5, ("ro.cnp", "za.idnr", "th.pin")),
    (r"\d{6}-?[1-4]\d{6}", (0,), (6, 13), 0.75, ("kr.rrn",)),
    (r"\d{17}[\dX]", (0,), (17, 18), 0.9, ("cn.ric",)),
    (r"[2-9]\d{3} ?\d{4} ?\d{4}", (0,), (4, 12), 0.5, ("in_.aadhaar",)),
    (r"\d{1,2}\.?\d{3}\.?\d{3}-[\dKk]", (0,), (1, 2, 7, 8), 0.8, ("cl.rut",)),
    (r"[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z\d]\d", (4,), (6,), 0.95, ("mx.curp",)),
    (r"\d{7}[A-W][A-IW]?", (0,), (7,), 0.7, ("ie.pps",)),
    (r"\d{8} ?\d ?[A-Z]{2}\d", (0,), (8, 9), 0.85, ("pt.cc",)),
)  # fmt: skip
_NATIONAL_CONTEXT: Final = (
    r"\b(?:pesel|bsn|burgerservicenummer|cpr|cnp|egn|hetu|personnummer|f(?:ø|o)dselsnummer|dni|nie|nif|cpf|rut|curp|nir|ahv|avs|svnr|aadhaar|oib|amka|rijksregister"
    r"|rodn[eé]|kennitala|asmens|isikukood|tc kimlik|steuer|codice fiscale|pps|sin|resident|national|identity|identification|personal|citizen|insurance|tax|id)\b"
)


def _any_of(modules: tuple[str, ...]) -> Callable[[str], bool]:
    tests = tuple(checks.stdnum(m) for m in modules)
    return lambda number: any(test(number) for test in tests)


def _vat(number: str) -> bool:
    compact = "".join(c for c in number if c.isalnum())
    if compact.startswith("CHE"):
        return checks.stdnum("ch.uid")(compact)
    if compact.startswith("GB"):
        return checks.stdnum("gb.vat")(compact)
    return checks.stdnum("eu.vat")(compact)


STATES: Final[tuple[Kind, ...]] = (
    Kind("SSN", r"\d{3}([- ])\d{2}\1\d{4}", 0.75, r"\bssn\b|social security|social insurance", checks.ssn_us, digits=(3,)),
    Kind("SSN", r"\d{9}|\d{3}[-. ]\d{2}[-. ]\d{4}", 0.15, r"\bssns?\b|social security|\bss ?#", checks.ssn_us, digits=(3, 9)),
    Kind("TAX_ID", r"9\d{2}([- ]?)(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\1\d{4}", 0.2, r"\bitin\b|tax", checks.stdnum("us.itin"), digits=(3, 9)),
    Kind("TAX_ID", r"\d{2}-\d{7}", 0.3, r"\bein\b|employer|tax", checks.stdnum("us.ein"), digits=(2,)),
    Kind("TAX_ID", r"\d{10}", 0.45, r"\butr\b|unique taxpayer", checks.stdnum("gb.utr"), digits=(10,)),
    Kind("TAX_ID", r"[A-Z]{5}\d{4}[A-Z]", 0.7, r"\bpan\b|tax", checks.stdnum("in_.pan"), letters=(5,), digits=(4,)),
    Kind("TAX_ID", r"\d{2} ?\d{3} ?\d{3} ?\d{3}|\d{3} ?\d{3} ?\d{3}", 0.45, r"\b(?:abn|acn|tfn)\b|business number|tax file", digits=(2, 3, 9, 11)),
    Kind("TAX_ID", r"\d{2}\.?\d{3}\.?\d{3}/?\d{4}-?\d{2}", 0.3, r"cnpj", checks.stdnum("br.cnpj"), digits=(2, 14)),
    Kind("SSN", r"[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]", 0.85, r"\bnino?\b|national insurance", letters=(2,), digits=(0, 2, 6, 4)),
    Kind("HEALTH_ID", r"\d{3}[ -]?\d{3}[ -]?\d{4}", 0.3, r"\bnhs\b|health", checks.stdnum("gb.nhs"), digits=(3, 10)),
    Kind("HEALTH_ID", r"[1-9][AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d-?[AC-HJKMNP-RT-Y][AC-HJKMNP-RT-Y0-9]\d-?[AC-HJKMNP-RT-Y]{2}\d{2}", 0.8, r"medicare|\bmbi\b", digits=(1,)),
    Kind("MEDICAL_LICENCE", r"\d{10}", 0.45, r"\bnpi\b|provider", checks.npi, digits=(10,)),
    Kind("MEDICAL_LICENCE", r"[ABCDEFGHJKLMPRSTUX][A-Z9]\d{7}", 0.35, r"\bdea\b|licen[cs]e|prescrib", checks.dea, letters=(1, 2), digits=(7, 8)),
    Kind("DRIVING_LICENCE", r"[A-Z9]{5}\d{6}[A-Z9]{2}\d[A-Z]{2}", 0.7, r"licen[cs]e|driv", letters=(5,)),
    Kind("VAT", r"(?:ATU|BE|BG|CHE|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[ -]?[A-Z0-9](?:[ .]?[A-Z0-9]){6,12}", 0.6, r"\bvat\b|tax|ust|iva\b|btw|tva", _vat, letters=(2, 3, 4)),
)  # fmt: skip

NATIONAL_KINDS: Final = tuple(
    Kind(
        "NATIONAL_ID",
        form,
        score,
        _NATIONAL_CONTEXT,
        _any_of(modules),
        letters,
        digits,
        r"phone|tel\b|call|fax|mobile",
    )
    for form, letters, digits, score, modules in NATIONAL
)
