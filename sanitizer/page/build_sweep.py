"""The page of a sweep: privacy against utility, one point for each setting."""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from sanitizer.audit.sweep import Point
from sanitizer.page import plots
from sanitizer.page.build import asset, environment

HEAD: Final = (
    "setting", "utility %", "masked", "linkage@1", "linkage@5", "ER direct", "ER quasi", "residual not met",
)  # fmt: skip


def sweep_rows(points: Sequence[Point]) -> list[list[str]]:
    """Return the points as cells of a table, under :data:`HEAD`."""

    def cell(value: float | None, digits: int = 2) -> str:
        return "-" if value is None else f"{value:.{digits}f}"

    return [
        [
            p.setting,
            cell(p.utility, 1),
            *(cell(v) for v in (p.share_masked, p.linkage_1, p.linkage_5, p.recall_direct, p.recall_quasi)),
            str(p.residual_not_met),
        ]
        for p in points
    ]


def build_sweep(points: Sequence[Point], subtitle: str, title: str = "Threshold sweep") -> str:
    """Return one HTML text with a plot for each measure of privacy that was taken, and the table."""
    measures = (
        (
            "Linkage@1 against information kept",
            "Each point is a threshold. Lower is more private, to the right more of the text is left.",
            "linkage@1",
            "linkage_1",
        ),
        (
            "Recall of quasi-identifiers against information kept",
            "Higher is more private, to the right more of the text is left.",
            "recall",
            "recall_quasi",
        ),
        (
            "Share of words masked against information kept",
            "Words that the release does not show.",
            "share masked",
            "share_masked",
        ),
    )
    shown = []
    for heading, text, label, key in measures:
        by_strategy: dict[str, list[tuple[float, float, str]]] = {}
        for p in points:
            value = getattr(p, key)
            if value is not None and p.utility is not None:
                strategy, _, threshold = p.setting.partition(" ")
                by_strategy.setdefault(strategy, []).append((p.utility, value, threshold))
        if by_strategy:
            svg = plots.lines(
                [(name, sorted(members)) for name, members in by_strategy.items()],
                heading,
                ("information kept, percent", label),
            )
            shown.append({"title": heading, "text": text, "svg": svg})
    return (
        environment()
        .get_template("sweep.html")
        .render(
            title=title,
            subtitle=subtitle,
            plots=shown,
            head=HEAD,
            rows=sweep_rows(points),
            style=Markup(asset("style.css")),
        )
    )
