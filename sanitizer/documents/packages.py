"""Files that are packed folders of XML (Office, OpenDocument): open them within limits, write them alike."""

import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from typing import Final
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring
from lxml import etree

from sanitizer.documents.formats import PartText
from sanitizer.documents.layout_attributes import lays_out
from sanitizer.documents.program_names import gave_program, instructs, is_usual_part
from sanitizer.errors import DocumentError

MOST_PARTS: Final = 5_000
LARGEST: Final = 1 << 29
"""Bytes of all parts, unpacked."""
SWELLS: Final = 200
"""Times its packed size that a part of more than 16 MiB may have."""
_ANY_RATIO: Final = 1 << 24
_TYPE: Final = re.compile(
    rb"application/vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation|graphics)(?:-template|-master)?"
)
"""What a file of OpenDocument calls itself."""
_PUBLISHED: Final = (
    "http://schemas.openxmlformats.org/", "http://schemas.microsoft.com/", "http://purl.o", "http://www.w3.org/",
    "urn:oasis:names:tc:opendocument:", "urn:schemas-microsoft-com:", "urn:org:documentfoundation:", "http://openoffice.org/",
    "http://www.openoffice.org/", "http://docs.oasis-open.org/",
)  # fmt: skip
"""How vocabularies begin that programs bring along."""
_DATE: Final = (1980, 1, 1, 0, 0, 0)


def unpack(raw: bytes) -> dict[str, bytes]:
    """Return the parts of a packed file by name, in its order. Raises DocumentError for anything strange."""
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as package:
            entries = [entry for entry in package.infolist() if not entry.is_dir()]
            _check(entries)
            return {entry.filename: package.read(entry) for entry in entries}
    except (
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        NotImplementedError,
        EOFError,
        OSError,
        ValueError,
    ) as error:
        raise DocumentError("is damaged: it cannot be unpacked; open and save it anew") from error
    except RuntimeError as error:  # what zipfile raises where a password is wanted
        raise DocumentError("is encrypted: save it without a password") from error
    except Exception as error:  # zlib.error has no common base
        if type(error).__name__ != "error":
            raise
        raise DocumentError("is damaged: it cannot be unpacked; open and save it anew") from error


def _check(entries: list[zipfile.ZipInfo]) -> None:
    names = [entry.filename for entry in entries]
    if len({name.casefold() for name in names}) < len(names):
        raise DocumentError("holds two parts of one name, which programs read differently: save it anew")
    if len(entries) > MOST_PARTS or sum(entry.file_size for entry in entries) > LARGEST:
        raise DocumentError(f"holds more than {MOST_PARTS} parts or {LARGEST} bytes: split it")
    for entry in entries:
        if entry.file_size > max(_ANY_RATIO, SWELLS * entry.compress_size):
            raise DocumentError(f"unpacks to more than {SWELLS} times its size, as no document does")
        if entry.flag_bits & 1:
            raise DocumentError("is encrypted: save it without a password")


def pack(parts: Mapping[str, bytes], stored: str = "") -> bytes:
    """Return a packed file of these parts, in their order, without times; the part ``stored`` is not compressed."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as package:
        for name, content in parts.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.compress_type = zipfile.ZIP_STORED if name == stored else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o600 << 16
            package.writestr(entry, content)
    return target.getvalue()


def parse(content: bytes, name: str, declared: bool = False) -> etree._Element:
    """Return the tree of a part, without comments and instructions; one of a kind that declares its type may do so,
    but no entities. Raises DocumentError."""
    if (b"<!DOCTYPE" in content[:4096] and not declared) or b"<!ENTITY" in content:
        raise DocumentError(f"declares entities in {name}, as no such file does: it may be an attack")
    try:
        parser = etree.XMLParser(
            remove_comments=True, remove_pis=True, resolve_entities=False, no_network=True, load_dtd=False
        )
        root = etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise DocumentError(f"is damaged: its part {name} is no XML; open and save it anew") from error
    return root


def is_published(space: str) -> bool:
    """Return whether programs bring a vocabulary along."""
    return space.startswith(_PUBLISHED)


def serialize(root: etree._Element) -> bytes:
    """Return the bytes of a part; vocabularies that are not published are declared only where they are used."""
    kept = {
        prefix for e in root.iter() for prefix, space in e.nsmap.items() if prefix and is_published(space)
    }
    etree.cleanup_namespaces(root, keep_ns_prefixes=sorted(kept))
    return bytes(etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True))


def strings_of_package(raw: bytes) -> Iterator[PartText]:
    """Yield all strings of all parts: names but usual ones, texts (each, and joined), attributes; of parts that are no
    XML their bytes as characters of eight and of sixteen bits. Read by other code than :func:`unpack`, :func:`parse`.
    """
    with zipfile.ZipFile(io.BytesIO(raw)) as package:
        yield PartText(package.comment.decode("latin-1"), "the comment of the package")
        for number, entry in enumerate(package.infolist(), 1):
            content, usual = package.read(entry), is_usual_part(entry.filename)
            if not usual:
                yield PartText(entry.filename, f"the name of part {number}")
            if entry.filename != "mimetype" or not _TYPE.fullmatch(content):
                yield from strings_of_xml(content, entry.filename if usual else f"part {number}")


def strings_of_xml(content: bytes, part: str = "the part") -> Iterator[PartText]:
    """Yield all strings of a part, which is called ``part``: texts (each, and joined) and attributes, but those that a
    program wrote; of one that is no XML its bytes as characters."""
    try:
        root = fromstring(content)
    except (ParseError, DefusedXmlException, ValueError, LookupError):
        yield PartText(content.decode("utf-8", errors="replace"), part)
        yield PartText(content.decode("utf-16-le", errors="replace"), part)
        return
    for element in root.iter():
        for child in element if element.get("t") == "s" and element.tag.endswith("}c") else ():
            child.text = ""  # the cell of a workbook names its text by a number
        if instructs(element.tag, element.text or ""):
            element.text = ""
        own = _shown(element.tag)
        for text in (element.text, element.tail):
            yield PartText(text or "", f"{part}, text of {own}")
        for key, value in element.attrib.items():
            if not lays_out(element.tag, key, value) and not gave_program(element.tag, key, value):
                yield PartText(value, f"{part}, attribute {_shown(key)} of {own}")
    yield PartText("".join(root.itertext()), f"{part}, texts in a row")


def _shown(name: str) -> str:
    """Return an element or an attribute as it may be shown: one of a vocabulary that is not published is called by
    none of its names."""
    space, _, own = name.rpartition("}")
    return own if not space or space.removeprefix("{").startswith(_PUBLISHED) else "a vocabulary of its own"
