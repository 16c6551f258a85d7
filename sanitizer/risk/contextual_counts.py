"""Contextual counts: a word of several meanings is counted where the kind of the meaning chosen is named too.

"jaguar" AND ("big cat" OR "cat"): the documents of the car do not speak for the animal (docs/method.md). The kind is
asked for by its own words: its roll-up holds the word itself, and with it all its documents.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from corpora_stats import Query
from kb import KnowledgeBase, Sense
from sanitizer.risk.disclosure_risk import RiskCalculator
from sanitizer.risk.formulas import RELIABLE


def in_context(
    queries: Sequence[Query],
    meanings: Sequence[Sense | None],
    knowledge: KnowledgeBase,
    calculator: RiskCalculator,
) -> list[Query]:
    """Return each query within the lemmas of the direct hypernyms of its meaning (None: it stays as it is), where
    the source that knows the query knows enough documents of both: its minimum support, and at least RELIABLE.

    No other source is asked: the context is never a reason to send a term out.
    """
    result = list(queries)
    source = calculator.marginals(queries).source
    narrow = {
        row: replace(query, within=words)
        for row, (query, meaning) in enumerate(zip(queries, meanings, strict=True))
        if meaning is not None and (words := _kind(meaning, knowledge))
    }
    for number, provider in enumerate(calculator.providers):
        rows = [row for row in narrow if source[row] == number]
        if not rows:
            continue
        enough = provider.counts([(narrow[row],) for row in rows]) >= max(RELIABLE, provider.minimum_support)
        calculator.chain.note(number, "terms", len(rows), int(enough.sum()))
        for row in np.array(rows)[enough].tolist():
            result[row] = narrow[row]
    return result


def _kind(meaning: Sense, knowledge: KnowledgeBase) -> tuple[str, ...]:
    lemmas = [lemma for kind in knowledge.hypernyms(meaning.concept) for lemma in knowledge.lemmas(kind)]
    return Query.of(*lemmas).phrases
