"""The place of a mention in its sentence, as far as writing needs it, and what its words are: offices, plurals, names
that keep their capitals."""

from dataclasses import dataclass, field
from typing import Final

from spacy.tokens import Doc, Token

from kb import Concept
from kb.taxonomy import is_a
from sanitizer.common.knowledge import in_use
from sanitizer.say.structure import Form
from sanitizer.text.fold import words as words_of
from sanitizer.text.inflection import singular
from sanitizer.text.lexicon import common_words
from sanitizer.text.mention_syntax import Slot
from sanitizer.text.surroundings import is_person_word
from sanitizer.text.titles import BEFORE_TITLE, CIVIL, NOUNS, SHORT_TITLES, TITLES
from sanitizer.types import BoolArray, Span

LEFT: Final = frozenset({"ADJ", "NOUN", "PROPN", "NUM", "DET"})
MODIFYING: Final = words_of("compound amod nummod nmod:unmarked nmod flat nmod:poss obl:unmarked")
POINTS: Final = words_of("in on during since until by before after from around circa")
"""Prepositions of points in time."""
_NOW: Final = words_of("now then later formerly once currently today")
RELATIVES: Final = frozenset({"where", "which", "who", "whose", "whom", "when"})
"""Words of clauses that say something of the phrase before them."""
HYPHENS: Final = "-‐‑–/"
_BOUNDS: Final = words_of(
    "about around nearly almost approximately roughly over more least most only some just under than at up "
    "to less"
)
_ILLNESS: Final = Concept("wn:illness.n.01", "illness")
_EMPHASIS: Final = "_*"
_QUOTES: Final = {'"': '"', "“": "”"}


class Covered(Exception):
    """Words to be copied belong to another mention, or must stay where they are."""


@dataclass(frozen=True, slots=True)
class Page:
    """A parsed text, which of its characters no edit of another mention may copy or grow over: shape
    (characters + 1,), and its structure."""

    doc: Doc
    text: str = field(repr=False)
    taken: BoolArray
    form: Form = field(default_factory=Form)

    def __getitem__(self, i: int) -> Token:
        """Return the word with a number."""
        return self.doc[i]

    def __len__(self) -> int:
        """Return how many words there are."""
        return len(self.doc)

    def copy(self, start: int, end: int) -> str:
        """Return words of the text that are written again. Raises Covered where another mention has a part of them."""
        if self.taken[start:end].any():
            raise Covered
        return self.text[start:end]

    def covers(self, start: int, end: int) -> bool:
        """Return whether other mentions, or what must stay, have a part of these characters."""
        return bool(self.taken[start:end].any())

    def at(self, i: int) -> Token | None:
        """Return the word with a number, None outside of the text."""
        return self.doc[i] if 0 <= i < len(self.doc) else None

    def end(self, i: int) -> int:
        """Return where the word with a number ends."""
        return int(self.doc[i].idx) + len(self.doc[i])

    def governs(self, place: "Place") -> str:
        """Return the determiner of a mention's noun phrase in small letters, or ""."""
        return "" if place.determiner is None else self.lower(place.determiner)

    def lower(self, i: int) -> str:
        """Return the word at an index, in small letters; "" outside of the text."""
        return str(self.doc[i].lower_) if 0 <= i < len(self.doc) else ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a mention stands. Offsets are characters of the text, other numbers words of the document.

    Attributes:
        span: the mention without blanks and possessive mark, with the marks of italics around it.
        first, last: its first word and its last.
        front: the first word, or the quotation mark before it that goes with it.
        slot: its place in the tree.
        named: whether it is a name there, and no common noun.
        left: the words of its noun phrase before it, without titles.
        determiner: the word that governs the phrase: article, possessive, number; or ``None``.
        article: the article that the mention itself begins with, in small letters, or "".
        titles: the titles before a name.
        noun: the words that describe the name right before it ("actor"), or none.
        modifies: the noun that it modifies, or ``None``.
        owns: where the possessive mark after it ends, or 0.
        joined_left, joined_right: whether a hyphen or slash joins it to a word.
        many: whether it is plural.
        opens: whether a sentence or line begins with it, determiner and titles apart.
    """

    span: Span
    first: int
    last: int
    front: int
    slot: Slot
    named: bool
    left: tuple[int, ...]
    determiner: int | None
    article: str
    titles: tuple[int, ...]
    noun: tuple[int, ...]
    modifies: int | None
    owns: int
    joined_left: bool
    joined_right: bool
    many: bool
    shouting: bool
    headline: bool

    @property
    def name_begins(self) -> int:
        """The first of the titles before a name, else of the words of the mention and the quotation mark before it."""
        return min((*self.titles, self.front))

    @property
    def begins(self) -> int:
        """The first word of the noun phrase, determiners apart."""
        return min((*self.left, *self.titles, self.front))


def keeps_capital(token: Token) -> bool:
    """Return whether a word has its capital wherever it stands ("Canadian"), and not only at the beginning of a
    sentence."""
    if token.text.isupper() and len(token) > 1:
        return True
    senses = in_use().words.senses(token.text)
    return any(sense.concept.label[:1].isupper() for sense in senses) or (
        not senses and token.pos_ == "PROPN"
    )


def office(page: Page, place: Place) -> str:
    """Return the common noun that the titles of a name amount to ("Dr" is a doctor), or ""."""
    own = own_titles(page, place) if place.named else ()
    for i in (*reversed(own), *reversed(place.titles)):
        word = NOUNS.get(page[i].lower_.rstrip("."), "")
        if is_person_word(word):
            return str(word)
    return ""


def own_titles(page: Page, place: Place) -> list[int]:
    """Return the titles with which a name begins; behind the first one only those that are written short."""
    found: list[int] = []
    for i in range(place.first, place.last):
        word = page[i].lower_.rstrip(".")
        if not word or (not found and word in BEFORE_TITLE - TITLES):
            continue
        if not page[i].text[0].isupper() or word not in (SHORT_TITLES if found else TITLES):
            break
        found.append(i)
    return found


def is_told_title(word: str) -> bool:
    """Return whether a title, in small letters, may stand before a letter: it tells the sex or an office and no rank of
    nobility."""
    return word in CIVIL or is_person_word(NOUNS.get(word, ""))


def is_plural(token: Token) -> bool:
    """Return whether a noun is plural, by its form."""
    if token.pos_ == "ADJ" or _is_one_in_s(token.lower_) or _is_listed(token.lower_):
        return False
    number = token.morph.get("Number")
    ends = singular(token.lower_) is not None or (
        not token.lower_.endswith("s") and token.lower_ in common_words()
    )
    return ends if "Plur" in number else not number and singular(token.lower_) is not None


def _is_one_in_s(word: str) -> bool:
    """Return whether a word that ends like a plural is a place or an illness by itself ("leeds", "shingles")."""
    one, words = singular(word), in_use().words
    senses = words.senses(word) if one is not None else ()
    if not senses or senses[0].concept in [sense.concept for sense in words.senses(one or "")]:
        return False
    return all(sense.instance for sense in senses) or is_a(words, senses[0].concept, _ILLNESS)


def _is_listed(word: str) -> bool:
    """Return whether a word without the ending of a plural is listed as it stands ("syndrome"), whatever the tagger
    says."""
    return not word.endswith("s") and any(s.concept.label == word for s in in_use().terms.senses(word))


def names_people(head: Token) -> bool:
    """Return whether a word with a capital is a plural for people of a nation ("Americans")."""
    one = singular(head.text) if head.text[:1].isupper() else None
    return one is not None and any(
        sense.entity_class == "DEM" and not sense.instance and sense.concept.label == one
        for sense in in_use().words.senses(one)
    )


def described_again(page: "Page", i: int) -> bool:
    """Return whether the word ``i``, behind a comma, begins another description: ", now a dentist"."""
    return page.lower(i) in _NOW and page.lower(i + 1) in ("a", "an", "the")


def joins_noun(page: Page, i: int) -> bool:
    """Return whether the word ``i`` is the "and" before another noun, and not before a clause: as the tree says,
    and where no verb stands before it in its sentence."""
    if i >= len(page) or page[i].dep_ != "cc":
        return False
    if page[i].head.pos_ in ("NOUN", "PROPN", "PRON"):
        return True
    verbs = any(t.pos_ in ("VERB", "AUX") for t in page.doc[page[i].sent.start : i])
    return not verbs and i + 1 < len(page) and page[i + 1].pos_ in ("DET", "PRON", "NUM", "NOUN", "PROPN")


def is_counted(head: Token) -> bool:
    """Return whether a number of more than one counts a name in the plural: "three *Tonys*"."""
    numbers = [t for t in head.children if t.dep_ == "nummod" and t.i < head.i]
    before = numbers[-1] if numbers else head.nbor(-1) if head.i else None
    if before is None or not before.like_num or before.lower_ in ("one", "1"):
        return False
    return _ends_as_many(head)


def _ends_as_many(head: Token) -> bool:
    """Return whether a name has the ending of a plural of English ("Tonys"; "Murdina" is none of Latin)."""
    return head.lower_.endswith("s") and singular(head.lower_) is not None


def agrees_as_many(head: Token) -> bool:
    """Return whether a name is the subject of a verb in the plural, by itself: "The *Alps* are high"."""
    if not head.lower_.endswith("s"):  # of names no Latin plural is one
        return False
    if head.dep_ not in ("nsubj", "nsubj:pass") or any(t.dep_ in ("conj", "case") for t in head.children):
        return False
    if head.i and any(t.pos_ == "ADP" for t in head.doc[max(0, head.i - 2) : head.i]):
        return False
    verbs = [head.head, *(t for t in head.head.children if t.dep_ in ("aux", "aux:pass", "cop"))]
    return _ends_as_many(head) and any(_is_of_many(t) for t in verbs)


def _is_of_many(verb: Token) -> bool:
    """Return whether a verb in the present has the form of the plural."""
    if verb.lower_ in ("are", "were", "have"):
        return True
    finite = verb.pos_ == "VERB" and "Fin" in verb.morph.get("VerbForm") and "Pres" in verb.morph.get("Tense")
    return finite and verb.lower_ == verb.lemma_.lower()


def onwards(page: Page, i: int, place: Place) -> Span:
    """From the word ``i`` to the end of the mention."""
    return Span(page[i].idx, place.span.end)


def is_modifier(page: Page, place: Place) -> bool:
    """Return whether a value stands before a noun, in its phrase."""
    determiner = page.governs(place)
    following = page.at(place.last + 1)
    if following is None or not page[place.last].whitespace_ or place.owns:
        return False
    if following.text in _QUOTES and following.i + 1 < len(page):
        determiner, following = determiner or place.article, page[following.i + 1]
    if determiner and following.pos_ in ("NOUN", "ADJ", "PROPN"):
        return determiner != "the" or following.pos_ != "PROPN" or place.modifies is not None
    adverbial = place.first == 0 or page[place.first].is_sent_start or page.lower(place.first - 1) in POINTS
    return place.modifies is not None and (not adverbial or place.article in ("a", "an"))


def bounds_from(page: Page, place: Place) -> int:
    """Return where words that bound a number ("more than") begin before it."""
    i = place.first
    while (
        i > 0
        and not page[i].is_sent_start
        and (page[i - 1].lower_ in _BOUNDS or _of_number(page, i - 1, place))
    ):
        i -= 1
    lone = i == place.first - 1 and page[i].lower_ in (
        "at",
        "to",
        "up",
        "than",
        "most",
        "least",
        "less",
        "more",
    )
    while i < place.first and page[i].lower_ in ("to", "at") and page.lower(i + 1) not in ("least", "most"):
        i += 1
    return place.span.start if lone or i == place.first else page[i].idx


def _of_number(page: Page, i: int, place: Place) -> bool:
    """Return whether an adverb before a number belongs to it ("barely two years")."""
    token = page[i]
    return bool(token.pos_ == "ADV" and token.dep_ == "advmod" and place.first <= token.head.i <= place.last)


def emphasized(text: str, span: Span) -> Span:
    """With the marks of italics, or the quotation marks, right around it: what stands for a title has none."""
    own = span.of(text)
    before, after = text[max(0, span.start - 2) : span.start], text[span.end : span.end + 2]
    opened = own[0] if own[0] in _EMPHASIS else before[-1:]
    closed = own[-1] if own[-1] in _EMPHASIS else after[:1]
    if opened in _QUOTES and after[:1] == _QUOTES[opened]:
        return Span(span.start - 1, span.end + 1)
    if not opened or opened not in _EMPHASIS or closed != opened:
        return span
    start, end = span.start - (own[0] != opened), span.end + (own[-1] != closed)
    lone = not text[max(0, start - 1) : start].strip(" \n([\"“‘'") and text[end : end + 1] not in (
        closed,
        "_",
    )
    return Span(start, end) if lone and not text[end : end + 1].isalnum() else span
