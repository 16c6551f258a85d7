# ruff: noqa: E501 (a form reads best on one line)
"""A person's own identifiers in the texts of the row, in disguise: the release takes them, and verify sees them."""

import csv
import html
import json
import unicodedata
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from sanitizer.commands import main
from sanitizer.relational.terms.own_names import find_own
from sanitizer.relational.verify.identity import _says, _sought
from tests.cases.disguises import DISGUISES, Case, is_hidden

NAMES = (
    ("Mira", "Vasić"), ("Helena", "Marković"), ("Gary", "Whitcombe"), ("Ingrid", "Sølheim"), ("Tomasz", "Zieliński"),
    ("Priya", "Raghunathan"), ("Anne-Marie", "O'Rourke"), ("Ann", "Leeson"), ("Siobhán", "Ó Briain"), ("Rashid", "Al-Mansouri"),
)  # fmt: skip
FRAME = "The patient {} was admitted to the ward."

# what only a table's own identifiers are looked for in
MORE: dict[str, Callable[[str, str], str]] = {
    "percent": lambda g, s: f"{g}%20" + "".join(f"%{b:02X}" for b in s.encode()),
    "percent inside": lambda g, s: f"{g} {s[:2]}{''.join(f'%{b:02X}' for b in s[2].encode())}{s[3:]}",
    "percent soft": lambda g, s: f"{g} {s[:3]}%C2%AD{s[3:]}",
    "percent of letters": lambda g, s: quote(f"{g} {s}"),
    "both in parts": lambda g, s: f"<b>{g[:2]}</b>{g[2:]} <b>{s[:3]}</b>{s[3:]}",
    "nested": lambda g, s: f'{s[:2]}<b><i class="x y">{s[2:4]}</i></b>{s[4:]}',
    "comment": lambda g, s: f"{g} {s[:3]}<!-- x -->{s[3:]}",
    "markup as text": lambda g, s: f"{g} {html.escape(f'<b>{s[:3]}</b>')}{s[3:]}",
    "entity twice": lambda g, s: f"{g} {s[:2]}&amp;#{ord(s[2])};{s[3:]}",
    "entities": lambda g, s: "".join(f"&#x{ord(c):x};" for c in f"{g} {s}"),
    "named entity": lambda g, s: f"{g} {s.replace('ć', '&cacute;').replace('ø', '&oslash;').replace('ń', '&nacute;')}",
    "line break tag": lambda g, s: f"{g} {s[:3]}<br/>{s[3:]}",
    "wiki": lambda g, s: f"{g} '''{s[:3]}'''{s[3:]}",
    "brackets": lambda g, s: f"{g} [b]{s[:3]}[/b]{s[3:]}",
    "cells": lambda g, s: f"<td>{g}</td><td>{s}</td>",
    "each letter bold": lambda g, s: " ".join(f"<b>{c}</b>" for c in s),
    "spaced, no-break": lambda g, s: "\u00a0".join(s),
    "spaced, thin": lambda g, s: "\u2009".join(s),
    "spaced, two": lambda g, s: "  ".join(s),
    "JSON": lambda g, s: json.dumps(f"{g} {s}"),
    "escape": lambda g, s: f"{g} {s[:2]}\\u{ord(s[2]):04x}{s[3:]}",
    "quoted-printable": lambda g, s: f"{g} {s[:2]}{''.join(f'={b:02X}' for b in s[2].encode())}{s[3:]}",
    "backslash": lambda g, s: f"{g} {s[:3]}\\{s[3:]}",
    "several": lambda g, s: f"the {s}s",
    "Cyrillic all": lambda g, s: s.translate(str.maketrans("aoecpxABEKMHOPCTX", "аоесрхАВЕКМНОРСТХ")),
}  # fmt: skip
KINDS = {kind: (write, frames[0]) for kind, (write, frames) in DISGUISES.items()} | {
    kind: (write, FRAME) for kind, write in MORE.items()
}


def plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name.replace("ø", "o"))
    return "".join(c for c in letters if c.isalnum())


def written(kind: str, given: str, surname: str) -> str:
    write, frame = KINDS[kind]
    said = write(given, surname)
    return frame.format(given, surname, said) if "{2}" in frame else frame.format(said)


@pytest.mark.parametrize("kind", KINDS)
def test_no_piece_of_an_own_name_stays(kind: str) -> None:
    for given, surname in NAMES:
        text = written(kind, given, surname)
        secret = given if kind in ("lower given alone", "given and initial") else surname
        left = text
        for start, end, _ in reversed(find_own(text, [f"{given} {surname}"])):
            left = f"{left[:start]}\ufffc{left[end:]}"
        assert is_hidden(Case(kind, text, plain(secret)), left.replace("ø", "o")), left
        assert not _says(left, *_sought([f"{given} {surname}"]))


UNSEEN_PARTS = {"Ann"}  # a name of three letters alone is no proof


@pytest.mark.parametrize("kind", KINDS)
def test_verify_sees_an_own_name_that_a_release_left(kind: str) -> None:
    for given, surname in NAMES:
        if kind in ("lower given alone", "given and initial") and given in UNSEEN_PARTS:
            continue
        assert _says(written(kind, given, surname), *_sought([f"{given} {surname}"]))


def test_plain_words_are_no_own_names() -> None:
    text = "The man, a son of the house, said: x=3D, 100%25 [sic] <5 and > 3; bees on trees &c; C:\\users\\u00e9."
    assert not find_own(text, ["Ann Manson", "Beeson Lees"]) and not _says(text, *_sought(["Ann Manson"]))


DEFINITION = """[[source]]
path = "a.csv"
[output]
path = "out.csv"
replace = true
sidecar = "private/persons"
[privacy]
k = 2
[attribute.who]
role = "identifier"
[attribute.note]
role = "text"
"""


@pytest.mark.finding("H2")
def test_a_release_takes_own_names_in_disguise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    kinds = ("html part", "html span", "entity", "entity shy", "soft hyphen and line end", "cyrillic", *MORE)
    rows = [
        (f"{given} {surname}", written(kind, given, surname))
        for number, kind in enumerate(kinds)
        for given, surname in (NAMES[number % 10], NAMES[(number + 3) % 10])
    ]
    with Path("a.csv").open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream).writerows([("who", "note"), *rows])
    Path("d.toml").write_text(DEFINITION)
    with pytest.raises(SystemExit) as end:
        main(["release", "d.toml"])
    assert end.value.code in (0, None), capsys.readouterr().err
    released = Path("out.csv").read_text(encoding="utf-8").replace("ø", "o")
    for given, surname in NAMES:
        assert is_hidden(Case("", "", plain(surname)), released), (given, surname)
    with pytest.raises(SystemExit) as end:
        main(["verify", "--definition", "d.toml"])
    assert not end.value.code and "of the row's own person: 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    "said",
    [
        "QX-<b>72</b>-C3",
        "qx&#45;72&#45;c3",
        "%51X-72-C3",
        "QX\u201172\u2011C3",
        "Q X 7 2 C 3",
        "qx72c\u00ad3",
    ],
)
def test_own_codes_in_disguise(said: str) -> None:
    text = f"Her file, {said}, was read."
    [(start, end, _)] = find_own(text, ["QX-72-C3"])
    assert said in text[start : end + 1] and _says(text, *_sought(["QX-72-C3"]))
