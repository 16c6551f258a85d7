"""Spans that a person or another tool has marked: they are the first sanitizer, or a part of it."""

import gzip
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from spacy.tokens import Doc

from sanitizer.errors import DocumentError, UsageError
from sanitizer.recognize.labels import entity_class, fine_type
from sanitizer.types import EntityClass, Mention, Span


def key_of(text: str) -> str:
    """What a text is known by when spans are given for it: a digest, so that the text itself need not be
    kept.
    """
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Given:
    """Reports the spans given for a document.

    A document is known by its id (``doc.user_data["id"]``, which the pipeline sets) or, without one, by
    its text.
    """

    name = "given"

    def __init__(
        self, by_id: Mapping[str, Sequence[Mention]], by_text: Mapping[str, Sequence[Mention]] | None = None
    ) -> None:
        self._by_id = {key: sorted_mentions(mentions) for key, mentions in by_id.items()}
        self._by_text = {key: sorted_mentions(mentions) for key, mentions in (by_text or {}).items()}

    @classmethod
    def read(cls, path: str | Path) -> "Given":
        """Spans from JSONL with ``id`` and ``spans``, or from JSON in TAB's form; gzipped or not.

        A JSONL line is ``{"id": ..., "spans": [[start, end, type?, generalization?], ...]}``; a span may
        also be an object with ``start``, ``end``, ``type``, ``generalization``, ``entity``. From TAB's
        form the mentions marked DIRECT or QUASI by any annotator are taken. Raises :class:`UsageError`
        that names the line.
        """
        file = Path(path)
        try:
            raw = file.read_bytes()
            content = (gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw).decode("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"spans {file}: cannot be read ({error.__class__.__name__})") from error
        if content.lstrip().startswith("["):
            return cls._from_tab(content, file)
        by_id: dict[str, list[Mention]] = {}
        by_text: dict[str, list[Mention]] = {}
        for number, line in enumerate(content.splitlines(), 1):
            if not line.strip():
                continue
            where = f"spans {file}, line {number}"
            try:
                row = json.loads(line)
                mentions = mentions_of(row["spans"] if "spans" in row else row["mentions"])
            except (ValueError, KeyError, TypeError, IndexError) as error:
                raise UsageError(
                    f'{where}: needs {{"id": ..., "spans": [[start, end, type], ...]}}'
                ) from error
            if "id" in row:
                by_id.setdefault(str(row["id"]), []).extend(mentions)
            elif "text" in row:
                by_text.setdefault(key_of(row["text"]), []).extend(mentions)
            else:
                raise UsageError(f"{where}: needs an id (or the text) to say which document is meant")
        return cls(by_id, by_text)

    @classmethod
    def _from_tab(cls, content: str, file: Path) -> "Given":
        by_id: dict[str, list[Mention]] = {}
        by_text: dict[str, list[Mention]] = {}
        try:
            for document in json.loads(content):
                mentions = from_tab(document)
                by_id[str(document["doc_id"])] = mentions
                by_text[key_of(document["text"])] = mentions
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f"spans {file}: not JSON in TAB's form (doc_id, text, annotations)") from error
        return cls(by_id, by_text)

    def find(self, doc: Doc) -> Sequence[Mention]:
        """The spans given for this document; raises :class:`DocumentError` when they do not fit its text."""
        known_id = doc.user_data.get("id")
        mentions = self._by_id.get(str(known_id)) if known_id is not None else None
        if mentions is None and self._by_text:
            mentions = self._by_text.get(key_of(doc.text))
        if mentions is None:
            return []
        if mentions and max(m.span.end for m in mentions) > len(doc.text):
            raise DocumentError(
                "a given span ends after the text; were the offsets made for this version of it?"
            )
        return mentions


def sorted_mentions(mentions: Iterable[Mention]) -> list[Mention]:
    """Sorted by span, then type; recognizers report in this order."""
    return sorted(mentions, key=lambda m: (m.span, m.type))


def mention_of(
    start: int, end: int, label: str = "MISC", generalization: str | None = None, entity: int = -1
) -> Mention:
    """A given mention; ``label`` may be of any known scheme, also a class of TAB."""
    kind = fine_type(label or "MISC")
    return Mention(
        Span(int(start), int(end)), kind, entity_class(kind), "given", 1.0, generalization or None, entity
    )


def mentions_of(spans: Iterable[Any]) -> list[Mention]:
    """Mentions from spans as lists or objects (see :meth:`Given.read`)."""
    mentions = []
    for span in spans:
        if isinstance(span, Mapping):
            label = span.get("type") or span.get("label") or span.get("entity_type") or "MISC"
            mentions.append(
                mention_of(
                    span["start"], span["end"], label, span.get("generalization"), span.get("entity", -1)
                )
            )
        else:
            mentions.append(mention_of(*span[:4]))
    return sorted_mentions(mentions)


def from_tab(document: Mapping[str, Any], masked_only: bool = True) -> list[Mention]:
    """The mentions of a document in TAB's form, of all annotators, each span once."""
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
