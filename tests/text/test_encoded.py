"""What stands in codes that nobody reads as words goes whole, and is listed where it stays."""

import json
import re
from pathlib import Path

import pytest

from sanitizer.check.find_places_to_look_at import places
from sanitizer.text.encoded import encoded_texts
from sanitizer.text.fold import fold
from tests.command import run_command

NAME = "Orla Quensby"
_CELLS = dict(zip("abcdefghijklmnopqrstuvwxyz", "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵", strict=True))
_MORSE = dict(
    zip(
        "abelnoqrsuy",
        (".-", "-...", ".", ".-..", "-.", "---", "--.-", ".-.", "...", "..-", "-.--"),
        strict=True,
    )
)
CODES = {
    "braille": "".join("\u2820" * c.isupper() + _CELLS.get(c.lower(), c) for c in NAME),
    "percent": "".join(f"%{byte:02X}" for byte in NAME.encode()),
    "percent, blanks plain": " ".join("".join(f"%{ord(c):02x}" for c in word) for word in NAME.split()),
    "percent twice": "".join(f"%25{byte:02X}" for byte in NAME.encode()),
    "percent, cyrillic": "".join(f"%{byte:02X}" for byte in "Орла".encode()),
    "entities": "".join(f"&#{ord(c)};" for c in NAME),
    "entities of hex": "".join(f"&#x{ord(c):x};" for c in NAME),
    "entities twice": "".join(f"&amp;#{ord(c)};" for c in NAME),
    "entities without end": "".join(f"&#{ord(c)} " for c in NAME).strip(),
    "escapes": "".join(f"\\u{ord(c):04x}" for c in NAME),
    "bytes": "".join(f"\\x{ord(c):02x}" for c in NAME),
    "octal": "".join(f"\\{ord(c):03o}" for c in NAME),
    "hexadecimal": " ".join(f"{ord(c):02x}" for c in NAME),
    "0x": " ".join(f"0x{ord(c):02x}" for c in NAME),
    "points": " ".join(f"U+{ord(c):04X}" for c in NAME),
    "binary": " ".join(f"{ord(c):08b}" for c in NAME),
    "quoted-printable": "".join(f"={ord(c):02X}" for c in NAME),
    "morse": " / ".join(" ".join(_MORSE[c] for c in word) for word in NAME.lower().split()),
}


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
@pytest.mark.parametrize("frame", ["{}", "The patient {} was admitted to the ward."])
def test_codes_of_letters_go_whole(code: str, frame: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(frame.format(code))
    run_command("sanitize", "a.txt", "-o", "o.txt", "--report", "r.jsonl", "--any-language", cwd=tmp_path)
    before, _, after = frame.partition("{}")
    said = (tmp_path / "o.txt").read_text()
    assert said.startswith(before) and said.endswith(after)
    stands = said[len(before) : len(said) - len(after)]
    assert re.fullmatch(
        r"\[(hidden text|device address|medical record number)\];?|(A )?person;?|\[name\];?", stands
    ), stands
    report = json.loads((tmp_path / "r.jsonl").read_text().splitlines()[0])
    assert report["sensitive"]


@pytest.mark.parametrize("code", [code for code in CODES.values() if "Q" not in code], ids=[*CODES])
def test_codes_that_stay_are_listed(code: str) -> None:
    assert places(f"It says {code} there.")


@pytest.mark.parametrize(
    "text",
    [
        "BP - . - . -, then - - . -", "---", "1. - 2. - 3. -", "TOC ....... 3 ..... 4", "rates .5 - .6 - .7 - .8",
        "Pulse 72 101 108 101 110 97 98 99", "1990 1991 1992 1993 1994 1995 1996", "00:1b:44:11:3a:b7",
        "caf%C3%A9, M%C3%BCller, 50%20 of 100%", "M&#252;&#223;er &amp; Sons", "0x1F and 0x2A", "10101010 is a byte",
        "\\x41 and \\120", "=3D=20=3D=20",
    ],
)  # fmt: skip
def test_marks_and_numbers_that_are_no_codes(text: str) -> None:
    assert encoded_texts(text) == []


def test_flags_with_something_between_their_letters_are_letters(tmp_path: Path) -> None:
    name = "".join(chr(0x1F1E6 + ord(c) - 65) + "\u200b" for c in "HELENA")
    (tmp_path / "a.txt").write_text(f"The patient {name} was admitted. The flag was \U0001f1eb\U0001f1f7.")
    run_command("sanitize", "a.txt", "-o", "o.txt", cwd=tmp_path)
    said = (tmp_path / "o.txt").read_text()
    assert "\U0001f1ed" not in said and "\U0001f1eb\U0001f1f7" in said


def test_marks_over_blanks_hide_no_letters(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("".join(c + "\u20e3" for c in "Mrs Helena Markovic came on 3 May 1991"))
    run_command("sanitize", "a.txt", "-o", "o.txt", cwd=tmp_path)
    said = (tmp_path / "o.txt").read_text().replace("\u20e3", "")
    assert "Marko" not in said and "May" not in said


@pytest.mark.parametrize("text", ["1  2  3  4", "a  b  c", "A B  C D", "+ -  + -"])
def test_rows_of_single_characters_are_no_words(text: str) -> None:
    assert fold(text).text == text


def test_words_letter_by_letter_with_more_blanks_between_them(tmp_path: Path) -> None:
    text = "   ".join(
        " ".join(word) for word in ["Mrs", "Helena", "Markovic", "came", "on", "3", "May", "1991"]
    )
    (tmp_path / "a.txt").write_text(f"{text}.")
    run_command("sanitize", "a.txt", "-o", "o.txt", cwd=tmp_path)
    said = (tmp_path / "o.txt").read_text()
    assert "k o v" not in said and "M a y" not in said and "1 9 9" not in said
