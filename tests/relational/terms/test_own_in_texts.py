"""Take a person's own identifiers out of the texts of the same row, and find those left."""

import json
import random
import re
import unicodedata
from pathlib import Path

import pytest

from sanitizer.relational.terms.own_names import find_own
from sanitizer.relational.verify.identity import _says, _sought
from tests.relational.example import DEFINITION, FIRST, LAST
from tests.relational.tables import Run, write

NAMES = [
    "Bartholomew Whitcombe",
    "Declan Okonkwo",
    "Priya Raghunathan",
    "Tomasz Wieczorek",
    "Grace Brown",
    "Ann Lee",
]
CODES = ["QX-72-C3", "00221290", "536-90-4399", "MRN 4471", "a1b2c3d4"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("bartholomew whitcombe was seen", ["bartholomew whitcombe"]),
        ("then OKONKWO came, dokonkwo wrote", ["OKONKWO", "dokonkwo"]),
        ("login declan.okonkwo or declan_okonkwo99", ["declan.okonkwo", "declan_okonkwo"]),
        ("o k o n k w o; O-k-o-n-k-w-o", ["o k o n k w o", "O-k-o-n-k-w-o"]),
        (
            "Whit\u200bcombe, Whit**combe**, Whit\u00adcombe",
            ["Whit\u200bcombe", "Whit**combe**", "Whit\u00adcombe"],
        ),
        ("Rághunathan", ["Rághunathan"]),
        ("scan_00221290.pdf and 221290", ["00221290", "221290"]),
        ("qx72c3, QX 72 C3", ["qx72c3", "QX 72 C3"]),
        ("alee wrote to Lee", ["alee", "Lee"]),
        ("the brown coat, by the grace of", []),
        ("Brown came; Grace left", ["Brown", "Grace"]),
        ("sleep, agreed, annual", []),
        ("seen by B.W.; W. B., (PR), T. W. agreed", ["B.W", "W. B", "PR", "T. W"]),
        ("b.w. wrote, AB.W, B.W.C, BWX, PR1", []),
    ],
)
def test_own_identifiers_are_found(text: str, found: list[str]) -> None:
    assert [text[a:b] for a, b, _ in find_own(text, [*NAMES, *CODES])] == found


def variants(value: str, draw: random.Random) -> str:
    text = draw.choice([value, value.lower(), value.upper(), unicodedata.normalize("NFD", value)])
    if draw.random() < 0.4:
        text = draw.choice(["", " ", ".", "-", "_", "\u200b", "\n"]).join(text)
    elif draw.random() < 0.5:
        text = draw.choice(["", " ", ".", "_", ", "]).join(re.split(r"\W+", text))
    return draw.choice(["saw ", "x_", "1 ", ""]) + text + draw.choice([" then", ".pdf", "", "_a"])


def test_what_the_release_removes_the_verification_does_not_find() -> None:
    draw = random.Random(5)
    seen = 0
    for _ in range(3000):
        value = draw.choice([*NAMES, *CODES])
        text = variants(value, draw)
        left = text
        for start, end, _ in reversed(find_own(text, [value])):
            left = left[:start] + "\ufffc" + left[end:]
        seen += _says(text, *_sought([value]))
        assert not _says(left, *_sought([value])), (value, text)
    assert seen > 1500


def test_texts_lose_the_identifiers_of_their_row(tmp_path: Path, run: Run) -> None:
    notes = [
        "{low} was seen.", "later {last} came.", "file scan_{code}.pdf is here.", "the login {glued} was used.",
        "{spaced} felt well.", "{dotted} wrote.",
    ]  # fmt: skip
    rows = []
    for i in range(12):
        name = f"{FIRST[i]} {LAST[i % 10]}"
        low = name.lower()
        first, last = low.split()
        code = f"QX-{10 + i}-C{i}"
        said = notes[i % 6].format(
            low=low,
            last=last,
            code=code.replace("-", ""),
            glued=first + last,
            spaced=" ".join(last),
            dotted=f"{first}.{last}",
        )
        rows.append((code, name, 30 + i, f"The patient felt well; {said}"))
    write(tmp_path / "a.csv", ("code", "who", "age", "note"), rows)
    text = (
        DEFINITION.format(k=3, method="")
        + '[attribute.code]\nrole = "identifier"\n[attribute.note]\nrole = "text"\n'
    )
    (tmp_path / "d.toml").write_text(text)
    assert run("release", "d.toml")[0] == 0
    released = (tmp_path / "out.csv").read_text(encoding="utf-8").lower()
    squeezed = re.sub(r"[^a-z0-9]", "", released)
    for code, name, *_ in rows:
        assert not any(part in squeezed for part in name.lower().split())
        assert re.sub(r"\W", "", code.lower()) not in squeezed
    status, said, _ = run("verify", "--definition", "d.toml")
    assert status == 0 and "of the row's own person: 0" in said
    broken = (tmp_path / "out.csv").read_text(encoding="utf-8").splitlines()
    persons = [
        json.loads(line)["person"] for line in (tmp_path / "private/persons").read_text().splitlines()[1:]
    ]
    last = rows[persons[-1]][1].split()[1].lower()
    (tmp_path / "out.csv").write_text(
        "\n".join([*broken[:-1], f"{broken[-1]} {last}"]) + "\n", encoding="utf-8"
    )
    status, said, _ = run("verify", "--definition", "d.toml")
    assert status == 1 and "an identifier of the row itself is left in the text" in said
