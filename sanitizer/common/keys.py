"""Keys: from a file or the environment, never from the command line; never shown, never logged."""

import base64
import binascii
import hashlib
import hmac
import os
import re
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from sanitizer.common.arguments import kind_of
from sanitizer.errors import UsageError, unreadable

VARIABLE: Final = "SANITIZER_KEY"
LEAST_BYTES: Final = 16
LEAST_DIFFERENT: Final = 10
"""Different bytes that a key must have; sixteen random ones have fewer once in a thousand million."""

CURE: Final = "make one with: (umask 077; openssl rand -hex 32 > secret.key)"


class Key:
    """A secret of at least 16 random bytes. Each use derives its own subkey (HKDF-SHA-256), so that none tells
    another. Raises :class:`UsageError` when the bytes are too few, or somebody made them up (:func:`weakness`).
    """

    __slots__ = ("_secret", "_source")

    def __init__(self, secret: bytes) -> None:
        if not isinstance(secret, bytes):
            raise UsageError(f"key: bytes are needed, not {kind_of(secret)}; Key.read(file) reads them")
        if weak := weakness(secret):
            raise UsageError(f"the key {weak}; {CURE}")
        self._secret = secret
        self._source: tuple[str | None] | None = None

    def __repr__(self) -> str:
        return "Key(...)"

    def __reduce__(self) -> str | tuple[object, ...]:
        """Return where it was read, for another process to read it again: the secret itself is never pickled."""
        if self._source is None:
            raise TypeError("a key is not pickled; read it where it is used")
        return _read_again, (*self._source, self.digest("the same key"))

    @classmethod
    def read(cls, file: str | Path | None = None, environment: Mapping[str, str] | None = None) -> "Key":
        """From ``file``, else from the variable SANITIZER_KEY: hexadecimal, base64, or the bytes themselves. Raises
        :class:`UsageError` when there is none, others may read the file, or the key is too weak.
        """
        if file is not None:
            made = cls(_decoded(_read_private(Path(file))))
            made._source = (str(Path(file).absolute()),)
            return made
        value = (os.environ if environment is None else environment).get(VARIABLE)
        if not value:
            raise UsageError(
                f"no key: give --key-file FILE, or set the environment variable {VARIABLE} "
                "(sanitizer help operators says how to make one)"
            )
        made = cls(_decoded(value.encode("utf-8", "surrogateescape")))
        if environment is None:
            made._source = (None,)
        return made

    def derive(self, purpose: str, length: int = 32) -> bytes:
        """Return the subkey of ``length`` bytes for one purpose."""
        info = b"semantic-sanitizer/" + purpose.encode()
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.kdf.hkdf import HKDF

        return HKDF(hashes.SHA256(), length, salt=None, info=info).derive(self._secret)

    def digest(self, purpose: str, *parts: str) -> bytes:
        """HMAC-SHA-256 over ``parts`` under the subkey for ``purpose``; parts are kept apart by their
        lengths.
        """
        message = b"".join(len(b := p.encode("utf-8", "surrogatepass")).to_bytes(8, "big") + b for p in parts)
        return hmac.new(self.derive(purpose), message, hashlib.sha256).digest()


def _read_again(source: str | None, digest: bytes) -> Key:
    """Return the key of a file or of the environment, which must still be the same. Raises UsageError."""
    key = Key.read(source)
    if not hmac.compare_digest(key.digest("the same key"), digest):
        raise UsageError("the key has changed since the run began")
    return key


def weakness(secret: bytes) -> str:
    """Return why ``secret`` is no key, in words that go on from "the key"; "" when it may be one.

    Keys are random bytes, never words: operators are used on short lists of likely values, where a guessed key opens
    everything, so a passphrase is refused rather than stretched.
    """
    if len(secret) < LEAST_BYTES:
        return f"has {len(secret)} bytes, at least {LEAST_BYTES} are needed"
    if _is_text(secret):
        return "is written text, not random bytes in hexadecimal or base64"
    if len(set(secret)) < LEAST_DIFFERENT or secret in (secret + secret)[1:-1]:
        return "repeats itself: it is not random"
    return ""


def _is_text(raw: bytes) -> bool:
    try:
        return all(c.isprintable() or c.isspace() for c in raw.decode("utf-8"))
    except UnicodeDecodeError:
        return False


def _read_private(path: Path) -> bytes:
    """Return the bytes of a key file that only its owner may read. A pipe has no other readers."""
    try:
        with path.open("rb") as stream:
            about = os.fstat(stream.fileno())
            if stat.S_ISREG(about.st_mode) and about.st_mode & 0o077:
                raise UsageError(
                    f"key file {path}: others may read it (mode {stat.S_IMODE(about.st_mode):04o}): "
                    f"chmod 600 {path}, or give the key in the variable {VARIABLE}"
                )
            return stream.read()
    except OSError as error:
        raise UsageError(f"key file {path}: {unreadable(error)}") from error


def _decoded(raw: bytes) -> bytes:
    """Return what hexadecimal or base64 text stands for; other text and bytes as they are."""
    if not _is_text(raw):
        return raw
    text = b"".join(raw.strip().splitlines())
    if len(text) >= 2 * LEAST_BYTES and len(text) % 2 == 0:
        with suppress(ValueError):
            return binascii.unhexlify(text)
    if text.lower() != text != text.upper():  # words of one case are words
        with suppress(ValueError):
            decoded = base64.b64decode(
                text, altchars=b"-_" if re.search(b"[-_]", text) else None, validate=True
            )
            if len(decoded) >= LEAST_BYTES:
                return decoded
    return text
