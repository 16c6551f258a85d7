"""Which protected names and entities stand in no document of a run: they may be misspelt."""

from sanitizer.control.last_word import forms_of_person, may_stand, places_of, spoken_in
from sanitizer.control.outcomes import PROTECT_FILE, PROTECT_NAMES, UnusedProtected
from sanitizer.control.rules import Control
from sanitizer.settings import Settings
from sanitizer.text.surface_forms import Forms

Place = tuple[str, int]
"""A list of what is protected, and the number of an entry, from 1."""


class ProtectedSought:
    """The protected names ([protect] names) and entities (--protect) that no text has held so far."""

    def __init__(self, settings: Settings, control: Control | None) -> None:
        names = control.protect if control else ()
        self._left: dict[Place, tuple[str, ...]] = {
            **{(PROTECT_NAMES, n): _whole_forms(name) for n, name in enumerate(names, 1)},
            **{(PROTECT_FILE, n): (entry.entity,) for n, entry in enumerate(settings.protect, 1)},
        }

    def look(self, text: str) -> None:
        """Strike off what stands in a text."""
        for place in self.standing(text):
            self.strike_off(place)

    def strike_off(self, place: Place) -> None:
        """Strike off what stands somewhere."""
        self._left.pop(place, None)

    def standing(self, text: str) -> list[Place]:
        """What of the rest stands in a text: lists, and numbers in them."""
        if not self._left:
            return []
        spoken = spoken_in(text)
        return [
            place
            for place, forms in self._left.items()
            if any(may_stand(form, spoken) for form in forms) and self._stands(place, text)
        ]

    def _stands(self, place: Place, text: str) -> bool:
        forms = self._left[place]
        return bool(Forms(forms).find(text) if place[0] == PROTECT_FILE else places_of(text, forms))

    def told(self) -> tuple[UnusedProtected, ...]:
        """What is left, without the names."""
        return tuple(UnusedProtected(list=where, number=number) for where, number in self._left)

    def lines(self) -> tuple[str, ...]:
        """The same for people."""
        entries = "; ".join(f"{where}, entry {number}" for where, number in self._left)
        said = f"{len(self._left)} protected names or entities stand in no document (misspelt?): {entries}"
        return (said,) if entries else ()


def _whole_forms(name: str) -> tuple[str, ...]:
    """What a person is called with the surname: a given name alone may be anybody's."""
    last = name.split()[-1]
    return tuple(form for form in forms_of_person(name) if last in form.split())
