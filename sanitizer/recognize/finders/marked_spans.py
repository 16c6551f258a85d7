"""Spans that a person or another tool has marked: they are the first sanitizer, or a part of it."""

import hashlib
import re
from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path

from spacy.tokens import Doc

from sanitizer.errors import DocumentError, UsageError
from sanitizer.recognize.finders.span_files import read_span_files, sorted_mentions
from sanitizer.types import Mention, Span, text_of


def key_of(text: str) -> str:
    """Return what a text is known by when spans are given for it: a digest, so that the text itself need not be
    kept.
    """
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


class Given:
    """Reports the spans given for a document.

    A document is known by its id (``doc.user_data["id"]``, which the pipeline sets), by its id without ending, or by
    its text. ``words`` says, for documents by id, what stands in some of the spans: they were made for another version
    of the text where something else does. ``source`` is what messages call the spans; ``both`` has the key of the text
    of documents that are known by their id or that.
    """

    name = "given"

    def __init__(
        self,
        by_id: Mapping[str, Sequence[Mention]],
        by_text: Mapping[str, Sequence[Mention]] | None = None,
        words: Mapping[str, Mapping[Span, str]] | None = None,
        source: str = "spans",
        both: Mapping[str, str] | None = None,
    ) -> None:
        self._by_id = {key: sorted_mentions(mentions) for key, mentions in by_id.items()}
        self._by_text = {key: sorted_mentions(mentions) for key, mentions in (by_text or {}).items()}
        self._words = words or {}
        self._source = source
        self._both = both or {}

    @classmethod
    def read(cls, path: str | Path) -> "Given":
        """Return spans from a file or a folder in any form of :mod:`sanitizer.recognize.finders.span_files`. Raises
        :class:`UsageError` that names the file and the line.
        """
        by_id: dict[str, list[Mention]] = {}
        by_text: dict[str, list[Mention]] = {}
        words: dict[str, dict[Span, str]] = {}
        both: dict[str, str] = {}
        for marked in read_span_files(Path(path)):
            if marked.id is not None:
                by_id.setdefault(marked.id, []).extend(marked.mentions)
                words.setdefault(marked.id, {}).update(marked.words)
            if marked.text is not None:
                by_text.setdefault(key_of(marked.text), []).extend(marked.mentions)
                if marked.id is not None:
                    both[marked.id] = key_of(marked.text)
        if not any((*by_id.values(), *by_text.values())):
            raise UsageError(
                f"spans {path}: it holds no span, and would mask nothing: name another file, or leave it out (the "
                "recognizer none says that nothing is to be looked for)"
            )
        return cls(by_id, by_text, words, f"spans {path}", both)

    def check_documents(self, documents: Iterable[tuple[str, str]]) -> None:
        """Raise UsageError unless each document for which spans are given is among ``documents`` (id and text): what
        they mark would stay in clear in the one that was meant."""
        left = {name: self._both.get(name) for name, mentions in self._by_id.items() if mentions}
        told = set(self._both.values())
        texts = {key for key, mentions in self._by_text.items() if mentions and key not in told}
        total = len(left) + len(texts)
        for name, text in documents:
            left.pop(_key(name, self._by_id) or "", None)
            if texts or told:
                own = key_of(text)
                texts.discard(own)
                left = {known: key for known, key in left.items() if key != own}
            if not left and not texts:
                return
        raise UsageError(
            f"{self._source}: {len(left) + len(texts)} of the {total} documents that have spans there are not in this "
            "run, and what they mark would stay: the id is the name of a file in the folder (with its ending or "
            "without), what --id-field names, or the number of the row; correct the ids, or take out these documents"
        )

    def find(self, doc: Doc) -> Sequence[Mention]:
        """Return the spans given for this document; raises :class:`DocumentError` when they do not fit its text."""
        text, name = text_of(doc), str(doc.user_data.get("id", ""))
        key = _key(name, self._by_id)
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


def _key(name: str, known: Container[str]) -> str | None:
    """By which of its names a document is known: its id, or that without ending."""
    return next((k for k in (name, re.sub(r"\.[^./]*$", "", name)) if k and k in known), None)
