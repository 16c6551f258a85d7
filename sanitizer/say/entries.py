"""Write what stands in no sentence: values of fields, headings, addresses, signatures, and the labels of speakers.

There is no grammar of sentences in them: no article, and for a name or a code a label in brackets, as editors write it
("Tel [phone number]", "DOB late 1950s", "Consultant: [doctor]").
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sanitizer.common.knowledge import in_use
from sanitizer.recognize.entity_types import class_word
from sanitizer.say.ages import said_age
from sanitizer.say.determiners import owned
from sanitizer.say.modifiers import dropped
from sanitizer.say.names import before_description, name_aside, titled
from sanitizer.say.phrases import SOMETHING, WITHHELD, Phrase
from sanitizer.say.phrases_from_labels import NAME, mark, phrase_of
from sanitizer.say.plan_types import Edit, Told, gap, without
from sanitizer.say.positions import Page, Place, office
from sanitizer.say.structure import Register
from sanitizer.text.inflection import singular
from sanitizer.text.surroundings import end_before, is_person_word
from sanitizer.types import Span

_CALLED: Final = {"code": "reference", SOMETHING: "name"}
"""What a label in brackets calls a thing of which nothing is told."""
_WITHHELD: Final = {
    class_word("NORP"): "group", class_word("ETHNICITY"): "ethnic group", class_word("RELIGION"): "religion",
    "religious person": "religion", class_word("DEM"): WITHHELD, class_word("MARITAL"): class_word("MARITAL"),
}  # fmt: skip
"""The same of what somebody is ("Religion: [religion]")."""
_WHERE: Final = frozenset({"road", "street", "place", "building"})
"""What an address is told as, of which no more than that is told."""
VALUES: Final = frozenset({"period", "time", "age", "value", "unsaid"})
"""Kinds of phrases that tell a value."""
_ADDRESS: Final = "address"
_HOUSE: Final = re.compile(r"(?:(?:Apt|Flat|Lot|Plot|Unit) )?\d{1,5}[A-Za-z]? [A-Z][^\W\d_]")
"""How the number of a house and its street begin."""
_PARTS: Final = frozenset({"address", "postcode", "road", "place", "building", "street"})
"""What labels call the parts of an address."""


def entry_edit(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return the edit of a mention in an entry or the label of a speaker; None of one in a sentence."""
    register = page.form.of(told.span)
    if register is Register.SENTENCE:
        return None
    if register is Register.SPEAKER and told.referent not in page.form.called:  # who speaks
        word = page.lower(place.first - 1)
        called = phrase_of(word) if is_person_word(word) else None
        return Edit(told, place, Span(told.span.start - 1, place.span.end), attribute=called)
    if phrase.kind in VALUES and _is_governed(page, place):
        return None
    before = end_before(page.text, told.span.start, " ,")
    if phrase.kind == "time" and page.covers(before - 1, before):  # the date before it says enough
        return Edit(told, place, Span(before, place.span.end))
    place = replace(place, headline=False)
    start = place.name_begins
    span = Span(page[start].idx if start != place.front else place.span.start, place.span.end)
    if phrase.kind == "name" and told.referent in page.form.called:
        return Edit(told, place, span, phrase, words=phrase.words)
    if place.noun and phrase.person:  # the title or noun before a name stays
        end = page.end(place.noun[-1])
        return Edit(told, place, Span(end, place.span.end), attribute=phrase_of(page.lower(place.noun[-1])))
    if (aside := name_aside(page, told, place, phrase)) is not None:
        return aside
    if phrase.person and phrase.empty and told.by_title and (word := office(page, place)):
        phrase = phrase_of(word)
    edit = _said_in_entry(page, Edit(told, place, span, phrase), phrase, place)
    if edit.tag and page.text.endswith("[", 0, span.start) and page.text[span.end : span.end + 1] == "]":
        edit = replace(edit, span=Span(span.start - 1, span.end + 1))
    own = told.span in page.form.opening
    return replace(edit, attribute=_called_by(page.form.label.get(told.span, ""), phrase) if own else None)


def _is_governed(page: Page, place: Place) -> bool:
    """Return whether a value is a part of a phrase, not the entry of a field: "held on 3 May", "a £200 fee"."""
    i = place.first - 1
    joined = place.joined_left or place.joined_right or place.determiner is not None
    return joined or (i >= 0 and page[i].pos_ == "ADP" and page[i].text.islower())


def _said_in_entry(page: Page, edit: Edit, phrase: Phrase, place: Place) -> Edit:
    """Return the edit with what stands for its mention where no sentence is."""
    told = edit.told
    if phrase.kind in ("period", "time"):
        return replace(edit, words=phrase.bare)
    if phrase.kind == "unsaid" or phrase.something:
        return _tagged(edit, mark(_CALLED.get(phrase.words, phrase.words)))
    if phrase.kind == "age":
        return replace(edit, words=said_age(phrase.ages)) if phrase.ages else _tagged(edit, mark("age"))
    if phrase.kind == "mark":
        return _tagged(edit, phrase)
    if phrase.kind != "noun":
        return replace(edit, words=phrase.words)
    if not told.label and phrase.words in _WITHHELD:
        return _tagged(edit, mark(_WITHHELD[phrase.words]))
    if not told.label:
        return replace(edit, words=phrase.many if place.many else phrase.words)
    if phrase.person and (phrase.empty or phrase.sex):
        return _tagged(edit, page.form.by_name.get(told.referent, NAME))
    return _tagged(edit, _labelled(page, told, phrase))


def _tagged(edit: Edit, label: Phrase) -> Edit:
    return replace(edit, words=label.words, label=label)


def _labelled(page: Page, told: Told, phrase: Phrase) -> Phrase:
    """Return the label in brackets of a name or code."""
    if phrase.words in ("road", "street") or (told.label == "code" and phrase.words in _WHERE):
        return mark(_ADDRESS)
    if told.label == "code" and _HOUSE.match(page.text, told.span.start, told.span.end):
        return mark(_ADDRESS)
    return mark(_CALLED.get(phrase.words, phrase.words))


def code_edit(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return a number or an address in a sentence, as its label; None of what is none, or of a part of a word."""
    if told.label != "code" or phrase.kind != "noun" or place.joined_left or place.joined_right:
        return None
    return _tagged(Edit(told, place, place.span, phrase), _labelled(page, told, phrase))


def _called_by(label: str, phrase: Phrase) -> Phrase | None:
    """Return what the label of a field calls a person ("Patient: ...")."""
    words = label.lower()
    head = words.rpartition(" ")[2]
    person = phrase.person or phrase.names
    one = person and is_person_word(head) and singular(head) is None
    return phrase_of(words) if one else None


def name_edit(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return a name of which nothing is sure, as its label; beside the noun for its bearer it goes ("her aunt
    Ngozi"). None of one of which something is."""
    if not phrase.names:
        return None
    empty = replace(phrase, empty=True, person=True)
    described = before_description(page, told, place, phrase) or name_aside(page, told, place, empty)
    if described is not None:
        return described
    noun = page[place.noun[-1]] if place.noun else None
    if noun is not None and place.determiner is not None and is_person_word(noun.lower_) and not place.owns:
        return Edit(told, place, Span(noun.idx + len(noun), place.span.end), attribute=phrase_of(noun.lower_))
    noun = None if place.modifies is None else page[place.modifies]
    compound = place.slot.relation in ("compound", "nmod", "nmod:unmarked", "amod")
    if noun is not None and compound and noun.pos_ == "NOUN" and noun.text.islower() and not place.owns:
        return dropped(page, told, place)
    the = place.determiner
    letter = the is None or (the == place.front - 1 and page.lower(the) == "the")
    letter = letter and not (place.left or place.joined_left or place.joined_right or phrase.bracketed)
    if letter and (said := titled(page, told, place, phrase)) is not None:
        return said
    edit = mark_edit(page, told, place, phrase if letter else NAME)
    start = edit.span.start if the is None or not letter else page[the].idx
    return owned(place, replace(edit, span=Span(start, place.span.end)))


def mark_edit(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """Return a label that is written as it is; an article before it follows its sound."""
    i = place.determiner
    if i is not None and i == place.front - 1 and page.lower(i) in ("a", "an") and phrase.bracketed:
        return Edit(told, place, Span(page[i].idx, told.span.end), phrase, determiner="a")
    return Edit(told, place, told.span, phrase)


def merged_entries(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits with the parts of an address said as one, and a day and its time too."""
    done: list[Edit] = []
    kept: Edit | None = None
    for edit in edits:
        said, tag = _said(page, edit)
        told, before = _said(page, kept) if kept is not None else (False, "")
        if kept is not None and before == _ADDRESS and _is_town(edit) and _close(gap(page, done[-1], edit)):
            done.append(without(edit, done[-1].span.end))
        elif kept is None or not said or not told or not _close(gap(page, done[-1], edit)):
            kept = edit if not edit.gone else None
            done.append(edit)
        elif _goes_with(kept, before, tag):
            done.append(without(edit, done[-1].span.end))
        elif tag in _PARTS and before in _PARTS:
            done[done.index(kept)] = kept = _tagged(kept, mark(_ADDRESS))
            done.append(without(edit, done[-1].span.end))
        else:
            kept = edit
            done.append(edit)
    return done


def _is_town(edit: Edit) -> bool:
    """Return whether what is told of a mention is where it lies, as a town behind a street does."""
    head = edit.phrase.head if edit.phrase is not None and edit.phrase.kind == "noun" else ""
    senses = in_use().words.senses(head) if head and edit.told.label else ()
    return head == "place" or any(s.entity_class == "LOC" for s in senses[:1])


def _goes_with(kept: Edit, before: str, tag: str) -> bool:
    """Return whether what an entry says is a part of what stands right before it: the time of a day, the first name
    behind the last ("Patient: Ek, Ann"), the postcode of a place."""
    if tag == "time":
        return kept.phrase is not None and kept.phrase.kind == "period"
    if tag == "name":
        return before == "name" and kept.attribute is not None
    return tag == "postcode" and before not in _PARTS and bool(kept.told.label)


def _said(page: Page, edit: Edit) -> tuple[bool, str]:
    """Return whether an edit of an entry says something, or that of an address in a sentence, and what its label
    calls it."""
    own = page.form.of(edit.told.span) is Register.ENTRY or edit.tag in _PARTS
    return own and bool(edit.words), edit.tag if own else ""


def _close(between: str) -> bool:
    return not between.strip(" ,\t") and len(between) < 4
