"""Hold what the routes of the service share: how it was started, its store, its workers, who may call."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import Depends, Request
from fastapi.security import HTTPBearer

from sanitizer.common.keys import Key
from sanitizer.documents.encrypted_files import Seal
from sanitizer.service.client import LOOPBACK
from sanitizer.service.keys import LOCAL, Caller, Keys
from sanitizer.service.metrics import Metrics
from sanitizer.service.pool import Pool
from sanitizer.service.problems import Problem
from sanitizer.service.store import Store

_log = logging.getLogger(__name__)
REASON: Final = "x-reason"
_BEARER: Final = HTTPBearer(auto_error=False, description="A key of `sanitizer keys add`")


@dataclass(frozen=True)
class Config:
    """How a service was started: where its ``state`` lies, who may call (``keys``; None: anybody on this machine), the
    ``hosts`` for which it answers, how many days jobs stay (``keep_days``), the bytes of a body (``largest``) and of a
    job (``largest_job``), how many jobs may wait (``most_jobs``) and run at once (``jobs_at_once``), the hosts that
    webhooks may go to (``hooks``) with the key that signs them, and the ``master`` key of what is at rest."""

    state: Path
    keys: Keys | None = None
    hosts: frozenset[str] = frozenset(LOOPBACK)
    keep_days: float = 7.0
    largest: int = 1 << 20
    largest_job: int = 32 << 20
    most_jobs: int = 1000
    jobs_at_once: int = 1
    hooks: frozenset[str] = frozenset()
    hook_key: Key | None = None
    master: Seal | None = None


@dataclass(frozen=True)
class Service:
    """What the routes share; ``check`` refuses settings (of texts that are alone, or of files), ``explain`` tells a
    report in lines (both of the command)."""

    config: Config
    store: Store
    pool: Pool
    check: Callable[[Mapping[str, Any], bool], None]
    explain: Callable[[bytes], list[str]]
    metrics: Metrics = field(default_factory=Metrics)

    def caller(self, request: Request) -> Caller:
        """Return who calls. Raises Problem."""
        if self.config.keys is None:
            return LOCAL
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        found = self.config.keys.caller(token.strip()) if kind.lower() == "bearer" else None
        if found is None:
            raise Problem(401, "a key is needed: Authorization: Bearer KEY", {"www-authenticate": "Bearer"})
        return found

    def reviewer(self, token: str, reason: str) -> str:
        """Return who may look at the desk, which shows originals: the name of a key with the scopes review and
        originals. It is written down. Raises Problem."""
        assert self.config.keys is not None
        caller = self.config.keys.caller(token.strip())
        if caller is None:
            raise Problem(401, "nobody has this key")
        for scope in ("review", "originals"):
            if scope not in caller.scopes:
                raise Problem(403, f"this key has not the scope {scope}")
        self._note(caller, "", "the desk", reason)
        return caller.name

    def reading(self, caller: Caller, job: str, what: str, request: Request) -> None:
        """Write down that somebody reads originals. Raises Problem where no reason is given."""
        self._note(caller, job, what, request.headers.get(REASON, ""))

    def _note(self, caller: Caller, job: str, what: str, reason: str) -> None:
        reason = reason.strip()
        if len(reason) < 3 or len(reason) > 200:
            raise Problem(428, "say why, in 3 to 200 characters: X-Reason: ...; it is written down")
        self.store.note_reading(caller.name, job, what, reason)
        _log.warning("%s reads %s of job %s", caller.name, what, job or "-")


def service_of(request: Request) -> Service:
    """Return the service that a request is for."""
    service: Service = request.app.state.service
    return service


At = Annotated[Service, Depends(service_of)]
"""The service, as an argument of a route."""


def _may(scope: str) -> Callable[..., Caller]:
    """Return what refuses callers without a scope."""

    def allowed(request: Request, service: At, _: Annotated[Any, Depends(_BEARER)]) -> Caller:
        caller = service.caller(request)
        if scope and scope not in caller.scopes:
            raise Problem(403, f"this key has not the scope {scope}")
        return caller

    return allowed


Anyone = Annotated[Caller, Depends(_may(""))]
"""Who calls, with any key, as an argument of a route; below those with a scope."""
MaySanitize = Annotated[Caller, Depends(_may("sanitize"))]
MayJobs = Annotated[Caller, Depends(_may("jobs"))]
MayReadOriginals = Annotated[Caller, Depends(_may("originals"))]
MayRestore = Annotated[Caller, Depends(_may("restore"))]
