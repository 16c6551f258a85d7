"""The scan: types by content, names help, and what is not understood is personal."""

from pathlib import Path

import pandas as pd
import pytest

from sanitizer.relational.definition.definition import Kind, Role
from sanitizer.relational.definition.schema import load_definition, parse_definition
from sanitizer.relational.scan.columns import RoG, scan_column
from sanitizer.relational.scan.definition_file import definition_text, write_definition
from sanitizer.relational.scan.detect import cell_types
from sanitizer.relational.scan.headers import hints
from sanitizer.relational.scan.scan import scan_file, scan_table
from sanitizer.relational.scan.show import percent
from sanitizer.relational.table.plain_table import PlainTable


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("ann.smith@example.org", "EMAIL"),
        ("GB29NWBK60161331926819", "IBAN"),
        ("2021-03-02", "DATE"),
        ("3 May 1968", "DATE"),
        ("03:22:45", "TIME"),
        ("08/27", "DATE"),
        ("(380)232-4130", "PHONE"),
        ("+1-140-825-9448", "PHONE"),
        ("female", "GENDER"),
        ("Norway", "GPE"),
        ("Molyvos, Greece (MOL)", "GPE"),
        ("Jennifer", "PERSON"),
        ("848 00", "POSTCODE"),
    ],
)
def test_cells(text: str, kind: str) -> None:
    found = cell_types(text)
    assert max(found, key=lambda k: found[k]) == kind


@pytest.mark.parametrize("text", ["Having many children", "SUPER STAR", "Cabin-3 Beds (Ext.) [A3]", "412.0"])
def test_cells_that_are_nothing(text: str) -> None:
    assert all(confidence <= 0.5 for confidence in cell_types(text).values())


def column(name: str, cells: list[str | None]) -> tuple[str, Role, Kind]:
    found = scan_column(name, cells, RoG())
    return found.entity, found.role, found.kind


def test_roles() -> None:
    emails: list[str | None] = [f"p{i}@example.org" for i in range(30)]
    assert column("contact", emails) == ("EMAIL", Role.IDENTIFIER, Kind.CATEGORY)
    assert column("mail", [*emails[:3]] * 10)[1] is Role.IDENTIFIER  # direct, whoever shares it
    ages: list[str | None] = [str(20 + i % 40) for i in range(100)]
    assert column("age", ages) == ("AGE", Role.QUASI, Kind.NUMBER)
    assert column("votes", ages) == ("", Role.QUASI, Kind.NUMBER)  # not understood: treated
    dates: list[str | None] = [f"2021-03-{1 + i % 28:02d}" for i in range(50)]
    assert column("x", dates) == ("DATE", Role.QUASI, Kind.DATE)
    times: list[str | None] = [f"1900-01-01 {i % 24:02d}:{i:02d}:00" for i in range(50)]
    assert column("x", times) == ("TIME", Role.QUASI, Kind.CODE)
    assert column("id", [str(i) for i in range(50)])[1] is Role.IDENTIFIER
    odd: list[str | None] = [f"zq{i * 7919 % 1000}x" for i in range(50)]
    assert column("ref", odd)[1] in (Role.QUASI, Role.IDENTIFIER)  # not understood, unique: personal
    assert column("kind", ["red", "blue"] * 20) == ("", Role.QUASI, Kind.CATEGORY)
    assert column("sex", ["Male", "Female"] * 20)[:2] == ("GENDER", Role.QUASI)
    assert column("diagnosis", ["asthma", "flu"] * 20)[:2] == ("DISEASE", Role.SENSITIVE)
    notes: list[str | None] = [f"She came on day {i} and felt well again." for i in range(30)]
    assert column("note", notes)[1] is Role.TEXT
    assert column("empty", [None, None, ""])[1] is Role.IGNORE


def test_sentences_are_text_however_often_each_comes() -> None:
    notes: list[str | None] = [
        "Ann Ek came on 3 May 2021 with her sister.",
        "Seen by Dr Lund; it went away after two days.",
    ] * 30
    assert column("note", notes)[1] is Role.TEXT
    assert column("answer", ["I agree with it", "I do not agree", "I do not know"] * 20)[1] is Role.QUASI


def test_missing_cells_do_not_count() -> None:
    found = scan_column("x", [None] * 60 + ["2021-03-02"] * 40, RoG())
    assert (found.entity, found.percentage, found.nulls) == ("DATE", 1.0, 0.6)


def test_a_name_alone_decides_nothing() -> None:
    assert hints("departureDate") == {"DATE"} and hints("native-country") == {"GPE"}
    assert column("email", ["red", "blue"] * 20)[0] == ""
    assert column("price", ["ten", "two"] * 20)[0] == ""


def test_the_proposal_is_a_definition(tmp_path: Path) -> None:
    table = pd.DataFrame(
        {
            'odd "name"': ["red", "blue"] * 20,
            "age": [str(20 + i) for i in range(40)],
            "mail": [f"p{i}@example.org" for i in range(40)],
        }
    )
    table.to_csv(tmp_path / "t.csv", index=False)
    scan = scan_file(tmp_path / "t.csv", RoG(k=3))
    write_definition(scan, tmp_path / "release.toml")
    definition = load_definition(tmp_path / "release.toml")
    assert definition.k == 3 and definition.sources[0].path == "t.csv"
    assert [a.role for a in definition.attributes] == [Role.IDENTIFIER, Role.QUASI, Role.IDENTIFIER]
    import tomllib

    parse_definition(tomllib.loads(definition_text(scan_table(PlainTable.of_frame(table)), tmp_path)))


def test_auto_ends_in_a_verified_release_with_its_definition(tmp_path: Path) -> None:
    from sanitizer.commands import main

    table = pd.DataFrame(
        {"age": [str(20 + i % 30) for i in range(60)], "mail": [f"p{i}@example.org" for i in range(60)]}
    )
    table.to_csv(tmp_path / "t.csv", index=False)
    before = (tmp_path / "t.csv").read_bytes()
    with pytest.raises(SystemExit) as ended:
        main(["release", str(tmp_path / "t.csv"), "--auto", "-k", "4", "-o", str(tmp_path / "out.csv")])
    assert ended.value.code == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out.csv", "out.toml", "t.csv"]
    released = pd.read_csv(tmp_path / "out.csv")
    assert list(released.columns) == ["age"] and released["age"].value_counts().min() >= 4
    assert (tmp_path / "t.csv").read_bytes() == before
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(tmp_path / "out.csv"), "--definition", str(tmp_path / "out.toml")])
    assert ended.value.code == 0


def test_percents_do_not_round_to_none_or_all() -> None:
    shares = [0.0, 1e-6, 0.004, 0.006, 0.5, 0.996, 1.0]
    assert [percent(x) for x in shares] == ["0%", "<1%", "<1%", "1%", "50%", ">99%", "100%"]
