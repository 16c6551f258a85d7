"""One text that cannot be made good does not stop a table, and tells no more than its class shares."""

import numpy as np
import pandas as pd

from sanitizer.relational.before_writing import made_good
from sanitizer.relational.columns.figures import class_figures
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.in_memory import Made
from sanitizer.relational.report.figures import LossFigures
from sanitizer.relational.report.report import (
    AloneFigures,
    ReplacedCell,
    TableReport,
    TextsReplaced,
    Uniqueness,
)
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.terms.rewriting import Written
from sanitizer.relational.terms.sidecar import Sidecar

DEFINITION = parse_definition(
    {"privacy": {"k": 2}, "attribute": {"who": {"role": "identifier"}, "note": {"role": "text"}}}
)


def test_bad_texts_are_replaced_counted_and_ordered() -> None:
    texts = ["an adult, ann@example.org", "nothing here", None, "an adult"]
    shown = (Written(3, 8, "generalized", "adult"),)
    table = pd.DataFrame({"note": pd.Series(texts, dtype=object)})
    spans: tuple[dict[str, tuple[Written, ...]], ...] = ({"note": shown}, {"note": ()}, {}, {"note": shown})
    alone = AloneFigures(0, 0.0)
    report = TableReport(
        definition="", k=2, models=(), partitioner="cluster", persons=4, rows=4, dropped={}, partitions=(),
        classes=class_figures(np.array([4]), 2), loss=LossFigures(attributes=0.0, by_attribute={}),
        spellings_merged=0, spellings_possibly_of_others=0, order="sorted", uniqueness=Uniqueness(alone, alone),
        warnings=(),
    )  # fmt: skip
    made = made_good(
        Made(PlainTable.of_frame(table), report, Sidecar((0, 1, 2, 3), spans)),
        DEFINITION,
        lambda text: [(text.index("ann@"), len(text), "EMAIL")] if "ann@" in text else [],
        {},
    )
    assert made.table["note"].tolist() == [None, "adult", "an adult", "nothing here"]
    assert made.sidecar.persons == (2, 0, 3, 1)
    assert made.sidecar.spans[1]["note"] == (Written(0, 5, "generalized", "adult"),)
    assert made.report.texts_replaced == TextsReplaced(
        1, {"a EMAIL is left in the text": 1}, (ReplacedCell(2, "note"),)
    )
    assert len(made.report.warnings) == 1
