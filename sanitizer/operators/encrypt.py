"""Authenticated encryption of a term in place, and the form of its token in the text.

A token is ``{enc:MODE:TYPE:TEXT}``, in sanitized texts with its place behind (`placing.py`): MODE ``s`` is AES-SIV
(RFC 5297, deterministic: equal values, equal TEXT), ``r`` is AES-256-GCM with a random nonce; TEXT is base64url without
padding. The type is authenticated with the value.
"""

import base64
import binascii
import os
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Final

from sanitizer.common import arguments
from sanitizer.operators.base import Keyed, Term

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM, AESSIV

TOKEN: Final = re.compile(
    r"\{enc:([sr]):([A-Z][A-Z0-9_]{0,39}):([A-Za-z0-9_-]{22,})(?::(?P<place>[\w.-]{13,80}))?\}"
)
_TYPE: Final = re.compile(r"[A-Z][A-Z0-9_]{0,39}")
_NONCE_BYTES: Final = 12


@dataclass(frozen=True)
class Encrypt(Keyed):
    """The term encrypted under ``key``; ``deterministic`` gives equal terms equal tokens (and so tells
    that they are).
    """

    deterministic: bool = True
    name: ClassVar[str] = "encrypt"
    sealed: ClassVar[bool] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        arguments.flag(self.deterministic, "operator encrypt: deterministic")

    def replace(self, term: Term) -> str:
        """Return the token of the surface."""
        return self.seal(term.surface, term.type)

    def seal(self, value: str, type: str) -> str:
        """Return the token of ``value``."""
        kind = type if _TYPE.fullmatch(type) else "MISC"
        data = value.encode("utf-8", "surrogatepass")
        # AES-SIV refuses empty data, and short values would tell their length exactly
        padded = data + b"\x80" + bytes(-(len(data) + 1) % 16)
        if self.deterministic:
            sealed, mode = self._siv.encrypt(padded, [b"s", kind.encode()]), "s"
        else:
            nonce = os.urandom(_NONCE_BYTES)
            sealed, mode = nonce + self._gcm.encrypt(nonce, padded, b"r" + kind.encode()), "r"
        return f"{{enc:{mode}:{kind}:{base64.urlsafe_b64encode(sealed).rstrip(b'=').decode()}}}"

    def open(self, token: str) -> str | None:
        """Return the value of a token; None when it was not made with this key, or was changed."""
        match = TOKEN.fullmatch(token)
        if match is None:
            return None
        from cryptography.exceptions import InvalidTag

        mode, kind, text, _ = match.groups()
        try:
            sealed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
            if mode == "s":
                padded = self._siv.decrypt(sealed, [b"s", kind.encode()])
            else:
                padded = self._gcm.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], b"r" + kind.encode())
            return padded[: padded.rindex(b"\x80")].decode("utf-8", "surrogatepass")
        except (InvalidTag, ValueError, binascii.Error):
            return None

    @cached_property
    def _siv(self) -> "AESSIV":
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        return AESSIV(self.key.derive("encrypt-siv", 64))

    @cached_property
    def _gcm(self) -> "AESGCM":
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        return AESGCM(self.key.derive("encrypt-gcm", 32))
