"""Resolve conflicts between mentions that overlap, by one stated rule, which never uncovers a character."""

from collections.abc import Iterable
from typing import Final

from sanitizer.recognize.entity_types import TYPES
from sanitizer.types import EntityClass, Mention, Span

# Whose word counts first when mentions overlap; whoever is not named comes last, all alike.
TRUST: Final = {"decision": 0, "named": 0, "given": 1, "deny": 2, "list": 2}

MUST: Final = frozenset(("decision", "deny", "named"))
"""Recognizers whose mentions are masked whatever else is said of them."""

# A code or address with this score has a check digit or a form that nothing else has.
_PROVEN = 0.85


def must_be_masked(recognizer: str) -> bool:
    """Return whether what a recognizer found is masked whatever rules and keep decisions say."""
    return recognizer.partition(":")[0] in MUST


def _rank(mention: Mention) -> tuple[object, ...]:
    """Total order of mentions of one cluster, best first; every field takes part, so that no order of
    input matters.
    """
    return (
        TRUST.get(mention.recognizer.partition(":")[0], 2),
        not (
            mention.score >= _PROVEN
            and (mention.entity_class is EntityClass.CODE or mention.type == "ADDRESS")
        ),
        mention.span.start - mention.span.end,
        -mention.score,
        mention.type not in TYPES,
        mention.type,
        mention.span.start,
        mention.recognizer,
        mention.generalization is None,
        mention.generalization or "",
        mention.entity_class,
        mention.entity,
    )


def merge(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    """Return disjoint mentions, sorted, that cover exactly the characters that ``mentions`` cover.

    Mentions that share characters, directly or through others, become one. It takes type, class, score and
    generalization from the most trusted of them (decided or given by the user, then user lists, then all others),
    among equals the longest, then the one with the highest score. The result does not depend on the order
    of ``mentions``.
    """
    ordered = sorted(mentions, key=lambda m: (m.span.start, -m.span.end))
    result: list[Mention] = []
    cluster: list[Mention] = []
    end = -1
    for mention in ordered:
        if cluster and mention.span.start >= end:
            result.append(_fuse(cluster, end))
            cluster = []
        cluster.append(mention)
        end = max(end, mention.span.end) if len(cluster) > 1 else mention.span.end
    if cluster:
        result.append(_fuse(cluster, end))
    return tuple(result)


def _fuse(cluster: list[Mention], end: int) -> Mention:
    best = min(cluster, key=_rank) if len(cluster) > 1 else cluster[0]
    span = Span(cluster[0].span.start, end)
    if span == best.span:
        return best
    return Mention(
        span, best.type, best.entity_class, best.recognizer, best.score, best.generalization, best.entity
    )
