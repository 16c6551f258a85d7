"""The certificate of a release: one printed page without any original."""

from collections.abc import Mapping
from typing import Any, Final

from sanitizer.page.build import environment, settings_shown, versions
from sanitizer.page.collect import Figures, figures, risky_operator
from sanitizer.page.read import Report
from sanitizer.page.verdict import COLOURS, Overall, beside, looked, overall, promised, unchecked

_LIMITS: Final = (
    "Sensitive is what the recognizers found; risk is judged from the counts named above, for single terms and the "
    "groups named in the settings. An attacker with other knowledge may find more; linkage was measured only against "
    "the background named here, if any."
)
_VERDICTS: Final[Mapping[Overall, str]] = {
    "met": "Each of the {n} checks below was met. They say nothing of what they did not look at.",
    "met, with findings": "Each of the {n} checks below was met. Beside them something was found: read the second "
    "list.",
    "not met": "NOT MET: a promise below was not kept.",
}


def build_certificate(
    report: Report, *, audit: Mapping[str, Any] | None = None, title: str = "Certificate of sanitization"
) -> str:
    """The certificate of a release as one HTML text of one printed page, without any original."""
    total = figures(report.documents, risky_operator(report))
    settings = settings_shown(report)
    verdict = overall(total, report, audit or {})
    checks = promised(total, report, audit or {})
    ended = "" if report.summary else " The run did not end."
    audited = "" if audit else " The release was not audited."
    return (
        environment()
        .get_template("certificate.html")
        .render(
            title=title,
            kind=COLOURS[verdict],
            verdict=_VERDICTS[verdict].format(n=len(checks)) + ended + audited,
            unchecked=unchecked(total, report, audit or {}),
            treated=_treated(settings, report, total),
            promised=checks,
            beside=(*beside(total, audit or {}), looked(report, audit or {})),
            figures=_figure_rows(total),
            made=[
                (key.replace("_", " "), value)
                for key, value in settings.items()
                if value not in ("-", "0", "no") and key not in ("operators", "decisions", "common")
            ]
            + list(versions(report).items()),
            limits=_LIMITS,
        )
    )


def _treated(settings: Mapping[str, str], report: Report, total: Figures) -> list[str]:
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
    summary = report.summary
    if summary and (common := summary.settings.common):
        lines.append(
            f"Occupations and nationalities that tell less than {common:g} bits by themselves are no sensitive terms: "
            "they are weighed like other words."
        )
    if settings["threshold"]:
        lines.append(
            f"Threshold of disclosure: {settings['threshold']}, within each {settings['context'] or 'document'}."
        )
    if summary and (operators := summary.settings.operators):
        told = "; ".join(f"{_OPERATED.get(what, what)}: {name}" for what, name in operators.items())
        lines.append(
            f"Other than generalized where an operator could do it: {told}. Who has the key of a run can undo "
            "encrypt, and test guesses against hash, surrogate and date-shift."
        )
    if settings["decisions"] not in ("", "0", "-"):
        lines.append(
            f"Persons decided of {settings['decisions']} forms whether they are masked or kept: {total.decided} "
            "entities were masked by such a decision."
        )
    if summary and (hardening := summary.hardening):
        lines.append(
            f"Nobody is to be among the first {hardening.k} of {hardening.candidates} candidates for an attacker "
            f"with the background that was used, as far as {100 * hardening.floor:.0f} % of the information can be "
            "kept."
        )
    if summary and (runs := summary.unlinked):
        lines.append(
            f"Each run of {runs.words} content words that stays of a document stands in at least {runs.documents} of "
            f"{runs.collection:,} documents, so that nobody who holds the sources finds one of them by a search for "
            "such runs. Shorter runs and rare words may still lead to it."
        )
    else:
        lines.append(
            "Whoever holds the sources finds nearly every document in them by a run of five words that stayed: nothing "
            "was done against that (--unlinkable)."
        )
    if budgets := total.budgets:
        lines.append(
            f"Words were hidden until a search of {budgets.population:,} documents by what is left is expected to come "
            f"upon the right one at rank {budgets.k:g} or later, as far as words may go. Who searches elsewhere may "
            "find more."
        )
    return lines


_OPERATED: Final = {"risky": "correlated terms", "default": "all others"}


def _figure_rows(total: Figures) -> list[tuple[str, str]]:
    kept = "-" if total.utility_mean is None else f"{total.utility_mean:.1f} % (mean over documents)"
    written = [f"{name} {n:,}" for name, n, _ in total.by_operator]
    return [
        ("sensitive entities", f"{total.sensitive:,}"),
        ("correlated terms", f"{total.risky:,}"),
        ("terms by what wrote them", ", ".join(written) or "-"),
        ("places changed", f"{total.mentions:,} in {total.characters:,} characters"),
        ("places left in clear by a rule or decision", f"{total.left:,}"),
        ("information kept", kept),
        ("terms without a count", f"{total.unknown.get('marginal', 0):,}"),
        ("terms left to a person", f"{total.unknown.get('ask', 0):,}"),
        ("terms sent to other services", f"{total.sent:,}"),
    ]
