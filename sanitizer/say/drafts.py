"""Draft an edit for each mention: by itself, and by the noun phrase that it shares with others."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from sanitizer.recognize.entity_types import class_word
from sanitizer.say.ages import said_age
from sanitizer.say.determiners import owned
from sanitizer.say.entries import VALUES, code_edit, entry_edit, mark_edit, name_edit
from sanitizer.say.heads import head_edit, is_language, proper
from sanitizer.say.modifiers import dropped, modifier
from sanitizer.say.name_heads import with_head
from sanitizer.say.names import as_name, described_by
from sanitizer.say.omissions import spared, uncompounded, unmarked
from sanitizer.say.phrases import WORKER, Phrase
from sanitizer.say.phrases_from_labels import OCCUPATION, phrase_of
from sanitizer.say.plan_types import Edit, Told
from sanitizer.say.positions import HYPHENS, Covered, Page, Place
from sanitizer.say.set_phrases import greeting, joined, labelled, of_test
from sanitizer.say.structure import Register
from sanitizer.say.values import value_edit
from sanitizer.text.surroundings import is_person_word
from sanitizer.types import Span

_GROUPS: Final = {
    class_word("NORP"): "group",
    "group of people": "group",
    class_word("ETHNICITY"): "descent",
    class_word("RELIGION"): "faith",
    class_word("MARITAL"): class_word("MARITAL"),
    "religious person": "faith",
}
"""What somebody is of who belongs to a people or faith, or has a marital status, of which nothing may be told."""
"""Said of who is one of them; as an adjective it goes."""

_JOB: Final = phrase_of(OCCUPATION)


def drafts(page: Page, told: Sequence[Told], places: Sequence[Place | None]) -> list[Edit]:
    """Return an edit for each mention, by itself and by the noun phrase that it shares with others. All are
    disjoint."""
    members = _members(page, places)
    hosts = {i: host for host, inside in members.items() for i in inside}
    done: list[Edit] = []
    for i, (one, place) in enumerate(zip(told, places, strict=True)):
        if place is None or one.phrase is None:
            done.append(Edit(one, None, one.span))
            continue
        if one.own:
            done.append(replace(joined(page, one, place, one.phrase), words=one.own))
            continue
        host = hosts.get(i)
        owner = places[host] if host is not None else None
        beside = (
            told[host].phrase
            if host is not None and owner is not None and owner.front == place.last + 1
            else None
        )
        if beside is not None and (
            beside.kind in VALUES or (beside.empty and _tells_more(one, place))
        ):  # a time right behind a place modifies nothing
            owner, place = None, replace(place, modifies=None)
        within = [p for j in members.get(i, ()) if (p := places[j]) is not None]
        edit = _of_phrase_with(page, one, place, owner, within, told[i - 1])
        if done and _is_governed_by(page, done[-1], edit):
            edit = replace(edit, determiner="", open=False)
        opens = one.span in page.form.opening and page.text[one.span.start].isupper()
        done.append(replace(edit, opens=True) if opens else edit)
        if within:
            _move_determiner(page, done, members[i][0])
    return done


def _is_governed_by(page: Page, before: Edit, edit: Edit) -> bool:
    """Return whether a value right before a mention has the determiner of both, "her 1993 single"."""
    if before.place is None or before.phrase is None or before.phrase.kind not in VALUES or before.determiner:
        return False
    governs = before.place.determiner is not None and before.place.determiner >= before.place.first - 2
    return governs and edit.determiner in ("a", "the") and page.text[before.span.end : edit.span.start] == " "


def _tells_more(told: Told, place: Place) -> bool:
    """Return whether a name becomes a noun by itself, so that an empty label behind it can go ("an aircraft _a
    work_")."""
    return place.named and told.phrase is not None and told.phrase.kind == "noun" and not told.phrase.empty


def _members(page: Page, places: Sequence[Place | None]) -> dict[int, list[int]]:
    """For each mention, the earlier ones within its noun phrase, in order."""
    found: dict[int, list[int]] = {}
    for i, place in enumerate(places):
        if place is None:
            continue
        start = place.begins
        j = i - 1
        while (
            j >= 0
            and (before := places[j]) is not None
            and (start <= before.first or (start <= before.last and page[start - 1].text in HYPHENS))
            and before.last < place.first
            and not before.owns
        ):
            found.setdefault(i, []).insert(0, j)
            j -= 1
    return found


def _of_phrase_with(
    page: Page, told: Told, place: Place, owner: Place | None, within: Sequence[Place], before: Told
) -> Edit:
    """Return the edit of one mention; ``within`` are those before it in its noun phrase, which have its determiner.
    Where it would grow over another mention it does not grow."""
    governed = within and place.determiner is not None
    if within:
        last = within[-1].last
        if (
            last == place.front - 1
            and told.phrase is not None
            and told.phrase.empty
            and _tells_more(before, within[-1])
        ):
            return owned(place, Edit(told, place, Span(within[-1].span.end, place.span.end)))
        noun = place.noun
        place = replace(
            place,
            left=tuple(i for i in place.left if i > last),
            noun=tuple(i for i in noun if i > last),
            determiner=None,
        )
        if noun and not place.noun and told.phrase is not None and told.phrase.kind == "noun":
            return owned(place, Edit(told, place, Span(page.end(noun[0]), place.span.end)))
    if told.phrase == _JOB and _is_predicate(page, told, place):
        told = replace(told, phrase=phrase_of(WORKER))
    try:
        edit = _draft(page, told, place, owner)
        outside = page.covers(edit.span.start, told.span.start) or page.covers(told.span.end, edit.span.end)
    except Covered:
        outside = True
    if outside:
        edit = plain(told, place)
    return replace(edit, determiner="", open=False) if governed and edit.determiner else edit


def plain(told: Told, place: Place) -> Edit:
    """Return the edit that changes no more than the mention."""
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
    if phrase is not None and phrase.ages is not None:
        edit = replace(edit, words=said_age(phrase.ages))
    if phrase is not None and phrase.kind == "unsaid":
        edit = replace(edit, words=f"[{phrase.words}]")
    return replace(edit, owns=bool(place.owns) and place.owns <= told.span.end)


def _describes_thing(page: Page, place: Place) -> bool:
    """Return whether an adjective stands right before a noun for a thing, whatever the parse makes of that
    ("Victorian postage stamps")."""
    if page[place.slot.head].pos_ != "ADJ" or place.last + 1 >= len(page):
        return False
    following = page[place.last + 1]
    return following.pos_ == "NOUN" and not is_person_word(following.lower_)


def _is_predicate(page: Page, told: Told, place: Place) -> bool:
    """Return whether a mention in a sentence is what somebody is said to be, "a scaffolder"."""
    article = page.governs(place) in ("a", "an")
    return article and place.modifies is None and page.form.of(told.span) is Register.SENTENCE


def _move_determiner(page: Page, done: list[Edit], first: int) -> None:
    """Leave the determiner of the last edit to the one that its noun phrase begins with."""
    edit, lead = done[-1], done[first]
    if not edit.determiner or lead.place is None:
        return
    before = done[first - 1] if first else None
    led = (
        before is not None and before.gone and bool(before.determiner) and before.span.end == lead.span.start
    )
    if led or lead.determiner or lead.place.determiner is not None:
        done[-1] = replace(edit, determiner="", open=False)
        return
    left = lead.place.left
    if left and not lead.before and not page.taken[page[left[0]].idx : lead.place.span.start].any():
        start = page[left[0]].idx
        done[first] = replace(
            lead, span=Span(start, lead.span.end), before=page.text[start : lead.place.span.start]
        )
    done[-1] = replace(edit, follows=lead.told.span)


def _draft(page: Page, told: Told, place: Place, owner: Place | None) -> Edit:
    phrase = told.phrase
    assert phrase is not None  # the caller's
    if phrase.kind == "mark" and not phrase.names:
        return unmarked(page, told, place, phrase) or mark_edit(page, told, place, phrase)
    if phrase.words == class_word("MARITAL") and page[place.slot.head].dep_ == "amod":
        return dropped(page, told, place)
    for form in (
        greeting,
        entry_edit,
        spared,
        uncompounded,
        labelled,
        of_test,
        name_edit,
        with_head,
        code_edit,
    ):
        if (found := form(page, told, place, phrase)) is not None:
            return found
    if phrase.kind in VALUES:
        return value_edit(page, told, place, phrase)
    if place.joined_left or place.joined_right:
        return joined(page, told, place, phrase)
    if owner is not None and owner.noun and place.first <= owner.noun[0] <= place.last:
        return described_by(page, told, place, phrase)
    if owner is not None and place.named and owner.named and owner.first == place.last + 1:
        owner = None
    if (named := as_name(page, told, place, phrase)) is not None:
        return named
    before = page[place.front - 1].pos_ if place.front else ""
    if phrase.person and not (place.left or place.determiner is not None or before in ("ADP", "AUX")):
        place = replace(place, modifies=None)  # the word behind it may be its verb
    if owner is not None or place.modifies is not None:
        return modifier(page, told, place, phrase, owner)
    return _of_its_own(page, told, place, phrase)


def _of_its_own(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """Return the edit of a mention that is no part of another noun phrase."""
    if phrase.kind == "name":
        return proper(page, told, place, phrase)
    if phrase.person and phrase.empty and _describes_thing(page, place):
        return dropped(page, told, place)
    return (
        _group(page, told, place, phrase) if phrase.words in _GROUPS else head_edit(page, told, place, phrase)
    )


def _group(page: Page, told: Told, place: Place, phrase: Phrase) -> Edit:
    """Return the edit of a word for a people or faith of which nothing may be told: it stands for its members, for
    a language, or for what somebody is ("of a certain faith")."""
    of = _GROUPS[phrase.words]
    bare = place.determiner is None and not (place.left or place.article or place.owns or place.many)
    head = page[place.slot.head]
    if bare and of == "group" and is_language(page, place):
        return Edit(told, place, place.span, phrase_of("language"), determiner="a")
    links = any(c.dep_ in ("cop", "aux:pass") for c in head.children)
    if of == class_word("MARITAL") and bare and not links:
        return Edit(told, place, place.span, phrase_of("group"), words=f"of a certain {of}")
    one = place.article in ("a", "an") or (
        place.determiner == place.first - 1 and page.lower(place.determiner) in ("a", "an") and not place.left
    )
    if (bare or one) and not place.owns and links:
        start = page[place.determiner].idx if place.determiner is not None else place.span.start
        said = Span(start, place.span.end)
        return Edit(told, place, said, phrase_of("group"), words=f"of a certain {of}")
    if bare and place.slot.relation in ("xcomp", "obl", "obj"):
        into = of == "faith" and page.lower(place.first - 1) != "as"  # verbs of upbringing take "in"
        return Edit(
            told, place, place.span, phrase_of("group"), words=f"{'in' if into else 'of'} a certain {of}"
        )
    the = page.governs(place) == "the"
    people = (the or place.article == "the") and place.span.of(page.text).endswith(("s", "sh", "ese"))
    return head_edit(page, told, replace(place, many=place.many or people), phrase_of("person"))
