"""What the reader of a text knows at a point of it: whom it has introduced, in which words, and where it was last."""

from dataclasses import dataclass, field

from sanitizer.say.phrases import Phrase
from sanitizer.say.plan_types import Entity


@dataclass(frozen=True, slots=True)
class At:
    """Where a mention stands: the first word of its sentence, and whether it is the subject there."""

    sentence: int
    subject: bool


@dataclass(slots=True)
class Referent:
    """What the reader knows of an entity: the words that it was introduced with, its number among those introduced with
    the same words, and where it was last mentioned; ``listed`` where a count introduced it ("two men"); ``owner``,
    whose it is ("my" of "my son Bo")."""

    phrase: Phrase
    number: int
    sentence: int
    order: int
    subject: bool
    listed: bool = False
    owner: str = ""


@dataclass(slots=True)
class Discourse:
    """Whom a text has introduced so far, by words, and how many mentions there were."""

    known: dict[Entity, Referent] = field(default_factory=dict)
    introduced: dict[str, list[Entity]] = field(default_factory=dict)
    last: dict[str, int] = field(default_factory=dict)
    mentions: int = 0

    def introduce(self, entity: Entity, phrase: Phrase, at: At) -> Referent:
        """Let the reader know an entity, or know it anew in other words."""
        bearers = self.introduced.setdefault(phrase.words, [])
        if entity not in bearers:
            bearers.append(entity)
        self.mentions += 1
        number = bearers.index(entity) + 1
        self.known[entity] = Referent(phrase, number, at.sentence, self.mentions, at.subject)
        self.last[phrase.words] = at.sentence
        return self.known[entity]

    def again(self, entity: Entity, at: At) -> None:
        """Count a later mention."""
        self.mentions += 1
        known = self.known[entity]
        known.sentence, known.order, known.subject = at.sentence, self.mentions, at.subject

    def rivals(self, entity: Entity, head: str, words: str) -> list[Entity]:
        """Return other entities that the words may mean too."""
        return [
            e for e, r in self.known.items()
            if e != entity and (r.phrase.words == words or (words == head and r.phrase.head == head))
        ]  # fmt: skip
