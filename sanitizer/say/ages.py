"""Say bands of ages as people do: "in his fifties", "a middle-aged man", or not at all."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from spacy.tokens import Token

from kb.values.words import TENS
from sanitizer.read.nouns import sex_of_noun
from sanitizer.say.adjuncts import adjunct, before_age, number_aside
from sanitizer.say.determiners import with_article
from sanitizer.say.phrases import Phrase
from sanitizer.say.phrases_from_labels import phrase_of
from sanitizer.say.plan_types import Edit, Told, without
from sanitizer.say.positions import Page, Place, onwards, own_titles
from sanitizer.say.structure import Register
from sanitizer.say.untold_values import gone, unsaid
from sanitizer.text.titles import POLITE, SEXES
from sanitizer.types import Span

_BOUNDS: Final = frozenset({"over", "under", "above", "below"})
_OLDEST: Final = 124
_DECADE: Final = 9
_STAGES: Final = ((80, "very old"), (60, "older"), (40, "middle-aged"))
"""From which age on the bands of several decades are called what."""
_DECADE_OF_LIFE: Final = re.compile(r"(?:[a-z]+ties|\d0['’]?s)\Z")
_OWN: Final = {
    "he": "his",
    "his": "his",
    "him": "his",
    "she": "her",
    "her": "her",
    "i": "my",
    "my": "my",
    "you": "your",
}
_TITLED: Final = dict.fromkeys(POLITE & SEXES["m"], "his") | dict.fromkeys(POLITE & SEXES["f"], "her")
_EITHER: Final = frozenset(
    {"partner", "cousin", "friend", "child", "colleague", "neighbour", "neighbor", "patient"}
)
_SUBJECTS: Final = frozenset({"i", "you", "he", "she"})


def said_age(ages: tuple[int, int]) -> str:
    """Return a band of ages in words: 0 to 9 is under 10, the last band has no end that a reader would name."""
    low, high = ages
    if low == high:
        return str(low)
    if low == 0:
        return f"under {high + 1}"
    return f"{low} or older" if high == _OLDEST else f"{low} to {high}"


def age_edit(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """Return the edit of an age: its decade, else a bound or nothing."""
    if phrase.ages is None:
        return unsaid(page, told, place, phrase_of("age"))
    before = page.lower(place.first - 1)
    if (own := _own_decade(page, told, place, phrase)) is not None:
        return own
    if before in _BOUNDS:
        return Edit(told, place, place.span, told.phrase, words="a certain age")
    low, high = phrase.ages
    decade = high - low <= _DECADE and low >= 20
    if (of_noun := _before_noun(page, told, place, phrase)) is not None:
        return of_noun
    whole = adjunct(page, place, before_age(page, place))
    surface = place.span.of(page.text).lower()
    aged = surface.startswith("aged") or before == "aged"
    if aged and not surface.startswith("aged"):
        place = replace(place, span=onwards(page, place.first - 1, place), first=place.first - 1)
    said = _is_said(page, place)
    if decade and (whole is not None or aged or said or number_aside(page, told, place)):
        words = _tens(low)
        span = place.span if whole is None else Span(page[before_age(page, place)].idx, place.span.end)
        return Edit(told, place, span, told.phrase, whose=_owner(page, place), words=words)
    if said and low >= 20 and high != _OLDEST:
        words = f"{_tens(low)} or {_tens(high)}"
        return Edit(told, place, place.span, told.phrase, whose=_owner(page, place), words=words)
    if whole is not None:
        return Edit(told, place, whole)
    if not decade and (aside := number_aside(page, told, place)) is not None:
        return aside
    if decade and _in_brackets(page, place) and page.form.of(told.span) is Register.SENTENCE:
        return Edit(told, place, place.span, told.phrase, whose=_owner(page, place), words=_tens(low))
    if not decade and _in_brackets(page, place):
        return Edit(told, place, Span(place.span.start - 2, place.span.end + 1))
    return _in_digits(page, told, place, phrase, aged)


def _own_decade(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return the edit of a decade of life that the text tells ("in his late forties"), and of one that somebody
    turns ("turned forty-something"); None of other ages."""
    assert phrase.ages is not None
    own = _DECADE_OF_LIFE.search(place.span.of(page.text))
    low, high = phrase.ages
    if low >= 20 and high - low <= _DECADE and place.first and page[place.first - 1].lemma_.lower() == "turn":
        return Edit(told, place, place.span, told.phrase, words=f"{TENS[low // 10 - 2]}-something")
    if own is None or low < 20:
        return None
    if high - low <= _DECADE:
        return Edit(told, place, place.span, told.phrase, words=own.group())
    if page.lower(place.first - 1) not in {*_OWN.values(), "their"}:
        return None
    if high - low <= 2 * _DECADE + 1:
        return Edit(told, place, place.span, told.phrase, words=f"{_tens(low)} or {_tens(high)}")
    return Edit(
        told, place, onwards(page, place.first - 2, place), told.phrase, words=f"aged {said_age(phrase.ages)}"
    )


def _tens(age: int) -> str:
    return f"{TENS[age // 10 - 2][:-1]}ies"


def _in_digits(page: Page, told: Told, place: Place, phrase: Phrase, aged: bool) -> Edit:
    assert phrase.ages is not None
    low, high = phrase.ages
    surface = place.span.of(page.text).lower()
    edit = Edit(told, place, place.span, told.phrase, words=said_age(phrase.ages))
    if aged or surface.startswith("age"):
        named = "age of" if surface.startswith("age of") else surface.split(" ", 1)[0]
        return replace(edit, words=f"{named} {said_age(phrase.ages)}")
    before = page.lower(place.first - 1)
    if before == "age" or (before == "of" and page.lower(place.first - 2) == "age"):
        return edit
    if before in ("only", "just"):
        edit = replace(edit, span=onwards(page, place.first - 1, place))
    rest = _rest(page, place)
    if low and high != _OLDEST and not rest.startswith("years"):
        return replace(edit, words=f"{said_age(phrase.ages)} years old")
    return edit


def _before_noun(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return the edit of an age that stands before a noun or is one ("a 42-year-old man", "an 18-year-old")."""
    assert phrase.ages is not None
    low, high = phrase.ages
    surface, rest = place.span.of(page.text).replace("‐", "-"), _rest(page, place)
    narrow = low > 0 and high - low <= _DECADE and high != _OLDEST
    decade = narrow and low >= 20
    if not narrow and place.modifies is not None and not place.joined_right and surface[:1].isdigit():
        return gone(page, told, place)
    edit = Edit(told, place, place.span, told.phrase, words=said_age(phrase.ages).replace(" ", "-"))
    if rest.startswith(("year-old", "years-old", "year old", "years old")):
        if page.text[place.span.end] not in "-‐‑":
            return None
        end = place.span.end + 1 + len(rest.split(" ", 1)[0])
        whole = replace(place, span=Span(place.span.start, end))
        if not narrow:
            return gone(page, told, whole)
        if decade and page.text[end : end + 2].lstrip().isalpha():
            return _by_stage(page, told, whole, low)
        if decade:
            edit = replace(edit, span=whole.span, words=f"person in their {_tens(low)}")
    elif surface.endswith(("-old", " old")) and (place.modifies is not None or surface.endswith("-old")):
        if place.modifies is not None and (decade or not narrow):
            return _by_stage(page, told, place, low) if decade else gone(page, told, place)
        words = (
            "child" if low == 0 else f"person in their {_tens(low)}" if decade else f"{edit.words}-year-old"
        )
        edit = replace(edit, words=words)
    else:
        return None
    return edit if place.left else with_article(page, place, edit)


def _by_stage(page: Page, told: Told, place: Place, low: int) -> Edit:
    """Return the edit of an age before its noun, as a stage of life ("a middle-aged man"); of younger people
    nothing."""
    stage = next((word for least, word in _STAGES if low >= least), "")
    if not stage:
        return gone(page, told, place)
    edit = Edit(told, place, place.span, told.phrase, words=stage)
    return edit if place.left else with_article(page, place, edit)


def _rest(page: Page, place: Place) -> str:
    rest = page.text[place.span.end : place.span.end + 14].replace("‐", "-").replace("‑", "-")
    return rest.lstrip("- ")


def _is_said(page: Page, place: Place) -> bool:
    """Return whether an age is said of somebody by a verb: "she is 44"."""
    i = place.first - 1
    while i > 0 and page[i].pos_ == "ADV":  # over adverbs
        i -= 1
    if i < 0 or page[i].lemma_.lower() != "be":
        return False
    return not _rest(page, place).startswith("year")


def _in_brackets(page: Page, place: Place) -> bool:
    text, start, end = page.text, place.span.start, place.span.end
    return text[max(0, start - 2) : start] == " (" and text[end : end + 1] in (")", ",")


def _of_noun_before(page: Page, place: Place) -> str:
    """Return what the noun before an age tells of whose it is: "her father, aged 86"."""
    i = place.first - 1
    while i > 0 and page.lower(i) in (",", "(", "aged"):
        i -= 1
    noun = page.at(i) if i < place.first - 1 else None
    sex = sex_of_noun(noun.lower_) if noun is not None and noun.pos_ == "NOUN" else ""
    return {"m": "his", "f": "her"}.get(sex, "their" if noun is not None and noun.lower_ in _EITHER else "")


def _owner(page: Page, place: Place) -> str:
    """Return whose age it is: of the subject of the verb, where a pronoun says so, or of who alone the sentence
    says "he"."""
    if own := _of_noun_before(page, place):
        return own
    head = page[place.slot.head]
    i = place.first - 1
    while i > 0 and page[i].pos_ in ("ADV", "AUX"):
        i -= 1
    if page.lower(i) in _SUBJECTS:
        return _OWN[page.lower(i)]
    for verb in (head, head.head):
        subject = next((t for t in verb.children if t.dep_ in ("nsubj", "nsubj:pass")), None)
        if subject is not None and (whose := _whose(subject)):
            return whose
    sex = next(
        (s for t in page.doc[max(0, place.first - 2) : place.first] if (s := phrase_of(t.lower_).sex)), ""
    )
    if sex:
        return "his" if sex == "man" else "her"
    said = {_OWN[t.lower_] for t in head.sent if t.lower_ in ("he", "his", "him", "she", "her")}
    return said.pop() if len(said) == 1 else "their"


def _whose(subject: Token) -> str:
    """Return the possessive pronoun of a subject that is a pronoun or has a title that tells the sex, else ""."""
    titles = (t.lower_.rstrip(".") for t in subject.subtree if t.i < subject.i)
    return _OWN.get(subject.lower_) or next((_TITLED[t] for t in titles if t in _TITLED), "")


def _is_said_again(page: Page, before: Edit, age: Edit) -> bool:
    """Return whether the second of two ages is in the band of the first ("who are 72 and 70")."""
    one, two = before.told.phrase, age.told.phrase
    if one is None or two is None or before.gone or page.text[before.span.end : age.span.start] != " and ":
        return False
    return (one.ages is not None and one == two) or (
        one.head == "age" and (one == two or two.ages is not None)
    )


_OF_SEX: Final = {"man": "his", "m": "his", "woman": "her", "f": "her"}
_SAYING: Final = frozenset({"is", "was", "who", "aged", "now", "(", "also"})
"""Words that may stand between who somebody is and how old."""


def _told_whose(page: Page, person: Edit) -> str:
    """Return the possessive pronoun of who is told with a pronoun, with a title or with a word for a sex, else ""."""
    place = person.place
    titles = (
        ()
        if place is None
        else (page.lower(i).rstrip(".") for i in (*place.titles, *own_titles(page, place)))
    )
    titled = next((_TITLED[title] for title in titles if title in _TITLED), "")
    said = person.phrase or person.attribute
    sex = said.sex or sex_of_noun(said.head) if said is not None else ""
    return _OWN.get(person.pronoun.lower()) or titled or _OF_SEX.get(sex, "")


def with_stages(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """Return the edits with the stage of life of persons whose ages go ("a middle-aged man"), and decades with
    their sex."""
    done = list(edits)
    for i in range(1, len(edits)):
        age, person = edits[i], done[i - 1]
        if _is_said_again(page, person, age):
            done[i] = without(age, person.span.end)
            continue
        phrase, known = age.told.phrase, person.phrase
        if phrase is None or phrase.kind != "age" or phrase.ages is None:
            continue
        between = page.text[person.span.end : age.told.span.start]
        if age.whose == "their" and set(between.replace(",", " ").split()) <= _SAYING:
            done[i] = replace(age, whose=_told_whose(page, person) or age.whose)
        if known is None or not known.person or between.strip(" ,(aged"):
            continue
        stage = next((word for low, word in _STAGES if phrase.ages[0] >= low), "")
        lettered = person.told.referent in page.form.by_name
        said = (
            known.kind == "noun" and person.determiner == "a" and not person.before and person.words is None
        )
        if age.gone and stage and said and not lettered:
            done[i - 1] = replace(person, before=f"{stage} ")
    return done
