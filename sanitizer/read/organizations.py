"""Read what a text calls an organization or a thing of which nothing is known: "Acme, a maker of anvils", "the Nexus
smartphone", "the software Rush"."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from sanitizer.types import EntityClass, Span

_COMPANY: Final = (
    "company|corporation|firm|conglomerate|manufacturer|maker|carmaker|automaker|automobile manufacturer|"
    "car manufacturer|retailer|supplier|startup|start-up|subsidiary|developer|consultancy|distributor"
)
_ORGANIZATIONS: Final = (
    "bank|airline|record label|publisher|publishing house|newspaper|magazine|party|union|trade union|football club|"
    "team|university|college|school|hospital|museum|foundation|charity|agency|committee|commission|ministry|department|"
    "court|army|band|rock band|orchestra|choir|festival|government|institute|association|society|federation|"
    "television network|television channel|radio station|theatre|nonprofit|law firm|think tank"
)
_THINGS: Final = (
    "operating system|programming language|web browser|search engine|software|application|smartphone|mobile phone|"
    "tablet computer|computer|laptop|microprocessor|video game console|console|sports car|racing car|car|automobile|"
    "motorcycle|truck|locomotive|aircraft|airliner|fighter aircraft|helicopter|ship|submarine|spacecraft|rocket|"
    "engine|missile|rifle|pistol|weapon|award|prize|medal|tournament|championship|competition|festival|"
    "treaty|law|act|statute|journal|magazine|newspaper|language|dialect|drug|medication|protein|gene|enzyme|"
    "vaccine|disease|theorem|algorithm|religion|species|genus|comet|asteroid|star|galaxy|"
    "battle|railway|bridge|building|palace|castle|stadium|park|street|river|mountain"
)

_MEANT: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(_COMPANY.split("|"), "company"),
        "startup": "company",
        "bank": "financial institution",
        "football club": "team",
        "party": "political party",
        **dict.fromkeys(["foundation", "charity", "nonprofit"], "nonprofit organization"),
        **dict.fromkeys(["band", "rock band"], "musical group"),
        **dict.fromkeys(["television network", "television channel"], "broadcasting company"),
        **dict.fromkeys(["tablet computer", "console", "video game console"], "computer"),
        "award": "accolade",
        "journal": "magazine",
        "union": "trade union",
        "application": "software",
        "act": "law",
        "statute": "law",
    }
)
"""Where the phrase under which knowledge bases have a kind is another than what the text says."""
KINDS: Final = tuple(
    sorted({_MEANT.get(kind, kind) for kind in f"{_COMPANY}|{_ORGANIZATIONS}|{_THINGS}".split("|")})
)
"""All phrases that :func:`called` can answer with."""


def _pattern(kinds: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    one = "|".join(sorted(kinds.split("|"), key=len, reverse=True))
    adjectives = (
        r"(?:(?!of\b|in\b|for\b|by\b|from\b|that\b|which\b|who\b|and a\b)[\w’'-]+,? (?:and |or )?){0,8}?"
    )
    is_a = re.compile(
        rf"[”\"]?(?: \([^()\n]{{1,80}}\))?(?:,? (?:is|was)|,) (?:an?|the|one of the) {adjectives}(?P<kind>{one})s?\b"
        r"(?! [a-z]+s\b)"
    )
    before = re.compile(rf"\b(?P<kind>{one}),? (?:called |named |known as )?[“\"]?$")
    behind = re.compile(rf"[”\"]? (?P<kind>{one})\b(?! [A-Z])")
    return is_a, before, behind


_PATTERNS: Final = {
    EntityClass.ORG: _pattern(f"{_COMPANY}|{_ORGANIZATIONS}"),
    EntityClass.MISC: _pattern(_THINGS),
}


def called(text: str, spans: Iterable[Span], entity_class: EntityClass) -> str:
    """Return what the text most often calls an organization or a thing, as a phrase that knowledge bases know; ""
    where it does not say."""
    patterns = _PATTERNS.get(entity_class)
    if patterns is None:
        return ""
    is_a, before, behind = patterns
    told: Counter[str] = Counter()
    for span in spans:
        match = (
            is_a.match(text, span.end)
            or before.search(text, max(0, span.start - 60), span.start)
            or behind.match(text, span.end)
        )
        if match:
            kind = match["kind"]
            told[_MEANT.get(kind, kind)] += 1
    return told.most_common(1)[0][0] if told else ""
