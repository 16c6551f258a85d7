"""Memory of a release of texts by their length, texts in memory or not: bench/scale_texts_memory.py [--rows N]

A table of generated persons with a text each (six towns), k = 5, gdf. Towns are found by their spelling and no text is
parsed, for what is measured is what the driver holds, not what those who read texts do. Each way runs in a process of
its own; printed are its greatest memory beyond what it had with all libraries loaded (of Spark without its Java), and
the hash of the file.
"""

import argparse
import hashlib
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np

TOWNS = [
    f"{a}{b}"
    for a in ("Alt", "Brun", "Cor", "Dun", "Est", "Fal", "Gar", "Hol")
    for b in ("berg", "dorf", "feld", "ham", "stad", "ton")
]
WAYS = ["memory", "duckdb", "spark"]
MEMORY = {"memory": 0, "duckdb": 64, "spark": 512}
"""Mebibytes that DuckDB, or the heap of Java, may hold."""
FILLER = "and stayed there for a while, as many others did before and after that"
DEFINITION = """
[[source]]
path = "rows.csv"
[output]
path = "{name}.csv"
[privacy]
k = 5
[method]
partitioner = "gdf"
wording = "plain"
[attribute.age]
role = "quasi"
type = "number"
[attribute.text]
role = "text"
"""


class Spelled:
    """Finds the towns by their spelling."""

    name = "spelled"

    def find(self, doc: Any) -> Sequence[Any]:
        """Return the mentions in their order."""
        from sanitizer.types import EntityClass, Mention, Span

        pattern = re.compile("|".join(TOWNS))
        return [
            Mention(Span(*m.span()), "GPE", EntityClass.LOC, self.name) for m in pattern.finditer(doc.text)
        ]


def made(folder: Path, rows: int, length: int) -> None:
    """Make the table and its definitions."""
    draw = np.random.default_rng(0)
    more = " ".join([FILLER] * max(1, round(length / 6 / len(FILLER))))
    with (folder / "rows.csv").open("w") as stream:
        stream.write("age,text\n")
        for _ in range(rows):
            towns = [TOWNS[i] for i in np.minimum(draw.geometric(0.1, 6) - 1, len(TOWNS) - 1)]
            text = " ".join(f"Worked in {town} {more}." for town in towns)
            stream.write(f'{draw.integers(18, 90)},"{text}"\n')
    for way in WAYS:
        (folder / f"{way}.toml").write_text(DEFINITION.format(name=way))


def release(folder: Path, way: str) -> None:
    """Release the table; print the mebibytes that it needed."""
    import duckdb  # noqa: F401
    import pyarrow.parquet  # noqa: F401
    import spacy

    from sanitizer.relational.definition.schema import load_definition
    from sanitizer.relational.from_file import release_files
    from sanitizer.relational.scale.database_release import Engine
    from sanitizer.relational.terms.parts import HERE

    definition = load_definition(folder / f"{way}.toml")
    begin = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    engine = Engine(way, MEMORY[way])
    with nullcontext(HERE) if way == "memory" else engine.place(definition) as place:
        release_files(definition, recognizers=[Spelled()], parse=spacy.blank("en"), place=place)
    print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - begin) // 1024)


def main() -> None:
    """Release the same table in each way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=6000)
    parser.add_argument("--lengths", type=int, nargs="+", default=[500, 5000])
    parser.add_argument("--ways", choices=WAYS, nargs="+", default=WAYS[:2])
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--way", choices=WAYS)
    asked = parser.parse_args()
    if asked.way:
        release(asked.folder, asked.way)
        return
    for length in asked.lengths:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            made(folder, asked.rows, length)
            size = (folder / "rows.csv").stat().st_size
            print(f"{asked.rows} texts, {size / asked.rows:.0f} bytes each", flush=True)
            for way in asked.ways:
                command = [sys.executable, __file__, "--folder", str(folder), "--way", way]
                said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[-1]
                digest = hashlib.sha256((folder / f"{way}.csv").read_bytes()).hexdigest()[:16]
                print(f"{way:<7} {said:>6} MiB  {digest}", flush=True)


if __name__ == "__main__":
    main()
