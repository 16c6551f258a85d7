"""Jobs: handed in, run as the command runs, watched, fetched, cancelled, removed; nothing in clear at rest."""

import io
import logging
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from sanitizer.documents.encrypted_files import Seal
from sanitizer.service.dispatch import Dispatcher
from sanitizer.service.retention import purge_expired
from tests.command import run_command
from tests.serving import ended, keys_of, serving

CANARY = "Zebulon Quackenbush"
FILES = {
    "letter.txt": f"Dear {CANARY}, your asthma was treated in Leeds on 3 May 1990.",
    "ward/note.md": "John Smith plays the oboe in Prague. <script>alert(1)</script>",
}


def hand_in(client: Any, files: Any = FILES, **more: Any) -> Any:
    headers = more.pop("headers", {})
    return client.post("/v1/jobs", json={"files": files, **more}, headers=headers)


def test_a_job_gives_what_the_command_writes(tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    assert (
        run_command("sanitize", folder, "-o", out, "--masks", tmp_path / "m.json", "--quiet").returncode == 0
    )
    with serving(tmp_path) as (client, _):
        answer = hand_in(client)
        job = answer.json()["id"]
        assert answer.status_code == 202 and answer.headers["location"] == f"/v1/jobs/{job}"
        told = ended(client, job)
        assert told["state"] == "done" and told["met"] and told["summary"]["done"] == 2
        archive = zipfile.ZipFile(io.BytesIO(client.get(f"/v1/jobs/{job}/result").content))
        assert archive.namelist() == told["files"] == sorted(FILES)
        for number, name in enumerate(told["files"]):
            assert archive.read(name) == (out / name).read_bytes()
            one = client.get(f"/v1/jobs/{job}/files/{number}")
            assert one.content == archive.read(name)
            assert one.headers["content-disposition"].startswith("attachment")
        assert client.get(f"/v1/jobs/{job}/masks").text == (tmp_path / "m.json").read_text()
        assert client.get(f"/v1/jobs/{job}/files/2").status_code == 404


def test_rows_and_forms_are_handed_in_too(tmp_path: Path) -> None:
    rows = b'{"id": "1", "text": "Ann Lee lives in Leeds."}\n{"id": "2", "text": "Nothing here."}\n'
    with serving(tmp_path) as (client, _):
        fields = {
            "settings": '{"strategy": "S4", "profile": "paper"}',
            "decisions": '{"form": "Leeds", "decision": "keep"}\n',
        }
        answer = client.post("/v1/jobs", files=[("files", ("rows.jsonl", rows))], data=fields)
        job = answer.json()["id"]
        told = ended(client, job)
        assert told["files"] == ["result.jsonl"] and told["summary"]["settings"]["profile"] == "paper"
        assert b"Leeds" in client.get(f"/v1/jobs/{job}/result").content
        assert b"Ann Lee" not in client.get(f"/v1/jobs/{job}/result").content


@pytest.mark.parametrize(
    ("boundary", "body"),
    [
        ("b", b"--b\r\nnot a header\r\n\r\nx\r\n--b--\r\n"),
        ("b", b"no boundary"),
        ("", b"x"),
        ("b", b'--b\r\nContent-Disposition: form-data; name="settings"\r\n\r\n{\r\n--b--\r\n'),
        ("b", b'--b\r\nContent-Disposition: form-data; name="x"; filename="a.txt"\r\n\r\nx\r\n--b--\r\n'),
    ],
)
def test_forms_that_are_none_are_refused(tmp_path: Path, boundary: str, body: bytes) -> None:
    headers = {"content-type": f"multipart/form-data; boundary={boundary}"}
    with serving(tmp_path) as (client, _):
        answer = client.post("/v1/jobs", content=body, headers=headers)
        assert (
            answer.status_code in (400, 422) and answer.headers["content-type"] == "application/problem+json"
        )


def test_the_same_request_again_is_the_same_job(tmp_path: Path) -> None:
    once = {"idempotency-key": "letter 1"}
    with serving(tmp_path) as (client, service):
        first, again = hand_in(client, headers=once), hand_in(client, headers=once)
        assert (first.status_code, again.status_code) == (202, 200) and first.json()["id"] == again.json()[
            "id"
        ]
        assert hand_in(client, {"a.txt": "Something else."}, headers=once).status_code == 409
        assert hand_in(client).json()["id"] != first.json()["id"]
        assert len(list((service.config.state / "jobs").iterdir())) == len(service.store.ids()) == 2


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"files": {"../../etc/passwd": CANARY}}, 422),
        ({"files": {"/etc/passwd": CANARY}}, 422),
        ({"files": {"a\\b.txt": CANARY}}, 422),
        ({"files": {"C:x.txt": CANARY}}, 422),
        ({"files": {"a\0b.txt": CANARY}}, 422),
        ({"files": {".hidden": CANARY}}, 422),
        ({"files": {"a/./b.txt": CANARY}}, 422),
        ({"files": {"a//b.txt": CANARY}}, 422),
        ({"files": {"<script>.txt": CANARY}}, 422),
        ({"files": {"x" * 300: CANARY}}, 422),
        ({"files": {"a.zip": CANARY}}, 422),
        ({"files": {}}, 422),
        ({"files": [CANARY]}, 422),
        ({"files": {"a.txt": 5}}, 422),
        ({"files": {"a.txt": CANARY}, "settings": {"strategy": "S9"}}, 422),
        ({"files": {"a.txt": CANARY}, "more": 1}, 422),
        ({"files": {"a.txt": CANARY}, "webhook": "http://169.254.169.254/"}, 422),
        ({"files": {"a.txt": "x" * (1 << 20)}}, 413),
    ],
)
def test_what_cannot_be_a_job_is_refused_without_a_word_of_it(tmp_path: Path, body: Any, status: int) -> None:
    with serving(tmp_path, largest_job=1 << 20) as (client, service):
        answer = client.post("/v1/jobs", json=body)
        assert answer.status_code == status and CANARY not in answer.text and "passwd" not in answer.text
        assert not service.store.ids() and not (service.config.state / "jobs").exists()


def test_originals_are_read_with_their_own_scope_and_a_reason(tmp_path: Path) -> None:
    keys, headers = keys_of(tmp_path, ward=["jobs"], audit=["jobs", "originals"], other=["jobs", "originals"])
    with serving(tmp_path, keys=keys) as (client, _):
        job = hand_in(client, headers=headers["audit"]).json()["id"]
        assert ended(client, job, headers["audit"])["state"] == "done"
        for what in ("report", "explain", "originals"):
            path = f"/v1/jobs/{job}/{what}"
            assert client.get(path, headers=headers["ward"]).status_code == 403
            assert client.get(path, headers=headers["other"]).status_code == 404
            assert client.get(path, headers=headers["audit"]).status_code == 428
            answer = client.get(path, headers={**headers["audit"], "x-reason": "complaint 12"})
            assert answer.status_code == 200
            if what != "originals":
                assert CANARY in answer.text
        archive = zipfile.ZipFile(io.BytesIO(answer.content))
        assert archive.read("letter.txt").decode() == FILES["letter.txt"]
        told = client.get(f"/v1/jobs/{job}/readings", headers=headers["audit"]).json()["readings"]
        assert [row["reason"] for row in told] == ["complaint 12"] * 3
        for path in ("", "/result", "/masks", "/events"):
            assert client.get(f"/v1/jobs/{job}{path}", headers=headers["ward"]).status_code == 404


@pytest.mark.parametrize("sealed", [True, False])
def test_no_word_of_a_text_lies_in_clear_or_is_logged(
    tmp_path: Path, sealed: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    with serving(tmp_path, master=Seal(bytes(range(32))) if sealed else None) as (client, service):
        files = {f"{CANARY}.txt": FILES["letter.txt"]}
        asked = {"decisions": [{"form": "asthma", "decision": "keep", "why": f"asked by {CANARY}"}]}
        job = hand_in(client, files, headers={"idempotency-key": CANARY}, settings=asked).json()["id"]
        told = ended(client, job)
        assert told["state"] == "done" and told["progress"] == [1, 1]
        why = {"x-reason": "Quackenbush asked" if sealed else "complaint"}
        assert client.get(f"/v1/jobs/{job}/report", headers=why).status_code == 200
        metrics = client.get("/metrics").text
        listed = client.get("/v1/jobs").text
        stored = [path for path in service.config.state.rglob("*") if path.is_file()]
        assert len(stored) > 4
        for path in stored:
            assert b"Quackenbush" not in path.read_bytes() and "Quackenbush" not in path.name
            assert b"asthma" not in path.read_bytes()
        for path in (service.config.state, *service.config.state.rglob("*")):
            assert path.stat().st_mode & 0o077 == 0, path
        assert "Quackenbush" not in metrics + caplog.text + listed


def test_a_job_whose_worker_is_killed_goes_on_and_one_that_kills_is_given_up(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, service):
        service.pool.kill_next = 2  # type: ignore[attr-defined]
        job = hand_in(client).json()["id"]
        assert ended(client, job)["state"] == "done" and service.pool.runs == 3  # type: ignore[attr-defined]
        service.pool.kill_next = 3  # type: ignore[attr-defined]
        told = ended(client, hand_in(client).json()["id"])
        assert told["state"] == "failed" and "killed" in told["reason"]
        assert client.get(f"/v1/jobs/{told['id']}/result").status_code == 410


def test_jobs_wait_where_a_server_ended_and_none_is_done_twice(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, service):
        done = hand_in(client).json()["id"]
        ended(client, done)
        service.pool.hold.clear()  # type: ignore[attr-defined]
        left = hand_in(client).json()["id"]
        while client.get(f"/v1/jobs/{left}").json()["state"] == "queued":
            time.sleep(0.01)
        assert client.get(f"/v1/jobs/{left}/result").status_code == 409
    with serving(tmp_path) as (client, service):
        assert ended(client, left)["state"] == "done"
        assert service.pool.runs == 1  # type: ignore[attr-defined]
        assert client.get(f"/v1/jobs/{done}").json()["state"] == "done"


def test_jobs_are_cancelled_and_removed(tmp_path: Path) -> None:
    with serving(tmp_path, most_jobs=2) as (client, service):
        service.pool.hold.clear()  # type: ignore[attr-defined]
        jobs = [hand_in(client).json()["id"] for _ in range(3)]
        full = hand_in(client)
        assert full.status_code == 503 and full.headers["retry-after"]
        assert client.post(f"/v1/jobs/{jobs[0]}/cancel").json()["state"] == "cancelled"
        assert client.post(f"/v1/jobs/{jobs[0]}/cancel").status_code == 409
        for job in jobs[:2]:
            assert client.delete(f"/v1/jobs/{job}").status_code == 204
            assert client.get(f"/v1/jobs/{job}").status_code == 404
            assert not service.store.folder(job).exists()
        service.pool.hold.set()  # type: ignore[attr-defined]
        assert ended(client, jobs[2])["state"] == "done"


def test_what_has_expired_is_removed_and_searched_for(tmp_path: Path) -> None:
    with serving(tmp_path) as (client, service):
        job = hand_in(client).json()["id"]
        ended(client, job)
        row = service.store.get(job)
        assert row is not None and purge_expired(service.store).jobs == ()
        purged = purge_expired(service.store, row.expires + 1)
        assert purged.jobs == (job,) and purged.files > 3 and not purged.left
        assert not any(row.key in f.read_bytes() for f in service.config.state.rglob("*") if f.is_file())


def test_a_dispatcher_is_what_the_routes_use(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, service):
        assert Dispatcher(service).progress("none") == (0, 0)
