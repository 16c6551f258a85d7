"""Cues: what the words of a name and the words around it are, as short strings whose weights tell the kind of the name.

One mention gives a set of cues of the name ("n:last=court", "n:shape=Aa Aa") and a set of cues of its place in the
text ("l1=film", "isa=river"). No tagger is needed: a cue is read from the words alone, so that it costs microseconds
and works in headings, lists and notes. Weights are learned from an encyclopedia and from corpora with entities
(`training/cues`); :mod:`sanitizer.read.evidence` sums them.
"""

import re
from collections.abc import Iterator
from typing import Final

from sanitizer.text.fold import words

_TOKEN: Final = re.compile(r"[^\W_]+(?:['’.&-][^\W_]+)*|[^\w\s\"“”‘*]")
"""Words and marks, without those that stand around titles."""
_LEFT: Final = 90
"""Characters before a mention that are looked at."""
_RIGHT: Final = 140
"""Characters behind a mention that are looked at."""
_END: Final = re.compile(r"(?:(?<=[a-z]{4})\.|(?<=\))\.|[!?;])['\"”’)]*\s+(?=[\"“‘(]?(?:[A-Z\d]|$))|\n")
"""Where a sentence ends: not behind short words, which may be abbreviations."""
_MARKS: Final = ('"', "“", "‘", "'", "_", "*")
_WINDOW: Final = 4
"""Words on each side that count wherever they stand."""

_DEFINED: Final = re.compile(
    r"[\"”’*_]{0,3}(?: ?\([^()\n]{0,80}\))?(?P<how>,| is| was| are| were| became| remains| –| -)?,? "
    r"(?:also |once |formerly |then |now )?(?:an?|the|one of the) (?P<rest>[^\n]{3,90})"
)
_STOP: Final = words(
    "of in for by from that which who whose where when with on at to and or as based located founded born known "
    "called named situated published written directed produced released consisting used made set near between "
    "about is was has had were are be been"
) | frozenset(',.;:()-–"“”')
_THIN: Final = words(
    "the a an of in on at to and or for by with from as is was it its his her he she they their that this which "
    "who be been has had have were are not but also into than then there after before during when while"
)


def _norm(token: str) -> str:
    """Return a token as cues name it: small letters; "0" for numbers, "Aa" for words with a capital."""
    if token[0].isdigit():
        return "0000" if len(token) == 4 and token.isdigit() else "0"
    if token[0].isupper():
        return "Aa"
    return token.lower()


def _head(rest: str) -> str:
    """Return the noun that heads a phrase: its last word before a preposition, a mark or a verb."""
    head = ""
    for found in _TOKEN.finditer(rest):
        token = found[0]
        if token in _STOP:
            if head or token not in ('"', "“", "("):
                break
            continue
        if not token[0].isupper() and not token[0].isdigit():
            head = token.lower()
    return head


def defined_as(text: str, end: int) -> str:
    """Return the head of the phrase with "a" or "an" that is set beside a name which ends at `end` ("Ek, a nurse");
    "" where none is."""
    found = _DEFINED.match(text, end)
    if found is None or found["how"] != "," or text[found.end("how") :].lstrip(", ").startswith("the "):
        return ""
    return _head(found["rest"])


def head_of(text: str, start: int) -> str:
    """Return the head of the phrase that begins at `start`, behind its article."""
    return _head(text[start : start + _RIGHT].partition("\n")[0])


def _shape(word: str) -> str:
    if word[0].isdigit():
        return "0"
    if word.isupper():
        return "A" if len(word) == 1 else "AA"
    return "Aa" if word[0].isupper() else "a"


def of_name(name: str) -> Iterator[str]:
    """Yield the cues of a name itself."""
    spoken = [w for w in _TOKEN.findall(name) if w[0].isalnum()] or [name]
    low = [w.lower() for w in spoken]
    yield f"n:last={low[-1]}"
    yield f"n:first={low[0]}"
    for word in sorted(set(low[1:-1])):
        yield f"n:mid={word}"
    last = re.sub(r"['’]s$", "", low[-1])
    for length in (2, 3, 4):
        if len(last) > length:
            yield f"n:end={last[-length:]}"
    if len(low[0]) > 3 and len(low) > 1:
        yield f"n:begin={low[0][:3]}"
    shapes = [_shape(w) for w in spoken]
    yield f"n:shape={' '.join(shapes[:4])}{'+' if len(shapes) > 4 else ''}"
    if "of" in low[1:-1]:
        yield f"n:of={low[low.index('of', 1) - 1]}"


def of_place(text: str, start: int, end: int) -> Iterator[str]:
    """Yield the cues of the place where a name stands, characters `start` to `end` of `text`."""
    left = text[max(0, start - _LEFT) : start]
    ends = [found.end() for found in _END.finditer(left)]
    left = left[ends[-1] :] if ends else left
    right = text[end : end + _RIGHT]
    stop = _END.search(right)
    right = right[: stop.start() + 1] if stop else right
    before = [_norm(t) for t in _TOKEN.findall(left)]
    behind = [_norm(t) for t in _TOKEN.findall(right)]
    l1 = before[-1] if before else "^"
    l2 = before[-2] if len(before) > 1 else "^"
    l3 = before[-3] if len(before) > 2 else "^"
    r1 = behind[0] if behind else "$"
    r2 = behind[1] if len(behind) > 1 else "$"
    yield f"l1={l1}"
    yield f"l2={l2} {l1}"
    yield f"l3={l3} {l2} {l1}"
    yield f"r1={r1}"
    yield f"r2={r1} {r2}"
    yield f"b={l1}|{r1}"
    for word in sorted({w for w in before[-_WINDOW:] if w.isalpha() and w not in _THIN}):
        yield f"lw={word}"
    for word in sorted({w for w in behind[:_WINDOW] if w.isalpha() and w not in _THIN}):
        yield f"rw={word}"
    defined = _DEFINED.match(right)
    if defined and (head := _head(defined["rest"])):
        how = (defined["how"] or "").strip()
        yield f"{'app' if how in (',', '') else 'isa'}={head}"
    if left[-1:] in _MARKS:
        yield "quoted"
