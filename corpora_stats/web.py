"""HTTP as sources of counts need it: time-outs, bounded retries, Retry-After, a pace, and errors of one line.

Messages never quote a question, an answer or a key: the first two are private text, and addresses may be logged."""

import json
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.cookiejar import DefaultCookiePolicy
from typing import Any, Final, TypeVar

import requests
import urllib3
from requests.adapters import HTTPAdapter

from corpora_stats.base import CountsError


@dataclass(frozen=True, slots=True)
class Manners:
    """How a server is treated: ``timeout`` (seconds for one whole answer), ``tries`` of one question, ``first_wait``
    (seconds before the second try, doubled each time; no chance in it, so that runs are alike), ``longest_wait``
    (seconds; a server that asks for more is left alone), ``per_second`` (requests, over all workers; 0: no limit) and
    ``at_once`` (requests in flight of one process)."""

    timeout: float = 30.0
    tries: int = 5
    first_wait: float = 0.5
    longest_wait: float = 60.0
    per_second: float = 0.0
    at_once: int = 4


class Pace:
    """So many requests a second, over all threads and forked workers (the clock is the machine's)."""

    def __init__(self, per_second: float, sleep: Callable[[float], None] = time.sleep) -> None:
        self._gap = 1 / per_second if per_second > 0 else 0.0
        self._sleep = sleep
        self._next = multiprocessing.Value("d", 0.0) if self._gap else None

    def wait(self) -> None:
        """Return when the next request may go."""
        if self._next is None:
            return
        with self._next.get_lock():
            now = time.monotonic()
            mine = max(now, self._next.value)
            self._next.value = mine + self._gap
        if mine > now:
            self._sleep(mine - now)


Item = TypeVar("Item")
Answer = TypeVar("Answer")

USER_AGENT: Final = "semantic-sanitizer (term counts; python-requests)"
LARGEST_ANSWER: Final = 64 << 20
"""Bytes of an answer; counts are short, so that a longer one is no answer."""

_TRANSIENT: Final = frozenset([408, 425, 429, 500, 502, 503, 504])


class TryAgain(Exception):
    """The server cannot answer now. ``wait`` is how many seconds it asks for (None: it does not say)."""

    def __init__(self, reason: str, wait: float | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.wait = wait


class Refused(Exception):
    """The server will not answer, however often it is asked; the message names the cure."""


class Spent(Refused):
    """Asking again is of no use today, although the status says that the server is busy."""


class Http:
    """One server. ``what`` names it in messages; ``headers`` may hold keys and are never shown; ``key_names`` are the
    environment variables that a refused key comes from."""

    def __init__(
        self,
        what: str,
        manners: Manners,
        *,
        headers: Mapping[str, str] | None = None,
        auth: tuple[str, str] | None = None,
        key_names: str = "",
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.what = what
        self.manners = manners
        self.pace = Pace(manners.per_second, sleep)
        self._headers = {"User-Agent": USER_AGENT, "Accept": "application/json", **(headers or {})}
        self._auth = auth
        self._key_names = key_names
        self._sleep = sleep
        self._held: tuple[int, requests.Session] | None = None
        self._lock = threading.Lock()

    def ask(
        self,
        method: str,
        url: str,
        read: Callable[[Any], Answer],
        *,
        params: Mapping[str, str] | None = None,
        body: Any = None,
        lines: Sequence[Any] | None = None,
    ) -> Answer:
        """Return the answer to one request, read from its JSON by `read`.

        `body` is sent as JSON, `lines` as JSON lines. `read` raises TryAgain when the answer says that the server is
        busy, Refused when it will never do, and LookupError, TypeError or ValueError where it is not of the documented
        form. Raises CountsError after the last try."""
        data: bytes | None = None
        headers: dict[str, str] = {}
        if lines is not None:
            data = "".join(f"{_dumps(line)}\n" for line in lines).encode()
            headers["Content-Type"] = "application/x-ndjson"
        elif body is not None:
            data = _dumps(body).encode()
            headers["Content-Type"] = "application/json"
        for attempt in range(1, self.manners.tries + 1):
            self.pace.wait()
            try:
                return self._once(method, url, read, params, data, headers)
            except TryAgain as busy:
                if attempt == self.manners.tries:
                    tries = f"{attempt} tries" if attempt > 1 else "one try"
                    raise CountsError(
                        f"{self.what}: {busy.reason} ({tries}); try again later, or --offline to use only what the "
                        "cache holds"
                    ) from None
                backed_off = min(self.manners.first_wait * 2 ** (attempt - 1), self.manners.longest_wait)
                wait = backed_off if busy.wait is None else busy.wait
                if wait > self.manners.longest_wait:
                    raise CountsError(
                        f"{self.what}: {busy.reason}; the server asks to wait {wait:.0f} s: run the command again then "
                        "(answers so far are in the cache)"
                    ) from None
                self._sleep(wait)
            except Refused as refused:
                raise CountsError(f"{self.what}: {refused}") from None
        raise AssertionError("unreachable: the last try returns or raises")

    def _once(
        self,
        method: str,
        url: str,
        read: Callable[[Any], Answer],
        params: Mapping[str, str] | None,
        data: bytes | None,
        headers: Mapping[str, str],
    ) -> Answer:
        deadline = time.monotonic() + self.manners.timeout
        try:
            with self._session().request(
                method,
                url,
                params=params,
                data=data,
                headers=headers,
                timeout=self.manners.timeout,
                allow_redirects=False,  # terms go to the server that was named, and to no other
                stream=True,
            ) as response:
                status, wait = response.status_code, _retry_after(response.headers.get("Retry-After"))
                content = _content(response, deadline)
        except (requests.exceptions.Timeout, urllib3.exceptions.ReadTimeoutError):
            raise TryAgain(f"no answer within {self.manners.timeout:g} s") from None
        except requests.exceptions.SSLError:
            raise Refused("the server's certificate cannot be verified") from None
        except (requests.exceptions.ConnectionError, urllib3.exceptions.HTTPError):
            raise TryAgain("no connection, or it was dropped; is the server up?") from None
        except (requests.exceptions.RequestException, OSError, ValueError) as error:
            raise TryAgain(f"the request failed ({type(error).__name__})") from None
        answer = _json(content)
        if status == 200 and answer is _NO_JSON:
            raise TryAgain("the answer is not JSON")
        if status in _TRANSIENT:
            self._explained(read, answer, only=Spent)
            raise TryAgain(f"the server answers {status}", wait)
        if 300 <= status < 400:
            raise Refused(f"the server sends elsewhere ({status}): name the address where it ends")
        if status != 200:
            self._explained(read, answer, only=(Refused, TryAgain))
            raise Refused(self._refusal(status))
        try:
            return read(answer)
        except TryAgain as busy:
            raise TryAgain(busy.reason, wait if busy.wait is None else busy.wait) from None
        except (LookupError, TypeError, ValueError, AttributeError):
            raise Refused(
                "the answer has not the documented form; is this the right address and version?"
            ) from None

    @staticmethod
    def _explained(
        read: Callable[[Any], Any], answer: Any, only: type[Exception] | tuple[type[Exception], ...]
    ) -> None:
        """Raise what an error of a documented form says, where it says more than the status."""
        if not (isinstance(answer, dict) and "error" in answer):
            return
        try:
            read(answer)
        except only:
            raise
        except (LookupError, TypeError, ValueError, AttributeError, Refused, TryAgain):
            return  # the status says enough

    def _refusal(self, status: int) -> str:
        if status in (401, 403, 407):
            cure = (
                f"check {self._key_names}" if self._key_names else "it wants a login that this source has not"
            )
            return f"access refused ({status}): {cure}"
        if status == 404:
            return "not found (404): check the address and the name of the index"
        return f"the server answers {status}: check the address, the index and the field"

    def _session(self) -> requests.Session:
        """Return the connections of this process: those of a parent must not be shared after a fork."""
        with self._lock:
            if self._held is None or self._held[0] != os.getpid():
                session = requests.Session()
                session.headers.update(self._headers)
                session.auth = self._auth or _no_login  # else a .netrc would be read, over our own header
                session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
                adapter = HTTPAdapter(pool_maxsize=max(1, self.manners.at_once))
                session.mount("http://", adapter)
                session.mount("https://", adapter)
                self._held = os.getpid(), session
            return self._held[1]

    def each(self, function: Callable[[Item], Answer], items: Sequence[Item]) -> list[Answer]:
        """Return `function` of every item, in order, as many at once as the server is asked to bear."""
        if self.manners.at_once <= 1 or len(items) <= 1:
            return [function(item) for item in items]
        with ThreadPoolExecutor(min(self.manners.at_once, len(items))) as pool:
            return list(pool.map(function, items))


def _content(response: requests.Response, deadline: float) -> bytes:
    """Return the body, read as it comes: a server that sends a byte now and then is stopped at the deadline too."""
    parts, size = [], 0
    while part := response.raw.read1(1 << 16, decode_content=True):
        parts.append(part)
        size += len(part)
        if size > LARGEST_ANSWER:
            raise Refused(f"the answer is longer than {LARGEST_ANSWER >> 20} MB")
        if time.monotonic() > deadline:
            raise requests.exceptions.ReadTimeout
    return b"".join(parts)


def _retry_after(value: str | None) -> float | None:
    """Seconds to wait, from the header's number or date."""
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        when = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (when.replace(tzinfo=when.tzinfo or UTC) - datetime.now(UTC)).total_seconds())


_NO_JSON: Final = object()


def _no_login(request: requests.PreparedRequest) -> requests.PreparedRequest:
    return request


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError:
        return _NO_JSON


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def whole_number(value: Any) -> int:
    """Return a count in an answer. Raises ValueError for anything else: half a count, a negative one, true."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError("no count")
    return value
