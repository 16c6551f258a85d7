"""The words of mentions as their sentences want them: by the grammar of single texts, or by forms of releases alone."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from kb import Concept
from kb.taxonomy import is_a
from kb.values.words import number_in
from sanitizer.common.knowledge import in_use
from sanitizer.recognize.entity_types import class_word, entity_class
from sanitizer.relational.terms.joined_mentions import Piece
from sanitizer.relational.terms.mention_wording import OCCUPATION, Saying, untold
from sanitizer.relational.terms.term_matches import shows
from sanitizer.relational.terms.untold_occupations import placed
from sanitizer.text.articles import article
from sanitizer.text.edits import Fitted
from sanitizer.types import Span

if TYPE_CHECKING:  # the parse is loaded for texts alone
    from spacy.tokens import Doc

    from sanitizer.say.plan_types import Told

_FAITH: Final = Concept("wn:religion.n.01", "religion")
_BOUND: Final = re.compile(
    r"(?:under|over|below|above|up to|at (?:least|most)|(?:more|less) than) (?=\S)", re.IGNORECASE
)
_UNTOLD: Final = untold("quantity")
_DATE: Final = class_word("DATE")
_COUNTED: Final = frozenset(["quantity", "period", "number"])
_UNIT: Final = re.compile(r" [a-z]{3,}s")
_HAVE: Final = {"VB": "have", "VBP": "have", "VBZ": "has", "VBD": "had", "VBG": "having"}


def windows_once(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the mentions, where a window of years that an earlier one tells is not told again."""
    seen: set[tuple[str, str]] = set()
    done: list[Piece] = []
    for piece in pieces:
        window = piece.said.wording.years
        if window is not None and piece.type == "DATE" and piece.own is None:
            if window in seen:
                piece = replace(piece, said=untold(_DATE))
            seen.add(window)
        done.append(piece)
    return done


def in_sentences(text: str, pieces: Sequence[Piece]) -> tuple[dict[int, Fitted], list[Fitted]]:
    """By number, the words that do not stand as they are, as the sentence wants them, and what changes beside them; the
    first text to need them loads grammar and the parse."""
    from sanitizer.say.changes import all_together, each_by_itself
    from sanitizer.text.parse import parse, passing

    fitted: dict[int, Fitted] = {}
    types = {piece.span.start: piece.type for piece in pieces}
    for number, piece in enumerate(pieces):
        if piece.said.exact or piece.said.words == piece.span.of(text):
            continue
        own = piece.own or _own_form(text, piece.span, piece.said, types)
        if own is not None:
            fitted[number] = own
    free = [n for n, p in enumerate(pieces) if n not in fitted and not _settled(text, p)]
    if not free:
        return fitted, []
    with passing(parse):
        doc = parse(text)
        told: list[Told] = []
        for n, piece in enumerate(pieces):
            begin = told[-1].span.end if told else 0
            told.append(_told(doc, piece) if n in free else _settled_as(pieces, n, fitted.get(n), begin))
        number_of = {one.span: n for n, one in enumerate(told)}
        beside: list[Fitted] = []
        for span, made in all_together(doc, told):
            number = number_of.get(span, -1)
            if number < 0:
                beside.append(made)
            elif number in free:
                fitted[number] = _as_verb(doc, pieces[number]) or made
        if missing := _untold(pieces, fitted):
            labels = [_label(doc, p) if n in free else None for n, p in enumerate(pieces)]
            alone = each_by_itself(doc, [p.span for p in pieces], labels)
            fitted.update({n: alone[n] for n in missing if n in free})
    return fitted, beside


def _settled(text: str, piece: Piece) -> bool:
    """Return whether the words of a mention stand as they are."""
    said = piece.said
    return said.exact or said.fixed or not said.words or said.words == piece.span.of(text)


def _label(doc: "Doc", piece: Piece) -> str:
    """Return the label by which a mention is told: of a number of things that there are several, of a name that it
    is one."""
    of_type = piece.said.untold
    if of_type == OCCUPATION:
        return "person"
    if piece.type == "RELIGION" and piece.said.kind == "suppressed" and _is_faith(piece.span.of(doc.text)):
        return "faith"
    if of_type == class_word("MISC") and piece.named and not _is_beside(doc, piece.span):
        return "name"
    many = _some(doc.text, piece.span, of_type) if piece.said.kind == "suppressed" else ""
    return many or piece.said.words


def _is_faith(surface: str) -> bool:
    """Return whether a word names a faith, not who or what belongs to it ("Islam")."""
    words = in_use().words
    return any(is_a(words, sense.concept, _FAITH) for sense in words.senses(surface))


def _is_beside(doc: "Doc", span: Span) -> bool:
    """Return whether a name stands beside a noun that says what has it, which can do without ("the song *Fado*")."""
    within = doc.char_span(span.start, span.end, alignment_mode="expand")
    return within is not None and within.root.dep_ in ("flat", "compound", "appos", "nmod:unmarked")


def _settled_as(pieces: Sequence[Piece], number: int, fitted: Fitted | None, begin: int) -> "Told":
    """Return what is settled of a mention, over all characters from `begin` on that it takes where they are no
    other one's."""
    from sanitizer.say.plan_types import Told

    piece = pieces[number]
    end = pieces[number + 1].span.start if number + 1 < len(pieces) else None
    span, words = piece.span, piece.said.words
    if fitted is not None and begin <= fitted.span.start and (end is None or fitted.span.end <= end):
        span, words = fitted
    return Told(span, ("span", piece.entity), None, None, words, by_title=False)


def _told(doc: "Doc", piece: Piece) -> "Told":
    """Return what is told of a mention in a sentence: the words of its label."""
    from sanitizer.say.changes import label_of
    from sanitizer.say.phrases_from_labels import phrase_of
    from sanitizer.say.plan_types import Told

    of_class = entity_class(piece.type)
    return Told(
        piece.span,
        ("span", piece.entity),
        phrase_of(_label(doc, piece)),
        piece.named,
        label=label_of(of_class, piece.type, piece.span.of(doc.text)) if piece.named else "",
        by_title=False,
        given=piece.said.shared or piece.said.kind == "redundant",
        of_class=of_class,
    )


def _as_verb(doc: "Doc", piece: Piece) -> Fitted | None:
    """Return what an illness becomes that is told by a verb ("I cough"): one has it; None for all else."""
    if piece.type != "DISEASE":
        return None
    within = doc.char_span(piece.span.start, piece.span.end)
    if within is None or len(within) != 1 or within.root.pos_ != "VERB" or within.root.tag_ not in _HAVE:
        return None
    words = piece.said.words
    return Fitted(piece.span, f"{_HAVE[within.root.tag_]} {article(words)} {words}")


def _untold(pieces: Sequence[Piece], fitted: Mapping[int, Fitted]) -> list[int]:
    """Return the mentions of those things that the class shares and no mention tells."""
    told = {
        piece.said.words
        for number, piece in enumerate(pieces)
        if number not in fitted or tells(fitted[number].words, piece.said)
    }
    return [n for n, piece in enumerate(pieces) if piece.said.shared and piece.said.words not in told]


def said_once(pieces: Sequence[Piece], fitted: Mapping[int, Fitted]) -> list[Piece]:
    """Return the mentions; of what the class shares, those that another one of the text tells as well need not tell
    it."""
    told = {
        p.said.words
        for n, p in enumerate(pieces)
        if p.said.shared and n in fitted and tells(fitted[n].words, p.said)
    }
    return [
        replace(p, said=replace(p.said, kind="suppressed"))
        if n in fitted and p.said.shared and p.said.words in told and not tells(fitted[n].words, p.said)
        else p
        for n, p in enumerate(pieces)
    ]


def _own_form(text: str, span: Span, said: Saying, types: Mapping[int, str]) -> Fitted | None:
    """Return what a mention that is an amount, an occupation or a range becomes in its place; None for all others."""
    from sanitizer.relational.terms.modifiers import after_preposition, before_noun

    bound = _BOUND.match(span.of(text))
    if bound and said == _UNTOLD:  # the sentence needs it: "move up to an amount"
        return Fitted(Span(span.start + bound.end(), span.end), "an amount")
    if said.untold == OCCUPATION and (made := placed(text, span, types)) is not None:
        return Fitted(made.span, with_capital(text, made.span, made.words))
    if said.kind not in ("generalized", "redundant"):
        return None
    made = after_preposition(text, span, said) or before_noun(text, span, said)
    return None if made is None else Fitted(made[0], with_capital(text, *made))


def _some(text: str, span: Span, word: str) -> str:
    """Return how many without saying it, where the unit is in letters ("more than twenty films" is "several
    films"), or ""."""
    surface = span.of(text)
    found = number_in(surface) if word in _COUNTED else None
    unit = surface[found[2] :] if found is not None and found[0] > 1 else ""
    many = "several" if found is not None and found[0] > 2 else "some"
    return f"{many}{unit}" if _UNIT.fullmatch(unit) else ""


def tells(words: str, said: Saying) -> bool:
    """Check what was written, as the verification of the release will: it shows what the class shares."""
    return shows(words, said.words) if said.shared else True


def with_capital(text: str, span: Span, words: str) -> str:
    """Return words in the place of a mention, with the capital of a sentence that it opens."""
    opens = _opens_sentence(text, span.start) and text[span.start].isupper()
    return words[:1].upper() + words[1:] if opens else words


def _opens_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip()
    return not before or before[-1] in ".!?\n"
