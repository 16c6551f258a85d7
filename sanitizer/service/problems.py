"""Answer errors as RFC 9457 says (application/problem+json), without a word of what was sent."""

import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from sanitizer.errors import SanitizerError

MEDIA_TYPE: Final = "application/problem+json"
TITLES: Final[Mapping[int, str]] = {
    400: "Bad request", 401: "No valid key", 403: "Not allowed", 404: "Not found", 405: "Method not allowed",
    408: "Too slow", 409: "In conflict", 410: "Gone", 411: "Length required", 413: "Too large", 415: "Wrong type",
    421: "Wrong host", 422: "Cannot be used", 428: "Something is missing", 429: "Too many requests",
    500: "Internal error", 503: "Busy", 504: "Took too long",
}  # fmt: skip


class Problem(Exception):
    """A request that is refused: the HTTP ``status``, and in one line what is wrong and how to cure it. The line never
    quotes what was sent. ``headers`` go with the answer."""

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.headers = dict(headers or {})


def answer(
    status: int, detail: str, headers: Mapping[str, str] | None = None, more: Mapping[str, Any] | None = None
) -> Response:
    """Return the problem as a response, with ``more`` fields of its own."""
    title = TITLES.get(status, "Error")
    told = {"type": "about:blank", "title": title, "status": status, "detail": detail, **(more or {})}
    return Response(json.dumps(told), status, dict(headers or {}), MEDIA_TYPE)


def answer_problems(app: FastAPI) -> None:
    """Let an application answer its errors as problems: those raised here, those of the engine that a user can cure
    (422), those of routing, and bodies that do not fit."""
    told: dict[Any, Callable[[Request, Any], Awaitable[Response]]] = {
        Problem: _problem,
        SanitizerError: _of_engine,
        RequestValidationError: _misfit,
        HTTPException: _of_routing,
        Exception: _internal,
    }
    for kind, handler in told.items():
        app.add_exception_handler(kind, handler)


async def _problem(request: Request, error: Problem) -> Response:
    return answer(error.status, error.detail, error.headers)


async def _of_engine(request: Request, error: SanitizerError) -> Response:
    return answer(503 if error.exit_status == 3 else 422, str(error))


async def _internal(request: Request, error: Exception) -> Response:
    return answer(500, f"{place_of(error)}; please report it")


async def _of_routing(request: Request, error: HTTPException) -> Response:
    return answer(error.status_code, TITLES.get(error.status_code, "This cannot be answered"), error.headers)


async def _misfit(request: Request, error: RequestValidationError) -> Response:
    """Return where the body does not fit and why, with the names of fields that are known, and no value."""
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return answer(400, "the body is no valid JSON")
    known = [
        str(part)
        for part in first["loc"]
        if first["type"] != "extra_forbidden" or part in ("body", "settings")
    ]
    place = ", ".join(known) or "the request"
    words = (
        "there is a field that is not known" if first["type"] == "extra_forbidden" else _plain(first["type"])
    )
    return answer(422, f"{place}: {words}")


def _plain(kind: str) -> str:
    """Return what a kind of fault means; messages of pydantic are not used, for some quote the input."""
    words = {
        "missing": "is missing",
        "string_type": "a string is needed",
        "list_type": "a list is needed",
        "dict_type": "an object is needed",
        "model_attributes_type": "an object is needed",
        "too_long": "too many",
        "too_short": "too few",
        "string_too_long": "too long",
        "string_too_short": "too short",
    }
    return words.get(kind, f"does not fit ({kind.replace('_', ' ')})")


def place_of(error: BaseException) -> str:
    """Return what kind of error it is and where in the code, without its message, which may hold private text."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f" in {Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno}" if place else ""
    return f"internal error {type(error).__name__}{where}"
