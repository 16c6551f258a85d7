"""Tell what the words before a noun phrase govern: whether it has its determiner, and whether it began earlier."""

import re
from typing import TYPE_CHECKING

from kb.value_words import NUMBER_WORDS
from sanitizer.text.edits import Fitted
from sanitizer.text.inflection import WORDS, head_of, singular
from sanitizer.text.surroundings import ARTICLES, DETERMINERS, NOT_MODIFIED, Surroundings, is_common, token_at
from sanitizer.types import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

"""Numbers written as words."""


def is_governed(around: Surroundings) -> bool:
    """Whether the word before the span has its determiner ("the former *actor*", "his *wife*")."""
    for i, (word, _) in enumerate(around.before[1:4], 1):
        if word in ("then", "now", "late"):  # adverbs that stand before a noun as adjectives do
            continue
        if word.lower() in DETERMINERS or word.lower() in ARTICLES or word.endswith(("'s", "’s")):
            return True
        if word.endswith(("ed", "ing")):  # a participle before its noun, never one behind a verb's subject
            after = around.before[i + 1][0].lower() if i + 1 < len(around.before) else ""
            return after in ("the", "his", "her", "its", "their", *ARTICLES)
        if opens_phrase(word):
            return False
    return False


def is_lone_adjective(around: Surroundings) -> bool:
    """Whether a word that is no noun stands between a determiner and a name ("the defunct *Free City*")."""
    if len(around.before) < 2:
        return False
    word, before = around.before[0][0], around.before[1][0].lower()
    governs = before in ("the", *ARTICLES) or (
        before in DETERMINERS and before not in WORDS["not_before_names"]
    )
    return governs and word.islower() and word.isalpha() and not opens_phrase(word) and not is_common(word)


def is_number(surface: str) -> bool:
    """Whether words are a number, in digits or spelled out."""
    words = re.split(r"[\s-]+", surface.lower())
    return all(re.fullmatch(r"\d[\d.,]*", w) or w in NUMBER_WORDS for w in words)


def known_common(surface: str) -> bool:
    """Whether words in small letters are a common noun."""
    return is_common(surface.lower())


def opens_phrase(word: str) -> bool:
    """Whether no noun phrase goes on over a word ("of", "visited", "quickly")."""
    lower = word.lower()
    return lower in NOT_MODIFIED or (lower.endswith(("ed", "ing", "ly")) and lower not in WORDS["ly_nouns"])


def continues_phrase(around: Surroundings, doc: "Doc | None") -> bool:
    """Whether the word before a common noun continues a phrase that began before it ("skin *melanoma*")."""
    word, where = around.before[0]
    if doc is not None:
        token = token_at(doc, where.start)
        if token is not None and token.pos_ in ("NOUN", "PROPN", "ADJ", "NUM"):
            return True
    if word.lower().endswith(("ed", "ing")) and len(around.before) > 1:  # a participle behind a determiner
        # an adverb of the participle may lie between
        second = 2 if around.before[1][0].endswith("ly") and len(around.before) > 2 else 1
        return around.before[second][0].lower() in (*ARTICLES, *DETERMINERS)
    return doc is None and not opens_phrase(word)


def after_many_works(surface: str, end: int, around: Surroundings) -> Fitted | None:
    """Several titles after the word for them: "the films Jaws and Duel" -> "two films"."""
    joined = re.findall(r",? and |, ", surface)
    if singular(around.previous) not in WORDS["works"] or not joined or around.possessive is not None:
        return None
    first = 1 if len(around.before) > 1 and around.before[1][0].lower() == "the" else 0
    count = "two" if len(joined) == 1 else "several"
    return Fitted(Span(around.before[first][1].start, end), f"{count} {around.previous}")


def is_said_behind(text: str, span: Span, label: str, around: Surroundings) -> bool:
    """Whether the noun that a name stands before is the head of the label ("the Adriatic *sea*"), and begins no other
    name ("the Miranda *state* of Venezuela")."""
    word = around.modified
    if around.possessive is not None or not word or word != head_of(label)[1]:
        return False
    return not re.match(r" of (?:the )?[A-Z]", text[span.end + 1 + len(word) :][:12])
