"""The figures that every release has: its classes, their risks, and what the columns lost beside NCP."""

from collections.abc import Mapping, Sequence
from typing import Any

from sanitizer.relational.columns.loss import average_class_size, classification_metric, discernibility
from sanitizer.relational.privacy.attacker_risk import journalist, marketer, prosecutor
from sanitizer.relational.privacy.partitioner import Labels
from sanitizer.relational.report.figures import ClassFigures, RiskFigures
from sanitizer.relational.table.table import Column
from sanitizer.types import IntArray


def rounded(value: float) -> float:
    """Six decimals: what a report shows."""
    return round(float(value), 6)


def class_figures(sizes: IntArray, k: int, suppressed: int = 0) -> ClassFigures:
    """Return the number and sizes of the classes, average class size metric and discernibility."""
    return ClassFigures(
        number=len(sizes),
        least=int(sizes.min()),
        mean=rounded(sizes.mean()),
        deviation=rounded(sizes.std()),
        largest=int(sizes.max()),
        average_class_size_metric=rounded(average_class_size(sizes, k)),
        discernibility=discernibility(sizes, suppressed),
    )


def risk_figures(sizes: IntArray, population: IntArray | None = None) -> RiskFigures:
    """Prosecutor, journalist and marketer. Without a population table the journalist's persons are those of the
    release, which is the worst case for them: then the journalist's risk is the prosecutor's."""
    among = sizes if population is None else population
    own, other = prosecutor(sizes), journalist(sizes, among)
    return RiskFigures(
        prosecutor_highest=rounded(own.highest),
        prosecutor_mean=rounded(own.average),
        prosecutor_share_above=rounded(own.at_risk),
        journalist_highest=rounded(other.highest),
        journalist_mean=rounded(other.average),
        journalist_population="the release" if population is None else "the population table",
        marketer=rounded(marketer(sizes, population)),
    )


def classification_of(labels: Labels, sensitive: Sequence[Column]) -> Mapping[str, float]:
    """Return the classification metric of each sensitive column; `labels` are the classes of the
    persons, -1 where suppressed."""
    return {c.name: rounded(classification_metric(labels, c)) for c in sensitive}


def readable(report: Mapping[str, Any], indent: int = 0) -> str:
    """Return the report as lines to read: a name and its value, groups indented."""
    lines: list[str] = []
    for name, value in report.items():
        if name == "partitions":  # long; `sanitizer report` draws it
            continue
        label = "  " * indent + str(name).replace("_", " ")
        if isinstance(value, Mapping):
            if value:
                lines += [label, readable(value, indent + 1)]
        elif isinstance(value, list):
            each = (str(v["says"]) if isinstance(v, Mapping) and "says" in v else str(v) for v in value)
            lines += [label, *("  " * (indent + 1) + v for v in each)] if value else []
        elif isinstance(value, float):
            lines.append(f"{label:<40} {value:.4f}")
        else:
            lines.append(f"{label:<40} {value}")
    return "\n".join(lines)
