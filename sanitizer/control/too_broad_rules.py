"""Refuse rules of users that would let everything stay: expressions are tried on words that nobody has thought of.

The words are made of letters in a fixed disorder: what matches all of them names nothing in particular.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle, islice
from string import ascii_lowercase
from typing import Any, Final

from sanitizer.errors import DocumentError, UsageError
from sanitizer.recognize.finders.user_expressions import Expression

_LENGTHS: Final = ((2, 3, 4, 5, 6), (9, 10, 11, 12, 13))
_BEFORE: Final = (
    "xqz vbt ", "Xqz (", "kwp. ", "vbt\n\t", "1961, ", 'xqz "', "VBT: ", "k, w ", "7 ", "\u2013", "xqz/",
)  # fmt: skip
"""What may stand before a mention."""
_AFTER: Final = (
    " xqz vbt", ", Kwp", ". Xqz", ")", "'s kwp", " 1961", '"', ": VBT", "; 7", "\u2013xqz", "/k",
)  # fmt: skip
"""What may stand behind a mention."""


def refuse_everything(
    regex: Expression | None, before: Expression | None, after: Expression | None, alone: bool
) -> None:
    """Raise UsageError for a condition that holds whatever stands around a mention and, where ``alone`` says that no
    type is asked for and nothing is asked of the context, for a ``regex`` that all words of one shape match."""
    for name, condition, contexts in (("before", before, _BEFORE), ("after", after, _AFTER)):
        if condition is None:
            continue
        look = condition.search if name == "before" else condition.match
        if all(_holds(look, context) for context in contexts):
            raise _refused(condition, "holds everywhere: say which words stand there, or leave it out")
    if regex is not None and alone and before is None and after is None:
        for shape in _shapes():
            if all(_holds(regex.fullmatch, words) for words in shape):
                raise _refused(
                    regex,
                    "matches any words, and would let every name stay: write the words that are meant, or add types, "
                    "before or after",
                )


def refuse_all_words(region: Expression) -> None:
    """Raise UsageError for the expression of a region that covers all letters of any text of one shape."""
    for shape in _shapes():
        text = " ".join(shape) + ". "
        covered = {i for match in _found(region, text) for i in range(*match)}
        if all(i in covered for i, c in enumerate(text) if c.isalpha()):
            raise _refused(
                region, "covers any words, and would let every name stay: write the words that are meant"
            )


@cache
def _shapes() -> tuple[tuple[str, ...], ...]:
    """Return words of one shape (small, capitalized or in capitals; short or long; one to three of them), 26 of
    each."""
    return tuple(
        tuple(
            " ".join(_written(word, case) for word in words)
            for words in zip(*[iter(_words(lengths, 26 * n))] * n, strict=True)
        )
        for case in ("lower", "title", "upper")
        for lengths in _LENGTHS
        for n in (1, 2, 3)
    )


def _written(word: str, case: str) -> str:
    return word.title() if case == "title" else word.upper() if case == "upper" else word


def _words(lengths: tuple[int, ...], count: int) -> Iterator[str]:
    """So many words, each letter of the alphabet first in some."""
    letters = ascii_lowercase
    for n, length in enumerate(islice(cycle(lengths), count)):
        yield "".join(letters[(n + (7 * n + 11) * i + 5 * i * i) % 26] for i in range(length))


def _holds(look: Callable[[str], Any], text: str) -> bool:
    try:
        return look(text) is not None
    except DocumentError as error:
        raise UsageError(str(error)) from error


def _found(region: Expression, text: str) -> list[tuple[int, int]]:
    try:
        return [match.span() for match in region.finditer(text)]
    except DocumentError as error:
        raise UsageError(str(error)) from error


def _refused(expression: Expression, why: str) -> UsageError:
    return UsageError(f"{expression.where}: {expression.pattern!r} {why}")
