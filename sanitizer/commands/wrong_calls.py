"""Calls that click refuses, told as one line: what is wrong, where, and what to do."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

from sanitizer.commands.help_examples import EXAMPLES
from sanitizer.common.arguments import refuse_folder
from sanitizer.errors import UsageError, did_you_mean, missing


class Input(click.Path):
    """A file (`what` says "file"), a folder ("folder") or either ("path") that has to be there."""

    def __init__(self, what: str = "file", as_path: bool = True) -> None:
        super().__init__(
            path_type=Path if as_path else None, dir_okay=what != "file", file_okay=what != "folder"
        )
        self.what: Final = what

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path. Raises UsageError where nothing of the kind is there."""
        path = Path(value)
        if not path.exists():
            raise UsageError(missing(path))
        if self.what == "file" and path.is_dir():
            raise UsageError(f"{value} is a folder: name a file")
        if self.what == "folder" and not path.is_dir():
            raise UsageError(f"{value} is a file: name a folder")
        return super().convert(value, param, ctx)


class Output(click.Path):
    """A file to write; a folder, or a name that ends in a slash as those of folders do, is refused."""

    def __init__(self, as_path: bool = True) -> None:
        super().__init__(path_type=Path if as_path else None, dir_okay=False, readable=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path. Raises UsageError for a folder."""
        refuse_folder(str(value))
        return super().convert(value, param, ctx)


class Listed(StringParamType):
    """A text that a shell completes from a list; what is not in the list may be meant too."""

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        self.names: Final = names

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return the names of the list that begin so."""
        return [CompletionItem(name) for name in self.names() if name.startswith(incomplete)]


def _profiles() -> Iterable[str]:
    from sanitizer.control.profiles import profiles

    return profiles()


PROFILE: Final = Listed(_profiles)


def wrong_call(error: click.ClickException) -> str:
    """Return what a call got wrong, in one line, with an example of a call where something is missing."""
    context = getattr(error, "ctx", None)
    place = context.command_path if context is not None else "sanitizer"
    told = f"{_told(error, context)}; {place} --help says more"
    return told if place == "sanitizer" else f"{place}: {told}"


def _told(error: click.ClickException, context: click.Context | None) -> str:
    parameter = getattr(error, "param", None)
    if isinstance(error, click.MissingParameter) and parameter is not None:
        return f"{_named(parameter)} is missing{_line(parameter)}{_example(context)}"
    if isinstance(error, click.NoSuchOption):
        return f"no option {error.option_name}{_meant_option(error.option_name, context)}"
    if isinstance(error, click.BadParameter) and parameter is not None:
        return f"{_named(parameter)}: {_reason(error, parameter)}"
    if isinstance(error, click.BadOptionUsage):
        return f"{error.option_name} needs a value behind it{_example(context)}"
    told = error.format_message().rstrip(".")
    if told.startswith("Got unexpected extra"):
        extra = told.partition("(")[2].rstrip(")")
        return f"{extra!r} is too much{_meant(extra, context)}"
    return told[:1].lower() + told[1:] + _example(context)


def _meant_option(name: str, context: click.Context | None) -> str:
    """Return what somebody may have meant by an option that there is not."""
    known = [own for option in context.command.params for own in option.opts] if context is not None else []
    begin = name.lstrip("-")
    if len(begin) == 1:
        near = next((own for own in known if own.startswith(f"--{begin}")), "")
        hint = f" (did you mean {near!r}?)" if near else ""
    else:
        hint = did_you_mean(begin, [own.lstrip("-") for own in known if own.startswith("--")], "--")
    if isinstance(getattr(context, "command", None), click.Group) and not hint:
        return "; a command comes first, as in: sanitizer sanitize letters -o clean"
    return hint


def _meant(extra: str, context: click.Context | None) -> str:
    """Return what somebody may have meant by words that a command does not take."""
    params = context.command.params if context is not None else []
    if not any(isinstance(own, click.Argument) for own in params):
        return f": the command takes options only; sanitizer help {extra.split()[0]} explains a word"
    given = (context.params if context is not None else {}).get("output")
    if given == "ut":
        return ": -out is read as -o ut; write -o OUTPUT or --output OUTPUT"
    if given is not None:
        return (
            ": one SOURCE only: names with spaces must stand in quotes; of several files name the folder, or a "
            "pattern in quotes, as 'letters/*.txt'"
        )
    output = any("-o" in own.opts for own in params)
    where = f"; where the result goes stands behind -o: -o {extra.split()[0]}" if output else ""
    return f": names with spaces stand in quotes{where}"


def _named(parameter: click.Parameter) -> str:
    if isinstance(parameter, click.Option):
        return parameter.opts[-1]
    return str(parameter.metavar or parameter.name).upper()


def _line(parameter: click.Parameter) -> str:
    """Return what an option is, in the words of its help."""
    words = (getattr(parameter, "help", None) or "").rstrip(".")
    return f" ({words})" if words else ""


def _reason(error: click.BadParameter, parameter: click.Parameter) -> str:
    kind = parameter.type
    told = error.message.rstrip(".")
    if isinstance(kind, click.Choice):
        words = [str(word) for word in kind.choices]
        written = told.split("'")[1] if told.count("'") > 1 else ""
        return f"{written!r} is not one of {', '.join(words)}{did_you_mean(written, words)}"
    if told.endswith(("is not a valid integer range", "is not a valid integer")):
        return f"{told.rpartition(' is not')[0]} is no whole number"
    if isinstance(kind, click.IntRange) and " is not in the range" in told:
        least, most = kind.min, kind.max
        bounds = (
            f"from {least}"
            if most is None
            else f"up to {most}"
            if least is None
            else f"from {least} to {most}"
        )
        return f"{told.partition(' is not')[0]} is out of bounds: a whole number {bounds} is needed"
    if told.endswith("is a directory"):
        return "a file is needed, not a folder; for the texts of a folder: sanitizer sanitize FOLDER -o clean"
    return told


def _example(context: click.Context | None) -> str:
    """Return the first example of the command that was called."""
    names = context.command_path.split()[1:] if context is not None else []
    lines = EXAMPLES.get(names[0], ()) if names else ()
    fitting = [line for line in lines if f" {' '.join(names)} " in f"{line} "]
    return f"; as in: {fitting[0]}" if fitting else ""
