"""Tell identifiers and persons by names, shapes and cells of columns; refuse what cannot be told."""

import json
import re
from pathlib import Path

import pytest

from sanitizer.relational.scan.identifiers import by_name, has_shape, is_counter, tells_persons
from tests.relational.example import read
from tests.relational.tables import Run, write

SEVERAL_ROWS = [
    (f"{536900000 + i * 7919}", f"eva smith{i}", 20 + i % 50, "flu") for i in range(60) for _ in range(5)
]


@pytest.mark.finding("C1")
def test_identifiers_of_persons_with_several_rows_do_not_stay(tmp_path: Path, run: Run) -> None:
    write(tmp_path / "a.csv", ("ssn", "name", "age", "diagnosis"), SEVERAL_ROWS)
    status, _, told = run("release", "a.csv", "--auto", "-k", "5", "-o", "out.csv", "--report", "r.json")
    assert status == 0 and 'persons: 60 in 300 rows, told apart by "ssn"' in told
    released = read(tmp_path / "out.csv")
    assert list(released[0]) == ["age", "diagnosis"] and len(released) == 300
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["persons"] == 60 and report["classes"]["least"] >= 5  # persons, not rows
    assert report["uniqueness"]["columns_that_stay"] == {"persons": 0, "share": 0.0}
    assert "person = true" in (tmp_path / "out.toml").read_text()


def test_a_person_has_to_say_who_is_who_where_columns_do_not_agree(tmp_path: Path, run: Run) -> None:
    rows = [(f"Q{i % 7:03d}Z", f"W{i % 5:03d}V", 20 + i) for i in range(35)]
    write(tmp_path / "a.csv", ("patient_id", "login", "age"), rows)
    status, _, told = run("release", "a.csv", "--auto", "-o", "out.csv")
    assert status == 2 and len(told.strip().splitlines()) == 1
    assert "--person COLUMN" in told and '"patient_id" has 7 values' in told
    assert not (tmp_path / "out.csv").exists() and not (tmp_path / "out.toml").exists()
    status, _, told = run("release", "a.csv", "--auto", "-o", "out.csv", "--person", "patientid")
    assert status == 2 and "did you mean 'patient_id'" in told
    status, _, told = run("release", "a.csv", "--auto", "-o", "out.csv", "--person", "patient_id")
    assert status == 0 and "persons: 7 in 35 rows" in told
    assert list(read(tmp_path / "out.csv")[0]) == ["age"]


@pytest.mark.finding("C1")
def test_rows_are_not_counted_as_persons_silently(tmp_path: Path, run: Run) -> None:
    write(tmp_path / "a.csv", ("age", "sex"), [(20 + i % 9, "FM"[i % 2]) for i in range(40)])
    assert "each of the 40 rows counts as one" in run("release", "a.csv", "--auto", "-o", "out.csv")[2]


@pytest.mark.parametrize(
    "name",
    [
        "ssn", "SSN", "patient_id", "PatientID", "patientid", "mrn", "NHS No", "nhs_number", "nino", "name", "fullName",
        "surname", "first_name", "login", "user", "userId", "username", "email", "e-mail", "contact_email", "phone",
        "mobile number", "home_address", "street", "passport", "licence_no", "badge", "device_id", "hash", "ip",
        "ip_address", "mac", "hospitalNumber", "case no", "card", "account", "next_of_kin", "mother_name",
    ],
)  # fmt: skip
def test_names_of_identifiers(name: str) -> None:
    assert by_name(name).direct


@pytest.mark.parametrize(
    "name",
    [
        "age",
        "sex",
        "patient_age",
        "device_type",
        "account balance",
        "diagnosis",
        "weight",
        "city",
        "los",
        "c4",
    ],
)
def test_names_of_properties(name: str) -> None:
    assert not by_name(name).direct


def test_shapes_counters_and_dependences() -> None:
    for cells in (["P0001", "P0002"], ["536-90-4399"], ["a@b.c"], ["10.2.3.4"], ["QX-72-C3"], ["eva.smith1"]):
        assert has_shape(cells)
    for cells in (["J45.9", "E11"], ["70.5", "81.25"], ["52000"], ["flu"], ["asthma, mild"]):
        assert not has_shape(cells)
    assert is_counter([str(i) for i in range(1, 31) for _ in range(3)])
    assert not is_counter([str(18 + i % 40) for i in range(100)])
    who = [str(i) for i in range(30) for _ in range(3)]
    assert tells_persons(who, [[str(int(w) % 2) for w in who]])
    assert not tells_persons(who, [[str(i % 2) for i in range(90)]])


def test_a_scan_keeps_nothing_that_it_does_not_understand(tmp_path: Path, run: Run) -> None:
    rows = [(f"P{i:04d}", "FM"[i % 2], ("flu", "gout")[i % 2], i % 9, 60 + i % 30) for i in range(90)]
    write(tmp_path / "a.csv", ("patient_id", "sex", "diagnosis", "los", "weight"), rows)
    assert run("scan", "a.csv", "-o", "d.toml")[0] == 0
    text = (tmp_path / "d.toml").read_text()
    roles = dict(re.findall(r'\[attribute\."(\w+)"\]\nrole = "(\w+)"', text))
    assert roles == {
        "patient_id": "identifier", "sex": "quasi", "diagnosis": "sensitive", "los": "quasi", "weight": "quasi",
    }  # fmt: skip


def test_auto_refuses_where_what_stays_singles_out(tmp_path: Path, run: Run) -> None:
    ill = ["flu", "gout", "croup", "lupus", "angina", "asthma", "eczema", "rabies"]
    faiths = ["Jain", "Sikh", "Baha'i", "Quaker", "Shinto", "Druze", "Parsi", "Lutheran"]
    rows = [(30 + i % 3, ill[i % 8], faiths[i // 8 % 8]) for i in range(64)]
    write(tmp_path / "a.csv", ("age", "diagnosis", "religion"), rows)
    status, _, told = run("release", "a.csv", "--auto", "-o", "out.csv")
    assert status == 1 and "64 persons (100%) are the only ones with their values" in told
    assert not (tmp_path / "out.csv").exists()
