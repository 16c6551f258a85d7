"""Do the work of the service with the engine: what a worker carries out (`sanitizer/service/` knows HTTP only)."""

import base64
import io
import json
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any, Final

from corpora_stats import CountsError, Query
from sanitizer.check.summary import SummaryReport
from sanitizer.commands.count import count_pairs, count_terms
from sanitizer.commands.explain import explain
from sanitizer.commands.sanitize_options import SanitizeOptions
from sanitizer.commands.sanitize_run import Held, Job
from sanitizer.commands.service_settings import Asked, read_asked
from sanitizer.common.keys import Key
from sanitizer.control.chosen_persons import ProtectedSought
from sanitizer.errors import DocumentError, ResourceError, UsageError
from sanitizer.operators.restore import restore
from sanitizer.page.read import entries_of
from sanitizer.pipeline import Sanitizer
from sanitizer.run.collection import Work
from sanitizer.service.folder import IN, OUT, Compartment, JobFolder
from sanitizer.service.messages import Progress
from sanitizer.types import Document

TOLD: Final = "told.json"
"""What came of a job, written last."""
REPORT: Final = "report.jsonl"
MASKS: Final = "masks.json"
_KEPT: Final = 16
"""Sanitizers of different settings that a worker keeps."""
_FIRST: Final = "Ann Lee, a nurse in Leeds, was treated for asthma on 3 May 1990."


@dataclass
class Engine:
    """Carries out orders (:class:`sanitizer.service.messages.Hands`). ``make`` opens the sanitizer of the service,
    whose ``parts`` (options of the command) no request changes; ``key_file`` has the key of operators."""

    make: Callable[[], Sanitizer]
    key_file: str | None = None
    parts: Mapping[str, Any] = field(default_factory=dict)
    _base: Sanitizer | None = None
    _made: dict[str, Sanitizer] = field(default_factory=dict, repr=False)

    @property
    def base(self) -> Sanitizer:
        """The sanitizer of the service."""
        if self._base is None:
            self._base = self.make()
        return self._base

    def prepare(self) -> None:
        """Load the model and the knowledge before the first text comes."""
        self.base.sanitize(_FIRST)

    def check(self, settings: Mapping[str, Any], texts: bool = False) -> None:
        """Refuse settings that cannot be used, for texts that are alone or for files. Raises UsageError."""
        read_asked(settings, self.key_file, texts)

    def do(self, order: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        """Carry an order out."""
        match order["do"]:
            case "sanitize":
                return self._sanitize(order)
            case "explain":
                return self._explain(order)
            case "count":
                return self._count(order["terms"])
            case "restore":
                return self._restore(order["texts"])
            case "release":
                from sanitizer.commands.service_release import release_table

                table = base64.b64decode(order["table"])
                return release_table(order["asked"], table, Path(order["state"]), self.key_file)
            case "job":
                return self._job(order, progress)
            case other:
                raise UsageError(f"there is no order {other}")

    # --- texts ---------------------------------------------------------------------------------------------------

    def _sanitizer(self, settings: Mapping[str, Any]) -> Sanitizer:
        if not settings:
            return self.base
        name = json.dumps(settings, sort_keys=True)
        if name not in self._made:
            asked = read_asked(settings, self.key_file)
            if len(self._made) >= _KEPT:
                self._made.pop(next(iter(self._made)))
            self._made[name] = self.base.with_(
                settings=asked.settings, operators=asked.policy, control=asked.control
            )
        return self._made[name]

    def _sanitize(self, order: Mapping[str, Any]) -> dict[str, Any]:
        document = Document(order["id"], order["text"], person=order.get("person", ""))
        sanitizer = self._sanitizer(order["settings"])
        outcome = Work(sanitizer, ids="kept")(document)
        sought = ProtectedSought(sanitizer.settings, sanitizer.control)
        sought.look(order["text"])
        if outcome.reason is not None or outcome.figures is None:
            return {"id": order["id"], "reason": outcome.reason}
        figures = outcome.figures
        return {
            "id": order["id"],
            "text": outcome.text,
            "changes": [list(mask) for mask in outcome.masks],
            "met": outcome.met and not (order["settings"].get("strict") and figures.look),
            "decisions": list(figures.decisions),
            "nowhere": [[entry.list, entry.number] for entry in sought.told()],
            "sensitive": figures.sensitive,
            "risky": figures.risky,
            "utility_percent": figures.utility_percent,
            "look": dict(figures.look),
        }

    def _explain(self, order: Mapping[str, Any]) -> dict[str, Any]:
        try:
            done = self._sanitizer(order["settings"]).sanitize(Document("text", order["text"]))
        except CountsError as error:
            raise ResourceError(str(error)) from error
        return {"lines": list(explain(done.report)), "met": done.met}

    def _count(self, terms: list[str]) -> dict[str, Any]:
        queries = [Query.of(term) for term in terms]
        if not all(query.phrases for query in queries):
            raise UsageError("terms: one holds no word")
        chain = self.base.judge.calculator.chain
        chain.begin()
        try:
            return {
                "terms": count_terms(chain, tuple(terms), queries),
                "pairs": count_pairs(chain, tuple(terms), queries),
                "sources": [source.to_json() for source in chain.sources()],
                "sent": [asdict(sent) for sent in chain.sent()],
            }
        except CountsError as error:
            raise ResourceError(str(error)) from error

    def _restore(self, texts: list[str]) -> dict[str, Any]:
        key = Key.read(self.key_file)
        restored = [restore(text, key) for text in texts]
        return {
            "texts": [one.text for one in restored],
            "opened": sum(one.opened for one in restored),
            "failed": sum(one.failed for one in restored),
        }

    # --- jobs ----------------------------------------------------------------------------------------------------

    def _job(self, order: Mapping[str, Any], progress: Progress) -> dict[str, Any]:
        """Run a job as the command does, its files sealed in the job's folder; what was done before goes on."""
        folder = JobFolder(Path(order["folder"]), bytes.fromhex(order["key"]))
        if TOLD in folder.names(OUT):  # the server was gone before it heard
            before: dict[str, Any] = json.loads(folder.get(OUT, TOLD))
            return before
        asked = read_asked(order["settings"], self.key_file)
        names = folder.names(IN)
        control = asked.control
        held = Held(
            Compartment(folder, IN),
            control,
            folder.writer,
            folder.journal,
            folder.seal,
            self.base,
            progress,
        )
        job = Job.of(replace(_job_options(asked, folder, names), **self.parts), held)
        with redirect_stderr(io.StringIO()):  # what the command tells is in the summary
            status = job.execute()
        written = [name for name in folder.names(OUT) if name.startswith("result/")]
        told = {
            "exit_status": status,
            "files": [name.removeprefix("result/") for name in written],
            "summary": job.summary().to_public_json(),
        }
        folder.put(OUT, TOLD, json.dumps(told).encode())
        return told


def _job_options(asked: Asked, folder: JobFolder, names: list[str]) -> SanitizeOptions:
    """Return the options of the command for a job."""
    result = folder.out / "result"
    alone = (
        names[0] if asked.options.keep_ids else f"result{PurePosixPath(names[0]).suffix}"
    )  # a name may tell
    return replace(
        asked.options,
        output=str(result if len(names) > 1 else result / alone),
        masks=str(folder.out / MASKS),
        report_file=str(folder.out / REPORT),
        resume=True,
        overwrite=True,  # what an attempt before this one left
        quiet=True,
        workers=1,
    )


def explained(report: bytes) -> list[str]:
    """Return the lines of `sanitizer explain` for a report. Raises UsageError."""
    told = (entry for entry in entries_of(report) if not isinstance(entry, SummaryReport))
    return [line for entry in told for line in explain(entry)]


__all__ = ["DocumentError", "Engine", "explained"]
