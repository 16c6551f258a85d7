"""A table of a definition file being read: what is wrong in it is a DefinitionError with the place."""

from sanitizer.control import toml_table
from sanitizer.relational.definition.definition import DefinitionError


class TomlTable(toml_table.TomlTable):
    """One table of a definition."""

    error = DefinitionError
