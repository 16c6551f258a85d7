"""Settings that are wrong are said, from files, the command line and Python; none is guessed or ignored."""

import re
from pathlib import Path
from typing import Any

import pytest
import spacy
from spacy.tokens import Doc

from sanitizer.commands.operators import Operators
from sanitizer.commands.options import fingerprint, read_control
from sanitizer.control.apply_rules import apply_rules
from sanitizer.control.decisions import Decision, read_decisions
from sanitizer.control.rules import Control, Rule
from sanitizer.control.settings_file import read_profile
from sanitizer.errors import DocumentError, UsageError, did_you_mean
from sanitizer.operators import Key, Policy, Tag
from sanitizer.recognize.finders import expressions
from sanitizer.recognize.finders.custom import CustomPattern
from sanitizer.recognize.finders.expressions import Expression, expression
from sanitizer.recognize.finders.lists import Lists, Phrase, read_phrases
from sanitizer.recognize.labels import entity_class
from sanitizer.relational.definition.definition import Attribute, Definition, Method, Model, Role
from sanitizer.settings import ContextSize, Protected, Settings, Strategy, Threshold, Unknown
from sanitizer.text.language import other_language
from sanitizer.types import Mention, Span
from tests.test_command import run
from tests.tiny import sanitizer

NLP = spacy.blank("en")
NAN = float("nan")


def settings(folder: Path, content: str) -> Control:
    file = folder / "mine.toml"
    file.write_text(content, encoding="utf-8")
    return read_profile(file)


def masked(control: Control, text: str, *mentions: tuple[str, str]) -> list[str]:
    """What stays sensitive of what a model found and of what the settings add."""
    doc: Doc = NLP(text)
    found = []
    for surface, kind in mentions:
        start = text.index(surface)
        found.append(Mention(Span(start, start + len(surface)), kind, entity_class(kind), "model"))
    found += [m for r in control.recognizers() for m in r.find(doc)]
    return [m.span.of(text) for m in apply_rules(control, doc, found)]


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
        ("[types]\nPERSON = 1", "types.PERSON: 1 may be a score or a switch: write 1.0, or true (on) or false (off)"),
        ("[types]\nPERSON = 0", "types.PERSON: 0 may be a score or a switch: write 0.0, or true (on)"),
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


# --- expressions ----------------------------------------------------------------------------------------------------


def test_an_expression_that_never_ends_fails_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "LIMIT_SECONDS", 0.05)
    endless = expression("(?:a|aa)+$", "settings p.toml: keep[1].regex")
    with pytest.raises(DocumentError, match=r"keep\[1\].regex: the regular expression ran for 0.05 seconds"):
        list(endless.finditer("a" * 60 + "!"))
    for control in (
        Control(keep=(endless,)),
        Control(allow=(Rule(regex=endless),)),
        Control(allow=(Rule(types=frozenset({"PERSON"}), after=endless),)),
        Control(patterns=(CustomPattern("CODE", endless),)),
    ):
        with pytest.raises(DocumentError, match="was stopped"):
            masked(control, "x" + "a" * 60 + "!", ("a" * 60 + "!", "PERSON"), ("x", "PERSON"))


def test_expressions_are_those_of_python() -> None:
    assert expression(re.compile("ward", re.IGNORECASE), "x").search("Ward") is not None
    assert expression("(\\d+) beds", "x").search("12 beds").group(1) == "12"
    for wrong in ("(", "a{e<=2}", "\\L<x>", "(?|a)", "x*"):
        with pytest.raises(UsageError, match=r"^here: "):
            expression(wrong, "here")
    assert Expression("a", 2, "x") == Expression("a", 2, "x") != Expression("b", 2, "x")


# --- Python ---------------------------------------------------------------------------------------------------------


def test_strings_become_what_they_name() -> None:
    made = Settings(strategy="S4", context="window:5", threshold="least", unknown="safe")  # type: ignore[arg-type]
    assert made == Settings(Strategy.S4, ContextSize("window", 5), Threshold("least"), Unknown.SAFE)
    assert made.strategy.treats_risky and str(Settings(threshold="bits:3").threshold) == "bits:3"  # type: ignore[arg-type]
    assert Settings(protect=[Protected("Ann")]).protect == (Protected("Ann"),)


WRONG: list[tuple[Any, dict[str, Any], str]] = [
    (Threshold, {"policy": "quantle", "value": 0.5}, "threshold: \"quantle\" is not possible.*'quantile'"),
    (Threshold, {"policy": "bits", "value": NAN}, "threshold bits: nan is out of bounds"),
    (Threshold, {"policy": "bits", "value": 0}, "above 0"),
    (Threshold, {"policy": "bits", "value": True}, "a number is needed, not true/false"),
    (Threshold, {"policy": "quantile"}, "a number is needed, not nothing"),
    (Threshold, {"policy": "least", "value": 1}, "it has no value"),
    (ContextSize, {"kind": "page"}, 'context: "page" is not possible'),
    (ContextSize, {"kind": "window"}, "context window: words: 0 is out of bounds"),
    (ContextSize, {"kind": "document", "words": 3}, "only a window has words"),
    (Protected, {"entity": " "}, "protected entity: it is empty"),
    (Settings, {"strategy": "S6"}, 'strategy: "S6" is not possible'),
    (Settings, {"threshold": "often"}, "is not one of least"),
    (Settings, {"threshold": 0.5}, "threshold: a Threshold is needed, not a number"),
    (Settings, {"threshold": Threshold("guarantee")}, "guarantee needs --protect FILE"),
    (Settings, {"context": 5}, "context: a ContextSize is needed"),
    (Settings, {"sensitive": "taxonomi"}, "sensitive: .*'taxonomy'"),
    (Settings, {"last_resort": "world!"}, "last_resort"),
    (Settings, {"kb_order": None}, "kb_order"),
    (Settings, {"distinct": "far"}, "distinct"),
    (Settings, {"generalization_counts": "rolledup"}, "'rolled-up'"),
    (Settings, {"unknown": "maybe"}, "unknown"),
    (Settings, {"groups": 0}, "groups: 0 is out of bounds \\(1 to 6\\)"),
    (Settings, {"groups": 7}, "groups: 7"),
    (Settings, {"groups": True}, "groups: a whole number is needed"),
    (Settings, {"contextual": "no"}, "contextual: true or false is needed"),
    (Settings, {"protect": "Ann"}, "protect: a list of Protected is needed"),
    (Settings, {"protect": ["Ann"]}, "protect: a Protected is needed, not a string"),
    (Rule, {}, "it has no condition"),
    (Rule, {"phrases": "Ann"}, "a set of strings is needed, not a string"),
    (Rule, {"phrases": frozenset({""})}, "it is empty"),
    (Control, {"common": NAN}, "common: nan"),
    (Control, {"minimum": -0.1}, "minimum: -0.1"),
    (Control, {"only": frozenset({"PERSN"})}, "'PERSN' is no type that is known .*'PERSON'"),
    (Control, {"thresholds": {"PERSON": NAN}}, "thresholds of PERSON: nan"),
    (Control, {"shorten": {"DATE": "week"}}, "shorten of DATE"),
    (Control, {"scope": "page"}, "scope"),
    (Control, {"operators": {"PERSON": "tagg"}}, "'tag'"),
    (Control, {"protect": "Ann"}, "protect: a tuple is needed, not a string"),
    (Control, {"decisions": [{"form": "x"}]}, "every element must be a Decision"),
    (Phrase, {"text": "x", "case": "Smart"}, "'smart'"),
    (CustomPattern, {"type": "CODE", "regex": "x", "score": 2}, "score: 2 is out of bounds"),
    (CustomPattern, {"type": "CODE", "regex": "("}, "no regular expression"),
    (CustomPattern, {"type": "CODE", "regex": "x", "entity_class": "CODES"}, "class: .*'CODE'"),
    (Decision, {"form": "", "mask": True}, "decision: form: it is empty"),
    (Decision, {"form": "--", "mask": True}, "neither a letter nor a digit"),
    (Decision, {"form": "Ann", "mask": "keep"}, "mask: true or false is needed"),
    (Policy, {"operators": {"PERSON": "tag"}}, "an operator object is needed, not a string"),
    (Policy, {"risky": Tag}, "class"),
    (Definition, {"attributes": (), "k": 0}, "privacy.k: 0"),
    (Definition, {"attributes": (), "k": True}, "privacy.k: a whole number is needed"),
    (Model, {"name": "t-closeness", "t": NAN}, "t-closeness: t: nan"),
    (Model, {"name": "l-diversity", "l": -1}, "l-diversity: l: -1"),
    (Model, {"name": "k-map", "k": 0}, "k-map: k: 0"),
    (Method, {"lambda_": NAN}, "method.lambda: nan"),
    (Method, {"suppression": 1.5}, "method.suppression: 1.5"),
    (Method, {"suppression": True}, "method.suppression: a number is needed"),
    (Method, {"partitioner": "clusters"}, "'cluster'"),
    (Attribute, {"name": "age", "role": "quazi"}, "attribute.age.role: .*'quasi'"),
    (Attribute, {"name": "age", "role": Role.QUASI, "weight": NAN}, "attribute.age.weight: nan"),
]


@pytest.mark.parametrize(("kind", "values", "message"), WRONG)
@pytest.mark.finding("N15")
def test_wrong_values_are_said_when_they_are_made(kind: Any, values: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        kind(**values)


@pytest.mark.finding("N15")
def test_operators_of_a_sanitizer_may_be_a_table() -> None:
    assert Policy.of({"PERSON": "tag"}) == Policy.parse({"PERSON": "tag"})
    with pytest.raises(UsageError, match=r"needs a key; give operators=Policy\.parse"):
        Policy.of({"PERSON": "hash"})
    with pytest.raises(UsageError, match="a Policy or a table"):
        Policy.of("tag")  # type: ignore[arg-type]
    assert Policy.parse({"PERSON": "hash"}, Key(bytes(range(32)))).names == {"PERSON": "hash"}


# --- decisions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            ['{"form": "Ann", "decision": "mask", "typ": "PERSON"}'],
            "line 1: 'typ' is an unknown key .*'type'",
        ),
        (
            ['{"form": "Ann", "decision": "mask", "type": "STRET"}'],
            "line 1: 'STRET' is no type .*'STREET|line 1",
        ),
        (['{"form": "Ann", "decision": "keeep"}'], "line 1: decision: .*'keep'"),
        (['{"form": "Ann", "decision": "keep", "decision": "mask"}'], "line 1: 'decision' stands twice"),
        (['{"form": 3, "decision": "keep"}'], "line 1: form: a string is needed"),
        (
            ['{"form": "Ann", "decision": "keep"}', "", '{"form": "ANN", "decision": "mask"}'],
            "line 3: .* in line 1",
        ),
        ([""], "it holds no decision"),
    ],
)
def test_wrong_decisions_are_named(tmp_path: Path, lines: list[str], message: str) -> None:
    file = tmp_path / "d.jsonl"
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(UsageError, match=message):
        read_decisions(file)


def test_decisions_may_repeat_and_hold_line_separators(tmp_path: Path) -> None:
    file = tmp_path / "d.jsonl"
    line = '{"form": "Ann", "decision": "mask", "why": "a\u2028b"}'
    file.write_text(f"{line}\n{line}\n", encoding="utf-8")
    assert [d.form for d in read_decisions(file)] == ["Ann"]


# --- what a run was made under --------------------------------------------------------------------------------------


def test_the_fingerprint_covers_what_settings_name(tmp_path: Path) -> None:
    """Whatever file a run reads its rules from: other rules are another run."""
    for name, words in {
        "staff.csv": "W. Blue\n", "public.csv": "Form A\n", "names.csv": "Ann Lee\n", "words.txt": "iris\n",
        "d.jsonl": '{"form": "Acme", "decision": "keep"}\n', "counts.json": "{}", "kb.csv": "a,b\n",
    }.items():  # fmt: skip
        (tmp_path / name).write_text(words, encoding="utf-8")
    (tmp_path / "base.toml").write_text("minimum = 0.1\n", encoding="utf-8")
    (tmp_path / "mine.toml").write_text(
        'extends = "base.toml"\n[[deny]]\nfile = "staff.csv"\n[[allow]]\nfile = "public.csv"\n'
        '[protect]\nfile = "names.csv"\n',
        encoding="utf-8",
    )
    options = {
        "profile": str(tmp_path / "mine.toml"), "decisions": str(tmp_path / "d.jsonl"), "offline": False,
        "recognizers": (f"list:{tmp_path / 'words.txt'}",), "counts": (str(tmp_path / "counts.json"),),
        "knowledge": (str(tmp_path / "kb.csv"),),
    }  # fmt: skip

    def made() -> str:
        operators = Operators(Policy(), "{}").digest
        return fingerprint(options, Settings(), read_control(options), operators)

    seen = [made()]
    assert made() == seen[0]
    changes = {
        "staff.csv": "zorblax,ORG\n", "public.csv": "Form B\n", "names.csv": "Tom Huber\n", "words.txt": "rose\n",
        "d.jsonl": '{"form": "Acme", "decision": "mask"}\n', "counts.json": "{ }", "kb.csv": "a,c\n",
        "base.toml": "minimum = 0.2\n",
    }  # fmt: skip
    for name, words in changes.items():
        (tmp_path / name).write_text(words, encoding="utf-8")
        seen.append(made())
    assert len(set(seen)) == len(changes) + 1


# --- languages ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Mme Hélène Marchand est née à Lyon le 12 mars 1961.", "fr"),
        ("Patient vu ce jour, bon état général, sort demain.", "fr"),
        ("La señora Elena Ruiz vive en Madrid desde 1990.", "es"),
        ("Der Patient wurde gestern entlassen.", "de"),
        ("Пациент выписан вчера.", "ru"),
    ],
)
def test_short_texts_in_other_languages(text: str, language: str) -> None:
    assert other_language(text) == language
    assert other_language(text.upper()) is not None


@pytest.mark.parametrize(
    "text",
    [
        "pt c/o sob x3d, hx htn dm2, rx metformin 500 bd, nkda",
        "72F, #NOF L, PMHx: AF, COPD, T2DM. Plan: bloods, CXR, NBM",
        "lol u ok hun?? cant make it 2nite soz xx",
        "MR HUBER SEEN IN CLINIC TODAY. PAIN IN LEFT KNEE. REVIEW 6/52.",
        "Juan Carlos de la Cruz y Mendoza, b. Guadalajara, Jalisco",
        "asa 81mg qd, lisinopril 10mg qd, atorvastatin 40mg qhs",
        "He wrote to her: 03 Πλατεία Μαβίλη 170, Λευκωσία",
        "Huber Thomas; Novak Jana; Okafor Chidi",
        "Colle di Tora, Via delle Coste 41",
        "",
    ],
)
def test_english_notes_chats_and_lists_pass(text: str) -> None:
    assert other_language(text) is None


@pytest.mark.finding("N16")
def test_the_library_refuses_other_languages() -> None:
    french = "Mme Hélène Marchand est née à Lyon le 12 mars 1961."
    with pytest.raises(DocumentError, match=r"is not English .it looks like 'fr'[)]"):
        sanitizer().sanitize(french)
    assert sanitizer(settings=Settings(any_language=True)).sanitize(french).text


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
