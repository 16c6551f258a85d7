"""Names that are a part of a longer word (behind a prefix, in a branch, in a file), and values of fields."""

import pytest
import spacy

from sanitizer.recognize.finders.works import Works

NLP = spacy.blank("en")


def found(text: str) -> list[tuple[str, str]]:
    return [(m.span.of(text), m.type) for m in Works().find(NLP(text)) if m.type != "MISC"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the anti-Adeyemi camp", [("Adeyemi", "PERSON")]),
        ("in the pre-Kowalski years", [("Kowalski", "PERSON")]),
        ("su: incorrect password for gnkosi", [("gnkosi", "USERNAME")]),
        ("film read by A.McC., discard", [("A.McC.", "PERSON")]),
        ("an anti-Semitic, post-Soviet, pro-European view", []),
        ("the vice-President and an e-Government project", []),
        ("in feature/jana-novotna-avatar", [("jana-novotna-avatar", "USERNAME")]),
        ("the file Ivana_Krsteva_rally_2016.jpg", [("Ivana_Krsteva_rally_2016", "USERNAME")]),
        ("the option max-iter-count of grace-period-end", []),
        ("in feature/dark-mode-toggle", []),
        ("it calls sys.stdout.flush", []),
    ],
)
def test_a_name_of_a_person_is_found_inside_of_a_word(text: str, names: list[tuple[str, str]]) -> None:
    assert found(text) == names


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('city="Brno";', "LOC"),
        ('{"city": "Brno", "n": 3}', "LOC"),
        ('=HYPERLINK("http://x.example","Brno")', "LOC"),
        ('{"film": "Vertigo"}', "MISC"),
        ('He sang "Brno" twice.', "WORK"),
    ],
)
def test_a_place_in_the_value_of_a_field_is_no_title(text: str, kind: str) -> None:
    assert kind in [m.type for m in Works().find(NLP(text)) if m.span.of(text) in ("Brno", "Vertigo")]
