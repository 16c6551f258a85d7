# ruff: noqa: E501 (a form reads best on one line)
"""What the words beside a number call it: "NHS number", "Med. Rec. #", "MRN for this patient is", "card ending".

A label is read from the number outwards: signs, "is" and "was" with a few words, words for "number", then the noun that
says of what. Nouns are looked up in tables; before a word for "number" any noun will do.
"""

import re
from dataclasses import dataclass
from typing import Final

from sanitizer.text.fold import words
from sanitizer.text.inflection import singular

STRONG: Final[dict[str, str]] = {
    label: kind
    for kind, labels in (
        ("SSN", "ssn ssns ss|social security|social insurance|soc sec|social|sin|nino|ni|national insurance|ppsn|pps"),
        ("HEALTH_ID", "nhs chi medicare medicaid mbi hicn ehic|health plan|health insurance|health card|beneficiary|subscriber|member|enrollee|insurance|plan|rxgrp|rxbin|bin|rx bin|rx grp|rx group|prior authorization"),
        ("MEDICAL_RECORD", "mrn urn rio nhi uhid empi pid mr|medical record|medical records|med rec|med record|hosp|hospital|unit|chart|patient|pt|accession|encounter|visit|episode|admission|case note|case notes|specimen|lab|pathology"),
        ("MEDICAL_LICENCE", "npi dea gmc nmc gdc hcpc|medical license|medical licence|nursing registration"),
        ("TAX_ID", "utr itin ein tin tfn abn nif pan|tax|vat|taxpayer|codice fiscale"),
        ("PASSPORT", "passport passports|travel document"),
        ("DRIVING_LICENCE", "license licence oln dl|driving licence|driving license|driver's license|driver's licence|drivers license|drivers licence|driver license|driver licence"),
        ("NATIONAL_ID", "bsn pesel cpr cnp egn hetu personnummer dni nie cpf rut curp nir ahv avs svnr aadhaar oib amka kennitala personalausweis|national id|national identity|identity card|identity document|identity|id card|personal id|personal code|personal|alien|green card|carte d'identité|sécurité sociale"),
        ("BANK_ACCOUNT", "account acct iban savings|a/c|sort code|bank account|konto kontonummer"),
        ("CARD", "card visa mastercard amex|credit card|debit card|payment card|bank card"),
        ("PHONE", "phone telephone tel mobile cell fax pager bleep beeper telefax facsimile extension ext efax telefon téléphone telefono whatsapp|call sign"),
        ("PLATE", "plate plates reg vrm vrn kennzeichen immatriculation index|licence plate|license plate|number plate|car registration|vehicle registration"),
        ("VIN", "vin chassis"),
        ("IMEI", "imei imsi iccid meid"),
        ("ORCID", "orcid"),
        ("ISBN", "isbn"),
    )
    for place, part in enumerate(labels.split("|"))
    for label in (part.split() if not place else [part])
}  # fmt: skip
"""The words that announce nothing else than such a number, with its fine type (single words, then phrases); behind
some of them (below) a number must be told as one."""

_TOLD_ONLY: Final = words(
    "ss social ni pan insurance plan member bin unit patient pt lab visit episode admission hospital hosp pathology encounter "
    "chart tax personal identity card visa savings license licence cell phone telephone mobile visit mr cpr sin pps alien index"
)
"""Strong labels that are common words too: no number stands behind them but a code, or one told as a number."""

WEAK: Final = words(
    "policy policies claim claims ticket case file docket certificate serial sn device badge shoulder warrant student candidate "
    "pupil employee staff membership prison prisoner inmate booking order invoice reference ref record complaint incident crime "
    "custody log customer client application petition matter contract loan mortgage reservation mosaic meter vehicle fleet "
    "registration immatriculation seal batch specimen sample payroll pension enrolment enrollment roll exhibit authorisation "
    "authorization auth permit id subject participant respondent applicant donor asset tag tracking parcel waybill barcode uid "
    "uuid guid lot implant prosthesis device pacemaker catalogue part model frame engine hull tail trailer boat aircraft taxi "
    "photo photograph image picture portrait scan template fingerprint iris biobank genome profile group guarantor subscriber "
    "transaction payment receipt cheque check coverage collar key stent lead aktenzeichen az matrikelnummer certification bupa "
    "user motorcycle recording slide block plot folio requisition voucher coupon loyalty library combination pnr pass flyer"
)
"""Nouns that announce a number with a word or sign for "number", or before what has the form of a code."""

_CASES: Final = words("case docket petition file appeal")

SHORT: Final = words(
    "room bed bunk bay cubicle cell locker ward badge collar pager bleep beeper ext extension plate seat berth cabin"
)
"""Nouns whose numbers are short: one to four digits, perhaps with a letter."""

NUMBER: Final = words(
    "no nos nr nrs num numb number numbers id ids identifier code ref refs reference serial key nº n° numéro numero número "
    "nummer mark # №"
)
"""Words for "number"; any noun may stand before."""
_COMPOUND: Final = ("nummer", "nr", "zeichen", "kennung")
_LONGEST_ENDING: Final = 7
"""How such words end in languages that write them in one."""
_SIGNS: Final = frozenset(":=")
_COPULAS: Final = words("is was are were being reads read be ist est")
_PARTIAL: Final = words(
    "ending ends end last final beginning begins began begin starting starts started start"
)
_IN_PART: Final = words("part partial")
"""Before the noun for a number of which somebody saw some signs alone: "part index NQ09"."""
_BESIDE_PARTIAL: Final = words("in with four three 4 3 digits digit the of by")
_COMPLEMENT: Final = words("of for on in from")
"""Prepositions behind "number" that say whose it is, or what is counted."""
_LONGEST_COMPLEMENT: Final = 6
_CROSSED: Final = words("and or to on at but")
_ABBREVIATED: Final = words(
    "no nos nr num acct ext tel med rec ref hosp pt cert lic reg ser sec soc mr fax mob"
)
_NO_NOUN: Final = words(
    "the a an of in this that these those with and or large small total great any some his her its their my your our same "
    "whole by to for from at on as than is was were are be has had have there about nearly over under not lucky"
)
_NOT_CODES: Final = words(
    "law laws act decree regulation directive ordinance resolution statute bill protocol convention rule rules article articles "
    "section sections paragraph chapter series appendix gazette journal amendment page pages figure table step question item "
    "point line lines issue volume season symphony opus concerto sonata track verse psalm round stage day week grade level type class phase "
    "route bus platform gate house zip postal area phone order-in-council"
)
"""What is numbered in public, or counted: the number is nobody's."""

_SMALL: Final = _BESIDE_PARTIAL - _PARTIAL
_LAST_WORDS: Final = frozenset(
    (*_COPULAS, *_PARTIAL, *NUMBER, *(phrase.split()[-1] for phrase in (*STRONG, *WEAK, *SHORT)))
)
"""The words that a label may end with."""
_PASSED: Final = " (\"'“‘["
"""What may stand between a label and its number."""
_NO_LABEL: Final = frozenset(",;!?$£€/+~&%—")
"""No label ends with one of these marks."""
_PARTIAL_STEMS: Final = ("end", "last", "final", "begin", "began", "start")

_TOKEN: Final = re.compile(
    r"[A-Za-z]/[A-Za-z](?![^\W\d_])|[nN][º°]|[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|\n|[^\s\w]|_"
)
_DOTTED_TOKEN: Final = re.compile(rf"\b(?:[A-Z]\.){{2,4}}(?!\w)|{_TOKEN.pattern}")
"""The same, with labels in capitals that have stops ("S.I.N."), for numbers that begin with a digit."""
_BRACKETED: Final = re.compile(r"\([^()\n\d]{1,20}\)\s?(?=:?\s*$)")
_MASKED: Final = re.compile(r"[.*•…#_-]{2,}\s*$")
_WINDOW: Final = 72


@dataclass(frozen=True, slots=True)
class Label:
    """What stands before a number. ``kind`` is a fine type; ``table`` tells where its noun was found (strong, weak,
    short, any); ``told`` whether a word or sign says that a number follows; ``partial`` whether only its end does."""

    kind: str
    table: str
    told: bool
    partial: bool = False
    numbered: bool = False


def before(text: str, start: int) -> Label | None:
    """Return the label of the number that begins at `start` of `text`; None where no word announces it."""
    if _is_unannounced(text, start):
        return None
    window = text[max(0, start - _WINDOW) : start]
    if "\n" in window:
        head, _, last = window.rpartition("\n")
        window = last if last.strip() else head.rpartition("\n")[2] if head.rstrip().endswith(":") else ""
    window = _MASKED.sub("", window)
    if "(" in window:
        window = _BRACKETED.sub("", window)
    tokens = (_DOTTED_TOKEN if text[start : start + 1].isdecimal() else _TOKEN).findall(window)
    while tokens and tokens[-1] in "\"'“‘([.*•…_-–\n":
        if tokens[-1] == "." and len(tokens) > 1 and tokens[-2].lower() not in _ABBREVIATED:
            if len(tokens) > 2 and tokens[-2] in ".*•":
                tokens.pop()
                continue
            return None
        tokens.pop()
    return _read(tokens)


def _is_unannounced(text: str, start: int) -> bool:
    """Return whether the word or comma right before a number can be no part of a label: most numbers need no more
    reading."""
    window = text[max(0, start - _WINDOW) : start].rstrip(_PASSED).lower()
    if window[-1:] in _NO_LABEL:
        return True
    word = window[window.rfind(" ") + 1 :].lstrip(_PASSED)
    if not (word.isascii() and word.isalpha()) or word in _LAST_WORDS or "part" in window:
        return False
    return not (
        word.endswith(_COMPOUND) or (word in _SMALL and any(stem in window for stem in _PARTIAL_STEMS))
    )


def _read(tokens: list[str]) -> Label | None:
    told = False
    while tokens and tokens[-1] in _SIGNS:
        tokens.pop()
        told = True
    tokens, partial = _without_partial(tokens)
    if tokens and tokens[-1].lower() in _COPULAS:
        return _behind_copula(tokens[:-1], told, partial)
    at = _complement(tokens) if told else 0
    if not at:
        return _noun(tokens, told, partial)
    found = _noun(tokens[:at], True, partial)
    if found and found.table != "any":
        return found
    return None if any(map(_is_many, tokens[at:])) else _noun(tokens, told, partial)


def _without_partial(tokens: list[str]) -> tuple[list[str], bool]:
    """Return the tokens without "ending in", "last four digits of" and the like, and whether they had it."""
    at = len(tokens)
    while at and tokens[at - 1].lower() in _BESIDE_PARTIAL:
        at -= 1
    if at and tokens[at - 1].lower() in _PARTIAL:
        return tokens[: at - 1], True
    front = at
    if at < len(tokens):
        return tokens, False
    # the noun stands between
    while front and len(tokens) - front < 2:
        front -= 1
    first = [t.lower() for t in tokens[max(0, front - 5) : front]]
    return tokens, bool({"last", "final"}.intersection(first) and {"four", "4", "digits"}.intersection(first))


def _behind_copula(tokens: list[str], told: bool, partial: bool) -> Label | None:
    """Return the label before "is", with up to five small words between: "the NHS number for this patient is"."""
    for skipped in range(6):
        rest = tokens[: len(tokens) - skipped]
        if not rest:
            return None
        found = _noun(list(rest), told, partial)
        if found and (skipped == 0 or found.numbered or found.table == "strong"):
            return found
        word = rest[-1]
        if not word.islower() or word in _CROSSED:
            return None
    return None


def _complement(tokens: list[str]) -> int:
    """Return where a few words begin that say behind a word for "number" whose or of what it is ("Serial number
    of the pump", "Number of patients seen"); 0 where none do."""
    for at in range(len(tokens) - 2, max(1, len(tokens) - _LONGEST_COMPLEMENT) - 1, -1):
        if not tokens[at + 1].isalpha() or tokens[at + 1] in _CROSSED:
            break
        if tokens[at] in _COMPLEMENT and tokens[at - 1].lower() in NUMBER:
            return at
    return 0


def _is_many(word: str) -> bool:
    """Return whether a word is what is counted: a plural in small letters."""
    return word.islower() and singular(word) is not None


def _noun(tokens: list[str], told: bool, partial: bool) -> Label | None:
    tokens, number, told = _without_number(tokens, told)
    bare = (t.replace(".", "") for t in tokens[-6:])
    nouns = [t.lower().replace("’", "'") for t in bare if t]
    told = told or (len(nouns) > 1 and nouns[-2] in _IN_PART)
    announced = told or bool(number)
    found = _looked_up(nouns, announced, bool(number))
    if found:
        return Label(*found, announced or partial, partial, bool(number))
    noun = nouns[-1] if nouns else ""
    if noun.endswith(_COMPOUND) and len(noun) > _LONGEST_ENDING:
        return Label("CODE", "weak", True, partial, True)
    if noun and noun[0].isalpha() and noun not in _NO_NOUN:
        if announced and not _NOT_CODES.intersection(nouns[-4:]):
            return Label("CODE", "any", bool(number), partial, bool(number))
        return None
    if number in WEAK:
        return Label("CODE", "weak", told, partial, True)
    return Label("CODE", "any", False, partial, True) if number and told else None


def _without_number(tokens: list[str], told: bool) -> tuple[list[str], str, bool]:
    """Return the tokens without the words for "number" at their end, the first of these, and whether a sign stands
    there."""
    number = ""
    tokens = list(tokens)
    while tokens:
        word = tokens[-1].lower()
        if word == "." and len(tokens) > 1 and tokens[-2].lower() in _ABBREVIATED:
            tokens.pop()
        elif word in _SIGNS or (word == "," and number):
            told = told or word in _SIGNS
            tokens.pop()
        elif word in NUMBER:
            number = word
            tokens.pop()
        else:
            break
    return tokens, number, told


def _looked_up(nouns: list[str], told: bool, numbered: bool) -> tuple[str, str] | None:
    for length in (3, 2, 1):
        if len(nouns) < length:
            continue
        phrase = " ".join(nouns[-length:])
        kind = STRONG.get(phrase)
        if kind and not (phrase in SHORT or (phrase in _TOLD_ONLY and not told)):
            return kind, "strong"
        if phrase in SHORT:
            return (kind if kind and phrase != "cell" else "CODE"), "short"
        if kind:
            return kind, "weak"
        if phrase in WEAK and not (_NOT_CODES.intersection(nouns[-3:]) and not numbered):
            return "CASE_NUMBER" if phrase in _CASES else "CODE", "weak"
    return None
