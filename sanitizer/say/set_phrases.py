"""Say what is no noun phrase in a sentence: greetings, numbers behind their labels, results of tests, parts of
hyphenated words."""

from typing import Final

from sanitizer.recognize.entity_types import class_word
from sanitizer.say.determiners import with_article
from sanitizer.say.names import titled
from sanitizer.say.phrases import WITHHELD, Phrase
from sanitizer.say.plan_types import Edit, Told
from sanitizer.say.positions import Page, Place
from sanitizer.text.articles import article
from sanitizer.text.fold import words as words_of
from sanitizer.text.inflection import hyphened, is_mass, singular
from sanitizer.text.surroundings import is_person_word, kinds_above
from sanitizer.text.titles import TITLES
from sanitizer.types import Span

_GREETINGS: Final = frozenset({"dear", "hello", "hi", "hey"})
_SIGNS: Final = frozenset({"no", "nos", "nr", "nrs", "№", "tel", "telephone", "phone", "fax", "mobile"})
_NUMBERED: Final = frozenset({"number", "code", "address", "account"})
_RESULTS: Final = frozenset({"positive", "negative"})
_CONDITION: Final = class_word("DISEASE")
_HAVE: Final = {
    "is": "has", "was": "had", "are": "have", "were": "had", "am": "have", "be": "have", "been": "had",
    "being": "having",
}  # fmt: skip
_ILL: Final = frozenset(
    {
        _CONDITION,
        "health problem",
        "disability",
        "illness",
        "disorder",
        "disease",
        "ill health",
        "injury",
        "condition",
    }
)
"""What a person has and is not."""
_DEGREES: Final = words_of(
    "very quite rather so too profoundly severely moderately mildly slightly completely totally partially partly "
    "almost seriously chronically acutely legally clinically congenitally"
)
"""Adverbs of how much somebody is ill, which go; others ("never", "no longer", "allegedly") stay before the verb."""
_DO: Final = {"is": "does", "was": "did", "are": "do", "were": "did", "am": "do"}
_THINGS: Final = frozenset({"it", "this", "that", "there", "these", "those"})


def _state(page: Page, place: Place) -> int:
    """Return the form of "be" by which the words are said of a person, as adjectives are ("is profoundly deaf", "is a
    diabetic"); -1 where they are not."""
    inside = range(place.first, place.last + 1)
    head = next(
        (page[i] for i in inside if page[i].head.i == i or page[i].head.i not in inside), page[place.first]
    )
    i = place.first - 1 - (place.determiner == place.first - 1 and page.lower(place.first - 1) in ("a", "an"))
    while i > 0 and (page[i].pos_ == "ADV" or page.lower(i) in ("no", "not")):
        i -= 1
    subjects = [t for t in head.children if t.dep_ == "nsubj" and t.lower_ not in _THINGS] or [head]
    person = any(t.pos_ in ("PRON", "PROPN") or is_person_word(t.lower_) for t in subjects)
    return i if page.lower(i) in _HAVE and person else -1


def of_test(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return an illness with the result of its test, or what somebody is: "is HIV positive", "is deaf in one ear"
    -> "has a disease"; None for all else."""
    last = page[place.last]
    if phrase.kind != "noun" or last.lower_ not in _RESULTS or place.first == place.last:
        return _of_state(page, told, place, phrase)
    illness = phrase.one
    behind = last.nbor(1) if last.i + 1 < len(last.doc) else None
    if behind is not None and behind.pos_ in ("NOUN", "PROPN"):
        words = f"{hyphened(phrase.words)}-{last.lower_}"
        front = page.at(place.first - 1)
        given = front is not None and front.lower_ in ("a", "an")
        start = front.idx if front is not None and given else told.span.start
        return Edit(
            told, place, Span(start, told.span.end), phrase, determiner="a" if given else "", words=words
        )
    be = page.at(place.first - 1)
    if be is None or be.lower_ not in _HAVE:
        return Edit(told, place, told.span, phrase, words=f"{last.lower_} for {illness}")
    verb = _HAVE[be.lower_] if last.lower_ == "positive" else f"{be.lower_} free of"
    return Edit(told, place, Span(be.idx, told.span.end), phrase, words=f"{verb} {illness}")


def _of_state(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return what a person is said to be ill of: "is profoundly deaf" -> "has a disability", "was never asthmatic"
    -> "never had a disease"."""
    ill = (
        phrase.kind == "noun"
        and phrase.countable
        and bool(({phrase.words, phrase.head} | kinds_above(phrase.head)) & _ILL)
    )
    if not ill or place.owns or place.modifies is not None or (i := _state(page, place)) < 0:
        return None
    between = (page.lower(n) for n in range(i + 1, place.first) if n != place.determiner)
    stay = [word for word in between if word not in _DEGREES]
    have = _HAVE[be := page.lower(i)]
    if stay[:1] == ["not"] and be in _DO:
        have, stay = "have", [_DO[be], *stay]
    said = " ".join([*stay, have, article(phrase.words), phrase.words])
    return Edit(told, place, Span(page[i].idx, told.span.end), phrase, words=said)


_NEXT_ONE: Final = 8
"""Characters behind somebody who is greeted in which another one is joined."""
_GREETED: Final = 8
"""Words of a greeting of two persons, at most."""


def greeting(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return who is greeted: "Dear Ann" is "Dear X", or "Dear Madam" where she has no letter, "Dear Ann and Bo" is
    "Dear Madam and Sir", of "Hi Ann" the name goes."""
    left = page.text[page.text.rfind("\n", 0, place.span.start) + 1 : place.span.start]
    start = min((*place.titles, place.first))
    if not (place.named and phrase.person and start):
        return None
    word = {"man": "Sir", "woman": "Madam"}.get(phrase.sex, "Sir or Madam")
    if left.lower().startswith("dear ") and page.lower(start - 1) == "dear" and page.lower(start - 2) == ",":
        return Edit(told, place, Span(page[start - 2].idx, place.span.end))  # one is greeted for all
    if page[start - 1].lower_ in _GREETINGS and len(left.split()) <= 1 + len(place.titles):
        if page[start - 1].lower_ == "dear":
            if (lettered := _greeted_by_letter(page, told, place, phrase)) is not None:
                return lettered
            return Edit(told, place, Span(page[start].idx, place.span.end), phrase, words=word)
        return Edit(told, place, Span(page.end(start - 1), place.span.end))
    if page[start - 1].lower_ != "and" or page.lower(start - 2) == "dear" or len(left.split()) > _GREETED:
        return None
    if not left.lower().startswith("dear "):
        return None
    first = page[start - 2]
    if page.lower(start - 3) == "dear" and first.lower_.rstrip(".") in TITLES:  # one name of two persons
        both = {t.lower_.rstrip(".") for t in (first, page[start])} == {"mr", "mrs"}
        words = "Sir and Madam" if both else "both"
        return Edit(told, place, Span(first.idx, place.span.end), phrase, words=words)
    return Edit(told, place, Span(page[start].idx, place.span.end), phrase, words=word)


def _greeted_by_letter(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return the letter of one who alone is greeted, with the title."""
    line = page.text[place.span.end : page.text.find("\n", place.span.end)]
    if "and" in line[:_NEXT_ONE].split():
        return None
    if (edit := titled(page, told, place, phrase)) is not None:
        return edit
    letter = None if place.titles else page.form.by_name.get(told.referent)
    return None if letter is None else Edit(told, place, place.span, letter)


def behind_noun(page: Page, told: Told, place: Place, phrase: Phrase | None) -> Edit | None:
    """Return what is handed out and of which nothing is told, behind the noun for it ("the customer ID", "plot
    14"); None where no such noun is there."""
    i = place.first - 1
    noun = page[i] if i >= 0 else None
    if noun is None or noun.pos_ not in ("NOUN", "PROPN") or not noun.whitespace_:
        return None
    if page.taken[noun.idx : noun.idx + len(noun)].any() or place.modifies is not None:
        return None
    end = noun.idx + len(noun)
    before = page[i - 1] if i else None
    bare = before is None or before.pos_ in ("PUNCT", "ADP", "VERB", "AUX", "SCONJ", "CCONJ", "SPACE")
    if noun.text.islower() and bare and singular(noun.lower_) is None and not is_mass(noun.lower_):
        return Edit(
            told, place, Span(noun.idx, place.span.end), words=noun.text, determiner="a", attribute=phrase
        )
    return Edit(told, place, Span(end, place.span.end), attribute=phrase)


def labelled(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return a number behind the words for it: "case number 12", "no. 12", "his phone number is 12"."""
    words = list(phrase.tokens)
    if phrase.kind != "noun" or words[-1] not in _NUMBERED or place.first == 0:
        return None
    if phrase.words == "code" and page.lower(place.first - 1) == "number":
        noun = page[place.first - 1]
        if noun.i and page[noun.i - 1].pos_ in ("ADJ", "DET", "PRON"):
            return Edit(told, place, Span(noun.idx + len(noun), place.span.end))
        return Edit(told, place, Span(noun.idx, place.span.end), phrase, words="some number")
    if phrase.words == "code" and (code := behind_noun(page, told, place, phrase)) is not None:
        return code
    i = place.first - 1
    i -= page[i].text == "."
    if page.lower(i) in ("is", "was") and page.lower(i - 1) in (words[-1], "no."):
        return Edit(told, place, place.span, phrase, words=WITHHELD)
    sign = page.lower(i).rstrip(".") in _SIGNS
    if (
        page[i].pos_ == "NOUN"
        and page.lower(i).replace("-", "") == words[0].replace("-", "")
        and len(words) > 1
    ):
        return Edit(told, place, Span(page.end(i), place.span.end), attribute=phrase)
    if not sign and page.lower(i) != words[-1]:
        return None
    said = next(
        (
            k
            for k in range(len(words), 0, -1)
            if [page.lower(i - k + 1 + n) for n in range(k)] == words[-k:]
            or [page.lower(i - k + 1 + n) for n in range(k)] == words[:k]
        ),
        0,
    )
    if not sign and not said and page.lower(i) != "number":
        return None
    start = i - max(said, 1) + 1
    before = page[start - 1] if start else None
    if (
        before is not None
        and page.lower(i) != "number"
        and (sign or said)
        and before.pos_ in ("NOUN", "PROPN")
        and before.whitespace_
    ):
        named = before.idx + len(before) if sign else page.end(i)
        return Edit(told, place, Span(named, place.span.end), attribute=phrase)
    if before is not None and (before.pos_ in ("DET", "PRON", "ADJ")) and before.lower_ not in ("a", "an"):
        end = page.end(i)
        if page.lower(i) in (*words, "number"):
            return Edit(told, place, Span(end, place.span.end))
    return Edit(told, place, Span(page[start].idx, place.span.end), phrase, determiner="a")


def joined(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """Return part of a hyphenated word ("London-based"): bare, and an article before it follows the sound."""
    edit = Edit(told, place, place.span, phrase)
    beside = not place.joined_left and place.determiner == place.first - 1
    return with_article(page, place, edit) if beside else edit
