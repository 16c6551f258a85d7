"""What an attacker or a mistake tried of the desk: forged logs, hostile decisions, two desks at once, kill -9."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from sanitizer.check.report import FailedReport
from sanitizer.control.log.chain import create, read_log
from sanitizer.control.log.event import hash_of
from sanitizer.errors import UsageError
from sanitizer.review.pages import application
from sanitizer.review.run_folder import RunFolder
from sanitizer.review.session import Session
from sanitizer.service.security import COOKIE, secured
from tests.review.world import desk
from tests.serving import free_port

KEEP: dict[str, Any] = {"act": "keep", "far": "entity", "document": "d0", "forms": ["Boston"]}
DONE: dict[str, Any] = {"act": "done", "far": "document", "document": "d0"}


def forged(path: Path, *told: dict[str, Any]) -> Path:
    """Return a log whose chain is right, whatever its events say."""
    create(path, "a run")
    lines = path.read_text().splitlines()
    for number, event in enumerate(told, 1):
        whole = {"n": number, "before": hash_of(lines[-1]), "at": "now", "by": "eve", **event}
        lines.append(json.dumps(whole))
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize(
    "event",
    [
        {**DONE, "document": ["d0"]}, {**DONE, "document": 5}, {**KEEP, "n": True}, {**KEEP, "n": 1.0},
        {**KEEP, "why": "\ud800"}, {**KEEP, "forms": ["Boston\udfff"]}, {**KEEP, "by": "eve\n"},
        {**KEEP, "act": "choose", "to": "a\x00port"}, {**KEEP, "act": "choose", "to": ["a port"]},
        {**KEEP, "act": "mark", "far": "place", "span": [6, 2], "type": "GPE"}, {**KEEP, "reason": "because"},
        {**KEEP, "before": "0" * 64}, {**KEEP, "of": 1}, {"act": "undo", "far": "event", "of": 1},
    ],
)  # fmt: skip
def test_a_forged_event_is_refused_in_one_line(tmp_path: Path, event: dict[str, Any]) -> None:
    with pytest.raises(UsageError) as refused:
        read_log(forged(tmp_path / "log", event))
    assert "line 2" in str(refused.value) and "\n" not in str(refused.value)


def test_a_decision_about_other_characters_fails_its_document_alone(tmp_path: Path) -> None:
    event = {
        "act": "mark",
        "far": "place",
        "document": "d0",
        "span": [0, 6],
        "forms": ["Boston"],
        "type": "GPE",
    }
    forged(tmp_path / "forged", event)
    other = desk(tmp_path).beside(tmp_path / "forged", "ben")
    views = [Session(other).view(number) for number in range(3)]
    assert (
        isinstance(other.standing(0).report, FailedReport) and views[1]["segments"] and views[2]["segments"]
    )


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    own = desk(tmp_path)
    own.folder = RunFolder(tmp_path, {}, {})
    return TestClient(secured(application(own)), base_url="http://localhost", raise_server_exceptions=False)


def decide(client: TestClient, body: bytes | str) -> Any:
    page = client.get("/review/documents").text
    token = re.search(r'name="csrf" content="(\w+)"', page)
    assert token is not None
    headers = {"X-CSRF-Token": token.group(1), "content-type": "application/json"}
    return client.post("/review/api/1/decide", content=body, headers=headers)


@pytest.mark.parametrize("name", ["do", "act", "to", "why", "type", "reason", "item", "head", "far"])
def test_halves_of_characters_are_refused(client: TestClient, name: str) -> None:
    page = client.get("/review/api/1").json()
    told = {"do": "item", "item": page["order"][0], "act": "choose", "to": "x", "head": page["head"]}
    answer = decide(client, json.dumps(told | {name: "\ud800"}))
    assert answer.status_code in (409, 422)
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"5", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 3000])
def test_what_is_no_object_is_a_problem_without_content(client: TestClient, body: bytes) -> None:
    answer = decide(client, body)
    assert answer.status_code in (400, 422) and set(answer.json()) == {"type", "title", "status", "detail"}


@pytest.mark.parametrize(
    "told",
    [
        "[]", "5", "{", '{"linkage": 5}', '{"linkage": [{}]}', '{"linkage": ' + "[" * 5000,
        '{"linkage": [{"attacker": "x", "after": {"1": 1e400}, "documents_attacked": 1, "chance": {"1": 0}}]}',
    ],
)  # fmt: skip
def test_an_audit_of_another_form_is_told(client: TestClient, tmp_path: Path, told: str) -> None:
    (tmp_path / "audit.json").write_text(told)
    answer = client.get("/review/")
    assert answer.status_code == 422 and "audit.json is not what" in answer.json()["detail"]


def test_script_in_an_audit_is_shown_as_text(client: TestClient, tmp_path: Path) -> None:
    script = "<script>alert(1)</script>"
    part = {
        "attacker": script, "after": {"1": 1.0}, "documents_attacked": 1, "chance": {"1": 0.1},
        "documents": [{"hit_1": 1, "gave_away": [{"term": script}]}],
    }  # fmt: skip
    (tmp_path / "audit.json").write_text(json.dumps({"linkage": [part]}))
    assert script not in client.get("/review/").text


def test_two_desks_in_one_browser_leave_each_other_signed_in(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    apps = [secured(application(desk(folder))) for folder in (tmp_path, tmp_path / "other")]
    pages = [TestClient(app, base_url=f"http://localhost:{8765 + n}") for n, app in enumerate(apps)]
    pages[1]._cookies = pages[0]._cookies  # a browser keeps one jar for all ports of a host
    tokens = [
        re.findall(r'name="csrf" content="(\w+)"', page.get("/review/finish").text)[0] for page in pages
    ]
    assert {cookie.name for cookie in pages[0].cookies.jar} == {f"{COOKIE}_8765", f"{COOKIE}_8766"}
    for page, token in zip(pages, tokens, strict=True):
        told = {"do": "look", "head": page.get("/review/api/head").json()["head"]}
        headers = {"X-CSRF-Token": token}
        assert page.post("/review/api/1/decide", json=told, headers=headers).status_code == 200


# --- the command, killed


@contextmanager
def running(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Provide the desk of the command in a process of its own, killed behind the block."""
    port = free_port()
    command = [sys.executable, "-m", "sanitizer", "review", str(folder), "--port", str(port), *options]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        address = f"http://127.0.0.1:{port}/review"
        while process.poll() is None:
            with suppress(OSError), urllib.request.urlopen(f"{address}/api/head"):
                break
            time.sleep(0.1)
        try:
            yield process, address
        finally:
            with suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)


class Person:
    """Asks a desk at an address as a page does."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with self._opener.open(f"{address}/finish") as page:
            self._token = re.findall(r'name="csrf" content="(\w+)"', page.read().decode())[0]

    def ask(self, path: str, told: Any = None) -> Any:
        """Return an answer as JSON."""
        data = None if told is None else json.dumps(told).encode()
        headers = {"X-CSRF-Token": self._token, "Content-Type": "application/json"}
        with self._opener.open(
            urllib.request.Request(f"{self._address}/api/{path}", data, headers)
        ) as answer:
            return json.load(answer)

    def checked(self) -> Any:
        """Return the first document, once it is checked."""
        page = self.ask("1")
        while not page["checked"]:
            time.sleep(0.1)
            page = self.ask("1")
        return page


@pytest.mark.heavy
def test_a_desk_that_is_killed_between_decisions_loses_none(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text(
        "Ann Lee, a nurse in Leeds, was treated for asthma in York by Tom Huber."
    )
    options = ["--source", str(tmp_path / "in.txt")]
    texts = []
    for number in range(4):
        with running(tmp_path / "run", *options) as (_, address):
            person = Person(address)
            page = person.checked()
            texts.append("".join(old if new is None else new for old, new, *_ in page["segments"]))
            assert len(read_log(tmp_path / "run" / "decisions.jsonl").events) == number
            item = next(key for key, one in page["items"].items() if not one["decided"])
            person.ask("1/decide", {"do": "item", "item": item, "act": "keep", "head": page["head"]})
        options = []  # killed in the middle of the check
    with running(tmp_path / "run") as (_, address):
        person = Person(address)
        for before in reversed(texts):
            head = person.checked()["head"]
            person.ask("1/decide", {"do": "undo", "head": head})
            page = person.checked()
            assert "".join(old if new is None else new for old, new, *_ in page["segments"]) == before
    assert len(set(texts)) == 4
