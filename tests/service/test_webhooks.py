"""Webhooks: signed, to allowed hosts only, until they are heard."""

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from sanitizer.common.keys import Key
from sanitizer.service import webhooks
from sanitizer.service.problems import Problem
from sanitizer.service.webhooks import SIGNATURE, checked_url
from tests.serving import ended, serving

KEY = Key(bytes(range(7, 39)))


@pytest.fixture
def receiver() -> Iterator[tuple[str, list[tuple[str, bytes]], threading.Event]]:
    heard: list[tuple[str, bytes]] = []
    done = threading.Event()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            heard.append((self.headers[SIGNATURE], body))
            self.send_response(500 if len(heard) == 1 else 204)
            self.end_headers()
            if len(heard) == 2:
                done.set()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Receiver)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/hook", heard, done
    server.shutdown()
    server.server_close()


def test_the_end_of_a_job_is_told_signed_until_it_is_heard(
    tmp_path: Path,
    receiver: tuple[str, list[tuple[str, bytes]], threading.Event],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    address, heard, done = receiver
    monkeypatch.setattr(webhooks, "WAITS", (0.0, 0.01, 0.01))
    with serving(tmp_path, hooks=frozenset(["127.0.0.1"]), hook_key=KEY) as (client, _):
        body = {"files": {"a.txt": "Ann Lee lives in Leeds."}, "webhook": address}
        job = client.post("/v1/jobs", json=body).json()["id"]
        ended(client, job)
        assert done.wait(10)
        while client.get(f"/v1/jobs/{job}").json()["webhook"] != "sent":
            pass
    for signature, told in heard:
        moment, _, proof = signature.removeprefix("t=").partition(",v1=")
        under = KEY.derive("webhook")
        assert proof == hmac.new(under, f"{moment}.".encode() + told, hashlib.sha256).hexdigest()
        assert json.loads(told) == {"job": job, "state": "done", "met": True, "documents": 1, "done": 1}
    assert len(heard) == 2


@pytest.mark.parametrize(
    "address",
    [
        "http://169.254.169.254/", "ftp://good.example/", "http://good.example@evil.example/", "good.example", "", None,
        "http://good.example.evil.example/", "http://[::1/", "http://good.example:port/", 5, "http://user@good.example/",
    ],
)  # fmt: skip
def test_webhooks_go_to_allowed_hosts_only(address: Any) -> None:
    with pytest.raises(Problem):
        checked_url(address, ["good.example"])
    assert checked_url("https://good.example:8443/a?b", ["good.example"])
