"""The page of a table's release: partitions, loss by attribute and entity type, λ against loss,
before and after.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pandas as pd
from markupsafe import Markup

from sanitizer.errors import UsageError
from sanitizer.page import plots
from sanitizer.page.build import asset, environment

_ROWS: Final = 100
"""Rows of each table that are shown: enough to see what was done; the page is no copy of the table."""


def read_release_report(path: Path) -> dict[str, Any]:
    """What `sanitizer release --report` wrote.

    Raises:
        UsageError: it is no such report.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{path} is no report of a release (JSON of `sanitizer release --report`)"
        ) from error
    if not isinstance(value, dict) or "classes" not in value or "loss" not in value:
        raise UsageError(
            f"{path} is no report of a release: `sanitizer release --report` writes what is needed"
        )
    return value


def build_table_page(
    report: Mapping[str, Any],
    *,
    after: pd.DataFrame | None = None,
    before: pd.DataFrame | None = None,
    compared: Sequence[Mapping[str, Any]] = (),
    title: str = "Release of a table",
) -> str:
    """The page of one release as HTML.

    Args:
        report: see :func:`read_release_report`.
        after: the released table; its first rows are shown.
        before: the original table, to be shown beside it: the page is then confidential.
        compared: reports of releases of the same table with other λ, for the plot of λ against loss.
        title: heading.
    """
    models = ", ".join(map(str, report.get("models", ())))
    settings = [f"k = {report.get('k', '-')}", str(report.get("partitioner", "")), models]
    verification = report.get("verification", {})
    return (
        environment()
        .get_template("table.html")
        .render(
            title=title,
            subtitle="; ".join(part for part in settings if part),
            before=before is not None,
            tiles=_tiles(report, verification),
            failures=verification.get("failures", []),
            plots=_plots(report, compared),
            tables=[*_types(report), *_samples(before, after), *_figures(report)],
            style=Markup(asset("style.css")),
        )
    )


def _tiles(report: Mapping[str, Any], verification: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    met = verification.get("met")
    told = "not verified" if met is None else "met" if met else "not met"
    verdict = ("Verified", told, "good" if met else "bad")
    classes, loss, risk = report["classes"], report["loss"], report.get("risk", {})
    tiles = [verdict]
    tiles += [
        (name, f"{report[key]:,}", "")
        for name, key in (("Persons", "persons"), ("Rows", "rows"))
        if key in report
    ]
    tiles += [
        (name, f"{classes[key]:,g}" if isinstance(classes[key], float) else f"{classes[key]:,}", "")
        for name, key in (("Classes", "number"), ("Least class", "least"), ("Mean class", "mean"))
        if key in classes
    ]
    tiles += [
        (f"Loss, {name}", f"{loss[name]:.3f}", "")
        for name in ("attributes", "terms", "total")
        if loss.get(name) is not None
    ]
    if "prosecutor_highest" in risk:
        tiles.append(("Highest risk of a person", f"{100 * risk['prosecutor_highest']:.1f} %", ""))
    return tiles


def _plots(report: Mapping[str, Any], compared: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    shown: list[dict[str, Any]] = []

    def add(title: str, text: str, svg: Markup) -> None:
        shown.append({"title": title, "text": text, "svg": svg})

    by_attribute = report["loss"].get("by_attribute") or {}
    if by_attribute:
        groups = [(name, [("loss", float(value))]) for name, value in by_attribute.items()]
        add(
            "Loss by attribute",
            "0: as it was; 1: nothing left.",
            plots.bars(groups, "Loss by attribute", "loss"),
        )
    by_type = report["loss"].get("by_entity_type") or {}
    if by_type:
        groups = [(name, [("loss", float(entry["loss"]))]) for name, entry in by_type.items()]
        add(
            "Loss by entity type",
            "Of the terms in texts: 0 kept, 1 suppressed.",
            plots.bars(groups, "Loss by entity type", "loss"),
        )
    splits = report.get("splits") or {}
    if any(splits.values()):
        members = [(name, float(value)) for name, value in splits.items()]
        add(
            "Splits",
            "By what the persons were divided into classes.",
            plots.bars([("splits", members)], "Splits", "how many", top=max(value for _, value in members)),
        )
    if compared:
        points = sorted(
            (r for r in (report, *compared) if r.get("lambda") is not None), key=lambda r: float(r["lambda"])
        )
        series = [
            (name, [(float(r["lambda"]), float(r["loss"][name]), f"λ = {r['lambda']:g}") for r in points])
            for name in ("attributes", "terms", "total")
            if all(r["loss"].get(name) is not None for r in points)
        ]
        add(
            "λ against loss",
            "λ = 1 looks at attributes only.",
            plots.lines(series, "λ against loss", ("λ", "loss"), named=False),
        )
    return shown


def _types(report: Mapping[str, Any]) -> list[dict[str, Any]]:
    by_type = report["loss"].get("by_entity_type") or {}
    if not by_type:
        return []
    keys = ("kept", "generalized", "suppressed")
    return [
        {
            "title": "What became of terms",
            "text": "Pairs of a person and a term.",
            "head": ["type", *keys],
            "rows": [[name, *(f"{entry.get(key, 0):,}" for key in keys)] for name, entry in by_type.items()],
            "numbers": True,
        }
    ]


def _figures(report: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows: list[list[str]] = []

    def put(name: str, value: Any) -> None:
        if isinstance(value, Mapping):
            for key, inner in value.items():
                put(f"{name}: {key}" if name else str(key), inner)
        elif isinstance(value, list):
            if value:
                rows.append([name, "; ".join(map(str, value))])
        elif value is not None:
            rows.append([name, f"{value:,.4g}" if isinstance(value, float) else str(value)])

    shown = {k: v for k, v in report.items() if k not in ("loss", "splits", "definition")}
    put("", {name.replace("_", " "): value for name, value in shown.items()})
    text = "Every figure of the report."
    return [
        {
            "title": "Figures",
            "text": text,
            "head": ["", ""],
            "rows": [[n.replace("_", " "), v] for n, v in rows],
            "numbers": False,
        }
    ]


def _samples(before: pd.DataFrame | None, after: pd.DataFrame | None) -> list[dict[str, Any]]:
    shown = []
    for name, table in (("Before", before), ("After", after)):
        if table is not None:
            head = table.head(_ROWS)
            rows = [
                ["" if pd.isna(cell) else str(cell) for cell in row] for row in head.itertuples(index=False)
            ]
            columns = [str(column) for column in table.columns]
            text = f"The first {len(head)} of {len(table):,} rows; order may differ between before and after."
            shown.append({"title": name, "text": text, "head": columns, "rows": rows, "numbers": False})
    return shown
