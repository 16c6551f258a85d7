"""The desk over HTTP: what pages load, decide and refuse."""

import re
import time
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from sanitizer.control.log.chain import read_log
from sanitizer.errors import UsageError
from sanitizer.review.desk_state import Desk
from sanitizer.review.pages import application
from sanitizer.service.security import secured
from tests.review.world import desk


@pytest.fixture
def client(tmp_path: Path) -> TestClient:
    return TestClient(
        secured(application(desk(tmp_path))), base_url="http://localhost", raise_server_exceptions=False
    )


def token(client: TestClient) -> dict[str, str]:
    found = re.search(r'name="csrf" content="(\w+)"', client.get("/review/documents").text)
    assert found is not None
    return {"X-CSRF-Token": found.group(1)}


@pytest.mark.parametrize("path", ["", "documents", "documents/1", "documents/2", "others", "finish"])
def test_pages_load_nothing_from_outside_and_no_script_of_a_text(client: TestClient, path: str) -> None:
    answer = client.get(f"/review/{path}")
    assert answer.status_code == 200
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "<script>alert" not in answer.text and "http" not in re.sub(r"http://localhost", "", answer.text)
    assert not re.search(r"<script>|style=|\son\w+=", answer.text)


def test_a_page_decides_over_http(client: TestClient) -> None:
    page = client.get("/review/api/1").json()
    key = next(k for k, i in page["items"].items() if i["term"] == "Boston")
    told = {"do": "item", "item": key, "act": "keep", "head": page["head"], "view": page["view"]}
    assert client.post("/review/api/1/decide", json=told).status_code == 403
    done = client.post("/review/api/1/decide", json=told, headers=token(client))
    assert done.status_code == 200 and done.json()["gone"] == [key]
    again = client.post("/review/api/1/decide", json=told, headers=token(client))
    assert again.status_code == 409 and again.json()["by"] == "anna"
    assert client.get("/review/api/head").json()["head"] == done.json()["head"]
    told = {"do": "look", "head": page["head"], "view": page["view"]}
    for _ in range(500):
        seen = client.post("/review/api/1/decide", json=told, headers=token(client)).json()
        if seen["checked"]:
            break
        time.sleep(0.01)
    assert ["Boston", None, key.replace("s", "k")] in [
        piece for run in seen["runs"] for piece in run["segments"]
    ]


@pytest.mark.parametrize(
    ("path", "told", "status"),
    [
        ("1/decide", {"do": "item", "item": "s0", "act": "keep", "head": "x"}, 409),
        ("1/decide", {"do": "burn", "head": "x"}, 422),
        ("1/decide", {}, 422),
        ("9/decide", {"do": "undo", "head": "x"}, 404),
        ("hits", {"forms": "Boston"}, 422),
        ("pass", {"below": -1, "risk": 0.5, "seed": 1}, 422),
        ("pass", {"below": 1, "risk": 0, "seed": 1}, 422),
        ("others", {"head": "x", "number": 0, "take": "ben"}, 422),
        ("export", {}, 422),
    ],
)
def test_wrong_requests_are_refused_in_one_line(
    client: TestClient, path: str, told: dict[str, Any], status: int
) -> None:
    answer = client.post(f"/review/api/{path}", json=told, headers=token(client))
    assert answer.status_code == status and "\n" not in str(answer.json()["detail"])
    assert client.get("/review/static/../pages.py").status_code == 404


def test_other_hosts_are_refused(client: TestClient) -> None:
    assert client.get("/review/", headers={"Host": "evil.example"}).status_code == 421


def test_no_text_is_logged(
    client: TestClient, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level("INFO")
    for path in ("", "documents/1", "api/1", "api/1/item/s9", "api/1/kept", "finish"):
        client.get(f"/review/{path}")
    told = "".join((caplog.text, *capfd.readouterr()))
    assert not any(word in told for word in ("Boston", "Anna", "radiotherapy"))


def test_a_changed_input_is_refused(tmp_path: Path) -> None:
    own = desk(tmp_path)
    reports = [own.standing(n).report for n in range(3)]
    with pytest.raises(UsageError, match="changed"):
        Desk(own.documents[:2], own.sanitizer, reports, own.path, "anna")
    assert read_log(own.path).events == ()
