"""The desk beside the service: who may sign in, whose name decisions have, and what is written down."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from sanitizer.commands.service_work import explained
from sanitizer.review.sign_in import SignedDesk
from sanitizer.service.app import create_app
from sanitizer.service.service import Config, Service
from sanitizer.service.store import Store
from tests.review.world import desk
from tests.serving import Here, engine, keys_of


@pytest.fixture
def beside(tmp_path: Path) -> Iterator[tuple[TestClient, dict[str, str], Service]]:
    keys, headers = keys_of(
        tmp_path,
        ward=["sanitize"],
        look=["review"],
        anna=["review", "originals"],
        ben=["review", "originals"],
    )
    config = Config(state=tmp_path / "state", keys=keys)
    service = Service(config, Store(config.state, None), Here(engine()), engine().check, explained)
    guarded, _ = create_app(service, SignedDesk(desk(tmp_path), service.reviewer))
    tokens = {name: told["authorization"].removeprefix("Bearer ") for name, told in headers.items()}
    with TestClient(guarded, base_url="http://localhost", follow_redirects=False) as client:
        yield client, tokens, service
    service.store.close()


def sign_in(client: TestClient, key: str, reason: str = "review of March") -> Any:
    page = client.get("/review/key").text
    found = re.search(r'name="csrf" content="(\w+)"', page)
    assert found is not None
    return client.post(
        "/review/api/key", json={"key": key, "reason": reason}, headers={"X-CSRF-Token": found.group(1)}
    )


@pytest.mark.parametrize(
    ("who", "reason", "status"),
    [("ward", "a reason", 403), ("look", "a reason", 403), ("anna", "x", 428), ("nobody", "a reason", 401)],
)
def test_who_may_not_review_sees_nothing(beside: Any, who: str, reason: str, status: int) -> None:
    client, tokens, service = beside
    assert sign_in(client, tokens.get(who, "ss_nobody_x"), reason).status_code == status
    assert client.get("/review/documents/1").headers["location"] == "/review/key"
    assert client.get("/review/api/1").status_code == 401 and not service.store.readings("")
    assert client.post("/review/api/key", json={}).status_code == 403  # without the token of the page


def test_each_reviewer_decides_under_the_name_of_the_key(beside: Any) -> None:
    client, tokens, service = beside
    for name in ("anna", "ben"):
        client.cookies.clear()
        assert sign_in(client, tokens[name]).json() == {"by": name}
        page = client.get("/review/documents/1").text
        token = re.search(r'name="csrf" content="(\w+)"', page)
        assert token is not None and f">{name}" in page
        told = {"do": "done", "head": client.get("/review/api/head").json()["head"]}
        done = client.post("/review/api/1/decide", json=told, headers={"X-CSRF-Token": token.group(1)})
        assert done.status_code == 200 and client.get("/review/api/head").json()["by"] == name
    assert [told["reason"] for told in service.store.readings("")] == ["review of March"] * 2
    body = {"text": "Ann Lee lives in Leeds."}
    asked = client.post("/v1/sanitize", json=body, headers={"authorization": f"Bearer {tokens['ward']}"})
    assert asked.status_code == 200 and client.get("/review").headers["location"] == "/review/"
