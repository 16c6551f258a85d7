"""Releases that would have told who is who: each is refused in one line, or says less."""

import csv
import json
import os
import random
import re
import signal
import sqlite3
import sys
import tempfile
import unicodedata
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pandas as pd
import pytest

from sanitizer.documents.write import safe_cell
from sanitizer.relational import from_file, release
from sanitizer.relational.classes.frames import beside_number, of_life
from sanitizer.relational.io.same_database import address_of
from sanitizer.relational.io.write_files import plain_cell
from sanitizer.relational.scan.identifiers import by_name, has_shape, is_counter, tells_persons
from sanitizer.relational.table.joined import join
from sanitizer.relational.terms.own_names import find_own
from sanitizer.relational.verify.identity import _says, _sought
from sanitizer.text.fold import words
from sanitizer.types import Span
from tests.command import in_a_copy, run_command
from tests.relational.fakes import Given, Tree, parse
from tests.relational.tables import Run, write


def read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


SEVERAL_ROWS = [
    (f"{536900000 + i * 7919}", f"eva smith{i}", 20 + i % 50, "flu") for i in range(60) for _ in range(5)
]


# --- what is an identifier, and who is a person -----------------------------------------------------


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


FIRST = sorted(
    words("Helena Tomasz Priya Declan Ottoline Bartholomew Ngozi Ruaridh Zsofia Ignatius Marisol Thandiwe")
)
LAST = sorted(
    words(
        "Markovic Wieczorek Raghunathan Okonkwo Grabowska Whitcombe Adeyemi Maclachlan Szentmiklosi Quillfeather"
    )
)


def patients(seed: int) -> tuple[list[str], list[list[str]], set[str]]:
    """A table of patients: header, rows, and the values that nobody may read in a release."""
    draw = random.Random(seed)
    per_person, persons = 1 + seed % 5, draw.choice([24, 40])
    secret: set[str] = set()
    makers: dict[str, Callable[[int], str]] = {
        "patient_id": lambda i: f"P{1000 + i * 7}",
        "ssn": lambda i: f"{100 + i * 7 % 800}-{10 + i % 80}-{1000 + i * 37}",
        "name": lambda i: f"{FIRST[i % len(FIRST)]} {LAST[i * 3 % len(LAST)]}{'ova' * (i // 10 % 3)}",
        "login": lambda i: f"{LAST[i % 10].lower()}{i}",
        "email": lambda i: f"{FIRST[i % 12].lower()}{i}@clinic.example",
        "phone": lambda i: f"+44 7700 9{i * 911 % 100000:05d}",
        "device": lambda i: f"{i * 7919 % 65536:04x}-{i * 104729 % 65536:04x}-{i:04x}",
        "number": lambda i: str(i + 1),
    }
    chosen = draw.sample(sorted(makers), 3)
    if not {"patient_id", "ssn", "login", "email"} & set(chosen):
        chosen[0] = "patient_id"
    header = [*chosen, "sex", "birth_date", "weight", "ward", "visit"]
    rows: list[list[str]] = []
    for i in range(persons):
        own = [makers[name](i) for name in chosen]
        secret |= {v for v in own if len(v) > 3}
        sex, born = (
            draw.choice("FM"),
            f"19{draw.randrange(30, 99)}-{draw.randrange(1, 13):02d}-{draw.randrange(1, 29):02d}",
        )
        for _ in range(per_person):
            visit = f"2024-{draw.randrange(1, 13):02d}-{draw.randrange(1, 29):02d}"
            rows.append(
                [
                    *own,
                    sex,
                    born,
                    f"{draw.uniform(50, 99):.1f}",
                    draw.choice(["north", "south", "east"]),
                    visit,
                ]
            )
    if seed % 2:
        header = [f"c{i}" for i in range(len(header))]
    if seed % 3:
        draw.shuffle(rows)
    return header, rows, secret


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.finding("C1")
def test_any_table_of_patients_is_released_without_identities_or_refused(
    seed: int, tmp_path: Path, run: Run
) -> None:
    header, rows, secret = patients(seed)
    write(tmp_path / "a.csv", header, rows)
    status, _, told = run("release", "a.csv", "--auto", "-k", "3", "-o", "out.csv")
    if status:
        assert status in (1, 2) and len(told.strip().splitlines()) == 1
        assert not (tmp_path / "out.csv").exists()
        return
    released = (tmp_path / "out.csv").read_text(encoding="utf-8")
    assert not [v for v in secret if v in released]
    persons = int(re.search(r"persons: (?:each of the )?(\d+)", told)[1])  # type: ignore[index]
    assert persons <= len({row[0] for row in rows})  # no person counts twice
    assert not re.search(r"\b\d{4}-\d\d-\d\d\b", released) or _shared(tmp_path / "out.csv")


def _shared(path: Path) -> bool:
    """Whether every row of recoded cells is there three times at least."""
    rows = path.read_text(encoding="utf-8").splitlines()[1:]
    return all(rows.count(row) >= 3 for row in rows)


DEFINITION = """[[source]]
path = "a.csv"
[output]
path = "out.csv"
replace = true
sidecar = "private/persons"
report = "r.json"
[privacy]
k = {k}
[method]
seed = 0
{method}
[attribute.who]
role = "identifier"
[attribute.age]
role = "quasi"
type = "number"
entity = "AGE"
"""


@pytest.mark.parametrize("partitioner", ["cluster", "full-domain"])
@pytest.mark.finding("H1")
def test_the_order_of_rows_tells_nothing(partitioner: str, tmp_path: Path, run: Run) -> None:
    rows = [(f"w{i:03d}", 20 + i // 4) for i in range(80)]
    method = f'partitioner = "{partitioner}"'
    (tmp_path / "d.toml").write_text(DEFINITION.format(k=3, method=method))
    orders = set()
    for source in (rows, rows[::-1], random.Random(1).sample(rows, 80)):
        write(tmp_path / "a.csv", ("who", "age"), source)
        assert run("release", "d.toml")[0] == 0
        orders.add((tmp_path / "out.csv").read_bytes())
        assert [r["age"] for r in read(tmp_path / "out.csv")] == sorted(
            r["age"] for r in read(tmp_path / "out.csv")
        )
        status, said, _ = run("verify", "--definition", "d.toml")
        assert status == 0 and "warning" not in said
    assert len(orders) == 1
    (tmp_path / "d.toml").write_text(DEFINITION.format(k=3, method=method + '\norder = "source"'))
    status, _, told = run("release", "d.toml")
    assert status == 0 and "warning: the rows are in the order of the source" in told
    assert any("order of the source" in w for w in json.loads((tmp_path / "r.json").read_text())["warnings"])
    assert "warning: the order of the rows" in run("verify", "--definition", "d.toml")[1]


def test_pseudonyms_do_not_tell_the_order_of_the_source(tmp_path: Path, run: Run) -> None:
    text = DEFINITION.format(k=3, method="").replace(
        'role = "identifier"', 'role = "identifier"\npseudonym = true'
    )
    (tmp_path / "d.toml").write_text(text)
    numbers = []
    for last in ("w098", "w099"):  # another cell, another draw: who lacks one cannot draw again
        write(
            tmp_path / "a.csv", ("who", "age"), [*((f"w{i:03d}", 20 + i // 4) for i in range(40)), (last, 30)]
        )
        assert run("release", "d.toml")[0] == 0
        numbers.append([(r["who"], r["age"]) for r in read(tmp_path / "out.csv")])
    assert numbers[0] != numbers[1]


@pytest.mark.finding("M9")
def test_spellings_of_one_person_are_one_person(tmp_path: Path, run: Run) -> None:
    spellings = [
        "Zoë Lee",
        "Zoë Lee ",
        "ZOË LEE",
        "Zoe\u0308 Lee",
        "Zoë\u00a0Lee",
        "Zoë\u200b Lee",
        "Zoë  Lee",
    ]
    assert len(set(join(spellings).of.values())) == 1
    others = [(name, 40) for name in ("Bo Ek", "Cy Fry")]
    write(tmp_path / "a.csv", ("who", "age"), [*((s, 30) for s in spellings), *others])
    (tmp_path / "d.toml").write_text(DEFINITION.format(k=3, method=""))
    assert run("release", "d.toml")[0] == 0
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["persons"] == 3 and report["spellings_merged"] == 6
    assert {r["age"] for r in read(tmp_path / "out.csv")} == {"[30-40]"}
    (tmp_path / "d.toml").write_text(DEFINITION.format(k=4, method=""))
    status, _, told = run("release", "d.toml")
    assert status == 2 and "k = 4 is larger than the table: it has 3 person(s)" in told


def test_identifiers_that_do_not_agree_are_told(tmp_path: Path, run: Run) -> None:
    rows = [(f"w{i % 10}", 20 + i, f"visit {i}") for i in range(30)]
    write(tmp_path / "a.csv", ("who", "age", "visit"), rows)
    text = DEFINITION.format(k=3, method="") + '[attribute.visit]\nrole = "identifier"\n'
    (tmp_path / "d.toml").write_text(text)
    status, _, told = run("release", "d.toml")
    assert status == 2 and '30 persons are told apart by "who" and "visit", but "who" has 10 values' in told
    (tmp_path / "d.toml").write_text(
        text.replace('role = "identifier"', 'role = "identifier"\nperson = true', 1)
    )
    assert run("release", "d.toml")[0] == 0
    assert json.loads((tmp_path / "r.json").read_text())["persons"] == 10


# --- a person's own identifiers in the texts --------------------------------------------------------

NAMES = [
    "Bartholomew Whitcombe",
    "Declan Okonkwo",
    "Priya Raghunathan",
    "Tomasz Wieczorek",
    "Grace Brown",
    "Ann Lee",
]
CODES = ["QX-72-C3", "00221290", "536-90-4399", "MRN 4471", "a1b2c3d4"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("bartholomew whitcombe was seen", ["bartholomew whitcombe"]),
        ("then OKONKWO came, dokonkwo wrote", ["OKONKWO", "dokonkwo"]),
        ("login declan.okonkwo or declan_okonkwo99", ["declan.okonkwo", "declan_okonkwo"]),
        ("o k o n k w o; O-k-o-n-k-w-o", ["o k o n k w o", "O-k-o-n-k-w-o"]),
        (
            "Whit\u200bcombe, Whit**combe**, Whit\u00adcombe",
            ["Whit\u200bcombe", "Whit**combe**", "Whit\u00adcombe"],
        ),
        ("Rághunathan", ["Rághunathan"]),
        ("scan_00221290.pdf and 221290", ["00221290", "221290"]),
        ("qx72c3, QX 72 C3", ["qx72c3", "QX 72 C3"]),
        ("alee wrote to Lee", ["alee", "Lee"]),
        ("the brown coat, by the grace of", []),
        ("Brown came; Grace left", ["Brown", "Grace"]),
        ("sleep, agreed, annual", []),
    ],
)
def test_own_identifiers_are_found(text: str, found: list[str]) -> None:
    assert [text[a:b] for a, b, _ in find_own(text, [*NAMES, *CODES])] == found


def variants(value: str, draw: random.Random) -> str:
    text = draw.choice([value, value.lower(), value.upper(), unicodedata.normalize("NFD", value)])
    if draw.random() < 0.4:
        text = draw.choice(["", " ", ".", "-", "_", "\u200b", "\n"]).join(text)
    elif draw.random() < 0.5:
        text = draw.choice(["", " ", ".", "_", ", "]).join(re.split(r"\W+", text))
    return draw.choice(["saw ", "x_", "1 ", ""]) + text + draw.choice([" then", ".pdf", "", "_a"])


def test_what_the_release_removes_the_verification_does_not_find() -> None:
    draw = random.Random(5)
    seen = 0
    for _ in range(3000):
        value = draw.choice([*NAMES, *CODES])
        text = variants(value, draw)
        left = text
        for start, end, _ in reversed(find_own(text, [value])):
            left = left[:start] + "\ufffc" + left[end:]
        seen += _says(text, *_sought([value]))
        assert not _says(left, *_sought([value])), (value, text)
    assert seen > 1500


def test_texts_lose_the_identifiers_of_their_row(tmp_path: Path, run: Run) -> None:
    notes = [
        "{low} was seen.", "later {last} came.", "file scan_{code}.pdf is here.", "the login {glued} was used.",
        "{spaced} felt well.", "{dotted} wrote.",
    ]  # fmt: skip
    rows = []
    for i in range(12):
        name = f"{FIRST[i]} {LAST[i % 10]}"
        low = name.lower()
        first, last = low.split()
        code = f"QX-{10 + i}-C{i}"
        said = notes[i % 6].format(
            low=low,
            last=last,
            code=code.replace("-", ""),
            glued=first + last,
            spaced=" ".join(last),
            dotted=f"{first}.{last}",
        )
        rows.append((code, name, 30 + i, f"The patient felt well; {said}"))
    write(tmp_path / "a.csv", ("code", "who", "age", "note"), rows)
    text = (
        DEFINITION.format(k=3, method="")
        + '[attribute.code]\nrole = "identifier"\n[attribute.note]\nrole = "text"\n'
    )
    (tmp_path / "d.toml").write_text(text)
    assert run("release", "d.toml")[0] == 0
    released = (tmp_path / "out.csv").read_text(encoding="utf-8").lower()
    squeezed = re.sub(r"[^a-z0-9]", "", released)
    for code, name, *_ in rows:
        assert not any(part in squeezed for part in name.lower().split())
        assert re.sub(r"\W", "", code.lower()) not in squeezed
    status, said, _ = run("verify", "--definition", "d.toml")
    assert status == 0 and "of the row's own person: 0" in said
    broken = (tmp_path / "out.csv").read_text(encoding="utf-8").splitlines()
    persons = [
        json.loads(line)["person"] for line in (tmp_path / "private/persons").read_text().splitlines()[1:]
    ]
    last = rows[persons[-1]][1].split()[1].lower()
    (tmp_path / "out.csv").write_text(
        "\n".join([*broken[:-1], f"{broken[-1]} {last}"]) + "\n", encoding="utf-8"
    )
    status, said, _ = run("verify", "--definition", "d.toml")
    assert status == 1 and "an identifier of the row itself is left in the text" in said


# --- lists that the words around undo ----------------------------------------------------------------

YEARS = ["60s", "1966", "1978"]
TOWNS = ["Oslo", "Bern", "Riga", "Kyiv", "Minsk", "Sofia"]
LISTED = [
    *((y, "DATE", "DATETIME", "date") for y in [*YEARS, "1968"]),
    *((t, "GPE", "LOC", "place") for t in TOWNS),
]


@pytest.mark.parametrize(
    ("frame", "items", "said"),
    [
        ("She is in her {}.", YEARS, None),
        ("A man born {}.", YEARS, None),
        ("Class of {}.", ["1966", "1968", "1978"], None),
        ("It began in {}.", YEARS, None),  # decades and years
        ("It began in {}.", ["1966", "1968", "1978"], "It began in 1966, 1968 or 1978."),
        ("It began on 3 {}.", ["1966", "1968", "1978"], None),
    ],
)
def test_no_list_that_the_words_around_undo(frame: str, items: list[str], said: str | None) -> None:
    others = [f"Lives in {town}." for town in TOWNS]
    table = pd.DataFrame(
        {"age": ["30"] * 3 + ["60"] * 3 + ["90"] * 3, "text": [*(frame.format(w) for w in items), *others]}
    )
    made = release(
        table,
        {
            "privacy": {"k": 3},
            "method": {"order": "source", "wording": "plain"},
            "attribute": {"age": {"role": "quasi", "type": "number"}, "text": {"role": "text"}},
        },
        recognizers=[Given(LISTED)],
        parse=parse,
        knowledge=Tree(dict.fromkeys(TOWNS, "town"), dict.fromkeys([*TOWNS, "town"], "GPE")),
    )
    found = set(made.table["text"][:3])
    assert len(found) == 1
    if said is not None:
        assert found == {said}
    else:
        assert not any(w in text for text in found for w in items)


def test_what_stands_right_beside() -> None:
    for text, near, life in (
        ("in 75001 Lyon then", True, False),
        ("Lyon 3 times", True, False),
        ("went to Lyon, 3 times", False, False),
        ("in her late Lyon", False, True),
        ("D.O.B.: Lyon", False, True),
        ("on the Lyon birthday", False, True),
        ("the two Lyon shops", True, False),
    ):
        span = Span(text.index("Lyon"), text.index("Lyon") + 4)
        assert (beside_number(text, span), of_life(text, span)) == (near, life), text


# --- databases, files, leftovers --------------------------------------------------------------------

IN_BASE = """[[source]]
url = "{source}"
{what}
[output]
url = "{output}"
table = "{table}"
{replace}
[privacy]
k = 2
[method]
partitioner = "full-domain"
[attribute.name]
role = "identifier"
[attribute.age]
role = "quasi"
type = "number"
"""


@pytest.mark.parametrize("replace", ["", "replace = true"])
@pytest.mark.parametrize(
    ("source", "what", "output", "table"),
    [
        ("sqlite:///p.db", 'table = "people"', "sqlite:///{folder}/p.db", "people"),
        ("sqlite:///p.db", 'table = "people"', "sqlite:///./p.db", "PEOPLE"),
        ("sqlite:///p.db", 'table = "people"', "sqlite:///link.db", "people"),
        ("sqlite:///p.db", 'table = "people"', "sqlite:///hard.db", "people"),
        ("sqlite:///p.db", 'table = "seen"', "sqlite:///p.db", "people"),
        ("sqlite:///p.db", 'query = "select * from seen"', "sqlite:///p.db", "people"),
        ("sqlite:///p.db", 'table = "main.people"', "sqlite:///p.db", "People"),
    ],
)
@pytest.mark.finding("H7")
def test_a_source_table_is_never_dropped(
    source: str, what: str, output: str, table: str, replace: str, tmp_path: Path, run: Run
) -> None:
    with sqlite3.connect(tmp_path / "p.db") as base:
        base.execute("create table people (name text, age integer)")
        base.executemany("insert into people values (?, ?)", [(f"n{i}", 20 + i) for i in range(6)])
        base.execute("create view seen as select * from people")
    base.close()
    (tmp_path / "link.db").symlink_to("p.db")
    os.link(tmp_path / "p.db", tmp_path / "hard.db")
    text = IN_BASE.format(
        source=source, what=what, output=output.format(folder=tmp_path), table=table, replace=replace
    )
    (tmp_path / "d.toml").write_text(text)
    status, _, told = run("release", "d.toml")
    assert status == 2 and len(told.strip().splitlines()) == 1
    with sqlite3.connect(tmp_path / "p.db") as base:
        assert base.execute("select count(name), min(age) from people").fetchall() == [(6, 20)]
    base.close()


def test_addresses_of_one_database(tmp_path: Path) -> None:
    same = [
        "postgresql://a@localhost/x",
        "postgresql+psycopg://b:pw@LOCALHOST:5432/x",
        "postgresql://127.0.0.1:5432/x",
    ]
    assert len({address_of(url, tmp_path) for url in same}) == 1
    other = [
        "postgresql://localhost/y",
        "postgresql://localhost:5433/x",
        "postgresql://db.example/x",
        "mysql://localhost/x",
    ]
    assert len({address_of(url, tmp_path) for url in [same[0], *other]}) == 5


def test_rows_without_the_key_are_told(tmp_path: Path, run: Run) -> None:
    write(
        tmp_path / "a.csv",
        ("patient_id", "age"),
        [("" if i == 7 else f"P{i % 9:04d}", 20 + i % 9) for i in range(36)],
    )
    status, _, told = run("release", "a.csv", "--auto", "-o", "out.csv")
    assert status == 2 and '"patient_id", which would tell, is missing in 1 of 36 rows' in told
    status, _, told = run("release", "a.csv", "--auto", "-o", "out.csv", "--person", "patient_id")
    assert status == 2 and "1 of 36 rows do not say whose they are" in told


def test_another_table_is_replaced_only_when_asked(tmp_path: Path, run: Run) -> None:
    with sqlite3.connect(tmp_path / "p.db") as base:
        base.execute("create table people (name text, age integer)")
        base.executemany("insert into people values (?, ?)", [(f"n{i}", 20 + i) for i in range(6)])
    base.close()
    text = IN_BASE.format(
        source="sqlite:///p.db", what='table = "people"', output="sqlite:///p.db", table="made", replace="{}"
    )
    (tmp_path / "d.toml").write_text(text.replace("{}", ""))
    assert run("release", "d.toml")[0] == 0
    status, _, told = run("release", "d.toml")
    assert status == 2 and 'table "made" exists and replace = false' in told
    (tmp_path / "d.toml").write_text(text.replace("{}", "replace = true"))
    assert run("release", "d.toml")[0] == 0


def test_forms_that_are_no_table_are_told(tmp_path: Path, run: Run) -> None:
    sqlite3.connect(tmp_path / "p.sqlite").execute("create table t (a)").connection.close()
    (tmp_path / "x.jsonl").write_text('{"a": 1, "b": "x, y"}\n')
    (tmp_path / "a.csv").write_text("age,sex\n" + "20,f\n21,m\n" * 5)
    for arguments, said in (
        (("scan", "p.sqlite"), 'url = "sqlite:///p.sqlite"'),
        (("scan", "sqlite://me:secret@/p.sqlite"), "a scan reads files"),
        (("scan", "x.jsonl"), "JSON lines are no form of table"),
        (("release", "a.csv", "--auto", "-o", "o.jsonl"), "JSON lines are no form of table"),
        (("scan", "none.csv"), "none.csv does not exist"),
        (("release", "a.csv", "--auto", "-o", "o.csv", "--person", "sexe"), "did you mean 'sex'"),
        (("release", "d.toml", "--person", "sex"), "--person goes with --auto"),
    ):
        (tmp_path / "d.toml").write_text("")
        status, _, told = run(*arguments)
        assert status == 2 and said in told and len(told.strip().splitlines()) == 1 and "secret" not in told


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.finding("L5")
def test_document_types_are_refused_wherever_they_stand(encoding: str, tmp_path: Path, run: Run) -> None:
    text = f"<?xml version='1.0' encoding='{encoding}'?><!--{' ' * 5000}--><!DOCTYPE t [<!ENTITY a 'b'>]>"
    text += "<t><r x='&a;'/></t>"
    (tmp_path / "t.xml").write_bytes(text.encode(encoding))
    status, _, told = run("scan", "t.xml")
    assert status == 2 and "document type declarations are refused" in told


@pytest.mark.finding("L11")
def test_a_surplus_cell_is_told_with_its_line(tmp_path: Path, run: Run) -> None:
    (tmp_path / "t.csv").write_text("age,note\n20,well\n21,well, and more\n")
    status, _, told = run("scan", "t.csv")
    assert status == 2 and "line 3: 3 cells, but the header has 2" in told


@pytest.mark.finding("L6")
def test_cells_are_no_formulas(tmp_path: Path, run: Run) -> None:
    for cell in ("=1+2", "+cmd", "-x", "@a", "'=1", "\t=1"):
        assert safe_cell(cell) == "'" + cell and plain_cell(safe_cell(cell)) == cell
    for cell in ("-5", "+3.5", "-1e3", "plain", "", "'s", "[-3-5]"):
        assert safe_cell(cell) == cell and plain_cell(cell) == cell
    rows = [
        ("=HYPERLINK(1)", 20, "-2"),
        ("=HYPERLINK(1)", 20, "-2"),
        ("=HYPERLINK(1)", 21, "-3"),
        ("@x", 21, "-3"),
    ]
    write(tmp_path / "a.csv", ("job", "age", "score"), rows)
    (tmp_path / "d.toml").write_text(
        '[[source]]\npath = "a.csv"\n[output]\npath = "out.csv"\n[privacy]\nk = 2\n'
        '[attribute.job]\nrole = "sensitive"\n'
        '[attribute.age]\nrole = "quasi"\n[attribute.score]\nrole = "insensitive"\n'
    )
    assert run("release", "d.toml")[0] == 0
    cells = {(r["job"], r["score"]) for r in read(tmp_path / "out.csv")}
    assert cells == {("'=HYPERLINK(1)", "-2"), ("'=HYPERLINK(1)", "-3"), ("'@x", "-3")}
    status, said, _ = run("verify", "--definition", "d.toml")
    assert status == 0 and "warning" not in said


@pytest.mark.finding("M7")
def test_nothing_is_left_of_a_release_that_is_ended(tmp_path: Path) -> None:
    write(tmp_path / "a.csv", ("who", "age"), [(f"w{i}", 20 + i) for i in range(40)])
    (tmp_path / "d.toml").write_text(DEFINITION.format(k=3, method='partitioner = "full-domain"'))
    (tmp_path / "tmp").mkdir()

    def end(name: str) -> int:
        def work() -> None:
            tempfile.tempdir = str(tmp_path / "tmp")
            ended = patch.object(
                from_file, "verify", lambda *_, **__: os.kill(os.getpid(), getattr(signal, name))
            )
            with ended:
                sys.exit(run_command("release", "d.toml", cwd=tmp_path).returncode)

        return in_a_copy(work)

    def there() -> list[str]:
        return sorted(p.name for p in tmp_path.iterdir())

    assert end("SIGTERM") == 128 + signal.SIGTERM
    assert there() == ["a.csv", "d.toml", "tmp"] and not list((tmp_path / "tmp").iterdir())
    assert end("SIGKILL") == -signal.SIGKILL
    (left,) = set(there()) - {"a.csv", "d.toml", "tmp"}
    assert left.startswith(".out.csv.") and (tmp_path / left).stat().st_mode & 0o777 == 0o600
    assert not list((tmp_path / "tmp").iterdir())
    assert end("SIGTERM") == 128 + signal.SIGTERM
    assert there() == ["a.csv", "d.toml", "tmp"]  # what the killed run left is gone too
