"""A real server with workers: killed, restarted, attacked; and the client of one file."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from sanitizer.service.client import Client, ServiceError
from tests.command import run_command
from tests.serving import free_port

FILES = {
    f"case {n}.txt": f"Ann Lee of Leeds, case {n}, plays the oboe in Prague with John Smith."
    for n in range(20)
}


@contextmanager
def server(state: Path, port: int) -> Iterator["subprocess.Popen[bytes]"]:
    command = [
        sys.executable,
        "-m",
        "sanitizer",
        "serve",
        "--port",
        str(port),
        "--workers",
        "2",
        "--state",
        str(state),
    ]
    with (state.parent / "log").open("ab") as log:
        process = subprocess.Popen(command, stderr=log)
    client = Client(f"http://127.0.0.1:{port}")
    for _ in range(600):
        with suppress(OSError, ServiceError):
            if client.count("oboe"):
                break
        time.sleep(0.1)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) in (143, -9)


def children(process: "subprocess.Popen[bytes]") -> list[int]:
    told = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return [int(pid) for pid in told.split()]


@pytest.mark.heavy
def test_whatever_is_killed_no_job_is_lost_and_none_is_done_twice(tmp_path: Path) -> None:
    port = free_port()
    client = Client(f"http://127.0.0.1:{port}")
    with server(tmp_path / "state", port) as process:
        assert client.sanitize("Ann Lee lives in Leeds.")["met"]
        for victims in ("workers", "server", "all"):
            job = client.hand_in(FILES, {"keep_ids": True}, once=victims)["id"]
            while client.job(job)["progress"][0] < 3:
                time.sleep(0.02)
            first, *rest = children(process)  # the server is the first
            for pid in {"workers": rest, "server": [first], "all": []}[victims]:
                os.kill(pid, signal.SIGKILL)
            if victims == "all":
                os.kill(process.pid, signal.SIGKILL)
                break
            for _ in range(100):
                with suppress(OSError):
                    told = client.wait(job)
                    break
                time.sleep(0.1)
            assert told["state"] == "done" and told["summary"]["done"] == len(FILES)
    with server(tmp_path / "state", port):
        assert client.wait(job)["summary"]["done"] == len(FILES)
        assert client.hand_in(FILES, {"keep_ids": True}, once="all")["id"] == job
        jobs = [client.hand_in(FILES, {"keep_ids": True}, once=which)["id"] for which in ("all", "server")]
        assert client.result(jobs[0]) == client.result(jobs[1])
    assert "Ann Lee" not in (tmp_path / "log").read_text()


@pytest.mark.heavy
def test_rude_callers_are_sent_away(tmp_path: Path) -> None:
    port = free_port()
    with server(tmp_path / "state", port) as process:
        slow = [socket.create_connection(("127.0.0.1", port)) for _ in range(50)]
        for line in slow:
            line.sendall(b"POST /v1/sanitize HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        rude = {
            b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * (1 << 20): b"400",
            b"\0\1\2\3\r\n\r\n": b"400",
            b"POST /v1/sanitize HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 52428800\r\n\r\n": b"413",
            b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n": b"404",
            b"GET /livez HTTP/1.1\r\nHost: evil.example\r\n\r\n": b"421",
        }
        for sent, expected in rude.items():
            with socket.create_connection(("127.0.0.1", port), timeout=20) as line, suppress(ConnectionError):
                line.sendall(sent)
                assert expected in line.recv(1000).split(b"\r\n")[0]
        assert Client(f"http://127.0.0.1:{port}").sanitize("Ann Lee lives in Leeds.")["met"]
        ends = time.monotonic() + 40
        for line in slow:
            line.settimeout(max(ends - time.monotonic(), 0.1))
            with suppress(ConnectionError):
                assert line.recv(100) == b""
            line.close()
        del process


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--host", "0.0.0.0"], "is reached from other machines: give --keys FILE"),
        (["--keys", "nowhere.json"], "cannot be read"),
        (["--webhook-host", "a.example"], "needs --webhook-key"),
        (["--key-file", "nowhere.key"], "key file nowhere.key: there is no such file; check"),
        (["--port", "99999"], "99999"),
    ],
)
def test_a_service_that_would_be_open_or_cannot_work_is_not_started(
    tmp_path: Path, options: list[str], told: str
) -> None:
    done = run_command("serve", *options, cwd=tmp_path)
    assert done.returncode == 2 and told in done.stderr and not list(tmp_path.iterdir())


def test_keys_are_made_listed_and_removed_by_the_command(tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    made = run_command("keys", "add", "ward", "--scope", "sanitize", "--scope", "jobs", "--file", file)
    assert made.stdout.startswith("ss_ward_")
    assert run_command("keys", "list", "--file", file).stdout == "ward: jobs, sanitize\n"
    assert run_command("keys", "remove", "ward", "--file", file).returncode == 0
    assert run_command("keys", "remove", "ward", "--file", file).returncode == 2
