"""Random small tables, released through files or refused: python bench/relational_small.py [--tables 2000] [--seed 0].

Mixed types, NULLs, blanks, duplicates, one value, one row, all unique; any partitioner, some with a model beside k.
Each written release is recounted by a slow program that reads the file by itself; what is refused has to be one line.
Prints how many were released and refused, by partitioner, and every fault (its number makes the table again: --only N).
"""

import argparse
import csv
import math
import random
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

from sanitizer.errors import UsageError
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.from_file import NotMet, release_files

PARTITIONERS = ["columns", "local", "mdav", "full-domain", "mondrian", "cluster", "gdf", "auto"]
KINDS = ["number", "date", "category", "code"]


def cells(draw: random.Random, kind: str, rows: int) -> list[str]:
    """Return a column of some kind: of one value, few, many or all different; some cells empty, blank or odd."""
    spread = draw.choice([1, 2, 5, rows, 1000])
    made = []
    for i in range(rows):
        n = i if spread == 1000 else draw.randrange(spread)
        cell = {
            "number": draw.choice([str(n), str(n), f"{n}.0", f"{n / 4}", f"-{n}", f"{n}e1"]),
            "date": f"20{n % 30:02d}-{1 + n % 12:02d}-{1 + n % 28:02d}",
            "category": draw.choice(
                ["a", "B", "é", "x y", 'q"', "c,d", "=1+1", "*", "(a,b)", "\u200b", "0", "1.0"]
            )
            + str(n),
            "code": f"{n:05d}" if draw.random() < 0.8 else f"K{n}",
        }[kind]
        made.append(cell)
    gaps = draw.choice([0.0, 0.0, 0.2, 0.9, 1.0])
    made = [
        draw.choice(["", ""] if kind != "category" else ["", "  "]) if draw.random() < gaps else c
        for c in made
    ]
    return made


def table_of(draw: random.Random) -> tuple[list[str], list[list[str]], dict[str, Any]]:
    """Return a header, columns and a definition."""
    rows = draw.choice([1, 2, 3, 5, 8, 13, 30])
    header, columns, attributes = [], [], {}
    for j in range(draw.choice([1, 2, 3, 4])):
        kind = draw.choice(KINDS)
        header.append(f"q{j}")
        columns.append(cells(draw, kind, rows))
        attributes[f"q{j}"] = {"role": "quasi", "type": kind}
    if draw.random() < 0.5:
        header.append("s")
        columns.append(cells(draw, "category", rows))
        attributes["s"] = {"role": "sensitive"}
    if draw.random() < 0.4:
        header.append("id")
        persons = draw.choice([rows, rows, max(1, rows // 2)])
        columns.append([f"P{i % persons:04d}" for i in range(rows)])
        attributes["id"] = {"role": "identifier"}
    models = []
    if "s" in attributes and draw.random() < 0.5:
        models.append(draw.choice([
            {"name": "l-diversity", "attribute": "s", "l": 2},
            {"name": "t-closeness", "attribute": "s", "t": 0.5},
            {"name": "beta-likeness", "attribute": "s", "beta": 1.5},
            {"name": "delta-disclosure", "attribute": "s", "delta": 1.0},
        ]))  # fmt: skip
    if draw.random() < 0.1:
        models.append({"name": "average-risk", "risk": 0.3})
    partitioner = draw.choice(PARTITIONERS)
    method: dict[str, Any] = {"partitioner": partitioner}
    if partitioner == "full-domain":
        method["suppression"] = draw.choice([0.0, 0.1, 1.0])
        method["null_matching"] = draw.choice(["basic", "extended"])
    asked: dict[str, Any] = {
        "source": [{"path": "in.csv"}],
        "output": {"path": "out.csv"},
        "privacy": {"k": draw.choice([1, 2, 3, 5])},
        "method": method,
        "attribute": attributes,
    }
    if models:
        asked["privacy"]["model"] = models
    return header, columns, asked


def recount(folder: Path, asked: dict[str, Any], header: list[str], columns: list[list[str]]) -> str:
    """Return what is wrong with the written release, by the plainest count; "" for nothing. A person is an exact
    identifier; with identifiers only the rows are counted, which is less than k asks of persons with several rows."""
    with (folder / "out.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.reader(stream))
    names, body = rows[0], [r for r in rows[1:] if r] if len(rows[0]) > 1 else rows[1:]
    quasi = [i for i, n in enumerate(names) if n.startswith("q")]
    classes = Counter(tuple(row[i] for i in quasi) for row in body)
    k = asked["privacy"]["k"]
    if classes and min(classes.values()) < k:
        return f"k = {k}, a class has {min(classes.values())}"
    if not classes or len(body) > len(columns[0]):
        return f"{len(body)} rows of {len(columns[0])}"
    if set(names) != {n for n in header if n != "id"}:
        return f"columns {names}"
    for model in asked["privacy"].get("model", ()):
        if model["name"] == "average-risk" and "id" not in header and len(classes) / len(body) > 0.3:
            return "average risk"
        if model["name"] == "l-diversity" and "id" not in header:
            at = names.index("s")
            for own in classes:
                values = {r[at] for r in body if tuple(r[i] for i in quasi) == own} - {""}
                if len(values) < model["l"]:
                    return "l-diversity"
    if "s" in names:
        left = Counter(r[names.index("s")] for r in body)
        had = Counter("'" + c if c[:1] == "=" else c for c in columns[header.index("s")])
        if any(left[v] > had[v] for v in left):
            return "sensitive cells that the source does not have"
    return ""


def try_one(number: int, seed: int, folder: Path) -> tuple[str, str, str]:
    """Return the partitioner, "released", "refused" or "fault", and what there is to say."""
    draw = random.Random(f"{seed}:{number}")
    header, columns, asked = table_of(draw)
    name = asked["method"]["partitioner"]
    with (folder / "in.csv").open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, lineterminator=draw.choice(["\n", "\r\n"])).writerows(
            [header, *zip(*columns, strict=True)]
        )
    (folder / "out.csv").unlink(missing_ok=True)
    try:
        release_files(parse_definition(asked, base=folder))
    except NotMet as error:
        return name, "fault", f"made, but not verified: {error}"
    except UsageError as error:
        if "\n" in str(error) or (folder / "out.csv").exists():
            return name, "fault", f"not one line, or something left: {error}"
        return name, "refused", str(error)
    except Exception:
        return name, "fault", traceback.format_exc()
    wrong = recount(folder, asked, header, columns)
    return name, "fault" if wrong else "released", wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", type=int)
    parser.add_argument("--reasons", action="store_true", help="also print why tables are refused")
    args = parser.parse_args()
    start = time.process_time()
    found: Counter[tuple[str, str]] = Counter()
    reasons: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as temporary:
        for number in range(args.tables) if args.only is None else [args.only]:
            name, outcome, said = try_one(number, args.seed, Path(temporary))
            found[name, outcome] += 1
            if outcome == "fault":
                print(f"table {number} ({name}): {said}")
            elif outcome == "refused":
                reasons[
                    " ".join(w for w in said.split(":")[-1].split() if not any(map(str.isdigit, w)))[:90]
                ] += 1
    print(f"{'partitioner':12} released refused faults")
    for name in PARTITIONERS:
        print(f"{name:12} {found[name, 'released']:8} {found[name, 'refused']:7} {found[name, 'fault']:6}")
    total = [sum(n for (_, o), n in found.items() if o == what) for what in ("released", "refused", "fault")]
    print(
        f"{'all':12} {total[0]:8} {total[1]:7} {total[2]:6}   ({math.ceil(time.process_time() - start)} s CPU)"
    )
    if args.reasons:
        for reason, count in reasons.most_common(25):
            print(f"{count:5} {reason}")


if __name__ == "__main__":
    main()
