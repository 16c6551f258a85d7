"""Which concepts a reader would name: how often their words head noun phrases in an encyclopedia, in their sense.

A concept is readable when its word is used about as often as so wide a concept can be expected to be: "film" is what
one says of films, nobody says "dwelling" of all that is one. ``kb/data/heads.tsv`` has the counts
(``training/labels/count.py``); the share of a word's uses that mean the concept is WordNet's."""

from collections.abc import Mapping
from functools import cache, cached_property
from math import log2
from pathlib import Path
from typing import Final

from kb.base import Concept, KnowledgeBase, KnowledgeBaseError, Sense

DEFAULT_PATH: Final = Path(__file__).parent / "data" / "heads.tsv"
TOTAL: Final = 479_080
"""Noun phrases that were counted."""
LEAST: Final = -11.0
"""Bits from which on a concept is readable: chosen on the labels of the development halves."""
TELLS: Final = 0.75
"""Bits from which on a concept says something: nearly everything is a group, an event or in a district."""
PER_WORD: Final = 3.0
"""Bits by which a phrase of two words is rarer than one word that is as usual for what it names."""
USUAL: Final = 0.6
"""The least share of its uses in which another word must mean the concept."""
LIKELY: Final = 0.1
"""The least share of its uses in which a word must mean the concept: else it is read as something else."""
BETTER: Final = 4.0
"""How many times as often another word of a concept must be used to be said instead of its label."""
_ALTERNATIVE: Final = " or "


class Heads:
    """How often phrases head noun phrases."""

    def __init__(self, path: Path = DEFAULT_PATH) -> None:
        """Read the counts. Raises KnowledgeBaseError when the file is missing or damaged."""
        found: dict[str, int] = {}
        try:
            for line in path.read_text(encoding="utf-8").splitlines():
                if not line.startswith("#"):
                    phrase, uses, _ = line.split("\t")
                    found[phrase] = int(uses)
        except (OSError, ValueError) as error:
            raise KnowledgeBaseError(
                f"{path} is missing or damaged ({error}); reinstall the package"
            ) from None
        self._uses: Mapping[str, int] = found

    def uses(self, phrase: str) -> int:
        """Return how often a phrase in small letters heads one."""
        return self._uses.get(phrase, 0)


@cache
def opened() -> Heads:
    """Return the counts that ship, read once a process."""
    return Heads()


class Readability:
    """How readable the labels of concepts are, in a knowledge base."""

    def __init__(self, knowledge: KnowledgeBase, heads: Heads | None = None) -> None:
        self._knowledge = knowledge
        self._given = heads
        self._known: dict[tuple[str, str], float] = {}

    @cached_property
    def _heads(self) -> Heads:
        return self._given or opened()

    def bits(self, concept: Concept, label: str, information: float) -> float:
        """log2 of the share of all noun phrases that the label heads in the sense of the concept, beyond that of all
        documents which tell of it (``information``: its IC, bits). Of alternatives ("film or play") the least."""
        plain = _plain(label)
        if plain[:1].isupper():
            return 0.0  # a people, or an office: their names are what one says
        return (
            min(self._used(concept, part) + PER_WORD * (" " in part) for part in plain.split(_ALTERNATIVE))
            + information
        )

    def misleads(self, concept: Concept, label: str) -> bool:
        """Return whether a reader takes the label for a meaning of its words of another class: a party is no
        contractor."""
        rivals = self._rivals(concept, label)
        own = next((_class_of(s) for s in rivals if s.concept.id == concept.id), None)
        if own is None:
            return False
        # those of a named class shade into one another; of the rest nothing is known
        same = sum(
            s.frequency + 1 for s in rivals if (_class_of(s) == own if own else s.concept.id == concept.id)
        )
        return same < LIKELY * sum(s.frequency + 1 for s in rivals)

    def label(self, concept: Concept) -> str:
        """Return the word of a concept that is used by far the most in its sense, if that is its usual one; else
        its label."""
        senses = self._knowledge.senses(concept.label)
        if not any(s.concept.id == concept.id for s in senses):
            return concept.label  # words of its own, not those of a dictionary
        own = self._used(concept, concept.label) + log2(BETTER)
        words = [
            w for w in self._knowledge.lemmas(concept) if w.islower() and self._counted(concept, w) >= USUAL
        ]
        best = max(words, key=lambda w: self._used(concept, w), default="")
        if best and self._used(concept, best) > own:
            return best
        others = [w for w in words if not self.misleads(concept, w)]
        return (
            max(others, key=lambda w: self._used(concept, w))
            if others and self.misleads(concept, concept.label)
            else concept.label
        )

    def _used(self, concept: Concept, phrase: str) -> float:
        key = concept.id, phrase
        if key not in self._known:
            rivals = len(self._rivals(concept, phrase))
            # meanings that shade into one another ("university": the body, its buildings) share what is counted for one
            share = max(self._counted(concept, phrase), 1 / max(rivals, 1))
            self._known[key] = log2((share * self._heads.uses(phrase) + 0.5) / TOTAL)
        return self._known[key]

    def _rivals(self, concept: Concept, phrase: str) -> list[Sense]:
        """Return the meanings of a phrase in the base of the concept, as kinds."""
        senses = self._knowledge.senses(phrase)
        return [s for s in senses if not s.instance and s.concept.prefix == concept.prefix]

    def _counted(self, concept: Concept, phrase: str) -> float:
        """Return the share of a phrase's uses that is counted for the concept, 1 of one that no base has among them."""
        rivals = self._rivals(concept, phrase)
        own = next((s for s in rivals if s.concept.id == concept.id), None)
        return 1.0 if own is None else (own.frequency + 1) / sum(s.frequency + 1 for s in rivals)


def _class_of(sense: Sense) -> str:
    """Return the class of a meaning; a body and its buildings are one."""
    return "ORG" if sense.entity_class == "LOC" else sense.entity_class


def _plain(label: str) -> str:
    """Return a label without nation, period and place: the kind that it names ("European city in the south" ->
    "city")."""
    words = label.partition(" in ")[0].split()
    while len(words) > 1 and (words[0][0].isupper() or words[0][0].isdigit()):
        words.pop(0)
    return " ".join(words)
