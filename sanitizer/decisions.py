"""What persons decided about surface forms, kept in a file and applied again on every run."""

import json
from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sanitizer.errors import UsageError
from sanitizer.recognize.labels import fine_type


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided: ``mask`` or keep a surface form, everywhere or in one ``document``; by whom and why;
    ``line`` is where the file says so (0: in no file)."""

    form: str
    mask: bool
    document: str | None = None
    type: str = "MISC"
    by: str = ""
    why: str = ""
    line: int = field(default=0, compare=False)


def unused_decisions(
    decisions: Iterable[Decision], used: Set[int], documents: Set[str], failed: Set[str]
) -> list[dict[str, Any]]:
    """The decisions that came to nothing in a run, as ``{line, decision, reason}``: what a person may have mistyped.

    ``used`` are the lines of those whose form stands in a document; ``documents`` the ids of the run, ``failed`` those
    of them that could not be done.
    """
    rows = []
    for decision in decisions:
        if decision.line in used:
            continue
        if decision.document is None:
            reason = "its form stands in no document"
        elif decision.document not in documents:
            reason = "there is no such document"
        elif decision.document in failed:
            reason = "its document failed"
        else:
            reason = "its form does not stand in its document"
        rows.append(
            {"line": decision.line, "decision": "mask" if decision.mask else "keep", "reason": reason}
        )
    return sorted(rows, key=lambda row: int(row["line"]))


def read_decisions(path: str | Path) -> tuple[Decision, ...]:
    """Decisions from JSON lines: ``{"form": ..., "decision": "keep" or "mask", "document"?, "type"?, "by"?, "why"?}``.

    Of two decisions on one form the later line holds. Raises :class:`UsageError` that names the line.
    """
    file = Path(path)
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"decisions {file}: cannot be read ({error.__class__.__name__})") from error
    decisions: dict[tuple[str, str | None], Decision] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            form, verdict = str(row["form"]), row["decision"]
            if verdict not in ("keep", "mask") or not form.strip():
                raise ValueError
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(
                f'decisions {file}, line {number}: needs {{"form": ..., "decision": "keep" or "mask"}}'
            ) from error
        document = None if row.get("document") is None else str(row["document"])
        decisions[form, document] = Decision(
            form,
            verdict == "mask",
            document,
            fine_type(row.get("type", "MISC")),
            row.get("by", ""),
            row.get("why", ""),
            number,
        )
    return tuple(decisions.values())
