"""Tell another service that a job has ended: signed, without content, again and again until it is heard."""

import asyncio
import hashlib
import hmac
import json
import logging
import time
from collections.abc import Collection
from typing import Any, Final
from urllib.parse import urlsplit

import requests

from sanitizer.common.keys import Key
from sanitizer.service.problems import Problem
from sanitizer.service.rows import JobRow
from sanitizer.service.store import Store

_log = logging.getLogger(__name__)

SIGNATURE: Final = "X-Sanitizer-Signature"
WAITS: Final = (0.0, 5.0, 30.0, 120.0, 600.0)
"""Seconds before each attempt."""
_PATIENCE: Final = 10.0


def checked_url(url: Any, allowed: Collection[str]) -> str:
    """Return a webhook's address, if it goes to a host that the operator of the service allows. Raises Problem."""
    try:
        parts = urlsplit(url) if isinstance(url, str) and len(url) < 2000 and url.isprintable() else None
        host = (
            parts.hostname
            if parts and parts.scheme in ("http", "https") and "@" not in parts.netloc
            else None
        )
        _ = parts.port if parts else None
    except ValueError:
        host = None
    if host is None:
        raise Problem(422, "webhook: an address that begins with https:// or http:// is needed")
    if host not in allowed:
        raise Problem(422, "webhook: this service tells no such host: --webhook-host NAME allows one")
    return str(url)


def signature(key: Key, moment: int, body: bytes) -> str:
    """``t=SECONDS,v1=HMAC-SHA-256`` over ``SECONDS.BODY`` under the key's bytes for webhooks."""
    told = hmac.new(key.derive("webhook"), b"%d." % moment + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={told}"


def body_of(row: JobRow) -> bytes:
    """Return what is told: the job and how it ended, with figures."""
    summary = (row.told or {}).get("summary", {})
    told = {
        "job": row.id,
        "state": row.state,
        "met": summary.get("met", False),
        "documents": summary.get("documents", 0),
        "done": summary.get("done", 0),
    }
    return json.dumps(told, sort_keys=True).encode("ascii")


async def tell(store: Store, row: JobRow, key: Key) -> None:
    """Send the webhook of a job that has ended; after the last attempt it is given up."""
    body = body_of(row)
    for wait in WAITS:
        await asyncio.sleep(wait)
        if await asyncio.to_thread(_send, str(row.asked["webhook"]), body, key):
            store.set_hook(row.id, "sent")
            return
    store.set_hook(row.id, "given up")
    _log.warning("the webhook of job %s is given up", row.id)


def _send(url: str, body: bytes, key: Key) -> bool:
    headers = {"content-type": "application/json", SIGNATURE: signature(key, int(time.time()), body)}
    try:
        answer = requests.post(url, body, headers=headers, timeout=_PATIENCE, allow_redirects=False)
    except requests.RequestException:
        return False
    return 200 <= answer.status_code < 300
