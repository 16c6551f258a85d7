"""Check what callers give: one exact message for a wrong type, a word that is none of those known, a number out of
bounds.

Every check of a value returns it; ``what`` names it in the message, ``error`` is the kind of UsageError that is raised.
"""

import inspect
import os
import sys
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from sanitizer.errors import UsageError, did_you_mean

Kind = TypeVar("Kind")


def kind_of(value: Any) -> str:
    """Return what a value is, for messages: never the value itself."""
    names = {
        bool: "true/false", int: "a whole number", float: "a number", str: "a string", list: "a list",
        tuple: "a tuple", dict: "a table", type(None): "nothing",
    }  # fmt: skip
    return names.get(type(value), f"a {type(value).__name__}")


def text(value: Any, what: str, blank: bool = False, error: type[UsageError] = UsageError) -> str:
    """Return a string; a blank one only where ``blank`` says so."""
    if not isinstance(value, str):
        raise error(f"{what}: a string is needed, not {kind_of(value)}")
    if not blank and not value.strip():
        raise error(f"{what}: it is empty")
    return value


def path(value: Any, what: str) -> Path:
    """Return a path of a file or folder, given as a string or a path."""
    if not isinstance(value, str | Path):
        raise UsageError(f"{what}: a string or a Path is needed, not {kind_of(value)}")
    return Path(text(str(value), what))


def flag(value: Any, what: str, error: type[UsageError] = UsageError) -> bool:
    """Return true or false; nothing else counts as either."""
    if not isinstance(value, bool):
        raise error(f"{what}: true or false is needed, not {kind_of(value)}")
    return value


def one_of(value: Any, allowed: Collection[str], what: str, error: type[UsageError] = UsageError) -> str:
    """Return one of the words ``allowed``."""
    if not isinstance(value, str):
        raise error(f"{what}: one of {', '.join(allowed)} is needed, not {kind_of(value)}")
    if value not in allowed:
        raise error(
            f'{what}: "{value}" is not possible; one of: {", ".join(allowed)}{did_you_mean(value, allowed)}'
        )
    return value


def number(
    value: Any,
    what: str,
    low: float,
    high: float | None = None,
    above: bool = False,
    error: type[UsageError] = UsageError,
) -> float:
    """Return a finite number of ``low`` to ``high``; more than ``low`` where ``above`` says so."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise error(f"{what}: a number is needed, not {kind_of(value)}")
    least = value > low if above else value >= low
    if (
        not -sys.float_info.max <= value <= sys.float_info.max
        or not least
        or (high is not None and value > high)
    ):
        start = f"above {low:g}" if above else f"at least {low:g}" if high is None else f"{low:g}"
        bounds = start if high is None else f"{start} to {high:g}"
        raise error(f"{what}: {value!r} is out of bounds ({bounds})")
    return float(value)


def least_score(value: Any, what: str) -> float:
    """Return a least score of finders: from 0 to below 1, for none is surer than that. Raises UsageError."""
    score = number(value, what, 0.0, 1.0)
    if score == 1.0:
        raise UsageError(
            f"{what}: 1.0 leaves out all that finders are less than sure of, and no finder is sure: write a lower "
            "score, or switch types off by name ([types], false)"
        )
    return score


def whole(
    value: Any, what: str, low: int, high: int | None = None, error: type[UsageError] = UsageError
) -> int:
    """Return a whole number of ``low`` to ``high``."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise error(f"{what}: a whole number is needed, not {kind_of(value)}")
    if value < low or (high is not None and value > high):
        raise error(
            f"{what}: {value!r} is out of bounds ({f'at least {low}' if high is None else f'{low} to {high}'})"
        )
    return value


def instance(value: Any, kind: type[Kind], what: str) -> Kind | None:
    """Return an object of a class, or None."""
    if value is not None and not isinstance(value, kind):
        raise UsageError(
            f"{what}: a {kind.__name__} is needed ({kind.__module__}.{kind.__name__}), not {kind_of(value)}"
        )
    return value


def options(caller: str, given: Iterable[str], known: Sequence[str], others: Sequence[str] = ()) -> None:
    """Refuse other names of options than those that the ``caller`` takes, or arguments of ``others``."""
    for name in given:
        if name not in known:
            hint = did_you_mean(name, (*known, *others))
            raise UsageError(f"{caller}: there is no option {name!r}{hint}; it takes {', '.join(known)}")


def several(values: Any, kind: type[Kind], what: str) -> tuple[Kind, ...]:
    """Objects of a class, or that follow a protocol."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise UsageError(f"{what}: a list of {kind.__name__} objects is needed, not {kind_of(values)}")
    made = tuple(values)
    for value in made:
        if isinstance(value, type) or not _is(value, kind):
            raise UsageError(f"{what}: a {kind.__name__} is needed, not {kind_of(value)}")
    return made


def _is(value: Any, kind: type) -> bool:
    """Return whether a value is of a kind; of a protocol it must have the members, which are not asked for their
    values: some of a source of counts send a question."""
    if not getattr(kind, "_is_protocol", False):
        return isinstance(value, kind)
    members = [name for name in dir(kind) if not name.startswith("_")]
    return all(inspect.getattr_static(value, name, None) is not None for name in members)


def names_folder(place: str) -> bool:
    """Return whether what is written there goes into a folder: its name ends in a slash, or it is a folder of this
    machine."""
    return place.endswith("/") or ("://" not in place and os.path.isdir(place))  # noqa: PTH112 - any name is one


def refuse_folder(place: str) -> None:
    """Raise UsageError for the name of a folder where one file is written."""
    if names_folder(place):
        raise UsageError(f"{place} is a folder: name a file")
