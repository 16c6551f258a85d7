"""Partitions, attribute loss and textual loss of one table under all partitioners; imported by its neighbours."""

import copy
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import spacy

from sanitizer.recognize.base import Recognizer
from sanitizer.relational.classes.cluster import least_cluster
from sanitizer.relational.classes.cluster_blocks import term_features
from sanitizer.relational.classes.gdf import gdf
from sanitizer.relational.classes.joint_release import ladders_for
from sanitizer.relational.classes.mondrian_with_terms import mondrian
from sanitizer.relational.classes.prepare import prepare
from sanitizer.relational.classes.recoding import Weights, attribute_total, recode, term_total, total, weigh
from sanitizer.relational.classes.terms import no_ladders, record_features
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.table.taxonomies import open_taxonomy
from sanitizer.relational.table.view import Wanted
from sanitizer.relational.terms.parts import TextParts
from sanitizer.relational.terms.reading import finder_for


def compare(
    table: PlainTable,
    definition: Mapping[str, Any],
    recognizers: Sequence[Recognizer],
    ks: Sequence[int],
    lambdas: Sequence[float],
    partitioners: Sequence[str],
) -> None:
    """Print one line for each partitioner, k and λ."""
    values = copy.deepcopy(dict(definition)) | {"privacy": {"k": 2}}
    parsed = parse_definition(values)
    knowledge = open_taxonomy("all")
    blank = spacy.blank("en")
    prepared = prepare(table, parsed, finder_for(parsed, TextParts(recognizers, knowledge, blank)))
    start = time.process_time()
    ladders = ladders_for(prepared, parsed, knowledge, None)
    plain = no_ladders(prepared.view.terms)
    known = np.diff(ladders.start) > 1
    print(
        f"{prepared.persons} persons, {len(prepared.table)} rows, {prepared.view.terms} terms, "
        f"{len(prepared.view.term)} person-term pairs, {known.mean():.0%} of the terms have a generalization "
        f"({time.process_time() - start:.0f} s)"
    )
    weights = Weights(1, 1, [1.0] * len(prepared.quasi))
    words = term_features(prepared.view)
    head = "partitioner         k    λ classes mean/k | text splits share | NCP_A  NCP_X  total"
    print(f"{head} | only suppressed: NCP_X  total |  CPU")
    for k in ks:
        jobs = [("gdf", None)] + [("mondrian", x) for x in lambdas] + [("cluster", x) for x in lambdas]
        jobs += [("cluster-terms", x) for x in (0.0, 0.5)]
        for name, lambda_ in jobs:
            if name not in partitioners:
                continue
            start = time.process_time()
            if name == "gdf":
                found = gdf(prepared.view, k)
            elif name == "mondrian":
                found = mondrian(prepared.view, k, lambda_ or 0.0)
            else:
                knows = name == "cluster"
                used = ladders if knows else plain
                shared = record_features(prepared.view, ladders, k) if knows else words
                found = least_cluster(
                    prepared.view, Wanted(k, lambda_ or 0.0), shared,
                    lambda p, used=used: weigh(recode(prepared, p, used), weights), used,
                )  # fmt: skip
            best = recode(prepared, found, ladders)
            spent = time.process_time() - start
            only = recode(prepared, found, plain)
            splits = found.attribute_splits + found.term_splits
            print(
                f"{name:<18} {k:>2} {'' if lambda_ is None else format(lambda_, '.1f'):>4} {len(found.classes):>7} "
                f"{prepared.persons / len(found.classes) / k:>6.2f} | {found.term_splits:>11} "
                f"{found.term_splits / max(splits, 1):>5.3f} | {attribute_total(best.attribute_loss, weights):.3f}  "
                f"{term_total(best.term_loss):.3f}  {total(best, weights):.3f} | "
                f"{term_total(only.term_loss):>15.3f}  {total(only, weights):.3f} | {spent:>5.1f}s",
                flush=True,
            )
