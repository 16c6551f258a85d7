"""Answer about jobs: hand in, watch, fetch, cancel, remove."""

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator
from typing import Annotated, Final
from urllib.parse import quote

from fastapi import APIRouter, Depends, Header, Request
from starlette.responses import Response, StreamingResponse

from sanitizer.service.bodies import Jobs, JobTold, Readings
from sanitizer.service.dispatch import Dispatcher
from sanitizer.service.folder import IN, OUT, JobFolder
from sanitizer.service.handing_in import HandedIn, add_job, form_of, read_handed_in
from sanitizer.service.keys import Caller
from sanitizer.service.problems import Problem
from sanitizer.service.rows import ENDED, JobRow
from sanitizer.service.service import At, MayJobs, MayReadOriginals, Service

_BEAT: Final = 15.0
"""Seconds after which a stream of events says that it is alive."""
_FORM: Final = form_of(
    files={"type": "array", "items": {"type": "string", "format": "binary"}},
    settings={"type": "string", "description": "JSON, as in /v1/sanitize"},
    decisions={"type": "string", "description": "JSON lines, as --decisions reads them"},
    webhook={"type": "string", "description": "told when the job has ended"},
)
_FORM["requestBody"]["content"]["application/json"] = {
    "schema": {
        "type": "object",
        "required": ["files"],
        "properties": {
            "files": {"type": "object", "additionalProperties": {"type": "string"}},
            "settings": {"type": "object"},
            "decisions": {"type": "array", "items": {"type": "object"}},
            "webhook": {"type": "string"},
        },
    }
}

routes = APIRouter(prefix="/v1/jobs")


def dispatcher_of(request: Request) -> Dispatcher:
    """Return what runs the jobs."""
    dispatcher: Dispatcher = request.app.state.dispatcher
    return dispatcher


Running = Annotated[Dispatcher, Depends(dispatcher_of)]


def _told(row: JobRow, dispatcher: Dispatcher) -> JobTold:
    summary = (row.told or {}).get("summary")
    progress = (summary["documents"], summary["documents"]) if summary else dispatcher.progress(row.id)
    return JobTold(
        id=row.id, state=row.state, made=row.made, begun=row.begun, ended=row.ended, expires=row.expires,
        progress=progress, files=(row.told or {}).get("files", []),
        met=summary["met"] if summary else None, summary=summary, reason=(row.told or {}).get("reason"),
        webhook=row.hook,
    )  # fmt: skip


def _owned(service: Service, job: str, caller: Caller) -> JobRow:
    """Return a job of the caller. Raises Problem."""
    row = service.store.get(job)
    if row is None or row.owner != caller.name:
        raise Problem(404, "there is no such job: it may have expired")
    return row


def _finished(service: Service, job: str, caller: Caller) -> tuple[JobRow, JobFolder]:
    """Return a job of the caller that has results. Raises Problem."""
    row = _owned(service, job, caller)
    if row.state in ("queued", "running"):
        raise Problem(409, f"the job is {row.state}: wait for its end (/v1/jobs/ID/events)")
    if row.state != "done":
        raise Problem(410, f"the job is {row.state}, and has no results")
    return row, JobFolder(service.store.folder(job), row.key)


@routes.post("", status_code=202, response_model=JobTold, openapi_extra=_FORM)
async def hand_in(
    request: Request,
    response: Response,
    service: At,
    caller: MayJobs,
    dispatcher: Running,
    idempotency_key: Annotated[str | None, Header(max_length=255)] = None,
) -> JobTold:
    """Hand in files to be sanitized together. With an Idempotency-Key the same request again is the same job."""
    if service.store.counts()["queued"] >= service.config.most_jobs:
        raise Problem(503, "too many jobs wait: come again", {"retry-after": "60"})
    handed: HandedIn = await read_handed_in(request, service)
    row, new = await asyncio.to_thread(add_job, service, handed, caller, idempotency_key)
    dispatcher.wake()
    response.status_code = 202 if new else 200
    response.headers["location"] = f"/v1/jobs/{row.id}"
    return _told(row, dispatcher)


@routes.get("", response_model=Jobs)
async def listed(service: At, caller: MayJobs, dispatcher: Running) -> Jobs:
    """Return the jobs of this key."""
    return Jobs(jobs=[_told(row, dispatcher) for row in service.store.of(caller.name)])


@routes.get("/{job}", response_model=JobTold)
async def one(job: str, service: At, caller: MayJobs, dispatcher: Running) -> JobTold:
    """Return how a job stands."""
    return _told(_owned(service, job, caller), dispatcher)


@routes.get("/{job}/events", response_class=StreamingResponse)
async def events(job: str, service: At, caller: MayJobs, dispatcher: Running) -> StreamingResponse:
    """Server-sent events: the job each time that something changes, until its end."""
    _owned(service, job, caller)

    async def lines() -> AsyncIterator[str]:
        last = ""
        while True:
            row = service.store.get(job)
            if row is None:
                yield "event: removed\ndata: {}\n\n"
                return
            now = _told(row, dispatcher).model_dump_json(
                include={"id", "state", "progress", "met", "files", "reason"}
            )
            yield f"event: job\ndata: {now}\n\n" if now != last else ": still there\n\n"
            last = now
            if row.state in ENDED:
                return
            await dispatcher.changes(job, _BEAT)

    return StreamingResponse(lines(), media_type="text/event-stream")


@routes.post("/{job}/cancel", response_model=JobTold)
async def cancel(job: str, service: At, caller: MayJobs, dispatcher: Running) -> JobTold:
    """End a job that waits or runs."""
    row = _owned(service, job, caller)
    if not await dispatcher.cancel(job):
        raise Problem(409, f"the job is {row.state}")
    return _told(_owned(service, job, caller), dispatcher)


@routes.delete("/{job}", status_code=204)
async def remove(job: str, service: At, caller: MayJobs, dispatcher: Running) -> Response:
    """End a job if need be, and remove all of it."""
    _owned(service, job, caller)
    if not await dispatcher.remove(job):
        raise Problem(500, "something of the job is left: sanitizer purge says what")
    return Response(status_code=204)


@routes.get("/{job}/result", response_class=Response)
async def result(job: str, service: At, caller: MayJobs) -> Response:
    """Return the sanitized file, or all of them in a zip archive."""
    row, folder = _finished(service, job, caller)
    names = (row.told or {}).get("files", [])
    if len(names) == 1:
        return _file(names[0], await asyncio.to_thread(folder.get, OUT, f"result/{names[0]}"))
    return _file("result.zip", await asyncio.to_thread(_zipped, folder, names))


@routes.get("/{job}/files/{number}", response_class=Response)
async def file(job: str, number: int, service: At, caller: MayJobs) -> Response:
    """Return one sanitized file, by its place in ``files`` (from 0)."""
    row, folder = _finished(service, job, caller)
    names = (row.told or {}).get("files", [])
    if not 0 <= number < len(names):
        raise Problem(404, f"the job has {len(names)} files")
    return _file(names[number], await asyncio.to_thread(folder.get, OUT, f"result/{names[number]}"))


@routes.get("/{job}/masks", response_class=Response)
async def masks(job: str, service: At, caller: MayJobs) -> Response:
    """{id: [[start, end, replacement], ...]}, offsets into the input."""
    _, folder = _finished(service, job, caller)
    return _file("masks.json", await asyncio.to_thread(folder.get, OUT, "masks.json"))


@routes.get("/{job}/report", response_class=Response)
async def report(job: str, request: Request, service: At, caller: MayReadOriginals) -> Response:
    """Return the report with every decision and the originals; X-Reason is written down."""
    _, folder = _finished(service, job, caller)
    service.reading(caller, job, "the report", request)
    return _file("report.jsonl", await asyncio.to_thread(folder.get, OUT, "report.jsonl"))


@routes.get("/{job}/explain", response_class=Response)
async def explained(job: str, request: Request, service: At, caller: MayReadOriginals) -> Response:
    """Return the report in words; X-Reason is written down."""
    _, folder = _finished(service, job, caller)
    service.reading(caller, job, "the explanation", request)
    lines = service.explain(await asyncio.to_thread(folder.get, OUT, "report.jsonl"))
    return _file("explain.txt", "".join(f"{line}\n" for line in lines).encode("utf-8", "replace"))


@routes.get("/{job}/originals", response_class=Response)
async def originals(job: str, request: Request, service: At, caller: MayReadOriginals) -> Response:
    """Return the files as they were handed in, in a zip archive; X-Reason is written down."""
    row = _owned(service, job, caller)
    service.reading(caller, job, "the originals", request)
    folder = JobFolder(service.store.folder(job), row.key)
    names = folder.names(IN)
    return _file("originals.zip", await asyncio.to_thread(_zipped, folder, names, IN, ""))


@routes.get("/{job}/readings", response_model=Readings)
async def readings(job: str, service: At, caller: MayReadOriginals) -> Readings:
    """Return who read originals of the job, when and why."""
    _owned(service, job, caller)
    return Readings(readings=service.store.readings(job))


def _file(name: str, data: bytes) -> Response:
    """Return a file to be saved, never shown as a page: texts may hold scripts."""
    kind = "application/json" if name.endswith(".json") else "application/octet-stream"
    headers = {"content-disposition": f"attachment; filename*=UTF-8''{quote(name.rpartition('/')[2])}"}
    return Response(data, 200, headers, kind)


def _zipped(folder: JobFolder, names: list[str], compartment: str = OUT, above: str = "result/") -> bytes:
    """Return files as an archive; the same files make the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            about = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            about.external_attr = 0o600 << 16
            archive.writestr(about, folder.get(compartment, above + name), zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
