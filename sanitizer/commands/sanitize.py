"""`sanitizer sanitize`: a folder, a file or standard input in; sanitized documents and a report out."""

import csv
import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
from tqdm import tqdm

from sanitizer.audit.hardened_run import HardeningTotals
from sanitizer.commands.hardening import open_hardening, with_hardening
from sanitizer.control import Control
from sanitizer.defaults import RECOGNIZERS, build_sanitizer
from sanitizer.documents.decode import decode, read_bytes
from sanitizer.documents.read import FORMATS, Collection, find_collection, read_documents
from sanitizer.documents.write import dumps, whole_file, write_rows, write_text
from sanitizer.errors import SanitizerError, UsageError
from sanitizer.run import Journal, Outcome, Work, run
from sanitizer.settings import (
    DEFAULT_THRESHOLD,
    ContextSize,
    Protected,
    Settings,
    Strategy,
    Threshold,
    Unknown,
)


@click.command("sanitize")
@click.argument("source")
@click.option("-o", "--output", help="Folder (for a folder) or file to write.")
@click.option("--format", "kind", type=click.Choice(FORMATS), help="Of a file, when its name does not tell.")
@click.option("--text-field", help="Field or column that holds the text (default: text).")
@click.option("--id-field", help="Field or column that names the document.")
@click.option(
    "--keep-field", "keep", multiple=True, help="Field to keep as it is (repeatable); others are dropped."
)
@click.option("--strategy", type=click.Choice([s.value for s in Strategy]), default="S5", show_default=True)
@click.option(
    "--context", default="document", show_default=True, help="document, paragraph, sentence, window:N."
)
@click.option(
    "--threshold", default=str(DEFAULT_THRESHOLD), show_default=True,
    help="least, most-general, guarantee, quantile:P, bits:X.",
)  # fmt: skip
@click.option(
    "--protect", type=click.Path(), help="CSV of entity, generalization: what must not be told beyond it."
)
@click.option("--unknown", type=click.Choice([u.value for u in Unknown]), default="risky", show_default=True)
@click.option("--recognizer", "recognizers", multiple=True, help="model, patterns, list:FILE, spans:FILE, ic:BITS, "
              "ic-of:TERM, spacy:NAME (repeatable; default: model, patterns, demographics, works).")  # fmt: skip
@click.option(
    "--profile", help="everything, safe-harbor, court, or a settings file (.toml): what is masked and kept."
)
@click.option(
    "--decisions", type=click.Path(), help="File of decisions by persons (keep or mask), applied again."
)
@click.option(
    "--counts", multiple=True, default=("default",), help="default or a path (repeatable, in order)."
)
@click.option(
    "--kb", "knowledge", multiple=True, default=("default",), help="default or a path (repeatable)."
)
@click.option(
    "--sensitive",
    type=click.Choice(["taxonomy", "class"]),
    default="taxonomy",
    show_default=True,
    help="Generalize sensitive terms by the knowledge bases, or to the word of their class only.",
)
@click.option("--kb-order", type=click.Choice(["together", "strict"]), default="together", show_default=True)
@click.option("--last-resort", type=click.Choice(["remove", "world"]), default="remove", show_default=True)
@click.option(
    "--generalization-counts",
    type=click.Choice(["rolled-up", "phrase"]),
    default="rolled-up",
    show_default=True,
)
@click.option(
    "--masks",
    type=click.Path(),
    help="Write {id: [[start, end, replacement], ...]} (offsets into the input).",
)
@click.option(
    "--report", "report_file", type=click.Path(), help="Write every decision; holds the secrets (mode 0600)."
)
@with_hardening
@click.option("--any-language", is_flag=True, help="Sanitize texts that are not English too.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True)
@click.option("--resume", is_flag=True, help="Go on with a run that was interrupted.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON on standard output.")
@click.option("--quiet", is_flag=True, help="No progress, no summary.")
@click.pass_context
def command(context: click.Context, /, **options: Any) -> int:
    """Sanitize SOURCE: a folder of .txt and .md, a .txt, .jsonl, .csv or TAB .json file (.gz, .xz, .zst too), or - for
    standard input."""
    job = Job.of(options)
    return job.execute()


@dataclass
class Job:
    """One call of the command: where from, where to, how."""

    collection: Collection
    settings: Settings
    options: dict[str, Any]
    output: Path | None
    masks: Path | None
    report: Path | None
    failed: list[dict[str, str]] = field(default_factory=list)
    residual: list[str] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    hardening: HardeningTotals | None = None
    done: int = 0
    totals: dict[str, float] = field(
        default_factory=lambda: {"sensitive": 0, "risky": 0, "utility": 0.0, "measured": 0}
    )

    @classmethod
    def of(cls, options: dict[str, Any]) -> "Job":
        """Check the options against each other before anything is read or written. Raises UsageError."""
        collection = find_collection(
            options.pop("source"),
            options.pop("kind"),
            options.pop("text_field"),
            options.pop("id_field"),
            options.pop("keep"),
        )
        settings = Settings(
            Strategy(options["strategy"]),
            ContextSize.parse(options["context"]),
            Threshold.parse(options["threshold"]),
            Unknown(options["unknown"]),
            read_protected(options["protect"]),
            options["generalization_counts"],
            options["last_resort"],
            options["kb_order"],
            sensitive=options["sensitive"],
        )
        if settings.threshold.policy == "guarantee" and not settings.protect:
            raise UsageError(
                "--threshold guarantee needs --protect FILE: the entities, each with what may be told"
            )
        paths = {
            name: Path(options[name]) if options[name] else None
            for name in ("output", "masks", "report_file")
        }
        job = cls(collection, settings, options, paths["output"], paths["masks"], paths["report_file"])
        job.check_places()
        job.hardening = open_hardening(options, settings)
        return job

    def check_places(self) -> None:
        """Refuse to overwrite the input, or to put secrets where the output is."""
        source = None if self.collection.source == "-" else Path(self.collection.source).resolve()
        to_stdout = self.collection.source == "-" or self.collection.kind == "text"
        if self.output is None and self.masks is None and not to_stdout:
            raise UsageError("where to? -o OUTPUT (or --masks FILE)")
        for path in (self.output, self.masks, self.report):
            if path is None or source is None:
                continue
            place = path.resolve()
            if place == source or (
                self.collection.kind == "folder" and source in place.parents and path is not self.report
            ):
                raise UsageError(
                    f"{path} would overwrite or lie inside the input {self.collection.source}: choose another place"
                )
        if self.report and self.output:
            out = self.output.resolve()
            folder = out if self.collection.kind == "folder" else None
            if folder and (folder == self.report.resolve() or folder in self.report.resolve().parents):
                raise UsageError(
                    f"the report {self.report} holds every secret: it must not lie inside the output {self.output}"
                )
            if self.report.resolve() == out:
                raise UsageError(f"the report and the output are both {self.output}")
        if (
            self.collection.kind == "folder"
            and self.output
            and self.output.exists()
            and not self.output.is_dir()
        ):
            raise UsageError(f"the input is a folder, so the output must be one: {self.output} is a file")

    def fingerprint(self) -> str:
        """All that decides about a document, as one digest."""
        told = [
            repr(self.settings),
            *(
                repr(self.options[k])
                for k in ("recognizers", "counts", "knowledge", "any_language", "profile", "decisions")
            ),
        ]
        if self.hardening:
            told.append(self.hardening.hardening.fingerprint)
        return hashlib.sha256("\n".join([*told, version("semantic-sanitizer")]).encode()).hexdigest()

    def execute(self) -> int:
        """Run, write, tell; the exit status."""
        o = self.options
        control = (
            Control.read(o["profile"] or "everything", o["decisions"])
            if o["profile"] or o["decisions"]
            else None
        )
        recognizers = o["recognizers"] or RECOGNIZERS
        sanitizer = build_sanitizer(self.settings, recognizers, o["counts"], o["knowledge"], control)
        place = self.report or self.output or self.masks
        journal_path = (
            Path(f"{place}.partial")
            if place
            else Path(f".sanitizer-{hashlib.sha256(repr(o).encode()).hexdigest()[:12]}.partial")
        )
        journal = Journal(journal_path, self.fingerprint(), o["resume"])
        bar = tqdm(
            total=len(self.collection.files) or None, unit="doc", file=sys.stderr,
            disable=o["quiet"] or not sys.stderr.isatty(),
        )  # fmt: skip
        hardening = self.hardening.hardening if self.hardening else None
        work = Work(sanitizer, o["any_language"], hardening)
        results = run(read_documents(self.collection), work, o["workers"], journal)
        try:
            with bar:
                self.write(self.counted(results, bar), sanitizer.judge.calculator.providers)
        except (KeyboardInterrupt, SanitizerError, OSError):
            journal.close()
            if self.done:
                click.echo(
                    f"sanitizer: stopped after {self.done} documents; the same command with --resume goes on",
                    err=True,
                )
            raise
        journal.remove()
        return self.tell()

    def counted(self, results: Iterator[Any], bar: Any) -> Iterator[tuple[int, Outcome]]:
        """The outcomes, numbered from 1, with what the summary needs noted down."""
        for number, (_, outcome) in enumerate(results, 1):
            bar.update()
            if outcome.reason is not None:
                self.failed.append({"id": outcome.id, "reason": outcome.reason})
            else:
                self.done += 1
                self.totals["sensitive"] += len(outcome.report["sensitive"])
                self.totals["risky"] += len(outcome.report["risky"])
                if outcome.report["utility"]["percent"] is not None:
                    self.totals["utility"] += outcome.report["utility"]["percent"]
                    self.totals["measured"] += 1
                if self.hardening:
                    self.hardening.add(outcome.id, outcome.report["hardening"])
                if not outcome.met:
                    self.residual.append(outcome.id)
                if outcome.name_is_sensitive:
                    self.renamed[outcome.id] = f"{number:06d}"
            yield number, outcome

    def new_id(self, outcome: Outcome) -> str:
        """The id in the output: a number where the id itself tells something; a file keeps its ending."""
        if outcome.id not in self.renamed:
            return outcome.id
        suffix = Path(outcome.id).suffix if self.collection.kind in ("folder", "text") else ""
        return self.renamed[outcome.id] + suffix

    def write(self, outcomes: Iterator[tuple[int, Outcome]], providers: Any) -> None:
        """Write outputs, masks and report as the outcomes come; single files appear when complete."""
        masks: dict[str, Any] = {}
        rows = self.reported(outcomes, masks)
        if self.report is None:
            self.write_documents(rows)
        else:
            with whole_file(self.report, private=True) as stream:
                self.write_documents(self.teed(rows, stream))
                stream.write(dumps(self.summary()) + "\n")
        if self.masks is not None:
            with whole_file(self.masks) as stream:
                stream.write(dumps(masks) + "\n")

    def reported(self, outcomes: Iterator[tuple[int, Outcome]], masks: dict[str, Any]) -> Iterator[Outcome]:
        """The outcomes, their masks noted down on the way."""
        for _, outcome in outcomes:
            if outcome.reason is None and self.masks is not None:
                masks[outcome.id] = [list(mask) for mask in outcome.masks]
            yield outcome

    def teed(self, outcomes: Iterator[Outcome], stream: Any) -> Iterator[Outcome]:
        """The outcomes, each written to the report on the way."""
        for outcome in outcomes:
            if outcome.reason is not None:
                stream.write(
                    dumps(
                        {"kind": "document", "id": outcome.id, "status": "failed", "reason": outcome.reason}
                    )
                    + "\n"
                )
            else:
                stream.write(dumps({**outcome.report, "output_id": self.new_id(outcome)}) + "\n")  # type: ignore[dict-item]
            yield outcome

    def write_documents(self, outcomes: Iterator[Outcome]) -> None:
        """The sanitized documents in the form of the input."""
        kind = self.collection.kind
        good = (outcome for outcome in outcomes if outcome.reason is None)
        if kind == "folder" and self.output is not None:
            for outcome in good:
                write_text(self.output / self.new_id(outcome), outcome.text)
        elif kind == "text":
            for outcome in good:
                if self.output is None:
                    sys.stdout.write(outcome.text)
                else:
                    write_text(self.output, outcome.text)
        elif self.output is not None or self.collection.source == "-":
            names = [
                *([self.collection.id_field] if self.collection.id_field else []),
                *self.collection.keep_fields,
                self.collection.text_field,
            ]
            write_rows(
                self.output or Path("/dev/stdout"), kind, names, (self.row(outcome) for outcome in good)
            )
        else:
            for _ in good:
                pass

    def row(self, outcome: Outcome) -> dict[str, Any]:
        """One document as a row."""
        row: dict[str, Any] = {}
        if self.collection.id_field:
            row[self.collection.id_field] = self.new_id(outcome)
        row.update(outcome.fields or {})
        row[self.collection.text_field] = outcome.text
        return row

    def summary(self) -> dict[str, Any]:
        """The last line of the report."""
        measured = self.totals["measured"]
        return {
            "kind": "summary",
            "documents": self.done + len(self.failed),
            "done": self.done,
            "failed": self.failed,
            "skipped": list(self.collection.skipped),
            "residual_not_met": self.residual,
            "ids": self.renamed,
            "utility_percent": round(self.totals["utility"] / measured, 2) if measured else None,
            "sensitive": int(self.totals["sensitive"]),
            "risky": int(self.totals["risky"]),
            "settings": {
                "strategy": str(self.settings.strategy),
                "context": str(self.settings.context),
                "threshold": str(self.settings.threshold),
                "unknown": str(self.settings.unknown),
                "protected": len(self.settings.protect),
                "generalization_counts": self.settings.generalization_counts,
                "last_resort": self.settings.last_resort,
                "kb_order": self.settings.kb_order,
                "sensitive": self.settings.sensitive,
                "profile": self.options["profile"],
                "recognizers": list(self.options["recognizers"] or RECOGNIZERS),
                "counts": list(self.options["counts"]),
                "knowledge": list(self.options["knowledge"]),
            },
            "versions": {"semantic-sanitizer": version("semantic-sanitizer"), "spacy": version("spacy")},
            **({"hardening": self.hardening.to_json()} if self.hardening else {}),
            "met": not self.failed and not self.residual and (not self.hardening or self.hardening.met),
        }

    def tell(self) -> int:
        """Say what happened; 1 when a document failed, a residual check is not met or hardening fell short."""
        summary = self.summary()
        if self.options["as_json"]:
            click.echo(json.dumps(summary, ensure_ascii=False, indent=2))
        for entry in self.failed:
            click.echo(f"sanitizer: {entry['id']}: {entry['reason']}", err=True)
        for name in self.residual:
            click.echo(f"sanitizer: {name}: the residual check is not met (the report says where)", err=True)
        for line in self.hardening.lines() if self.hardening else ():
            click.echo(f"sanitizer: {line}", err=True)
        if not self.options["quiet"]:
            skipped = (
                f", {len(self.collection.skipped)} other files skipped" if self.collection.skipped else ""
            )
            kept = (
                f", {summary['utility_percent']} % of the information kept"
                if summary["utility_percent"] is not None
                else ""
            )
            click.echo(f"{self.done} of {summary['documents']} documents done{skipped}{kept}", err=True)
        return 0 if summary["met"] else 1


def read_protected(path: str | None) -> tuple[Protected, ...]:
    """The entries of ``--protect``: CSV lines of entity and what may be told of it. Raises UsageError."""
    if path is None:
        return ()
    try:
        text = decode(read_bytes(Path(path)))
    except SanitizerError as error:
        raise UsageError(f"{path} {error}") from error
    result = []
    for number, row in enumerate(csv.reader(text.splitlines()), 1):
        cells = [cell.strip() for cell in row]
        if not any(cells) or cells[0].startswith("#") or (number == 1 and cells[:1] == ["entity"]):
            continue
        if len(cells) > 2 or not cells[0]:
            raise UsageError(f"{path} line {number}: expected entity,generalization")
        result.append(Protected(cells[0], cells[1] if len(cells) > 1 else ""))
    if not result:
        raise UsageError(f"{path} names no entity")
    return tuple(result)
