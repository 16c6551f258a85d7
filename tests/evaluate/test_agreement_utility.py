"""Agreement measures, and information kept, on cases worked by hand."""

import math
from typing import Any

import numpy as np
import pytest
import spacy
from spacy.tokens import Doc

from corpora_stats.counts_by_hand import DocumentCounts
from sanitizer.evaluate.agreement import Agreement, annotator_agreement, compare, token_agreement
from sanitizer.evaluate.characters_that_carry_nothing import PartOfSpeechRule, WordListRule
from sanitizer.evaluate.masks import Mask, apply_masks, parse_gold
from sanitizer.evaluate.utility import (
    counted,
    information_kept,
    information_weights,
    is_tag,
    least_support,
    text_preserved_information,
)


def test_risky_terms_by_hand() -> None:
    # the paper's eq. (17) to (19): 3 found, 4 chosen by people, 2 in common
    result = compare({"surgeon", "ward", "spring"}, {"surgeon", "ward", "leeds", "1987"})
    assert (result.precision, result.recall, result.f1) == (2 / 3, 2 / 4, 4 / 7)
    assert compare(set(), set()).f1 is None
    assert compare({"a"}, set()).recall is None


def _gold(annotators: dict[str, list[tuple[int, int]]], text: str = "Ada saw the queen of Spain") -> Any:
    return parse_gold(
        [
            {
                "doc_id": "1",
                "text": text,
                "annotations": {
                    name: {
                        "entity_mentions": [
                            {
                                "entity_id": f"{name}{i}",
                                "identifier_type": "QUASI",
                                "start_offset": s,
                                "end_offset": e,
                            }
                            for i, (s, e) in enumerate(spans)
                        ]
                    }
                    for name, spans in annotators.items()
                },
            }
        ]
    )


def test_content_words_leave_function_words_out() -> None:
    # marked: Ada, queen, Spain (the, of carry nothing); hidden: saw, queen, Spain
    gold = _gold({"a": [(0, 3), (8, 26)]})
    assert token_agreement(gold, {"1": (Mask(4, 26),)}) == Agreement(hits=2, chosen=3, reference=3)


def test_annotators_among_each_other() -> None:
    gold = _gold({"a": [(0, 3)], "b": [(0, 3), (8, 13)]}, "Ada saw Spain")
    between = annotator_agreement(gold)
    assert between is not None
    assert between.f1 == between.precision == between.recall == 2 / 3
    assert annotator_agreement(_gold({"a": []}, "x")) is None


def test_possessives_are_function_words_by_part_of_speech() -> None:
    nlp = spacy.blank("en")
    doc = Doc(
        nlp.vocab,
        words=["He", "took", "her", "to", "her", "house"],
        pos=["PRON", "VERB", "PRON", "ADP", "PRON", "NOUN"],
        tags=["PRP", "VBD", "PRP", "IN", "PRP$", "NN"],
    )
    rule = PartOfSpeechRule(doc)
    function = [rule.function_word(t.idx, t.idx + len(t)) for t in doc]
    assert function == [False, False, False, True, True, False]
    # but in a mention only what the published rule names may stay: the preposition and spaces
    assert rule.within(8, 15).tolist() == [False, False, False, True, True, True, True]


def test_word_list_is_matched_within_the_mention() -> None:
    rule = WordListRule("Smith’s north")
    assert rule.within(0, 7).tolist() == [False] * 5 + [True, True]
    assert rule.within(8, 13).tolist() == [False] * 5  # "no" inside "north" is not the word "no"


COUNTS = DocumentCounts(
    [{"surgeon", "person"}, {"surgeon"}, {"person"}, {"person"}, {"leeds"}], total=16, minimum_support=1
)


def test_information_by_hand() -> None:
    inform = counted(COUNTS)
    assert inform(["surgeon", "leeds"]).tolist() == [3.0, 4.0]
    assert np.isnan(inform(["nowhere"]))[0]
    assert least_support(COUNTS) == 4.0
    text = "surgeon of Leeds and nowhere"
    terms = [(0, 7), (11, 16), (21, 28)]
    floor = 4.0
    kept = information_kept(text, terms, [], inform, floor)
    assert (kept.before, kept.after, kept.unknown) == (11.0, 11.0, 1)
    person = math.log2(16 / 3)
    kept = information_kept(text, terms, [Mask(0, 7, "person"), Mask(11, 16, "[CITY]")], inform, floor)
    assert kept.after == pytest.approx(person + 4.0)
    # a replacement is never worth more than what stood there
    kept = information_kept(text, terms, [Mask(0, 7, "Leeds")], inform, floor)
    assert kept.after == 3.0 + 8.0


def test_tpi_by_hand() -> None:
    text = "surgeon of Leeds"
    weights = information_weights(counted(COUNTS), 4.0)(text, [(0, 7), (11, 16)])
    assert text_preserved_information(text, [(0, 7), (11, 16)], [Mask(0, 3)], weights) == 4 / 7
    assert text_preserved_information("", [], [], []) is None


@pytest.mark.parametrize("replacement", ["[CITY]", "PERSON_2", "***", "...", "<NAME>", "LOC"])
def test_tags_tell_nothing(replacement: str) -> None:
    assert is_tag(replacement)


@pytest.mark.parametrize("replacement", ["a city", "person", "US", "the 1980s"])
def test_words_tell_something(replacement: str) -> None:
    assert not is_tag(replacement)


def test_masks_are_applied_once_where_they_overlap() -> None:
    masks = [Mask(0, 3, "she"), Mask(8, 12), Mask(10, 14)]
    assert apply_masks("Ada saw the king now", masks, "_") == "she saw _ng now"
