"""From decisions to changes of the text, in good English where that tells nothing."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from spacy.tokens import Doc

from sanitizer.concepts import Generalization
from sanitizer.forms import Forms
from sanitizer.grammar import fit
from sanitizer.judge import Subjects, Treated
from sanitizer.modifiers import without
from sanitizer.rewrite import Change, apply
from sanitizer.sensitive import Sensitive
from sanitizer.smoothing import smooth
from sanitizer.types import EntityClass, Span

REMOVED: Final = "[...]"
"""What stands where something was removed: a reader must see that something is missing."""

_ADJECTIVES: Final = frozenset(["NORP", "NATIONALITY", "ETHNICITY", "RELIGION", "LANGUAGE"])
"""Types that stand before nouns as adjectives; without a true word for them they go."""

_NAMED: Final = frozenset([EntityClass.PERSON, EntityClass.ORG, EntityClass.LOC, EntityClass.MISC])


def of_sensitive(doc: Doc, subjects: Subjects, forms: Forms) -> Iterator[Change]:
    """The changes of all mentions of the sensitive terms."""
    text = doc.text  # spaCy puts it together anew at each call
    for s, choice in zip(subjects.terms, subjects.choices, strict=True):
        for span in s.spans:
            gone = without(doc, text, span) if s.type in _ADJECTIVES and choice.option.universal else None
            if gone is not None:
                yield Change(gone[0], gone[1], "sensitive", s.number)
            else:
                yield _change(doc, text, span, choice.option, "sensitive", s.number, forms, _is_name(s))


def of_risky(
    doc: Doc, treated: Sequence[Treated], first: int, before: Sequence[Change], forms: Forms
) -> Iterator[Change]:
    """The changes of risky terms, numbered from `first`, where those made `before` leave them."""
    text = doc.text
    taken = np.zeros(len(text) + 1, dtype=np.bool_)
    for change in before:
        taken[change.span.start : change.span.end] = True
    for number, t in enumerate(treated, first):
        for span in t.risky.spans:
            if not taken[span.start : span.end].any():
                yield _change(doc, text, span, t.choice.option, "risky", number, forms, t.risky.term.named)


def smoothed(text: str, changes: tuple[Change, ...], forms: Forms) -> tuple[Change, ...]:
    """Lists of equal replacements become one; what comes again is "the city"; never at the price of a secret."""
    better = tuple(smooth(text, changes))
    return changes if forms.find(apply(text, better)) else better


def _is_name(s: Sensitive) -> bool:
    """Whether the words of a sensitive term are a name: "Jobs" is no plural."""
    return s.entity_class in _NAMED and s.surface[:1].isupper()


def _change(
    doc: Doc,
    text: str,
    span: Span,
    option: Generalization,
    kind: str,
    reference: int,
    forms: Forms,
    named: bool,
) -> Change:
    """The change that puts a generalization in a place of the text."""
    if not option.label:
        return Change(span, REMOVED, kind, reference)
    widened, words = fit(text, span, option.label, doc=doc, named=named)
    if forms.find(words):  # a title or a noun that is itself sensitive was taken along
        return Change(span, option.label, kind, reference)
    return Change(widened, words, kind, reference)
