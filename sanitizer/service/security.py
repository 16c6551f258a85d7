"""Guard an application: which hosts it answers for, strict headers, small and punctual bodies, no forged requests.

The guard is plain ASGI around an application, so that it holds for all that is mounted there, and sees errors last:
what nobody caught becomes a problem without content, and a line of log that names the kind of error and its place.
"""

import asyncio
import hashlib
import hmac
import logging
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sanitizer.service.client import LOOPBACK
from sanitizer.service.problems import Problem, answer, place_of

_log = logging.getLogger(__name__)

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final[Mapping[str, str]] = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}
"""Go with every answer; one that the application sets itself stays."""

COOKIE: Final = "sanitizer_session"
TOKEN_HEADER: Final = "x-csrf-token"
_SAFE: Final = frozenset(("GET", "HEAD", "OPTIONS"))
_BODIES: Final = ("application/json", "multipart/form-data")
LARGEST: Final = 1 << 20
"""Bytes of a body where nothing else is said."""
PATIENCE: Final = 30.0
"""Seconds that a body may take to come."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How large a body may be, in bytes (``largest``; ``by_path`` for paths that begin so), which ``types`` it may
    have, and how many seconds it may take to come (``patience``, and one for each 100,000 bytes allowed)."""

    largest: int = LARGEST
    by_path: Mapping[str, int] = field(default_factory=dict)
    types: Collection[str] = _BODIES
    patience: float = PATIENCE

    def of(self, path: str) -> int:
        """Return the bytes that a body may have at a path; the longest beginning decides."""
        fits = [begin for begin in self.by_path if path.startswith(begin)]
        return self.by_path[max(fits, key=len)] if fits else self.largest


def secured(
    app: ASGIApp, hosts: Collection[str] = LOOPBACK, csrf: str | None = "/", limits: Limits | None = None
) -> ASGIApp:
    """Return an application behind the guard.

    ``hosts`` are the names (without ports) for which it answers. Below the path ``csrf`` (None: nowhere), browsers get
    a cookie (SameSite=Strict, HttpOnly), and a request that changes something must bring the token of that cookie
    (:func:`csrf_token`) in the header ``X-CSRF-Token``, unless it brings a key (``Authorization``), which no browser
    sends by itself. In any case a browser's request from another site is refused.
    """
    return _Guard(app, frozenset(host.lower() for host in hosts), csrf, limits or Limits())


def csrf_token(request: Request) -> str:
    """Return the token that a page of the desk sends back in ``X-CSRF-Token``; for a template."""
    return str(request.scope.get("csrf_token", ""))


class _Guard:
    """See :func:`secured`."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str], csrf: str | None, limits: Limits) -> None:
        self._app = app
        self._hosts = hosts
        self._csrf = csrf
        self._limits = limits
        self._secret = secrets.token_bytes(32)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # nothing here speaks websockets
            await send({"type": "websocket.close", "code": 1008})
            return
        headers, begun = Headers(scope=scope), False
        body: _Body | None = None
        pages = self._csrf is not None and scope["path"].startswith(self._csrf)
        session, fresh = self._session(headers) if pages else ("", False)
        scope["csrf_token"] = self._token(session)

        async def guarded(message: Message) -> None:
            nonlocal begun
            if body is not None and body.problem is not None and not begun:
                return  # the application made an answer of its own of it
            if message["type"] == "http.response.start":
                begun = True
                self._dress(message, cookie_of(headers), session if fresh and scope["path"] else "")
            await send(message)

        try:
            self._check(scope, headers, session if pages else None)
            body = _Body(scope, headers, receive, self._limits)
            await self._app(scope, body.receive, guarded)
            if body.problem is not None:
                raise body.problem
        except Problem as problem:
            body = None
            if not begun:
                await answer(problem.status, problem.detail, problem.headers)(scope, receive, guarded)
        except Exception as error:
            _log.error("%s %s: %s", scope["method"], "failed", place_of(error))
            if not begun:
                await answer(500, f"{place_of(error)}; please report it")(scope, receive, guarded)

    # --- requests -----------------------------------------------------------------------------------------------

    def _check(self, scope: Scope, headers: Headers, session: str | None) -> None:
        """Raise Problem for a request that is not for us, or that a foreign page may have made."""
        host = host_of(headers.get("host", ""))
        if host not in self._hosts:
            raise Problem(421, "this service does not answer for that host: --allow-host NAME adds one")
        if scope["method"] in _SAFE:
            return
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise Problem(403, "a page of another site may not ask this")
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2].lower() != headers.get("host", "").lower():
            raise Problem(403, "a page of another site may not ask this")
        if session is not None and "authorization" not in headers:
            given = headers.get(TOKEN_HEADER, "").encode("utf-8", "surrogatepass")
            if not hmac.compare_digest(given, self._token(session).encode()):
                raise Problem(403, "the page is out of date (X-CSRF-Token): load it again")

    # --- sessions -----------------------------------------------------------------------------------------------

    def _session(self, headers: Headers) -> tuple[str, bool]:
        """Return the session of the cookie, or a new one, and whether it is new."""
        try:
            cookies = SimpleCookie(headers.get("cookie", ""))
        except CookieError:
            cookies = SimpleCookie()
        own = cookie_of(headers)
        name, _, proof = cookies[own].value.partition(".") if own in cookies else ("", "", "")
        if name and hmac.compare_digest(proof.encode("utf-8", "replace"), self._proof(name).encode()):
            return name, False
        return secrets.token_hex(16), True

    def _proof(self, session: str) -> str:
        return hmac.new(
            self._secret, b"cookie " + session.encode("utf-8", "replace"), hashlib.sha256
        ).hexdigest()

    def _token(self, session: str) -> str:
        return hmac.new(
            self._secret, b"token " + session.encode("utf-8", "replace"), hashlib.sha256
        ).hexdigest()

    # --- answers ------------------------------------------------------------------------------------------------

    def _dress(self, message: Message, own: str, new_session: str) -> None:
        """Give an answer its headers."""
        headers = MutableHeaders(scope=message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        if new_session:
            cookie = f"{own}={new_session}.{self._proof(new_session)}; Path=/; HttpOnly; SameSite=Strict"
            headers.append("set-cookie", cookie)


class _Body:
    """The body of a request as it comes. Raises Problem for one of the wrong type, too large or too slow."""

    def __init__(self, scope: Scope, headers: Headers, receive: Receive, limits: Limits) -> None:
        self._receive = receive
        self._left = self._most = limits.of(scope["path"])
        self._patience = limits.patience + self._most / 100_000
        self._ends: float | None = None
        self._whole = False
        self.problem: Problem | None = None
        """Why the rest was not read."""
        length = headers.get("content-length", "")
        chunked = "transfer-encoding" in headers
        if length and (not length.isdecimal() or int(length) > self._most):
            raise self._too_large()
        if scope["method"] in _SAFE or not (chunked or (length and int(length))):
            return
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind not in limits.types:
            raise Problem(415, f"the type of the body must be one of {', '.join(limits.types)}")
        if headers.get("content-encoding", "identity").lower() != "identity":
            raise Problem(415, "packed bodies are not read: send it as it is")

    def _too_large(self) -> Problem:
        return Problem(
            413, f"the body is larger than {self._most} bytes: hand in less at a time, or a job (/v1/jobs)"
        )

    async def receive(self) -> Message:
        """Return the next part. Raises Problem, and keeps it: frameworks make errors of their own of what a body
        raises."""
        try:
            return await self._next()
        except Problem as problem:
            self.problem = problem
            raise

    async def _next(self) -> Message:
        if self._whole:  # what comes now is that the caller left, which may take its time
            return await self._receive()
        now = asyncio.get_running_loop().time()
        self._ends = now + self._patience if self._ends is None else self._ends
        try:
            message = await asyncio.wait_for(self._receive(), max(self._ends - now, 0.001))
        except TimeoutError:
            raise Problem(408, "the body did not come in time", {"connection": "close"}) from None
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                raise self._too_large()
            self._whole = not message.get("more_body", False)
        return message


def cookie_of(headers: Headers) -> str:
    """Return the name of the cookie: browsers send the cookies of one port of a host to all of its ports, so that
    two desks at work beside each other need two names."""
    port = headers.get("host", "").rpartition(":")[2]
    return f"{COOKIE}_{port}" if port.isascii() and port.isdecimal() else COOKIE


def host_of(value: str) -> str:
    """Return the name in a header ``Host``, without its port: ``[::1]:8000`` is ``::1``."""
    if value.startswith("["):
        return value[1:].partition("]")[0].lower()
    return value.rpartition(":")[0].lower() if value.count(":") == 1 else value.lower()
