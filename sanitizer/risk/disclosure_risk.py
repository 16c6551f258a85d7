"""Stage 2: the disclosure risk of every sensitive term from every term left in clear, and what counts as too much."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from corpora_stats import UNKNOWN, CountProvider, Query
from corpora_stats.base import AsksPairByPair, IntArray
from corpora_stats.chain import Chain
from sanitizer.common.reuse import table, tables
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
        """Return the counts of one cell by name, for the report."""
        source = int(self.source[row, column])
        cell = {name: int(getattr(self, name)[row, column]) for name in ("s", "q", "sq", "g", "gq")}
        named: dict[str, int | None] = {
            name: None if value == UNKNOWN else value for name, value in cell.items()
        }
        return {"N": totals[source] if source >= 0 else None, **named}


_TOLD: Final = 8192
"""Counts whose information is remembered."""

_COUNTS: Final = ("s", "q", "sq", "g", "gq")
Cells: TypeAlias = dict[str, Any]
"""Matrices of evidence by name, and which cells were ``repaired``: shape (rows, columns)."""


class RiskCalculator:
    """Asks count providers in order: each question is answered by the first that knows all terms of it."""

    def __init__(self, providers: Sequence[CountProvider]) -> None:
        self.chain = Chain(providers)
        self.providers = self.chain.providers
        self.totals = self.chain.totals
        self._told: dict[tuple[int, int], Bits] = {}

    @stage("counts")
    def marginals(self, queries: Sequence[Query]) -> Marginals:
        """Return what is known of each query alone."""
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
        """Return the information of a term without a count: that of one with the least count of the first provider."""
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
        """Return DR of `terms` (rows; replaced by `replacements`, None for removed) from `columns`, eq. (3) and (6).

        The counts behind the risks are kept only where they will be told: five matrices of a long document are
        hundreds of megabytes. Without them they have the shape (0, 0).
        """
        held = table("evidence", (tuple(columns), keep_counts)) if len(terms) and len(columns) else None
        if held is None:
            cells = self._ask(terms, replacements, columns, keep_counts)
        else:
            cells = self._ask_anew(held, terms, replacements, columns, keep_counts)
        for number in range(len(self.providers)):  # each is asked for what those before it do not know
            asked = (cells["source"] < 0) | (cells["source"] >= number)
            if not asked.any():
                break
            known = cells["source"] == number
            self.chain.note(number, "pairs", int(asked.sum()), int(known.sum()))
        repaired = int(cells.pop("repaired").sum())
        if not keep_counts:
            cells |= {name: np.zeros((0, 0), dtype=np.int64) for name in _COUNTS}
        return Evidence(**cells, repaired=repaired)

    def _ask_anew(
        self,
        held: dict[Any, Any],
        terms: Sequence[Query],
        replacements: Sequence[Generalization | None],
        columns: Sequence[Query],
        keep_counts: bool,
    ) -> Cells:
        """Return the same as :meth:`_ask`; rows that are ``held`` from an earlier run are not asked again, and of
        the others only those columns that were not asked for then: no cell depends on another."""
        rows = list(zip(terms, replacements, strict=True))
        missing = [row for row in dict.fromkeys(rows) if row not in held]
        before = _nearest(columns, keep_counts, held) if missing else None
        if before is not None:
            known = [row for row in missing if row in before.rows]
            if known:
                new = self._ask(*_parted(known), [columns[i] for i in before.new], keep_counts)
                for i, row in enumerate(known):
                    held[row] = before.joined(row, {name: cells[i : i + 1] for name, cells in new.items()})
            missing = [row for row in missing if row not in before.rows]
        if missing:
            found = self._ask(*_parted(missing), columns, keep_counts)
            for i, row in enumerate(missing):
                held[row] = {name: cells[i : i + 1] for name, cells in found.items()}
        own = [held[row] for row in rows]
        return {name: np.concatenate([cells[name] for cells in own]) for name in own[0]}

    def _ask(
        self,
        terms: Sequence[Query],
        replacements: Sequence[Generalization | None],
        columns: Sequence[Query],
        keep_counts: bool,
    ) -> Cells:
        """Return the matrices of the evidence, and which cells were repaired."""
        shape = (len(terms), len(columns))
        whole: Cells = {
            "risk": np.full(shape, np.nan),
            "estimated": np.zeros(shape, dtype=np.bool_),
            "source": np.full(shape, -1, dtype=np.int64),
            "repaired": np.zeros(shape, dtype=np.bool_),
        }
        if keep_counts:
            whole |= {name: np.full(shape, UNKNOWN, dtype=np.int64) for name in _COUNTS}
        if 0 in shape:
            return whole
        told = {row for row, option in enumerate(replacements) if option is not None and not option.universal}
        for number, provider in enumerate(self.providers):
            open_cells = whole["source"] < 0
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
            gq = np.where(wrong, sq, gq)
            value, guess = disclosure_risk(provider.total, s, sq, np.maximum(g, s), gq)
            at = None if (len(rows), len(cols)) == shape else np.ix_(rows, cols)
            counts = {"s": s, "q": q, "sq": sq, "g": g, "gq": gq} if keep_counts else {}
            told_here = {
                "risk": value,
                "estimated": guess,
                "source": np.full(known.shape, number),
                "repaired": wrong,
            }
            for name, values in (told_here | counts).items():
                _put(whole[name], at, known, np.broadcast_to(values, known.shape))
        return whole

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


@dataclass(frozen=True)
class _Before:
    """Rows of evidence that an earlier run asked for, of nearly the same columns: where the columns that are wanted now
    stand in it (``old``; at ``kept`` of those wanted), and which of those are ``new``."""

    rows: Mapping[Any, Cells]
    old: IntArray
    kept: IntArray
    new: Sequence[int]

    def joined(self, row: Any, new: Cells) -> Cells:
        """Return a row of all columns that are wanted, from what is known and the columns that are new."""
        whole = {}
        for name, known in self.rows[row].items():
            whole[name] = np.empty((1, len(self.kept) + len(self.new)), dtype=known.dtype)
            whole[name][:, self.kept] = known[:, self.old]
            whole[name][:, self.new] = new[name]
        return whole


def _nearest(columns: Sequence[Query], keep_counts: bool, own: object) -> _Before | None:
    """Return what is remembered of the most of these columns, but for what is asked of just them (`own`); None
    where that is less than half."""
    best, most = None, len(columns) // 2
    for (others, counted), rows in reversed(tables("evidence")):
        if rows and rows is not own and counted == keep_counts:
            common = len(set(others).intersection(columns))
            if common > most:
                best, most = (others, rows), common
    if best is None:
        return None
    place = {query: i for i, query in enumerate(best[0])}
    kept = [i for i, query in enumerate(columns) if query in place]
    old = [place[columns[i]] for i in kept]
    new = [i for i, query in enumerate(columns) if query not in place]
    return _Before(best[1], np.array(old, dtype=np.int64), np.array(kept, dtype=np.int64), new)


def _parted(
    rows: Sequence[tuple[Query, Generalization | None]],
) -> tuple[list[Query], list[Generalization | None]]:
    return [term for term, _ in rows], [option for _, option in rows]


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
