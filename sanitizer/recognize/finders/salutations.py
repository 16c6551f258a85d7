# ruff: noqa: E501 (a form reads best on one line)
"""Words that stand before a name and are none: salutations ("Dear Dr Berry"), labels of forms ("GP: Dr Schofield")."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from sanitizer.types import EntityClass, Mention, Span

_GUESSED: Final = frozenset(("model", "works", "demographics", "spacy"))
_SALUTATION: Final = re.compile(
    r"(?:Dear|Hello|Hi|Hey|Greetings|Attention|Attn\.?|Cc|CC|Re|RE|Sincerely|Regards|Yours)[:,]?\s+(?=\S)"
)
_LABELS: Final = (
    r"(?:full |first |last |given |family |middle |maiden |patient |client |user |account )?names?|surname|forename|patient"
    r"|clients?|customer|applicants?|respondents?|claimants?|defendants?|witness(?:es)?|tenants?|landlord|employees?|employer|manager"
    r"|supervisor|student|pupil|teacher|tutor|GP|G\.P\.|doctors?|physician|consultants?|surgeon|specialist|nurse|midwife|therapist"
    r"|psychiatrist|psychologist|dentist|carer|keyworker|key worker|social worker|care co-?ordinator|referr(?:er|al|ed by|ing doctor)"
    r"|seen by|signed(?: by)?|author|reviewed by|prepared by|reported by|requested by|clinician|ward|clinic|hospital|department"
    r"|practice|surgery|address|home address|location|place of birth|born|d\.?o\.?b\.?|date(?: of birth)?|gender|sex|age"
    r"|occupation|job|next of kin|nok|contact|emergency contact|phone|telephone|tel|mobile|e-?mail|fax|reference|ref|subject|re"
    r"|from|to|cc|bcc|attn|attention|diagnos[ie]s|plan|history|findings?|impression|assessment|medications?|allergies|treatment"
    r"|procedure|results?|comments?|notes?|summary|recommendations?|problems?|complaint|mother|father|parents?|wife|husband|spouse"
    r"|partner|son|daughter|brother|sister|sibling|guardian|judge|counsel|solicitors?|lawyer|attorney|barrister|clerk|registrar"
    r"|company|organi[sz]ation|school|agent|officer|representative|sender|recipient|interviewer|interviewee|participant"
)
_LABEL: Final = re.compile(rf"(?:{_LABELS})(?:\s?\([^()\n]{{0,20}}\))?\s?:[ \t]*", re.IGNORECASE)
_INNER: Final = re.compile(r"(?<=[.!?,]\s)(?:Dear|Hello|Hi|Hey)\s(?=\S)")
_SALUTED: Final = re.compile(r"\b(?:Dear|Hello|Hi|Hey)\s$")
_LINE_START: Final = re.compile(r"(?:^|[\n;.|•*,-])[ \t>*#_-]*$")
_NAMES: Final = frozenset((EntityClass.PERSON, EntityClass.ORG, EntityClass.LOC, EntityClass.MISC))


def without_labels(text: str, found: Iterable[Mention]) -> list[Mention]:
    """The mentions of which guessed names neither begin with a salutation or a label nor go over one; what is left of a
    name on each side is one of its own. An occupation that is only a label ("Consultant:") is no attribute of a person."""
    return [part for mention in found for part in _parts(text, mention)]


def _parts(text: str, mention: Mention) -> Iterator[Mention]:
    if mention.recognizer.partition(":")[0] not in _GUESSED:
        yield mention
        return
    start, end = mention.span.start, mention.span.end
    if mention.entity_class not in _NAMES:
        if mention.type != "JOB" or not _is_label(text, start, end):
            yield mention
        return
    cut = False
    while opening := _SALUTATION.match(text, start, end) or _label_at(text, start, end):
        start, cut = opening.end(), True
    if mention.entity_class is EntityClass.MISC and _saluted(text, start):
        mention = replace(mention, type="PERSON", entity_class=EntityClass.PERSON)
    label = next((m for m in _LABEL.finditer(text, start + 1, end) if _begins_line(text, m.start())), None)
    label = label or _INNER.search(text, start + 1, end)
    if label is not None:
        yield from _piece(text, mention, start, label.start())
        yield from _parts(text, replace(mention, span=Span(label.end(), end))) if label.end() < end else ()
    elif not cut:
        if not _is_label(text, start, end):
            yield mention
    else:
        yield from _piece(text, mention, start, end)


def _saluted(text: str, start: int) -> bool:
    return bool(_SALUTED.search(text[max(0, start - 8) : start]))


def _label_at(text: str, start: int, end: int) -> re.Match[str] | None:
    match = _LABEL.match(text, start, end)
    return match if match and _begins_line(text, start) else None


def _begins_line(text: str, at: int) -> bool:
    return bool(_LINE_START.search(text[max(0, at - 8) : at]))


def _is_label(text: str, start: int, end: int) -> bool:
    """Whether the characters, with the colon behind them, are a label at the beginning of a line."""
    match = _LABEL.match(text, start, min(len(text), end + 24))
    return bool(
        match
        and match.group().rstrip(" \t:").rstrip() == text[start:end].strip()
        and _begins_line(text, start)
    )


def _piece(text: str, mention: Mention, start: int, end: int) -> Iterator[Mention]:
    inner = text[start:end].strip(" \t\n:;,-")
    if any(c.isalnum() for c in inner):
        first = start + text[start:end].index(inner)
        yield replace(mention, span=Span(first, first + len(inner)))
