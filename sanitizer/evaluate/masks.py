"""Gold annotations and masks of any system, in the file forms of the Text Anonymization Benchmark (TAB).

Gold is a list of ``{doc_id, text, annotations: {annotator: {entity_mentions: [...]}}}``; masks are
``{doc_id: [[start, end, replacement?], ...]}``, or several systems at once, ``{system: {doc_id: [...]}}``.
Offsets are half-open, in code points of ``text``. Files may be gzipped (by name: ``.gz``).
"""

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast, get_args

from sanitizer.check.report import DocumentReport
from sanitizer.errors import UsageError, unreadable

IdentifierType = Literal["DIRECT", "QUASI", "NO_MASK"]


@dataclass(frozen=True, slots=True)
class GoldMention:
    """A marked span; ``masked`` says whether the annotator wants this mention masked."""

    start: int
    end: int
    masked: bool


@dataclass(frozen=True, slots=True)
class GoldEntity:
    """All mentions that one annotator gave one ``entity_id``.

    As published, ``direct`` and ``entity_class`` are those of the first mention in the file, and the entity
    needs masking when any of its mentions does.
    """

    id: str
    annotator: str
    entity_class: str
    direct: bool
    mentions: tuple[GoldMention, ...]

    @property
    def needs_masking(self) -> bool:
        """Whether any mention is to be masked."""
        return any(mention.masked for mention in self.mentions)


@dataclass(frozen=True, slots=True)
class GoldDocument:
    """A text with the decisions of one or more annotators (``annotators`` names also those who marked
    nothing).
    """

    id: str
    text: str
    annotators: tuple[str, ...]
    entities: tuple[GoldEntity, ...]


@dataclass(frozen=True, slots=True)
class Mask:
    """A span that a system hides; ``replacement`` is what stands there instead (``None`` or "": removed)."""

    start: int
    end: int
    replacement: str | None = None


Masks: TypeAlias = Mapping[str, Sequence[Mask]]
"""Masks by document id."""


def load_json(path: Path) -> Any:
    """Return the value in a JSON file, plain or gzipped.

    Raises:
        UsageError: the file is missing, or is no JSON.
    """
    try:
        if path.suffix == ".gz":
            with gzip.open(path, "rt", encoding="utf-8") as stream:
                return json.load(stream)
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path}: {unreadable(error)}") from error
    except (ValueError, EOFError) as error:
        raise UsageError(f"{path} is no JSON ({type(error).__name__}): check which file was meant") from error


def parse_gold(value: Any, name: str = "gold") -> tuple[GoldDocument, ...]:
    """Return documents from TAB's JSON value; ``name`` goes into messages.

    Raises:
        UsageError: a key is missing, an offset lies outside the text, or a document id comes twice.
    """
    if not isinstance(value, list):
        raise UsageError(
            f"{name}: a list of annotated documents is needed, found {type(value).__name__} "
            "(sanitizer help measures shows the form)"
        )
    documents = tuple(_gold_document(entry, f"{name}, document {i}") for i, entry in enumerate(value))
    seen: set[str] = set()
    for i, document in enumerate(documents):
        if document.id in seen:
            raise UsageError(f"{name}, document {i}: its doc_id was used before; ids must be unique")
        seen.add(document.id)
    return documents


def read_gold(path: Path) -> tuple[GoldDocument, ...]:
    """Gold documents of a file (see :func:`parse_gold`)."""
    return parse_gold(load_json(path), str(path))


def _key(entry: Any, key: str, where: str) -> Any:
    if not isinstance(entry, dict) or key not in entry:
        raise UsageError(f"{where}: '{key}' is missing")
    return entry[key]


def _gold_document(entry: Any, where: str) -> GoldDocument:
    text, annotations = _key(entry, "text", where), _key(entry, "annotations", where)
    if not isinstance(text, str) or not isinstance(annotations, dict):
        raise UsageError(f"{where}: 'text' must be a string and 'annotations' an object by annotator")
    entities: list[GoldEntity] = []
    for annotator, marks in annotations.items():
        by_entity: dict[str, list[tuple[GoldMention, IdentifierType, str]]] = {}
        for j, mention in enumerate(_key(marks, "entity_mentions", f"{where}, {annotator}")):
            at = f"{where}, {annotator}, mention {j}"
            kind = _key(mention, "identifier_type", at)
            start, end = _offsets(
                (_key(mention, "start_offset", at), _key(mention, "end_offset", at)), len(text), at
            )
            if kind not in get_args(IdentifierType):
                raise UsageError(f"{at}: identifier_type must be DIRECT, QUASI or NO_MASK")
            by_entity.setdefault(str(_key(mention, "entity_id", at)), []).append(
                (GoldMention(start, end, kind != "NO_MASK"), kind, str(mention.get("entity_type", "UNKNOWN")))
            )
        for identifier, mentions in by_entity.items():
            _, kind, entity_class = mentions[0]
            entities.append(
                GoldEntity(
                    identifier, annotator, entity_class, kind == "DIRECT", tuple(m for m, _, _ in mentions)
                )
            )
    return GoldDocument(str(_key(entry, "doc_id", where)), text, tuple(annotations), tuple(entities))


def _offsets(pair: tuple[Any, Any], length: int, where: str) -> tuple[int, int]:
    start, end = pair
    if type(start) is not int or type(end) is not int or not 0 <= start < end <= length:
        raise UsageError(
            f"{where}: offsets must be whole numbers with 0 <= start < end <= {length} (characters)"
        )
    return start, end


def parse_masks(value: Any, name: str = "masks") -> dict[str, dict[str, tuple[Mask, ...]]]:
    """Return masks by system and document id; a file of a single system gets the system ``name``.

    Raises:
        UsageError: the value is neither of the two forms.
    """
    if not isinstance(value, dict):
        raise UsageError(f"{name}: an object with masks by document id is needed")
    if value and all(isinstance(entry, dict) for entry in value.values()):
        return {str(system): _system(entry, f"{name}, {system}") for system, entry in value.items()}
    return {name: _system(cast(dict[str, Any], value), name)}


def _system(value: dict[str, Any], where: str) -> dict[str, tuple[Mask, ...]]:
    result = {}
    for document, entries in value.items():
        if not isinstance(entries, list):
            raise UsageError(
                f"{where}, document '{document}': a list of [start, end, replacement?] is needed"
            )
        result[str(document)] = tuple(_mask(entry, f"{where}, document '{document}'") for entry in entries)
    return result


def _mask(entry: Any, where: str) -> Mask:
    if not isinstance(entry, list) or len(entry) not in (2, 3):
        raise UsageError(f"{where}: a mask is [start, end] or [start, end, replacement]")
    start, end = entry[0], entry[1]
    if type(start) is not int or type(end) is not int or not 0 <= start < end:
        raise UsageError(f"{where}: a mask needs whole numbers with 0 <= start < end")
    replacement = entry[2] if len(entry) == 3 else None
    if replacement is not None and not isinstance(replacement, str):
        raise UsageError(f"{where}: a replacement must be a string or null")
    return Mask(start, end, replacement)


def read_masks(path: Path) -> dict[str, dict[str, tuple[Mask, ...]]]:
    """Return masks of a file by system and document id (see :func:`parse_masks`); a single system is named by the
    file.
    """
    name = path.name.removesuffix(".gz").removesuffix(".json")
    return parse_masks(load_json(path), name)


def masks_from_report(documents: Iterable[DocumentReport]) -> dict[str, tuple[Mask, ...]]:
    """Return masks of a run of ours: the changes of the documents of its report."""
    return {
        document.id: tuple(Mask(c.span.start, c.span.end, c.replacement) for c in document.changes)
        for document in documents
    }


def apply_masks(text: str, masks: Sequence[Mask], filler: str = " ") -> str:
    """``text`` with each maximal masked stretch replaced.

    Where one mask has the stretch to itself and carries a replacement, that stands there; where masks
    overlap, or none carries one, ``filler`` does.
    """
    out: list[str] = []
    at = 0
    ordered = sorted(masks, key=lambda m: (m.start, m.end))
    i = 0
    while i < len(ordered):
        first, end, j = ordered[i], ordered[i].end, i + 1
        while j < len(ordered) and ordered[j].start < end:
            end = max(end, ordered[j].end)
            j += 1
        alone = j == i + 1 and first.replacement is not None
        out += [text[at : first.start], cast(str, first.replacement) if alone else filler]
        at, i = min(end, len(text)), j
    return "".join([*out, text[at:]])
