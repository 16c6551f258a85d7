"""The desk beside the service: who reviews signs in with a key, and has a desk of his own on the one log."""

import time
from collections.abc import Callable
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from sanitizer.review.desk_state import Desk
from sanitizer.review.pages import application, rendered
from sanitizer.service.problems import Problem
from sanitizer.service.problems import answer as problem
from sanitizer.service.security import csrf_token

KEY: Final = "/review/key"
_SIGN_IN: Final = "/review/api/key"
_HOURS: Final = 12.0
"""A browser is signed in for so long."""


class SignedDesk:
    """A desk for browsers that have signed in. ``reviewer`` says who has a key and may review, and writes down why
    (token, reason; raises Problem); None lets anybody in, under the name of the desk."""

    def __init__(self, desk: Desk, reviewer: Callable[[str, str], str] | None) -> None:
        self._desk = desk
        self._reviewer = reviewer
        self._signed: dict[str, tuple[str, float]] = {}
        self._apps: dict[str, ASGIApp] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request below ``/review``."""
        request = Request(scope, receive)
        path, now = scope["path"], time.monotonic()
        answer: Any
        name, ends = self._signed.get(csrf_token(request), ("", 0.0))
        if path == "/review":
            answer = RedirectResponse("/review/")
        elif self._reviewer is None or path.startswith("/review/static/"):
            answer = self._app(self._desk.by)
        elif path == _SIGN_IN and scope["method"] == "POST":
            answer = await self._sign_in(request, now)
        elif path == KEY:
            answer = HTMLResponse(rendered("key", request))
        elif ends > now:
            answer = self._app(name)
        elif path.startswith("/review/api/"):
            answer = problem(401, "sign in again: load the page")
        else:
            answer = RedirectResponse(KEY, 303)
        await answer(scope, receive, send)

    def _app(self, name: str) -> ASGIApp:
        """Return the pages of one reviewer."""
        if name not in self._apps:
            own = self._desk if name == self._desk.by else self._desk.beside(self._desk.path, name)
            self._apps[name] = application(own)
        return self._apps[name]

    async def _sign_in(self, request: Request, now: float) -> Response:
        assert self._reviewer is not None
        try:
            told = await request.json()
            key, reason = str(told["key"]), str(told["reason"])
        except (ValueError, LookupError, TypeError):
            return problem(422, "key and reason are needed")
        try:
            name = await run_in_threadpool(self._reviewer, key, reason)
        except Problem as refused:
            return problem(refused.status, refused.detail)
        self._signed = {token: until for token, until in self._signed.items() if until[1] > now}
        self._signed[csrf_token(request)] = name, now + _HOURS * 3600
        return JSONResponse({"by": name})
