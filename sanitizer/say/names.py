"""Say names beside the nouns for their bearers: "born Ann Lee", "the actor Bo Ek", "his wife, Ann"."""

from dataclasses import replace
from typing import Final

from spacy.tokens import Token

from sanitizer.say.determiners import many_edit, one_edit, owned, small
from sanitizer.say.phrases import EMPTY_PERSONS, Phrase
from sanitizer.say.phrases_from_labels import NAME, phrase_of
from sanitizer.say.plan_types import Edit, Told
from sanitizer.say.positions import (
    RELATIVES,
    Page,
    Place,
    described_again,
    is_told_title,
    joins_noun,
    office,
    own_titles,
)
from sanitizer.text.inflection import WORDS, singular
from sanitizer.text.mention_syntax import WEAK
from sanitizer.text.surroundings import is_person_word, kinds_above, may_be_person
from sanitizer.text.titles import TITLES
from sanitizer.types import Span

_WITHIN: Final = frozenset({"case", "flat", "compound", "nmod"})
_NAMING: Final = frozenset({"named", "called", "titled", "entitled"})
_NAMES: Final = WORDS["names"]
_SET_BESIDE: Final = frozenset({"a", "an", "the", "aged", *RELATIVES})
_NEXT_CLAUSE: Final = frozenset({"who", "whose", "whom", "and", "but"})
_GOES_WITH: Final = _NEXT_CLAUSE | {"which", "where", "or", "aged"}
_GOES_ON: Final = WORDS["go_on"] | WORDS["determiners"] | {"a", "an"}


def as_name(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return a name as such, which goes: "born Ann Lee", "known as Ann", "under the name Ann", "a doctor named Ann"."""
    if not place.named or place.owns:
        return None
    i = place.name_begins - 1
    if i > 0 and i == place.determiner and page.lower(i) in ("a", "an", "the"):
        i -= 1
    if i > 0 and page[i].text in "\"“'‘":
        i -= 1
    before = page.lower(i)
    ends = page.lower(place.last + 1) in (",", ";", ".", ")")
    if before in _NAMING and i > 0 and page[i - 1].text == "," and ends:
        return Edit(told, place, Span(page[i - 1].idx, place.span.end))
    if before in _NAMING and i > 0 and page[i - 1].pos_ in ("NOUN", "PROPN") and page[i - 1].text.islower():
        return Edit(told, place, Span(page.end(i - 1), place.span.end))
    if page[i].lemma_.lower() == "be" and page.lower(i - 1) in _NAMES:  # what somebody is called
        return Edit(told, place, place.span, NAME, label=NAME)
    noun = singular(before) or before
    if noun in _NAMES and page[i].text.islower():
        return _renamed(page, told, place, i)
    return _other_name(page, told, place, phrase, i) if phrase.empty else None


def _other_name(page: Page, told: Told, place: Place, phrase: Phrase, i: int) -> Edit | None:
    """Return another name of a person or thing behind the word ``i``: "known as Ann", "born Ann Lee"."""
    before, start = page.lower(i), page[i].idx
    known = (page.lower(i - 1), page.lower(i - 2))
    if (
        before == "as"
        and "known" in known
        and not {"best", "better"} & {page.lower(i - 2), page.lower(i - 3)}
    ):
        return Edit(told, place, Span(start, place.span.end), phrase, words="by another name")
    if before != "born":
        return None
    following = page.text[place.span.end : place.span.end + 2]
    if page.text[start - 1 : start] == "(" and following[:1] == ")":
        return Edit(
            told, place, Span(start - 1 - (page.text[start - 2 : start - 1] == " "), place.span.end + 1)
        )
    if following in (", ", "; ") and page.text[place.span.end + 2 : place.span.end + 3].isdigit():
        return Edit(told, place, Span(place.span.start, place.span.end + 2))
    if page.lower(i - 1) == "," and following[1:2] not in ("i", "o"):  # another name between commas
        return Edit(told, place, Span(page[i - 1].idx, place.span.end))
    return Edit(told, place, Span(place.span.start - 1, place.span.end))


def _renamed(page: Page, told: Told, place: Place, i: int) -> Edit:
    """ "under the name Ann Lee" -> "under a name"."""
    noun = page[i]
    if i and page[i - 1].lower_ == "the" and singular(noun.lower_) is None:
        end = noun.idx + len(noun)
        return Edit(
            told, place, Span(page[i - 1].idx, place.span.end), words=page.copy(noun.idx, end), determiner="a"
        )
    return Edit(told, place, Span(noun.idx + len(noun), place.span.end))


def described_by(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """Return a mention that is the description of a name: the name goes, and this is the head of its phrase."""
    edit = Edit(told, place, place.span, phrase, many=place.many)
    edit = many_edit(place, edit) if place.many else one_edit(page, place, edit)
    if place.determiner is not None or edit.determiner or place.many:
        return replace(edit, many=place.many)
    if not place.left:
        return replace(edit, determiner="a")
    start = page[place.left[0]].idx
    before = small(page, place.left[0], page.copy(start, place.span.start))
    return replace(edit, span=Span(start, edit.span.end), before=before, determiner="a")


def described(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """Let a name behind the word for its bearer go, and the word take the article that it then needs: "stars
    actor Bo Ek" -> "stars an actor"."""
    noun = page[place.noun[0]]
    if not _may_bear(noun.lower_, phrase) or (phrase.person and _begins_clause(page, place, noun.lower_)):
        return owned(place, Edit(told, place, place.span, phrase, determiner="a", open=True))
    end = noun.idx + len(noun)
    attribute = phrase_of(singular(noun.lower_) or noun.lower_)
    if place.determiner is not None or singular(noun.lower_) is not None:
        return owned(place, Edit(told, place, Span(end, place.span.end), attribute=attribute))
    first = page[place.left[0]]
    if first.is_sent_start and "relative" in kinds_above(
        noun.lower_
    ):  # notes begin with a relative without an article
        return owned(place, Edit(told, place, Span(end, place.span.end), attribute=attribute))
    before = page.copy(first.idx, end)
    governed = (
        place.left[0] > 1
        and page[place.left[0] - 1].lower_ == "and"
        and _governs_before(page, place.left[0] - 2)
    )
    if governed:
        return owned(place, Edit(told, place, Span(end, place.span.end), attribute=attribute))
    words = small(page, first.i, before)
    return owned(
        place, Edit(told, place, Span(first.idx, place.span.end), phrase_of(words), determiner="a", open=True)
    )


def _governs_before(page: Page, i: int) -> bool:
    """Return whether a noun before "and" has a determiner: "his friend and *mentor*", "her brother Al and *sister*"."""
    token = page[i]
    while token.pos_ == "PROPN" and token.head.i < token.i:
        token = token.head
    return any(t.pos_ in ("DET", "PRON") and t.i < token.i for t in token.children)


def _begins_clause(page: Page, place: Place, noun: str) -> bool:
    """Return whether a clause begins with a person behind a word for a thing: "the film Hitchcock *directed*"."""
    following = place.last + 1
    verb = following < len(page) and page[following].pos_ in ("VERB", "AUX")
    return verb and not is_person_word(singular(noun) or noun)


def _may_bear(noun: str, phrase: Phrase) -> bool:
    one = singular(noun) or noun
    if is_person_word(one) or (phrase.person and may_be_person(one)):
        return phrase.person or phrase.empty
    return not phrase.person or phrase.words in EMPTY_PERSONS


def name_aside(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return a name that tells no more of who was just told: "his wife, Ann, left" -> "his wife left"."""
    i = min((*place.titles, place.first)) - 1
    if i == place.determiner and page.lower(i) == "the":
        i -= 1
    if (
        not _tells_less(page, told, place, phrase, i)
        or page[i].text != ","
        or len(place.left) > len(place.titles)
    ):
        return None
    noun = _described(page, i - 1, place)
    if singular(noun.lower_) is not None and noun.pos_ == "NOUN":  # a list of those whom the noun counts
        return None
    if phrase.person and page[i - 1].like_num and page.covers(page[i - 1].idx, page.end(i - 1)):
        return None  # behind the address of somebody
    those = phrase.person and noun.pos_ in ("PRON", "DET")
    common = noun.pos_ == "NOUN" or (noun.pos_ == "PROPN" and noun.text.islower())
    beside = phrase.person and (_is_subject_beside(page, noun, place) or place.slot.apposition_of == noun.i)
    if not those and not (common and (beside or is_person_word(noun.lower_) is phrase.person)):
        return None
    if not phrase.person and not any(
        t.pos_ in ("DET", "PRON") or t.dep_ == "nmod:poss" for t in noun.children
    ):
        return None
    edit = Edit(told, place, Span(page[i].idx, place.span.end), attribute=phrase_of(noun.lower_))
    return _with_its_comma(page, place, noun, edit)


def _with_its_comma(page: Page, place: Place, noun: Token, edit: Edit) -> Edit | None:
    """Return the edit of a name from the comma before it on, with the comma behind it where that only closes what
    is set beside the noun; None where the name is more than that."""
    following = page.at(place.last + 1)
    if following is not None and following.pos_ in (
        "VERB",
        "AUX",
    ):  # no comma closes: the noun is its subject
        return edit if noun.dep_ in ("nsubj", "nsubj:pass") else None
    if following is None or following.text in ".;:)":
        return edit
    if following.text != "," or place.last + 2 >= len(page):
        return None
    after = page[place.last + 2]
    if after.text[:1].isupper():
        return None
    if described_again(page, after.i):
        return edit
    closed = replace(edit, span=Span(edit.span.start, following.idx + 1))
    if joins_noun(page, after.i) or after.pos_ == "ADP" or _needs(noun, after):
        return closed
    if after.lower_ in _GOES_ON or after.lower_.endswith("ing") or after.pos_ == "NUM":
        return edit
    goes = after.pos_ in ("VERB", "AUX", "ADV", "ADJ") or (noun.dep_ == "nsubj" and noun.head.i == after.i)
    return closed if goes else None


def _needs(noun: Token, after: Token) -> bool:
    """Return whether a clause goes on behind the name beside its noun: with a time ("this morning"), or with what
    it needs ("it is her neighbour, Al, *who* drives", "a warning from a colleague, Bo, *that* ...")."""
    if after.lower_ == "who":
        return any(
            t.lower_ == "it" and t.dep_ in ("nsubj", "expl") for t in (*noun.children, *noun.head.children)
        )
    if after.lower_ == "that":
        return True
    return after.lower_ in ("this", "last", "every") and after.head.dep_ in (
        "obl",
        "obl:unmarked",
        "obl:tmod",
        "nmod:unmarked",
    )


def _tells_less(page: Page, told: Told, place: Place, phrase: Phrase, i: int) -> bool:
    """Return whether nothing is told of a name behind the comma ``i`` but its class or what the noun before it is
    anyway, or its title behind a noun for a person ("a psychologist, Dr Ek, said")."""
    if place.owns or i < 1:
        return False
    noun = _described(page, i - 1, place).lower_
    titled = told.by_title and bool(office(page, place)) and is_person_word(noun)
    known = place.named and phrase.kind == "noun" and phrase.words in kinds_above(noun) | {noun}
    return ((phrase.empty or known) and not place.titles) or (phrase.person and titled)


def _described(page: Page, last: int, place: Place) -> Token:
    """Return the noun that a noun phrase before a name, which ends with the word ``last``, says something of: "the
    foreman at Hadley's, Bill Orrell", but "the return of a boy, Al"."""
    noun = place.slot.apposition_of
    if noun is not None and noun < last:
        return page[noun]
    token = page[last]
    while (
        not is_person_word(token.lower_)
        and token.pos_ != "PRON"
        and token.dep_ in _WITHIN
        and token.head.i < token.i
    ):
        token = token.head
    return token


def _is_subject_beside(page: Page, noun: Token, place: Place) -> bool:
    """Return whether the noun before a name, with a determiner, is the subject of the verb behind the name's second
    comma."""
    verb = page.at(place.last + 2)
    if verb is None or verb.pos_ not in ("VERB", "AUX") or page.lower(place.last + 1) != ",":
        return False
    subject = noun.dep_ in ("nsubj", "nsubj:pass") and noun.head.i in (verb.i, verb.head.i)
    return subject and any(t.pos_ in ("DET", "PRON") for t in noun.children)


def before_description(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Let a name go before what describes its bearer, where a clause goes on or ends behind it: "by Ann Ek, a
    pupil of Bo, and opened" -> "by a pupil of Bo, and opened". Of a person only where nothing is told of the name."""
    the = place.determiner
    bare = not (place.owns or place.left) and (
        the is None or (the == place.front - 1 and page.lower(the) == "the")
    )
    label = phrase.kind == "mark" and place.named
    silent = phrase.empty or label or (place.named and not phrase.person)
    if not silent or not bare or told.referent in page.form.fielded:
        return None
    start = place.last + 1
    if page.lower(start) != "," or page.lower(start + 1) not in ("a", "an"):
        return None
    article, head = page[start + 1], page[place.slot.head]
    noun = article.head
    listed = noun.dep_ == "conj" and any(t.dep_ == "cc" for t in noun.subtree)
    if noun.i < article.i or listed or (noun.dep_ not in WEAK and noun.head.i not in (head.i, head.head.i)):
        return None
    if noun.pos_ != "NOUN" or (phrase.empty and is_person_word(noun.lower_) is not phrase.person):
        return None
    end = noun.right_edge.i + 1
    goes_on = any(page.lower(i) == "," and page.lower(i + 1) in _NEXT_CLAUSE for i in range(noun.i, end + 1))
    if not (goes_on and noun.dep_ == "appos") and page.lower(end) not in (".", ";", ""):
        return None
    if any(page.lower(i) == "," and page.lower(i + 1) not in _GOES_WITH for i in range(noun.i + 1, end)):
        return None  # the comma that closes the description would be left
    first = place.name_begins if the is None else the
    return Edit(told, place, Span(page[first].idx, page[start + 1].idx), attribute=phrase_of(noun.lower_))


def titled(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return a person of whom nothing else is told, called by title and letter as courts do ("Mr X", "Dr Y"); None
    of one without a letter or a title that may be told."""
    letter = page.form.by_name.get(told.referent)
    unknown = phrase.names or (phrase.person and (phrase.empty or phrase.sex != ""))
    if letter is None or letter.bracketed or not (told.by_title and place.named and unknown):
        return None
    kept = [i for i in (*place.titles, *own_titles(page, place)) if is_told_title(page.lower(i).rstrip("."))]
    if not kept:
        return None
    titles = " ".join(page[i].text for i in kept)
    start = page[min(kept[0], place.first)].idx
    return owned(place, Edit(told, place, Span(start, place.span.end), letter, before=f"{titles} "))


def behind_kind(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return a name behind the noun for what it names: "the city of Lyon", "the head of the orchestra Bo Ek"."""
    if place.owns or phrase.kind != "noun":
        return None
    if place.left and page[place.left[-1]].pos_ == "NOUN" and phrase.person:
        noun = page[place.left[-1]]
        if is_person_word(noun.head.lower_) or page.lower(noun.head.i) == "head":
            return Edit(told, place, Span(noun.idx + len(noun), place.span.end))
    i = place.front - 1 if place.determiner is None else place.determiner - 1
    if place.left or page.lower(i) != "of" or page.lower(i - 1) not in WORDS["places"] or phrase.person:
        return None
    start = i - 2 if page.lower(i - 2) == "the" else i - 1
    if start == i - 1 and page[i - 2].pos_ in ("ADJ", "PROPN", "NOUN"):
        return Edit(told, place, Span(page.end(i - 1), place.span.end), attribute=phrase)
    said = phrase_of(page.lower(i - 1)) if phrase.empty else phrase
    return Edit(told, place, Span(page[start].idx, place.span.end), said, determiner="a", open=True)


def called(page: Page, told: Told, place: Place) -> Edit | None:
    """Let the name of who is spoken to go with its comma: "Thank you, Ann.", "Ann, can you come?"."""
    first = place.name_begins
    behind = page.lower(place.last + 1)
    if behind == "," and (page[first].is_sent_start or page.lower(first - 1) == "\n"):
        following = place.last + 2
        if _describes(page, following):
            return None
        head = page[place.slot.head]
        others = [t for t in head.head.children if t.dep_ == head.dep_ and t.i >= following]
        set_beside = page.lower(following) in _SET_BESIDE  # a description stands between commas
        if place.slot.relation != "vocative" and (not others or set_beside):
            return None
        goes_on = following < len(page) and page[following - 1].whitespace_ == " "
        return Edit(told, place, Span(page[first].idx, page[following].idx)) if goes_on else None
    i = first - 1
    if (
        place.slot.relation != "vocative"
        or i < 0
        or page[i].text != ","
        or behind not in (".", "!", "?", ",", "\n")
    ):
        return None
    return Edit(told, place, Span(page[i].idx, place.span.end))


def _describes(page: Page, first: int) -> bool:
    """Return whether a noun phrase with an article begins there that a comma closes: "Ann, the treasurer, said"."""
    if page.lower(first) not in ("a", "an", "the"):
        return False
    noun = page[first].head
    return noun.i > first and page.lower(noun.i + 1) == ","


def couple(page: Page, told: Told, place: Place) -> Edit | None:
    """ "Mr and Mrs Ek" are two."""
    i = place.titles[0] if place.titles else 0
    if i < 2 or page.lower(i - 1) not in ("and", "&") or page.lower(i - 2).rstrip(".") not in TITLES:
        return None
    span = Span(page[i - 2].idx, place.owns or place.span.end)
    return Edit(told, place, span, phrase_of("person"), determiner="two", many=True, owns=bool(place.owns))


def of_something(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """Return what says of a noun only that it is of something goes: "section 11 of the Insurance Act"."""
    i = place.front - 1 if place.determiner is None else place.determiner - 1
    governor = place.slot.governor
    alone = (
        phrase.something
        and not (place.left or place.owns or place.slot.conjuncts)
        and place.slot.relation == "nmod"
    )
    if not alone or governor is None or page[i].pos_ != "ADP" or page[governor].pos_ not in ("NOUN", "PROPN"):
        return None
    before = page[i - 1]
    beside = governor == i - 1 or (governor == i - 2 and before.pos_ == "NUM")  # a number behind its noun
    return Edit(told, place, Span(before.idx + len(before), place.span.end)) if beside else None
