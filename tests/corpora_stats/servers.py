"""A local HTTP server that plays the documented answers of search services over a few texts, errors included."""

import json
import re
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from corpora_stats.normalize import fold, normalize
from tests.contracts.counts import TEXTS

KEY = "secret-key"


@dataclass
class Play:
    """What the server does: texts, and faults for the next requests (each used once, then all is well)."""

    texts: Sequence[str] = TEXTS
    faults: list[str] = field(default_factory=list)
    requests: list[tuple[str, str, str]] = field(default_factory=list)
    questions: list[Any] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    needs_key: bool = False
    slowly: float = 0.0

    def __post_init__(self) -> None:
        self.folded = [f" {fold(text)} " for text in self.texts]

    def matching(self, phrase: str) -> set[int]:
        """Return the texts that hold a phrase, analyzed as the server would analyze it."""
        words = normalize(phrase)
        return {i for i, text in enumerate(self.folded) if words and f" {words} " in text}


class Handler(BaseHTTPRequestHandler):
    play: Play
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def handle(self) -> None:
        with suppress(ConnectionError):  # a client that has lost its patience
            super().handle()

    def do_GET(self) -> None:
        self.respond("")

    def do_POST(self) -> None:
        self.respond(self.rfile.read(int(self.headers["Content-Length"])).decode())

    def send(self, status: int, body: str, **headers: str) -> None:
        data = body.encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def respond(self, body: str) -> None:
        play, url = self.play, urlsplit(self.path)
        play.requests.append((self.command, self.path, body))
        play.headers.append(dict(self.headers))
        play.times.append(time.monotonic())
        if play.slowly:
            time.sleep(play.slowly)
        fault = play.faults.pop(0) if play.faults else ""
        if fault and not self.fault(fault):
            return
        if play.needs_key and KEY not in "".join(self.headers.values()):
            self.send(401, '{"error": {"type": "security_exception"}, "status": 401}')
            return
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        try:
            status, answer = answer_to(play, url.path, query, body)
        except Unreadable as error:
            status, answer = 400, {"message": str(error)}
        self.send(status, json.dumps(answer))

    def fault(self, fault: str) -> bool:
        """Do what is wrong this time; True when a right answer follows all the same."""
        kind, _, value = fault.partition(":")
        if kind == "hang":
            time.sleep(float(value))
            return True
        if kind == "drip":
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            for _ in range(int(value)):
                self.wfile.write(b" ")
                self.wfile.flush()
                time.sleep(0.1)
            self.close_connection = True
        elif kind == "drop":
            self.close_connection = True
            self.connection.shutdown(2)
        elif kind == "half":
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(b'{"cou')
            self.close_connection = True
        elif kind == "status":
            status, _, wait = value.partition(",")
            self.send(int(status), "{}", **({"Retry_After": wait} if wait else {}))
        elif kind == "body":
            self.send(200, value)
        elif kind == "error":
            status, _, text = value.partition(",")
            self.send(int(status), text)
        elif kind == "elsewhere":
            self.send(302, "", Location=value)
        return False


class Unreadable(Exception):
    """A query that the service could not parse."""


def answer_to(play: Play, path: str, query: dict[str, str], body: str) -> tuple[int, Any]:
    """Return the documented answer of the service at that path."""
    if path.endswith("/_count"):
        found = _elastic(play, json.loads(body)["query"])
        return 200, {"count": len(found), "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0}}
    if path.endswith("/_msearch"):
        lines = [json.loads(line) for line in body.splitlines()]
        assert body.endswith("\n") and len(lines) % 2 == 0
        responses = []
        for head, search in zip(lines[::2], lines[1::2], strict=True):
            assert head == {} and search["size"] == 0 and search["track_total_hits"] is True
            responses.append(
                {
                    "took": 1,
                    "timed_out": False,
                    "_shards": {"total": 1, "successful": 1, "skipped": 0, "failed": 0},
                    "hits": {
                        "total": {"value": len(_elastic(play, search["query"])), "relation": "eq"},
                        "hits": [],
                    },
                    "status": 200,
                }
            )
        return 200, {"took": 1, "responses": responses}
    if path.endswith("/search") and "/api/v1/" in path:
        asked = json.loads(body)
        assert set(asked) == {"query", "max_hits"} and asked["max_hits"] == 0
        return 200, {
            "num_hits": len(_quickwit(play, asked["query"])),
            "hits": [],
            "elapsed_time_micros": 1,
            "errors": [],
        }
    if path.endswith("/api.php"):
        assert query["format"] == "json" and query["maxlag"] == "5" and query["action"] == "query"
        if query.get("meta") == "siteinfo":
            return 200, {"query": {"statistics": {"pages": 99, "articles": len(play.texts)}}}
        assert query["srwhat"] == "text" and query["srinfo"] == "totalhits"
        hits = len(_quoted(play, query["srsearch"]))
        return 200, {"batchcomplete": True, "query": {"searchinfo": {"totalhits": hits}, "search": []}}
    if path.endswith("/infini"):
        asked = json.loads(body)
        assert asked["query_type"] == "count"
        if asked["index"] != "v4_test":
            return 200, {"error": "Invalid index"}
        return 200, {
            "count": len(_infini(play, asked["query"])),
            "approx": False,
            "latency": 0.7,
            "token_ids": [],
            "tokens": [],
        }
    if path.endswith("/customsearch/v1"):
        assert query["num"] == "1" and query["cx"] == "engine" and "key" not in query
        hits = len(_quoted(play, query["q"]))
        return 200, {
            "kind": "customsearch#search",
            "searchInformation": {"searchTime": 0.1, "totalResults": str(hits)},
        }
    return 404, {"error": {"type": "index_not_found_exception"}, "status": 404}


def _elastic(play: Play, query: dict[str, Any]) -> set[int]:
    [(kind, inside)] = query.items()
    if kind == "match_all":
        return set(range(len(play.texts)))
    if kind == "match_phrase":
        [(name, asked)] = inside.items()
        assert name == "text"
        play.questions.append(asked["query"])
        return play.matching(asked["query"])
    assert kind == "bool"
    if "filter" in inside:
        assert inside["filter"]
        return set.intersection(*(_elastic(play, part) for part in inside["filter"]))
    assert inside["minimum_should_match"] == 1
    return set().union(*(_elastic(play, part) for part in inside["should"]))


PHRASE = re.compile(r'body:"((?:[^"\\]|\\.)*)"', re.DOTALL)


def _quickwit(play: Play, query: str) -> set[int]:
    if query == "*":
        return set(range(len(play.texts)))
    phrases: list[str] = []

    def keep(match: re.Match[str]) -> str:
        phrases.append(re.sub(r"\\(.)", r"\1", match[1]))
        return f"#{len(phrases) - 1}#"

    shape = PHRASE.sub(keep, query)
    if not re.fullmatch(
        r"(?:#\d+#|\(#\d+#(?: OR #\d+#)*\))(?: AND (?:#\d+#|\(#\d+#(?: OR #\d+#)*\)))*", shape
    ):
        raise Unreadable("Failed to parse query")
    play.questions += phrases
    clauses = [re.findall(r"#(\d+)#", clause) for clause in shape.split(" AND ")]
    return set.intersection(*(set().union(*(play.matching(phrases[int(n)]) for n in c)) for c in clauses))


def _quoted(play: Play, query: str) -> set[int]:
    if not re.fullmatch(r'"[^"]+"(?: "[^"]+")*', query):
        raise Unreadable("syntax outside quotes")
    phrases = re.findall(r'"([^"]+)"', query)
    play.questions += phrases
    return set.intersection(*(play.matching(phrase) for phrase in phrases))


def _infini(play: Play, query: str) -> set[int]:
    if query == "":
        return set(range(len(play.texts)))
    clauses = [clause.split(" OR ") for clause in query.split(" AND ")]
    assert len(clauses) <= 4 and all(len(clause) <= 4 for clause in clauses)
    play.questions += [phrase for clause in clauses for phrase in clause]
    return set.intersection(*(set().union(*map(play.matching, clause)) for clause in clauses))


@contextmanager
def serving(play: Play | None = None) -> Iterator[tuple[str, Play]]:
    """Provide the address of a running server, and what it plays."""
    play = play or Play()
    handler = type("Playing", (Handler,), {"play": play})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", play
    finally:
        server.shutdown()
        server.server_close()
