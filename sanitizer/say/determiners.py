"""Give a noun phrase its article and number, with the words of the text that go on before it."""

from dataclasses import replace

from sanitizer.say.plan_types import Edit
from sanitizer.say.positions import HYPHENS, Page, Place, keeps_capital
from sanitizer.text.inflection import WORDS, is_mass, singular
from sanitizer.text.mention_syntax import WEAK
from sanitizer.text.surroundings import is_common, is_person_word
from sanitizer.types import Span


def counted_many(page: Page, place: Place) -> bool:
    """Return whether the words before want a plural ("one of the Canary Islands"), but of a list ("both Lyon and
    Porto")."""
    i = place.determiner
    if i is None:
        return False
    if page.lower(i) == "the" and page.lower(i - 1) == "of":
        return page.lower(i - 2) in (WORDS["many"] | {"one", "some", "any", "each"})
    both = place.slot.conjuncts or page.lower(place.last + 1) == "and"
    return page.lower(i) in WORDS["many"] and not both


def with_article(page: Page, place: Place, edit: Edit) -> Edit:
    """Return the edit with the article that the mention begins with, or with the indefinite one of its noun phrase,
    which so follows the sound; words between the two are said again."""
    i = place.determiner
    if place.article:
        return replace(edit, determiner="the" if place.article == "the" else "a")
    if i is None or page.lower(i) not in ("a", "an"):
        return edit
    before = page.copy(page[i + 1].idx, place.span.start)
    return replace(edit, span=Span(page[i].idx, edit.span.end), determiner="a", before=before)


def many_edit(place: Place, edit: Edit) -> Edit:
    """Return the edit of a plural, with the article that the mention had."""
    if place.article == "the":
        return replace(edit, determiner="the")
    return edit


def one_edit(page: Page, place: Place, edit: Edit) -> Edit:
    """Return the edit of a singular, with the article that its place asks for; none behind a noun that it is a
    compound with ("evening *Lantus*")."""
    found = _one_edit(page, place, edit)
    own = found.determiner == "a" and found.span.start == place.span.start
    return replace(found, determiner="", open=False) if own and _is_behind_noun(page, place) else found


def _is_behind_noun(page: Page, place: Place) -> bool:
    """Return whether a verb and a bare noun in small letters stand right before a thing: the noun tells which it is."""
    i = place.first - 1
    person = is_person_word(page[place.slot.head].lower_)
    if i < 1 or person or page[i].pos_ != "NOUN" or not page[i].text.islower() or not page[i].whitespace_:
        return False
    return page[i - 1].pos_ in ("VERB", "ADP", "PUNCT") and page[i].head.i in range(
        place.first, place.last + 1
    )


def _one_edit(page: Page, place: Place, edit: Edit) -> Edit:
    i = place.determiner
    determiner = "" if i is None else page.lower(i)
    before = _before_titles(page, place)
    start = edit.span.start
    if edit.phrase is not None and edit.phrase.something and determiner in ("", "a", "an", "the"):
        first = i if i is not None else place.left[0] if place.left else None
        start = start if first is None else page[first].idx
        return replace(edit, span=Span(start, edit.span.end), open=place.named)
    if determiner in ("a", "an") and i is not None:
        return replace(edit, span=Span(page[i].idx, edit.span.end), determiner="a", before=before)
    if determiner == "the" and i is not None:
        if place.named and not place.left:
            counts = edit.phrase is None or edit.phrase.countable or edit.phrase.kind == "adjective"
            return replace(
                edit, span=Span(page[i].idx, edit.span.end), determiner="a" if counts else "", open=True
            )
        return edit
    if i is not None:
        return edit
    if place.named:
        return _of_name(page, place, edit, before)
    if place.article:
        return replace(edit, determiner="the" if place.article == "the" else "a")
    if place.left and _was_mass(page, place, edit):
        words = page.copy(page[place.left[0]].idx, place.span.start)
        return replace(edit, span=Span(page[place.left[0]].idx, edit.span.end), determiner="a", before=words)
    if place.left or _stands_bare(page, place, edit):
        return edit
    if (adjective := _adjective_before(page, place)) is not None:
        words = page.copy(adjective, place.span.start)
        return replace(edit, span=Span(adjective, edit.span.end), determiner="a", before=words)
    if place.first and _is_adjective(page, place.first - 1) and page[place.first - 1].dep_ != "root":
        return edit  # bare behind its adjective, as notes are written
    return replace(
        edit,
        determiner="a"
        if edit.phrase is not None and (edit.phrase.countable or edit.phrase.kind == "adjective")
        else "",
    )


def _of_name(page: Page, place: Place, edit: Edit, before: str) -> Edit:
    """Return the edit of a name without a determiner, with the words ``before`` it that are said again."""
    start = edit.span.start
    if before and edit.phrase is not None and edit.phrase.person:
        start, before = _before_person(page, place, start, before)
    elif before:
        start = page[place.left[0]].idx
    elif edit.phrase is not None and edit.phrase.person and _is_title(page, place):
        start = page[place.front - 1].idx
    counts = edit.phrase is not None and (edit.phrase.countable or bool(before))
    determiner = "a" if counts else ""
    return replace(
        edit,
        span=Span(start, edit.span.end),
        determiner=determiner,
        before=small(page, place.left[0], before) if before else "",
        open=True,
    )


def _before_person(page: Page, place: Place, start: int, before: str) -> tuple[int, str]:
    """Return where the edit of a person's name begins, and the words before it that are said again: none of a title
    that is not known as one ("PC Ek"), nor of a noun that says nothing of a person ("at practice yesterday Ann
    fell")."""
    nearest = page[place.left[-1]]
    if nearest.pos_ not in ("NOUN", "PROPN") or is_person_word(nearest.lower_):
        return page[place.left[0]].idx, before
    if nearest.text.islower() or len(place.left) > 1:
        return start, ""
    return nearest.idx, ""


def _is_title(page: Page, place: Place) -> bool:
    """Return whether a word with a capital that hangs where the name does stands right before it ("PC Ek left")."""
    i = place.front - 1
    if i < 0 or place.titles or page[i].pos_ not in ("PROPN", "NOUN") or not page[i].whitespace_:
        return False
    name, before = page[place.slot.head], page[i]
    alike = before.dep_ == name.dep_ and before.head.i == name.head.i and before.sent.start == name.sent.start
    capital: bool = before.text[:1].isupper()
    return capital and alike and not page.covers(before.idx, before.idx + len(before))


def _before_titles(page: Page, place: Place) -> str:
    if not place.left:
        return ""
    end = page[place.titles[0]].idx if place.titles else place.span.start
    return page.copy(page[place.left[0]].idx, end)


def _was_mass(page: Page, place: Place, edit: Edit) -> bool:
    """Return whether a noun without an article, of which a countable one is told, has adjectives alone before it:
    "progressive breathlessness" is a progressive symptom, "steroid-induced diabetes" a disease."""
    noun = edit.phrase is not None and edit.phrase.kind == "noun" and edit.phrase.countable
    plain = all(_is_adjective(page, i) for i in place.left)
    governed = page[place.left[0] - 1].pos_ in ("ADP", "VERB") if place.left[0] else False
    return noun and plain and governed and not is_person_word(page[place.slot.head].lower_)


def _is_adjective(page: Page, i: int) -> bool:
    """Return whether a word in small letters is an adjective, or a part of one with a hyphen ("steroid-induced")."""
    end = page.end(i)
    joined = page[i].text in HYPHENS or page.text[end : end + 1] in (*HYPHENS,)
    describes = page[i].pos_ == "ADJ" or (page[i].pos_ == "VERB" and page[i].dep_ == "amod")
    small: bool = page[i].text == page[i].lower_
    return small and (joined or describes)


def _adjective_before(page: Page, place: Place) -> int | None:
    """Return where an adjective begins that stands bare between a verb or preposition and a noun, whatever the
    parse hangs it on: "showed moderate arthritis"; None where there is none."""
    i = place.first - 1
    if i < 1 or not page[i].text.islower() or not page[i].whitespace_:
        return None
    start = i
    while start > 2 and page[start - 1].text in HYPHENS:
        start -= 2
    if not _is_adjective(page, i) or page[i].lower_.endswith("ly"):
        return None
    return page[start].idx if start and page[start - 1].pos_ in ("VERB", "ADP", "AUX") else None


def _stands_bare(page: Page, place: Place, edit: Edit) -> bool:
    """Return whether a common noun stood without an article that any singular would have: "a singer and *dancer*"."""
    if edit.phrase is not None and not (edit.phrase.countable or edit.phrase.kind == "adjective"):
        return True
    head = page[place.slot.head]
    if not is_person_word(head.lower_):
        adjective = (
            head.i > 1 and page[place.first - 1].pos_ == "CCONJ" and page[place.first - 2].pos_ == "ADJ"
        )
        return bool(adjective)
    return bool(place.slot.conjuncts) and place.slot.relation != "nsubj"


def owned(place: Place, edit: Edit) -> Edit:
    """With the possessive mark behind the mention."""
    if not place.owns:
        return edit
    phrase = edit.phrase
    if phrase is not None and phrase.kind == "noun" and phrase.after:
        edit = replace(edit, phrase=phrase.short)
    return replace(edit, span=Span(edit.span.start, place.owns), owns=True)


def before_words(page: Page, place: Place) -> str:
    """Return the words of the noun phrase between its determiner and the mention."""
    words = [*place.left, *place.titles]
    if not words:
        return ""
    return page.copy(page[words[0]].idx, place.span.start)


def phrase_span(page: Page, place: Place) -> Span:
    """From the first word of the noun phrase to the end of the mention."""
    start = place.begins
    return Span(page[start].idx if start != place.front else place.span.start, place.span.end)


def needs_article(page: Page, place: Place) -> bool:
    """Return whether the noun that a name modifies has no article of its own once the name is none."""
    if place.modifies is None or place.determiner is not None or place.headline or place.shouting:
        return False
    noun = page[place.modifies]
    word = noun.lower_
    before = page[place.front - 1] if place.front else None
    listed = before is not None and (before.pos_ == "CCONJ" or before.text == ",") and noun.dep_ in WEAK
    if before is None or not (listed or before.pos_ in ("ADP", "AUX", "VERB")):
        return False
    return noun.pos_ in ("NOUN", "PROPN") and singular(word) is None and is_common(word) and not is_mass(word)


def small(page: Page, first: int, words: str) -> str:
    """Return words that begin with the word ``first``, with a small letter where a sentence or title gave the
    capital."""
    token = page[first]
    return words if not words[:1].isupper() or keeps_capital(token) else words[0].lower() + words[1:]
