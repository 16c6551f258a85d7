"""What tests of computed bases share: all that lies above a phrase."""

from collections.abc import Sequence

from kb import Concept, KnowledgeBase
from kb.taxonomy import ancestors


def walk_up(base: KnowledgeBase, phrase: str) -> list[str]:
    senses: Sequence[Concept] = [s.concept for s in base.senses(phrase)]
    return [senses[0].label, *(a.label for a, _ in ancestors(base, senses[0]))] if senses else []
