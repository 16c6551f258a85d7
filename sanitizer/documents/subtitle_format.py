"""Subtitles (.srt, .vtt) as a format: the lines that are spoken, and who speaks them; times, places and looks stay."""

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from sanitizer.documents.decode import check_characters, decode_rows
from sanitizer.documents.formats import (
    BETWEEN,
    DocumentFormat,
    Edit,
    Fields,
    FileDocument,
    Piece,
    Unreadable,
    Written,
    edited_parts,
)
from sanitizer.errors import DocumentError
from sanitizer.types import Document

_TIME: Final = re.compile(r"(?:\d+:)?\d\d:\d\d[.,]\d{3}[ \t]+-->[ \t]+(?:\d+:)?\d\d:\d\d[.,]\d{3}")
_SETTING: Final = re.compile(
    r"(?:line|position|size|align|vertical):(?:-?\d+(?:\.\d+)?%?|start|center|middle|end|left|right|rl|lr|"
    r"line-left|line-right|auto|,)+|[XY][12]:\d+"
)
"""Where on the screen a cue stands."""
_MARK: Final = re.compile(
    r"(</?(?:v|c|i|b|u|font|lang|ruby|rt)(?=[\s.>])[^<>\n]*>|<(?:\d+:)?\d\d:\d\d\.\d{3}>|\{\\an?\d\})", re.I
)
_VOICE: Final = re.compile(r"<v(?:\.[\w.-]+)?[ \t]+([^<>\n]*)>", re.I)
_TAG: Final = re.compile(r"<(/?)([a-zA-Z]+)([^<>]*)>")
_COLOURS: Final = re.compile(r"\.(?:bg_)?(?:white|lime|cyan|red|yellow|magenta|blue|black)(?![\w-])")
"""Classes that players know without a style sheet."""
_COLOUR: Final = re.compile(
    r"""color\s*=\s*["']?(#[0-9a-f]{3,8}|aqua|black|blue|cyan|fuchsia|gr[ae]y|green|lime|magenta|maroon|navy|olive|orange|"""
    r"""purple|red|silver|teal|white|yellow)(?![^\s"'>])""",
    re.I,
)
_LANGUAGE: Final = re.compile(r"\s*[a-z]{2,3}(?:-[A-Z]{2})?")
_BLOCKS: Final = re.compile(r"\n[ \t]*\n+")


@dataclass(frozen=True, slots=True)
class _Part:
    """What is read as one in a cue: words, with the marks that stand before, between and behind them; or the name of
    who speaks."""

    words: tuple[str, ...] = field(repr=False)
    marks: tuple[str, ...]
    speaks: bool = False

    @property
    def text(self) -> str:
        """The words as one."""
        return "".join(self.words)

    def written(self, edits: Sequence[Edit], is_web: bool) -> str:
        """Return the part with its edits, as it stands in a file."""
        texts = edited_parts(self.words, edits)
        if self.speaks:
            name = " ".join(texts[0].split())
            return f"<v {html.escape(name, quote=False)}>" if name else ""
        told = [
            html.escape(_BLOCKS.sub("\n", text), quote=False) if is_web else _BLOCKS.sub("\n", text)
            for text in texts
        ]
        return "".join(text + mark for text, mark in zip(told, [*self.marks, ""], strict=True))


@dataclass(frozen=True, slots=True)
class _Cue:
    """When something is said, where on the screen that is shown, and what."""

    time: str
    settings: str
    parts: tuple[_Part, ...]

    @property
    def pieces(self) -> list[Piece]:
        """What is read: the first piece says when."""
        told = [part for part in self.parts if part.text.strip()]
        pieces = []
        for number, part in enumerate(told):
            after = ": " if part.speaks else "" if part.text.endswith("\n") else " "
            role = (
                f"{'speaker ' if part.speaks else ''}cue {self.time}"
                if not number
                else "speaker"
                if part.speaks
                else "body"
            )
            pieces.append(Piece(part.text, role, BETWEEN if part is told[-1] else after))
        return pieces


class Subtitles(DocumentFormat):
    """one text in a file of subtitles (.srt, .vtt)"""

    suffixes: tuple[str, ...] = (".srt", ".vtt")

    def read(self, raw: bytes, name: str, fields: Fields) -> Iterator[Document | Unreadable]:
        """Yield a piece for what is said in a cue, and one for who says it. Raises DocumentError where no cue has a
        time."""
        _, cues, dropped = _cues(raw)
        left_out = {"note or style": dropped} if dropped else {}
        yield FileDocument.of_pieces(name, [piece for cue in cues for piece in cue.pieces], raw, left_out)

    def write(self, documents: Iterable[Written], fields: Fields) -> Iterator[bytes]:
        """Yield the cues with their new words, numbered anew."""
        for document in documents:
            is_web, cues, _ = _cues(document.source)
            edits = iter(document.edits)
            told = ["WEBVTT"] if is_web else []
            for number, cue in enumerate(cues, 1):
                own = [part.written(next(edits) if part.text.strip() else (), is_web) for part in cue.parts]
                new = _BLOCKS.sub("\n", "".join(own)).strip("\n")
                told.append("\n".join([str(number), cue.time + cue.settings, *([new] if new else [])]))
            yield ("\n\n".join(told) + "\n").encode("utf-8")

    def strings(self, raw: bytes) -> Iterator[str]:
        """Yield the whole file, as it is and with what stands for signs."""
        text = decode_rows(raw).replace("\r\n", "\n")
        yield text
        yield html.unescape(text)


def _cues(raw: bytes) -> tuple[bool, list[_Cue], int]:
    """Return whether it is WebVTT; its cues; how many other blocks there are."""
    text = decode_rows(raw).replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    check_characters(text)
    cues, dropped = [], 0
    is_web = text.startswith("WEBVTT")
    for number, block in enumerate(_BLOCKS.split(text.strip("\n"))):
        lines = block.split("\n")
        times = [(at, found) for at, line in enumerate(lines[:2]) if (found := _TIME.match(line.strip()))]
        if not times:
            dropped += not (number == 0 and is_web and block.strip() == "WEBVTT")
            continue
        at, time = times[0]
        settings = [own for own in lines[at].strip()[time.end() :].split() if _SETTING.fullmatch(own)]
        parts = _parts("\n".join(lines[at + 1 :]).strip(), is_web)
        cues.append(_Cue(time.group(), "".join(f" {own}" for own in settings), tuple(parts)))
    if not cues:
        raise DocumentError("is no file of subtitles: no line in it says from when to when")
    return is_web, cues, dropped


def _parts(text: str, is_web: bool) -> Iterator[_Part]:
    """Yield what is said in a cue, and who says it."""
    words, marks = [""], list[str]()
    for token in _MARK.split(text):
        voice = _VOICE.fullmatch(token)
        if voice is not None and not is_web:
            words[-1] += f"{voice[1]}: "  # players of these files do not know who speaks
        elif voice is not None:
            yield _Part(tuple(words), tuple(marks))
            words, marks = [""], []
            yield _Part((" ".join(html.unescape(voice[1]).split()),), (), True)
        elif _MARK.fullmatch(token):
            marks.append(_plain_mark(token))
            words.append("")
        else:
            words[-1] += html.unescape(token) if is_web else token
    yield _Part(tuple(words), tuple(marks))


def _plain_mark(mark: str) -> str:
    """Return a mark of layout without words of people."""
    tag = _TAG.fullmatch(mark)
    if tag is None:
        return mark  # a time, or a place on the screen
    end, name, more = tag[1], tag[2].lower(), tag[3]
    if end:
        return f"</{name}>"
    colour = _COLOUR.search(more)
    if name == "font":
        return f'<font color="{colour[1]}">' if colour else "<font>"
    if name == "lang":
        return f"<lang{more}>" if _LANGUAGE.fullmatch(more) else "<lang>"
    return f"<{name}{''.join(_COLOURS.findall(more))}>"
