"""The figures of a release by persons and classes, texts included."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sanitizer.relational.classes.prepare import Prepared
from sanitizer.relational.classes.recoding import Recoded, Weights, attribute_total, term_total, total
from sanitizer.relational.classes.terms import SUPPRESSED, no_ladders, recode_terms
from sanitizer.relational.columns.figures import class_figures, classification_of, risk_figures, rounded
from sanitizer.relational.columns.loss import nonuniform_entropy
from sanitizer.relational.report.figures import (
    ClassFigures,
    LossFigures,
    RiskFigures,
    SizeGroup,
    SplitFigures,
    TermFigures,
    TypeLoss,
)
from sanitizer.relational.table.plain_table import Numbering
from sanitizer.relational.table.table import Column
from sanitizer.relational.table.view import Partition
from sanitizer.relational.terms.terms import TermKind


@dataclass(frozen=True, slots=True)
class Statistics:
    """The figures that persons, classes and terms have beside those of any release."""

    classes: ClassFigures
    splits: SplitFigures
    loss: LossFigures
    terms: TermFigures
    risk: RiskFigures
    partitions: tuple[SizeGroup, ...]


def statistics(
    prepared: Prepared,
    partition: Partition,
    recoded: Recoded,
    weights: Weights,
    k: int,
    sensitive: Sequence[Column] = (),
) -> Statistics:
    """Classes, splits, losses and risks of a release (docs/tables.md explains each); `sensitive` by persons."""
    sizes = np.asarray([len(c) for c in partition.classes], dtype=np.int64)
    labels = partition.labels(prepared.persons)
    suppressing = recode_terms(prepared.view, partition, no_ladders(prepared.view.terms))
    return Statistics(
        class_figures(sizes, k),
        SplitFigures(partition.attribute_splits, partition.term_splits),
        LossFigures(
            attributes=rounded(attribute_total(recoded.attribute_loss, weights)),
            terms=rounded(term_total(recoded.term_loss)),
            terms_if_only_suppressed=rounded(term_total(suppressing.losses(prepared.view, partition))),
            total=rounded(total(recoded, weights)),
            by_attribute={
                a.name: rounded(recoded.attribute_loss[:, j].mean()) for j, a in enumerate(prepared.quasi)
            },
            by_entity_type=_by_type(prepared, partition, recoded),
            nonuniform_entropy=rounded(
                nonuniform_entropy(
                    [Numbering().codes(of) for of in prepared.values],
                    [
                        Numbering().codes([recoded.cells[c][j] for c in labels])
                        for j in range(len(prepared.quasi))
                    ],
                )
            ),
            classification_metric=classification_of(labels, sensitive),
        ),
        TermFigures(
            distinct=len(prepared.terms.keys),
            persons_without=int((np.diff(prepared.view.start) == 0).sum()),
            mentions={f"{kind}_mentions": sum(1 for _ in prepared.terms.spans(kind)) for kind in TermKind},
        ),
        risk_figures(sizes),
        _by_size(partition, recoded, weights),
    )


def _by_size(partition: Partition, recoded: Recoded, weights: Weights) -> tuple[SizeGroup, ...]:
    """For the classes of each size, least first: persons in a class, number of classes, mean loss of their attributes
    and of their terms (None where nobody in them has terms)."""
    members: dict[int, list[Any]] = {}
    for people in partition.classes:
        members.setdefault(len(people), []).append(people)
    rows: list[SizeGroup] = []
    for size, classes in sorted(members.items()):
        persons = np.concatenate(classes)
        terms = recoded.term_loss[persons]
        lost = rounded(attribute_total(recoded.attribute_loss[persons], weights))
        left = None if np.isnan(terms).all() else rounded(term_total(terms))
        rows.append(SizeGroup(size, len(classes), lost, left))
    return tuple(rows)


def _by_type(prepared: Prepared, partition: Partition, recoded: Recoded) -> dict[str, TypeLoss]:
    """For each fine type: loss (mean over person-term pairs) and how many were kept, generalized, suppressed."""
    lost: defaultdict[str, float] = defaultdict(float)
    pairs: Counter[str] = Counter()
    outcome: Counter[tuple[str, str]] = Counter()
    terms = recoded.terms
    for number, members in enumerate(partition.classes):
        at = slice(terms.start[number], terms.start[number + 1])
        fate = {
            int(t): (int(f), float(s))
            for t, f, s in zip(terms.term[at], terms.choice[at], terms.keeps[at], strict=True)
        }
        for person in members:
            for term in prepared.view.of(int(person)):
                feature, keeps = fate[int(term)]
                kind = prepared.terms.types[term]
                lost[kind] += 1 - keeps
                pairs[kind] += 1
                how = "kept" if feature == term else "suppressed" if feature == SUPPRESSED else "generalized"
                outcome[kind, how] += 1
    return {
        kind: TypeLoss(
            loss=rounded(lost[kind] / pairs[kind]),
            kept=outcome[kind, "kept"],
            generalized=outcome[kind, "generalized"],
            suppressed=outcome[kind, "suppressed"],
        )
        for kind in sorted(pairs)
    }
