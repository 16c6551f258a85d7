"""Answer what somebody waits for: sanitize, explain, count, restore."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from fastapi import APIRouter, Request

from sanitizer.control.outcomes import UnusedProtected, lost
from sanitizer.service.bodies import (
    CountBody,
    Counted,
    ExplainBody,
    Explained,
    RestoreBody,
    Restored,
    Result,
    Results,
    SanitizeBody,
)
from sanitizer.service.problems import Problem
from sanitizer.service.service import At, MayRestore, MaySanitize

_AT_ONCE: Final = 8
"""Texts of one request that wait for workers together, so that others have their turn."""
routes = APIRouter(prefix="/v1")


@routes.post("/sanitize", response_model=Results, response_model_exclude_defaults=True)
async def sanitize(body: SanitizeBody, service: At, _: MaySanitize) -> Results:
    """Sanitize a text or several: the changes and the text, in the order they came."""
    if (body.text is None) == (body.texts is None):
        raise Problem(422, "give text, or texts")
    texts = [body.text] if body.text is not None else body.texts or []
    await asyncio.to_thread(service.check, body.settings, True)
    turn, used, nowhere = asyncio.Semaphore(_AT_ONCE), set[int](), list[set[tuple[str, int]]]()

    async def one(number: int, text: str) -> Result:
        order = {"do": "sanitize", "id": str(number), "text": text, "settings": body.settings}
        async with turn:
            told = await service.pool.ask(order)
        service.metrics.text(len(text))
        used.update(told.pop("decisions", ()))
        nowhere.append({(where, place) for where, place in told.pop("nowhere", ())})
        return Result(**told)

    results = await _all([one(number, text) for number, text in enumerate(texts)])
    if body.text is not None and results[0].reason is not None:
        raise Problem(422, f"the text {results[0].reason}")
    lines = [line for line, _ in enumerate(body.settings.get("decisions") or (), 1) if line not in used]
    unused = sorted(set.intersection(*nowhere)) if nowhere else []
    entries = [UnusedProtected(list=where, number=place) for where, place in unused]
    masks = any(body.settings["decisions"][line - 1]["decision"] == "mask" for line in lines)
    open = masks or lost(entries, len(body.settings.get("protect") or ())) > 0
    met = not open and all(r.met for r in results)
    return Results(results=results, met=met, decisions_unused=lines, protected_unused=unused)


@routes.post("/explain", response_model=Explained)
async def explain(body: ExplainBody, service: At, _: MaySanitize) -> Mapping[str, Any]:
    """Explain what is changed in a text and why, with counts and bits. The answer quotes the text."""
    await asyncio.to_thread(service.check, body.settings, True)
    return await service.pool.ask({"do": "explain", "text": body.text, "settings": body.settings})


@routes.post("/count", response_model=Counted)
async def count(body: CountBody, service: At, _: MaySanitize) -> Mapping[str, Any]:
    """Count terms, alone and in pairs."""
    return await service.pool.ask({"do": "count", "terms": body.terms})


@routes.post("/restore", response_model=Restored)
async def restore(body: RestoreBody, request: Request, service: At, caller: MayRestore) -> Mapping[str, Any]:
    """Give back what reversible operators took out, with the key of the service; the reason is written down."""
    service.reading(caller, "", "restored values", request)
    return await service.pool.ask({"do": "restore", "texts": body.texts})


async def _all(asked: list[Any]) -> list[Result]:
    """Return the results of all; where one raises, the others that wait are given up."""
    tasks = [asyncio.ensure_future(one) for one in asked]
    try:
        return list(await asyncio.gather(*tasks))
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise
