"""Subtitles (.srt, .vtt) as a format: the lines that are spoken, and who speaks them; times stay."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from sanitizer.documents.decode import check_characters, decode_rows
from sanitizer.documents.formats import DocumentFormat, Fields, FileDocument, Piece, Unreadable, Written
from sanitizer.errors import DocumentError
from sanitizer.types import Document

_TIME: Final = re.compile(r"(?:\d+:)?\d\d:\d\d[.,]\d{3}[ \t]+-->[ \t]+(?:\d+:)?\d\d:\d\d[.,]\d{3}")
_VOICE: Final = re.compile(r"<v(?:\.[\w.-]+)?[ \t]+([^<>\n]*)>")
_TAG: Final = re.compile(r"</?(?:v|c|i|b|u|font|lang|ruby|rt|\d)[^<>\n]*>|\{\\an?\d\}", re.I)
_BLOCKS: Final = re.compile(r"\n[ \t]*\n+")


class Subtitles(DocumentFormat):
    """one text in a file of subtitles (.srt, .vtt)"""

    suffixes: tuple[str, ...] = (".srt", ".vtt")

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """A piece a cue. Raises DocumentError where no cue has a time."""
        _, cues, dropped = _cues(raw)
        left_out = {"note or style": dropped} if dropped else {}
        yield FileDocument.of_pieces(name, [Piece(text) for _, text in cues if text], raw, left_out)

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """The cues with their new lines, numbered anew."""
        for document in documents:
            is_web, cues, _ = _cues(document.source)
            texts = iter(document.texts)
            parts = ["WEBVTT"] if is_web else []
            for number, (time, text) in enumerate(cues, 1):
                new = _BLOCKS.sub("\n", next(texts).strip("\n")) if text else ""
                parts.append("\n".join([str(number), time, *([new] if new else [])]))
            yield ("\n\n".join(parts) + "\n").encode("utf-8")

    def strings(self, raw: bytes) -> Iterator[str]:
        """The whole file."""
        yield decode_rows(raw).replace("\r\n", "\n")


def _cues(raw: bytes) -> tuple[bool, list[tuple[str, str]], int]:
    """Whether it is WebVTT; time and words of each cue; how many other blocks there are."""
    text = decode_rows(raw).replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    check_characters(text)
    cues, dropped = [], 0
    is_web = text.startswith("WEBVTT")
    for number, block in enumerate(_BLOCKS.split(text.strip("\n"))):
        lines = block.split("\n")
        at = next((i for i, line in enumerate(lines[:2]) if _TIME.match(line.strip())), None)
        if at is None:
            dropped += not (number == 0 and is_web and block.strip() == "WEBVTT")
            continue
        time = _TIME.match(lines[at].strip())
        words = _TAG.sub("", _VOICE.sub(r"\1: ", "\n".join(lines[at + 1 :])))
        cues.append((time.group() if time else "", words.strip()))
    if not cues:
        raise DocumentError("is no file of subtitles: no line in it says from when to when")
    return is_web, cues, dropped
