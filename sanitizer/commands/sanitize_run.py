"""Run one call of `sanitizer sanitize`: check everything before anything is read, sanitize, tell what it came to."""

import hashlib
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import click

from sanitizer.audit.harden import HardeningTotals
from sanitizer.build_recognizers import NO_RECOGNIZER, RECOGNIZERS
from sanitizer.check.describe_places_to_look_at import told_counts
from sanitizer.check.summary import NotDone, SummaryReport
from sanitizer.commands.databases import TableOutput, is_database, table_collection
from sanitizer.commands.hardening_options import known_sources, open_hardening
from sanitizer.commands.operator_options import Operators, read_operators, with_person_field
from sanitizer.commands.output_targets import OutputPlaces
from sanitizer.commands.sanitize_options import SanitizeOptions
from sanitizer.commands.sanitize_summary import JobCounts, RunTold
from sanitizer.commands.settings_from_options import fingerprint, read_control, read_settings
from sanitizer.commands.shared_options import read_choices
from sanitizer.commands.terminal import bar, waiting
from sanitizer.commands.write_outputs import Outputs
from sanitizer.common.workers import ordered_map
from sanitizer.control.chosen_persons import ProtectedSought
from sanitizer.control.rules import Control
from sanitizer.documents.encrypted_files import Seal
from sanitizer.documents.formats import Fields, Unreadable
from sanitizer.documents.locations import Files
from sanitizer.documents.read import (
    Collection,
    find_collection,
    given_collection,
    read_documents,
    skipped_documents,
)
from sanitizer.documents.remote_stores import is_url, shown_url
from sanitizer.documents.write import Writer, whole_file
from sanitizer.errors import UsageError
from sanitizer.pipeline import Sanitizer
from sanitizer.recognize.finders.marked_spans import Given
from sanitizer.run.collection import Work
from sanitizer.run.found_anywhere import CollectedForms
from sanitizer.run.journal import Journal, run
from sanitizer.settings import Settings
from sanitizer.types import Document


@dataclass(frozen=True)
class Held:
    """What a job has in hand instead of places: its ``files``, the ``control``, what
    writes files (``writer``), where the ``journal`` lies and what seals it, a sanitizer of the same parts (``base``),
    and whom to tell of the ``progress`` (documents done, and of how many; 0 where that is not known)."""

    files: Files
    control: Control | None
    writer: Writer
    journal: Path
    seal: Seal
    base: Sanitizer
    progress: Callable[[int, int], None]


def _collection(options: SanitizeOptions, held: Held | None) -> Collection:
    """Return what the options name, or what is held. Raises UsageError."""
    o, source, text = options, options.source, options.text_field or "text"
    choices = read_choices(o)
    asked = {"text": o.text_field, "id": o.id_field, "keep": o.keep, "person": o.person_field}
    if held is not None:
        fields = Fields(text, o.id_field, o.keep, choices=choices)
        return _with_fields(given_collection(held.files, o.kind, fields), asked)
    if is_database(source):
        if o.kind:
            raise UsageError(f"--format {o.kind}: {shown_url(source)} is a database, whose rows have a form")
        return table_collection(source, o.table, Fields(text, o.id_field, o.keep, o.person_field, choices))
    if o.table is not None:
        raise UsageError(f"--table {o.table}: SOURCE is no database (postgresql://..., sqlite:///FILE)")
    return _with_fields(find_collection(source, o.kind, o.text_field, o.id_field, o.keep, choices), asked)


def _with_fields(collection: Collection, asked: Mapping[str, Any]) -> Collection:
    """Return the collection, read by the fields that are asked for. Raises UsageError where there are none."""
    named = [f"--{what}-field" for what, name in asked.items() if name]
    if named and not collection.has_fields:
        raise UsageError(
            f"{named[0]} is for documents with fields (JSON lines, CSV, Parquet, TAB's JSON), and here are none: leave "
            "it out, or name the --format"
        )
    return with_person_field(collection, asked["person"])


def sanitizer_of(
    options: SanitizeOptions, settings: Settings, control: Control | None, operators: Operators
) -> Sanitizer:
    """Return what the options ask documents to be sanitized with. Raises UsageError where nothing would be looked
    for."""
    named = control and (control.deny, control.patterns, control.decisions, control.places, control.protect)
    if options.recognizers == (NO_RECOGNIZER,) and not any((*(named or ()), settings.protect)):
        raise UsageError(
            f"--recognizer {NO_RECOGNIZER}: nothing would be looked for, and all would stay: name what is to go, "
            "by [[deny]] in settings, --protect or --decisions"
        )
    return Sanitizer.default(
        settings,
        operators.policy,
        recognizers=options.recognizers or RECOGNIZERS,
        counts=options.counts,
        knowledge=options.knowledge,
        control=control or Control(),
        offline=options.offline,
        cache=options.cache,
        cache_days=options.cache_days,
    )


def _whole(place: str) -> str:
    """Return the URL, or the absolute path, of a place."""
    return place if is_url(place) else str(Path(place).resolve())


@dataclass
class Job:
    """One call of the command: where from, where to, how; and what is counted on the way."""

    collection: Collection
    settings: Settings
    options: SanitizeOptions
    outputs: Outputs
    control: Control | None
    operators: Operators
    counts: JobCounts
    hardening: HardeningTotals | None = None
    spread: CollectedForms | None = None
    sources: str = ""
    held: Held | None = None
    _read: list[Document | Unreadable] | None = None

    @classmethod
    def of(cls, options: SanitizeOptions, held: Held | None = None) -> "Job":
        """Check the options against each other before anything is read or written. Raises UsageError."""
        collection = _collection(options, held)
        control = held.control if held else read_control(options.profile, options.decisions)
        settings = read_settings(options, control)
        operators = read_operators(options, control)
        made = None if held else TableOutput.asked(options)
        places = OutputPlaces.of(collection, options, made)
        collection = places.collection
        outputs = Outputs.to(places, held.writer if held else whole_file)
        hardening = open_hardening(options, settings)
        counts = JobCounts(settings, options, control, operators, outputs.names, hardening)
        return cls(collection, settings, options, outputs, control, operators, counts, hardening, held=held)

    def summary(self) -> SummaryReport:
        """Return what the run came to, as the last line of the report tells it."""
        return self.counts.summary()

    def execute(self) -> int:
        """Run, write, tell; the exit status."""
        o = self.options
        with waiting("loading the language model and the statistics"):
            sanitizer = self._sanitizer()
        # by recognizers that ask when they are made
        self.counts.sent.update(sent.to for sent in sanitizer.judge.calculator.chain.sent())
        texts = (item.text for item in self.documents() if isinstance(item, Document))
        if (sources := known_sources(o, self.settings, texts)) is not None:
            sanitizer, self.sources = sanitizer.with_(sources=sources), sources.digest
        hardening = self.hardening.hardening if self.hardening else None
        work = Work(sanitizer, hardening, self._ids, o.keep_ids)
        self._check_spans(sanitizer)
        if o.spread == "collection":
            self.spread = CollectedForms.of(ordered_map(work.seen, self.documents(), o.workers))
            self.counts.collection_forms = self.spread.count
            work = work.with_sanitizer(self.spread.give_to(sanitizer))
        if o.preview:
            return self._preview(work, o.preview)
        seal = self.held.seal if self.held else self.outputs.places.seal
        journal = (Journal.sealed(seal) if seal else Journal)(
            self._journal_path(),
            self.fingerprint(),
            o.resume,
            self.outputs.places.report is not None,
            self._run(),
            self.outputs.names.before,
        )
        if self.outputs.places.add:
            self.outputs.names.begin(journal.before)
        silent = o.quiet or not sys.stderr.isatty()
        expected = None if silent else self.collection.expected()
        shown = bar(total=expected, desc="documents", unit="doc", disable=silent)
        try:
            self.counts.skipped = self._skipped(work)
            self.counts.protected = ProtectedSought(self.settings, self.control)
            results = run(self.documents(), work, o.workers, journal)

            def progress(number: int) -> None:
                shown.update()
                if self.held is not None:
                    self.held.progress(number, len(self.collection.files))

            with shown:
                self.outputs.write(self.counts.counted(results, progress), self.summary)
        except BaseException:
            journal.leave()
            if self.counts.done:
                click.echo(
                    f"sanitizer: stopped after {self.counts.done} documents; the same command with --resume goes on",
                    err=True,
                )
            raise
        if self.held is None:
            journal.remove()
        else:
            journal.leave()  # who holds the files removes it, when the end of the job is written down
        return RunTold(self.counts, self.outputs).tell()

    def _preview(self, work: Work, count: int) -> int:
        """Show the first documents as they would be written, and write nothing; 1 where one needs a person."""
        status = 0
        for number, outcome in enumerate(map(work, islice(self.documents(), count)), 1):
            figures = outcome.figures
            left = told_counts(figures.look) if figures and figures.look and self.options.strict else ""
            why = outcome.reason or (
                "the residual check is not met" if not outcome.met else left and f"to look at: {left}"
            )
            click.echo(f"--- document {number}" + (f": {why}" if why else ""))
            if outcome.reason is None:
                click.echo(outcome.text)
            status = 1 if why else status
        return status

    def _sanitizer(self) -> Sanitizer:
        """Return what the documents are sanitized with."""
        o, control = self.options, self.control or Control()
        if self.held is not None:
            return self.held.base.with_(
                settings=self.settings, operators=self.operators.policy, control=control
            )
        return sanitizer_of(o, self.settings, control, self.operators)

    def documents(self) -> Iterator[Document | Unreadable]:
        """Return the documents; again at each call, also of standard input."""
        if self.collection.source != "-":
            return read_documents(self.collection)
        if self._read is None:
            self._read = list(read_documents(self.collection))
        return iter(self._read)

    def _check_spans(self, sanitizer: Sanitizer) -> None:
        """Refuse given spans that are about no document of the run. Raises UsageError."""
        for given in (r for r in sanitizer.recognizers if isinstance(r, Given)):
            items = self.documents()
            given.check_documents((i.id, i.text if isinstance(i, Document) else "") for i in items)

    def fingerprint(self) -> str:
        """Return all that decides about a document, as one digest."""
        more = [self.hardening.hardening.fingerprint] if self.hardening else []
        more += [self.spread.digest] if self.spread else []
        more += [self.sources] if self.sources else []
        more += [self._ids, repr(self.collection.fields)]
        return fingerprint(self.options, self.settings, self.control, self.operators.digest, *more)

    @property
    def _ids(self) -> str:
        """How ids are read (:class:`Work`): numbers of rows need no look."""
        if not self.collection.has_rows:
            return "path"
        return "name" if self.collection.fields.id else "kept"

    def _run(self) -> str:
        """Return what a run reads and where it writes: an interrupted one is resumed with the same."""
        places = self.outputs.places
        told = (shown_url(self.options.source), places.shown, places.masks, places.report)
        return "\n".join("" if one is None else _whole(str(one)) for one in told)

    def _skipped(self, work: Work) -> list[NotDone]:
        """Return the files of a folder that are not read, with reasons; a name that tells something is shown as a
        number."""
        result = []
        for number, item in enumerate(skipped_documents(self.collection), 1):
            shown = f"(skipped file {number})" if work(item).telling else item.id
            result.append(NotDone(id=item.id, reason=item.reason, shown=shown))
        return result

    def _journal_path(self) -> Path:
        if self.held is not None:
            return self.held.journal
        told = (
            replace(self.options, source=shown_url(self.options.source))
            .of_a_run()
            .encode("utf-8", "surrogatepass")
        )
        return self.outputs.places.journal or Path(
            f".sanitizer-{hashlib.sha256(told).hexdigest()[:12]}.partial"
        )
