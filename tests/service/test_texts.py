"""What somebody waits for: sanitize, explain, count, restore, with keys and settings."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from sanitizer.service.service import Service
from tests.serving import engine, keys_of, serving

TEXT = "Ann Lee, a nurse in Leeds, was treated for asthma on 3 May 1990."
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("service")


@pytest.fixture(scope="module")
def open_service(place: Path) -> Iterator[tuple[TestClient, Service]]:
    with serving(place) as made:
        yield made


@pytest.fixture(scope="module")
def client(open_service: tuple[TestClient, Service]) -> TestClient:
    return open_service[0]


def test_a_text_and_several_are_sanitized_as_python_does(client: TestClient) -> None:
    texts = [
        TEXT,
        f"{SCRIPT} John Smith plays the oboe in Prague.",
        "Ein Satz auf Deutsch, der hier nicht gelesen wird.",
    ]
    one = client.post("/v1/sanitize", json={"text": TEXT})
    told = client.post("/v1/sanitize", json={"texts": texts}).json()
    expected = engine().base.sanitize(TEXT)
    first = told["results"][0]
    assert one.json() == {"results": [first], "met": True}
    assert first["text"] == expected.text and first["met"]
    assert first["changes"] == [[c.span.start, c.span.end, c.replacement] for c in expected.changes]
    assert SCRIPT in told["results"][1]["text"] and "Smith" not in told["results"][1]["text"]
    assert "reason" in told["results"][2] and "text" not in told["results"][2] and not told["met"]
    assert (
        one.headers["content-type"] == "application/json"
        and one.headers["x-content-type-options"] == "nosniff"
    )
    assert client.post("/v1/sanitize", json={"text": texts[2]}).status_code == 422


def test_settings_say_what_the_options_of_the_command_say(client: TestClient) -> None:
    settings = {
        "strategy": "S4",
        "operators": {"PERSON": "tag", "DATE": {"mask": {"keep_last": 2}}},
        "decisions": [{"form": "asthma", "decision": "keep"}],
    }
    text = client.post("/v1/sanitize", json={"text": TEXT, "settings": settings}).json()["results"][0]["text"]
    assert "asthma" in text and "PERSON" in text and "Leeds" not in text
    rules = {"rules": {"extends": "court", "deny": [{"phrases": ["asthma"], "type": "DISEASE"}]}}
    assert (
        "asthma"
        not in client.post("/v1/sanitize", json={"text": TEXT, "settings": rules}).json()["results"][0][
            "text"
        ]
    )
    protect = {"protect": [["Leeds", "a city"]], "threshold": "guarantee"}
    assert "Leeds" not in client.post("/v1/sanitize", json={"text": TEXT, "settings": protect}).text


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"strategy": "S9"}, "is not one of 'S1'"),
        ({"stratgy": "S4"}, "did you mean 'strategy'"),
        ({"report_file": "/etc/passwd"}, "there is no"),
        ({"output": "x"}, "there is no"),
        ({"key_file": "/etc/shadow"}, "there is no"),
        ({"profile": "/etc/passwd"}, "profile: one of"),
        ({"profile": "court", "rules": {}}, "profile and rules"),
        ({"rules": {"extends": "../../x.toml"}}, "extends: one of"),
        ({"rules": {"deny": [{"file": "/etc/passwd"}]}}, "no file can be named"),
        ({"rules": {"allow": [{"file": ["/etc/passwd"]}]}}, "no file can be named"),
        ({"rules": {"protect": {"file": "/etc/passwd"}}}, "no file can be named"),
        ({"rules": "court"}, "a table is needed"),
        ({"decisions": [{"form": "asthma"}]}, "decisions, line 1"),
        ({"decisions": "keep all"}, "a list of objects"),
        ({"protect": "/etc/passwd"}, "a list of pairs"),
        ({"operators": {"PERSON": "teleport"}}, "is none of generalize"),
        ({"operators": {"PERSON": ["tag"]}}, "is how they look"),
        ({"groups": 7}, "groups"),
        ({"comments": "all"}, "comments"),
        ({"context": {"window": 3}}, "a string, a number"),
        ({"strategy": "S4 --report=/etc/x"}, "is not one of"),
    ],
)
def test_settings_that_cannot_be_used_are_one_line(client: TestClient, settings: Any, told: str) -> None:
    answer = client.post("/v1/sanitize", json={"text": TEXT, "settings": settings})
    assert answer.status_code == 422 and told in answer.json()["detail"]
    assert "Ann" not in answer.text and "/proc" not in answer.text


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/v1/sanitize", {"text": "x" * (1 << 20)}, 413),
        ("/v1/sanitize", {}, 422),
        ("/v1/sanitize", {"text": "a", "texts": ["b"]}, 422),
        ("/v1/sanitize", {"text": 5}, 422),
        ("/v1/sanitize", {"texts": ["a"] * 1001}, 422),
        ("/v1/sanitize", {"text": "a", "more": 1}, 422),
        ("/v1/sanitize", {"text": "half \ud800 of a character"}, 422),
        ("/v1/count", {"terms": []}, 422),
        ("/v1/count", {"terms": ["--"]}, 422),
        ("/v1/nowhere", {}, 404),
    ],
)
def test_bodies_that_cannot_be_used_are_refused(
    client: TestClient, path: str, body: Any, status: int
) -> None:
    answer = client.post(path, content=json.dumps(body), headers={"content-type": "application/json"})
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json" and "xxx" not in answer.text


def test_explain_and_count_tell_what_the_commands_tell(client: TestClient) -> None:
    lines = client.post("/v1/explain", json={"text": TEXT}).json()["lines"]
    assert any("sensitive 'Ann Lee'" in line for line in lines)
    told = client.post("/v1/count", json={"terms": ["asthma", "oboe"]}).json()
    assert [row["term"] for row in told["terms"]] == ["asthma", "oboe"] and told["pairs"][0]["h"] >= 0


def test_each_key_may_do_what_its_scopes_say(tmp_path: Path) -> None:
    keys, headers = keys_of(tmp_path, ward=["sanitize"], desk=["jobs"])
    with serving(tmp_path, keys=keys) as (client, _):
        for path, status in (("/livez", 200), ("/readyz", 200), ("/v1/version", 401), ("/metrics", 401)):
            assert client.get(path).status_code == status
        assert client.get("/v1/version", headers=headers["ward"]).json()["api"] == "v1"
        cases = [
            ({}, 401),
            ({"authorization": "Bearer ss_ward_x"}, 401),
            (headers["desk"], 403),
            (headers["ward"], 200),
        ]
        for given, status in cases:
            assert client.post("/v1/sanitize", json={"text": TEXT}, headers=given).status_code == status
        assert client.post("/v1/restore", json={"texts": ["a"]}, headers=headers["ward"]).status_code == 403
        assert client.get("/v1/jobs", headers=headers["ward"]).status_code == 403


def test_restoring_needs_a_reason_that_is_written_down(tmp_path: Path) -> None:
    key = tmp_path / "secret.key"
    key.write_text("8d1f60c34b6c2f4bd0cf5a3d2a6bb02f2f7d0ac1b9b8a6b48a8d0d7f6c3ee512")
    key.chmod(0o600)
    keys, headers = keys_of(tmp_path, ward=["sanitize", "restore"])
    with serving(tmp_path, str(key), keys=keys) as (client, service):
        sealed = client.post(
            "/v1/sanitize",
            json={"text": TEXT, "settings": {"operators": {"PERSON": "encrypt"}}},
            headers=headers["ward"],
        ).json()["results"][0]["text"]
        assert "Ann Lee" not in sealed
        assert (
            client.post("/v1/restore", json={"texts": [sealed]}, headers=headers["ward"]).status_code == 428
        )
        why = {**headers["ward"], "x-reason": "order of a court"}
        told = client.post("/v1/restore", json={"texts": [sealed]}, headers=why).json()
        assert "Ann Lee" in told["texts"][0] and told["opened"] == 1 and told["failed"] == 0
        (noted,) = service.store.readings()
        assert noted["owner"] == "ward" and noted["reason"] == "order of a court"


def test_metrics_count_by_patterns_of_routes(client: TestClient) -> None:
    client.get("/v1/jobs/secret-name")
    client.get("/Zebulon/Quackenbush")
    told = client.get("/metrics").text
    assert (
        'route="/v1/jobs/{job}",status="404"' in told and "secret-name" not in told and "Zebulon" not in told
    )
    assert 'sanitizer_requests_total{method="POST",route="/v1/sanitize",status="200"}' in told
    assert (
        client.post("/v1/sanitize", content=b"x", headers={"content-type": "text/plain"}).status_code == 415
    )
    told = client.get("/metrics").text  # what the guard refuses counts too
    assert 'sanitizer_requests_total{method="POST",route="none",status="415"} 1' in told


TABLE = "name,town,born,illness\n" + "".join(
    f"Person {n},{'Leeds' if n % 2 else 'York'},{1950 + n % 4},{'asthma' if n % 3 else 'flu'}\n"
    for n in range(24)
)


@pytest.mark.parametrize(
    ("name", "settings", "status"),
    [
        ("t.csv", {"person": ["name"], "k": 3}, 200),
        ("t.txt", {}, 415),
        ("t.csv", {"k": 0}, 422),
        ("t.csv", {"persons": ["name"]}, 422),
        ("t.csv", {"definition": {"output": {}}}, 422),
        ("t.csv", [], 422),
    ],
)
def test_a_table_is_released_verified_and_nothing_of_it_stays(
    open_service: tuple[TestClient, Service], name: str, settings: Any, status: int
) -> None:
    client, service = open_service
    sent = {"files": (name, TABLE, "text/csv")}
    answer = client.post("/v1/release", files=sent, data={"settings": json.dumps(settings)})
    assert answer.status_code == status, answer.text
    tables = service.config.state / "tables"
    assert not tables.exists() or not list(tables.iterdir())
    if status != 200:
        assert "Person" not in answer.text and str(service.config.state) not in answer.text
        return
    told = answer.json()
    rows = told["table"].strip().split("\n")
    assert rows[0] == "town,born,illness" and len(rows) == 25
    seen = [tuple(row.split(",")[:2]) for row in rows[1:]]
    assert min(map(seen.count, seen)) >= 3
