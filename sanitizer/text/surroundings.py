"""Describe what stands around a span to be replaced (where a sentence starts, lines in capitals), and what its words
are: common words, words for persons."""

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from kb.taxonomy import ancestors
from sanitizer.common.knowledge import in_use, remembered
from sanitizer.text.inflection import WORDS, head_of, singular
from sanitizer.text.lexicon import job_heads
from sanitizer.text.patterns import LETTERS
from sanitizer.text.titles import NO_END
from sanitizer.types import Span, noted

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

ARTICLES: Final = frozenset({"a", "an"})
DETERMINERS: Final = WORDS["determiners"]
NOT_MODIFIED: Final = WORDS["not_modified"]
_ABBREVIATION: Final = re.compile(
    rf"(?:^|[\s(])(?:{'|'.join(sorted(map(str.capitalize, NO_END)))}"
    r"|Jr|Sr|vs|v|No|no|Nos|Fig|cf|e\.g|i\.e|div|b|d|m|marr|[A-Z])\.$"
)
_PARAGRAPH: Final = re.compile(r"(?:\A|\n)\s*[\[(]\d{1,3}[\])]\s*\Z")
"""The number of a paragraph, before its first sentence."""
_ENDS: Final = "ends of words"
"""Where what a document is asked for again and again is kept with it."""
_OPENING: Final = "\"'“‘([{*#>_- \t–—•"


def starts_sentence(text: str, start: int) -> bool:
    """Return whether a sentence (or a line, a quotation) starts at an offset."""
    left = text[max(0, start - 200) : start]
    opened = left.rstrip("".join(_OPENING))
    if not opened or opened.endswith("\n") or _PARAGRAPH.search(left):
        return True
    quote = re.search(r"[,:]\s*[\"“‘]$", left.rstrip(" "))
    if quote:
        return text[start : start + 1].isupper()
    stripped = opened.rstrip("\"'”’)]}")
    if re.search(r"(?:[a-z]{2}|\d)[.!?]$", left) and re.search(r"[A-Za-z]{2}", text[start : start + 2]):
        return text[start].isupper()  # the blank after the full stop is missing
    if stripped.endswith((".", "!", "?")):
        return not (stripped.endswith(".") and _ABBREVIATION.search(stripped)) and opened != left
    return False


def end_before(text: str, start: int, passed: str) -> int:
    """Return where the characters before an offset end that are none of those `passed` over."""
    while start and text[start - 1] in passed:
        start -= 1
    return start


def token_at(doc: "Doc", offset: int) -> "Token | None":
    """Return the token that covers an offset."""
    ends = noted(doc, _ENDS, lambda: [token.idx + len(token) for token in doc])
    at = bisect_right(ends, offset)
    if at == len(ends):
        return None
    token = doc[at]
    return token if token.idx <= offset else None


def is_shouting(text: str, span: Span) -> bool:
    """Return whether the line around the span is in capitals (looked at up to 200 characters each way), and not
    only because it holds no words but abbreviations ("DOB: 28/01/1978")."""
    left = text[max(0, span.start - 200) : span.start].rpartition("\n")[2]
    line = left + text[span.start : span.end + 200].partition("\n")[0]
    return line.isupper() and len(line.split()) > 1 and bool(_LONG_WORD.search(line))


_LONG_WORD: Final = re.compile(r"[^\W\d_]{4}")
_FIELD: Final = re.compile(r"\W*\w+:\s")


def is_headline(text: str, span: Span) -> bool:
    """Return whether the short line around a span is a headline in title case ("Police Arrest Man After Chase"):
    its longer words have capitals, and most are no names. A line with a label ("Address: ...") is a field of a
    form."""
    left = text[max(0, span.start - 100) : span.start].rpartition("\n")[2]
    right = text[span.end : span.end + 100].partition("\n")[0]
    words = LETTERS.findall(f"{left} {right}")
    if len(left) > 99 or len(right) > 99 or len(words) < 4 or _FIELD.match(left):
        return False
    if re.search(r"[.;,]\s*$", right) or any(len(w) > 3 and w[0].islower() for w in words):
        return False
    plain = sum(w.lower() in NOT_MODIFIED or is_common(singular(w.lower()) or w.lower()) for w in words)
    return 3 * plain >= 2 * len(words)


@remembered
def is_common(word: str) -> bool:
    """Return whether WordNet knows a word as a common noun."""
    senses = in_use().words.senses(word)
    return any(not s.instance for s in senses)


@remembered
def is_person_word(word: str) -> bool:
    """Return whether a lower-case word names a kind of person first of all ("architect", "wife", "ex-wife")."""
    if not word.islower():
        return False
    own = word.rpartition("-")[2]
    if word in WORDS["persons"] or own in WORDS["persons"]:
        return True
    known = word if in_use().words.senses(word) else own
    return "person" in kinds_above(known) | {known}


def may_be_person(word: str) -> bool:
    """Return whether a lower-case word names a kind of person in one of its meanings ("builder" is a soap's first)."""
    if is_person_word(word) or word in job_heads():
        return True
    wordnet = in_use().words
    senses = [sense for sense in wordnet.senses(word) if not sense.instance]
    return any(c.label == "person" for sense in senses for c, _ in ancestors(wordnet, sense.concept))


@remembered
def kinds_above(word: str) -> frozenset[str]:
    """Return what the first meaning of a word is a kind of, in words: "actress" is an actor, a performer, an
    entertainer."""
    wordnet = in_use().words
    senses = [sense for sense in wordnet.senses(word) if not sense.instance]
    above = ancestors(wordnet, senses[0].concept) if senses else ()
    return frozenset(concept.label for concept, _ in above)


@remembered
def is_proper_label(label: str) -> bool:
    """Return whether a label is a name that takes no article ("Catalonia", "North America"), and not "European".

    A label whose head is lower case is never one. For the others WordNet decides where it knows them;
    else the label is a name.
    """
    last = head_of(label)[1]
    if not last[:1].isupper():
        return False
    wordnet = in_use().words
    for phrase in (label, last):
        senses = [s for s in wordnet.senses(phrase) if s.concept.label[:1].isupper()]
        if senses:
            return senses[0].instance or senses[0].entity_class not in ("DEM", "")
    return True
