"""An audit as lines to read."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from sanitizer.check import in_words, told_counts
from sanitizer.commands.evaluate import align

if TYPE_CHECKING:  # pandas and the attackers are loaded only where they are used
    from sanitizer.audit.findings import AtRanks, LinkagePart, LookPart, ResiduePart, TextAudit
    from sanitizer.audit.tables import JudgedTable

_SHOWN = 30
"""Places of one kind that are shown; the file has all."""


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f} %"


def text_lines(audit: "TextAudit", released: Mapping[str, str]) -> str:
    """Return an audit of texts; places are shown in the words of the released texts, by id."""
    lines = [*(_linkage(audit.linkage) if audit.linkage else ()), *_more_attacks(audit)]
    if audit.residue is not None:
        lines += _residue(audit.residue, released)
    lines += _look(audit.look, released)
    if (part := audit.reconstruction) is not None:
        lines.append(
            f"\nreconstruction: of {part.terms} generalized terms {_percent(part.named_among_10)} are among "
            f"the first ten guesses ({_percent(part.named_among_10_without_context)} without the context)"
        )
    if audit.metadata:
        lines.append("\nfiles tell besides their texts:")
        lines += [f"  {m.file}: {m.place}: {m.value}" for m in audit.metadata]
    return "\n".join(lines)


def _linkage(parts: "tuple[LinkagePart, ...]") -> Iterator[str]:
    rows = [["linkage", "@1 before", "@1 after", "@1 chance", "@5 before", "@5 after", "@5 chance"]]
    for part in parts:
        ways: list[AtRanks | None] = [part.before, part.after, part.chance]
        shares = [*(x.first if x else None for x in ways), *(x.five if x else None for x in ways)]
        rows.append([part.attacker, *map(_percent, shares)])
    yield align(rows)
    last = parts[-1]
    more = f", documents about none of them: {last.documents_without_person}"
    yield (
        f"documents attacked: {last.documents_attacked}, candidates: {last.candidates}"
        f"{more if last.documents_without_person else ''}"
    )
    found = [d for d in last.documents if d.hit_1 >= 0.5]
    if found:
        yield f"\nFound by the {last.attacker} attacker, and what gave them away:"
        for d in found[:50]:
            yield f"  {d.id}: {', '.join(s.term for s in d.gave_away[:8])}"
        if len(found) > 50:
            yield f"  ... and {len(found) - 50} more (--json has all)"


def _residue(residue: "ResiduePart", released: Mapping[str, str]) -> Iterator[str]:
    yield (
        f"\nleft of the originals: {residue.sure_promised} names, codes and phrases that had to go, "
        f"{residue.sure - residue.sure_promised} dates, numbers and short codes that were not promised to go, "
        f"{residue.to_look_at} places to look at ({residue.documents_checked} documents)"
    )
    if residue.documents_not_released:
        yield f"  {residue.documents_not_released} documents of the report are not in the release"
    for t in sorted(residue.traces, key=lambda t: not t.sure)[:_SHOWN]:
        where = ", in a replacement" if t.replacement else ""
        yield f"  {_place(released, t.document, t.start, t.end)}  ({t.how}; {t.entity_class} number {t.entity}){where}"
    if len(residue.traces) > _SHOWN:
        yield f"  ... and {len(residue.traces) - _SHOWN} more (--json has all)"


def _look(look: "LookPart", released: Mapping[str, str]) -> Iterator[str]:
    yield (
        f"\nto look at: {told_counts(look.counts)} ({look.documents_checked} documents, by their looks alone)"
    )
    for p in look.places[:_SHOWN]:
        yield f"  {_place(released, p.document, p.start, p.end)}  ({p.kind}; {p.why})"
    if len(look.places) > _SHOWN:
        yield f"  ... and {len(look.places) - _SHOWN} more (--json has all)"


def _place(released: Mapping[str, str], document: str, start: int, end: int) -> str:
    """Return a place of a released text, as a reader finds it."""
    text = released.get(document)
    where = f"characters {start} to {end}" if text is None else in_words(text, start, end)
    return f"{document}, {where}"


def _more_attacks(audit: "TextAudit") -> Iterator[str]:
    """Yield what an earlier release and language models find."""
    if (told := audit.earlier) is not None:
        yield (
            f"\nearlier release: {_percent(told.after.first)} of {told.documents_attacked} documents are found "
            f"by what is told now (by lot {_percent(told.chance.first)}; {told.documents_without_person} are new)"
        )
    if (runs := audit.runs) is not None:
        yield (
            f"\nruns of {runs.words} content words: {runs.linked} of {runs.documents_checked} documents share one with "
            "their original, so that whoever holds the originals finds them"
        )
    if audit.guesses is not None:
        yield "\nguesses of a language model, right at the first and among five:"
        for kind, row in audit.guesses.attributes.items():
            yield f"  {kind}: {row.hit_1} and {row.hit_5} of {row.answered}"


def table_lines(judged: "JudgedTable") -> str:
    """Return the lines that tell the audit of a table."""
    audit = judged.audit
    lines = [
        f"{audit.rows} rows in {audit.classes} groups; k = {audit.k}, mean group "
        f"{audit.mean_class or 0:.1f}, {audit.unique_records} records alone in their group"
    ]
    if not judged.met:
        lines.append(f"k = {judged.promised_k} was promised")
    if audit.diversity:
        rows = [["sensitive column", "distinct l", "entropy l", "t", "distance"]]
        rows += [
            [d.column, str(d.distinct), f"{d.entropy:.2f}", f"{d.t:.3f}", d.distance] for d in audit.diversity
        ]
        lines.append(align(rows))
    if (risks := audit.risks) is not None:
        rows = [["risk", "highest", "mean"]]
        rows.append(["prosecutor", _percent(risks.prosecutor), _percent(risks.prosecutor_mean)])
        rows.append(["journalist", _percent(risks.journalist), _percent(risks.journalist_mean)])
        rows.append(["marketer", "", _percent(risks.marketer)])
        lines += [align(rows), f"above one in five: {_percent(risks.prosecutor_above)} of the records"]
    if audit.combinations:
        lines.append("records that are alone with their values of")
        lines += [f"  {', '.join(u.columns)}: {u.records}" for u in audit.combinations[:20]]
    return "\n".join(lines)
