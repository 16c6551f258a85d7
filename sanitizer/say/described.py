"""Repair descriptions whose names were removed: their article, and how many they describe.

"IMF agent Ethan Hunt" -> "an IMF agent", "stars actors Ann Lee and Bo Ek" -> "stars two actors".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from kb.value_words import UP_TO_19
from sanitizer.say.adjoining import LINK, between, emptied, label_of
from sanitizer.text.edits import Change
from sanitizer.text.governed import opens_phrase
from sanitizer.text.inflection import WORDS, article, singular
from sanitizer.text.surroundings import ARTICLES, DETERMINERS, is_common, is_person_word, starts_sentence
from sanitizer.types import Span

_FAR: Final = 60
"""Characters before a noun within which its phrase begins."""
_WORD: Final = re.compile(r"[^\W_](?:[\w'’.-]*[\w'’.])?(?= )")
_NOUN: Final = re.compile(r"(?P<noun>[^\W\d_][\w-]*)$")
_NAME_GONE: Final = re.compile(r" (?:(?:named|called) )?[^a-z\W]")
_QUALIFYING: Final = re.compile(r"\w+(?:al|ic|ive|ous|ary|less|ful|ian|ish|ese)$|.*-")
_OWN: Final = frozenset(["the", "a", "an", "his", "her", "its", "their"])
_LISTED: Final = re.compile(r"\b[a-z]+, [a-z]+,? and $")
"""A list of bare nouns: "with director, producer and *friend*"."""
_NATION: Final = re.compile(r"[A-Z][a-z]+(?:an|ish|ese|ch)")
_BETWEEN: Final = frozenset(
    ["fellow", "then", "now", "younger", "youngest", "elder", "eldest", "older", "oldest", "longtime"]
)
_COUNTS: Final = ("no", *UP_TO_19[1:7])
_PREPOSITIONS: Final = frozenset(["of", "with", "by", "to", "from", "for", "as", "on", "than", "including"])


def is_described(text: str, change: Change) -> bool:
    """Whether a change takes a name from behind the word for its bearer ("the actor Bo Ek" -> "the actor")."""
    if change.replacement and not change.replacement.startswith(", "):
        return False
    own = change.span.of(text)
    if not (_NAME_GONE.match(own) or (own.startswith(", ") and own[2:3].isupper())):
        return False
    noun = _NOUN.search(text, max(0, change.span.start - 30), change.span.start)
    if noun is None:
        return False
    one = (singular(noun["noun"]) or noun["noun"]).lower()
    return is_person_word(one) or one in WORDS["named_nouns"]


@dataclass(frozen=True, slots=True)
class _Phrase:
    """Where the phrase of a noun starts, whether it has its determiner, and whether it goes on from the change before
    it ("organization *agent*")."""

    start: int
    governed: bool
    joined: bool = False


def with_articles(text: str, changes: Sequence[Change]) -> list[Change]:
    """Descriptions that lost their names get what they need: "stars actor Bo Ek" -> "stars an actor", "organization
    agent Bo Ek" -> "an organization agent", "stars actors Bo Ek and Ann Lee" -> "stars two actors"."""
    done: list[Change] = []
    at, governed = 0, -1  # the end of the last description that had its determiner
    while at < len(changes):
        run = changes[at : at + 1]
        at += 1
        said = done and done[-1].span.end == run[0].span.start and done[-1].replacement[-1:].isalpha()
        free = (done[-2].span.end if len(done) > 1 else 0) if said else done[-1].span.end if done else 0
        noun = _NOUN.search(text, max(free, run[0].span.start - 30), run[0].span.start)
        if noun is None or not is_described(text, run[0]):
            done += run
            continue
        phrase = _phrase(text, free, noun.start("noun"), governed)
        if phrase.governed:
            governed = run[0].span.end
            done += run
            continue
        if singular(noun["noun"]) is not None:
            while at < len(changes) and _continues(text, run[-1], changes[at]):
                run = [*run, changes[at]]
                at += 1
        rest = [emptied(c, b.span.end) for b, c in pairwise(run)]
        if said or phrase.joined:
            if singular(noun["noun"]) is None:
                _begin(text, done, phrase, bool(said))
            done += [run[0], *rest]
            continue
        first = run[0]
        words = _said(text, phrase, noun, len({(c.kind, c.reference) for c in run}))
        first = replace(first, span=Span(phrase.start, first.span.end), replacement=words + first.replacement)
        done += [first, *rest]
    return done


def _begin(text: str, done: list[Change], phrase: "_Phrase", said: bool) -> None:
    """The article of a description goes to the first of the changes that it begins with: "organization *party agent*";
    `said` is whether the last of them replaced the noun."""
    i = len(done) - 1
    if said and not phrase.joined:
        start = min(phrase.start, done[i].span.start)
    else:
        i = next((j for j in (i, i - 1) if j >= 0 and done[j].span.end + 1 == phrase.start), i)
        while i and between(text, done[i - 1], done[i]) == " ":
            i -= 1
        start = done[i].span.start
        before_it = _phrase(text, done[i - 1].span.end if i else 0, start, -1)
        if before_it.governed:
            return
        start = before_it.start
    before = done[i]
    words = text[start : done[i].span.start] + done[i].replacement
    words = _with_article(words, starts_sentence(text, start))
    done[i] = replace(before, span=Span(start, before.span.end), replacement=words)


def _continues(text: str, before: Change, after: Change) -> bool:
    """Whether one more name of a list follows: "actors Bo Ek *and Ann Lee*"."""
    return (
        after.span.of(text)[:1].isupper()
        and bool(LINK.fullmatch(between(text, before, after)))
        and (not after.replacement or bool(label_of(after)))
        and not after.replacement.endswith(("'s", "’s"))
    )


def _phrase(text: str, free: int, start: int, governed: int) -> _Phrase:
    """The phrase of the noun that starts at an offset; it begins no earlier than where the text is `free`. `governed`
    is the end of the last description with a determiner: what is joined to it by "and" has it too."""
    words = list(_WORD.finditer(text, max(free, start - _FAR), start))
    while words and words[-1].end() + 1 == start:
        word = words.pop()
        lower = word[0].lower()
        if lower in DETERMINERS or lower in ARTICLES or lower == "the" or lower.endswith(("'s", "’s", "s'")):
            return _Phrase(start, True)
        if re.match(r"\d+(?!st|nd|rd|th|\d)", word[0]):
            return _Phrase(start, True)
        if word.start() > 0 and text[word.start() - 1] not in ' ("“\n.':
            break
        before = words[-1][0] if words and words[-1].end() + 1 == word.start() else ""
        if not before and free and word.start() == free + 1:
            before = "the"  # what stands there now
        if not _qualifies(word[0], before):
            bare = lower == "and" and words and _LISTED.search(text, max(0, start - 40), start)
            if bare or (lower == "and" and words and _governs(text, words, word.start())):
                return _Phrase(start, True)
            break
        start = word.start()
    if start == free + 1 and free and text[free] in " \xa0":
        return _Phrase(start, False, True)
    if governed >= 0 and text[governed:start] == " and ":
        return _Phrase(start, True)
    return _Phrase(start, False)


def _governs(text: str, words: list[re.Match[str]], end: int) -> bool:
    """Whether a noun before "and" has a determiner: "his friend and *mentor*"."""
    for word in reversed(words):
        if word.end() + 1 != end:
            return False
        if word[0].lower() in DETERMINERS or word[0].lower() in (*ARTICLES, "the"):
            return True
        if opens_phrase(word[0]):
            return False
        end = word.start()
    return False


def _qualifies(word: str, before: str) -> bool:
    """Whether a word goes with the noun behind it ("former", "film", "IMF"), the word before it being `before`."""
    lower = word.lower()
    if word in WORDS["adjectives"] or lower in _BETWEEN:
        return True
    if lower.endswith(("ed", "ing")):  # "for playing painter" has a verb
        return before.lower() in _OWN or (before.lower() in _PREPOSITIONS and lower.endswith("ed"))
    if lower.endswith("ly"):  # "the quarterly cultural review"
        return before.lower() in _OWN
    if opens_phrase(lower):
        return False
    if word[:1].isdigit():
        return True
    if word[:1].isupper():
        if _NATION.fullmatch(word):
            return True
        return not before or before[:1].isupper() or not is_person_word(lower) or word.isupper()
    return bool(_QUALIFYING.match(lower)) or (singular(lower) is None and is_common(lower))


def _said(text: str, phrase: _Phrase, noun: re.Match[str], entities: int) -> str:
    """The description with an article, or with how many it describes."""
    words = text[phrase.start : noun.end()]
    opens = starts_sentence(text, phrase.start) and words[0].isupper()
    if opens and not words.split(" ")[0].isupper():
        words = words[0].lower() + words[1:]
    one = singular(noun["noun"].lower())
    if one is not None and entities > 1:
        words = f"{_COUNTS[entities] if entities < len(_COUNTS) else 'several'} {words}"
    else:
        words = words if one is None else words[: len(words) - len(noun["noun"])] + one
        words = f"{article(words)} {words}"
    return words[0].upper() + words[1:] if opens else words


def _with_article(words: str, opens: bool) -> str:
    """A bare label with its article, its capital moved to it: "Organization" -> "An organization"."""
    if re.match(r"(?:an?|the|his|her|its|their|another|two|several) |.*['’]s?$", words, re.I) or not words:
        return words
    if not opens or not words[0].isupper():
        return f"{article(words)} {words}"
    return f"{article(words).capitalize()} {words[0].lower()}{words[1:]}"
