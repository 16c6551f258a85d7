"""Records of figures: frozen dataclasses with one form in JSON (no library is loaded for it: tables are released in
seconds)."""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, Final

FLAT: Final = {"flat": True}
"""Metadata of a field whose own keys stand among those of the record."""


def key(name: str) -> Mapping[str, str]:
    """Metadata of a field that has another name in the file."""
    return {"key": name}


class Figures:
    """Figures of a report; a base of frozen dataclasses.

    In JSON the fields stand in order, under their names or keys; one that has the value of its default is left out.
    """

    __slots__ = ()

    def to_json(self) -> Any:
        """As plain data, ready for :mod:`json`."""
        told: dict[str, Any] = {}
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            default = field.default
            if field.default_factory is not MISSING:
                default = field.default_factory()
            if default is not MISSING and value == default:
                continue
            if field.metadata.get("flat"):
                told |= plain(value)
            else:
                told[field.metadata.get("key", field.name)] = plain(value)
        return told


def plain(value: Any) -> Any:
    """Return a value of a record as JSON has it."""
    if isinstance(value, Figures):
        return value.to_json()
    if isinstance(value, Mapping):
        return {name: plain(inner) for name, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list | tuple) else value
