"""Blind readings of what two versions of the program make of the same texts.

    python bench/blind_reading.py sanitize TEXTS.jsonl A.jsonl      in the checkout of each version
    python bench/blind_reading.py sheets A.jsonl B.jsonl FOLDER     what readers get, and the key
    python bench/blind_reading.py rates FOLDER                      what they found

TEXTS holds a text a line ({"id", "kind", "text"}), best written by somebody who has not seen the rules;
`bench/examined/read.jsonl` holds 114 that were read, which may be learned from since. A unit is a sentence or line that
one version changed. ``sheets`` writes two files, half of the texts each, with the questions at the top, each unit's
original and its versions in random order (one version where both are the same), and `key.json`, which readers do not
see. A reader writes a line of JSON for each version to `verdicts-1.jsonl` or `verdicts-2.jsonl`. ``rates`` prints for
each version the share of units for which each question was answered with yes, and all; and how many units of those
that differ came right or wrong.
"""

import argparse
import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

QUESTIONS = ("true", "grammatical", "natural", "useful", "hidden")
TASK = """# Judge sanitized sentences, strictly

Each unit has its ORIGINAL and one or two versions (V1, V2) in random order; judge each version by itself. Letters
(X, Y) stand for names on purpose, and so does [phone number] in heads, forms and lists. Answer with 1 (yes) or 0 (no):

- true: nothing it says is false in the context of the whole original. A more general word must be an ancestor of what
  it stands for; a wrong sex, number, negation or meaning is false, and so is a letter that makes a body a person.
- grammatical: no error of grammar, punctuation or order that was not in the original.
- natural: an editor would let it pass as a text of its kind: no bracket or empty class word in prose, no repetition.
- useful: what the sentence is about is still to be understood as far as privacy allows; nothing harmless was destroyed.
- hidden: nothing in it names or singles out a private person.

One line of JSON for each version:
{"u": 17, "v": 1, "true": 1, "grammatical": 1, "natural": 0, "useful": 1, "hidden": 1, "why": "a few words for each 0"}
"""
_SENTENCE = re.compile(r".*?(?:[.!?][\"”’)]?(?=\s+[A-Z0-9\"“(])|$)")

Row = dict[str, Any]


def rows(path: Path) -> list[Row]:
    """Return the lines of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def sanitize(texts: Path, output: Path) -> None:
    """Sanitize each text with the defaults of this checkout."""
    from sanitizer import Sanitizer

    sanitizer = Sanitizer.default()
    with output.open("w", encoding="utf-8") as stream:
        for row in rows(texts):
            done = sanitizer.sanitize(row["text"])
            changes = [(c.span.start, c.span.end, c.replacement) for c in done.changes]
            stream.write(json.dumps({**row, "changes": changes}) + "\n")


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the sentences and lines of a text begin and end."""
    start = 0
    for line in text.split("\n"):
        for match in _SENTENCE.finditer(line):
            if match.group():
                yield start + match.start(), start + match.end()
        start += len(line) + 1


def units(one: Row, other: Row) -> Iterator[tuple[int, int]]:
    """Yield the sentences of a text; those over whose end a change of either version goes are one."""
    joined: list[tuple[int, int]] = []
    for start, end in sentences(one["text"]):
        if joined and any(
            a < start < b and a < joined[-1][1] for a, b, _ in one["changes"] + other["changes"]
        ):
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    yield from joined


def written(row: Row, start: int, end: int) -> str:
    """Return what a version has for the characters from `start` to `end` of the original."""
    text: str = row["text"]
    said, at = "", start
    for first, last, new in row["changes"]:
        if last > start and first < end:
            said += text[at : max(first, at)] + new
            at = max(at, last)
    return said + text[at:end]


def sheets(a: Path, b: Path, folder: Path, seed: int) -> None:
    """Write what two readers get, and the key."""
    folder.mkdir(parents=True, exist_ok=True)
    choose, key, number = random.Random(seed), [], 0
    pairs = list(zip(rows(a), rows(b), strict=True))
    parts: list[list[str]] = [[TASK], [TASK]]
    for at, (one, other) in enumerate(pairs):
        if one["text"] != other["text"]:
            raise SystemExit(f"{a} and {b} hold different texts in line {at + 1}")
        sheet = parts[2 * at >= len(pairs)]
        sheet.append(f"\n\n# TEXT {one['id']} ({one['kind']})\n\n<<<\n{one['text']}\n>>>\n")
        for start, end in units(one, other):
            original = one["text"][start:end]
            said = {"A": written(one, start, end), "B": written(other, start, end)}
            if said["A"] == said["B"] == original:
                continue
            number += 1
            order = ["both"] if said["A"] == said["B"] else choose.sample(["A", "B"], 2)
            versions = [said.get(name, said["A"]) for name in order]
            sheet.append(f"\n## {number}\nORIGINAL: {original}\n")
            sheet += [f"V{v}: {version}\n" for v, version in enumerate(versions, 1)]
            key.append({"u": number, "id": one["id"], "order": order})
    for half, sheet in enumerate(parts, 1):
        (folder / f"sheet-{half}.md").write_text("".join(sheet), encoding="utf-8")
    (folder / "key.json").write_text(json.dumps(key), encoding="utf-8")
    print(f"{number} units, {sum(len(k['order']) for k in key) - number} of them differ")


def answers(key: Row, told: dict[int, Row]) -> dict[str, Row] | None:
    """Return the verdicts on a unit by version, None where one is missing."""
    order: Sequence[str] = key["order"]
    if set(range(1, len(order) + 1)) - set(told):
        return None
    return {name: told[1] if order == ["both"] else told[order.index(name) + 1] for name in "AB"}


def rates(folder: Path) -> None:
    """Print the shares of what was answered with yes."""
    told: dict[int, dict[int, Row]] = defaultdict(dict)
    for verdict in (v for path in sorted(folder.glob("verdicts-*.jsonl")) for v in rows(path)):
        told[verdict["u"]][verdict["v"]] = verdict
    counts, judged, turned = {"A": Counter[str](), "B": Counter[str]()}, 0, Counter[str]()
    for key in json.loads((folder / "key.json").read_text(encoding="utf-8")):
        if (found := answers(key, told[key["u"]])) is None:
            continue
        judged += 1
        right = {name: all(v[q] for q in QUESTIONS) for name, v in found.items()}
        for name, verdict in found.items():
            counts[name].update({q: verdict[q] for q in QUESTIONS} | {"all": right[name]})
        if key["order"] != ["both"]:
            turned[
                f"differ, {'right' if right['A'] else 'wrong'} to {'right' if right['B'] else 'wrong'}"
            ] += 1
    print(f"{judged} units", dict(turned))
    for name, of in counts.items():
        print(name, "  ".join(f"{q} {of[q] / max(judged, 1):.3f}" for q in (*QUESTIONS, "all")))


def main() -> None:
    """Read the command and do it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    for name, paths in (
        ("sanitize", ("texts", "output")),
        ("sheets", ("a", "b", "folder")),
        ("rates", ("folder",)),
    ):
        command = commands.add_parser(name)
        for path in paths:
            command.add_argument(path, type=Path)
        if name == "sheets":
            command.add_argument("--seed", type=int, default=0)
    told = parser.parse_args()
    if told.command == "sanitize":
        sanitize(told.texts, told.output)
    elif told.command == "sheets":
        sheets(told.a, told.b, told.folder, told.seed)
    else:
        rates(told.folder)


if __name__ == "__main__":
    main()
