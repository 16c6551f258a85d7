"""Say what is known of a job."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

STATES: Final = ("queued", "running", "done", "failed", "cancelled")
ENDED: Final = ("done", "failed", "cancelled")


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job: its ``id``, whose it is, how it stands (:data:`STATES`), when things happened (seconds since 1970), its
    ``key``, the ``digest`` of the request, what was ``asked`` and what came of it (``told``), and how its webhook
    stands (``none``, ``due``, ``sent``, ``given up``)."""

    id: str
    owner: str
    state: str
    made: float
    begun: float | None
    ended: float | None
    expires: float
    attempts: int
    key: bytes = field(repr=False)
    once: str | None = field(repr=False)
    digest: str = field(repr=False)
    asked: Mapping[str, Any] = field(repr=False)
    told: Mapping[str, Any] | None = field(repr=False)
    hook: str = "none"
