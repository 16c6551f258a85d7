"""A PostgreSQL server of its own for tests."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Server:
    """A private PostgreSQL server on a socket in its own folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        initdb = shutil.which("initdb") or (str(found[-1]) if found else None)
        assert initdb, "PostgreSQL is missing: apt-get install postgresql"
        self.bin = Path(initdb).resolve().parent
        if not (self.bin / "pg_ctl").exists():
            self.bin = Path(initdb).parent
        self.user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.user:
            shutil.chown(folder, "postgres")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.run("initdb", "-D", str(self.data), "-U", "tester", "-A", "trust", "--no-sync")

    def run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [*self.user, str(self.bin / program), *arguments],
            check=True,
            capture_output=True,
            cwd=self.folder,
        )

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        self.run("pg_ctl", "-D", str(self.data), "-w", "-l", str(self.folder / "log"), "-o", options, "start")

    def stop(self) -> None:
        self.run("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")

    @property
    def url(self) -> str:
        return f"postgresql://tester@127.0.0.1:{self.port}/postgres"


@contextmanager
def running() -> Iterator[Server]:
    """Provide a server that runs, and is gone behind it."""
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    folder.chmod(0o755)
    made = Server(folder)
    made.start()
    try:
        yield made
    finally:
        subprocess.run([*made.user, str(made.bin / "pg_ctl"), "-D", str(made.data), "-m", "immediate", "stop"],
                       capture_output=True, cwd=folder)  # fmt: skip
        shutil.rmtree(folder, ignore_errors=True)
