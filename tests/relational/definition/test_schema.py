"""The definition: what is wrong is said with its place."""

from pathlib import Path
from typing import Any

import pytest

from sanitizer.relational.definition.definition import DefinitionError, HierarchySpec, Kind, Role
from sanitizer.relational.definition.schema import load_definition, parse_definition

QUASI = {"age": {"role": "quasi", "type": "number"}}


def test_a_whole_definition(tmp_path: Path) -> None:
    file = tmp_path / "release.toml"
    file.write_text(
        """
        [[source]]
        path = "people.csv"
        delimiter = ";"
        [[source]]
        url = "sqlite:///notes.db"
        table = "notes"
        key = "id"
        [output]
        path = "out.parquet"
        sidecar = "private/out.persons"
        [privacy]
        k = 5
        [[privacy.model]]
        name = "l-diversity"
        attribute = "disease"
        l = 3
        [method]
        partitioner = "mondrian"
        lambda = "auto"
        [attribute.id]
        role = "identifier"
        [attribute.age]
        role = "quasi"
        type = "number"
        entity = "age"
        hierarchy = { made = "ranges", fanout = 4 }
        [attribute.disease]
        role = "sensitive"
        [attribute.note]
        role = "text"
        """
    )
    d = load_definition(file)
    assert (d.k, d.method.lambda_, d.method.partitioner) == (5, "auto", "mondrian")
    assert [s.format for s in d.sources] == ["csv", "sql"]
    assert d.output is not None and d.output.format == "parquet"
    age = d.attribute("age")
    assert (age.role, age.kind, age.entity) == (Role.QUASI, Kind.NUMBER, "AGE")
    assert age.hierarchy == HierarchySpec(made="ranges", fanout=4)
    assert d.models[0].l == 3
    assert d.resolve("out.parquet") == tmp_path / "out.parquet"


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "definition: no [attribute.NAME] table: say what each column is (sanitizer scan proposes it)"),
        (
            {"attribute": {"age": {"role": "quazi"}}},
            'definition: attribute.age.role: "quazi" is not possible; one of: '
            "identifier, quasi, text, sensitive, insensitive, ignore (did you mean 'quasi'?)",
        ),
        (
            {"attribute": {"age": {"type": "number"}}},
            "definition: attribute.age.role: missing; one of: "
            "identifier, quasi, text, sensitive, insensitive, ignore",
        ),
        (
            {"attribute": {"age": {"rol": "quasi"}}},
            "definition: attribute.age.rol: unknown key (did you mean 'role'?)",
        ),
        (
            {"attribute": {"age": {"role": "quasi", "hierachy": {}}}},
            "definition: attribute.age.hierachy: unknown key (did you mean 'hierarchy'?)",
        ),
        (
            {"attribute": QUASI, "privacy": {"k": "5"}},
            "definition: privacy.k: a whole number is needed, not a string",
        ),
        ({"attribute": QUASI, "privacy": {"k": 0}}, "definition: privacy.k: 0 is out of bounds (at least 1)"),
        (
            {"attribute": QUASI, "privacy": {"k": True}},
            "definition: privacy.k: a whole number is needed, not true/false",
        ),
        ({"attribute": QUASI, "method": {"lambda": 1.5}}, "definition: method.lambda: 1.5 is out of bounds (0 to 1)"),
        ({"attribute": QUASI, "method": {"lambda": "best"}}, 'definition: method.lambda: 0 to 1, or "auto"'),
        (
            {"attribute": QUASI, "method": {"lamda": 1}},
            "definition: method.lamda: unknown key (did you mean 'lambda'?)",
        ),
        (
            {"attribute": QUASI, "source": {"path": "a.csv"}},
            "definition: source: write [[source]] (a list of tables), not [source]",
        ),
        (
            {"attribute": QUASI, "source": [{"path": "a.csv"}, {"path": "b.csv"}]},
            "definition: source[2].key: the second and later sources need the column(s) that join them to those before",
        ),
        (
            {"attribute": QUASI, "source": [{}]},
            "definition: source[1].path: give either path (a file) or url (a database)",
        ),
        (
            {"attribute": QUASI, "source": [{"url": "sqlite:///a.db"}]},
            "definition: source[1].table: a database needs either table or query",
        ),
        (
            {"attribute": QUASI, "privacy": {"model": [{"name": "l-diversity", "attribute": "x", "l": 2}]}},
            'definition: privacy.model[1].attribute: there is no attribute "x"',
        ),
        (
            {"attribute": QUASI, "privacy": {"model": [{"name": "l-diversity", "attribute": "age", "l": 2}]}},
            'definition: privacy.model[1].attribute: "age" must have role = "sensitive"',
        ),
        (
            {"attribute": QUASI, "privacy": {"model": [{"name": "l-diversity"}]}},
            "definition: privacy.model[1].attribute: l-diversity needs the sensitive attribute it is about",
        ),
        (
            {"attribute": {"age": {"role": "quasi", "hierarchy": {}}}},
            "definition: attribute.age.hierarchy: give exactly one of made, file, levels, taxonomy",
        ),
        (
            {"attribute": {"age": {"role": "quasi", "hierarchy": {"levels": [["a", "*"], ["b"]]}}}},
            "definition: attribute.age.hierarchy.levels: every row needs the same number of levels",
        ),
        (
            {"attribute": {"age": {"role": "quasi", "least": 3, "limit": 2}}},
            "definition: attribute.age.least: 3 is above the limit 2",
        ),
        (
            {"attribute": {"name": {"role": "identifier"}}},
            'definition: no attribute with role = "quasi" or "text": there is nothing to recode',
        ),
    ],
)  # fmt: skip
def test_exact_messages(values: dict[str, Any], message: str) -> None:
    with pytest.raises(DefinitionError) as caught:
        parse_definition(values)
    assert str(caught.value) == message


def test_a_file_that_is_no_toml(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text("k = = 5")
    with pytest.raises(DefinitionError, match=r"bad\.toml: not valid TOML"):
        load_definition(file)
    with pytest.raises(DefinitionError, match="the definition cannot be read"):
        load_definition(tmp_path / "none.toml")


def test_a_database_password_is_not_in_messages() -> None:
    d = parse_definition(
        {"attribute": QUASI, "source": [{"url": "postgresql://me:secret@host/db", "table": "t"}]}
    )
    assert "secret" not in d.sources[0].label
