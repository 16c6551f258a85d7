"""Stage 2: the disclosure risk of every sensitive term from every term left in clear, and what counts as too much."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from corpora_stats import UNKNOWN, CountProvider, Query
from corpora_stats.base import AsksPairByPair, IntArray
from corpora_stats.chain import Chain
from sanitizer.common.reuse import table
from sanitizer.common.timing import stage
from sanitizer.risk.formulas import disclosure_risk, information_content
from sanitizer.risk.roll_up import Generalization, together
from sanitizer.types import Bits, BitsArray, BoolArray


@dataclass(frozen=True, slots=True)
class Marginals:
    """What is known of each query alone: ``documents`` h, ``ic`` in bits (NaN unknown) and ``source``, the number of
    the first provider that knows it (-1: none does); arrays of shape (queries,)."""

    documents: IntArray
    ic: BitsArray
    source: IntArray

    @property
    def known(self) -> BoolArray:
        """Which queries some provider knows."""
        return self.source >= 0


@dataclass(frozen=True, slots=True)
class Evidence:
    """DR of each sensitive term (row) from each query (column), in bits, and the counts behind it, shape (rows,
    columns). ``risk`` is NaN where no provider knows both; ``estimated`` where the joint count is below support;
    ``repaired`` counts the cells in which h(g,q) had to be raised to h(s,q) because the source is not monotone."""

    risk: BitsArray
    estimated: BoolArray
    source: IntArray
    s: IntArray
    q: IntArray
    sq: IntArray
    g: IntArray
    gq: IntArray
    repaired: int

    def counts(self, row: int, column: int, totals: Sequence[int]) -> dict[str, int | None]:
        """The counts of one cell by name, for the report."""
        source = int(self.source[row, column])
        cell = {name: int(getattr(self, name)[row, column]) for name in ("s", "q", "sq", "g", "gq")}
        named: dict[str, int | None] = {
            name: None if value == UNKNOWN else value for name, value in cell.items()
        }
        return {"N": totals[source] if source >= 0 else None, **named}


_TOLD: Final = 20_000
"""Counts whose information is remembered."""

_MATRICES: Final = ("risk", "estimated", "source", "s", "q", "sq", "g", "gq")


class RiskCalculator:
    """Asks count providers in order: each question is answered by the first that knows all terms of it."""

    def __init__(self, providers: Sequence[CountProvider]) -> None:
        self.chain = Chain(providers)
        self.providers = self.chain.providers
        self.totals = self.chain.totals
        self._told: dict[tuple[int, int], Bits] = {}

    @stage("counts")
    def marginals(self, queries: Sequence[Query]) -> Marginals:
        """What is known of each query alone."""
        documents, source = self.chain.first_known(queries)
        told = self._told
        counts = list(zip(source.tolist(), documents.tolist(), strict=True))
        if missing := [count for count in dict.fromkeys(counts) if count not in told]:
            if len(told) + len(missing) > _TOLD:
                told.clear()
                missing = list(dict.fromkeys(counts))
            self._tell(missing)
        return Marginals(documents, np.array([told[count] for count in counts], dtype=np.float64), source)

    def _tell(self, counts: Sequence[tuple[int, int]]) -> None:
        """Work out what counts of sources (their numbers) tell, in bits; NaN where no source knows one."""
        source, documents = np.array(counts, dtype=np.int64).T
        ic = np.full(len(counts), np.nan)
        for number, total in enumerate(self.totals):
            known = source == number
            ic[known] = information_content(documents[known], total)
        self._told.update(zip(counts, ic.tolist(), strict=True))

    def least_support_ic(self) -> Bits:
        """The information of a term without a count: that of one with the least count of the first provider."""
        provider = self.providers[0]
        return float(np.log2(provider.total) - np.log2(max(1, provider.minimum_support)))

    def generalized_ic(self, options: Sequence[Generalization], terms: Sequence[Query | None]) -> BitsArray:
        """IC(g) of each option, its documents joined with those of the term (if any) that it replaces."""
        ic = np.zeros(len(options))
        real = [i for i, option in enumerate(options) if not option.universal]
        if real:
            queries = [_joined(options[i], terms[i]) for i in real]
            ic[real] = self.marginals(queries).ic
        return ic

    @stage("counts")
    def evidence(
        self,
        terms: Sequence[Query],
        replacements: Sequence[Generalization | None],
        columns: Sequence[Query],
        keep_counts: bool = False,
    ) -> Evidence:
        """DR of `terms` (rows; replaced by `replacements`, None for removed) from `columns`, eq. (3) and (6).

        The counts behind the risks are kept only where they will be told: five matrices of a long document are
        hundreds of megabytes. Without them they have the shape (0, 0).
        """
        held = table("evidence", (tuple(columns), keep_counts)) if len(terms) and len(columns) else None
        if held is None:
            found, questions = self._ask(terms, replacements, columns, keep_counts)
        else:
            found, questions = self._ask_anew(held, terms, replacements, columns, keep_counts)
        for number, of in questions.items():
            self.chain.note(number, "pairs", int(of[0].sum()), int(of[1].sum()))
        return replace(found, repaired=int(sum(of[2].sum() for of in questions.values())))

    def _ask_anew(
        self,
        held: dict[Any, Any],
        terms: Sequence[Query],
        replacements: Sequence[Generalization | None],
        columns: Sequence[Query],
        keep_counts: bool,
    ) -> tuple[Evidence, dict[int, IntArray]]:
        """The same as :meth:`_ask`; rows that are ``held`` from an earlier run are not asked again: no row depends on
        another."""
        rows = list(zip(terms, replacements, strict=True))
        missing = [row for row in dict.fromkeys(rows) if row not in held]
        if missing:
            found, questions = self._ask(
                [term for term, _ in missing], [option for _, option in missing], columns, keep_counts
            )
            for i, row in enumerate(missing):
                cells = [
                    getattr(found, name)[i : i + 1] for name in (_MATRICES if keep_counts else _MATRICES[:3])
                ]
                held[row] = cells, {number: of[:, i : i + 1] for number, of in questions.items()}
        own = [held[row] for row in rows]
        whole = {
            name: np.concatenate([cells[m] for cells, _ in own])
            for m, name in enumerate(_MATRICES if keep_counts else _MATRICES[:3])
        }
        if not keep_counts:
            whole |= {name: np.zeros((0, 0), dtype=np.int64) for name in _MATRICES[3:]}
        numbers = sorted({number for _, asked in own for number in asked})
        together = {
            number: np.hstack([asked[number] for _, asked in own if number in asked]) for number in numbers
        }
        return Evidence(**whole, repaired=0), together

    def _ask(
        self,
        terms: Sequence[Query],
        replacements: Sequence[Generalization | None],
        columns: Sequence[Query],
        keep_counts: bool,
    ) -> tuple[Evidence, dict[int, IntArray]]:
        """The evidence, and by source how many pairs of each row were asked for, how many of them it knew, and how many
        counts were repaired: shape (3, rows)."""
        shape = (len(terms), len(columns))
        kept = shape if keep_counts else (0, 0)
        whole = {name: np.full(kept, UNKNOWN, dtype=np.int64) for name in ("s", "q", "sq", "g", "gq")}
        source = np.full(shape, -1, dtype=np.int64)
        risk, estimated = np.full(shape, np.nan), np.zeros(shape, dtype=np.bool_)
        questions: dict[int, IntArray] = {}
        if 0 in shape:
            return Evidence(risk, estimated, source, **whole, repaired=0), questions
        told = {row for row, option in enumerate(replacements) if option is not None and not option.universal}
        for number, provider in enumerate(self.providers):
            open_cells = source < 0
            if not open_cells.any():
                break
            rows = np.flatnonzero(open_cells.any(axis=1)).tolist()
            cols = np.flatnonzero(open_cells.any(axis=0)).tolist()
            general = [row for row in rows if row in told]
            asked = [terms[row] for row in rows] + [_joined(replacements[row], terms[row]) for row in general]
            wanted = open_cells[np.ix_(rows, cols)]
            of_general = np.isin(rows, general)
            answer = self.chain.joint(
                number, asked, [columns[column] for column in cols], np.vstack((wanted, wanted[of_general]))
            )
            n = len(rows)
            s, q = answer.rows[:n, None], answer.columns[None, :]
            sq = answer.joint[:n]
            g = np.full((n, 1), provider.total, dtype=np.int64)
            gq = np.repeat(answer.columns[None, :], n, axis=0)
            place = {row: i for i, row in enumerate(rows)}
            for extra, row in enumerate(general):
                g[place[row]] = answer.rows[n + extra]
                gq[place[row]] = answer.joint[n + extra]
            known = (s > 0) & (q > 0) & (g > 0) & wanted
            if isinstance(provider, AsksPairByPair):
                known &= (sq != UNKNOWN) & (gq != UNKNOWN)
            wrong = known & (gq < sq)
            questions[number] = np.zeros((3, len(terms)), dtype=np.int64)
            questions[number][:, rows] = [part.sum(axis=1) for part in (wanted, known, wrong)]
            gq = np.where(wrong, sq, gq)
            value, guess = disclosure_risk(provider.total, s, sq, np.maximum(g, s), gq)
            at = None if (len(rows), len(cols)) == shape else np.ix_(rows, cols)
            _put(risk, at, known, value)
            _put(estimated, at, known, guess)
            _put(source, at, known, np.full(known.shape, number))
            for name, values in (("s", s), ("q", q), ("sq", sq), ("g", g), ("gq", gq)) if keep_counts else ():
                _put(whole[name], at, known, np.broadcast_to(values, known.shape))
        return Evidence(risk, estimated, source, **whole, repaired=0), questions

    @stage("counts")
    def group_risk(
        self,
        terms: Sequence[Query],
        replacements: Sequence[Generalization],
        sets: Sequence[tuple[int, Sequence[Query]]],
        least: int,
    ) -> tuple[BitsArray, IntArray]:
        """DR(s;T) in bits of sets (row of `terms`, T), from the first provider that knows all of one, shape
        (sets,), and the counts N, h(s), h(s,T), h(g), h(g,T) behind each, shape (sets, 5).

        (16) with h(s,T) for h(s,q); NaN and UNKNOWN where h(s,T) is below `least` documents or not known.
        """
        risk = np.full(len(sets), np.nan)
        counts = np.full((len(sets), 5), UNKNOWN, dtype=np.int64)
        left = np.arange(len(sets))
        for number, provider in enumerate(self.providers):
            if not len(left):
                break
            chosen = [sets[i] for i in left.tolist()]
            joint = provider.counts([(terms[row], *members) for row, members in chosen])
            enough = np.flatnonzero(joint >= least)
            of = np.array([chosen[i][0] for i in enough.tolist()], dtype=np.int64)
            rows, place = np.unique(of, return_inverse=True)
            told = [() if replacements[r].universal else (_joined(replacements[r], terms[r]),) for r in rows]
            general = np.array([bool(query) for query in told], dtype=np.bool_)
            s = provider.counts([(terms[row],) for row in rows])[place]
            g = np.full(len(rows), provider.total)
            g[general] = provider.counts([query for query in told if query])
            g = g[place]
            around = provider.counts(
                [(*told[p], *chosen[i][1]) for i, p in zip(enough.tolist(), place.tolist(), strict=True)]
            )
            found = np.stack([np.full_like(s, provider.total), s, joint[enough], g, around], axis=1)
            known = (found > 0).all(axis=1)
            found, at = found[known], left[enough[known]]
            counts[at] = found
            _, s, s_set, g, g_set = found.T
            risk[at], _ = disclosure_risk(
                provider.total, s, s_set, np.maximum(g, s), np.maximum(g_set, s_set)
            )
            self.chain.note(number, "sets", len(left), int((joint != UNKNOWN).sum()))
            left = left[joint == UNKNOWN]
        return risk, counts


def _joined(option: Generalization | None, term: Query | None) -> Query:
    assert option is not None
    return option.query if term is None else together(option.query, term)


def _put(target: np.ndarray, at: tuple[np.ndarray, ...] | None, where: BoolArray, values: np.ndarray) -> None:
    """Write values into a block of cells (None: all), where they hold."""
    if at is None:
        np.copyto(target, values, where=where)
    else:
        target[at] = np.where(where, values, target[at])


_CELLS: Final = 1 << 19
"""Cells of a matrix of risks that are held at once; a dozen numbers of eight bytes stand behind each."""


def blocks(rows: int, columns: int) -> Iterator[slice]:
    """Slices of `rows` that together with all `columns` are few enough cells to be held at once."""
    step = max(1, _CELLS // max(1, columns))
    for start in range(0, rows, step):
        yield slice(start, min(rows, start + step))
