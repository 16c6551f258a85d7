"""The normal forms of phrases, by which sources of counts know them: made once for a phrase in a run."""

from typing import Final

from corpora_stats.base import Query
from corpora_stats.normalize import normalize
from sanitizer.common.knowledge import remembered

normal_form: Final = remembered(normalize)
"""The normal form of a phrase, as `corpora_stats.normalize.normalize` makes it."""


@remembered
def query_of(phrase: str) -> Query:
    """Return the query for one phrase in any spelling."""
    key = normal_form(phrase)
    return Query((key,) if key else ())
