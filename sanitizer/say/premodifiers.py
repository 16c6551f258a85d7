"""A noun phrase before the noun that it modifies: "the Barcelona team" -> "the city's team", "a Barcelona hotel" -> "a
city hotel", "a Kennedy aide" -> "a politician's aide"."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sanitizer.say.appositions import EMPTY
from sanitizer.say.dropping import dropped, needs_article
from sanitizer.text.edits import Fitted
from sanitizer.text.inflection import article, head_of, indefinite, possessive, singular
from sanitizer.text.surroundings import Surroundings, is_person_word, is_proper_label, token_at
from sanitizer.types import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

PREPOSITIONS: Final = frozenset(["in", "of", "at", "from", "by", "for", "near", "to", "on", "with"])
_DEMONYM: Final = re.compile(r"[A-Z]\w+(?:an|ian|ese|ish|ch|ic|i|ss|ek|tine)$")
_NATIONS: Final = frozenset({"country", "nation"})
"""What every adjective of a nation says: "a Spanish architect" is "an architect" rather than "a country's"."""


@dataclass(frozen=True, slots=True)
class Premodifier:
    """A replacement before a noun. `start` is where it starts with what goes along (a title), `determiner` what governs
    its article, as in :class:`sanitizer.say.noun_phrases.NounPhrase`, whose fields the others are."""

    text: str
    span: Span
    label: str
    around: Surroundings
    doc: "Doc | None"
    is_name: bool
    start: int
    determiner: str

    def fit(self) -> Fitted:
        """The span to replace and the words to write there."""
        if self.label in _NATIONS and self.determiner == "article" and self._before_blank():
            return self._without()  # "a New Zealand player" is "a player"
        adjective, person = self._is_demonym(), is_person_word(head_of(self.label)[1])
        if adjective and self._before_blank() and (person or self.label in EMPTY):
            return self._without()  # "a Republican member" is no politician's member
        before, noun, after = head_of(self.label)
        if after:  # "U.S. universities" -> "a country's universities"
            return self._owning(f"{before}{noun}", self.determiner in ("own", "inside", "the"))
        if self.is_name and self.around.previous == "the" and not _DEMONYM.match(self.label):
            return Fitted(Span(self.start, self.span.end), possessive(self.label))
        owner = self.is_name and person
        if (
            owner and self.determiner == "edge" and not self._surely_modifies()
        ):  # "letting Mr Ek deal with it"
            return Fitted(Span(self.start, self.span.end), indefinite(self.label))
        if (adjective or owner) and not self.label[:1].isupper():
            return self._owning(self.label, self.determiner in ("own", "inside"))
        if self.determiner == "article":
            return Fitted(Span(self._article(), self.span.end), f"{article(self.label)} {self.label}")
        if self.determiner == "edge" and self.text[self.span.start] in "_*":  # "_Blood Rage_ features cards"
            return Fitted(Span(self.start, self.span.end), indefinite(self.label))
        if self.determiner == "edge" and self.is_name and needs_article(self.text, self.span, self.around):
            return Fitted(Span(self.start, self.span.end), indefinite(self.label))
        return Fitted(Span(self.start, self.span.end), self.label)

    def _owning(self, label: str, governed: bool) -> Fitted:
        words = possessive(label)
        if self.determiner == "article":
            return Fitted(Span(self._article(), self.span.end), f"{article(words)} {words}")
        bare = governed or self.around.previous == "the"
        return Fitted(Span(self.start, self.span.end), words if bare else f"{article(words)} {words}")

    def _article(self) -> int:
        """Where the article before the phrase starts."""
        return self.around.before[0][1].start

    def _surely_modifies(self) -> bool:
        """Whether the word behind a name without a determiner is a noun and no verb: "at Kennedy headquarters"."""
        if self.doc is None or self.around.previous in (
            "as",
            "when",
            "while",
            "if",
            "because",
            "that",
            "until",
        ):
            return False
        return self.around.previous in PREPOSITIONS or singular(self.around.modified) is not None

    def _before_blank(self) -> bool:
        return self.text[self.span.end : self.span.end + 1] == " "

    def _without(self) -> Fitted:
        """An adjective that would tell nothing goes: "an American fielder" -> "a fielder"."""
        gone = dropped(self.text, self.span, self.around) if self.determiner == "article" else None
        return gone if gone is not None else Fitted(Span(self.start, self.span.end + 1), "")

    def _is_demonym(self) -> bool:
        if self.doc is not None and self.is_name and " " not in self.span.of(self.text):
            token = token_at(self.doc, self.span.start)
            return token is not None and token.pos_ == "ADJ"
        if not _DEMONYM.match(self.span.of(self.text)):
            return False
        return not is_proper_label(self.span.of(self.text))
