"""The pages of the desk and what their scripts ask: one router, that any application may mount."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Final

from fastapi import APIRouter, BackgroundTasks, Body, HTTPException, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.concurrency import run_in_threadpool

from sanitizer.common import arguments
from sanitizer.control.log.chain import Moved
from sanitizer.control.log.event import REASONS
from sanitizer.errors import UsageError
from sanitizer.page.build import CLASS_NAMES, embedded
from sanitizer.recognize.entity_types import TYPES
from sanitizer.review import plain_words
from sanitizer.review.desk_state import Desk
from sanitizer.review.kept_words import kept_spans, why_kept
from sanitizer.review.reviewer_acts import hits
from sanitizer.review.session import Session
from sanitizer.review.several_reviewers import Others
from sanitizer.review.summary import officer, queue
from sanitizer.service.problems import answer, answer_problems
from sanitizer.service.security import csrf_token

_ASSETS: Final[Mapping[str, tuple[str, str]]] = {
    "desk.css": ("sanitizer.review", "text/css"),
    "desk.js": ("sanitizer.review", "text/javascript"),
    "common.js": ("sanitizer.review", "text/javascript"),
    "lists.js": ("sanitizer.review", "text/javascript"),
    "style.css": ("sanitizer.page", "text/css"),
}
Told = Annotated[dict[str, Any], Body()]


@cache
def _templates() -> Environment:
    return Environment(
        loader=PackageLoader("sanitizer.review", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def rendered(name: str, request: Request, by: str = "", blind: bool = False, **told: Any) -> str:
    """Return a page of the desk for who reviews (``by``)."""
    told |= {"token": csrf_token(request), "by": by, "page": name, "blind": blind}
    return _templates().get_template(f"{name}.html").render(**told)


class _Pages:
    """What the routes of a desk answer."""

    def __init__(self, store: Desk) -> None:
        self.store = store
        self.session, self.others = Session(store), Others(store)

    def _page(self, request: Request, name: str, **told: Any) -> HTMLResponse:
        return HTMLResponse(rendered(name, request, self.store.by, self.others.is_blind, **told))

    def _at(self, number: int) -> int:
        if not 1 <= number <= len(self.store.documents):
            raise HTTPException(404, "there is no such document")
        return number - 1

    def asset(self, name: str) -> Response:
        if name not in _ASSETS:
            raise HTTPException(404, "there is no such file")
        package, kind = _ASSETS[name]
        return Response((files(package) / name).read_text(encoding="utf-8"), media_type=kind)

    def first(self, request: Request) -> HTMLResponse:
        return self._page(request, "officer", told=officer(self.store, self.session.audit))

    def documents(self, request: Request) -> HTMLResponse:
        return self._page(request, "queue", rows=queue(self.store), needs=plain_words.NEEDS)

    def document(self, request: Request, number: int, background: BackgroundTasks) -> HTMLResponse:
        at = self._at(number)
        background.add_task(self.session.warm, at)
        classes = {**CLASS_NAMES, "kept": "kept", "look": "to be looked at", "risky": "risky"}
        facts = {
            "number": number,
            "of": len(self.store.documents),
            "types": sorted(TYPES),
            "reasons": REASONS,
            "classes": classes,
        }
        name = self.store.documents[at].id
        return self._page(request, "document", number=number, title=name, facts=embedded(facts))

    def compare(self, request: Request) -> HTMLResponse:
        return self._page(request, "others", told=self.others.told())

    def finish(self, request: Request) -> HTMLResponse:
        return self._page(request, "finish", told=self.session.finish())

    def head(self) -> dict[str, Any]:
        log = self.store.log()
        return {
            "head": log.head, "events": len(log.events), "by": log.events[-1].by if log.events else "",
        }  # fmt: skip

    def following(self, number: int) -> dict[str, Any]:
        """Return the document that needs a person most besides this one; None where all are finished."""
        rows = (row for row in queue(self.store) if row["status"] not in ("done", "audited", "passed"))
        return {"number": next((row["number"] for row in rows if row["number"] != number), None)}

    def whole(self, number: int) -> JSONResponse:
        return JSONResponse(self.session.view(self._at(number)))

    def item(self, number: int, key: str) -> dict[str, Any]:
        return self.session.detail(self._at(number), key)

    def kept(self, number: int) -> list[list[int]]:
        return kept_spans(self.store, self._at(number))

    def why_kept(self, number: int, start: int, end: int) -> dict[str, Any]:
        return why_kept(self.store, self._at(number), start, end)

    def decide(self, number: int, told: Told) -> JSONResponse:
        return JSONResponse(self.session.decide(self._at(number), told))

    def everywhere(self, told: Told) -> list[dict[str, Any]]:
        forms, number = told.get("forms"), told.get("number")
        if not isinstance(forms, list) or not all(isinstance(f, str) and f.strip() for f in forms):
            raise UsageError("forms: a list of strings is needed")
        at = None if number is None else self._at(arguments.whole(number, "number", 1))
        return hits(self.store, forms, at)

    def let_pass(self, told: Told) -> dict[str, Any]:
        return self.session.let_pass(told)

    def take(self, told: Told) -> dict[str, Any]:
        return self.others.take(told)

    def write(self, told: Told) -> dict[str, Any]:
        return self.session.export()


def router(store: Desk) -> APIRouter:
    """Return the desk under ``/review``: pages, their scripts and styles, and what the scripts ask. The guard around it
    (:func:`sanitizer.service.security.secured`) is the application's."""
    pages = _Pages(store)
    routes = APIRouter(prefix="/review", include_in_schema=False)
    for path, shown in (
        ("/static/{name}", pages.asset), ("/", pages.first), ("/documents", pages.documents),
        ("/documents/{number}", pages.document), ("/others", pages.compare), ("/finish", pages.finish),
        ("/api/head", pages.head), ("/api/next/{number}", pages.following),
        ("/api/{number}", pages.whole), ("/api/{number}/item/{key}", pages.item),
        ("/api/{number}/kept", pages.kept), ("/api/{number}/kept/{start}/{end}", pages.why_kept),
    ):  # fmt: skip
        routes.add_api_route(path, shown, methods=["GET"], response_model=None)
    for path, done in (
        ("/api/{number}/decide", pages.decide), ("/api/hits", pages.everywhere), ("/api/pass", pages.let_pass),
        ("/api/others", pages.take), ("/api/export", pages.write),
    ):  # fmt: skip
        routes.add_api_route(path, done, methods=["POST"], response_model=None)
    return routes


def application(store: Desk) -> Any:
    """Return an application of its own for a desk, without the guard."""
    from fastapi import FastAPI

    app = FastAPI(title="Review desk", docs_url=None, redoc_url=None, openapi_url=None)
    app.include_router(router(store))

    @app.get("/")
    def home() -> RedirectResponse:
        return RedirectResponse("/review/")

    answer_problems(app)

    @app.exception_handler(Moved)
    async def moved(request: Request, error: Moved) -> Response:
        log = await run_in_threadpool(store.log)
        by = log.events[-1].by if log.events else ""
        return answer(409, str(error), more={"head": log.head, "by": by})

    return app
