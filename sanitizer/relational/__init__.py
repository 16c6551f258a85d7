"""Tables about people, made k-anonymous with as little loss as possible (docs/tables.md, docs/tables-engine.md)."""

from typing import TYPE_CHECKING, Any

from sanitizer.common.extras import need

if TYPE_CHECKING:
    from sanitizer.relational.definition.definition import Definition
    from sanitizer.relational.definition.schema import load_definition
    from sanitizer.relational.in_memory import release
    from sanitizer.relational.terms.sidecar import Release

__all__ = ["Definition", "Release", "load_definition", "release"]

need("tables", "sanitizer.relational")


def __getattr__(name: str) -> Any:
    """Import what is asked for only then: the engine alone needs neither language model nor knowledge bases."""
    if name in ("Release", "release"):
        from sanitizer.relational import in_memory as releasing

        return getattr(releasing, name)
    if name in ("Definition", "load_definition"):
        from sanitizer.relational.definition import schema

        return getattr(schema, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
