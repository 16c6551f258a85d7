"""A local search over a partition: records move and change places between classes while the exact loss falls.

What greedy growth weighs is an estimate of what recoding keeps. Here each class is recoded as the release will do it
(:func:`.term_kernels.choose`), so every step lowers the sum of λ NCP_A + (1 - λ) NCP_X. The classes tried for a record
are those that share most with it, in generalizations of its terms; the work is bounded and counted, not timed, so that
the same input gives the same classes.
"""

from typing import Final, Protocol

import numpy as np

from sanitizer.common.progress import counted
from sanitizer.relational.classes.exchange_kernels import TARGETS, exchange, shared_features, sweep
from sanitizer.relational.classes.loss_kernels import Columns, Scratch, Words, all_losses
from sanitizer.relational.table.view import Partition, View, Wanted, partition
from sanitizer.types import FloatArray, IntArray

WORK: Final = 800_000_000
"""Look-ups that one search may take: some ten to twenty seconds."""
ROUNDS: Final = 12
"""How often all records are gone through at most."""
_AT_ONCE: Final = 25
"""Records between two words on how far the search is."""
_ENOUGH: Final = 0.002
"""A round that gains less than this share of the loss is the last."""


class Shared(Protocol):
    """What records can share (:class:`.cluster.Features`), or terms become (:class:`Rungs`), as arrays."""

    @property
    def start(self) -> IntArray:
        """Where the features of each record or term begin."""

    @property
    def feature(self) -> IntArray:
        """The features."""

    @property
    def keeps(self) -> FloatArray:
        """What each keeps beyond the next."""

    @property
    def number(self) -> int:
        """How many features there are."""


class Rungs(Shared, Protocol):
    """The ladders of the terms (:class:`.generalize.Ladders`); what each keeps is its own."""

    @property
    def kind(self) -> IntArray:
        """With which terms each may be listed."""

    @property
    def nats(self) -> FloatArray:
        """What each tells among them."""

    @property
    def most(self) -> int:
        """The longest list."""


def improve(
    view: View, found: Partition, wanted: Wanted, ladders: Rungs, features: Shared, work: int = WORK
) -> Partition:
    """A partition that loses no more, by moves and swaps of records.

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
    columns, words, scratch = kernel_arrays(view, ladders, lambda_)
    shares = (features.start, features.feature, features.keeps)
    ticket = np.zeros(2, dtype=np.int64)
    seen = (
        np.zeros(len(small), dtype=np.int64), np.full(view.persons, -1, dtype=np.int64),
        np.full((view.persons, TARGETS), -1, dtype=np.int64), np.zeros(1, dtype=np.int64),
    )  # fmt: skip
    loss = all_losses(member, size, columns, words, 1 - lambda_, scratch, ticket)
    asked = accepts is not None
    for number in range(ROUNDS):
        index = shared_features(member, size, *shares, features.number)
        mine = np.flatnonzero(speaks & (label >= 0))
        each = (loss / size)[label[mine]]
        queue = mine[np.argsort(-each, kind="stable")]
        before, position = loss.sum(), 0
        with counted(len(queue), f"groups made better, round {number + 1} of at most {ROUNDS}") as done:
            while position < len(queue) and ticket[1] < work:
                begin = position
                position, to, back, loss_a, loss_b, _ = sweep(
                    queue[: position + _AT_ONCE], position, asked, k, member, size, label, loss, columns, words,
                    1 - lambda_, shares, index, scratch, seen, ticket, work,
                )  # fmt: skip
                done(position - begin)
                if to >= 0 and accepts is not None:
                    r = int(queue[position - 1])
                    here = int(label[r])
                    back_too = [back] * int(back >= 0)
                    left = np.asarray([i for i in member[here, : size[here]] if i != r] + back_too)
                    right = np.asarray([i for i in member[to, : size[to]] if i != back] + [r])
                    if accepts(np.sort(left)) and accepts(np.sort(right)):
                        exchange(r, to, back, member, size, label)
                        loss[here], loss[to] = loss_a, loss_b
                        seen[0][[here, to]] = seen[3][0]
        if ticket[1] >= work or before - loss.sum() <= _ENOUGH * max(before, 1e-12):
            break
    moved = [member[c, : size[c]].copy() for c in range(len(small))]
    return partition([*moved, *others], found.attribute_splits, found.term_splits)


def kernel_arrays(view: View, ladders: Rungs, lambda_: float) -> tuple[Columns, Words, Scratch]:
    """What :func:`.exchange_kernels.class_loss` reads, and what it writes to meanwhile."""
    total = view.weight.sum()
    columns = (
        view.low, view.high, view.middle, view.category, view.extent,
        view.weight / total if total > 0 else view.weight, np.where(np.diff(view.start) > 0, lambda_, 1.0),
    )  # fmt: skip
    words = (
        view.start, view.term, ladders.start, ladders.feature, ladders.keeps, ladders.kind, ladders.nats, ladders.most,
    )  # fmt: skip
    scratch = (
        np.zeros(ladders.number, dtype=np.int64), np.full(ladders.number, -1, dtype=np.int64),
        np.full(ladders.number, -1, dtype=np.int64), np.full(max(view.terms, 1), -1, dtype=np.int64),
    )  # fmt: skip
    return columns, words, scratch
