"""Builds the page and the certificate: Jinja2 with autoescape, data as escaped JSON, no network."""

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from sanitizer import __version__
from sanitizer.page import plots
from sanitizer.page.collect import figures, risk_margins, risky_operator, settings_of
from sanitizer.page.read import Report
from sanitizer.page.report_data import document_view
from sanitizer.page.verdict import COLOURS, beside, looked, overall, promised

_ESCAPES: Final = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)

CLASS_NAMES: Final = {
    "PERSON": "person", "CODE": "code", "LOC": "place", "ORG": "organization", "DEM": "attribute",
    "DATETIME": "date", "QUANTITY": "quantity", "MISC": "other", "RISKY": "risky",
}  # fmt: skip
"""The classes of TAB as a newcomer reads them; the script has the same names."""


@cache
def environment() -> Environment:
    """Return the templates of this package, with autoescape."""
    return Environment(
        loader=PackageLoader("sanitizer.page", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )


def embedded(value: Any) -> Markup:
    """``value`` as JSON that may stand in a script element: no character in it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)
    return Markup(text)


def asset(name: str) -> str:
    """Return a file of this package as text."""
    return (files("sanitizer.page") / name).read_text(encoding="utf-8")


def build_page(
    report: Report,
    *,
    originals: bool = False,
    audit: Mapping[str, Any] | None = None,
    title: str = "Sanitization report",
) -> str:
    """Return the page of a report as one HTML text.

    Args:
        report: the run (docs/report.md).
        originals: show the original texts beside the sanitized ones, with all evidence. Without it nothing
        of the
            originals is in the page: see :func:`sanitizer.page.report_data.document_view`.
        audit: what `sanitizer audit -o` wrote about the release, for linkage and residue.
        title: heading.
    """
    operator = risky_operator(report)
    views = [document_view(d, i, originals, operator) for i, d in enumerate(report.documents, 1)]
    index = [
        {
            "name": view["name"],
            "failed": "failed" in view,
            "met": view.get("met", False),
            "utility": view.get("utility"),
            "unknown": view["unknown"]["marginal"] if "unknown" in view else 0,
        }
        for view in views
    ]
    linkage = (audit or {}).get("linkage", [])
    script = asset("script.js")
    total = figures(report.documents, operator)
    verdict = overall(total, report, audit or {})
    names = _names(report, originals)
    return (
        environment()
        .get_template("page.html")
        .render(
            title=title,
            originals=originals,
            f=total,
            verdict=verdict,
            colour=COLOURS[verdict],
            promised=promised(total, report, audit or {}),
            beside=(*beside(total, audit or {}), looked(report, audit or {})),
            hardening=report.summary and report.summary.hardening,
            settings=settings_shown(report),
            versions=versions(report),
            linkage=linkage,
            class_names=CLASS_NAMES,
            gave_away=_gave_away(linkage, names),
            plots=_plots(report, views, linkage),
            style=Markup(asset("style.css")),
            script=Markup(script),
            script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
            index=embedded(index),
            documents=[embedded(view) for view in views],
        )
    )


class _Settings(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return ""


def settings_shown(report: Report) -> dict[str, str]:
    """Return what decided about the run, without what may tell of the originals; "" for what is not known."""
    found = _Settings(settings_of(report))
    if "recognizers" in found:  # list:FILE and ic-of:TERM may tell something
        found["recognizers"] = ", ".join(part.partition(":")[0] for part in found["recognizers"].split(", "))
    return found


def _names(report: Report, originals: bool) -> dict[str, str]:
    names = {}
    for document in report.done:
        names[document.id] = names[document.output_id] = document.id if originals else document.output_id
    return names


def _gave_away(linkage: Sequence[Mapping[str, Any]], names: Mapping[str, str]) -> list[dict[str, str]]:
    if not linkage:
        return []
    found = [d for d in linkage[-1]["documents"] if d["hit_1"] >= 0.5]
    return [
        {"name": names.get(d["id"], "document"), "terms": ", ".join(s["term"] for s in d["gave_away"][:8])}
        for d in found[:40]
    ]


def _plots(
    report: Report, views: Sequence[Mapping[str, Any]], linkage: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    done = [view for view in views if "failed" not in view]
    kept = [(view["name"], view["utility"]) for view in done if view["utility"] is not None]
    against = [
        (v["bits"], v["utility"], v["name"])
        for v in done
        if v["bits"] is not None and v["utility"] is not None
    ]
    margins = risk_margins(report.done)
    shown: list[dict[str, Any]] = [
        {
            "title": "Information kept, by document",
            "text": "How much of what the words of a document told its sanitized text still tells.",
            "svg": plots.ranked(kept, "Information kept, by document", "percent"),
        },
        {
            "title": "Information kept against the threshold",
            "text": "Each point is a document; a lower threshold is stricter.",
            "svg": plots.scatter(
                against,
                "Information kept against the threshold",
                ("threshold, bits", "information kept, percent"),
            ),
        },
        {
            "title": "How far risky words were above the threshold",
            "text": "By how many bits each risky word told more than the threshold allows, before it was changed.",
            "svg": plots.histogram(
                margins, "How far risky words were above the threshold", "bits above the threshold", mark=0.0
            ),
        },
    ]
    if linkage:
        groups = []
        for part in linkage:
            members = [("before", part["before"]["1"])] if part["before"] else []
            members += [("after", part["after"]["1"]), ("chance", part["chance"]["1"])]
            groups.append((f"{part['attacker']}@1", members))
        text = (
            f"Documents for which an attacker names the right person first, among {linkage[0]['candidates']}."
        )
        shown.insert(
            0,
            {
                "title": "Linkage before and after",
                "text": text,
                "svg": plots.bars(groups, "Linkage before and after", "share of documents"),
            },
        )
    return shown


def versions(report: Report) -> dict[str, str]:
    """Of what made the run; of this program, where the run did not end and does not say."""
    return dict(report.summary.versions if report.summary else {"sanitizer": __version__})
