"""Release made-up tables of patients without identities, or refuse them."""

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.relational.example import FIRST, LAST
from tests.relational.tables import Run, write


def patients(seed: int) -> tuple[list[str], list[list[str]], set[str]]:
    """Return a table of patients: header, rows, and the values that nobody may read in a release."""
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
    """Return whether every row of recoded cells is there three times at least."""
    rows = path.read_text(encoding="utf-8").splitlines()[1:]
    return all(rows.count(row) >= 3 for row in rows)
