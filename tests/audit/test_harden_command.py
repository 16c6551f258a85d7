"""`sanitizer sanitize --harden` end to end: two of the three example reports are about known persons."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.command import killed_after, run_command

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "reports"

KNOWN = {
    "Helena": "She plays concerts with the orchestra. After a lumpectomy and with tamoxifen she plays again.",
    "Andrej": "The officer took bribes and was sentenced to imprisonment. He complained of overcrowding in prison.",
}


@pytest.fixture
def known(tmp_path: Path) -> Path:
    others = {f"person {n}": f"A person of town {n} plays cards, reads and sleeps." for n in range(30)}
    (tmp_path / "known.json").write_text(json.dumps(KNOWN | others))
    (tmp_path / "match.csv").write_text("document,person\ndischarge-letter.txt,Helena\njudgment.txt,Andrej\n")
    return tmp_path


def hardened(
    folder: Path, name: str, *more: object, floor: str = "0.1"
) -> tuple[subprocess.CompletedProcess[str], list[dict[str, object]]]:
    report = folder / f"{name}.jsonl"
    done = run_command(
        "sanitize", EXAMPLES, "-o", folder / name, "--report", report, "--harden", 2, "--background",
        folder / "known.json", "--match", folder / "match.csv", "--harden-floor", floor, *more,
    )  # fmt: skip
    return done, [json.loads(line) for line in report.read_text().splitlines()]


def test_a_known_person_is_hidden_and_an_unknown_one_listed(known: Path) -> None:
    done, lines = hardened(known, "one")
    assert done.returncode == 0, done.stderr
    told = {str(line["id"]): line["hardening"] for line in lines[:-1]}
    assert told["engineer.md"] == {"person": None, "outcome": "no candidate"}
    letter, summary = told["discharge-letter.txt"], lines[-1]["hardening"]
    assert isinstance(letter, dict) and isinstance(summary, dict)
    assert letter["outcome"] == "hidden" and letter["rank_before"] == 1 and letter["rank_after"] > 2
    assert letter["utility_after"] < letter["utility_before"]
    text = (known / "one" / "discharge-letter.txt").read_text().lower()
    assert letter["words"] and not any(f" {word} " in text for word in letter["words"])
    risky = next(line["risky"] for line in lines if line["id"] == "discharge-letter.txt")
    assert isinstance(risky, list) and any(entry["rule"] == "linkage" for entry in risky)
    assert (summary["attacked"], summary["without_person"]) == (2, ["engineer.md"])
    assert (summary["among_k_after"], summary["outcomes"]) == (0, {"hidden": 2})
    assert "engineer.md: not hardened, its person is no candidate" in done.stderr
    assert "hardening: persons among the first 2 of 32 candidates in" in done.stderr


def test_the_same_with_workers_and_resumed(known: Path) -> None:
    _, one = hardened(known, "one")
    _, two = hardened(known, "two", "--workers", "2")
    assert one == two
    files = {p.name: p.read_bytes() for p in (known / "one").iterdir()}
    assert files == {p.name: p.read_bytes() for p in (known / "two").iterdir()}
    folder = known / "three"
    call = [
        "sanitize", EXAMPLES, "-o", folder, "--report", f"{folder}.jsonl", "--harden", 2, "--background",
        known / "known.json", "--match", known / "match.csv", "--harden-floor", "0.1",
    ]  # fmt: skip
    assert killed_after(1, *call) == 9 and not Path(f"{folder}.jsonl").exists()
    _, three = hardened(known, "three", "--resume")
    assert three == one


def test_a_floor_that_forbids_all_is_told(known: Path) -> None:
    done, lines = hardened(known, "strict", floor="1")
    assert done.returncode == 1
    summary = lines[-1]["hardening"]
    assert isinstance(summary, dict)
    assert summary["not_hidden"] and summary["utility_before"] <= summary["utility_after"]
    assert "would cost more utility than the floor allows" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--harden", "2"], "needs --background"),
        (["--background", "known.json"], "for --harden K"),
        (["--harden", "2", "--background", "known.json", "--strategy", "S2"], "S3, S4 or S5"),
        (["--harden", "40", "--background", "known.json"], "no person can have 40 others first"),
    ],
)
def test_calls_that_cannot_be_done_say_why(known: Path, arguments: list[str], words: str) -> None:
    arguments = [str(known / a) if a.endswith(".json") else a for a in arguments]
    done = run_command("sanitize", EXAMPLES, "-o", known / "out", *arguments)
    assert done.returncode == 2 and words in done.stderr
    assert not (known / "out").exists()
