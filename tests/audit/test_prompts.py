"""Attacks by language models and by holders of an earlier release: what is written, and how answers are scored."""

import json
from pathlib import Path

import pytest

from sanitizer.audit.findings import Hits
from sanitizer.audit.prompts import ATTRIBUTES, guesses_part, prompts, read_guesses
from sanitizer.audit.texts import earlier_part
from sanitizer.errors import UsageError
from tests.page.reports import document

REPORT = document()
PERSON = next(entry for entry in REPORT.sensitive if entry.entity_class == "PERSON")


def test_prompts_hold_the_released_text_and_no_original() -> None:
    rows = list(prompts([REPORT], {REPORT.output_id: "A man lived in a city."}))
    assert [row["id"] for row in rows] == [f"{REPORT.output_id}#{kind}" for kind in (*ATTRIBUTES, "back")]
    assert all("A man lived in a city." in row["prompt"] for row in rows)
    assert not any(form in row["prompt"] for row in rows for s in REPORT.sensitive for form in s.forms)
    assert list(prompts([REPORT], {"other": "text"})) == []


@pytest.mark.parametrize(("place", "hits"), [(0, (1, 1)), (3, (0, 1)), (None, (0, 0))])
def test_a_right_guess_is_a_form_of_a_treated_term(place: int | None, hits: tuple[int, int]) -> None:
    told = ["nobody"] * 5
    if place is not None:
        told[place] = PERSON.forms[0].upper()
    found = guesses_part([REPORT], {f"{REPORT.output_id}#PERSON": told, "x#back": []})
    assert found.attributes["PERSON"] == Hits(1, *hits)
    assert found.not_known == 1


def test_guesses_about_nothing_are_refused() -> None:
    with pytest.raises(UsageError, match="none of the guesses"):
        guesses_part([REPORT], {"x#back": ()})


@pytest.mark.parametrize(
    "line",
    ["{", '{"id": 1, "guesses": []}', '{"id": "a", "guesses": "b"}', '{"id": "a", "guesses": [1]}', "[]"],
)
def test_bad_answers_are_named_by_their_line(tmp_path: Path, line: str) -> None:
    file = tmp_path / "g.jsonl"
    file.write_text(json.dumps({"id": "a#back", "guesses": ["b"]}) + "\n" + line + "\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"g\.jsonl line 2"):
        read_guesses(file)


def test_a_document_is_found_in_an_earlier_release() -> None:
    earlier = {"1": "A falconer breeds hawks.", "2": "A baker bakes bread.", "3": "A sailor sails."}
    now = {"1": "Somebody breeds hawks.", "2": "Somebody bakes bread.", "9": "new"}
    told = earlier_part(now, earlier)
    assert told.after.first == 1
    assert (told.documents_attacked, told.documents_without_person) == (2, 1)
    with pytest.raises(UsageError, match="two are needed"):
        earlier_part({"1": "x"}, earlier)
