"""Keys: from a file or the environment, never from the command line; never shown, never logged."""

import base64
import binascii
import hashlib
import hmac
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from sanitizer.errors import UsageError

VARIABLE: Final = "SANITIZER_KEY"
LEAST_BYTES: Final = 16


class Key:
    """A secret of at least 16 bytes. Each use derives its own subkey (HKDF-SHA-256), so that none tells
    another.
    """

    __slots__ = ("_secret",)

    def __init__(self, secret: bytes) -> None:
        if len(secret) < LEAST_BYTES:
            raise UsageError(
                f"the key has {len(secret)} bytes, at least {LEAST_BYTES} are needed; "
                "make one with: openssl rand -base64 32"
            )
        self._secret = secret

    def __repr__(self) -> str:
        return "Key(...)"

    def __reduce__(self) -> str | tuple[object, ...]:
        raise TypeError("a key is not pickled; read it where it is used")

    @classmethod
    def read(cls, file: str | Path | None = None, environment: Mapping[str, str] | None = None) -> "Key":
        """From ``file``, else from the variable SANITIZER_KEY. Base64 and hexadecimal text are decoded,
        anything else is taken as it is. Raises :class:`UsageError` when there is none, or it is too short.
        """
        if file is not None:
            try:
                return cls(_decoded(Path(file).read_bytes()))
            except OSError as error:
                raise UsageError(f"key file {file}: cannot be read ({error.__class__.__name__})") from error
        value = (os.environ if environment is None else environment).get(VARIABLE)
        if not value:
            raise UsageError(f"no key: give --key-file FILE, or set the environment variable {VARIABLE}")
        return cls(_decoded(value.encode()))

    def derive(self, purpose: str, length: int = 32) -> bytes:
        """The subkey of ``length`` bytes for one purpose."""
        info = b"semantic-sanitizer/" + purpose.encode()
        return HKDF(hashes.SHA256(), length, salt=None, info=info).derive(self._secret)

    def digest(self, purpose: str, *parts: str) -> bytes:
        """HMAC-SHA-256 over ``parts`` under the subkey for ``purpose``; parts are kept apart by their
        lengths.
        """
        message = b"".join(len(b := p.encode("utf-8", "surrogatepass")).to_bytes(8, "big") + b for p in parts)
        return hmac.new(self.derive(purpose), message, hashlib.sha256).digest()


def _decoded(raw: bytes) -> bytes:
    text = raw.strip()
    try:
        if len(text) >= 2 * LEAST_BYTES and len(text) % 2 == 0:
            return binascii.unhexlify(text)
    except (binascii.Error, ValueError):
        pass
    try:
        decoded = base64.b64decode(
            text, altchars=b"-_" if b"-" in text or b"_" in text else None, validate=True
        )
        if len(decoded) >= LEAST_BYTES:
            return decoded
    except (binascii.Error, ValueError):
        pass
    return text
