"""A release of a table in memory, pandas in and out: by columns alone where that is enough, else by persons."""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack

from kb.values.date_order import DateOrder
from sanitizer.common import arguments
from sanitizer.common.knowledge import Known, knowing
from sanitizer.relational.choose_partitioner import least_loss
from sanitizer.relational.columns.columns_release import by_columns, release_columns
from sanitizer.relational.columns.user_parts import Parts
from sanitizer.relational.definition.definition import Definition
from sanitizer.relational.definition.schema import parse_definition
from sanitizer.relational.greater_k import with_greater_k
from sanitizer.relational.machine_code import makes_machine_code
from sanitizer.relational.privacy.safe_sampling import safe_sample
from sanitizer.relational.privacy.uniqueness import told_unique, uniqueness
from sanitizer.relational.report.figures import ReleaseFigures
from sanitizer.relational.report.report import TableReport, Uniqueness
from sanitizer.relational.scan.held_names import check_names, check_own
from sanitizer.relational.scan.shared_identifiers import check_persons
from sanitizer.relational.table.checks import check_columns
from sanitizer.relational.table.date_order import date_order, in_order, order_figures, told_order
from sanitizer.relational.table.order import SOURCE_ORDER
from sanitizer.relational.table.persons import find_persons, keyed
from sanitizer.relational.table.plain_table import PlainTable
from sanitizer.relational.table.pram import randomized
from sanitizer.relational.table.top_and_bottom_coding import without_extremes
from sanitizer.relational.terms.parts import DEFAULT_TEXT_PARTS, Processes, TextParts
from sanitizer.relational.terms.sidecar import Release, Sidecar

if TYPE_CHECKING:  # pandas, language model and grammar are loaded only for tables with texts
    import pandas as pd

    from kb.base import KnowledgeBase
    from kb.ladders.concepts import InformationContent
    from sanitizer.common.keys import Key
    from sanitizer.control.rules import Control
    from sanitizer.operators.base import Operator
    from sanitizer.recognize.base import Recognizer
    from sanitizer.relational.columns.lattice import Solution
    from sanitizer.relational.columns.lattice_nodes import Problem
    from sanitizer.relational.columns.loss import Objective
    from sanitizer.relational.privacy.models import PrivacyModel
    from sanitizer.relational.privacy.partitioner import Partitioner
    from sanitizer.relational.terms.mentions import Parser

_log = logging.getLogger(__name__)


class Options(TypedDict, total=False):
    """What :func:`release` takes by name; what is not given or None is the default.

    Of texts: ``recognizers`` find their terms (by default those of the text stages, and the values of columns that are
    linked to an entity type), ``knowledge`` generalizes them (the shipped knowledge bases), ``parse`` makes the
    document that recognizers see (the embedded pipeline), ``information`` is the IC of a concept in any unit (intrinsic
    IC), ``control`` the rules of the first pass (lists, switches, a profile) as `sanitize` takes them: what they
    keep is no term and stays; ``workers`` processes read the texts, and the release does not depend on how many.

    ``key`` is that of the operators that write identifier columns, where one of them needs it.

    Of tables without texts: privacy ``models`` of your own hold beside those of the definition; a full-domain
    ``search`` of your own makes the ``loss`` least, or a ``partitioner`` of your own divides the rows.
    """

    recognizers: "Sequence[Recognizer] | None"
    knowledge: "KnowledgeBase | None"
    parse: "Parser | None"
    information: "InformationContent | None"
    control: "Control | None"
    workers: int
    key: "Key | None"
    models: "Sequence[PrivacyModel]"
    search: "Callable[[Problem], Solution] | None"
    loss: "Objective | None"
    partitioner: "Partitioner | None"


_OF_TEXTS: Final = ("recognizers", "knowledge", "parse", "information", "control")
_OF_COLUMNS: Final = ("search", "loss", "partitioner")


def release(
    table: "pd.DataFrame", definition: Definition | Mapping[str, Any], **options: Unpack[Options]
) -> Release:
    """Return a k-anonymous release of a table about people, columns and texts together.

    Args:
        table: rows about people; never changed.
        definition: what each column is and what has to hold (docs/definition.md), or the same as a mapping.
        options: see :class:`Options`.

    Raises:
        UsageError: the table does not fit the definition, or the guarantee cannot be met; names column and row. An
            option is not known.
    """
    arguments.options("release", options, tuple(Options.__annotations__))
    given: dict[str, Any] = {name: value for name, value in options.items() if value is not None}
    if not isinstance(definition, Definition):
        definition = parse_definition(definition)
    if makes_machine_code(definition):
        _log.warning("the first release makes machine code: about a minute, once for this installation")
    texts = {name: given[name] for name in _OF_TEXTS if name in given}
    parts = {name: given[name] for name in _OF_COLUMNS if name in given}
    return make_release(
        PlainTable.of_frame(table),
        definition,
        texts=TextParts(**texts, place=Processes(given.get("workers", 1))),
        key=given.get("key"),
        parts=Parts(tuple(given.get("models", ())), **parts),
    ).release


@dataclass(frozen=True, slots=True)
class _Divided:
    """What a partitioner makes of a table, without the notes that all releases have."""

    table: PlainTable
    figures: ReleaseFigures
    sidecar: Sidecar


@dataclass(frozen=True, slots=True)
class Made:
    """A release whose table is still plain cells."""

    table: PlainTable
    report: TableReport
    sidecar: Sidecar

    @property
    def release(self) -> Release:
        """The same with a data frame."""
        return Release(self.table.to_pandas(), self.report, self.sidecar)


@knowing()
def make_release(
    table: PlainTable,
    definition: Definition,
    *,
    texts: TextParts = DEFAULT_TEXT_PARTS,
    key: "Key | None" = None,
    parts: Parts | None = None,
) -> Made:
    """:func:`release` of plain cells."""
    parts = parts or Parts()
    if parts.partitioner is not None:
        definition = replace(definition, method=replace(definition.method, partitioner="columns"))
    parts.check(definition)
    operators: dict[str, Operator] = {}
    if any(a.operator for a in definition.attributes):
        from sanitizer.relational.columns.identifier_columns import make_operators

        operators = make_operators(definition, key)
    check_columns(table, definition)
    table, dropped = keyed(table, definition)
    check_persons(table, definition)
    with nullcontext() if texts.knowledge is None else Known(texts.knowledge).in_use():
        check_names(table, definition)
    check_own(table, definition)
    table, extremes = without_extremes(table, definition)
    table, definition, sampled = safe_sample(table, definition)
    table, drawn = randomized(table, definition)
    dates = date_order(table, definition)
    definition = in_order(definition, dates)
    tried: dict[str, float] = {}

    def make(asked: Definition) -> _Divided:
        return _made(table, asked, texts, operators, parts)

    if definition.method.partitioner == "auto":
        made, tried = least_loss(definition, len(table), make, _lost)
        method = replace(definition.method, partitioner=made.figures.partitioner)
        definition = replace(definition, method=method)
    else:
        made = make(definition)
    made, constrained = with_greater_k(definition, make, lambda m: m.figures, made)
    if constrained:
        made = replace(made, figures=replace(made.figures, k=definition.k))
    found = find_persons(table, definition)
    unique = uniqueness(made.table, definition, made.sidecar.persons)
    gone = {"rows that do not say whose they are": dropped} if dropped else {}
    report = TableReport.of(
        made.figures,
        dropped={**gone, **made.figures.dropped},
        constrained=constrained,
        safe_sampling=sampled,
        pram=drawn,
        extremes=extremes,
        tried={n: round(v, 6) for n, v in tried.items()},
        spellings_merged=found.merged,
        spellings_possibly_of_others=found.possible,
        order=definition.method.order,
        uniqueness=unique,
        dates=order_figures(dates),
        warnings=_warnings(found.warnings, definition, unique, dates),
    )
    return Made(made.table, report, made.sidecar)


def _warnings(
    persons: Sequence[str], definition: Definition, unique: Uniqueness, dates: DateOrder
) -> tuple[str, ...]:
    """Return what its figures of k do not say of a release: spellings that were merged, the order of the rows, whom
    the cells single out, the order of dates in numbers."""
    order = SOURCE_ORDER if definition.method.order == "source" else ""
    return tuple(w for w in (*persons, order, told_unique(unique), told_order(dates)) if w)


def _lost(made: _Divided) -> float:
    """Return the loss by which partitioners are compared: of columns, and of texts where there are any; a row that
    is gone loses all of it."""
    loss = made.figures.loss
    value = loss.attributes if loss.total is None else loss.total
    gone = sum(made.figures.dropped.values())
    return (value * len(made.table) + gone) / (len(made.table) + gone)


def _made(
    table: PlainTable,
    definition: Definition,
    texts: TextParts,
    operators: "Mapping[str, Operator]",
    parts: Parts,
) -> _Divided:
    """Return the release by the definition's partitioner."""
    if by_columns(definition):
        made = release_columns(table, definition, operators, parts)
        return _Divided(made.table, made.figures, Sidecar(made.persons, ({},) * len(made.persons)))
    from sanitizer.relational.classes.joint_release import release_joint

    joint = release_joint(table, definition, texts, operators)
    return _Divided(joint.table, joint.figures, joint.sidecar)
