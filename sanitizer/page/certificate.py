"""The certificate of a release: one printed page without any original."""

from collections.abc import Mapping
from typing import Any, Final

from sanitizer.page.build import environment, is_met, settings_shown, versions
from sanitizer.page.collect import Figures, figures
from sanitizer.page.read import Report

_LIMITS: Final = (
    "Sensitive is what the recognizers found; risk is judged from the counts named above, for single terms and the "
    "groups named in the settings. An attacker with other knowledge may find more; linkage was measured only against "
    "the background named here, if any."
)


def build_certificate(
    report: Report, *, audit: Mapping[str, Any] | None = None, title: str = "Certificate of sanitization"
) -> str:
    """The certificate of a release as one HTML text of one printed page, without any original."""
    total = figures(report.documents)
    settings = settings_shown(report)
    finished = bool(report.summary)
    met = finished and is_met(total, report, audit or {})
    verdict = (
        "Every document was processed and every check named below was met."
        if met
        else "NOT MET: see what was checked." + ("" if finished else " The run did not end.")
    )
    return (
        environment()
        .get_template("certificate.html")
        .render(
            title=title,
            met=met,
            verdict=verdict,
            promised=_promised(settings, report.summary.get("hardening")),
            checked=_checked(total, report, audit or {}),
            figures=_figure_rows(total),
            made=[
                (key.replace("_", " "), value) for key, value in settings.items() if value not in ("-", "0")
            ]
            + list(versions(report).items()),
            limits=_LIMITS,
        )
    )


def _promised(settings: Mapping[str, str], hardening: Mapping[str, Any] | None) -> list[str]:
    strategy = settings["strategy"]
    treated = {
        "S1": "Every recognized sensitive term is removed.",
        "S2": "Every recognized sensitive term is generalized.",
        "S3": "Every recognized sensitive term, and every term that discloses one beyond the threshold, is removed.",
        "S4": "Every recognized sensitive term is removed, and every term that discloses one beyond the threshold "
        "is generalized.",
        "S5": "Every recognized sensitive term, and every term that discloses one beyond the threshold, is "
        "generalized.",
    }
    lines = [treated.get(strategy, f"Strategy {strategy}.")]
    if settings["threshold"]:
        lines.append(
            f"Threshold of disclosure: {settings['threshold']}, within each {settings['context'] or 'document'}."
        )
    lines.append("No sensitive surface form, and no risky term, is in the output (residual check).")
    if hardening is not None:
        lines.append(
            f"Nobody is among the first {hardening['k']} of {hardening['candidates']} candidates for an attacker with "
            f"the background that was used, as far as {100 * hardening['floor']:.0f} % of the information can be kept."
        )
    return lines


def _checked(total: Figures, report: Report, audit: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = [
        ("documents processed", f"{total.done} of {total.documents}"),
        ("residual check met", f"{total.done - total.residual_not_met} of {total.done}"),
    ]
    stated = report.summary.get("done")
    if stated is not None and stated != total.done:
        rows.append(("run's own count", f"{stated} documents: the report is not complete"))
    if hard := report.summary.get("hardening"):
        rows.append(
            (
                f"person among the first {hard['k']} candidates",
                f"{hard['among_k_before']} documents before hardening, {hard['among_k_after']} after, of "
                f"{hard['attacked']}; {len(hard['without_person'])} about no candidate",
            )
        )
    for part in audit.get("linkage", []):
        before = f"{100 * part['before']['1']:.1f} % before, " if part["before"] else ""
        rows.append(
            (
                f"linkage@1, {part['attacker']} attacker (told, no bound was set)",
                f"{before}{100 * part['after']['1']:.1f} % after, {100 * part['chance']['1']:.2f} % by chance "
                f"({part['documents_attacked']} documents, {part['candidates']} candidates)",
            )
        )
    if "residue" in audit:
        residue = audit["residue"]
        rows.append(
            ("sensitive forms left in the release", f"{residue['sure']} ({residue['to_look_at']} to look at)")
        )
    if "reconstruction" in audit and audit["reconstruction"]["named_among_10"] is not None:
        share = 100 * audit["reconstruction"]["named_among_10"]
        rows.append(("generalized terms among ten guesses", f"{share:.1f} %"))
    if "metadata" in audit:
        rows.append(("metadata in files", str(len(audit["metadata"]))))
    if not audit:
        rows.append(("attack on the release", "not made (sanitizer audit)"))
    return rows


def _figure_rows(total: Figures) -> list[tuple[str, str]]:
    kept = "-" if total.utility_mean is None else f"{total.utility_mean:.1f} % (mean over documents)"
    return [
        ("sensitive entities", f"{total.sensitive:,}"),
        ("correlated terms", f"{total.risky:,}"),
        ("places changed", f"{total.mentions:,} in {total.characters:,} characters"),
        ("information kept", kept),
        ("terms without a count", f"{total.unknown.get('marginal', 0):,}"),
        ("terms left to a person", f"{total.unknown.get('ask', 0):,}"),
        ("terms sent to other services", f"{total.sent:,}"),
    ]
