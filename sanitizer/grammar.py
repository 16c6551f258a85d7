"""The English of the output: a replacement takes the number, article, case and possessive of what it
replaces.

:func:`fit` makes one replacement fit its place; :func:`smooth` looks at all replacements of a text together
("a city, a city and a city"). Both say what to write, and write nothing.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from sanitizer.inflection import (
    WORDS,
    article,
    head_of,
    indefinite,
    is_fixed,
    is_mass,
    plural,
    possessive,
    singular,
)
from sanitizer.plain import fit_class_word
from sanitizer.smoothing import smooth
from sanitizer.surroundings import (
    ARTICLES,
    DETERMINERS,
    NOT_MODIFIED,
    Surroundings,
    is_common,
    is_person_word,
    is_plural,
    is_proper_label,
    look_around,
    says_many,
    title_before,
    token_at,
)
from sanitizer.types import Span

if TYPE_CHECKING:
    from spacy.tokens import Doc

__all__ = ["fit", "pseudonym", "smooth", "tag"]

_EMPTY_LABELS: Final = frozenset({"person", "individual", "someone", "thing", "work"})
_ADJECTIVES: Final = WORDS["adjectives"]
_WORKS: Final = WORDS["works"]
_NUMBERS: Final = WORDS["numbers"] | {"large integer"}
_NUMBER_WORDS: Final = WORDS["number_words"]
_OF_PLACE: Final = WORDS["places"]
_DEMONYM: Final = re.compile(r"[A-Z]\w+(?:an|ian|ese|ish|ch|ic|i|ss|ek|tine)$")


def tag(kind: str) -> str:
    """A type as a tag: ``tag("city")`` is ``[CITY]``."""
    return f"[{re.sub(r'[^A-Z0-9]+', '_', kind.upper()).strip('_')}]"


def pseudonym(kind: str, number: int) -> str:
    """A numbered pseudonym: ``pseudonym("person", 2)`` is ``PERSON_2``."""
    return f"{tag(kind)[1:-1]}_{number}"


def fit(
    text: str,
    span: Span,
    replacement: str,
    *,
    doc: "Doc | None" = None,
    named: bool | None = None,
    proper: bool | None = None,
) -> tuple[Span, str]:
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
        return span, replacement
    if runs_on := _NEXT_SENTENCE.search(surface):  # "Sutherland. In": what follows is written again
        inner = Span(span.start, span.start + runs_on.start())
        widened, words = fit(text, inner, replacement, doc=doc, named=named, proper=proper)
        rest = text[widened.end : span.end]
        return Span(widened.start, max(widened.end, span.end)), words + rest
    span, surface = _trim(text, span)
    if replacement[0] in "[*#":
        return span, replacement
    around = look_around(text, span, doc)
    plainly = fit_class_word(text, span, replacement, around, doc)
    if plainly is not None:
        return _with_case(text, *_possessed(*plainly, around), around)
    is_proper = proper if proper is not None else is_proper_label(replacement)
    fixed = is_fixed(replacement) or bool(_DAY_OR_TIME.match(replacement))
    if fixed:
        widened, words = _fit_fixed(text, span, replacement, around)
    else:
        widened, words = _Fitter(text, span, replacement, around, doc, named, is_proper).fit()
    return _with_case(text, *_possessed(widened, words, around), around)


def _possessed(widened: Span, words: str, around: Surroundings) -> tuple[Span, str]:
    """The possessive mark that follows goes with the words: "four years' work" -> "a period's work"."""
    mark = around.possessive
    if mark is not None and words and widened.end == mark.start:
        return Span(widened.start, mark.end), possessive(words)
    return widened, words


def _with_case(text: str, widened: Span, words: str, around: Surroundings) -> tuple[Span, str]:
    """Capitals where a sentence starts, and all of them in a line of capitals."""
    if around.shouting:
        words = words.upper()
    elif words and text[widened.start :].lstrip("_*")[:1].isupper() and _begins(text, widened):
        words = words[0].upper() + words[1:]
    return widened, words


def _begins(text: str, span: Span) -> bool:
    """Whether a sentence begins with the span; a title in quotation marks is none ("Ubik", "Valis")."""
    opening = re.search(r"[\"“‘]$", text[max(0, span.start - 1) : span.start])
    if opening and re.match(r"[,.]?[\"”’]", text[span.end : span.end + 2]):
        return bool(re.search(r"(?:^|[.!?\n])\s*$", text[max(0, span.start - 9) : span.start - 1]))
    return look_around(text, span, None).starts_sentence


def _trim(text: str, span: Span) -> tuple[Span, str]:
    """The span without blanks at its ends and without a possessive mark."""
    surface = span.of(text)
    start = span.start + len(surface) - len(surface.lstrip())
    end = span.end - (len(surface) - len(surface.rstrip()))
    mark = re.search(r"\w(['’]s?)$", text[start:end])
    if mark and (mark.group(1) != "'" or text[start:end].endswith("s'")):
        end -= len(mark.group(1))
    return Span(start, end), text[start:end]


_NEXT_SENTENCE: Final = re.compile(
    r"(?<=[a-z]{2})\.\s+(?:In|On|At|By|From|After|During|The|A|He|She|It|His|Her|They|Their|This)$"
)


def _fit_fixed(text: str, span: Span, label: str, around: Surroundings) -> tuple[Span, str]:
    """A whole phrase: no second article, "on 5 May" -> "in May", a compound adjective hyphenated."""
    if label.endswith(" years old"):
        return _fit_age(text, span, label, around)
    if label.startswith("the ") and around.possessive is None and _precedes_noun(text, span, around):
        label = _CENTURY.sub(r"\1-century", label)  # "the 20th-century bomber"
        own = re.match(r"an? ", span.of(text), re.I)
        if own or around.previous in ARTICLES:  # "a 2016 film" -> "a 2010s film"
            start = span.start if own else around.before[0][1].start
            return Span(start, span.end), f"{article(label[4:])} {label[4:]}"
    follows = text[span.end : span.end + 20].lstrip("-‐‑ ")
    if around.joined_right and re.match(r"(?:years?|months?|weeks?|days?)[-‐‑ ]old\b", follows):
        label = label.removeprefix("about ").replace(" ", "-")
    previous = around.previous
    if label.startswith("the ") and (previous in DETERMINERS or previous in ARTICLES):
        if previous not in ARTICLES or around.modified:  # "her 1993 single" -> "her 1990s single"
            return span, label[4:]
        where = around.before[0][1]
        return Span(where.start, span.end), label
    if previous in ARTICLES:
        where = around.before[0][1]
        if around.modified and label.startswith(("about ", "around ")):
            return Span(where.start, span.end), f"a roughly {label.split(' ', 1)[1]}"
        if label.split(" ", 1)[0] in (*ARTICLES, "about", "around", "some", "between", "several"):
            return Span(where.start, span.end), label
        return Span(where.start, span.end), f"{article(label)} {label}"
    return _with_preposition(text, span, label, around)


def _fit_age(text: str, span: Span, label: str, around: Surroundings) -> tuple[Span, str]:
    """ "40 to 49 years old" where the text says "42" (the rest follows), "aged 42" or "a 42-year-old man"."""
    band = label.removesuffix(" years old")
    surface = span.of(text)
    rest = text[span.end : span.end + 14]
    if re.match(r"[-‐‑ ]?years?[-‐‑ ]old", rest):
        words = band.replace(" ", "-") if rest[0] in "-‐‑" else band
        if around.previous in ARTICLES:
            return Span(around.before[0][1].start, span.end), f"{article(words)} {words}"
        return span, words
    if re.search(r"[-‐‑]old$", surface):
        words = f"{band.replace(' ', '-')}-year-old"
        if around.previous in ARTICLES:
            where = around.before[0][1]
            return Span(where.start, span.end), f"{article(words)} {words}"
        return span, words
    if named := re.match(r"(aged|age of|age)\b", surface):
        return span, f"{named[1]} {band}"
    if around.previous in ("aged", "age") or re.search(
        r"\bage of $", text[max(0, span.start - 8) : span.start]
    ):
        return span, band
    return span, label


_SINCE: Final = frozenset(["in", "during", "since", "by", "until", "from", "throughout"])


def _precedes_noun(text: str, span: Span, around: Surroundings) -> bool:
    """Whether a date stands before a noun or its adjective ("a 2016 American-Canadian film")."""
    follower = re.match(r" ([^\W\d_][\w'’-]*)", text[span.end : span.end + 40])
    adverbial = around.previous == "the" and len(around.before) > 1
    if follower is None or (adverbial and around.before[1][0].lower() in _SINCE):
        return False  # "in the 1950s Smith won"
    governed = around.previous in ("the", *ARTICLES) or bool(re.match(r"an? ", span.of(text), re.I))
    return bool(around.modified) or (governed and not _opens_phrase(follower[1]))


_CENTURY: Final = re.compile(r"(\d(?:st|nd|rd|th)) century\b")
_DAY_OR_TIME: Final = re.compile(
    r"(?:the )?(?:[12]\d{3}s?|\d{1,2}(?:st|nd|rd|th) century|(?:early|mid|late)\b.*|morning|afternoon|evening|"
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)\b( \d{4})?|"
    r"(?:spring|summer|autumn|winter)\b.*)$"
)


def _with_preposition(text: str, span: Span, label: str, around: Surroundings) -> tuple[Span, str]:
    """ "on 5 May 1991" -> "in May 1991": the preposition of a period."""
    before = around.before
    if label.startswith("the ") and around.previous in ("born", "died") and _DAY_OR_TIME.match(label):
        return span, f"in {label}"  # "born 1990" -> "born in the 1990s"
    if not around.modified and before and before[0][0].lower() == "the" and _DAY_OR_TIME.match(label):
        span, before = Span(before[0][1].start, span.end), before[1:]  # "on the 4th of May" -> "in May"
    if before and before[0][0].lower() in ("on", "at") and _DAY_OR_TIME.match(label):
        where = before[0][1]
        word = "In" if where.of(text)[0].isupper() else "in"
        return Span(where.start, span.end), f"{word} {label}"
    return span, label


@dataclass(frozen=True, slots=True)
class _Fitter:
    """One replacement by a noun phrase; the methods are its cases."""

    text: str
    span: Span
    label: str
    around: Surroundings
    doc: "Doc | None"
    named: bool | None
    proper: bool

    def fit(self) -> tuple[Span, str]:
        around = self.around
        if around.joined_left or around.joined_right:
            return self._joined()
        many = is_plural(self.text, self.span, around, self.doc, self.named)
        if many:
            return self._many()
        start = self.span.start
        title = title_before(around) if self.is_name else None
        if title is not None:
            around = look_around(self.text, Span(title.start, self.span.end), self.doc)
            start = title.start
        return self._one(start, around)

    @property
    def surface(self) -> str:
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
            return self._name_by_doc(default=not _known_common(self.surface))
        if self.around.starts_sentence and len(words) == 1 and self.surface.startswith(words[0]):
            return self._name_by_doc(default=not _known_common(self.surface))
        return True

    def _name_by_doc(self, default: bool) -> bool:
        token = token_at(self.doc, self.span.start) if self.doc is not None else None
        return token.pos_ == "PROPN" if token is not None and token.pos_ in ("PROPN", "NOUN") else default

    def _joined(self) -> tuple[Span, str]:
        """Part of a hyphenated word ("London-based"): the bare label; an article before it follows the
        sound.
        """
        start, words = self.span.start, self.label
        if self.around.previous in ARTICLES and not self.around.joined_left:
            start = self.around.before[0][1].start
            words = f"{article(words)} {words}"
        return Span(start, self.span.end), words

    def _many(self) -> tuple[Span, str]:
        """A plural stays one: "melanomas" -> "cancers"; the determiner fits already."""
        label = self.label if self.proper else plural(self.label)
        end, words = self.span.end, label
        if self.around.possessive is not None:
            end, words = self.around.possessive.end, possessive(label)
        if self.around.modified and not is_mass(self.label):  # "drugs trade", "Americans first"
            words = words if self.around.possessive else label
        return Span(self.span.start, end), words

    def _one(self, start: int, around: Surroundings) -> tuple[Span, str]:
        end, mark = self.span.end, self.around.possessive
        determiner = self._determiner(around)
        if self.proper:
            return self._named(start, around, determiner)
        if self.label in _NUMBERS and self.around.modified and _is_number(self.surface):
            bounded = around.previous in WORDS["bounds"]  # "over 200 clubs" -> "several clubs"
            return Span(around.before[0][1].start if bounded else start, self.span.end), "several"
        if determiner in ("edge", "inside") and self._is_apposition(around):
            return self._apposition(around)
        if self.around.modified and mark is None:
            return self._modifier(start, around, determiner)
        if many := self._after_many_works(around):
            return many
        if self.is_name and around.previous == "of" and len(around.before) > 1:
            noun, where = around.before[1]
            if noun in _OF_PLACE and mark is None:  # "the city of Barcelona" -> "the municipality"
                return Span(where.start, end), self.label
        agrees = self.surface.lower().endswith("s") and re.match(
            r" (?:are|were|have)\b", self.text[end : end + 8]
        )  # "the Alps are"
        # "both Lyon and Porto" are one and one
        several = says_many(around) and not re.match(r" and ", self.text[end : end + 5])
        label = plural(self.label) if several or agrees else self.label
        if agrees and determiner == "the":
            determiner = "own" if not self.is_name else "plural"
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
            word = first[0].lower() if self._is_part_of_title(first[0]) else first[0]
            start, words = first[1].start, indefinite(f"{word} {label}")
        elif around.previous == "both" and " and " in self.surface:  # "both Best Actress and Best Song"
            start, words = around.before[0][1].start, f"two {label}"
        else:
            words = label if several or agrees else indefinite(label)
        if mark is not None:
            end, words = mark.end, possessive(words)
        return Span(start, end), words

    def _after_many_works(self, around: Surroundings) -> tuple[Span, str] | None:
        """Several titles after the word for them: "the films Jaws and Duel" -> "two films"."""
        joined = re.findall(r",? and |, ", self.surface)
        if singular(around.previous) not in _WORKS or not joined or around.possessive is not None:
            return None
        first = 1 if len(around.before) > 1 and around.before[1][0].lower() == "the" else 0
        count = "two" if len(joined) == 1 else "several"
        return Span(around.before[first][1].start, self.span.end), f"{count} {around.previous}"

    def _is_part_of_title(self, word: str) -> bool:
        """Whether a capital stood for a title that is no name any more ("Chief Minister" -> "a chief minister")."""
        office = self.label.islower() and is_person_word(head_of(self.label)[1])
        return office and self.surface[:1].isupper() and word.istitle() and is_common(word.lower())

    def _determiner(self, around: Surroundings) -> str:
        """What governs the article: article, the (before a name), own (another determiner), adjective
        (without article), inside (the phrase began earlier), edge (the phrase begins here)."""
        previous = around.previous
        if previous in ARTICLES:
            return "article"
        if previous == "the":
            return "the" if self.is_name and not self.around.modified else "own"
        governs = previous in DETERMINERS and not (self.is_name and previous in WORDS["not_before_names"])
        if governs or (around.before and re.search(r"['’]s?$", around.before[0][0])):
            return "own"
        if previous and around.before[0][0].endswith(("'s", "’s")):
            return "own"
        if self._is_adjective(around):
            return "inside" if _is_governed(around) else "adjective"
        if not self.is_name and previous and self._continues(around):
            return "inside"
        if self.is_name and _is_lone_adjective(around):
            return "inside"
        return "edge"

    def _is_adjective(self, around: Surroundings) -> bool:
        if not around.before:
            return False
        word, where = around.before[0]
        if word in _ADJECTIVES:
            return True
        if self.doc is None or (self.is_name and is_person_word(word)):
            return False
        token = token_at(self.doc, where.start)
        return token is not None and token.pos_ == "ADJ" and (word.islower() or not self.is_name)

    def _continues(self, around: Surroundings) -> bool:
        """Whether a common noun continues a phrase that began before it ("skin melanoma")."""
        word, where = around.before[0]
        if self.doc is not None:
            token = token_at(self.doc, where.start)
            return token is not None and token.pos_ in ("NOUN", "PROPN", "ADJ", "NUM")
        if word.lower().endswith(("ed", "ing")) and len(around.before) > 1:  # "a retired sailor"
            return around.before[1][0].lower() in (*ARTICLES, *DETERMINERS)
        return not _opens_phrase(word)

    def _modifier(self, start: int, around: Surroundings, determiner: str) -> tuple[Span, str]:
        """Before the noun it modifies: "the Barcelona team" -> "the city's team", "a Barcelona hotel" -> "a
        city hotel".
        """
        adjective = self._is_demonym()
        if adjective and is_person_word(head_of(self.label)[1]) and self._before_blank():
            return self._without(start, around, determiner)  # "a Republican member" is no politician's member
        before, noun, after = head_of(self.label)
        if after:  # "U.S. universities" -> "a country's universities"
            words = possessive(f"{before}{noun}")
            if determiner == "article":
                return Span(around.before[0][1].start, self.span.end), f"{article(words)} {words}"
            bare = determiner in ("own", "inside", "the") or around.previous == "the"
            return Span(start, self.span.end), words if bare else f"{article(words)} {words}"
        if self.is_name and around.previous == "the" and not _DEMONYM.match(self.label):
            return Span(start, self.span.end), possessive(self.label)
        if adjective and self.label in _EMPTY_LABELS and self._before_blank():
            return self._without(start, around, determiner)
        if adjective and not self.label[:1].isupper():
            words = possessive(self.label)
            if determiner == "article":
                return Span(around.before[0][1].start, self.span.end), f"{article(words)} {words}"
            return Span(start, self.span.end), words if determiner in (
                "own",
                "inside",
            ) else f"{article(words)} {words}"
        if determiner == "article":
            return Span(around.before[0][1].start, self.span.end), f"{article(self.label)} {self.label}"
        return Span(start, self.span.end), self.label

    def _before_blank(self) -> bool:
        return self.text[self.span.end : self.span.end + 1] == " "

    def _without(self, start: int, around: Surroundings, determiner: str) -> tuple[Span, str]:
        """An adjective that would tell nothing goes: "an American fielder" -> "a fielder"."""
        end = self.span.end + 1
        if determiner == "article":
            following = self.text[end : end + 40]
            return Span(around.before[0][1].start, end), f"{article(following)} "
        return Span(start, end), ""

    def _is_demonym(self) -> bool:
        if not _DEMONYM.match(self.surface):
            return False
        if self.doc is not None:
            token = token_at(self.doc, self.span.start)
            return token is not None and token.pos_ == "ADJ"
        return not is_proper_label(self.surface)

    def _named(self, start: int, around: Surroundings, determiner: str) -> tuple[Span, str]:
        """A name replaces a name: "the Netherlands" -> "Europe"; a phrase keeps its other words."""
        end, words = self.span.end, self.label
        if determiner in ("the", "article") and not self.around.modified:
            start = around.before[0][1].start
        if self.around.possessive is not None:
            end, words = self.around.possessive.end, possessive(words)
        return Span(start, end), words

    def _is_apposition(self, around: Surroundings) -> bool:
        """Whether a name follows its description ("the architect Antoni Gaudí")."""
        if not (self.is_name and around.before and around.before[0][0].islower()):
            return False
        governed = _is_governed(around)
        word = around.before[0][0]
        if _opens_phrase(word) or word in _ADJECTIVES:
            return False
        if not is_person_word(word) and not (governed and word in WORDS["named_nouns"]):
            return False
        if self.doc is not None:
            token = token_at(self.doc, around.before[0][1].start)
            return token is not None and token.pos_ in ("NOUN", "PROPN", "ADJ")
        return True

    def _apposition(self, around: Surroundings) -> tuple[Span, str]:
        where = around.before[0][1]
        mark = self.around.possessive
        noun = (
            singular(around.before[0][0]) or around.before[0][0]
        )  # "actors Bo Ek and Ann Quern": one of them
        same = noun in self.label.split() or (noun in _WORKS and head_of(self.label)[1] in _WORKS)
        if self.label in _EMPTY_LABELS or same or mark is not None:  # the description says it already
            if _is_governed(around):
                return Span(where.end, self.span.end), ""
            if len(around.before) > 1 and not _opens_phrase(around.before[1][0]):
                return Span(where.end, self.span.end), ""  # "former actor James Gleason"
            return Span(where.start, self.span.end), indefinite(noun)  # "wife of actor ..."
        after = "," if re.match(r"\s+\w", self.text[self.span.end : self.span.end + 40]) else ""
        return Span(where.end, self.span.end), f", {indefinite(self.label)}{after}"


def _is_governed(around: Surroundings) -> bool:
    """Whether the word before the span has its determiner ("the former *actor*", "his *wife*")."""
    for word, _ in around.before[1:4]:
        if word in ("then", "now", "late"):  # "his then wife"
            continue
        if word.lower() in DETERMINERS or word.lower() in ARTICLES or word.endswith(("'s", "’s")):
            return True
        if _opens_phrase(word):
            return False
    return False


def _is_lone_adjective(around: Surroundings) -> bool:
    """Whether a word that is no noun stands between a determiner and a name ("the defunct *Free City*")."""
    if len(around.before) < 2:
        return False
    word, before = around.before[0][0], around.before[1][0].lower()
    governs = before in ("the", *ARTICLES) or (
        before in DETERMINERS and before not in WORDS["not_before_names"]
    )
    return governs and word.islower() and word.isalpha() and not _opens_phrase(word) and not is_common(word)


def _is_number(surface: str) -> bool:
    words = re.split(r"[\s-]+", surface.lower())
    return all(re.fullmatch(r"\d[\d.,]*", w) or w in _NUMBER_WORDS for w in words)


def _known_common(surface: str) -> bool:
    return is_common(surface.lower())


def _opens_phrase(word: str) -> bool:
    lower = word.lower()
    return lower in NOT_MODIFIED or (lower.endswith(("ed", "ing", "ly")) and lower not in WORDS["ly_nouns"])
