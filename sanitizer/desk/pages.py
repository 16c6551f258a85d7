"""The pages of the desk and what their scripts ask: one router, that any application may mount."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from fastapi import APIRouter, BackgroundTasks, Body, HTTPException, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.concurrency import run_in_threadpool

from sanitizer.control.log.chain import Moved
from sanitizer.desk import words
from sanitizer.desk.acts import hits, item_called, ladder_of
from sanitizer.desk.others import Others
from sanitizer.desk.session import Session
from sanitizer.desk.state import Desk
from sanitizer.desk.summary import officer, queue
from sanitizer.desk.view import details
from sanitizer.errors import SanitizerError, UsageError
from sanitizer.page.build import CLASS_NAMES, embedded
from sanitizer.recognize.labels import TYPES
from sanitizer.service.security import csrf_token

_ASSETS: Final[Mapping[str, tuple[str, str]]] = {
    "desk.css": ("sanitizer.desk", "text/css"),
    "desk.js": ("sanitizer.desk", "text/javascript"),
    "common.js": ("sanitizer.desk", "text/javascript"),
    "lists.js": ("sanitizer.desk", "text/javascript"),
    "style.css": ("sanitizer.page", "text/css"),
}


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("sanitizer.desk", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def router(store: Desk) -> APIRouter:
    """The desk under ``/review``: pages, their scripts and styles, and what the scripts ask. The guard around it
    (:func:`sanitizer.service.security.secured`) is the application's."""
    routes = APIRouter(prefix="/review")
    session, others = Session(store), Others(store)

    def page(request: Request, name: str, **told: Any) -> HTMLResponse:
        told |= {"token": csrf_token(request), "by": store.by, "page": name, "blind": others.is_blind}
        return HTMLResponse(_templates().get_template(f"{name}.html").render(**told))

    def document_number(number: int) -> int:
        if not 1 <= number <= len(store.documents):
            raise HTTPException(404, "there is no such document")
        return number - 1

    @routes.get("/static/{name}")
    def asset(name: str) -> Response:
        if name not in _ASSETS:
            raise HTTPException(404, "there is no such file")
        package, kind = _ASSETS[name]
        return Response((files(package) / name).read_text(encoding="utf-8"), media_type=kind)

    @routes.get("/")
    def first(request: Request) -> HTMLResponse:
        return page(request, "officer", told=officer(store, session.audit))

    @routes.get("/documents")
    def documents(request: Request) -> HTMLResponse:
        return page(request, "queue", rows=queue(store), needs=words.NEEDS)

    @routes.get("/documents/{number}")
    def document(request: Request, number: int, background: BackgroundTasks) -> HTMLResponse:
        at = document_number(number)
        background.add_task(session.warm, at)
        facts = {"number": number, "of": len(store.documents), "types": sorted(TYPES), "classes": CLASS_NAMES}
        response = page(
            request, "document", number=number, name=store.documents[at].id, facts=embedded(facts)
        )
        response.background = background
        return response

    @routes.get("/others")
    def compare(request: Request) -> HTMLResponse:
        return page(request, "others", told=others.told())

    @routes.get("/finish")
    def finish(request: Request) -> HTMLResponse:
        return page(request, "finish", told=session.finish())

    @routes.get("/api/head")
    def head() -> dict[str, Any]:
        log = store.log()
        return {"head": log.head, "events": len(log.events), "by": log.events[-1].by if log.events else ""}

    @routes.get("/api/{number}")
    def whole(number: int) -> dict[str, Any]:
        return session.view(document_number(number))

    @routes.get("/api/{number}/item/{key}")
    def item(number: int, key: str) -> dict[str, Any]:
        standing = store.standing(document_number(number))
        found, report = item_called(standing, key)
        return details(found, report, ladder_of(store, found, report))

    @routes.post("/api/{number}/decide")
    def decide(number: int, told: dict[str, Any] = Body()) -> dict[str, Any]:  # noqa: B008
        return session.decide(document_number(number), told)

    @routes.post("/api/hits")
    def everywhere(told: dict[str, Any] = Body()) -> list[dict[str, Any]]:  # noqa: B008
        forms, number = told.get("forms"), told.get("number")
        if not isinstance(forms, list) or not all(isinstance(f, str) and f.strip() for f in forms):
            raise UsageError("forms: a list of strings is needed")
        return hits(store, forms, None if number is None else document_number(int(number)))

    @routes.post("/api/pass")
    def let_pass(told: dict[str, Any] = Body()) -> dict[str, Any]:  # noqa: B008
        return session.let_pass(told)

    @routes.post("/api/others")
    def take(told: dict[str, Any] = Body()) -> dict[str, Any]:  # noqa: B008
        return others.take(told)

    @routes.post("/api/export")
    def write(told: dict[str, Any] = Body()) -> dict[str, Any]:  # noqa: B008
        return session.export()

    return routes


def application(store: Desk) -> Any:
    """An application of its own for a desk, without the guard."""
    from fastapi import FastAPI

    app = FastAPI(title="Review desk", docs_url=None, redoc_url=None, openapi_url=None)
    app.include_router(router(store))

    @app.get("/")
    def home() -> RedirectResponse:
        return RedirectResponse("/review/")

    @app.exception_handler(SanitizerError)
    async def refused(request: Request, error: SanitizerError) -> JSONResponse:
        moved = isinstance(error, Moved)
        status = 409 if moved else 422 if isinstance(error, UsageError) else 500
        told: dict[str, Any] = {"detail": str(error)}
        if moved:
            told |= await run_in_threadpool(
                lambda: {"head": store.log().head, "by": store.log().events[-1].by}
            )
        return JSONResponse(told, status)

    return app
