"""Read what a definition says of each column: its role, its values, its hierarchy, its operator."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from kb.values.date_order import ORDERS as DATE_ORDERS
from sanitizer.errors import UsageError, did_you_mean
from sanitizer.relational.definition.choices import AGGREGATES, HIERARCHIES, OPERATORS, TAXONOMIES
from sanitizer.relational.definition.definition import Attribute, DefinitionError, HierarchySpec, Kind, Role
from sanitizer.relational.definition.toml_table import TomlTable

_ATTRIBUTE: Final = (
    "role", "type", "entity", "hierarchy", "priority", "weight", "bias", "limit", "least", "pin", "dates", "person",
    "pseudonym", "operator", "top", "bottom", "aggregate", "pram",
)  # fmt: skip

_HIERARCHY: Final = ("made", "taxonomy", "file", "levels", "delimiter", "fanout", "width", "mask_length")


def read_attribute(name: str, raw: Any, file: str, own: tuple[str, ...]) -> Attribute:
    """Return the attribute that the table ``attribute.NAME`` of a definition describes; ``own`` are types of the
    user. Raises DefinitionError."""
    where = f"attribute.{name}"
    t = TomlTable(raw, where, file, _ATTRIBUTE)
    role = t.choice("role", [r.value for r in Role], "")
    if not role:
        raise t.fail("role", f"missing; one of: {', '.join(r.value for r in Role)}")
    kind = t.choice("type", [k.value for k in Kind], Kind.CATEGORY.value)
    raw = t.table("hierarchy")
    operator, options = _operator(t)
    attribute = Attribute(
        name=name,
        role=Role(role),
        kind=Kind(kind),
        entity=known_type(t, "entity", t.text("entity"), own) if t.text("entity") else "",
        hierarchy=_hierarchy(raw, f"{where}.hierarchy", file) if raw is not None else None,
        priority=t.number("priority", 1.0, 0.0),
        weight=t.number("weight", 1.0, 0.0),
        bias=t.number("bias", 0.0, -1.0, 1.0),
        limit=t.integer("limit", None, 0),
        least=t.integer("least", 0, 0) or 0,
        pin=t.integer("pin", None, 0),
        dates=t.choice("dates", DATE_ORDERS, ""),
        person=t.flag("person", False) if "person" in t else None,
        pseudonym=t.flag("pseudonym", False),
        operator=operator,
        options=options,
        top=t.number("top", 0.0, -math.inf) if "top" in t else None,
        bottom=t.number("bottom", 0.0, -math.inf) if "bottom" in t else None,
        aggregate=t.choice("aggregate", AGGREGATES, ""),
        pram=t.number("pram", 1.0, 0.0, 1.0) if "pram" in t else None,
    )
    _check_numbers(t, attribute)
    if attribute.pram is not None and (attribute.dropped or attribute.kind is not Kind.CATEGORY):
        raise t.fail("pram", 'it is of columns with type = "category" that are released')
    if operator:
        attribute = _typed(t, attribute)
    if attribute.pseudonym and attribute.role is not Role.IDENTIFIER:
        raise t.fail("pseudonym", 'only a column with role = "identifier" can have pseudonyms')
    if attribute.person and attribute.role is not Role.IDENTIFIER:
        raise t.fail("person", 'only a column with role = "identifier" tells persons apart')
    if attribute.limit is not None and attribute.least > attribute.limit:
        raise t.fail("least", f"{attribute.least} is above the limit {attribute.limit}")
    return attribute


def _check_numbers(t: TomlTable, attribute: Attribute) -> None:
    """Raise DefinitionError for what is of numbers alone, in a column of others."""
    for key in ("top", "bottom", "aggregate"):
        number = attribute.kind is Kind.NUMBER and (attribute.hierarchy is None or key != "aggregate")
        if key in t and not number:
            raise t.fail(key, 'it is of columns with type = "number" and without a hierarchy')
        if key in t and attribute.dropped:
            raise t.fail(key, "the column is dropped")
    if attribute.aggregate and attribute.role is not Role.QUASI:
        raise t.fail("aggregate", 'only a column with role = "quasi" is recoded')
    if attribute.top is not None and attribute.bottom is not None and attribute.bottom > attribute.top:
        raise t.fail("bottom", "it is above top")


def known_type(t: TomlTable, key: str, label: str, own: tuple[str, ...]) -> str:
    """Return a type of entities, in upper case: one of the eight classes, a type that is known, or of the `own`
    ones."""
    from sanitizer.recognize.entity_types import TYPES, fine_type
    from sanitizer.types import EntityClass

    name = label.upper()
    if name not in own and name not in EntityClass.__members__ and fine_type(label) not in TYPES:
        hint = did_you_mean(label, (*TYPES, *EntityClass.__members__, *own))
        raise t.fail(key, f'"{name}" is no type that is known{hint}; sanitizer types lists them')
    return name


def _operator(t: TomlTable) -> tuple[str, tuple[tuple[str, Any], ...]]:
    """Return the name and options of an operator, written as in [operators]: "hash" or { mask = { keep_last = 2 } }."""
    raw = t.table("operator")
    if raw is None:
        return "", ()
    if isinstance(raw, Mapping) and len(raw) == 1:
        name, options = next(iter(raw.items()))
    else:
        name, options = raw, {}
    if not isinstance(name, str) or not isinstance(options, Mapping):
        raise t.fail("operator", "a name is needed, or a table { mask = { keep_last = 2 } }")
    if name not in OPERATORS:
        raise t.fail("operator", f'"{name}" is not possible for a column; one of: {", ".join(OPERATORS)}')
    return name, tuple(sorted(options.items()))


def _typed(t: TomlTable, attribute: Attribute) -> Attribute:
    """Return the attribute with the fine type of its entity; everything about its operator but the key is checked."""
    from sanitizer.operators.policy import check
    from sanitizer.recognize.entity_types import TYPES, fine_type

    if attribute.role is not Role.IDENTIFIER:
        raise t.fail("operator", 'only a column with role = "identifier" can have an operator')
    if attribute.pseudonym:
        raise t.fail("operator", "give either operator or pseudonym = true")
    entity = fine_type(attribute.entity)
    if entity not in TYPES:
        said = f'"{attribute.entity}" is no type that is known' if attribute.entity else "missing"
        raise t.fail(
            "entity", f"{said}; an operator needs the type of the values: PERSON, EMAIL, PHONE, CODE, ..."
        )
    try:
        check({attribute.operator: dict(attribute.options)})
    except UsageError as error:
        raise t.fail("operator", str(error)) from error
    return replace(attribute, entity=entity)


def _hierarchy(raw: Any, where: str, file: str) -> HierarchySpec:
    t = TomlTable(raw, where, file, _HIERARCHY)
    made = t.choice("made", HIERARCHIES, "")
    taxonomy = t.choice("taxonomy", TAXONOMIES, "")
    path = t.text("file", blank=False)
    levels = t.table("levels")
    if sum((bool(made), bool(taxonomy), bool(path), levels is not None)) != 1:
        raise DefinitionError(f"{file}: {where}: give exactly one of made, file, levels, taxonomy")
    rows: tuple[tuple[str, ...], ...] = ()
    if levels is not None:
        ok = isinstance(levels, list) and levels and all(isinstance(r, list) and r for r in levels)
        if not ok or not all(isinstance(v, str) for r in levels for v in r):
            raise t.fail("levels", 'a list of rows is needed: [["Paris", "France", "*"], ...]')
        if len({len(r) for r in levels}) != 1:
            raise t.fail("levels", "every row needs the same number of levels")
        rows = tuple(tuple(r) for r in levels)
    if len(t.text("delimiter", ";")) != 1:
        raise t.fail("delimiter", "one character is needed")
    spec = HierarchySpec(
        made=made,
        file=path,
        taxonomy=taxonomy,
        levels=rows,
        delimiter=t.text("delimiter", ";"),
        fanout=t.integer("fanout", 3, 2) or 3,
        width=t.number("width", 0.0, 0.0),
        mask_length=t.integer("mask_length", 1, 1) or 1,
    )
    return spec
