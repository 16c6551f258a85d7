"""A local search over a partition: records move and change places between classes while the exact loss falls.

What greedy growth weighs is an estimate of what recoding keeps. Here each class is recoded as the release will do it
(:func:`.term_kernels.choose`), so every step lowers the sum of λ NCP_A + (1 - λ) NCP_X. The classes tried for a record
are those that share most with it, in generalizations of its terms; the work is bounded and counted, not timed, so that
the same input gives the same classes.
"""

from typing import Final

import numpy as np

from sanitizer.common.progress import counted
from sanitizer.relational.classes.cluster_blocks import Features
from sanitizer.relational.classes.exchange_kernels import TARGETS, exchange, shared_features, sweep
from sanitizer.relational.classes.kernel_types import Scratch, Weighed
from sanitizer.relational.classes.loss_kernels import all_losses
from sanitizer.relational.classes.terms import Ladders
from sanitizer.relational.table.view import Partition, View, Wanted, partition

WORK: Final = 800_000_000
"""Look-ups that one search may take: some ten to twenty seconds."""
ROUNDS: Final = 12
"""How often all records are gone through at most."""
_AT_ONCE: Final = 25
"""Records between two words on how far the search is."""
_ENOUGH: Final = 0.002
"""A round that gains less than this share of the loss is the last."""


def improve(
    view: View, found: Partition, wanted: Wanted, ladders: Ladders, features: Features, work: int = WORK
) -> Partition:
    """Return a partition that loses no more, by moves and swaps of records.

    Args:
        view: the person-centric view.
        found: classes as `wanted`; those that already fail its further test are left alone.
        wanted: what the classes are asked for.
        ladders: the generalizations of the terms, as recoding will use them.
        features: what records can share, for the choice of what is tried.
        work: how much may be spent.
    """
    k, lambda_, accepts = wanted.k, wanted.lambda_, wanted.accepts
    room = 4 * k + 2
    small = [c for c in found.classes if len(c) < room and (accepts is None or accepts(c))]
    if len(small) < 2 or lambda_ >= 1:
        return found
    chosen = {int(c[0]) for c in small}
    others = [c for c in found.classes if int(c[0]) not in chosen]
    member = np.full((len(small), room), -1, dtype=np.int64)
    size = np.asarray([len(c) for c in small], dtype=np.int64)
    label = np.full(view.persons, -1, dtype=np.int64)
    for number, members in enumerate(small):
        member[number, : len(members)] = members
        label[members] = number
    speaks = np.diff(view.start) > 0
    by, scratch = kernel_arrays(view, ladders, lambda_)
    seen = (
        np.zeros(len(small), dtype=np.int64), np.full(view.persons, -1, dtype=np.int64),
        np.full((view.persons, TARGETS), -1, dtype=np.int64), np.zeros(1, dtype=np.int64),
    )  # fmt: skip
    loss = all_losses(member, size, by, scratch)
    classes, bounds = (member, size, label, loss), (k, accepts is not None, work)
    ticket = scratch[4]
    for number in range(ROUNDS):
        near = features.arrays, shared_features(member, size, features.arrays), seen
        mine = np.flatnonzero(speaks & (label >= 0))
        each = (loss / size)[label[mine]]
        queue = mine[np.argsort(-each, kind="stable")]
        before, position = loss.sum(), 0
        with counted(len(queue), f"groups made better, round {number + 1} of at most {ROUNDS}") as done:
            while position < len(queue) and ticket[1] < work:
                some = queue[position : position + _AT_ONCE]
                through, to, back, loss_a, loss_b, _ = sweep(some, bounds, classes, by, near, scratch)
                position += through
                done(through)
                if to >= 0 and accepts is not None:
                    r = int(queue[position - 1])
                    here = int(label[r])
                    back_too = [back] * int(back >= 0)
                    left = np.asarray([i for i in member[here, : size[here]] if i != r] + back_too)
                    right = np.asarray([i for i in member[to, : size[to]] if i != back] + [r])
                    if accepts(np.sort(left)) and accepts(np.sort(right)):
                        exchange(r, to, back, classes)
                        loss[here], loss[to] = loss_a, loss_b
                        seen[0][[here, to]] = seen[3][0]
        if ticket[1] >= work or before - loss.sum() <= _ENOUGH * max(before, 1e-12):
            break
    moved = [member[c, : size[c]].copy() for c in range(len(small))]
    return partition([*moved, *others], found.attribute_splits, found.term_splits)


def kernel_arrays(view: View, ladders: Ladders, lambda_: float) -> tuple[Weighed, Scratch]:
    """Return what :func:`.loss_kernels.class_loss` reads, and what it writes to meanwhile."""
    total = view.weight.sum()
    columns = (
        view.low, view.high, view.middle, view.category, view.extent,
        view.weight / total if total > 0 else view.weight, np.where(np.diff(view.start) > 0, lambda_, 1.0),
    )  # fmt: skip
    scratch = (
        np.zeros(ladders.number, dtype=np.int64), np.full(ladders.number, -1, dtype=np.int64),
        np.full(ladders.number, -1, dtype=np.int64), np.full(max(view.terms, 1), -1, dtype=np.int64),
        np.zeros(2, dtype=np.int64),
    )  # fmt: skip
    return (columns, ladders.words(view), 1 - lambda_), scratch
