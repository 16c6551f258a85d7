"""What a sentence keeps where a name in it goes: through the whole product."""

import pytest

from sanitizer import Sanitizer


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer.default(any_language=True)


@pytest.mark.parametrize(
    ("text", "held"),
    [
        # no capital where the article of a title stood
        ("Ann Ek is known for The Salt Theatre, a travelling company.", "known for a"),
        # a place stays where what follows is said of it
        ("He spent three winters at Halley, where he was treated for frostbite.", "winters at "),
        ("Ann Ek came. A meeting in Durness last month drew ninety people.", "A meeting last month"),
        ("Ann Ek came. You will start in the Leeds office.", "in the office"),
        pytest.param(
            "Ann Ek came. You will start in the Dundee office.",
            "in the office",
            marks=pytest.mark.xfail(strict=True, reason="the network takes the office for a body"),
        ),
        ("Mrs Ek does not wish to go back to methotrexate, even by injection.", "back to "),
        (
            "Mrs Ek has lupus. We have agreed to start baricitinib 4 mg daily.",
            "start 4 mg of an immune medicine daily",
        ),
        # a medicine has an article in prose, and its name goes whole
        (
            "Ann Ek has lupus. She takes folic acid, foam and adalimumab 40 mg, and co-codamol.",
            "She takes a supplement, foam and ",
        ),
        (
            "Ann Ek has lupus. She was put on alpha-tocopherol and warfarin.",
            "on a medicine and a blood thinner",
        ),
        ("Mr Ek lived in Bath. Since Christmas he has had pain.", "Since December he"),
        ("The victim Ann Ek is five months pregnant.", "has a health condition"),
        pytest.param(
            "Victim Ann Ek is five months pregnant.",
            "has a health condition",
            marks=pytest.mark.xfail(strict=True, reason="the tree is wrong behind a noun without article"),
        ),
        ("Ann Ek, a retired postmistress, spoke.", ", a retired "),
        (
            "Mrs Ek, I have read the letter from your temple, where you teach mridangam.",
            "where you teach X.",
        ),
        ("Ann Ek married the Danish engineer Bo Quist, whom she met.", "a European engineer, whom"),
        ("Fiona Ek will carry on until the end of June.", "until the end of June"),
        ("Pt: Ann Ek\n\n02/02 21:40 Received from theatre, drowsy.\n", "[date] 21:40 Received from"),
        ("Mrs Ek came. She speaks Welsh by preference.", "language by preference"),
    ],
)
def test_what_is_left_is_a_sentence(sanitizer: Sanitizer, text: str, held: str) -> None:
    assert held in sanitizer.sanitize(text).text


def test_a_phrase_that_no_document_holds_is_nobodys_word(sanitizer: Sanitizer) -> None:
    said = sanitizer.judge.said
    assert sanitizer.judge.rank(said("polygenic disorder"), 14.0) == 3
    assert sanitizer.judge.rank(said("degenerative disorder"), 14.0) == 0


def test_an_illness_is_told_by_a_word_of_a_reader(sanitizer: Sanitizer) -> None:
    text = "Mrs Ek died of a stroke. He has sickle cell disease and dementia. She had pneumonia."
    assert "died of a cardiovascular event" in sanitizer.sanitize(text).text
