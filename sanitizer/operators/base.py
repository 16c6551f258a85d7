"""Define what an operator is: it writes other characters for a sensitive term, and may give them back."""

from dataclasses import dataclass
from typing import ClassVar, Protocol, runtime_checkable

from kb.values.date_order import Order
from sanitizer.common.arguments import kind_of
from sanitizer.common.keys import Key
from sanitizer.errors import UsageError
from sanitizer.recognize.name_groups import naming_words
from sanitizer.text.fold import plain
from sanitizer.text.patterns import ANY_POSSESSIVE, WORD
from sanitizer.types import EntityClass


def canonical(surface: str) -> str:
    """Return the words of a surface without case, diacritics and punctuation; what has no words as it is."""
    return " ".join(plain(w) for w in WORD.findall(surface)) or surface


@dataclass(frozen=True, slots=True)
class Term:
    """A mention as an operator sees it: its ``surface``, fine ``type`` and class; ``entity`` numbers the
    entity in the document, ``full`` is the longest surface of that entity, ``person`` says whose term it
    is (a document or record id): dates of one person are shifted alike; ``order`` is that of
    the dates in numbers of its text (None: nothing tells it).
    """

    surface: str
    type: str
    entity_class: EntityClass
    entity: int = -1
    full: str = ""
    person: str = ""
    order: Order | None = None

    @property
    def canonical(self) -> str:
        """The words of the surface without case, diacritics and punctuation: equal for spellings of one
        value.
        """
        return canonical(self.surface)

    @property
    def identity(self) -> str:
        """The same of the longest surface of the entity, a person's without possessive and titles: equal for all
        mentions of an entity, "Mr Thomas Huber" and "Huber's".
        """
        whole = self.full or self.surface
        if self.entity_class is not EntityClass.PERSON:
            return canonical(whole)
        words = [plain(w) for w in WORD.findall(ANY_POSSESSIVE.sub("", whole))]
        return " ".join([words[i] for i in naming_words(words)] or words) or whole


@dataclass(frozen=True)
class Keyed:
    """An operator whose outcome nobody can tell without its ``key``."""

    key: Key
    name: ClassVar[str]

    def __post_init__(self) -> None:
        if not isinstance(self.key, Key):
            raise UsageError(
                f"operator {self.name}: key: a Key is needed, not {kind_of(self.key)}: Key.read(FILE)"
            )


@runtime_checkable
class Operator(Protocol):
    """Every implementation passes ``tests/contracts/operator.py``."""

    @property
    def name(self) -> str:
        """How settings files call it."""

    @property
    def sealed(self) -> bool:
        """Whether what it writes stands as it is, whatever words it holds: labels, codes and tokens. What others write
        must hold no sensitive form."""

    def replace(self, term: Term) -> str | None:
        """Return what stands for the term; None leaves it to the next in line (a generalization)."""
