"""Put the service together: routes, guard, health, metrics, and what starts and stops with it."""

import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any, Final

from fastapi import APIRouter, FastAPI
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sanitizer.service import job_routes, table_routes, text_routes
from sanitizer.service.bodies import Version
from sanitizer.service.dispatch import Dispatcher
from sanitizer.service.problems import Problem, answer_problems
from sanitizer.service.security import Limits, secured
from sanitizer.service.service import Anyone, At, Service

_log = logging.getLogger(__name__)
DESCRIPTION: Final = (
    "Sanitizes texts about people. Keys come as `Authorization: Bearer KEY`. Errors are problems (RFC 9457), and quote "
    "nothing of what was sent."
)
_METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
about = APIRouter()


@about.get("/livez", response_class=PlainTextResponse)
async def livez() -> str:
    """Return whether it answers."""
    return "alive\n"


@about.get("/readyz", response_class=PlainTextResponse)
async def readyz(service: At) -> str:
    """Return whether it can work: a worker is there, and the store answers."""
    service.store.counts()
    if not service.pool.figures()["workers"]:
        raise Problem(503, "no worker is ready yet", {"retry-after": "2"})
    return "ready\n"


@about.get("/v1/version", response_model=Version)
async def told_version(_: Anyone) -> Any:
    """Return which version answers."""
    return Version(version=version("semantic-sanitizer"))


@about.get("/metrics", response_class=PlainTextResponse)
async def metrics(service: At, _: Anyone) -> str:
    """Figures for Prometheus."""
    return service.metrics.tell(service.store.counts(), service.pool.figures())


DESK: Final = "/review"
"""The path below which the desk answers."""


def create_app(service: Service, desk: ASGIApp | None = None) -> tuple[ASGIApp, FastAPI]:
    """Return the application behind its guard, with a ``desk`` beside it, and the application itself."""
    dispatcher = Dispatcher(service)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        dispatcher.start()
        yield
        await dispatcher.stop()

    app = FastAPI(
        title="semantic-sanitizer", version="v1", description=DESCRIPTION, openapi_url="/v1/openapi.json",
        docs_url=None, redoc_url=None, lifespan=lifespan,
    )  # fmt: skip
    answer_problems(app)
    app.state.service, app.state.dispatcher = service, dispatcher
    for router in (about, text_routes.routes, table_routes.routes, job_routes.routes):
        app.include_router(router)

    config = service.config
    limits = Limits(config.largest, {"/v1/jobs": config.largest_job, "/v1/release": config.largest_job})
    beside = app if desk is None else _Beside(app, desk)
    guarded = secured(beside, config.hosts, csrf=None if desk is None else DESK, limits=limits)
    return _Counted(guarded, service), app


class _Counted:
    """Counts and logs each request with the status of its answer, those that the guard refuses too."""

    def __init__(self, app: ASGIApp, service: Service) -> None:
        self._app = app
        self._service = service

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status, seconds = time.perf_counter(), 500, None

        async def seen(message: Message) -> None:
            nonlocal status, seconds
            if message["type"] == "http.response.start":
                status, seconds = message["status"], time.perf_counter() - begun
            await send(message)

        try:
            await self._app(scope, receive, seen)
        finally:
            took = time.perf_counter() - begun if seconds is None else seconds
            method = scope["method"] if scope["method"] in _METHODS else "other"
            route = getattr(scope.get("route"), "path", "none")
            self._service.metrics.request(method, route, status, took)
            _log.info("%s %s %d %.0f ms", method, route, status, took * 1000)


class _Beside:
    """Routes requests below the path of the desk to the desk, all others to the application."""

    def __init__(self, app: ASGIApp, desk: ASGIApp) -> None:
        self._app = app
        self._desk = desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "") + "/"
        is_desk = scope["type"] == "http" and path.startswith(DESK + "/")
        await (self._desk if is_desk else self._app)(scope, receive, send)
