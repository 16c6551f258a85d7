"""The joint release of a table with texts: read this first.

A table is prepared (persons, positions, terms), divided into classes, recoded, and its texts rewritten; the written
output is verified by separate code before it gets its name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from kb.base import KnowledgeBase
from kb.ladders.concepts import InformationContent
from sanitizer.common.knowledge import Known
from sanitizer.operators.base import Operator
from sanitizer.relational.classes.cluster import Losses, least_cluster
from sanitizer.relational.classes.cluster_blocks import term_features
from sanitizer.relational.classes.cut_tests import cut_test, km_of_terms
from sanitizer.relational.classes.full_domain import full_domain
from sanitizer.relational.classes.gdf import gdf
from sanitizer.relational.classes.mondrian_with_terms import least_loss, mondrian
from sanitizer.relational.classes.prepare import Prepared, prepare
from sanitizer.relational.classes.recoding import Weights, recode, total, weigh
from sanitizer.relational.classes.statistics import statistics
from sanitizer.relational.classes.terms import Km, Ladders, make_ladders, no_ladders, record_features
from sanitizer.relational.classes.words_around_lists import without_frames
from sanitizer.relational.classes.write_table import Said, write
from sanitizer.relational.columns.identifier_columns import on_table
from sanitizer.relational.definition.definition import Definition, Role
from sanitizer.relational.privacy.of_definition import sensitive_columns
from sanitizer.relational.report.figures import Division, ReleaseFigures, SearchFigures
from sanitizer.relational.table.order import released_order
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.table.taxonomies import open_taxonomy
from sanitizer.relational.table.view import Partition, Wanted
from sanitizer.relational.terms.column_values import direct_left
from sanitizer.relational.terms.ladders import LadderBuilder
from sanitizer.relational.terms.parts import DEFAULT_TEXT_PARTS, TextParts
from sanitizer.relational.terms.reading import Finder, ReadElsewhere, finder_for
from sanitizer.relational.terms.replaced_texts import counted
from sanitizer.relational.terms.sidecar import Sidecar


@dataclass(frozen=True, slots=True)
class JointRelease:
    """``table`` may be given away; ``figures`` are those of its classes; ``sidecar`` is private."""

    table: PlainTable
    figures: ReleaseFigures
    sidecar: Sidecar


def release_joint(
    table: PlainTable,
    definition: Definition,
    texts: TextParts = DEFAULT_TEXT_PARTS,
    operators: Mapping[str, Operator] | None = None,
) -> JointRelease:
    """Return a release by persons and classes, texts included; see :func:`.releasing.release`."""
    if not definition.named(Role.TEXT):
        return _release(table, definition, texts, None, operators)
    knowledge = texts.knowledge or open_taxonomy("all")
    with Known(knowledge).in_use():
        opened = replace(texts, knowledge=knowledge)
        finder: Callable[[PlainTable], Finder] = finder_for(definition, opened)
        if not texts.place.is_here:
            finder = partial(ReadElsewhere, definition=definition, texts=texts)
        return _release(table, definition, opened, finder, operators)


def _release(
    table: PlainTable,
    definition: Definition,
    texts: TextParts,
    finder: Callable[[PlainTable], Finder] | None,
    operators: Mapping[str, Operator] | None,
) -> JointRelease:
    divided_from = partial(prepare, definition=definition, make_finder=finder, place=texts.place)
    prepared = divided_from(table)
    search: SearchFigures | None = None
    partition: Partition | None = None
    if definition.method.partitioner == "full-domain":
        found = full_domain(prepared, definition, divided_from)
        prepared, partition, search = found.prepared, found.partition, found.figures
    ladders = ladders_for(prepared, definition, texts.knowledge, texts.information)
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
    said = Said(prepared, partition, recoded, ladders, operated, definition.method)
    released, written = write(said, definition, direct_left, texts.place)
    sensitive = [
        c.of_persons(prepared.person, prepared.persons) for c in sensitive_columns(prepared.table, definition)
    ]
    told = statistics(prepared, partition, recoded, weights, definition.k, sensitive)
    figures = ReleaseFigures(
        definition=definition.file,
        k=definition.k,
        models=tuple(m.name for m in definition.models),
        partitioner=definition.method.partitioner,
        division=Division(lambda_, definition.method.terms),
        search=search,
        persons=prepared.persons,
        rows=len(prepared.table),
        dropped=dict(prepared.dropped),
        classes=told.classes,
        splits=told.splits,
        loss=told.loss,
        terms=told.terms,
        risk=told.risk,
        partitions=told.partitions,
        mentions=counted(written.values()),
        operators=operated.names if operators else {},
    )
    order = released_order(released, definition)
    columns = [a.name for a in definition.named(Role.TEXT)]
    spans = (
        {name: written[row, name] for name in columns if (row, name) in written} for row in order.tolist()
    )
    sidecar = Sidecar(
        persons=tuple(int(p) for p in prepared.person[order]),
        spans=texts.place.held(spans),
    )
    return JointRelease(released.take(order), figures, sidecar)


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

        return least_cluster(view, Wanted(k, lambda_, accepts), features, lost, rungs)

    def loss(found: Partition) -> float:
        return total(recode(prepared, found, ladders, km), weights)

    if method.lambda_ != "auto":
        return method.lambda_, at(method.lambda_)
    return least_loss(at, loss)


def ladders_for(
    prepared: Prepared,
    definition: Definition,
    knowledge: KnowledgeBase | None,
    information: InformationContent | None,
) -> Ladders:
    """Return the generalizations of all terms of a table (none when the definition wants suppression only)."""
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
