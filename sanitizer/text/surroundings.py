"""Describe what stands around a span to be replaced: determiner, title, sentence start, the noun it modifies."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kb.taxonomy import ancestors
from kb.values.words import NUMBER_WORDS
from sanitizer.common.knowledge import in_use, remembered
from sanitizer.text.inflection import WORDS, head_of, singular
from sanitizer.types import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

ARTICLES: Final = frozenset({"a", "an"})
DETERMINERS: Final = WORDS["determiners"]
_MANY: Final = WORDS["many"]
_TITLE: Final = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Mx|Dr|Prof|Rev|Hon|Messrs|Sen|Gov|Gen|Col|Lt|Sgt|Capt|Maj|Fr|St)\.?|Sir|Dame|Lord|Lady|Miss|"
    r"Professor|Doctor|Judge|Justice|President|Senator|Governor|General|Colonel|Captain|Major|Sergeant|Lieutenant|"
    r"Admiral|King|Queen|Prince|Princess|Pope|Bishop|Archbishop|Cardinal|Father|Sister|Brother|Uncle|Aunt|Madame|"
    r"Monsieur|Chancellor|Secretary|Minister|Inspector|Detective|Officer|Emperor|Mayor|Congressman|Congresswoman)$"
)
NOT_MODIFIED: Final = WORDS["not_modified"]
_ABBREVIATION: Final = re.compile(
    r"(?:^|[\s(])(?:Mr|Mrs|Ms|Dr|Prof|St|Rev|Hon|Gen|Col|Lt|Sgt|Capt|Sen|Gov|Jr|Sr|vs|v|No|no|Nos|Fig|cf|e\.g|i\.e|[A-Z])\.$"
)
_WORD: Final = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*\.?", re.UNICODE)
_ENDS: Final = "ends of words"
"""Where what a document is asked for again and again is kept with it."""
_OPENING: Final = "\"'“‘([{*#>_- \t–—•"


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The neighbourhood of a span. ``before`` are the words that precede it on its line, nearest first."""

    before: tuple[tuple[str, Span], ...]
    joined_left: bool
    joined_right: bool
    possessive: Span | None
    modified: str
    starts_sentence: bool
    shouting: bool

    @property
    def previous(self) -> str:
        """The word before the span, lower case, "" when there is none."""
        return self.before[0][0].lower() if self.before else ""


def look_around(text: str, span: Span, doc: "Doc | None") -> Surroundings:
    """Find the surroundings of a span; `doc` is the spaCy Doc of the same text, for its parts of speech."""
    before = tuple(_words_before(text, span.start))
    right = text[span.end : span.end + 40]
    own = re.match(r"['’](?:s\b)?(?!\w)", right)
    mark = Span(span.end, span.end + own.end()) if own else None
    if own and own.end() == 1 and not span.of(text).rstrip().endswith("s"):
        mark = None  # a closing quotation mark
    if own and own.end() == 1 and text[max(0, span.start - 1) : span.start] in ("'", "‘"):
        mark = None
    follower = re.match(r"[ \xa0]([^\W\d_][\w'’-]*)", right)
    modified = follower.group(1) if follower else ""
    if modified and not _modifies(text, span, modified, doc):
        modified = ""
    return Surroundings(
        before,
        bool(re.search(r"\w[-‐‑–/]$", text[max(0, span.start - 2) : span.start])),
        bool(re.match(r"[-‐‑]\w", right)),
        mark,
        modified,
        starts_sentence(text, span.start),
        is_shouting(text, span),
    )


def starts_sentence(text: str, start: int) -> bool:
    """Whether a sentence (or a line, a quotation) starts at an offset."""
    left = text[max(0, start - 200) : start]
    opened = left.rstrip("".join(_OPENING))
    if not opened or opened.endswith("\n"):
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


def _words_before(text: str, start: int) -> Iterator[tuple[str, Span]]:
    base = max(0, start - 80)
    left = text[base:start]
    words = list(_WORD.finditer(left))
    end = len(left)
    for match in reversed(words):
        gap = left[match.end() : end]
        if gap.strip(" \xa0") or (not gap and end == len(left)):
            return
        if (
            match.group().endswith(".")
            and not _TITLE.match(match.group())
            and not _ABBREVIATION.search(match.group())
        ):
            return
        yield match.group(), Span(base + match.start(), base + match.end())
        end = match.start()


def _modifies(text: str, span: Span, word: str, doc: "Doc | None") -> bool:
    """Whether the word after the span is a noun that the span modifies ("the Barcelona *team*")."""
    lower = word.lower()
    if lower in NOT_MODIFIED or word.endswith(("n't", "’t", "'ll")):
        return False
    if doc is not None:
        token = token_at(doc, span.end + 1)
        while token is not None and token.pos_ in ("ADJ", "NUM") and token.i + 1 < len(doc):
            if token.whitespace_ == "" or token.nbor().is_punct:
                return False
            token = token.nbor()
        return token is not None and token.pos_ in ("NOUN", "PROPN")
    if word[:1].isupper():
        return word.isupper() and 2 <= len(word) <= 4
    if lower.endswith(("ed", "ing", "ly")) and lower not in WORDS["ly_nouns"]:
        return False
    previous = re.search(r"(\w+)\s+$", text[max(0, span.start - 80) : span.start])
    if previous and previous.group(1).lower() in (*ARTICLES, "the"):
        return True
    return singular(word) is not None or not lower.endswith("s")


def token_at(doc: "Doc", offset: int) -> "Token | None":
    """The token that covers an offset."""
    ends = doc.user_data.get(_ENDS)
    if ends is None:
        ends = doc.user_data[_ENDS] = [token.idx + len(token) for token in doc]
    at = bisect_right(ends, offset)
    if at == len(ends):
        return None
    token = doc[at]
    return token if token.idx <= offset else None


def is_shouting(text: str, span: Span) -> bool:
    """Whether the line around the span is in capitals (looked at up to 200 characters each way), and not only because
    it holds no words but abbreviations ("DOB: 28/01/1978")."""
    left = text[max(0, span.start - 200) : span.start].rpartition("\n")[2]
    line = left + text[span.start : span.end + 200].partition("\n")[0]
    return line.isupper() and len(line.split()) > 1 and bool(_LONG_WORD.search(line))


_LONG_WORD: Final = re.compile(r"[^\W\d_]{4}")
_FIELD: Final = re.compile(r"\W*\w+:\s")


def is_headline(text: str, span: Span) -> bool:
    """Whether the short line around a span is a headline in title case ("Police Arrest Man After Chase"): its longer
    words have capitals, and most are no names. A line with a label ("Address: ...") is a field of a form."""
    left = text[max(0, span.start - 100) : span.start].rpartition("\n")[2]
    right = text[span.end : span.end + 100].partition("\n")[0]
    words = re.findall(r"[^\W\d_]+", f"{left} {right}")
    if len(left) > 99 or len(right) > 99 or len(words) < 4 or _FIELD.match(left):
        return False
    if re.search(r"[.;,]\s*$", right) or any(len(w) > 3 and w[0].islower() for w in words):
        return False
    plain = sum(w.lower() in NOT_MODIFIED or is_common(singular(w.lower()) or w.lower()) for w in words)
    return 3 * plain >= 2 * len(words)


def says_many(around: Surroundings) -> bool:
    """Whether the determiner before the span wants a plural."""
    word = around.previous
    if word == "most" and len(around.before) > 1 and around.before[1][0].lower() == "the":
        return False
    return word in _MANY or ("-" in word and set(word.split("-")) <= NUMBER_WORDS)


def is_plural(text: str, span: Span, around: Surroundings, doc: "Doc | None", named: bool | None) -> bool:
    """Whether the replaced words are plural ("melanomas", "Americans", "heads of state"); `named`: they are a
    name.
    """
    surface = span.of(text)
    core = re.sub(r"['’]s?$", "", surface).strip()
    cut = re.search(r"\s(?:of|from|in|for|with)\s", core)
    head = (core[: cut.start()] if cut else core).rsplit(" ", 1)[-1]
    if not head or around.previous in ARTICLES:
        return False
    one = singular(head)
    if (
        one is not None
        and named is not True
        and re.match(r" (?:are|were|have)\b", text[span.end : span.end + 8])
    ):
        return True
    if doc is not None and not head[:1].isupper():
        token = token_at(doc, span.start + core.find(head))
        if token is not None and token.tag_ in ("NNS", "NN"):
            return token.tag_ == "NNS" and (one is not None or head.endswith("s") is False)
    if one is None:
        return head.lower() in ("people", "men", "women", "children")
    if re.fullmatch(r"[A-Z]{2,}s", head):
        return True
    if named or (head[:1].isupper() and not around.starts_sentence and core[:1].isupper()):
        return _is_group_name(head, one) or says_many(around)
    if head[:1].isupper() and core == head:  # the first word of a sentence: a name or not?
        return _is_group_name(head, one) or is_common(one.lower())
    return True


@remembered
def _is_group_name(word: str, one: str) -> bool:
    """Whether a capitalized plural names people ("Americans") and not one thing ("Wales", "the Times")."""
    wordnet = in_use().words
    if any(s.instance for s in wordnet.senses(word)):
        return False
    return any(
        s.entity_class == "DEM" and not s.instance and s.concept.label == one for s in wordnet.senses(one)
    )


@remembered
def is_common(word: str) -> bool:
    """Whether WordNet knows a word as a common noun."""
    senses = in_use().words.senses(word)
    return any(not s.instance for s in senses)


@remembered
def is_person_word(word: str) -> bool:
    """Whether a lower-case word names a kind of person first of all ("architect", "wife", "ex-wife")."""
    if not word.islower():
        return False
    own = word.rpartition("-")[2]
    if word in WORDS["persons"] or own in WORDS["persons"]:
        return True
    known = word if in_use().words.senses(word) else own
    return "person" in kinds_above(known) | {known}


@remembered
def kinds_above(word: str) -> frozenset[str]:
    """What the first meaning of a word is a kind of, in words: "actress" is an actor, a performer, an entertainer."""
    wordnet = in_use().words
    senses = [sense for sense in wordnet.senses(word) if not sense.instance]
    above = ancestors(wordnet, senses[0].concept) if senses else ()
    return frozenset(concept.label for concept, _ in above)


@remembered
def is_proper_label(label: str) -> bool:
    """Whether a label is a name that takes no article ("Catalonia", "North America"), and not "European".

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
