"""`sanitizer sweep`: which threshold? The same sample under several, privacy against utility."""

import json
from dataclasses import replace
from pathlib import Path

import click

from sanitizer.commands.evaluate import align
from sanitizer.errors import UsageError

_THRESHOLDS = "least,quantile:0.25,quantile:0.5,quantile:0.75,most-general"


@click.command()
@click.argument("source", type=click.Path(exists=True))
@click.option("--text-field", help="Of a SOURCE in JSON lines or CSV (default: text).")
@click.option("--id-field", help="Of a SOURCE in JSON lines or CSV: what names the document.")
@click.option("--thresholds", default=_THRESHOLDS, show_default=True, help="Policies, with commas between.")
@click.option("--strategies", default="S5", show_default=True, help="S1 to S5, with commas between.")
@click.option(
    "--sample", type=click.IntRange(1), default=50, show_default=True, help="Documents, evenly spread."
)
@click.option("--background", help="What an attacker knows, {person: text}: measures linkage.")
@click.option(
    "--gold", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Marks in TAB form: recall."
)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write the page (HTML)."
)
@click.option("--json", "as_json", is_flag=True, help="Print the points as JSON.")
def command(
    source: str,
    text_field: str | None,
    id_field: str | None,
    thresholds: str,
    strategies: str,
    sample: int,
    background: str | None,
    gold: Path | None,
    output: Path | None,
    as_json: bool,
) -> None:
    """Sanitize a sample of SOURCE under each strategy and threshold, and show privacy against utility."""
    from sanitizer.audit import TfidfAttacker, true_persons
    from sanitizer.audit.inputs import read_background, read_texts
    from sanitizer.audit.sweep import Output, Setting, sweep
    from sanitizer.documents.write import whole_file
    from sanitizer.evaluate import Mask, read_gold
    from sanitizer.page.build_sweep import HEAD, build_sweep, sweep_rows
    from sanitizer.pipeline import Sanitizer
    from sanitizer.settings import Settings, Strategy, Threshold
    from sanitizer.types import Document

    try:
        settings = [
            Setting(Strategy(s), str(Threshold.parse(t)))
            for s in _list(strategies)
            for t in _list(thresholds)
        ]
    except ValueError as error:
        raise UsageError("--strategies takes S1, S2, S3, S4, S5") from error
    if any(setting.threshold == "guarantee" for setting in settings):
        raise UsageError("a sweep has no list of protected entities: leave out the threshold guarantee")
    texts = read_texts(source, text_field, id_field)
    names = list(texts)
    step = max(1, len(names) // sample)
    documents = [Document(name, texts[name]) for name in names[::step][:sample]]
    attacker = TfidfAttacker(read_background(background)) if background else None
    persons = true_persons([d.id for d in documents], attacker) if attacker else None
    base = Sanitizer.default()
    made: dict[Setting, Sanitizer] = {}

    def run(setting: Setting, document: Document) -> Output:
        if setting not in made:
            chosen = replace(
                Settings(), strategy=Strategy(setting.strategy), threshold=Threshold.parse(setting.threshold)
            )
            made[setting] = Sanitizer(
                base.parse, base.recognizers, base.judge.calculator.providers, base.knowledge, chosen
            )
        result = made[setting].sanitize(document)
        masks = tuple(Mask(c.span.start, c.span.end, c.replacement) for c in result.changes)
        return Output(result.text, masks, result.utility_percent, result.met)

    points = sweep(settings, documents, run, attacker, persons, read_gold(gold) if gold else ())
    if output:
        subtitle = f"{len(documents)} of {len(texts)} documents" + (
            f", {len(attacker.candidates)} candidates" if attacker else ""
        )
        with whole_file(output) as stream:
            stream.write(build_sweep(points, subtitle))
    if as_json:
        click.echo(json.dumps([point.to_json() for point in points], indent=1))
    else:
        click.echo(align([list(HEAD), *sweep_rows(points)]))


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
