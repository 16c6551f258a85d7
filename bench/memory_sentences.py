"""Measures how the memory of one process grows over sentences that are all different, as a service meets them.

Usage: python bench/memory_sentences.py [SENTENCES]     default 5000; each holds names and words that no other one holds
"""

import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from memory_entities import directory

from sanitizer import Sanitizer
from sanitizer.text.parse import load

_STEPS = 5
_FORMS = (
    "{0}, a teacher from {1}ham, met Dr {1} on {2} May {3} about the {4} of her knee.",
    "On the {2}th the court heard that {0} had sold {4} worth {3}0 dollars to {1} Ltd.",
    "The {4} was written by {0} in {1}stadt, where {2} members of the choir had lived since {3}.",
    "Mrs {1} said: 'Call {0} on 020 7946 {3}, he knows the {4} in ward {2}.'",
)


def sentences() -> Iterator[str]:
    """Sentences of which each has its own names, numbers and made-up words."""
    names = directory(10**9).split("\n")
    for number, name in enumerate(names[:-1]):
        other = names[-2 - number].split()[1]
        word = f"{name.split()[1].lower()}ing"
        yield _FORMS[number % 4].format(name, other, number % 27 + 1, 1000 + number % 1021, word)


def told(sentences: int) -> str:
    """Return the memory of this process now, its own and that of files it has mapped, and the words that the model
    holds."""
    status = Path("/proc/self/status").read_text().splitlines()
    own, mapped = (
        int(next(line for line in status if name in line).split()[1]) for name in ("RssAnon", "RssFile")
    )
    words = len(load().vocab.strings)
    return (
        f"{sentences:>7,} sentences: {own / 1024:,.0f} MiB, {mapped / 1024:,.0f} MiB of files, "
        f"{words:,} words in the model, {time.process_time():,.0f} s of processor"
    )


def main() -> None:
    total = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    sanitizer = Sanitizer.default()
    sanitizer.sanitize("Anna Novak lives in Boston.")
    print(told(0), flush=True)
    waiting = sentences()
    for step in range(1, _STEPS + 1):
        for text in islice(waiting, total // _STEPS):
            sanitizer.sanitize(text)
        print(told(step * total // _STEPS), flush=True)


if __name__ == "__main__":
    main()
