"""A blank picture in the place of every picture: what is in one is not read, so it is not written either."""

import posixpath
import re
import struct
import zlib
from collections.abc import Collection
from typing import Final

from lxml import etree

from sanitizer.documents.runs_of_text import Element, elements

_LONGEST: Final = 5
"""Characters of the ending of a picture, with the dot."""


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


BLANK: Final = b"".join(
    [
        b"\x89PNG\r\n\x1a\n",
        _chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)),
        _chunk(b"IDAT", zlib.compress(b"\0\xee", 9)),
        _chunk(b"IEND", b""),
    ]
)
"""A PNG of one light grey pixel."""


_MADE: Final = re.compile(r"(?:image|rId|img|picture|linked)?\d{0,6}|[0-9A-Fa-f]{16,64}", re.IGNORECASE)
"""Names that programs give to pictures."""


def name_of_picture(part: str, number: int) -> str:
    """Return what a picture of a packed file is called: as it was where a program named it, else by a number."""
    folder, own = posixpath.split(part)
    stem, ending = posixpath.splitext(own)
    if _MADE.fullmatch(stem) and len(ending) <= _LONGEST:
        return part
    return posixpath.join(folder, f"image{number + 1_000_001}.png")


def blank_called(part: str, number: int) -> str:
    """Return what the grey picture is called that stands for a picture of a file of Office."""
    return posixpath.splitext(name_of_picture(part, number))[0] + ".blank.png"


def embed(root: Element, links: Collection[str]) -> None:
    """Let pictures that a part of a file of Office takes from elsewhere be in the file: those of these links."""
    for element in elements(root):
        for key in [str(key) for key in element.attrib if etree.QName(key).localname == "link"]:
            if (told := element.get(key, "")) in links:
                inside = f"{{{etree.QName(key).namespace}}}embed"
                element.set(inside, element.get(inside, told))
                del element.attrib[key]
