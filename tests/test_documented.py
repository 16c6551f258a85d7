"""What the program takes and says is documented: options, keys of settings, of definitions and reports, exit statuses,
hooks; pages that a script writes are as it writes them."""

import dataclasses
import importlib
import importlib.util
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import click
import pytest

from sanitizer import errors, plugins
from sanitizer.check import report, summary
from sanitizer.commands import group
from sanitizer.commands.command_groups import COMMANDS
from sanitizer.commands.help import glossary, topics, without_links
from sanitizer.commands.help_examples import EXAMPLES
from sanitizer.recognize.entity_types import CLASSES, TYPES
from sanitizer.records import Record
from sanitizer.types import EntityClass
from tests.command import run_command

ROOT = Path(__file__).parent.parent
WORDS = re.compile(r"^\| ([^|]+?) \|", re.M)
DOCS = ROOT / "docs"
EASY = [
    ROOT / "README.md",
    *DOCS.glob("tutorials/*.md"),
    *(DOCS / f"{n}.md" for n in ("choose", "install", "settings")),
]
"""Pages of those who never heard of our words."""
FORGONE = ("known form", "equivalence class", "spans of yours", "beside the promise", "residual check",
           "anonymisation", "redact", "hypernym", "coreference", "ncp")  # fmt: skip


def script(name: str) -> ModuleType:
    """Return a script of docs/, which is no package."""
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


WRITTEN: dict[Path, Callable[[], str]] = {
    **script("make_cli").PAGES,
    DOCS / "package-index.md": script("make_index_page").page,
}


@pytest.mark.parametrize("page", WRITTEN, ids=lambda page: page.name)
def test_pages_that_a_script_writes_are_as_it_writes_them(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SANITIZER_PLUGINS", "none")
    assert page.read_text(encoding="utf-8") == WRITTEN[page](), "make docs-outputs rewrites it"


def named(page: str) -> set[str]:
    """Return the words that a page sets in code."""
    text = (DOCS / page).read_text(encoding="utf-8")
    quoted = re.findall(r"```.*?```|`[^`\n]+`", text, re.S)
    return set(re.findall(r"[A-Za-z][\w-]*", " ".join(quoted)))


def keys_of(module: str) -> set[str]:
    """Return the keys that a reader of settings takes: the tuples of words at the top of its module."""
    found: set[str] = set()
    for name, value in vars(importlib.import_module(module)).items():
        if name.isupper() and isinstance(value, tuple):
            found |= {key for key in value if isinstance(key, str) and re.fullmatch(r"[a-z][a-z_-]*", key)}
    return found


def records(module: ModuleType) -> Iterator[str]:
    """Yield the fields of the records of a report, as the file calls them."""
    for value in vars(module).values():
        if isinstance(value, type) and issubclass(value, Record) and dataclasses.is_dataclass(value):
            yield from ("class" if f.name == "entity_class" else f.name for f in dataclasses.fields(value))


@pytest.mark.parametrize(
    ("page", "keys"),
    [
        ("settings.md", keys_of("sanitizer.control.settings_file")),
        ("settings.md", keys_of("sanitizer.control.decisions")),
        ("definition.md", keys_of("sanitizer.relational.definition.schema")),
        ("definition.md", keys_of("sanitizer.relational.definition.read_attributes")),
        ("report.md", {*records(report), *records(summary)}),
        ("plugins.md", set(plugins.KINDS)),
    ],
    ids=["settings", "decisions", "definition", "attributes", "report", "hooks"],
)  # fmt: skip
def test_every_key_is_documented(page: str, keys: set[str]) -> None:
    assert keys and not sorted(keys - named(page))


def test_every_type_class_and_word_of_ours_is_explained() -> None:
    lists = (DOCS / "lists.md").read_text(encoding="utf-8")
    explained = glossary(DOCS / "glossary.md")
    assert all(f"| `{name}` | {word} (class {own.value}) |" in lists for name, (own, word) in TYPES.items())
    assert set(CLASSES) == set(EntityClass) and {c.value.lower() for c in CLASSES} <= {*explained, "person"}
    own = {
        name.strip() for line in WORDS.findall((DOCS / "glossary.md").read_text()) for name in line.split(",")
    }
    assert {"term", "risky term", "told (PMI)", "DEM", "h(s)", "group", "sidecar"} <= own
    assert all(
        run_command("help", word).returncode == 0 for word in ("DATETIME", "h(s)", "MISC", "IBAN", "tag")
    )


def test_words_that_the_glossary_does_not_have_are_said_nowhere() -> None:
    """One term for one thing: each of these was said for something that has a word in the glossary."""
    texts = {page: re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S) for page in EASY}
    wrong = {(page.name, word) for page, text in texts.items() for word in FORGONE if word in text.lower()}
    assert not wrong


def test_every_exit_status_is_documented() -> None:
    def statuses(error: type[errors.SanitizerError]) -> set[int]:
        return {error.exit_status}.union(*map(statuses, error.__subclasses__()))

    rows = re.findall(r"^\| (\d+) \|", (DOCS / "cli.md").read_text(encoding="utf-8"), re.M)
    assert statuses(errors.SanitizerError) | {0, 130, 141, 143} <= set(map(int, rows))


def test_examples_of_help_name_options_that_there_are() -> None:
    context = click.Context(group)
    assert set(EXAMPLES) == {name for own in COMMANDS.values() for name in own}
    for lines in EXAMPLES.values():
        for line in lines:
            words = shlex.split(line.rpartition("| ")[2].partition(" >>")[0])
            command: click.Command | None = group
            for word in words[1:]:
                if isinstance(command, click.Group):
                    command = command.get_command(context, word)
                    assert command is not None, line
                elif word.startswith("-") and word not in ("-", "--help"):
                    assert command is not None
                    known = [o for p in command.params for o in (*p.opts, *p.secondary_opts)]
                    assert word in known, (line, word)


def test_every_page_that_is_named_can_be_shown() -> None:
    """`sanitizer help NAME` wherever pages, options and errors say it, on the package index too."""
    sources = [*DOCS.rglob("*.md"), *(ROOT / "sanitizer").rglob("*.py"), ROOT / "README.md"]
    names = {
        name
        for source in sources
        for name in re.findall(
            r"sanitizer help ([a-z][a-z-]*)", without_links(source.read_text(encoding="utf-8"))
        )
    }
    known = {*topics(), *glossary(DOCS / "glossary.md"), *(name for own in COMMANDS.values() for name in own)}
    assert {"changes", "letters", "choose"} <= names and not sorted(names - known)
    assert "](" not in re.sub(
        r"```.*?```|`[^`\n]+`|\]\(\w+:", "", WRITTEN[DOCS / "package-index.md"](), flags=re.S
    )


def test_help_shows_pages_and_commands_and_writes_examples(tmp_path: Path) -> None:
    listed = run_command("help").stdout
    assert all(name in listed for name in topics()) and "letters" in listed
    assert run_command("help", "glossary").stdout.startswith("# Glossary")
    assert "--definition" in run_command("help", "verify").stdout
    assert run_command("help", "k-anonymity").stdout.startswith("k: least number of persons")
    assert "what a person is" in run_command("help", "dem").stdout
    wrong = run_command("help", "glosary")
    assert wrong.returncode == 2 and "did you mean 'glossary'?" in wrong.stderr
    assert run_command("help", "--examples", tmp_path / "examples").returncode == 0
    assert (tmp_path / "examples" / "letters" / "renal.txt").is_file()
    assert run_command("help", "--examples", tmp_path / "examples").returncode == 2
