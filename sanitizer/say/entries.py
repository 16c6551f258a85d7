"""Write what stands in no sentence: values of fields, headings, addresses, signatures, and the labels of speakers.

There is no grammar of sentences in them: no article, and for a name or a code a label in brackets, as editors write it
("Tel [phone number]", "DOB late 1950s", "Consultant: [doctor]").
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sanitizer.common.knowledge import in_use
from sanitizer.say.edits import Edit, Told
from sanitizer.say.grow import gap, owned, without
from sanitizer.say.names import between_commas
from sanitizer.say.phrases import NAME, SOMETHING, Phrase, phrase_of
from sanitizer.say.positions import Page, Place, office
from sanitizer.say.structure import Register
from sanitizer.say.values import said_age
from sanitizer.text.inflection import singular
from sanitizer.text.surroundings import is_person_word
from sanitizer.types import Span

_CALLED: Final = {"code": "reference", SOMETHING: "name"}
"""What a label in brackets calls a thing of which nothing is told."""
_WHERE: Final = frozenset({"road", "street", "place", "building"})
"""What an address is told as, of which no more than that is told."""
VALUES: Final = frozenset({"period", "time", "age", "value", "unsaid"})
"""Kinds of phrases that tell a value."""
_ADDRESS: Final = "[address]"
_PARTS: Final = frozenset({"[address]", "[postcode]", "[road]", "[place]", "[building]", "[street]"})
"""Labels of the parts of an address."""


def entry_edit(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """The edit of a mention in an entry or the label of a speaker; None of one in a sentence."""
    register = page.form.of(told.span)
    if register is Register.SENTENCE:
        return None
    if register is Register.SPEAKER and told.referent not in page.form.called:  # "Agent Ann: ..."
        word = page.lower(place.first - 1)
        called = phrase_of(word) if is_person_word(word) else None
        return Edit(told, place, Span(told.span.start - 1, place.span.end), attribute=called)
    if phrase.kind in VALUES and _is_governed(page, place):
        return None
    before = len(page.text[: told.span.start].rstrip(" ,"))
    if phrase.kind == "time" and page.covers(before - 1, before):  # the date before it says enough
        return Edit(told, place, Span(before, place.span.end))
    place = replace(place, headline=False)
    start = min((*place.titles, place.front))
    span = Span(page[start].idx if start != place.front else place.span.start, place.span.end)
    if phrase.kind == "name" and told.referent in page.form.called:
        return Edit(told, place, span, phrase, words=phrase.words)
    if place.noun and phrase.person:  # "Judge Ek", "wife Ann": the word stays
        end = page[place.noun[-1]].idx + len(page[place.noun[-1]])
        return Edit(told, place, Span(end, place.span.end), attribute=phrase_of(page.lower(place.noun[-1])))
    if (aside := between_commas(page, told, place, phrase)) is not None:
        return aside
    if phrase.person and phrase.empty and told.by_title and (word := office(page, place)):
        phrase = phrase_of(word)
    words = _words(page, told, phrase, place)
    if (
        words[:1] == "["
        and page.text[: span.start].endswith("[")
        and page.text[span.end : span.end + 1] == "]"
    ):
        span = Span(span.start - 1, span.end + 1)
    edit = Edit(told, place, span, phrase, words=words)
    own = told.span in page.form.opening
    return replace(edit, attribute=_called_by(page.form.label.get(told.span, ""), phrase) if own else None)


def _is_governed(page: Page, place: Place) -> bool:
    """Whether a value goes on a phrase: "held on 3 May", "a £200 fee"."""
    i = place.first - 1
    joined = place.joined_left or place.joined_right or place.determiner is not None
    return joined or (i >= 0 and page[i].pos_ == "ADP" and page[i].text.islower())


def _words(page: Page, told: Told, phrase: Phrase, place: Place) -> str:
    if phrase.kind in ("period", "time"):
        return phrase.words.removeprefix("the ")
    if phrase.kind == "unsaid" or phrase.words == SOMETHING:
        return f"[{_CALLED.get(phrase.words, phrase.words)}]"
    if phrase.kind == "age":
        band = phrase.words.removesuffix(" years old")
        return said_age(band)
    if phrase.kind != "noun":
        return phrase.words
    if not told.label:
        return phrase.many if place.many else phrase.words
    if phrase.person and (phrase.empty or phrase.sex):
        return page.form.by_name.get(told.referent, NAME)
    return bracketed(told, phrase)


def is_label(phrase: Phrase) -> bool:
    """Whether all that is told is that there is a name."""
    return phrase.kind == "mark" and phrase.words.startswith(NAME[:-1])


def bracketed(told: Told, phrase: Phrase) -> str:
    """The label in brackets of a name or code."""
    if phrase.words in ("road", "street") or (told.label == "code" and phrase.words in _WHERE):
        return _ADDRESS
    return f"[{_CALLED.get(phrase.words, phrase.words)}]"


def code_edit(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """A number or an address in a sentence, as its label; None of what is none, or of a part of a word."""
    if told.label != "code" or phrase.kind != "noun" or place.joined_left or place.joined_right:
        return None
    return Edit(told, place, place.span, phrase, words=bracketed(told, phrase))


def _called_by(label: str, phrase: Phrase) -> Phrase | None:
    """What the label of a field calls a person ("Patient: ...")."""
    words = label.lower()
    head = words.rpartition(" ")[2]
    person = phrase.person or is_label(phrase)
    one = person and is_person_word(head) and singular(head) is None
    return phrase_of(words) if one else None


def name_edit(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """A name of which nothing is sure, as its label; beside the noun for its bearer it goes ("her aunt Ngozi"). None of
    one of which something is."""
    if not is_label(phrase):
        return None
    noun = page[place.noun[-1]] if place.noun else None
    if noun is not None and place.determiner is not None and is_person_word(noun.lower_) and not place.owns:
        return Edit(told, place, Span(noun.idx + len(noun), place.span.end), attribute=phrase_of(noun.lower_))
    edit = mark_edit(page, told, place, phrase)
    return owned(place, replace(edit, span=Span(edit.span.start, place.span.end)))


def mark_edit(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """A label that is written as it is; an article before it follows its sound."""
    i = place.determiner
    if i is not None and i == place.front - 1 and page.lower(i) in ("a", "an") and phrase.words[:1] == "[":
        return Edit(told, place, Span(page[i].idx, told.span.end), phrase, determiner="a")
    return Edit(told, place, told.span, phrase)


def merged_entries(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """The edits with the parts of an address said as one, and a day and its time too."""
    done: list[Edit] = []
    kept: Edit | None = None
    for edit in edits:
        said = _said(page, edit)
        before = _said(page, kept) if kept is not None else ""
        if kept is not None and before == _ADDRESS and _is_town(edit) and _close(gap(page, done[-1], edit)):
            done.append(without(edit, done[-1].span.end))
        elif kept is None or not said or not before or not _close(gap(page, done[-1], edit)):
            kept = edit if not edit.gone else None
            done.append(edit)
        elif _goes_with(kept, before, said):
            done.append(without(edit, done[-1].span.end))
        elif said in _PARTS and before in _PARTS:
            done[done.index(kept)] = kept = replace(kept, words=_ADDRESS)
            done.append(without(edit, done[-1].span.end))
        else:
            kept = edit
            done.append(edit)
    return done


def _is_town(edit: Edit) -> bool:
    """Whether what is told of a mention is where it lies, as a town behind a street does."""
    head = edit.phrase.head if edit.phrase is not None and edit.phrase.kind == "noun" else ""
    senses = in_use().words.senses(head) if head and edit.told.label else ()
    return head == "place" or any(s.entity_class == "LOC" for s in senses[:1])


def _goes_with(kept: Edit, before: str, said: str) -> bool:
    """Whether what an entry says is a part of what stands right before it: the time of a day, the first name behind the
    last ("Patient: Ek, Ann"), the postcode of a place."""
    if said == "[time]":
        return kept.phrase is not None and kept.phrase.kind == "period"
    if said.startswith(NAME[:-1]):
        return before.startswith(NAME[:-1]) and kept.attribute is not None
    return said == "[postcode]" and before not in _PARTS and bool(kept.told.label)


def _said(page: Page, edit: Edit) -> str:
    """The words of an edit of an entry, or the label of an address in a sentence."""
    words = edit.words or ""
    return words if page.form.of(edit.told.span) is Register.ENTRY or words in _PARTS else ""


def _close(between: str) -> bool:
    return not between.strip(" ,\t") and len(between) < 4
