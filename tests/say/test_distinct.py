"""Two entities of which the same is told are told apart."""

from sanitizer import Sanitizer
from sanitizer.settings import Settings

TEXT = "Maria Rossi met Anna Schmidt at noon. Anna Schmidt wrote it down. Maria Rossi left."


def test_persons_have_a_letter_each() -> None:
    near = Sanitizer.default(Settings()).sanitize(TEXT)
    numbered = Sanitizer.default(Settings(distinct="numbered")).sanitize(TEXT)
    for done in (near, numbered):
        assert done.text == "X met Y at noon. Y wrote it down. X left."
        assert done.met


def test_one_of_a_few_courts_is_told_by_its_letter() -> None:
    text = (
        "In 2001 the Ankara Assize Court convicted Mr Kaya. "
        "The Izmir State Security Court quashed the judgment in 2003. "
        "In 2004 Mr Kaya's lawyer asked for a hearing. The prosecutor wrote to him twice. "
        "In 2005 the Ankara Assize Court convicted him again."
    )
    assert Sanitizer.default().sanitize(text).text.endswith("the X Court convicted him again.")
