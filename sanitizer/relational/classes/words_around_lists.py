"""Lists and windows that the words around them would undo or make false: "in his 60s, 1966 or 1978" fits one of the
three, "no cough or migraines" denies both."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from kb.values.words import NUMBER_WORDS
from sanitizer.recognize.entity_types import entity_class
from sanitizer.relational.classes.prepare import Prepared
from sanitizer.relational.classes.recoding import Recoded
from sanitizer.relational.classes.terms import SUPPRESSED, Ladders
from sanitizer.relational.table.view import Partition
from sanitizer.relational.terms.terms import TermKind, TermSpan
from sanitizer.types import EntityClass, Span

_OF_LIFE_BEFORE: Final = re.compile(
    r"(?:\bborn(?:\s(?:in|on|around|about))?(?:\sthe)?|\bb\.|\baged?(?:\sof)?|\bclass\sof|\bturn(?:s|ed|ing)?"
    r"|\bin\s(?:his|her|their|my)(?:\s(?:early|mid|late))?|\b(?:year|date)\sof\sbirth|\bd\.?o\.?b\.?)[\s:(]*$",
    re.IGNORECASE,
)
_OF_LIFE_AFTER: Final = re.compile(
    r"[\s-]*(?:years?[\s-]old|years?\sof\sage|y/?o\b|(?:st|nd|rd|th)?\sbirthday)", re.IGNORECASE
)
_LEAD: Final = re.compile(r"(?:(?:his|her|their|my|the|early|mid|late|aged?|born|in)[\s-]+)*", re.IGNORECASE)
_BEFORE: Final = re.compile(r"([\w.,:/-]+)[\s(]*$")
_AFTER: Final = re.compile(r"[\s)]*([\w.,:/-]+)")
_NUMBERS: Final = NUMBER_WORDS - {"one"}
_DECADE: Final = re.compile(r"\d0['’]?s\b")
_YEAR: Final = re.compile(r"\D*(?:1[5-9]|20)\d\d\D*")


def of_life(text: str, span: Span) -> bool:
    """Return whether the words right around a mention say that it is about a person's birth or age."""
    lead = _LEAD.match(text, span.start, span.end)
    start = lead.end() if lead else span.start
    before = text[max(0, start - 40) : start]
    return bool(_OF_LIFE_BEFORE.search(before)) or bool(_OF_LIFE_AFTER.match(text, span.end))


def beside_number(text: str, span: Span) -> bool:
    """Return whether a number, a decade or a word for a number stands right beside a mention."""
    before = _BEFORE.search(text[max(0, span.start - 24) : span.start])
    after = _AFTER.match(text[span.end : span.end + 24])
    return any(found is not None and _is_number(found[1]) for found in (before, after))


def _is_number(word: str) -> bool:
    return word[-1:] not in ".,:" and (any(c.isdigit() for c in word) or word.casefold() in _NUMBERS)


def mixed(surfaces: Sequence[str]) -> bool:
    """Return whether a list has items of several forms, of which a sentence takes one: decades, years and others."""
    forms = {"decade" if _DECADE.search(s) else "year" if _YEAR.fullmatch(s) else "other" for s in surfaces}
    return len(forms) > 1


def without_frames(prepared: Prepared, partition: Partition, recoded: Recoded, ladders: Ladders) -> Recoded:
    """Return the recoding without what the words around undo in some text of a class: such lists, and windows of
    dates and ages that tell a birth or an age, are suppressed in the whole class, so that its records go on showing
    the same."""
    terms, number = recoded.terms, prepared.terms.number()
    texts = sorted({name for _, name in prepared.terms.cells})
    columns = {name: prepared.table.texts(name) for name in texts}
    choice, keeps = terms.choice.copy(), terms.keeps.copy()
    for c, members in enumerate(partition.classes):
        at = {
            int(t): i
            for i, t in enumerate(
                terms.term[terms.start[c] : terms.start[c + 1]].tolist(), int(terms.start[c])
            )
        }
        mentions: dict[int, list[tuple[str, TermSpan]]] = defaultdict(list)
        for row in (row for person in members.tolist() for row in prepared.rows[person]):
            for name in texts:
                text = str(columns[name][row] or "")
                for s in prepared.terms.cells.get((row, name), ()):
                    if s.kind is TermKind.QUASI:
                        mentions[number[s.key]].append((text, s))
        shown: dict[int, list[int]] = defaultdict(list)
        for term, place in at.items():
            if terms.choice[place] not in (term, SUPPRESSED):
                shown[int(terms.choice[place])].append(term)
        for feature, of in shown.items():
            where = [m for term in of for m in mentions[term]]
            if _told(prepared, of, where, feature >= ladders.number):
                for term in of:
                    choice[at[term]], keeps[at[term]] = SUPPRESSED, 0.0
    if (choice == terms.choice).all():
        return recoded
    made = replace(terms, choice=choice, keeps=keeps)
    return replace(recoded, terms=made, term_loss=made.losses(prepared.view, partition))


def _told(
    prepared: Prepared, of: Sequence[int], where: Sequence[tuple[str, TermSpan]], is_list: bool
) -> bool:
    types = {prepared.terms.types[t] for t in of}
    timely = "AGE" in types or any(entity_class(t) is EntityClass.DATETIME for t in types)
    if timely and any(of_life(text, s.span) for text, s in where):
        return True
    if not is_list:
        return False
    if any(s.denied for _, s in where):  # what is denied is denied of each
        return True
    surfaces = [prepared.terms.surfaces[t] for t in of]
    framed = any(of_life(text, s.span) or beside_number(text, s.span) for text, s in where)
    return (timely and mixed(surfaces)) or framed
