"""Make wrong versions of a nested structure: each key misspelt, each value wrong, each table and list emptied."""

import copy
import json
from collections.abc import Collection, Iterator
from typing import Any

Path = tuple[str | int, ...]


def places(tree: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every value inside of a structure of tables and lists."""
    for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))


def value_at(tree: Any, path: Path) -> Any:
    for step in path:
        tree = tree[step]
    return tree


def replaced(tree: Any, path: Path, value: Any) -> Any:
    """Return the structure with another value at a path."""
    made = copy.deepcopy(tree)
    value_at(made, path[:-1])[path[-1]] = value
    return made


def misspelt(
    tree: Any, free: Collection[Path] = (), labels: Collection[Path] = ()
) -> Iterator[tuple[str, Any]]:
    """Yield each key with a letter dropped, two swapped, one more, and in capitals; keys of the tables at the paths
    `free` are names that anybody chooses, those of `labels` may be written in any case and with blanks around."""
    for path in places(tree):
        key = path[-1]
        if not isinstance(key, str) or path[:-1] in free:
            continue
        swapped = key[1] + key[0] + key[2:] if len(key) > 1 else ""
        words = {key[:-1], key[1:], swapped, f"{key}x"}
        if path[:-1] not in labels:
            words |= {key.upper(), f"{key} "}
        for word in sorted(words - {key, ""}):
            made = copy.deepcopy(tree)
            table = value_at(made, path[:-1])
            items = [(word if k == key else k, v) for k, v in table.items()]
            if word in table:
                continue
            table.clear()
            table.update(items)
            yield f"{path} as {word!r}", made


def emptied(tree: Any) -> Iterator[tuple[str, Any]]:
    """Yield each table and list without what is in it, each string blank."""
    for path in places(tree):
        value = value_at(tree, path)
        if isinstance(value, dict | list):
            yield f"{path} empty", replaced(tree, path, type(value)())
        elif isinstance(value, str):
            yield f"{path} blank", replaced(tree, path, " ")


def wrong(tree: Any, prose: Collection[str] = ()) -> Iterator[tuple[str, Any]]:
    """Yield each value of another kind, and each number and word as none that is possible; under the keys `prose`
    any words are."""
    for path in places(tree):
        value = value_at(tree, path)
        others: list[Any] = [{"no such key": 1}, [[]], [1.5], float("nan"), float("inf"), -1, 1e9]
        others += [] if isinstance(value, bool) else [True]
        if not isinstance(value, str):
            others.append("on")
        elif not any(step in prose for step in path):
            others.append(f"{value}zz")
        for other in others:
            yield f"{path} = {other!r}", replaced(tree, path, other)


def wrong_lines(text: str, delimiter: str) -> Iterator[tuple[str, bytes]]:
    """Yield each line of a file of rows with a cell empty, of signs alone, left out or said in other places, and
    the whole with other signs between the cells, open quotes, characters that nobody sees, and nothing in it. No
    word of a cell is spelled otherwise but those in capitals."""
    rows = [line.split(delimiter) for line in text.splitlines()]

    def joined(number: int, row: list[str]) -> bytes:
        made = [*rows[:number], row, *rows[number + 1 :]]
        return "".join(delimiter.join(cells) + "\n" for cells in made).encode()

    for told, made in (
        ("nothing", ""),
        ("blanks", " \n\n"),
        ("a comment", "# all\n"),
        ("a quote", f'"{text}'),
    ):
        yield told, made.encode()
    yield "NUL", text.replace("r", "r\0").encode()
    yield "UTF-16 without a mark", text.encode("utf-16-le")
    for other in {",", ";", "|", "\t"} - {delimiter}:
        yield f"{other!r} between cells", text.replace(delimiter, other).encode()
    for number, row in enumerate(rows):
        for at, cell in enumerate(row):
            words = {"", " ", "--"} | ({cell[:-1], f"{cell}x", cell.lower()} if cell.isupper() else set())
            for word in sorted(words - {cell}):
                yield (
                    f"line {number + 1}, cell {at + 1} = {word!r}",
                    joined(number, [*row[:at], word, *row[at + 1 :]]),
                )
            if len(row) > 1:
                yield (
                    f"line {number + 1}, cell {at + 1} left out",
                    joined(number, [*row[:at], *row[at + 1 :]]),
                )
                yield f"line {number + 1}, cell {at + 1} twice", joined(number, [*row[:at], cell, *row[at:]])
        if len(row) > 1:
            yield f"line {number + 1} turned round", joined(number, row[::-1])


def toml(tree: Any) -> str:
    """Return a structure as TOML, a line for each key of the top."""
    return "".join(f"{json.dumps(key)} = {_inline(value)}\n" for key, value in tree.items())


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {_inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value, ensure_ascii=False)
