# ruff: noqa: E501 (a form reads best on one line)
"""List the ways in which a name that was found once may be written: small letters, glued, in a login, with a title."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from sanitizer.recognize.entity_types import entity_class
from sanitizer.recognize.finders import abbreviations
from sanitizer.recognize.name_groups import BEFORE_NAMES, PARTICLES, SUFFIXES, naming_words
from sanitizer.recognize.spelling import is_first_name
from sanitizer.recognize.vocabulary import is_english
from sanitizer.text.fold import fold, plain, words
from sanitizer.text.folded import Folded
from sanitizer.text.patterns import CAMEL_PARTS, LONG_LETTERS, WORD
from sanitizer.text.titles import TITLES
from sanitizer.types import EntityClass, Mention, Span

_LEAST: Final = 3
_LONGEST: Final = 60
_SURE: Final = 5
"""Letters of a name from which on one letter or a title may be glued to it."""
_BESIDE: Final = re.compile(r"(?P<word>[^\W\d_]+)\.?(?P<gap>,?[ ._-]{1,2}|,)$")
_BEHIND: Final = re.compile(r"(?P<gap>,?[ ._-]{1,2}|,)(?P<word>[^\W\d_]+)")
_SPEAKER: Final = re.compile(
    r"(?:(?m:^)[ \t]*(?:\d{1,2}[.)][ ])?|[.!?][ ])(?:([A-Z]{2,3})(?::|[ ](?:is|was|to|has|had|says|said|reports|reported)\b)|(?P<acts>[A-Z]{2,3})[ ](?=[a-z]))"
)
_DOTTED: Final = re.compile(r"(?<![\w.])(?:[A-Z]\.[ ]?){2,3}(?!\w)|\([\"“‘']?([A-Z]{2,3})[\"”’']?\)")
_CAPITALS: Final = re.compile(r"(?<![\w&.-])[A-Z]{2,3}(?![\w&-]|\.\w)")
_CHAIN: Final = re.compile(r"[\w.+@-]")
_CLAUSE_ENDS: Final = re.compile(r"[ ]?(?:[.!?](?:\s|$)|\n|$)")
_THANKED: Final = re.compile(
    r"(?:^|[\n.!?:,]|\b)[ ]*(?:ta|thanks|thank you|thx|cheers|hi|hiya|hey|hello|dear|sorry|bye|ok|okay|please|yes|no|morning|evening|night|love),?[ ]$",
    re.IGNORECASE,
)
_GOVERNORS: Final = words(
    "a an the this that these those his her its their my our your any some no each every another one i you he she it we they "
    "who which there what of in with on to for from by at into about as and or if than more very so too i'll can could "
    "is was were are be been get got have has had"
)


class Names:
    """The names of the persons in a document, by their words, and what is made by gluing them.

    ``parts`` are single words, folded, with the mention that has each; ``glued`` what two words of one person make, or
    one with initials; ``together`` which words are of one person.
    """

    def __init__(self, surfaces: Iterable[tuple[str, Mention]]) -> None:
        self.parts: dict[str, Mention] = {}
        self.glued: dict[str, Mention] = {}
        self.together: set[tuple[str, str]] = set()
        self.initials: dict[str, Mention] = {}
        for surface, mention in surfaces:
            folded = [plain(w) for w in WORD.findall(fold(surface).text.replace("_", " "))]
            spoken = [
                folded[i]
                for i in naming_words(folded)
                if folded[i] not in SUFFIXES and folded[i] not in PARTICLES and folded[i].isalpha()
            ]
            words = [w for w in spoken if len(w) >= _LEAST]
            for word in words:
                self.parts.setdefault(word, mention)
            self.together.update((a, b) for a in words for b in words if a != b)
            self._glue(spoken, words, mention)
            if len(words) > 1 and len(spoken) == len(words):
                self.initials.setdefault("".join(w[0] for w in spoken).upper(), mention)
                self.initials.setdefault((spoken[0][0] + spoken[-1][0]).upper(), mention)

    def _glue(self, spoken: list[str], words: list[str], mention: Mention) -> None:
        for name in words:
            for other in dict.fromkeys(spoken):
                if other != name:
                    for made in (name + other, other + name, other[:1] + name, name + other[:1]):
                        if len(made) > _LEAST + 1:
                            self.glued.setdefault(made, mention)
        initials = "".join(w[0] for w in spoken[:-1])
        if len(initials) > 1 and spoken and len(spoken[-1]) >= _LEAST:
            self.glued.setdefault(initials + spoken[-1], mention)

    def of_run(self, run: str) -> Mention | None:
        """Return whose name is glued with something in a run of letters; None where none is."""
        folded = plain(run)
        if folded in self.parts:
            return None
        if folded in self.glued and not is_english(folded):
            return self.glued[folded]
        for part in CAMEL_PARTS.findall(run) if not (run.islower() or run.isupper()) else ():
            known = self.parts.get(plain(part))
            if known is not None and part != run:
                return known
        if is_english(folded) or len(folded) > _LONGEST:
            return None
        for at in range(1, len(folded)):
            first, last = folded[:at], folded[at:]
            if len(last) >= _SURE and last in self.parts and not is_english(last) and self._may_lead(first):
                return self.parts[last]
            if (
                len(first) >= _SURE
                and first in self.parts
                and not is_english(first)
                and self._may_follow(last)
            ):
                return self.parts[first]
        return None

    def _may_lead(self, rest: str) -> bool:
        return (
            len(rest) == 1
            or rest in BEFORE_NAMES
            or rest in self.parts
            or (len(rest) > _LEAST and is_english(rest))
        )

    def _may_follow(self, rest: str) -> bool:
        return len(rest) == 1 or rest in ("es", "jr", "sr") or rest in self.parts


def _speakers(folded: Folded, names: Names) -> Iterator[Mention]:
    """Yield initials of a person who speaks or acts, or of whom notes tell: where they begin a line or a sentence,
    have dots or stand in brackets, and then everywhere. Before a verb of any kind a listed abbreviation is none."""
    told = {m.group(1) for m in _SPEAKER.finditer(folded.text) if m.group(1)}
    acting = {m["acts"] for m in _SPEAKER.finditer(folded.text) if m["acts"]}
    told |= {initials for initials in acting if not abbreviations.clinical_kind(initials)}
    told |= {"".join(filter(str.isalpha, m.group())) for m in _DOTTED.finditer(folded.text)}
    told &= names.initials.keys()
    if not told:
        return
    for match in _CAPITALS.finditer(folded.text):
        if match.group() in told:
            span = Span(*folded.back(*match.span()))
            yield replace(names.initials[match.group()], span=span, recognizer="spread")


def _is_addressed(text: str, start: int, end: int) -> bool:
    """Return whether a word ends its clause as a name does with which somebody is spoken to: behind thanks or a
    greeting, or, if it is a given name, with no word before it that makes it a noun or a verb ("thanks rose", "it
    has not come will.")."""
    if not _CLAUSE_ENDS.match(text, end):
        return False
    window = text[max(0, start - 40) : start]
    if _THANKED.search(window):
        return True
    if not is_first_name(text[start:end]):
        return False
    near = re.findall(r"[^\W\d_]+|[^\w\s]", window)[-3:]
    return len(near) == 3 and near[-1].isalpha() and not any(w.lower() in _GOVERNORS for w in near)


def _is_small_name(names: Names, text: str, start: int, end: int) -> bool:
    """Return whether a name in small letters is meant: it is no English word, or another word of it or a title is
    beside it."""
    word = plain(text[start:end])
    if len(word) > _LEAST and not is_english(word):
        return True
    before = _BESIDE.search(text, max(0, start - 40), start)
    behind = _BEHIND.match(text, end)
    if _is_addressed(text, start, end):
        return True
    if before is not None:
        beside = plain(before["word"])
        if (beside, word) in names.together or (beside in TITLES and len(beside) > 1):
            return True
    return behind is not None and (word, plain(behind["word"])) in names.together


def _chained(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the run of letters with what hangs on it: digits, underscores, points and hyphens with words, an "@"."""
    while (
        start
        and _CHAIN.match(text[start - 1])
        and (text[start - 1].isalnum() or (start > 1 and text[start - 2].isalnum()))
    ):
        start -= 1
    while start < end and not text[start].isalnum():
        start += 1
    while (
        end < len(text)
        and _CHAIN.match(text[end])
        and (text[end].isalnum() or (end + 1 < len(text) and text[end + 1].isalnum()))
    ):
        end += 1
    return start, end


def variants(folded: Folded, persons: Mapping[str, Mention]) -> Iterator[Mention]:
    """Yield where the names of `persons` (surface -> mention) stand in `folded` in other letters than they were
    found in; with spans of the original, to the ends of what they are glued to. Linear in the text."""
    names = Names(persons.items())
    if not names.parts:
        return
    text = folded.text
    asked: dict[str, Mention | None] = {}
    yield from _speakers(folded, names)
    for run in LONG_LETTERS.finditer(text):
        word, (start, end) = run.group(), run.span()
        known = names.parts.get(plain(word))
        around = text[start - 1 : start] + text[end : end + 1]
        if known is not None:
            hangs = any(c == "_" or c.isdecimal() for c in around)
            small = word.islower() and _is_small_name(names, text, start, end)
            if not small and not hangs:
                continue
            begin, stop = _chained(text, start, end) if hangs or small else (start, end)
        else:
            if word not in asked:
                asked[word] = names.of_run(word)
            known = asked[word]
            if known is None:
                continue
            begin, stop = _chained(text, start, end)
        whole = text[begin:stop]
        kind = (
            "PERSON"
            if known.entity_class is EntityClass.PERSON and whole.isalpha() and word == whole
            else "USERNAME"
        )
        if kind == "PERSON":
            yield replace(known, span=Span(*folded.back(begin, stop)), recognizer="spread")
        else:
            yield Mention(Span(*folded.back(begin, stop)), kind, entity_class(kind), "spread", known.score)
