"""Read what the text itself says of its persons: a title ("Mrs. Hale", "Judge Roy Bean"), a part in a film ("as Ellen
Ripley in Alien"), a share in making one ("directed by Jane Roe")."""

import re
from collections.abc import Sequence
from typing import Final

from sanitizer.text.titles import ROLES
from sanitizer.types import Span

_LETTERS: Final = r"[A-ZÀ-ÞĀ-ſ][\w.'’-]*"
_NAME: Final = rf"{_LETTERS}(?: (?:(?:de|del|da|di|van|von|der|la|le|el|al|bin|ibn) )*{_LETTERS}){{0,3}}"
_AND: Final = r"(?:, and |, | and | & )"
_BEFORE_IN_LIST: Final = rf"(?:{_NAME}{_AND}){{0,8}}"

_REGNAL: Final = re.compile(rf"\w+\.? {_LETTERS}(?: (?:[IVX]+\b|of\b)|$)")
"""Kings go by one name: King Vidor is a director."""

_TITLE: Final = re.compile(rf"\b({'|'.join(sorted(ROLES, key=len, reverse=True))})\b\.?(?=[ \xa0]|$)")

_PARTS: Final = (
    (
        re.compile(
            r"\b(?:(?:the )?(?:title |lead |leading |main |supporting |recurring |starring )?(?:role|part|character) "
            r"(?:of|,)|(?:fictional )?characters?|(?:re)?play(?:ed|s|ing)|portray(?:ed|s|ing)|portrayal of|"
            r"voic(?:e of|ed|es|ing)|persona(?:te[ds]?|ting)|reprised|reprising)"
            r"(?: (?:her|his|the|real-life|younger|a young|fictional|villain(?:ous)?|superhero|[a-z]+ and)){0,2} $"
        ),
        "fictional character",
    ),
    (
        re.compile(
            r"\b(?:starr(?:ed|ing|s)|appear(?:ed|ing|s)|cast|debut|roles?|acted|featured|fame|best known|breakthrough|"
            r"performances?|guest(?:ed|-starred)?)\b[^.;\n]{0,90}? as (?:the )?(?:[a-z-]+ ){0,3}$"
        ),
        "fictional character",
    ),
    (
        re.compile(
            rf"\b(?:directed by|filmmakers?|directors?) {_BEFORE_IN_LIST}$"
        ),
        "film director",
    ),
    (
        re.compile(
            r"\b(?:opposite|(?:co-)?starr(?:ing|ed|s) (?:with|alongside|beside)|alongside (?:actors?|actress(?:es)?)|"
            r"(?:co-stars?|actors|actresses)(?: such as| including| like| were|,)?|(?:film|movie|series) starring) "
            rf"{_BEFORE_IN_LIST}$"
        ),
        "actor",
    ),
)  # fmt: skip
_BEHIND: Final = re.compile(
    r"['’]s? (?:\w+ ){0,3}?(?:film|movie|directorial|thriller|drama|comedy|biopic|adaptation)\b"
)


def role_of(text: str, spans: Sequence[Span], screen: bool) -> str:
    """Return what the text says of a person, as a phrase that knowledge bases know ("judge", "fictional
    character"); "" where it says nothing. A title of one mention holds of all; a part or a trade must be said of
    most mentions."""
    for span in spans:
        found = _title(text, span)
        if found:
            return found
    if not screen:
        return ""
    told = [_part(text, span) for span in spans]
    best = max(told, key=lambda kind: (kind != "", told.count(kind)), default="")
    return best if 2 * told.count(best) > len(told) else ""


def _title(text: str, span: Span) -> str:
    inside = _TITLE.match(text, span.start, span.end)
    if inside:
        kind = ROLES[inside[1]]
        return kind if kind != "monarch" or _REGNAL.match(text, span.start, span.end) else ""
    left = text[max(0, span.start - 16) : span.start]
    before = re.search(r"(\w+)\.?[ \xa0]$", left)
    return ROLES.get(before[1], "") if before else ""


def _part(text: str, span: Span) -> str:
    left = text[max(0, span.start - 160) : span.start].replace("\n", " ")
    for pattern, kind in _PARTS:
        if pattern.search(left):
            return kind
    return "film director" if _BEHIND.match(text, span.end) else ""
