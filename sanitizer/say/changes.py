"""Turn decisions into changes of the text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

import numpy as np
from spacy.tokens import Doc

from sanitizer.choose.generalize import NOTHING, Choice
from sanitizer.choose.judge import Subjects, Treated
from sanitizer.operators.plan import Plan
from sanitizer.read.sensitive import Sensitive
from sanitizer.risk.concepts import Generalization
from sanitizer.say.grammar import fit
from sanitizer.say.modifiers import without
from sanitizer.say.results import fit_result
from sanitizer.say.smoothing import smooth
from sanitizer.text.edits import Change, Fitted, apply
from sanitizer.text.forms import Forms
from sanitizer.text.inflection import WORDS, article
from sanitizer.text.language import other_language
from sanitizer.text.terms import Words, words_of
from sanitizer.types import BoolArray, EntityClass, Span, text_of

REMOVED: Final = "[...]"
"""What stands where something was removed: a reader must see that something is missing."""

_FIRST: Final = re.compile(r"\S+\s+")
_ARTICLE: Final = re.compile(r"\b([Aa]n?)(\s*)$")
_LAST: Final = re.compile(r"\s+\S+$")

_ADJECTIVES: Final = frozenset(["NORP", "NATIONALITY", "ETHNICITY", "RELIGION", "LANGUAGE"])
"""Types that stand before nouns as adjectives; without a true word for them they go."""

_QUOTES: Final = ('"', "”")
_QUOTED: Final = re.compile(rf"\b(?:{'|'.join(sorted(WORDS['works']))}) [\"“]$")
_FOREIGN: Final = "not English"

_LONGEST_ADJECTIVE: Final = 3
"""Words of one: "Sri Lankan Tamil"."""

_NAMED: Final = frozenset([EntityClass.PERSON, EntityClass.ORG, EntityClass.LOC, EntityClass.MISC])


@dataclass(frozen=True, slots=True)
class Bounds:
    """What bounds the writing in a document: what operators write and which forms must not stand in the result (the
    ``plan``), the ``hidden`` words, which must not be told, and the spans that a person's decision has ``held``."""

    plan: Plan
    hidden: Words = field(default=frozenset(), repr=False)
    held: Sequence[Span] = ()


def of_sensitive(doc: Doc, subjects: Subjects, bounds: Bounds) -> Iterator[Change]:
    """The changes of all mentions of the sensitive terms. What an operator writes, it writes for exactly its mention;
    words that are fitted take nothing of that along, nothing that is held, and no hidden word.
    """
    text, plan = text_of(doc), bounds.plan
    fixed = _marked(text, [*plan.written, *bounds.held])
    writer = _Writer(doc, text, plan.forms, fixed, bounds.hidden)
    for s, choice in zip(subjects.terms, subjects.choices, strict=True):
        for span in s.spans:
            if span in plan.written:
                yield Change(span, plan.written[span], "sensitive", s.number)
                continue
            gone = (
                without(doc, text, span) if _is_adjective(s, span, text) and choice.option.universal else None
            )
            if gone is not None and not fixed[gone[0].start : gone[0].end].any():
                yield Change(gone[0], gone[1], "sensitive", s.number)
            else:
                yield Change(*writer.put(span, choice.option, _is_name(s)), "sensitive", s.number)


def by_operator(treated: Sequence[Treated], plan: Plan) -> list[Treated]:
    """Risky terms for which the policy has an operator: nothing is told of them. The others are as they were."""
    done = []
    for t in treated:
        if plan.write_risky(t.risky.term.surface) is not None:
            t = replace(t, choice=Choice(NOTHING, 0.0, "operator", t.choice.candidates))
        done.append(t)
    return done


def of_risky(
    doc: Doc,
    treated: Sequence[Treated],
    first: int,
    before: Sequence[Change],
    bounds: Bounds,
) -> Iterator[Change]:
    """The changes of risky terms, numbered from `first`, where those made `before` leave them; none grows over what is
    held."""
    text, plan = text_of(doc), bounds.plan
    taken = _marked(text, [change.span for change in before])
    fixed = _marked(text, [*(change.span for change in before if plan.is_fixed(change)), *bounds.held])
    writer = _Writer(doc, text, plan.forms, fixed, bounds.hidden)
    for number, t in enumerate(treated, first):
        for span in t.risky.spans:
            if taken[span.start : span.end].any():
                continue
            written = plan.write_risky(span.of(text)) if t.choice.rule == "operator" else None
            if written is not None:
                yield Change(span, written, "risky", number)
            else:
                yield Change(*writer.put(span, t.choice.option, t.risky.term.named), "risky", number)


def smoothed(
    text: str,
    changes: tuple[Change, ...],
    plan: Plan,
    numbered: bool = False,
    held: Sequence[Span] = (),
) -> tuple[Change, ...]:
    """Lists of equal replacements become one; what comes again is "the city", or, `numbered`, "the second city"; never
    at the price of a secret, and nothing of what operators wrote or a person's decision has `held`: where a change
    would grow over that, all stay as they were."""
    fixed = [change for change in changes if plan.is_fixed(change)]
    better = smooth(text, [c for c in changes if not plan.is_fixed(c)], numbered=numbered)
    better = sorted([*better, *fixed], key=lambda change: change.span)
    if any(second.span.start < first.span.end for first, second in pairwise(better)):
        return changes
    own = _marked(text, held)
    if any(own[change.span.start : change.span.end].any() for change in better):
        return changes
    left, before = (len(plan.forms.find(apply(text, made))) for made in (better, changes))
    return changes if left > before else tuple(better)


def visible(text: str, changes: Sequence[Change], plan: Plan, terms: Iterable[Span]) -> tuple[Change, ...]:
    """The changes without those that write what stood there (terms that are kept), and without the words around the
    `terms` that fitting took along and left as they were. What operators wrote stays in one piece."""
    own = _marked(text, terms)
    changes = agreeing(text, changes)
    shown = (change if plan.is_fixed(change) else narrowed(text, change, own) for change in changes)
    return tuple(change for change in shown if change.replacement != change.span.of(text))


def agreeing(text: str, changes: Sequence[Change]) -> list[Change]:
    """An article that one change leaves at its end agrees with the words that the next one puts behind it:
    "an American actor" -> "a performer"."""
    done = list(changes)
    for i, (first, second) in enumerate(pairwise(changes)):
        between = text[first.span.end : second.span.start]
        left = _ARTICLE.search(first.replacement)
        if left and not between.strip() and (left[2] or between) and second.replacement[:1].isalpha():
            word = article(second.replacement)
            word = word.capitalize() if left[1][0].isupper() else word
            done[i] = replace(first, replacement=first.replacement[: left.start(1)] + word + left[2])
    return done


def narrowed(text: str, change: Change, own: BoolArray) -> Change:
    """The same change of the text without the first and last words that it leaves as they are, as far as these are
    not `own` (characters of the text that belong to what is hidden, shape (characters,))."""
    start, end, words = change.span.start, change.span.end, change.replacement
    while (first := _FIRST.match(words)) and text.startswith(first[0], start):
        if start + first.end() >= end or own[start : start + first.end()].any():
            break
        start, words = start + first.end(), words[first.end() :]
    while (last := _LAST.search(words)) and text.endswith(last[0], start, end):
        if start >= end - len(last[0]) or own[end - len(last[0]) : end].any():
            break
        end, words = end - len(last[0]), words[: last.start()]
    return replace(change, span=Span(start, end), replacement=words)


def _marked(text: str, spans: Iterable[Span]) -> BoolArray:
    """The characters of the text that the spans cover."""
    marked = np.zeros(len(text) + 1, dtype=np.bool_)
    for span in spans:
        marked[span.start : span.end] = True
    return marked


def _is_adjective(s: Sensitive, span: Span, text: str) -> bool:
    """Whether a mention may stand before a noun as an adjective; a run of words that was taken for one does not."""
    return s.type in _ADJECTIVES and len(span.of(text).split()) <= _LONGEST_ADJECTIVE


def _is_name(s: Sensitive) -> bool:
    """Whether the words of a sensitive term are a name: "Jobs" is no plural."""
    return s.entity_class in _NAMED and s.surface[:1].isupper()


def is_foreign(doc: Doc) -> bool:
    """Whether the text is surely not English; asked once for a document."""
    if _FOREIGN not in doc.user_data:
        doc.user_data[_FOREIGN] = other_language(text_of(doc)) is not None
    return bool(doc.user_data[_FOREIGN])


def with_emphasis(text: str, span: Span) -> Span:
    """The span with the marks of italics around it, or quotation marks after a word for a work: what stands for a title
    is none ("_Jaws_" -> "a movie", 'the song "Help!"' -> "the song")."""
    if (
        _QUOTED.search(text[max(0, span.start - 40) : span.start])
        and text[span.end : span.end + 1] in _QUOTES
    ):
        return Span(span.start - 1, span.end + 1)
    own = re.match(r"[_*]", span.of(text)), re.search(r"[_*]$", span.of(text))
    before = own[0] or re.search(r"(?<![_*\w])[_*]$", text[max(0, span.start - 2) : span.start])
    after = own[1] or re.match(r"[_*](?![_*\w])", text[span.end : span.end + 2])
    if not before or not after or before[0] != after[0]:
        return span
    return Span(span.start - (not own[0]), span.end + (not own[1]))


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes in one document: no sensitive form, no `hidden` word, and over nothing that is `fixed` (characters of the
    text, shape (characters,))."""

    doc: Doc
    text: str
    forms: Forms
    fixed: BoolArray
    hidden: Words

    def put(self, span: Span, option: Generalization, named: bool) -> Fitted:
        """What puts a generalization in a place of the text; whether a name stood there says `named`."""
        text, label = self.text, option.label
        if not label:
            return Fitted(span, REMOVED)
        if is_foreign(self.doc):  # the rules of English would put an article before "enfermedad"
            return Fitted(span, label)
        wider = with_emphasis(text, span)
        span = span if self._is_fixed(wider) else wider
        fitted = fit_result(text, span, label) or fit(text, span, label, doc=self.doc, named=named)
        words = fitted.words
        if self.forms.find(words) or words_of(words) & self.hidden or self._is_fixed(fitted.span):
            # a title or a noun that is itself sensitive, to be hidden, or an operator's, was taken along
            return Fitted(span, label)
        return fitted

    def _is_fixed(self, span: Span) -> bool:
        return bool(self.fixed[span.start : span.end].any())
