"""The mentions of a text to write: those that say one thing together are one."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sanitizer.relational.terms.mention_wording import OCCUPATION, SHARED, Saying, untold
from sanitizer.relational.terms.periods import as_life, as_one, born, is_period, of_life
from sanitizer.relational.terms.terms import TermSpan
from sanitizer.text.edits import Fitted
from sanitizer.types import Span

_TELLING: Final = SHARED | {"redundant"}
_NAMED: Final = frozenset(["PERSON", "ORG", "LOC", "MISC"])
_GAP: Final = re.compile(r"[ \xa0]?[-‐‑/]?[ \xa0]?")
_AND: Final = re.compile(r",? and ")
_PLACED: Final = re.compile(r",? (?:in |at )?(?=[A-Z])")
_PLACES: Final = frozenset(["GPE", "LOC"])
_THEN: Final = re.compile(r", |,? (?:and|or) (?:then |later )?")
_LISTED: Final = re.compile(r",? (?:and |or )?")


@dataclass(frozen=True, slots=True)
class Piece:
    """A mention to write, with the characters it stands for, who is meant by it, whether it is a name, its type, and
    how it is written where that is settled."""

    span: Span
    said: Saying
    entity: int
    named: bool
    type: str
    own: Fitted | None = None


def pieces_of(
    text: str, spans: Sequence[TermSpan], say: Callable[[TermSpan, str], Saying], grammar: bool
) -> list[Piece]:
    """Return the mentions to write. One that tells nothing any more and only describes the next one goes with it."""
    pieces: list[Piece] = []
    entities: dict[object, int] = {}
    start = -1
    for i, term in enumerate(spans):
        said = say(term, term.span.of(text))
        begin = start if start >= 0 else term.span.start
        following = spans[i + 1].span.start if i + 1 < len(spans) else len(text)
        gap = text[term.span.end : following]
        goes = grammar and term.describes and not said.shared and not said.fixed
        if goes and i + 1 < len(spans) and _GAP.fullmatch(gap) and _is_free(spans[i + 1], text, say):
            start = begin
            continue
        start = -1
        who = ("entity", term.entity, term.type == "PERSON") if term.entity >= 0 else ("key", term.key)
        number = entities.setdefault(who, len(entities))
        named = term.key.entity_class in _NAMED and term.span.of(text)[:1].isupper()
        piece = Piece(Span(begin, term.span.end), said, number, named, term.type)
        if pieces and grammar and (joined := _life(text, pieces, piece) or _period(text, pieces[-1], piece)):
            pieces[-1:] = joined
        else:
            pieces.append(_birth(text, pieces, piece) if grammar else piece)
    return _joined(text, pieces) if grammar else pieces


def _is_free(term: TermSpan, text: str, say: Callable[[TermSpan, str], Saying]) -> bool:
    """Return whether the words of a mention are still to be made to fit, with an article of their own."""
    return not say(term, term.span.of(text)).fixed


def _joined(text: str, pieces: Sequence[Piece]) -> list[Piece]:
    """Return the mentions, those that say the same of one thing as one: a place and what it lies in ("Sydney,
    Australia"; in a list of more they may be places beside each other), and occupations of one person of which
    nothing is told."""
    done: list[Piece] = []
    for number, piece in enumerate(pieces):
        last = done[-1] if done else None
        same = last is not None and last.said == piece.said and not last.said.fixed
        if last is not None and same and (_holds(text, pieces, number) or _also(text, last, piece)):
            done[-1] = replace(last, span=Span(last.span.start, piece.span.end))
        else:
            done.append(piece)
    return done


def _holds(text: str, pieces: Sequence[Piece], number: int) -> bool:
    """Return whether a mention holds the place before it, and the two are no part of a list."""
    last, piece = pieces[number - 1], pieces[number]
    following = pieces[number + 1].span.start if number + 1 < len(pieces) else len(text)
    ends = not _LISTED.fullmatch(text[piece.span.end : following])
    begins = number < 2 or not _LISTED.fullmatch(text[pieces[number - 2].span.end : last.span.start])
    placed = {piece.type, last.type} <= _PLACES and text[last.span.end : piece.span.start] == ", "
    return placed and begins and ends


def _also(text: str, last: Piece, piece: Piece) -> bool:
    """Return whether an occupation of which nothing is told stands behind another one of the same person ("painter and
    poet")."""
    return last.said == untold(OCCUPATION) and bool(_THEN.fullmatch(text[last.span.end : piece.span.start]))


def _life(text: str, before: Sequence[Piece], second: Piece) -> list[Piece] | None:
    """Return both ends of the life of the person with whose name the text begins; None where the two are none."""
    *names, first = before
    if not _are_names(names) or {first.type, second.type} != {"DATE"}:
        return None
    if not (is_period(text, first.span, second.span) and of_life(text, [n.span for n in names], first.span)):
        return None
    told = (p.said if p.said.kind in _TELLING else None for p in (first, second))
    made = as_life(first.span, second.span, *told)
    return None if made is None else [replace(first, own=made[0]), replace(second, own=made[1])]


def _are_names(pieces: Sequence[Piece]) -> bool:
    return bool(pieces) and all(piece.type == "PERSON" for piece in pieces)


def _birth(text: str, before: Sequence[Piece], piece: Piece) -> Piece:
    """Take a date with a place in brackets behind the name with which the text begins for that of a birth ("(1946,
    Rome)")."""
    named = _are_names(before) and piece.type == "DATE"
    told = piece.said.kind in _TELLING and not piece.said.wording.alternatives
    if not (named and told and _PLACED.match(text, piece.span.end)):
        return piece
    lived = of_life(text, [n.span for n in before], piece.span)
    return replace(piece, own=Fitted(piece.span, born(piece.said))) if lived else piece


def _period(text: str, first: Piece, second: Piece) -> list[Piece] | None:
    """Return both ends of a period as one mention; None where the two are none, or are said one by one."""
    if {first.type, second.type} != {"DATE"} or first.own is not None:
        return None
    gap = text[first.span.end : second.span.start]
    if first.said == second.said and not first.said.fixed and _AND.fullmatch(gap):
        return [replace(first, span=Span(first.span.start, second.span.end))]
    if not is_period(text, first.span, second.span):
        return None
    told, known = [p.said if p.said.kind in _TELLING else None for p in (first, second)], first
    span = Span(first.span.start, second.span.end)
    if not any(told):
        return [replace(first, span=span)]
    made = as_one(text, span, *told)
    both = first.said.shared and second.said.shared
    if made is None or (both and first.said.words != second.said.words):
        return None
    if told[0] is None or (second.said.shared and not first.said.shared):
        known = second
    return [replace(known, span=span, own=made)]
