"""Privacy models recounted from a written release, by code of its own: see :mod:`.verify`."""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from sanitizer.relational.definition.definition import Definition, Model
from sanitizer.relational.report.verification import Value
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.verify.judged import Judged


def cell_text(value: Any) -> str | None:
    """Return a cell as written, None where missing."""
    return None if value is None or value != value else str(value)


def model_failures(
    table: PlainTable, definition: Definition, persons: Sequence[int], classes: Sequence[Sequence[int]]
) -> Judged:
    """Return what does not hold of the definition's models of the cells of a class, and the worst value of each."""
    failures: list[str] = []
    values: dict[str, Value] = {}
    for model in definition.models:
        if model.name == "km-anonymity":
            continue  # of the terms, not of the cells
        if model.name in ("average-risk", "threshold-risk"):
            value, most = _risk(model, [len(members) for members in classes])
            values[model.name] = round(value, 6)
            if value > most + 1e-9:
                failures.append(f"{model.name} is not met: {value:.4g}, at most {most:g}")
            continue
        if model.name not in ("l-diversity", "t-closeness", "alpha-k", "beta-likeness", "delta-disclosure"):
            continue  # recounted by :mod:`.population`
        own: dict[int, set[str]] = defaultdict(set)
        for person, value in zip(persons, table[model.attribute], strict=True):
            if (cell := cell_text(value)) is not None:
                own[person].add(cell)
        histograms = [Counter(v for p in members for v in own[p]) for members in classes]
        whole = Counter(v for values in own.values() for v in values)
        if model.name == "t-closeness" and model.distance == "hierarchical":
            distance = _hierarchical(definition, model)
        else:
            distance = _ordered if model.distance == "ordered" else _equal
        bad, worst = _judge(model, histograms, whole, distance)
        values[f"{model.name} of {model.attribute}"] = round(worst, 6)
        if bad:
            failures.append(f"{model.name} of {model.attribute} is not met in {bad} group(s): {worst:.4g}")
    return Judged(tuple(failures), values=values)


def _risk(model: Model, sizes: Sequence[int]) -> tuple[float, float]:
    """Return the mean risk of a record, or the share of records above a risk, and the most that is asked."""
    records = sum(sizes)
    if model.name == "average-risk":
        return math.fsum(1.0 for _ in sizes) / records, model.risk
    return sum(size for size in sizes if 1 / size > model.risk + 1e-12) / records, model.share


def _gains(model: Model, counts: Counter[str], whole: Counter[str]) -> float:
    """Return how many times over its bound the farthest value is: at most 1 where the class is good."""
    n, total = sum(counts.values()), sum(whole.values())
    worst = 0.0
    for value, number in whole.items():
        p, q = number / total, counts[value] / n
        if model.name == "delta-disclosure":
            worst = max(worst, abs(math.log(q / p)) / model.delta if q else math.inf)
            continue
        bound = model.beta if model.kind == "basic" else min(model.beta, -math.log(p))
        gain = (q - p) / p
        worst = max(worst, gain / bound if bound else (math.inf if gain > 1e-9 else 0.0))
    return worst


def _judge(
    model: Model,
    histograms: Sequence[Counter[str]],
    whole: Counter[str],
    distance: Callable[[Counter[str], Counter[str]], float],
) -> tuple[int, float]:
    """Return how many classes fail, and the worst value of what is bounded (l, t or alpha)."""
    values: list[float] = []
    bad = 0
    for counts in histograms:
        falling = sorted(counts.values(), reverse=True)
        n = sum(falling)
        if model.name in ("beta-likeness", "delta-disclosure"):
            values.append(_gains(model, counts, whole) if n else math.inf)
            bad += values[-1] > 1 + 1e-6
        elif model.name == "t-closeness":
            values.append(distance(counts, whole) if n else math.inf)
            bad += values[-1] > model.t + 1e-9
        elif model.name == "alpha-k":
            most = counts[model.value] if model.value else max(falling, default=0)
            values.append(most / n if n else 0.0)
            bad += values[-1] > model.alpha + 1e-9
        elif model.kind == "entropy":
            values.append(math.exp(-sum(c / n * math.log(c / n) for c in falling)) if n else 0.0)
            bad += values[-1] < model.l - 1e-9
        elif model.kind == "recursive":
            rest = sum(falling[int(model.l) - 1 :])
            values.append(falling[0] / rest if rest else math.inf)
            bad += not (n and falling[0] < model.c * rest)
        else:
            values.append(len(falling))
            bad += len(falling) < model.l
    least = model.name == "l-diversity" and model.kind != "recursive"
    return bad, (min(values) if least else max(values))


def _equal(counts: Counter[str], whole: Counter[str]) -> float:
    n, total = sum(counts.values()), sum(whole.values())
    return sum(abs(counts[v] / n - whole[v] / total) for v in whole) / 2


def _ordered(counts: Counter[str], whole: Counter[str]) -> float:
    try:
        order = sorted(whole, key=lambda v: (float(v.replace(",", ".")), v))
    except ValueError:
        order = sorted(whole)
    n, total, running, moved = sum(counts.values()), sum(whole.values()), 0.0, 0.0
    for value in order:
        running += counts[value] / n - whole[value] / total
        moved += abs(running)
    return moved / max(len(order) - 1, 1)


def _hierarchical(definition: Definition, model: Model) -> Callable[[Counter[str], Counter[str]], float]:
    """Earth mover's distance in the tree of the hierarchy's rows, read anew."""
    import csv

    spec = definition.attribute(model.attribute).hierarchy
    rows: list[tuple[str, ...]] = []
    if spec is not None and spec.levels:
        rows = [tuple(r) for r in spec.levels]
    elif spec is not None and spec.file:
        with definition.resolve(spec.file).open(encoding="utf-8-sig", newline="") as stream:
            rows = [tuple(r) for r in csv.reader(stream, delimiter=spec.delimiter) if r]
    if len({r[-1] for r in rows}) > 1:
        rows = [(*r, "*") for r in rows]

    def distance(counts: Counter[str], whole: Counter[str]) -> float:
        n, total = sum(counts.values()), sum(whole.values())
        path = {r[0]: r for r in rows} or {v: (v, "*") for v in whole}
        height = len(next(iter(path.values()))) - 1
        result = 0.0
        for level in range(height):
            mass: defaultdict[str, float] = defaultdict(float)
            for value in whole:
                mass[path[value][level]] += counts[value] / n - whole[value] / total
            result += sum(abs(m) for m in mass.values()) / (2 * height)
        return result

    return distance
