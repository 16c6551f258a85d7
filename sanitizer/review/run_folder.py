"""The folder of a review: what was sanitized, how, the reports before any decision, and the log of decisions."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sanitizer.check.report import DocumentReport, DocumentTold, FailedReport
from sanitizer.common.progress import followed
from sanitizer.control.log.chain import create
from sanitizer.control.log.event import hash_of
from sanitizer.documents.formats import Unreadable
from sanitizer.documents.read import find_collection, read_documents
from sanitizer.documents.write import whole_file
from sanitizer.errors import SanitizerError, UsageError, unreadable
from sanitizer.page.read import read_report
from sanitizer.pipeline import Sanitizer
from sanitizer.review.private_files import RUN
from sanitizer.types import Document

_REPORTS: Final = "reports.jsonl"
_LOG: Final = "decisions.jsonl"
_BLIND: Final = "blind"
_INPUT: Final = ("source", "format", "text_field", "id_field")


@dataclass(frozen=True, slots=True)
class RunFolder:
    """A review on disk (mode 0700): ``source`` is how its documents are read, ``options`` those of the sanitizer."""

    path: Path
    source: Mapping[str, str | None] = field(repr=False)
    options: Mapping[str, Any] = field(repr=False)

    @property
    def log(self) -> Path:
        """The log that counts."""
        return self.path / _LOG

    def blind_log(self, name: str) -> Path:
        """Return the log of one reviewer who sees no other's decisions; made where there is none. Raises UsageError."""
        if not name.replace("-", "").replace("_", "").isalnum():
            raise UsageError("--by: letters, digits, - and _ make the name of a reviewer")
        folder = self.path / _BLIND
        folder.mkdir(mode=0o700, exist_ok=True)
        create(folder / f"{name}.jsonl", self.digest)
        return folder / f"{name}.jsonl"

    def blind_logs(self) -> dict[str, Path]:
        """Return the logs of those who reviewed blind, by name."""
        return {path.stem: path for path in sorted((self.path / _BLIND).glob("*.jsonl"))}

    @property
    def digest(self) -> str:
        """What names the run in its logs."""
        told = {"source": dict(self.source), "options": dict(self.options)}
        return hash_of(json.dumps(told, ensure_ascii=False, sort_keys=True))

    def documents(self) -> tuple[Document, ...]:
        """Return the documents of the input that can be read. Raises UsageError."""
        s = self.source
        collection = find_collection(str(s["source"]), s["format"], s["text_field"], s["id_field"], ())
        return tuple(item for item in read_documents(collection) if not isinstance(item, Unreadable))

    def sanitizer(self) -> Sanitizer:
        """Return a sanitizer with the options of the run, without decisions. Raises UsageError, ResourceError."""
        return Sanitizer.default(**self.options)

    def reports(self) -> tuple[DocumentTold, ...]:
        """Return the reports before any decision. Raises UsageError."""
        return read_report(self.path / _REPORTS).documents


def open_run(path: Path) -> RunFolder:
    """Return the review in a folder. Raises UsageError where there is none."""
    try:
        told = json.loads((path / RUN).read_text(encoding="utf-8"))
        run = RunFolder(path, {name: told["source"][name] for name in _INPUT}, dict(told["options"]))
    except FileNotFoundError as error:
        raise UsageError(
            f"{path} is no review: begin one with --source FILE or FOLDER, in a new folder"
        ) from error
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise UsageError(f"{path / RUN} cannot be read: {unreadable(error)}") from error
    create(run.log, run.digest)
    return run


def begin_run(
    path: Path,
    source: Mapping[str, str | None],
    options: Mapping[str, Any],
) -> RunFolder:
    """Return a new review: the documents are sanitized without any decision.

    Raises:
        UsageError: the folder holds something already, or source or options cannot be used.
    """
    if path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise UsageError(f"{path} exists already: name a new folder, or leave out --source to go on")
    run = RunFolder(path, {name: source.get(name) for name in _INPUT}, dict(options))
    documents, sanitizer = run.documents(), run.sanitizer()
    if not documents:
        raise UsageError("the source holds no document that can be read")
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.chmod(0o700)
    try:
        with whole_file(path / _REPORTS, private=True) as stream:
            for document in followed(documents, "documents sanitized"):
                told = report_of(sanitizer, document)
                stream.write(json.dumps(told.to_json(), ensure_ascii=False) + "\n")
        with whole_file(path / RUN, private=True) as stream:
            held = {"desk": 1, "source": dict(run.source), "options": dict(run.options)}
            stream.write(json.dumps(held, ensure_ascii=False, indent=1) + "\n")
    except BaseException:
        with suppress(OSError):
            path.rmdir()
        raise
    create(run.log, run.digest)
    return run


def report_of(sanitizer: Sanitizer, document: Document) -> DocumentReport | FailedReport:
    """Return what becomes of a document; one that cannot be done is told with its reason."""
    try:
        return sanitizer.sanitize(document).report
    except SanitizerError as error:
        if error.exit_status == 3:
            raise
        return FailedReport(id=document.id, reason=str(error))
