"""What an attacker tried of the service: files of its machine, settings that are passed over, wrong types, races."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.serving import serving

TABLE = b"town,age\n" + b"".join(b"%s,%d\n" % (t, 20 + i) for i in range(10) for t in (b"Leeds", b"York"))
DEFINITION: dict[str, Any] = {
    "privacy": {"k": 2},
    "attribute": {"town": {"role": "quasi"}, "age": {"role": "quasi", "type": "number"}},
}
TEXT = "Mr Tom Huber of Leeds."
NAME = "Zebulon Quackenbush"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with serving(tmp_path_factory.mktemp("attacked")) as (made, _):
        yield made


def sanitized(client: TestClient, settings: Any, *texts: str) -> Any:
    return client.post("/v1/sanitize", json={"texts": texts or [TEXT], "settings": settings})


@pytest.mark.finding("files of the service")
@pytest.mark.parametrize("place", ["{0}/staff.csv", "../../../staff.csv", "/etc/passwd"])
@pytest.mark.parametrize("by", ["hierarchy", "k-map", "delta-presence"])
def test_a_definition_that_is_sent_names_no_file(
    client: TestClient, place: str, by: str, tmp_path: Path
) -> None:
    (tmp_path / "staff.csv").write_text("Leeds;Zorblax\nYork;Quillmere\n")
    path = place.format(tmp_path)
    if by == "hierarchy":
        town = {"role": "quasi", "hierarchy": {"file": path, "delimiter": ";"}}
        definition = {**DEFINITION, "attribute": {**DEFINITION["attribute"], "town": town}}
    else:
        bounds = {"k": 2} if by == "k-map" else {"lower": 0.1, "upper": 0.5}
        definition = {
            **DEFINITION,
            "privacy": {"k": 2, "model": [{"name": by, "population": path, **bounds}]},
        }
    told = client.post(
        "/v1/release",
        files={"files": ("t.csv", TABLE)},
        data={"settings": json.dumps({"definition": definition})},
    )
    assert told.status_code == 422 and "no file can be named here" in told.json()["detail"]
    assert "Zorblax" not in told.text and path not in told.text


@pytest.mark.finding("settings passed over")
@pytest.mark.parametrize(
    "settings",
    [
        {"spread": "collection"}, {"format": "jsonl"}, {"keep_fields": ["x"]}, {"pdf": "text"},
        {"text_field": True, "strict": True}, {"groups": True}, {"threshold": False}, {"operators": True},
    ],
)  # fmt: skip
def test_a_setting_that_would_be_passed_over_is_refused(client: TestClient, settings: dict[str, Any]) -> None:
    assert sanitized(client, settings).status_code == 422


@pytest.mark.parametrize(
    "settings",
    [
        {NAME: 1}, {"strategy": NAME}, {"threshold": NAME}, {"profile": NAME}, {"operators": {"PERSON": NAME}},
        {"operators": {NAME: "tag"}}, {"decisions": [{"form": NAME, "decision": NAME}]}, {"rules": {NAME: 1}},
        {"decisions": [{"form": NAME, "decision": "mask", "type": NAME}]}, {"rules": {"types": {NAME: NAME}}},
        {"rules": {"extends": NAME}}, {"rules": {"protect": {NAME: [1]}}},
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_setting_is_said_without_it(
    client: TestClient, settings: dict[str, Any]
) -> None:
    told = sanitized(client, settings)
    assert told.status_code == 422 and "Zebulon" not in told.text and len(told.json()["detail"]) > 20


@pytest.mark.finding("settings passed over")
def test_texts_are_met_only_if_what_was_asked_holds(client: TestClient) -> None:
    look = "The Fire Drill of the Year was long."
    assert sanitized(client, {}, look).json()["met"] is True
    assert sanitized(client, {"strict": True}, look).json()["met"] is False
    decisions = [{"form": "Nowhere Berg", "decision": "mask"}, {"form": "Tom Huber", "decision": "mask"}]
    told = sanitized(client, {"decisions": decisions}, "Nobody came.", TEXT).json()
    assert told["met"] is False and told["decisions_unused"] == [1]
    told = sanitized(client, {"decisions": decisions[1:]}, "Nobody came.", TEXT).json()
    assert told["met"] is True and "decisions_unused" not in told
    kept = [*decisions[1:], {"form": "Nowhere Berg", "decision": "keep"}]
    told = sanitized(client, {"decisions": kept}, TEXT).json()
    assert told["met"] is True and told["decisions_unused"] == [2]
    for name, unused in (("Tom Hubner", [["[protect] names", 1]]), ("Tom Huber", None)):
        told = sanitized(client, {"rules": {"protect": {"names": [name]}}}, "Nobody came.", TEXT).json()
        assert told.get("protected_unused") == unused and told["met"] is (unused is None)
