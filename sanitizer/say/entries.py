"""Write what stands in no sentence: values of fields, headings, addresses, signatures, and the labels of speakers.

There is no grammar of sentences in them: no article, and for a name or a code a label in brackets, as editors write it
("Tel [phone number]", "DOB late 1950s", "Consultant: [doctor]").
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sanitizer.say.edits import Edit, Told
from sanitizer.say.form import Register
from sanitizer.say.grow import gap, without
from sanitizer.say.names import between_commas
from sanitizer.say.phrases import SOMETHING, Phrase, phrase_of
from sanitizer.say.places import Page, Place, office
from sanitizer.text.inflection import singular
from sanitizer.text.surroundings import is_person_word
from sanitizer.types import Span

_CALLED: Final = {"code": "reference", SOMETHING: "name", "thing": "name"}
"""What a label in brackets calls a thing of which nothing is told."""
VALUES: Final = frozenset({"period", "time", "age", "value", "unsaid"})
"""Kinds of phrases that tell a value."""
_NAME: Final = "[name]"
_ADDRESS: Final = "[address]"
_PARTS: Final = frozenset({"[address]", "[postcode]", "[road]", "[place]", "[building]", "[street]"})
"""Labels of the parts of an address."""


def entry_edit(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """The edit of a mention in an entry or the label of a speaker; None of one in a sentence."""
    register = page.form.of(told.span)
    if register is Register.SENTENCE:
        return None
    if phrase.kind in VALUES and _is_governed(page, place):
        return None
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
    if phrase.person and phrase.empty and (word := office(page, place)):
        phrase = phrase_of(word)
    words = _words(told, phrase, place)
    if (
        words[:1] == "["
        and page.text[: span.start].endswith("[")
        and page.text[span.end : span.end + 1] == "]"
    ):
        words = words[1:-1]
    edit = Edit(told, place, span, phrase, words=words)
    own = told.span in page.form.opening
    return replace(edit, attribute=_called_by(page.form.label.get(told.span, ""), phrase) if own else None)


def _is_governed(page: Page, place: Place) -> bool:
    """Whether a value goes on a phrase: "held on 3 May", "a £200 fee"."""
    i = place.first - 1
    joined = place.joined_left or place.joined_right or place.determiner is not None
    return joined or (i >= 0 and page[i].pos_ == "ADP" and page[i].text.islower())


def _words(told: Told, phrase: Phrase, place: Place) -> str:
    if phrase.kind == "period":
        return phrase.words.removeprefix("the ")
    if phrase.kind == "unsaid" or phrase.words == SOMETHING:
        return f"[{_CALLED.get(phrase.words, phrase.words)}]"
    if phrase.kind == "age":
        return phrase.words.removesuffix(" years old")
    if phrase.kind != "noun":
        return phrase.words
    if not told.names:
        return phrase.many if place.many else phrase.words
    if phrase.person and (phrase.empty or phrase.sex):
        return _NAME
    return f"[{_CALLED.get(phrase.words, phrase.words)}]"


def _called_by(label: str, phrase: Phrase) -> Phrase | None:
    """What the label of a field calls a person ("Patient: ...")."""
    words = label.lower()
    head = words.rpartition(" ")[2]
    one = phrase.person and is_person_word(head) and singular(head) is None
    return phrase_of(words) if one else None


def merged_entries(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """The edits with the parts of an address said as one, and a day and its time too."""
    done: list[Edit] = []
    kept: Edit | None = None
    for edit in edits:
        said = _said(page, edit)
        before = _said(page, kept) if kept is not None else ""
        if kept is None or not said or not before or not _close(gap(page, done[-1], edit)):
            kept = edit if not edit.gone else None
            done.append(edit)
        elif said == "[time]" and kept.phrase is not None and kept.phrase.kind == "period":
            done.append(without(edit, done[-1].span.end))
        elif said == before == _NAME and kept.attribute is not None:  # "Patient: Ek, Ann"
            done.append(without(edit, done[-1].span.end))
        elif said in _PARTS and before in _PARTS:
            done[done.index(kept)] = kept = replace(kept, words=_ADDRESS)
            done.append(without(edit, done[-1].span.end))
        elif said == "[postcode]" and kept.told.names:
            done.append(without(edit, done[-1].span.end))
        else:
            kept = edit
            done.append(edit)
    return done


def _said(page: Page, edit: Edit) -> str:
    """The words of an edit of an entry."""
    return (edit.words or "") if page.form.of(edit.told.span) is Register.ENTRY else ""


def _close(between: str) -> bool:
    return not between.strip(" ,\t") and len(between) < 4  # noqa: PLR2004
