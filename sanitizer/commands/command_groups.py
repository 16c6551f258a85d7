"""The list of commands, in groups with a line each, and commands whose options are listed in groups."""

import importlib
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import Final

import click

from sanitizer import plugins
from sanitizer.commands.help_examples import epilog
from sanitizer.errors import UsageError, did_you_mean
from sanitizer.text.spacy_import import import_spacy

COMMANDS: Final[Mapping[str, Mapping[str, str]]] = {
    # heading -> name of a command, which is that of its module here -> its line; modules are loaded when called
    "Texts": {
        "sanitize": "Sanitize a folder, a file, an archive or standard input.",
        "explain": "Say why each word of a document was changed.",
        "report": "Make a page to look at from the report of a run.",
        "review": "Look through the results of a run in the browser, and decide.",
        "sweep": "Try stricter and milder settings on a sample, and compare them.",
        "restore": "Restore what was encrypted, with the key.",
    },
    "Tables": {
        "scan": "Look at a table, and propose what to do with each of its columns.",
        "release": "Make a table, its texts too, in which each person looks like others.",
        "verify": "Recount a released table by other code: does what was promised hold?",
    },
    "Checks": {
        "audit": "Attack a result: whom is it about, what was hidden, what is left?",
        "evaluate": "Compare a result with what people marked as to be hidden.",
    },
    "Service": {
        "serve": "Serve texts, jobs and releases over HTTP.",
        "keys": "Make a key for a caller of the service.",
        "purge": "Overwrite and remove files that hold originals.",
    },
    "Counts and knowledge": {
        "count": "Show how often words stand in the counted texts, alone and together.",
        "corpus": "Count in texts of your own.",
        "cache": "Show, move or remove the counts that services have answered.",
        "kb": "Show what more general words there are for a word; build a knowledge base.",
    },
    "This installation": {
        "help": "Show a page of the documentation; write the examples.",
        "init": "Write sanitizer.toml for a folder of documents.",
        "parts": "List recognizers, operators, formats, and other words that options take.",
        "types": "List the types of what is found, as DATE, JOB, IBAN.",
        "profiles": "List the profiles, which are ready sets of rules.",
        "where": "Say versions, settings in force, and where parts lie.",
        "completion": "Print the completion of commands for a shell.",
    },
}
_ELSEWHERE: Final = {"types": "parts.types_command", "profiles": "parts.profiles_command"}
"""Commands that stand in the module of another."""
_READING: Final = frozenset(("explain", "review", "sweep", "serve"))
"""Commands that read texts."""
_OTHERS_SAY: Final = {
    **dict.fromkeys(
        ("anonymize", "anonymise", "deidentify", "de-identify", "redact", "mask", "clean", "run"), "sanitize"
    ),
    **dict.fromkeys(("analyze", "describe"), "scan"),
    **dict.fromkeys(("k-anonymize", "publish"), "release"),
    **dict.fromkeys(("attack", "check"), "audit"),
    **dict.fromkeys(("list", "ls"), "parts"),
    **dict.fromkeys(("version", "config", "settings", "info"), "where"),
    **dict.fromkeys(("docs", "doc", "man"), "help"),
}
"""Commands of other tools, and what they are here."""
_LINES: Final = {name: line for own in COMMANDS.values() for name, line in own.items()}


class LazyGroup(click.Group):
    """A group whose subcommands are imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, sorted; those of plug-ins too."""
        return sorted({*_LINES, *plugins.without_clash("commands", set(_LINES))})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of the command, or take the command of a plug-in."""
        if cmd_name not in _LINES:
            return plugins.without_clash("commands", set(_LINES)).get(cmd_name)
        if cmd_name in _READING:
            import_spacy()
        module, _, name = _ELSEWHERE.get(cmd_name, f"{cmd_name}.command").partition(".")
        command: click.Command = getattr(importlib.import_module(f"sanitizer.commands.{module}"), name)
        command.epilog = command.epilog or epilog(cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command of a call. Raises UsageError that names the nearest one, or an option that is said twice."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            hint = did_you_mean(name, self.list_commands(ctx))
            if meant := _OTHERS_SAY.get(name.lower()):
                hint = f" (did you mean {meant!r}?)"
            if Path(name).exists():
                hint = f" (did you mean: sanitizer sanitize {quote(name)} -o clean?)"
            ctx.fail(f"no command {name!r}{hint}")
        found = super().resolve_command(ctx, args)
        _refuse_twice(found[1], ctx, found[2])
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands under headings; none is imported for it."""
        for heading, own in COMMANDS.items():
            with formatter.section(click.style(heading, bold=True)):
                formatter.write_dl(list(own.items()))
        added = plugins.without_clash("commands", set(_LINES))
        if added:
            with formatter.section("Of plug-ins"):
                formatter.write_dl(
                    [(name, own.get_short_help_str(70)) for name, own in sorted(added.items())]
                )


def _refuse_twice(command: click.Command | None, ctx: click.Context, args: list[str]) -> None:
    """Refuse an option that takes one value and is said twice: nobody knows which one was meant."""
    said: list[click.Parameter] = []
    if command is not None:
        with suppress(click.UsageError):  # told when the command reads its arguments
            said = command.make_parser(click.Context(command, ctx)).parse_args(list(args))[2]
    for option, times in Counter(said).items():
        if times > 1 and isinstance(option, click.Option) and not (option.multiple or option.is_flag):
            raise UsageError(f"{option.opts[-1]} is said twice; leave one of the two")


class Grouped(click.Command):
    """A command whose options are listed under headings: ``headings`` gives the names of parameters of each."""

    headings: Mapping[str, tuple[str, ...]] = {}

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options under headings; what is in no group comes last."""
        records = {own.name: own.get_help_record(ctx) for own in self.get_params(ctx)}
        for heading, names in self.headings.items():
            rows = [record for name in names if (record := records.pop(name, None))]
            if rows:
                with formatter.section(click.style(heading, bold=True)):
                    formatter.write_dl(rows)
        rest = [record for record in records.values() if record]
        if rest:
            with formatter.section("More"):
                formatter.write_dl(rest)


class SanitizeCommand(Grouped):
    """`sanitizer sanitize`."""

    headings: Mapping[str, tuple[str, ...]] = {
        "Input and output": (
            "output", "kind", "text_field", "id_field", "keep", "person_field", "keep_ids", "ids_file", "add",
            "overwrite", "resume", "preview", "table", "to_table", "ocr", "pdf", "comments", "tracked", "any_language",
        ),
        "What is sensitive": (
            "profile", "recognizers", "match", "decisions", "spread", "sensitive", "contextual", "dates",
        ),
        "How much may be told": (
            "strategy", "threshold", "context", "protect", "unknown", "groups", "harden", "harden_floor", "background",
            "singling_out", "unlinkable", "earlier",
        ),
        "What is written instead": (
            "operator", "operators", "key_file", "distinct", "last_resort", "generalization_counts", "kb_order",
        ),
        "Counts and knowledge": ("counts", "knowledge", "offline", "cache", "cache_days"),
        "Reports": ("report_file", "masks", "strict", "as_json", "quiet", "encrypt_reports"),
        "Running": ("workers", "engine", "master", "server", "timings"),
    }  # fmt: skip
