"""Follow one letter through the engine, call by call: `PYTHONPATH=FOLDER python bench/way.py` (bench/structure.py --way
runs it in each checkout).

A stay is a run of calls from `sanitizer/pipeline.py` into one room; a climb is a stay in a room that was left before.
What a room calls in rooms below it is no stay. A switch is a call of a function that stands
in another file of ours than the function called before it.
"""

import json
import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import regex

import sanitizer
from sanitizer import Document, Sanitizer

LETTER = (
    "Dear Dr. Halvorsen, thank you for seeing Mrs Ingrid Maalouf, a 54-year-old harbour pilot from Kristiansand, who was "  # noqa: E501
    "admitted to Fjordgate Hospital on 3 March 2019 with severe chest pain. She lives with her husband Tobias in Almond "  # noqa: E501
    "Street, near the ferry terminal, and keeps bees. Her father died of a heart attack at 61. On examination her blood "  # noqa: E501
    "pressure was 165/95 and her pulse 104; the electrocardiogram showed atrial fibrillation. She was given bisoprolol "
    "and warfarin, and was discharged after six days. Mrs Maalouf wants to return to work on the pilot boat in May, "
    "which her employer, Skagerrak Pilotage, has agreed to. Please see her in four weeks; she can be reached at "
    "+47 22 55 01 33 or ingrid.maalouf@example.org. Yours sincerely, Dr. Pia Lindqvist, Department of Cardiology"
)
HOME = str(Path(sanitizer.__file__).parent) + "/"
PATTERNS = (re.Pattern, type(regex.compile("")))


class Way:
    """The calls of a run, as `sys.setprofile` tells of them."""

    def __init__(self) -> None:
        self.stays: list[str] = []
        self.switches = self.calls = self.expressions = 0
        self._last = ""

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        """Note one call."""
        if event == "c_call":
            self.expressions += isinstance(getattr(argument, "__self__", None), PATTERNS)
        elif event == "call" and (file := frame.f_code.co_filename).startswith(HOME):
            self.calls += 1
            self.switches += file != self._last
            self._last = file
            room = file.removeprefix(HOME).partition("/")[0].removesuffix(".py")
            new = room != "pipeline" and (not self.stays or self.stays[-1] != room)
            if new and self._caller(frame) == "pipeline.py":
                self.stays.append(room)

    def _caller(self, frame: FrameType) -> str:
        """Return the file of ours from which a call comes, past those of libraries."""
        above = frame.f_back
        while above is not None and not above.f_code.co_filename.startswith(HOME):
            above = above.f_back
        return above.f_code.co_filename.removeprefix(HOME) if above is not None else ""


def main() -> None:
    engine = Sanitizer.default()
    document = Document("letter", LETTER)
    engine.sanitize(Document("other", "Mrs Ann Bow lives in Oslo."))  # opens what is opened once
    way = Way()
    sys.setprofile(way)
    try:
        engine.sanitize(document)
    finally:
        sys.setprofile(None)
    climbs = sum(room in way.stays[:i] for i, room in enumerate(way.stays))
    figures = {
        "stays of a letter in rooms": len(way.stays),
        "rooms that it visits": len(set(way.stays)),
        "climbs back to a room": climbs,
        "calls of our functions": way.calls,
        "switches from file to file": way.switches,
        "operations of regular expressions": way.expressions,
    }
    print(json.dumps({"words": len(LETTER.split()), "way": way.stays, "figures": figures}))


if __name__ == "__main__":
    main()
