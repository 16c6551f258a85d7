"""Tell what one call of `sanitizer sanitize` came to: on standard error, and its summary as JSON."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import click

from sanitizer.check.summary import SummaryReport
from sanitizer.commands.job_counts import JobCounts
from sanitizer.commands.outputs import Outputs
from sanitizer.commands.terminal import fail, lead_on, warn
from sanitizer.run.collection import OWN_ID

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
        if self.counts.options["as_json"]:
            click.echo(json.dumps(summary.to_public_json(), ensure_ascii=False, indent=2))
        for entry in self.counts.failed:
            hidden = entry.shown != entry.id
            name = f"document {int(entry.shown)} of the input" if hidden else entry.shown
            where = " (its name may tell something: it stands in the report, --report FILE)" if hidden else ""
            fail(f"sanitizer: {name}: {entry.reason}{where}")
        for entry in self.counts.skipped:
            fail(f"sanitizer: {entry.shown}: {entry.reason}")
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
        for name in self.counts.looked.documents if self.counts.options["strict"] else ():
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
        if not self.counts.options["quiet"]:
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
        """What was not read: of each document, where they are few, and of all together."""
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
