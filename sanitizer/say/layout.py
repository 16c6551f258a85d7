"""Tell what a mention stands in: a running sentence, an entry of a form (value of a field, heading, address, signature,
item of a list), or the label of who speaks in a chat or a log. Each is written in its own way, decided here once.

An entry is read from structure: no finite verb stands in it, and a label, a column, or a line of its own makes it one.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Final

from spacy.tokens import Doc, Token

from sanitizer.say.locations import is_unknown
from sanitizer.say.phrases import Phrase
from sanitizer.say.phrases_from_labels import NAME
from sanitizer.say.plan_types import Entity, Told
from sanitizer.say.structure import Form, Register
from sanitizer.text.inflection import capitalized
from sanitizer.types import BoolArray, Span, noted

_LABEL: Final = re.compile(r"[^\W\d_][^\n:|]{0,40}:(?=[ \t\n]|$)")
_VERBS: Final = "sanitizer_finite_verbs"
_COLUMN: Final = re.compile(r"\t| {2,}| ?\| ?")
_MOST_WORDS: Final = 5
"""Words of the label of a field."""
_WRAPPED: Final = 55
"""Characters from which on a line without a full stop may go on in the next."""
_WIDE: Final = 100
"""Characters that no line of a text has that is wrapped by hand."""
_ENDS: Final = (".", "!", "?", ":", ";")
_WORDS_IN: Final = re.compile(r"[^\W\d_]")
_CLOCK: Final = re.compile(r"\s+\d{1,2}[:.]\d\d(?: ?[AaPp]\.?[Mm]\.?)?\s*")
"""A time of the day, alone behind who says what stands below."""
_MARKED: Final = re.compile(r"\d[:/.-]\d")
_STAMP: Final = 40
"""Characters of the date and time that a line begins with."""
_TITLE: Final = 2
"""Words before the name of who speaks."""
_MARKS: Final = " \t[]()<>-–—|/,.#*_>"


@dataclass(frozen=True, slots=True)
class _Line:
    """A line, or lines that a sentence wraps: its characters, and whether a finite verb stands in it."""

    start: int
    end: int
    finite: bool


def form_of(doc: Doc, text: str, told: Sequence[Told], taken: BoolArray) -> Form:
    """Return the structure of a text with its mentions, in order; ``taken`` are the characters of mentions."""
    form = Form()
    finite = [(start, heads) for start, heads in _finite(doc) if not taken[start]]
    verbs, clauses = [start for start, _ in finite], {start for start, heads in finite if heads}
    lines = list(_lines(text, verbs))
    form.called.update(_speakers(text, told, lines, form.register))
    at, stamped, columns = 0, 0, _columns(text, lines[0])
    said = -1  # where the line ends in which somebody speaks
    for one in told:
        while at + 1 < len(lines) and lines[at].end <= one.span.start:
            at += 1
            columns = _columns(text, lines[at])
        line = lines[at]
        if form.of(one.span) is Register.SPEAKER:
            said = line.end
        if one.span in form.register or one.literal is not None or one.span.start < said:
            continue
        if _is_stamp(text, line, one.span, told):
            form.register[one.span] = Register.ENTRY
            stamped = one.span.end
            continue
        start, end, label = _part(text, line, one.span, clauses, columns)
        start = max(start, stamped)
        sentence = doc.char_span(one.span.start, one.span.end, alignment_mode="expand")
        first = max(start, sentence.sent.start_char) if sentence is not None else start
        last = min(end, sentence.sent.end_char) if sentence is not None else end
        part = bool(label) or (start, end) != (line.start, line.end)
        numbered = not any(
            c.isalpha() for c in text[line.start : one.span.start]
        )  # the number of a paragraph
        if numbered or (part and not text[start : one.span.start].strip(_MARKS)):
            form.opening.add(one.span)
        spoken = stamped > line.start or (bool(label) and bool(taken[start - 2]))
        inside = verbs[bisect_left(verbs, first) : bisect_left(verbs, last)]
        if part and not spoken:  # a participle alone makes no clause
            inside = [v for v in inside if v in clauses or text[start:v].strip()]
        if inside:
            continue
        whole = text[line.start : line.end].strip()
        own = _all_told(text, line.start, line.end, (one,))  # a signature ends in names and initials
        alone = len(lines) > 1 and not line.finite and (own or not whole.endswith((".", "!", "?")))
        if part or alone:
            form.register[one.span] = Register.ENTRY
            form.label[one.span] = label
    return form


def as_called(told: Sequence[Told], form: Form) -> list[Told]:
    """Return the mentions with what is said of their entities in all the text: of those who speak what they are
    called, of names of which nothing is sure the label that tells them from others."""
    done = []
    for one in told:
        if one.referent in form.called and one.phrase is not None:
            one = replace(one, phrase=Phrase(form.called[one.referent], "name", person=True))
        elif one.span in form.lettered and is_unknown(one):
            one = replace(one, phrase=form.lettered[one.span])
        elif one.phrase == NAME:
            one = replace(one, phrase=form.by_name.get(one.referent, NAME))
        done.append(one)
    return done


def _finite(doc: Doc) -> list[tuple[int, bool]]:
    """Return where each finite verb begins, and whether it heads a clause; found once for all rounds over a
    document."""
    return noted(doc, _VERBS, lambda: [(t.idx, _has_subject(t)) for t in doc if _is_finite(t)])


def _is_finite(token: Token) -> bool:
    return token.pos_ in ("VERB", "AUX") and "Fin" in token.morph.get("VerbForm")


def _has_subject(token: Token) -> bool:
    """Return whether a verb heads a clause: it has a subject, or an auxiliary of its own."""
    clause = token if token.dep_ not in ("aux", "aux:pass", "cop") else token.head
    return any(t.dep_ in ("nsubj", "nsubj:pass", "expl", "csubj", "nsubj:outer") for t in clause.children)


def _lines(text: str, verbs: Sequence[int]) -> Iterator[_Line]:
    """Yield the lines of a text; those that one sentence wraps are one."""
    start, position = 0, 0
    lines = text.split("\n")
    by_hand = max(map(len, lines)) <= _WIDE
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        end = position + len(line)
        wraps = by_hand and len(line) >= _WRAPPED and not line.rstrip().endswith(_ENDS)
        if not wraps or not following[:1].isalpha() or _LABEL.match(following):
            yield _Line(start, end, bisect_left(verbs, start) < bisect_left(verbs, end))
            start = end + 1
        position = end + 1


def _columns(text: str, line: _Line) -> list[tuple[int, int]]:
    """Return where what divides the columns of a line stands."""
    return [column.span() for column in _COLUMN.finditer(text, line.start, line.end)]


def _part(
    text: str, line: _Line, span: Span, clauses: AbstractSet[int], columns: Sequence[tuple[int, int]]
) -> tuple[int, int, str]:
    """Return the part of a line that a mention stands in, between labels and columns, and its label."""
    start, end, label = line.start, line.end, ""
    for begins, ends in columns:
        if ends <= span.start:
            start = ends
        elif begins >= span.end:
            end = begins
            break
    position = start
    while (colon := text.find(":", position, span.start)) >= 0:
        begins = max(start, *(text.rfind(mark, start, colon) + 1 for mark in (". ", "; ", "(", "> ")))
        words = text[begins:colon].strip(" >*-")
        short = words[:1].isalnum() and len(words.split()) <= _MOST_WORDS
        clause = " " in words and any(begins <= v < colon for v in clauses)
        if short and _is_label(text, colon) and not clause:
            start, label = colon + 1, words
        position = colon + 1
    return start, end, label


def _is_label(text: str, colon: int) -> bool:
    return text[colon + 1 : colon + 2] in ("", " ", "\t", "\n") and not text[colon - 1 : colon].isspace()


def _is_stamp(text: str, line: _Line, span: Span, told: Sequence[Told]) -> bool:
    """Return whether a mention stands in the date and time that a line begins with: in brackets, before a dash, or
    in figures with marks between them ("02/02 21:40 Seen by")."""
    left = text[line.start : span.start]
    if len(left) > _STAMP:
        return False
    right = text[span.end : line.end].lstrip(" ")
    if any(c.isalpha() for c in left) and not _all_told(text, line.start, span.start, told):
        return False
    surface = span.of(text)
    digits = any(c.isdigit() for c in surface)
    if digits and not _WORDS_IN.search(surface) and _MARKED.search(surface) and right[:1].isalnum():
        return True
    opened = left.lstrip(" >*").startswith("[")
    rest = right.lstrip(" 0123456789:.").lstrip(" ")
    return digits and (opened or rest[:2] in ("- ", "– ", "— ", "| ") or rest[:1] == "]")


def _all_told(text: str, start: int, end: int, told: Sequence[Told]) -> bool:
    """Return whether mentions (in order) have all letters and digits between two offsets."""
    first, last = (bisect_left(told, offset, key=lambda one: one.span.start) for offset in (start, end))
    inside = [one.span for one in told[first:last] if one.span.end <= end]
    hidden = {i for span in inside for i in range(span.start, span.end)}
    return all(not text[i].isalnum() or i in hidden for i in range(start, end))


def _speakers(
    text: str, told: Sequence[Told], lines: Sequence[_Line], registers: dict[Span, Register]
) -> dict[Entity, str]:
    """Return what each entity is called that speaks: in lines "Ann: ...", "[12:01] Ann: ..." or, above what is said,
    "Ann [12:01]". One line alone is no conversation."""
    labels: list[tuple[Told, str]] = []
    position = 0
    for line in lines:
        while position < len(told) and told[position].span.end <= line.start:
            position += 1
        inside = []
        for one in told[position:]:
            if one.span.start >= line.end:
                break
            inside.append(one)
        if (found := _label_of(text, line, inside)) is not None:
            labels.append(found)
    most = max(
        Counter(how for _, how in labels).items(), key=lambda item: (item[1], item[0]), default=("", 0)
    )[0]
    labels = [label for label in labels if label[1] == most]  # of one conversation, all are written alike
    entities = [one.referent for one, _ in labels]
    if len(labels) < 3 or len(set(entities)) == len(entities):
        return {}
    called: dict[Entity, str] = {}
    for one, how in labels:
        registers[one.span] = Register.SPEAKER
        if how == "titled":  # who speaks keeps the title alone
            continue
        role = _role(one, [o for o, _ in labels])
        word = role or f"{'Person' if how == 'logged' else 'Speaker'} {len(called) + 1}"
        called.setdefault(one.referent, word)
    return called


def _role(one: Told, labels: Sequence[Told]) -> str:
    """Return the word for who speaks that the text gives, where no other speaker has it."""
    phrase = one.phrase
    if phrase is None or not phrase.person or phrase.empty or phrase.sex:
        return ""
    same = {o.referent for o in labels if o.phrase is not None and o.phrase.words == phrase.words}
    return capitalized(phrase.words) if len(same) == 1 else ""


def _label_of(text: str, line: _Line, inside: Sequence[Told]) -> tuple[Told, str] | None:
    """Return the mention that says who speaks in a line, and how: ``plain``, behind a time (``timed``, ``logged``
    where a dash parts them), or ``above`` what is said."""
    for i, one in enumerate(inside):
        before = text[line.start : one.span.start]
        if any(c.isalpha() for c in before) and not _all_told(text, line.start, one.span.start, inside[:i]):
            titled = text[one.span.end : line.end][:2].strip() == ":" and len(before.split()) <= _TITLE
            return (one, "titled") if titled and not i and before.replace(" ", "").isalpha() else None
        after = text[one.span.end : line.end]
        if not one.label or one.literal is not None:
            continue
        if after[:2].strip() == ":":
            logged = before.rstrip().endswith(("-", "–", "—"))
            return one, "logged" if logged else "timed" if before.strip(_MARKS) else "plain"
        timed = after.lstrip(" ")[:1] in ("[", "(") and after.rstrip()[-1:] in ("]", ")")
        timed = timed and _all_told(text, one.span.end, line.end, inside[i + 1 :])
        if not before.strip() and (timed or _CLOCK.fullmatch(text, one.span.end, line.end)):
            return one, "above"
    return None
