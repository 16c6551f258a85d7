"""Tell what a run on Spark came to: the figures of all rows, added up there."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sanitizer.check.kinds import KINDS
from sanitizer.check.look_again import verdict
from sanitizer.commands.terminal import warn
from sanitizer.control.decisions import unused_decisions
from sanitizer.control.outcomes import UnusedDecision, UnusedProtected, lost
from sanitizer.control.protected import ProtectedSought
from sanitizer.control.rules import Control
from sanitizer.settings import Settings

if TYPE_CHECKING:  # Spark is loaded where a frame is there
    from pyspark.sql import DataFrame


@dataclass(frozen=True)
class SparkTold:
    """What came of the rows: how many there are, ``failed`` and are ``not_met``; the ``figures`` of workers by their
    names; decisions and protected entries that came to nothing, ``lost`` of the latter; whether all is as promised."""

    rows: int
    failed: int
    not_met: int
    figures: Mapping[str, int]
    unused: tuple[UnusedDecision, ...]
    nowhere: tuple[UnusedProtected, ...]
    lost: int

    @classmethod
    def of(cls, whole: "DataFrame", id: str, settings: Settings, control: Control | None) -> "SparkTold":
        """Of a frame with the column ``counts``."""
        from sanitizer.spark.workers import DECISION, PROTECTED

        total = "count(*)", "count(reason)", "count_if(reason IS NULL AND NOT met)"
        rows, failed, unmet = whole.selectExpr(*total).collect()[0]
        summed = whole.selectExpr("explode(counts) AS (name, n)").groupBy("name").sum("n").collect()
        figures = dict(map(tuple, summed))
        sought = ProtectedSought(settings, control)
        for name in figures:
            if name.startswith(PROTECTED):
                number, _, where = name.removeprefix(PROTECTED).partition(" ")
                sought.strike_off((where, int(number)))
        used = {int(name.removeprefix(DECISION)) for name in figures if name.startswith(DECISION)}
        decided = control.decided if control else ()
        named = sorted({own.document for _, own in decided if own.document is not None})
        quoted = id.replace("`", "``")
        ids = whole.selectExpr(f"CAST(`{quoted}` AS STRING) AS id", "reason")
        of = ids.where(ids.id.isin(named)).collect() if named else []
        failures = {row.id for row in of if row.reason is not None}
        unused = unused_decisions(decided, used, {row.id for row in of}, failures)
        nowhere = sought.told()
        return cls(rows, failed, unmet, figures, tuple(unused), nowhere, lost(nowhere, len(settings.protect)))

    @property
    def masks_unused(self) -> int:
        """Decisions to mask that came to nothing."""
        return sum(entry.decision == "mask" for entry in self.unused)

    @property
    def still_named(self) -> int:
        """Rows whose person an attacker still has among the first candidates."""
        return sum(self._several("hardening ").values()) - sum(
            self.figures.get(f"hardening {outcome}", 0) for outcome in ("hidden", "no candidate")
        )

    def tell(self, output: Path, options: Mapping[str, Any]) -> int:
        """Say it; the exit status."""
        if options["as_json"]:
            counts = {"rows": self.rows, "failed": self.failed, "not_met": self.not_met}
            told = {"left": self.figures.get("left", 0), "look": self._look(), "not_hidden": self.still_named}
            lists = {"decisions_unused": self.unused, "protected_unused": self.nowhere}
            more = {name: [entry.to_json() for entry in entries] for name, entries in lists.items()}
            click.echo(json.dumps({**counts, **told, **more}))
        for line in self._warnings():
            warn(f"sanitizer: {line}")
        if not options["quiet"]:
            click.echo(
                f"{output}: {self.rows:,} texts, {self.failed:,} failed (the column reason says why), "
                f"{self.not_met:,} not met",
                err=True,
            )
            click.echo(verdict(self.figures.get("left", 0), self._look(), "--report keeps where"), err=True)
        return 1 if self.failed or self.not_met or self.masks_unused or self.lost or self._is_open() else 0

    def _is_open(self) -> bool:
        """Whether hardening fell short, or found nobody to hide."""
        outcomes = self._several("hardening ")
        return bool(self.still_named) or (bool(outcomes) and set(outcomes) == {"no candidate"})

    def _several(self, kind: str) -> dict[str, int]:
        return {name.removeprefix(kind): n for name, n in self.figures.items() if name.startswith(kind)}

    def _look(self) -> dict[str, int]:
        found = self._several("look ")
        return {kind: found[kind] for kind in KINDS if kind in found}

    def _warnings(self) -> list[str]:
        by_default, not_called = self.figures.get("by_default", 0), self.figures.get("not_called", 0)
        entries = "; ".join(f"{entry.list}, entry {entry.number}" for entry in self.nowhere)
        lines = "; ".join(f"line {entry.line}: {entry.reason}" for entry in self.unused)
        outcomes = self._several("hardening ")
        told = [
            (by_default, f"warning: sensitive entities that stay because the operator of default is keep: {by_default}"
             "; name the types that are to stay"),
            (not_called, f"warning: {not_called} terms are not called what their rule says, which tells more than may "
             "be told (explain shows them)"),
            (self.unused, f"{len(self.unused)} decisions came to nothing: {lines}"),
            (self.nowhere, f"{len(self.nowhere)} protected names or entities stand in no document (misspelt?): "
             f"{entries}"),
            (self._is_open(), "hardening: " + ", ".join(f"{n} {outcome}" for outcome, n in sorted(outcomes.items()))),
        ]  # fmt: skip
        return [line for is_so, line in told if is_so]
