"""What persons decided about surface forms, kept in a file and applied again on every run."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sanitizer.errors import UsageError
from sanitizer.recognize.fold import at_boundaries, lower_same_length
from sanitizer.recognize.labels import fine_type


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided: ``mask`` or keep a surface form, everywhere or in one ``document``; by whom and why."""

    form: str
    mask: bool
    document: str | None = None
    type: str = "MISC"
    by: str = ""
    why: str = ""


def applied(text: str, document: str, decisions: Iterable[Decision]) -> list[dict[str, str]]:
    """The decisions whose form stands in a text, for its report: form, "mask" or "keep", by whom and why. One that is
    about this document alone stands for one about all."""
    low = lower_same_length(text)
    found: dict[str, Decision] = {}
    for decision in sorted(decisions, key=lambda d: d.document is not None):
        form = lower_same_length(decision.form)
        places = (m.start() for m in re.finditer(re.escape(form), low))
        if decision.document in (None, document) and any(
            at_boundaries(text, p, p + len(form)) for p in places
        ):
            found[form] = decision
    return [
        {"form": d.form, "decision": "mask" if d.mask else "keep", "by": d.by, "why": d.why}
        for d in found.values()
    ]


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
        )
    return tuple(decisions.values())
