"""The English of the output: a replacement takes the number, article, case and possessive of what it
replaces.

:func:`fit` makes one replacement fit its place; :func:`smooth` looks at all replacements of a text together
("a city, a city and a city"). Both say what to write, and write nothing.
"""

import re
from typing import TYPE_CHECKING, Final

from kb.value_words import MONTHS
from sanitizer.say.class_words import fit_class_word
from sanitizer.say.noun_phrases import NounPhrase
from sanitizer.say.smoothing import smooth
from sanitizer.text.edits import Fitted
from sanitizer.text.governed import is_governed, opens_phrase
from sanitizer.text.inflection import article, is_fixed, possessive
from sanitizer.text.surroundings import (
    ARTICLES,
    DETERMINERS,
    Surroundings,
    is_headline,
    is_proper_label,
    look_around,
    starts_sentence,
)
from sanitizer.types import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

__all__ = ["fit", "pseudonym", "smooth", "tag"]


def tag(kind: str) -> str:
    """A type as a tag: ``tag("city")`` is ``[CITY]``."""
    return f"[{re.sub(r'[^A-Z0-9]+', '_', kind.upper()).strip('_')}]"


def pseudonym(kind: str, number: int) -> str:
    """A numbered pseudonym: ``pseudonym("person", 2)`` is ``PERSON_2``."""
    return f"{tag(kind)[1:-1]}_{number}"


_SALUTED: Final = re.compile(
    r"\b(?:Dear|Hello|Hi|Hey)\s(?P<titles>(?:(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Sir|Madam)\.?\s){0,2})$"
)


def fit(
    text: str,
    span: Span,
    replacement: str,
    *,
    doc: "Doc | None" = None,
    named: bool | None = None,
    proper: bool | None = None,
) -> Fitted:
    """Make a replacement fit the place of ``span`` in ``text``.

    Parameters
    ----------
    text, span
        The input and the characters to replace.
    replacement
        A singular noun phrase ("city", "American businessperson"), a name ("Catalonia"), or a whole phrase
        that takes no article ("the 1990s", "about 40", "[CITY]").
    doc
        The spaCy Doc of the same text, if at hand: its parts of speech settle what the words alone leave
        open. proper
        Whether the replacement is a name; ``None`` to judge by its capitals and WordNet.

    Returns the span to replace, widened where an article, a title or a possessive mark has to change with it,
    and the words to write there.
    """
    surface = span.of(text)
    if not replacement or not surface.strip():
        return Fitted(span, replacement)
    if runs_on := _NEXT_SENTENCE.search(surface):  # "Sutherland. In": what follows is written again
        inner = Span(span.start, span.start + runs_on.start())
        widened, words = fit(text, inner, replacement, doc=doc, named=named, proper=proper)
        rest = text[widened.end : span.end]
        return Fitted(Span(widened.start, max(widened.end, span.end)), words + rest)
    span, surface = _trim(text, span)
    if _JUNIOR.search(surface) and re.match(r"\.(?= [a-z(,]|[,;)])", text[span.end : span.end + 3]):
        span = Span(span.start, span.end + 1)  # the full stop of "Pohl Jr."
    if replacement[0] in "[*#":
        return Fitted(span, replacement)
    if saluted := _SALUTED.search(
        text[max(0, span.start - 24) : span.start]
    ):  # "Dear Dr Berry" -> "Dear person"
        return Fitted(Span(span.start - len(saluted["titles"]), span.end), replacement)
    if text[max(0, span.start - 1) : span.start] in _OPEN and text[span.end : span.end + 1] in _CLOSED:
        span = Span(span.start - 1, span.end + 1)  # 'The "Bucs" won'
    around = look_around(text, span, doc)
    plainly = fit_class_word(text, span, replacement, around, doc)
    if plainly is not None:
        return _with_case(text, *_possessed(*plainly, around), around)
    is_proper = proper if proper is not None else is_proper_label(replacement)
    fixed = is_fixed(replacement) or bool(_DAY_OR_TIME.match(replacement))
    if fixed:
        widened, words = _fit_fixed(text, span, replacement, around)
    else:
        widened, words = NounPhrase(text, span, replacement, around, doc, named, is_proper).fit()
    return _with_case(text, *_possessed(widened, words, around), around)


def _possessed(widened: Span, words: str, around: Surroundings) -> Fitted:
    """The possessive mark that follows goes with the words: "four years' work" -> "a period's work"."""
    mark = around.possessive
    if mark is not None and words and widened.end == mark.start:
        return Fitted(Span(widened.start, mark.end), possessive(words))
    return Fitted(widened, words)


def _with_case(text: str, widened: Span, words: str, around: Surroundings) -> Fitted:
    """Capitals where a sentence starts, and all of them in a line of capitals."""
    if around.shouting:
        words = words.upper()
    elif words and text[widened.start :].lstrip('_*"“')[:1].isupper() and _begins(text, widened):
        words = words[0].upper() + words[1:]
    if words and text[widened.start : widened.start + 1].isupper() and is_headline(text, widened):
        words = re.sub(r"\b[a-z](?=[a-z]{3})", lambda letter: letter[0].upper(), words)
    return Fitted(widened, words)


def _begins(text: str, span: Span) -> bool:
    """Whether a sentence begins with the span; a title in quotation marks is none ("Ubik", "Valis")."""
    opening = re.search(r"[\"“‘]$", text[max(0, span.start - 1) : span.start])
    if opening and re.match(r"[,.]?[\"”’]", text[span.end : span.end + 2]):
        return bool(re.search(r"(?:^|[.!?\n])\s*$", text[max(0, span.start - 9) : span.start - 1]))
    return starts_sentence(text, span.start)


def _trim(text: str, span: Span) -> Fitted:
    """The span without blanks at its ends and without a possessive mark."""
    surface = span.of(text)
    start = span.start + len(surface) - len(surface.lstrip())
    end = span.end - (len(surface) - len(surface.rstrip()))
    mark = re.search(r"\w(['’]s?)$", text[start:end])
    if mark and (mark.group(1) != "'" or text[start:end].endswith("s'")):
        end -= len(mark.group(1))
    return Fitted(Span(start, end), text[start:end])


_JUNIOR: Final = re.compile(r"\b(?:Jr|Sr|JR|SR)$")
_OPEN: Final = ('"', "“")
_CLOSED: Final = ('"', "”")
_NEXT_SENTENCE: Final = re.compile(
    r"(?<=[a-z]{2})\.\s+(?:In|On|At|By|From|After|During|The|A|He|She|It|His|Her|They|Their|This)$"
)


def _fit_fixed(text: str, span: Span, label: str, around: Surroundings) -> Fitted:
    """A whole phrase: no second article, "on 5 May" -> "in May", a compound adjective hyphenated."""
    if label.endswith(" years old"):
        return _fit_age(text, span, label, around)
    if _BAND.match(label) and (bounds := _ABOUT.search(text[max(0, span.start - 15) : span.start])):
        return Fitted(
            Span(span.start - len(bounds[0]), span.end), label
        )  # "about 150 clubs" -> "100 to 1,000 clubs"
    behind = text[span.end : span.end + 2].strip()
    if (
        behind.islower()
        and label.startswith("the ")
        and _QUALIFIED.search(text[max(0, span.start - 24) : span.start])
    ):
        return Fitted(
            span, _CENTURY.sub(r"\1-century", label[4:])
        )  # "an unhappy, mid-20th century housewife"
    if label.startswith("the ") and around.possessive is None and _precedes_noun(text, span, around):
        label = _CENTURY.sub(r"\1-century", label)  # "the 20th-century bomber"
        own = re.match(r"an? ", span.of(text), re.I)
        if own or around.previous in ARTICLES:  # "a 2016 film" -> "a 2010s film"
            start = span.start if own else around.before[0][1].start
            return Fitted(Span(start, span.end), f"{article(label[4:])} {label[4:]}")
    follows = text[span.end : span.end + 20].lstrip("-‐‑ ")
    if around.joined_right and re.match(r"(?:years?|months?|weeks?|days?)[-‐‑ ]old\b", follows):
        label = label.removeprefix("about ").replace(" ", "-")
    previous = around.previous
    if label.startswith("the ") and around.before and around.before[0][0].endswith(("'s", "’s")):
        return Fitted(span, label[4:])  # "Stone's 1986 film"
    qualified = is_governed(around) and not opens_phrase(previous) and previous not in DETERMINERS
    if qualified and label.startswith("the ") and re.match(r" [A-Za-z]", text[span.end : span.end + 2]):
        return Fitted(span, label[4:])  # "the nationwide 2016 elections"
    if label.startswith("the ") and (previous in DETERMINERS or previous in ARTICLES):
        if previous not in ARTICLES or around.modified:  # "her 1993 single" -> "her 1990s single"
            return Fitted(span, label[4:])
        where = around.before[0][1]
        return Fitted(Span(where.start, span.end), label)
    if previous in ARTICLES:
        where = around.before[0][1]
        if around.modified and label.startswith(("about ", "around ")):
            return Fitted(Span(where.start, span.end), f"a roughly {label.split(' ', 1)[1]}")
        if label.split(" ", 1)[0] in (*ARTICLES, "about", "around", "some", "between", "several"):
            return Fitted(Span(where.start, span.end), label)
        return Fitted(Span(where.start, span.end), f"{article(label)} {label}")
    return _with_preposition(text, span, label, around)


def _fit_age(text: str, span: Span, label: str, around: Surroundings) -> Fitted:
    """ "40 to 49 years old" where the text says "42" (the rest follows), "aged 42" or "a 42-year-old man"."""
    band = label.removesuffix(" years old")
    if around.previous in ("over", "under", "above", "below"):
        return Fitted(span, "some age")
    surface = span.of(text)
    rest = text[span.end : span.end + 14]
    if re.match(r"[-‐‑ ]?years?[-‐‑ ]old", rest):
        words = band.replace(" ", "-") if rest[0] in "-‐‑" else band
        if around.previous in ARTICLES:
            return Fitted(Span(around.before[0][1].start, span.end), f"{article(words)} {words}")
        return Fitted(span, words)
    if re.search(r"[-‐‑]old$", surface):
        words = f"{band.replace(' ', '-')}-year-old"
        if around.previous in ARTICLES:
            where = around.before[0][1]
            return Fitted(Span(where.start, span.end), f"{article(words)} {words}")
        return Fitted(span, words)
    if named := re.match(r"(aged|age of|age)\b", surface):
        return Fitted(span, f"{named[1]} {band}")
    if around.previous in ("aged", "age") or re.search(
        r"\bage of $", text[max(0, span.start - 8) : span.start]
    ):
        return Fitted(span, band)
    return Fitted(span, label)


_SINCE: Final = frozenset(["in", "during", "since", "by", "until", "from", "throughout"])


def _precedes_noun(text: str, span: Span, around: Surroundings) -> bool:
    """Whether a date stands before a noun or its adjective ("a 2016 American-Canadian film")."""
    follower = re.match(r" ([^\W\d_][\w'’-]*)", text[span.end : span.end + 40])
    adverbial = around.previous == "the" and len(around.before) > 1
    if follower is None or (adverbial and around.before[1][0].lower() in _SINCE):
        return False  # "in the 1950s Smith won"
    governed = around.previous in ("the", *ARTICLES) or bool(re.match(r"an? ", span.of(text), re.I))
    return around.modified[:1].islower() or (governed and not opens_phrase(follower[1]))


_BAND: Final = re.compile(r"\d[\d,.]* to \d")
_ABOUT: Final = re.compile(
    r"\b(?:about|around|nearly|almost|approximately|roughly|over|more than|at least) $"
)
_QUALIFIED: Final = re.compile(r"\b(?:an?|the|his|her) [a-z]+, $")
_CENTURY: Final = re.compile(r"(\d(?:st|nd|rd|th)) century\b")
_DAY_OR_TIME: Final = re.compile(
    r"(?:the )?(?:[12]\d{3}s?|\d{1,2}(?:st|nd|rd|th) century|(?:early|mid|late)\b.*|morning|afternoon|evening|"
    rf"(?:{'|'.join(MONTHS)})\b( \d{{4}})?|"
    r"(?:spring|summer|autumn|winter)\b.*)$"
)


def _with_preposition(text: str, span: Span, label: str, around: Surroundings) -> Fitted:
    """ "on 5 May 1991" -> "in May 1991": the preposition of a period."""
    before = around.before
    if label.startswith("the ") and around.previous in ("born", "died", "dead") and _DAY_OR_TIME.match(label):
        return Fitted(span, f"in {label}")  # "born 1990" -> "born in the 1990s"
    if not around.modified and before and before[0][0].lower() == "the" and _DAY_OR_TIME.match(label):
        span, before = Span(before[0][1].start, span.end), before[1:]  # "on the 4th of May" -> "in May"
    if before and before[0][0].lower() in ("on", "at") and _DAY_OR_TIME.match(label):
        where = before[0][1]
        word = "In" if where.of(text)[0].isupper() else "in"
        return Fitted(Span(where.start, span.end), f"{word} {label}")
    return Fitted(span, label)
