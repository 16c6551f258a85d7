"""Keys of callers: random, shown once, kept as hashes with their scopes in a file of mode 0600."""

import hashlib
import hmac
import json
import os
import re
import secrets
import stat
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from sanitizer.documents.write import whole_file
from sanitizer.errors import UsageError, did_you_mean

SCOPES: Final[Mapping[str, str]] = {
    "sanitize": "sanitize, explain, count and release what is sent along",
    "jobs": "hand in jobs, watch them, fetch results, cancel",
    "review": "look at the desk and decide",
    "originals": "read originals and reports, with a reason that is logged",
    "restore": "restore what reversible operators took out, with a reason that is logged",
}
_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_TOKEN: Final = re.compile(r"ss_([a-z0-9][a-z0-9-]{0,39})_([A-Za-z0-9_-]{43})")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: the ``name`` of the key, and what it may do."""

    name: str
    scopes: frozenset[str]


LOCAL: Final = Caller("local", frozenset(SCOPES))
"""Who calls a service without keys, which listens on this machine only."""


@dataclass(frozen=True, slots=True)
class _Known:
    """A key as it is kept; 256 random bits need no slow hash."""

    name: str
    sha256: str = field(repr=False)
    scopes: tuple[str, ...]


class Keys:
    """The keys that a service knows. Raises UsageError for a file that is none."""

    def __init__(self, known: Iterable[_Known]) -> None:
        self._known = {key.name: key for key in known}

    def __len__(self) -> int:
        return len(self._known)

    @classmethod
    def read(cls, path: Path) -> "Keys":
        """Return the keys of a file, which nobody else may read. Raises UsageError."""
        keys = cls(_read(path).values())
        if not len(keys):
            raise UsageError(f"keys {path}: it holds no key; sanitizer keys add NAME --file {path}")
        return keys

    def callers(self) -> list[Caller]:
        """Return who has a key."""
        return [Caller(key.name, frozenset(key.scopes)) for key in self._known.values()]

    def caller(self, token: str) -> Caller | None:
        """Return who has this key; None for nobody. It takes as long for a known name as for an unknown one."""
        match = _TOKEN.fullmatch(token)
        known = self._known.get(match.group(1)) if match else None
        kept = known.sha256 if known else "0" * 64
        same = hmac.compare_digest(_hash(token), kept)
        return Caller(known.name, frozenset(known.scopes)) if known and same else None


def add_key(path: Path, name: str, scopes: Iterable[str]) -> str:
    """Return a new key in a file (made where it is not there); the key itself, which is kept nowhere.

    Raises:
        UsageError: the name is taken or no name, or a scope is not known.
    """
    if not _NAME.fullmatch(name):
        raise UsageError("keys: a name is small letters, digits and hyphens, at most 40")
    chosen = tuple(dict.fromkeys(scopes))
    for scope in chosen:
        if scope not in SCOPES:
            raise UsageError(
                f"keys: there is no scope {scope!r}{did_you_mean(scope, SCOPES)}; {', '.join(SCOPES)}"
            )
    if not chosen:
        raise UsageError(f"keys: name at least one scope: {', '.join(SCOPES)}")
    known = _read(path) if path.exists() else {}
    if name in known:
        raise UsageError(f"keys {path}: there is a key {name!r} already; remove it first")
    token = f"ss_{name}_{secrets.token_urlsafe(32)}"
    _write(path, [*known.values(), _Known(name, _hash(token), chosen)])
    return token


def remove_key(path: Path, name: str) -> None:
    """Take a key out of a file. Raises UsageError where it is not there."""
    known = _read(path)
    if name not in known:
        raise UsageError(f"keys {path}: there is no key {name!r}{did_you_mean(name, known)}")
    _write(path, [key for key in known.values() if key.name != name])


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _write(path: Path, known: Iterable[_Known]) -> None:
    with whole_file(path, private=True) as stream:
        json.dump({"keys": [asdict(key) for key in known]}, stream, indent=1)
        stream.write("\n")


def _read(path: Path) -> dict[str, _Known]:
    try:
        with path.open("rb") as stream:
            mode = os.fstat(stream.fileno()).st_mode
            if stat.S_ISREG(mode) and mode & 0o077:
                raise UsageError(f"keys {path}: others may read it: chmod 600 {path}")
            told = json.load(stream)
        found = {
            row["name"]: _Known(row["name"], row["sha256"], tuple(row["scopes"])) for row in told["keys"]
        }
        if not all(isinstance(key.sha256, str) and len(key.sha256) == 64 for key in found.values()):
            raise ValueError("a hash has 64 digits")
    except UsageError:
        raise
    except OSError as error:
        raise UsageError(f"keys {path}: cannot be read ({error.strerror})") from error
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise UsageError(
            f"keys {path}: no file of keys; sanitizer keys add NAME --file FILE makes one"
        ) from error
    for key in found.values():
        if not set(key.scopes) <= set(SCOPES):
            raise UsageError(f"keys {path}: the key {key.name!r} has a scope that is not known")
    return found
