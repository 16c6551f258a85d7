"""`sanitizer parts`: every part that can be named, and where each comes from."""

import json

import click

from sanitizer import plugins
from sanitizer.build import RECOGNIZER_MEANINGS
from sanitizer.operators.policy import KEYED, NAMES, meaning

SHIPPED = {
    "recognizers": RECOGNIZER_MEANINGS,
    "operators": {name: meaning(name) + (" (needs a key)" if name in KEYED else "") for name in NAMES},
    "knowledge_bases": {
        "default": "WordNet, entities, places, occupations, diseases, medicines, names, dates, quantities, codes",
        "PATH": "a hierarchy (.csv, .json, .toml), or a base built by `sanitizer kb build`",
    },
    "count_sources": {
        "default": "statistics of 63,347 articles",
        "PATH": "an index built by `sanitizer corpus build`, or a table of counts (.json)",
        "elastic, opensearch, quickwit, postgresql, mediawiki, infini-gram, google": "sources beyond the machine, "
        "asked only when named (docs/counts.md)",
    },
    "document_formats": {
        "text": "one text in a file (.txt, .md)",
        "jsonl": "a JSON object a line",
        "csv": "a row a document",
        "tab": "a JSON list in TAB's form",
    },
}


@click.command("parts")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(as_json: bool) -> int:
    """List recognizers, operators, knowledge bases, sources of counts, formats and commands, and where each comes
    from."""
    rows = [
        {"kind": kind, "name": name, "from": "semantic-sanitizer", "what": what}
        for kind, known in SHIPPED.items()
        for name, what in known.items()
    ]
    for kind in plugins.KINDS:
        for name, origin in plugins.origins(kind).items():
            part = plugins.parts(kind)[name]
            told = part.help if isinstance(part, click.Command) else part.__doc__
            what = (told or "").strip().split("\n")[0]
            rows.append({"kind": kind, "name": name, "from": origin, "what": what})
    if as_json:
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return 0
    for kind in plugins.KINDS:
        own = [row for row in rows if row["kind"] == kind]
        if own:
            click.echo(kind.replace("_", " "))
        for row in own:
            origin = "" if row["from"] == "semantic-sanitizer" else f" [{row['from']}]"
            click.echo(f"  {row['name']:<18} {row['what']}{origin}")
    return 0
