"""The measures of the Text Anonymization Benchmark, as its published code computes them (Pilán et al. 2022,
section 5).

Every measure is a :class:`Share`: two counts, added over documents and annotators (micro average) and
divided at the end, ``None`` when there is nothing to divide by. ``docs/measures.md`` defines each.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sanitizer.errors import UsageError
from sanitizer.evaluate.characters_that_carry_nothing import IgnoreRule, WordListRule
from sanitizer.evaluate.masks import GoldDocument, GoldEntity, Mask, Masks
from sanitizer.text.patterns import WORD

Pair = tuple[int, int]
Weigh = Callable[[str, Sequence[Pair]], Sequence[float]]
"""Weights of spans of a text, one for each, not negative (bits)."""


@dataclass(frozen=True, slots=True)
class Share:
    """``part`` of ``whole``; both counts, or both sums of weights."""

    part: float = 0
    whole: float = 0

    @property
    def value(self) -> float | None:
        """The quotient, ``None`` when the whole is empty."""
        return self.part / self.whole if self.whole else None

    def __add__(self, other: "Share") -> "Share":
        return Share(self.part + other.part, self.whole + other.whole)


@dataclass(frozen=True, slots=True)
class Recalls:
    """Recall of entities, of mentions and of words, over the same entities."""

    entity: Share = Share()
    mention: Share = Share()
    token: Share = Share()

    def __add__(self, other: "Recalls") -> "Recalls":
        return Recalls(self.entity + other.entity, self.mention + other.mention, self.token + other.token)


@dataclass(frozen=True, slots=True)
class TabScores:
    """The benchmark's measures of one system; add two to join their documents."""

    direct: Recalls = Recalls()
    quasi: Recalls = Recalls()
    by_class: Mapping[str, Recalls] = field(default_factory=dict)
    precision_token: Share = Share()
    precision_mention: Share = Share()
    weighted_token: Share = Share()
    weighted_mention: Share = Share()

    @property
    def all(self) -> Recalls:
        """Direct and quasi identifiers together."""
        return self.direct + self.quasi

    def __add__(self, other: "TabScores") -> "TabScores":
        classes = sorted({*self.by_class, *other.by_class})
        return TabScores(
            self.direct + other.direct,
            self.quasi + other.quasi,
            {c: self.by_class.get(c, Recalls()) + other.by_class.get(c, Recalls()) for c in classes},
            self.precision_token + other.precision_token,
            self.precision_mention + other.precision_mention,
            self.weighted_token + other.weighted_token,
            self.weighted_mention + other.weighted_mention,
        )


def covered(text: str, masks: Sequence[Mask]) -> npt.NDArray[np.bool_]:
    """Return which characters of ``text`` some mask hides, shape (len(text),)."""
    hidden = np.zeros(len(text), bool)
    for mask in masks:
        hidden[mask.start : mask.end] = True
    return hidden


def words(text: str, start: int = 0, end: int | None = None) -> Iterator[Pair]:
    r"""Yield spans of the words (``\w+``) of ``text[start:end]``, in order."""
    piece = text[start:end]
    for match in WORD.finditer(piece):
        yield start + match.start(), start + match.end()


def score_document(
    gold: GoldDocument, masks: Sequence[Mask], rule: IgnoreRule | None = None, weigh: Weigh | None = None
) -> TabScores:
    """Return the measures of one document.

    Args:
        gold: the text and the annotators' decisions.
        masks: what the system hides; spans may overlap, and then a word counts once for each, as published.
        rule: what may stay in clear inside a mention; the published word list when not given.
        weigh: information of the masked words and spans for the weighted precision; not computed without it.
    """
    text = gold.text
    rule = rule or WordListRule(text)
    _check(gold, masks)
    hidden = covered(text, masks)
    left = np.concatenate([[0], np.cumsum(~hidden)])

    def is_masked(start: int, end: int) -> bool:
        if left[end] == left[start]:
            return True
        return not bool((~hidden[start:end] & ~rule.within(start, end)).any())

    scores = {True: Recalls(), False: Recalls()}
    by_class: dict[str, Recalls] = {}
    for entity in gold.entities:
        if entity.needs_masking:
            recalls = _recalls(text, entity, is_masked)
            scores[entity.direct] += recalls
            by_class[entity.entity_class] = by_class.get(entity.entity_class, Recalls()) + recalls
    spans = [(m.start, m.end) for m in masks]
    tokens = [token for start, end in spans for token in words(text, start, end)]
    agreed = _agreement(gold)
    return TabScores(
        scores[True],
        scores[False],
        dict(sorted(by_class.items())),
        _precision(tokens, [1.0] * len(tokens), agreed),
        _precision(spans, [1.0] * len(spans), agreed),
        _precision(tokens, weigh(text, tokens), agreed) if weigh else Share(),
        _precision(spans, weigh(text, spans), agreed) if weigh else Share(),
    )


def _check(gold: GoldDocument, masks: Sequence[Mask]) -> None:
    for mask in masks:
        if mask.end > len(gold.text):
            raise UsageError(
                f"document '{gold.id}': a mask ends at {mask.end}, the text at {len(gold.text)}; "
                "are the masks those of this text?"
            )


def _recalls(text: str, entity: GoldEntity, is_masked: Callable[[int, int], bool]) -> Recalls:
    states = [is_masked(m.start, m.end) for m in entity.mentions]
    # A mention that the annotator would leave may stay, but is counted among the mentions (as published).
    whole = all(state or not m.masked for state, m in zip(states, entity.mentions, strict=True))
    tokens = [is_masked(*token) for m in entity.mentions for token in words(text, m.start, m.end)]
    return Recalls(Share(int(whole), 1), Share(sum(states), len(states)), Share(sum(tokens), len(tokens)))


def _agreement(gold: GoldDocument) -> Callable[[int, int], Pair]:
    # As published, an annotator who marked nothing in a document is not counted in it.
    annotators = sorted({entity.annotator for entity in gold.entities})
    reach = {a: np.full(len(gold.text) + 1, -1, np.int64) for a in annotators}
    for entity in gold.entities:
        for m in entity.mentions:
            if m.masked:  # reach[i]: the furthest end of a marked mention that starts at i
                reach[entity.annotator][m.start] = max(reach[entity.annotator][m.start], m.end)
    furthest = [np.maximum.accumulate(r) for r in reach.values()]

    def agreed(start: int, end: int) -> Pair:
        return sum(bool(f[start] >= end) for f in furthest), len(annotators)

    return agreed


def _precision(spans: Sequence[Pair], weights: Sequence[float], agreed: Callable[[int, int], Pair]) -> Share:
    part = whole = 0.0
    for (start, end), weight in zip(spans, weights, strict=True):
        agreeing, annotators = agreed(start, end)
        part += agreeing * weight
        whole += annotators * weight
    return Share(part, whole)


def score(
    gold: Sequence[GoldDocument],
    masks: Masks,
    rules: Mapping[str, IgnoreRule] | None = None,
    weigh: Weigh | None = None,
) -> TabScores:
    """Return the measures over all documents that ``masks`` has (the published code scores no others).

    Raises:
        UsageError: ``masks`` has a document that ``gold`` lacks, or a mask that ends outside its text.
    """
    known = {document.id: document for document in gold}
    unknown = [identifier for identifier in masks if identifier not in known]
    if unknown:
        raise UsageError(
            f"{len(unknown)} of {len(masks)} documents of the masks are not in the gold file (the first: "
            f"'{unknown[0]}'); the ids must be the same"
        )
    total = TabScores()
    for document in gold:
        if document.id in masks:
            rule = rules.get(document.id) if rules else None
            total += score_document(document, masks[document.id], rule, weigh)
    return total
