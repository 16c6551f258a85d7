"""Tell what holds for a whole document alike: countries at the level of their adjectives, seasons of its hemisphere."""

from collections.abc import Sequence
from dataclasses import replace

from kb.values.words import OTHER_SEASON
from sanitizer.choose.meanings import Meanings
from sanitizer.read.sensitive import Sensitive
from sanitizer.risk.roll_up import Generalization
from sanitizer.types import EntityClass


def in_season(options: Sequence[Generalization], south: bool | None) -> list[Generalization]:
    """Return the options with the seasons of the side of the equator that a document tells of; without them where
    it tells of both."""
    told: list[Generalization] = []
    for option in options:
        season = OTHER_SEASON.get(option.label) if option.concept and option.concept.prefix == "cal" else None
        if season is None or south is False:
            told.append(option)
        elif south:
            told.append(replace(option, label=season))
    return told


def on_one_level(
    options: list[list[Generalization]], sensitive: Sequence[Sensitive], meanings: Sequence[Meanings]
) -> None:
    """Tell a country as the adjective of its nation is told in the same document ("Asian", so an "Asian country")."""
    adjectives = {
        m.senses[0].concept.id.removeprefix("geo:adj."): options[row][0].label
        for row, m in enumerate(meanings)
        if m.senses and m.senses[0].concept.id.startswith("geo:adj.")
    }
    for row, (s, m) in enumerate(zip(sensitive, meanings, strict=True)):
        codes = [x.concept.id.removeprefix("geo:") for x in m.senses if x.concept.prefix == "geo"]
        told = next((adjectives[c] for c in codes if c in adjectives), "")
        if s.entity_class is not EntityClass.LOC or not told or s.proposed:
            continue
        at = next((i for i, o in enumerate(options[row]) if o.label.startswith(f"{told} ")), 0)
        del options[row][:at]
