"""Texts that are not English are refused; English notes, chats and lists are not."""

import pytest

from sanitizer.errors import DocumentError
from sanitizer.settings import Settings
from sanitizer.text.language import other_language
from tests.tiny import sanitizer


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Mme Hélène Marchand est née à Lyon le 12 mars 1961.", "fr"),
        ("Patient vu ce jour, bon état général, sort demain.", "fr"),
        ("La señora Elena Ruiz vive en Madrid desde 1990.", "es"),
        ("Der Patient wurde gestern entlassen.", "de"),
        ("Пациент выписан вчера.", "ru"),
    ],
)
def test_short_texts_in_other_languages(text: str, language: str) -> None:
    assert other_language(text) == language
    assert other_language(text.upper()) is not None


@pytest.mark.parametrize(
    "text",
    [
        "pt c/o sob x3d, hx htn dm2, rx metformin 500 bd, nkda",
        "72F, #NOF L, PMHx: AF, COPD, T2DM. Plan: bloods, CXR, NBM",
        "lol u ok hun?? cant make it 2nite soz xx",
        "MR HUBER SEEN IN CLINIC TODAY. PAIN IN LEFT KNEE. REVIEW 6/52.",
        "Juan Carlos de la Cruz y Mendoza, b. Guadalajara, Jalisco",
        "asa 81mg qd, lisinopril 10mg qd, atorvastatin 40mg qhs",
        "He wrote to her: 03 Πλατεία Μαβίλη 170, Λευκωσία",
        "Huber Thomas; Novak Jana; Okafor Chidi",
        "Colle di Tora, Via delle Coste 41",
        "",
    ],
)
def test_english_notes_chats_and_lists_pass(text: str) -> None:
    assert other_language(text) is None


@pytest.mark.finding("N16")
def test_the_library_refuses_other_languages() -> None:
    french = "Mme Hélène Marchand est née à Lyon le 12 mars 1961."
    with pytest.raises(DocumentError, match=r"is not English .it looks like 'fr'[)]"):
        sanitizer().sanitize(french)
    assert sanitizer(settings=Settings(any_language=True)).sanitize(french).text
