# ruff: noqa: E501 (a form reads best on one line)
"""Degrees and fields of study."""

import re
from collections.abc import Iterable
from typing import Final

from sanitizer.values.found_values import Found

_EDUCATION: Final = re.compile(
    r"\b(?:(?:Bachelor|Master|Doctor|Associate|Licentiate)(?:['’]s)?(?:\s[Dd]egree)?(?:\sof\s(?:[A-Z]\w+|Fine|the)(?:\s(?:and\s|of\s)?[A-Z]\w+){0,3})?(?:\sin\s[A-Z]\w+(?:\s(?:and\s)?[A-Z]\w+){0,3})?"
    r"|(?:bachelor|master|doctoral|undergraduate|graduate|postgraduate|law|medical|engineering|university|college|honorary|academic)(?:['’]s)?\s(?:degrees?|diplomas?|doctorates?|studies)(?:\sin\s(?!the\b|an?\b|his\b|her\b|[12]\d{3})\w+(?:\s[a-z]+ing)?)?"
    r"|(?:(?:fir|1)st|(?:seco|2)nd|(?:thi|3)rd|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|[4-9]|1[0-2])th)[ -]grade\b"
    r"|(?:first|second|third|fourth|fifth|final)[ -]year\s(?:[a-z]+\s){0,2}?students?\b"
    r"|(?:B\.?Sc|M\.?Sc|Ph\.?D|B\.A|M\.A|MBA|LL\.?[BMD]|M\.?Phil|D\.?Phil|B\.?Ed|M\.?Ed|BFA|MFA|B\.?Tech|M\.?Tech|M\.?D|J\.D)\b\.?"
    r"|doctorates?(?:\sin\s(?!the\b|an?\b|his\b|her\b|[12]\d{3})\w+)?|(?:degrees?|diplomas?)\sin\s(?!the\b|an?\b|his\b|her\b|[12]\d{3})[\w]+(?:\s(?:(?:and\s)?[A-Z]\w+|management|administration|sciences?|studies|engineering|arts?|history|education)){0,3})"
)  # fmt: skip
_STUDIED: Final = re.compile(
    r"\b(?:studied|studying|majored\sin|majoring\sin|graduated\sin|read|taught)\s((?:[A-Z][a-z]+|law|medicine|economics|philosophy|theology|history|mathematics|physics|chemistry|biology|engineering|music|art|architecture|psychology|sociology|literature|journalism)(?:\s(?:and\s)?(?:[A-Z][a-z]+|science|sciences|law|medicine|engineering|history)){0,2})(?=[\s,.;])"
)
_STUDY_TRIGGER: Final = re.compile(
    r"studi|studyi|grade|year\s|major|graduat|egree|octor|achelor|aster|iploma|\b(?:B|M|Ph|LL|D|J)\.?[A-Z]?[a-zA-Z]{0,3}\b"
)


def education(text: str) -> Iterable[Found]:
    """Degrees and fields of study."""
    if not _STUDY_TRIGGER.search(text):
        return
    for match in _EDUCATION.finditer(text):
        letters = "." in match.group() and len(match.group()) < 8  # initials, not a person
        yield Found(match.start(), match.end(), "EDUCATION", 1.0 if letters else 0.6)
    for match in _STUDIED.finditer(text):
        yield Found(match.start(1), match.end(1), "EDUCATION", 0.6)
