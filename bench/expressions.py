"""Which regular expressions match in no text: python bench/expressions.py GOLD [GOLD ...] [--first N] [--within ...]

Every text of the gold files and every sentence of `bench/adversarial` goes through the whole product; each expression
of ``--within`` (folders and modules of `sanitizer/` and `kb/`) notes the texts in which it matches. Printed: in how
many each matched, the rarest first, with file and line. An expression that matches in none is a rule for texts that
nobody has written, or one of settings, tables and rare forms: the cases of the tests say more of those. One that is
joined to others as text is counted as a part of what it is joined to.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
COMPILE: Callable[..., re.Pattern[str]] = re.compile
MATCHED: dict[str, set[int]] = {}
READING = [0]


class Noting:
    """An expression that notes in which texts it matches."""

    def __init__(self, pattern: re.Pattern[str], place: str) -> None:
        self._pattern = pattern
        self._texts = MATCHED.setdefault(place, set())

    def _noted(self, found: Any) -> Any:
        if found:
            self._texts.add(READING[0])
        return found

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._pattern, name)
        if name in ("search", "match", "fullmatch", "findall"):
            return lambda *args, **options: self._noted(value(*args, **options))
        return value

    def finditer(self, *args: Any, **options: Any) -> Iterator[re.Match[str]]:
        """Return the matches, which are noted at once."""
        return iter(self._noted(list(self._pattern.finditer(*args, **options))))

    def split(self, text: str, *args: Any, **options: Any) -> list[str | Any]:
        """Return the parts of a text."""
        parts = self._pattern.split(text, *args, **options)
        self._noted(len(parts) > 1)
        return parts

    def subn(self, by: Any, text: str, *args: Any, **options: Any) -> tuple[str, int]:
        """Return the text with replacements, and how many."""
        made, number = self._pattern.subn(by, text, *args, **options)
        self._noted(number)
        return made, number

    def sub(self, by: Any, text: str, *args: Any, **options: Any) -> str:
        """Return the text with replacements."""
        return self.subn(by, text, *args, **options)[0]


def note(within: list[str]) -> None:
    """Have expressions that modules compile from now on note where they match."""

    def compiled(pattern: Any, flags: int = 0) -> Any:
        caller = sys._getframe(1)
        path = Path(caller.f_code.co_filename)
        place = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
        made = COMPILE(pattern, flags)
        return Noting(made, f"{place}:{caller.f_lineno}") if place.startswith(tuple(within)) else made

    re.compile = compiled  # type: ignore[assignment]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gold", nargs="+", type=Path)
    parser.add_argument("--first", type=int, help="documents of each file (default all)")
    parser.add_argument("--within", nargs="+", default=["sanitizer/", "kb/"])
    parser.add_argument(
        "--most", type=int, default=0, help="print those that matched in so many texts at most"
    )
    options = parser.parse_args()
    note(options.within)

    import adversarial

    from sanitizer import Sanitizer
    from sanitizer.evaluate.masks import read_gold

    texts = [document.text for path in options.gold for document in read_gold(path)[: options.first]]
    texts += [case.text for case in adversarial.cases(sorted(adversarial.FOLDER.glob("*.tsv")))]
    sanitizer = Sanitizer.default(any_language=True)
    for READING[0], text in enumerate(texts):
        sanitizer.sanitize(text)
    never = sum(not found for found in MATCHED.values())
    print(f"{len(texts)} texts, {len(MATCHED)} expressions, {never} match in none")
    for place, found in sorted(MATCHED.items(), key=lambda pair: (len(pair[1]), pair[0])):
        if len(found) <= options.most:
            print(f"{len(found):6} {place}")


if __name__ == "__main__":
    main()
