"""The shipped knowledge bases by the names that a definition gives them."""

from collections.abc import Sequence

from kb.base import Concept, KnowledgeBase, KnowledgeBaseError
from kb.chain import Chain
from kb.occupations import Jobs
from sanitizer.common.integrity import KNOWLEDGE, check
from sanitizer.errors import ResourceError


class Occupations(Jobs):
    """Occupations in their groups alone: steps of a column need one way up, so what a head noun is, is left out."""

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the occupation or group above."""
        return [found for found in super().hypernyms(concept) if found.id.startswith(f"{self.prefix}:")]


def open_taxonomy(name: str) -> KnowledgeBase:
    """``places`` (GeoNames over WordNet), ``occupations`` (ESCO in the groups of ISCO), ``wordnet``, or ``all`` that is
    shipped. Raises ResourceError."""
    from kb.places import Places
    from kb.wordnet import open_wordnet

    check(KNOWLEDGE)
    try:
        if name == "places":
            return Chain([Places(), open_wordnet()])
        if name == "occupations":
            return Occupations()
        if name == "wordnet":
            return open_wordnet()
        from kb.defaults import open_default

        return open_default()
    except (KnowledgeBaseError, OSError) as error:
        raise ResourceError(str(error)) from error
