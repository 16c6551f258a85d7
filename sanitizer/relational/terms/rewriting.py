"""Write the texts of a release: every mention of every term of a person, and where it stands in the new text.

What is written for a mention never empties its phrase, never runs into another mention, and shows what the class
shares; where the words that fit the sentence would not, plainer ones are taken.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from kb.values.words import number_in
from sanitizer.relational.terms.joined_mentions import Piece, pieces_of
from sanitizer.relational.terms.mention_wording import OCCUPATION, Saying, untold
from sanitizer.relational.terms.redundancy import fold
from sanitizer.relational.terms.term_matches import shows
from sanitizer.relational.terms.terms import TermSpan
from sanitizer.text.articles import article
from sanitizer.text.edits import Change, Fitted, apply
from sanitizer.text.patterns import WORD
from sanitizer.types import Span

if TYPE_CHECKING:  # the parse is loaded for texts alone
    from spacy.tokens import Doc

Residual = Callable[[str], Sequence[tuple[int, int, str]]]
"""Direct identifiers that have a form in a text: start, end and type of each."""

_AS: Final = re.compile(r"\bas (?:an? |the )?$")
"""Behind this an occupation is one; anywhere else a word for it says who somebody is: a person."""
_ARTICLE: Final = re.compile(r"\b(?:an?|the)\s*$", re.IGNORECASE)
_BOUND: Final = re.compile(
    r"(?:under|over|below|above|up to|at (?:least|most)|(?:more|less) than) (?=\S)", re.IGNORECASE
)
_UNTOLD: Final = untold("quantity")
_IS: Final = re.compile(r"\b(is|was) an? $")
_ENDS_THERE: Final = re.compile(r"\s*(?:[.;:\n]|$|, (?:(?:best|also) )?known\b)")
_BRACKETS: Final = re.compile(r" ?\([^()\n]*\)")
_ASIDE: Final = 2
"""Words of an aside in brackets, beside mentions that tell nothing, up to which it tells nothing either."""
_RUN: Final = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Written:
    """A span of a released text: half-open offsets; ``kind`` is direct, redundant, kept, generalized or suppressed;
    ``says`` is the term as the class shares it (kept, generalized) or what was written in its place."""

    start: int
    end: int
    kind: str
    says: str


def rewrite_text(
    text: str,
    spans: Sequence[TermSpan],
    say: Callable[[TermSpan, str], Saying],
    grammar: bool,
    residual: Residual | None = None,
) -> tuple[str, tuple[Written, ...]]:
    """The released text and its spans.

    Args:
        text: the original.
        spans: its terms, disjoint and sorted.
        say: what becomes of a term with that surface.
        grammar: fit replacements to their sentences (articles, number, capitals), else write the bare words.
        residual: finds direct identifiers; where what is written makes one with what stands beside it, it takes that
            along.
    """
    pieces = pieces_of(text, spans, say, grammar)
    fitted = _fitted(text, pieces) if grammar else {}
    pieces = _said_once(pieces, fitted)
    changes = [_change(text, pieces, i, fitted.get(i)) for i in range(len(pieces))]
    changes = _apart(pieces, changes)
    if grammar:
        changes = _without_commas(text, _without_asides(text, changes))
    new, written = _made(text, pieces, changes)
    if residual is None:
        return new, written
    for start, end, _ in residual(new):
        if any(w.start < end and start < w.end and not (w.start <= start and end <= w.end) for w in written):
            return _made(text, pieces, _with_runs(text, pieces))
    return new, written


def _change(text: str, pieces: Sequence[Piece], number: int, fitted: Fitted | None) -> Change:
    """The change of a mention by itself: fitted to its sentence where that touches no other and shows its term."""
    piece = pieces[number]
    span, said = piece.span, piece.said
    surface = span.of(text)
    if said.words == surface or said.exact:
        return Change(span, said.words, said.kind, number)
    if fitted is not None:
        before = pieces[number - 1].span.end if number else 0
        after = pieces[number + 1].span.start if number + 1 < len(pieces) else len(text)
        inside = before <= fitted.span.start and fitted.span.end <= after
        if inside and _tells(fitted.words, said):
            return Change(fitted.span, fitted.words, said.kind, number)
    return _bare(text, piece, number)


def _tells(words: str, said: Saying) -> bool:
    """Check what was written, as the verification of the release will: it shows what the class shares."""
    return shows(words, said.words) if said.shared else True


def _capital(text: str, span: Span, words: str) -> str:
    opens = _opens_sentence(text, span.start) and text[span.start].isupper()
    return words[:1].upper() + words[1:] if opens else words


def _bare(text: str, piece: Piece, number: int) -> Change:
    """The change of a mention to its bare words, without their article behind an article of the text."""
    said = piece.said
    words = (
        said.wording.bare
        if _ARTICLE.search(text, max(0, piece.span.start - 12), piece.span.start)
        else said.words
    )
    return Change(piece.span, _capital(text, piece.span, words), said.kind, number)


def _apart(pieces: Sequence[Piece], changes: Sequence[Change]) -> list[Change]:
    """The changes without those that grew into the one before: these write their bare words."""
    done: list[Change] = []
    for change in changes:
        if done and change.span.start < done[-1].span.end:
            piece = pieces[change.reference]
            change = Change(piece.span, piece.said.words, change.kind, change.reference)
        if done and change.span.start < done[-1].span.end:
            before = pieces[done[-1].reference]
            done[-1] = Change(before.span, before.said.words, done[-1].kind, done[-1].reference)
        done.append(change)
    return done


def _without_asides(text: str, changes: Sequence[Change]) -> list[Change]:
    """The changes, where an aside in brackets of which all mentions tell nothing any more goes as a whole: "(born a
    date)"."""
    done = list(changes)
    for aside in _BRACKETS.finditer(text):
        inside = [c for c in done if c.span.start < aside.end() and aside.start() < c.span.end]
        whole = all(aside.start() < c.span.start and c.span.end < aside.end() for c in inside)
        if not inside or not whole or any(c.kind not in ("suppressed", "direct") for c in inside):
            continue
        left, at = "", aside.start()
        for c in inside:
            left, at = f"{left} {text[at : c.span.start]}", c.span.end
        if len(WORD.findall(left + text[at : aside.end()])) <= _ASIDE:
            gone = Change(Span(*aside.span()), "", "suppressed", inside[0].reference)
            done = sorted([c for c in done if c not in inside] + [gone], key=lambda c: c.span)
    return done


_STOP: Final = re.compile(r"\s*[.;:!?)\n]|\s*$")


def _without_commas(text: str, changes: Sequence[Change]) -> list[Change]:
    """The changes, where nothing stays between a comma and the end of a sentence or of brackets: the comma goes too."""
    done: list[Change] = []
    for change in changes:
        start = change.span.start
        before = done[-1].span.end if done else 0
        while start > before and text[start - 1] in ", ":
            start -= 1
        if (
            not change.replacement
            and "," in text[start : change.span.start]
            and _STOP.match(text, change.span.end)
        ):
            change = replace(change, span=Span(start, change.span.end), replacement="")
        done.append(change)
    return done


def _with_runs(text: str, pieces: Sequence[Piece]) -> list[Change]:
    """The bare changes, each with what stands beside its mention without a blank: what would make an identifier of it
    goes too ("FWD.us")."""
    done: list[Change] = []
    ends = [p.span.start for p in pieces[1:]] + [len(text)]
    for number, (piece, end) in enumerate(zip(pieces, ends, strict=True)):
        span = piece.span
        start = done[-1].span.end if done else 0
        for run in _RUN.finditer(text, max(start, span.start - 80), min(end, span.end + 80)):
            if run.start() < span.end and span.start < run.end():
                span = Span(min(span.start, run.start()), max(span.end, run.end()))
        while span.end > piece.span.end and not text[span.end - 1].isalnum():
            span = Span(span.start, span.end - 1)
        while span.start < piece.span.start and not text[span.start].isalnum():
            span = Span(span.start + 1, span.end)
        done.append(Change(span, _capital(text, span, piece.said.words), piece.said.kind, number))
    return done


def _made(text: str, pieces: Sequence[Piece], changes: Sequence[Change]) -> tuple[str, tuple[Written, ...]]:
    written: list[Written] = []
    shift = 0
    for change in changes:
        start = change.span.start + shift
        shift += len(change.replacement) - (change.span.end - change.span.start)
        words = pieces[change.reference].said.words
        written.append(Written(start, start + len(change.replacement), change.kind, words))
    return apply(text, changes), tuple(written)


def _fitted(text: str, pieces: Sequence[Piece]) -> dict[int, Fitted]:
    """By number, the words that do not stand as they are, as the sentence wants them; the first text to need them loads
    grammar and the parse."""
    from sanitizer.say.changes import all_together, each_by_itself
    from sanitizer.text.parse import parse, passing

    fitted: dict[int, Fitted] = {}
    labels: list[str | None] = [None] * len(pieces)
    for number, piece in enumerate(pieces):
        if piece.said.exact or piece.said.words == piece.span.of(text):
            continue
        own = piece.own or _own_form(text, piece.span, piece.said)
        if own is not None:
            fitted[number] = own
        elif not piece.said.fixed and piece.said.words:
            labels[number] = "person" if piece.said.words == OCCUPATION else piece.said.words
    if any(label is not None for label in labels):
        spans = [piece.span for piece in pieces]
        with passing(parse):
            doc = parse(text)
            done = all_together(doc, spans, labels, [p.entity for p in pieces], [p.named for p in pieces])
            made = fitted | {n: done[n] for n, label in enumerate(labels) if label is not None}
            if not _all_told(pieces, made):
                done = each_by_itself(doc, spans, labels)
        for number, label in enumerate(labels):
            if label is not None:
                fitted[number] = _as_verb(doc, pieces[number]) or done[number]
    return fitted


_HAVE: Final = {"VB": "have", "VBP": "have", "VBZ": "has", "VBD": "had", "VBG": "having"}


def _as_verb(doc: "Doc", piece: Piece) -> Fitted | None:
    """What an illness becomes that is told by a verb ("I cough"): one has it; None for all else."""
    if piece.type != "DISEASE":
        return None
    within = doc.char_span(piece.span.start, piece.span.end)
    if within is None or len(within) != 1 or within.root.pos_ != "VERB" or within.root.tag_ not in _HAVE:
        return None
    words = piece.said.words
    return Fitted(piece.span, f"{_HAVE[within.root.tag_]} {article(words)} {words}")


def _all_told(pieces: Sequence[Piece], fitted: Mapping[int, Fitted]) -> bool:
    """Whether each thing that the class shares is told by some mention of it."""
    wanted = {piece.said.words for piece in pieces if piece.said.shared}
    told = {
        piece.said.words
        for number, piece in enumerate(pieces)
        if number not in fitted or _tells(fitted[number].words, piece.said)
    }
    return wanted <= told


def _said_once(pieces: Sequence[Piece], fitted: Mapping[int, Fitted]) -> list[Piece]:
    """The mentions; of what the class shares, those that another one of the text tells as well need not tell it."""
    told = {
        p.said.words
        for n, p in enumerate(pieces)
        if p.said.shared and n in fitted and _tells(fitted[n].words, p.said)
    }
    return [
        replace(p, said=replace(p.said, kind="suppressed"))
        if n in fitted and p.said.shared and p.said.words in told and not _tells(fitted[n].words, p.said)
        else p
        for n, p in enumerate(pieces)
    ]


def _own_form(text: str, span: Span, said: Saying) -> Fitted | None:
    """What a mention that is an amount, an occupation or a range becomes in its place; None for all others."""
    from sanitizer.relational.terms.modifiers import after_preposition, before_noun

    if said.kind == "suppressed" and (some := _some(text, span, said.words)):
        return Fitted(span, _capital(text, span, some))
    bound = _BOUND.match(span.of(text))
    if bound and said == _UNTOLD:  # the sentence needs it: "move up to an amount"
        return Fitted(Span(span.start + bound.end(), span.end), "an amount")
    before = text[max(0, span.start - 12) : span.start]
    if said.words == OCCUPATION and (after := _AS.search(before)):
        return Fitted(Span(span.start - len(after[0]), span.end), "in some occupation")
    if said.words == OCCUPATION and (after := _IS.search(before)) and _ENDS_THERE.match(text, span.end):
        has = "has" if after[1] == "is" else "had"  # everybody is a person
        return Fitted(Span(span.start - len(after[0]), span.end), f"{has} an occupation")
    if said.kind not in ("generalized", "redundant"):
        return None
    placed = after_preposition(text, span, said) or before_noun(text, span, said)
    return None if placed is None else Fitted(placed[0], _capital(text, *placed))


def _some(text: str, span: Span, word: str) -> str:
    """How many without saying it, where the unit is in letters ("more than twenty films" is "several films"), or ""."""
    surface = span.of(text)
    found = number_in(surface) if word in _COUNTED else None
    unit = surface[found[2] :] if found is not None and found[0] > 1 else ""
    many = "several" if found is not None and found[0] > 2 else "some"
    return f"{many}{unit}" if _UNIT.fullmatch(unit) else ""


_COUNTED: Final = frozenset(["quantity", "period", "number"])
_UNIT: Final = re.compile(r" [a-z]{3,}s")


def _opens_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip()
    return not before or before[-1] in ".!?\n"


def same_words(surface: str, shared: str) -> str:
    """The surface when it only differs from the shared spelling in case or article, else the shared spelling."""
    return surface if fold(surface) == fold(shared) else shared
