"""What is proven by a form, a label or its spelling is hidden where the network doubts that it is a name."""

import pytest

from sanitizer.pipeline import Sanitizer
from sanitizer.types import Document


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer.default(any_language=True)


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("Discussed with Nurse Novaes.", "Novaes"),
        ("they live near vaasa with her mum", "vaasa"),
        ("- Marjolein: bread\n- Sipho: wine\n- Bjarte: fish", "Marjolein"),
        ("Name,Town\nFerrante,Matera\nOdhiambo,Kisumu", "Kisumu"),
        ("Town of birth: Ljutomer", "Ljutomer"),
        ("Lund, A.; Oyelaran, T.; Pfeiffer, H. (2011)", "A."),
        ("reference number AB-QPLK", "QPLK"),
        ("<surname>Markovic</surname>", "Markovic"),
    ],
)
def test_a_proof_outranks_the_doubt_of_the_network(sanitizer: Sanitizer, text: str, never: str) -> None:
    assert never not in sanitizer.sanitize(Document("", text)).text


def test_labels_that_are_words_stay(sanitizer: Sanitizer) -> None:
    text = "- Bread: two\n- Butter: one\n- Setup: run make"
    assert sanitizer.sanitize(Document("", text)).text == text
