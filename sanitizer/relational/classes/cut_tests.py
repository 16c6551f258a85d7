"""Privacy models of a definition as the test of a cut over persons (a person may have several sensitive values)."""

from typing import TYPE_CHECKING

import numpy as np

from sanitizer.errors import UsageError
from sanitizer.relational.classes.population import population_test
from sanitizer.relational.definition.definition import Definition
from sanitizer.relational.privacy.k_anonymity import KmAnonymity, rare_combinations
from sanitizer.relational.privacy.models import Classes, all_satisfied
from sanitizer.relational.privacy.of_definition import privacy_models, sensitive_columns
from sanitizer.types import IntArray

if TYPE_CHECKING:  # they bring numba with them, which searches of columns do not need
    from sanitizer.relational.classes.prepare import Prepared
    from sanitizer.relational.classes.terms import Km
    from sanitizer.relational.table.view import CutTest, View


def cut_test(prepared: "Prepared", definition: Definition, km: "Km | None" = None) -> "CutTest | None":
    """Return whether persons may be a class under all models beside k; None when there are none."""
    found = (
        _sensitive_test(prepared, definition),
        population_test(prepared, definition),
        _terms_test(prepared.view, km) if km is not None and km.held else None,
    )
    tests = [t for t in found if t]
    if not tests:
        return None

    def accepts(members: IntArray) -> bool:
        return all(test(members) for test in tests)

    if not accepts(np.arange(prepared.persons)):
        raise UsageError(
            "not even the whole table as one group satisfies the privacy models: lower l or k-map's k, or raise t "
            "(sanitizer help tables)"
        )
    return accepts


def _sensitive_test(prepared: "Prepared", definition: Definition) -> "CutTest | None":
    columns = sensitive_columns(prepared.table, definition)
    models = privacy_models(definition, columns)
    if not models:
        return None
    values: dict[str, list[IntArray]] = {}
    for column in columns:
        own = [np.unique(column.codes[list(rows)]) for rows in prepared.rows]
        values[column.name] = [codes[codes >= 0].astype(np.int64) for codes in own]
    widths = {c.name: len(c.labels) for c in columns}
    totals = {
        name: np.bincount(np.concatenate(of), minlength=widths[name]).astype(np.int64)
        for name, of in values.items()
    }

    def accepts(members: IntArray) -> bool:
        histograms = {
            name: np.bincount(np.concatenate([of[i] for i in members]), minlength=widths[name]).astype(
                np.int64
            )[None, :]
            for name, of in values.items()
        }
        classes = Classes(np.asarray([len(members)], dtype=np.int64), histograms, totals)
        return bool(all_satisfied(models, classes)[0])

    return accepts


def km_of_terms(view: "View", definition: Definition) -> "Km | None":
    """Return how km-anonymous the terms have to be, and which of them no cut may cost; None when the definition has
    none.

    With ``cuts = "kept"`` those are the terms that the whole table could keep as one class, with ``"all"`` all terms.
    Raises UsageError when the whole table cannot keep those: then no partition can, because classes that are
    km-anonymous still are when they are put together.
    """
    model = next((m for m in definition.models if m.name == "km-anonymity"), None)
    if model is None:
        return None
    from sanitizer.relational.classes.terms import Km, recode_terms_km
    from sanitizer.relational.table.view import partition

    km = Km(definition.k, model.m)
    if model.cuts == "free" or not view.persons:
        return km
    if model.cuts == "all":
        sets = [frozenset(view.of(i).tolist()) for i in range(view.persons)]
        if rare := rare_combinations(sets, km.k, km.m):
            raise UsageError(
                f"km-anonymity: {len(rare)} combination(s) of up to {km.m} term(s) are in fewer than {km.k} persons of "
                'the whole table, so no partition keeps all terms: write cuts = "kept", or lower k or m'
            )
        return km._replace(held=frozenset(view.term.tolist()))
    whole = recode_terms_km(view, partition([np.arange(view.persons, dtype=np.int64)]), km)
    return km._replace(held=frozenset(whole.term[whole.choice == whole.term].tolist()))


def _terms_test(view: "View", km: "Km") -> "CutTest":
    """Return whether every combination of up to m of the terms that are held is in k of these persons, or in none."""
    model = KmAnonymity(km.k, km.m)
    held = np.zeros(view.terms, dtype=np.bool_)
    held[list(km.held)] = True
    own = [of[held[of]] for of in (view.of(i) for i in range(view.persons))]
    sets = [frozenset(of.tolist()) for of in own]

    def accepts(members: IntArray) -> bool:
        counts = np.bincount(np.concatenate([own[i] for i in members]), minlength=1)
        if ((counts > 0) & (counts < km.k)).any():  # most refusals, and quick
            return False
        classes = Classes(np.asarray([len(members)], dtype=np.int64), terms=[[sets[i] for i in members]])
        return km.m == 1 or bool(model.satisfied(classes)[0])

    return accepts
