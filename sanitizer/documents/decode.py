"""From bytes to text: any encoding recognized, or a clear reason why not."""

import gzip
import lzma
from pathlib import Path

import charset_normalizer

from sanitizer.errors import DocumentError

_SAMPLE = 1 << 16  # bytes looked at when the encoding has to be guessed


def read_bytes(path: Path) -> bytes:
    """The content of a file, unpacked when its name ends in .gz, .xz or .zst. Raises DocumentError."""
    try:
        if path.suffix == ".gz":
            with gzip.open(path, "rb") as stream:
                return stream.read()
        if path.suffix == ".xz":
            with lzma.open(path, "rb") as packed:
                return packed.read()
        if path.suffix == ".zst":
            import zstandard

            with path.open("rb") as raw, zstandard.ZstdDecompressor().stream_reader(raw) as reader:
                return reader.read()
        return path.read_bytes()
    except (OSError, EOFError, lzma.LZMAError, ValueError) as error:
        raise DocumentError(f"cannot be read: {error}") from error


def decode(raw: bytes) -> str:
    """The text of a file, line ends as they are, a byte order mark left out. Raises DocumentError when it is binary."""
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if raw.startswith(mark):
            try:
                return raw.decode("utf-8-sig" if encoding == "utf-8" else encoding)
            except UnicodeDecodeError as error:
                raise DocumentError(f"has a byte order mark of {encoding} but is not {encoding}") from error
    if b"\0" in raw[:_SAMPLE]:
        raise DocumentError("is binary, not text: convert it to plain text first")
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
    best = charset_normalizer.from_bytes(raw[:_SAMPLE]).best()
    if best is None:
        raise DocumentError("is in no known encoding: convert it to UTF-8")
    try:
        return raw.decode(best.encoding)
    except (UnicodeDecodeError, LookupError) as error:
        raise DocumentError(
            f"looks like {best.encoding} but is not throughout: convert it to UTF-8"
        ) from error


def _mostly_utf8(raw: bytes) -> bool:
    """Whether valid multi-byte UTF-8 characters stand in a text that is not UTF-8 as a whole."""
    text = raw.decode("utf-8", errors="replace")
    bad = text.count("\ufffd")
    good = sum(1 for c in text if ord(c) > 127) - bad
    return good > 0
