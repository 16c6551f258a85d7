"""List what a file holds besides its text: authors, comments, tracked changes, titles, its name."""

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

_OFFICE_PROPERTIES: Final = ("docProps/core.xml", "docProps/app.xml", "docProps/custom.xml", "meta.xml")
_QUIET: Final = frozenset(
    "created modified revision words characters pages lines paragraphs application appversion template totaltime "  # noqa: SIM905
    "docsecurity scalecrop linksuptodate shareddoc hyperlinkschanged charactersaftertspaces characterswithspaces "
    "generator creation-date date editing-cycles editing-duration document-statistic".split()
)
_PDF_KEYS: Final = (b"Author", b"Title", b"Subject", b"Keywords", b"Creator")


@dataclass(frozen=True, slots=True)
class Metadata:
    """Something that ``file`` holds besides its text: ``place`` says where, ``value`` what (shortened)."""

    file: str
    place: str
    value: str


def file_metadata(path: Path) -> tuple[Metadata, ...]:
    """Return what a released file tells besides its text; for formats that cannot hold any (.txt, .jsonl, .csv)
    nothing.

    Looks into HTML and Markdown (comments, meta tags, front matter), office files (properties, comments,
    tracked changes, hidden sheets), PDF (document information in clear, XMP) and images (EXIF, XMP, by their
    marks).
    """
    readers = {
        ".html": _html, ".htm": _html, ".xhtml": _html, ".md": _html, ".markdown": _html, ".xml": _html,
        ".docx": _office, ".xlsx": _office, ".pptx": _office, ".odt": _office, ".ods": _office, ".odp": _office,
        ".pdf": _pdf, ".jpg": _image, ".jpeg": _image, ".png": _image, ".tif": _image, ".tiff": _image,
    }  # fmt: skip
    reader = readers.get(path.suffix.lower())
    if reader is None:
        return ()
    return tuple(Metadata(path.name, place, _short(value)) for place, value in reader(path) if value.strip())


def _short(value: str) -> str:
    line = " ".join(value.split())
    return line if len(line) <= 80 else line[:77] + "..."


def _html(path: Path) -> Iterator[tuple[str, str]]:
    text = path.read_text(encoding="utf-8", errors="replace")
    for match in re.finditer(r"<!--(.*?)-->", text, re.DOTALL):
        yield "comment", match.group(1)
    for tag in re.findall(r"<meta\b[^>]*>", text, re.IGNORECASE):
        name = re.search(r"""(?:name|property)\s*=\s*["']?([^"'\s>]+)""", tag, re.IGNORECASE)
        content = re.search(r"""content\s*=\s*(?:"([^"]*)"|'([^']*)')""", tag, re.IGNORECASE)
        if name and content and name.group(1).lower() not in ("viewport", "generator", "color-scheme"):
            yield f"meta {name.group(1).lower()}", content.group(1) or content.group(2) or ""
    front = re.match(r"---\n(.*?)\n---\n", text, re.DOTALL)
    if front and path.suffix.lower() in (".md", ".markdown"):
        yield "front matter", front.group(1)


def _office(path: Path) -> Iterator[tuple[str, str]]:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            for name in _OFFICE_PROPERTIES:
                if name in names:
                    yield from _properties(archive.read(name), name)
            for name in names:
                if re.search(r"comments?\d*\.xml$", name):
                    yield f"comments in {name}", "".join(_root(archive.read(name)).itertext()) or "(present)"
            body = next((n for n in ("word/document.xml", "content.xml") if n in names), None)
            if body:
                changes = re.findall(rb"<(w:ins|w:del|text:tracked-changes)\b", archive.read(body))
                if changes:
                    yield "tracked changes", f"{len(changes)} in {body}"
            if "xl/workbook.xml" in names and b'state="hidden"' in archive.read("xl/workbook.xml"):
                yield "hidden sheet", "xl/workbook.xml"
    except (zipfile.BadZipFile, ElementTree.ParseError):
        yield "unreadable", "not the format that its name says"


def _root(data: bytes) -> ElementTree.Element:
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:  # no office program writes one; entities could explode
        raise ElementTree.ParseError("document type")
    return ElementTree.fromstring(data)


def _properties(data: bytes, name: str) -> Iterator[tuple[str, str]]:
    for element in _root(data).iter():
        tag = element.tag.rpartition("}")[2]
        if element.text and element.text.strip() and tag.lower() not in _QUIET:
            yield f"{name}: {tag}", element.text


def _pdf(path: Path) -> Iterator[tuple[str, str]]:
    data = path.read_bytes()
    for key in _PDF_KEYS:
        for match in re.finditer(rb"/" + key + rb"\s*\(((?:\\.|[^\\)])*)\)", data):
            raw = match.group(1)
            text = (
                raw.decode("utf-16") if raw.startswith((b"\xfe\xff", b"\xff\xfe")) else raw.decode("latin-1")
            )
            yield f"document information: {key.decode()}", text
    if b"<x:xmpmeta" in data:
        yield "XMP", "(present)"


def _image(path: Path) -> Iterator[tuple[str, str]]:
    data = path.read_bytes()
    if b"Exif\x00\x00" in data or b"eXIf" in data or path.suffix.lower() in (".tif", ".tiff"):
        yield "EXIF", "(present: camera, time, perhaps place)"
    if b"<x:xmpmeta" in data:
        yield "XMP", "(present)"
