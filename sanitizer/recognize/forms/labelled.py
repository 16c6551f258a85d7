# ruff: noqa: E501 (a form reads best on one line)
"""Numbers that a label announces: whatever their form and their check digit, for a digit may be mistyped."""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.values import dates
from sanitizer.values.dates import Found

_STRONG: Final = (
    ("SSN", r"ssns?|social[ ](?:security|insurance)|soc\.?[ ]sec\.?|nino|ni(?=[ ]n)|national[ ]insurance"),
    ("HEALTH_ID", r"nhs|chi(?=[ ]n)|medicare|medicaid|mbi|health[ ](?:plan|insurance|card)|beneficiary|subscriber"),
    ("MEDICAL_RECORD", r"mrn|urn|medical[ ]records?|hosp(?:\.|ital)?(?=[ ](?:no|num|id|ref))|unit(?=[ ](?:no|num))|rio|chart(?=[ ](?:no|num|id))|patient(?=[ ](?:no|num|id))|pt(?=[ ](?:no|num|id))|nhi|accession"),
    ("MEDICAL_LICENCE", r"npi|dea|gmc|nmc|gdc"),
    ("TAX_ID", r"utr|itin|ein|tin|tfn|abn|nif|pan(?=[ ]n)"),
    ("PASSPORT", r"passports?|travel[ ]document"),
    ("DRIVING_LICENCE", r"(?:driv\w+[ ])?licen[cs]e(?=[ ,]{1,2}(?:no|num|#|id))|driv\w+[ ]licen[cs]e|oln|dl(?=[ ](?:no|num|#))|permit(?=[ ](?:no|num|#))"),
    ("NATIONAL_ID", r"national[ ]id(?:entity)?|identity[ ](?:card|document)|id[ ]card|personal[ ](?:id|number|code)"),
    ("BANK_ACCOUNT", r"account|acct\.?|a/c|sort[ ]code|iban"),
    ("CARD", r"(?:credit|debit|payment|bank)[ ]card"),
    ("ORCID", r"orcid"),
    ("ISBN", r"isbn"),
    ("IMEI", r"imei"),
)  # fmt: skip
"""Fine type, and the words that announce nothing else than such a number."""

_WEAK: Final = (
    r"polic(?:y|ies)|claims?|tickets?|cases?|files?|dockets?|certificates?|serial|device|badge|shoulder|warrant|students?|candidate|pupil|employees?"
    r"|staff|members?|membership|prison(?:er)?|inmate|booking|(?:work[ ])?orders?|invoice|references?|refs?|records?|complaint|incident|crime|custody|log"
    r"|customer|client|patient|applications?|petition|matter|contract|loan|mortgage|booking|reservation|mosaic|library[ ]card|meter|vehicle|fleet"
    r"|registration|reg|plates?|seal|batch|specimen|sample|sibling|payroll|pension|enrol?ment|roll|exhibit|locker|authorisation|authorization|auth|card"
)
"""Words that announce a number only with "no", "number", "id" or a colon, or before what has the form of a code."""

_SUFFIX: Final = r"(?:[ ,]{1,2}(?:nos?|nrs?|num|numbers?|ids?|identifier|code|refs?|reference)\b\.?|[ ]?[#№])"
_SMALL: Final = (
    r"(?:[ ](?!and\b|or\b|to\b|in\b|on\b|at\b)[a-z]{1,12}){0,5}?[ ](?:is|was|are|were|reads|being)"
)
_GAP: Final = rf"(?:{_SMALL}|[ ]?[:#=]|[ ]?\([^()\n\d]{{1,20}}\)[ ]?:?)?[ \t]{{0,4}}[\"'(\[]?"
_VALUE: Final = (
    r"(?-i:(?!MRN|SSN|NHS|URN|NO|ID|REF|NR)[A-Z]{1,3}[ ](?=\d))?(?=[A-Za-z./-]{0,14}\d)[A-Za-z0-9]{1,24}(?:[./-][A-Za-z0-9]{1,20}){0,6}"
    r"(?:[ ](?=\d{2})[\dA-Z]{2,12}(?:[./-][A-Za-z0-9]{1,20}){0,4}(?![\w.:,]*\d?[ap]m\b)){0,5}(?-i:[ ][A-Z](?![\w'’]))?"
)
_ANNOUNCED: Final = re.compile(
    rf"(?<![\w/])(?:{'|'.join(f'(?P<{kind}>{form})' for kind, form in _STRONG)}|(?P<CODE>{_WEAK}))"
    rf"(?P<number>{_SUFFIX}{{0,2}})(?P<gap>{_GAP})(?P<value>{_VALUE})(?![\w])",
    re.IGNORECASE,
)
_HINT: Final = re.compile(r"[A-Za-z#:=№.)\]\"']\s{0,4}[\"'(\[]?(?:[A-Za-z]{1,4}[ ])?[A-Za-z./-]{0,14}\d")
_SEASON: Final = re.compile(r"(?:1[6-9]|20)\d\d(?:[-/–](?:\d\d|\d{4}))?")
_LEAST: Final = 3
"""Digits of a number that a label announces."""
_LEAST_ALONE: Final = 4
"""Digits of one that stands right behind a word which may mean something else."""


def labelled(text: str) -> Iterator[Found]:
    """Numbers behind a label, within a few words of it: "NHS No: 684 934 0722", "the MRN was HN-77409"."""
    if not _HINT.search(text):
        return
    for match in _ANNOUNCED.finditer(text):
        start, end = match.span("value")
        value = match["value"]
        kind = _kind(match)
        digits = sum(c.isdecimal() for c in value)
        date = dates.at_digit(text, start) if value[0].isdecimal() else None
        if date is not None and date.score >= 0.55 and date.end >= end - 1:
            continue
        told = bool(match["number"]) or any(c in match["gap"] for c in ":#=")
        if kind != "CODE":
            if digits >= _LEAST:
                yield Found(start, end, kind, 0.9 if told else 0.8)
        elif _SEASON.fullmatch(value):
            continue
        elif told:
            if digits >= _LEAST:
                yield Found(start, end, kind, 0.75)
        elif not match["gap"].strip() and digits >= _LEAST_ALONE + value.isdecimal():
            yield Found(start, end, kind, 0.65)


def _kind(match: re.Match[str]) -> str:
    return next((kind for kind, _ in _STRONG if match[kind]), "CODE")
