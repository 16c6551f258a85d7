"""A blank picture in the place of every picture: what is in one is not read, so it is not written either."""

import struct
import zlib
from typing import Final


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
