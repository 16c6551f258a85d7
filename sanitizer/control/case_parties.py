"""Find the parties and titles of the case that a judgment decides, so that they are never taken for citations."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.institution_words import is_generic
from sanitizer.recognize.known_names import known_classes
from sanitizer.recognize.name_groups import bare_name
from sanitizer.recognize.spans.merge import must_be_masked
from sanitizer.text.fold import plain, words
from sanitizer.text.patterns import WORD
from sanitizer.text.titles import POLITE
from sanitizer.types import EntityClass, Mention, Span

_LONGEST: Final = 6_000  # characters of a heading
_SENTENCE: Final = re.compile(r"[.!?;][\"”’)]*\s*$")
_SMALL: Final = re.compile(r"\b[a-zß-öø-ÿ]{2,}\b")
_VERSUS: Final = re.compile(r"\s(?:[Vv]\.?|[Vv][Ss]\.?|c\.|AND|-?[Aa]nd-?)\s")
_AGAINST: Final = re.compile(r"\s(?:[Vv]\.?|[Vv][Ss]\.?|c\.)\s")
_LEAD: Final = re.compile(r"\bcase\s+of\s+$", re.IGNORECASE)
_OPENS: Final = re.compile(
    r"(?:(?:the\s+)?case\s+of|in\s+the\s+matter\s+of|in\s+re|re|ex\s+parte)\s+", re.IGNORECASE
)
_DETAILS: Final = re.compile(r",|\[|\(\d{4}|\(dec|\bnos?\.\s\d|§")
_MATTER: Final = re.compile(
    r"^[ \t]*(?:in\s+the\s+matter\s+of|in\s+re|re|ex\s+parte)[ \t:]+(?P<name>\S.{0,120}?)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_APPLIES: Final = re.compile(r"\(on the application of (?P<name>[^()\n]{2,80})\)", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"^[ \t]*B\s?E\s?T\s?W\s?E\s?E\s?N\b[ \t]*:?", re.IGNORECASE | re.MULTILINE)
_ROLE: Final = re.compile(
    r"\b(?:first|second|third|fourth|\d+(?:st|nd|rd|th))?\s?"
    r"(?:applicants?|respondents?|claimants?|defendants?|appellants?|petitioners?|plaintiffs?|prosecutor|interveners?)\b",
    re.IGNORECASE,
)
_LAST_ROLE: Final = re.compile(r"\b(?:defendants?|respondents?)\b", re.IGNORECASE)
_NAMES: Final = re.compile(r"[^\W\d_][\w'’.-]*(?:[ \t]+(?:[a-z]{2,3}[ \t]+){0,2}[^\W\d_][\w'’.-]*)*")
_NUMBER: Final = re.compile(r"\[(?:19|20)\d\d\]\s|ECLI:")
_STATE: Final = words(
    "r regina rex the king queen crown state states people republic commonwealth commission council government "
    "secretary of for home department minister ministry attorney general director public prosecutions and others "
    "another united kingdom dpp hmrc a an child children minor minors mr mrs ms no"
)
"""Words of which no party's name is made: the state in its forms, and what stands for a child."""
_BODY: Final = words(
    "ltd limited plc inc llc llp gmbh ag sa nv bv corp corporation company bank trust council university"
)


@dataclass(frozen=True, slots=True)
class OwnCase:
    """``cited`` are the citations of other cases; ``titles`` those that name the own case; ``parties`` mentions of its
    parties and of its number, where they stand in the heading or title."""

    cited: tuple[Span, ...]
    titles: tuple[Span, ...]
    parties: tuple[Mention, ...]


def own_case(text: str, citations: Sequence[Span], found: Iterable[Mention]) -> OwnCase:
    """Tell the own case from the cited ones.

    Own is what stands in the heading (all before the first sentence), what opens the text, the first citation behind
    "case of" that gives no year, number or page, and each citation of the same parties. A party that a recognizer has
    found as a person, body or place is what that says; another name is a person's.
    """
    end = heading_end(text)
    titles: list[Span] = []
    for number, span in enumerate(ordered := sorted(citations)):
        opens = not any(text[i].isalnum() for i in range(span.start))
        surface = span.of(text)
        formula = _LEAD.search(text[max(0, span.start - 20) : span.start]) or _OPENS.match(surface)
        first = number == 0 and formula and not _DETAILS.search(surface)
        if span.start < end or opens or first:
            titles.append(span)
    keys = {key for title in titles if (key := _key(title.of(text)))}
    titles += [span for span in ordered if span not in titles and _key(span.of(text)) in keys]
    known = [
        m.span for m in found if m.entity_class in (EntityClass.PERSON, EntityClass.ORG, EntityClass.LOC)
    ]
    parties = []
    for span in dict.fromkeys(sorted([*_in_titles(text, titles), *_in_heading(text, end)])):
        kind = _kind(span.of(text))
        if kind and not any(k.start <= span.start and span.end <= k.end for k in known):
            parties.append(Mention(span, kind, entity_class(kind), "party"))
    parties += [
        Mention(t, "CODE", EntityClass.CODE, "party") for t in sorted(titles) if _NUMBER.match(t.of(text))
    ]
    cited = tuple(span for span in ordered if span not in titles)
    return OwnCase(cited, tuple(sorted(titles)), tuple(parties))


_BESIDE_ROLE: Final = r"(?:\b(?:the|an?|and|or|as)\b|[^\w\[\]])*"
_CUT_AT_ROLES: Final = re.compile(rf"{_BESIDE_ROLE}(?:{_ROLE.pattern}){_BESIDE_ROLE}", re.IGNORECASE)


def roles(text: str) -> list[Span]:
    """Return where a judgment says in what role somebody stands before the court: "the Applicant", "first
    respondent"."""
    return [Span(*m.span()) for m in _ROLE.finditer(text)]


def without_roles(text: str, mentions: Iterable[Mention]) -> Iterator[Mention]:
    """Yield mentions cut at the roles in them, with what joins these to names: a role is nobody's name."""
    for mention in mentions:
        surface = mention.span.of(text)
        if must_be_masked(mention.recognizer) or not _ROLE.search(surface):
            yield mention
            continue
        at = 0
        for start, end in [*(m.span() for m in _CUT_AT_ROLES.finditer(surface)), (len(surface),) * 2]:
            if any(c.isalnum() for c in surface[at:start]):
                span = Span(mention.span.start + at, mention.span.start + start)
                yield replace(mention, span=span, generalization=None)
            at = end


def has_title(text: str, span: Span) -> bool:
    """Return whether a name stands with a title, in it or before it ("Mr Huber")."""
    own, before = span.of(text).split(), text[max(0, span.start - 12) : span.start]
    beside = [*(before.split()[-1:] if before[-1:].isspace() else ()), *own[:-1][:1]]
    bare = [word.strip("(\"'“‘/[.") for word in beside]
    return any(word.istitle() and word.lower() in POLITE for word in bare)


def heading_end(text: str) -> int:
    """Return where the heading of a text ends: before its first line with a sentence; 0 where it begins with one."""
    position = 0
    for line in text[:_LONGEST].splitlines(keepends=True):
        small = len(_SMALL.findall(line))
        if (small >= 3 and _SENTENCE.search(line)) or small >= 10:
            return position
        position += len(line)
    return position


def _key(citation: str) -> str:
    """Return the parties of a citation, to compare: without case, details and what leads in; of a bare number that."""
    if _NUMBER.match(citation):
        return " ".join(citation.split())
    title = _OPENS.sub("", citation, count=1) if _OPENS.match(citation) else citation
    details = _DETAILS.search(title)
    title = title[: details.start()] if details else title
    sides = _AGAINST.split(title, maxsplit=1)
    return (
        " v ".join(" ".join(plain(w) for w in WORD.findall(side)) for side in sides) if len(sides) > 1 else ""
    )


def _in_titles(text: str, titles: Iterable[Span]) -> Iterator[Span]:
    for title in titles:
        surface = title.of(text)
        if _NUMBER.match(surface):
            continue
        start = match.end() if (match := _OPENS.match(surface)) else 0
        details = _DETAILS.search(surface, start)
        stop = details.start() if details else len(surface)
        sides = _VERSUS.split(surface[start:stop])
        for side in sides:
            at = surface.index(side, start)
            start = at + len(side)
            yield from _names(text, title.start + at, title.start + at + len(side))


def _in_heading(text: str, end: int) -> Iterator[Span]:
    for pattern in (_MATTER, _APPLIES):
        for match in pattern.finditer(text, 0, end):
            stop = match.end("name")
            if bracket := re.search(r"\s?[(\[]", match["name"]):
                stop = match.start("name") + bracket.start()
            if stop > match.start("name"):
                yield from _names(text, match.start("name"), stop)
    between = _BETWEEN.search(text, 0, end)
    position, closed = (between.end() if between else end), False
    for line in text[position:end].splitlines(keepends=True):
        start, position = position, position + len(line)
        if closed and not line.strip():
            return
        closed = closed or bool(_LAST_ROLE.search(line))
        bare = _ROLE.sub(lambda m: " " * len(m.group()), line)
        bare = re.sub(r"\([^()]*\)|^\s*(?:\(?\d+[.)])+", lambda m: " " * len(m.group()), bare)
        for piece in re.finditer(r"(?:(?!\s-?and-?\s|\s{2,}|[,;:/]).)+", bare, re.IGNORECASE):
            yield from _names(text, start + piece.start(), start + piece.end())


def _names(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the names between two places, without titles, the state and what is generic."""
    for match in _NAMES.finditer(text, start, end):
        surface = match.group().rstrip(".-'’ ")
        spoken = [plain(w) for w in WORD.findall(surface)]
        name, _ = bare_name(spoken)
        if all(w in _STATE or len(w) < 2 for w in name) or is_generic(surface) or not surface[0].isupper():
            continue
        yield Span(match.start(), match.start() + len(surface))


def _kind(name: str) -> str:
    """Return the type of a party that no recognizer knows; nothing of a country or a place."""
    if plain(WORD.findall(name)[-1]) in _BODY:
        return "ORG"
    shown = name.title() if name.isupper() else name
    known = known_classes(shown)
    if EntityClass.LOC in known and EntityClass.PERSON not in known:
        return ""
    return "PERSON"
