"""Join adjectives of countries with their countries, where asked for: "Sweden" and "Swedish" are one entity."""

from collections.abc import Sequence
from typing import Final

from sanitizer.common.knowledge import in_use
from sanitizer.read.name_matching import key_words
from sanitizer.types import EntityClass, Mention

_ADJECTIVES: Final = frozenset(("NORP", "NATIONALITY", "ETHNICITY"))


def same_places(text: str, mentions: Sequence[Mention]) -> dict[str, str]:
    """For :func:`sanitizer.read.name_matching.join`: the place for which each adjective stands, and the same for the
    names of these places. Names of the inhabitants ("a Swede") are persons, and stay apart.
    """
    names: dict[str, str] = {}
    adjectives: dict[str, str] = {}
    for mention in mentions:
        surface = mention.span.of(text)
        if mention.entity_class is EntityClass.LOC:
            first = next(iter(in_use().places.senses(surface)), None)
            if first is not None:
                names[key_words(surface)] = first.concept.id.removeprefix("geo:")
        elif mention.type in _ADJECTIVES:
            ids = [sense.concept.id for sense in in_use().places.senses(surface)]
            place = next((i.removeprefix("geo:adj.") for i in ids if i.startswith("geo:adj.")), None)
            if place is not None:
                adjectives[key_words(surface)] = place
    wanted = set(adjectives.values())
    return {**{key: place for key, place in names.items() if place in wanted}, **adjectives}
