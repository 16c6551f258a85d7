"""Reads texts out of files, one at a time: folders, plain text, HTML, JSON lines, CSV, Parquet, MediaWiki dumps."""

import bz2
import csv
import gzip
import html
import io
import json
import lzma
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import IO, Any, Final
from xml.etree import ElementTree

import charset_normalizer
import zstandard

from corpora_stats.base import CountsError
from corpora_stats.extras import load

_KINDS: Final = {
    ".txt": "text",
    ".md": "text",
    ".html": "html",
    ".htm": "html",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".parquet": "parquet",
    ".xml": "mediawiki",
}
_PACKED: Final = (".gz", ".xz", ".zst", ".bz2")

LONGEST: Final = 32 << 20
"""Bytes of the longest text that is read: memory is bounded whatever the input."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text, what names it (title, id, file), by which it can be left out, and how much of its file was read."""

    names: tuple[str, ...]
    text: str
    read: int


def find(sources: list[Path]) -> list[Path]:
    """Return the readable files of these files and folders, in a fixed order. Raises CountsError when there is none."""
    files: list[Path] = []
    for source in sources:
        if source.is_dir():
            files += sorted(path for path in source.rglob("*") if path.is_file() and _kind(path) is not None)
        elif not source.exists():
            raise CountsError(f"{source} does not exist")
        elif _kind(source) is None:
            raise CountsError(
                f"{source}: cannot read this kind of file; known are {' '.join(_KINDS)}, packed or not"
            )
        else:
            files.append(source)
    if not files:
        raise CountsError(
            f"no file to read in {', '.join(map(str, sources))}; known kinds: {' '.join(_KINDS)}"
        )
    return files


def _kind(path: Path) -> str | None:
    name = path.name.lower()
    packing = next((ending for ending in _PACKED if name.endswith(ending)), "")
    return _KINDS.get(Path(name.removesuffix(packing)).suffix)


def read(path: Path, text_field: str = "text", id_field: str | None = None) -> Iterator[Text]:
    """Yield the texts of one file, streaming. Raises CountsError with file and place when it cannot be read."""
    kind = _kind(path)
    try:
        if kind == "parquet":
            yield from read_parquet(path, text_field, id_field)
            return
        with path.open("rb") as raw, closing(_unpack(path, raw)) as data:
            if kind in ("text", "html"):
                text = _decode(_short(data.read(LONGEST + 1), path), path)
                yield Text((path.name, path.stem), _strip_html(text) if kind == "html" else text, raw.tell())
            elif kind == "mediawiki":
                for names, text in _mediawiki(data):
                    yield Text(names, text, raw.tell())
            elif kind == "csv":
                for names, text in _csv(data, path, text_field, id_field):
                    yield Text(names, text, raw.tell())
            else:
                for names, text in _jsonl(data, path, text_field, id_field):
                    yield Text(names, text, raw.tell())
    except (OSError, EOFError, lzma.LZMAError, zstandard.ZstdError, ElementTree.ParseError) as error:
        raise CountsError(f"{path}: cannot be read to its end ({error})") from error


def _short(data: bytes, place: object) -> bytes:
    if len(data) > LONGEST:
        raise CountsError(
            f"{place}: one text of more than {LONGEST >> 20} MB; split it (a JSON line for each part, say)"
        )
    return data


def _unpack(path: Path, raw: IO[bytes]) -> IO[bytes]:
    name = path.name.lower()
    if name.endswith(".gz"):
        return gzip.open(raw)  # type: ignore[return-value]
    if name.endswith(".xz"):
        return lzma.open(raw)
    if name.endswith(".bz2"):
        return bz2.open(raw)
    if name.endswith(".zst"):
        reader: IO[bytes] = io.BufferedReader(zstandard.ZstdDecompressor().stream_reader(raw), 1 << 17)
        return reader
    return raw


def _decode(data: bytes, path: Path) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        best = charset_normalizer.from_bytes(data).best()
        if best is None:
            raise CountsError(
                f"{path}: the encoding of this text cannot be recognized; convert it to UTF-8"
            ) from None
        return str(best)


def _names(record: dict[str, Any], id_field: str | None) -> tuple[str, ...]:
    fields = (id_field,) if id_field else ("id", "title", "name")
    return tuple(str(record[field]) for field in fields if record.get(field) is not None)


def _jsonl(
    data: IO[bytes], path: Path, text_field: str, id_field: str | None
) -> Iterator[tuple[tuple[str, ...], str]]:
    for number, line in enumerate(iter(lambda: data.readline(LONGEST + 1), b""), 1):
        if not _short(line, f"{path}, line {number}").strip():
            continue
        try:
            record = json.loads(line)
            text = record[text_field]
        except (ValueError, KeyError, TypeError) as error:
            raise CountsError(
                f"{path}, line {number}: no JSON object with a field {text_field!r} ({error})"
            ) from error
        if isinstance(text, str):
            yield _names(record, id_field), text


def _csv(
    data: IO[bytes], path: Path, text_field: str, id_field: str | None
) -> Iterator[tuple[tuple[str, ...], str]]:
    csv.field_size_limit(LONGEST)
    lines = io.TextIOWrapper(data, encoding="utf-8-sig", errors="replace", newline="")
    rows = csv.DictReader(lines)
    if text_field not in (rows.fieldnames or ()):
        raise CountsError(
            f"{path}: no column {text_field!r}; it has {', '.join(rows.fieldnames or ['none'])}"
        )
    try:
        for row in rows:
            yield _names(row, id_field), row[text_field] or ""
    except csv.Error as error:
        raise CountsError(f"{path}, after line {rows.line_num}: no CSV that can be read ({error})") from error


def read_parquet(
    path: Path, text_field: str, id_field: str | None, groups: Sequence[int] | None = None
) -> Iterator[Text]:
    """Yield the texts of a Parquet file, or of these of its row groups. Raises CountsError."""
    pyarrow = load("pyarrow", "corpus", f"{path}: Parquet")
    parquet = load("pyarrow.parquet", "corpus", f"{path}: Parquet")
    try:
        file = parquet.ParquetFile(path)
        names = file.schema_arrow.names
        if text_field not in names:
            raise CountsError(f"{path}: no column {text_field!r}; it has {', '.join(names)}")
        fields = [field for field in ((id_field,) if id_field else ("id", "title", "name")) if field in names]
        done, size, rows = 0, path.stat().st_size, max(1, file.metadata.num_rows)
        for batch in file.iter_batches(batch_size=256, row_groups=groups, columns=[text_field, *fields]):
            for record in batch.to_pylist():
                done += 1
                yield Text(_names(record, id_field), record[text_field] or "", size * done // rows)
    except pyarrow.lib.ArrowException as error:
        raise CountsError(f"{path}: not a Parquet file that can be read ({error})") from error


class _TextOnly(HTMLParser):
    BREAKS: Final = re.compile("p|div|br|li|t[rdh]|h[1-6]|section|article|blockquote|title")

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in ("script", "style")
        if self.BREAKS.fullmatch(tag):
            self.parts.append("\n\n")

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in ("script", "style") and self._hidden > 0
        if self.BREAKS.fullmatch(tag):
            self.parts.append("\n\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.parts.append(data)


def _strip_html(text: str) -> str:
    parser = _TextOnly()
    parser.feed(text)
    parser.close()
    return "".join(parser.parts)


def _mediawiki(data: IO[bytes]) -> Iterator[tuple[tuple[str, ...], str]]:
    title = number = ""
    namespace, redirect = "0", False
    root = None
    for event, element in ElementTree.iterparse(data, events=("start", "end")):
        root = element if root is None else root
        tag = element.tag.rpartition("}")[2]
        if event == "start":
            if tag == "page":
                title, number, namespace, redirect = "", "", "0", False
            continue
        if tag == "title":
            title = element.text or ""
        elif tag == "id" and not number:
            number = element.text or ""
        elif tag == "ns":
            namespace = element.text or "0"
        elif tag == "redirect":
            redirect = True
        elif tag == "text" and namespace == "0" and not redirect:
            yield (title, number), strip_wikitext(element.text or "")
        if tag == "page":
            root.clear()  # what is read is forgotten: a dump has millions of pages


_WIKI_DROPPED: Final = re.compile(
    r"<!--.*?-->|<ref[^>/]*/>|<ref.*?</ref>|<(?:math|gallery|timeline)[^>]*>.*?</(?:math|gallery|timeline)>",
    re.S | re.I,
)
_WIKI_INNERMOST: Final = re.compile(r"\{\{[^{}]*\}\}|\{\|(?:(?!\{\|).)*?\|\}", re.S)
_WIKI_FILE: Final = re.compile(r"\[\[(?:File|Image|Category):(?:[^\[\]]|\[\[[^\[\]]*\]\])*\]\]", re.I)
_WIKI_LINK: Final = re.compile(r"\[\[(?:[^|\[\]]*\|)?([^|\[\]]*)\]\]")
_WIKI_OUTSIDE: Final = re.compile(r"\[https?://\S+ ?([^\]]*)\]")
_WIKI_HEADING: Final = re.compile(r"^=+\s*(.*?)\s*=+\s*$", re.M)
_TAG: Final = re.compile(r"</?\w[^>]*>")


def strip_wikitext(source: str) -> str:
    """Return the running text of a MediaWiki page: templates, tables, references and markup removed."""
    text = _WIKI_DROPPED.sub("", source)
    for _ in range(20):  # templates nest; deeper ones are damaged pages
        text, count = _WIKI_INNERMOST.subn("", text)
        if not count:
            break
    text = _WIKI_LINK.sub(r"\1", _WIKI_FILE.sub("", text))
    text = _WIKI_HEADING.sub(r"\n\n\1\n\n", _WIKI_OUTSIDE.sub(r"\1", text))
    return html.unescape(_TAG.sub(" ", text.replace("'''", "").replace("''", "")))
