import json
from pathlib import Path

import pytest

from sanitizer.check.report import FailedReport
from sanitizer.commands import main
from sanitizer.operators import Encrypt, Key
from tests.page.reports import report_of, summary

HEX = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
TOKEN = Encrypt(Key(bytes(range(32)))).seal('Ann "Nan" Lee, jr.\n', "PERSON")


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["restore", "--overwrite", *arguments])
    return int(ended.value.code or 0)


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.txt", f"By {TOKEN}.", 'By Ann "Nan" Lee, jr.\n.'),
        ("a.csv", f"id,note\n1,by {TOKEN}\n", 'id,note\n1,"by Ann ""Nan"" Lee, jr.\n"\n'),
    ],
)
def test_values_come_back(
    tmp_path: Path, name: str, content: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANITIZER_KEY", HEX)
    source, target = tmp_path / name, tmp_path / ("out" + name)
    source.write_text(content, encoding="utf-8", newline="")
    assert run(str(source), "-o", str(target)) == 1  # it tells no place
    assert run(str(source), "-o", str(target), "--any-place") == 0
    assert target.read_bytes().decode() == expected


def test_json_lines(tmp_path: Path) -> None:
    key, source, target = tmp_path / "key", tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    key.write_text(HEX)
    key.chmod(0o600)
    source.write_text(json.dumps({"t": [f"x {TOKEN}"], "n": 1}) + "\n", encoding="utf-8")
    assert run(str(source), "-o", str(target), "--key-file", str(key), "--any-place") == 0
    assert json.loads(target.read_text(encoding="utf-8")) == {"t": ['x Ann "Nan" Lee, jr.\n'], "n": 1}


def test_a_wrong_key_ends_with_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANITIZER_KEY", HEX[::-1])
    source, target = tmp_path / "a.txt", tmp_path / "b.txt"
    source.write_text(TOKEN, encoding="utf-8")
    assert run(str(source), "-o", str(target)) == 1
    assert target.read_text(encoding="utf-8") == TOKEN


def test_usage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("SANITIZER_KEY", raising=False)
    source = tmp_path / "a.txt"
    source.write_text(TOKEN, encoding="utf-8")
    assert run(str(source)) == 2
    assert "no key" in capsys.readouterr().err
    monkeypatch.setenv("SANITIZER_KEY", HEX)
    assert run(str(source), "-o", str(source)) == 2
    assert "overwrite" in capsys.readouterr().err
    assert run(str(tmp_path / "none.txt")) == 2


SEAL = Encrypt(Key(bytes(range(32)))).seal
ANN, BO, CY = (SEAL(name, "PERSON") for name in ("Ann", "Bo", "Cy"))


def reported(folder: Path) -> Path:
    """Return the report of a run on two texts."""
    lines = (
        report_of("Ann met Bo.", (0, 3, ANN), (8, 10, BO)),
        report_of("Cy came.", (0, 2, CY), id="b"),
        FailedReport(id="c", reason="empty"),
        summary(3),
    )
    file = folder / "report.jsonl"
    file.write_text("\n".join(json.dumps(line.to_json()) for line in lines), encoding="utf-8")
    return file


@pytest.mark.finding("L2")
def test_tokens_that_changed_places_are_seen_with_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SANITIZER_KEY", HEX)
    report, target = str(reported(tmp_path)), tmp_path / "out.jsonl"

    def restored(*texts: str) -> tuple[int, list[str]]:
        source = tmp_path / "in.jsonl"
        source.write_text("".join(json.dumps({"t": text}) + "\n" for text in texts), encoding="utf-8")
        status = run(str(source), "-o", str(target), "--report", report)
        return status, [json.loads(line)["t"] for line in target.read_text(encoding="utf-8").splitlines()]

    assert restored(f"{ANN} met {BO}.", f"{CY} came.", "None.") == (0, ["Ann met Bo.", "Cy came.", "None."])
    swapped = f"{BO} met {ANN}."
    assert restored(swapped, f"{CY} came.") == (1, [swapped, "Cy came."])
    assert "1 texts left as they are" in (told := capsys.readouterr().err) and "number 1)" in told
    between = [f"{ANN} met {CY}.", f"{BO} came."]
    assert restored(*between) == (1, between)
    assert restored(f"{ANN} met.") == (1, [f"{ANN} met."])
    whole = [f"{CY} came.", f"{ANN} met {BO}."]
    assert restored(*whole) == (1, whole)  # two texts that changed places
    assert restored(f"{CY} came.") == (0, ["Cy came."])  # a part of what was written


def test_a_file_that_bears_anothers_name_is_seen_with_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANITIZER_KEY", HEX)
    (tmp_path / "in").mkdir()
    for name, text in {
        "a": "Tom Huber of Leeds came.",
        "b": "Ann Lee of Oslo left.",
        "c": "Bo Ek met Ann Lee.",
    }.items():
        (tmp_path / "in" / f"{name}.txt").write_text(text, encoding="utf-8")
    out, report = tmp_path / "out", tmp_path / "r.jsonl"
    with pytest.raises(SystemExit) as ended:
        main(
            [
                "sanitize",
                str(tmp_path / "in"),
                "-o",
                str(out),
                "--operator",
                "default=encrypt",
                "--report",
                str(report),
            ]
        )
    assert not ended.value.code
    assert run(str(out / "b.txt"), "-o", str(tmp_path / "b.txt"), "--report", str(report)) == 0
    assert "Ann Lee" in (tmp_path / "b.txt").read_text(encoding="utf-8")
    first, second = (out / f"{name}.txt" for name in "ab")
    (out / "x").write_bytes(first.read_bytes())
    first.write_bytes(second.read_bytes())
    second.write_bytes((out / "x").read_bytes())
    for swapped in (first, second):
        assert run(str(swapped), "-o", str(tmp_path / "s.txt"), "--report", str(report)) == 1
        assert (tmp_path / "s.txt").read_bytes() == swapped.read_bytes()


def test_a_report_of_something_else_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANITIZER_KEY", HEX)
    source, report = tmp_path / "a.txt", tmp_path / "r.jsonl"
    source.write_text(ANN, encoding="utf-8")
    for content in ('{"kind": "document", "status": "done"}', "{}", ""):
        report.write_text(content)
        assert run(str(source), "--report", str(report)) == 2
    assert run(str(source), "--report", str(tmp_path / "none")) == 2


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("short", "has 5 bytes, at least 16 are needed"),
        ("aaaaaaaaaaaaaaaa", "is written text"),
        ("password password password", "is written text"),
        ("passwordpasswordpasswordpassword", "is written text"),
        ("correct horse battery staple", "is written text"),
        ("cGFzc3dvcmQgcGFzc3dvcmQ=", "is written text"),  # "password password" in base64
        ("0" * 32, "repeats itself"),
        ("\0" * 16, "repeats itself"),
        ("0123456789abcdef" * 2, "repeats itself"),
        ("0123456789abcdef0123456789abcdef0123456789", "repeats itself"),
    ],
)
@pytest.mark.finding("L1")
def test_weak_keys_are_refused(
    tmp_path: Path, content: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    key, source = tmp_path / "key", tmp_path / "a.txt"
    key.write_text(content)
    key.chmod(0o600)
    source.write_text(TOKEN, encoding="utf-8")
    assert run(str(source), "--key-file", str(key)) == 2
    told = capsys.readouterr()
    assert message in told.err and "openssl rand -hex 32" in told.err
    assert told.err.count("\n") == 1 and content not in told.err
    assert told.out == ""


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o666, 0o620])
@pytest.mark.finding("L1")
def test_a_key_file_that_others_may_read_is_refused(
    tmp_path: Path, mode: int, capsys: pytest.CaptureFixture[str]
) -> None:
    key, source = tmp_path / "key", tmp_path / "a.txt"
    key.write_text(HEX)
    key.chmod(mode)
    source.write_text(TOKEN, encoding="utf-8")
    assert run(str(source), "--key-file", str(key)) == 2
    assert f"others may read it (mode 0{mode:o}): chmod 600 {key}" in capsys.readouterr().err
    key.chmod(0o400)
    assert run(str(source), "--key-file", str(key), "--any-place") == 0
