"""Break the runs of content words by which a result leads to its source (docs/method.md, Sources)."""

from collections.abc import Callable
from typing import Final, TypeVar

from corpora_stats.normalize import normalize
from sanitizer.check.removable import Decided, Removable, strange
from sanitizer.check.report import Unlinked
from sanitizer.control.outcomes import RUN_LEFT, Problem
from sanitizer.risk.word_runs import Run, Sources, cover, linking
from sanitizer.settings import Unlinkable
from sanitizer.text.edits import apply
from sanitizer.text.terms import Words, words_of
from sanitizer.types import text_of

D = TypeVar("D", bound=Decided)

SOURCES: Final = "sources"
"""The rule by which a term is treated because it stands in a run of words that leads to the source."""

_ROUNDS: Final = 8
"""Times that words are chosen: what stands for one may make a run of the source again."""


def break_runs(
    removable: Removable,
    asked: Unlinkable,
    sources: Sources | None,
    usual: D,
    again: Callable[[Words], D],
    hidden: Words,
) -> tuple[D, Unlinked, Words]:
    """Hide words until no run of the source is left that too few documents share, those that cost least first.

    `usual` is what is decided with the `hidden` words, `again` decides with more. Words without which a sentence does
    not read go only where no other would break a run; verbs never go. What was decided, how it ended, and all words
    that are hidden now.
    """
    text = text_of(removable.doc)
    forms = _forms(text)

    def left(decided: Decided) -> list[Run]:
        return linking(apply(text, decided.changes), text, asked, sources)

    best, words, barred = usual, hidden, frozenset[str]()
    runs = before = left(best)
    for _ in range(_ROUNDS):
        chosen = _words(removable, best, words, barred, runs)
        more = chosen | {form for word in chosen for form in forms.get(normalize(word), ())}
        if not more:
            break
        draft = again(words | more)
        odd = strange(draft, more) - barred
        if odd:  # others may read better; if none breaks the runs, these are taken after all
            barred |= odd
            draft = again(words | (more - odd)) if more - odd else best
            more -= odd
        best, words = draft, words | more
        runs = left(best)
    return (
        best,
        Unlinked(
            documents=asked.documents,
            words=asked.words,
            collection=sources.documents if sources else 1,
            runs_before=len(before),
            runs_after=len(runs),
            hidden=tuple(sorted(words - hidden)),
            utility_before=usual.utility_percent,
            utility_after=best.utility_percent,
        ),
        words,
    )


def _words(removable: Removable, decided: Decided, words: Words, barred: Words, runs: list[Run]) -> Words:
    """Return the words to hide next, in all their spellings."""
    if not runs:
        return frozenset()
    readable, spelled = removable.costs(decided, words | barred)
    chosen = cover(runs, readable)
    rest = [run for run in runs if not chosen & set(run)]
    if rest:
        others, spelled_too = removable.costs(decided, words, readable=False)
        chosen |= cover(rest, others)
        spelled = {**spelled_too, **spelled}
    return frozenset(form for word in chosen for form in spelled[word])


def _forms(text: str) -> dict[str, set[str]]:
    """Return how the words of a text are spelled in it, by their form in the index: a run holds all spellings of a
    word."""
    found: dict[str, set[str]] = {}
    for word in words_of(text):
        found.setdefault(normalize(word), set()).add(word)
    return found


def problems_of(told: Unlinked | None) -> list[Problem]:
    """Return what is not met where runs are left."""
    if told is None or not told.runs_after:
        return []
    why = (
        f"{told.runs_after} runs of {told.words} content words stand in fewer than {told.documents} documents, and no "
        "word of them may go"
    )
    return [Problem(kind=RUN_LEFT, term="", span=None, why=why)]
