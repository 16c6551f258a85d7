"""What the writer knows of the structure of a text: the register of each mention, and what speakers are called."""

from dataclasses import dataclass, field
from enum import StrEnum

from sanitizer.say.phrases import Phrase
from sanitizer.types import Span


class Register(StrEnum):
    """What a mention stands in: a running sentence; an entry of a form (the value of a field, a heading, an address, a
    signature); the label of who speaks in a chat or a log."""

    SENTENCE = "sentence"
    ENTRY = "entry"
    SPEAKER = "speaker"


@dataclass(frozen=True, slots=True)
class Designation:
    """What an entity is called behind an offset of the text, the end of the word that first says so."""

    phrase: Phrase
    end: int


@dataclass(frozen=True, slots=True)
class Form:
    """The structure of a text.

    Attributes:
        register: of mentions, by their spans; others stand in sentences.
        label: of the fields that mentions are the values of.
        called: what each entity that speaks is called ("Speaker 1").
        opening: the mentions that are the first words behind a label or a time.
        by_name: the letter ("X") of each entity of which a sentence speaks and no more is told than a name or sex.
        letters: all letters, as they were given.
        lettered: the letter of each mention of a place or body of which no more is told than what it is.
        renamed: the label of each mention that one stands for because its own clause says what it is.
        roles: what the text calls entities.
        fielded: the persons that the label of a field calls ("Patient: ...").
    """

    register: dict[Span, Register] = field(default_factory=dict)
    label: dict[Span, str] = field(default_factory=dict, repr=False)
    called: dict[tuple[str, int], str] = field(default_factory=dict)
    opening: set[Span] = field(default_factory=set)
    by_name: dict[tuple[str, int], Phrase] = field(default_factory=dict)
    letters: list[Phrase] = field(default_factory=list)
    lettered: dict[Span, Phrase] = field(default_factory=dict)
    renamed: dict[Span, Phrase] = field(default_factory=dict)
    roles: dict[tuple[str, int], Designation] = field(default_factory=dict)
    fielded: set[tuple[str, int]] = field(default_factory=set)

    def of(self, span: Span) -> Register:
        """Return the register of a mention."""
        return self.register.get(span, Register.SENTENCE)
