"""Write class words in English: those that need more than an article ("something", "some age")."""

import re
from typing import TYPE_CHECKING, Final

from sanitizer.say.aliases import fit_alias, fit_numbered_name
from sanitizer.say.appositions import EMPTY_PERSONS, apposition, is_apposition
from sanitizer.say.dropping import dropped
from sanitizer.say.measures import fit_measure
from sanitizer.text.edits import Fitted
from sanitizer.text.governed import is_governed
from sanitizer.text.inflection import indefinite
from sanitizer.text.surroundings import ARTICLES, DETERMINERS, Surroundings, says_many
from sanitizer.types import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

DROPPED: Final = EMPTY_PERSONS | {"thing", "location", "place", "date", "nationality or group"}
"""Before a noun these tell nothing: "a Marxist-Leninist regime" is "a regime"."""

_MEASURES: Final = frozenset({"age", "amount", "number", "percentage", "period", "quantity", "rank"})
"""Words for one value, however many units it counts: "two days" is "a period"."""

_NUMBER_SIGN: Final = re.compile(r"\b(?:[Nn]os?\.|[Nn]rs?\.|№|[Nn]umbers?)\s*$")
_PHONE: Final = re.compile(r"\b(?:[Tt]ele)?[Pp]hone $|\b[Tt]el\.? $|\b[Ff]ax $|\b[Mm]obile $")
_FIELD: Final = re.compile(r"(?P<name>[\w -]{2,40}?)\s?[:=#]\s?$")
_OF_AGE: Final = re.compile(r"(?:at )?(?:the )?ages? of\b")
WITHHELD: Final = "withheld"


def fit_class_word(
    text: str, span: Span, label: str, around: Surroundings, doc: "Doc | None"
) -> Fitted | None:
    """The span to replace and the words to write, None where the label is an ordinary noun here."""
    if (said := _said_before(text, span, label)) is not None:
        return said
    if _OF_AGE.match(span.of(text)) and not re.search(r"\d|years old$", label):
        label = "age"  # "the age of seven", of which only the number was known
    if (
        other := fit_alias(text, span, label, around) or fit_numbered_name(text, span, label, around)
    ) is not None:
        return other
    if label == "date":
        return _some_time(text, span, around)
    if label == "age":
        return _age(text, span, around)
    if label in _MEASURES:
        return fit_measure(text, span, label, around)
    if label in EMPTY_PERSONS and not _governed_name(around):
        return None
    if label in DROPPED and around.modified and not around.possessive and not around.joined_left:
        return dropped(text, span, around)
    if label == "thing" and not around.joined_left and not around.joined_right:
        agrees = bool(re.match(r" (?:are|were|have)\b", text[span.end : span.end + 8]))
        agrees = agrees and around.previous not in ("in", "of", "at", "from", "by", "for", "to", "on", "with")
        if around.possessive is None and is_apposition(text, span, label, around, doc):
            return apposition(text, span, label, around)  # "the film Cry-Baby"
        return _something(span, around, agrees, text[span.end : span.end + 12])
    return None


def _governed_name(around: Surroundings) -> bool:
    """Whether a determiner, a preposition or a year stands before a name that modifies a noun: without one, the word
    behind it may be its verb ("letting Mr Ek *deal* with it")."""
    word = around.previous
    governs = (
        word in DETERMINERS
        or word in ARTICLES
        or word in ("the", "in", "at", "of", "for", "by", "with", "under")
        or is_governed(around)
    )
    return governs or word[-1:].isdigit() or word.endswith("0s")


def _said_before(text: str, span: Span, label: str) -> Fitted | None:
    """Where the words before say the class already: "no. 55004/00" is "a case number", "case number 12" too; after a
    colon, as in a form, the value is withheld."""
    left = text[max(0, span.start - 60) : span.start]
    head = label.rsplit(" ", 1)[-1]
    field = _FIELD.search(left)
    if field and field["name"].strip().rpartition(" ")[2].lower() in (head, f"{head}s", label):
        return Fitted(span, WITHHELD)
    if head == "number" and (phone := _PHONE.search(left)):
        return Fitted(Span(span.start - (len(left) - phone.start()), span.end), indefinite(label))
    if head in ("number", "code"):
        sign = _NUMBER_SIGN.search(left)
        if sign:
            noun = re.search(r"[^\W\d_]\s+$", left[: sign.start()])
            start = span.start - (len(left) - sign.start())
            if "umber" in sign[0] and noun and _is_adjective(text, start - 2):
                return Fitted(Span(span.start - 1, span.end), "")  # "atomic number 75"
            if noun and "umber" not in sign[0]:
                return Fitted(Span(start - len(noun[0]) + 1, span.end), "")  # "application no. 55004/00"
            if "umber" in sign[0] and re.search(r"\b(?:at|to|by|is|was) $", text[max(0, start - 4) : start]):
                return Fitted(Span(start, span.end), "some number")  # "debuted at number 31"
            return _with_words_before(text, Span(start, span.end), label)
    if head in ("number", "code", "address") and re.search(rf"\b{head} (?:is|was) $", left, re.I):
        return Fitted(span, WITHHELD)
    said = left.rstrip().lower()
    if label.count(" ") and said.endswith(label.lower()) and not said[: -len(label)][-1:].isalnum():
        return _with_words_before(text, span, label)
    return None


def _is_adjective(text: str, at: int) -> bool:
    """Whether the word that ends at an offset looks like an adjective ("atomic", "serial")."""
    word = re.search(r"[a-z]+$", text[max(0, at - 20) : at + 1])
    return word is not None and word[0].endswith(("ic", "al", "ive", "ous", "ary"))


def _with_words_before(text: str, span: Span, label: str) -> Fitted:
    """The span widened over words of the label that stand right before it, and over an article."""
    left = text[max(0, span.start - 60) : span.start]
    words = label.split(" ")
    for size in range(len(words), 0, -1):
        said = " ".join(words[:size])
        match = re.search(
            rf"(?:\b(the|this|that|its|his|her|their) |\b(an?) )?\b{re.escape(said)}\s*$", left, re.I
        )
        if match:
            start = span.start - (len(left) - match.start())
            if match[1]:
                return Fitted(Span(start, span.end), f"{match[1]} {label}")
            return _capital(text, Span(start, span.end), indefinite(label))
    match = re.search(r"\b(?:(the)|an?) $", left, re.I)
    if match:
        start = span.start - (len(left) - match.start())
        return Fitted(Span(start, span.end), f"{match[1]} {label}" if match[1] else indefinite(label))
    return Fitted(span, indefinite(label))


def _some_time(text: str, span: Span, around: Surroundings) -> Fitted | None:
    """ "in the 19th century" -> "at some time", "on 5 May" too."""
    if around.modified or around.joined_left or around.joined_right or around.possessive is not None:
        return dropped(text, span, around) if around.modified and not around.joined_left else None
    if around.previous == "the" and span.of(text).endswith("century"):
        head = around.before[1][0].lower() if len(around.before) > 1 else ""
        if head not in ("in", "on", "at", "during"):
            return Fitted(span, "century")  # "at the turn of the 20th century"
    if around.previous == "year":
        article_before = len(around.before) > 1 and around.before[1][0].lower() == "the"
        return Fitted(Span(around.before[1 if article_before else 0][1].start, span.end), "some year")
    before = around.before[1:] if around.previous == "the" else around.before
    if not before or before[0][0].lower() not in ("in", "on", "at", "during"):
        return None
    return _capital(text, Span(before[0][1].start, span.end), "at some time")


def _capital(text: str, span: Span, words: str) -> Fitted:
    return Fitted(span, words[0].upper() + words[1:] if text[span.start].isupper() else words)


def _age(text: str, span: Span, around: Surroundings) -> Fitted | None:
    """ "at the age of 74" -> "at some age", "He was 63 years old" -> "of some age", "a 5-year-old boy" -> "a boy"."""
    surface = span.of(text)
    if re.search(r"[-‐‑ ]old$", surface) and around.modified:
        return dropped(text, span, around)
    if _OF_AGE.match(surface) or re.match(r"age\b", surface) or around.previous in ("age", "of"):
        left = re.search(
            r"\b(?:between )?(?:the )?(?:ages? of |ages? )?$", text[max(0, span.start - 24) : span.start]
        )
        if left and left[0].startswith("between"):  # "284 were between the ages of 35 and 49"
            return Fitted(Span(span.start - len(left[0]), span.end), "of some age")
        start = span.start - (len(left[0]) if left else 0)
        if around.previous not in ("the", "age", "of", *ARTICLES) and around.before:
            word = around.before[0][0].lower()
            if word not in (
                "at",
                "from",
                "until",
                "till",
                "by",
                "to",
                "since",
                "reaching",
                "under",
                "over",
                "about",
            ):
                return Fitted(span, "age")  # "the legal age of 18"
        return Fitted(Span(start, span.end), "some age")
    if around.previous in ("aged", "at", "from", "until", "by", "over", "under", "about"):
        if around.previous == "aged":
            return Fitted(Span(around.before[0][1].start, span.end), "of some age")
        return Fitted(span, "some age")
    if re.match(r"aged\b", surface):
        return Fitted(span, "at some age")
    if bounds := re.search(
        r"\b(?:nearly|almost|about|around|over) $", text[max(0, span.start - 8) : span.start]
    ):
        span = Span(span.start - len(bounds[0]), span.end)
    return Fitted(span, "of some age" if re.search(r"\bold$", surface) else "some age")


def _something(span: Span, around: Surroundings, agrees: bool, following: str) -> Fitted | None:
    """ "the Lustration Act" -> "something": no reader wonders which thing is meant."""
    if says_many(around):
        return None
    start = span.start
    if around.previous in ("the", *ARTICLES):
        start = around.before[0][1].start
    elif around.before and around.previous.endswith(("'s", "’s")):
        return None
    if around.possessive is not None:
        return Fitted(Span(start, around.possessive.end), "something's")
    if agrees:
        return Fitted(
            Span(start, span.end), "these" if re.match(r" (?:are|were) (?:an?|the)\b", following) else "some"
        )
    return Fitted(Span(start, span.end), "something")
