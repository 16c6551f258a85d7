# ruff: noqa: E402
"""Compare files of Office and OpenDocument before and after as trees: python bench/documents_trees.py FILE...

Each file is written once without any change of its words and, with --sanitize, once more by the command. Both sides are
unpacked and parsed; words are taken out of their texts, what is left out on purpose (RULES, each with its reason) is
taken out of the first, and names that are numbered are numbered on both sides. What is left, elements, attributes,
relations and their order, must be equal; of files that the command wrote all but the points of charts, of which
those that became words go. Prints for each ending how many files are, and how the others differ.
"""

import argparse
import difflib
import io
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from lxml import etree

sys.path[:0] = [str(Path(__file__).parent.parent)]

from bench.documents_looks import unchanged
from bench.documents_tree_rules import Names, kept_parts, settled, without_points
from bench.documents_tree_sheets import lines_of_workbook
from sanitizer.documents.known_formats import name_of_format
from sanitizer.errors import DocumentError

_WORDS = {"t", "delText", "instrText", "formatCode", "v", "f", "text"}


def lines_of(raw: bytes, ending: str, points: bool = True) -> list[str]:
    """Return the tree of a file, a line an element, with the points of charts or without."""
    with zipfile.ZipFile(io.BytesIO(raw)) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    if ending == ".xlsx":
        return list(lines_of_workbook(parts))
    trees = {name: etree.fromstring(parts[name]) for name in kept_parts(parts)}
    settled(trees, ending)
    for tree in () if points else trees.values():
        without_points(tree)
    names = Names()
    return [line for name, tree in trees.items() for line in _lines(tree, name, names, 0)]


def _lines(element: etree._Element, part: str, names: Names, depth: int) -> Iterator[str]:
    if not isinstance(element.tag, str):
        return
    own = sorted((key, names.told(element, key, value)) for key, value in element.attrib.items())
    told = " ".join(f"{etree.QName(key).localname}={value}" for key, value in own)
    yield f"{part} {'.' * depth}{etree.QName(element).localname} {told}".rstrip()
    for child in element:
        yield from _lines(child, part, names, depth + 1)


def difference(before: list[str], after: list[str]) -> Counter[str]:
    """Return how two trees differ: how often an element is gone (-) or new (+), by its part and name."""
    found: Counter[str] = Counter()
    for line in difflib.unified_diff(before, after, n=0, lineterm=""):
        if line[:1] in "+-" and not line.startswith(("+++", "---")):
            part, _, rest = line[1:].partition(" ")
            found[f"{line[0]} {part.rpartition('/')[2]} {rest.lstrip('.')[:90]}"] += 1
    return found


def by_command(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files as `sanitizer sanitize` writes them."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "in"
        folder.mkdir()
        for name, raw in files.items():
            (folder / name).write_bytes(raw)
        call = [sys.executable, "-m", "sanitizer", "sanitize", str(folder), "-o", f"{place}/out"]
        subprocess.run([*call, "--any-language", "--keep-ids", "--quiet"], capture_output=True, check=False)
        return {path.name: path.read_bytes() for path in (Path(place) / "out").rglob("*") if path.is_file()}


def main() -> None:
    """Print what came of it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--sanitize", action="store_true", help="compare what the command writes too")
    parser.add_argument("--show", type=int, default=12, help="how many differences of each file are printed")
    options = parser.parse_args()
    called = {f"{number:05d}{path.suffix}": path for number, path in enumerate(options.files)}
    told: Counter[tuple[str, str]] = Counter()
    before, same = {}, {}
    for name, path in called.items():
        raw = path.read_bytes()
        try:
            same[name] = unchanged(raw, name_of_format(path.name) or "text")
            before[name] = raw
        except DocumentError:
            told[path.suffix, "refused"] += 1
    sides = {"unchanged": same} | ({"sanitized": by_command(before)} if options.sanitize else {})
    for what, after in sides.items():
        for name, raw in after.items():
            ending = Path(name).suffix
            points = what == "unchanged"
            found = difference(lines_of(before[name], ending, points), lines_of(raw, ending, points))
            told[ending, f"{what}: {'another tree' if found else 'same tree'}"] += 1
            if found:
                print(f"  {what}: {called[name].name} ({name})")
                for line, count in found.most_common(options.show):
                    print(f"    {count:4} {line}")
    for ending in sorted({ending for ending, _ in told}):
        counts = ", ".join(f"{count} {what}" for (own, what), count in sorted(told.items()) if own == ending)
        print(f"{ending}: {counts}")


if __name__ == "__main__":
    main()
