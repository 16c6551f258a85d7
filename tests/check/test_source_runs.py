"""No run of the source stays, through the whole product and the command."""

import json
from pathlib import Path

import pytest

from sanitizer import Sanitizer
from sanitizer.risk.word_runs import Sources, linking
from sanitizer.settings import Unlinkable
from tests.command import run_command

TEXT = (
    "Mrs Helena Markovic teaches beekeeping to refugees in Leeds. The old wooden bridge over the narrow river was "
    "closed to heavy traffic after the spring flood. The humanitarian restored a harpsichord for the village school "
    "and was praised by the local orphanage."
)
ASKED = Unlinkable(2, 5)


def test_no_run_stays_that_no_other_document_holds_and_verbs_stay() -> None:
    plain = Sanitizer.default().sanitize(TEXT)
    done = Sanitizer.default(unlinkable="2:5").sanitize(TEXT)
    told = done.report.unlinked
    assert told is not None and told.runs_before == len(linking(plain.text, TEXT, ASKED, None)) > 0
    assert told.runs_after == 0 and not linking(done.text, TEXT, ASKED, None)
    assert all(verb in done.text for verb in ("teaches", "closed", "restored", "praised"))
    assert any(r.rule == "sources" for r in done.report.risky)
    assert done.met and plain.report.unlinked is None


def test_runs_that_others_share_stay() -> None:
    other = Sanitizer.default(unlinkable="2:5").with_(sources=Sources.of([TEXT, TEXT], 5)).sanitize(TEXT)
    assert other.text == Sanitizer.default().sanitize(TEXT).text
    assert other.report.unlinked is not None and other.report.unlinked.runs_before == 0


def test_where_no_word_may_go_the_check_is_not_met() -> None:
    text = "We walked quickly, laughed loudly, sang happily, danced wildly and slept soundly."
    done = Sanitizer.default(unlinkable="2:5").sanitize(text)
    assert not done.met
    assert [p.kind for p in done.report.residual.problems] == ["run of the source left"]


@pytest.mark.parametrize("workers", [1, 2])
def test_the_command_counts_the_runs_of_its_collection(tmp_path: Path, workers: int) -> None:
    formula = "The signed form was sent to the central office for further careful review."
    for name, text in {"a": f"{TEXT}\n\n{formula}", "b": formula, "c": formula}.items():
        (tmp_path / "in").mkdir(exist_ok=True)
        (tmp_path / "in" / f"{name}.txt").write_text(text)
    ran = run_command(
        "sanitize", "in", "-o", "out", "--unlinkable", "3", "--workers", workers, "--report", "r.jsonl", "--keep-ids",
        cwd=tmp_path,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    assert "share: in 1 of 3 documents before, in 0 after" in ran.stderr
    assert [(tmp_path / "out" / f"{name}.txt").read_text() for name in "bc"] == [formula] * 2
    summary = json.loads((tmp_path / "r.jsonl").read_text().splitlines()[-1])
    assert (summary["settings"]["unlinkable"], summary["unlinked"]["linked_after"]) == ("3:5", 0)
    told = run_command("explain", "r.jsonl", cwd=tmp_path).stdout
    assert "fewer than 3 of 3 documents share" in told
    audit = run_command("audit", "out", "--report", "r.jsonl", "--json", cwd=tmp_path)
    assert json.loads(audit.stdout)["runs"] == {"words": 5, "documents_checked": 3, "linked": 2}


def test_a_background_stands_for_the_collection(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(TEXT)
    (tmp_path / "known.json").write_text(json.dumps({"one": TEXT, "two": TEXT}))
    ran = run_command(
        "sanitize", "in.txt", "-o", "out.txt", "--unlinkable", "2", "--background", "known.json", cwd=tmp_path
    )
    assert ran.returncode == 0 and "in 0 of 1 documents before" in ran.stderr


def test_a_background_for_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(TEXT)
    ran = run_command("sanitize", "in.txt", "-o", "out.txt", "--background", "known.json", cwd=tmp_path)
    assert ran.returncode == 2 and "--unlinkable" in ran.stderr
