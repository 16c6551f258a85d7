"""Read what the text itself says of its places: of what kind they are, and what they lie in.

"Kalogrea, a village in the District of Kyrenia" is a village in Cyprus, whether a knowledge base lists it or not.
Kinds are heads of names (:mod:`kb.names_with_nouns`), containers those of the place base; both are asked as all are.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kb import KnowledgeBase, Sense
from sanitizer.read.senses import LEAST_INHABITANTS
from sanitizer.recognize.institution_words import LINKS
from sanitizer.recognize.name_groups import PARTICLES
from sanitizer.text.fold import words
from sanitizer.text.patterns import WORD
from sanitizer.types import EntityClass, Mention, Span

_LETTERS: Final = r"[A-ZÀ-ÞĀ-ſȘṬ](?:\w?\.(?=[ A-Z])|[\w’'-]*)(?:(?<=\b[A-Z]\.)[A-Z]\.)*"
_NAME: Final = rf"{_LETTERS}(?: (?:of |the )?{_LETTERS}){{0,3}}"
# Kinds of place of which one can say "the KIND of NAME"; the longer first, for they hold the shorter.
_KINDS: Final = (
    "neighbourhood|neighborhood|municipality|county town|market town|settlement|prefecture|district|locality|province|"
    "township|borough|village|commune|kingdom|hamlet|island|county|parish|quarter|suburb|region|canton|city|town|area|port"
)
_PLURALS: Final = (
    "neighbourhoods|neighborhoods|municipalities|settlements|prefectures|districts|provinces|townships|boroughs|villages|"
    "communes|kingdoms|hamlets|islands|counties|parishes|quarters|suburbs|regions|cantons|cities|towns|ports"
)
_ADJECTIVES: Final = r"(?:(?P<nation>[A-Z][a-z]+(?:an|ese|ish|ian|ch|ek|i) )|(?:[a-z]+(?:-[a-z]+)* ))?"
_WORDS: Final = r"(?:[a-z]+(?:-[a-z]+)* ){0,3}?"
_REGION: Final = rf"(?:the )?(?:[a-z]+(?:-[a-z]+)* ){{0,2}}(?:(?:{_KINDS}) of )?(?:the )?"

_AFTER: Final = re.compile(
    rf",? ?[,(] ?(?P<chain>{_NAME}(?:, {_NAME}){{0,2}})(?!\w| \d)"  # Manchester, Connecticut; no "Depot, Bay 6"
)
_IS: Final = re.compile(
    rf"(?: \([^()]{{1,30}}\))?, (?:then |now |formerly |which (?:is|was) )?(?:an?|the|one of the) {_WORDS}{_ADJECTIVES}"
    rf"(?P<kind>{_KINDS}|{_PLURALS})\b(?! of)(?P<rest>[^.;\n]{{0,80}})"
)
_IN: Final = re.compile(rf"(?: \([^()]{{1,30}}\),)? in {_REGION}(?P<chain>{_NAME}(?:, {_NAME})?)")
_INSIDE: Final = re.compile(
    rf"(?: \([^()]{{1,30}}\))?, in {_REGION}(?P<chain>{_NAME}(?:, {_NAME})?)"  # X, in the district of Y
)
_LIES: Final = re.compile(rf"^[^,]{{0,30}}? ?(?:in|of|on) {_REGION}(?P<chain>{_NAME})")
_OF: Final = re.compile(
    rf"\b(?:the|a|an) {_WORDS}{_ADJECTIVES}(?P<kind>{_KINDS}) (?:of|called|named|known as) $"
)
_MANY: Final = re.compile(rf"\b(?:{_PLURALS})\b")
_LIST: Final = re.compile(
    rf"{_ADJECTIVES}(?P<kind>{_PLURALS})(?: \([^()]{{1,30}}\))?(?: of|:|,? such as|,? like|,? including|,? namely) "
    rf"(?:\w[\w'’-]*(?: {_LETTERS})*(?: \([^()]{{1,30}})?(?:, and |, | and | or | \(formerly )){{0,12}}$"
)
_SMALL: Final = frozenset(
    [
        "village",
        "hamlet",
        "township",
        "neighbourhood",
        "neighborhood",
        "suburb",
        "parish",
        "locality",
        "quarter",
    ]
)
"""Kinds that a large city of the same name is not."""
_TEAM_BEFORE: Final = re.compile(
    r"(?:\b(?:goalkeeper|striker|defender|midfielder|forward|winger|footballer|player|plays|played|playing|appearances|"
    r"caps|goals|debut|signed)\b[^.;()\n]{0,40}? for "
    r"(?:[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,2}(?:, and |, | and ))*|"
    r"\b(?i:football|rugby|hockey|baseball|basketball|cricket|division|league|local)\b[^.;()\n]{0,12} "
    r"(?:club|side|team) )(?:the )?$"
)
_STATES: Final = words(
    "al ak az ar ca co ct de dc fl ga hi id il in ia ks ky me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa "
    "ri sc sd tn tx ut vt va wa wv wi wy ab bc mb nb nl ns on pe qc sk"
)
"""The codes of the states of the United States and of the provinces of Canada."""
_PLACED: Final = re.compile(
    rf"(?:{_LETTERS}, |\b(?:in|from|near|across|through|throughout) |\b(?i:location|state|place)\s?:\s{{0,3}})$"
)
_ADDRESSED: Final = re.compile(r",? \d{5}\b")
_NAME_GOES_ON: Final = re.compile(r" [A-Z]")


def is_code_of_state(text: str, surface: str, spans: Sequence[Span]) -> bool | None:
    """Return whether the code of a state stands as one ("Toledo, OH") in one of its places: behind the name of a
    place, a preposition or the word for it, or before a postcode. "Case ID" is none. None of other names."""
    if not surface.isupper() or surface.lower() not in _STATES:
        return None
    return any(
        _ADDRESSED.match(text, span.end)
        or (
            _PLACED.search(text[max(0, span.start - 40) : span.start])
            and not _NAME_GOES_ON.match(text, span.end)
        )
        for span in spans
    )


def is_club(text: str, spans: Sequence[Span]) -> bool:
    """Return whether a town's name stands for its club in most places ("a goalkeeper for Southampton and Rochdale",
    "Second Division club Blackpool")."""
    found = [bool(_TEAM_BEFORE.search(text, max(0, span.start - 120), span.start)) for span in spans]
    return 2 * sum(found) > len(found)


@dataclass(frozen=True, slots=True)
class Said:
    """What a text says of a place: its ``kind`` ("village", "" unknown), the ``nation`` that is told with the kind
    ("Swedish"), and what it lies in, best witness first (``within``: chains of names, from near to far)."""

    kind: str = ""
    nation: str = ""
    within: tuple[tuple[str, ...], ...] = ()


NOTHING_SAID: Final = Said()


def said_of(text: str, spans: Iterable[Span]) -> Said:
    """Return what the text says of a place around its mentions: by apposition ("X, a village in Y", "the village of
    X"), by containment ("X, Y", "X (Y)", "X in Y") and in lists ("the villages of W and X")."""
    kind = nation = ""
    within: list[tuple[str, ...]] = []
    for span in spans:
        left, right = text[max(0, span.start - 240) : span.start], text[span.end : span.end + 160]
        for match in _around(left.replace("\n", " "), right):
            found = match.groupdict()
            if found.get("kind") and not kind:
                kind = _singular(found["kind"])
                nation = (found.get("nation") or "").strip()
            if chain := found.get("chain"):
                within.append(_names(chain))
            if rest := found.get("rest"):
                within.extend(_lies_in(rest))
    return Said(kind, nation, tuple(dict.fromkeys(within)))


def _around(left: str, right: str) -> Iterator[re.Match[str]]:
    listed = _LIST.search(left) if _MANY.search(left) else None
    if right[:1] in " ,(" and not listed:  # what follows a comma in a list is the next of it
        yield from (match for pattern in (_AFTER, _IS, _INSIDE, _IN) if (match := pattern.match(right)))
    if left.endswith(("of ", "called ", "named ", "known as ")) and (match := _OF.search(left)):
        yield match
    if listed:
        yield listed


def _lies_in(rest: str) -> Iterator[tuple[str, ...]]:
    """ " in the District of Famagusta" -> ("District of Famagusta",)."""
    match = _LIES.match(rest)
    if match:
        yield _names(match["chain"])


_INITIALS: Final = re.compile(r"(?:[A-Z]\.)+")


def _names(chain: str) -> tuple[str, ...]:
    names = chain.split(", ")
    return tuple(name if _INITIALS.fullmatch(name) else name.rstrip(".’'") for name in names)


def _singular(kind: str) -> str:
    if kind.endswith("ies"):
        return kind[:-3] + "y"
    return kind.removesuffix("s") if kind not in ("parishes",) else "parish"


def told_senses(knowledge: KnowledgeBase, surface: str, said: Said) -> list[Sense]:
    """Return the meanings of a place by what the text says of it: the listed place of that name that lies there;
    else, of a place that no knowledge base lists, its kind and country. Empty where the text says nothing that
    helps.

    Not of a country or division, for then two names may only stand in a list ("in Georgia, Armenia and Turkey").
    """
    alone = [s for s in knowledge.senses(surface) if s.instance and s.entity_class == "LOC"]
    wide = any(_is_wide(s) for s in alone)
    unlisted: list[Sense] = []
    holder = ""
    for chain in said.within:
        for name in _consistent(knowledge, chain):
            together = [
                s for s in knowledge.senses(f"{surface}, {name}") if s.instance and s.entity_class == "LOC"
            ]
            found = [s for s in together if s.concept.prefix == "geo"]
            if titled := [s for s in together if s.concept.prefix in ("wn", "ent")]:
                return titled  # the place and its part are one name
            if found and any(s.concept == found[0].concept for s in alone):
                return [s for s in found if any(s.concept == a.concept for a in alone)]
            if found and not wide and not unlisted:
                unlisted, holder = found, name
    heads = [s for s in alone if s.concept.prefix == "head"]
    known = [s for s in alone if s not in heads]
    if said.kind in _SMALL and any(s.frequency >= LEAST_INHABITANTS for s in known):
        known = [s for s in known if s.concept.prefix == "geo" and s.frequency < LEAST_INHABITANTS]
    kind = said.kind or (heads[0].concept.id.split("/")[2] if heads and unlisted else "")
    if kind and not known:
        nation = f"{said.nation} " if said.nation else ""
        where = f" in {holder}" if holder else ""
        told = [
            s for s in knowledge.senses(f"{surface}, {nation}{kind}{where}") if s.concept.prefix == "head"
        ]
        return told or unlisted
    return unlisted


def _consistent(knowledge: KnowledgeBase, chain: tuple[str, ...]) -> Iterator[str]:
    """Yield the names of a chain of places that lie in the next one: "Devonshire" before "England" is not that of
    Bermuda."""
    for inner, outer in zip(chain, (*chain[1:], ""), strict=True):
        if outer and _listed(knowledge, outer):
            inside = [s for s in knowledge.senses(f"{inner}, {outer}") if s.concept.prefix == "geo"]
            if not inside or inside[0].concept.id.startswith("geo:@"):
                continue
        yield inner


def _listed(knowledge: KnowledgeBase, name: str) -> bool:
    return any(s.concept.prefix == "geo" for s in knowledge.senses(name))


def _is_wide(place: Sense) -> bool:
    """Return whether a place is a country or a continent, which a list may name beside a country."""
    local = place.concept.id.removeprefix("geo:")
    country = len(local) == 2 and local.isupper()
    return place.concept.prefix == "geo" and (country or local.startswith("continent."))


_COMMAS: Final = 2
_APART: Final = frozenset((EntityClass.PERSON, EntityClass.CODE))
_DIGITS: Final = 4
"""Digits of the number of a house, at most."""


def with_houses(text: str, mentions: Sequence[Mention]) -> list[Mention]:
    """`mentions` (sorted, disjoint), a bare number and a place side by side as one address: "22 Heol Fawr"."""
    done: list[Mention] = []
    for mention in mentions:
        before = done[-1] if done else None
        if before is not None and _is_house(text, before, mention):
            span = Span(before.span.start, mention.span.end)
            done[-1] = replace(before, span=span, type="ADDRESS", entity_class=EntityClass.LOC)
        else:
            done.append(mention)
    codes = [m for m in done if m.type == "POSTCODE"]
    found = [line for code in codes if (line := _line(text, code, done)) is not None]
    inside = [m for m in done if any(m.span.overlaps(f.span) for f in found)]
    return sorted([*(m for m in done if m not in inside), *found], key=lambda m: m.span) if found else done


def _line(text: str, code: Mention, mentions: Sequence[Mention]) -> Mention | None:
    """Return the address on the line that ends with a postcode, None where words of a sentence stand on it."""
    end = code.span.end
    if text[end : end + 1] not in ("", "\n"):
        return None
    start = text.rfind("\n", 0, code.span.start) + 1
    start = max(start, text.rfind(": ", start, end) + 2 if ": " in text[start:end] else start)
    near = [
        m.span.end for m in mentions if m.entity_class in _APART and start < m.span.end <= code.span.start
    ]
    start = max([start, *near])
    while start < end and not text[start].isalnum():
        start += 1
    spoken = WORD.findall(text[start : code.span.start])
    if text.count(",", start, end) < _COMMAS or not all(
        w[0].isupper() or w in PARTICLES | LINKS for w in spoken
    ):
        return None
    if any(m.span.start < start < m.span.end for m in mentions):
        return None
    return replace(code, span=Span(start, end), type="ADDRESS")


def _is_house(text: str, before: Mention, mention: Mention) -> bool:
    if text[before.span.end : mention.span.start] != " ":
        return False
    number, place = sorted((before, mention), key=lambda m: m.type != "CARDINAL")
    surface = number.span.of(text)
    if number.type != "CARDINAL" or not surface.isdecimal() or len(surface) > _DIGITS:
        return False
    return place.type in ("GPE", "LOC", "FACILITY") and place.span.of(text)[0].isupper()
