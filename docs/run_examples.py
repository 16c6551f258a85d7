"""Run the examples of the pages, and compare what they print with what the pages show, or write it there.

    python docs/run_examples.py            # compare; exit status 1 and the differences where something differs
    python docs/run_examples.py --write    # rewrite what the pages show (make docs-outputs)
    python docs/run_examples.py --write docs/tutorials/letters.md

A page's examples are its blocks ```sh and ```python; what an example prints (both streams) stands in a block ```text
right below it, or nothing does where it prints nothing. Blocks of other languages (```bash) are not run. Each page runs
in a new folder that holds `examples/` and nothing else, its examples in their order; Python's keep their names from
block to block. Two comments may stand above the block of output: `<!-- may differ: REGEX -->` says what may be another
the next time (it counts as equal, and the page keeps what it shows), `<!-- exit status: N -->` how the example ends.
"""

import argparse
import difflib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs" / "tutorials").glob("*.md")))
BLOCK = re.compile(
    r"^```(?P<language>sh|python)\n(?P<code>.*?)^```\n"
    r"(?P<marks>(?:<!-- (?:may differ|exit status): [^\n]* -->\n)*)"
    r"(?:```text\n(?P<shown>.*?)^```\n)?",
    re.M | re.S,
)
_MARK = re.compile(r"<!-- (may differ|exit status): (.*) -->")
_SHELL = re.compile(r"[|<>;&$`*?~()#]")
"""Signs that only a shell understands."""
_PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
ENVIRONMENT = {
    "PATH": _PATH,
    "PYTHONPATH": str(ROOT),
    "COLUMNS": "100",
    "NO_COLOR": "1",
    "TZ": "UTC",
    "LC_ALL": "C.UTF-8",
}


@dataclass(frozen=True)
class Example:
    """One block of a page: its language and code, what the page shows below it (None: nothing), and its marks."""

    language: str
    code: str
    shown: str | None
    may_differ: tuple[str, ...]
    status: int
    marks: str

    @classmethod
    def of(cls, match: "re.Match[str]") -> "Example":
        """Return the example of a block."""
        marks = _MARK.findall(match["marks"])
        return cls(
            match["language"],
            match["code"],
            match["shown"],
            tuple(value for name, value in marks if name == "may differ"),
            next((int(value) for name, value in marks if name == "exit status"), 0),
            match["marks"],
        )

    def agrees(self, printed: str) -> bool:
        """Return whether what is shown is what was printed, but for what may differ."""
        return self._settled(self.shown or "") == self._settled(printed)

    def _settled(self, text: str) -> str:
        for pattern in self.may_differ:
            text = re.sub(pattern, "...", text)
        return text


@dataclass
class Run:
    """A folder in which the examples of one page run, one after the other."""

    folder: Path
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})

    def printed(self, example: Example) -> str:
        """Return what an example prints. Raises RuntimeError where it does not end as the page says."""
        with patch.dict(os.environ, ENVIRONMENT):
            before = Path.cwd()
            os.chdir(self.folder)
            try:
                if example.language == "python":
                    status, text = self._python(example.code)
                else:
                    status, text = self._shell(example.code)
            finally:
                os.chdir(before)
        if status != example.status:
            raise RuntimeError(f"exit status {status}, not {example.status}, of:\n{example.code}\n{text}")
        return text

    def _python(self, code: str) -> tuple[int, str]:
        stream = io.StringIO()
        status = 0
        # whether the machine code of tables is there yet depends on the installation, not on the example
        made = patch("sanitizer.relational.in_memory.makes_machine_code", lambda definition: False)
        with made, redirect_stdout(stream), redirect_stderr(stream):
            try:
                exec(compile(code, "<example>", "exec"), self.names)
            except Exception as error:
                status = 1
                print(f"{type(error).__name__}: {error}")
        return status, stream.getvalue()

    def _shell(self, code: str) -> tuple[int, str]:
        text = ""
        for is_plain, lines in groupby(code.replace("\\\n", " ").splitlines(), _is_plain):
            for part in lines if is_plain else ["\n".join(lines)]:
                status, more = _command(shlex.split(part)[1:]) if is_plain else _bash(part)
                text += more
                if status:
                    return status, text
        return 0, text


def _is_plain(line: str) -> bool:
    """Return whether a line only calls the command, without what a shell understands."""
    return line.startswith("sanitizer ") and not _SHELL.search(re.sub(r"'[^']*'", "", line))


def _bash(code: str) -> tuple[int, str]:
    done = subprocess.run(
        ["bash", "-eo", "pipefail", "-c", code],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8")


def _command(arguments: list[str]) -> tuple[int, str]:
    """Exit status and output of the command, run in this process: libraries and models are loaded once."""
    from sanitizer.commands import main

    buffer = io.BytesIO()
    stream = io.TextIOWrapper(buffer, encoding="utf-8", write_through=True)
    status: Any = 0
    with patch.multiple(sys, stdin=io.TextIOWrapper(io.BytesIO()), stdout=stream, stderr=stream):
        try:
            main(arguments)
        except SystemExit as end:
            status = end.code
    stream.flush()
    return int(status or 0), buffer.getvalue().decode("utf-8")


def run_page(page: Path) -> list[tuple[Example, str]]:
    """Return the examples of a page, each with what it prints today."""
    examples = [Example.of(match) for match in BLOCK.finditer(page.read_text(encoding="utf-8"))]
    with tempfile.TemporaryDirectory() as name:
        shutil.copytree(ROOT / "examples", Path(name) / "examples")
        run = Run(Path(name))
        return [(example, run.printed(example)) for example in examples]


def rewritten(page: Path) -> str:
    """Return the text of a page with what its examples print today; what may differ stays as the page shows it."""
    results = iter(run_page(page))

    def block(match: "re.Match[str]") -> str:
        example, printed = next(results)
        if example.agrees(printed):
            return match[0]
        if printed and not printed.endswith("\n"):
            printed += "\n"
        output = f"{example.marks}```text\n{printed}```\n" if printed else example.marks
        return f"```{example.language}\n{example.code}```\n{output}"

    return BLOCK.sub(block, page.read_text(encoding="utf-8"))


def main() -> int:
    """Compare, or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("pages", nargs="*", type=Path)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    status = 0
    for page in asked.pages or PAGES:
        before = page.read_text(encoding="utf-8")
        try:
            after = rewritten(page)
        except RuntimeError as error:
            print(f"{page}: {error}", file=sys.stderr)
            status = 1
            continue
        if before == after:
            continue
        print(f"{page}: {'rewritten' if asked.write else 'differs'}")
        if asked.write:
            page.write_text(after, encoding="utf-8")
        else:
            status = 1
            print(
                "\n".join(
                    difflib.unified_diff(
                        before.splitlines(), after.splitlines(), "shown", "printed", "", "", 1
                    )
                )
            )
    return status


if __name__ == "__main__":
    sys.exit(main())
