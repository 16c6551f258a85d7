"""Generated patient tables of all shapes through `sanitizer release --auto`: what is delivered, refused, left in clear.

Run: python bench/relational_auto.py [--tables 100] [--seed 1] [-k 5] [--show]

Names of columns are plain, short, in capitals, glued or c0..c19; persons have one row or several; identifiers are
written in one way or in several; cells are missing. In clear is an identity whose cell, or whose whole value in a text,
is in the release, and a birth date that one row alone has.
"""

import argparse
import contextlib
import csv
import io
import json
import random
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sanitizer.commands import main as command

GIVEN = ["Ada", "Boris", "Chen", "Dilek", "Emeka", "Fatima", "Goran", "Helena", "Ivo", "Jana", "Kofi", "Lena"]
FAMILY = [
    "Markovic",
    "Okonkwo",
    "Huber",
    "Whitcombe",
    "Raghunathan",
    "Novak",
    "Hartnoll",
    "Abara",
    "Sørensen",
    "Kim",
]
TOWNS = ["Leeds", "York", "Hull", "Graz", "Linz", "Lyon", "Porto", "Turin", "Brno", "Cork"]
ILLS = ["asthma", "diabetes", "gout", "influenza", "migraine", "epilepsy", "anemia"]
JOBS = ["nurse", "teacher", "baker", "clerk", "driver", "farmer", "lawyer"]
NOTES = ["{g} {f} felt better after two days.", "Seen by us in {t}; {g} works as a {j}.", "No change, {g} sleeps well.",
         "The patient ({a} years old) came from {t}.", "{f} asked for another appointment."]  # fmt: skip


@dataclass(frozen=True)
class Person:
    """What identifies somebody, and what is told of them."""

    identity: dict[str, str]
    traits: dict[str, str]


def draw(r: random.Random, number: int) -> Person:
    """Return a person with made identifiers."""
    given, family = r.choice(GIVEN), f"{r.choice(FAMILY)}{r.choice(['', '', '-Lee', 'ic'])}"
    age = r.randint(1, 95)
    digits = f"{r.randrange(10**9):09d}"
    login = f"{given[0]}{family}{number}".lower()
    identity = {
        "name": f"{given} {family}",
        "ssn": f"{digits[:3]}-{digits[3:5]}-{digits[5:]}",
        "mrn": f"MR{r.randrange(10**6):06d}",
        "email": f"{login}@example.org",
        "phone": f"+44 7{r.randrange(10**9):09d}",
        "address": f"{r.randint(1, 300)} {r.choice(FAMILY)} Street",
        "login": login,
        "badge": f"B-{r.randrange(10**5):05d}",
        "device": f"{r.randrange(16**12):012x}",
        "ip": ".".join(str(r.randint(1, 254)) for _ in range(4)),
        "birth_date": f"{2020 - age}-{r.randint(1, 12):02d}-{r.randint(1, 28):02d}",
    }
    traits = {
        "age": str(age),
        "sex": r.choice(["M", "F"]),
        "town": r.choice(TOWNS),
        "postcode": f"{r.randint(10000, 99999)}",
        "job": r.choice(JOBS),
        "diagnosis": r.choice(ILLS),
        "weight": f"{r.gauss(75, 14):.1f}",
        "length_of_stay": str(r.randint(1, 20)),
        "smoker": r.choice(["yes", "no"]),
        "salary": str(r.randrange(12_000, 90_000)),
    }
    return Person(identity, traits)


SPELLED: dict[str, Callable[[str, int], str]] = {
    "plain": lambda n, i: n,
    "short": lambda n, i: {"name": "pt", "birth_date": "dob", "postcode": "zip", "diagnosis": "dx"}.get(
        n, n[:4]
    ),
    "capitals": lambda n, i: n.upper(),
    "camel": lambda n, i: "".join(w.title() for w in n.split("_")),
    "numbers": lambda n, i: f"c{i}",
}


def varied(r: random.Random, value: str) -> str:
    """Return the same identifier as somebody else would type it."""
    return r.choice([value, value.upper(), f" {value}", value.replace(" ", "  "), value.lower()])


def table(r: random.Random) -> tuple[list[str], list[list[str]], list[int], list[Person], dict[str, str]]:
    """Return a table: header, rows, the person of each row, the persons, and the name that each column has."""
    persons = [draw(r, i) for i in range(r.choice([30, 60, 120]))]
    names = r.sample(list(persons[0].identity), r.randint(1, 7)) + r.sample(
        list(persons[0].traits), r.randint(2, 8)
    )
    r.shuffle(names)
    style = SPELLED[r.choice(list(SPELLED))]
    called = {n: style(n, i) for i, n in enumerate(names)}
    if len(set(called.values())) < len(called):
        called = {n: n for n in names}
    noted = r.random() < 0.15
    several = r.random() < 0.5
    typed = r.random() < 0.3
    lacking = r.choice([0.0, 0.0, 0.05])
    rows: list[list[str]] = []
    whose: list[int] = []
    for i, person in enumerate(persons):
        for _ in range(r.randint(1, 4) if several else 1):
            cells = []
            for n in names:
                value = (person.identity | person.traits)[n]
                if n in ("length_of_stay", "weight"):
                    value = draw(r, 0).traits[n]  # of the visit, not of the person
                value = varied(r, value) if typed and n in person.identity and n != "birth_date" else value
                cells.append("" if n in person.traits and r.random() < lacking else value)
            if noted:
                given, family = person.identity["name"].split(" ", 1)
                t = person.traits
                cells.append(r.choice(NOTES).format(g=given, f=family, t=t["town"], j=t["job"], a=t["age"]))
            rows.append(cells)
            whose.append(i)
    order = r.sample(range(len(rows)), len(rows))
    head = [called[n] for n in names] + (["notes"] if noted else [])
    return head, [rows[i] for i in order], [whose[i] for i in order], persons, called


def in_clear(released: list[dict[str, str]], persons: list[Person]) -> Counter[str]:
    """Return how many cells or texts tell an identity, by what it is."""
    found: Counter[str] = Counter()
    cells = Counter(v.strip().casefold() for row in released for v in row.values() if v)
    texts = [v.casefold() for row in released for v in row.values() if v and " " in v]
    for person in persons:
        for name, value in person.identity.items():
            plain = value.casefold()
            if name == "birth_date":
                continue
            if cells[plain] or any(plain in text for text in texts):
                found[name] += 1
    days = {p.identity["birth_date"] for p in persons}
    held: defaultdict[str, int] = defaultdict(int)
    for row in released:
        for value in row.values():
            held[value] += value in days
    found["birth_date"] = sum(n == 1 for n in held.values())
    return +found


def run(
    head: list[str], rows: list[list[str]], k: int, folder: Path
) -> tuple[str, list[dict[str, str]], dict]:
    """Return what `--auto` says, the rows released (none where it refuses), and its report."""
    source, out, told = folder / "t.csv", folder / "out.csv", folder / "r.json"
    with source.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([head, *rows])
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            command(["release", str(source), "--auto", "-k", str(k), "-o", str(out), "--report", str(told)])
    except SystemExit as end:
        if end.code:
            return said.getvalue().strip(), [], {}
    with out.open(encoding="utf-8", newline="") as stream:
        return "", list(csv.DictReader(stream)), json.loads(told.read_text())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-k", type=int, default=5)
    parser.add_argument("--show", action="store_true", help="print each table's columns and outcome")
    args = parser.parse_args()
    outcomes: Counter[str] = Counter()
    clear: Counter[str] = Counter()
    unique: list[float] = []
    stay: list[float] = []
    refused: Counter[str] = Counter()
    twice = 0
    for number in range(args.tables):
        head, rows, whose, persons, called = table(random.Random(f"{args.seed} {number}"))
        with tempfile.TemporaryDirectory() as folder:
            said, released, report = run(head, rows, args.k, Path(folder))
        outcomes["released" if released else "refused"] += 1
        if not released:
            lines = said.splitlines()
            why = lines[-1].split(": ", 2)[-1][:60] if lines else "nothing said"
            refused["internal error" if "internal error" in said else why] += 1
        else:
            found = in_clear(released, persons)
            clear += found
            twice += report["persons"] > len(set(whose))
            if args.show and report["persons"] > len(set(whose)):
                print(number, "counted", report["persons"], "persons of", len(set(whose)))
            unique.append(report["uniqueness"]["all_columns"]["share"])
            stay.append(report["uniqueness"]["columns_that_stay"]["share"])
            if found and args.show:
                print(number, dict(found), head, released[0])
        if args.show:
            print(number, called, "->", "released" if released else said.splitlines()[-1:])
    print(f"{args.tables} tables: {dict(outcomes)}; identities in clear: {dict(clear) or 'none'}; "
          f"tables with more persons counted than there are: {twice}")  # fmt: skip
    if unique:
        print(f"persons alone in all released columns: mean {sum(unique) / len(unique):.3f}, most {max(unique):.3f}; "
              f"in the columns that stay: mean {sum(stay) / len(stay):.3f}, most {max(stay):.3f}")  # fmt: skip
    for why, count in refused.most_common():
        print(f"  refused {count}: {why}")


if __name__ == "__main__":
    main()
