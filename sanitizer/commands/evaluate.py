"""`sanitizer evaluate`: the field's measures of masks against gold annotations."""

import json
from pathlib import Path
from typing import Any

import click

from sanitizer.commands.shared_options import choice
from sanitizer.commands.terminal import finish, waiting
from sanitizer.commands.wrong_calls import Input
from sanitizer.errors import UsageError

_COLUMNS = (
    ("ER direct", "entity_recall_direct"),
    ("ER quasi", "entity_recall_quasi"),
    ("R mention", "mention_recall"),
    ("R token", "token_recall"),
    ("P token", "token_precision"),
    ("WP token", "weighted_token_precision"),
)


@click.command()
@click.argument("gold", type=Input())
@click.argument("masks", nargs=-1, required=True, type=Input())
@choice(
    "--rule", ["words", "pos"],
    "What may stay in clear inside a mention: TAB's first rule (a list of words) or its later one "
    "(parts of speech, through the embedded model).",
)  # fmt: skip
@click.option(
    "--information",
    is_flag=True,
    help="Also the measures in bits (weighted precision, utility, TPI), from the embedded statistics.",
)
@click.option("--by-class", is_flag=True, help="Also recall by entity class.")
@click.option("--json", "as_json", is_flag=True, help="All measures with their counts, as JSON.")
def command(
    gold: Path, masks: tuple[Path, ...], rule: str, information: bool, by_class: bool, as_json: bool
) -> None:
    """Compare MASKS, what was hidden, with GOLD, what people marked as to be hidden (both as JSON in the form of the
    Text Anonymization Benchmark, plain or .gz).

    A masks file is {doc_id: [[start, end, replacement?], ...]}, or {system: {...}} with several systems, or
    a report of `sanitizer sanitize --report` (.jsonl). Each system is one line of the table.
    sanitizer help measures defines each measure.
    """
    with waiting("scoring"):
        scores, between, model = _scores(gold, masks, rule, information)
    if as_json:
        result = {
            "rule": rule,
            "information": model.name if model else None,
            "annotators": None if between is None else {"f1": between.f1, "content_words": between.chosen},
            "systems": scores,
        }
        click.echo(json.dumps(result, indent=1, ensure_ascii=False))
        return
    click.echo(table(scores))
    for entry in scores:
        if entry["documents_missing"]:
            click.echo(
                f"{entry['system']}: {entry['documents_missing']} gold documents without masks not scored",
                err=True,
            )
    if between is not None and between.f1 is not None:
        click.echo(f"annotators among each other: F1 {between.f1:.3f} (content words)")
    if by_class:
        for entry in scores:
            click.echo(f"\n{entry['system']}: recall by class\n{_classes(entry)}")
    finish("sanitizer help measures says what each column is; --by-class, --json tell more")


def _scores(
    gold: Path, masks: tuple[Path, ...], rule: str, information: bool
) -> tuple[list[dict[str, Any]], Any, Any]:
    """Return the measures of each system, the agreement of the annotators, and the model of information asked for."""
    from sanitizer.evaluate import annotator_agreement, evaluate, read_gold

    documents = read_gold(gold)
    rules = parsed = model = None
    if rule == "pos" or information:
        from sanitizer.evaluate.characters_that_carry_nothing import PartOfSpeechRule
        from sanitizer.text.parse import parse_many

        docs = parse_many(document.text for document in documents)
        parsed = {document.id: doc for document, doc in zip(documents, docs, strict=True)}
        if rule == "pos":
            rules = {identifier: PartOfSpeechRule(doc) for identifier, doc in parsed.items()}
    if information:
        model = _information()
    systems = _systems(masks)
    scores = [evaluate(name, documents, entry, rules, parsed, model).to_json() for name, entry in systems]
    between = annotator_agreement(documents, rules)
    return scores, between, model


def _systems(paths: tuple[Path, ...]) -> list[tuple[str, Any]]:
    from sanitizer.evaluate import masks_from_report, read_masks

    found: list[tuple[str, Any]] = []
    for path in paths:
        if path.suffix == ".jsonl":
            from sanitizer.page.read import read_report

            found.append((path.stem, masks_from_report(read_report(path).done)))
        else:
            found += read_masks(path).items()
    names = [name for name, _ in found]
    double = sorted({name for name in names if names.count(name) > 1})
    if double:
        raise UsageError(f"two systems are called {double[0]!r}: rename one of the mask files")
    return found


def _information() -> Any:
    from sanitizer.build import open_counts
    from sanitizer.evaluate import InformationModel, counted, least_support

    provider = open_counts("default")
    return InformationModel(counted(provider), least_support(provider), provider.name)


def _number(value: float | None, digits: int = 3) -> str:
    return "-" if value is None else f"{value:.{digits}f}"


def table(scores: list[dict[str, Any]]) -> str:
    """Return one line a system; P, R and F1 are over content words."""
    head = ["system", "docs", "P", "R", "F1", *(label for label, _ in _COLUMNS), "masked", "utility", "TPI"]
    rows = [
        [
            entry["system"],
            str(entry["documents"]),
            *(_number(entry["content_words"][key]) for key in ("precision", "recall", "f1")),
            *(_number(entry[key]["value"]) for _, key in _COLUMNS),
            _number(entry["share_masked"]["value"]),
            _number(entry["utility_percent"], 1),
            _number(entry["tpi"]),
        ]
        for entry in scores
    ]
    # columns that nothing was asked for are left out
    used = [i for i in range(len(head)) if i < 2 or any(row[i] != "-" for row in rows)]
    return align([[row[i] for i in used] for row in [head, *rows]])


def _classes(entry: dict[str, Any]) -> str:
    rows = [["class", "entities", "entity", "mention", "token"]]
    for name, recalls in entry["by_class"].items():
        rows.append(
            [
                name,
                str(recalls["entity"]["whole"]),
                *(_number(recalls[level]["value"]) for level in ("entity", "mention", "token")),
            ]
        )
    return align(rows)


def align(rows: list[list[str]]) -> str:
    """Return rows as text: the first column to the left, numbers to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(
            cell.ljust(w) if i == 0 else cell.rjust(w)
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
