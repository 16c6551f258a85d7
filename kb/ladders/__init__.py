"""What lies above a value, for texts and tables alike: concepts, periods, bands and windows of numbers, cells."""

from kb.ladders.base import Ladder, Rung, falling, least

__all__ = ["Ladder", "Rung", "falling", "least"]
