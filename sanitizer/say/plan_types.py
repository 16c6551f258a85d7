"""The types of the plan: what is told of a mention, and the edit of the text that tells it."""

from dataclasses import dataclass, field
from typing import Literal

from sanitizer.say.phrases import Phrase
from sanitizer.say.positions import Page, Place
from sanitizer.types import EntityClass, Span

Entity = tuple[str, int]
"""An entity: its kind (``sensitive`` or ``risky``) and number."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of one mention: a ``phrase``, or ``literal`` words that no grammar touches (an operator's, the mark
    of a removal). ``named`` says whether the entity's words are a name (``None``: not known); ``label`` is ``name`` or
    ``code`` (numbers, addresses) where a label in brackets may stand for them, else ""; ``same`` is the entity that it
    is, where another stands for it; ``of_class`` is what it was taken for; ``by_title`` says whether a person may be
    called by the title before the name ("Dr X", "a doctor"), ``given`` whether a user chose the words; ``own`` are the
    mention's own words, where some of them stay."""

    span: Span
    entity: Entity
    phrase: Phrase | None
    named: bool | None = None
    literal: str | None = field(default=None, repr=False)
    same: Entity | None = None
    label: Literal["", "name", "code"] = ""
    by_title: bool = True
    given: bool = False
    of_class: EntityClass = EntityClass.PERSON
    own: str = field(default="", repr=False)

    @property
    def referent(self) -> Entity:
        """What the words refer to: the entity, or the one of whose name its own is a longer form."""
        return self.same or self.entity


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of the text, as it is planned; words are made of it at last.

    Attributes:
        told, place: the mention. Of literal words there is no place.
        span: the characters that change.
        phrase: what is said; ``None`` where the mention goes.
        determiner: ``a``, ``the``, ``another``, ``a second``, a number..., or "" for none.
        lead, before, after: words of the text or of grammar before the determiner, behind it, and behind the phrase.
        many: whether the phrase stands in the plural.
        owns: whether a possessive mark follows.
        words: instead of the phrase, words that fit the place already (a period, an age).
        label: the label in brackets or the letter that the words are, where they are one.
        whose: the possessive pronoun of an age that is told as a decade ("her": "in her fifties"), or "".
        open: whether the determiner is chosen by what the reader knows of the entity.
        apart: whether the determiner tells the entity from others of the same words ("another", "the second").
        pronoun: stands for all of it.
        attribute: what the text calls the entity there, in words that stay ("the actor" before a name that goes).
        listed: whether it is told with others, by their number alone ("two men").
        follows: the mention that its noun phrase begins with, whose edit has its determiner.
        opens: whether it takes the capital of a sentence whose opening went.
    """

    told: Told
    place: Place | None
    span: Span
    phrase: Phrase | None = None
    determiner: str = ""
    lead: str = field(default="", repr=False)
    before: str = field(default="", repr=False)
    after: str = field(default="", repr=False)
    many: bool = False
    owns: bool = False
    words: str | None = field(default=None, repr=False)
    label: Phrase | None = None
    whose: str = ""
    open: bool = False
    apart: bool = False
    pronoun: str = ""
    attribute: Phrase | None = None
    listed: bool = False
    follows: Span | None = None
    opens: bool = False

    @property
    def gone(self) -> bool:
        """Whether nothing is said."""
        return self.phrase is None and not self.words and not self.pronoun and self.told.literal is None

    @property
    def tag(self) -> str:
        """What the label that the words are calls the mention ("address"), or ""."""
        return self.label.tag if self.label is not None else ""

    @property
    def named(self) -> bool:
        """Whether the mention is a name where it stands."""
        return self.place is not None and self.place.named


def gap(page: Page, before: Edit, after: Edit) -> str:
    """Return the text between two edits."""
    return page.text[before.span.end : after.span.start]


def without(edit: Edit, start: int, end: int | None = None) -> Edit:
    """Return the edit that says nothing and takes the text from ``start`` on."""
    return Edit(edit.told, edit.place, Span(start, edit.span.end if end is None else end))
