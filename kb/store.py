"""A file of named arrays: how compiled knowledge bases are kept. Opened at once, read without parsing.

Layout: the line ``SKB1``, the length of the header (4 bytes, little endian), the header (JSON: kind, format, meta,
sections), then the sections, each raw (memory-mapped) or one zstd frame with a checksum."""

import json
import mmap
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import numpy.typing as npt
import zstandard

from kb.base import KnowledgeBaseError

Array = npt.NDArray[Any]

_MAGIC: Final = b"SKB1\n"
_ALIGN: Final = 8


@dataclass(frozen=True, slots=True)
class Store:
    """An opened file: ``meta`` as it was written, ``arrays`` by name (read-only)."""

    path: Path
    kind: str
    meta: Mapping[str, Any]
    arrays: Mapping[str, Array]


def write_store(
    path: Path, kind: str, meta: Mapping[str, Any], arrays: Mapping[str, Array], *, compress: bool
) -> None:
    """Write arrays to ``path`` in one step (temporary name, then rename). The bytes depend on the values alone."""
    compressor = zstandard.ZstdCompressor(level=19, write_checksum=True)
    sections: list[dict[str, Any]] = []
    blobs: list[bytes] = []
    offset = 0
    for name, array in arrays.items():
        little = np.ascontiguousarray(array, dtype=array.dtype.newbyteorder("<"))
        raw = little.tobytes()
        blob = compressor.compress(raw) if compress else raw
        sections.append(
            {
                "name": name,
                "dtype": little.dtype.str,
                "shape": list(array.shape),
                "offset": offset,
                "size": len(blob),
                "zstd": compress,
            }
        )
        padding = -len(blob) % _ALIGN
        blobs.append(blob + b"\0" * padding)
        offset += len(blob) + padding
    header = json.dumps({"kind": kind, "meta": dict(meta), "sections": sections}, sort_keys=True).encode()
    header += b" " * (-(len(_MAGIC) + 4 + len(header)) % _ALIGN)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".new")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_MAGIC + len(header).to_bytes(4, "little") + header)
            for blob in blobs:
                file.write(blob)
        mask = os.umask(0)
        os.umask(mask)
        Path(temporary).chmod(0o666 & ~mask)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read_store(path: Path, kind: str) -> Store:
    """Open a file written by :func:`write_store`; raw sections are mapped, not read.

    Raises KnowledgeBaseError when the file is missing, of another kind, cut short or damaged."""
    try:
        with path.open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except FileNotFoundError:
        raise KnowledgeBaseError(
            f"{path}: no such knowledge base; build it with `sanitizer kb build`"
        ) from None
    except (OSError, ValueError) as error:
        raise KnowledgeBaseError(f"{path}: cannot be read as a knowledge base ({error})") from None
    start = len(_MAGIC) + 4
    try:
        if data[: len(_MAGIC)] != _MAGIC:
            raise ValueError("not a compiled knowledge base")
        length = int.from_bytes(data[len(_MAGIC) : start], "little")
        header = json.loads(data[start : start + length])
        if header["kind"] != kind:
            raise ValueError(f"holds {header['kind']!r}, not {kind!r}")
        base = start + length
        arrays = {s["name"]: _section(data, base, s) for s in header["sections"]}
        return Store(path, kind, header["meta"], arrays)
    except (ValueError, KeyError, TypeError, zstandard.ZstdError) as error:
        raise KnowledgeBaseError(
            f"{path}: damaged or of another version ({error}); build it again with `sanitizer kb build`"
        ) from None


def view(array: Array) -> memoryview:
    """Return an array as a sequence of Python numbers, which is quicker to index one by one."""
    return memoryview(cast(Any, np.ascontiguousarray(array)))


def store_kind(path: Path) -> str:
    """Return the kind of a compiled knowledge base (``wordnet``, ``odp`` ...), "" when the file is something else."""
    try:
        with path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC:
                return ""
            return str(json.loads(file.read(int.from_bytes(file.read(4), "little")))["kind"])
    except (OSError, ValueError, KeyError):
        return ""


def _section(data: mmap.mmap, base: int, section: Mapping[str, Any]) -> Array:
    start, size = base + int(section["offset"]), int(section["size"])
    if start + size > len(data):
        raise ValueError("cut short")
    dtype, shape = np.dtype(str(section["dtype"])), tuple(int(n) for n in section["shape"])
    count = int(np.prod(shape, dtype=np.int64))
    if section["zstd"]:
        raw: bytes = zstandard.ZstdDecompressor().decompress(data[start : start + size])
        return np.frombuffer(raw, dtype, count).reshape(shape)
    return np.frombuffer(data, dtype, count, offset=start).reshape(shape)
