"""The guard in front of every application: hosts, headers, bodies, forged requests, errors without content."""

import asyncio
import json
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request
from starlette.responses import PlainTextResponse

from sanitizer.service.problems import Problem, answer_problems
from sanitizer.service.security import COOKIE, HEADERS, Limits, csrf_token, host_of, secured

CANARY = "Zebulon Quackenbush"


def application(**how: Any) -> Any:
    app = FastAPI(openapi_url=None)
    answer_problems(app)

    @app.get("/page")
    async def page(request: Request) -> PlainTextResponse:
        return PlainTextResponse(csrf_token(request))

    @app.post("/echo")
    async def echo(request: Request) -> PlainTextResponse:
        return PlainTextResponse(str(len(await request.body())))

    @app.post("/json")
    async def as_json(told: dict[str, int]) -> PlainTextResponse:
        return PlainTextResponse(str(len(told)))

    @app.post("/broken")
    async def broken(request: Request) -> PlainTextResponse:
        raise RuntimeError(CANARY)

    @app.post("/refused")
    async def refused(request: Request) -> PlainTextResponse:
        raise Problem(409, "it is taken")

    return secured(app, **how)


def call(app: Any, method: str, path: str, **how: Any) -> httpx.Response:
    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.request(method, path, **how)

    return asyncio.run(ask())


JSON = {"content-type": "application/json"}
OPEN = application(csrf=None, limits=Limits(1000))


@pytest.mark.parametrize(
    ("headers", "body", "path", "status"),
    [
        (JSON, b"{}", "/json", 200),
        ({**JSON, "host": "localhost:8000"}, b"{}", "/json", 200),
        ({**JSON, "host": "evil.example"}, b"{}", "/json", 421),
        ({**JSON, "host": ""}, b"{}", "/json", 421),
        (JSON, b"{" + b"x" * 1000, "/echo", 413),
        (JSON, b'{"a": 1', "/json", 400),
        (JSON, json.dumps({"a": CANARY}).encode(), "/json", 422),
        ({"content-type": "text/plain"}, b"{}", "/json", 415),
        ({"content-type": "application/pdf"}, b"{}", "/json", 415),
        ({}, b"{}", "/json", 415),
        ({**JSON, "content-encoding": "gzip"}, b"{}", "/json", 415),
        ({**JSON, "content-length": "-1"}, b"{}", "/json", 413),
        ({**JSON, "origin": "http://localhost"}, b"{}", "/json", 200),
        ({**JSON, "origin": "https://evil.example"}, b"{}", "/json", 403),
        ({**JSON, "sec-fetch-site": "cross-site"}, b"{}", "/json", 403),
        (JSON, b"{}", "/broken", 500),
        (JSON, b"{}", "/refused", 409),
        (JSON, b"{}", "/nowhere", 404),
    ],
)
def test_requests_get_the_status_they_should_and_say_nothing_back(
    headers: dict[str, str], body: bytes, path: str, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    answer = call(OPEN, "POST", path, headers=headers, content=body)
    assert answer.status_code == status
    assert CANARY not in answer.text and CANARY not in caplog.text
    assert all(answer.headers[name] == value for name, value in HEADERS.items())
    if status >= 400:
        assert answer.headers["content-type"] == "application/problem+json"
        told = answer.json()
        assert told["status"] == status and told["title"] != "Error" and told["detail"]


@pytest.mark.parametrize("path", ["/echo", "/json"])
def test_a_body_without_length_is_cut_off_where_it_gets_too_large(path: str) -> None:
    read: list[int] = []

    async def parts() -> Any:
        for number in range(50):
            read.append(number)
            yield b" " * 100

    answer = call(OPEN, "POST", path, headers={**JSON, "transfer-encoding": "chunked"}, content=parts())
    assert answer.status_code == 413


@pytest.mark.parametrize("path", ["/echo", "/json"])
def test_a_body_that_comes_too_slowly_is_given_up(path: str) -> None:
    app = application(csrf=None, limits=Limits(1000, patience=0.01))

    async def parts() -> Any:
        yield b"{"
        await asyncio.sleep(0.2)
        yield b"}"

    sent = {**JSON, "transfer-encoding": "chunked"}

    async def ask() -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = []
        waiting = [{"type": "http.request", "body": b"{", "more_body": True}]

        async def receive() -> Any:
            if waiting:
                return waiting.pop()
            await asyncio.sleep(60)

        async def send(message: Any) -> None:
            told.append(message)

        headers = [(name.encode(), value.encode()) for name, value in {**sent, "host": "localhost"}.items()]
        scope = {"type": "http", "method": "POST", "path": path, "headers": headers, "query_string": b""}
        await app(scope, receive, send)
        return told

    assert asyncio.run(ask())[0]["status"] == 408


def test_a_change_needs_the_token_of_the_cookie_or_a_key() -> None:
    app = application()
    page = call(app, "GET", "/page")
    cookie = page.cookies[COOKIE]
    assert "HttpOnly" in page.headers["set-cookie"] and "SameSite=Strict" in page.headers["set-cookie"]
    for headers, status in (
        ({}, 403),
        ({"x-csrf-token": page.text}, 403),  # another session's
        ({"cookie": f"{COOKIE}={cookie}"}, 403),
        ({"cookie": f"{COOKIE}=x{cookie}", "x-csrf-token": page.text}, 403),
        ({"cookie": f"{COOKIE}={cookie}", "x-csrf-token": page.text}, 200),
        ({"authorization": "Bearer ss_any"}, 200),
    ):
        assert call(app, "POST", "/echo", headers={**JSON, **headers}, content=b"{}").status_code == status
    again = call(app, "GET", "/page", headers={"cookie": f"{COOKIE}={cookie}"})
    assert again.text == page.text and "set-cookie" not in again.headers


@pytest.mark.parametrize(
    ("header", "host"),
    [
        ("Example.org:8000", "example.org"), ("example.org", "example.org"), ("[::1]:8000", "::1"), ("[::1]", "::1"),
        ("", ""), ("a:b:c", "a:b:c"),
    ],
)  # fmt: skip
def test_hosts_are_read_without_their_ports(header: str, host: str) -> None:
    assert host_of(header) == host
