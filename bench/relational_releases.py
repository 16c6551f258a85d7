"""Five tables, each released by the command at several k, with a definition and with --auto, and recounted.

Run: python bench/relational_releases.py DATA [--tables persons,drugs,clothing,bookings,joint] [--k 2,3,5,10,20]
[--rows N] [--modes definition,auto] [--cache FOLDER]

The command runs in this process, so that what was found in a text is looked for once for all k (in FOLDER for later
runs too). What it wrote is recounted from the files by code of this script alone: see releases_recounted.py.
"""

import argparse
import csv
import gzip
import io
import json
import pickle
import resource
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from persons_table import make_table
from relational_persons import DEFINITION as PERSONS
from relational_reviews import CLOTHING, DRUGS
from releases_recounted import Counted, recount

from sanitizer.commands import main as command
from sanitizer.relational.definition.schema import load_definition
from sanitizer.relational.io.sources import read_table
from sanitizer.relational.table.persons import persons_of
from sanitizer.relational.terms.terms import TermFinder

Rows = list[list[str]]
Attributes = Mapping[str, Mapping[str, Any]]

_CATEGORY = {"role": "quasi"}
_NUMBER = {"role": "quasi", "type": "number"}
BOOKINGS: Attributes = {
    **dict.fromkeys(["fromHarbor", "toHarbor", "ship", "shippingFirm", "position", "discount"], _CATEGORY),
    **dict.fromkeys(["passengers", "vehicles", "seatNumber", "price"], _NUMBER),
    "departureDate": {"role": "quasi", "type": "date"},
    "departureTime": {"role": "ignore"},
    "arrivalTime": {"role": "ignore"},
    "gender": _CATEGORY,
    "birth_date": {"role": "quasi", "type": "date"},
    "nationality": {"role": "quasi", "entity": "GPE"},
    **{name: {"role": "identifier"} for name in ("phone_number", "email", "cardNumber")},
    **{
        name: {"role": "identifier", "person": False}
        for name in ("firstName", "lastName", "creditName", "creditSurame")
    },
    "creditExpiration": {"role": "ignore"},
}  # fmt: skip
JOINT: Attributes = {
    "id": {"role": "identifier"},
    "age": {"role": "quasi", "type": "number", "entity": "AGE"},
    "sex": _CATEGORY,
    "job": _CATEGORY,
    "sign": _CATEGORY,
    "income": _NUMBER,
    "text": {"role": "text"},
}
CITIES = (
    "Lyon,Paris,Rome,Madrid,Berlin,Vienna,Prague,Warsaw,Lisbon,Athens,Dublin,Oslo,Stockholm,Helsinki,Copenhagen,"
    "Brussels,Amsterdam,Zurich,Geneva,Milan,Naples,Turin,Seville,Valencia,Porto,Munich,Hamburg,Cologne,Leipzig,Dresden,"
    "Krakow,Budapest,Bucharest,Sofia,Belgrade,Zagreb,Boston,Chicago,Seattle,Denver,Dallas,Houston,Phoenix,Atlanta,Miami,"
    "Toronto,Montreal,Vancouver,Tokyo,Osaka,Kyoto,Seoul,Beijing,Shanghai,Mumbai,Delhi,Cairo,Nairobi,Lagos,Accra"
)


def persons(data: Path, rows: int) -> tuple[list[str], Rows]:
    """Return the persons of Wikipedia (`rows` counts persons)."""
    table = make_table(data / "wikipedia", rows)
    cells = [["" if v is None else str(v) for v in row] for row in table.itertuples(index=False)]
    return [str(c) for c in table.columns], cells


def read(path: Path, rows: int, delimiter: str = ",") -> tuple[list[str], Rows]:
    """Return the first rows of a CSV file, an empty name of a column filled."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8", newline="") as stream:
        lines = csv.reader(stream, delimiter=delimiter)
        header = [name or f"column_{i + 1}" for i, name in enumerate(next(lines))]
        return header, [row for row, _ in zip(lines, range(rows), strict=False)]


def joint(rows: int) -> tuple[list[str], Rows]:
    """Independent attributes; six towns a person in the text, drawn with probability 1 / rank."""
    draw = np.random.default_rng(0)
    cities = CITIES.split(",")
    chance = 1 / np.arange(1, len(cities) + 1)
    chance /= chance.sum()
    made = []
    for i in range(rows):
        places = draw.choice(cities, size=6, p=chance, replace=False)
        text = " ".join(f"Worked in {place}." for place in places)
        own = [
            18 + draw.integers(72),
            draw.integers(2),
            draw.integers(40),
            draw.integers(12),
            draw.integers(3650),
        ]
        names = [f"P{i:06d}", str(own[0]), "FM"[own[1]], f"job{own[2]}", f"sign{own[3]}", str(own[4]), text]
        made.append(names)
    return list(JOINT), made


TABLES: dict[str, tuple[int, Attributes, Callable[[Path, int], tuple[list[str], Rows]]]] = {
    "bookings": (100, BOOKINGS, lambda d, n: read(d / "tables/bookings/custom_booking_dataset.csv", n)),
    "joint": (2000, JOINT, lambda _, n: joint(n)),
    "persons": (1000, PERSONS["attribute"], persons),
    "drugs": (4143, DRUGS, lambda d, n: read(d / "tables/reviews/druglib_all.tsv.gz", n, "\t")),
    "clothing": (
        23486,
        CLOTHING,
        lambda d, n: read(d / "tables/reviews/Womens_Clothing_E-Commerce_Reviews.csv.gz", n),
    ),
}


def definition(attributes: Attributes, k: int) -> str:
    """Return the definition of a table, as a file."""
    method = (
        'keep = ["ORDINAL"]\n'
        if any(a["role"] == "text" for a in attributes.values())
        else 'partitioner = "auto"\n'
    )
    lines = [
        '[[source]]\npath = "in.csv"\n[output]\npath = "out.csv"\n',
        f"[privacy]\nk = {k}\n[method]\n{method}",
    ]
    for name, values in attributes.items():
        said = "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())
        lines.append(f"[attribute.{json.dumps(name)}]\n{said}")
    return "".join(lines)


@contextmanager
def remembered(path: Path | None) -> Iterator[None]:
    """Find the terms of a person's texts once for the same texts, values and identifiers, kept in a file."""
    known: dict[bytes, Any] = {}
    if path is not None and path.exists():
        with gzip.open(path, "rb") as stream:
            known = pickle.load(stream)
    before, find = len(known), TermFinder.person

    def person(self: TermFinder, texts: Any, values: Any, secrets: Any = ()) -> Any:
        own = [texts[cell] for cell in sorted(texts)]
        key = repr((own, sorted((n, tuple(v)) for n, v in values.items()), list(secrets))).encode()
        if key not in known:
            found = find(self, texts, values, secrets)
            known[key] = [found[cell] for cell in sorted(texts)]
        return dict(zip(sorted(texts), known[key], strict=True))

    with patch.object(TermFinder, "person", person):
        yield
    if path is not None and len(known) > before:
        with gzip.open(path, "wb", compresslevel=1) as stream:
            pickle.dump(known, stream)


def release(folder: Path, mode: str, k: int) -> tuple[int, str]:
    """Return the exit status of the command, and its last line of errors."""
    beside = ["--sidecar", str(folder / "out.persons"), "--report", str(folder / "out.json")]
    asked = [str(folder / "in.toml"), "-k", str(k)]
    if mode == "auto":
        asked = [str(folder / "in.csv"), "--auto", "-k", str(k), "-o", str(folder / "out.csv")]
    said, status = io.StringIO(), 0
    with redirect_stdout(io.StringIO()), redirect_stderr(said):
        try:
            command(["release", *asked, *beside])
        except SystemExit as end:
            status = int(end.code or 0)
    return status, (said.getvalue().strip().splitlines() or [""])[-1]


def one(folder: Path, name: str, mode: str, k: int) -> None:
    """Release and print one line."""
    for old in folder.glob("out.*"):
        old.unlink()
    start, wall = time.process_time(), time.perf_counter()
    status, said = release(folder, mode, k)
    spent = f"{time.process_time() - start:5.0f} s CPU, {time.perf_counter() - wall:5.0f} s"
    if status:
        print(f"{name:9} {k:>2} {mode:10} exit {status}: {said[:200]}; {spent}", flush=True)
        return
    file = folder / ("out.toml" if mode == "auto" else "in.toml")
    with file.open("rb") as stream:
        roles = tomllib.load(stream)["attribute"]
    loaded = load_definition(file)
    source = read_table(loaded)
    of_rows = persons_of(source, loaded).tolist()
    cells = {str(c): ["" if v is None else str(v) for v in source[c].tolist()] for c in source.columns}
    found: Counted = recount(folder, roles, cells, of_rows)
    with (folder / "out.json").open(encoding="utf-8") as stream:
        told = json.load(stream)
    loss = told["loss"]
    replaced = told.get("texts_replaced", {}).get("cells", 0)
    print(
        f"{name:9} {k:>2} {mode:10} {'k holds' if found.least >= k else 'K BROKEN':8} rows {found.rows:>6} persons "
        f"{found.persons:>6} classes {found.classes:>6} least {found.least:>3} own identifiers {found.own} finer "
        f"{found.finer or 0} safe texts {replaced} | NCP_A {loss['attributes']:.3f} "
        f"NCP_X {loss.get('terms') or 0:.3f} total {loss.get('total', loss['attributes']):.3f}; {spent}",
        flush=True,
    )


def chosen(text: str, known: Sequence[str]) -> list[str]:
    """Return the names of a list. Raises SystemExit for one that is not known."""
    names = text.split(",")
    if wrong := [n for n in names if n not in known]:
        raise SystemExit(f"{wrong[0]}: one of {', '.join(known)}")
    return names


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--tables", default=",".join(TABLES))
    parser.add_argument("--k", default="2,3,5,10,20")
    parser.add_argument("--rows", type=int, help="rows (of persons: persons) at most")
    parser.add_argument("--modes", default="definition,auto")
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--keep", type=Path, help="leave the files of the last release of each table here")
    args = parser.parse_args()
    for name in chosen(args.tables, list(TABLES)):
        size, attributes, load = TABLES[name]
        header, rows = load(args.data, min(size, args.rows or size))
        for mode in chosen(args.modes, ["definition", "auto"]):
            with tempfile.TemporaryDirectory() as temporary:
                folder = Path(temporary)
                if args.keep:
                    folder = args.keep / f"{name}-{mode}"
                    folder.mkdir(parents=True, exist_ok=True)
                with (folder / "in.csv").open("w", encoding="utf-8", newline="") as stream:
                    csv.writer(stream).writerows([header, *rows])
                cache = args.cache / f"{name}-{mode}-{len(rows)}.gz" if args.cache else None
                with remembered(cache):
                    for k in map(int, args.k.split(",")):
                        (folder / "in.toml").write_text(definition(attributes, k), encoding="utf-8")
                        one(folder, name, mode, k)
    print(f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
