# ruff: noqa: E501 (a case reads best on one line)
"""Who is a person, however the identifiers are spelled: fewer persons are the safe side."""

import csv
import json
import random
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.relational.table.joined_spellings import join
from tests.relational.tables import Run, write

DEFINITION = """
[[source]]
path = "a.csv"
[output]
path = "out.csv"
replace = true
report = "r.json"
sidecar = "private/persons"
[privacy]
k = 3
[attribute.pid]
role = "identifier"
{person}
[attribute.age]
role = "quasi"
type = "number"
"""


def ages(path: Path) -> set[str]:
    with path.open(newline="", encoding="utf-8") as stream:
        return {row["age"] for row in csv.DictReader(stream)}


FAMILY = [
    "Abara", "Brandt", "Castell", "Dunmore", "Eklund", "Farkas", "Gallo", "Hollis", "Iversen", "Jansky", "Kowal", "Lund",
]  # fmt: skip
GIVEN = [
    "Ada",
    "Boris",
    "Clara",
    "Dimitri",
    "Elsa",
    "Frank",
    "Greta",
    "Hugo",
    "Irene",
    "Jonas",
    "Karin",
    "Leo",
]
MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December"]  # fmt: skip
LOOKS = str.maketrans("aeopcx", "аеорсх")  # the letters of Cyrillic that look like these

WAYS: dict[str, Callable[[int], list[str]]] = {
    "numbers": lambda p: [f"{p + 1}", f"{p + 1}.0", f"0{p + 1}", f"{p + 1}e0"],
    "hyphens": lambda p: [f"NHS-{p:04d}", f"NHS\u2011{p:04d}", f"NHS {p:04d}", f"NHS{p:04d}"],
    "marks": lambda p: [f"S/{p}", f"S.{p}", f"S_{p:02d}", f"(S#{p})"],
    "thousands": lambda p: [f"{p + 1}000", f"{p + 1},000", f"{p + 1} 000", f"{p + 1}'000"],
    "orders": lambda p: [
        f"{GIVEN[p]} {FAMILY[p]}", f"{FAMILY[p]}, {GIVEN[p]}", f"{GIVEN[p][0]}. {FAMILY[p]}", f"{FAMILY[p]} {GIVEN[p]}",
    ],
    "middle names": lambda p: [
        f"{GIVEN[p]} Q. {FAMILY[p]}", f"{GIVEN[p]} {FAMILY[p]}", f"{FAMILY[p]}, {GIVEN[p][0]}. Q.", f"{FAMILY[p]} {GIVEN[p][0]}",
    ],
    "titles": lambda p: [
        f"Mr {GIVEN[p]} {FAMILY[p]}", f"Dr. {GIVEN[p]} {FAMILY[p]}", f"{GIVEN[p]} {FAMILY[p]} PhD", f"{GIVEN[p]} {FAMILY[p]}",
    ],
    "homoglyphs": lambda p: [
        f"x{FAMILY[p]}", f"x{FAMILY[p]}".translate(LOOKS), f"X{FAMILY[p]}".upper(), f"х{FAMILY[p]}",
    ],
    "apostrophes": lambda p: [f"O'{FAMILY[p]}", f"O’{FAMILY[p]}", f"O{FAMILY[p]}", f"O`{FAMILY[p]}"],
    "days": lambda p: [f"1961-{p + 1:02d}-14", f"14/{p + 1}/1961", f"14 {MONTHS[p]} 1961", f"{MONTHS[p][:3]} 14, 1961"],
    "days of two readings": lambda p: [f"{p + 1}.{p + 1}.1961", f"{p + 1}/{p + 1}/1961", f"1961-{p + 1:02d}-{p + 1:02d}"] * 2,
    "addresses": lambda p: [
        f"{GIVEN[p]}@x.org", f"mailto:{GIVEN[p]}@x.org", f"{GIVEN[p]}+news@X.org", f"{FAMILY[p]} <{GIVEN[p]}@x.org>",
    ],
    "diacritics": lambda p: [f"{FAMILY[p]} José", f"{FAMILY[p]} Jose", f"{FAMILY[p]} Jose\u0301", f"JOSÉ {FAMILY[p]}"],
    "digraphs": lambda p: [f"{FAMILY[p]} Müller", f"{FAMILY[p]} Mueller", f"{FAMILY[p]} Muller", f"{FAMILY[p]} MÜLLER"],
    "glued": lambda p: [f"{GIVEN[p]} {FAMILY[p]}", f"{GIVEN[p]}.{FAMILY[p]}", f"{GIVEN[p]}{FAMILY[p]}".lower(), f"{GIVEN[p]}_{FAMILY[p]}"],
    "prefixes": lambda p: [f"{p + 1}", f"P{p + 1}", f"P-{p + 1:03d}", f"No. {p + 1}"],
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_spellings_of_a_person_do_not_undo_k(way: str, tmp_path: Path, run: Run) -> None:
    rows = [(spelling, 20 + 3 * p) for p in range(12) for spelling in WAYS[way](p)]
    write(tmp_path / "a.csv", ("pid", "age"), rows)
    (tmp_path / "d.toml").write_text(DEFINITION.format(person=""))
    status, said, _ = run("release", "d.toml")
    assert status == 0
    report = json.loads((tmp_path / "r.json").read_text())
    assert report["persons"] == 12
    assert report["spellings_merged"] == len({spelling for spelling, _ in rows}) - 12
    assert all(age.startswith("[") for age in ages(tmp_path / "out.csv"))
    assert f"{report['spellings_merged']}" in said and not any(name in said for name in FAMILY)
    assert run("verify", "--definition", "d.toml")[0] == 0


@pytest.mark.parametrize(
    "spellings",
    [
        ["1", "10", "100", "1.5", "2"],
        ["P-17", "Q-17", "P-18", "PQ-17"],
        ["1-23", "12-3", "1-2-3"],
        ["Ada Okon", "Adam Okon", "Ada Abara", "Okonna Ad"],
        ["Ada Mary Okon", "Ada Jane Okon"],
        ["A. M. Okon", "A. J. Okon"],
        ["3/4/1961", "4/3/1961", "3/4/1962"],
        ["ada@x.org", "ada@y.org", "adam@x.org"],
        ["a", "b", "aa", "ab"],
        ["Müller", "Miller", "Moller"],
        ["Muller", "Mueller"],
        ["Ада", "Ода"],
        ["2020-01-01 10:00", "2020-01-01 10:01", "2020-01-01"],
        ["1" * 40, "1" * 39 + "2"],
    ],
)
def test_what_cannot_be_one_person_stays_apart(spellings: list[str]) -> None:
    assert len(set(join(spellings).of.values())) == len(spellings)


@pytest.mark.parametrize(
    ("spellings", "persons"),
    [
        (["A. Okon", "Ada Okon", "Adam Okon"], 1),  # he may be either: the fewest persons
        (["Muller", "Mueller", "Müller"], 1),
        (["1-23", "12-3", "123"], 1),
        (["3/4/1961", "4/3/1961", "3 April 1961"], 1),
        (["A. M. Okon", "Ada Okon"], 1),
        (["Okon AM", "Ada Mary Okon", "Bo Ek"], 2),
    ],
)
def test_who_may_be_one_person_is_one(spellings: list[str], persons: int) -> None:
    joined = join(spellings)
    assert len(set(joined.of.values())) == persons
    assert joined.possible == len(spellings) - persons or "Muller" in spellings


PIECES = ["Ada", "ada", "A.", "Adam", "Okon", "OKON", "Ökon", "O'Kon", "Mary", "M", "Dr", ",", " ", "-", ".", "0", "1", "01",
          "1e0", "12", "1961", "/", "4", "May", "@x.org", "+", "NHS", "а", "mailto:", "\u2011", "\u200b"]  # fmt: skip
SPELLING = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join)


def same(joined: dict[str, str]) -> set[tuple[str, str]]:
    return {(a, b) for a, b in combinations(sorted(joined), 2) if joined[a] == joined[b]}


@given(st.lists(SPELLING, min_size=1, max_size=12), st.randoms(use_true_random=False))
@settings(max_examples=300, deadline=None)
def test_the_order_of_rows_never_matters(spellings: list[str], draw: object) -> None:
    shuffled = list(spellings)
    draw.shuffle(shuffled)  # type: ignore[attr-defined]
    assert join(spellings).of == join(shuffled).of


@given(st.lists(SPELLING, min_size=1, max_size=12))
@settings(max_examples=300, deadline=None)
def test_what_stands_for_spellings_stands_for_itself(spellings: list[str]) -> None:
    stand = set(join(spellings).of.values())
    assert join(stand).of == {value: value for value in stand}


@given(st.lists(SPELLING, min_size=1, max_size=10), st.lists(SPELLING, max_size=6))
@settings(max_examples=300, deadline=None)
def test_more_rows_never_part_what_is_joined(spellings: list[str], more: list[str]) -> None:
    assert same(dict(join(spellings).of)) <= same(dict(join([*spellings, *more]).of))


@given(SPELLING)
@settings(max_examples=300, deadline=None)
def test_case_blanks_and_what_cannot_be_seen_make_no_other_person(spelling: str) -> None:
    others = {spelling.upper(), f" {spelling}\u00a0", f"\u200b{spelling}"}
    assert len(set(join([spelling, *others]).of.values())) == 1


# --- rows that do not say whose they are ------------------------------------------------------------


@pytest.mark.parametrize("nobody", ["", " ", "NULL", "n/a", "Unknown", "-", "?"])
@pytest.mark.parametrize("first", [0, 1])
def test_rows_of_nobody_are_refused(nobody: str, first: int, tmp_path: Path, run: Run) -> None:
    rows = [(f"p{p}" if row < first else nobody, 20 + 3 * p) for p in range(12) for row in range(4)]
    write(tmp_path / "a.csv", ("pid", "age"), rows)
    (tmp_path / "d.toml").write_text(DEFINITION.format(person="person = true"))
    status, _, told = run("release", "d.toml")
    assert status == 2 and len(told.strip().splitlines()) == 1
    assert f'{48 - 12 * first} of 48 rows do not say whose they are (missing: "pid"' in told
    assert not (tmp_path / "out.csv").exists()
    dropping = DEFINITION.format(person="person = true") + '[method]\nwithout_person = "drop"\n'
    (tmp_path / "d.toml").write_text(dropping)
    status, _, told = run("release", "d.toml")
    if not first:
        assert status == 2 and "no row says whose it is" in told
        return
    report = json.loads((tmp_path / "r.json").read_text())
    assert status == 0 and (report["persons"], report["rows"]) == (12, 12)
    assert report["dropped"] == {"rows that do not say whose they are": 36}
    assert run("verify", "--definition", "d.toml")[0] == 0


def test_an_identifier_with_gaps_does_not_decide(tmp_path: Path, run: Run) -> None:
    rows = [(f"p{p}", 20 + 3 * p, "" if row else f"0770 09{p:02d}") for p in range(12) for row in range(4)]
    write(tmp_path / "a.csv", ("pid", "age", "phone"), rows)
    text = DEFINITION.format(person="") + '[attribute.phone]\nrole = "identifier"\n'
    (tmp_path / "d.toml").write_text(text)
    status, _, told = run("release", "d.toml")
    assert status == 0 and 'warning: "phone": cells are missing' in told
    assert json.loads((tmp_path / "r.json").read_text())["persons"] == 12


def test_a_scan_says_how_many_spellings_it_joins(tmp_path: Path, run: Run) -> None:
    rows = [(spelling, 20 + p) for p in range(12) for spelling in WAYS["hyphens"](p)]
    write(tmp_path / "a.csv", ("nhs_number", "age"), rows)
    status, said, _ = run("scan", "a.csv", "-o", "d.toml", "--person", "nhs_number")
    assert status == 0 and "persons: 12 in 48 rows" in said and "36 spelling(s) joined" in said


# --- another identifier that says otherwise ---------------------------------------------------------


@pytest.mark.parametrize("way", ["declared", "auto", "together"])
@pytest.mark.parametrize("other", ["pid", "who"])
def test_a_number_of_visits_is_no_person(way: str, other: str, tmp_path: Path, run: Run) -> None:
    rows = [(f"V{4 * p + row:04d}", f"K-{p:03d}", 20 + 3 * p) for p in range(12) for row in range(4)]
    write(tmp_path / "a.csv", ("visit", other, "age"), rows)
    visit = '[attribute.visit]\nrole = "identifier"\n' + ("person = true\n" if way == "declared" else "")
    text = DEFINITION.format(person="").replace("[attribute.pid]", f"[attribute.{other}]") + visit
    (tmp_path / "d.toml").write_text(text)
    auto = ("release", "a.csv", "--auto", "-k", "3", "--person", "visit", "-o", "out.csv")
    status, _, told = run(*auto) if way == "auto" else run("release", "d.toml")
    assert status == 2 and len(told.strip().splitlines()) == 1
    assert f'but "{other}" has 12 values' in told and "person = false" in told
    assert not (tmp_path / "out.csv").exists()
    if way != "auto":  # the setting that says that it is meant
        (tmp_path / "d.toml").write_text(
            text.replace('role = "identifier"', 'role = "identifier"\nperson = false', 1)
        )
        assert run("release", "d.toml")[0] == 0
        assert json.loads((tmp_path / "r.json").read_text())["persons"] == 48


def test_names_in_common_are_no_persons(tmp_path: Path, run: Run) -> None:
    draw = random.Random(1)
    rows = [
        (f"K{p:04d}", draw.choice(GIVEN), draw.choice(FAMILY), draw.choice("NSE"), draw.randrange(20, 80))
        for p in range(60)
    ]
    write(tmp_path / "a.csv", ("pid", "given_name", "surname", "ward", "age"), rows)
    more = "".join(f'[attribute.{n}]\nrole = "identifier"\n' for n in ("given_name", "surname", "ward"))
    (tmp_path / "d.toml").write_text(DEFINITION.format(person="person = true") + more)
    assert run("release", "d.toml")[0] == 0
    assert json.loads((tmp_path / "r.json").read_text())["persons"] == 60


@pytest.mark.parametrize("role", ["quasi", "text", "sensitive", "ignore"])
def test_only_identifiers_tell_persons_apart(role: str, tmp_path: Path, run: Run) -> None:
    write(tmp_path / "a.csv", ("pid", "age"), [(p, 20 + p) for p in range(12)])
    (tmp_path / "d.toml").write_text(
        DEFINITION.format(person="person = true").replace('"identifier"', f'"{role}"')
    )
    status, _, told = run("release", "d.toml")
    assert status == 2 and "attribute.pid.person" in told
