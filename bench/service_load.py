"""Load the service, and compare it to the library in the same run: `python bench/service_load.py`.

Texts of about 1,500 characters, each different, made of the sentences of examples/reports, are sent one a request by 1,
8 and 64 clients for so many seconds each (`--seconds`); before and after, `sanitize_many(workers=2)` does such texts.
Printed are texts a second, processor seconds a text (of all processes; what others do on the machine hardly changes
them), their share of what the library does, latencies, answers by status, and the memory of the workers.
`--sentences N` sends N different sentences, and prints the memory of the workers on the way.
"""

import argparse
import contextlib
import http.client
import json
import os
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

from sanitizer import Sanitizer

REPORTS = Path(__file__).parent.parent / "examples" / "reports"
WORKERS = 2


def sentences() -> list[str]:
    """Return the sentences of the example reports."""
    text = " ".join(f.read_text(encoding="utf-8") for f in sorted(REPORTS.glob("*.txt")))
    return [s.strip() for s in re.split(r"(?<=[.!?])\s+", text) if len(s) > 20]


def make_text(known: list[str], number: int, length: int = 1500) -> str:
    """Return a text of about so many characters, another for each number."""
    chance, parts = random.Random(number), [f"Case {number}."]
    while sum(map(len, parts)) < length:
        parts.append(chance.choice(known))
    return " ".join(parts)


class Server:
    """A service on a port that is free, ended behind the block."""

    def __init__(self) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            self.port = taken.getsockname()[1]

    def __enter__(self) -> "Server":
        self._place = tempfile.TemporaryDirectory()
        command = [
            sys.executable, "-m", "sanitizer", "serve", "--port", str(self.port), "--workers", str(WORKERS), "--quiet",
            "--state", self._place.name, "--most-waiting", "64",
        ]  # fmt: skip
        self._process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        while self.get("/readyz") is None:
            time.sleep(0.2)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.send_signal(signal.SIGTERM)
        self._process.wait()
        self._place.cleanup()

    def get(self, path: str) -> str | None:
        """Return a page, or None while it is not there."""
        with contextlib.suppress(OSError), contextlib.closing(self.connect()) as line:
            line.request("GET", path)
            answer = line.getresponse()
            told = answer.read().decode()
            return told if answer.status == 200 else None
        return None

    def connect(self) -> http.client.HTTPConnection:
        """Return a connection."""
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=300)

    def processor(self) -> float:
        """Processor seconds of the server and its workers so far."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children").read_text(
            encoding="ascii"
        )
        ticks = 0
        for pid in children.split():
            parts = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
            ticks += int(parts[11]) + int(parts[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory(self) -> list[int]:
        """MiB of each worker."""
        told = self.get("/metrics") or ""
        return [
            int(line.rpartition(" ")[2]) >> 20
            for line in told.split("\n")
            if line.startswith("sanitizer_resident")
        ]


class Load:
    """Clients that send texts one after another."""

    def __init__(self, server: Server, first: int) -> None:
        self._server, self._number = server, first
        self._lock = threading.Lock()
        self.times: list[float] = []
        self.statuses: Counter[int] = Counter()

    def run(self, clients: int, seconds: float) -> float:
        """Send for so many seconds; texts a second."""
        begun = time.perf_counter()
        threads = [threading.Thread(target=self._client, args=(begun + seconds,)) for _ in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return self.statuses[200] / (time.perf_counter() - begun)

    def _client(self, ends: float) -> None:
        known = sentences()
        with contextlib.closing(self._server.connect()) as line:
            while time.perf_counter() < ends:
                with self._lock:
                    self._number += 1
                    number = self._number
                body = json.dumps({"text": make_text(known, number)})
                begun = time.perf_counter()
                line.request("POST", "/v1/sanitize", body, {"content-type": "application/json"})
                answer = line.getresponse()
                answer.read()
                with self._lock:
                    self.statuses[answer.status] += 1
                    if answer.status == 200:
                        self.times.append(time.perf_counter() - begun)
                if answer.status == 503:
                    time.sleep(float(answer.headers["retry-after"]))

    def latency(self, share: float) -> float:
        """Seconds in which so large a share was answered."""
        ordered = sorted(self.times)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def library(sanitizer: Sanitizer, texts: int, first: int) -> tuple[float, float]:
    """Return texts a second of `sanitize_many`, and processor seconds a text."""
    known = sentences()
    made = [make_text(known, first + n) for n in range(texts)]
    begun, used = time.perf_counter(), own_processor()
    for _ in sanitizer.sanitize_many(made, workers=WORKERS):
        pass
    return texts / (time.perf_counter() - begun), (own_processor() - used) / texts


def own_processor() -> float:
    """Processor seconds of this process and of those that it has waited for."""
    told = os.times()
    return told.user + told.system + told.children_user + told.children_system


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--clients", type=int, nargs="+", default=[1, 8, 64])
    parser.add_argument("--texts", type=int, default=200, help="of each run of the library")
    parser.add_argument("--sentences", type=int, default=0)
    asked = parser.parse_args()
    if asked.sentences:
        memory(asked.sentences)
        return
    sanitizer = Sanitizer.default()
    sanitizer.sanitize(make_text(sentences(), 0))
    before, cost = library(sanitizer, asked.texts, 1_000_000)
    print(
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; sanitize_many(workers=2): {before:.2f} texts/s, "
        f"{cost:.3f} processor s/text"
    )
    print("clients  texts/s  processor s/text  p50 s  p99 s  MiB of workers  statuses")
    rates, costs = {}, {}
    with Server() as server:
        Load(server, 3_000_000).run(2, 5.0)
        for clients in asked.clients:
            load = Load(server, 10_000_000 * clients)
            used = server.processor()
            rates[clients] = load.run(clients, asked.seconds)
            costs[clients] = (server.processor() - used) / max(1, load.statuses[200])
            latencies = f"{load.latency(0.5):5.2f}  {load.latency(0.99):5.2f}"
            print(
                f"{clients:7}  {rates[clients]:7.2f}  {costs[clients]:16.3f}  {latencies}  {server.memory()}  "
                f"{dict(load.statuses)}",
                flush=True,
            )
    after, again = library(sanitizer, asked.texts, 2_000_000)
    print(
        f"sanitize_many(workers=2) again: {after:.2f} texts/s, {again:.3f} processor s/text, "
        f"load {os.getloadavg()[0]:.1f}"
    )
    mean, mean_cost = statistics.mean((before, after)), statistics.mean((cost, again))
    for clients, rate in rates.items():
        print(
            f"{clients} clients: {rate / mean:.2f} of the library, by processor time {mean_cost / costs[clients]:.2f}"
        )


def memory(count: int) -> None:
    """Send different sentences, and print the memory of the workers on the way."""
    chance = random.Random(0)
    words = sorted({w for s in sentences() for w in re.findall(r"[A-Za-z]+", s)})
    with Server() as server, contextlib.closing(server.connect()) as line:
        for number in range(0, count, 100):
            made = [f"{' '.join(chance.sample(words, 8))} {chance.randrange(10**9):x}." for _ in range(100)]
            body = json.dumps({"texts": made, "settings": {"any_language": True}})
            line.request("POST", "/v1/sanitize", body, {"content-type": "application/json"})
            line.getresponse().read()
            if number % max(100, count // 2000 * 100) == 0:
                print(f"{number + 100:7} sentences: {server.memory()} MiB", flush=True)


if __name__ == "__main__":
    main()
