"""The page of a table's release: partitions, loss by attribute and entity type, λ against loss,
before and after.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
    """Return what `sanitizer release --report` wrote.

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


@dataclass(frozen=True, slots=True)
class Recounted:
    """Classes recounted from a released table: the persons in each,
    and whether they are persons with their terms; else every row was taken for a person."""

    sizes: Sequence[int] = ()
    by_persons: bool = True


NOT_RECOUNTED: Final = Recounted()


def build_table_page(
    report: Mapping[str, Any],
    *,
    after: pd.DataFrame | None = None,
    before: pd.DataFrame | None = None,
    compared: Sequence[Mapping[str, Any]] = (),
    recounted: Recounted = NOT_RECOUNTED,
    title: str = "Release of a table",
) -> str:
    """Return the page of one release as HTML.

    Args:
        report: see :func:`read_release_report`.
        after: the released table; its first rows are shown.
        before: the original table, to be shown beside it: the page is then confidential.
        compared: reports of releases of the same table with other λ, for the plot of λ against loss.
        recounted: the classes as the released table has them.
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
            plots=[*_partitions(report, recounted.sizes, recounted.by_persons), *_plots(report, compared)],
            tables=[
                *_lambdas(report, compared),
                *_types(report),
                *_samples(before, after),
                *_figures(report),
            ],
            style=Markup(asset("style.css")),
        )
    )


def _tiles(report: Mapping[str, Any], verification: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    met = verification.get("met")
    told = "not verified" if met is None else "met" if met else "not met"
    verdict = ("Verified", told, "look" if met is None else "good" if met else "bad")
    classes, loss, risk = report["classes"], report["loss"], report.get("risk", {})
    tiles = [verdict]
    tiles += [
        (name, f"{report[key]:,}", "")
        for name, key in (("Persons", "persons"), ("Rows", "rows"))
        if key in report
    ]
    tiles += [
        (name, f"{classes[key]:,.1f}" if isinstance(classes[key], float) else f"{classes[key]:,}", "")
        for name, key in (("Groups", "number"), ("Least group", "least"), ("Mean group", "mean"))
        if key in classes
    ]
    tiles += [
        (f"Lost {where}", f"{loss[name]:.3f}", "")
        for name, where in (("attributes", "in the columns"), ("terms", "in the texts"), ("total", "in all"))
        if loss.get(name) is not None
    ]
    if "prosecutor_highest" in risk:
        tiles.append(("Highest risk of a person", f"{100 * risk['prosecutor_highest']:.1f} %", ""))
    return tiles


def _partitions(report: Mapping[str, Any], sizes: Sequence[int], by_persons: bool) -> list[dict[str, Any]]:
    """Return how large the classes are, and what those of each size lost."""
    shown: list[dict[str, Any]] = []
    stated = [(int(size), int(n), a, x) for size, n, a, x in report.get("partitions") or ()]
    if not sizes:
        sizes = [size for size, n, _, _ in stated for _ in range(n)]
        text = "How many persons have the same cells and words in their texts, as the run counted them."
    elif by_persons:
        text = "How many persons have the same cells and words in their texts, recounted from the released table."
    else:
        text = (
            "How many rows have the same cells, recounted from the released table (--sidecar tells persons)."
        )
    if sizes:
        title = "How large the groups are"
        shown.append(
            {"title": title, "text": text, "svg": plots.class_sizes(sizes, int(report.get("k") or 1), title)}
        )
    if stated:
        title = "Loss by group"
        series = [
            (name, [(float(e[0]), float(e[at]), f"{e[1]} of {e[0]}") for e in stated if e[at] is not None])
            for name, at in (("columns", 2), ("texts", 3))
        ]
        axes = ("persons in a group", "loss")
        svg = plots.lines(
            [entry for entry in series if entry[1]],
            title,
            axes,
            plots.Style(named=False, joined=False, top=1.0, whole_x=True),
        )
        text = "Mean over the groups of each size; 0: as it was, 1: nothing left."
        shown.append({"title": title, "text": text, "svg": svg})
    return shown


def lambda_rows(reports: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """Head and a row for each release, to compare them by their λ."""
    head = [
        "λ",
        "groups",
        "divided by columns",
        "divided by words",
        "lost in columns",
        "lost in texts",
        "lost in all",
    ]
    rows = [head]
    for r in reports:
        loss, splits = r["loss"], r.get("splits") or {}
        told = [loss.get(name) for name in ("attributes", "terms", "total")]
        rows.append(
            [
                f"{r['lambda']:g}",
                f"{r['classes']['number']:,}",
                *(str(splits.get(name, "-")) for name in ("attributes", "terms")),
                *("-" if value is None else f"{value:.3f}" for value in told),
            ]
        )
    return rows


def _lambdas(report: Mapping[str, Any], compared: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the figures behind λ against loss."""
    head, *rows = lambda_rows(_by_lambda(report, compared))
    text = "Each line is a release of the same table; λ weighs columns against texts."
    shown: dict[str, Any] = {"title": "Releases under other λ", "text": text, "head": head, "rows": rows}
    shown |= {"numbers": True, "tall": False}
    return [shown] if rows else []


def _by_lambda(report: Mapping[str, Any], compared: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the releases that have a λ, least first; none without others to compare with."""
    found = {float(r["lambda"]): r for r in (*compared, report) if r.get("lambda") is not None}
    return [found[value] for value in sorted(found)] if compared else []


def _plots(report: Mapping[str, Any], compared: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    shown: list[dict[str, Any]] = []

    def add(title: str, text: str, svg: Markup) -> None:
        shown.append({"title": title, "text": text, "svg": svg})

    by_attribute = report["loss"].get("by_attribute") or {}
    if by_attribute:
        lost = [(str(name), float(value)) for name, value in by_attribute.items()]
        add("Loss by column", "0: as it was; 1: nothing left.", plots.rows(lost, "Loss by column"))
    by_type = report["loss"].get("by_entity_type") or {}
    if by_type:
        lost = [(str(name), float(entry["loss"])) for name, entry in by_type.items()]
        text = "Of the words in texts that tell of a person. 0: kept; 1: left out."
        add("Loss by type of word", text, plots.rows(lost, "Loss by type of word"))
    splits = report.get("splits") or {}
    if any(splits.values()):
        members = [(str(name), float(value)) for name, value in splits.items()]
        text = "How often persons were divided into groups by a column (attributes) and by a word of their texts."
        add("Splits", text, plots.rows(members, "Splits", top=max(value for _, value in members)))
    if points := _by_lambda(report, compared):
        series = [
            (name, [(float(r["lambda"]), float(r["loss"][name]), f"λ = {r['lambda']:g}") for r in points])
            for name in ("attributes", "terms", "total")
            if all(r["loss"].get(name) is not None for r in points)
        ]
        add(
            "λ against loss",
            "λ = 0 divides persons by the words of their texts as well as by columns, λ = 1 by columns only.",
            plots.lines(series, "λ against loss", ("λ", "loss"), plots.Style(named=False, top=1.0)),
        )
    return shown


def _types(report: Mapping[str, Any]) -> list[dict[str, Any]]:
    by_type = report["loss"].get("by_entity_type") or {}
    if not by_type:
        return []
    keys = ("kept", "generalized", "suppressed")
    return [
        {
            "title": "What became of the words in texts",
            "text": "Each word counts once for each person.",
            "head": ["type", "kept", "said more generally", "left out"],
            "rows": [[name, *(f"{entry.get(key, 0):,}" for key in keys)] for name, entry in by_type.items()],
            "numbers": True,
            "tall": False,
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

    shown = {k: v for k, v in report.items() if k not in ("loss", "splits", "definition", "partitions")}
    put("", {name.replace("_", " "): value for name, value in shown.items()})
    text = "Every figure of the report."
    return [
        {
            "title": "Figures",
            "text": text,
            "head": ["figure", "value"],
            "rows": [[n.replace("_", " "), v] for n, v in rows],
            "numbers": False,
            "tall": False,
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
            which = f"The first {len(head)} of" if len(head) < len(table) else "All"
            text = f"{which} {len(table):,} rows; their order may differ between before and after."
            shown.append(
                {"title": name, "text": text, "head": columns, "rows": rows, "numbers": False, "tall": True}
            )
    return shown
