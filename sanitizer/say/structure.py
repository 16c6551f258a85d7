"""What the writer knows of the structure of a text: the register of each mention, and what speakers are called."""

from dataclasses import dataclass, field
from enum import StrEnum

from sanitizer.types import Span


class Register(StrEnum):
    """What a mention stands in: a running sentence; an entry of a form (the value of a field, a heading, an address, a
    signature); the label of who speaks in a chat or a log."""

    SENTENCE = "sentence"
    ENTRY = "entry"
    SPEAKER = "speaker"


@dataclass(frozen=True, slots=True)
class Form:
    """The structure of a text.

    Attributes:
        register: of mentions, by their spans; others stand in sentences.
        label: of the fields that mentions are the values of.
        called: what each entity that speaks is called ("Speaker 1").
        opening: the mentions that are the first words behind a label or a time.
    """

    register: dict[Span, Register] = field(default_factory=dict)
    label: dict[Span, str] = field(default_factory=dict, repr=False)
    called: dict[tuple[str, int], str] = field(default_factory=dict)
    opening: set[Span] = field(default_factory=set)

    def of(self, span: Span) -> Register:
        """The register of a mention."""
        return self.register.get(span, Register.SENTENCE)
