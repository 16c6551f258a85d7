"""Results of other tools as mentions: Presidio, span lists as GLiNER gives them; the lines of brat. Files of spans are
read by :mod:`sanitizer.recognize.finders.span_files`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sanitizer.errors import UsageError
from sanitizer.recognize.entity_types import entity_class, fine_type
from sanitizer.types import Mention, Span


def _mention(start: Any, end: Any, label: str, score: float, tool: str) -> Mention:
    kind = fine_type(label)
    return Mention(
        Span(int(start), int(end)), kind, entity_class(kind), tool, min(1.0, max(0.0, float(score)))
    )


def _sorted(mentions: Iterable[Mention]) -> list[Mention]:
    return sorted(mentions, key=lambda m: (m.span, m.type))


def from_presidio(results: Iterable[Any]) -> list[Mention]:
    """From ``AnalyzerEngine.analyze``: objects, or their ``to_dict()``, with entity_type, start, end,
    score.
    """
    rows = (r if isinstance(r, Mapping) else vars(r) for r in results)
    return _sorted(
        _mention(r["start"], r["end"], r["entity_type"], r.get("score", 1.0), "presidio") for r in rows
    )


def from_spans(spans: Iterable[Mapping[str, Any]], tool: str = "spans") -> list[Mention]:
    """From dictionaries with start, end, label (or type, entity, entity_group) and perhaps score, as
    GLiNER and token-classification pipelines give them.
    """
    rows = []
    for span in spans:
        label = next(
            (span[k] for k in ("label", "type", "entity_group", "entity", "entity_type") if k in span), "MISC"
        )
        rows.append(_mention(span["start"], span["end"], str(label), span.get("score", 1.0), tool))
    return _sorted(rows)


def brat_lines(annotations: str) -> Iterator[tuple[str, list[tuple[int, int]], str]]:
    """Yield the text-bound annotations of a brat file: label, parts (start, end), and the words that stand there.
    Raises :class:`UsageError`."""
    for number, line in enumerate(annotations.splitlines(), 1):
        if not line.startswith("T"):
            continue
        try:
            fields = line.split("\t")
            label, _, offsets = fields[1].partition(" ")
            parts = [(int(start), int(end)) for start, end in (part.split() for part in offsets.split(";"))]
            if not all(0 <= start < end for start, end in parts):
                raise ValueError
        except (IndexError, ValueError) as error:
            raise UsageError(
                f"brat annotations, line {number}: not of the form T1<tab>TYPE START END<tab>text"
            ) from error
        yield label, parts, fields[2] if len(fields) > 2 else ""
