"""Say what an engine beyond memory cannot do, before anything is read."""

from sanitizer.errors import UsageError
from sanitizer.relational.choose_partitioner import candidates
from sanitizer.relational.columns.aggregates import aggregate_of
from sanitizer.relational.definition.definition import Attribute, Definition, Output, Role
from sanitizer.relational.scale.judge import MODELS
from sanitizer.relational.table.checks import check_method

CURE = "use --engine memory"
PARTITIONER = "columns"
PARTITIONERS = (PARTITIONER, "full-domain")


def check_supported(definition: Definition, engine: str) -> None:
    """Raise UsageError for what the engine would leave aside: one line that says what, and how to do it."""
    method, made = definition.method, definition.output or Output()
    usual = (method.cell_suppression, method.seed, method.order == "source")
    named = [str(definition.resolve(s.path)) for s in definition.sources]
    named += [str(definition.resolve(made.path))]
    faults: list[tuple[bool, str]] = [
        (bool(definition.named(Role.TEXT)), "texts"),
        (any(m.name not in MODELS for m in definition.models), "models beside k and those of sensitive columns"),
        (not definition.named(Role.QUASI), "tables without a quasi-identifier"),
        (
            method.partitioner not in (*PARTITIONERS, "auto"),
            f'partitioner = "{method.partitioner}" (in [method] say partitioner = "{PARTITIONER}")',
        ),
        (any(usual), "suppression of cells, a seed or the order of the source"),
        (any(a.pseudonym or a.operator for a in definition.attributes), "pseudonyms and operators"),
        (any(a.pram is not None for a in definition.attributes), "pram"),
        (any(a.top is not None or a.bottom is not None for a in definition.attributes), "top and bottom"),
        (any(aggregate_of(a, definition) != "range" for a in definition.named(Role.QUASI)), "aggregates"),
        (len(definition.sources) != 1, "several sources, or none"),
        (any(not s.url and s.format not in ("csv", "parquet", "sql") for s in definition.sources), "XML and workbooks"),
        (any(s.encoding.lower() not in ("", "utf-8", "utf8") for s in definition.sources), "encodings beside UTF-8"),
        (made.format not in ("csv", "parquet") and not made.url, "outputs in XML and workbooks"),
        (made.encoding.lower() not in ("utf-8", "utf8"), "outputs beside UTF-8"),
        (bool(made.sidecar), "sidecars"),
        (any(set("*?[") & set(name) for name in named), "names with *, ? or [, which are patterns to it"),
        (len(key_columns(definition)) > 1, "several columns that tell persons apart"),
    ]  # fmt: skip
    for wrong, what in faults:
        if wrong:
            raise UsageError(f"{definition.file}: --engine {engine} cannot do {what}: {CURE}")
    check_method(definition)


def check_chosen(definition: Definition, rows: int, engine: str) -> None:
    """Raise UsageError where ``partitioner = "auto"`` would compare others in memory with so few rows."""
    if definition.method.partitioner == "auto" and candidates(definition, rows) != (PARTITIONER,):
        raise UsageError(
            f'{definition.file}: with {rows} rows partitioner = "auto" compares partitioners that --engine {engine} '
            f'cannot do: say partitioner = "{PARTITIONER}", or {CURE}'
        )


def key_columns(definition: Definition) -> tuple[Attribute, ...]:
    """Return the identifiers that tell persons apart, as :func:`.table.persons.deciding` takes them."""
    identifiers = definition.named(Role.IDENTIFIER)
    chosen = tuple(a for a in identifiers if a.person)
    unsaid = tuple(a for a in identifiers if a.person is None)
    return chosen + unsaid if chosen and unsaid else chosen or unsaid
