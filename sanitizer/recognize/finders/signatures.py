"""Find what stands below a name in a signature or an address: its bearer's occupation, and where they work.

A line that is a person's name and nothing else heads such a block. The line below it is an occupation where its head
is a noun for one, and a body where its head says so or where it is written as names are; so is the next one.
"""

import re
from collections.abc import Iterator
from typing import Final

from spacy.tokens import Doc

from sanitizer.recognize.known_names import head_class, type_of_kind
from sanitizer.recognize.vocabulary import is_english, is_listed
from sanitizer.text import lexicon
from sanitizer.text.fold import words
from sanitizer.text.inflection import head_of, singular
from sanitizer.text.patterns import LINE
from sanitizer.types import EntityClass, text_of
from sanitizer.values.found_values import Found

_EDGES: Final = " \t>?*_|,"
"""Marks that quote or set off a line, and the comma that goes on to the next."""
_WORD: Final = re.compile(r"[^\W\d_][\w'’.&-]*")
_LONGEST: Final = 9
"""Words of such a line at most."""
_GAP: Final = 2
"""Line breaks between the name and what stands below it at most."""
_LINKS: Final = words("and of for the in & at with to de du la")
_CLOSINGS: Final = words(
    "regards wishes sincerely faithfully truly thanks cheers love enclosure enclosures encl enc cc pp"
)
_SCORE: Final = 0.6
_DICTATED: Final = re.compile(r"(?<![\w/.-])[A-Z]{2,4}[/:](?P<typed>[a-z]{2,4})(?![\w/-]|\.\w)")


def below_names(doc: Doc) -> Iterator[Found]:
    """Occupations and bodies on the lines below persons' names; none in a text without names or with one line."""
    text = text_of(doc)
    names = {(e.start_char, e.end_char) for e in doc.ents if e.label_ == "PERSON"}
    if not names or "\n" not in text:
        return
    lines = [_bare(text, *match.span()) for match in LINE.finditer(text)]
    persons = [_is_name(text, line, names) for line in lines]
    above = ""
    for i, line in enumerate(lines):
        if persons[i]:
            above = "PERSON"
        elif above and text.count("\n", lines[i - 1][1], line[0]) <= _GAP:
            kind = _kind(text[line[0] : line[1]])
            if kind and kind != above:
                yield Found(*line, kind, _SCORE)
            above = kind if kind == "JOB" else ""
        else:
            above = ""


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a line without the marks at its edges."""
    line = text[start:end]
    return start + len(line) - len(line.lstrip(_EDGES)), start + max(len(line.rstrip(_EDGES)), 0)


def _is_name(text: str, line: tuple[int, int], names: set[tuple[int, int]]) -> bool:
    """Return whether a line is a name of several words, with titles before it and letters behind it."""
    within = [name for name in names if line[0] <= name[0] and name[1] <= line[1]]
    if len(within) != 1 or len(text[line[0] : line[1]].split()) < 2:
        return False
    first, last = within[0]
    before, behind = text[line[0] : first].split(), text[last : line[1]].replace(",", " ").split()
    return all(word.istitle() and len(word) < 6 for word in before) and all(w.isupper() for w in behind)


def _kind(line: str) -> str:
    """JOB or ORG for what a line below a name is, "" of anything else."""
    spoken = _WORD.findall(line)
    marked = any(c in line for c in ".:;!?@0123456789") and not _is_firm(line)
    if not spoken or len(spoken) > _LONGEST or marked:
        return ""
    low = [word.lower() for word in spoken]
    if not _CLOSINGS.isdisjoint(low):
        return ""
    head = head_of(" ".join(low))[1]
    one = singular(head) or head
    if one in lexicon.job_heads() or type_of_kind(one) == "PERSON":
        return "JOB"
    named = [word for word in spoken if word.lower() not in _LINKS]
    if head_class(line) is EntityClass.ORG:
        return "ORG"
    strange = any(not is_listed(word.lower()) for word in named)
    return "ORG" if strange and all(word[0].isupper() for word in named) else ""


def _is_firm(line: str) -> bool:
    """Return whether the only full stop of a line ends the word for a company ("Ek & Sons Ltd.")."""
    return line.count(".") == 1 and line.endswith(("Inc.", "Ltd.", "Co.", "Corp."))


def references(text: str) -> Iterator[Found]:
    """Yield the initials of who dictated a letter and of who typed it: "TJW/kmf"."""
    for match in _DICTATED.finditer(text):
        if not is_english(match["typed"]):
            yield Found(*match.span(), "PERSON", _SCORE)
