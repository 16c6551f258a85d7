"""A noun phrase in the place of another: number, determiner, apposition, the noun that it modifies.

:func:`sanitizer.say.grammar.fit` says what is written where; here are the cases of an ordinary noun and of a name.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sanitizer.say.appositions import apposition, between_commas, is_apposition, is_surely_noun
from sanitizer.say.bare_nouns import OF_MANY, is_qualified, names_many, stands_bare, without_lone_words
from sanitizer.say.premodifiers import PREPOSITIONS, Premodifier
from sanitizer.text.edits import Fitted
from sanitizer.text.governed import (
    after_many_works,
    continues_phrase,
    is_governed,
    is_lone_adjective,
    is_number,
    is_said_behind,
    known_common,
)
from sanitizer.text.inflection import WORDS, article, head_of, indefinite, is_mass, plural, possessive
from sanitizer.text.surroundings import (
    ARTICLES,
    DETERMINERS,
    Surroundings,
    is_common,
    is_person_word,
    is_plural,
    look_around,
    pair_before,
    says_many,
    title_before,
    token_at,
)
from sanitizer.types import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

_ADJECTIVES: Final = WORDS["adjectives"]
_NUMBERS: Final = WORDS["numbers"] | {"large integer"}
_OF_PLACE: Final = WORDS["places"]

_POSSESSIVE: Final = frozenset(["the", "a", "an", "his", "her", "its", "their", "our", "my", "your"])
_AGREES: Final = re.compile(r"(?: \([^()]{1,20}\))? (?:are|were|have)\b")
_WHERE: Final = re.compile(r" (?:in|from) (?:the )?[A-Z].*$")
"""Where a thing is, which no possessive follows: "a city in Texas" has "a city's mayor"."""


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """One replacement by a noun phrase; its methods are the cases. The fields are those of
    :func:`sanitizer.say.grammar.fit`, with the surroundings and whether the label is a name."""

    text: str
    span: Span
    label: str
    around: Surroundings
    doc: "Doc | None"
    named: bool | None
    proper: bool

    def fit(self) -> Fitted:
        """The span to replace and the words to write there."""
        around = self.around
        if around.joined_left or around.joined_right:
            return self._joined()
        if self.is_name and is_said_behind(
            self.text, self.span, self.label, around
        ):  # "the Adriatic sea", "Haikou city"
            end = self.span.end + 1 + len(around.modified)
            whole = Span(self.span.start, end)
            again = look_around(self.text, whole, self.doc)
            return NounPhrase(self.text, whole, self.label, again, self.doc, self.named, self.proper).fit()
        many = is_plural(self.text, self.span, around, self.doc, self.named)
        if many and not (self.is_name and around.previous in PREPOSITIONS and not self.around.modified):
            return without_lone_words(self.text, self.span, self.label, self.around, self._many())
        start = self.span.start
        if self._is_person and self.is_name and (pair := pair_before(self.text, start)) is not None:
            return self._pair(pair)
        if title := title_before(around) if self.is_name else None:
            around = look_around(self.text, Span(title.start, self.span.end), self.doc)
            start = title.start
        return without_lone_words(self.text, self.span, self.label, self.around, self._one(start, around))

    @property
    def surface(self) -> str:
        """The replaced words."""
        return self.span.of(self.text)

    @property
    def is_name(self) -> bool:
        """Whether the replaced words are a name: capitals, beyond the capital of a sentence's first word."""
        if self.named is not None:
            return self.named
        words = [w for w in re.findall(r"[^\W\d_][\w'’.-]*", self.surface) if w[0].isupper()]
        if not words:
            return not self.surface[:1].isalpha()
        if self.around.shouting or (self.around.starts_sentence and self.surface.split()[0] == self.surface):
            return self._name_by_doc(default=not known_common(self.surface))
        if self.around.starts_sentence and len(words) == 1 and self.surface.startswith(words[0]):
            return self._name_by_doc(default=not known_common(self.surface))
        return True

    def _name_by_doc(self, default: bool) -> bool:
        token = token_at(self.doc, self.span.start) if self.doc is not None else None
        return token.pos_ == "PROPN" if token is not None and token.pos_ in ("PROPN", "NOUN") else default

    def _joined(self) -> Fitted:
        """Part of a hyphenated word ("London-based"): the bare label; an article before it follows the
        sound.
        """
        start, words = self.span.start, self.label
        if self.around.previous in ARTICLES and not self.around.joined_left:
            start = self.around.before[0][1].start
            words = f"{article(words)} {words}"
        return Fitted(Span(start, self.span.end), words)

    def _many(self) -> Fitted:
        """A plural stays one: "melanomas" -> "cancers"; the determiner fits already."""
        label = self.label if self.proper else plural(self.label)
        end, words = self.span.end, label
        if self.around.possessive is not None:
            end, words = self.around.possessive.end, possessive(label)
        if self.around.modified and not is_mass(self.label):  # "drugs trade", "Americans first"
            words = words if self.around.possessive else label
        return Fitted(Span(self.span.start, end), words)

    def _pair(self, start: int) -> Fitted:
        """ "Mr and Mrs Smith" are two, whatever the kind of the one."""
        if (mark := self.around.possessive) is not None:
            return Fitted(Span(start, mark.end), "two people's")
        return Fitted(Span(start, self.span.end), "two people")

    def _one(self, start: int, around: Surroundings) -> Fitted:
        end, mark = self.span.end, self.around.possessive
        determiner = self._determiner(around)
        if self.proper:
            return self._named(start, around, determiner)
        if self.label in _NUMBERS and self.around.modified and is_number(self.surface):
            bounded = around.previous in WORDS["bounds"]  # "over 200 clubs" -> "several clubs"
            return Fitted(Span(around.before[0][1].start if bounded else start, self.span.end), "several")
        if found := self._in_apposition(around, determiner):
            return found
        if self.around.modified and mark is None:
            return Premodifier(
                self.text, self.span, self.label, around, self.doc, self.is_name, start, determiner
            ).fit()
        if many := after_many_works(self.span.of(self.text), self.span.end, around):
            return many
        if self.is_name and around.previous == "of" and len(around.before) > 1:
            noun, where = around.before[1]
            if noun in _OF_PLACE and mark is None:  # "the city of Barcelona" -> "the municipality"
                return Fitted(Span(where.start, end), self.label)
        agrees = (self.is_name and names_many(self.surface, self.label, around)) or bool(
            self.surface.lower().endswith("s")
            and around.previous not in PREPOSITIONS
            and _AGREES.match(self.text, end)
        )  # "the Alps are", but "elections in Laos are"
        # "both Lyon and Porto" are one and one
        counted = (
            determiner == "inside" and len(around.before) > 1 and around.before[1][0].lower() in WORDS["many"]
        )
        several = (says_many(around) or counted) and not re.match(r" and ", self.text[end : end + 5])
        label = plural(self.label) if several or agrees else self.label
        if agrees and determiner == "the":
            of_many = self.is_name and len(around.before) > 2 and around.before[1][0] == "of"
            some = of_many and around.before[2][0].lower() in OF_MANY
            determiner = "own" if some or not self.is_name else "plural"
        if determiner == "inside" and self._is_part_of_title(around.before[0][0]):
            start, words = around.before[0][1].start, f"{around.before[0][0].lower()} {label}"
        elif determiner in ("own", "inside"):
            words = label
        elif determiner == "plural":
            start, words = around.before[0][1].start, label
        elif determiner == "article" or determiner == "the":
            start, words = around.before[0][1].start, indefinite(label)
        elif determiner == "adjective":
            first = around.before[0]
            opens = first[0].lower() in _ADJECTIVES  # "Former President Niyazov"
            word = first[0].lower() if opens or self._is_part_of_title(first[0]) else first[0]
            start, words = first[1].start, indefinite(f"{word} {label}")
        elif around.previous == "both" and " and " in self.surface:  # "both Best Actress and Best Song"
            start, words = around.before[0][1].start, f"two {label}"
        else:
            bare = not self.is_name and stands_bare(self.text, self.span, self.label, self.doc)
            words = label if several or agrees or bare else indefinite(label)
        if mark is not None:
            end = mark.end
            words = possessive(words if several or agrees else _WHERE.sub("", words))
        return Fitted(Span(start, end), words)

    def _in_apposition(self, around: Surroundings, determiner: str) -> Fitted | None:
        """What to write where the name stands behind the word for what it names, else None."""
        apart = not self.around.modified or self._is_person  # "a senior GAA competition"
        if not (self.is_name and apart and determiner in ("edge", "inside")):
            return None
        if is_apposition(self.text, self.span, self.label, around, self.doc):
            return apposition(self.text, self.span, self.label, around)
        return between_commas(self.text, self.span, self.label, around)

    @property
    def _is_person(self) -> bool:
        """Whether the label is a kind of person."""
        return is_person_word(head_of(self.label)[1])

    def _is_part_of_title(self, word: str) -> bool:
        """Whether a capital stood for a title that is no name any more ("Chief Minister" -> "a chief minister")."""
        office = self.label.islower() and self._is_person
        return office and self.surface[:1].isupper() and word.istitle() and is_common(word.lower())

    def _determiner(self, around: Surroundings) -> str:
        """What governs the article: article, the (before a name), own (another determiner), adjective
        (without article), inside (the phrase began earlier), edge (the phrase begins here)."""
        previous = around.previous
        if previous in ARTICLES:
            return "article"
        if previous == "particular" and len(around.before) > 1 and around.before[1][0] == "in":
            return "edge"
        if previous == "the":
            return "the" if self.is_name and not self.around.modified else "own"
        governs = previous in DETERMINERS and not (self.is_name and previous in WORDS["not_before_names"])
        if governs or (around.before and re.search(r"['’]s?$", around.before[0][0])):
            return "own"
        if previous and around.before[0][0].endswith(("'s", "’s")):
            return "own"
        second = around.before[1][0].lower() if len(around.before) > 1 else ""
        if previous.endswith(("ing", "ed")) and second in _POSSESSIVE:
            return "inside"  # "a leading Hollywood actress"
        third = around.before[2][0].lower() if len(around.before) > 2 else ""
        if (
            second.endswith("ly")
            and second not in WORDS["ly_nouns"]
            and previous not in PREPOSITIONS
            and third in (*_POSSESSIVE, "first")
            and not self._is_adjective(around)
        ):
            return "inside"  # "a privately held company"
        if is_qualified(self.text, self.span, around, self.doc) or ("-" in previous and says_many(around)):
            return "own"
        if previous in ("best", "worst"):  # "for Best Actor"
            return "inside"
        if self._is_adjective(around):
            return "inside" if is_governed(around) else "adjective"
        if not self.is_name and previous and continues_phrase(around, self.doc):
            return "inside"
        if self.is_name and is_lone_adjective(around):
            return "inside"
        return "edge"

    def _is_adjective(self, around: Surroundings) -> bool:
        if not around.before:
            return False
        word, where = around.before[0]
        if word in _ADJECTIVES or (len(around.before) == 1 and word.lower() in _ADJECTIVES):
            return True
        if self.doc is None or (self.is_name and is_surely_noun(word)):
            return False
        token = token_at(self.doc, where.start)
        return token is not None and token.pos_ == "ADJ" and (word.islower() or not self.is_name)

    def _named(self, start: int, around: Surroundings, determiner: str) -> Fitted:
        """A name replaces a name: "the Netherlands" -> "Europe"; a phrase keeps its other words."""
        end, words = self.span.end, self.label
        if determiner in ("the", "article") and not self.around.modified:
            start = around.before[0][1].start
        if self.around.possessive is not None:
            end, words = self.around.possessive.end, possessive(words)
        return Fitted(Span(start, end), words)
