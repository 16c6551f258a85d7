"""Read and check a definition (a TOML file, or the same structure as a mapping) before any data are read.

Each message names the place in the file (``release.toml: attribute.age.role``), what is wrong, and what is possible.
"""

import codecs
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from sanitizer.common.arguments import kind_of
from sanitizer.relational.definition.choices import (
    DATES,
    FORMATS,
    LOSSES,
    NULL_MATCHING,
    ORDERS,
    PARTITIONERS,
    SEARCHES,
    TERM_RECODING,
    WITHOUT_PERSON,
    WORDINGS,
    guess_format,
)
from sanitizer.relational.definition.definition import (
    Definition,
    DefinitionError,
    Lambda,
    Method,
    Model,
    Output,
    Role,
    Source,
)
from sanitizer.relational.definition.read_attributes import known_type, read_attribute
from sanitizer.relational.definition.read_models import read_model
from sanitizer.relational.definition.toml_table import TomlTable

_TOP: Final = ("source", "output", "privacy", "method", "attribute")
_DIALECT: Final = ("path", "url", "format", "delimiter", "encoding", "null", "row", "table")
_SOURCE: Final = (*_DIALECT, "quote", "query", "key", "match")
_OUTPUT: Final = (*_DIALECT, "replace", "sidecar", "report")
_PRIVACY: Final = ("k", "model")
_METHOD: Final = (
    "partitioner", "lambda", "terms", "longest_list", "weight_attributes", "weight_terms", "null_matching",
    "suppression", "cell_suppression", "search", "loss", "wording", "dates", "seed", "order", "without_person",
    "direct", "keep", "types",
)  # fmt: skip


def load_definition(path: str | Path) -> Definition:
    """Read and check a definition file.

    Raises DefinitionError with the place and the cure; relative paths in it start at its folder.
    """
    path = Path(path)
    try:
        with path.open("rb") as stream:
            values = tomllib.load(stream)
    except OSError as error:
        raise DefinitionError(f"{path}: the definition cannot be read ({error.strerror})") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DefinitionError(f"{path}: not valid TOML: {error}") from error
    return parse_definition(values, file=path.name, base=path.parent)


def parse_definition(values: Mapping[str, Any], file: str = "definition", base: Path = Path()) -> Definition:
    """Return the definition in `values` (the structure of the TOML file), checked. Raises DefinitionError."""
    top = TomlTable(values, "", file, _TOP)
    for key in ("source", "privacy", "method"):
        if key in top and not top.table(key) and isinstance(top.table(key), Mapping | list):
            raise top.fail(key, "it says nothing; leave it out, or say what is meant")
    raw_sources = top.table("source")
    raw_output = top.table("output")
    raw_privacy = top.table("privacy")
    raw_method = top.table("method")
    raw_attributes = top.table("attribute")
    if not raw_attributes:
        raise DefinitionError(
            f"{file}: no [attribute.NAME] table: say what each column is (sanitizer scan proposes it)"
        )
    if not isinstance(raw_attributes, Mapping):
        raise DefinitionError(
            f"{file}: attribute: tables [attribute.NAME] are needed, not {kind_of(raw_attributes)}"
        )
    method = _method(raw_method if raw_method is not None else {}, file)
    attributes = tuple(read_attribute(name, raw, file, method.types) for name, raw in raw_attributes.items())
    k, models = _privacy(raw_privacy if raw_privacy is not None else {}, file)
    definition = Definition(
        attributes=attributes,
        k=k,
        models=models,
        method=method,
        sources=_sources(raw_sources, file),
        output=_output(raw_output, file) if raw_output is not None else None,
        base=base,
        file=file,
    )
    _check(definition)
    return definition


def _sources(raw: Any, file: str) -> tuple[Source, ...]:
    if raw is None:
        return ()
    if not isinstance(raw, list):
        raise DefinitionError(f"{file}: source: write [[source]] (a list of tables), not [source]")
    return tuple(_source(r, f"source[{i + 1}]", first=i == 0, file=file) for i, r in enumerate(raw))


def _source(raw: Any, where: str, first: bool, file: str) -> Source:
    t = TomlTable(raw, where, file, _SOURCE)
    path, url = t.text("path", blank=False), t.text("url", blank=False)
    if bool(path) == bool(url):
        raise t.fail("path", "give either path (a file) or url (a database)")
    source = Source(
        path=path,
        url=url,
        format=t.choice("format", FORMATS, "") or guess_format(path, url),
        delimiter=t.text("delimiter"),
        quote=t.text("quote", '"'),
        encoding=t.text("encoding"),
        null=_nulls(t),
        row=t.text("row", blank=False),
        table=t.text("table", blank=False),
        query=t.text("query", blank=False),
        key=t.texts("key", blank=False),
        match=t.number("match", 0.0, 0.0, 1.0) if "match" in t else None,
    )
    if first and (source.key or source.match is not None):
        raise t.fail(
            "key" if source.key else "match", "it is of the second and later sources, which are joined"
        )
    if url and bool(source.table) == bool(source.query):
        raise t.fail("table", "a database needs either table or query")
    _check_url(t, url)
    _check_dialect(t, source.delimiter or ",", source.quote, source.encoding)
    if not first and not source.key:
        raise t.fail("key", "the second and later sources need the column(s) that join them to those before")
    return source


def _nulls(t: TomlTable) -> tuple[str, ...]:
    null = t.texts("null", ("",))
    if not null:
        raise t.fail("null", 'the list is empty; leave it out, or write what means "missing"')
    return null


def _check_dialect(t: TomlTable, delimiter: str, quote: str, encoding: str) -> None:
    if len(delimiter) != 1:
        raise t.fail("delimiter", "one character is needed")
    if len(quote) > 1 or quote in ("\n", "\r", " "):
        raise t.fail("quote", "one character is needed, or none")
    if delimiter in ("\n", "\r", quote):
        raise t.fail("delimiter", "it must be neither the end of a line nor the quote")
    try:
        codecs.lookup(encoding or "utf-8")
    except LookupError as error:
        raise t.fail("encoding", f'"{encoding}" is no encoding; usual ones: utf-8, utf-16, cp1252') from error


def _check_url(t: TomlTable, url: str) -> None:
    if url:
        from sqlalchemy.engine import make_url
        from sqlalchemy.exc import ArgumentError

        try:
            make_url(url)
        except (ArgumentError, ValueError) as error:
            raise t.fail("url", 'not a database address; its form is "sqlite:///file.db"') from error


def _output(raw: Any, file: str) -> Output:
    t = TomlTable(raw, "output", file, _OUTPUT)
    path, url = t.text("path", blank=False), t.text("url", blank=False)
    if bool(path) == bool(url):
        raise t.fail("path", "give either path (a file) or url (a database)")
    output = Output(
        path=path,
        url=url,
        format=t.choice("format", FORMATS, "") or guess_format(path, url),
        delimiter=t.text("delimiter", ","),
        encoding=t.text("encoding", "utf-8"),
        null=t.text("null"),
        row=t.text("row", "row", blank=False),
        table=t.text("table", blank=False),
        replace=t.flag("replace", False),
        sidecar=t.text("sidecar", blank=False),
        report=t.text("report", blank=False),
    )
    _check_dialect(t, output.delimiter, '"', output.encoding)
    if url and not output.table:
        raise t.fail("table", "a database needs the table to write")
    _check_url(t, url)
    return output


def _privacy(raw: Any, file: str) -> tuple[int, tuple[Model, ...]]:
    t = TomlTable(raw, "privacy", file, _PRIVACY)
    k = t.integer("k", 2, 1) or 1
    raw_models = t.table("model")
    if raw_models is None:
        return k, ()
    if not isinstance(raw_models, list) or not raw_models:
        raise DefinitionError(f"{file}: privacy.model: write [[privacy.model]] (a list of tables)")
    return k, tuple(read_model(r, f"privacy.model[{i + 1}]", file) for i, r in enumerate(raw_models))


def _method(raw: Any, file: str) -> Method:
    t = TomlTable(raw, "method", file, _METHOD)
    lambda_: Lambda = 0.5
    if t.values.get("lambda") == "auto":
        lambda_ = "auto"
    elif isinstance(t.values.get("lambda"), str):
        raise t.fail("lambda", '0 to 1, or "auto"')
    else:
        lambda_ = t.number("lambda", 0.5, 0.0, 1.0)
    own = tuple(s.upper() for s in t.texts("types", blank=False))
    method = Method(
        partitioner=t.choice("partitioner", PARTITIONERS, "cluster"),
        lambda_=lambda_,
        terms=t.choice("terms", TERM_RECODING, "generalize"),
        longest_list=t.integer("longest_list", 3, 0) or 0,
        weight_attributes=t.number("weight_attributes", 1.0, 0.0),
        weight_terms=t.number("weight_terms", 1.0, 0.0),
        null_matching=t.choice("null_matching", NULL_MATCHING, "extended"),
        suppression=t.number("suppression", 0.0, 0.0, 1.0),
        cell_suppression=t.flag("cell_suppression", False),
        search=t.choice("search", SEARCHES, "optimal"),
        loss=t.choice("loss", LOSSES, "loss"),
        wording=t.choice("wording", WORDINGS, "grammar"),
        dates=t.choice("dates", DATES, "auto"),
        seed=t.integer("seed", 0, 0) or 0,
        order=t.choice("order", ORDERS, "sorted"),
        without_person=t.choice("without_person", WITHOUT_PERSON, "refuse"),
        direct=tuple(known_type(t, "direct", s, own) for s in t.texts("direct", blank=False)),
        keep=tuple(known_type(t, "keep", s, own) for s in t.texts("keep", blank=False)),
        types=own,
    )
    if method.weight_attributes + method.weight_terms == 0:
        raise t.fail("weight_attributes", "weight_attributes and weight_terms cannot both be 0")
    return method


def _check(d: Definition) -> None:
    """Check what no single table can say: the parts must fit each other."""
    names = {a.name for a in d.attributes}
    for i, model in enumerate(d.models):
        place = f"{d.file}: privacy.model[{i + 1}].attribute"
        if model.attribute and model.attribute not in names:
            raise DefinitionError(f'{place}: there is no attribute "{model.attribute}"')
        wanted = (Role.IDENTIFIER, Role.IGNORE) if model.name == "households" else (Role.SENSITIVE,)
        if model.attribute and d.attribute(model.attribute).role not in wanted:
            roles = " or ".join(f'"{role.value}"' for role in wanted)
            raise DefinitionError(f'{place}: "{model.attribute}" must have role = {roles}')
    if not d.named(Role.QUASI) and not d.named(Role.TEXT):
        raise DefinitionError(
            f'{d.file}: no attribute with role = "quasi" or "text": there is nothing to recode'
        )
    kept = [a for a in d.attributes if not a.dropped]
    if not kept:
        raise DefinitionError(f"{d.file}: every attribute is dropped: nothing would be released")
