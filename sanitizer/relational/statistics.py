"""The figures of a release, as JSON values and as a table to read."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from sanitizer.relational.generalize import SUPPRESSED, no_ladders, recode_terms
from sanitizer.relational.prepare import Prepared
from sanitizer.relational.recoding import Recoded, Weights, attribute_total, term_total, total
from sanitizer.relational.terms import TermKind
from sanitizer.relational.view import Partition


def statistics(
    prepared: Prepared, partition: Partition, recoded: Recoded, weights: Weights, k: int
) -> dict[str, Any]:
    """Classes, splits, losses and risks of a release (docs/tables.md explains each)."""
    sizes = np.asarray([len(c) for c in partition.classes])
    suppressing = recode_terms(prepared.view, partition, no_ladders(prepared.view.terms))
    return {
        "persons": prepared.persons,
        "rows": len(prepared.table),
        "dropped": dict(prepared.dropped),
        "classes": {
            "number": len(sizes),
            "least": int(sizes.min()),
            "mean": _round(sizes.mean()),
            "deviation": _round(sizes.std()),
            "largest": int(sizes.max()),
            "average_class_size_metric": _round(prepared.persons / len(sizes) / k),
            "discernibility": int((sizes.astype(np.int64) ** 2).sum()),
        },
        "splits": {"attributes": partition.attribute_splits, "terms": partition.term_splits},
        "loss": {
            "attributes": _round(attribute_total(recoded.attribute_loss, weights)),
            "terms": _round(term_total(recoded.term_loss)),
            "terms_if_only_suppressed": _round(term_total(suppressing.losses(prepared.view, partition))),
            "total": _round(total(recoded, weights)),
            "by_attribute": {
                a.name: _round(recoded.attribute_loss[:, j].mean()) for j, a in enumerate(prepared.quasi)
            },
            "by_entity_type": _by_type(prepared, partition, recoded),
        },
        "terms": {
            "distinct": len(prepared.terms.keys),
            "persons_without": int((np.diff(prepared.view.start) == 0).sum()),
            **{f"{kind}_mentions": sum(1 for _ in prepared.terms.spans(kind)) for kind in TermKind},
        },
        "risk": {
            "prosecutor_highest": _round(1 / sizes.min()),
            "prosecutor_mean": _round(len(sizes) / prepared.persons),
            "marketer": _round(len(sizes) / prepared.persons),
        },
    }


def _by_type(prepared: Prepared, partition: Partition, recoded: Recoded) -> dict[str, dict[str, Any]]:
    """For each fine type: loss (mean over person-term pairs) and how many were kept, generalized, suppressed."""
    lost: Counter[str] = Counter()
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
                lost[kind] += 1 - keeps  # type: ignore[assignment]
                pairs[kind] += 1
                how = "kept" if feature == term else "suppressed" if feature == SUPPRESSED else "generalized"
                outcome[kind, how] += 1
    return {
        kind: {
            "loss": _round(lost[kind] / pairs[kind]),
            **{how: outcome[kind, how] for how in ("kept", "generalized", "suppressed")},
        }
        for kind in sorted(pairs)
    }


def _round(value: float) -> float:
    return round(float(value), 6)


def readable(report: Mapping[str, Any], indent: int = 0) -> str:
    """The report as lines to read: a name and its value, groups indented."""
    lines: list[str] = []
    for name, value in report.items():
        label = "  " * indent + str(name).replace("_", " ")
        if isinstance(value, Mapping):
            if value:
                lines += [label, readable(value, indent + 1)]
        elif isinstance(value, list):
            lines += [label, *("  " * (indent + 1) + str(v) for v in value)] if value else []
        elif isinstance(value, float):
            lines.append(f"{label:<40} {value:.4f}")
        else:
            lines.append(f"{label:<40} {value}")
    return "\n".join(lines)
