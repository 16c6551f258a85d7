"""Answer with a release of a table."""

import base64
from collections.abc import Mapping
from typing import Any, Final

from fastapi import APIRouter, Request

from sanitizer.service.bodies import Released
from sanitizer.service.handing_in import form_of, read_form
from sanitizer.service.problems import Problem
from sanitizer.service.service import At, MaySanitize

PATIENCE: Final = 1800.0
"""Seconds that a release may take."""
_FORM: Final = form_of(
    files={"type": "string", "format": "binary", "description": "one table, CSV"},
    settings={"type": "string", "description": "JSON: person (list of columns), k, dates, or definition"},
)

routes = APIRouter(prefix="/v1")


@routes.post("/release", response_model=Released, openapi_extra=_FORM)
async def release(request: Request, service: At, _: MaySanitize) -> Mapping[str, Any]:
    """Release a table so that each person is like k - 1 others, verified before it is answered."""
    told, files = await read_form(request, service)
    if len(files) != 1 or set(told) - {"settings"}:
        raise Problem(422, "release: one table in files, and settings")
    (name, data), *_rest = files.items()
    if not name.lower().endswith(".csv"):
        raise Problem(415, "release: the table must be CSV, and its name end so")
    asked = told.get("settings", {})
    if not isinstance(asked, dict):
        raise Problem(422, "settings: an object is needed")
    order = {
        "do": "release", "asked": asked, "table": base64.b64encode(data).decode("ascii"),
        "state": str(service.config.state.resolve()),
    }  # fmt: skip
    return await service.pool.ask(order, PATIENCE)
