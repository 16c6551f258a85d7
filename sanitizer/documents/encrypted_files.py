"""Keep files at rest under a key: AES-256-GCM in blocks, so that a file of any size is written and read in passing.

A sealed file is a mark, sixteen random bytes from which its own key is derived, and blocks of 64 KiB, each with its
number and whether it is the last: what was cut off, put together or changed is not opened.
"""

import base64
import binascii
import io
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from sanitizer.common.keys import Key
from sanitizer.errors import UsageError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

MARK: Final = b"SANITIZER SEALED 1\n"
_SALT: Final = 16
_BLOCK: Final = 1 << 16
_TAG: Final = 16


class Seal:
    """What seals and opens files: 32 bytes. Raises UsageError for what cannot be opened."""

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def __repr__(self) -> str:
        return "Seal(...)"

    @classmethod
    def of(cls, key: Key) -> "Seal":
        """Return the seal of a user's key; other uses of the key tell nothing of it."""
        return cls(key.derive("files at rest"))

    def seal(self, data: bytes) -> bytes:
        """Return some bytes as a sealed file."""
        buffer = io.BytesIO()
        writer = SealedWriter(buffer, self)
        writer.write(data)
        writer.close()
        return buffer.getvalue()

    def open(self, data: bytes) -> bytes:
        """Return the bytes of a sealed file."""
        return b"".join(self.opened(io.BytesIO(data)))

    def opened(self, stream: IO[bytes]) -> Iterator[bytes]:
        """Yield the blocks of a sealed file, one by one; the last is known to be the last before it is told."""
        head = stream.read(len(MARK) + _SALT)
        if not head.startswith(MARK) or len(head) < len(MARK) + _SALT:
            raise UsageError("this is no sealed file")
        from cryptography.exceptions import InvalidTag

        cipher = self.cipher(head[len(MARK) :])
        number, block = 0, stream.read(_BLOCK + _TAG)
        while True:
            after = stream.read(_BLOCK + _TAG)
            try:
                yield cipher.decrypt(_nonce(number, last=not after), block, None)
            except InvalidTag:
                raise UsageError("sealed with another key, or changed") from None
            if not after:
                return
            number, block = number + 1, after

    def lines(self, path: Path) -> Iterator[str]:
        """Yield the lines of a sealed file of UTF-8."""
        rest = b""
        with path.open("rb") as stream:
            for block in self.opened(stream):
                *whole, rest = (rest + block).split(b"\n")
                yield from (line.decode("utf-8") for line in whole)
        if rest:
            yield rest.decode("utf-8")

    def seal_line(self, line: str) -> str:
        """Return a line of text as a sealed line, without line ends."""
        return base64.b64encode(self.seal(line.encode("utf-8", "surrogatepass"))).decode("ascii")

    def open_line(self, line: str) -> str:
        """Return what a sealed line holds."""
        try:
            return self.open(base64.b64decode(line, validate=True)).decode("utf-8", "surrogatepass")
        except binascii.Error:
            raise UsageError("this is no sealed line") from None

    def cipher(self, salt: bytes) -> "AESGCM":
        """Return what encrypts the file of this salt."""
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        return AESGCM(
            HKDF(hashes.SHA256(), 32, salt=salt, info=b"semantic-sanitizer/file").derive(self._secret)
        )


class SealedWriter(io.RawIOBase):
    """Seals what is written into a stream of bytes; closing it writes the last block and leaves the stream open."""

    def __init__(self, target: IO[bytes], seal: Seal) -> None:
        salt = secrets.token_bytes(_SALT)
        self._target = target
        self._cipher = seal.cipher(salt)
        self._waiting = bytearray()
        self._number = 0
        target.write(MARK + salt)

    def writable(self) -> bool:
        """Return true."""
        return True

    def write(self, data: object) -> int:
        """Take some bytes."""
        added = bytes(data)  # type: ignore[call-overload]
        self._waiting += added
        while len(self._waiting) > _BLOCK:  # the last block is written when it is known to be the last
            self._put(bytes(self._waiting[:_BLOCK]), last=False)
            del self._waiting[:_BLOCK]
        return len(added)

    def close(self) -> None:
        """Write the rest."""
        if not self.closed:
            self._put(bytes(self._waiting), last=True)
            super().close()

    def _put(self, block: bytes, last: bool) -> None:
        self._target.write(self._cipher.encrypt(_nonce(self._number, last), block, None))
        self._number += 1


def _nonce(number: int, last: bool) -> bytes:
    return bytes((last,)) + number.to_bytes(11, "big")


def is_sealed(path: Path) -> bool:
    """Return whether a file begins as sealed files do; one that cannot be read does not."""
    try:
        with path.open("rb") as stream:
            return stream.read(len(MARK)) == MARK
    except OSError:
        return False
