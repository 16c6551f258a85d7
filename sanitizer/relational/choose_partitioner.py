"""Choose the partitioner that loses least, by trying those that the table allows (``partitioner = "auto"``)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeVar

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition, Kind, Role
from sanitizer.relational.privacy.partitioner import UnsatisfiableError

LOCAL_ROWS: Final = 200_000
"""Rows up to which the nodes of the lattice are gone through for local recoding."""
CLUSTER_ROWS: Final = 5_000
"""Rows up to which classes are grown record by record: the time grows with the square."""

Made = TypeVar("Made")


def candidates(definition: Definition, rows: int) -> tuple[str, ...]:
    """Return the partitioners to try, those first that are taken where losses are equal."""
    if definition.named(Role.TEXT) or not definition.named(Role.QUASI):
        return ("cluster",)
    method = definition.method
    if method.suppression or method.cell_suppression or method.null_matching in ("maybe", "right-maybe"):
        return ("full-domain",)
    bounded = any(a.least or a.limit is not None or a.pin is not None for a in definition.named(Role.QUASI))
    if bounded:
        return ("full-domain",)
    named = ["columns"]
    if rows <= LOCAL_ROWS and any(
        a.hierarchy or a.kind is not Kind.CATEGORY for a in definition.named(Role.QUASI)
    ):
        named.append("local")
    if rows <= CLUSTER_ROWS and not any(a.aggregate for a in definition.named(Role.QUASI)):
        named.append("cluster")
    return tuple(named)


def least_loss(
    definition: Definition, rows: int, make: Callable[[Definition], Made], loss: Callable[[Made], float]
) -> tuple[Made, dict[str, float]]:
    """Return what `make` makes of the definition with the partitioner of least `loss`, and the loss of each that
    was tried.

    Where the columns alone do not do (several values of a person, bias), persons and classes are tried. Raises the
    error of the last try where none can be made.
    """
    names = list(candidates(definition, rows))
    best: Made | None = None
    tried: dict[str, float] = {}
    fault: UsageError | None = None
    while names:
        name = names.pop(0)
        try:
            made = make(replace(definition, method=replace(definition.method, partitioner=name)))
        except UsageError as error:
            fault = error
            if name == "columns" and not isinstance(error, UnsatisfiableError):
                names = ["cluster"]
            continue
        tried[name] = loss(made)
        if best is None or tried[name] < min(v for n, v in tried.items() if n != name) - 1e-9:
            best = made
    if best is None:
        assert fault is not None
        raise fault
    return best, tried
