"""TAB's measures on cases worked by hand; tests/cases/tab.json tells the story of each."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sanitizer.errors import UsageError
from sanitizer.evaluate.masks import Mask, parse_gold, parse_masks
from sanitizer.evaluate.tab import Share, score, score_document

CASES = json.loads((Path(__file__).parents[1] / "cases" / "tab.json").read_text(encoding="utf-8"))


def _gold(case: dict[str, Any]) -> Any:
    """Gold in TAB's form from a short one: [text of the mention, which occurrence, entity, kind, class]."""
    documents = []
    for document in case["gold"]:
        annotations: dict[str, Any] = {}
        for annotator, mentions in document["annotators"].items():
            annotations[annotator] = {"entity_mentions": []}
            for surface, occurrence, entity, kind, entity_class in mentions:
                start = -1
                for _ in range(occurrence):
                    start = document["text"].index(surface, start + 1)
                annotations[annotator]["entity_mentions"].append(
                    {
                        "entity_id": entity,
                        "identifier_type": kind,
                        "entity_type": entity_class,
                        "start_offset": start,
                        "end_offset": start + len(surface),
                    }
                )
        documents.append({"doc_id": document["id"], "text": document["text"], "annotations": annotations})
    return parse_gold(documents)


def _share(share: Share) -> list[float]:
    return [share.part, share.whole]


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_hand_worked(case: dict[str, Any]) -> None:
    gold = _gold(case)
    scores = score(gold, parse_masks(case["masks"])["masks"])
    found = {
        "direct": _share(scores.direct.entity),
        "quasi": _share(scores.quasi.entity),
        "mention_recall": _share(scores.all.mention),
        "token_recall": _share(scores.all.token),
        "token_precision": _share(scores.precision_token),
        "mention_precision": _share(scores.precision_mention),
    }
    assert {key: found[key] for key in case["expected"]} == case["expected"]


def test_recall_by_class() -> None:
    (case,) = [case for case in CASES if case["name"] == "coreference half covered"]
    scores = score(_gold(case), parse_masks(case["masks"])["masks"])
    assert list(scores.by_class) == ["LOC", "PERSON"]
    assert _share(scores.by_class["PERSON"].entity) == [0, 1]
    assert _share(scores.by_class["PERSON"].mention) == [1, 2]
    assert _share(scores.by_class["LOC"].entity) == [1, 1]


def test_weighted_precision_by_hand() -> None:
    gold = parse_gold(
        [
            {
                "doc_id": "1",
                "text": "Ada met the king",
                "annotations": {
                    "a": {
                        "entity_mentions": [
                            {
                                "entity_id": "e",
                                "identifier_type": "QUASI",
                                "start_offset": 0,
                                "end_offset": 3,
                            }
                        ]
                    }
                },
            }
        ]
    )[0]
    bits = {"Ada": 10.0, "the": 0.0, "king": 6.0, "the king": 6.0}
    scores = score_document(
        gold, [Mask(0, 3), Mask(8, 16)], weigh=lambda text, spans: [bits[text[a:b]] for a, b in spans]
    )
    assert scores.precision_token.value == 1 / 3
    assert scores.weighted_token.value == 10 / 16
    assert scores.weighted_mention.value == 10 / 16


def test_masks_of_an_unknown_document_are_refused() -> None:
    with pytest.raises(UsageError, match="1 of 1 documents of the masks are not in the gold file"):
        score((), {"x": (Mask(0, 1),)})


def test_masks_outside_the_text_are_refused() -> None:
    gold = parse_gold([{"doc_id": "1", "text": "Ada", "annotations": {}}])
    with pytest.raises(UsageError, match="ends at 4, the text at 3"):
        score(gold, {"1": (Mask(0, 4),)})


@st.composite
def _documents(draw: st.DrawFn) -> tuple[Any, list[Mask]]:
    text = draw(st.text(alphabet="ab Mr.’sno,", min_size=1, max_size=30))
    span = st.tuples(st.integers(0, len(text) - 1), st.integers(1, len(text))).filter(lambda s: s[0] < s[1])
    kinds = st.sampled_from(["DIRECT", "QUASI", "NO_MASK"])
    annotations: dict[str, Any] = {}
    for name in draw(st.sampled_from([[], ["a"], ["a", "b"]])):
        mentions = draw(st.lists(st.tuples(span, kinds, st.integers(0, 2)), max_size=4))
        annotations[name] = {
            "entity_mentions": [
                {"start_offset": s, "end_offset": e, "identifier_type": k, "entity_id": f"{name}{n}"}
                for (s, e), k, n in mentions
            ]
        }
    masks = [Mask(s, e) for s, e in draw(st.lists(span, max_size=4))]
    return {"doc_id": "1", "text": text, "annotations": annotations}, masks


def _slow(document: Any, masks: list[Mask]) -> list[list[float]]:
    """Return the published definition, character by character."""
    import re

    from sanitizer.evaluate.characters_that_carry_nothing import CHARACTERS, LISTED_WORDS

    text = document["text"]
    skip = re.compile(
        "(?:"
        + "|".join([rf"\b{re.escape(w)}\b" for w in LISTED_WORDS] + [re.escape(c) for c in CHARACTERS])
        + ")",
        re.IGNORECASE,
    )
    hidden = {i for m in masks for i in range(m.start, m.end)}

    def is_masked(start: int, end: int) -> bool:
        left = set(range(start, end)) - hidden
        for match in skip.finditer(text[start:end]):
            left -= set(range(start + match.start(), start + match.end()))
        return not left

    entities: dict[tuple[str, str], list[Any]] = {}
    for annotator, marks in document["annotations"].items():
        for mention in marks["entity_mentions"]:
            entities.setdefault((annotator, mention["entity_id"]), []).append(mention)
    counts = {"direct": [0.0, 0.0], "quasi": [0.0, 0.0], "mention": [0.0, 0.0], "token": [0.0, 0.0]}
    for mentions in entities.values():
        if all(m["identifier_type"] == "NO_MASK" for m in mentions):
            continue
        ok = all(
            is_masked(m["start_offset"], m["end_offset"]) or m["identifier_type"] == "NO_MASK"
            for m in mentions
        )
        kind = counts["direct" if mentions[0]["identifier_type"] == "DIRECT" else "quasi"]
        kind[0] += ok
        kind[1] += 1
        for m in mentions:
            counts["mention"][0] += is_masked(m["start_offset"], m["end_offset"])
            counts["mention"][1] += 1
            for word in re.finditer(r"\w+", text[m["start_offset"] : m["end_offset"]]):
                counts["token"][0] += is_masked(*(m["start_offset"] + x for x in word.span()))
                counts["token"][1] += 1
    annotators = {annotator for annotator, _ in entities}
    precision = [0.0, 0.0]
    for mask in masks:
        for word in re.finditer(r"\w+", text[mask.start : mask.end]):
            start, end = (mask.start + x for x in word.span())
            for annotator in annotators:
                precision[0] += any(
                    m["start_offset"] <= start
                    and m["end_offset"] >= end
                    and m["identifier_type"] != "NO_MASK"
                    for (name, _), mentions in entities.items()
                    if name == annotator
                    for m in mentions
                )
                precision[1] += 1
    return [*counts.values(), precision]


@given(_documents())
@settings(deadline=None)
def test_agrees_with_the_obvious_slow_version(drawn: tuple[Any, list[Mask]]) -> None:
    document, masks = drawn
    scores = score_document(parse_gold([document])[0], masks)
    shares = (
        scores.direct.entity,
        scores.quasi.entity,
        scores.all.mention,
        scores.all.token,
        scores.precision_token,
    )
    assert [_share(share) for share in shares] == _slow(document, masks)
