"""Parts of others: the plug-in of `tests/plugin` is installed as a user would install it, and used by name."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from spacy.tokens import Doc

from sanitizer import plugins
from sanitizer.hooks import Hooks
from sanitizer.types import EntityClass, Mention, Span
from tests.command import run_command

PLUGIN = Path(__file__).parent / "plugin"
Call = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Provide a folder into which pip has installed the plug-in; neither the network nor the environment is touched."""
    folder = tmp_path_factory.mktemp("site")
    source = tmp_path_factory.mktemp("source")
    for name in ("pyproject.toml", "badge_parts.py"):  # pip builds beside the sources
        (source / name).write_text((PLUGIN / name).read_text(encoding="utf-8"), encoding="utf-8")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--no-build-isolation",
    ]
    subprocess.run([*pip, "--target", str(folder), str(source)], check=True, capture_output=True)
    return folder


@pytest.fixture
def call(site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Call]:
    """Provide the command as it is where the plug-in is installed, and where SANITIZER_PLUGINS says `plugins`."""
    monkeypatch.syspath_prepend(str(site))

    def forget() -> None:
        plugins._manager.cache_clear()
        plugins._with_origin.cache_clear()

    def run(*arguments: str, wanted: str | None = None, text: str = "") -> "subprocess.CompletedProcess[str]":
        forget()
        with monkeypatch.context() as changed:
            changed.delenv(plugins.VARIABLE)
            if wanted is not None:
                changed.setenv(plugins.VARIABLE, wanted)
            return run_command(*arguments, stdin=text)

    yield run
    forget()


def test_parts_lists_them_with_their_package(call: Call) -> None:
    rows = json.loads(call("parts", "--json").stdout)
    ours = {(row["kind"], row["name"]) for row in rows if row["from"] == "badge-parts 1.2"}
    assert ours == {
        ("recognizers", "badge"),
        ("operators", "initials"),
        ("knowledge-bases", "bees"),
        ("count-sources", "hive"),
        ("document-formats", "note"),
        ("commands", "badges"),
    }
    assert all(row["what"] for row in rows)


def test_recognizer_and_operator_by_name(call: Call) -> None:
    arguments = ("sanitize", "-", "--recognizer", "badge:QX", "--operator", "CODE=initials:dot=!", "--quiet")
    done = call(*arguments, text="The badge QX-4711 was found in the corridor.")
    assert (done.returncode, done.stdout) == (0, "The badge Q! was found in the corridor."), done.stderr


def test_knowledge_and_counts_by_name(call: Call) -> None:
    told = call("count", "bee", "--counts", "hive:8")
    assert told.returncode == 0, told.stderr
    assert "hive:8" in told.stdout
    arguments = ("sanitize", "-", "--kb", "bees", "--counts", "hive:8", "--recognizer", "badge", "--quiet")
    done = call(*arguments, text="The badge NX-0042 was found beside a bee.")
    assert "NX-0042" not in done.stdout, done.stderr


def test_command_by_name(call: Call) -> None:
    assert call("badges", "NX-1234 and NX-9999").stdout == "2\n"
    assert "badges" in call("--help").stdout


NOTE = "note\ntitle: Badge NX-4711\ntrace: {}\n\nThe badge NX-4711 was found.\n\nNobody came.\n"
AS_BADGES = ("--recognizer", "badge", "--operator", "CODE=tag", "--quiet")


@pytest.mark.parametrize("name", ["lost.note", "lost.data"])
def test_format_by_ending_and_by_name(call: Call, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(NOTE.format("host"), encoding="utf-8")
    told = () if name.endswith(".note") else ("--format", "note")
    out = tmp_path / "out.note"
    done = call("sanitize", str(tmp_path / name), "-o", str(out), *told, *AS_BADGES)
    assert done.returncode == 0, done.stderr
    words = "The badge [CODE] was found.\n\nNobody came.\n"
    assert out.read_text(encoding="utf-8") == f"note\ntitle: Badge [CODE]\n\n{words}"
    assert "parts that are not read were left out: 1 trace" in done.stderr


def test_formats_in_a_folder_beside_texts(call: Call, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.note").write_text(NOTE.format("host"), encoding="utf-8")
    (folder / "plain.txt").write_text("The badge NX-4711 was found.", encoding="utf-8")
    (folder / "report 7.note").write_text("no note at all", encoding="utf-8")
    done = call("sanitize", str(folder), "-o", str(tmp_path / "out"), "--workers", "2", *AS_BADGES)
    assert done.returncode == 1
    assert "report 7.note: is no note" in done.stderr
    written = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert written == ["0.note", "1.note", "2.note", "plain.txt"]
    assert "NX-" not in "".join(p.read_text(encoding="utf-8") for p in (tmp_path / "out").iterdir())
    assert "trace" not in (tmp_path / "out" / "1.note").read_text(encoding="utf-8")


def test_format_is_one_word_of_the_formats(call: Call, tmp_path: Path) -> None:
    (tmp_path / "a.note").write_text(NOTE.format("host"), encoding="utf-8")
    done = call("sanitize", str(tmp_path / "a.note"), "--format", "nota", "-o", str(tmp_path / "b.note"))
    assert done.returncode == 2 and "did you mean 'note'" in done.stderr
    done = call("sanitize", str(tmp_path / "a.note"), "-o", str(tmp_path / "b.note"), wanted="none")
    assert done.returncode == 0  # without the plug-in it is text


def test_the_hooks_are_those_described() -> None:
    described = {name for name in vars(Hooks) if not name.startswith("_")}
    assert described == set(plugins.KINDS)


def test_a_misspelled_hook_is_said(call: Call, site: Path) -> None:
    module, kept = site / "badge_parts.py", (site / "badge_parts.py").read_text(encoding="utf-8")
    module.write_text(kept + "\n\n@hookimpl\ndef recogniser() -> dict:\n    return {}\n", encoding="utf-8")
    sys.modules.pop("badge_parts", None)
    try:
        done = call("parts")
    finally:
        module.write_text(kept, encoding="utf-8")
        sys.modules.pop("badge_parts", None)
    assert done.returncode == 3
    assert "'recogniser' is no hook (did you mean 'recognizers'?)" in done.stderr


def test_none_is_loaded_where_none_is_wanted(call: Call) -> None:
    done = call("sanitize", "-", "--recognizer", "badge", wanted="none", text="x")
    assert done.returncode == 2
    assert "'badge' is not one of" in done.stderr


def test_a_wanted_plugin_that_is_missing_is_said(call: Call) -> None:
    done = call("parts", wanted="badges,bagdes")
    assert done.returncode == 2
    assert "no plug-in 'bagdes' is installed (installed: badges)" in done.stderr


def _exits(doc: Doc) -> list[Mention]:
    raise SystemExit(0)


def _breaks(doc: Doc) -> list[Mention]:
    raise RuntimeError(doc.text)


def _only(part: object) -> Callable[[str, set[str]], dict[str, Any]]:
    """Return the parts of plug-ins: one recognizer, and nothing else."""
    return lambda kind, known: {"evil": lambda value: part} if kind == "recognizers" else {}


@pytest.mark.finding("parts of others")
@pytest.mark.parametrize(
    "find",
    [
        _exits,
        _breaks,
        lambda doc: None,
        lambda doc: ["Tom Huber"],
        lambda doc: [Mention(Span(3, 500), "PERSON", EntityClass.PERSON, "evil")],
        lambda doc: [Mention(Span(30, 20), "PERSON", EntityClass.PERSON, "evil")],
    ],
)
def test_a_recognizer_that_fails_fails_the_document(
    find: Callable[[Doc], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    part = SimpleNamespace(name="evil", find=find)
    monkeypatch.setattr(plugins, "without_clash", _only(part))
    done = run_command(
        "sanitize", "-", "--recognizer", "model", "--recognizer", "evil", stdin="Mr Tom Huber came."
    )
    assert (done.returncode, done.stdout) == (1, "") and "Huber" not in done.stderr
