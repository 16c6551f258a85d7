# ruff: noqa: E501 (a form reads best on one line)
"""Works, events, laws, products, awards and other names (TAB's MISC), by the form in which English writes them.

A name shows by its capitals away from the beginning of a sentence, by quotation marks or italics, by a year in
brackets behind it, or by its last word ("... Award", "... Festival"). Capitals over common words alone, as legal
prose has them ("Code of Criminal Procedure"), are no name unless one of the other signs is there.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from spacy.tokens import Doc

from kb.values.words import MONTHS, WEEKDAYS
from sanitizer.recognize import definitions
from sanitizer.recognize.entity_types import entity_class, fine_type
from sanitizer.recognize.finders import (
    also_called,
    bare_names,
    events_and_awards,
    handles,
    headlines,
    initials,
    name_fields,
    named_words,
    signatures,
    speakers,
    statutes_and_schemes,
    titles_of_works,
)
from sanitizer.recognize.finders.model import with_titles
from sanitizer.recognize.finders.quoted import foreign, quoted
from sanitizer.recognize.institution_words import INSTITUTIONS, LINKS, TEXT_PARTS
from sanitizer.recognize.known_names import head_class, is_spelled
from sanitizer.recognize.spelling import word_bits
from sanitizer.text import lexicon as shipped
from sanitizer.text.fold import words
from sanitizer.text.patterns import ANY_POSSESSIVE
from sanitizer.text.sentences import RUN_ON
from sanitizer.types import Bits, EntityClass, Mention, Span, text_of
from sanitizer.values.found_values import Found

_UPPER: Final = r"[^\W\d_a-zß-öø-ÿ]"
_LINK: Final = r"(?:of|the|and|&|in|on|a|an|for|to|at|from|with|de|la|du|der|des|von|van|el|vs\.?|or|is|my)"
_NAME_WORD: Final = rf"(?:{_UPPER}(?:[\w'’.$-]{{0,40}}\w)|{_UPPER}\.?)"
_RUN: Final = re.compile(
    rf"(?<![\w@#/.])(?<!(?<![a-zß-öø-ÿ])-)(?:{_NAME_WORD}|\d+(?=[a-z]{{2}}\s{_UPPER}))"
    rf"(?:(?:[ \u00a0]|:[ ]|[ ]?[-–][ ]?|[ ]?&[ ]?|![ ])(?:{_LINK}[ ]){{0,3}}{_NAME_WORD}){{0,12}}(?:(?<=Route|ghway| Road)[ ]\d{{1,4}}\b|[ ]\d{{1,2}}(?![\w%.,/–-]|:\d))?!?"
)
_RUN_ENDS: Final = re.compile(
    rf"\s[Ii]s\s(?:an?|the)\s(?={_UPPER})|\s(?:and|or)\s(?:at|in|on|to|from|with|for)(?:\s(?:an?|the))?\s(?={_UPPER})"
    rf"|{RUN_ON.pattern}"
)
_TOKEN: Final = re.compile(r"[^\W_]+(?:['’$][^\W_]+)*")
_POSSESSIVE: Final = re.compile(r"['’](?:s|ve|ll|re|d|m|t)?$")
_CONTRACTIONS: Final = words("c'mon don't can't won't isn't i'd o'clock ma'am y'all let's")
_LINKS: Final = re.compile(rf"(?:{_LINK}\s)+")
_SENTENCE_END: Final = re.compile(
    r"(?:^|[.!?:]['\"”’)\]]{0,2}\s{1,3}|\]\]\s|\n\s*|(?:[\"“‘(\[•–—]|(?<![a-zß-öø-ÿ])-)\s?)$"
)

AWARDS: Final = words(
    "award awards prize prizes medal medals trophy cup oscar emmy grammy bafta fellowship scholarship order honour "
    "honours cross star nomination"
)
"""The last words of the names of prizes and honours."""
_PRIZES: Final = words("award awards prize prizes medal oscar oscars grammy emmy bafta")
_EVENT: Final = words(
    "war wars battle revolution uprising festival olympics games championship championships tournament expo exhibition conference summit congress "
    "massacre siege rebellion crisis election elections referendum marathon grand prix open regatta tour season league super bowl classic derby final finals "
    "playoffs ceremony parade earthquake hurricane accords treaty"
)
_NO_PERSON: Final = words(
    "award awards prize prizes trophy medal festival olympics championship championships tournament elections marathon"
)
"""Whatever a model takes a name with this end for, it is an award or an event."""

_LAW: Final = words(
    "act law code treaty directive regulation constitution statute ordinance bill decree amendment protocol convention charter"
)
_PLAIN_NAMES: Final = words(
    f"i mr mrs ms dr st {' '.join((*WEEKDAYS, *(f'{d}s' for d in WEEKDAYS), *MONTHS)).lower()} god ok tv am pm no nos art vol ed etc ii iii iv vi vii viii ix xi xii english bc ad"
)
_NAME_BITS: Final[Bits] = 3.0
"""From which on the spelling of a word says that it names a person."""
_ROMAN: Final = re.compile(r"[IVXLC]+$|[A-Z]$|\d+$")


def _kind(spoken: Sequence[str]) -> str:
    last = spoken[-1]
    if last in AWARDS or not _PRIZES.isdisjoint(spoken):
        return "AWARD"
    if last in _EVENT or spoken[0] in ("battle", "siege", "treaty"):
        return "EVENT"
    return "LAW" if last in _LAW else "MISC"


def _kind_at(text: str, start: int, spoken: Sequence[str]) -> str:
    """Return the kind of a run, by where it begins too: a word that is spelled as names of persons are, behind a
    prefix that makes an adjective of it ("anti-"), is one, whatever a parse makes of it."""
    prefixed = start > 1 and text[start - 1] == "-" and len(spoken) == 1
    return "PERSON" if prefixed and word_bits(spoken[0].title()) > _NAME_BITS else _kind(spoken)


def _tokens(text: str, start: int, end: int) -> list[tuple[int, str]]:
    return [(m.start(), m.group()) for m in _TOKEN.finditer(text, start, end)]


def _after_opener(text: str, start: int, end: int, tokens: list[tuple[int, str]]) -> int:
    """Return where a run that opens a sentence begins once its first, common word is left out ("In Rome" -> "Rome")."""
    first = tokens[0][1].lower()
    if first not in shipped.common_words() or titles_of_works.year_behind(text, end):
        return start
    if first in ("the", "a", "an") and len(tokens) > 2:
        return start
    begin = tokens[1][0]
    links = _LINKS.match(text, begin)
    return min(links.end(), end - 1) if links else begin


def _plain(token: str) -> bool:
    """Return whether a token at the edge of a run is no part of a name: a month, "Court", "Article"."""
    low = token.lower()
    return low in _PLAIN_NAMES or low in INSTITUTIONS or low in TEXT_PARTS or low in LINKS


def _opens_title(tokens: list[tuple[int, str]], opens: bool, year: bool) -> bool:
    """Return whether a small word with a capital is the first of a title: "The Fall (2006)", and "In Rome" within a
    sentence."""
    first = tokens[0][1]
    if first in ("The", "A", "An"):
        return year
    return not opens and len(tokens) > 1 and first[0].isupper() and first.lower() in LINKS


_IN_SENTENCE: Final = re.compile(r"['\"”’*_]{0,3},?(?:\s?\([^()\n]{0,200}\))?[ ]{1,2}[a-z]")


def _shouted_from(text: str, tokens: list[tuple[int, str]], end: int) -> int:
    """Return where a name of several words begins that stands in capitals within a sentence that does not, behind
    its article; -1 where none does."""
    first = 1 if tokens and tokens[0][1].lower() in ("the", "a", "an") else 0
    if len(tokens) - first < 2 or not text[tokens[first][0] : end].isupper():
        return -1
    named = _IN_SENTENCE.match(text, end) and any(len(token) > 3 for _, token in tokens[first:])
    return tokens[first][0] if named else -1


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Yield where runs of capitalized words begin and end: before "is a", before "and" with a preposition, and
    where the blank after a full stop is missing."""
    for match in _RUN.finditer(text):
        start, end = match.span()
        for cut in _RUN_ENDS.finditer(text, start, end):
            yield start, cut.start()
            start = cut.end()
        while text[end - 1] == "_":  # the end of italics
            end -= 1
        if start < end:
            yield start, end


def _trim(tokens: list[tuple[int, str]], opens: bool, year: bool) -> bool:
    """Take plain words from both ends of a run (a title with its year behind it keeps its last ones); whether the end
    was cut."""
    while tokens and _plain(tokens[0][1]) and not _opens_title(tokens, opens, year):
        tokens.pop(0)
    cut = False
    while tokens and not year and (_plain(tokens[-1][1]) or tokens[-1][1][0].islower()):
        tokens.pop()
        cut = True
    return cut


def _may_tell(name: str, token: str) -> bool:
    """Return whether a capitalized word, `name` in lower case without its possessive, may be what makes a run a
    name."""
    if not token[0].isupper() or name in _PLAIN_NAMES:
        return False
    return token.lower() not in _CONTRACTIONS and not _ROMAN.match(token)


def _shouted(text: str, start: int, end: int, tokens: list[tuple[int, str]]) -> Iterator[Found]:
    """Yield a name in capitals from `start` on, if one of its words is rare, or it names a place."""
    spoken = [token.lower() for at, token in tokens if at >= start]
    rare = any(len(name) > 3 and name not in shipped.common_words() for name in spoken)
    if rare or (len(spoken) > 2 and head_class(text[start:end].title()) is EntityClass.LOC):
        yield Found(start, end, _kind(spoken), 0.6)


def capitalized(text: str) -> Iterator[Found]:
    """Yield runs of capitalized words that hold a word which is no common one, or that show another sign of a name."""
    common = shipped.common_words()
    for start, end in _runs(text):
        tokens = _tokens(text, start, end)
        begins = opens = bool(_SENTENCE_END.search(text[max(0, start - 8) : start]))
        shouted = _shouted_from(text, tokens, end)
        if shouted >= 0:
            yield from _shouted(text, shouted, end, tokens)
            continue
        if begins and len(tokens) > 1:
            begin = _after_opener(text, start, end, tokens)
            if begin != start:
                begins, start = False, begin
                tokens = _tokens(text, start, end)
        year = titles_of_works.year_behind(text, end)
        cut = _trim(tokens, opens, year)
        if not tokens:
            continue
        start = tokens[0][0]
        end = tokens[-1][0] + len(tokens[-1][1]) if cut else end
        mark = ANY_POSSESSIVE.search(text, start, end)
        if mark and mark.start() > start and not year and not is_spelled(text[start:end]):
            end = mark.start()
        spoken = [_POSSESSIVE.sub("", token.lower()) for _, token in tokens]
        telling = [name for name, (_, token) in zip(spoken, tokens, strict=True) if _may_tell(name, token)]
        strong = any(name not in common for name in telling)
        if begins and len(tokens) == 1 and (len(spoken[0]) < 4 or not strong):
            continue
        cue = bool(titles_of_works.BEFORE.search(text[max(0, start - 36) : start]))
        if strong:
            score = 0.5 if begins and len(tokens) == 1 else 0.6
            if spoken[-1] in _NO_PERSON and len(spoken) > 1:
                score = 1.0
            yield Found(start, end, "WORK" if year or cue else _kind_at(text, start, spoken), score)
        elif telling and (year or (cue and not begins)):
            yield Found(start, end, "WORK", 0.7 if year else 0.6)
        elif len(telling) >= 2 and not begins:
            yield Found(start, end, _kind(spoken), 0.6)


class Works:
    """Finds names of things. ``minimum`` is the least score that is reported."""

    name = "works"

    def __init__(self, minimum: float = 0.5) -> None:
        self._minimum = minimum

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Return the mentions in ``doc``, sorted; they may overlap."""
        text = text_of(doc)
        runs = list(titles_of_works.credited(text, capitalized(text)))
        entities = [
            Found(e.start_char, e.end_char, fine_type(e.label_), 0.0) for e in map(with_titles, doc.ents)
        ]
        found: Iterable[Found] = [
            *runs,
            *definitions.defined(doc, [*runs, *entities]),
            *quoted(text),
            *headlines.quotations(doc),
            *foreign(text),
            *events_and_awards.scan(text),
            *also_called.other_names(text),
            *also_called.houses(text),
            *statutes_and_schemes.about(doc),
            *statutes_and_schemes.foreign_terms(text),
            *signatures.below_names(doc),
            *signatures.references(text),
            *speakers.speakers(doc),
            *name_fields.scan(text),
            *bare_names.bare(doc),
            *handles.handles(text),
            *initials.initials(text),
            *named_words.named_words(text),
        ]
        return [
            Mention(Span(f.start, f.end), f.type, entity_class(f.type), self.name, f.score)
            for f in sorted(set(found))
            if f.score >= self._minimum
        ]
