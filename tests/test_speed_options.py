"""What says how a run is done and not what comes of it: --server, --timings; spaCy without its command line."""

import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from sanitizer.common.timing import REST, Costs, stage
from sanitizer.text.spacy_import import import_spacy
from tests.command import run_command

ANSWER = {
    "id": "0",
    "text": "A soldier lives in a city.\n",
    "met": True,
    "utility_percent": 33.5,
    "look": {"name": 2},
}


class _Service(BaseHTTPRequestHandler):
    asked: ClassVar[list[tuple[str, str | None, Any]]] = []
    refuses = False
    leads_to = ""

    def do_GET(self) -> None:
        self.asked.append((self.path, self.headers["Authorization"], None))

    def do_POST(self) -> None:
        if self.leads_to:
            self.send_response(302)
            self.send_header("Location", f"{self.leads_to}/stolen")
            self.end_headers()
            return
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append((self.path, self.headers["Authorization"], body))
        status = 422 if self.refuses else 200
        told = {"detail": "settings: there is none"} if self.refuses else {"results": [ANSWER], "met": True}
        data = json.dumps(told).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *given: Any) -> None:
        """Nothing."""


@pytest.fixture
def service() -> Iterator[tuple[str, type[_Service]]]:
    kind: Any = type("Own", (_Service,), {"asked": [], "refuses": False})
    server = HTTPServer(("127.0.0.1", 0), kind)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", kind
    server.shutdown()
    server.server_close()


def test_a_service_does_the_work_with_the_settings_of_the_call(
    service: tuple[str, type[_Service]], tmp_path: Path
) -> None:
    address, kind = service
    (tmp_path / "sanitizer.toml").write_text('[sanitize]\nstrategy = "S4"\n')
    done = run_command(
        "sanitize", "-", "--server", address, "--operator", "PERSON=tag", "--contextual", "--profile", "chat",
        stdin="John Smith.\n", cwd=tmp_path, environment={"SANITIZER_SERVICE_KEY": "ss_x"},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, ANSWER["text"])
    assert "33.5 % of the information kept" in done.stderr and "2 places" in done.stderr
    settings = {"strategy": "S4", "operators": ["PERSON=tag"], "contextual": True, "profile": "chat"}
    assert kind.asked == [("/v1/sanitize", "Bearer ss_x", {"text": "John Smith.\n", "settings": settings})]


def test_a_service_answers_into_a_file(service: tuple[str, type[_Service]], tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("John Smith.", encoding="utf-8")
    done = run_command(
        "sanitize", "note.txt", "-o", "clean.txt", "--server", service[0], "--quiet", cwd=tmp_path
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "clean.txt").read_text(encoding="utf-8") == ANSWER["text"]


@pytest.mark.parametrize(
    ("arguments", "stdin", "says", "status"),
    [
        (["-", "--report", "r.jsonl"], b"Ann.", "--report", 2),
        (["-", "--workers", "2"], b"Ann.", "--workers", 2),
        ([".", "--quiet"], b"", "plain text file", 2),
        (["a.docx"], b"", "plain text file", 2),
        (["none.txt"], b"", "No such file", 2),
        (["-"], b"\xff\xfe", "UTF-8", 1),
        (["-"], b" \n", "no text", 1),
        (["-"], b"Ann.", "cannot be reached", 3),
    ],
)
def test_what_a_service_cannot_do_is_refused(
    arguments: list[str], stdin: bytes, says: str, status: int, tmp_path: Path
) -> None:
    done = run_command("sanitize", *arguments, "--server", "http://127.0.0.1:9", stdin=stdin, cwd=tmp_path)
    assert done.returncode == status and done.stdout == ""
    assert done.stderr.count("\n") == 1 and says in done.stderr


@pytest.mark.finding("plain http")
@pytest.mark.parametrize(
    "address", ["http://service.example", "http://10.0.0.7:8000", "http://", "http:///x"]
)
def test_a_text_goes_to_another_machine_by_https_only(address: str, tmp_path: Path) -> None:
    done = run_command("sanitize", "-", "--server", address, stdin="Ann.", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "") and "https://" in done.stderr


@pytest.mark.finding("plain http")
def test_a_text_goes_to_the_address_alone(service: tuple[str, type[_Service]], tmp_path: Path) -> None:
    """Not on to where a redirection leads, and to this machine by no proxy."""
    address, kind = service
    kind.leads_to = address
    call = ("sanitize", "-", "--server", address)
    done = run_command(*call, stdin="Ann.", cwd=tmp_path, environment={"SANITIZER_SERVICE_KEY": "ss_x"})
    assert done.returncode == 2 and "redirections are not followed" in done.stderr and kind.asked == []
    kind.leads_to = ""
    proxy = {"http_proxy": "http://127.0.0.1:9", "no_proxy": ""}
    assert run_command(*call, stdin="Ann.", cwd=tmp_path, environment=proxy).returncode == 0


def test_the_reason_of_a_service_is_told(service: tuple[str, type[_Service]], tmp_path: Path) -> None:
    service[1].refuses = True
    done = run_command("sanitize", "-", "--server", service[0], stdin="Ann.", cwd=tmp_path)
    assert done.returncode == 2 and "settings: there is none" in done.stderr


def test_timings_tell_every_stage_and_change_nothing(tmp_path: Path) -> None:
    text = "Ann Lee, a nurse in Leeds, was treated for asthma."
    plain = run_command("sanitize", "-", stdin=text, cwd=tmp_path)
    timed = run_command("sanitize", "-", "--timings", stdin=text, cwd=tmp_path)
    assert timed.stdout == plain.stdout
    assert all(f"\n{name} " in timed.stderr for name in ("parse", "recognize", "counts", "write", "all"))
    refused = run_command("sanitize", "-", "--timings", "--workers", "2", stdin=text, cwd=tmp_path)
    assert refused.returncode == 2 and "--workers 1" in refused.stderr


def test_costs_are_of_the_innermost_stage() -> None:
    @stage("inner")
    def inner() -> int:
        return sum(range(50_000))

    @stage("outer")
    def outer() -> int:
        return inner() + inner()

    outer()  # nothing is measured
    costs = Costs()
    with costs.in_use():
        outer()
    outer()
    assert costs.calls == {"outer": 1, "inner": 2}
    assert costs.seconds["inner"] > costs.seconds["outer"] and costs.seconds[REST] >= 0
    assert costs.lines(1)[-1].startswith("all ")


def test_spacy_is_left_as_it_is_where_it_is_imported_already() -> None:
    import spacy

    import_spacy()
    assert "spacy.cli" not in sys.modules or hasattr(sys.modules["spacy.cli"], "app")
    assert callable(spacy.info)
