"""`sanitizer types`: the words that settings, definitions and options take: types, recognizers, operators, profiles."""

import json
from collections.abc import Mapping
from typing import Any, Final

import click

_LISTS: Final = ("types", "classes", "recognizers", "operators", "profiles", "shorten")


@click.command("types")
@click.argument("what", type=click.Choice(_LISTS), required=False)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(what: str | None, as_json: bool) -> None:
    """List the words that settings files, definitions, decisions and options know: types with class and meaning,
    recognizers, operators, profiles (one of these lists when WHAT is given)."""
    lists = {name: words for name, words in _words().items() if what in (None, name)}
    if as_json:
        click.echo(json.dumps(lists, ensure_ascii=False, indent=2))
        return
    for number, (name, words) in enumerate(lists.items()):
        if what is None:
            click.echo(f"{'' if number == 0 else chr(10)}{name}:")
        width = max(map(len, words))
        for word, meaning in words.items():
            click.echo(f"  {word:<{width}}  {meaning}".rstrip())


def _words() -> Mapping[str, Mapping[str, Any]]:
    """Each list: its words with what they mean."""
    from sanitizer.build import RECOGNIZER_MEANINGS
    from sanitizer.control.settings_file import profiles
    from sanitizer.operators.policy import KEYED, meaning
    from sanitizer.operators.policy import NAMES as OPERATORS
    from sanitizer.recognize.labels import TYPES
    from sanitizer.types import EntityClass
    from sanitizer.values.shorten import SHORTENERS

    classes = {c.value: ", ".join(t for t, (own, _) in TYPES.items() if own is c) for c in EntityClass}
    return {
        "types": {name: f"{own.value:<8}  {word}" for name, (own, word) in TYPES.items()},
        "classes": classes,
        "recognizers": RECOGNIZER_MEANINGS,
        "operators": {
            name: f"{meaning(name)}{' (needs a key)' if name in KEYED else ''}" for name in OPERATORS
        },
        "profiles": dict.fromkeys(profiles(), ""),
        "shorten": {name: _first_line(how.__doc__) for name, how in SHORTENERS.items()},
    }


def _first_line(text: str | None) -> str:
    return (text or "").strip().split("\n")[0]
