"""Files of spans: JSON lines, JSON by document, TAB's form, results of Presidio and GLiNER, brat.

A span is ``[start, end, type?, generalization?]`` or an object with ``start``, ``end``, a ``type`` (or ``label``,
``entity_type``, ``entity_group``, ``entity``), and perhaps ``generalization``, ``entity`` (a number), ``score``,
``text``. The forms:

- JSON lines, or a JSON list, of ``{"id": ..., "spans": [...]}``; ``text`` instead of an id says which document is
  meant; ``mentions``, ``entities``, ``results`` and ``items`` are other names for ``spans``;
- a JSON object ``{id: [span, ...]}``;
- a JSON list in TAB's form (``doc_id``, ``text``, ``annotations``), of which the mentions marked DIRECT or QUASI by any
  annotator are taken;
- a brat file ``.ann``, for the document of its name, or a folder of them, beside their texts or not.

All but folders may be gzipped.
"""

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sanitizer.common.arguments import kind_of
from sanitizer.errors import UsageError, did_you_mean, unreadable
from sanitizer.recognize.entity_types import entity_class, fine_type
from sanitizer.recognize.finders.spans_of_other_tools import brat_lines
from sanitizer.text.fold import words
from sanitizer.types import EntityClass, Mention, Span

_SPANS: Final = ("spans", "mentions", "entities", "results", "items")
_LABELS: Final = ("type", "label", "entity_type", "entity_group", "entity")
_KEYS: Final = ("start", "end", *_LABELS, "generalization", "score", "text")
_OTHERS: Final = words("word index source confidence entity_id id token_start token_end tokens")
"""What other tools say of a span besides; any other key that is nearly one of ours is a misspelt one."""


@dataclass(frozen=True, slots=True)
class Marked:
    """The mentions of one document, known by ``id`` or ``text``; ``words`` that are said to stand in spans."""

    id: str | None
    text: str | None
    mentions: tuple[Mention, ...]
    words: Mapping[Span, str] = field(default_factory=dict)


def read_span_files(path: Path) -> Iterator[Marked]:
    """Yield the documents of a file or folder of spans. Raises :class:`UsageError`."""
    if path.is_dir():
        files = sorted(path.rglob("*.ann"))
        if not files:
            raise UsageError(f"spans {path}: the folder holds no brat file (.ann)")
        for file in files:
            yield _brat(_read(file), str(file.relative_to(path).with_suffix("")), file)
        return
    content = _read(path)
    name = path.name.removesuffix(".gz")
    if name.endswith(".ann"):
        yield _brat(content, name.removesuffix(".ann"), path)
        return
    whole = _whole(content)
    if whole is None:
        for number, line in enumerate(content.splitlines(), 1):
            if line.strip():
                yield _row(line, f"spans {path}, line {number}")
    elif isinstance(whole, list):
        for number, row in enumerate(whole, 1):
            yield _row(row, f"spans {path}, document {number}")
    else:
        for name, spans in whole.items():
            yield _row({"id": name, "spans": spans}, f"spans {path}, document {name!r}")


def _read(file: Path) -> str:
    try:
        raw = file.read_bytes()
        return (gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw).decode("utf-8-sig")
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise UsageError(f"spans {file}: {unreadable(error)}") from error


def _whole(content: str) -> Any:
    """Return the value of a file that is one JSON list or one object of lists; None for JSON lines."""
    try:
        value = json.loads(content)
    except ValueError:
        return None
    if isinstance(value, list) or (
        isinstance(value, dict) and "id" not in value and all(isinstance(v, list) for v in value.values())
    ):
        return value
    return None


def _row(row: Any, where: str) -> Marked:
    try:
        row = json.loads(row) if isinstance(row, str) else row
        if "annotations" in row:
            return Marked(str(row["doc_id"]), row["text"], tuple(from_tab(row)))
        spans = next(row[key] for key in _SPANS if key in row)
        mentions = mentions_of(spans)
        words = {
            Span(int(span["start"]), int(span["end"])): str(span["text"])
            for span in spans
            if isinstance(span, Mapping) and isinstance(span.get("text"), str)
        }
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from error
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, StopIteration) as error:
        raise UsageError(f'{where}: needs {{"id": ..., "spans": [[start, end, type], ...]}}') from error
    if row.get("id") is None and row.get("text") is None:
        raise UsageError(f"{where}: needs an id (or the text) to say which document is meant")
    name = None if row.get("id") is None else str(row["id"])
    return Marked(name, row.get("text") if name is None else None, tuple(mentions), words)


def mentions_of(spans: Iterable[Any]) -> list[Mention]:
    """Return mentions from spans as lists or objects."""
    mentions = []
    for span in spans:
        if not isinstance(span, Mapping):
            if not isinstance(span, list | tuple) or len(span) > 4:
                raise UsageError("a span is [start, end, type, generalization], the last two if need be")
            mentions.append(mention_of(*span))
            continue
        _check(span)
        number = span.get("entity")
        entity = number if isinstance(number, int) else -1
        label = next((str(span[k]) for k in _LABELS if isinstance(span.get(k), str)), "MISC")
        score = float(span.get("score", 1.0))
        mentions.append(
            mention_of(span["start"], span["end"], label, span.get("generalization"), entity, score)
        )
    return sorted_mentions(mentions)


def _check(span: Mapping[str, Any]) -> None:
    """Refuse misspelt keys of a span, and values that none of them can have. Raises UsageError."""
    for key in span:
        hint = did_you_mean(key, _KEYS) if key not in _KEYS and key not in _OTHERS else ""
        if hint:
            raise UsageError(f"{key!r} is an unknown key of a span{hint}")
    for key in _LABELS:
        value = span.get(key)
        counted = key == "entity" and isinstance(value, int) and not isinstance(value, bool) and value >= -1
        if key in span and not counted and not (isinstance(value, str) and value.strip()):
            raise UsageError(f"{key} of a span is the name of a type, not {kind_of(value)}")
    score = span.get("score", 1.0)
    if isinstance(score, bool) or not isinstance(score, int | float) or not 0 <= score <= 1:
        raise UsageError("score of a span is a number from 0 to 1")


def from_tab(document: Mapping[str, Any], masked_only: bool = True) -> list[Mention]:
    """Return the mentions of a document in TAB's form, of all annotators, each span once."""
    seen: dict[tuple[int, int], Mention] = {}
    for annotation in document["annotations"].values():
        for m in annotation["entity_mentions"]:
            if masked_only and m.get("identifier_type") == "NO_MASK":
                continue
            label = m.get("entity_type", "MISC")
            mention = mention_of(m["start_offset"], m["end_offset"], label)
            if label in EntityClass.__members__:
                mention = Mention(mention.span, mention.type, EntityClass(label), "given")
            seen.setdefault((m["start_offset"], m["end_offset"]), mention)
    return sorted_mentions(seen.values())


def _brat(content: str, name: str, file: Path) -> Marked:
    try:
        rows = list(brat_lines(content))
    except UsageError as error:
        raise UsageError(f"spans {file}: {error}") from error
    mentions = [mention_of(start, end, label) for label, parts, _ in rows for start, end in parts]
    words = {Span(*parts[0]): words for _, parts, words in rows if len(parts) == 1 and words}
    return Marked(name, None, tuple(sorted_mentions(mentions)), words)


def sorted_mentions(mentions: Iterable[Mention]) -> list[Mention]:
    """Sort mentions by span, then type; recognizers report in this order."""
    return sorted(mentions, key=lambda m: (m.span, m.type))


def mention_of(
    start: int,
    end: int,
    label: str = "MISC",
    generalization: str | None = None,
    entity: int = -1,
    score: float = 1.0,
) -> Mention:
    """Return a given mention; ``label`` may be of any known scheme, also a class of TAB. Raises UsageError."""
    for name, value in (("start", start), ("end", end)):
        if isinstance(value, bool) or not isinstance(value, int):
            raise UsageError(f"{name} of a span is a whole number, not {kind_of(value)}")
    for name, text in (("type", label), ("generalization", generalization)):
        if text is not None and not isinstance(text, str):
            raise UsageError(f"{name} of a span is text, not {kind_of(text)}")
    kind = fine_type(label or "MISC")
    return Mention(Span(start, end), kind, entity_class(kind), "given", score, generalization or None, entity)
