"""Call the service from Python: this one file, of the standard library alone, may be copied into any program.

client = Client("http://localhost:8000", key="ss_ward_...")
client.sanitize("Ann Lee lives in Leeds.")["text"]
job = client.hand_in({"letter.txt": "Dear Ann Lee, ..."}, settings={"strategy": "S4"})
client.wait(job["id"]); data = client.result(job["id"])
"""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote, urlsplit

LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
"""Names of this machine."""


class ServiceError(Exception):
    """The service refused: the HTTP ``status``, and why in one line."""

    def __init__(self, status: int, detail: str, retry_after: float = 0.0) -> None:
        super().__init__(f"{status}: {detail}")
        self.status = status
        self.detail = detail
        self.retry_after = retry_after


class Client:
    """A service at an address, called with a key ("" for a service without keys). Where the service is busy, it waits
    and asks again, at most ``patience`` seconds. Text and key go to that address alone: no redirection is followed,
    and for this machine no proxy is asked."""

    def __init__(self, address: str, key: str = "", patience: float = 60.0) -> None:
        self._address = address.rstrip("/")
        self._key = key
        self._patience = patience
        own = [urllib.request.ProxyHandler({})] if urlsplit(address).hostname in LOOPBACK else []
        self._opener = urllib.request.build_opener(_NoRedirection, *own)

    def __repr__(self) -> str:
        return f"Client({self._address!r})"

    def sanitize(self, text: str, settings: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return what comes of a text: ``text``, ``changes``, ``met``, ... Raises ServiceError."""
        told: dict[str, Any] = self._json(
            "POST", "/v1/sanitize", {"text": text, "settings": dict(settings or {})}
        )
        result: dict[str, Any] = told["results"][0]
        return result

    def sanitize_many(
        self, texts: Sequence[str], settings: Mapping[str, Any] | None = None
    ) -> list[dict[str, Any]]:
        """Return what comes of each text; one that cannot be done has a ``reason``."""
        told = self._json("POST", "/v1/sanitize", {"texts": list(texts), "settings": dict(settings or {})})
        results: list[dict[str, Any]] = told["results"]
        return results

    def explain(self, text: str, settings: Mapping[str, Any] | None = None) -> list[str]:
        """Return what is changed in a text and why, in lines."""
        told = self._json("POST", "/v1/explain", {"text": text, "settings": dict(settings or {})})
        lines: list[str] = told["lines"]
        return lines

    def count(self, *terms: str) -> dict[str, Any]:
        """Return counts of terms, alone and in pairs."""
        told: dict[str, Any] = self._json("POST", "/v1/count", {"terms": list(terms)})
        return told

    def restore(self, texts: Sequence[str], reason: str) -> dict[str, Any]:
        """Return texts with their values back; the reason is written down."""
        told: dict[str, Any] = self._json("POST", "/v1/restore", {"texts": list(texts)}, {"X-Reason": reason})
        return told

    def hand_in(
        self,
        files: Mapping[str, str],
        settings: Mapping[str, Any] | None = None,
        decisions: Sequence[Mapping[str, Any]] = (),
        webhook: str = "",
        once: str = "",
    ) -> dict[str, Any]:
        """Return a job of files (texts by names); ``once`` is an Idempotency-Key."""
        body: dict[str, Any] = {"files": dict(files), "settings": dict(settings or {})}
        if decisions:
            body["decisions"] = [dict(one) for one in decisions]
        if webhook:
            body["webhook"] = webhook
        told: dict[str, Any] = self._json("POST", "/v1/jobs", body, {"Idempotency-Key": once} if once else {})
        return told

    def job(self, job: str) -> dict[str, Any]:
        """Return how a job stands."""
        told: dict[str, Any] = self._json("GET", f"/v1/jobs/{quote(job, safe='')}")
        return told

    def events(self, job: str) -> Iterator[dict[str, Any]]:
        """Yield how a job stands, each time that something changes, until its end."""
        with self._open("GET", f"/v1/jobs/{quote(job, safe='')}/events") as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    yield json.loads(line[6:])

    def wait(self, job: str) -> dict[str, Any]:
        """Return how a job stands when it has ended."""
        for _ in self.events(job):
            pass
        return self.job(job)

    def result(self, job: str) -> bytes:
        """Return the sanitized file of a job, or a zip archive of several."""
        return self._bytes("GET", f"/v1/jobs/{quote(job, safe='')}/result")

    def report(self, job: str, reason: str) -> bytes:
        """Return the report of a job, which holds the originals; the reason is written down."""
        return self._bytes("GET", f"/v1/jobs/{quote(job, safe='')}/report", {"X-Reason": reason})

    def cancel(self, job: str) -> dict[str, Any]:
        """End a job."""
        told: dict[str, Any] = self._json("POST", f"/v1/jobs/{quote(job, safe='')}/cancel")
        return told

    def remove(self, job: str) -> None:
        """End a job if need be, and remove all of it."""
        self._bytes("DELETE", f"/v1/jobs/{quote(job, safe='')}")

    # --- calls ---------------------------------------------------------------------------------------------------

    def _json(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Any:
        with self._open(method, path, headers, body) as stream:
            return json.load(stream)

    def _bytes(self, method: str, path: str, headers: Mapping[str, str] | None = None) -> bytes:
        with self._open(method, path, headers) as stream:
            data: bytes = stream.read()
            return data

    def _open(
        self,
        method: str,
        path: str,
        headers: Mapping[str, str] | None = None,
        body: Mapping[str, Any] | None = None,
    ) -> Any:
        sent = dict(headers or {})
        if self._key:
            sent["Authorization"] = f"Bearer {self._key}"
        data = None
        if body is not None:
            data = json.dumps(body).encode("ascii")
            sent["Content-Type"] = "application/json"
        ends = time.monotonic() + self._patience
        while True:
            request = urllib.request.Request(self._address + path, data, sent, method=method)
            try:
                return self._opener.open(request)
            except urllib.error.HTTPError as error:
                problem = _problem(error)
                if problem.status != 503 or time.monotonic() + problem.retry_after > ends:
                    raise problem from None
                time.sleep(problem.retry_after)


class _NoRedirection(urllib.request.HTTPRedirectHandler):
    """Leaves a redirection an error: it would take the key to wherever it says."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Make no further request."""


def _problem(error: urllib.error.HTTPError) -> ServiceError:
    with error:
        try:
            detail = str(json.load(error)["detail"])
        except (ValueError, LookupError, TypeError):
            detail = (
                f"{error.reason}; redirections are not followed" if error.code < 400 else str(error.reason)
            )
    try:
        wait = float(error.headers.get("Retry-After", "1"))
    except ValueError:
        wait = 1.0
    return ServiceError(error.code, detail, wait)
