"""Make the words of planned edits: articles by sound, number, possessives, capitals. Strings are made here, last."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from sanitizer.say.plan_types import Edit, Told
from sanitizer.text.articles import article
from sanitizer.text.fold import words as words_of
from sanitizer.text.inflection import capitalized, possessive
from sanitizer.text.surroundings import end_before, starts_sentence
from sanitizer.types import Span

_SMALL: Final = words_of("a an the of in on at by for from to and or with as another")
"""Words of a headline without a capital."""
_EMPHASIS: Final = "_*"


def realize(
    text: str, edits: Sequence[Edit], must_not: Callable[[str], bool] = lambda words: False
) -> Iterator[tuple[Edit, str]]:
    """Yield each edit with its words; an article follows the sound of what is written behind it. Where the opening of a
    sentence goes, what follows takes its capital. Words that ``must_not`` stand in the result give way to the label of
    the mention with the same article, else to the bare label in the place of the mention alone."""
    done: list[tuple[Edit, str]] = []
    following, position = "", len(text)
    ordered = _capitalized(text, edits)
    ends = [0, *(edit.span.end for edit in ordered)]
    for i, edit in reversed(list(enumerate(ordered))):
        gap = text[edit.span.end : position]
        behind = gap + following if not gap.strip() else gap
        words = _words(text, edit, behind)
        said = _whole(text, edit, words, ends[i], position)
        if edit.told.literal is None and must_not(said[1]):
            said = _allowed(text, edit, behind, must_not)
        done.append(said)
        following, position = words or behind, edit.span.start
    yield from reversed(done)


def _allowed(text: str, edit: Edit, behind: str, must_not: Callable[[str], bool]) -> tuple[Edit, str]:
    """Return the edit with the label of its mention, where no more than that and its article change; else the bare
    label."""
    phrase = edit.told.phrase
    alone = not (edit.lead or edit.before or edit.after or edit.words or edit.pronoun or edit.many)
    if phrase is not None and phrase.kind == "noun" and phrase != edit.phrase and alone and edit.determiner:
        determiner = "the" if edit.determiner != "a" else "a" if phrase.countable else ""
        simple = replace(edit, phrase=phrase, determiner=determiner)
        if not must_not(words := _words(text, simple, behind)):
            return simple, words
    return replace(edit, span=edit.told.span), bare(edit.told)


def bare(told: Told) -> str:
    """Return what is told of a mention, without grammar."""
    return told.literal if told.literal is not None else told.phrase.words if told.phrase is not None else ""


def _whole(text: str, edit: Edit, words: str, free: int, position: int) -> tuple[Edit, str]:
    """Return the edit with the marks that its mention begins or ends with, which are written again: all that was
    found is in a change. None grows over the edits beside it, which end at ``free`` and begin at ``position``."""
    told, span = edit.told.span, edit.span
    opened = span.start > 0 and text[span.start - 1] in _EMPHASIS and not edit.gone
    if opened and told.end < span.end and not text[told.end : span.end].strip(_EMPHASIS):
        edit = replace(
            edit, span=(span := Span(span.start, told.end))
        )  # marks of emphasis belong to the word of the parse
    if edit.place is None or edit.gone:
        return edit, words
    before = text[told.start : span.start] if free <= told.start < span.start else ""
    after = text[span.end : told.end] if span.end < told.end <= position else ""
    if not (before or after) or any(c.isalnum() for c in before + after):
        return edit, words
    return replace(edit, span=Span(span.start - len(before), span.end + len(after))), before + words + after


def _capitalized(text: str, edits: Sequence[Edit]) -> list[Edit]:
    """Edits that open a sentence and say nothing give the next word its capital, or hand it to the edit there."""
    done: list[Edit] = []
    opens = False
    for i, edit in enumerate(edits):
        edit, opens = replace(edit, opens=True) if opens else edit, False
        if edit.gone and not edit.determiner and not edit.before and (edit.opens or _opens(text, edit.span)):
            end = edit.span.end
            nearest = edits[i + 1].span.start if i + 1 < len(edits) else len(text)
            if end == nearest:
                opens = end < len(text)
            elif text[end].islower():
                edit = replace(edit, span=Span(edit.span.start, end + 1), words=text[end].upper())
        done.append(edit)
    return done


def _opens(text: str, span: Span) -> bool:
    """Return whether a sentence begins there: an article with a capital says so too."""
    before = _before(text, span.start, '_*"“‘ ')
    if before.isalnum() or before in (",", ";"):
        return False
    words = text[span.start : span.end].lstrip('_*"“ ')
    if words.partition(" ")[0] in ("The", "A", "An"):
        before = _before(text, span.start, "\"“‘'([_* ")
        return not (before.islower() or before == ",")  # else it begins a title
    return not words[:1].islower() and words != "" and starts_sentence(text, span.start)


def _before(text: str, start: int, passed: str) -> str:
    """Return the last character before an offset that is none of those `passed` over, or ""."""
    end = end_before(text, start, passed)
    return text[max(0, end - 1) : end]


def _words(text: str, edit: Edit, following: str) -> str:
    if edit.told.literal is not None:
        return edit.told.literal
    place = edit.place
    if edit.gone and edit.owns:  # what is left takes the possessive over
        return "'s"
    lead = f"in {edit.whose} " if edit.whose else edit.lead
    said = edit.pronoun or lead + _phrase(edit, following) + edit.after
    if not said or place is None:
        return said
    if place.shouting:
        return said.upper()
    if edit.opens or _opens(text, edit.span):
        said = capitalized(said)
    if place.headline and not place.joined_left:
        said = " ".join(w if w in _SMALL else capitalized(w) for w in said.split(" "))
        return capitalized(said) if _opens(text, edit.span) else said
    return said


def _phrase(edit: Edit, following: str) -> str:
    phrase = edit.phrase
    words = edit.words if edit.words is not None else ""
    if edit.words is None and phrase is not None:
        words = phrase.many if edit.many and phrase.kind in ("noun", "adjective") else phrase.words
    if edit.owns and words:
        words = possessive(words)
    words = edit.before + words
    if phrase is not None and phrase.something and edit.words is None:
        return words
    if edit.determiner in ("a", "an"):
        sound = (words.split() or edit.after.split() or following.split() or [""])[0].strip("\"“'‘([_*")
        given = article(sound) if sound[:1].isalnum() else "a"
        return f"{given} {words}"
    return f"{edit.determiner} {words}" if edit.determiner else words
