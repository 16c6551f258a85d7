"""Name places in columns of Parquet by paths (`paths.py`), and write of a column what lies at them, in its type."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyarrow

from sanitizer.documents.formats import Fields
from sanitizer.documents.paths import Path, merged, only, path_of, replaced


@dataclass(frozen=True, slots=True)
class Paths:
    """Where the texts of a row lie, and the fields that are kept, by their names; a plain column is a path of one
    step."""

    text: Path
    keep: Mapping[str, Path]

    @classmethod
    def of(cls, fields: Fields, columns: Sequence[str]) -> "Paths":
        """Return the paths of the fields that are asked for; a name that is a column's, or begins with none, is no
        path."""

        def told(name: str) -> Path:
            path = path_of(name) or (name,)
            return path if name not in columns and path[0] in columns else (name,)

        return cls(told(fields.text), {name: told(name) for name in fields.keep})

    def columns(self, fields: Fields) -> Fields:
        """Return the fields that are asked for, each by the column that it lies in."""
        return replace(
            fields, text=str(self.text[0]), keep=tuple(dict.fromkeys(str(p[0]) for p in self.keep.values()))
        )

    @property
    def tops(self) -> list[str]:
        """The columns that all of them lie in, those that are kept first."""
        return list(dict.fromkeys(str(path[0]) for path in (*self.keep.values(), self.text)))

    @property
    def is_nested(self) -> bool:
        """Whether the texts lie inside of a column."""
        return len(self.text) > 1

    def column(self, row: Any, name: str, texts: Iterator[str] | None) -> Any:
        """Return a column of a table of one row with nothing but what lies at the paths, and its new texts where they
        are given."""
        paths = [path for path in (*self.keep.values(), self.text) if path[0] == name]
        kind = row.schema.field(name).type
        if all(len(path) == 1 for path in paths):
            return row.column(name)
        whole = {name: row.column(name)[0].as_py()}
        shape = only(whole, paths[0])
        for path in paths[1:]:
            shape = merged(shape, only(whole, path))
        if self.text[0] == name and texts is not None:
            shape = replaced(shape, self.text, lambda _: next(texts))
        return pyarrow.array([shape.get(name)], pruned(kind, [path[1:] for path in paths]))


def pruned(kind: Any, paths: Sequence[Path]) -> Any:
    """Return the type of what lies at paths inside of a type."""
    if any(not path for path in paths):
        return kind
    if (
        pyarrow.types.is_list(kind)
        or pyarrow.types.is_large_list(kind)
        or pyarrow.types.is_fixed_size_list(kind)
    ):
        inner = pruned(kind.value_type, [path[1:] for path in paths])
        return pyarrow.large_list(inner) if pyarrow.types.is_large_list(kind) else pyarrow.list_(inner)
    if not pyarrow.types.is_struct(kind):
        return kind
    own = [(field, [path[1:] for path in paths if path[0] == field.name]) for field in kind]
    return pyarrow.struct([field.with_type(pruned(field.type, rest)) for field, rest in own if rest])
