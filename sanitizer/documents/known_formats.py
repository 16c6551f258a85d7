"""Look up formats of files: the shipped ones and those of plug-ins, by name and by the ending of a file's name."""

from collections.abc import Mapping
from pathlib import PurePath
from typing import Final

from sanitizer import plugins
from sanitizer.documents.csv_and_json_lines_format import Csv, Json, JsonLines
from sanitizer.documents.extra_formats import EXTRA, MAIL, MAILBOX, MARKDOWN
from sanitizer.documents.formats import DocumentFormat
from sanitizer.documents.subtitle_format import Subtitles
from sanitizer.documents.text_format import PlainText
from sanitizer.errors import UsageError, did_you_mean

SHIPPED: Final[Mapping[str, DocumentFormat]] = {
    "text": PlainText(),
    "markdown": MARKDOWN,
    "jsonl": JsonLines(),
    "csv": Csv(),
    "json": Json(),
    "mail": MAIL,
    "mailbox": MAILBOX,
    "subtitles": Subtitles(),
    **EXTRA,
}
_ALSO: Final = {"tab": "json"}
"""Older names of formats."""
PACKED: Final = (".gz", ".xz", ".zst")
"""Endings of files that are unpacked before they are read; the ending before them names the format."""


def known_formats() -> Mapping[str, DocumentFormat]:
    """Return all formats by name. Raises UsageError where a plug-in takes the name or an ending of another format."""
    added = plugins.without_clash("document_formats", set(SHIPPED))
    known: dict[str, DocumentFormat] = {**SHIPPED, **added}
    taken: dict[str, str] = {}
    for name, own in known.items():
        if not isinstance(own, DocumentFormat):
            raise UsageError(
                f"plug-in {plugins.origins('document_formats')[name]}: {name!r} is no DocumentFormat"
            )
        for suffix in own.suffixes:
            if suffix in taken:
                raise UsageError(
                    f"the formats {taken[suffix]!r} and {name!r} both read files named *{suffix}: leave one out by "
                    f"{plugins.VARIABLE}"
                )
            taken[suffix] = name
    return known


def format_called(name: str) -> DocumentFormat:
    """Return a format by its name. Raises UsageError where there is none."""
    known = known_formats()
    name = _ALSO.get(name, name)
    if name not in known:
        raise UsageError(
            f"--format {name}: no such format{did_you_mean(name, known)} (formats: {', '.join(known)})"
        )
    return known[name]


def name_of_format(file: str) -> str | None:
    """Return the name of the format that reads a file of this name, packed or not; None where none does."""
    suffixes = [suffix.lower() for suffix in PurePath(file).suffixes]
    if suffixes and suffixes[-1] in PACKED:
        suffixes.pop()
    return next((n for n, own in known_formats().items() if suffixes and suffixes[-1] in own.suffixes), None)


def ending(file: str) -> str:
    """Return the ending of the name of a file: of one that is packed both (".txt.gz")."""
    path = PurePath(file)
    inner = PurePath(path.stem).suffix if path.suffix.lower() in PACKED else ""
    return inner + path.suffix


def suffixes() -> frozenset[str]:
    """Return the endings of names of all files that a format reads."""
    return frozenset(suffix for own in known_formats().values() for suffix in own.suffixes)
