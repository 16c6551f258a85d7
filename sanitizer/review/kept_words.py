"""The words that were judged and kept in a document, and why each may stay."""

from typing import Any, Final

import numpy as np

from corpora_stats import Query
from sanitizer.check.report import DocumentReport
from sanitizer.choose.generalize import NOTHING
from sanitizer.common import arguments
from sanitizer.common.lock import one_at_a_time
from sanitizer.errors import UsageError
from sanitizer.review import plain_words
from sanitizer.review.desk_state import Desk
from sanitizer.text.terms import extract_terms
from sanitizer.types import Span

_SHOWN: Final = 3


def kept_spans(desk: Desk, number: int) -> list[list[int]]:
    """Return where in the input the terms stand that no change touches, in order."""
    report = desk.standing(number).report
    if not isinstance(report, DocumentReport):
        return []
    masked = [*(change.span for change in report.changes), *(s for name in report.left for s in name.spans)]
    parsed = desk.parsed(number)  # before the turn: who prepares a document holds it, and waits for a turn
    with one_at_a_time():
        terms = extract_terms(parsed, masked)
    return [[span.start, span.end] for span in sorted(span for term in terms for span in term.spans)]


def why_kept(desk: Desk, number: int, start: int, end: int) -> dict[str, Any]:
    """Return why the characters from `start` to `end` stay: the entities of which they tell most, with the counts
    behind it. Raises UsageError where there is no such place."""
    report = desk.standing(number).report
    arguments.whole(end, "end", 1, len(desk.documents[number].text))
    arguments.whole(start, "start", 0, end - 1)
    if not isinstance(report, DocumentReport):
        raise UsageError("the document could not be done: there is nothing to tell")
    term = Span(start, end).of(report.text)
    told = [s for s in report.sensitive if s.query]
    calculator = desk.sanitizer.judge.calculator
    around = []
    if told:
        with one_at_a_time():
            queries = [Query(tuple(s.query)) for s in told]
            evidence = calculator.evidence(queries, [NOTHING] * len(told), [Query.of(term)], keep_counts=True)
        risk = np.nan_to_num(evidence.risk[:, 0], nan=-np.inf)
        for row in np.argsort(-risk, kind="stable")[:_SHOWN]:
            counts = evidence.counts(int(row), 0, calculator.totals)
            if risk[row] > 0 and counts["q"]:
                entry = told[row]
                around.append((entry.term, counts, float(risk[row]), float(entry.limit or 0.0)))
    figures = {
        f"{name}: at most (bits)": f"{bits:.2f} of {limit:.2f} ({', '.join(f'{k}={v}' for k, v in counts.items())})"
        for name, counts, bits, limit in around
    }
    return {"term": term, "words": list(plain_words.of_term(term, around)), "figures": figures}
