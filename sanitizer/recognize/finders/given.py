"""Spans that a person or another tool has marked: they are the first sanitizer, or a part of it."""

import hashlib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from spacy.tokens import Doc

from sanitizer.errors import DocumentError
from sanitizer.recognize.finders.span_files import read_span_files, sorted_mentions
from sanitizer.types import Mention, Span, text_of


def key_of(text: str) -> str:
    """What a text is known by when spans are given for it: a digest, so that the text itself need not be
    kept.
    """
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Given:
    """Reports the spans given for a document.

    A document is known by its id (``doc.user_data["id"]``, which the pipeline sets), by its id without ending, or by
    its text. ``words`` says, for documents by id, what stands in some of the spans: they were made for another version
    of the text where something else does.
    """

    name = "given"

    def __init__(
        self,
        by_id: Mapping[str, Sequence[Mention]],
        by_text: Mapping[str, Sequence[Mention]] | None = None,
        words: Mapping[str, Mapping[Span, str]] | None = None,
    ) -> None:
        self._by_id = {key: sorted_mentions(mentions) for key, mentions in by_id.items()}
        self._by_text = {key: sorted_mentions(mentions) for key, mentions in (by_text or {}).items()}
        self._words = words or {}

    @classmethod
    def read(cls, path: str | Path) -> "Given":
        """Spans from a file or a folder in any form of :mod:`sanitizer.recognize.finders.span_files`. Raises
        :class:`UsageError` that names the file and the line.
        """
        by_id: dict[str, list[Mention]] = {}
        by_text: dict[str, list[Mention]] = {}
        words: dict[str, dict[Span, str]] = {}
        for marked in read_span_files(Path(path)):
            if marked.id is not None:
                by_id.setdefault(marked.id, []).extend(marked.mentions)
                words.setdefault(marked.id, {}).update(marked.words)
            if marked.text is not None:
                by_text.setdefault(key_of(marked.text), []).extend(marked.mentions)
        return cls(by_id, by_text, words)

    def find(self, doc: Doc) -> Sequence[Mention]:
        """The spans given for this document; raises :class:`DocumentError` when they do not fit its text."""
        text, name = text_of(doc), str(doc.user_data.get("id", ""))
        key = next((k for k in (name, re.sub(r"\.[^./]*$", "", name)) if k and k in self._by_id), None)
        mentions = self._by_id[key] if key is not None else None
        if mentions is None and self._by_text:
            mentions = self._by_text.get(key_of(text))
        if mentions is None:
            return []
        if mentions and max(m.span.end for m in mentions) > len(text):
            raise DocumentError(
                "a given span ends after the text; were the offsets made for this version of it?"
            )
        for span, words in self._words.get(key or "", {}).items():
            if span.of(text).split() != words.split():
                raise DocumentError(
                    f"the given span {span.start}..{span.end} holds other words than it says; "
                    "were the offsets made for this version of the text?"
                )
        return mentions
