"""Read a job that is handed in, check all of it, and put it into the store."""

import asyncio
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from fastapi import Request
from python_multipart.exceptions import FormParserError
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser

from sanitizer.common import strict_json
from sanitizer.service.folder import IN, JobFolder, checked_name, wipe
from sanitizer.service.keys import Caller
from sanitizer.service.problems import Problem
from sanitizer.service.rows import JobRow
from sanitizer.service.service import Service
from sanitizer.service.webhooks import checked_url

MOST_FILES: Final = 1000
_FIELDS: Final = ("files", "settings", "decisions", "webhook")
_PACKED: Final = (".gz", ".xz", ".zst", ".zip", ".tar", ".7z")


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What was handed in: files by their names, settings (with the decisions), a webhook ("" for none)."""

    files: Mapping[str, bytes] = field(repr=False)
    settings: Mapping[str, Any] = field(repr=False)
    webhook: str = field(default="", repr=False)

    def digest(self, key: bytes) -> str:
        """Name all of it; nobody without the key can guess what it is."""
        told = hmac.new(key, digestmod=hashlib.sha256)
        parts = [json.dumps(self.settings, sort_keys=True).encode(), self.webhook.encode()]
        for name, data in sorted(self.files.items()):
            parts += [name.encode(), data]
        for part in parts:
            told.update(len(part).to_bytes(8, "big") + part)
        return told.hexdigest()


def form_of(**properties: Mapping[str, Any]) -> dict[str, Any]:
    """Return the body of a route that takes a form with ``files`` and fields, in the words of OpenAPI."""
    schema = {"type": "object", "required": ["files"], "properties": properties}
    return {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": schema}}}}


async def read_handed_in(request: Request, service: Service) -> HandedIn:
    """Return what a request hands in. Raises Problem, UsageError."""
    is_form = request.headers.get("content-type", "").startswith("multipart/")
    told, files = await (read_form(request, service) if is_form else _of_json(request))
    for name in told:
        if name not in _FIELDS:
            raise Problem(422, f"there is a field that is not known; {', '.join(_FIELDS)}")
    if not files:
        raise Problem(422, "files: hand in at least one")
    for name in files:
        if checked_name(name).lower().endswith(_PACKED):
            raise Problem(422, "files: an archive or a packed file is not read: unpack it first")
    settings = told.get("settings") or {}
    if not isinstance(settings, dict):
        raise Problem(422, "settings: an object is needed")
    if told.get("decisions"):
        if "decisions" in settings:
            raise Problem(422, "decisions are given twice")
        settings = {**settings, "decisions": told["decisions"]}
    await asyncio.to_thread(service.check, settings, False)
    hook = told.get("webhook")
    if hook and service.config.hook_key is None:
        raise Problem(
            422, "webhook: this service tells nobody: --webhook-host NAME and --webhook-key FILE allow it"
        )
    return HandedIn(files, settings, checked_url(hook, service.config.hooks) if hook else "")


def add_job(service: Service, handed: HandedIn, caller: Caller, once: str | None) -> tuple[JobRow, bool]:
    """Return the job in the store, and whether it is a new one. Raises Problem where the same Idempotency-Key came with
    something else."""
    store, now = service.store, time.time()
    job, key = secrets.token_hex(12), store.new_key()
    folder = JobFolder(store.folder(job), key)
    try:
        for name, data in handed.files.items():
            folder.put(IN, name, data)
        row = store.add(
            JobRow(
                id=job,
                owner=caller.name,
                state="queued",
                made=now,
                begun=None,
                ended=None,
                expires=now + service.config.keep_days * 86_400,
                attempts=0,
                key=key,
                once=None if once is None else store.name_of(caller.name, once),
                digest=handed.digest(key),
                asked={"settings": handed.settings, "webhook": handed.webhook},
                told=None,
                hook="due" if handed.webhook else "none",
            )
        )
    except BaseException:
        wipe(folder.place)
        raise
    if row.id == job:
        return row, True
    wipe(folder.place)
    if not hmac.compare_digest(row.digest, handed.digest(row.key)):
        raise Problem(409, "this Idempotency-Key came before with another request: use a new one")
    return row, False


async def _of_json(request: Request) -> tuple[dict[str, Any], dict[str, bytes]]:
    try:
        told = strict_json.loads(await request.body())
    except (ValueError, RecursionError):
        raise Problem(400, "the body is no valid JSON") from None
    files = told.get("files") if isinstance(told, dict) else None
    if not isinstance(files, dict) or not all(isinstance(text, str) for text in files.values()):
        raise Problem(422, "files: an object is needed that leads from names to texts")
    if len(files) > MOST_FILES:
        raise Problem(422, f"files: at most {MOST_FILES}")
    try:
        return told, {name: text.encode("utf-8") for name, text in files.items()}
    except UnicodeEncodeError:
        raise Problem(422, "files: one holds halves of characters") from None


async def read_form(request: Request, service: Service) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the fields and the files of a form. Raises Problem."""
    MultiPartParser.spool_max_size = service.config.largest_job + 1  # nothing is written to disk as it came
    try:
        form = await request.form(max_files=MOST_FILES, max_fields=len(_FIELDS))
    except (FormParserError, MultiPartException, HTTPException):
        raise Problem(400, "the body is no valid form, or has too many parts") from None
    told: dict[str, Any] = {}
    files: dict[str, bytes] = {}
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            if name != "files" or value.filename in files:
                raise Problem(422, "files: each goes into the field files, under a name of its own")
            files[value.filename or ""] = await value.read()
        elif name in told:
            raise Problem(422, "a field is given twice")
        else:
            told[name] = _field(name, value)
    await form.close()
    return told, files


def _field(name: str, value: str) -> Any:
    """Return a field of a form: settings are JSON, decisions JSON lines."""
    try:
        if name == "settings":
            return strict_json.loads(value)
        if name == "decisions":
            return [strict_json.loads(line) for line in value.split("\n") if line.strip()]
    except (ValueError, RecursionError):
        raise Problem(422, f"{name}: no valid JSON") from None
    return value
