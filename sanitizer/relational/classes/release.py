"""The joint release of a table with texts: read this first.

A table is prepared (persons, positions, terms), divided into classes, recoded, and its texts rewritten; the written
output is verified by separate code before it gets its name.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd

from kb.base import KnowledgeBase
from kb.ladders.concepts import InformationContent
from sanitizer.control.rules import Control
from sanitizer.known import Known
from sanitizer.operators.base import Operator
from sanitizer.recognize.base import Recognizer
from sanitizer.relational.classes.cluster import Losses, least_cluster, term_features
from sanitizer.relational.classes.cut_tests import cut_test, km_of_terms
from sanitizer.relational.classes.frames import without_frames
from sanitizer.relational.classes.full_domain import full_domain
from sanitizer.relational.classes.gdf import gdf
from sanitizer.relational.classes.mondrian import least_loss, mondrian
from sanitizer.relational.classes.prepare import Prepared, prepare
from sanitizer.relational.classes.recoding import Recoded, Weights, recode, total, weigh
from sanitizer.relational.classes.statistics import statistics
from sanitizer.relational.classes.terms import (
    SUPPRESSED,
    Km,
    Ladders,
    make_ladders,
    no_ladders,
    record_features,
)
from sanitizer.relational.columns.figures import of_persons
from sanitizer.relational.columns.operated import ColumnOperators, on_table
from sanitizer.relational.definition.definition import Definition, Kind, Role
from sanitizer.relational.privacy.of_definition import sensitive_columns
from sanitizer.relational.table.checks import pseudonyms, texts_of
from sanitizer.relational.table.order import private_seed, released_order
from sanitizer.relational.table.taxonomies import open_taxonomy
from sanitizer.relational.table.view import Partition
from sanitizer.relational.terms.column_values import ColumnValues
from sanitizer.relational.terms.ladders import LadderBuilder
from sanitizer.relational.terms.redundancy import Redundancy, replacement
from sanitizer.relational.terms.rewriting import Saying, Written, counted, in_a_row, rewrite_text, same_words
from sanitizer.relational.terms.sidecar import Release, Sidecar
from sanitizer.relational.terms.terms import Cell, Parser, TermFinder, TermKind, TermSpan


def release_joint(
    table: pd.DataFrame,
    definition: Definition,
    recognizers: Sequence[Recognizer] | None = None,
    knowledge: KnowledgeBase | None = None,
    parse: Parser | None = None,
    information: InformationContent | None = None,
    operators: Mapping[str, Operator] | None = None,
    control: Control | None = None,
) -> Release:
    """A release by persons and classes, texts included; see :func:`.releasing.release`."""
    if not definition.named(Role.TEXT):
        return _release(table, definition, knowledge, None, information, operators)
    if knowledge is None:
        knowledge = open_taxonomy("all")
    with Known(knowledge).in_use():
        finder = finder_for(definition, recognizers, knowledge, parse, control)
        return _release(table, definition, knowledge, finder, information, operators)


def _release(
    table: pd.DataFrame,
    definition: Definition,
    knowledge: KnowledgeBase | None,
    finder: Callable[[pd.DataFrame], TermFinder] | None,
    information: InformationContent | None,
    operators: Mapping[str, Operator] | None,
) -> Release:
    prepared = prepare(table, definition, finder)
    search: dict[str, Any] = {}
    partition: Partition | None = None
    if definition.method.partitioner == "full-domain":
        found = full_domain(prepared, definition, finder)
        prepared, partition, search = found.prepared, found.partition, {"search": found.figures}
    ladders = ladders_for(prepared, definition, knowledge, information)
    weights = Weights(
        definition.method.weight_attributes,
        definition.method.weight_terms,
        [a.weight for a in prepared.quasi],
    )
    lambda_: float | None = None
    km = km_of_terms(prepared.view, definition)
    if partition is None:
        lambda_, partition = divide(prepared, definition, ladders, weights, km)
    recoded = without_frames(prepared, partition, recode(prepared, partition, ladders, km), ladders)
    operated = on_table(prepared.table, definition, operators or {})
    released, written = _write(prepared, definition, partition, recoded, ladders, operated)
    sensitive = [of_persons(c, prepared.rows) for c in sensitive_columns(prepared.table, definition)]
    report = {
        "definition": definition.file,
        "k": definition.k,
        "models": [m.name for m in definition.models],
        "partitioner": definition.method.partitioner,
        "lambda": lambda_,
        "term_recoding": definition.method.terms,
        **search,
        **statistics(prepared, partition, recoded, weights, definition.k, sensitive),
        "mentions": counted(written),  # type: ignore[arg-type]
        **({"operators": operated.names} if operators else {}),
    }
    order = released_order(released, definition)
    released = released.iloc[order].reset_index(drop=True)
    texts = [a.name for a in definition.named(Role.TEXT)]
    sidecar = Sidecar(
        persons=tuple(int(p) for p in prepared.person[order]),
        spans=tuple(
            {name: written[row, name] for name in texts if (row, name) in written} for row in order.tolist()
        ),
    )
    return Release(released, report, sidecar)


def divide(
    prepared: Prepared, definition: Definition, ladders: Ladders, weights: Weights, km: Km | None = None
) -> tuple[float | None, Partition]:
    """λ (None where it has no meaning) and the partition of the definition's partitioner."""
    method, view, k = definition.method, prepared.view, definition.k
    accepts = cut_test(prepared, definition, km)
    if method.partitioner == "gdf":
        return None, gdf(view, k, accepts)
    generalizing = method.terms == "generalize" and km is None
    features = record_features(view, ladders, k) if generalizing else term_features(view)
    rungs = ladders if km is None else no_ladders(view.terms)

    def at(lambda_: float) -> Partition:
        if method.partitioner == "mondrian":
            return mondrian(view, k, lambda_, accepts)

        def lost(found: Partition) -> Losses:
            return weigh(recode(prepared, found, ladders, km), weights)

        return least_cluster(view, k, lambda_, accepts, features, lost, rungs)

    def loss(found: Partition) -> float:
        return total(recode(prepared, found, ladders, km), weights)

    if method.lambda_ != "auto":
        return method.lambda_, at(method.lambda_)
    return least_loss(at, loss)


def finder_for(
    definition: Definition,
    recognizers: Sequence[Recognizer] | None,
    knowledge: KnowledgeBase | None,
    parse: Parser | None,
    control: Control | None = None,
) -> Callable[[pd.DataFrame], TermFinder]:
    """What makes the finder of a table's terms from the parts given, and the defaults of those that are not."""

    def make(table: pd.DataFrame) -> TermFinder:
        used = recognizers
        if used is None:
            from sanitizer.build import RECOGNIZERS, open_recognizer

            used = [*(open_recognizer(name, ()) for name in RECOGNIZERS), ColumnValues.of(table, definition)]
        reader = parse
        if reader is None:
            from sanitizer.text.parse import parse as reader_default

            reader = reader_default
        linked = [a for a in definition.named(Role.QUASI) if a.entity]
        method = definition.method
        return TermFinder(
            used,
            reader,
            linked,
            Redundancy(knowledge),
            method.direct,
            method.keep,
            control,
            method.order_of_dates,
        )

    return make


def ladders_for(
    prepared: Prepared,
    definition: Definition,
    knowledge: KnowledgeBase | None,
    information: InformationContent | None,
) -> Ladders:
    """The generalizations of all terms of a table (none when the definition wants suppression only)."""
    terms = prepared.terms
    if definition.method.terms == "suppress":
        return no_ladders(len(terms.keys))
    builder = LadderBuilder(knowledge, information, definition.method.order_of_dates)
    each = list(zip(terms.keys, terms.types, terms.surfaces, strict=True))
    return make_ladders(
        [builder.ladder(k, t, s) for k, t, s in each],
        [builder.listing(k, t, s) for k, t, s in each] if definition.method.longest_list > 1 else (),
        definition.method.longest_list,
    )


def _write(
    prepared: Prepared,
    definition: Definition,
    partition: Partition,
    recoded: Recoded,
    ladders: Ladders,
    operated: ColumnOperators,
) -> tuple[pd.DataFrame, dict[Cell, tuple[Written, ...]]]:
    """The released table (columns in their order, identifiers and ignored ones dropped) and the spans of its texts."""
    label = partition.labels(prepared.persons)[prepared.person]
    place = {a.name: j for j, a in enumerate(prepared.quasi)}
    kept = {a.name: a for a in definition.attributes if not a.dropped}
    seed = private_seed(prepared.table, definition.method.seed)
    columns: dict[str, list[Any]] = {}
    written: dict[Cell, tuple[Written, ...]] = {}
    choices = [recoded.terms.of(c) for c in range(len(partition.classes))]
    number = prepared.terms.number()
    for name in prepared.table.columns:
        if name not in kept:
            continue
        if kept[name].role is Role.QUASI:
            columns[name] = [recoded.cells[c][place[name]] for c in label]
        elif name in operated.columns:
            columns[name] = list(operated.column(name))
        elif kept[name].role is Role.IDENTIFIER:
            columns[name] = list(pseudonyms(name, prepared.person, seed))
        elif kept[name].role is Role.TEXT:
            cells: list[str | None] = []
            for row, text in enumerate(texts_of(prepared.table[name])):
                if text is None:
                    cells.append(None)
                    continue
                c = int(label[row])

                own = prepared.rows[int(prepared.person[row])]

                def say(term: TermSpan, surface: str, c: int = c, own: Sequence[int] = own) -> Saying:
                    if term.kind is TermKind.DIRECT:
                        return _say_direct(term, surface, own, operated)
                    return _say(term, surface, c, prepared, recoded, place, choices[c], number, ladders)

                spans = prepared.terms.cells.get((row, name), ())
                new, where = rewrite_text(text, spans, say, definition.method.wording == "grammar")
                cells.append(new)
                written[row, name] = where
            columns[name] = cells
        else:
            columns[name] = list(prepared.table[name])
    return pd.DataFrame({n: pd.Series(v, dtype=object) for n, v in columns.items()}), written


def _say_direct(term: TermSpan, surface: str, rows: Sequence[int], operated: ColumnOperators) -> Saying:
    """What the operator of the person's own column writes; other direct identifiers become the word of their type."""
    written = operated.mention(surface, term.type, rows) if operated.columns else None
    return Saying("direct", term.word, False) if written is None else Saying("direct", written, True, True)


def _say(
    term: TermSpan,
    surface: str,
    number_of_class: int,
    prepared: Prepared,
    recoded: Recoded,
    place: Mapping[str, int],
    choice: Mapping[int, int],
    number: Mapping[Any, int],
    ladders: Ladders,
) -> Saying:
    if term.kind is TermKind.REDUNDANT:
        j = place[term.attribute]
        cell = recoded.cells[number_of_class][j]
        exact = recoded.exact[number_of_class][j]
        words = replacement(surface, prepared.quasi[j], cell or "*", exact)
        phrase = words != surface and prepared.quasi[j].kind is Kind.CATEGORY and words[0] not in "([*"
        return Saying("redundant", words, not phrase)
    index = number[term.key]
    feature = choice[index]
    if feature == index:
        return Saying("kept", same_words(surface, prepared.terms.surfaces[index]), True)
    if feature == SUPPRESSED:
        return Saying("suppressed", term.word, False)
    if feature >= ladders.number:
        members = recoded.terms.lists[feature - ladders.number]
        return Saying("generalized", in_a_row([prepared.terms.surfaces[t] for t in members]), True)
    return Saying("generalized", ladders.labels[feature - len(number)], False)
