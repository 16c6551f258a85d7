"""Say together what stands together: periods as one, a place without what holds it, equal conjuncts by their count."""

from collections.abc import Sequence

from sanitizer.say.ages import with_stages
from sanitizer.say.descriptions import without_empty_descriptions
from sanitizer.say.doses import with_doses
from sanitizer.say.edits import Edit
from sanitizer.say.entries import merged_entries
from sanitizer.say.lists import counted
from sanitizer.say.periods import merged_periods
from sanitizer.say.positions import Page
from sanitizer.say.restated import (
    without_empty_brackets,
    without_holders,
    without_restated,
    without_unnamed,
)


def together(page: Page, edits: Sequence[Edit]) -> list[Edit]:
    """The edits with those that belong together said as one; the others are gone, with the words between."""
    done = with_stages(page, merged_periods(page, merged_entries(page, with_doses(page, edits))))
    done = without_restated(page, without_holders(page, without_unnamed(page, done)))
    done = without_empty_descriptions(page, done)
    return counted(page, without_empty_brackets(page, done))
