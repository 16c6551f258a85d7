"""Read settings that come as JSON over HTTP with the checks of `sanitizer sanitize`: they become its options.

What names a file on this machine cannot be asked for; rules, decisions and what is to be protected come along as they
are, in the form that their files have.
"""

import csv
import io
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

import click

from sanitizer.commands.operator_options import read_operators
from sanitizer.commands.sanitize import command
from sanitizer.commands.sanitize_on_server import OF_TEXTS, SETTINGS
from sanitizer.commands.sanitize_options import SanitizeOptions
from sanitizer.commands.settings_from_options import read_settings
from sanitizer.control.decisions import read_decisions
from sanitizer.control.profiles import profiles, read_profile, read_rules
from sanitizer.control.rules import Control
from sanitizer.errors import UsageError, did_you_mean
from sanitizer.operators.policy import Policy
from sanitizer.settings import Settings

_OWN: Final = ("profile", "rules", "decisions", "protect")
KEYS: Final = (*SETTINGS, *_OWN)
"""What settings may say."""
_FLAGS: Final = frozenset(
    name for own in command.params if isinstance(own, click.Option) and own.is_flag for name in own.opts
)


@dataclass(frozen=True, slots=True)
class Asked:
    """Settings that were asked for, checked: the options of the command, and what they come to."""

    options: SanitizeOptions
    settings: Settings
    control: Control
    policy: Policy


def read_asked(told: Mapping[str, Any], key_file: str | None = None, texts: bool = False) -> Asked:
    """Return the settings that JSON asks for, of texts that are alone or of files; operators that need a key take
    that of the service. Raises UsageError, which quotes none of them."""
    try:
        return _asked(told, key_file, texts)
    except UsageError as error:
        raise UsageError(_unquoted(str(error), told)) from None


def _unquoted(message: str, told: Any) -> str:
    """Return a message without the strings that it quotes of what was told; names of settings stay, and have no
    blanks."""
    for given in sorted(set(_strings(told)) - {*KEYS}, key=len, reverse=True):
        for said in (given, given[:40], repr(given)[1:-1]):
            message = message.replace(f"'{said}'", "'…'").replace(f'"{said}"', '"…"')
        if " " in given:
            message = message.replace(given, "…")
    return message


def _strings(told: Any) -> Iterator[str]:
    """Yield all strings of some JSON that are not empty."""
    if isinstance(told, str):
        yield from [told] if told else []
    elif isinstance(told, Mapping):
        for key, value in told.items():
            yield from _strings(key)
            yield from _strings(value)
    elif isinstance(told, Sequence):
        for value in told:
            yield from _strings(value)


def _asked(told: Mapping[str, Any], key_file: str | None, texts: bool) -> Asked:
    """Return the settings that JSON asks for. Raises UsageError."""
    for name in told:
        if texts and name in SETTINGS and name not in {*OF_TEXTS, "strict"}:
            raise UsageError(f"settings: {name} is about files: hand in a job (/v1/jobs)")
        if name not in KEYS:
            raise UsageError(
                f"settings: there is no {str(name)[:40]!r}{did_you_mean(name, KEYS)}; {', '.join(KEYS)}"
            )
    words = [w for name, value in told.items() if name in SETTINGS for w in _words(name, value)]
    with _as_file("protect", _protected(told.get("protect"))) as protect:
        if protect:
            words.append(f"--protect={protect}")
        if key_file:
            words.append(f"--key-file={key_file}")
        try:
            options = SanitizeOptions(**command.make_context("settings", [*words, "-"]).params)
        except click.ClickException as error:
            raise UsageError(f"settings: {error.format_message()}") from None
        settings = read_settings(options)
    control = _control(told)
    policy = read_operators(options, control).policy
    return Asked(replace(options, protect=None, profile=told.get("profile")), settings, control, policy)


def _words(name: str, value: Any) -> Iterator[str]:
    """Yield a setting as words of the command line."""
    option = SETTINGS[name]
    if isinstance(value, bool):
        if option not in _FLAGS:
            raise UsageError(f"settings: {name}: a string, a number or a list of strings is needed")
        if value:
            yield option
    elif isinstance(value, str | int | float):
        yield f"{option}={value}"
    elif isinstance(value, Mapping) and name == "operators":
        for what, how in value.items():
            yield f"{option}={what}={_operator(how)}"
    elif isinstance(value, Sequence) and all(isinstance(one, str) for one in value):
        yield from (f"{option}={one}" for one in value)
    else:
        raise UsageError(f"settings: {name}: a string, a number, true, false or a list of strings is needed")


def _operator(how: Any) -> str:
    """Return an operator of a table, ``"tag"`` or ``{"mask": {"keep_last": 4}}``, as the command line writes it."""
    if isinstance(how, str):
        return how
    if isinstance(how, Mapping) and len(how) == 1:
        (name, options), *_ = how.items()
        if isinstance(options, Mapping):
            told = ",".join(
                f"{key}={json.dumps(v) if isinstance(v, bool) else v}" for key, v in options.items()
            )
            return f"{name}:{told}" if told else str(name)
    raise UsageError(
        'settings: operators: {"PERSON": "tag", "CARD": {"mask": {"keep_last": 4}}} is how they look'
    )


def _control(told: Mapping[str, Any]) -> Control:
    """Return what a profile, or rules, and decisions ask for."""
    profile, rules = told.get("profile"), told.get("rules")
    if profile is not None and rules is not None:
        raise UsageError('settings: profile and rules are given: rules may say extends = "PROFILE"')
    control = Control()
    if profile is not None:
        if profile not in profiles():
            raise UsageError(
                f"settings: profile: one of {', '.join(profiles())}; rules of your own go into rules"
            )
        control = read_profile(profile)
    if rules is not None:
        control = read_rules(rules, "rules")
    decisions = told.get("decisions")
    if decisions is None:
        return control
    if not isinstance(decisions, Sequence) or isinstance(decisions, str):
        raise UsageError("settings: decisions: a list of objects is needed (form, decision, ...)")
    if not decisions:
        return control
    lines = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in decisions)
    with _as_file("decisions", lines) as path:
        return replace(control, decisions=read_decisions(str(path), control.own_types))


def _protected(told: Any) -> str | None:
    """Return what is to be protected, as the file of --protect has it."""
    if told is None:
        return None
    rows: list[Any] = told if isinstance(told, list) else [None]
    if not all(
        isinstance(row, list) and len(row) == 2 and all(isinstance(c, str) for c in row) for row in rows
    ):
        raise UsageError("settings: protect: a list of pairs is needed: [[ENTITY, GENERALIZATION], ...]")
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerows(rows)
    return buffer.getvalue()


@contextmanager
def _as_file(what: str, content: str | None) -> Iterator[str | None]:
    """Provide some text as a file in memory, for readers of files. What they say of it does not name that file."""
    if content is None:
        yield None
        return
    handle = os.memfd_create(what)
    path = f"/proc/self/fd/{handle}"
    try:
        with open(handle, "wb", closefd=False) as stream:
            stream.write(content.encode("utf-8", "surrogatepass"))
        yield path
    except UsageError as error:
        raise UsageError(
            f"settings: {str(error).replace(path, what)}".replace(f"{what} {what}", what)
        ) from None
    finally:
        os.close(handle)
