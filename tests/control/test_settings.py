"""Settings that are wrong are said, from files, the command line and Python; none is guessed or ignored."""

import re
from pathlib import Path

import pytest

from sanitizer.control.profiles import read_profile
from sanitizer.control.rules import Control
from sanitizer.errors import UsageError, did_you_mean
from sanitizer.recognize.finders.user_lists import Lists, read_phrases
from tests.command import run_command
from tests.control.masked import masked
from tests.test_command import run


def settings(folder: Path, content: str) -> Control:
    file = folder / "mine.toml"
    file.write_text(content, encoding="utf-8")
    return read_profile(file)


def test_did_you_mean() -> None:
    assert did_you_mean("phrase", ["regex", "phrases"]) == " (did you mean 'phrases'?)"
    assert did_you_mean("PERSN", ["PERSON", "ORG"]) == " (did you mean 'PERSON'?)"
    assert did_you_mean("x", ["regex", "phrases"]) == ""


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[[allow]]\nphrase = ["NHS"]', "mine.toml: allow[1].phrase: unknown key (did you mean 'phrases'?)"),
        ('[[allow]]\nphrases = ["A"]\n[[allow]]\nwhy = "x"', "mine.toml: allow[2]: it says nothing: give one of"),
        ('[[keep]]\nregx = ["x"]', "mine.toml: keep[1].regx: unknown key (did you mean 'regex'?)"),
        ('[[deny]]\nphrase = ["Nightjar"]', "mine.toml: deny[1].phrase: unknown key (did you mean 'phrases'?)"),
        ('[[deny]]\ntype = "ORG"', "mine.toml: deny[1]: it says nothing: give one of phrases, file, regex"),
        ('[[deny]]\nphrases = []', "mine.toml: deny[1].phrases: it is empty"),
        ('[[deny]]\nphrases = ["x"]\ntype = "PERSN"', "deny[1].type: 'PERSN' is no fine type that is known (did you"),
        ('[[pattern]]\ntype = "NHS"\nregex = "x"', "pattern[1].type: 'NHS' is no type that is known"),
        ('[[pattern]]\ntype = "CODE"\nregex = "x*"', "pattern[1].regex: 'x*' matches the empty string"),
        ('[[pattern]]\ntype = "CODE"\nregex = "x"\nscore = 0.3', "pattern CODE: a score of 0.3 never counts"),
        ('[[pattern]]\ntype = "CODE"\nregex = "x"\nscore = nan', "pattern[1].score: nan is out of bounds (0 to 1)"),
        ('[[allow]]\nregex = [".*"]', "allow[1].regex: '.*' matches the empty string, and so everywhere"),
        ('[[allow]]\nbefore = " *"', "allow[1].before: ' *' matches the empty string"),
        ('[types]\nPERSON = "on"', "types.PERSON: write true (on), false (off), a least score from 0 to 1, or"),
        ("[types]\nPERSON = 1.5", "types.PERSON: 1.5 is out of bounds (0 to 1)"),
        ("[types]\nPERSON = 1", "types.PERSON: 1 may be a score or a switch: write a score as 0.7, or true (on)"),
        ("[types]\nPERSON = 0", "types.PERSON: 0 may be a score or a switch: write a score as 0.7, or true (on)"),
        ("[types]\nPERSON = 1.0", "types.PERSON: 1.0 leaves out all that finders are less than sure of"),
        ("minimum = 1.0", "mine.toml: minimum: 1.0 leaves out all"),
        ("minimum = 1", "mine.toml: minimum: 1.0 leaves out all"),
        ('[[keep]]\nregex = [".+"]', "'.+' covers any words"),
        ('[[keep]]\nregex = ["\\\\w+"]', "covers any words"),
        ('[[keep]]\nregex = ["[A-Z][a-z]*"]', "covers any words"),
        ('[[keep]]\nregex = ["[^0-9]+"]\ncitations = true', "covers any words"),
        ('[[allow]]\nregex = [".+"]', "matches any words"),
        ('[[allow]]\nregex = ["Acme", "[A-Z].*"]', "matches any words"),
        ('[[allow]]\nregex = ["\\\\S+ \\\\S+"]', "matches any words"),
        ('[[allow]]\nafter = "(?=.)"', "holds everywhere"),
        ('[[allow]]\ntypes = ["PERSON"]\nafter = "(?s)."', "holds everywhere"),
        ('[[allow]]\nbefore = "."', "holds everywhere"),
        ("[types]\nPERSON = 0.5\nPER = 0.7", "types.PER: PERSON is said twice"),
        ("minimum = nan", "mine.toml: minimum: nan is out of bounds (0 to 1)"),
        ("common = -1", "mine.toml: common: -1 is out of bounds (at least 0)"),
        ("generic = 1", "mine.toml: generic: true or false is needed, not a whole number"),
        ('only = ["PERSN"]', "mine.toml: only: 'PERSN' is no type that is known (did you mean 'PERSON'?)"),
        ('[shorten]\nDATETIME = "year"', "shorten.DATETIME: 'DATETIME' is no fine type"),
        ('[protect]\nname = ["Ann"]', "protect.name: unknown key (did you mean 'names'?)"),
        ('[operators]\nPERSN = "tag"', "operators.PERSN: operator for 'PERSN': no type that is known (did you mean"),
        ('[operators]\nPERSON = "tagg"', "operators.PERSON: operator 'tagg' is none of"),
        ('[operators]\nDATE = {date-shift = {dayz = 3}}', "'dayz' is not its option (did you mean 'days'?)"),
        ('[operators]\nCARD = {mask = {keep_last = true}}', "keep_last is a whole number, not true/false"),
        (
            'extends = "safe-harbour"',
            "is none of chat, clinical-research, court, everything, paper, publication, safe-harbor (did you mean "
            "'safe-harbor'?)",
        ),
        ("[method]\nstrategy = 'S9'", "strategy"),
        ("[method]\nsingling-out = -1", "singling_out: -1 is out of bounds"),
        ("[method]\nthreshhold = 'least'", "method.threshhold: unknown key"),
        ("[method]", "the table says nothing"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        settings(tmp_path, content)


@pytest.mark.parametrize(
    "content",
    [
        "[types]\nPERSON = 1\n",
        "minimum = 1.0\n",
        '[[keep]]\nregex = [".+"]\n',
        '[[allow]]\nafter = "(?=.)"\n',
    ],
)
@pytest.mark.finding("B1")
def test_the_command_refuses_what_would_let_all_names_stay(tmp_path: Path, content: str) -> None:
    file = tmp_path / "p.toml"
    file.write_text(content, encoding="utf-8")
    done = run("sanitize", "-", "--profile", file, stdin="Mr Tom Huber of Leeds.")
    assert done.returncode == 2 and done.stdout == b"" and done.stderr.count(b"\n") == 1


def test_narrow_rules_are_taken(tmp_path: Path) -> None:
    content = """
[types]
DATE = 0.7
[[keep]]
regex = ['Form \\d+ of \\d+', '\\d{3}', 'The [a-z]+ [A-Z]\\w+']
[[allow]]
regex = ['[A-Z]{2}\\d+', 'Acme .*']
[[allow]]
types = ["ORG"]
regex = ['[A-Z]\\w+']
[[allow]]
regex = ['[A-Z]\\w+']
before = 'Attending: '
[[allow]]
after = ',? (?:QC|KC)'
"""
    assert len(settings(tmp_path, content).allow) == 4


@pytest.mark.finding("B1")
def test_the_command_refuses_a_misspelt_key(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text('[[allow]]\nphrase=["NHS"]\n', encoding="utf-8")
    done = run("sanitize", "-", "--profile", file, stdin="The NHS paid Mr Tom Huber of Leeds.")
    assert done.returncode == 2 and done.stdout == b""
    assert b"allow[1].phrase: unknown key (did you mean 'phrases'?)" in done.stderr


def test_what_a_user_lists_always_counts(tmp_path: Path) -> None:
    """Neither the types that a profile counts nor its switches and shortening drop own patterns and deny entries."""
    control = settings(
        tmp_path,
        """
extends = "safe-harbor"
minimum = 0.9
[types]
AGE = false
[[pattern]]
type = "PRODUCT"
regex = "W-[0-9]+"
[[pattern]]
type = "AGE"
regex = "aged ([0-9]+)"
[[deny]]
regex = "blue (?:mill|door)"
[[deny]]
phrases = ["1991"]
type = "DATE"
""",
    )
    text = "W-12 at the Blue Mill, aged 45, in 1991 for Acme"
    assert sorted(masked(control, text, ("Acme", "ORG"))) == ["1991", "45", "Blue Mill", "W-12"]


def test_a_pattern_holds_under_a_profile_that_counts_other_types(tmp_path: Path) -> None:
    file = tmp_path / "q.toml"
    file.write_text(
        'extends = "safe-harbor"\n[[pattern]]\ntype = "LAW"\nregex = "Zeta [0-9]{4}"\nscore = 0.9\n',
        encoding="utf-8",
    )
    done = run("sanitize", "-", "--profile", file, stdin="The note says Zeta 0722 was used.")
    assert done.returncode == 0 and b"0722" not in done.stdout


def test_a_type_of_ones_own_has_a_class(tmp_path: Path) -> None:
    control = settings(
        tmp_path,
        '[[pattern]]\ntype = "WARD"\nclass = "LOC"\nregex = "ward [A-F]"\n[operators]\nWARD = "tag"\n',
    )
    assert control.own_types == {"WARD"} and masked(control, "on ward B") == ["ward B"]


def test_lists_name_types_that_exist(tmp_path: Path) -> None:
    file = tmp_path / "staff.csv"
    file.write_text('# staff\n"Huber, Tom"\nDoe, John\nW. Blue,PERSN\n', encoding="utf-8")
    (tmp_path / "empty.csv").write_text("# nobody\n", encoding="utf-8")
    with pytest.raises(UsageError, match="it holds no phrase"):
        Lists.read(tmp_path / "empty.csv")
    with pytest.raises(UsageError, match=r"staff.csv, line 4: the second field is no type .*'PERSON'"):
        read_phrases(file)


def test_the_words_that_settings_know_are_listed() -> None:
    told = run("parts").stdout.decode()
    (line,) = (line for line in told.splitlines() if line.startswith("  MEDICAL_RECORD "))
    assert line.split(maxsplit=1)[1] == "medical record number (class CODE)"
    assert all(f"{name}:\n" in told for name in ("types", "classes", "recognizers", "operators", "profiles"))
    assert [line.split()[0] for line in run("parts", "profiles").stdout.decode().splitlines()] == [
        "chat",
        "clinical-research",
        "court",
        "everything",
        "paper",
        "publication",
        "safe-harbor",
    ]


def test_a_call_that_would_look_for_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Mrs Ann Miller lives in Oslo.")
    call = ("sanitize", "a.txt", "-o", "b.txt", "--recognizer", "none")
    done = run_command(*call, cwd=tmp_path)
    assert done.returncode == 2 and "nothing would be looked for" in done.stderr
    assert not (tmp_path / "b.txt").exists()
    (tmp_path / "d.jsonl").write_text('{"form": "Oslo", "decision": "mask"}\n')
    done = run_command(*call, "--decisions", "d.jsonl", cwd=tmp_path)
    assert done.returncode == 0 and "Oslo" not in (tmp_path / "b.txt").read_text()
