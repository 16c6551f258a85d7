"""Find the words of medicine that are in no list of attributes: medicines, and conditions by how Greek and Latin make
their names ("hepatosplenomegaly")."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from kb import KnowledgeBase
from kb.medicines import Medicines
from kb.taxonomy import ancestors
from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.finders.demographics import listed
from sanitizer.text import lexicon as shipped
from sanitizer.types import EntityClass, Mention, Span

NAME: Final = "clinical"

_WORD: Final = re.compile(r"(?<![\w-])(?:[Cc]o-)?[A-Za-z]{5,24}(?: acid\b)?(?![\w-])")
_DRUGS: Final = frozenset(("wn:medicine.n.02", "wn:drug.n.01", "wn:hypoglycemic_agent.n.01"))
_NO_MEDICINES: Final = frozenset(
    ("wn:drug_of_abuse.n.01", "wn:beverage.n.01", "wn:food.n.01", "wn:instrumentality.n.03")
)
_MEANINGS: Final = 2
"""Meanings of a word, the usual ones first, of which one is that of a medicine."""

_DOSE: Final = re.compile(r"\s\d[\d.,]{0,8}\s?(?:mg|g|ml|mL|mcg|micrograms?|[µμ]g|units?|IU|%)(?!\w)")

_CONDITION: Final = re.compile(
    r"(?<![\w-])[a-z]{3,24}(?:megaly|kinesi[as]|o?edema|a?emia|uria|pno?ea|ptysis|penia|rrho?ea|rrhage|sclerosis|stenosis"
    r"|spasm|ectasi[as]|plasia|paresis|a?esthesia|asthenia|phagia|phasia|phonia|praxia|taxia|tonia|algesia|dynia|iasis"
    r"|pathy|pathies|trophy|cytosis|thorax|emesis|plegia|algia|oma|omas|itis)(?![\w-])"
)
"""Words in small letters that end as conditions do (Stedman's list of combining forms has these among its suffixes)."""

_PROCEDURE: Final = re.compile(
    r"[a-z]{2,20}(?:ectomy|ectomies|otomy|ostomy|plasty|scopy|centesis|pexy|rrhaphy)"
)


def is_of_health(word: str) -> bool:
    """Return whether a word in small letters is made as the names of conditions and of procedures are."""
    return bool(_CONDITION.fullmatch(word) or _PROCEDURE.fullmatch(word))


def medicine_words(text: str, knowledge: KnowledgeBase) -> Iterator[Span]:
    """Yield where a word stands that `knowledge` knows below "medicine" or "drug", whatever its case; no frequent
    word."""
    is_medicine = _asked_once(knowledge)
    for match in _WORD.finditer(text):
        if is_medicine(match.group().lower()):
            yield Span(*match.span())


def clinical_words(text: str, knowledge: KnowledgeBase) -> Iterator[Mention]:
    """Medicines with their doses and conditions, each a mention: listed conditions with the name in them ("Parkinson's
    disease"), and words in small letters that end as conditions do."""
    for span in medicine_words(text, knowledge):
        dose = _DOSE.match(text, span.end)
        whole = Span(span.start, dose.end()) if dose else span
        yield Mention(whole, "MEDICINE", EntityClass.MISC, NAME)
    for found in listed(text):
        if found.type == "DISEASE":
            yield _condition(Span(found.start, found.end))
    for match in _CONDITION.finditer(text):
        if match.group() not in shipped.frequent_words():
            yield _condition(Span(*match.span()))


def _condition(span: Span) -> Mention:
    return Mention(span, "DISEASE", entity_class("DISEASE"), NAME)


def _asked_once(knowledge: KnowledgeBase) -> Callable[[str], bool]:
    answers: dict[str, bool] = {}

    def ask(word: str) -> bool:
        if word not in answers:
            answers[word] = word not in shipped.frequent_words() and _is_medicine(word, knowledge)
        return answers[word]

    return ask


def _is_medicine(word: str, knowledge: KnowledgeBase) -> bool:
    for sense in list(knowledge.senses(word))[:_MEANINGS]:
        if sense.instance or sense.concept.id in _DRUGS:
            continue
        above = {concept.id for concept, _ in ancestors(knowledge, sense.concept)}
        if sense.concept.prefix == Medicines.prefix or (above & _DRUGS and not above & _NO_MEDICINES):
            return True
    return False
