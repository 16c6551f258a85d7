"""Fonts of PDFs that are made anew: the standard ones, and DejaVu, embedded, for letters that these do not have.

Scripts that are written from right to left, or whose letters are joined or set above each other, are not drawn.
"""

import ctypes
import struct
import unicodedata
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final

import pypdfium2.raw as pdfium

from sanitizer.documents.pdf_segments import Face
from sanitizer.errors import DocumentError

_FOLDERS: Final = tuple(
    Path("/usr") / place
    for place in (
        "share/fonts/truetype/dejavu",
        "share/fonts/dejavu",
        "share/fonts/TTF",
        "local/share/fonts/dejavu",
    )
)
_FACES: Final = tuple(
    Face(serif, mono, bold, italic) for serif, mono, bold, italic in product((False, True), repeat=4)
)
_FROM_RIGHT: Final = frozenset(["R", "AL", "AN"])
_CHARACTERS: Final = ((3, 10), (0, 4), (3, 1), (0, 3))
"""Tables of a font that give the glyph of a character, by platform and encoding, the fullest first."""


class Fonts:
    """The fonts of a document of pypdfium2 that is being made; to be closed before it is saved."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._loaded: dict[Path, Any] = {}

    def close(self) -> None:
        """Let go of the fonts; what was drawn in them stays."""
        for font in self._loaded.values():
            pdfium.FPDFFont_Close(font)
        self._loaded.clear()

    def text(self, face: Face, text: str, size: float) -> Any:
        """Return a text to draw. Raises DocumentError for letters that no font has."""
        try:
            text.encode("cp1252")
            own = pdfium.FPDFPageObj_NewTextObj(self._document, _standard(face).encode(), size)
        except UnicodeEncodeError:
            own = pdfium.FPDFPageObj_CreateTextObj(self._document, self._embedded(face, text), size)
        content = (text + "\0").encode("utf-16-le")
        buffer = (ctypes.c_ushort * (len(content) // 2)).from_buffer_copy(content)
        if not own or not pdfium.FPDFText_SetText(own, buffer):
            raise DocumentError("holds a text that cannot be drawn: write it as text (--pdf text)")
        return own

    def width(self, face: Face, text: str, size: float) -> float:
        """Return how wide a text is by itself, in points."""
        own = self.text(face, text, size)
        parts = tuple(ctypes.c_float() for _ in range(4))
        known = pdfium.FPDFPageObj_GetBounds(own, *parts)
        pdfium.FPDFPageObj_Destroy(own)
        left, _, right, _ = (part.value for part in parts)
        return max(right - min(left, 0.0), 0.0) if known else 0.0

    def _embedded(self, face: Face, text: str) -> Any:
        """Return a font that has all letters of a text."""
        if any(
            unicodedata.bidirectional(c) in _FROM_RIGHT or unicodedata.category(c)[0] == "M" for c in text
        ):
            raise DocumentError(
                "holds letters that are written from right to left or are joined, which are not drawn: write it as "
                "text (--pdf text)"
            )
        path = next((p for p in _files(face) if p.is_file()), None)
        if path is None:
            raise DocumentError(
                "holds letters that the standard fonts of PDF do not have: install DejaVu (Debian: fonts-dejavu-core), "
                "or write it as text (--pdf text)"
            )
        raw, known = _font(path)
        if any(ord(c) not in known for c in text if not c.isspace()):
            raise DocumentError(
                "holds letters that neither the standard fonts of PDF nor DejaVu have: write it as text (--pdf text)"
            )
        if path not in self._loaded:
            buffer = (ctypes.c_uint8 * len(raw)).from_buffer_copy(raw)
            self._loaded[path] = pdfium.FPDFText_LoadFont(
                self._document, buffer, len(raw), pdfium.FPDF_FONT_TRUETYPE, True
            )
        return self._loaded[path]


def is_own_font(content: bytes) -> bool:
    """Return whether these are the bytes of a font that is embedded here."""
    return content[:4] == b"\0\1\0\0" and any(
        path.is_file() and path.stat().st_size == len(content) and _font(path)[0] == content
        for face in _FACES
        for path in _files(face)
    )


def _standard(face: Face) -> str:
    """Return the standard font that is nearest to a face."""
    name = "Courier" if face.mono else "Times" if face.serif else "Helvetica"
    slanted = "Italic" if name == "Times" else "Oblique"
    style = ("Bold" if face.bold else "") + (slanted if face.italic else "")
    plain = "Roman" if name == "Times" else ""
    return f"{name}-{style or plain}".rstrip("-")


def _files(face: Face) -> list[Path]:
    """Return where a font that is near to a face may lie, the nearest first."""
    name = "DejaVuSansMono" if face.mono else "DejaVuSerif" if face.serif else "DejaVuSans"
    slanted = ("Italic" if face.serif and not face.mono else "Oblique") if face.italic else ""
    bold = "Bold" if face.bold else ""
    styles = dict.fromkeys((bold + slanted, bold, ""))
    return [folder / f"{name}{f'-{style}' if style else ''}.ttf" for style in styles for folder in _FOLDERS]


@cache
def _font(path: Path) -> tuple[bytes, frozenset[int]]:
    """Return the bytes of a TrueType font, and the characters that it has (OpenType, cmap, formats 4 and 12)."""
    raw = path.read_bytes()
    (count,) = struct.unpack_from(">H", raw, 4)
    tables = {
        raw[12 + 16 * n : 16 + 16 * n]: struct.unpack_from(">I", raw, 20 + 16 * n)[0] for n in range(count)
    }
    cmap = tables[b"cmap"]
    (count,) = struct.unpack_from(">H", raw, cmap + 2)
    places = {
        (p, e): cmap + at
        for p, e, at in (struct.unpack_from(">HHI", raw, cmap + 4 + 8 * n) for n in range(count))
    }
    at = next(places[key] for key in _CHARACTERS if key in places)
    (form,) = struct.unpack_from(">H", raw, at)
    if form == 12:
        (groups,) = struct.unpack_from(">I", raw, at + 12)
        spans = [struct.unpack_from(">II", raw, at + 16 + 12 * n) for n in range(groups)]
    else:
        (double,) = struct.unpack_from(">H", raw, at + 6)
        ends = struct.unpack_from(f">{double // 2}H", raw, at + 14)
        begins = struct.unpack_from(f">{double // 2}H", raw, at + 16 + double)
        spans = list(zip(begins, ends, strict=True))[:-1]
    return raw, frozenset(code for begin, end in spans for code in range(begin, end + 1))
