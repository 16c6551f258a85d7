"""Find a phrase in a compiled knowledge base: normalized keys, hashed, in sorted arrays.

The entity, place, job and disease bases hold tens of thousands of names. Dictionaries of Python strings would take most
of a second to build at every start; a sorted array of 64-bit hashes is read as it is and answers a phrase with one
binary search. The chance that an unknown phrase meets the hash of one of 100,000 names is below 1e-14."""

import struct
import unicodedata
import zlib
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, Protocol, runtime_checkable
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from kb.base import KnowledgeBaseError, Sense
from kb.store import view

Arrays = Mapping[str, npt.NDArray[Any]]

_LETTERS = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "ı": "i",
        "ə": "e",
        "ǝ": "e",
        "’": "'",
        "‘": "'",
        "ʻ": "'",
        "`": "'",
        "“": '"',
        "”": '"',
        "–": "-",
        "—": "-",
        "‑": "-",
        "‐": "-",
        "_": " ",
        "\u00a0": " ",
    }
)


def name_key(phrase: str) -> str:
    """Return the form under which a name is looked up.

    Lower case, without diacritics, quotation marks, a leading "the" and a possessive ending; hyphens are blanks. More
    is folded than by :func:`kb.lookup_forms.normalize` (Łódź is "lodz", Sørensen "sorensen"), which must keep WordNet's
    words apart; the compiled bases hold hashes of these keys."""
    plain = phrase.lower().replace("`", "'").replace("_", " ")
    if not plain.isascii():
        folded = unicodedata.normalize("NFKD", phrase.casefold().translate(_LETTERS))
        plain = "".join(c for c in folded if not unicodedata.combining(c))
    plain = plain.replace('"', "").replace("-", " ")
    words = plain.split()
    if len(words) > 1 and words[0] == "the":
        words = words[1:]
    key = " ".join(words).strip(" ,;:")
    for ending in ("'s", "s'"):
        if key.endswith(ending) and len(key) > 3:
            return key[: -2 if ending == "'s" else -1]
    return key


def key_hash(key: str) -> int:
    """Return a 64-bit hash of a key, the same on every machine and in every run."""
    return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "little")


def singular_keys(key: str) -> list[str]:
    """Return the key, then the forms it may be the regular plural of ("painters" -> "painter")."""
    forms = [key]
    if key.endswith("ies") and len(key) > 4:
        forms.append(key[:-3] + "y")
    if key.endswith(("ches", "shes", "sses", "xes", "zes", "oes")):
        forms.append(key[:-2])
    if key.endswith("men"):
        forms.append(key[:-3] + "man")
    if key.endswith("people"):
        forms.append(key[:-6] + "person")
    if key.endswith("s") and not key.endswith("ss") and len(key) > 3:
        forms.append(key[:-1])
    return forms


class Name:
    """A ``phrase`` as names are looked up: its ``key`` (:func:`name_key`), the ``keys`` that it may be the plural of,
    itself first, and their hashes. A chain works them out once for all of its bases."""

    __slots__ = ("_hashes", "key", "keys", "phrase")

    def __init__(self, phrase: str) -> None:
        self.phrase = phrase
        self.key = name_key(phrase)
        self.keys = singular_keys(self.key)
        self._hashes: list[int] = []

    @property
    def hashes(self) -> list[int]:
        """The hash of each of the keys."""
        if not self._hashes:
            self._hashes = [key_hash(key) for key in self.keys]
        return self._hashes


@runtime_checkable
class TakesNames(Protocol):
    """A knowledge base that can be asked with a :class:`Name` instead of a phrase."""

    def senses_of(self, name: Name) -> Sequence[Sense]:
        """Return the meanings of the phrase, as ``senses`` does."""


class NameIndex:
    """Rows by name: ``hashes`` (n,) sorted uint64, ``rows`` (n,) uint32; a name may stand several times."""

    def __init__(self, hashes: npt.NDArray[np.uint64], rows: npt.NDArray[np.uint32]) -> None:
        self._hashes = view(hashes)
        self._rows = view(rows)

    def find(self, key: str) -> list[int]:
        """Return the rows that bear the key (already normalized), in the order in which they were indexed."""
        return self._with_hash(key_hash(key))

    def of(self, name: Name) -> list[int]:
        """Return the rows that bear the name or what it may be the plural of, each once."""
        return list(dict.fromkeys(row for wanted in name.hashes for row in self._with_hash(wanted)))

    def bearing(self, name: Name) -> list[int]:
        """Return the rows that bear just the name."""
        return self._with_hash(name.hashes[0])

    def _with_hash(self, wanted: int) -> list[int]:
        hashes = self._hashes
        first = last = bisect_left(hashes, wanted)
        while last < len(hashes) and hashes[last] == wanted:
            last += 1
        return self._rows[first:last].tolist()

    @staticmethod
    def arrays(pairs: Iterable[tuple[str, int]]) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint32]]:
        """Compile (key, row) pairs; duplicates are dropped, the order of rows under one key is kept."""
        unique = list(dict.fromkeys((key_hash(key), row) for key, row in pairs if key))
        hashes = np.array([h for h, _ in unique], dtype=np.uint64)
        rows = np.array([row for _, row in unique], dtype=np.uint32)
        order = np.argsort(hashes, kind="stable")
        return hashes[order], rows[order]


class Strings:
    """Many strings in two arrays: ``blob`` (bytes as uint8) and ``ends`` (n,) uint32, where each ends."""

    def __init__(self, blob: npt.NDArray[np.uint8], ends: npt.NDArray[np.uint32]) -> None:
        self._blob = blob
        self._ends = ends

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, i: int) -> str:
        start = int(self._ends[i - 1]) if i else 0
        return str(self._blob[start : int(self._ends[i])].tobytes(), "utf-8")

    @staticmethod
    def arrays(strings: Iterable[str]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint32]]:
        """Compile strings."""
        encoded = [s.encode() for s in strings]
        ends = np.cumsum([len(s) for s in encoded], dtype=np.uint32)
        return np.frombuffer(b"".join(encoded), dtype=np.uint8), ends.astype(np.uint32)


_DAMAGE: Final = (
    OSError, ValueError, EOFError, BadZipFile, zlib.error, struct.error, KeyError, RuntimeError, SyntaxError,
    MemoryError,
)  # fmt: skip
"""What reading a damaged archive of arrays may end with, wherever the damage is."""


def read_arrays(path: Path, needed: Iterable[str]) -> dict[str, npt.NDArray[Any]]:
    """Read a compiled knowledge base (``.npz``).

    Raises KnowledgeBaseError when the file is missing, is not an array archive, or lacks one of ``needed``."""
    try:
        with np.load(path, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
    except FileNotFoundError:
        raise KnowledgeBaseError(
            f"{path} is missing; reinstall the package or rebuild it with training/"
        ) from None
    except _DAMAGE as error:
        raise KnowledgeBaseError(
            f"{path} is damaged, or not a compiled knowledge base ({type(error).__name__}); "
            "reinstall the package or rebuild it with training/"
        ) from None
    absent = sorted(set(needed) - arrays.keys())
    if absent:
        raise KnowledgeBaseError(
            f"{path} lacks {', '.join(absent)}; it was built by another version, rebuild it"
        )
    return arrays


def write_arrays(path: Path, arrays: Arrays, compress: bool = False) -> None:
    """Write a compiled knowledge base: the same bytes for the same arrays, nothing half-written.

    ``compress`` makes the file about half as large, and slower to open by some 10 ms a megabyte."""
    temporary = path.with_name(path.stem + ".tmp.npz")
    save = np.savez_compressed if compress else np.savez
    save(temporary, **{name: arrays[name] for name in sorted(arrays)})  # type: ignore[arg-type]
    temporary.replace(path)
