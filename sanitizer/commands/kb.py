"""`sanitizer kb`: look terms up in the knowledge bases, compile them, and say what they hold."""

import json
import sys
from collections.abc import Sequence, Sized
from pathlib import Path
from typing import Any

import click

from kb import Concept, KnowledgeBase, KnowledgeBaseError
from kb.chain import Answer, Chain, KbOrder
from kb.defaults import open_default
from kb.files import open_file
from kb.intrinsic_ic import intrinsic_ic
from kb.odp_build import build_odp
from kb.taxonomy import chains, readable
from kb.wordnet_build import build_wordnet
from kb.wordnet_source import ENGLISH
from sanitizer.commands.shared_options import writes_files
from sanitizer.commands.terminal import bar, waiting
from sanitizer.commands.wrong_calls import Output
from sanitizer.common.integrity import KNOWLEDGE, check
from sanitizer.errors import ResourceError, UsageError

_KB_HELP = (
    "default, or the path of a compiled base (.kb) or a hierarchy (.csv, .json, .toml). Repeatable, in order."
)


@click.group("kb")
def command() -> None:
    """Look words up in the knowledge bases: what is a kind of what."""


@command.command("lookup")
@click.argument("terms", nargs=-1, required=True)
@click.option("--kb", "names", multiple=True, default=("default",), help=_KB_HELP)
@click.option(
    "--kb-order",
    type=click.Choice([o.value for o in KbOrder]),
    default=KbOrder.TOGETHER.value,
    show_default=True,
    help="All bases at once, or the next only for what the earlier ones lack.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each term, one a line.")
def lookup(terms: tuple[str, ...], names: tuple[str, ...], kb_order: str, as_json: bool) -> int:
    """Show the meanings of TERMS, each with the more general words above it, and which knowledge base knows it.

    Intrinsic IC (Sánchez, Batet, Isern 2011) has no unit: it ranks generalizations, and is not the IC of risks.
    Words in (parentheses) are a last resort: few readers would understand them. Exit status 1 when a term is not known.
    """
    knowledge = _open(names, KbOrder(kb_order))
    known = True
    for term in terms:
        answers = knowledge.answers(term)
        known = known and bool(answers)
        if as_json:
            senses = [_as_json(knowledge, a) for a in answers]
            click.echo(json.dumps({"term": term, "senses": senses}, ensure_ascii=False))
        else:
            _print_senses(knowledge, term, answers)
    return 0 if known else 1


@command.group("build")
def build() -> None:
    """Compile a knowledge base from its source."""


@build.command("wordnet")
@click.option(
    "--version", "corpus", default="wordnet", show_default=True, help="nltk's name: wordnet, wordnet31 ..."
)
@click.option(
    "--language", default=ENGLISH, show_default=True, help="A code of the Open Multilingual WordNet."
)
@click.option("--nltk-data", type=click.Path(path_type=Path), help="Folder searched before nltk's own.")
@click.option("-o", "--output", type=Output(), required=True,
              help="The knowledge base to write (.kb).")  # fmt: skip
@writes_files("output", tells=True)
def build_wordnet_command(corpus: str, language: str, nltk_data: Path | None, output: Path) -> int:
    """Compile a version or language of WordNet from your nltk data."""
    _check_output(output)
    try:
        with waiting("reading WordNet"):
            name = build_wordnet(output, corpus=corpus, language=language, nltk_data=nltk_data)
    except KnowledgeBaseError as error:
        raise ResourceError(str(error)) from error
    click.echo(f"{output}: {name}, {output.stat().st_size:,} bytes")
    return 0


@build.command("odp")
@click.argument("dump", type=click.Path(path_type=Path))
@click.option("--name", help="Name of the dump in reports (default: that of the file).")
@click.option("-o", "--output", type=Output(), required=True,
              help="The knowledge base to write (.kb).")  # fmt: skip
@writes_files("output", tells=True)
def build_odp_command(dump: Path, name: str | None, output: Path) -> int:
    """Compile the Open Directory from DUMP: DMOZ's structure.rdf.u8 (plain or .gz) or a TSV of category paths."""
    _check_output(output)
    with bar(unit="B", unit_scale=True, desc=dump.name, disable=not sys.stderr.isatty()) as shown:
        try:
            counts = build_odp(dump, output, name, lambda read: _advance(shown, read))
        except KnowledgeBaseError as error:
            raise UsageError(str(error)) from error
    click.echo(
        f"{output}: {counts.categories:,} categories, {counts.links:,} other names; left out: {counts.left_out:,} of "
        f"other languages or technical branches, {counts.unreadable:,} that could not be read, {counts.dangling:,} "
        "links to nothing"
    )
    return 0


@command.command("info")
@click.option("--kb", "names", multiple=True, default=("default",), help=_KB_HELP)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def info(names: tuple[str, ...], as_json: bool) -> int:
    """List the knowledge bases in the order in which they are asked: name, prefix of ids, number of entries."""
    rows = [
        {"name": base.name, "prefix": base.prefix, "entries": len(base) if isinstance(base, Sized) else None}
        for base in _open(names, KbOrder.TOGETHER).bases
    ]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return 0
    width = max(len(str(row["name"])) for row in rows)
    for row in rows:
        entries = row["entries"]
        size = f"{entries:>9,}" if isinstance(entries, int) else " computed"
        click.echo(f"{row['name']:<{width}}  {row['prefix']:<8} {size}")
    return 0


def _open(names: Sequence[str], order: KbOrder) -> Chain:
    try:
        bases: list[KnowledgeBase] = []
        for name in names:
            if name == "default":
                check(KNOWLEDGE)
            bases += open_default().bases if name == "default" else [open_file(name)]
        return Chain(bases, order)
    except KnowledgeBaseError as error:
        raise ResourceError(str(error)) from error


def _advance(shown: Any, read: int) -> None:
    shown.update(read - shown.n)


def _check_output(output: Path) -> None:
    if not output.parent.is_dir():
        raise UsageError(f"{output}: no such folder; make it first")


def _as_json(knowledge: Chain, answer: Answer) -> dict[str, Any]:
    sense = answer.sense
    return {
        "id": sense.concept.id,
        "label": sense.concept.label,
        "source": answer.source,
        "instance": sense.instance,
        "entity_class": sense.entity_class,
        "frequency": sense.frequency,
        "chains": [
            [
                {
                    "id": c.id,
                    "label": c.label,
                    "intrinsic_ic": round(intrinsic_ic(knowledge, c), 4),
                    "readable": readable(c),
                }
                for c in way[1:]
            ]
            for way in chains(knowledge, sense.concept)
        ],
    }


def _print_senses(knowledge: Chain, term: str, answers: Sequence[Answer]) -> None:
    if not answers:
        click.echo(f"{term}: not known to {knowledge.name}")
        return
    click.echo(f"{term}: {len(answers)} sense{'s' if len(answers) > 1 else ''}")
    for number, answer in enumerate(answers, 1):
        sense = answer.sense
        kind = "instance" if sense.instance else "kind"
        facts = ", ".join(
            f for f in (answer.source, kind, sense.entity_class, f"frequency {sense.frequency:g}") if f
        )
        click.echo(f"{number}. {sense.concept.label} [{sense.concept.id}] ({facts})")
        for way in chains(knowledge, sense.concept):
            steps = " > ".join(_shown(knowledge, c) for c in way[1:])
            click.echo(f"   {steps or 'a root: nothing more general'}")


def _shown(knowledge: Chain, concept: Concept) -> str:
    label = concept.label if readable(concept) else f"({concept.label})"
    return f"{label} {intrinsic_ic(knowledge, concept):.2f}"
