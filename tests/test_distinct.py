"""Two entities that share their replacement are told apart, near each other or in the whole text."""

from sanitizer import Sanitizer
from sanitizer.settings import Settings

TEXT = "Maria Rossi met Peter Schmidt at noon. Peter Schmidt wrote it down. Maria Rossi left."


def test_entities_are_numbered_in_the_whole_text_where_asked_for() -> None:
    near = Sanitizer.default(Settings()).sanitize(TEXT)
    numbered = Sanitizer.default(Settings(distinct="numbered")).sanitize(TEXT)
    assert near.text.startswith("A person met another person at ")
    assert numbered.text.startswith("A person met a second person at ")
    assert numbered.text.endswith("The second person wrote it down. The first person left.")
    assert near.met
    assert numbered.met
