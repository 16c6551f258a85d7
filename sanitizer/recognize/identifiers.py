# ruff: noqa: E501 (a form reads best on one line)
"""Structured identifiers: one row per kind, with its form, its proof and the words that raise it.

A kind is asked only where a word with its head (so many letters, then so many digits) begins, so that the cost is
linear in the text and hardly grows with the number of kinds.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sanitizer.recognize import checks, dates
from sanitizer.recognize.dates import Found

CONTEXT_LEFT: Final = 60
CONTEXT_RIGHT: Final = 25
_RAISE: Final = 0.45


@dataclass(frozen=True)
class Kind:
    """A kind of identifier.

    ``letters`` and ``digits`` are the numbers of ASCII letters and of digits with which its first word may begin;
    ``pattern`` is matched there; ``valid`` must hold; ``score`` is without context; a match of ``context`` nearby
    raises the score by .45, a match of ``against`` lowers it as much.
    """

    type: str
    pattern: str
    score: float
    context: str = ""
    valid: Callable[[str], bool] | None = None
    letters: tuple[int, ...] = (0,)
    digits: tuple[int, ...] = tuple(range(1, 20))
    against: str = ""


_SEP = r"[ .\-/]?"
_ANY = tuple(range(0, 40))

KINDS: Final[tuple[Kind, ...]] = (
    # payment and banking
    Kind("CARD", r"\d{4}([ -]?)\d{4}\1\d{4}\1\d{1,7}|\d{4}[ -]?\d{6}[ -]?\d{4,5}|\d{12,19}", 0.9, r"card|visa|credit|amex|mastercard|payment|pay", checks.card, digits=(4, 12, 13, 14, 15, 16, 17, 18, 19)),
    Kind("CARD", r"\d{4}([ -])\d{4}\1\d{4}\1\d{4}|\d{16}", 0.3, r"card|visa|credit|amex|mastercard", digits=(4, 16)),
    Kind("CARD_SECURITY", r"\d{3,4}", 0.45, r"\b(?:cvv2?|cvc2?|security code|verification code)\W{0,4}$|\b(?:cvv2?|cvc2?)\b", digits=(3, 4)),
    Kind("PIN", r"\d{4,8}", 0.45, r"\b(?:pin|passcode|pin code|otp|one-time code)\b", digits=(4, 5, 6, 7, 8)),
    Kind("IBAN", r"[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{4}){2,7}(?:[ -]?[A-Za-z0-9]{1,3})?", 0.95, r"iban|account|bank", checks.iban, letters=(2,), digits=_ANY),
    Kind("IBAN", r"[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]{4}){2,7}(?:[ -]?[A-Za-z0-9]{1,3})?", 0.2, r"iban", letters=(2,), digits=_ANY),
    Kind("BIC", r"[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?", 0.45, r"\b(?:bic|swift)\b", checks.stdnum("bic"), letters=(6, 7, 8, 9, 10, 11), digits=_ANY),
    Kind("ROUTING", r"\d{4}-?\d{4}-?\d", 0.45, r"routing|\baba\b|\brtn\b|transit", checks.stdnum("us.rtn"), digits=(4, 9)),
    Kind("BANK_ACCOUNT", r"\d{2}-\d{2}-\d{2}[ /,]{1,3}\d{6,8}", 0.7, r"sort code|account|bank", digits=(2,)),
    Kind("BANK_ACCOUNT", r"\d{2}-\d{2}-\d{2}", 0.45, r"sort code", digits=(2,)),
    Kind("BANK_ACCOUNT", r"\d{8,17}|\d{3,6}[- ]\d{4,10}", 0.15, r"\b(?:account|acct|a/c|bank)\b", digits=tuple(range(3, 18)), against=r"phone|tel\b|call|fax|mobile|card"),
    Kind("CRYPTO", r"[13][a-km-zA-HJ-NP-Z1-9]{25,34}", 0.7, r"bitcoin|btc|wallet|crypto|address", checks.stdnum("bitcoin"), digits=_ANY),
    Kind("CRYPTO", r"bc1[ac-hj-np-z02-9]{11,71}", 0.9, r"bitcoin|btc|wallet", letters=(2,), digits=(1,)),
    Kind("CRYPTO", r"0x[0-9a-fA-F]{40}", 0.9, r"ether|eth\b|wallet", digits=(1,)),
    Kind("CRYPTO", r"(?:[LM3][a-km-zA-HJ-NP-Z1-9]{26,33}|r[0-9a-zA-Z]{24,34}|X[1-9A-HJ-NP-Za-km-z]{33}|4[0-9AB][1-9A-HJ-NP-Za-km-z]{93}|D[5-9A-HJ-NP-U][1-9A-HJ-NP-Za-km-z]{32})", 0.2, r"litecoin|ltc\b|ripple|xrp|monero|xmr|doge|wallet|crypto|dash\b", letters=_ANY, digits=_ANY),
    # persons and states
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
    Kind("HEALTH_ID", r"[A-Z]{0,4}\d{6,12}[A-Z]{0,2}", 0.45, r"health plan|insurance (?:id|no|number)|member (?:id|no|number)|policy|beneficiary|subscriber|medicare|medicaid", letters=(0, 1, 2, 3, 4)),
    Kind("MEDICAL_LICENCE", r"\d{10}", 0.45, r"\bnpi\b|provider", checks.npi, digits=(10,)),
    Kind("MEDICAL_LICENCE", r"[ABCDEFGHJKLMPRSTUX][A-Z9]\d{7}", 0.35, r"\bdea\b|licen[cs]e|prescrib", checks.dea, letters=(1, 2), digits=(7, 8)),
    Kind("MEDICAL_RECORD", r"[A-Z]{0,3}-?\d{5,10}(?:-\d{1,3})?", 0.45, r"\bmrn\b|medical record|patient (?:id|no|number)|chart|hospital (?:no|number)|record (?:no|number)|admission", letters=(0, 1, 2, 3)),
    Kind("PASSPORT", r"[A-Z]{1,2}[ -]?\d{6,8}|\d{8,9}|[A-Z]\d[A-Z\d]{7}|[A-Z0-9]{9}", 0.45, r"passport|travel document", letters=_ANY[:9]),
    Kind("DRIVING_LICENCE", r"[A-Z9]{5}\d{6}[A-Z9]{2}\d[A-Z]{2}", 0.7, r"licen[cs]e|driv", letters=(5,)),
    Kind("DRIVING_LICENCE", r"[A-Z]{0,3}[ -]?\d{3,4}(?:[ -]?\d{3,4}){1,3}|[A-Z]{1,2}\d{5,13}|\d{7,9}|\d[A-Z0-9]{6,10}", 0.45, r"driv\w+ licen[cs]e|licen[cs]e (?:no|number)|driver'?s? (?:id|no)|\bdl\b", letters=(0, 1, 2, 3)),
    Kind("NATIONAL_ID", r"[A-Z]{0,3}[ -]?\d{5,14}[A-Z]?", 0.45, r"identity (?:card|number|document)|\bid card|national id|personal (?:number|code|id)|citizen (?:id|number|card)|\bid (?:no|number)", letters=(0, 1, 2, 3)),
    Kind("VAT", r"(?:ATU|BE|BG|CHE|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[ -]?[A-Z0-9](?:[ .]?[A-Z0-9]){6,12}", 0.6, r"\bvat\b|tax|ust|iva\b|btw|tva", lambda s: _vat(s), letters=(2, 3, 4)),
    # devices, networks, keys
    Kind("IP", r"(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}(?:/\d{1,2})?(?!\.\d)", 0.85, r"\bip\b|address|server|host", checks.ip, digits=(1, 2, 3), against=r"version|section|§"),
    Kind("MAC", r"[0-9A-Fa-f]{2}([:-])(?:[0-9A-Fa-f]{2}\1){4}[0-9A-Fa-f]{2}", 0.9, r"\bmac\b|device", letters=(0, 1, 2), digits=_ANY),
    Kind("IMEI", r"\d{2}-?\d{6}-?\d{6}-?\d", 0.2, r"imei|phone|device|handset", checks.luhn, digits=(2, 15)),
    Kind("UUID", r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}", 0.9, "", letters=_ANY[:9], digits=_ANY),
    Kind("SECRET", r"(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}|AIza[\w-]{35}|gh[pousr]_\w{36,255}|github_pat_\w{22,255}|xox[abpers]-[\w-]{10,250}|[sr]k_(?:live|test)_\w{16,247}|eyJ[\w-]{10,2000}\.[\w-]{10,4000}\.[\w-]{5,2000}|SG\.[\w-]{22}\.[\w-]{43}|glpat-[\w-]{20}|npm_\w{36}|sk-(?:ant-|proj-)?[\w-]{20,200}|ya29\.[\w-]{20,500}", 0.95, "", letters=_ANY, digits=_ANY),
    Kind("SECRET", r"(?=[\w+/=-]{0,200}\d)(?=[\w+/=-]{0,200}[A-Za-z])[\w+/-]{16,512}={0,2}", 0.45, r"\b(?:api[ _-]?key|token|secret|bearer|private key|access key|client_secret)\b", letters=_ANY, digits=_ANY),
    # vehicles
    Kind("VIN", r"[A-HJ-NPR-Z0-9]{17}", 0.55, r"\bvin\b|vehicle|chassis|car\b", checks.vin, letters=_ANY[:17], digits=_ANY),
    Kind("PLATE", r"[A-Z]{2}\d{2} ?[A-Z]{3}", 0.55, r"plate|registration|vehicle|\bcar\b|\breg\b|driv", letters=(2,), digits=(2,)),
    Kind("PLATE", r"[A-Z]{1,3}[ -]\d{1,4}[ -]?[A-Z]{0,3}|\d{1,4}[ -]?[A-Z]{2,3}[ -]?\d{0,4}|[A-Z]{1,3}[- ]?[A-Z]{1,2} ?\d{1,4}[A-Z]?|[A-Z]{2,3}\d{3,4}", 0.45, r"licen[cs]e plate|number plate|registration (?:number|plate|mark|no)|\bplates?\b|tag number", letters=(0, 1, 2, 3), digits=(0, 1, 2, 3, 4)),
    # cases and records
    Kind("CASE_NUMBER", r"\d{1,2}:\d{2}-[a-z]{2}-\d{3,6}(?:-[A-Z]{2,4}){0,3}", 0.95, "", digits=(1, 2)),
    Kind("CASE_NUMBER", r"[A-Z]{1,4}[ .-]?\d{1,6}/\d{2,4}", 0.6, r"case|file|appli|docket|ref|judgment|\bno\b", letters=(0, 1, 2, 3, 4), digits=tuple(range(0, 20))),
    Kind("CASE_NUMBER", r"(?:[A-Z]{1,4}-?)?\d{1,4}[-/]\d{2,6}(?:[-/]\d{1,6})?", 0.2, r"\b(?:case|file|docket|claim|appeal|complaint|investigation|petition|reference|ref|decision|judgment)s?\b[^.]{0,12}\b(?:nos?|numbers?|#)\b|\b(?:case|docket|file|ref)\b[ :#]{0,3}$", letters=(0, 1, 2, 3, 4)),
    # publications and organizations
    Kind("ISBN", r"97[89][- ]?(?:\d[- ]?){9}\d|(?:\d[- ]?){9}[\dX]", 0.2, r"isbn", checks.stdnum("isbn"), digits=tuple(range(1, 14))),
    Kind("ORCID", r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]", 0.6, r"orcid", checks.orcid, digits=(4,)),
    Kind("LEI", r"[A-Z0-9]{18}\d{2}", 0.5, r"\blei\b", checks.stdnum("lei"), letters=_ANY[:19], digits=_ANY),
    Kind("DOI", r"10\.\d{4,9}/[\w.();/:-]{2,100}", 0.7, r"doi", digits=(2,)),
    Kind("FLIGHT", r"[A-Z]{2} ?\d{2,4}", 0.45, r"\bflight\b", letters=(2,), digits=(0, 2, 3, 4)),
    # places
    Kind("COORDINATES", r"-?\d{1,2}\.\d{3,12}\s?[,;]\s?-?\d{1,3}\.\d{3,12}", 0.8, r"lat|lon|coord|gps|locat", checks.latitude_longitude, digits=(1, 2)),
    Kind("COORDINATES", r"\d{1,3}\s?°\s?\d{1,2}\s?['′’]\s?(?:\d{1,2}(?:\.\d+)?\s?[\"″”]?\s?)?[NSEW](?:[,;]?\s?\d{1,3}\s?°\s?\d{1,2}\s?['′’]\s?(?:\d{1,2}(?:\.\d+)?\s?[\"″”]?\s?)?[NSEW])?|\d{1,3}(?:\.\d+)?\s?°\s?[NSEW](?:[,;]?\s?\d{1,3}(?:\.\d+)?\s?°\s?[NSEW])?", 0.9, "", digits=(1, 2, 3)),
    Kind("POSTCODE", r"(?:GIR ?0AA|[A-PR-UWYZ](?:\d{1,2}|[A-HK-Y]\d[\dA-HJKMNP-Y]?|\d[A-HJKPSTUW])) ?\d[ABD-HJLNP-UW-Z]{2}", 0.8, r"postcode|address|street|road", letters=(1, 2), digits=(1, 2)),
    Kind("POSTCODE", r"[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d", 0.8, r"postal|address", letters=(1,), digits=(1,)),
    Kind("POSTCODE", r"\d{5}(?:-\d{3,4})?", 0.45, r"\bzip\b|postal|postcode|\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? ?$", digits=(5,)),
    Kind("POSTCODE", r"\d{4} ?[A-Z]{2}", 0.35, r"amsterdam|rotterdam|den haag|utrecht|postcode|straat|netherlands", digits=(4,)),
    # the mixed rest: letters and digits handed out as a code
    Kind("CODE", r"[A-Z]{1,5}[-/.]?\d{3,12}(?:[-/.][A-Z0-9]{1,8}){0,4}[A-Z]{0,3}", 0.4, r"\b(?:no|nos|number|numbers|code|ref|reference|id|serial|invoice|order|ticket|licen[cs]e|certificate|file|plot|plots|parcel|policy|account|customer|batch|lot)\b", letters=(1, 2, 3, 4, 5), digits=tuple(range(0, 13))),
    Kind("CODE", r"(?=[A-Z\d-]{0,30}\d[A-Z\d-]{0,20}\d)[A-Z]{1,6}(?:[-/]?[A-Z0-9]{1,10}){2,6}", 0.3, r"\b(?:no|number|code|ref|reference|id|serial|invoice|order|ticket|certificate|file|plot|parcel|policy|account|customer)\b", letters=tuple(range(1, 16)), digits=_ANY),
    Kind("CODE", r"\d{1,6}(?:/\d{1,6}){2,4}|\d{4,12}[A-Z]{1,4}\d{0,8}", 0.55, r"\b(?:no|nos|number|plot|plots|parcel|ref|serial)\b"),
    Kind("CODE", r"\d{5,20}", 0.2, r"\b(?:no|nos|number|code|ref|reference|id|serial|invoice|order|ticket|certificate|plot|parcel|policy|customer|badge|inmate|prisoner|student|employee|member)\b\W{0,6}(?:is |was |: ?|# ?)?$", digits=tuple(range(5, 20))),
)  # fmt: skip

# forms of national numbers -> modules that can prove them, with the score of a bare hit (short check digits prove little)
_NATIONAL: Final[tuple[tuple[str, tuple[int, ...], tuple[int, ...], float, tuple[str, ...]], ...]] = (
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


_EVERY: Final = KINDS + tuple(
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
    for form, letters, digits, score, modules in _NATIONAL
)


@dataclass(frozen=True)
class _Compiled:
    kind: Kind
    match: Callable[[str, int], re.Match[str] | None]
    context: re.Pattern[str] | None
    against: re.Pattern[str] | None


_COMPILED: Final = tuple(
    _Compiled(
        kind,
        re.compile(f"(?:{kind.pattern})(?![^\\W_])").match,
        re.compile(kind.context, re.IGNORECASE) if kind.context else None,
        re.compile(kind.against, re.IGNORECASE) if kind.against else None,
    )
    for kind in _EVERY
)


@lru_cache(maxsize=4096)
def _kinds(letters: int, digits: int) -> tuple[_Compiled, ...]:
    """The kinds whose first word may begin with so many letters and then so many digits."""
    return tuple(c for c in _COMPILED if letters in c.kind.letters and digits in c.kind.digits)


_HEAD: Final = re.compile(r"([A-Za-z]*)(\d*)")
# Behind a number: it stands alone, and is no part of a longer code.
_ALONE: Final = re.compile(r"[.,;:)\]]?(?:\Z|\s(?:[a-z]|[A-Z][a-z]))")
_SHORT: Final = tuple(c for c in _COMPILED if c.kind.type in ("CARD_SECURITY", "PIN"))
_DIGITS: Final = re.compile(r"\d+")
_LONG_MIXED: Final = re.compile(
    r"\b(?:AKIA|ASIA|AROA|AIDA|AIza|gh[pousr]_|github_pat_|xox[abpers]-|[sr]k_(?:live|test)_|eyJ|glpat-|npm_|sk-)\w"
)
_BIC_WORD: Final = re.compile(
    r"\b(?:BIC|SWIFT|swift|bic)\b[^\n]{0,30}?\b([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\b"
)


def _words_with_digits(text: str) -> Iterator[int]:
    """Where words with a digit begin: positions after which ASCII letters, then digits follow."""
    last = -1
    for digits in _DIGITS.finditer(text):
        start = digits.start()
        floor = max(last, start - 40, 0)
        while start > floor and (text[start - 1].isalnum()):
            start -= 1
        if start <= last or (start and text[start - 1].isalnum()):
            continue
        if start > 1 and text[start - 1] in " -." and text[start - 2].isupper():
            # "D-4840", "AB 12 34 56 C": the capitals before may belong to it
            begin = start - 1
            while begin > max(last, start - 6, 0) and text[begin - 1].isupper():
                begin -= 1
            if begin > last and not (begin and text[begin - 1].isalnum()):
                yield begin
        last = start
        yield start
        end = digits.end()
        # a word may go on after an underscore or hyphen; those positions come from the next run of digits
        last = max(last, min(end, len(text)) - 1)


def _scored(text: str, start: int, end: int, candidate: _Compiled) -> float:
    kind = candidate.kind
    score = kind.score
    if candidate.context is None and candidate.against is None:
        return score
    left = text[max(0, start - CONTEXT_LEFT) : start]
    right = text[end : end + CONTEXT_RIGHT]
    if candidate.context is not None and (candidate.context.search(left) or candidate.context.search(right)):
        score = min(1.0, score + _RAISE)
    if candidate.against is not None and (candidate.against.search(left) or candidate.against.search(right)):
        score -= _RAISE
    return score


def _numbered(text: str) -> Iterator[Found]:
    """Identifiers that contain a digit, at most one per place: the best by score, then by length."""
    done = 0
    for start in _words_with_digits(text):
        if start < done:
            continue
        head = _HEAD.match(text, start)
        best: Found | None = None
        alone = False
        if head:
            letters, digits = head.end(1) - start, head.end() - head.end(1)
            alone = (
                not letters
                and digits < 5
                and text[start - 1 : start] != "+"
                and _ALONE.match(text, head.end()) is not None
            )
            if alone and digits < 3:
                continue
            for candidate in _SHORT if alone else _kinds(letters, digits):
                match = candidate.match(text, start)
                if match is None:
                    continue
                end = match.end()
                floor = best.score if best else 0.0
                if candidate.kind.score + (_RAISE if candidate.context else 0.0) < floor:
                    continue
                score = _scored(text, start, end, candidate)
                if score < 0.5 or (best and (score, end) <= (best.score, best.end)):
                    continue
                if candidate.kind.valid is None or candidate.kind.valid(match.group()):
                    best = Found(start, end, candidate.kind.type, score)
        for other in () if alone else (_phone(text, start), _case(text, start)):
            if other and (best is None or (other.score, other.end) > (best.score, best.end)):
                best = other
        if best:
            yield best
            done = best.end


# --- phones ---------------------------------------------------------------------------------------------------------
_PHONE: Final = re.compile(
    r"(?:\+|00)?\(?\d{1,4}\)?(?:[\s.\-/–]{0,2}\(?\d{1,5}\)?){1,6}(?:\s?(?:x|ext\.?|extension|#)\s?\d{1,6})?(?![^\W_])"
)
_PHONE_SHAPE: Final = re.compile(
    r"(?:(?:\+?1|001)[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[-.])\d{3}[-.\s]\d{4}(?:\s?(?:x|ext\.?)\s?\d{1,6})?$"
)
_PHONE_LOCAL: Final = re.compile(
    r"(?:\(\d{2,5}\)\s?\d{3}[-\s]?\d{3,4}|\d{2}-\d{2}-\d{2}-\d{2}|\(?0\d{2,4}\)?[\s/-]\d{3,4}[\s-]\d{3,4})$"
)
_PHONE_CONTEXT: Final = re.compile(
    r"\b(?:phone|tel|telephone|call(?:ing|ed)?|mobile|cell|fax|contact|dial|text|sms|whatsapp|ring|reach|(?:phone|fax|mobile|registered|my|office)\snumber|hotline|answering|office)\b",
    re.IGNORECASE,
)
_PHONE_REGIONS: Final = (
    "US", "GB", "DE", "FR", "IT", "ES", "NL", "BE", "CH", "AT", "SE", "NO", "DK", "FI", "PL", "IE", "PT", "AU", "IN", "IL", "MX", "BR",
)  # fmt: skip


def _phone(text: str, start: int) -> Found | None:
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
        date = dates.at_digit(text, start) if number[0] != "(" else None
        if date and date.score >= 0.55:
            return None
    context = bool(_PHONE_CONTEXT.search(text[max(0, start - 40) : start]))
    if international:
        valid = checks.phone(number) or checks.phone_possible(
            number if number[0] == "+" else "+" + number[2:]
        )
        score = 0.95 if valid else 0.6 if number[0] == "+" else 0.1
    elif _PHONE_SHAPE.match(number):
        score = 0.8
    elif _PHONE_LOCAL.match(number):
        score = 0.6
    elif (
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


# --- case numbers ---------------------------------------------------------------------------------------------------
_SLASHED: Final = re.compile(r"\d{1,6}/\d{2,4}(?![\d/])")
_NUMBERED_BEFORE: Final = re.compile(
    r"\b(?:nos?|numbers?|application|applications|case|cases|docket)\b\.?\s?(?:[^.\n]{0,60}(?:,| and|;))?\s?$",
    re.IGNORECASE,
)
_LAW_BEFORE: Final = re.compile(
    r"\b(?:law|laws|act|decree|regulation|directive|legislative|ordinance|resolution|order|statute|code|bill|decree-law|protocol|convention|rule|rules|article|series|appendix|chapter)\b[^,;\n]{0,14}$|§+\s?$|(?:Articles?|Rules?|Sections?|paragraphs?)\s$",
    re.IGNORECASE,
)


def _case(text: str, start: int) -> Found | None:
    match = _SLASHED.match(text, start)
    if match is None:
        return None
    before = text[max(0, start - 80) : start]
    first, _, second = match.group().partition("/")
    if _LAW_BEFORE.search(before):
        return None
    named = bool(_NUMBERED_BEFORE.search(before))
    if (
        not named
        and first[:2] in ("18", "19", "20")
        and len(first) == 4
        and int(second[-2:]) == (int(first) + 1) % 100
    ):
        return None  # a season: 1990/91
    if len(first) >= 3 and len(second) in (2, 4) and (named or len(first) >= 4):
        return Found(start, match.end(), "CASE_NUMBER", 0.95 if named else 0.8)
    return Found(start, match.end(), "CASE_NUMBER", 0.7) if named else None


_PLOTS: Final = re.compile(
    r"\b(?:[Pp]lots?|[Pp]arcels?|[Rr]eg(?:istration|ister)|[Cc]ertificates?|[Tt]itle deeds?|sheet/plan|licen[cs]e)\s(?:nos?\.?|numbers?)\s((?:[A-Z]?\d[\w./-]*(?:,\s|\sand\s|;\s)?){1,40})"
)
_SHEETS: Final = re.compile(
    r"\b[Ss]heet(?:/[Pp]lan)?\s(?:nos?\.?\s|numbers?\s)?(?:[A-Z]?\d[\w./-]{0,20}\w|\d)(?![\w/])"
    r"|\b(?:[Pp]lot|[Pp]arcel|[Ll]ot)\s(?:nos?\.?\s|numbers?\s)?\d[\w/]{0,10}(?:,)?\s(?:of|in|on)\s(?:[Bb]lock|[Ss]heet|[Ff]olio)\s(?:no\.\s)?(?:[A-Z]|\d[\w/]{0,10})\b"
    r"|\bno\.\s\d{1,6}\sof\s[Bb]lock\s(?:[A-Z]|\d{1,4})\b"
    r"|\b(?:[Vv]olume|[Ff]olio|[Ll]iber)\s\d{1,6},?\s(?:[Ff]olio|[Pp]age)\s\d{1,6}\b"
)
_NUMBER: Final = re.compile(
    r"\b(?:no|nos|number)\.?\s(\d{2,7}[A-Z]?(?:[/.-]\d{1,5}[A-Z]?\d?){0,4})(?![\w/])", re.IGNORECASE
)
_PIECE: Final = re.compile(r"[A-Z]?\d[\w/-]*(?:\.\d+)*")


def _listed(text: str) -> Iterator[Found]:
    """Numbers listed after "plots nos.", which have no form of their own, and references to a land register."""
    for match in _SHEETS.finditer(text):
        yield Found(match.start(), match.end(), "CODE", 0.7)
    for match in _PLOTS.finditer(text):
        begin = match.start()
        for piece in _PIECE.finditer(text, match.start(1), match.end(1)):
            yield Found(begin if begin >= 0 else piece.start(), piece.end(), "CODE", 0.75)
            begin = -1
    for match in _NUMBER.finditer(text):
        if not _LAW_BEFORE.search(text[max(0, match.start() - 24) : match.start()]):
            yield Found(match.start(1), match.end(1), "CODE", 0.6)


# --- addresses on the network ---------------------------------------------------------------------------------------
_LOCAL: Final = frozenset("!#$%&'*+/=?^_`{|}~.-")
_DOMAIN: Final = re.compile(
    r"(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.)+[^\W\d_]{2,24}(?![^\W_])|\[\d{1,3}(?:\.\d{1,3}){3}\]"
)
_HANDLE: Final = re.compile(r"@[A-Za-z_]\w{1,38}(?:\.\w{1,30})?")
_MASTODON: Final = re.compile(r"@[A-Za-z_]\w{1,38}@(?:[\w-]{1,63}\.){1,4}[a-z]{2,24}")


def _at_signs(text: str) -> Iterator[Found]:
    position = text.find("@")
    while position >= 0:
        start = position
        floor = max(0, position - 64)
        while start > floor and (text[start - 1].isalnum() or text[start - 1] in _LOCAL):
            start -= 1
        while start < position and text[start] in ".'-*_/`":
            start += 1
        domain = _DOMAIN.match(text, position + 1) if start < position else None
        if domain:
            yield Found(start, domain.end(), "EMAIL", 0.98)
            position = text.find("@", domain.end())
            continue
        handle = None
        if not position or not (text[position - 1].isalnum() or text[position - 1] == "@"):
            handle = _MASTODON.match(text, position) or _HANDLE.match(text, position)
        if handle:
            yield Found(position, handle.end(), "HANDLE", 0.7)
        position = text.find("@", handle.end() if handle else position + 1)


_URL: Final = re.compile(
    r"(?:https?|ftps?|sftp|ssh|git|file|wss?|mailto|tel|s3|jdbc):(?://)?[^\s<>\"“”]{3,2000}|www\d?\.[^\s<>\"“”]{3,2000}",
    re.IGNORECASE,
)
_URL_START: Final = re.compile(
    r"(?:https?|ftps?|sftp|ssh|git|file|wss?|s3)://|\bwww\d?\.|\bmailto:", re.IGNORECASE
)
_TLD: Final = re.compile(
    r"\.(?:com|org|net|edu|gov|mil|int|info|biz|io|ai|app|dev|me|tv|co|eu|us|uk|ca|au|nz|ie|de|fr|it|es|nl|be|ch|at|se|no|dk|fi|pl|cz|pt|gr|ro|hu|ru|ua|tr|jp|cn|in|br|mx|ar|za|kr|xyz|online|site|gl|ly)(?![\w-])(?!\.\w)",
)
_WEAK_TLD: Final = frozenset(
    ["it", "no", "at", "in", "me", "us", "be", "is", "so", "my", "to", "io", "ai", "co", "de", "es", "in"]
)


def _web(text: str) -> Iterator[Found]:
    done = 0
    if "://" in text or "www" in text or "mailto:" in text or "WWW" in text:
        for begin in _URL_START.finditer(text):
            if begin.start() < done:
                continue
            match = _URL.match(text, begin.start())
            if match:
                end = match.end()
                while end > begin.end() and (
                    text[end - 1] in ".,;:!?'’\"*_" or (text[end - 1] == ")" and "(" not in match.group())
                ):
                    end -= 1
                yield Found(begin.start(), end, "URL", 0.95)
                done = end
    for tld in _TLD.finditer(text):
        start = tld.start()
        floor = max(done, start - 100)
        while start > floor and (text[start - 1].isalnum() or text[start - 1] in "-."):
            start -= 1
        while start < tld.start() and text[start] in ".-":
            start += 1
        name = text[start : tld.start()]
        if not name or (start and text[start - 1] in "@/\\") or start < done:
            continue
        weak = tld.group()[1:] in _WEAK_TLD
        if not any(c.isalpha() for c in name) or (weak and (len(name) < 4 or name[0].isupper())):
            continue
        path = re.compile(r"(?:/[^\s<>\"“”]{0,500})?").match(text, tld.end())
        end = path.end() if path else tld.end()
        while end > tld.end() and text[end - 1] in ".,;:!?'’\")":
            end -= 1
        yield Found(start, end, "DOMAIN" if end == tld.end() else "URL", 0.55 if weak else 0.65)
        done = end


# --- postal addresses -----------------------------------------------------------------------------------------------
_STREET: Final = (
    r"(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Way|Court|Ct|Place|Pl|Square|Sq|Terrace|Ter|Highway|Hwy|Parkway|Pkwy|Circle|Cir|Close"
    r"|Crescent|Cres|Trail|Trl|Alley|Row|Gardens|Grove|Hill|Plaza|Walk|Mews|Turnpike|Pike|Quay|Wharf|Loop|Path|Route|Rte|Run|Bypass|Mall|Parade)"
)
_TAIL: Final = (
    r"(?:,?\s(?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Room|Rm|Bldg|Building|#)\.?\s?#?\w{1,6})?"
    r"(?:,?\s(?:[A-Z][\w'’.-]+\s?){1,3},?\s(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])\s\d{5}(?:-\d{4})?)?"
)
_ADDRESS: Final = re.compile(
    rf"\d{{1,5}}[A-Za-z]?(?:[-–/]\d{{1,4}})?,?\s(?:[NSEW]{{1,2}}\.?\s|North\s|South\s|East\s|West\s)?(?:[A-Z][\w'’.-]*|\d{{1,3}}(?:st|nd|rd|th))\s(?:(?:[A-Z][\w'’.-]*|\d{{1,3}}(?:st|nd|rd|th)|of|the|de|la|du)\s){{0,3}}{_STREET}\b(?:\.(?=,|\s[A-Z#]))?(?:\s[NSEW]{{1,2}}\b)?{_TAIL}"
    rf"|\d{{1,5}}\s?(?:bis|ter)?,?\s(?:rue|avenue|boulevard|place|chemin|allée|quai|via|viale|calle|rua)\s(?:[\w'’.-]+\s?){{1,4}}"
)
_ADDRESS_WORD: Final = re.compile(
    r"(?:[^\W\d_a-z][\w-]{1,30}(?:straße|strasse|str\.|gasse|platz|allee|weg|straat|laan|plaats|dreef|gracht|gatan|gata|vägen|veien|vegur|gade|vej|utca|katu|tie)|(?:Via|Viale|Piazza|Calle|Avenida|Plaza|Rua|Rue|ul\.|ulica|Ulitsa)\s(?:[^\W\d_a-z]\w+\s?|de\s|la\s|del\s|di\s|do\s|da\s|dos\s){1,5})\s?,?\s?\d{1,4}\s?[A-Za-z]?(?![^\W_])"
)
_UNIT: Final = re.compile(
    r"\b(?:Apt\.?|Apartment|Suite|Ste\.?|Flat|Unit)\s#?\d{1,5}[A-Za-z]?\b|\bPSC\s\d{1,5},?\sBox\s\d{1,6}(?:\s+[AF]PO\s[A-Z]{2}\s\d{5})?",
    re.IGNORECASE,
)
_BOX: Final = re.compile(r"\b(?:P\.?\s?O\.?\s?Box|PO\sBOX|Post\sOffice\sBox)\s#?\d{1,6}\b")
_FOREIGN_TRIGGER: Final = re.compile(
    r"straße|strasse|str\.|gasse|platz|allee|weg|straat|laan|plaats|dreef|gracht|gatan|gata|vägen|veien|vegur|gade|vej|utca|katu|tie\s\d|\b(?:Via|Viale|Piazza|Calle|Avenida|Plaza|Rua|Rue|ulica|Ulitsa|ul\.)\s"
)


def _postal(text: str) -> Iterator[Found]:
    for digits in _DIGITS.finditer(text):
        start = digits.start()
        if digits.end() - start > 5 or (start and (text[start - 1].isalnum() or text[start - 1] in "./-")):
            continue
        match = _ADDRESS.match(text, start)
        if match:
            end = match.end()
            while text[end - 1].isspace():
                end -= 1
            yield Found(start, end, "ADDRESS", 0.85)
    lowered = text.lower()
    if any(word in lowered for word in _UNIT_WORDS):
        for unit in _UNIT.finditer(text):
            yield Found(unit.start(), unit.end(), "ADDRESS", 0.6)
    if "box" in lowered:
        for box in _BOX.finditer(text):
            yield Found(box.start(), box.end(), "ADDRESS", 0.9)
    if not any(word in text for word in _FOREIGN_WORDS):
        return
    for trigger in _FOREIGN_TRIGGER.finditer(text):
        start = trigger.start()
        while start > max(0, trigger.start() - 30) and (text[start - 1].isalnum() or text[start - 1] == "-"):
            start -= 1
        match = _ADDRESS_WORD.match(text, start)
        if match:
            yield Found(start, match.end(), "ADDRESS", 0.75)


_UNIT_WORDS: Final = ("apt", "apartment", "suite", "ste ", "ste.", "flat ", "unit ", "psc ")
_FOREIGN_WORDS: Final = (
    "straße", "strasse", "str.", "gasse", "platz", "allee", "weg", "straat", "laan", "plaats", "dreef", "gracht", "gata", "vägen",
    "veien", "vegur", "gade", "vej", "utca", "katu", "tie ", "Via ", "Viale", "Piazza", "Calle", "Avenida", "Plaza", "Rua ", "Rue ",
    "ulica", "Ulitsa", "ul.",
)  # fmt: skip
_KEY_STARTS: Final = (
    "AKIA",
    "ASIA",
    "AROA",
    "AIDA",
    "AIza",
    "gh",
    "xox",
    "k_",
    "eyJ",
    "glpat-",
    "npm_",
    "sk-",
)
_NEUTRAL: Final = re.compile(r"\[(?:19|20)\d\d\] (?:\d )?[A-Z][A-Za-z]{1,6} (?:[A-Z][a-z]+ )?\d{1,5}\b")
_IPV6: Final = re.compile(
    r"(?<![\w:])(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}(?:%\w{1,16})?(?:/\d{1,3})?(?![\w:])"
)
_PRIVATE_KEY: Final = re.compile(
    r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\s\S]{0,8000}?-----END [A-Z ]{0,30}PRIVATE KEY-----"
)
_PASSWORD: Final = re.compile(
    r"\b(?:password|passwd|pwd|passphrase)\b(?:\s(?:is|was)|\s?[:=])\s?[\"'“]?([^\s\"'”]{4,64})",
    re.IGNORECASE,
)
_USER: Final = re.compile(
    r"\b(?:user ?name|user ?id|login|screen name|nickname)\b(?:\s(?:is|was)|\s?[:=])\s?[\"'“]?([\w.@-]{3,40})",
    re.IGNORECASE,
)


def _rest(text: str) -> Iterator[Found]:
    if "] " in text:
        for match in _NEUTRAL.finditer(text):
            yield Found(match.start(), match.end(), "CASE_NUMBER", 0.8)
    if "::" in text or text.count(":") >= 6:
        for match in _IPV6.finditer(text):
            if len(match.group()) > 4 and checks.ip(match.group().partition("%")[0]):
                yield Found(match.start(), match.end(), "IP", 0.9)
    if "-----BEGIN" in text:
        for match in _PRIVATE_KEY.finditer(text):
            yield Found(match.start(), match.end(), "SECRET", 1.0)
    lowered = text.lower()
    if "passw" in lowered or "pwd" in lowered or "passphrase" in lowered:
        for match in _PASSWORD.finditer(text):
            end = match.end(1)
            while end > match.start(1) + 4 and text[end - 1] in ".,;":
                end -= 1
            if end - match.start(1) >= 4 and not match.group(1).isalpha():
                yield Found(match.start(1), end, "PASSWORD", 0.8)
    if "user" in lowered or "login" in lowered or "screen name" in lowered or "nickname" in lowered:
        for match in _USER.finditer(text):
            yield Found(match.start(1), match.end(1), "USERNAME", 0.6)
    if "BIC" in text or "SWIFT" in text or "swift" in lowered:
        for match in _BIC_WORD.finditer(text):
            if checks.stdnum("bic")(match.group(1)):
                yield Found(match.start(1), match.end(1), "BIC", 0.85)
    if any(start in text for start in _KEY_STARTS):
        for match in _LONG_MIXED.finditer(text):
            for candidate in _COMPILED:
                if candidate.kind.type == "SECRET" and candidate.kind.score > 0.9:
                    hit = candidate.match(text, match.start())
                    if hit:
                        yield Found(match.start(), hit.end(), "SECRET", 0.95)


def scan(text: str) -> Iterator[Found]:
    """All identifiers in ``text`` with a score of at least .5; they may overlap."""
    yield from _numbered(text)
    if "@" in text:
        yield from _at_signs(text)
    yield from _web(text)
    yield from _postal(text)
    yield from _listed(text)
    yield from _rest(text)
