"""Find the place of a mention: the words of its noun phrase before it, the noun that describes a name or that a name
modifies, what is joined to it."""

from collections.abc import Sequence
from typing import Final

from spacy.tokens import Doc, Token

from sanitizer.say.positions import (
    HYPHENS,
    LEFT,
    MODIFYING,
    POINTS,
    Place,
    agrees_as_many,
    emphasized,
    is_counted,
    is_plural,
    keeps_capital,
)
from sanitizer.text.inflection import WORDS, singular
from sanitizer.text.mention_syntax import NOMINAL, Slot, slot_of
from sanitizer.text.surroundings import (
    DETERMINERS,
    is_common,
    is_headline,
    is_person_word,
    is_shouting,
    may_be_person,
    starts_sentence,
    token_at,
)
from sanitizer.text.titles import POLITE, TITLES
from sanitizer.types import Span, text_of

_NOUNS: Final = ("ist", "er", "or", "ee", "eer", "ess", "man", "woman", "wife")
"""Ends of words for persons that are no adjectives."""
_ENDS: Final = frozenset({"end", "beginning", "start", "middle"})
_DEICTIC: Final = frozenset({"last", "next", "this", "that", "every", "each"})
_OPENERS: Final = frozenset({"that", "what", "which"})
"""Determiners that also begin clauses."""

_OWNERS: Final = frozenset({"my", "your", "his", "her", "its", "our", "their", "whose"})
_MARKS: Final = ("'s", "’s", "'", "’")
_NO_NOUNS: Final = frozenset({"ADP", "AUX", "SCONJ"})
"""Parts of speech with which no noun phrase begins."""
_AROUND: Final = " \t\n\r\xa0,;:"


def place_of(doc: Doc, span: Span, named: bool | None) -> Place:
    """Return the place of the characters ``span``; whether they are a name where they stand may be given."""
    text = text_of(doc)
    span, owns = _trimmed(text, span)
    if owns and _owns_nothing(doc, owns):
        span, owns = Span(span.start, owns), 0
    first, last = _token(doc, span.start), _token(doc, span.end - 1)
    rest = text[span.end : doc[last].idx + len(doc[last])]
    if rest == "." and not (
        last + 1 == len(doc) or doc[last + 1].is_sent_start
    ):  # the stop of an abbreviation
        span = Span(span.start, span.end + 1)
    elif text[span.end - 1] == "." and last > first and (last + 1 == len(doc) or doc[last + 1].is_sent_start):
        span = Span(span.start, span.end - 1)  # the stop ends the sentence too
    article = doc[first].lower_ if doc[first].lower_ in ("a", "an", "the") and last > first else ""
    slot = slot_of(doc, first, last + 1)
    is_name = _is_name(doc, first, last, article, named)
    whole = emphasized(text, span)
    front = _token(doc, whole.start)
    aligned = doc[first].idx == span.start
    left, determiner = (
        _left(doc, front, first, slot, is_name) if aligned and not doc[first].is_bracket else ((), None)
    )
    titles = _titles(doc, left) if is_name else ()
    left = left[: len(left) - len(titles)]
    titled = titles or (is_name and doc[first].lower_.rstrip(".") in TITLES)
    if titled and left and doc[left[-1]].pos_ == "PROPN":  # the name begins a phrase of its own
        left, determiner = (), None
    before = text[max(0, span.start - 2) : span.start]
    joined_left = len(before) == 2 and before[1] in HYPHENS and before[0].isalnum()
    joined_right = (
        text[span.end : span.end + 1] in tuple(HYPHENS[:3]) and text[span.end + 1 : span.end + 2].isalpha()
    )
    return Place(
        whole, first, last, front, slot, is_name, left, determiner, article, titles,
        _noun_before(doc, left, front) if is_name else (),
        None if owns or not aligned else _modifies(doc, _token(doc, whole.end - 1), slot),
        owns, joined_left, joined_right,
        aligned
        and doc[first].lower_.rstrip(".") not in POLITE
        and _is_many(doc, slot, is_name, article, determiner),
        is_shouting(text, span), is_headline(text, span),
    )  # fmt: skip


def _trimmed(text: str, span: Span) -> tuple[Span, int]:
    """Return the span without blanks and possessive mark, and where the mark that follows ends, or 0."""
    surface = span.of(text)
    start = span.start + len(surface) - len(surface.lstrip(_AROUND))
    end = span.end - (len(surface) - len(surface.rstrip(_AROUND)))
    if start >= end:
        return span, 0
    if end - start > 1 and text[end - 1] in ")]" and _unmatched(text[start:end]):
        end -= 1
    for mark in _MARKS[:2]:
        if text[start:end].endswith(mark) and end - start > 2:
            return Span(start, end - 2), end
    if text[start:end].endswith(("s'", "s’")):
        return Span(start, end - 1), end
    following = text[end : end + 2]
    if following in _MARKS[:2] and not text[end + 2 : end + 3].isalnum():
        return Span(start, end), end + 2
    if following[:1] in ("'", "’") and text[end - 1] == "s" and text[end + 1 : end + 3].strip()[:1].isalpha():
        quoted = text[max(0, start - 1) : start] in ("'", "‘")
        return Span(start, end), 0 if quoted else end + 1
    return Span(start, end), 0


def _owns_nothing(doc: Doc, end: int) -> bool:
    """Return whether no word follows that a possessive mark, which ends there, could have as owned: "has
    Parkinson's, late", "at St Swithin's."."""
    following = text_of(doc)[end : end + 1]
    mark = _token(doc, end - 1)
    if following == " ":
        return doc[mark].pos_ == "PART" and mark + 1 < len(doc) and doc[mark + 1].pos_ in _NO_NOUNS
    if following not in (",", ".", ";", ")"):
        return False
    owner = doc[mark].head if doc[mark].dep_ == "case" else doc[mark]
    return owner.dep_ not in ("root", "conj") and not any(t.dep_ == "cop" for t in owner.children)


def _unmatched(surface: str) -> bool:
    return surface.count("(") + surface.count("[") < surface.count(")") + surface.count("]")


def _token(doc: Doc, offset: int) -> int:
    found = token_at(doc, offset)
    if found is not None:
        return int(found.i)
    return next((t.i for t in doc if t.idx > offset), len(doc) - 1)


def _is_name(doc: Doc, first: int, last: int, article: str, named: bool | None) -> bool:
    words = [t for t in doc[first + bool(article) : last + 1] if t.text[:1].isalpha()]
    if not words or not any(t.text[0].isupper() for t in words):
        return named is True
    if named is not None:
        return named
    opening = words[0]
    one = singular(opening.lower_)
    opens = starts_sentence(text_of(doc), doc[first].idx) or (first > 0 and doc[first - 1].text == ":")
    if any(t.text[0].isupper() for t in words[1:]) or not opens:
        return True
    if len(words) > 1 or one is not None:
        return not is_common(one or opening.lower_)
    return (
        bool(opening.pos_ == "PROPN") if opening.pos_ in ("PROPN", "NOUN") else not is_common(opening.lower_)
    )


def _left(doc: Doc, front: int, first: int, slot: Slot, named: bool) -> tuple[tuple[int, ...], int | None]:
    """Return the words of the noun phrase before its word ``front``, and its determiner."""
    found: list[int] = []
    i = front - 1
    while i >= 0 and _adjacent(doc, i):
        token = doc[i]
        if is_determiner(token) or (token.pos_ == "PART" and token.text in _MARKS):
            return tuple(found), i
        described = named and i == front - 1 and is_description(token)
        apart = (
            named and token.pos_ == "NOUN" and token.text.islower() and is_plural(token)
        )  # a plural before a name is a phrase of its own
        if not described and (apart or not _goes_on(doc, i, first, slot)):
            break
        found.insert(0, i)
        i -= 1
        if i > 0 and doc[i].text in "-‐‑" and not doc[i].whitespace_ and not doc[i - 1].whitespace_:
            found[:0] = [i - 1, i]
            i -= 2
    return tuple(found), None


def _adjacent(doc: Doc, i: int) -> bool:
    """Return whether a word stands in the same line and sentence as the next one."""
    return (
        not doc[i].is_space
        and not doc[i + 1].is_sent_start
        and (doc[i].whitespace_ != "" or not doc[i].is_punct)
    )


def is_determiner(token: Token) -> bool:
    """Return whether a word stands where an article would."""
    lower = token.lower_
    if lower in ("the", "a", "an") or lower in _OWNERS:
        return True
    if token.pos_ == "NUM":
        counts = token.is_alpha or (len(token) < 4 and "." not in token.text)  # the number of a paragraph
        return bool(token.dep_ in ("nummod", "compound", "amod") and counts)
    return (
        lower in DETERMINERS
        and token.pos_ in ("DET", "PRON", "ADJ")
        and lower not in ("only", "other")
        and (lower not in _OPENERS or token.dep_ == "det")
    )


def _goes_on(doc: Doc, i: int, first: int, slot: Slot) -> bool:
    """Return whether the word ``i`` belongs to the noun phrase that goes on behind it."""
    token = doc[i]
    inside = i < token.head.i
    if token.dep_ == "flat":  # of a name that modifies the noun
        inside = token.head.dep_ in MODIFYING and i < token.head.head.i
    if token.lower_ in WORDS["adjectives"]:
        return True
    if token.pos_ == "ADV" or token.dep_ == "advmod":
        if i > 0 and is_determiner(doc[i - 1]) and doc[i + 1].pos_ in ("NOUN", "PROPN"):
            return True  # a word of time before a noun of relation
        return bool(
            inside and token.dep_ == "advmod" and token.head.dep_ == "amod" and doc[i + 1].i == token.head.i
        )
    if token.pos_ == "VERB":
        return bool(inside and token.dep_ == "amod")
    if token.pos_ == "NUM":
        adverbial = i == 0 or doc[i].is_sent_start or doc[i - 1].lower_ in POINTS
        return inside and token.dep_ in MODIFYING and not (adverbial and not token.is_alpha)
    if token.pos_ not in LEFT or token.text[:1] in HYPHENS:
        return False
    if inside and token.dep_ in MODIFYING:
        return token.dep_ != "obl:unmarked" or token.head.pos_ not in ("VERB", "AUX")
    return token.pos_ != "ADJ" and i in (doc[slot.head].head.i, doc[first].head.i)


def is_description(token: Token) -> bool:
    """Return whether a word is a noun that a name may follow: "the *actor* Bo Ek", "the *band* Nirvana"."""
    word = singular(token.lower_) or token.lower_
    if not token.is_alpha or not (token.pos_ in ("NOUN", "PROPN") or _must_be_noun(token)):
        return False
    if token.text[0].islower():
        return may_be_person(word) or word in WORDS["named_nouns"]
    return is_person_word(word) and not keeps_capital(token)


def _titles(doc: Doc, left: Sequence[int]) -> tuple[int, ...]:
    found: list[int] = []
    for i in reversed(left):
        if doc[i].lower_.rstrip(".") not in TITLES or not doc[i].text[0].isupper():
            break
        found.insert(0, i)
    return tuple(found)


def _must_be_noun(token: Token) -> bool:
    """Return whether a word that was taken for another stands where only a noun can, behind a preposition or
    article."""
    if token.i == 0 or token.pos_ not in ("VERB", "ADJ", "ADV"):
        return False
    if not token.lower_.endswith(_NOUNS) and token.lower_ not in WORDS["named_nouns"]:
        return False
    before = token.nbor(-1)
    return before.pos_ in ("ADP", "DET", "ADJ", "SCONJ", "NOUN") or (
        before.lower_ == "to" and token.pos_ != "VERB"
    )


def _noun_before(doc: Doc, left: Sequence[int], front: int) -> tuple[int, ...]:
    """Return the noun that a name follows as its description."""
    return (left[-1],) if left and left[-1] == front - 1 and is_description(doc[left[-1]]) else ()


def _modifies(doc: Doc, last: int, slot: Slot) -> int | None:
    """Return the noun behind the mention that it modifies."""
    head = doc[slot.head]
    following = doc[last + 1] if last + 1 < len(doc) else None
    if following is None or not doc[last].whitespace_ or following.is_sent_start:
        return None
    if (
        following.pos_ == "PROPN"
        and doc[last].pos_ == "NOUN"
        and doc[last].text.islower()
        and is_plural(doc[last])
    ):
        return None  # a plural before a name is a phrase of its own
    if (
        following.lower_ in _ENDS and last + 2 < len(doc) and doc[last + 2].lower_ == "of"
    ):  # an end or beginning with "of" opens another phrase
        return None
    if following.lower_ in _DEICTIC:  # a word that points to a time opens another phrase
        return None
    if (
        following.pos_ not in ("NOUN", "PROPN", "ADJ", "VERB", "X")
        or doc[last].like_email
        or doc[last].like_url
    ):
        return None
    governor = head.head
    if (
        governor.i > last
        and head.dep_ in MODIFYING
        and governor.pos_ in NOMINAL
        and _reaches(doc, last, governor.i)
    ):
        while (
            governor.dep_ in ("compound", "amod")
            and governor.head.i > governor.i
            and _reaches(doc, governor.i, governor.head.i)
        ):
            governor = governor.head
        return int(governor.i)
    if (
        head.dep_ == "compound"
        and governor.i == last + 1
        and governor.pos_ == "VERB"
        and governor.dep_ != "acl:relcl"
    ):
        return _last_noun(doc, governor.i)  # a noun inside a compound may be tagged as a verb
    noun = following
    if noun.dep_ in ("flat", "compound", "nmod") and noun.head.i <= last:
        return int(noun.i) if noun.pos_ == "NOUN" or (noun.pos_ == "X" and noun.text.islower()) else None
    return None


def _last_noun(doc: Doc, i: int) -> int:
    """Return the last of the nouns that follow the word ``i`` without a break."""
    while i + 1 < len(doc) and doc[i + 1].pos_ == "NOUN" and doc[i].whitespace_:
        i += 1
    return i


def _reaches(doc: Doc, last: int, noun: int) -> bool:
    """Return whether nothing but words of a noun phrase stands up to a noun."""
    return all(t.pos_ in (*LEFT, "VERB", "ADV") or t.text in "-‐‑" for t in doc[last + 1 : noun])


def _is_many(doc: Doc, slot: Slot, named: bool, article: str, determiner: int | None) -> bool:
    head = doc[slot.head]
    if article in ("a", "an") or (
        determiner is not None
        and doc[determiner].lower_ in ("a", "an", "this", "that", "each", "every", "one")
    ):
        return False
    if named and not (head.text.islower() and head.pos_ == "NOUN"):
        return is_counted(head) or agrees_as_many(head)
    return is_plural(head)
