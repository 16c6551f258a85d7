"""The page before a release: risk against loss for k and partitioners, what an analyst loses, records at risk."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from sanitizer.page import plots
from sanitizer.page.build import asset, environment


def build_explore(found: Any, title: str) -> str:
    """Return one HTML text without outside resources, of what :func:`sanitizer.relational.explore.explore` found."""
    chosen = found.chosen
    looked = (
        f"{found.rows} rows" if found.rows == found.all_rows else f"{found.rows} of {found.all_rows} rows"
    )
    return (
        environment()
        .get_template("explore.html")
        .render(
            title=title,
            subtitle=f"{looked}; what is lost is shown for {chosen.partitioner} at k = {chosen.k}",
            plots=_plots(found),
            tables=[
                _tried_table(found.tried),
                *([_near_table(found)] if found.levels else []),
                _risk_table(found),
                _statistics_table(found),
                *map(_crossed_table, found.crossed),
            ],
            refused=found.refused,
            style=Markup(asset("style.css")),
        )
    )


def _plots(found: Any) -> list[dict[str, Any]]:
    by_way: dict[str, list[Any]] = {}
    for tried in found.tried:
        by_way.setdefault(tried.partitioner, []).append(tried)
    risk = [
        (name, sorted((t.loss, t.mean_risk, f"k = {t.k}") for t in members))
        for name, members in by_way.items()
    ]
    return [
        {
            "title": "Mean risk against loss",
            "text": "Each point is a k. Lower is more private, to the left less is lost.",
            "svg": plots.lines(
                risk, "Mean risk against loss", ("loss of the columns (NCP)", "mean risk (1 / group size)")
            ),
        },
        {
            "title": "Sizes of the groups",
            "text": f"Of {found.chosen.partitioner} at k = {found.chosen.k}.",
            "svg": plots.class_sizes(found.sizes, found.chosen.k, "Sizes of the groups"),
        },
    ]


def _tried_table(tried: Sequence[Any]) -> dict[str, Any]:
    return {
        "title": "Releases tried",
        "text": "Loss: mean NCP of the recoded columns, 0 to 1. Risk: 1 / group size.",
        "head": ("partitioner, k", "loss", "mean risk", "highest risk", "groups", "rows lost"),
        "rows": [
            [
                f"{t.partitioner}, {t.k}",
                f"{t.loss:.4f}",
                f"{t.mean_risk:.4f}",
                f"{t.highest_risk:.4f}",
                t.classes,
                t.gone,
            ]
            for t in tried
        ],
    }


def _near_table(found: Any) -> dict[str, Any]:
    best = ", ".join(f"{name} {level}" for name, level in found.levels.items())
    return {
        "title": "Around the best levels",
        "text": f"One level for each column (full-domain, k = {found.chosen.k}): {best}. One column at another level:",
        "head": ("column, level", "loss", "rows lost"),
        "rows": [
            [
                f"{n.column}, {n.level}",
                "not private enough" if n.loss is None else f"{n.loss:.4f}",
                "" if n.gone is None else n.gone,
            ]
            for n in found.near
        ],
    }


def _risk_table(found: Any) -> dict[str, Any]:
    return {
        "title": "Records at risk in the source",
        "text": f"{found.alone:.1%} of the rows are the only ones with their quasi-identifiers. Leaving a column out:",
        "head": ("without", "share of rows that are alone"),
        "rows": [[name, f"{share:.1%}"] for name, share in found.without.items()],
    }


def _statistics_table(found: Any) -> dict[str, Any]:
    return {
        "title": "What an analyst computes",
        "text": "Released ranges count by their middle; suppressed cells are left out.",
        "head": ("", "source", "release", "difference"),
        "rows": [
            [c.what, f"{c.before:.4g}", f"{c.after:.4g}", f"{c.after - c.before:+.3g}"]
            for c in found.statistics
        ],
    }


def _crossed_table(crossed: Any) -> dict[str, Any]:
    rows = sorted({a for a, _ in (*crossed.before, *crossed.after)})
    columns = sorted({b for _, b in (*crossed.before, *crossed.after)})
    return {
        "title": f"{crossed.rows} by {crossed.columns}",
        "text": "Counts in the source, then in the release; a set counts in equal shares for each of its values.",
        "head": ("", *columns),
        "rows": [
            [
                a,
                *(f"{crossed.before.get((a, b), 0):g} / {crossed.after.get((a, b), 0):.4g}" for b in columns),
            ]
            for a in rows
        ],
    }
