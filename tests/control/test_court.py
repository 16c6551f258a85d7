"""The profile `court` through the installed command: the own case's parties go, who acts in public stays."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.command import run_command
from tests.test_command import ok, run

STRASBOURG = "CASE OF DREVNIK v. SLOVENIA\nThe applicant, Mr Jure Drevnik, lives in Maribor.\n"
FAMILY = """Neutral Citation Number: [2024] EWFC 117
IN THE FAMILY COURT
Case No: ZC24P00123

Before:
HER HONOUR JUDGE HILLIER

Re K (A Child)

Between:
SANDRA QUILLFEATHER Applicant
and
MARK BRANDWELL Respondent

Mr Simon Pargeter (instructed by Lowe and Co) for the Applicant
Ms Lidija Lukina-Vrhovec, agent of the Government

1. This is an application under the Children Act 1989 and the Equality Act 2010 by Ms Quillfeather. The mother, Sandra \
Quillfeather, lives in Leeds.
2. I was referred to Frydlender v. France and to Re B (Children) [2008] UKHL 35. Mr Pargeter submitted that Frydlender \
v. France [GC], no. 30979/96, § 43, ECHR 2000-VII applies.
"""


def court(folder: Path, text: str, *more: object) -> tuple[str, list[dict[str, Any]]]:
    (folder / "h.txt").write_text(text, encoding="utf-8")
    profile = () if "--profile" in more else ("--profile", "court")
    run("sanitize", folder / "h.txt", "-o", folder / "h.out", *profile, *more, "--report", folder / "h.rep")
    entries = [json.loads(line) for line in (folder / "h.rep").read_text(encoding="utf-8").splitlines()]
    return (folder / "h.out").read_text(encoding="utf-8"), entries


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        (STRASBOURG, ["Drevnik", "Jure"]),
        ("The case of Müller v. Austria. The applicant, Anton Müller, lives in Vienna.", ["Müller", "Anton"]),
        ("R v Smithers\n\nThe defendant, Alan Smithers, was born in Derby.", ["Smithers"]),
        (
            "IN THE MATTER OF HOLLOWBY\n\nThe debtor, Mr Piers Hollowby, kept a shop, see Stec v. Germany.",
            ["Hollowby", "Piers"],
        ),
        (
            "In Drevnik v. Slovenia the Court held a hearing. Mr Jure Drevnik came to it, as in Drevnik v. Slovenia.",
            ["Drevnik"],
        ),
    ],
)
def test_the_own_cases_parties_are_never_citations(tmp_path: Path, text: str, gone: list[str]) -> None:
    output, (entry, _) = court(tmp_path, text)
    assert not [name for name in gone if name.lower() in output.lower()], output
    assert not [n for n in entry.get("left", ()) if any(name in n["term"] for name in gone)]


def test_who_acts_in_public_and_what_is_cited_stay(tmp_path: Path) -> None:
    output, (entry, summary) = court(tmp_path, FAMILY)
    for name in ("QUILLFEATHER", "Quillfeather", "BRANDWELL", "[2024] EWFC 117", "ZC24P00123", "Leeds"):
        assert name not in output
    for name in (
        "HER HONOUR JUDGE HILLIER",
        "Mr Simon Pargeter",
        "Mr Pargeter submitted",
        "Ms Lidija Lukina-Vrhovec",
        "Children Act 1989",
        "Equality Act 2010",
        "Frydlender v. France",
        "Re B (Children) [2008] UKHL 35",
    ):
        assert name in output, name
    rules = {n["term"]: n["rule"] for n in entry["left"]}
    assert rules["Mr Simon Pargeter"] == "allow" and rules["Frydlender"] == "cited case"
    assert rules["Children Act 1989"] == "cited case"
    assert summary["met"]
    told = ok("explain", tmp_path / "h.rep").stdout.decode()
    assert "left in clear 'Frydlender'  [MISC; 2x; cited case]" in told
    assert "an allow rule: counsel and agents act in public" in told


HEADLINES = """3. A newspaper ran the headline "Rugby ace's boy hurt in trampoline lie". Another: "Quillfeather and \
Brandwell at war". The Applicant denied it; the first respondent, the Appellant and the Claimant agreed with the \
defendant.
"""


def test_roles_before_the_court_stay_and_names_in_headlines_go(tmp_path: Path) -> None:
    output, (entry, _) = court(tmp_path, FAMILY + HEADLINES)
    for words in (
        "(instructed by Lowe and Co) for the Applicant",
        "The Applicant denied it; the first respondent, the Appellant and the Claimant agreed with the defendant.",
    ):
        assert words in output, output
    heading = output.partition("Between:")[2].partition("Mr Simon")[0]
    assert "Applicant\nand\n" in heading and "Respondent\n" in heading
    assert not [n for n in ("quillfeather", "brandwell", "sandra", "mark") if n in output.lower()], output
    assert "at war" in output and entry["residual"]["met"]


def test_a_role_is_masked_where_a_person_says_so(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(
        'extends = "court"\n[[deny]]\nphrases = ["Applicant"]\n', encoding="utf-8"
    )
    output, _ = court(tmp_path, FAMILY + HEADLINES, "--profile", tmp_path / "p.toml")
    assert "Applicant" not in output and "the Appellant" in output


@pytest.mark.parametrize("form", ["Jure Drevnik", "Mr Jure Drevnik"])
def test_a_decision_to_mask_and_a_protected_name_overrule_the_profile(tmp_path: Path, form: str) -> None:
    (tmp_path / "d.jsonl").write_text(json.dumps({"form": form, "decision": "mask"}), encoding="utf-8")
    output, (entry, _) = court(tmp_path, STRASBOURG, "--decisions", tmp_path / "d.jsonl")
    assert "drevnik" not in output.lower()
    assert [d["verdict"] for d in entry["decisions"]] == ["masked"]
    (tmp_path / "p.toml").write_text(f'extends = "court"\n[protect]\nnames = ["{form}"]\n', encoding="utf-8")
    protected, _ = court(tmp_path, STRASBOURG, "--profile", tmp_path / "p.toml")
    assert "drevnik" not in protected.lower()


def test_decisions_that_come_to_nothing_are_listed(tmp_path: Path) -> None:
    rows = [
        {"form": "Drevnik", "decision": "mask"},
        {"form": "Zorblax", "decision": "mask"},
        {"form": "Maribor", "decision": "keep", "document": "other.txt"},
        {"form": "Bled", "decision": "keep", "document": "h.txt"},
    ]
    (tmp_path / "d.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (tmp_path / "h.txt").write_text(STRASBOURG, encoding="utf-8")
    done = run(
        "sanitize", tmp_path / "h.txt", "-o", tmp_path / "o", "--decisions", tmp_path / "d.jsonl",
        "--report", tmp_path / "r", "--json",
    )  # fmt: skip
    expected = [
        {"line": 2, "decision": "mask", "reason": "its form stands in no document"},
        {"line": 3, "decision": "keep", "reason": "there is no such document"},
        {"line": 4, "decision": "keep", "reason": "its form does not stand in its document"},
    ]
    assert done.returncode == 1 and json.loads(done.stdout)["decisions_unused"] == expected
    assert json.loads((tmp_path / "r").read_text().splitlines()[-1])["decisions_unused"] == expected
    told = done.stderr.decode()
    assert "3 decisions came to nothing: line 2: its form stands in no document; line 3:" in told
    assert "Zorblax" not in told + done.stdout.decode()


def test_a_keep_that_breaks_a_promise_ends_with_status_1(tmp_path: Path) -> None:
    (tmp_path / "d.jsonl").write_text('{"form": "Whitcombe", "decision": "keep"}', encoding="utf-8")
    (tmp_path / "t.txt").write_text("Dr Gary Whitcombe wrote to the clinic in Leeds.", encoding="utf-8")
    done = run(
        "sanitize", tmp_path / "t.txt", "-o", tmp_path / "o", "--decisions", tmp_path / "d.jsonl",
        "--report", tmp_path / "r",
    )  # fmt: skip
    assert done.returncode == 1 and "what a decision keeps breaks a promise" in done.stderr.decode()
    output = (tmp_path / "o").read_text()
    assert "Whitcombe" in output and "Gary" not in output
    assert "kept by decision 'Whitcombe' (" in ok("explain", tmp_path / "r").stdout.decode()
    certificate = tmp_path / "c.html"
    ok("report", tmp_path / "r", "--certificate", certificate)
    assert "NOT MET" in certificate.read_text(encoding="utf-8")


PUBLIC = (
    "Ms Dana Okolo complained to the Ministry of Justice. The Leeds County Court dismissed her claim, the Court of "
    "Appeal and the Supreme Court refused leave, and she lodged an application against the United Kingdom. Mr "
    "Justice Pell dissented."
)


def test_courts_and_the_state_stay_and_a_court_that_a_town_tells_apart_goes(tmp_path: Path) -> None:
    output, _ = court(tmp_path, PUBLIC)
    for public in (
        "Ministry of Justice",
        "Court of Appeal",
        "Supreme Court",
        "United Kingdom",
        "Justice Pell",
    ):
        assert public in output
    assert "Leeds" not in output and "Okolo" not in output


def test_settings_leave_named_rules_of_a_profile_out(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text('extends = "court"\nwithout = ["judges", "courts"]\n', encoding="utf-8")
    output, _ = court(tmp_path, PUBLIC, "--profile", tmp_path / "p.toml")
    assert "Pell" not in output and "Supreme Court" not in output and "United Kingdom" in output


def test_a_rule_that_is_not_there_cannot_be_left_out(tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text('extends = "court"\nwithout = ["juges"]\n', encoding="utf-8")
    (tmp_path / "in.txt").write_text(PUBLIC)
    ran = run_command("sanitize", "in.txt", "-o", "out.txt", "--profile", "p.toml", cwd=tmp_path)
    assert ran.returncode == 2
    assert "no rule that it extends is called 'juges': counsel, courts, judges, state" in ran.stderr


def test_a_country_in_the_name_of_who_is_public_does_not_stay(tmp_path: Path) -> None:
    text = "Judge France and Mr Justice Jordan sat. The applicant, Ms Okolo, was born in France, then went to Jordan.\n"
    output, _ = court(tmp_path, text)
    assert "born in France" not in output and "to Jordan" not in output
    (tmp_path / "p.toml").write_text(
        '[[allow]]\nphrases = ["Bank of France"]\npublic = true\n', encoding="utf-8"
    )
    text = "Ms Ada Okolo worked at the Bank of France. She was born in France.\n"
    output, _ = court(tmp_path, text, "--profile", tmp_path / "p.toml")
    assert "born in France" not in output
