"""Domain generalization hierarchies from files as knowledge bases: CSV in ARX's form, JSON, TOML.

- CSV: one row per leaf, ``;`` between the columns, from the value to the root:
``Barcelona;Catalonia;Spain;*``.
- JSON and TOML: nested tables from the root down, with a list of leaves at the bottom:
  ``{"Europe": {"Spain": ["Barcelona", "Madrid"]}}``.

A node is its label: it has one parent, wherever it stands. ``*`` is a root that says nothing."""

import csv
import json
import math
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from kb.base import Concept, KnowledgeBaseError, Sense
from kb.lookup_forms import first_known, normalize

_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
SUFFIXES: Final = (".csv", ".json", ".toml")


def open_dgh(path: Path | str, name: str | None = None) -> "Hierarchy":
    """Read a hierarchy. The prefix of its ids is ``name``, by default that of the file.

    Raises KnowledgeBaseError, with line and cure, when the file is missing or malformed."""
    path = Path(path)
    prefix = re.sub(r"[^a-z0-9]+", "_", (name or path.stem).lower()).strip("_") or "dgh"
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise KnowledgeBaseError(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise KnowledgeBaseError(f"{path}: line {line} is not UTF-8; save the file as UTF-8") from None
    if path.suffix == ".csv":
        parents = _from_rows(path, text)
    elif path.suffix in (".json", ".toml"):
        parents = _from_tree(path, _parse(path, text))
    else:
        raise KnowledgeBaseError(f"{path}: a hierarchy ends in one of {', '.join(SUFFIXES)}")
    return Hierarchy(prefix, parents)


class Hierarchy:
    """A tree (or several) of labels as a KnowledgeBase. ``parents`` maps a label to the one above, "" at a root."""

    closed: Final = True  # knows nothing of other bases' concepts
    classless: Final = True  # no value has an entity class: what lies above it says what it is

    def __init__(self, prefix: str, parents: Mapping[str, str]) -> None:
        self.name, self.prefix = f"dgh:{prefix}", prefix
        self._parents = dict(parents)
        self._children: dict[str, list[str]] = {}
        self._keys: dict[str, list[str]] = {}
        for label, parent in self._parents.items():
            self._keys.setdefault(normalize(label) or label, []).append(label)
            if parent:
                self._children.setdefault(parent, []).append(label)

    def senses(self, phrase: str) -> Sequence[Sense]:
        """Return the node with this label, in any case and number."""
        if phrase in self._parents:
            return [Sense(self._concept(phrase), False, "", 0.0)]
        keys = first_known(normalize(phrase), self._keys.__contains__, {})
        return [Sense(self._concept(label), False, "", 0.0) for key in keys for label in self._keys[key]]

    def hypernyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the node above, if any."""
        parent = self._parents.get(self._label(concept), "")
        return [self._concept(parent)] if parent else []

    def hyponyms(self, concept: Concept) -> Sequence[Concept]:
        """Return the nodes below, in the order of the file."""
        return [self._concept(label) for label in self._children.get(self._label(concept), ())]

    def lemmas(self, concept: Concept) -> Sequence[str]:
        """Return the label; none for ``*``."""
        label = self._label(concept)
        return [label] if label in self._parents and label != "*" else []

    def _concept(self, label: str) -> Concept:
        return Concept(f"{self.prefix}:{label}", label)

    def _label(self, concept: Concept) -> str:
        return concept.id.removeprefix(f"{self.prefix}:") if concept.prefix == self.prefix else ""


def _from_rows(path: Path, text: str) -> dict[str, str]:
    parents: dict[str, str] = {}
    lines: dict[str, int] = {}
    width = 0
    reader = csv.reader(text.splitlines(keepends=True), delimiter=";", strict=True)
    try:
        for row in reader:
            line = reader.line_num
            if any(_CONTROL.search(cell) for cell in row):
                raise KnowledgeBaseError(
                    f"{path}: line {line} holds a tab or another sign that cannot be shown"
                )
            if not row or row == [""]:
                continue
            if not width:
                width = len(row)
                if width == 1 and "," in row[0]:
                    raise KnowledgeBaseError(
                        f"{path}: line {line} has no ';'; separate the levels by ';', not ','"
                    )
            if len(row) != width:
                raise KnowledgeBaseError(
                    f"{path}: line {line} has {len(row)} columns, the first has {width}; give each value all levels"
                )
            if "" in (cell.strip() for cell in row):
                column = [cell.strip() for cell in row].index("") + 1
                raise KnowledgeBaseError(
                    f"{path}: line {line}, column {column} is empty; repeat the level below or write *"
                )
            _add_chain(path, line, [cell.strip() for cell in row], parents, lines)
    except csv.Error as error:
        raise KnowledgeBaseError(
            f"{path}: line {reader.line_num} is not CSV ({error}); check its quotation marks"
        ) from None
    if not parents:
        raise KnowledgeBaseError(f"{path}: is empty; give one row per value: value;level 1;level 2;...")
    if not any(parents.values()):
        raise KnowledgeBaseError(f"{path}: no value has a level above it; separate the levels by ';'")
    _refuse_cycles(path, parents)
    return parents


def _add_chain(
    path: Path, line: int, chain: Sequence[str], parents: dict[str, str], lines: dict[str, int]
) -> None:
    steps = [c for i, c in enumerate(chain) if not i or c != chain[i - 1]]
    if len(steps) != len(set(steps)):
        again = next(c for i, c in enumerate(steps) if c in steps[:i])
        raise KnowledgeBaseError(
            f"{path}: line {line} comes back to {again!r}; a value cannot lie above itself"
        )
    for child, parent in zip(steps, [*steps[1:], ""], strict=True):
        known = parents.setdefault(child, parent)
        lines.setdefault(child, line)
        if known != parent:
            raise KnowledgeBaseError(
                f"{path}: line {line} puts {child!r} under {parent or 'nothing'!r}, line {lines[child]} under "
                f"{known or 'nothing'!r}; a value has one parent: rename one of them"
            )


def _refuse_cycles(path: Path, parents: Mapping[str, str]) -> None:
    sound: set[str] = set()
    for label in parents:
        way: list[str] = []
        while label and label not in sound:
            if label in way:
                raise KnowledgeBaseError(f"{path}: {label!r} lies above itself ({' > '.join([*way, label])})")
            way.append(label)
            label = parents.get(label, "")
        sound.update(way)


def _parse(path: Path, text: str) -> Any:
    try:
        return json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except json.JSONDecodeError as error:
        raise KnowledgeBaseError(f"{path}: line {error.lineno} is not JSON ({error.msg})") from None
    except tomllib.TOMLDecodeError as error:
        raise KnowledgeBaseError(f"{path}: is not TOML ({error})") from None
    except RecursionError:
        raise KnowledgeBaseError(f"{path}: is nested too deeply for a hierarchy") from None


def _from_tree(path: Path, tree: Any) -> dict[str, str]:
    parents: dict[str, str] = {}
    if not isinstance(tree, dict) or not tree:
        raise KnowledgeBaseError(f'{path}: is not a hierarchy; write {{"root": {{"level": ["value", ...]}}}}')
    for label, parent in _walk(path, tree):
        if not label.strip():
            raise KnowledgeBaseError(f"{path}: an empty name under {parent!r}; name every node")
        if parents.setdefault(label, parent) != parent:
            raise KnowledgeBaseError(
                f"{path}: {label!r} stands under {parents[label] or 'nothing'!r} and under {parent!r}; a value has one "
                "parent: rename one of them"
            )
    _refuse_cycles(path, parents)
    return parents


def _walk(path: Path, tree: Any) -> Iterator[tuple[str, str]]:
    stack: list[tuple[Any, str]] = [(tree, "")]
    while stack:
        node, above = stack.pop()
        if isinstance(node, dict | list) and not node:
            raise KnowledgeBaseError(f"{path}: {above!r} holds nothing; give its values, or leave it out")
        if isinstance(node, dict):
            for label, below in node.items():
                yield str(label), above
                stack.append((below, str(label)))
        elif isinstance(node, list):
            for leaf in node:
                if isinstance(leaf, dict | list):
                    raise KnowledgeBaseError(
                        f"{path}: the list under {above!r} holds a table; lists hold values only"
                    )
                if (
                    isinstance(leaf, bool)
                    or leaf is None
                    or (isinstance(leaf, float) and not math.isfinite(leaf))
                ):
                    raise KnowledgeBaseError(
                        f"{path}: the list under {above!r} holds {leaf!r}; write texts or numbers"
                    )
                yield str(leaf), above
        elif node is not None:
            raise KnowledgeBaseError(
                f"{path}: {above!r} holds {node!r}; give a table of nodes or a list of values"
            )
