"""Where `sanitizer sanitize` writes: documents in the form of the input, masks, and the report with its secrets."""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from sanitizer.documents.read import Collection
from sanitizer.documents.write import dumps, whole_file, write_rows, write_text
from sanitizer.errors import UsageError
from sanitizer.run import Outcome


@dataclass
class Outputs:
    """The places of one run; ``renamed`` collects the documents whose id tells something, with their numbers."""

    collection: Collection
    documents: Path | None
    masks: Path | None
    report: Path | None
    renamed: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, collection: Collection, options: Mapping[str, Any]) -> "Outputs":
        """The places that the options name, checked. Raises UsageError."""
        documents, masks, report = (
            Path(options[name]) if options[name] else None for name in ("output", "masks", "report_file")
        )
        outputs = cls(collection, documents, masks, report)
        outputs.check()
        return outputs

    @property
    def place(self) -> Path | None:
        """Beside which the journal of the run may lie."""
        return self.report or self.documents or self.masks

    def check(self) -> None:
        """Refuse to overwrite the input, or to put secrets where the output is."""
        is_folder = self.collection.kind == "folder"
        source = None if self.collection.source == "-" else Path(self.collection.source).resolve()
        to_stdout = self.collection.source == "-" or self.collection.kind == "text"
        if self.documents is None and self.masks is None and not to_stdout:
            raise UsageError("where to? -o OUTPUT (or --masks FILE)")
        for path in (self.documents, self.masks, self.report):
            if path is None or source is None:
                continue
            place = path.resolve()
            if place == source or (is_folder and source in place.parents and path is not self.report):
                raise UsageError(
                    f"{path} would overwrite or lie inside the input {self.collection.source}: choose another place"
                )
        if self.report and self.documents:
            out, report = self.documents.resolve(), self.report.resolve()
            if is_folder and (out == report or out in report.parents):
                raise UsageError(
                    f"the report {self.report} holds every secret: it must not lie inside the output {self.documents}"
                )
            if report == out:
                raise UsageError(f"the report and the output are both {self.documents}")
        if is_folder and self.documents and self.documents.exists() and not self.documents.is_dir():
            raise UsageError(f"the input is a folder, so the output must be one: {self.documents} is a file")

    def new_id(self, outcome: Outcome) -> str:
        """The id in the output: a number where the id itself tells something; a file keeps its ending."""
        if outcome.id not in self.renamed:
            return outcome.id
        suffix = Path(outcome.id).suffix if self.collection.kind in ("folder", "text") else ""
        return self.renamed[outcome.id] + suffix

    def write(self, outcomes: Iterator[Outcome], summary: Callable[[], Mapping[str, Any]]) -> None:
        """Write documents, masks and report as the outcomes come; single files appear when complete. ``summary`` is
        asked at the end."""
        masks: dict[str, Any] = {}
        rows = self._masked(outcomes, masks)
        if self.report is None:
            self._write_documents(rows)
        else:
            with whole_file(self.report, private=True) as stream:
                self._write_documents(self._reported(rows, stream))
                stream.write(dumps(summary()) + "\n")
        if self.masks is not None:
            with whole_file(self.masks) as stream:
                stream.write(dumps(masks) + "\n")

    def _masked(self, outcomes: Iterator[Outcome], masks: dict[str, Any]) -> Iterator[Outcome]:
        """The outcomes, their masks noted down on the way."""
        for outcome in outcomes:
            if outcome.reason is None and self.masks is not None:
                masks[outcome.id] = [list(mask) for mask in outcome.masks]
            yield outcome

    def _reported(self, outcomes: Iterator[Outcome], stream: IO[str]) -> Iterator[Outcome]:
        """The outcomes, each written to the report on the way."""
        for outcome in outcomes:
            entry: dict[str, Any] = {
                "kind": "document",
                "id": outcome.id,
                "status": "failed",
                "reason": outcome.reason,
            }
            if outcome.sent:
                entry["sent"] = [dict(sent) for sent in outcome.sent]
            if outcome.report is not None:
                entry = {**outcome.report, "output_id": self.new_id(outcome)}
            stream.write(dumps(entry) + "\n")
            yield outcome

    def _write_documents(self, outcomes: Iterator[Outcome]) -> None:
        """The sanitized documents in the form of the input."""
        kind = self.collection.kind
        good = (outcome for outcome in outcomes if outcome.reason is None)
        if kind == "folder" and self.documents is not None:
            for outcome in good:
                write_text(self.documents / self.new_id(outcome), outcome.text)
        elif kind == "text":
            for outcome in good:
                if self.documents is None:
                    sys.stdout.write(outcome.text)
                else:
                    write_text(self.documents, outcome.text)
        elif self.documents is not None or self.collection.source == "-":
            first = [self.collection.id_field] if self.collection.id_field else []
            names = [*first, *self.collection.keep_fields, self.collection.text_field]
            rows = (self._row(outcome) for outcome in good)
            write_rows(self.documents or Path("/dev/stdout"), kind, names, rows)
        else:
            for _ in good:
                pass

    def _row(self, outcome: Outcome) -> dict[str, Any]:
        """One document as a row."""
        row: dict[str, Any] = {}
        if self.collection.id_field:
            row[self.collection.id_field] = self.new_id(outcome)
        row.update(outcome.fields or {})
        row[self.collection.text_field] = outcome.text
        return row
