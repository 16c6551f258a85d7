# ruff: noqa: E501 (a form reads best on one line)
"""Persons after a title ("Dr. Brennan", "President Nixon") and their other names ("married name: Adler", "VC & Bar"), and
organizations by their last word ("... Commission").
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from kb.values.words import MONTHS
from sanitizer.recognize.gazetteers import known_classes
from sanitizer.recognize.generic import INSTITUTIONS, LINKS, TEXT_PARTS, is_generic
from sanitizer.recognize.spans.extents import pieces
from sanitizer.text import lexicon as shipped
from sanitizer.text.fold import words
from sanitizer.text.patterns import ALPHANUMERIC
from sanitizer.text.sentences import BEFORE_NAME, BEFORE_NUMBER, STARTERS
from sanitizer.text.short_names import shortens_given_name
from sanitizer.types import EntityClass
from sanitizer.values.found import Found

_UPPER: Final = r"[^\W\d_a-zß-öø-ÿ]"
_NAME: Final = rf"(?:{_UPPER}\.[ ]?|{_UPPER}[\w'’-]{{0,40}}\w\b(?:(?<!\w{{4}})\.(?=\s{_UPPER}[a-z]))?)"
_POLITE: Final = r"(?:Mr|Mrs|Ms|Miss|Mx|Mme|Mlle|Messrs|Dr|Sir|Dame|Herr|Frau|Monsieur|Madame|Señor|Señora)"
_RANK: Final = (
    r"(?:Prof|Professor|Judge|Justice|President|Vice[- ]President|Prime Minister|Premier|Chancellor|Minister|Senator|Congressman|Congresswoman|Representative|Governor|Mayor"
    r"|Ambassador|Captain|Capt|Colonel|Col|Lieutenant|Lt|General|Gen|Major|Maj|Sergeant|Sgt|Corporal|Private|Admiral|Commander|Inspector|Detective|Sheriff|Officer"
    r"|Reverend|Rev|Father|Fr|Sister|Brother|Bishop|Archbishop|Cardinal|Pope|Rabbi|Imam|Sheikh|Saint|King|Queen|Prince|Princess|Emperor|Empress|Sultan|Duke|Duchess|Earl|Count|Countess|Baron|Baroness|Lord|Lady|Coach|Uncle|Aunt)"
)
_TITLED: Final = re.compile(
    rf"\b(?:(?P<polite>{_POLITE})|{_RANK})\.?[ \u00a0](?:(?:{_POLITE}|{_RANK})\.?[ \u00a0])?"
    rf"(?P<name>{_NAME}(?:[ -]?(?:(?:de|da|di|del|della|der|den|des|du|van|von|zu|la|le|el|al|bin|ibn|ben|y|e|ter|dos|das|do)[ ]){{0,3}}[ ]?{_NAME}){{0,4}})"
)

_ABBREVIATED: Final = re.compile(
    rf"(?<![\w.])(?<!{_UPPER}\w\w )({_UPPER}[a-z]{{1,5}})\.[ \u00a0](?:{_UPPER}\.[ \u00a0]?){{0,3}}({_UPPER}[\w'’-]{{1,40}})"
)
_NO_GIVEN_NAMES: Final = BEFORE_NAME | BEFORE_NUMBER
_BODY: Final = words(
    "commission committee council association party foundation society institute league organization organisation union agency bureau "
    "federation confederation alliance institution corporation company academy fund trust initiative movement front centre center "
    "authority orchestra choir band press records pictures studios productions theatre museum library hospital school college university "
    "church army navy force regiment brigade battalion division squadron club team group bank board office department ministry service"
)
_BODY_FIRST: Final = words(
    "office ministry department university association federation union society institute house bureau academy bank league church order board institution"
)
_CAPITALS: Final = re.compile(
    rf"(?<![\w@#/.-])(?:{_UPPER}[\w'’-]{{0,40}}\w)(?:[ ](?:(?:of|for|and|the|in|on|de|du|des|&)[ ]){{0,3}}{_UPPER}[\w'’-]{{0,40}}\w){{1,9}}"
)
_LOWER_BODY: Final = re.compile(
    rf"(?<!\w)({_UPPER}[\w'’.-]{{1,40}}(?:[ ]{_UPPER}[\w'’.-]{{1,40}}){{0,2}})[ ](?:(?:municipal|regional|national|imperial|military|royal|federal|district|criminal|appeal|basketball|football|hockey|rugby|cricket|soccer)[ ]){{0,2}}"
    r"(?:government|army|navy|air force|police|embassy|parliament|court|garrison|cemetery|hospital|university|school|college|team|club|magazine|newspaper|dynasty|empire|clan|crown|senate|administration|authorities|organization|prison|village|county|municipality|district)\b"
)
_SENTENCE_ENDS: Final = re.compile(r"\w{2}\.\s")
_LANDS: Final = words("village county municipality district")
_BODY_OF: Final = re.compile(
    rf"\b(?:municipality|county|province|district|village|town|city|state|region|island|kingdom|port|parish|department|commune|canton|governorate|prefecture)[ ]of[ ](?:the[ ])?{_UPPER}[\w'’-]{{1,40}}(?:[ -]{_UPPER}[\w'’-]{{1,40}}){{0,2}}"
)
_HOUSE_IN: Final = re.compile(
    rf"\b(?:your|our|the|my|their|his|her|its|an?|from|at)[ ](?P<place>{_UPPER}[\w'’-]+(?:[ ]{_UPPER}[\w'’-]+)?)[ ]"
    r"(?:branch|offices?|shop|store|depot|site|clinic|surgery|campus|plant|factory|warehouse|station|hospital|practice|library"
    r"|hotel|bureau|showroom|salon|garage|restaurant|caf[eé]|church|premises|outlet|gym|pub)\b"
)
"""What stands in a place, with the place before it: a town may be called as English calls other things."""
_OTHER_NAMES: Final = re.compile(
    r"\b(?:married|maiden|birth|former|stage|pen|code|real|full|legal)[ ]names?(?::|[ ](?:is|was|being))[ ]*([^()\n]{2,120})"
)
_SEGMENT: Final = re.compile(
    rf"(?:^|[;,/][ ]{{0,2}}){_UPPER}[\w'’-]{{1,40}}(?:[ ]{_UPPER}(?:\.|[\w'’-]{{1,40}})){{0,4}}"
)
_HONOURS: Final = r"(?:VC|GC|KG|KT|GCB|KCB|CB|OM|GCMG|KCMG|CMG|GCVO|KCVO|CVO|GBE|KBE|DBE|CBE|OBE|MBE|CH|DSO|DSC|DFC|MC|DCM|MM|DSM|AFC|GM|BEM|TD|QC|KC|FRS|FBA|FRSE)"
_POSTNOMINAL: Final = re.compile(
    rf"(?<=[\w”\"’'])(?:(?:,[ ]|[ ]{{1,2}}){_HONOURS}(?![\w-])(?:[ ](?:&|and)[ ](?:two[ ]|2[ ]|Two[ ])?Bars?\b)?){{1,12}}"
    r"|(?<=\w)[ ]{1,2}(?:&|and)[ ](?:(?:two|2|Two)[ ])?Bars?(?=[ ]\()"
)
_NAME_BEFORE: Final = re.compile(rf"{_UPPER}[\w'’.-]*[”\"]?$")
_SCRIPT: Final = r"[\u0370-\u03ff\u0400-\u052f\u0530-\u1fff\u2e80-\u9fff\uac00-\ud7af]"
_GLOSSED: Final = re.compile(rf"\((?=[^()\n]{{0,200}}{_SCRIPT})[^()\n]{{3,300}}\)")
_GLOSS: Final = re.compile(
    r"(?<!\w)(?:\"([^\"\n]{3,80})\"|“([^”\n]{3,80})”|'([^'\n]{3,80})'|‘([^’\n]{3,80})’)(?!\w)"
)


def other_names(text: str) -> Iterator[Found]:
    """Names that the text says somebody also has, honours behind a name, and what a name in another script means."""
    for match in _OTHER_NAMES.finditer(text):
        for segment in _SEGMENT.finditer(match.group(1)):
            surface = segment.group().lstrip(";,/ ")
            end = match.start(1) + segment.end()
            if not is_generic(surface):
                yield Found(end - len(surface), end, "PERSON", 0.7)
    for match in _POSTNOMINAL.finditer(text):
        before = _NAME_BEFORE.search(text, max(0, match.start() - 40), match.start())
        if before:
            yield Found(before.start(), match.end(), "PERSON", 0.6)
    if text.isascii():
        return
    for match in _GLOSSED.finditer(text):
        for gloss in _GLOSS.finditer(text, match.start(), match.end()):
            yield Found(*gloss.span(gloss.lastindex or 0), "PERSON", 0.6)


def titled(text: str) -> Iterator[Found]:
    """Titles with the names behind them. After a rank the name must hold a word that is no common word."""
    common = shipped.common_words()
    for match in _TITLED.finditer(text):
        name = match.group("name")
        known = [w for w in ALPHANUMERIC.findall(name) if len(w) > 1]
        if not known or is_generic(name):
            continue
        if match.group("polite") is None and all(
            w.lower() in common or w.lower() in INSTITUTIONS for w in known
        ):
            continue
        for start, end in islice(pieces(text, match.start(), match.end(), True), 1):
            yield Found(start, end, "PERSON", 0.9 if match.group("polite") else 0.7)


def abbreviated(text: str) -> Iterator[Found]:
    """Given names cut short, with the surname behind them; not behind another capital ("Elm Rd. Boston"), nor a place and
    the plain word that opens the next sentence ("lived in Rome. Worked")."""
    for match in _ABBREVIATED.finditer(text):
        given, surname = match.groups()
        if given.lower() in _NO_GIVEN_NAMES or surname.lower() in STARTERS or is_generic(surname):
            continue
        if given in MONTHS:  # a sentence ends behind it
            continue
        plain = surname.lower() in shipped.common_words() and surname.capitalize() not in shipped.surnames()
        if plain and text[max(0, match.start() - 4) : match.start()].lower() == " in ":
            continue
        if shortens_given_name(given):
            yield Found(match.start(), match.end(), "PERSON", 0.8)


def bodies(text: str) -> Iterator[Found]:
    """Organizations whose first or last word says so, and which are more than generic words."""
    for match in _CAPITALS.finditer(text):
        names = ALPHANUMERIC.findall(match.group().lower())
        if names[-1] not in _BODY and names[0] not in _BODY_FIRST:
            continue
        telling = [n for n in names if n not in INSTITUTIONS and n not in TEXT_PARTS and n not in LINKS]
        if telling and len(names) > 2:
            yield Found(match.start(), match.end(), "ORG", 0.6)


def named_bodies(text: str) -> Iterator[Found]:
    """ "Nigerian government", "Beyoğlu court"; "county of Jämtland"; the place of a house ("your Bath branch")."""
    for match in _HOUSE_IN.finditer(text):
        if EntityClass.LOC in known_classes(match["place"]):
            yield Found(*match.span("place"), "LOC", 0.7)
    common = shipped.common_words()
    for match in _LOWER_BODY.finditer(text):
        if _SENTENCE_ENDS.search(match.group(1)):
            continue
        if not all(
            w.lower() in common or w.lower() in INSTITUTIONS for w in ALPHANUMERIC.findall(match.group(1))
        ):
            last = match.group().rpartition(" ")[2]
            yield Found(match.start(), match.end(), "LOC" if last in _LANDS else "ORG", 0.6)
    for match in _BODY_OF.finditer(text):
        yield Found(match.start(), match.end(), "LOC", 0.6)


def scan(text: str) -> Iterator[Found]:
    """All of these; they may overlap."""
    yield from titled(text)
    yield from abbreviated(text)
    yield from other_names(text)
    yield from bodies(text)
    yield from named_bodies(text)
