"""Sources of counts by the names that the command line gives them, and what they may do."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from corpora_stats import CountProvider, CountsError
from corpora_stats.named_sources import is_named, open_named
from sanitizer.common.integrity import check
from sanitizer.errors import ResourceError

if TYPE_CHECKING:
    from corpora_stats.default.store import PhraseStore

ROLL_UPS: Final = Path(__file__).parent / "roll_ups"
"""Documents of the larger default concepts in the default statistics, worked out by training/roll_ups/build.py."""


@dataclass(frozen=True, slots=True)
class Access:
    """What sources of counts beyond this machine may do: nothing is sent when ``offline``; their answers are kept in
    the folder ``cache`` (None: the user's) and hold so many ``days`` (None: for ever). Only those named are used."""

    offline: bool = False
    cache: Path | None = None
    days: int | None = None


def open_counts(name: str, access: Access | None = None) -> CountProvider:
    """``default``, the path of an index or of a table of counts (JSON), or a source beyond this machine by its name
    (docs/counts.md), which may do what `access` says. Raises ResourceError."""
    try:
        if name == "default":
            return _default_counts()
        if is_named(name):
            from corpora_stats.cache import DiskMemory

            access = access or Access()
            memory = DiskMemory(access.cache, days=None if access.offline else access.days)
            return open_named(name, memory, offline=access.offline)
        if name.endswith(".json"):
            from corpora_stats.counts_by_hand import from_json

            return from_json(name)
        from corpora_stats.index import open_index

        return open_index(name)
    except (CountsError, OSError) as error:
        raise ResourceError(str(error)) from error


def _default_counts() -> CountProvider:
    """Return the default statistics, opened once, with a memory of their own: what was asked is gone with who asked."""
    from corpora_stats.default import FOLDER, open_default

    check("corpora_stats/default/data/meta.json")
    check("sanitizer/risk/roll_ups/meta.json")
    return open_default(folder=_opened(FOLDER), unions=_opened(ROLL_UPS))


@cache
def _opened(folder: Path) -> "PhraseStore":
    from corpora_stats.default.store import PhraseStore

    return PhraseStore(folder)
