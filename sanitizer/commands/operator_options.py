"""Read the options of `sanitizer sanitize` that name operators: they and the settings file make a policy."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import click

from sanitizer.commands.sanitize_options import SanitizeOptions
from sanitizer.commands.shared_options import key_file, together
from sanitizer.common.keys import Key
from sanitizer.errors import UsageError
from sanitizer.settings import OPERATORS

if TYPE_CHECKING:
    from sanitizer.control.rules import Control
    from sanitizer.documents.read import Collection
    from sanitizer.operators.policy import Policy

with_operators = together(
    click.option(
        "--operator",
        "operators",
        multiple=True,
        metavar="WHAT=NAME[:OPTION=VALUE,...]",
        help=f"What stands for a type, a class, default or risky terms: {', '.join(OPERATORS)} (repeatable; "
        "sanitizer help operators).",
    ),
    key_file("File with the key of hash, encrypt, surrogate and date-shift"),
    click.option(
        "--person-field",
        help="Field that says whose a document is, for date-shift (default: the document itself).",
    ),
)


@dataclass(frozen=True, slots=True)
class Operators:
    """The policy of a run, and a digest of it and the key, from which the key cannot be told."""

    policy: "Policy"
    digest: str


def with_person_field(collection: "Collection", name: str | None) -> "Collection":
    """Return the collection, its documents with the person that a field names."""
    return replace(collection, fields=replace(collection.fields, person=name))


def read_operators(options: SanitizeOptions, control: "Control | None") -> Operators:
    """Return the operators of the settings file and those of the command line, which come first. Raises UsageError."""
    from sanitizer.operators.policy import KEYED, Policy, operator_name

    table: dict[str, Any] = dict(control.operators) if control else {}
    table.update(_entries(options.operators))
    types = {*control.own_types} if control else set()
    needed = any(operator_name(wanted) in KEYED for wanted in table.values())
    key = Key.read(options.key_file) if needed or options.key_file else None
    policy = Policy.parse(table, key, types)
    told = repr(sorted((kind, repr(wanted)) for kind, wanted in table.items()))
    return Operators(policy, key.digest("fingerprint", told).hex() if key else told)


def _entries(texts: Iterable[str]) -> dict[str, Any]:
    """Return what ``--operator`` says of each type. Raises UsageError where it says two things of one."""
    from sanitizer.recognize.entity_types import fine_type
    from sanitizer.types import EntityClass

    table: dict[str, Any] = {}
    said: dict[str, str] = {}
    for text in texts:
        what, how = _entry(text)
        name = what.upper() if what.upper() in EntityClass.__members__ else fine_type(what)
        if said.setdefault(name, text) != text:
            raise UsageError(
                f"operator: {said[name]!r} and {text!r} are about one type; leave one of the two"
            )
        table[what] = how
    return table


def _entry(text: str) -> tuple[str, Any]:
    """Return one ``--operator``: ``CARD=mask:keep_last=4`` is ("CARD", {"mask": {"keep_last": 4}})."""
    what, _, how = text.partition("=")
    name, _, more = how.partition(":")
    if not what.strip() or not name.strip():
        raise UsageError(f"operator {text!r}: expected WHAT=NAME, as in PERSON=tag or CARD=mask:keep_last=4")
    parts = [_option(part, text) for part in more.split(",")] if more else []
    options: dict[str, Any] = dict(parts)
    if len(options) < len(parts):
        raise UsageError(f"operator {text!r}: one of its options is said twice")
    return what.strip(), {name.strip(): options} if options else name.strip()


def _option(part: str, text: str) -> tuple[str, Any]:
    name, equals, value = part.partition("=")
    if not equals or not value:
        raise UsageError(f"operator {text!r}: {part!r} is not of the form OPTION=VALUE")
    known: dict[str, Any] = {"true": True, "false": False}
    return name.strip(), known.get(value, int(value) if value.isdecimal() else value)
