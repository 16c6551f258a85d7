"""The certificate of a release: one printed page without any original."""

from collections.abc import Mapping
from typing import Any, Final

from sanitizer.page.build import environment, settings_shown, versions
from sanitizer.page.collect import Figures, figures, risky_operator
from sanitizer.page.read import Report
from sanitizer.page.verdict import COLOURS, Overall, beside, looked, overall, promised, unchecked

_LIMITS: Final = (
    "Hidden is what the program recognized: names and facts that it overlooked are still there. What other words "
    "tell of it was judged by the counts named above, for single words and the groups named in the settings. Someone "
    "who knows other things may find more; whether persons can be found was tried only with the texts of the "
    "audit, if any."
)
_SENSITIVE: Final = "Every sensitive word that was recognized (it names or describes somebody)"
_RISKY: Final = "and every other word that tells more of one than the threshold allows"
_GENERAL: Final = "was replaced by a more general one, or left out"
_VERDICTS: Final[Mapping[Overall, str]] = {
    "met": "Each of the {n} checks below was met. They say nothing of what they did not look at.",
    "met, with findings": "Each of the {n} checks below was met. Something else was found: read the second list.",
    "not met": "NOT MET: a promise below was not kept.",
}


def build_certificate(
    report: Report, *, audit: Mapping[str, Any] | None = None, title: str = "Certificate of sanitization"
) -> str:
    """Return the certificate of a release as one HTML text of one printed page, without any original."""
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
        "S1": f"{_SENSITIVE} was removed.",
        "S2": f"{_SENSITIVE} {_GENERAL}.",
        "S3": f"{_SENSITIVE}, {_RISKY}, was removed.",
        "S4": f"{_SENSITIVE} was removed, {_RISKY}, {_GENERAL}.",
        "S5": f"{_SENSITIVE}, {_RISKY}, {_GENERAL}.",
    }
    lines = [treated.get(strategy, f"Strategy {strategy}.")]
    summary = report.summary
    if summary and (common := summary.settings.common):
        lines.append(
            f"Occupations and nationalities that one text in {2**common:.0f} or more names were not taken for "
            "sensitive: they were judged like other words."
        )
    if settings["threshold"]:
        lines.append(
            f"Threshold (how much a word may tell of a sensitive one): {settings['threshold']}, within each "
            f"{settings['context'] or 'document'}."
        )
    if summary and (operators := summary.settings.operators):
        told = "; ".join(f"{_OPERATED.get(what, what)}: {name}" for what, name in operators.items())
        lines.append(
            f"Operators wrote something else than a more general word, where they could: {told}. Whoever has the key "
            "of the run can undo encrypt, and test guesses against hash, surrogate and date-shift."
        )
    if settings["decisions"] not in ("", "0", "-"):
        lines.append(
            f"Persons decided of {settings['decisions']} words or phrases whether they are hidden or kept: "
            f"{total.decided} sensitive things were hidden by such a decision."
        )
    if summary and (hardening := summary.hardening):
        lines.append(
            "Words were changed until an attacker who knows the texts that were used for it does not have a "
            f"document's person among the first {hardening.k} of {hardening.candidates} guesses, as far as "
            f"{100 * hardening.floor:.0f} % of the information can be kept."
        )
    if summary and (runs := summary.unlinked):
        lines.append(
            f"Any {runs.words} words in a row that stay of a document (small ones not counted) stand in at least "
            f"{runs.documents} of {runs.collection:,} documents, so that nobody who holds the originals finds one by a "
            "search for them. Fewer words in a row, and rare words, may still lead to it."
        )
    else:
        lines.append(
            "Whoever holds the originals can find nearly every document by five words in a row that stayed: nothing "
            "was done against that (--unlinkable)."
        )
    if budgets := total.budgets:
        lines.append(
            f"Words were changed until a search of {budgets.population:,} documents with all that is left is "
            f"expected to find the right one at place {budgets.k:g} or later, as far as words may go. Whoever searches "
            "elsewhere may find more."
        )
    return lines


_OPERATED: Final = {"risky": "risky words", "default": "all others"}


def _figure_rows(total: Figures) -> list[tuple[str, str]]:
    kept = "-" if total.utility_mean is None else f"{total.utility_mean:.1f} % (mean over documents)"
    written = [f"{name} {n:,}" for name, n, _ in total.by_operator]
    return [
        ("sensitive things (persons, places, ...)", f"{total.sensitive:,}"),
        ("risky words (they tell of these)", f"{total.risky:,}"),
        ("what was written instead", ", ".join(written) or "-"),
        ("places changed", f"{total.mentions:,} in {total.characters:,} characters"),
        ("places left in clear by a rule or decision", f"{total.left:,}"),
        ("information kept", kept),
        ("words that nobody has counted", f"{total.unknown.get('marginal', 0):,}"),
        ("of these left for a person to judge", f"{total.unknown.get('ask', 0):,}"),
        ("words sent to services", f"{total.sent:,}"),
    ]
