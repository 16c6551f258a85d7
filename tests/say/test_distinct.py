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
