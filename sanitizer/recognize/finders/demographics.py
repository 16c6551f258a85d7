# ruff: noqa: E501 (a form reads best on one line)
"""Demographic attributes (TAB's DEM): occupations and roles, nationalities and groups, health, education.

Occupations are built, not listed: a head ("engineer") with the modifiers before it ("retired civil"). The rest are
phrases, all found in one pass. Where the parse knows parts of speech, a head that is a verb there is passed over.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

import ahocorasick
from spacy.tokens import Doc

from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.finders import (
    abbreviations,
    illnesses,
    peoples,
    personal_facts,
    said_ages,
    said_of_persons,
)
from sanitizer.recognize.finders.nouns_for_persons import ROLES
from sanitizer.recognize.finders.whole_compounds import type_of, whole_term
from sanitizer.recognize.institution_words import is_generic
from sanitizer.recognize.known_names import is_thing
from sanitizer.text import lexicon as shipped
from sanitizer.text.fold import at_boundaries, lower_same_length, words
from sanitizer.text.mention_syntax import token_at
from sanitizer.text.patterns import POSSESSIVE
from sanitizer.types import Mention, Span, text_of
from sanitizer.values.found_values import Found

_WORD: Final = re.compile(r"[^\W\d_]+(?:[-‑'’][^\W\d_]+)*")
# Nouns that are adjectives as often: no occupation when another word follows.
_ADJECTIVES: Final = words(
    "academic criminal domestic executive intellectual operative revolutionary mystic comic partisan equestrian marine "
    "auxiliary graduate associate assistant official nationalist socialist communist fascist republican democrat humanist "
    "feminist realist existentialist fundamentalist capitalist federalist humanitarian secular junior senior professional"
)
_WEAK_MODIFIERS: Final = words(
    "other new first second third one same such all any some every each own several many more most two "
    "former then erstwhile"
)
_NOUN_FOLLOWS: Final = re.compile(
    r"[ -](?!(?:and|or|of|in|for|at|who|whose|with|from|to|by|on|as|was|is|the|a)\b)[a-z]"
)
_OF_TITLE: Final = re.compile(
    r"\s(?:of|for)(?:\sthe)?(?:\s[A-Z][\w'’-]+)(?:(?:\sand|\sof|\sthe|\sfor|,){0,2}\s[A-Z][\w'’-]+){0,4}"
)
_EDUCATION: Final = re.compile(
    r"\b(?:(?:Bachelor|Master|Doctor|Associate|Licentiate)(?:['’]s)?(?:\s[Dd]egree)?(?:\sof\s(?:[A-Z]\w+|Fine|the)(?:\s(?:and\s|of\s)?[A-Z]\w+){0,3})?(?:\sin\s[A-Z]\w+(?:\s(?:and\s)?[A-Z]\w+){0,3})?"
    r"|(?:bachelor|master|doctoral|undergraduate|graduate|postgraduate|law|medical|engineering|university|college|honorary|academic)(?:['’]s)?\s(?:degrees?|diplomas?|doctorates?|studies)(?:\sin\s(?!the\b|an?\b|his\b|her\b|[12]\d{3})\w+(?:\s[a-z]+ing)?)?"
    r"|(?:(?:fir|1)st|(?:seco|2)nd|(?:thi|3)rd|(?:four|fif|six|seven|eigh|nin|ten|eleven|twelf|[4-9]|1[0-2])th)[ -]grade\b"
    r"|(?:first|second|third|fourth|fifth|final)[ -]year\s(?:[a-z]+\s){0,2}?students?\b"
    r"|(?:B\.?Sc|M\.?Sc|Ph\.?D|B\.A|M\.A|MBA|LL\.?[BMD]|M\.?Phil|D\.?Phil|B\.?Ed|M\.?Ed|BFA|MFA|B\.?Tech|M\.?Tech|M\.?D|J\.D)\b\.?"
    r"|doctorates?(?:\sin\s(?!the\b|an?\b|his\b|her\b|[12]\d{3})\w+)?|(?:degrees?|diplomas?)\sin\s(?!the\b|an?\b|his\b|her\b|[12]\d{3})[\w]+(?:\s(?:(?:and\s)?[A-Z]\w+|management|administration|sciences?|studies|engineering|arts?|history|education)){0,3})"
)  # fmt: skip
_STUDIED: Final = re.compile(
    r"\b(?:studied|studying|majored\sin|majoring\sin|graduated\sin|read|taught)\s((?:[A-Z][a-z]+|law|medicine|economics|philosophy|theology|history|mathematics|physics|chemistry|biology|engineering|music|art|architecture|psychology|sociology|literature|journalism)(?:\s(?:and\s)?(?:[A-Z][a-z]+|science|sciences|law|medicine|engineering|history)){0,2})(?=[\s,.;])"
)
_STUDY_TRIGGER: Final = re.compile(
    r"studi|studyi|grade|year\s|major|graduat|egree|octor|achelor|aster|iploma|\b(?:B|M|Ph|LL|D|J)\.?[A-Z]?[a-zA-Z]{0,3}\b"
)


# That somebody has a father or a wife identifies nobody: offered, but under the default minimum.
_SCORES: Final = {"FAMILY": 0.4, "DISEASE": 0.6}


@cache
def _automaton() -> ahocorasick.Automaton:
    automaton = ahocorasick.Automaton()
    for phrase, kind in shipped.attributes():
        capital = "".join(c if c.isupper() else " " for c in phrase).rstrip()
        key = lower_same_length(phrase)
        for form in (key, key + "s") if kind != "LANGUAGE" and not key.endswith("s") else (key,):
            if not automaton.exists(form) and (len(form) > 4 or capital or form == key):
                automaton.add_word(form, (len(form), kind, capital))
    automaton.make_automaton()
    return automaton


_WORD_BEFORE: Final = re.compile(r"(?<!\w)[^\W\d_]+[ -]$")
_WORD_BEHIND: Final = re.compile(r"(?:['’]s?)? [^\W\d_]+(?!\w)")

_BRITISH: Final = re.compile(r"[ao](?=e)", re.IGNORECASE)


def _spelled_alike(text: str) -> Iterable[tuple[int, int, str, str]]:
    """The phrases of the lists in a text, with offsets and capitals; illnesses in either spelling ("coeliac", "celiac")."""
    for last, (length, kind, capital) in _automaton().iter(lower_same_length(text)):
        yield last + 1 - length, last + 1, kind, capital
    cut = [m.start() for m in _BRITISH.finditer(text)]
    if not cut:
        return
    gone = frozenset(cut)
    kept = [i for i in range(len(text)) if i not in gone]
    american = lower_same_length("".join(text[i] for i in kept))
    for last, (length, kind, capital) in _automaton().iter(american):
        start, end = kept[last + 1 - length], kept[last] + 1
        if kind == "DISEASE" and end - start > length:
            yield start, end, kind, capital


def listed(text: str) -> Iterable[Found]:
    """The phrases of the shipped lists; a phrase that is written with capitals needs them ("Catholic Church")."""
    for start, end, kind, capital in _spelled_alike(text):
        if at_boundaries(text, start, end) and all(
            c == " " or own.isupper() for c, own in zip(capital, text[start:end], strict=False)
        ):
            yield Found(start, end, kind, _SCORES.get(kind, 0.7))


def phrases(doc: Doc) -> Iterable[Found]:
    """The phrases of the shipped lists; a single word for an illness only where it may mean one."""
    for found in listed(text_of(doc)):
        if found.type == "RELIGION" and _is_of_thing(doc, found.end):
            found = found._replace(type="NORP")
        token = token_at(doc, found.start) if found.type == "DISEASE" else None
        if (
            token is None
            or len(token) != found.end - found.start
            or (illnesses.is_illness(token) and not (token.pos_ == "VERB" and token.lower_.endswith("ing")))
        ):
            yield found


def _is_within_thing(text: str, start: int, end: int) -> bool:
    """Whether a word with the one beside it is a noun for no person ("driver's license", "criminal court")."""
    before, behind = _WORD_BEFORE.search(text, max(0, start - 30), start), _WORD_BEHIND.match(text, end)
    longer = [text[found.start() : end] for found in [before] if found]
    longer += [text[start : found.end()] for found in [behind] if found]
    return any(is_thing(phrase) for phrase in longer)


def _is_of_thing(doc: Doc, end: int) -> bool:
    """Whether the word for a faith that ends at an offset modifies a noun for no person: "a Catholic school"."""
    token = token_at(doc, end - 1)
    modifies = token is not None and token.dep_ in ("amod", "compound") and token.i < token.head.i
    return modifies and token is not None and not peoples.is_said_of_person(token)


def _is_no_noun(doc: Doc, offset: int) -> bool:
    """Whether the token that begins at an offset is known to be no noun."""
    token = token_at(doc, offset)
    return token is not None and token.pos_ in ("VERB", "AUX", "ADJ", "ADV")


def occupations(doc: Doc) -> Iterable[Found]:
    """Occupations and roles with their modifiers: "retired primary school teacher", "Minister of Defence"."""
    text = text_of(doc)
    heads, modifiers = shipped.job_heads(), shipped.job_modifiers()
    previous: list[tuple[int, int, str]] = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        word = POSSESSIVE.sub("", match.group())
        end = start + len(word)
        lowered = word.lower()
        if previous and not _joins(text, previous[-1][1], start):
            previous.clear()
        head = lowered in heads
        if not head and ("-" in lowered or "‑" in lowered):
            tail = re.split("[-‑]", lowered)[-1]
            head = tail in heads and len(tail) > 3
        if head and lowered in _ADJECTIVES and _NOUN_FOLLOWS.match(text, match.end()):
            head = False
        if head and (word[0].isupper() or not _is_no_noun(doc, start)):
            first = start
            for left, _, before in reversed(previous[-4:]):
                if not _modifies(before, modifiers, heads):
                    break
                first = left
            while first < start and text[first:].split(maxsplit=1)[0].lower() in _WEAK_MODIFIERS:
                first += len(text[first:start].split(maxsplit=1)[0]) + 1
            stop = end
            if word[0].isupper():
                title = _OF_TITLE.match(text, end)
                stop = title.end() if title and not is_generic(title.group()) else end
            group = word.islower() and _is_plural(lowered, heads)
            nobody = (
                stop == end and (lowered in ROLES or group) and (first == start or not _is_said(doc, start))
            )
            if not nobody and not _says_nothing(doc, start) and not _is_within_thing(text, start, stop):
                yield Found(first, stop, "JOB", 0.6)
        previous.append((start, match.end(), match.group()))
        if len(previous) > 6:
            del previous[0]


def _is_said(doc: Doc, offset: int) -> bool:
    """Whether somebody is said to be what the word at an offset means; without a tree nobody knows."""
    token = token_at(doc, offset)
    return token is None or not doc.has_annotation("DEP") or said_of_persons.is_said(token)


def _says_nothing(doc: Doc, offset: int) -> bool:
    token = token_at(doc, offset)
    return token is not None and said_of_persons.says_nothing(token)


def _is_plural(word: str, heads: frozenset[str]) -> bool:
    """Whether a head is the plural of another: "historians", "policemen". Many people at once are nobody."""
    return (
        (word.endswith("s") and word[:-1] in heads)
        or (word.endswith("es") and word[:-2] in heads)
        or (word.endswith("ies") and f"{word[:-3]}y" in heads)
        or (word.endswith("men") and f"{word[:-3]}man" in heads)
    )


def _joins(text: str, end: int, start: int) -> bool:
    return start - end == 1 and text[end] in " -/‑\u00a0"


def _modifies(word: str, modifiers: frozenset[str], heads: frozenset[str]) -> bool:
    if word[:1].isupper():
        return False
    return (
        word in modifiers
        or word in heads
        or any(p in modifiers for p in re.split("[-‑]", word) if "-" in word or "‑" in word)
    )


_MEDICAL_WORD: Final = re.compile(
    r"\b[a-zA-Z][a-z‑-]{3,30}(?:itis|osis|oma|omas|opathy|algia|aemia|ectomy|plasty|phrenia|plegia|opia|ostomy|otomy|ation of the (?:patella|spine|heart|liver|brain|lung|lungs|knee|hip))\b"
)
_NOT_MEDICAL: Final = words(
    "diagnosis diagnoses prognosis hypnosis metamorphosis symbiosis osmosis diploma aroma oklahoma roma tacoma sonoma dioptrics ethiopia utopia dystopia nostalgia apotheosis genosis telepathy cornucopia entopia paloma"
)
_INJURY: Final = re.compile(
    r"\b(?:fractures?|injur(?:y|ies)|loss|amputation|cancer|tumours?|inflammation|calcification|paralysis|removal|dislocation|rupture|burns|wounds?|pain|swelling|atrophy|impairment|degeneration)\s(?:of|to|in)\s"
    r"(?:(?:the|his|her|their|both|one|an|a)\s)?(?:[\w‑-]+\s){0,3}?(?:sight|vision|hearing|eyes?|ears?|legs?|arms?|hands?|feet|foot|knees?|hips?|spine|vertebrae?|skull|ribs?|tibia|femur|kneecap|patella|pelvis|shoulders?|wrists?|ankles?|elbows?|neck|back|brain|heart|liver|kidneys?|lungs?|breasts?|stomach|bladder|prostate|pancreas|skin|blood|bones?|discs?|nerves?|muscles?|fingers?|toes?|jaw|nose|teeth|tooth)\b"
    r"(?:\sin\s(?:his|her|the|one|both)\s(?:left\s|right\s)?\w+)?"
)
_MODIFIED: Final = re.compile(r"(?:\b[\w‑-]+(?:ive|al|ic|id|ed|ous|ary|oid|ant|ing|ular)\s){1,3}$")


def health(doc: Doc) -> Iterable[Found]:
    """Conditions by their ending ("arthrosis") with the adjectives before them, and injuries to a part of the body."""
    text = text_of(doc)
    for match in _MEDICAL_WORD.finditer(text):
        if (
            match.group().lower() not in _NOT_MEDICAL
            and (match.group()[0].islower() or match.group().endswith("itis"))
            and not _is_verb(doc, match.start())
        ):
            before = _MODIFIED.search(text, max(0, match.start() - 48), match.start())
            start = _after_verb(doc, before.start(), match.start()) if before else match.start()
            yield Found(start, match.end(), "DISEASE", 0.6)
    for match in _INJURY.finditer(text):
        inside = doc.char_span(match.start(), match.end(), alignment_mode="expand") or ()
        if not any(t.pos_ in ("AUX", "NUM") or t.lower_ in ("but", "and", "or") for t in inside):
            yield Found(match.start(), match.end(), "DISEASE", 0.6)


def _is_verb(doc: Doc, offset: int) -> bool:
    token = token_at(doc, offset)
    return token is not None and token.pos_ in ("VERB", "AUX")


def _after_verb(doc: Doc, start: int, end: int) -> int:
    """Where the words before `end` begin, without a verb ("contracted hepatitis") and what stands before it."""
    for token in doc.char_span(start, end, alignment_mode="expand") or ():
        if token.pos_ in ("VERB", "AUX", "ADP", "DET", "PRON"):
            start = min(end, token.idx + len(token.text_with_ws))
    return start


def education(text: str) -> Iterable[Found]:
    """Degrees and fields of study."""
    if not _STUDY_TRIGGER.search(text):
        return
    for match in _EDUCATION.finditer(text):
        letters = "." in match.group() and len(match.group()) < 8  # initials, not a person
        yield Found(match.start(), match.end(), "EDUCATION", 1.0 if letters else 0.6)
    for match in _STUDIED.finditer(text):
        yield Found(match.start(1), match.end(1), "EDUCATION", 0.6)


_KEYED: Final = re.compile(
    r"(?im)(?:^|(?<=[\t|;,])|(?<=[ ]{2}))[ ]*(?:(?:main|first|home|native|current|former|usual|preferred|spoken|patient|client|parental)[ ])?"
    r"(?P<key>occupation|profession|trade|job[ ]title|employment|ethnicity|ethnic[ ](?:origin|group)|nationality|citizenship|religion|faith|denomination"
    r"|marital[ ]status|civil[ ]status|sexual[ ]orientation|(?:first[ ]|home[ ])?languages?(?:[ ]spoken)?|disabilit(?:y|ies)|heritage|race)s?[ ]{0,3}:[ ]{0,8}"
    r"(?P<value>[^\W\d_][^\n|\t;:]{1,58}?)(?=[ ]{2}|[\n|\t;]|\.(?:\s|$)|$)"
)
_KEY_TYPES: Final = {
    "occup": "JOB",
    "profe": "JOB",
    "trade": "JOB",
    "job t": "JOB",
    "emplo": "JOB",
    "ethni": "ETHNICITY",
    "herit": "ETHNICITY",
    "race": "ETHNICITY",
    "natio": "NORP",
    "citiz": "NORP",
    "relig": "RELIGION",
    "faith": "RELIGION",
    "denom": "RELIGION",
    "disab": "DISEASE",
}
_NO_VALUE: Final = words("n/a na nil none unknown see not no yes same other refused declined prefer tbc as")


def keyed(text: str) -> Iterable[Found]:
    """The values of fields that ask what somebody is: "Occupation: Piano tuner", "Religion: Jain"."""
    for match in _KEYED.finditer(text) if ":" in text else ():
        key, value = match["key"].lower(), match["value"].lower().split()
        if value[0].strip(".,") not in _NO_VALUE and len(value) <= 7:
            kind = _KEY_TYPES.get(key[:5], "LANGUAGE" if "language" in key else "DEM")
            yield Found(*match.span("value"), kind, 0.7)


def _whole(text: str, mention: Mention) -> Mention:
    """An occupation or an illness with the rest of the listed compound that it is a part of, which says what it is
    ("*diabetes* nurse")."""
    if mention.type not in ("JOB", "DISEASE"):
        return mention
    span = whole_term(text, mention.span)
    return mention if span == mention.span else replace(mention, span=span, type=type_of(span.of(text)))


class Demographics:
    """Finds attributes of persons with a score of at least ``minimum``; below .5 are relatives ("father"). What
    the network reads (:mod:`.personal_facts`) has the last word."""

    name = "demographics"

    def __init__(self, minimum: float = 0.5) -> None:
        self._minimum = minimum

    def find(self, doc: Doc) -> Sequence[Mention]:
        """The mentions in ``doc``, sorted; they may overlap."""
        found = [
            *phrases(doc),
            *occupations(doc),
            *said_of_persons.attributes(doc),
            *peoples.peoples(doc),
            *said_ages.ages(doc),
            *illnesses.illnesses(doc),
            *health(doc),
            *education(text_of(doc)),
            *keyed(text_of(doc)),
        ]
        attributes = [
            Mention(Span(f.start, f.end), f.type, entity_class(f.type), self.name, f.score)
            for f in sorted(set(found))
            if f.score >= self._minimum
        ]
        attributes += abbreviations.mentions(text_of(doc))
        judged = personal_facts.judged(doc, attributes, self.name)
        text = text_of(doc)
        return sorted(dict.fromkeys(_whole(text, m) for m in judged), key=lambda m: m.span)
