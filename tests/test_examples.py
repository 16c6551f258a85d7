"""The examples of README and of the tutorials run, and print what the pages show (docs/run_examples.py)."""

import difflib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


def loaded() -> ModuleType:
    """Return the script, which lies in no package."""
    spec = importlib.util.spec_from_file_location("run_examples", ROOT / "docs" / "run_examples.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where its dataclasses look for names
    spec.loader.exec_module(module)
    return module


examples = loaded()


@pytest.mark.parametrize("page", examples.PAGES, ids=lambda page: page.stem)
def test_examples_print_what_the_page_shows(page: Path) -> None:
    before, after = page.read_text(encoding="utf-8"), examples.rewritten(page)
    assert before == after, "make docs-outputs rewrites them:\n" + "\n".join(
        difflib.unified_diff(before.splitlines(), after.splitlines(), "shown", "printed", "", "", 1)
    )


def test_blocks_are_found_with_their_marks() -> None:
    marks = "<!-- may differ: \\d+ -->\n<!-- exit status: 1 -->\n"
    page = f"```sh\necho 1\n```\n{marks}```text\n7 s\n```\n\n```bash\nno\n```\n"
    (found,) = map(examples.Example.of, examples.BLOCK.finditer(page))
    assert (found.code, found.shown, found.status) == ("echo 1\n", "7 s\n", 1)
    assert found.agrees("8 s\n") and not found.agrees("8 m\n")
