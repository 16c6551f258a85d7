"""The counts that ship with the product: phrases of up to four words in 63,347 articles of Wikipedia (July 2019).

Derived numbers only: hashes of phrases and the numbers of the documents that hold them. docs/counts.md says how they
were made and what they know."""

from pathlib import Path

from corpora_stats.default.store import PhraseStore
from corpora_stats.joint import SetCounts
from corpora_stats.later_years import LaterYears

FOLDER = Path(__file__).parent / "data"


def open_default(
    *,
    minimum_support: int = 2,
    folder: Path | PhraseStore | None = None,
    unions: Path | PhraseStore | None = None,
) -> SetCounts:
    """Return the default statistics, or others of the same make in `folder` (or opened before), as a CountProvider.

    A phrase that fewer documents hold than the statistics keep (``meta["least"]``) is UNKNOWN whatever
    `minimum_support` says. Dates after the collection's last whole year (``meta["last_year"]``, where it is told) are
    asked together with those of that year (:mod:`corpora_stats.later_years`). `unions` is a folder of the same make
    that holds unions by their keys. Raises CountsError when the files are missing or corrupt."""
    store = _opened(folder or FOLDER)
    least = max(minimum_support, int(store.meta["least"]))
    last = store.meta.get("last_year")
    return SetCounts(
        store if last is None else LaterYears(store, last),
        name=store.meta["name"],
        unit="document",
        minimum_support=least,
        unions=None if unions is None else _opened(unions),
    )


def _opened(folder: Path | PhraseStore) -> PhraseStore:
    return folder if isinstance(folder, PhraseStore) else PhraseStore(folder)
