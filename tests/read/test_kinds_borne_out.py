"""What knowledge bases know by a name counts only as far as the network that reads may take it for that."""

import pytest
import spacy

from kb import Concept, Sense
from sanitizer.read.kinds_borne_out import borne_out
from sanitizer.read.sensitive import Sensitive
from sanitizer.text.parse import parse
from sanitizer.types import EntityClass, Span

TOWN = Sense(Concept("geo:1", "Town"), True, "LOC", 1000.0)
LETTER = Sense(Concept("wn:letter.n.02", "letter"), False, "", 0.0)
MEDICINE = Sense(Concept("med:x", "x"), False, "MISC", 0.0)


def named(text: str, name: str, of_class: EntityClass) -> Sensitive:
    at = text.index(name)
    return Sensitive(0, (name,), of_class, str(of_class), ("model",), (Span(at, at + len(name)),))


@pytest.mark.parametrize(
    ("text", "name", "of_class", "left"),
    [
        ("She moved to Jaffa in 2019 and lives there with her sons.", "Jaffa", EntityClass.LOC, (TOWN,)),
        ("Jaffa, who is a nurse, told Mr Ek that she was ill.", "Jaffa", EntityClass.LOC, ()),
        ("Jaffa, who is a nurse, told Mr Ek that she was ill.", "Jaffa", EntityClass.PERSON, (TOWN, LETTER)),
    ],
)
def test_a_meaning_of_another_class_than_is_read_is_none(
    text: str, name: str, of_class: EntityClass, left: tuple[Sense, ...]
) -> None:
    assert borne_out(parse(text), named(text, name, of_class), (TOWN, LETTER)) == left


def test_names_of_several_words_and_words_of_lists_keep_their_meanings() -> None:
    text = "New Jaffa, who is a nurse, told Mr Ek that she takes Jaffa."
    assert borne_out(parse(text), named(text, "New Jaffa", EntityClass.LOC), (TOWN,)) == (TOWN,)
    assert borne_out(parse(text), named(text, "Jaffa", EntityClass.MISC), (MEDICINE,)) == (MEDICINE,)


def test_another_pipeline_says_nothing_of_kinds() -> None:
    doc = spacy.blank("en")("Jaffa is ill.")
    assert borne_out(doc, named("Jaffa is ill.", "Jaffa", EntityClass.LOC), (TOWN, LETTER)) == (TOWN, LETTER)
