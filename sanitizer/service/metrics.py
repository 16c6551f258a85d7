"""Count what the service does, in the text format of Prometheus; labels are routes, states, numbers, never content."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Final

from sanitizer.service.worker import resident_bytes

_BOUNDS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0)
"""Seconds: the upper bounds of the histogram."""


class Metrics:
    """What happened since the server was started."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, str, int]] = Counter()
        self._within: Counter[tuple[str, float]] = Counter()
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self.texts = 0
        self.characters = 0

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Note a request by the pattern of its route."""
        self._requests[method, route, status] += 1
        self._seconds[route] += seconds
        for bound in _BOUNDS:
            if seconds <= bound:
                self._within[route, bound] += 1

    def text(self, characters: int) -> None:
        """Note a text that was done."""
        self.texts += 1
        self.characters += characters

    def tell(self, jobs: Mapping[str, int], pool: Mapping[str, Any]) -> str:
        """Return all figures, as Prometheus reads them."""
        return "\n".join(self._lines(jobs, pool)) + "\n"

    def _lines(self, jobs: Mapping[str, int], pool: Mapping[str, Any]) -> Iterator[str]:
        yield from _head("requests_total", "counter", "Requests by route and status.")
        for (method, route, status), count in sorted(self._requests.items()):
            yield f'sanitizer_requests_total{{method="{method}",route="{route}",status="{status}"}} {count}'
        yield from _head("request_seconds", "histogram", "Time of requests.")
        whole: Counter[str] = Counter()
        for (_, route, _), count in self._requests.items():
            whole[route] += count
        for route, count in sorted(whole.items()):
            for bound in _BOUNDS:
                within = self._within[route, bound]
                yield f'sanitizer_request_seconds_bucket{{route="{route}",le="{bound:g}"}} {within}'
            yield f'sanitizer_request_seconds_bucket{{route="{route}",le="+Inf"}} {count}'
            yield f'sanitizer_request_seconds_sum{{route="{route}"}} {self._seconds[route]:.6f}'
            yield f'sanitizer_request_seconds_count{{route="{route}"}} {count}'
        yield from _one("texts_total", "counter", "Texts done while somebody waited.", self.texts)
        yield from _one("characters_total", "counter", "Characters of these texts.", self.characters)
        yield from _head("jobs", "gauge", "Jobs by state.")
        for state, count in sorted(jobs.items()):
            yield f'sanitizer_jobs{{state="{state}"}} {count}'
        for name, told in (
            ("workers", "Workers."),
            ("busy", "Workers that work."),
            ("waiting", "Texts that wait."),
        ):
            yield from _one(name, "gauge", told, pool[name])
        yield from _head("resident_bytes", "gauge", "Memory of each worker, what they share counted in each.")
        for number, pid in enumerate(pool["pids"]):
            yield f'sanitizer_resident_bytes{{worker="{number}"}} {resident_bytes(pid)}'


def _head(name: str, kind: str, told: str) -> Iterator[str]:
    yield f"# HELP sanitizer_{name} {told}"
    yield f"# TYPE sanitizer_{name} {kind}"


def _one(name: str, kind: str, told: str, value: float) -> Iterator[str]:
    yield from _head(name, kind, told)
    yield f"sanitizer_{name} {value}"
