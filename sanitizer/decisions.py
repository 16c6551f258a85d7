"""What persons decided about surface forms, kept in a file and applied again on every run."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sanitizer import arguments
from sanitizer.errors import UsageError, did_you_mean
from sanitizer.recognize.fold import at_boundaries, lower_same_length
from sanitizer.recognize.labels import TYPES, fine_type

_KEYS: Final = ("form", "decision", "document", "type", "by", "why")


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided: ``mask`` or keep a surface form, everywhere or in one ``document``; by whom and why."""

    form: str
    mask: bool
    document: str | None = None
    type: str = "MISC"
    by: str = ""
    why: str = ""

    def __post_init__(self) -> None:
        arguments.text(self.form, "decision: form")
        if not any(c.isalnum() for c in self.form):
            raise UsageError("decision: form: it has neither a letter nor a digit")
        arguments.flag(self.mask, "decision: mask")
        if self.document is not None:
            arguments.text(self.document, "decision: document")
        object.__setattr__(self, "type", fine_type(arguments.text(self.type, "decision: type")))
        arguments.text(self.by, "decision: by", blank=True)
        arguments.text(self.why, "decision: why", blank=True)


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


def read_decisions(path: str | Path, types: Iterable[str] = ()) -> tuple[Decision, ...]:
    """Decisions from JSON lines: ``{"form": ..., "decision": "keep" or "mask", "document"?, "type"?, "by"?, "why"?}``.

    ``types`` are known besides the shipped ones. Raises :class:`UsageError` that names the line: of what is no such
    line, of unknown keys and types, of a second line that says something else of the same form in the same documents,
    and of a file without any decision.
    """
    file = Path(path)
    try:
        lines = file.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"decisions {file}: cannot be read ({error.__class__.__name__})") from error
    known = {*TYPES, *map(fine_type, types)}
    decisions: dict[tuple[str, str | None], tuple[int, Decision]] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        place = f"decisions {file}, line {number}"
        decision = _decision(line, place, known)
        key = (" ".join(lower_same_length(decision.form).split()), decision.document)
        before, first = decisions.get(key, (number, decision))
        if (first.mask, first.mask and first.type) != (decision.mask, decision.mask and decision.type):
            raise UsageError(
                f"{place}: says something else of the form in line {before}; leave one of the two lines"
            )
        decisions[key] = (number, decision)
    if not decisions:
        raise UsageError(f"decisions {file}: it holds no decision")
    return tuple(decision for _, decision in decisions.values())


def _decision(line: str, place: str, known: Iterable[str]) -> Decision:
    """The decision of one line."""
    try:
        pairs = json.loads(line, object_pairs_hook=_Pairs)
    except (ValueError, RecursionError) as error:
        raise UsageError(f'{place}: needs {{"form": ..., "decision": "keep" or "mask"}}') from error
    if not isinstance(pairs, _Pairs):
        raise UsageError(f'{place}: needs {{"form": ..., "decision": "keep" or "mask"}}')
    row: dict[str, Any] = {}
    for key, value in pairs:
        if key not in _KEYS:
            hint = did_you_mean(key, _KEYS) or f"; possible: {', '.join(_KEYS)}"
            raise UsageError(f"{place}: {key!r} is an unknown key{hint}")
        if key in row:
            raise UsageError(f"{place}: {key!r} stands twice")
        row[key] = value
    if "form" not in row or "decision" not in row:
        raise UsageError(f'{place}: needs {{"form": ..., "decision": "keep" or "mask"}}')
    verdict = arguments.one_of(row.pop("decision"), ("keep", "mask"), f"{place}: decision")
    document = row.pop("document", None)
    if isinstance(document, int) and not isinstance(document, bool):
        document = str(document)  # ids that are numbers
    label = arguments.text(row.pop("type", "MISC"), f"{place}: type")
    if fine_type(label) not in known:
        raise UsageError(
            f"{place}: {label!r} is no type that is known{did_you_mean(label, known)}; sanitizer types lists them"
        )
    try:
        return Decision(row.pop("form"), verdict == "mask", document, label, **row)
    except UsageError as error:
        raise UsageError(f"{place}: {str(error).removeprefix('decision: ')}") from error


class _Pairs(list[tuple[str, Any]]):
    """The keys and values of a JSON object, as they stand."""
