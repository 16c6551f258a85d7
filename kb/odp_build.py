"""Import the Open Directory: DMOZ's ``structure.rdf.u8`` (plain or gz), or lists of category paths (TSV, as Curlie's).

The dumps are over a gigabyte and are not always XML (stray ampersands, control characters, broken UTF-8, tags that
never close), so they are read as a stream of tags, of which five kinds matter. The path of a topic says where it
stands; ``Top/World`` (other languages) and a few technical branches are left out, and so are the letters of letter
bars: ``Bands_and_Artists/M/Madonna`` is ``Bands_and_Artists/Madonna``. "Bowie, David" is found as "David Bowie" too."""

import gzip
import html
import logging
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final, cast

import numpy as np

from kb.base import KnowledgeBaseError
from kb.lexicon import lexicon_arrays, lexicon_order
from kb.odp import KIND, ROOT
from kb.store import Array, write_store

_log = logging.getLogger(__name__)

_CHUNK: Final = 1 << 22
_TAG: Final = re.compile(
    rb"<(Topic|Alias|Target|letterbar|symbolic\d?)\s[^<>]*?r:(?:id|resource)\s*=\s*(?:\"([^\"<>]*)\"|'([^'<>]*)')"
)
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\ufffd]+")
_LEFT_OUT: Final = frozenset({"World", "Bookmarks", "Test", "Private", "Adult_Test", "Netscape"})
_MANY_LETTERS: Final = 12
"""A category with so many one-letter children has a letter bar, even if the dump does not say so."""


@dataclass(slots=True)
class OdpSource:
    """What is read from a dump: category paths in order, links (name, path), paths of letter bars, and counts."""

    paths: dict[str, None] = field(default_factory=dict)
    links: list[tuple[str, str]] = field(default_factory=list)
    bars: set[str] = field(default_factory=set)
    left_out: int = 0
    unreadable: int = 0


@dataclass(frozen=True, slots=True)
class OdpCounts:
    """What became of a dump: categories and names of links kept; topics of left-out branches; unreadable
    topics; links whose category is not there."""

    categories: int
    links: int
    left_out: int
    unreadable: int
    dangling: int


def build_odp(
    source: Path, target: Path, name: str | None = None, progress: Callable[[int], None] | None = None
) -> OdpCounts:
    """Compile a dump to ``target``. ``progress`` is called with the number of (unpacked) bytes read so far.

    Raises KnowledgeBaseError when the source is missing, cut short, or holds no category."""
    read = read_odp(source, progress)
    if not read.paths:
        raise KnowledgeBaseError(
            f"{source}: holds no category; expected DMOZ's structure.rdf.u8 (plain or .gz), or lines of category paths "
            "such as Top/Arts/Music"
        )
    arrays, dangling = compile_odp(read)
    label = f"odp:{name or source.name.split('.')[0]}"
    counts = OdpCounts(
        len(arrays["parents"]) - 1, len(read.links) - dangling, read.left_out, read.unreadable, dangling
    )
    write_store(target, KIND, {"name": label, "left_out": read.left_out}, arrays, compress=False)
    _log.info("%s: %s", source.name, counts)
    return counts


def read_odp(source: Path, progress: Callable[[int], None] | None = None) -> OdpSource:
    """Read a dump as a stream; memory holds the paths, not the file."""
    found = OdpSource()
    try:
        with source.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
        with cast(IO[bytes], gzip.open(source) if packed else source.open("rb")) as file:
            head = file.read(_CHUNK)
            if b"<" in head[:2000] and re.search(rb"<(?:\?xml|RDF|Topic|Alias)\b", head[:100_000]):
                _read_rdf(file, head, found, progress)
            else:
                _read_lines(file, head, found, progress)
    except FileNotFoundError:
        raise KnowledgeBaseError(f"{source}: no such file") from None
    except (OSError, EOFError) as error:
        raise KnowledgeBaseError(
            f"{source}: cannot be read to its end ({error}); get the dump again"
        ) from None
    return found


def _chunks(
    file: IO[bytes], head: bytes, end: bytes, progress: Callable[[int], None] | None
) -> Iterator[bytes]:
    """Pieces that end after ``end``, so that no tag or line is cut; a monster without one is passed on as it is."""
    rest, total, piece = b"", 0, head
    while piece:
        total += len(piece)
        data = rest + piece
        cut = data.rfind(end) + 1
        if not cut and len(data) > 4 * _CHUNK:
            cut = len(data)
        yield data[:cut]
        rest = data[cut:]
        if progress is not None:
            progress(total)
        piece = file.read(_CHUNK)
    yield rest


def _read_rdf(file: IO[bytes], head: bytes, found: OdpSource, progress: Callable[[int], None] | None) -> None:
    alias = ""
    for piece in _chunks(file, head, b">", progress):
        topics = 0
        for kind, quoted, single in _TAG.findall(piece):
            value = (quoted or single).decode("utf-8", "replace")
            if kind == b"Topic":
                topics += 1
                _add_path(value, found)
            elif kind == b"Alias":
                alias = _clean(value).partition(":Top/")[0]
            elif kind == b"letterbar":
                found.bars.add(_clean(value).removeprefix("Top/"))
            else:
                name, separator, target = _clean(value).rpartition(":Top/")
                if kind == b"Target" and alias:
                    name, target = alias, _clean(value).removeprefix("Top/")
                    alias, separator = "", ":"
                if separator and name.strip():
                    _add_link(name, target, found)
        found.unreadable += piece.count(b"<Topic") - topics


def _read_lines(
    file: IO[bytes], head: bytes, found: OdpSource, progress: Callable[[int], None] | None
) -> None:
    for piece in _chunks(file, head, b"\n", progress):
        for line in piece.decode("utf-8-sig", "replace").split("\n"):
            fields = line.rstrip("\r").split("\t")
            path = next((f for f in fields if "/" in f and "://" not in f), "")
            if path:
                _add_path(path, found)
            elif line.strip():
                found.unreadable += 1


def _clean(value: str) -> str:
    return _CONTROL.sub("", html.unescape(value) if "&" in value else value)


def _add_path(value: str, found: OdpSource) -> None:
    path = _clean(value).strip().strip("/").removeprefix("Top/")
    if path in ("", "Top"):
        return
    if path.partition("/")[0] in _LEFT_OUT or path.startswith("Kids_and_Teens/International"):
        found.left_out += 1
    else:
        found.paths[path] = None


def _add_link(name: str, target: str, found: OdpSource) -> None:
    if target.partition("/")[0] not in _LEFT_OUT:
        found.links.append((name.rpartition("/")[2], target.strip("/")))


def compile_odp(source: OdpSource) -> tuple[dict[str, Array], int]:
    """Return the arrays of a directory, and the number of links whose category is not there."""
    is_bar = _letter_bars(source)
    nodes: dict[tuple[int, str], int] = {}
    by_path: dict[str, int] = {}
    parents, texts = [0], [ROOT.label]

    def node_of(path: str) -> int:
        known = by_path.get(path)
        if known is not None:
            return known
        above, _, last = path.rpartition("/")
        parent = node_of(above) if above else 0
        text = " ".join(last.replace("_", " ").split())
        if path in is_bar or not text:
            number = parent
        else:
            number = nodes.setdefault((parent, text), len(parents))
            if number == len(parents):
                parents.append(parent)
                texts.append(text)
        by_path[path] = number
        return number

    for path in source.paths:
        if path.count("/") > 60:
            source.unreadable += 1
        else:
            node_of(path)
    inverted = {(" ".join(reversed(t.split(", "))), n) for n, t in enumerate(texts) if t.count(", ") == 1}
    links = inverted | {
        (" ".join(n.replace("_", " ").split()), by_path[t]) for n, t in source.links if t in by_path
    }
    dangling = sum(t not in by_path for _, t in source.links)
    nodes.clear()
    by_path.clear()
    return _arrays(parents, texts, sorted(pair for pair in links if pair[0] and pair[1])), dangling


def _letter_bars(source: OdpSource) -> set[str]:
    """Paths that end in the letter of a letter bar: those that the dump marks, or one of many letters side by side."""
    letters: dict[str, set[str]] = {}
    for path in source.paths:
        parts = path.split("/")
        for i, part in enumerate(parts[1:], 1):
            if len(part) == 1 or part == "0-9":
                letters.setdefault("/".join(parts[:i]), set()).add(part)
    marked: dict[str, set[str]] = {}
    for bar in source.bars:
        above, _, last = bar.rpartition("/")
        if len(last) <= 3:
            marked.setdefault(above, set()).add(last)
    found = {f"{above}/{letter}" for above, seen in marked.items() for letter in seen}
    return found | {
        f"{above}/{letter}"
        for above, seen in letters.items()
        if len(seen) >= _MANY_LETTERS
        for letter in seen
    }


def _arrays(
    parents: Sequence[int], texts: Sequence[str], links: Sequence[tuple[str, int]]
) -> dict[str, Array]:
    labels = sorted({*texts, *(name for name, _ in links)})
    labels = [labels[i] for i in lexicon_order(labels)]
    number = {label: i for i, label in enumerate(labels)}
    parent = np.array(parents, dtype=np.uint32)
    label_of = np.array([number[t] for t in texts], dtype=np.uint32)
    n = len(parent)
    hyponyms, leaves, depths = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    has_child = np.zeros(n, dtype=bool)
    has_child[parent[1:]] = True
    for i in range(1, n):
        depths[i] = depths[parents[i]] + 1
    for level in range(int(depths.max()), 0, -1):
        at = np.flatnonzero(depths == level)
        np.add.at(hyponyms, parent[at], hyponyms[at] + 1)
        np.add.at(leaves, parent[at], leaves[at] + ~has_child[at])
    child_starts, children = _group(parent[1:], np.arange(1, n, dtype=np.uint32), n)
    bearer = np.array([*range(n), *(node for _, node in links)], dtype=np.uint32)
    borne = np.concatenate([label_of, np.array([number[name] for name, _ in links], dtype=np.uint32)])
    bearer_starts, bearers = _group(borne, bearer, len(labels))
    name_starts, names = _group(bearer[n:], borne[n:], n)
    return {
        **lexicon_arrays(labels, "label"),
        "parents": parent,
        "node_labels": label_of,
        "hyponyms": hyponyms.astype(np.uint32),
        "leaves": leaves.astype(np.uint32),
        "depths": depths.astype(np.uint8),
        "child_starts": child_starts,
        "children": children,
        "bearer_starts": bearer_starts,
        "bearers": bearers,
        "name_starts": name_starts,
        "names": names,
    }


def _group(keys: Array, values: Array, groups: int) -> tuple[Array, Array]:
    """Return values grouped by key (0 to groups-1), in their own order: (starts (groups + 1,), values)."""
    starts = np.zeros(groups + 1, dtype=np.uint32)
    np.cumsum(np.bincount(keys, minlength=groups), out=starts[1:])
    return starts, values[np.argsort(keys, kind="stable")]
