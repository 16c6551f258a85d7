"""Loops say how far they are to whoever listens, and give the same items with and without."""

import fcntl
import gzip
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click
import pyarrow
import pyarrow.parquet

from sanitizer.commands import group, terminal
from sanitizer.commands.help_examples import NEXT
from sanitizer.common.progress import LISTENING, Done, counted, followed
from sanitizer.documents.read import FOLDER, Collection


def test_a_loop_is_followed_only_where_somebody_listens() -> None:
    heard: list[str] = []

    @contextmanager
    def listener(what: str, total: int) -> Iterator[Done]:
        heard.append(f"{what}: {total}")
        yield lambda more: heard.append(f"{more} more")

    assert list(followed([1, 2], "texts checked")) == [1, 2] and not heard
    with LISTENING.of(listener):
        assert list(followed([1, 2], "texts checked")) == [1, 2]
        with counted(7, "persons grouped") as done:
            done(3)
    assert heard == ["texts checked: 2", "1 more", "1 more", "persons grouped: 7", "3 more"]
    assert list(followed("ab", "more")) == ["a", "b"] and len(heard) == 5


def on_terminal(*arguments: str, lines: int = 40, columns: int = 100) -> str:
    """Return what a Python program prints on a terminal of 100 columns."""
    leader, follower = pty.openpty()
    fcntl.ioctl(leader, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    variables = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    with subprocess.Popen(
        [sys.executable, *arguments],
        stdin=follower, stdout=follower, stderr=follower, env=variables, cwd=Path(__file__).parents[1],
    ):  # fmt: skip
        os.close(follower)
        printed = b""
        with suppress(OSError):  # the end of the program
            while read := os.read(leader, 65536):
                printed += read
    os.close(leader)
    return printed.decode()


def test_a_terminal_sees_what_takes_long_and_for_how_many_seconds() -> None:
    program = (
        "import time; from sanitizer.commands.terminal import waiting\n"
        "from tqdm import tqdm\n"
        "with tqdm(total=9, delay=1e-9, leave=False) as bar, waiting('preparing'):\n"
        "    time.sleep(3.6); bar.update(); time.sleep(1.2)\n"
        "with waiting('reading'): time.sleep(3.6)\n"
        "with waiting('soon'): time.sleep(0.1)"
    )
    printed = on_terminal("-c", program)
    assert printed.count("\rpreparing") in (1, 2) and "1/9" in printed
    assert "\rreading, 3 s" in printed and "soon" not in printed and printed.endswith("\r\x1b[K")


def test_a_terminal_that_does_not_tell_its_size_has_bars_too() -> None:
    program = "from sanitizer.commands.terminal import progress; list(progress(range(3), 'text'))"
    assert "texts: " in on_terminal("-c", program, lines=0, columns=0)
    folder = Path(terminal.__file__).parent
    own = [path.name for path in folder.glob("*.py") if "import tqdm" in path.read_text(encoding="utf-8")]
    assert own == ["terminal.py"], "the others take terminal.bar"


def test_a_command_leads_on_at_a_terminal_in_bold() -> None:
    printed = on_terminal("-m", "sanitizer", "profiles")
    assert "\x1b[1mnext: sanitizer init FOLDER --profile NAME" in printed


def test_a_command_that_says_the_next_step_itself_does_not_say_another() -> None:
    folder = Path(terminal.__file__).parent
    files = [(name, folder / f"{'parts' if name in ('types', 'profiles') else name}.py") for name in NEXT]
    says = [name for name, file in files if "next: " in file.read_text(encoding="utf-8")]
    assert says == ["corpus"], "corpus info, add and check say nothing themselves"


def test_each_command_says_what_to_do_next() -> None:
    folder = Path(terminal.__file__).parent
    for name in group.list_commands(click.Context(group)):
        home = "parts" if name in ("types", "profiles") else name
        sources = [folder / f"{home}.py", *folder.glob(f"{name}_*.py")]
        sources += [folder / "output_targets.py"] * (name == "sanitize")
        told = any(
            word in source.read_text(encoding="utf-8") for source in sources for word in ("finish(", "next: ")
        )
        assert told or name in NEXT or name == "serve", name


def test_it_is_known_about_how_many_documents_come(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("id,text\n1,a\n2,b\n")
    (tmp_path / "rows.jsonl").write_text('{"text": "a"}\n{"text": "b"}\n{"text": "c"}\n')
    expected = [
        Collection(str(tmp_path / name), kind).expected()
        for name, kind in (("rows.csv", "csv"), ("rows.jsonl", "jsonl"))
    ]
    assert expected == [2, 3] and Collection("-", "jsonl").expected() is None
    packed, damaged = tmp_path / "rows.jsonl.gz", tmp_path / "damaged.csv.xz"
    packed.write_bytes(gzip.compress((tmp_path / "rows.jsonl").read_bytes()))
    damaged.write_bytes(b"no xz")
    pyarrow.parquet.write_table(pyarrow.table({"text": ["a"] * 5}), tmp_path / "rows.parquet")
    kinds = (
        (packed, "jsonl"),
        (damaged, "csv"),
        (tmp_path / "rows.parquet", "parquet"),
        (damaged, "parquet"),
    )
    assert [Collection(str(path), kind).expected() for path, kind in kinds] == [3, None, 5, None]
    assert Collection(str(tmp_path), FOLDER, files=("a.txt", "b.txt")).expected() == 2


def test_a_shell_completes_names_of_profiles_and_pages() -> None:
    for words, wanted in (("sanitize --profile cl", "plain,clinical-research"), ("help le", "plain,letters")):
        asked = {
            "_SANITIZER_COMPLETE": "bash_complete",
            "COMP_WORDS": f"sanitizer {words}",
            "COMP_CWORD": str(len(words.split())),
        }
        done = subprocess.run(
            [sys.executable, "-c", "from sanitizer.commands import main; main()"],
            env={**os.environ, **asked}, capture_output=True, text=True,
        )  # fmt: skip
        assert done.stdout.split() == [wanted]
