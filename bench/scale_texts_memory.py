"""Memory of a release of texts, what is found in them in memory or on disk: bench/scale_texts_memory.py [--rows N]

A table of generated persons with a text each (six towns, about 540 characters), k = 5, gdf. Towns are found by their
spelling and no text is parsed, for what is measured is what the driver of Spark holds, not what its workers do. Each
way runs in a process of its own; printed are its greatest memory beyond that of an empty process, and the hash of the
file.
"""

import argparse
import hashlib
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

TOWNS = [
    f"{a}{b}"
    for a in ("Alt", "Brun", "Cor", "Dun", "Est", "Fal", "Gar", "Hol")
    for b in ("berg", "dorf", "feld", "ham", "stad", "ton")
]
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


def made(folder: Path, rows: int) -> None:
    """Return the table and its definitions."""
    draw = np.random.default_rng(0)
    with (folder / "rows.csv").open("w") as stream:
        stream.write("age,text\n")
        for _ in range(rows):
            towns = [TOWNS[i] for i in np.minimum(draw.geometric(0.1, 6) - 1, len(TOWNS) - 1)]
            text = " ".join(f"Worked in {town} {FILLER}." for town in towns)
            stream.write(f'{draw.integers(18, 90)},"{text}"\n')
    for name in ("memory", "disk"):
        (folder / f"{name}.toml").write_text(DEFINITION.format(name=name))


def release(folder: Path, name: str) -> None:
    """One release; prints the mebibytes that it needed."""
    import spacy

    from sanitizer.relational.definition.schema import load_definition
    from sanitizer.relational.from_file import release_files
    from sanitizer.relational.scale.on_disk import DiskPlace
    from sanitizer.relational.terms.parts import HERE

    begin = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    place = HERE if name == "memory" else DiskPlace(folder=folder)
    release_files(
        load_definition(folder / f"{name}.toml"),
        recognizers=[Spelled()],
        parse=spacy.blank("en"),
        place=place,
    )
    print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - begin) // 1024)


def main() -> None:
    """Release the same table in both ways."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--way", choices=["memory", "disk"])
    asked = parser.parse_args()
    if asked.way:
        release(asked.folder, asked.way)
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        made(folder, asked.rows)
        print(f"{asked.rows} texts, {(folder / 'rows.csv').stat().st_size / asked.rows:.0f} bytes each")
        for name in ("memory", "disk"):
            command = [sys.executable, __file__, "--folder", str(folder), "--way", name]
            said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()[-1]
            digest = hashlib.sha256((folder / f"{name}.csv").read_bytes()).hexdigest()[:16]
            print(f"{name:<7} {said:>6} MiB  {digest}", flush=True)


if __name__ == "__main__":
    main()
