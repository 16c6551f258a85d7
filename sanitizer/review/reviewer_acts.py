"""Make events of what a reviewer does in a page: on an item, on a selection, one step of the ladder, everywhere."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kb import Concept
from sanitizer.check.report import DocumentReport, RiskyEntry, SensitiveEntry
from sanitizer.common import arguments
from sanitizer.control.apply_decisions import places_of
from sanitizer.errors import UsageError
from sanitizer.recognize.entity_types import class_word
from sanitizer.review import plain_words
from sanitizer.review.desk_state import Desk
from sanitizer.review.document_state import Standing
from sanitizer.review.view import around
from sanitizer.review.what_needs_review import Item
from sanitizer.text.patterns import WORD
from sanitizer.types import Span

_ON_ITEMS: Final = ("accept", "keep", "mask", "retype", "choose")
_MOST_HITS: Final = 200


def item_called(standing: Standing, key: Any) -> tuple[Item, DocumentReport]:
    """Return the item of a key, and the report that it is in. Raises UsageError where there is none."""
    report = standing.report
    if not isinstance(report, DocumentReport):
        raise UsageError("the document could not be done: there is nothing to decide about")
    arguments.text(key, "item")
    item = next((i for i in standing.items if i.key == key), None)
    if item is None:
        raise UsageError("item: it is not there any more: look at the page again")
    return item, report


def ladder_of(desk: Desk, item: Item, report: DocumentReport) -> list[dict[str, Any]]:
    """Return what may stand for an item, from specific to general, nothing at last; ``now`` marks what stands there."""
    if item.kind == "sensitive":
        entry: SensitiveEntry | RiskyEntry = report.sensitive[item.number]
        now, concept = report.sensitive[item.number].generalization, report.sensitive[item.number].concept
        last = class_word(report.sensitive[item.number].type)
    elif item.kind == "risky":
        entry = report.risky[item.number]
        now, concept, last = (
            report.risky[item.number].choice.replacement,
            report.risky[item.number].choice.concept,
            "",
        )
    else:
        return []
    rungs = {c.label: plain_words.candidate(c) for c in entry.candidates if c.label}
    meant = [Concept(c.concept, c.label) for c in reversed(entry.candidates) if c.concept]
    meant = [Concept(concept, now or "")] if concept else meant
    above = desk.sanitizer.judge.above(meant[0]) if meant else []
    known = sorted(rungs.values(), key=lambda r: -float("inf") if r["bits"] is None else -r["bits"])
    for label in (now or "", *above, last):
        if label and label not in rungs:
            tried = desk.judged(entry, label)
            rungs[label] = plain_words.candidate(tried) if tried else plain_words.not_tried(label)
            known.append(rungs[label])
    gone = {"label": "", "bits": 0.0, "risk": None, "verdict": "safe", "words": "taken out"}
    return [rung | {"now": rung["label"] == (now or "")} for rung in (*known, gone)]


def step(desk: Desk, standing: Standing, key: Any, up: bool) -> dict[str, Any]:
    """Return one rung up (more general) or down. Raises UsageError where there is none."""
    item, report = item_called(standing, key)
    ladder = ladder_of(desk, item, report)
    at = next((i for i, rung in enumerate(ladder) if rung["now"]), None)
    to = None if at is None else at + (1 if up else -1)
    if to is None or not 0 <= to < len(ladder):
        raise UsageError("there is no rung " + ("above" if up else "below") + " this one")
    return on_item(standing, item, report, {"act": "choose", "far": "entity", "to": ladder[to]["label"]})


def on_item(
    standing: Standing, item: Item, report: DocumentReport, told: Mapping[str, Any]
) -> dict[str, Any]:
    """Return an event about an item: ``act``, how ``far`` (default: the entity in this document), and what the act
    needs."""
    act = arguments.one_of(told.get("act"), _ON_ITEMS, "act")
    far = str(told.get("far") or "entity")
    event: dict[str, Any] = {"act": act, "far": far, "forms": list(item.forms)}
    if far != "collection":
        event["document"] = standing.document.id
    if far == "place":
        event["span"] = _place(told, item)
        event["forms"] = [_span(event["span"], report.text).of(report.text)]
    if item.kind == "sensitive" and act in ("mask", "retype"):
        event["type"] = report.sensitive[item.number].type
    for name in ("type", "to", "reason", "why"):
        if told.get(name) is not None:
            event[name] = told[name]
    if act == "choose":
        event["to"] = _said(event.get("to"))
    return event


def _place(told: Mapping[str, Any], item: Item) -> list[int]:
    """Return the place that is meant: the one given, else the first of the item."""
    given = told.get("span")
    return list(given) if given else [item.spans[0].start, item.spans[0].end]


def _said(words: Any) -> str:
    """Return what is to stand there, on one line."""
    told = " ".join(arguments.text(words, "to", blank=True).split())
    if len(told) > 200:
        raise UsageError("to: at most 200 characters may stand for a term")
    return told


def _span(told: Any, text: str) -> Span:
    if not isinstance(told, list | tuple) or len(told) != 2:
        raise UsageError("span: a start and an end are needed")
    start, end = (arguments.whole(value, "span", 0, len(text)) for value in told)
    if start >= end:
        raise UsageError("span: nothing is selected")
    return Span(start, end)


def selected(text: str, told: Any) -> Span:
    """Return the selected characters, without blanks at their ends, grown to whole words. Raises UsageError for
    none."""
    span = _span(told, text)
    near = WORD.finditer(text, max(0, span.start - 80), min(len(text), span.end + 80))
    inside = [m for m in near if m.start() < span.end and m.end() > span.start]
    if not inside:
        raise UsageError("span: no word is selected")
    start, end = min(span.start, inside[0].start()), max(span.end, inside[-1].end())
    bare = text[start:end]
    start += len(bare) - len(bare.lstrip())
    return Span(start, start + len(bare.strip()))


def on_selection(standing: Standing, told: Mapping[str, Any]) -> dict[str, Any]:
    """Return an event about characters that were selected in the original: mark what was missed, keep, or change
    the extent of the mention ``item`` there."""
    text, span = standing.document.text, selected(standing.document.text, told.get("span"))
    act = arguments.one_of(told.get("act"), ("mark", "keep", "extent", "split", "merge"), "act")
    event: dict[str, Any] = {
        "act": act,
        "far": "place",
        "document": standing.document.id,
        "span": [span.start, span.end],
        "forms": [span.of(text)],
    }
    if act == "mark":
        event["type"] = told.get("type") or "MISC"
    elif act == "extent":
        item, report = item_called(standing, told.get("item"))
        old = min(item.spans, key=lambda s: (not s.overlaps(span), abs(s.start - span.start)))
        event |= {"span": [old.start, old.end], "extent": [span.start, span.end]}
        event["forms"] = [old.of(text), span.of(text)]
        event["type"] = told.get("type") or _type(item, report)
    elif act == "merge":
        item, _ = item_called(standing, told.get("item"))
        event["extent"] = [item.spans[0].start, item.spans[0].end]
    for name in ("reason", "why"):
        if told.get(name):
            event[name] = told[name]
    return event


def _type(item: Item, report: DocumentReport) -> str:
    return report.sensitive[item.number].type if item.kind == "sensitive" else "MISC"


def hits(desk: Desk, forms: Sequence[str], document: int | None) -> list[dict[str, Any]]:
    """Return where forms stand: in one document, or in all; at most some hundreds, each with the words around it."""
    found: list[dict[str, Any]] = []
    numbers = range(len(desk.documents)) if document is None else (document,)
    for number in numbers:
        text = desk.documents[number].text
        for span in places_of(text, list(forms)):
            found.append({"document": number, "around": around(text, span)})
            if len(found) >= _MOST_HITS:
                return found
    return found
