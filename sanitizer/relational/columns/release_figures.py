"""The figures of a release by columns alone: of a node of the lattice, and of classes."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from sanitizer.relational.columns.figures import class_figures, classification_of, risk_figures, rounded
from sanitizer.relational.columns.loss import nonuniform_entropy
from sanitizer.relational.columns.release_in_classes import Divided
from sanitizer.relational.columns.search import Found
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.privacy.partitioner import Labels
from sanitizer.relational.report.figures import LossFigures, ReleaseFigures, SizeGroup
from sanitizer.relational.table.table import NULL, Column
from sanitizer.relational.table.tuples import QuasiIdentifier, leaf_codes
from sanitizer.types import IntArray

NULL_ROWS: Final = "rows with a NULL (null_matching = basic)"


def figures_of_levels(
    found: Found,
    definition: Definition,
    labels: Labels,
    names: Sequence[Column],
    sensitive: Sequence[Column],
    person: IntArray,
) -> ReleaseFigures:
    """Return the figures of a node of the lattice: `labels` are the classes of the persons (-1: lost), `names` the
    released columns; `person` numbers the person of each row."""
    quasi, solution = found.problem.quasi, found.solution
    kept = labels >= 0
    sizes = np.bincount(labels[kept])
    among = None
    if found.problem.population is not None:
        among = _population_of(found, labels, sizes)
    cells = [level_ncp(q, level, c)[kept] for q, level, c in zip(quasi, solution.levels, names, strict=True)]
    lost = {q.column.name: rounded(float(c.mean())) for q, c in zip(quasi, cells, strict=True)}
    weight = np.asarray([a.weight for a in definition.named(Role.QUASI)])
    mean = float(weight @ np.asarray(list(lost.values())) / weight.sum()) if weight.sum() else 0.0
    suppressed, dropped = solution.suppressed, solution.dropped
    gone = np.bincount(person, minlength=len(labels))
    rows_dropped = int(gone[_dropped(found)].sum()) if dropped else 0
    rows_gone = int(gone[~kept].sum()) - rows_dropped
    return ReleaseFigures(
        definition=definition.file,
        k=definition.k,
        models=tuple(m.name for m in definition.models),
        partitioner=definition.method.partitioner,
        persons=int(kept.sum()),
        rows=int(gone[kept].sum()),
        dropped={
            **({NULL_ROWS: rows_dropped} if dropped else {}),
            **({"rows suppressed by the search": rows_gone} if suppressed else {}),
        },
        classes=class_figures(sizes, definition.k, int((~kept).sum())),
        loss=LossFigures(
            attributes=rounded(mean),
            by_attribute=lost,
            nonuniform_entropy=rounded(
                nonuniform_entropy([q.column.codes for q in quasi], [c.codes for c in names])
            ),
            classification_metric=classification_of(labels, sensitive),
        ),
        # counts that NULLs match are not classes
        risk=None if found.problem.matching.wildcard else risk_figures(sizes, among),
        partitions=_by_size(sizes, labels[kept], cells, weight),
    )


def figures_of_classes(
    divided: Divided,
    definition: Definition,
    columns: Sequence[Column],
    sensitive: Sequence[Column],
    person: IntArray,
) -> ReleaseFigures:
    """Return the figures of classes that a partitioner made of `columns`; `person` numbers the person of each row."""
    labels = divided.labels
    kept: Any = labels >= 0
    gone = int(np.bincount(person, minlength=len(labels))[~kept].sum())
    kept = kept if gone else slice(None)  # which copies nothing
    sizes = np.bincount(labels[kept])
    losses = divided.losses[kept]
    weight = np.asarray([a.weight for a in definition.named(Role.QUASI)])
    mean = float(losses.mean(axis=0) @ weight / weight.sum()) if weight.sum() else 0.0
    return ReleaseFigures(
        definition=definition.file,
        k=definition.k,
        models=tuple(m.name for m in definition.models),
        partitioner=definition.method.partitioner,
        persons=len(losses),
        rows=len(person) - gone,
        dropped={NULL_ROWS: gone} if gone else {},
        classes=class_figures(sizes, definition.k),
        loss=LossFigures(
            attributes=rounded(mean),
            by_attribute={c.name: rounded(float(losses[:, j].mean())) for j, c in enumerate(columns)},
            nonuniform_entropy=rounded(
                nonuniform_entropy([c.codes[kept] for c in columns], [c.codes[kept] for c in divided.columns])
            ),
            classification_metric=classification_of(
                labels[kept], [c.take(np.arange(len(labels))[kept]) for c in sensitive]
            ),
        ),
        risk=risk_figures(sizes, divided.population),
        partitions=_by_size(sizes, labels[kept], list(losses.T), weight),
    )


def _dropped(found: Found) -> npt.NDArray[np.bool_]:
    """Return the persons whose NULLs made them go (basic matching)."""
    gone = np.zeros(len(found.solution.labels), dtype=np.bool_)
    for q in found.problem.quasi:
        gone |= q.column.codes == NULL
    return gone


def _population_of(found: Found, labels: Labels, sizes: IntArray) -> IntArray:
    """Return how many persons of the population table fall into each class."""
    problem, levels = found.problem, found.solution.levels
    assert problem.population is not None
    counts: dict[tuple[int, ...], int] = {}
    theirs = [
        q.groups(level)[leaf_codes(QuasiIdentifier(problem.population.column(q.column.name), q.hierarchy))]
        for q, level in zip(problem.quasi, levels, strict=True)
    ]
    for key in zip(*(c.tolist() for c in theirs), strict=True):
        counts[key] = counts.get(key, 0) + 1
    ours = [q.groups(level)[leaf_codes(q)] for q, level in zip(problem.quasi, levels, strict=True)]
    result = sizes.copy()
    member = np.zeros(len(sizes), dtype=np.int64)
    member[labels[labels >= 0]] = np.flatnonzero(labels >= 0)
    for c, i in enumerate(member.tolist()):
        result[c] = max(counts.get(tuple(int(o[i]) for o in ours), 0), int(sizes[c]))
    return result


def _by_size(
    sizes: IntArray, labels: Labels, cells: Sequence[npt.NDArray[np.float64]], weight: npt.NDArray[np.float64]
) -> tuple[SizeGroup, ...]:
    """For the classes of each size, least first: persons in a class, classes, mean loss of their cells, None."""
    each = np.zeros(len(labels))
    for share, of in zip(cells, weight.tolist(), strict=True):
        each += of * share
    if weight.sum():
        each /= weight.sum()
    classes = np.bincount(sizes)
    lost = np.bincount(sizes[labels], weights=each, minlength=len(classes))
    return tuple(
        SizeGroup(size, int(classes[size]), rounded(float(lost[size] / (size * classes[size]))), None)
        for size in np.flatnonzero(classes).tolist()
        if size
    )


def level_ncp(quasi: QuasiIdentifier, level: int, column: Column) -> npt.NDArray[np.float64]:
    """Return the NCP of each cell that is released: leaves under the value / leaves, 0 for one leaf or a NULL."""
    share = quasi.shares(level)[quasi.groups(level)[leaf_codes(quasi)]]
    share = np.where(share * quasi.hierarchy.leaves > 1.5, share, 0.0)
    if "*" in column.labels:
        hidden = column.codes == column.labels.index("*")
        share = np.where(hidden, 1.0, share)
    return np.asarray(share, dtype=np.float64)
