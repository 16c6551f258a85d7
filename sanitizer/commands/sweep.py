"""`sanitizer sweep`: which threshold? The same sample under several, privacy against utility; of a table, which λ?"""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sanitizer.commands.evaluate import align
from sanitizer.commands.shared_options import as_one, writes_files
from sanitizer.commands.terminal import finish, progress, waiting
from sanitizer.commands.wrong_calls import Input, Output
from sanitizer.common.extras import need
from sanitizer.errors import UsageError

if TYPE_CHECKING:
    from sanitizer.audit.sweep import Setting

_THRESHOLDS = "least,quantile:0.25,quantile:0.5,quantile:0.75,most-general"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a sweep: the parameters of the command."""

    source: str
    text_field: str | None
    id_field: str | None
    thresholds: str
    strategies: str
    sample: int
    background: str | None
    match: Path | None
    gold: Path | None
    output: Path | None
    lambdas: str
    as_json: bool


@click.command()
@click.argument("source", type=Input("path", as_path=False))
@click.option("--text-field", help="Of a SOURCE in JSON lines or CSV (default: text).")
@click.option("--id-field", help="Of a SOURCE in JSON lines or CSV: what names the document.")
@click.option(
    "--thresholds",
    default=_THRESHOLDS,
    show_default=True,
    help="least, quantile:P, bits:X, most-general, with commas between.",
)
@click.option("--strategies", default="S5", show_default=True, help="S1 to S5, with commas between.")
@click.option(
    "--sample", type=click.IntRange(1), default=50, show_default=True, help="Documents, evenly spread."
)
@click.option(
    "--background",
    help="What an attacker knows: {person: text} as JSON, a folder, or JSONL or CSV with the fields person, text; "
    "measures linkage.",
)
@click.option(
    "--match",
    type=Input(),
    help="CSV of document, person, where ids are not the names of candidates.",
)
@click.option(
    "--gold",
    type=Input(),
    help="What people marked as to be hidden, in TAB form (sanitizer help measures): adds how much of it is hidden.",
)
@click.option("-o", "--output", type=Output(), help="Write the page (HTML).")
@click.option(
    "--lambdas",
    default="0,0.25,0.5,0.75,1",
    show_default=True,
    help="For the definition of a table's release (.toml): each λ to release it with, 0 to 1, with commas between.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the points as JSON.")
@writes_files("output", tells=True)
@as_one(Asked)
def command(asked: Asked) -> None:
    """Sanitize a sample of SOURCE under each strategy and threshold, and show what is kept, hidden and still found.

    SOURCE is a folder of texts, .txt, .jsonl, .csv or {id: text} as .json, or the definition of a table's release
    (.toml; `sanitizer scan` makes one): then the table is released under each --lambdas, and λ is shown against loss.
    Nothing but the page is written.
    """
    if Path(asked.source).suffix == ".toml":
        _table(Path(asked.source), _numbers(asked.lambdas), asked.output, asked.as_json)
        return
    if asked.background:
        need("audit", "sweep --background")
    from sanitizer.audit import TfidfAttacker, true_persons
    from sanitizer.audit.inputs import read_background, read_match, read_texts
    from sanitizer.audit.sweep import Output, Setting, sweep
    from sanitizer.documents.write import whole_file
    from sanitizer.evaluate import Mask, read_gold
    from sanitizer.page.build_sweep import HEAD, build_sweep, sweep_rows
    from sanitizer.pipeline import Sanitizer
    from sanitizer.settings import Settings, Strategy, Threshold
    from sanitizer.types import Document

    settings = _settings(asked.strategies, asked.thresholds)
    texts = {
        name: text
        for name, text in read_texts(asked.source, asked.text_field, asked.id_field).items()
        if text.strip()
    }
    if not texts:
        raise UsageError(f"{asked.source} holds no text")
    names = list(texts)
    step = max(1, len(names) // asked.sample)
    documents = [Document(name, texts[name]) for name in names[::step][: asked.sample]]
    attacker = TfidfAttacker(read_background(asked.background)) if asked.background else None
    named = read_match(asked.match) if asked.match else {}
    persons = true_persons([d.id for d in documents], attacker, named) if attacker else None
    marked = read_gold(asked.gold) if asked.gold else ()
    if asked.gold and not {d.id for d in documents} & {g.id for g in marked}:
        raise UsageError(
            f"{asked.gold} marks none of the {len(documents)} documents of the sample: ids must be the same"
        )
    with waiting("loading the language model and the statistics"):
        base = Sanitizer.default()
    made: dict[Setting, Sanitizer] = {}

    def run(setting: Setting, document: Document) -> Output:
        if setting not in made:
            chosen = replace(
                Settings(),
                strategy=Strategy(setting.strategy),
                threshold=Threshold.parse(setting.threshold),
                any_language=True,  # nothing is released
            )
            made[setting] = base.with_(settings=chosen)
        result = made[setting].sanitize(document)
        masks = tuple(Mask(c.span.start, c.span.end, c.replacement) for c in result.changes)
        return Output(result.text, masks, result.utility_percent, result.met)

    done = progress(range(len(settings) * len(documents)), "text")

    def shown(setting: Setting, document: Document) -> Output:
        next(done, None)
        return run(setting, document)

    points = sweep(settings, documents, shown, attacker, persons, marked)
    done.close()
    if asked.output:
        subtitle = f"{len(documents)} of {len(texts)} documents" + (
            f", {len(attacker.candidates)} candidates" if attacker else ""
        )
        with whole_file(asked.output) as stream:
            stream.write(build_sweep(points, subtitle))
    if asked.as_json:
        click.echo(json.dumps([point.to_json() for point in points], indent=1))
    else:
        click.echo(align([list(HEAD), *sweep_rows(points)]))
    finish(
        "take the row whose losses you can bear: sanitizer sanitize SOURCE -o clean --threshold NAME",
        asked.output,
    )


def _numbers(lambdas: str) -> list[float]:
    try:
        values = [float(part) for part in _list(lambdas)]
    except ValueError:
        values = []
    if not values or not all(0 <= value <= 1 for value in values):
        raise UsageError("--lambdas takes numbers from 0 to 1 with commas between, as in 0,0.5,1")
    return sorted(set(values))


def _table(source: Path, lambdas: list[float], output: Path | None, as_json: bool) -> None:
    """Release the table of a definition under each λ, in memory; the page is about the λ that loses least."""
    need("tables", "sweep of a table")
    from sanitizer.documents.write import whole_file
    from sanitizer.page.build_table import build_table_page, lambda_rows
    from sanitizer.relational.definition.schema import load_definition
    from sanitizer.relational.in_memory import make_release
    from sanitizer.relational.io.sources import read_table

    definition = load_definition(str(source))
    if definition.method.partitioner not in ("mondrian", "cluster"):
        raise UsageError(f"{source}: λ is of the partitioners mondrian and cluster, not of this one")
    table = read_table(definition)
    # operators write columns that no figure here is about, and would need the key of the run
    plain = tuple(replace(a, operator="") if a.operator else a for a in definition.attributes)
    made = [
        make_release(
            table, replace(definition, attributes=plain, method=replace(definition.method, lambda_=value))
        )
        for value in progress(lambdas, "release")
    ]
    best = min(made, key=lambda one: one.report.loss.total or 0.0)
    reports = [one.report.to_json() for one in made]
    if output:
        title = f"λ against loss: {source.name}"
        page = build_table_page(best.report.to_json(), compared=reports, title=title)
        with whole_file(output) as stream:
            stream.write(page)
    if as_json:
        click.echo(json.dumps(reports, indent=1))
    else:
        click.echo(align(lambda_rows(reports)))
    finish(f"write the best lambda into [method] of {source}, then: sanitizer release {source}", output)


def _settings(strategies: str, thresholds: str) -> "list[Setting]":
    """Return each strategy with each threshold, both lists with commas between. Raises UsageError."""
    from sanitizer.audit.sweep import Setting
    from sanitizer.settings import Strategy, Threshold

    try:
        settings = [
            Setting(Strategy(s), str(Threshold.parse(t)))
            for s in _list(strategies)
            for t in _list(thresholds)
        ]
    except UsageError:
        raise
    except ValueError as error:
        raise UsageError("--strategies takes S1, S2, S3, S4, S5") from error
    if not settings:
        raise UsageError("nothing to compare: --thresholds and --strategies name at least one each")
    if any(setting.threshold == "guarantee" for setting in settings):
        raise UsageError("a sweep has no list of protected entities: leave out the threshold guarantee")
    return settings


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
