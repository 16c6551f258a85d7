"""Shape a document for its page: pieces of text, what can be decided, figures; and only what changed since."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sanitizer.check.report import DocumentReport, RiskyEntry, SensitiveEntry
from sanitizer.page.report_data import budget_of
from sanitizer.page.structure import Stretch, Structure
from sanitizer.review import plain_words
from sanitizer.review.document_state import Standing
from sanitizer.review.what_needs_review import Item, need_of
from sanitizer.types import Span

_AROUND: Final = 60


def view_of(standing: Standing, head: str, before: "Shown | None" = None) -> dict[str, Any]:
    """Return all that a page shows of a document; one that failed has its reason alone. What is as it was
    ``before`` is the same object again."""
    return shown_of(standing, head, before).view


class Shown(NamedTuple):
    """What is shown of a document: how it stands, all that its page shows, and the pieces of its text."""

    standing: Standing
    view: dict[str, Any]
    pieces: "Pieces | None"


def shown_of(standing: Standing, head: str, before: Shown | None = None) -> Shown:
    """Return what is shown of a document (:func:`view_of`)."""
    report = standing.report
    if not isinstance(report, DocumentReport):
        view = {
            "head": head, "checked": standing.checked, "failed": report.reason or "", "items": {}, "segments": [],
            "order": [],
        }  # fmt: skip
        return Shown(standing, view, None)
    items, pieces = standing.items, Pieces.of(report, None if before is None else before.pieces)
    told = {} if before is None else {i.key: (i, before.view["items"][i.key]) for i in before.standing.items}
    rows: dict[str, Any] = {}
    for item in items:
        known = told.get(item.key)
        rows[item.key] = known[1] if known is not None and known[0] is item else _item(item, report)
    view = {
        "head": head,
        "checked": standing.checked,
        "items": rows,
        "order": [item.key for item in items],
        "segments": segments(report, items, pieces),
        "figures": figures(report, items),
    }
    return Shown(standing, view, pieces)


def figures(report: DocumentReport, items: Sequence[Item]) -> dict[str, Any]:
    """Return what is recomputed after each decision: how much is kept, what is not met, how much is left to do."""
    limits = [s.limit for s in report.sensitive if s.limit is not None]
    told = [s.generalization_ic or 0.0 for s in report.sensitive if s.limit is not None]
    tightest = min((limit - t for limit, t in zip(limits, told, strict=True)), default=None)
    return {
        "met": report.residual.met,
        "problems": [{"kind": p.kind, "term": p.term, "why": p.why or ""} for p in report.residual.problems],
        "kept": report.utility.percent,
        "bits": report.utility.bits_after,
        "threshold": report.threshold.bits,
        "left": None if tightest is None else round(tightest, 3),
        "budget": budget_of(report.singled_out, False) if report.singled_out else None,
        "undecided": sum(not item.decided for item in items),
        "all": len(items),
        "need": need_of(items),
        "verdicts": [v.to_json() for v in report.decisions if not v.holds],
    }


class Pieces:
    """The pieces of one text as its page shows them; a piece that was made before is the same list again."""

    def __init__(self, text: str, structure: Structure) -> None:
        self._text, self._structure = text, structure
        self._plain: dict[tuple[int, int], list[list[Any]]] = {}
        self._whole: dict[tuple[int, int, str | None, str], list[Any]] = {}

    @classmethod
    def of(cls, report: DocumentReport, before: "Pieces | None" = None) -> "Pieces":
        """Return the pieces of a report: those of one ``before`` where text and structure are the same."""
        structure = Structure(report)
        if before is not None and before._text == report.text and before._structure == structure:
            return before
        return cls(report.text, structure)

    def plain(self, start: int, end: int) -> list[list[Any]]:
        """Text that stays as it is, cut behind line ends: pages lay out line by line."""
        found = self._plain.get((start, end))
        if found is None:
            found = self._plain[start, end] = list(self._cut(start, end))
        return found

    def _cut(self, start: int, end: int) -> Iterator[list[Any]]:
        for part in self._structure.cut(start, end):
            more = _told(part)
            for line in self._text[part.start : part.end].splitlines(keepends=True):
                yield [line, None, "", *more]
                more = [part.role, ""] if part.role else []

    def whole(self, start: int, end: int, replacement: str | None, key: str) -> list[Any]:
        """Return a place that is an item, or changed."""
        name = (start, end, replacement, key)
        found = self._whole.get(name)
        if found is None:
            told = _told(self._structure.of(start, end))
            found = self._whole[name] = [self._text[start:end], replacement, key, *told]
        return found


def _told(part: Stretch) -> list[str]:
    """Return the role and the label of what is more than plain text, and the label of the input where that differs."""
    return [part.role, part.label, *([part.own] if part.own != part.label else [])] if part.role else []


def segments(report: DocumentReport, items: Sequence[Item], pieces: Pieces | None = None) -> list[list[Any]]:
    """Return the text as pieces ``[original, replacement or None, key of the item or ""]``, and behind it the role
    and the label of what is more than plain text, and the label of the input where that is another; originals joined
    are the input, replacements (or what stays) the output."""
    pieces, at = pieces or Pieces.of(report), 0
    by_entry = {(item.kind, item.number): item.key for item in items}
    shown = sorted((span, item.key) for item in items if item.kind in ("kept", "look") for span in item.spans)
    result: list[list[Any]] = []
    due = 0
    for change in [*report.changes, None]:
        start = len(report.text) if change is None else change.span.start
        while due < len(shown) and shown[due][0].start < start:
            span, key = shown[due]
            due += 1
            if span.start >= at and span.end <= start:
                result += pieces.plain(at, span.start)
                result.append(pieces.whole(span.start, span.end, None, key))
                at = span.end
        result += pieces.plain(at, start)
        if change is not None:
            key = by_entry.get((change.kind, change.reference), "")
            result.append(pieces.whole(start, change.span.end, change.replacement, key))
            at = change.span.end
    return result


def _entry(item: Item, report: DocumentReport) -> SensitiveEntry | RiskyEntry | None:
    if item.kind == "sensitive":
        return report.sensitive[item.number]
    return report.risky[item.number] if item.kind == "risky" else None


def _item(item: Item, report: DocumentReport) -> dict[str, Any]:
    entry = _entry(item, report)
    kind, label = item.kind, None
    if isinstance(entry, SensitiveEntry):
        kind, label = entry.entity_class, entry.generalization
    elif isinstance(entry, RiskyEntry):
        kind, label = "RISKY", entry.choice.replacement
    return {
        "kind": item.kind,
        "class": kind,
        "term": item.forms[0],
        "to": label,
        "places": len(item.spans),
        "need": item.need,
        "why": [plain_words.NEEDS[reason] for reason in item.reasons],
        "decided": item.decided,
    }


def details(item: Item, report: DocumentReport, ladder: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the panel of one item: evidence in plain words, the ladder, figures behind, and where it stands."""
    entry = _entry(item, report)
    told: list[str] = []
    behind: dict[str, Any] = {}
    if isinstance(entry, SensitiveEntry):
        told, behind = list(plain_words.of_sensitive(entry)), plain_words.figures_of(entry)
    elif isinstance(entry, RiskyEntry):
        told, behind = list(plain_words.of_risky(entry, report)), plain_words.figures_of(entry)
    elif item.kind == "kept":
        told = [plain_words.of_kept(report.left[item.number])]
    else:
        told = [
            "Nothing was done here; a second look at the result finds that it looks like something to hide."
        ]
    return {
        "key": item.key,
        "term": item.forms[0],
        "forms": item.forms,
        "class": entry.entity_class if isinstance(entry, SensitiveEntry) else item.kind,
        "type": entry.type if isinstance(entry, SensitiveEntry) else "MISC",
        "words": told,
        "needs": [plain_words.NEEDS[reason] for reason in item.reasons],
        "figures": behind,
        "ladder": list(ladder),
        "spans": [[span.start, span.end] for span in item.spans],
        "hits": [around(report.text, span) for span in item.spans[:20]],
    }


def around(text: str, span: Span) -> list[str]:
    """Return a place with the words around it: before, itself, behind."""
    return [
        text[max(0, span.start - _AROUND) : span.start],
        span.of(text),
        text[span.end : span.end + _AROUND],
    ]


def difference(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a page that shows `before` must change to show `after`: items that are new or different, those
    gone, and the runs of pieces that differ."""
    items = {k: v for k, v in after["items"].items() if before["items"].get(k) != v}
    told: dict[str, Any] = {
        "head": after["head"],
        "view": after["view"],
        "checked": after["checked"],
        "items": items,
        "gone": [k for k in before["items"] if k not in after["items"]],
        "runs": runs(before["segments"], after["segments"]),
        "figures": after.get("figures"),
        "failed": after.get("failed"),
    }
    if before["order"] != after["order"]:
        told["order"] = after["order"]
    return told


def runs(old: Sequence[Sequence[Any]], new: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    """Return where two lists of pieces of one text differ: the pieces ``from`` to ``to`` of the old one, and what
    stands there now. What begins at the same character and is equal stays."""
    found: list[dict[str, Any]] = []
    i = j = ahead = 0  # pieces passed, and how many characters more of the old ones than of the new ones
    while i < len(old) or j < len(new):
        if not ahead and i < len(old) and j < len(new) and old[i] == new[j]:
            i, j = i + 1, j + 1
            continue
        first, begin = i, j
        while i < len(old) or j < len(new):
            if not ahead and i < len(old) and j < len(new) and old[i] == new[j]:
                break
            if j == len(new) or (i < len(old) and ahead <= 0):
                ahead += len(old[i][0])
                i += 1
            else:
                ahead -= len(new[j][0])
                j += 1
        found.append({"from": first, "to": i, "segments": new[begin:j]})
    return found
