"""Count and tell what one call of `sanitizer sanitize` comes to: on standard error, and its summary as JSON."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, Final

import click

from sanitizer.audit.harden import HardeningTotals
from sanitizer.build_recognizers import RECOGNIZERS
from sanitizer.check.describe_places_to_look_at import Looked
from sanitizer.check.report import Unlinked
from sanitizer.check.summary import NotDone, RunSettings, SummaryReport, UnlinkedSummary
from sanitizer.commands.operator_options import Operators
from sanitizer.commands.sanitize_options import SanitizeOptions
from sanitizer.commands.terminal import fail, lead_on, warn
from sanitizer.commands.write_outputs import OutputNames, Outputs
from sanitizer.control.chosen_persons import ProtectedSought
from sanitizer.control.decisions import unused_decisions
from sanitizer.control.outcomes import UnusedDecision, lost
from sanitizer.control.rules import Control
from sanitizer.run.collection import OWN_ID, Outcome
from sanitizer.settings import Settings
from sanitizer.types import Document


@dataclass
class JobCounts:
    """What is counted on the way of a run with these settings and options; ``names`` are those of its output."""

    settings: Settings
    options: SanitizeOptions
    control: Control | None
    operators: Operators
    names: OutputNames
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
    not_called: int = 0
    collection_forms: int | None = None
    protected: ProtectedSought | None = None
    sent: Counter[str] = field(default_factory=Counter)
    left_out: dict[str, Mapping[str, int]] = field(default_factory=dict)
    sensitive: int = 0
    risky: int = 0
    utilities: list[float] = field(default_factory=list)
    unlinked: list[Unlinked] = field(default_factory=list)

    def counted(
        self, results: Iterator[tuple[Any, Outcome]], progress: Callable[[int], None]
    ) -> Iterator[Outcome]:
        """Yield the outcomes, with what the summary needs noted down."""
        for number, (item, outcome) in enumerate(results, 1):
            progress(number)
            if self.protected is not None and isinstance(item, Document):
                self.protected.look(item.text)
            figures = outcome.figures
            self.ids.add(outcome.id)
            if figures is None:
                shown = f"{number:06d}" if outcome.telling else outcome.id
                self.failed.append(NotDone(id=outcome.id, reason=str(outcome.reason), shown=shown))
                self.sent.update(sent.to for sent in outcome.sent)
            else:
                self.done += 1
                self.names.name(outcome, number)
                self.identifying.update(outcome.identifying)
                self.sent.update(figures.sent)
                self.looked.add(self.names.new_id(outcome), figures.left, figures.look)
                self.decided.update(figures.decisions)
                if figures.kept:
                    self.kept.append(self.names.new_id(outcome))
                self.sensitive += figures.sensitive
                self.risky += figures.risky
                self.by_default += figures.by_default
                self.not_called += figures.not_called
                if figures.utility_percent is not None:
                    self.utilities.append(figures.utility_percent)
                if self.hardening and figures.hardening:
                    self.hardening.add(self.names.new_id(outcome), figures.hardening)
                if figures.unlinked:
                    self.unlinked.append(figures.unlinked)
                if outcome.left_out:
                    self.left_out[self.names.new_id(outcome)] = dict(outcome.left_out)
                if not outcome.met:
                    self.residual.append(self.names.new_id(outcome))
            yield outcome

    def summary(self) -> SummaryReport:
        """Return the last line of the report."""
        unused = tuple(self.unused())
        nowhere = self.protected.told() if self.protected else ()
        return SummaryReport(
            documents=self.done + len(self.failed),
            done=self.done,
            failed=tuple(self.failed),
            skipped=tuple(self.skipped),
            residual_not_met=tuple(self.residual),
            left_out=dict(self.left_out) or None,
            look=self.looked.told(self.options.strict),
            kept_by_decision=tuple(self.kept),
            decisions_unused=unused,
            protected_unused=nowhere,
            ids=self.names.renamed,
            utility_percent=round(sum(self.utilities) / len(self.utilities), 2) if self.utilities else None,
            sensitive=self.sensitive,
            risky=self.risky,
            settings=self._settings(),
            kept_identifying=dict(sorted(self.identifying.items())),
            sent=dict(sorted(self.sent.items())),
            collection_forms=self.collection_forms,
            versions={"semantic-sanitizer": version("semantic-sanitizer"), "spacy": version("spacy")},
            hardening=self.hardening.told() if self.hardening else None,
            unlinked=UnlinkedSummary.of(self.unlinked),
            met=not self.failed
            and not self.skipped
            and not self.residual
            and not any(entry.decision == "mask" for entry in unused)
            and not lost(nowhere, len(self.settings.protect))
            and (not self.hardening or self.hardening.met)
            and not (self.options.strict and self.looked.documents),
        )

    def _settings(self) -> RunSettings:
        """Return the settings of the run, for the summary."""
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
            unlinkable=str(settings.unlinkable or ""),
            profile=o.profile,
            decisions=len(self.control.decided) if self.control else 0,
            operators=self.operators.policy.names,
            spread=o.spread,
            common=self._common(),
            recognizers=tuple(o.recognizers or RECOGNIZERS),
            counts=tuple(o.counts),
            knowledge=tuple(o.knowledge),
        )

    def unused(self) -> list[UnusedDecision]:
        """Return the decisions that came to nothing, by their lines: no such document, a form that stands nowhere."""
        if self.control is None:
            return []
        failed = {entry.id for entry in self.failed}
        return unused_decisions(self.control.decided, self.decided, self.ids, failed)

    def _common(self) -> float:
        """Return bits under which occupations and nationalities were left to the risk; 0 where none was."""
        weighed = self.settings.strategy.treats_risky and self.settings.threshold.policy != "guarantee"
        return (self.control or Control()).common if weighed else 0.0


_NAMED: Final = (
    " (its name may tell something: the report, --report FILE, and the list of ids, --ids FILE, name it)"
)
_FEW: Final = 5
"""Documents of which what was left out is told one by one."""


def _listed(parts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {what}" for what, count in sorted(parts.items()))


@dataclass(frozen=True)
class RunTold:
    """What a run counted and wrote, to be told."""

    counts: JobCounts
    outputs: Outputs

    def tell(self) -> int:
        """Say what happened; 1 when a document failed, a residual check is not met, what a decision masks stands
        nowhere, hardening fell short, or there is something to look at and --strict was given."""
        summary = self.counts.summary()
        if self.counts.options.as_json:
            click.echo(json.dumps(summary.to_public_json(), ensure_ascii=False, indent=2))
        for entry in (*self.counts.failed, *self.counts.skipped):
            fail(f"sanitizer: {entry.called}: {entry.reason}{_NAMED if entry.is_hidden else ''}")
        done = self.counts.done
        for name, count in sorted(self.counts.identifying.items()):
            what = (
                "the id or the name of the file may tell something, and --keep-ids keeps it"
                if name == OWN_ID
                else f"the field {name!r} holds a person or an identifier, and --keep-field copies it as it is"
            )
            warn(f"sanitizer: warning: in {count} of {done} documents {what}")
        self._warn_of_default()
        for name in self.counts.residual:
            why = (
                "what a decision keeps breaks a promise"
                if name in self.counts.kept
                else "something that had to go is left"
            )
            warn(f"sanitizer: {name}: {why} (the report says where)")
        for name in self.counts.looked.documents if self.counts.options.strict else ():
            click.echo(f"sanitizer: {name}: --strict: {self.counts.looked.line(name)}", err=True)
        if unused := self.counts.unused():
            lines = "; ".join(f"line {entry.line}: {entry.reason}" for entry in unused)
            masks = sum(entry.decision == "mask" for entry in unused)
            more = f" ({masks} of them to mask: nobody knows what was meant)" if masks else ""
            warn(f"sanitizer: {len(unused)} decisions came to nothing: {lines}{more}")
        strangers = self.outputs.strangers()
        if strangers:
            click.echo(
                f"sanitizer: {len(strangers)} files in {self.outputs.places.shown} are not of this run: take them away",
                err=True,
            )
        for line in (
            *(self.counts.protected.lines() if self.counts.protected else ()),
            *(self.counts.hardening.lines() if self.counts.hardening else ()),
            *([summary.unlinked.line()] if summary.unlinked else ()),
        ):
            warn(f"sanitizer: {line}")
        for line in self._left_out_lines():
            warn(f"sanitizer: {line}")
        if not self.counts.options.quiet:
            self._tell_result(summary)
        return 0 if summary.met and not strangers else 1

    def _warn_of_default(self) -> None:
        """Say how much stays only because the operator of default is keep."""
        if self.counts.by_default:
            click.echo(
                f"sanitizer: warning: sensitive entities that stay because the operator of default is keep: "
                f"{self.counts.by_default}; name the types that are to stay",
                err=True,
            )
        if self.counts.not_called:
            warn(
                f"sanitizer: warning: {self.counts.not_called} terms are not called what their rule says, which tells "
                "more than may be told: a higher --threshold, or a word that tells less (explain shows them)"
            )

    def _left_out_lines(self) -> Iterator[str]:
        """Yield what was not read: of each document, where they are few, and of all together."""
        if len(self.counts.left_out) <= _FEW:
            for name, parts in self.counts.left_out.items():
                yield f"{name}: parts that are not read were left out: {_listed(parts)}"
            return
        together: Counter[str] = Counter()
        for parts in self.counts.left_out.values():
            together.update(parts)
        yield (
            f"in {len(self.counts.left_out)} documents parts that are not read were left out (the report says where): "
            f"{_listed(together)}"
        )

    def _tell_result(self, summary: SummaryReport) -> None:
        """Say how much was done, what to look at, and where things lie."""
        skipped = f", {len(self.counts.skipped)} other files skipped" if self.counts.skipped else ""
        kept = (
            f", {summary.utility_percent} % of the information kept"
            if summary.utility_percent is not None
            else ""
        )
        click.echo(f"{self.counts.done} of {summary.documents} documents done{skipped}{kept}", err=True)
        if self.counts.done:
            click.echo(self.counts.looked.summary(self.outputs.places.report), err=True)
        renamed = self.outputs.names.renamed
        if renamed and self.outputs.places.ids is None:
            names = "1 name" if len(renamed) == 1 else f"{len(renamed)} names"
            click.echo(f"{names} that may tell something became numbers: --ids FILE lists them", err=True)
        for line in self.outputs.places.lines(self.counts.done):
            lead_on(line)
