"""The privacy models that a definition asks for beside k, and the sensitive columns that they judge."""

from collections.abc import Sequence

from sanitizer.errors import UsageError
from sanitizer.relational.definition.definition import Definition, Model, Role
from sanitizer.relational.privacy.l_diversity import AlphaK, LDiversity
from sanitizer.relational.privacy.likeness import BetaLikeness, DeltaDisclosure
from sanitizer.relational.privacy.models import PrivacyModel
from sanitizer.relational.privacy.t_closeness import TCloseness
from sanitizer.relational.table.hierarchies import make_hierarchy
from sanitizer.relational.table.plain_table import PlainTable, coded_texts
from sanitizer.relational.table.table import Column


def privacy_models(definition: Definition, columns: Sequence[Column]) -> list[PrivacyModel]:
    """Return the models beside k that are about sensitive columns. Raises UsageError for what does not fit the
    columns."""
    of = {c.name: c for c in columns}
    result: list[PrivacyModel] = []
    for model in definition.models:
        if model.name == "l-diversity":
            result.append(LDiversity(model.attribute, model.l, model.kind, model.c))  # type: ignore[arg-type]
        elif model.name == "alpha-k":
            value = None
            if model.value:
                if model.value not in of[model.attribute].labels:
                    raise UsageError(f'alpha-k: no cell of "{model.attribute}" has the given value')
                value = of[model.attribute].labels.index(model.value)
            result.append(AlphaK(model.attribute, model.alpha, definition.k, value))
        elif model.name == "beta-likeness":
            result.append(BetaLikeness(model.attribute, model.beta, model.kind))  # type: ignore[arg-type]
        elif model.name == "delta-disclosure":
            result.append(DeltaDisclosure(model.attribute, model.delta))
        elif model.name == "households":
            result.append(LDiversity(model.attribute, model.k or definition.k))
        elif model.name == "t-closeness":
            result.append(_closeness(model, definition, of[model.attribute]))
    return result


def _closeness(model: Model, definition: Definition, column: Column) -> TCloseness:
    if model.distance != "hierarchical":
        return TCloseness(model.attribute, model.t, model.distance)  # type: ignore[arg-type]
    made = make_hierarchy(definition.attribute(model.attribute), column.labels, definition)
    if made is None:
        raise UsageError(f'hierarchical t-closeness: attribute "{model.attribute}" needs a hierarchy')
    return TCloseness(model.attribute, model.t, "hierarchical", made)


def sensitive_columns(table: PlainTable, definition: Definition) -> list[Column]:
    """Return the sensitive columns over the rows; one with hierarchical t-closeness is coded by its hierarchy's
    leaves."""
    hierarchical = {m.attribute for m in definition.models if m.distance == "hierarchical"}
    columns: list[Column] = []
    households = [definition.attribute(m.attribute) for m in definition.models if m.name == "households"]
    for a in (*definition.named(Role.SENSITIVE), *dict.fromkeys(households)):
        column = Column.of_coded(a.name, coded_texts(table, a.name))
        if a.name in hierarchical:
            made = make_hierarchy(a, column.labels, definition)
            if made is not None:
                made = made.with_top()
                column = Column(a.name, made.encode(column), made.labels[0])
        columns.append(column)
    return columns
