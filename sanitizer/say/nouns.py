"""Say a noun phrase in the place of a mention: determiner, number, the name behind its description, the modifier."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sanitizer.recognize.name_groups import TITLES
from sanitizer.say.edits import Edit, Told
from sanitizer.say.phrases import EMPTY_PERSONS, SOMETHING, Phrase, phrase_of
from sanitizer.say.places import Covered, Page, Place, keeps_capital, names_people, office
from sanitizer.say.values import gone, value_edit
from sanitizer.text.inflection import WORDS, article, is_mass, singular
from sanitizer.text.surroundings import is_common, is_person_word
from sanitizer.types import Span

_NAMING: Final = frozenset({"named", "called", "titled", "entitled"})
_GREETINGS: Final = frozenset({"dear", "hello", "hi", "hey"})
_GOES_ON: Final = WORDS["go_on"] | WORDS["determiners"] | {"a", "an"}
_NAMES: Final = WORDS["names"]
_SIGNS: Final = frozenset({"no", "nos", "nr", "nrs", "№", "tel", "telephone", "phone", "fax", "mobile"})
_NUMBERED: Final = frozenset({"number", "code", "address", "account"})
_MISREAD: Final = frozenset({"country", "state", "place", "location"})
"""Kinds that say something else before a noun."""
_VALUES: Final = frozenset({"period", "time", "age", "value", "unsaid"})


def drafts(page: Page, told: Sequence[Told], places: Sequence[Place | None]) -> list[Edit]:
    """An edit for each mention, by itself and by the noun phrase that it shares with others. All are disjoint."""
    members = _members(places)
    hosts = {i: host for host, inside in members.items() for i in inside}
    done: list[Edit] = []
    for i, (one, place) in enumerate(zip(told, places, strict=True)):
        if place is None or one.phrase is None:
            done.append(Edit(one, None, one.span))
            continue
        host = hosts.get(i)
        owner = places[host] if host is not None else None
        beside = (
            told[host].phrase
            if host is not None and owner is not None and owner.front == place.last + 1
            else None
        )
        if beside is not None and beside.empty and _tells_more(one, place):
            owner, place = None, replace(place, modifies=None)
        within = [p for j in members.get(i, ()) if (p := places[j]) is not None]
        done.append(_of_phrase_with(page, one, place, owner, within, told[i - 1]))
        if within:
            _move_determiner(page, done, members[i][0])
    return done


def _tells_more(told: Told, place: Place) -> bool:
    """Whether a name is told as a thing of its own, so that an empty word behind it ("an aircraft _a work_") may go."""
    return place.named and told.phrase is not None and told.phrase.kind == "noun" and not told.phrase.empty


def _members(places: Sequence[Place | None]) -> dict[int, list[int]]:
    """For each mention, the earlier ones within its noun phrase, in order."""
    found: dict[int, list[int]] = {}
    for i, place in enumerate(places):
        if place is None:
            continue
        start = min((*place.left, *place.titles, place.front))
        j = i - 1
        while (
            j >= 0
            and (before := places[j]) is not None
            and start <= before.first
            and before.last < place.first
            and not before.owns
        ):
            found.setdefault(i, []).insert(0, j)
            j -= 1
    return found


def _of_phrase_with(
    page: Page, told: Told, place: Place, owner: Place | None, within: Sequence[Place], before: Told
) -> Edit:
    """The edit of one mention; ``within`` are those before it in its noun phrase, which have its determiner. Where it
    would grow over another mention it does not grow."""
    governed = within and place.determiner is not None
    if within:
        last = within[-1].last
        if (
            last == place.front - 1
            and told.phrase is not None
            and told.phrase.empty
            and _tells_more(before, within[-1])
        ):
            return _owned(place, Edit(told, place, Span(within[-1].span.end, place.span.end)))
        noun = place.noun
        place = replace(
            place,
            left=tuple(i for i in place.left if i > last),
            noun=tuple(i for i in noun if i > last),
            determiner=None,
        )
        if noun and not place.noun and told.phrase is not None and told.phrase.kind == "noun":
            return _owned(
                place, Edit(told, place, Span(page[noun[0]].idx + len(page[noun[0]]), place.span.end))
            )
    try:
        edit = _draft(page, told, place, owner)
        outside = page.covers(edit.span.start, told.span.start) or page.covers(told.span.end, edit.span.end)
    except Covered:
        outside = True
    if outside:
        edit = plain(told, place)
    return replace(edit, determiner="", open=False) if governed and edit.determiner else edit


def plain(told: Told, place: Place) -> Edit:
    """The edit that changes no more than the mention."""
    phrase = told.phrase
    noun = phrase is not None and phrase.kind == "noun" and phrase.countable
    bare = (
        place.determiner is not None
        or place.left
        or place.modifies is not None
        or place.many
        or place.joined_left
    )
    edit = Edit(told, place, told.span, phrase, determiner="a" if noun and not bare else "", many=place.many)
    return replace(edit, owns=bool(place.owns) and place.owns <= told.span.end)


def _move_determiner(page: Page, done: list[Edit], first: int) -> None:
    """Leave the determiner of the last edit to the one that its noun phrase begins with."""
    edit, lead = done[-1], done[first]
    if not edit.determiner or lead.place is None:
        return
    if lead.determiner or lead.place.determiner is not None:
        done[-1] = replace(edit, determiner="", open=False)
        return
    left = lead.place.left
    if left and not lead.before and not page.taken[page[left[0]].idx : lead.place.span.start].any():
        start = page[left[0]].idx
        done[first] = replace(
            lead, span=Span(start, lead.span.end), before=page.text[start : lead.place.span.start]
        )
    done[-1] = replace(edit, follows=lead.told.span)


_RESULTS: Final = frozenset({"positive", "negative"})
_HAVE: Final = {
    "is": "has", "was": "had", "are": "have", "were": "had", "am": "have", "be": "have", "been": "had",
    "being": "having",
}  # fmt: skip


def _of_test(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """An illness with the result of its test: "is HIV positive" -> "has a disease"; None for all else."""
    last = page[place.last]
    if phrase.kind != "noun" or last.lower_ not in _RESULTS or place.first == place.last:
        return None
    illness = f"{article(phrase.words)} {phrase.words}"
    behind = last.nbor(1) if last.i + 1 < len(last.doc) else None
    if behind is not None and behind.pos_ in ("NOUN", "PROPN"):
        words = f"{phrase.words.replace(' ', '-')}-{last.lower_}"
        front = page[place.first - 1] if place.first else None
        given = front is not None and front.lower_ in ("a", "an")
        start = front.idx if front is not None and given else told.span.start
        return Edit(
            told, place, Span(start, told.span.end), phrase, determiner="a" if given else "", words=words
        )
    be = page[place.first - 1] if place.first else None
    if be is None or be.lower_ not in _HAVE:
        return Edit(told, place, told.span, phrase, words=f"{last.lower_} for {illness}")
    verb = _HAVE[be.lower_] if last.lower_ == "positive" else f"{be.lower_} free of"
    return Edit(told, place, Span(be.idx, told.span.end), phrase, words=f"{verb} {illness}")


def _draft(page: Page, told: Told, place: Place, owner: Place | None) -> Edit:
    phrase = told.phrase
    assert phrase is not None  # the caller's
    if phrase.kind == "mark":
        return Edit(told, place, told.span, phrase)
    for form in (_field, _labelled, _of_test):
        if (found := form(page, told, place, phrase)) is not None:
            return found
    if phrase.kind in _VALUES:
        return value_edit(page, told, place, phrase)
    if place.joined_left or place.joined_right:
        return _joined(page, told, place, phrase)
    if owner is not None and owner.noun and place.first <= owner.noun[0] <= place.last:
        return _described_by(page, told, place, phrase)
    if owner is not None and place.named and owner.named and owner.first == place.last + 1:
        owner = None
    if (named := _as_name(page, told, place, phrase)) is not None:
        return named
    before = page[place.front - 1].pos_ if place.front else ""
    if phrase.person and not (place.left or place.determiner is not None or before in ("ADP", "AUX")):
        place = replace(place, modifies=None)  # the word behind it may be its verb: "Ann lives"
    if owner is not None or place.modifies is not None:
        return _modifier(page, told, place, phrase, owner)
    if phrase.kind == "name":
        return _proper(page, told, place, phrase)
    return _head(page, told, place, phrase)


def _text(page: Page, first: int, end: int) -> str:
    """The characters from the word ``first`` up to an offset."""
    return page.copy(page[first].idx, end)


def _owned(place: Place, edit: Edit) -> Edit:
    if not place.owns:
        return edit
    phrase = edit.phrase
    if phrase is not None and phrase.kind == "noun" and phrase.after:
        edit = replace(edit, phrase=phrase_of(phrase.short))
    return replace(edit, span=Span(edit.span.start, place.owns), owns=True)


# --- what is no noun phrase in a sentence --------------------------------------------------------------------------


def _field(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """The value of a field of a form, and a greeting: "Name: Ann Ek", "Dear Ann"."""
    text = page.text
    line = text.rfind("\n", 0, place.span.start) + 1
    left = text[line : place.span.start]
    if (
        left.rstrip()[-1:] in (":", "=", "#")
        and len(left.split()) < 6
        and not left.rstrip()[:-1].endswith(('"', ","))
    ):
        name = left.rstrip(" :=#").rsplit(" ", 1)[-1].lower()
        head = phrase.head.lower() or phrase.words
        rest = text[place.span.end : place.span.end + 40].partition("\n")[0].strip()
        lone = rest[:1] in ("", ",", ";", "|")
        if name in (head, f"{head}s") or (
            lone and phrase.empty and phrase.kind in ("noun", "unsaid") and place.modifies is None
        ):
            return Edit(told, place, place.span, phrase, words="withheld")
    start = min((*place.titles, place.first))
    if (
        place.named
        and phrase.person
        and start
        and page[start - 1].lower_ in _GREETINGS
        and len(left.split()) <= 1 + len(place.titles)
    ):
        if page[start - 1].lower_ == "dear":
            words = {"man": "Sir", "woman": "Madam"}.get(phrase.sex, "Sir or Madam")
            return Edit(told, place, Span(page[start].idx, place.span.end), phrase, words=words)
        return Edit(told, place, Span(page[start - 1].idx + len(page[start - 1]), place.span.end))
    return None


def _labelled(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """A number behind the words for it: "case number 12", "no. 12", "his phone number is 12"."""
    words = phrase.words.split(" ")
    if phrase.kind != "noun" or words[-1] not in _NUMBERED or place.first == 0:
        return None
    if phrase.words == "code" and page.lower(place.first - 1) == "number":
        noun = page[place.first - 1]
        if noun.i and page[noun.i - 1].pos_ in ("ADJ", "DET", "PRON"):
            return Edit(told, place, Span(noun.idx + len(noun), place.span.end))
        return Edit(told, place, Span(noun.idx, place.span.end), phrase, words="some number")
    i = place.first - 1
    i -= page[i].text == "."
    if page.lower(i) in ("is", "was") and page.lower(i - 1) in (words[-1], "no."):
        return Edit(told, place, place.span, phrase, words="withheld")
    sign = page.lower(i).rstrip(".") in _SIGNS
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
        and sign
        and before.pos_ in ("NOUN", "PROPN")
        and before.whitespace_
    ):
        return Edit(told, place, Span(before.idx + len(before), place.span.end), attribute=phrase)
    if before is not None and (before.pos_ in ("DET", "PRON", "ADJ")) and before.lower_ not in ("a", "an"):
        end = page[i].idx + len(page[i])
        if page.lower(i) in (*words, "number"):
            return Edit(told, place, Span(end, place.span.end))
    return Edit(told, place, Span(page[start].idx, place.span.end), phrase, determiner="a")


def _joined(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """Part of a hyphenated word ("London-based"): bare, and an article before it follows the sound."""
    edit = Edit(told, place, place.span, phrase)
    if (
        not place.joined_left
        and place.determiner is not None
        and place.determiner == place.first - 1
        and page.lower(place.determiner) in ("a", "an")
    ):
        return replace(edit, span=Span(page[place.determiner].idx, place.span.end), determiner="a")
    return edit


def _as_name(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """A name as such, which goes: "born Ann Lee", "known as Ann", "under the name Ann", "a doctor named Ann"."""
    if not place.named or place.owns:
        return None
    i = min((*place.titles, place.front)) - 1
    if i > 0 and i == place.determiner and page.lower(i) in ("a", "an", "the"):
        i -= 1
    if i > 0 and page[i].text in "\"“'‘":
        i -= 1
    before = page.lower(i)
    ends = page.lower(place.last + 1) in (",", ";", ".", ")")
    if before in _NAMING and i > 0 and page[i - 1].text == "," and ends:
        return Edit(told, place, Span(page[i - 1].idx, place.span.end))
    if before in _NAMING and i > 0 and page[i - 1].pos_ in ("NOUN", "PROPN") and page[i - 1].text.islower():
        return Edit(told, place, Span(page[i - 1].idx + len(page[i - 1]), place.span.end))
    noun = singular(before) or before
    if noun in _NAMES and page[i].text.islower():
        return _renamed(page, told, place, i)
    return _other_name(page, told, place, phrase, i) if phrase.empty else None


def _other_name(page: Page, told: Told, place: Place, phrase: Phrase, i: int) -> Edit | None:
    """Another name of a person or thing behind the word ``i``: "known as Ann", "born Ann Lee"."""
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
    if page.lower(i - 1) == "," and following[1:2] not in ("i", "o"):  # ", born Ann Lee (1853-1932),"
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


def _described_by(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """A mention that is the description of a name: the name goes, and this is the head of its phrase."""
    edit = _one(page, place, Edit(told, place, place.span, phrase))
    if place.determiner is not None or edit.determiner or place.many:
        return replace(edit, many=place.many)
    if not place.left:
        return replace(edit, determiner="a")
    start = page[place.left[0]].idx
    before = small(page, place.left[0], page.copy(start, place.span.start))
    return replace(edit, span=Span(start, edit.span.end), before=before, determiner="a")


# --- modifiers -----------------------------------------------------------------------------------------------------


def _modifier(page: Page, told: Told, place: Place, phrase: Phrase, owner: Place | None) -> Edit:
    """What stands before the noun that it modifies: an adjective, a kind, "of" behind the noun, or nothing."""
    if phrase.kind == "adjective" or (phrase.kind == "name" and not place.owns):
        return _adjective(page, told, place, phrase.words)
    if place.owns:
        return _head(page, told, place, phrase)
    if phrase.empty or (phrase.person and owner is not None) or (phrase.after and owner is not None):
        return _dropped(page, told, place)
    noun = place.modifies
    adjective = not place.named and page[place.slot.head].pos_ == "ADJ"
    if adjective and (place.determiner is None or page.lower(place.determiner) != "the"):
        return _adjective(page, told, place, phrase.container)
    plain = phrase.words.islower() and " " not in phrase.words and not phrase.person
    determiner = "" if place.determiner is None else page.lower(place.determiner)
    close = noun is None or noun == place.last + 1
    if (
        (not place.named and not adjective)
        or owner is not None
        or noun is None
        or place.headline
        or place.shouting
    ):
        kept = (plain and (close or not place.named)) or (not place.named and not phrase.after)
        return (
            _compound(page, told, place, phrase) if kept else _adjective(page, told, place, phrase.container)
        )
    if phrase.head == page.lower(noun):  # "the Adriatic sea", of which a sea is told
        return _before_its_kind(page, told, place, phrase, noun)
    if (
        determiner in ("the", "")
        and (determiner or singular(page.lower(noun)) is None or not plain)
        and noun - place.last <= 2
    ):
        return _of_phrase(page, told, place, phrase, noun, determiner)
    if plain and close and phrase.words not in _MISREAD:
        return _compound(page, told, place, phrase)
    return _adjective(page, told, place, phrase.container)


def _adjective(page: Page, told: Told, place: Place, word: str) -> Edit:
    if not word:
        return _dropped(page, told, place)
    edit = Edit(told, place, place.span, phrase_of(word), words=word)
    if place.article:
        return replace(edit, determiner="a" if place.article != "the" else "the")
    i = place.determiner
    if i is not None and page.lower(i) in ("a", "an"):
        return replace(
            edit, span=Span(page[i].idx, place.span.end), determiner="a", before=_before(page, place)
        )
    if i is None and place.named and not place.left and _needs_article(page, place):
        return replace(edit, determiner="a")
    return edit


def _before(page: Page, place: Place) -> str:
    """The words of the noun phrase between its determiner and the mention."""
    words = [*place.left, *place.titles]
    if not words:
        return ""
    return page.copy(page[words[0]].idx, place.span.start)


def _compound(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """A kind before a noun: "a city hotel"."""
    edit = Edit(told, place, place.span, phrase)
    i = place.determiner
    if place.article:
        return replace(edit, determiner="a" if place.article != "the" else "the")
    if i is not None:
        if page.lower(i) in ("a", "an"):
            return replace(
                edit, span=Span(page[i].idx, place.span.end), determiner="a", before=_before(page, place)
            )
        return edit
    if place.named and _needs_article(page, place):
        return replace(edit, span=_phrase_span(page, place), determiner="a", before=_before(page, place))
    return edit


def _phrase_span(page: Page, place: Place) -> Span:
    """From the first word of the noun phrase to the end of the mention."""
    start = min((*place.left, *place.titles, place.front))
    return Span(page[start].idx if start != place.front else place.span.start, place.span.end)


def _needs_article(page: Page, place: Place) -> bool:
    """Whether the noun that a name modifies has no article of its own once the name is none."""
    if place.modifies is None or place.determiner is not None or place.headline or place.shouting:
        return False
    noun = page[place.modifies]
    word = noun.lower_
    if place.front == 0 or page[place.front - 1].pos_ not in ("ADP", "AUX", "VERB"):
        return False
    return noun.pos_ in ("NOUN", "PROPN") and singular(word) is None and is_common(word) and not is_mass(word)


def _dropped(page: Page, told: Told, place: Place) -> Edit:
    edit = gone(page, told, place)
    if (
        not edit.determiner
        and place.named
        and not place.left
        and not place.article
        and _needs_article(page, place)
    ):
        return replace(edit, determiner="a")
    if (
        edit.span.start == place.span.start
        and place.left
        and place.determiner is not None
        and page.lower(place.determiner) in ("a", "an")
    ):
        kept = page.copy(page[place.determiner + 1].idx, edit.span.start)
        return replace(
            edit, span=Span(page[place.determiner].idx, edit.span.end), determiner="a", before=kept
        )
    return edit


def _before_its_kind(page: Page, told: Told, place: Place, phrase: Phrase, noun: int) -> Edit:
    end = page[noun].idx + len(page[noun])
    the = place.determiner is not None and page.lower(place.determiner) == "the" and not place.left
    start = page[place.determiner].idx if the and place.determiner is not None else place.span.start
    return Edit(told, place, Span(start, end), phrase, determiner="a", open=True)


def _of_phrase(page: Page, told: Told, place: Place, phrase: Phrase, noun: int, determiner: str) -> Edit:
    """ "the Barcelona team" -> "the team of a city"."""
    end = page[noun].idx + len(page[noun])
    words = page.copy(page[place.last + 1].idx, end)
    if not determiner and singular(page.lower(noun)) is None and not _needs_article(page, place):
        return _adjective(page, told, place, phrase.container)
    bare = not determiner and _needs_article(page, place)
    lead = f"{article(words)} {words}" if bare else words
    return Edit(
        told, place, Span(place.span.start, end), phrase, lead=f"{lead} of ", determiner="a", open=True
    )


# --- heads ---------------------------------------------------------------------------------------------------------


def _proper(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """A name in the place of a name: "the Netherlands" -> "Europe"."""
    edit = Edit(told, place, _phrase_span(page, replace(place, left=())), phrase)
    i = place.determiner
    if place.named and i is not None and i == place.first - 1 and page.lower(i) in ("the", "a", "an"):
        edit = replace(edit, span=Span(page[i].idx, edit.span.end))
    return _owned(place, edit)


def _head(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """A noun phrase of its own, or the end of one that began before."""
    if place.named and place.noun:
        return _described(page, told, place, phrase)
    if (
        phrase.person
        and place.slot.relation == "vocative"
        and (called := _called(page, told, place)) is not None
    ):
        return called
    if phrase.words == SOMETHING and (told_of := _of_something(page, told, place)) is not None:
        return told_of
    if place.named:
        found = _between_commas(page, told, place, phrase) or _behind_kind(page, told, place, phrase)
        if found is not None:
            return found
    if place.titles and (pair := _couple(page, told, place)) is not None:
        return pair
    if (
        phrase.kind == "adjective"
        and not place.many
        and (
            place.slot.relation in ("root", "amod", "acl", "xcomp")
            and not place.article
            and place.determiner is None
            and not place.named
        )
    ):
        return _owned(place, Edit(told, place, place.span, phrase))
    if place.titles and phrase.empty and (word := office(page, place)):
        phrase = phrase_of(word)
    edit = Edit(told, place, _phrase_span(page, replace(place, left=())), phrase)
    adverb = page[place.first - 1] if place.first and not place.titles else None
    inner = adverb.head if adverb is not None and adverb.pos_ == "ADV" else None
    if (
        adverb is not None
        and inner is not None
        and place.first <= inner.i < place.last
        and inner.pos_ in ("ADJ", "VERB")
    ):
        edit = replace(edit, span=Span(adverb.idx, edit.span.end))
    people = phrase.kind == "adjective" and names_people(page[place.slot.head])
    if place.many or people or _counted_many(page, place):
        edit = replace(edit, many=True)
        return _owned(place, _many(page, place, edit))
    return _owned(place, _one(page, place, edit))


def _couple(page: Page, told: Told, place: Place) -> Edit | None:
    """ "Mr and Mrs Ek" are two."""
    i = place.titles[0]
    if i < 2 or page.lower(i - 1) not in ("and", "&") or page.lower(i - 2).rstrip(".") not in TITLES:
        return None
    span = Span(page[i - 2].idx, place.owns or place.span.end)
    return Edit(told, place, span, phrase_of("person"), determiner="two", many=True, owns=bool(place.owns))


def _called(page: Page, told: Told, place: Place) -> Edit | None:
    """The name of who is spoken to goes with its comma: "Thank you, Ann."."""
    i = min((*place.titles, place.front)) - 1
    if i < 0 or page[i].text != "," or page.lower(place.last + 1) not in (".", "!", "?", ",", "\n"):
        return None
    return Edit(told, place, Span(page[i].idx, place.span.end))


def _of_something(page: Page, told: Told, place: Place) -> Edit | None:
    """What says of a noun only that it is of something goes: "section 11 of the Insurance Act"."""
    i = place.front - 1 if place.determiner is None else place.determiner - 1
    governor = place.slot.governor
    alone = not (place.left or place.owns or place.slot.conjuncts) and place.slot.relation == "nmod"
    if not alone or governor is None or page[i].pos_ != "ADP" or page[governor].pos_ not in ("NOUN", "PROPN"):
        return None
    before = page[i - 1]
    beside = governor == i - 1 or (governor == i - 2 and before.pos_ == "NUM")  # "section 11"
    return Edit(told, place, Span(before.idx + len(before), place.span.end)) if beside else None


def _behind_kind(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """A name behind the noun for what it names: "the city of Lyon", "the head of the orchestra Bo Ek"."""
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
        return Edit(told, place, Span(page[i - 1].idx + len(page[i - 1]), place.span.end), attribute=phrase)
    said = phrase_of(page.lower(i - 1)) if phrase.empty else phrase
    return Edit(told, place, Span(page[start].idx, place.span.end), said, determiner="a", open=True)


def _counted_many(page: Page, place: Place) -> bool:
    """Whether the words before want a plural ("one of the Canary Islands"), but of a list ("both Lyon and Porto")."""
    i = place.determiner
    if i is None:
        return False
    if page.lower(i) == "the" and page.lower(i - 1) == "of":
        return page.lower(i - 2) in (WORDS["many"] | {"one", "some", "any", "each"})
    both = place.slot.conjuncts or page.lower(place.last + 1) == "and"
    return page.lower(i) in WORDS["many"] and not both


def _many(page: Page, place: Place, edit: Edit) -> Edit:
    if place.article == "the":
        return replace(edit, determiner="the")
    return edit


def _one(page: Page, place: Place, edit: Edit) -> Edit:
    i = place.determiner
    determiner = "" if i is None else page.lower(i)
    before = _before_titles(page, place)
    start = edit.span.start
    if edit.phrase is not None and edit.phrase.words == SOMETHING and determiner in ("", "a", "an", "the"):
        first = i if i is not None else place.left[0] if place.left else None
        start = start if first is None else page[first].idx
        return replace(edit, span=Span(start, edit.span.end), open=place.named)
    if determiner in ("a", "an") and i is not None:
        return replace(edit, span=Span(page[i].idx, edit.span.end), determiner="a", before=before)
    if determiner == "the" and i is not None:
        if place.named and not place.left:
            return replace(edit, span=Span(page[i].idx, edit.span.end), determiner="a", open=True)
        return edit
    if i is not None:
        return edit
    if place.named:
        if before:
            start = page[place.left[0]].idx
        counts = edit.phrase is not None and (edit.phrase.countable or bool(before))
        determiner = "a" if counts else ""
        return replace(
            edit,
            span=Span(start, edit.span.end),
            determiner=determiner,
            before=small(page, place.left[0], before) if before else "",
            open=True,
        )
    if place.article:
        return replace(edit, determiner="the" if place.article == "the" else "a")
    if place.left or _stands_bare(page, place, edit):
        return edit
    return replace(
        edit,
        determiner="a"
        if edit.phrase is not None and (edit.phrase.countable or edit.phrase.kind == "adjective")
        else "",
    )


def _before_titles(page: Page, place: Place) -> str:
    if not place.left:
        return ""
    end = page[place.titles[0]].idx if place.titles else place.span.start
    return page.copy(page[place.left[0]].idx, end)


def small(page: Page, first: int, words: str) -> str:
    """Words that begin with the word ``first``, with a small letter where a sentence or title gave the capital."""
    token = page[first]
    return words if not words[:1].isupper() or keeps_capital(token) else words[0].lower() + words[1:]


def _stands_bare(page: Page, place: Place, edit: Edit) -> bool:
    """Whether a common noun stood without an article that any singular would have: "a singer and *dancer*"."""
    if edit.phrase is not None and not (edit.phrase.countable or edit.phrase.kind == "adjective"):
        return True
    head = page[place.slot.head]
    if not is_person_word(head.lower_):
        adjective = (
            head.i > 1 and page[place.first - 1].pos_ == "CCONJ" and page[place.first - 2].pos_ == "ADJ"
        )
        return bool(adjective)
    return bool(place.slot.conjuncts) and place.slot.relation != "nsubj"


def _described(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """A name behind the word for its bearer goes, and the word takes the article that it then needs: "stars actor Bo
    Ek" -> "stars an actor"."""
    noun = page[place.noun[0]]
    if not _may_bear(noun.lower_, phrase) or (phrase.person and _begins_clause(page, place, noun.lower_)):
        return _owned(place, Edit(told, place, place.span, phrase, determiner="a", open=True))
    end = noun.idx + len(noun)
    attribute = phrase_of(noun.lower_)
    if place.determiner is not None or singular(noun.lower_) is not None:
        return _owned(place, Edit(told, place, Span(end, place.span.end), attribute=attribute))
    first = page[place.left[0]]
    before = page.copy(first.idx, end)
    governed = (
        place.left[0] > 1
        and page[place.left[0] - 1].lower_ == "and"
        and _governs_before(page, place.left[0] - 2)
    )
    if governed:
        return _owned(place, Edit(told, place, Span(end, place.span.end), attribute=attribute))
    words = small(page, first.i, before)
    return _owned(
        place, Edit(told, place, Span(first.idx, place.span.end), phrase_of(words), determiner="a", open=True)
    )


def _governs_before(page: Page, i: int) -> bool:
    """Whether a noun before "and" has a determiner: "his friend and *mentor*", "her brother Al and *sister*"."""
    token = page[i]
    while token.pos_ == "PROPN" and token.head.i < token.i:
        token = token.head
    return any(t.pos_ in ("DET", "PRON") and t.i < token.i for t in token.children)


def _begins_clause(page: Page, place: Place, noun: str) -> bool:
    """Whether a clause begins with a person behind a word for a thing: "the film Hitchcock *directed*"."""
    following = place.last + 1
    verb = following < len(page) and page[following].pos_ in ("VERB", "AUX")
    return verb and not is_person_word(singular(noun) or noun)


def _may_bear(noun: str, phrase: Phrase) -> bool:
    one = singular(noun) or noun
    if is_person_word(one):
        return phrase.person or phrase.empty
    return not phrase.person or phrase.words in EMPTY_PERSONS


def _between_commas(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit | None:
    """A name that tells no more of who was just told: "his wife, Ann, left" -> "his wife left"."""
    i = place.first - 1
    if not phrase.empty or place.owns or i < 1 or page[i].text != "," or place.titles or place.left:
        return None
    noun = page[i - 1]
    those = phrase.person and noun.pos_ in ("PRON", "DET")
    if not those and (noun.pos_ != "NOUN" or is_person_word(noun.lower_) is not phrase.person):
        return None
    if not phrase.person and not any(t.pos_ in ("DET", "PRON") for t in noun.children):
        return None
    following = page[place.last + 1] if place.last + 1 < len(page) else None
    edit = Edit(told, place, Span(page[i].idx, place.span.end), attribute=phrase_of(noun.lower_))
    if following is None or following.text in ".;:)" or following.pos_ in ("VERB", "AUX"):
        return edit
    if following.text != "," or place.last + 2 >= len(page):
        return None
    after = page[place.last + 2]
    if after.text[:1].isupper():
        return None
    if after.lower_ in _GOES_ON or after.lower_.endswith("ing"):
        return edit
    goes = after.pos_ in ("VERB", "AUX", "ADV", "ADJ")
    return replace(edit, span=Span(page[i].idx, following.idx + 1)) if goes else None
