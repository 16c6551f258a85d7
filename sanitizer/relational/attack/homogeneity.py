"""What classes have in common: a sensitive value that all of a class share, or no more values than a model wants."""

from collections import Counter
from collections.abc import Sequence

from sanitizer.relational.attack.record import Attack
from sanitizer.relational.definition.definition import Model

Cell = str | None


def homogeneous(name: str, labels: Sequence[int], cells: Sequence[Cell]) -> Attack:
    """Return persons in classes of which all have one value of a sensitive column: who finds the class knows it.

    Args:
        name: the column.
        labels: the class of each person (persons,).
        cells: each person's value.
    """
    told = {c for c, counts in _counts(labels, cells).items() if len(counts) == 1}
    found = sum(label in told and cell is not None for label, cell in zip(labels, cells, strict=True))
    return homogeneity(name, found, len(labels))


def homogeneity(name: str, found: int, persons: int) -> Attack:
    """Return what is told where so many of the persons are in groups that share one value of a column."""
    says = (
        f'{found} of {persons} persons are in groups that share one value of "{name}": to know the group is to '
        "know that value (to prevent it, add l-diversity or t-closeness to the definition)"
        if found
        else f'in no group have all persons one value of "{name}"'
    )
    return Attack(f"homogeneity of {name}", found, persons, None, says)


def minimal(model: Model, labels: Sequence[int], cells: Sequence[Cell]) -> Attack:
    """Return persons in classes that only just meet distinct l-diversity: one value less would fail. Whoever knows that
    classes are no larger than the model forces may conclude why such a class is as it is (Wong et al. 2007)."""
    close = {c for c, counts in _counts(labels, cells).items() if len(counts) == int(model.l)}
    return minimality(model, sum(label in close for label in labels), len(labels))


def minimality(model: Model, found: int, persons: int) -> Attack:
    """Return what is told where so many of the persons are in such classes."""
    says = (
        f'{found} of {persons} persons are in groups with exactly {int(model.l)} values of "{model.attribute}": '
        "someone who knows the method may guess that a group was enlarged because of a rare value"
    )
    return Attack(f"minimality of {model.attribute}", found, persons, None, says)


def _counts(labels: Sequence[int], cells: Sequence[Cell]) -> dict[int, Counter[str]]:
    made: dict[int, Counter[str]] = {}
    for label, cell in zip(labels, cells, strict=True):
        counts = made.setdefault(label, Counter())
        if cell is not None:
            counts[cell] += 1
    return made
