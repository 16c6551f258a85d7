"""The risks of a released table, recounted from the file with pandas alone, so that the engine is not its
own judge.

k, l and t of the classes; prosecutor, journalist and marketer risk; records that are alone with a
combination of values. Definitions and sources: docs/measures.md.
"""

import csv
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

from sanitizer.common.extras import MissingExtraError, missing
from sanitizer.errors import UsageError

try:
    import pandas as pd
except ImportError as error:
    raise MissingExtraError(missing("tables", "an audit of tables")) from error

NULL: Final = "\0NULL"
"""Stands for a missing cell while counting: NULLs are a value of their own, as a reader of the file
sees them.
"""

_THRESHOLD: Final = 0.2  # 1/5: the usual limit for data given to researchers (El Emam 2013, chapter 16)


@dataclass(frozen=True, slots=True)
class Diversity:
    """Of one sensitive column: least distinct values in a class, least entropy-l (2 to the entropy),
    greatest t.
    """

    column: str
    distinct: int
    entropy: float
    t: float
    distance: Literal["ordered", "equal"]


@dataclass(frozen=True, slots=True)
class Risks:
    """Re-identification risks, as probabilities: the worst record, the mean, and the share above one
    in five.
    """

    prosecutor: float
    prosecutor_mean: float
    prosecutor_above: float
    journalist: float
    journalist_mean: float
    marketer: float
    population: int | None


@dataclass(frozen=True, slots=True)
class Unique:
    """Records alone with their values of ``columns``, of which no part already makes them unique."""

    columns: tuple[str, ...]
    records: int


@dataclass(frozen=True, slots=True)
class TableAudit:
    """What a reader of the released file can count. ``k`` is None for an empty table."""

    rows: int
    classes: int
    k: int | None
    mean_class: float | None
    unique_records: int
    diversity: tuple[Diversity, ...]
    risks: Risks | None
    combinations: tuple[Unique, ...]

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class JudgedTable:
    """An audit of a table, the k that was promised (None: none was), and whether it is kept."""

    met: bool
    promised_k: int | None
    audit: TableAudit
    kind: Literal["table audit"] = "table audit"

    def to_json(self) -> dict[str, Any]:
        """Return plain data."""
        told = {"kind": self.kind, "met": self.met, "promised_k": self.promised_k}
        return {**told, **self.audit.to_json()}


def read_table(path: Path) -> pd.DataFrame:
    """Return a CSV (any common delimiter, .gz too) or Parquet file, cells as text; an empty cell is missing.

    Raises:
        UsageError: the file cannot be read as a table.
    """
    try:
        if path.suffix == ".parquet":
            frame = pd.read_parquet(path)
            return frame.astype("string").astype(object).where(frame.notna(), None)
        frame = pd.read_csv(
            path,
            sep=None,
            engine="python",
            dtype=str,
            keep_default_na=False,
            na_values=[""],
            encoding="utf-8-sig",
        )
        return frame.astype(object).where(frame.notna(), None)
    except (OSError, ValueError, csv.Error, pd.errors.ParserError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise UsageError(f"{path} cannot be read as a table ({reason}): CSV or Parquet is needed") from error


def audit_table(
    table: pd.DataFrame,
    quasi: Sequence[str],
    sensitive: Sequence[str] = (),
    population: pd.DataFrame | None = None,
    largest_combination: int = 3,
) -> TableAudit:
    """Count what a release tells.

    Args:
        table: the release, one record a row.
        quasi: columns by which a person may be found (quasi-identifiers).
        sensitive: columns whose values must not be told (for l and t).
        population: everyone the release may be about, with the same columns and the same generalization;
        journalist
            and marketer risk are then against it, else against the release itself.
        largest_combination: most columns in a combination that is tried for unique records.

    Raises:
        UsageError: a column is missing.
    """
    for name, frame in (("table", table), ("population", population)):
        wanted = [*quasi, *sensitive] if name == "table" else list(quasi)
        missing = [column for column in wanted if frame is not None and column not in frame.columns]
        if missing:
            raise UsageError(
                f"the {name} has no column {missing[0]!r} (columns: {', '.join(map(str, table.columns))})"
            )
    if not quasi:
        raise UsageError(
            "no quasi-identifier is named: --quasi COLUMN,... says by what a person may be found"
        )
    codes = _codes(table, quasi)
    group, sizes = _classes(codes)
    n = len(table)
    return TableAudit(
        rows=n,
        classes=len(sizes),
        k=int(sizes.min()) if n else None,
        mean_class=n / len(sizes) if n else None,
        unique_records=int((sizes == 1).sum()),
        diversity=tuple(_diversity(table[column], column, group, len(sizes)) for column in sensitive)
        if n
        else (),
        risks=_risks(table, quasi, group, sizes, population) if n else None,
        combinations=_unique_combinations(codes, quasi, largest_combination),
    )


def _filled(column: "pd.Series[Any]") -> "pd.Series[Any]":
    return column.where(column.notna(), NULL).astype(str)


def _codes(table: pd.DataFrame, columns: Sequence[str]) -> npt.NDArray[np.int64]:
    if not len(table):
        return np.zeros((0, len(columns)), np.int64)
    return np.column_stack([pd.factorize(_filled(table[c]))[0] for c in columns]).astype(np.int64)


def _classes(codes: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the class of each row, and the size of each class; rows are alike when all their codes are."""
    if not len(codes):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    _, group, sizes = np.unique(codes, axis=0, return_inverse=True, return_counts=True)
    return group.reshape(-1).astype(np.int64), sizes.astype(np.int64)


def _diversity(column: "pd.Series[Any]", name: str, group: npt.NDArray[np.int64], classes: int) -> Diversity:
    present = column.notna().to_numpy()
    numbers = pd.to_numeric(column.where(column.notna()), errors="coerce")
    ordered = bool(present.any() and numbers[present].notna().all())
    # NULL is a value for t (it is told), but never counts towards l
    values = numbers.fillna(np.inf).to_numpy() if ordered else _filled(column).to_numpy()
    _, code = np.unique(values, return_inverse=True)
    counts = np.zeros((classes, int(code.max()) + 1))
    np.add.at(counts, (group, code.reshape(-1)), 1)
    without_null = counts.copy()
    if not present.all():
        without_null[:, code.reshape(-1)[~present][0]] = 0
    distinct = (without_null > 0).sum(axis=1)
    total = without_null.sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        p = without_null / total
        entropy = np.exp(-np.where(p > 0, p * np.log(p), 0.0).sum(axis=1))
    entropy = np.where(total[:, 0] > 0, entropy, 0.0)
    share = counts / counts.sum(axis=1, keepdims=True)
    difference = share - counts.sum(axis=0) / counts.sum()
    if ordered and counts.shape[1] > 1:
        # earth mover's distance over ranks (Li et al. 2007, section 5)
        distance = np.abs(np.cumsum(difference, axis=1)).sum(axis=1) / (counts.shape[1] - 1)
    else:
        distance = np.abs(difference).sum(axis=1) / 2
    return Diversity(
        name,
        int(distinct.min()),
        float(entropy.min()),
        float(distance.max()),
        "ordered" if ordered else "equal",
    )


def _risks(
    table: pd.DataFrame,
    quasi: Sequence[str],
    group: npt.NDArray[np.int64],
    sizes: npt.NDArray[np.int64],
    population: pd.DataFrame | None,
) -> Risks:
    own = sizes[group]
    if population is None:
        crowd = own
    else:
        both = pd.concat([table[list(quasi)], population[list(quasi)]], ignore_index=True)
        joint, _ = _classes(_codes(both, quasi))
        outside = np.bincount(joint[len(table) :], minlength=int(joint.max()) + 1)
        # whoever is in the release is in the population, even where the file of the population lacks them
        crowd = np.maximum(outside[joint[: len(table)]], own)
    n = len(table)
    return Risks(
        prosecutor=float(1 / own.min()),
        prosecutor_mean=float((1 / own).mean()),
        prosecutor_above=float((1 / own > _THRESHOLD).sum() / n),
        journalist=float(1 / crowd.min()),
        journalist_mean=float((1 / crowd).mean()),
        marketer=float((1 / crowd).sum() / n),
        population=None if population is None else len(population),
    )


def _unique_combinations(
    codes: npt.NDArray[np.int64], quasi: Sequence[str], largest: int
) -> tuple[Unique, ...]:
    """Return combinations that single records out (minimal: no part of one does), most records first."""
    found = []
    alone_in: dict[tuple[int, ...], npt.NDArray[np.bool_]] = {}
    for size in range(1, min(largest, len(quasi)) + 1):
        for columns in combinations(range(len(quasi)), size):
            group, sizes = _classes(codes[:, list(columns)])
            alone = sizes[group] == 1 if len(codes) else np.zeros(0, bool)
            alone_in[columns] = alone
            for part in combinations(columns, size - 1):
                if part:
                    alone = alone & ~alone_in[part]
            if alone.any():
                found.append(Unique(tuple(quasi[c] for c in columns), int(alone.sum())))
    return tuple(sorted(found, key=lambda u: (-u.records, len(u.columns), u.columns)))
