"""Define what a format of files must offer that hold one document each."""

from typing import Protocol, runtime_checkable


@runtime_checkable
class Format(Protocol):
    """Reads the text of a file, and writes a sanitized text in the form of the file."""

    def read(self, raw: bytes) -> str:
        """The text in the bytes of a file. Raises DocumentError for what it does not understand."""

    def write(self, text: str, raw: bytes) -> bytes:
        """The bytes of a file with `text`; `raw` are those of the file that was read."""
