"""Two entities that share their replacement are told apart, near each other or in the whole text."""

from sanitizer import Sanitizer
from sanitizer.settings import Settings

TEXT = "Maria Rossi met Anna Schmidt at noon. Anna Schmidt wrote it down. Maria Rossi left."


def test_entities_are_numbered_in_the_whole_text_where_asked_for() -> None:
    near = Sanitizer.default(Settings()).sanitize(TEXT)
    numbered = Sanitizer.default(Settings(distinct="numbered")).sanitize(TEXT)
    assert near.text.startswith("A woman met another woman at ")
    assert numbered.text.startswith("A woman met a second woman at ")
    assert numbered.text.endswith("The second woman wrote it down. The first woman left.")
    assert near.met
    assert numbered.met


def test_one_of_a_few_courts_is_told_by_its_number() -> None:
    text = (
        "In 2001 the Ankara Assize Court convicted Mr Kaya. "
        "The Izmir State Security Court quashed the judgment in 2003. "
        "In 2004 Mr Kaya's lawyer asked for a hearing. The prosecutor wrote to him twice. "
        "In 2005 the Ankara Assize Court convicted him again."
    )
    assert Sanitizer.default().sanitize(text).text.endswith("the first court convicted him again.")
