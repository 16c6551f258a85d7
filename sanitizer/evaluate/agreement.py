"""Precision, recall and F1 over words and over terms: systems against annotators, annotators against each
other.
"""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from sanitizer.evaluate.characters_that_carry_nothing import IgnoreRule, WordListRule
from sanitizer.evaluate.masks import GoldDocument, Mask, Masks
from sanitizer.evaluate.tab import Pair, Share, covered, words


@dataclass(frozen=True, slots=True)
class Agreement:
    """Hits, what the system chose, and what the reference chose; the paper's eq. (17) to (19) as shares."""

    hits: int = 0
    chosen: int = 0
    reference: int = 0

    def __add__(self, other: "Agreement") -> "Agreement":
        return Agreement(self.hits + other.hits, self.chosen + other.chosen, self.reference + other.reference)

    @property
    def precision(self) -> float | None:
        """Share of the chosen that the reference has (eq. 17)."""
        return Share(self.hits, self.chosen).value

    @property
    def recall(self) -> float | None:
        """Share of the reference that was chosen (eq. 18)."""
        return Share(self.hits, self.reference).value

    @property
    def f1(self) -> float | None:
        """Harmonic mean of the two (eq. 19); 0 when nothing was hit, ``None`` when both sides are empty."""
        return Share(2 * self.hits, self.chosen + self.reference).value


def compare(chosen: Collection[Hashable], reference: Collection[Hashable]) -> Agreement:
    """Agreement of two sets of terms: QS and Human_QS of the paper (section 5.1, eq. 17 to 19)."""
    ours, theirs = frozenset(chosen), frozenset(reference)
    return Agreement(len(ours & theirs), len(ours), len(theirs))


def content_words(gold: GoldDocument, rule: IgnoreRule | None = None) -> tuple[Pair, ...]:
    """Return the words of a text that carry content: all but those that the rule lets stay."""
    rule = rule or WordListRule(gold.text)
    return tuple(pair for pair in words(gold.text) if not rule.function_word(*pair))


def marked(gold: GoldDocument, annotator: str, content: Sequence[Pair]) -> frozenset[Pair]:
    """Return the content words that one annotator wants masked."""
    mentions = [
        Mask(m.start, m.end)
        for e in gold.entities
        if e.annotator == annotator
        for m in e.mentions
        if m.masked
    ]
    return hidden_words(gold.text, mentions, content)


def hidden_words(text: str, masks: Sequence[Mask], content: Sequence[Pair]) -> frozenset[Pair]:
    """Return the content words that masks hide from their first to their last character."""
    hidden = covered(text, masks)
    return frozenset(pair for pair in content if hidden[pair[0] : pair[1]].all())


def token_agreement(
    gold: Sequence[GoldDocument], masks: Masks, rules: Mapping[str, IgnoreRule] | None = None
) -> Agreement:
    """Content words hidden by a system against those marked, each word once, micro over documents and
    annotators.

    Every annotator of a document counts, also one who marked nothing. Documents that ``masks`` lacks are
    left out.
    """
    total = Agreement()
    for document in gold:
        if document.id not in masks:
            continue
        content = content_words(document, rules.get(document.id) if rules else None)
        ours = hidden_words(document.text, masks[document.id], content)
        for annotator in document.annotators:
            total += compare(ours, marked(document, annotator, content))
    return total


def annotator_agreement(
    gold: Sequence[GoldDocument], rules: Mapping[str, IgnoreRule] | None = None
) -> Agreement | None:
    """Return each annotator against each other one, micro over pairs and documents; ``None`` when nowhere two
    annotated.

    Both directions are counted, so precision, recall and F1 are the same number: what a system can hope for.
    """
    total, pairs = Agreement(), 0
    for document in gold:
        content = content_words(document, rules.get(document.id) if rules else None)
        sets = {a: marked(document, a, content) for a in document.annotators}
        for one, other in permutations(document.annotators, 2):
            total += compare(sets[one], sets[other])
            pairs += 1
    return total if pairs else None
