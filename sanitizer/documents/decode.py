"""Decode bytes to text in any encoding, or say why that cannot be done."""

import gzip
import io
import lzma
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final, Protocol

from sanitizer.documents.markup import refuse_binary, refuse_markup
from sanitizer.errors import DocumentError

_SAMPLE = 1 << 16  # bytes looked at when the encoding has to be guessed
_CHUNK: Final = 1 << 22

LARGEST: Final = 1 << 30
"""Bytes of a file, unpacked: what is larger would need several times as much memory."""
SWELLS: Final = 250
"""Times its packed size that a file may have; texts pack to a third, and seldom to less than a hundredth."""
_ANY_RATIO: Final = 1 << 26
"""Bytes up to which a file may swell as it likes."""

_MARKS: Final = (
    # the marks of UTF-32 first: that of UTF-16 is the beginning of one of them
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_NO_TEXT: Final = re.compile("[\0-\x08\x0e-\x19\x7f\ud800-\udfff\ufffe\uffff]")
"""Characters that stand in no text: controls that are neither blanks nor escapes, halves of characters, no characters.
Names between whose letters they stand would be found by nobody here, and read by everybody outside."""


class _Bytes(Protocol):
    """What bytes can be read from."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes; none at the end."""


def read_bytes(path: Path) -> bytes:
    """Return the content of a file, unpacked when its name ends in .gz, .xz or .zst. Raises DocumentError."""
    try:
        packed = path.stat().st_size
        if path.suffix == ".gz":
            with gzip.open(path, "rb") as stream:
                return _unpacked(stream, packed)
        if path.suffix == ".xz":
            with lzma.open(path, "rb") as stream:
                return _unpacked(stream, packed)
        if path.suffix == ".zst":
            import zstandard

            try:
                with path.open("rb") as raw, zstandard.ZstdDecompressor().stream_reader(raw) as reader:
                    return _unpacked(reader, packed)
            except zstandard.ZstdError as error:
                raise DocumentError(f"cannot be unpacked: {error}") from error
        with path.open("rb") as raw:
            return _unpacked(raw)
    except (OSError, EOFError, lzma.LZMAError, ValueError) as error:
        raise DocumentError(f"cannot be read: {getattr(error, 'strerror', None) or error}") from error
    except MemoryError as error:
        raise DocumentError("is larger than the memory: split it") from error


def unpacked(suffix: str, raw: bytes) -> bytes:
    """Return bytes of a file of this ending, unpacked where it says that they are packed. Raises DocumentError."""
    try:
        if suffix == ".gz":
            return _unpacked(gzip.GzipFile(fileobj=io.BytesIO(raw)), len(raw))
        if suffix == ".xz":
            return _unpacked(lzma.LZMAFile(io.BytesIO(raw)), len(raw))
        if suffix == ".zst":
            import zstandard

            try:
                return _unpacked(zstandard.ZstdDecompressor().stream_reader(io.BytesIO(raw)), len(raw))
            except zstandard.ZstdError as error:
                raise DocumentError(f"cannot be unpacked: {error}") from error
    except (OSError, EOFError, lzma.LZMAError, ValueError) as error:
        raise DocumentError("cannot be unpacked: it is damaged") from error
    return raw


def read_all(stream: IO[bytes]) -> bytes:
    """Return all bytes of a stream (standard input, say), as many as may be. Raises DocumentError."""
    try:
        return _unpacked(stream)
    except MemoryError as error:
        raise DocumentError("is larger than the memory: split it") from error


def open_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a UTF-8 file that we have written, one by one, unpacked when its name says that it is
    packed. Raises DocumentError, UnicodeDecodeError."""
    if path.suffix in (".gz", ".xz", ".zst"):
        yield from io.StringIO(read_bytes(path).decode("utf-8"), newline="\n")
        return
    try:
        with path.open(encoding="utf-8", newline="\n") as stream:
            yield from stream
    except OSError as error:
        raise DocumentError(error.strerror or type(error).__name__) from error


def _unpacked(stream: _Bytes, packed: int | None = None) -> bytes:
    """Return what a stream holds; refuses what is too large, or unpacks from `packed` bytes to more than texts do."""
    parts: list[bytes] = []
    size = 0
    while part := stream.read(_CHUNK):
        size += len(part)
        if size > LARGEST:
            raise DocumentError(f"holds more than {LARGEST} bytes: split it")
        if packed is not None and size > max(_ANY_RATIO, SWELLS * packed):
            raise DocumentError(
                f"unpacks to more than {SWELLS} times its size, as no text does: unpack it yourself if it is one"
            )
        parts.append(part)
    return b"".join(parts)


def decode(raw: bytes) -> str:
    """Return the text of a file, line ends as they are, a byte order mark left out. Raises DocumentError when it is
    binary, or a text with markup (HTML, XML, RTF, mail)."""
    text = decode_rows(raw)
    check_text(text)
    return text


def decode_rows(raw: bytes) -> str:
    """Return the text of a file of rows, whose texts are to be looked at one by one (:func:`check_text`). Raises
    DocumentError when it is binary."""
    refuse_binary(raw)
    mark = next((encoding for mark, encoding in _MARKS if raw.startswith(mark)), None)
    if mark is not None:
        try:
            return raw.decode(mark)
        except UnicodeDecodeError as error:
            name = mark.removesuffix("-sig")
            raise DocumentError(f"has a byte order mark of {name} but is not {name}") from error
    if b"\0" in raw[:_SAMPLE]:
        raise DocumentError("is binary, or UTF-16 or UTF-32 without a byte order mark: convert it to UTF-8")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as problem:
        at = problem.start
    if at > 3 and len(raw) - at > 4 and _mostly_utf8(raw):
        raise DocumentError(
            f"mixes encodings: UTF-8 up to byte {at}, then something else; convert it to UTF-8"
        )
    if sum(byte > 127 for byte in raw[:_SAMPLE]) < 0.2 * len(
        raw[:_SAMPLE]
    ):  # Latin letters with a few accents
        try:
            return raw.decode("cp1252")
        except UnicodeDecodeError:
            pass  # some bytes mean nothing in it: let statistics decide
    from charset_normalizer import from_bytes  # which few texts need

    best = from_bytes(raw[:_SAMPLE]).best()
    if best is None:
        raise DocumentError("is in no known encoding: convert it to UTF-8")
    try:
        return raw.decode(best.encoding)
    except (UnicodeDecodeError, LookupError) as error:
        raise DocumentError(
            f"looks like {best.encoding} but is not throughout: convert it to UTF-8"
        ) from error


def check_characters(text: str) -> None:
    """Raise DocumentError for a text with characters that stand in no text: NUL, halves of characters and the like."""
    found = _NO_TEXT.search(text)
    if found is not None:
        raise DocumentError(
            f"is no plain text: it holds the character U+{ord(found.group()):04X} (at {found.start()}), between which "
            "letters are not read as words; take such characters out first"
        )


def check_text(text: str, tags: bool = True) -> None:
    """Raise DocumentError for what is no plain text: other characters, or markup; tags may be in it where they are
    read (``tags`` is false)."""
    check_characters(text)
    refuse_markup(text, tags)


def _mostly_utf8(raw: bytes) -> bool:
    """Return whether valid multi-byte UTF-8 characters stand in a text that is not UTF-8 as a whole."""
    text = raw.decode("utf-8", errors="replace")
    bad = text.count("\ufffd")
    good = sum(1 for c in text if ord(c) > 127) - bad
    return good > 0
