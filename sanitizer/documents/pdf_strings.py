"""Tell all strings in a PDF that was made anew, for the search for what must not be left: those of its objects and of
what is drawn, without the words of the format itself and the fonts that were embedded."""

import io
from collections.abc import Iterator
from typing import Any, Final

import pikepdf
from pypdf import PdfReader

from sanitizer.documents.font_names import is_known_font
from sanitizer.documents.formats import PartText
from sanitizer.documents.pdf_fonts import is_own_font
from sanitizer.text.fold import words as word_set

_LANGUAGE: Final = word_set(
    "Adobe Adobe-Identity-H CMap "
    "Annots ArtBox Ascent AvgWidth BBox BM BaseFont BleedBox BM CA CIDFontType0 CIDFontType2 CIDInit "
    "CIDSystemInfo CIDToGIDMap CMapName CMapType CapHeight Catalog Contents Count CropBox DW DescendantFonts "
    "Descent Differences Encoding ExtGState F FT Filter FirstChar Flags FlateDecode Font FontBBox FontDescriptor "
    "FontFamily FontFile FontFile2 FontFile3 FontName FontStretch FontWeight Form Group H ID Identity Identity-H "
    "Index Info ItalicAngle Kids LastChar Leading Length Length1 Length2 Length3 MacRomanEncoding Matrix MaxWidth "
    "MediaBox MissingWidth Multiply Name Normal ObjStm Ordering PDF Page Pages Parent Prev ProcSet Registry "
    "Resources Root Rotate Size StemH StemV Subtype Supplement Text ToUnicode TrimBox TrueType Type Type0 Type1 "
    "UCS UCS2 Adobe-Identity-UCS UserUnit W WinAnsiEncoding XHeight XObject XRef ca cvn"
)
"""Names that PDF itself defines (ISO 32000), of those that a file of ours can hold."""
_DIGEST: Final = "/ID"
"""The key of a number that is computed from all that is written."""
_MAPS: Final = frozenset(["endcodespacerange", "endbfchar", "endbfrange"])
"""Operators behind the letters that the signs of a font stand for, each by itself."""
_DRAWS: Final = ("/Contents", "/ToUnicode")
"""Keys whose streams are programs: their numbers are places, their strings are texts."""


def strings_of_pdf(raw: bytes) -> Iterator[PartText]:
    """Yield what two readers find: the texts of the pages, and all strings of all objects. Names of the format,
    numbers of places and the fonts that we embed are no strings of the file."""
    for number, page in enumerate(PdfReader(io.BytesIO(raw)).pages, 1):
        yield PartText(page.extract_text(), f"page {number}, its text")
    with pikepdf.open(io.BytesIO(raw)) as file:
        own = [file.trailer, *file.objects]
        programs = {part.objgen for one in own for part in _programs(one)}
        for number, one in enumerate(own):
            where = f"object {number}" if number else "the trailer"
            yield from _strings(one, where, programs)


def _programs(own: Any) -> Iterator[Any]:
    """Yield the streams of an object that draw, or that tell what letters mean."""
    for key in _DRAWS if isinstance(own, pikepdf.Dictionary) else ():
        value = own.get(key)
        for part in value if isinstance(value, pikepdf.Array) else [value]:
            if isinstance(part, pikepdf.Stream):
                yield part


def _strings(own: Any, where: str, programs: set[tuple[int, int]], depth: int = 0) -> Iterator[PartText]:
    """Yield all strings of an object that lie in itself, streams decoded."""
    if isinstance(own, pikepdf.Object) and own.is_indirect and depth:
        return
    if isinstance(own, pikepdf.Stream):
        yield from _of_stream(own, where, programs)
        yield from _strings(own.stream_dict, where, programs, depth + 1)
    elif isinstance(own, pikepdf.Dictionary):
        for key, value in own.items():
            yield from _of_name(key, f"{where}, a name")
            if key != _DIGEST:
                yield from _strings(value, f"{where}, {_shown(key)}", programs, depth + 1)
    elif isinstance(own, pikepdf.Array):
        for value in own:
            yield from _strings(value, where, programs, depth + 1)
        yield PartText("".join(str(part) for part in own if isinstance(part, pikepdf.String)), where)
    elif isinstance(own, pikepdf.Name):
        yield from _of_name(str(own), where)
    elif isinstance(own, pikepdf.String) and str(own) not in _LANGUAGE:
        yield from (PartText(str(own), where), *_decoded(bytes(own), where))


def _shown(key: str) -> str:
    """Return a key as it may be shown."""
    return key[1:] if key[1:] in _LANGUAGE else "a value"


def _of_name(name: str, where: str) -> Iterator[PartText]:
    if name[1:] not in _LANGUAGE and not is_known_font(name[1:]):
        yield PartText(name, where)


def _of_stream(own: Any, where: str, programs: set[tuple[int, int]]) -> Iterator[PartText]:
    content = own.read_bytes()
    if is_own_font(content):
        return
    if own.objgen not in programs:
        yield from _decoded(content, where)
        return
    for told in pikepdf.parse_content_stream(own):
        for operand in told.operands if str(told.operator) not in _MAPS else ():
            yield from _strings(operand, f"{where}, what is drawn", programs)


def _decoded(content: bytes, where: str) -> Iterator[PartText]:
    """Yield bytes as characters of eight and of sixteen bits."""
    yield PartText(content.decode("latin-1"), where)
    yield PartText(content.decode("utf-16-be", errors="replace"), where)
