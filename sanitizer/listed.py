"""What a list tells of its members: in "A (1994), B (1995) and C (1997)" all are films if some are."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from kb import KnowledgeBase, Sense
from kb.taxonomy import ancestors
from sanitizer.types import Span

SCREEN: Final = "film or television series"
"""What is said of a title among titles of films and of television: filmographies mix them."""

_SHOWN: Final = frozenset(("movie", "television program", "sitcom", "documentary", SCREEN))
_SHOWS: Final = frozenset(("wn:movie.n.01", "wn:show.n.03", "wn:broadcast.n.02"))
_BETWEEN: Final = re.compile(
    r"[”\"’'_*]{0,2}(?: \([^()\n]{0,30}\))?(?:,? and(?: the)?(?: \w+)?|,|;) (?:the )?[“\"‘'_*]{0,2}"
)


def kinds_in_lists(text: str, works: Sequence[tuple[Iterable[Span], str]]) -> list[str]:
    """The kind of each work, given with its spans and the kind known of it ("" none): where it has none, the one that
    the other members of its lists share; films and television together are :data:`SCREEN`."""
    mentions = sorted((span, i) for i, (spans, _) in enumerate(works) for span in spans)
    lists: list[list[int]] = []
    for at, (span, i) in enumerate(mentions):
        before = mentions[at - 1][0] if at else None
        if before is None or not _BETWEEN.fullmatch(text, before.end, span.start):
            lists.append([])
        lists[-1].append(i)
    kinds = [kind for _, kind in works]
    for members in lists:
        known = {works[i][1] for i in members} - {""}
        shared = next(iter(known), "") if len(known) == 1 else SCREEN if known and known <= _SHOWN else ""
        for i in members:
            kinds[i] = kinds[i] or shared
    return kinds


def shown(knowledge: KnowledgeBase, senses: Sequence[Sense]) -> str:
    """:data:`SCREEN` where all meanings are of the cinema or of television, else ""."""
    above = ({sense.concept.id, *(c.id for c, _ in ancestors(knowledge, sense.concept))} for sense in senses)
    return SCREEN if senses and all(ids & _SHOWS for ids in above) else ""
