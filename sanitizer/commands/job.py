"""Run one call of `sanitizer sanitize`: check everything before anything is read, sanitize, tell what it came to."""

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any, Final

import click
from tqdm import tqdm

from sanitizer.audit.hardened_run import HardeningTotals
from sanitizer.build import RECOGNIZERS
from sanitizer.check.summary import NotDone, RunSettings, SummaryReport
from sanitizer.check.told import Looked
from sanitizer.commands.access import read_access
from sanitizer.commands.formats import read_choices
from sanitizer.commands.hardening import open_hardening
from sanitizer.commands.held import Held
from sanitizer.commands.operators import Operators, read_operators, with_person_field
from sanitizer.commands.options import fingerprint, read_control, read_settings
from sanitizer.commands.outputs import Outputs
from sanitizer.commands.protected import ProtectedSought
from sanitizer.commands.shown import fail, lead_on, warn
from sanitizer.control.decisions import unused_decisions
from sanitizer.control.rules import Control
from sanitizer.control.told import UnusedDecision
from sanitizer.documents.formats import Fields, Unreadable
from sanitizer.documents.read import (
    Collection,
    find_collection,
    given_collection,
    read_documents,
    skipped_documents,
)
from sanitizer.documents.write import whole_file
from sanitizer.pipeline import Sanitizer
from sanitizer.recognize.finders.given import Given
from sanitizer.run.collection import Outcome, Work
from sanitizer.run.journal import Journal, run
from sanitizer.run.spread import CollectedForms
from sanitizer.settings import Settings
from sanitizer.types import Document
from sanitizer.workers import ordered_map

_FEW: Final = 5
"""Documents of which what was left out is told one by one."""


def _listed(parts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {what}" for what, count in sorted(parts.items()))


@dataclass
class Job:
    """One call of the command: where from, where to, how; and what is counted on the way."""

    collection: Collection
    settings: Settings
    options: dict[str, Any]
    outputs: Outputs
    control: Control | None
    operators: Operators
    hardening: HardeningTotals | None = None
    failed: list[NotDone] = field(default_factory=list)
    skipped: Sequence[NotDone] = ()
    identifying: Counter[str] = field(default_factory=Counter)
    residual: list[str] = field(default_factory=list)
    looked: Looked = field(default_factory=Looked)
    kept: list[str] = field(default_factory=list)
    decided: set[int] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)
    done: int = 0
    by_default: int = 0
    spread: CollectedForms | None = None
    _protected: ProtectedSought | None = None
    _read: list[Document | Unreadable] | None = None
    sent: Counter[str] = field(default_factory=Counter)
    left_out: dict[str, Mapping[str, int]] = field(default_factory=dict)
    sensitive: int = 0
    risky: int = 0
    utilities: list[float] = field(default_factory=list)
    held: Held | None = None

    @classmethod
    def of(cls, options: dict[str, Any], held: Held | None = None) -> "Job":
        """Check the options against each other before anything is read or written. Raises UsageError."""
        names = ("source", "kind", "text_field", "id_field", "keep")
        source, kind, text_field, id_field, keep = (options.pop(name) for name in names)
        choices = read_choices(options)
        if held is None:
            collection = find_collection(source, kind, text_field, id_field, keep, choices)
            control = read_control(options)
        else:
            fields = Fields(text_field or "text", id_field, tuple(keep), choices=choices)
            collection = given_collection(held.files, kind, fields)
            control = held.control
        collection = with_person_field(collection, options["person_field"])
        settings = read_settings(options, control)
        operators = read_operators(options, control)
        outputs = Outputs.of(collection, options, held.writer if held else whole_file)
        hardening = open_hardening(options, settings)
        return cls(collection, settings, options, outputs, control, operators, hardening, held=held)

    def execute(self) -> int:
        """Run, write, tell; the exit status."""
        o = self.options
        sanitizer = self._sanitizer()
        # by recognizers that ask when they are made
        self.sent.update(sent.to for sent in sanitizer.judge.calculator.chain.sent())
        work = Work(sanitizer, self.hardening.hardening if self.hardening else None, self._ids)
        self._check_spans(sanitizer)
        if o["spread"] == "collection":
            self.spread = CollectedForms.of(ordered_map(work.seen, self.documents(), o["workers"]))
            work = work.with_sanitizer(self.spread.give_to(sanitizer))
        if o["preview"]:
            return self._preview(work, o["preview"])
        seal = self.held.seal if self.held else self.outputs.seal
        journal = (Journal.sealed(seal) if seal else Journal)(
            self._journal_path(),
            self.fingerprint(),
            o["resume"],
            self.outputs.report is not None,
            self._run(),
            self.outputs.before,
        )
        if self.outputs.add:
            self.outputs.begin(journal.before)
        bar = tqdm(
            total=len(self.collection.files) or None, unit="doc", file=sys.stderr,
            disable=o["quiet"] or not sys.stderr.isatty(),
        )  # fmt: skip
        try:
            self.skipped = self._skipped(work)
            results = run(self.documents(), work, o["workers"], journal)
            with bar:
                self.outputs.write(self.counted(results, bar), self.summary)
        except BaseException:
            journal.leave()
            if self.done:
                click.echo(
                    f"sanitizer: stopped after {self.done} documents; the same command with --resume goes on",
                    err=True,
                )
            raise
        if self.held is None:
            journal.remove()
        else:
            journal.leave()  # who holds the files removes it, when the end of the job is written down
        return self.tell()

    def _preview(self, work: Work, count: int) -> int:
        """Show the first documents as they would be written, and write nothing."""
        for number, outcome in enumerate(map(work, islice(self.documents(), count)), 1):
            click.echo(f"--- document {number}" + (f": {outcome.reason}" if outcome.reason else ""))
            if outcome.reason is None:
                click.echo(outcome.text)
        return 0

    def _sanitizer(self) -> Sanitizer:
        """What the documents are sanitized with."""
        o, control = self.options, self.control or Control()
        if self.held is not None:
            return self.held.base.with_(
                settings=self.settings, operators=self.operators.policy, control=control
            )
        access = read_access(o)
        return Sanitizer.default(
            self.settings,
            self.operators.policy,
            recognizers=o["recognizers"] or RECOGNIZERS,
            counts=o["counts"],
            knowledge=o["knowledge"],
            control=control,
            offline=access.offline,
            cache=access.cache,
            cache_days=access.days,
        )

    def documents(self) -> Iterator[Document | Unreadable]:
        """The documents; again at each call, also of standard input."""
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
        """All that decides about a document, as one digest."""
        more = [self.hardening.hardening.fingerprint] if self.hardening else []
        more += [self.spread.digest] if self.spread else []
        more += [self._ids]
        return fingerprint(self.options, self.settings, self.control, self.operators.digest, *more)

    @property
    def _ids(self) -> str:
        """How ids are read (:class:`Work`): numbers of rows need no look."""
        if not self.collection.has_rows:
            return "kept" if self.options["keep_ids"] else "path"
        return "name" if self.collection.fields.id and not self.options["keep_ids"] else "kept"

    def _run(self) -> str:
        """What a run reads and where it writes: an interrupted one is resumed with the same."""
        places = (self.collection.source, self.outputs.documents, self.outputs.masks, self.outputs.report)
        return "\n".join("" if path is None else str(Path(path).resolve()) for path in places)

    def _skipped(self, work: Work) -> list[NotDone]:
        """The files of a folder that are not read, with reasons; a name that tells something is shown as a number."""
        result = []
        for number, item in enumerate(skipped_documents(self.collection), 1):
            shown = f"(skipped file {number})" if work(item).telling else item.id
            result.append(NotDone(id=item.id, reason=item.reason, shown=shown))
        return result

    def _journal_path(self) -> Path:
        told = repr(self.options).encode("utf-8", "surrogatepass")
        if self.held is not None:
            return self.held.journal
        return self.outputs.journal or Path(f".sanitizer-{hashlib.sha256(told).hexdigest()[:12]}.partial")

    def counted(self, results: Iterator[tuple[Any, Outcome]], bar: Any) -> Iterator[Outcome]:
        """The outcomes, with what the summary needs noted down."""
        self._protected = ProtectedSought(self.settings, self.control)
        for number, (item, outcome) in enumerate(results, 1):
            bar.update()
            if self.held is not None:
                self.held.progress(number, len(self.collection.files))
            if isinstance(item, Document):
                self._protected.look(item.text)
            figures = outcome.figures
            self.ids.add(outcome.id)
            if figures is None:
                shown = f"{number:06d}" if outcome.telling else outcome.id
                self.failed.append(NotDone(id=outcome.id, reason=str(outcome.reason), shown=shown))
                self.sent.update(sent.to for sent in outcome.sent)
            else:
                self.done += 1
                self.outputs.name(outcome, number)
                self.identifying.update(outcome.identifying)
                self.sent.update(figures.sent)
                self.looked.add(self.outputs.new_id(outcome), figures.left, figures.look)
                self.decided.update(figures.decisions)
                if figures.kept:
                    self.kept.append(self.outputs.new_id(outcome))
                self.sensitive += figures.sensitive
                self.risky += figures.risky
                self.by_default += figures.by_default
                if figures.utility_percent is not None:
                    self.utilities.append(figures.utility_percent)
                if self.hardening and figures.hardening:
                    self.hardening.add(self.outputs.new_id(outcome), figures.hardening)
                if outcome.left_out:
                    self.left_out[self.outputs.new_id(outcome)] = dict(outcome.left_out)
                if not outcome.met:
                    self.residual.append(self.outputs.new_id(outcome))
            yield outcome

    def summary(self) -> SummaryReport:
        """The last line of the report."""
        return SummaryReport(
            documents=self.done + len(self.failed),
            done=self.done,
            failed=tuple(self.failed),
            skipped=tuple(self.skipped),
            residual_not_met=tuple(self.residual),
            left_out=dict(self.left_out) or None,
            look=self.looked.told(self.options["strict"]),
            kept_by_decision=tuple(self.kept),
            decisions_unused=tuple(self._unused()),
            protected_unused=self._protected.told() if self._protected else (),
            ids=self.outputs.renamed,
            utility_percent=round(sum(self.utilities) / len(self.utilities), 2) if self.utilities else None,
            sensitive=self.sensitive,
            risky=self.risky,
            settings=self._settings(),
            kept_identifying=dict(sorted(self.identifying.items())),
            sent=dict(sorted(self.sent.items())),
            collection_forms=self.spread.count if self.spread else None,
            versions={"semantic-sanitizer": version("semantic-sanitizer"), "spacy": version("spacy")},
            hardening=self.hardening.told() if self.hardening else None,
            met=not self.failed
            and not self.skipped
            and not self.residual
            and (not self.hardening or self.hardening.met)
            and not (self.options["strict"] and self.looked.documents),
        )

    def _settings(self) -> RunSettings:
        """What decided, for the summary."""
        settings, o = self.settings, self.options
        return RunSettings(
            strategy=str(settings.strategy),
            context=str(settings.context),
            threshold=str(settings.threshold),
            unknown=str(settings.unknown),
            protected=len(settings.protect),
            generalization_counts=settings.generalization_counts,
            last_resort=settings.last_resort,
            kb_order=settings.kb_order,
            sensitive=settings.sensitive,
            groups=settings.groups,
            distinct=settings.distinct,
            dates=settings.dates,
            contextual=settings.contextual,
            singling_out=settings.singling_out,
            profile=o["profile"],
            decisions=len(self.control.decided) if self.control else 0,
            operators=self.operators.policy.names,
            spread=o["spread"],
            common=self._common(),
            recognizers=tuple(o["recognizers"] or RECOGNIZERS),
            counts=tuple(o["counts"]),
            knowledge=tuple(o["knowledge"]),
        )

    def _unused(self) -> list[UnusedDecision]:
        """The decisions that came to nothing, by their lines: no such document, a form that stands nowhere."""
        if self.control is None:
            return []
        failed = {entry.id for entry in self.failed}
        return unused_decisions(self.control.decided, self.decided, self.ids, failed)

    def _common(self) -> float:
        """Bits under which occupations and nationalities were left to the risk; 0 where none was."""
        weighed = self.settings.strategy.treats_risky and self.settings.threshold.policy != "guarantee"
        return (self.control or Control()).common if weighed else 0.0

    def _warn_of_default(self) -> None:
        """Say how much stays only because the operator of default is keep."""
        if self.by_default:
            click.echo(
                f"sanitizer: warning: sensitive entities that stay because the operator of default is keep: "
                f"{self.by_default}; name the types that are to stay",
                err=True,
            )

    def tell(self) -> int:
        """Say what happened; 1 when a document failed, a residual check is not met, hardening fell short, or there is
        something to look at and --strict was given."""
        summary = self.summary()
        if self.options["as_json"]:
            click.echo(json.dumps(summary.to_public_json(), ensure_ascii=False, indent=2))
        for entry in (*self.failed, *self.skipped):
            fail(f"sanitizer: {entry.shown}: {entry.reason}")
        for name, count in sorted(self.identifying.items()):
            click.echo(
                f"sanitizer: warning: in {count} of {self.done} documents the field {name!r} holds a person or an "
                "identifier, and --keep-field copies it as it is",
                err=True,
            )
        self._warn_of_default()
        for name in self.residual:
            why = (
                "what a decision keeps breaks a promise"
                if name in self.kept
                else "the residual check is not met"
            )
            warn(f"sanitizer: {name}: {why} (the report says where)")
        for name in self.looked.documents if self.options["strict"] else ():
            click.echo(f"sanitizer: {name}: --strict: {self.looked.line(name)}", err=True)
        if unused := self._unused():
            lines = "; ".join(f"line {entry.line}: {entry.reason}" for entry in unused)
            click.echo(f"sanitizer: {len(unused)} decisions came to nothing: {lines}", err=True)
        strangers = self.outputs.strangers()
        if strangers:
            click.echo(
                f"sanitizer: {len(strangers)} files in {self.outputs.documents} are not of this run: take them away",
                err=True,
            )
        for line in (
            *(self._protected.lines() if self._protected else ()),
            *(self.hardening.lines() if self.hardening else ()),
        ):
            warn(f"sanitizer: {line}")
        for line in self._left_out_lines():
            warn(f"sanitizer: {line}")
        if not self.options["quiet"]:
            self._tell_result(summary)
        return 0 if summary.met and not strangers else 1

    def _left_out_lines(self) -> Iterator[str]:
        """What was not read: of each document, where they are few, and of all together."""
        if len(self.left_out) <= _FEW:
            for name, parts in self.left_out.items():
                yield f"{name}: parts that are not read were left out: {_listed(parts)}"
            return
        together: Counter[str] = Counter()
        for parts in self.left_out.values():
            together.update(parts)
        yield (
            f"in {len(self.left_out)} documents parts that are not read were left out (the report says where): "
            f"{_listed(together)}"
        )

    def _tell_result(self, summary: SummaryReport) -> None:
        """Say how much was done, what to look at, and where things lie."""
        skipped = f", {len(self.skipped)} other files skipped" if self.skipped else ""
        kept = (
            f", {summary.utility_percent} % of the information kept"
            if summary.utility_percent is not None
            else ""
        )
        click.echo(f"{self.done} of {summary.documents} documents done{skipped}{kept}", err=True)
        if self.done:
            click.echo(self.looked.summary(self.outputs.report), err=True)
        if self.outputs.renamed and self.outputs.ids is None:
            click.echo(
                f"{len(self.outputs.renamed)} names that may tell something became numbers: --ids FILE lists them",
                err=True,
            )
        for line in self.outputs.lines(self.done):
            lead_on(line)
