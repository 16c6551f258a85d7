"""`sanitizer parts`, and two of its lists as commands of their own, `types` and `profiles`: every word that settings,
definitions and options take, and where it comes from."""

import json
from collections.abc import Mapping
from typing import Final, TypeAlias

import click

from sanitizer import plugins

Lists: TypeAlias = Mapping[str, Mapping[str, str]]
"""What each word of each list means."""

_LISTS: Final = (
    *(kind.replace("_", "-") for kind in plugins.KINDS), "profiles", "types", "classes", "shorten",
)  # fmt: skip
_AS_JSON: Final = click.option("--json", "as_json", is_flag=True, help="As JSON.")


@click.command("parts")
@click.argument("what", type=click.Choice(_LISTS), required=False)
@_AS_JSON
def command(what: str | None, as_json: bool) -> int:
    """List the words that settings files, definitions, decisions and options know, and where each comes from:
    recognizers, operators, knowledge bases, sources of counts, formats and commands, those of plug-ins too; profiles,
    types, classes, ways to shorten values (one of these lists when WHAT is given)."""
    _show(what, as_json)
    return 0


@click.command("profiles")
@_AS_JSON
def profiles_command(as_json: bool) -> int:
    """List the profiles, with what each is."""
    _show("profiles", as_json)
    return 0


@click.command("types")
@_AS_JSON
def types_command(as_json: bool) -> int:
    """List the types of terms, with what each is, and the eight classes that hold them: settings, decisions and
    --operator take both."""
    _show("types", as_json)
    if not as_json:
        click.echo("classes:")
        _show("classes", as_json)
    return 0


def _show(what: str | None, as_json: bool) -> None:
    """Print one list, or all."""
    rows = [
        {"kind": kind, "name": name, "from": "semantic-sanitizer", "what": meaning}
        for kind, known in shipped().items()
        for name, meaning in known.items()
    ]
    for kind in plugins.KINDS:
        for name, origin in plugins.origins(kind).items():
            part = plugins.parts(kind)[name]
            meaning = _first_line(part.help if isinstance(part, click.Command) else part.__doc__)
            rows.append({"kind": kind.replace("_", "-"), "name": name, "from": origin, "what": meaning})
    rows = [row for row in rows if what in (None, row["kind"])]
    if as_json:
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    width = max((len(row["name"]) for row in rows if len(row["name"]) <= 20), default=0)
    for kind in _LISTS if what is None else (what,):
        own = [row for row in rows if row["kind"] == kind]
        if what is None and own:
            click.echo(f"{kind}:")
        for row in own:
            origin = "" if row["from"] == "semantic-sanitizer" else f"  [{row['from']}]"
            click.echo(f"  {row['name']:<{width}}  {row['what']}{origin}".rstrip())


def shipped() -> Lists:
    """Give each list of what ships with the package: its words with what they mean."""
    from sanitizer.build_recognizers import RECOGNIZER_MEANINGS
    from sanitizer.control.profiles import profile_says, profiles
    from sanitizer.documents.known_formats import SHIPPED
    from sanitizer.operators.policy import KEYED, meaning
    from sanitizer.recognize.entity_types import CLASSES, TYPES
    from sanitizer.settings import OPERATORS
    from sanitizer.types import EntityClass
    from sanitizer.values.safe_harbor import SHORTENERS

    return {
        "recognizers": RECOGNIZER_MEANINGS,
        "operators": {
            name: meaning(name) + (" (needs a key)" if name in KEYED else "") for name in OPERATORS
        },
        "knowledge-bases": {
            "default": "WordNet, entities, places, occupations, diseases, medicines, names, dates, quantities, codes",
            "PATH": "a hierarchy (.csv, .json, .toml), or a base built by `sanitizer kb build`",
        },
        "count-sources": {
            "default": "statistics of 63,347 articles",
            "PATH": "an index built by `sanitizer corpus build`, or a table of counts (.json)",
            "elastic, opensearch, quickwit, postgresql, mediawiki, infini-gram, google": "services, asked only "
            "when named (sanitizer help counts)",
        },
        "document-formats": {
            name: f"{_first_line(own.__doc__)} ({', '.join(own.suffixes)})" for name, own in SHIPPED.items()
        },
        "profiles": {name: profile_says(name) for name in profiles()},
        "types": {name: f"{word} (class {own.value})" for name, (own, word) in TYPES.items()},
        "classes": {
            c.value: f"{CLASSES[c]}; types: {', '.join(name for name, (own, _) in TYPES.items() if own is c)}"
            for c in EntityClass
        },
        "shorten": {name: _first_line(how.__doc__) for name, how in SHORTENERS.items()},
    }


def _first_line(text: str | None) -> str:
    return (text or "").strip().split("\n")[0]
