"""`sanitizer report`: the report of a run as a page, and as a certificate."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from sanitizer.commands.shared_options import as_one, writes_files
from sanitizer.commands.terminal import finish, waiting
from sanitizer.commands.wrong_calls import Input, Output
from sanitizer.common.extras import need
from sanitizer.errors import UsageError

_FILE = Input()
_OUT = Output()


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a page: the parameters of the command."""

    report: Path
    output: Path | None
    with_originals: bool
    audit_file: Path | None
    certificate: Path | None
    after: Path | None
    before: Path | None
    sidecar: Path | None
    compare: tuple[Path, ...]
    title: str | None


@click.command()
@click.argument("report", type=_FILE)
@click.option("-o", "--output", type=_OUT, help="Write the page (HTML, one file).")
@click.option(
    "--with-originals",
    is_flag=True,
    help="Show the original texts too: the page is then as secret as they are.",
)
@click.option(
    "--audit", "audit_file", type=_FILE, help="What `sanitizer audit -o` wrote: linkage and residue."
)
@click.option("--certificate", type=_OUT, help="Write the one-page certificate (HTML), without any original.")
@click.option(
    "--after", type=_FILE, help="For a table's release: the released table, to show its first rows."
)
@click.option("--before", type=_FILE, help="The original table, to show beside it; needs --with-originals.")
@click.option(
    "--sidecar",
    type=_FILE,
    help="The private sidecar of the release: who is who among the rows, to recount the groups by persons.",
)
@click.option(
    "--compare", type=_FILE, multiple=True, help="Reports of the same release with other lambda (repeatable)."
)
@click.option("--title", help="Heading of page and certificate.")
@writes_files("output", "certificate", tells=True)
@as_one(Asked)
def command(asked: Asked) -> None:
    """Make a page that people look at from REPORT: the .jsonl of `sanitize --report`, or the .json of
    `release --report`.

    The page needs no network, and holds no original text unless asked for.
    """
    from sanitizer.documents.write import refuse_same, whole_file
    from sanitizer.page.build import build_page
    from sanitizer.page.certificate import build_certificate
    from sanitizer.page.read import read_report

    if asked.output is None and asked.certificate is None:
        raise UsageError("where to? -o PAGE.html, --certificate FILE.html, or both")
    inputs = {"the report": asked.report, "the audit": asked.audit_file, "the released table": asked.after}
    inputs |= {"the original table": asked.before, "the sidecar": asked.sidecar}
    refuse_same({"the page": asked.output, "the certificate": asked.certificate}, inputs)
    heading = {"title": asked.title} if asked.title else {}
    if asked.report.suffix == ".json":
        if asked.output is None or asked.certificate is not None or asked.audit_file is not None:
            raise UsageError(
                "the report of a release makes a page: -o PAGE.html, without --certificate and --audit"
            )
        if asked.sidecar is not None and asked.after is None:
            raise UsageError("--sidecar is about the rows of the released table: name it with --after")
        if asked.before is not None and not asked.with_originals:
            raise UsageError("--before shows original rows: say --with-originals too")
        with _whole(asked.report):
            page = _table_page(asked, heading)
        with whole_file(asked.output, private=asked.before is not None) as stream:
            stream.write(page)
        finish("open it in a browser", asked.output)
        return
    if asked.after or asked.before or asked.sidecar or asked.compare:
        raise UsageError(
            "--after, --before, --sidecar and --compare are for the report of a table's release (.json)"
        )
    with waiting("reading the report"):
        run = read_report(asked.report)
    audit = _audit(asked.audit_file) if asked.audit_file else None
    with _whole(asked.audit_file) if asked.audit_file else nullcontext(), waiting("making the page"):
        page = build_page(run, originals=asked.with_originals, audit=audit, **heading) if asked.output else ""
        text = build_certificate(run, audit=audit, **heading) if asked.certificate else ""
    if asked.output is not None:
        with whole_file(asked.output, private=asked.with_originals) as stream:
            stream.write(page)
    if asked.certificate is not None:
        with whole_file(asked.certificate) as stream:
            stream.write(text)
    finish(
        "open it in a browser"
        + ("; it shows original words: keep it to yourself" if asked.with_originals else ""),
        asked.output,
        asked.certificate,
    )


@contextmanager
def _whole(name: Path) -> Iterator[None]:
    """Say of a file whose entries lack something that it is incomplete. Raises UsageError."""
    try:
        yield
    except UsageError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise UsageError(
            f"{name} is incomplete or was changed: an entry lacks something; make it again "
            "(sanitizer help report has all keys)"
        ) from error


def _table_page(asked: Asked, heading: dict[str, str]) -> str:
    need("tables", "report of a table")
    from sanitizer.audit.tables import read_table
    from sanitizer.page.build_table import Recounted, build_table_page, read_release_report
    from sanitizer.relational.table.plain_table import PlainTable
    from sanitizer.relational.verify.companion import read_sidecar
    from sanitizer.relational.verify.recount_persons import class_sizes

    told = read_release_report(asked.report)
    released = read_table(asked.after) if asked.after else None
    companion = read_sidecar(asked.sidecar) if asked.sidecar else None
    sizes: list[int] = []
    if released is not None:
        quasi = list(told["loss"].get("by_attribute") or ())
        sizes = class_sizes(PlainTable.of_frame(released), quasi, companion)
    return build_table_page(
        told,
        after=released,
        before=read_table(asked.before) if asked.before else None,
        compared=[read_release_report(path) for path in asked.compare],
        recounted=Recounted(sizes, companion is not None),
        **heading,
    )


def _audit(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UsageError(f"{path} is no JSON: `sanitizer audit -o` writes what is needed") from error
    if not isinstance(value, dict) or value.get("kind") != "text audit":
        raise UsageError(f"{path} is no audit of texts: `sanitizer audit -o` writes what is needed")
    return value
