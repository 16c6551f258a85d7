"""The embedded language model and the recognizers over it: loading, cutting, sentences, lemmas, entities."""

import re
from pathlib import Path

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.language import Language

from sanitizer.errors import ResourceError
from sanitizer.recognize.base import Recognizer
from sanitizer.recognize.finders.model import ModelRecognizer, SpacyRecognizer
from sanitizer.text import parse as language
from sanitizer.text.sentences import sentence_rules
from sanitizer.types import EntityClass
from tests.contracts.recognizer import RecognizerContract

LETTER = """Dear Dr Hughes,

Thank you for referring Mrs Amina Okonkwo, who was seen in Manchester by Prof. Peter Novak of the University of Leeds.
She moved from Poland to the United Kingdom in 1999 and worked for the Ministry of Defence."""


def test_load_is_cached() -> None:
    assert language.load() is language.load()


def test_missing_model_is_one_clear_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(language, "model_path", lambda: tmp_path / "none")
    with pytest.raises(ResourceError, match=r"no language model in .*none: reinstall the package"):
        language.load.__wrapped__()


def test_corrupt_model_is_one_clear_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "config.cfg").write_text("[nlp\n", encoding="utf8")
    monkeypatch.setattr(language, "model_path", lambda: tmp_path)
    with pytest.raises(ResourceError, match="cannot be read"):
        language.load.__wrapped__()


def test_letter() -> None:
    doc = language.parse(LETTER)
    assert doc.text == LETTER
    found = {entity.text: entity.label_ for entity in doc.ents}
    assert found["Amina Okonkwo"] == "PERSON"
    assert found["Manchester"] == found["Poland"] == found["United Kingdom"] == "LOC"
    assert found["University of Leeds"] == found["Ministry of Defence"] == "ORG"
    tags = {token.text: (token.pos_, token.lemma_) for token in doc}
    assert tags["referring"] == ("VERB", "refer")
    assert tags["worked"] == ("VERB", "work")
    assert tags["by"][0] == "ADP"
    assert len(list(doc.sents)) == 3


def test_titles_belong_to_the_mention() -> None:
    doc = language.parse(LETTER)
    mentions = ModelRecognizer().find(doc)
    people = [m.span.of(LETTER) for m in mentions if m.entity_class is EntityClass.PERSON]
    assert "Mrs Amina Okonkwo" in people
    assert "Prof. Peter Novak" in people


@pytest.mark.parametrize(
    ("plural", "lemma"),
    [
        ("cities", "city"),
        ("buses", "bus"),
        ("houses", "house"),
        ("women", "woman"),
        ("analyses", "analysis"),
        ("wolves", "wolf"),
        ("movies", "movie"),
        ("churches", "church"),
        ("melanomas", "melanoma"),
        ("series", "series"),
        ("patients", "patient"),
    ],
)
def test_lemmas_of_plurals(plural: str, lemma: str) -> None:
    doc = language.parse(f"He saw the {plural} in the report.")
    assert doc[3].lemma_ == lemma


SENTENCES = [
    ["The case (no. 18403/91) was heard.", "Mr. J. Smith and Dr. A. B. Jones of the U.S. Supreme Court sat."],
    ["He died on 3 Jan. 1999.", '"Is it?" he asked.', "She left."],
    ["See Smith v. Jones, no. 12/3, § 4, p. 3.", "In 1999, etc., he left."],
    ["He took 5 mg.", "Then he went to New York with J. P. Morgan Inc. in 1990."],
    ["Really?!", "Yes!", "So it ended..."],
    ["He told Ofc. Brandt that Sen. Const. Rudd had come.", "Adv. Molefe and Coxn. Ruane left."],
    [
        "She takes Tab. Telma 40.",
        "He closed the tab.",
        "Press Tab.",
        "The window opens.",
        "We met Sir.",
        "He left.",
    ],
    ["Born in Bern.", "Anna came from Graz.", "Minsk (div. 1963) was cold."],
]


@pytest.mark.parametrize("expected", SENTENCES)
@pytest.mark.parametrize("joint", [" ", "\n\n", "\n"])
def test_sentences(expected: list[str], joint: str) -> None:
    nlp = spacy.blank("en")
    doc = sentence_rules(nlp(joint.join(expected)))
    assert [sentence.text.strip() for sentence in doc.sents] == expected


def test_headings_and_wrapped_lines() -> None:
    text = "THE FACTS\nThe applicant, who was born in 1950 and had lived in that town for a long\ntime, left."
    doc = sentence_rules(spacy.blank("en")(text))
    assert [sentence.text.strip() for sentence in doc.sents] == ["THE FACTS", text[10:]]


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="aA.?!\n  \"'é1()", max_size=120), st.integers(5, 40))
def test_pieces_join_to_the_text(text: str, limit: int) -> None:
    parts = language.pieces(text, limit)
    assert "".join(parts) == text
    assert all(len(part) <= limit for part in parts)


@settings(max_examples=25, deadline=None)
@given(st.text(max_size=200))
def test_any_text_keeps_its_characters(text: str) -> None:
    assert language.parse(text).text == text


def test_pieces_fall_between_paragraphs() -> None:
    paragraph = "One sentence here. Another one there.\n\n"
    parts = language.pieces(paragraph * 40, 100)
    assert all(part.endswith("\n\n") for part in parts)


def test_the_last_sentence_of_a_long_text_is_treated_like_the_first() -> None:
    sentence = "Mrs Amina Okonkwo lives in Manchester. "
    filler = "The weather was fine and the work went on as before. " * 1_500
    doc = language.parse(sentence + filler + "\n\n" + sentence)
    found = [(entity.text, entity.label_) for entity in doc.ents]
    assert found[:2] == found[-2:] == [("Amina Okonkwo", "PERSON"), ("Manchester", "LOC")]
    assert doc.text.endswith(sentence)
    assert len(list(doc.sents)) == 1_502


def test_one_long_line_without_spaces() -> None:
    text = "x" * 12_000
    assert language.parse(text).text == text


def test_parse_does_not_depend_on_neighbours() -> None:
    texts = [LETTER, "Short.", LETTER.upper(), "", "Barack Obama met Angela Merkel in Berlin."]
    together = [
        [(e.start_char, e.end_char, e.label_) for e in doc.ents] for doc in language.parse_many(texts)
    ]
    alone = [[(e.start_char, e.end_char, e.label_) for e in language.parse(text).ents] for text in texts]
    assert together == alone


def test_unknown_spacy_pipeline_is_one_clear_line() -> None:
    with pytest.raises(ResourceError, match=re.escape("spacy:no_such_pipeline")):
        SpacyRecognizer("no_such_pipeline")


def test_spacy_pipeline_without_entities_is_refused(tmp_path: Path) -> None:
    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(ResourceError, match="finds no entities"):
        SpacyRecognizer(str(tmp_path / "blank"))


@pytest.fixture(scope="module")
def ruler(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Provide a spaCy pipeline of another scheme, as a user may have it installed."""
    nlp = spacy.blank("en")
    entities = nlp.add_pipe("entity_ruler")
    entities.add_patterns(
        [{"label": "GPE", "pattern": "Vienna"}, {"label": "DATE", "pattern": "31 May 1991"}]
    )
    folder = tmp_path_factory.mktemp("pipelines") / "ruler"
    nlp.to_disk(folder)
    return str(folder)


def test_spacy_pipeline_by_folder(ruler: str) -> None:
    text = "Born on 31 May 1991 in Vienna."
    mentions = SpacyRecognizer(ruler).find(spacy.blank("en")(text))
    assert [(m.span.of(text), m.type, m.entity_class) for m in mentions] == [
        ("31 May 1991", "DATE", EntityClass.DATETIME),
        ("Vienna", "GPE", EntityClass.LOC),
    ]


class TestModelRecognizer(RecognizerContract):
    def make(self) -> Recognizer:
        return ModelRecognizer()

    def language(self) -> Language:
        return language.load()


class TestSpacyRecognizer(RecognizerContract):
    @pytest.fixture(autouse=True)
    def _pipeline(self, ruler: str) -> None:
        self.ruler = ruler

    def make(self) -> Recognizer:
        return SpacyRecognizer(self.ruler)
