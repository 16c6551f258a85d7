"""A table of a definition file being read: what is wrong in it is a DefinitionError with the place."""

from sanitizer.common.arguments import kind_of
from sanitizer.control import toml_table
from sanitizer.relational.definition.definition import DefinitionError

__all__ = ["TomlTable", "kind_of"]


class TomlTable(toml_table.TomlTable):
    """One table of a definition."""

    error = DefinitionError
