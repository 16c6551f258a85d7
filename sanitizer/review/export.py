"""Write what a review came to: the clean texts, the decisions, the report, and the certificate."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from markupsafe import Markup

from sanitizer.check.report import DocumentReport
from sanitizer.control.outcomes import CHOSEN, KEPT
from sanitizer.documents.write import whole_file
from sanitizer.errors import UsageError
from sanitizer.page.certificate import build_certificate
from sanitizer.page.read import Report
from sanitizer.review.audit_sample import reviewed
from sanitizer.review.desk_state import Desk
from sanitizer.review.document_state import Standing
from sanitizer.review.private_files import CERTIFICATE, TEXTS
from sanitizer.text.edits import apply


def export(desk: Desk, folder: Path, audit: Mapping[str, Any] | None = None) -> dict[str, int]:
    """Write into a new folder; how many documents are in it, and how many are left out.

    ``texts/000001.txt`` and so on are the clean texts, by the place of the document in the input (ids may tell
    something); a document that failed, or that breaks a promise without a person's word for it, is left out. Private
    beside them (mode 0600): ``decisions.jsonl``, the log, and ``report.jsonl``. ``certificate.html`` holds no original.

    Raises:
        UsageError: the folder holds something, or cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} exists already: name a new folder")
    standings = [desk.standing(number) for number in range(len(desk.documents))]
    log = desk.log()
    try:
        (folder / TEXTS).mkdir(parents=True)
        folder.chmod(0o700)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written ({error.strerror})") from error
    out = 0
    reports = []
    for number, standing in enumerate(standings, 1):
        report = standing.report
        reports.append(
            replace(report, output_id=f"{number:06d}.txt") if isinstance(report, DocumentReport) else report
        )
        if isinstance(report, DocumentReport) and may_go_out(standing):
            with whole_file(folder / TEXTS / f"{number:06d}.txt") as stream:
                stream.write(apply(report.text, report.changes))
            out += 1
    with whole_file(folder / "report.jsonl", private=True) as stream:
        stream.writelines(json.dumps(r.to_json(), ensure_ascii=False) + "\n" for r in reports)
    with whole_file(folder / "decisions.jsonl", private=True) as stream:
        stream.write(desk.path.read_text(encoding="utf-8"))
    told = reviewed(standings, log.events)
    page = build_certificate(Report(tuple(reports)), audit=audit)
    with whole_file(folder / CERTIFICATE) as stream:
        stream.write(_with_lines(page, told.lines(), len(standings) - out))
    return {"documents": out, "left_out": len(standings) - out}


def may_go_out(standing: Standing) -> bool:
    """Return whether every promise is kept, or broken by a person's word alone."""
    report = standing.report
    if not isinstance(report, DocumentReport):
        return False
    return all(problem.kind in (KEPT, CHOSEN) for problem in report.residual.problems)


def _with_lines(page: str, lines: Sequence[str], left_out: int) -> str:
    """Add what persons did to a certificate, before its end."""
    told = [*lines, f"{left_out} documents were left out: a promise is not kept in them." if left_out else ""]
    items = Markup().join(Markup("<li>{}</li>").format(line) for line in told if line)
    section = Markup("<section><h2>Review by persons</h2><ul>{}</ul></section>").format(items)
    head, end, tail = page.rpartition("</body>")
    return head + str(section) + end + tail
