"""The shipped knowledge bases by the names that a definition gives them."""

from kb.base import KnowledgeBase, KnowledgeBaseError
from kb.chain import Chain
from sanitizer.errors import ResourceError
from sanitizer.integrity import KNOWLEDGE, check


def open_taxonomy(name: str) -> KnowledgeBase:
    """``places`` (GeoNames over WordNet), ``wordnet``, or ``all`` that is shipped. Raises ResourceError."""
    from kb.places import Places
    from kb.wordnet import open_wordnet

    check(KNOWLEDGE)
    try:
        if name == "places":
            return Chain([Places(), open_wordnet()])
        if name == "wordnet":
            return open_wordnet()
        from kb.defaults import open_default

        return open_default()
    except (KnowledgeBaseError, OSError) as error:
        raise ResourceError(str(error)) from error
