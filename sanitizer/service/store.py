"""Keep jobs in one file of SQLite (write-ahead log): a job is a row, and what it is about is sealed under its own key.

One process writes: the server. Each job has a random key; with a master key the job's key lies here wrapped, so that
the file tells nothing of texts, settings and names; without one the keys lie here as they are. What is purged is
overwritten (``secure_delete``), and with the job's key its files are gone for good.
"""

import hashlib
import hmac
import json
import secrets
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sanitizer.documents.encrypted_files import Seal
from sanitizer.errors import ResourceError, UsageError
from sanitizer.service.folder import private_folder
from sanitizer.service.rows import ENDED, STATES, JobRow

ATTEMPTS: Final = 3
"""How often a job is begun: one that kills its worker each time is given up."""

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS jobs (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    owner TEXT NOT NULL,
    state TEXT NOT NULL,
    made REAL NOT NULL,
    begun REAL,
    ended REAL,
    expires REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    key BLOB NOT NULL,
    once TEXT,
    digest TEXT NOT NULL,
    asked BLOB NOT NULL,
    told BLOB,
    hook TEXT NOT NULL DEFAULT 'none',
    UNIQUE (owner, once)
);
CREATE TABLE IF NOT EXISTS readings (
    at REAL NOT NULL, owner TEXT NOT NULL, job TEXT NOT NULL, what TEXT NOT NULL, reason BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS by_state ON jobs (state, number);
"""


class Store:
    """The jobs of a service. Raises UsageError for a file of another key, ResourceError for one that is damaged."""

    def __init__(self, place: Path, master: Seal | None = None) -> None:
        self.place = place
        self._master = master
        private_folder(place).chmod(0o700)
        file = place / "jobs.sqlite"
        file.touch(0o600)
        file.chmod(0o600)
        try:
            self._db = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
            self._db.row_factory = sqlite3.Row
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON", "busy_timeout=5000"):
                self._db.execute(f"PRAGMA {pragma}")
            self._db.executescript(_SCHEMA)
            self._check_master()
        except sqlite3.DatabaseError as error:
            raise ResourceError(f"{file}: the store of jobs is damaged ({type(error).__name__})") from error

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def folder(self, job: str) -> Path:
        """Return where the files of a job lie."""
        return self.place / "jobs" / job

    # --- what the server does ------------------------------------------------------------------------------------

    def name_of(self, owner: str, once: str) -> str:
        """Return what stands for an Idempotency-Key of an owner: it may hold anything, and is not kept as it is."""
        return hmac.new(
            self._salt, f"{owner}\n{once}".encode("utf-8", "surrogatepass"), hashlib.sha256
        ).hexdigest()

    def note_reading(self, owner: str, job: str, what: str, reason: str) -> None:
        """Write down who reads originals, and why."""
        told = json.dumps({"reason": reason}).encode("ascii")
        with self._change():
            self._db.execute(
                "INSERT INTO readings VALUES (?, ?, ?, ?, ?)",
                (time.time(), owner, job, what, self._master.seal(told) if self._master else told),
            )

    def readings(self, job: str | None = None) -> list[dict[str, Any]]:
        """Return who read originals (of a job), when and why, the latest first."""
        where, values = ("", ()) if job is None else (" WHERE job = ?", (job,))
        rows = self._db.execute(
            f"SELECT * FROM readings{where} ORDER BY rowid DESC LIMIT 1000", values
        ).fetchall()
        opened = self._master.open if self._master else bytes
        return [{**dict(row), **json.loads(opened(row["reason"]))} for row in rows]

    def new_key(self) -> bytes:
        """Return the key of a job to come."""
        return secrets.token_bytes(32)

    def add(self, row: JobRow) -> JobRow:
        """Add a job, or tell the one that the same owner handed in with the same ``once`` (Idempotency-Key) before."""
        with self._change():
            if row.once is not None:
                before = self._one("SELECT * FROM jobs WHERE owner = ? AND once = ?", row.owner, row.once)
                if before is not None:
                    return before
            self._db.execute(
                "INSERT INTO jobs (id, owner, state, made, expires, key, once, digest, asked, hook)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    row.id, row.owner, row.state, row.made, row.expires, self._wrapped(row.key), row.once,
                    row.digest, _sealed(row.key, row.asked), row.hook,
                ),
            )  # fmt: skip
        return row

    def get(self, job: str) -> JobRow | None:
        """Return a job by its id."""
        return self._one("SELECT * FROM jobs WHERE id = ?", job)

    def of(self, owner: str, most: int = 100) -> list[JobRow]:
        """Return the jobs of an owner, the newest first."""
        rows = self._db.execute(
            "SELECT * FROM jobs WHERE owner = ? ORDER BY number DESC LIMIT ?", (owner, most)
        )
        return [self._row(row) for row in rows.fetchall()]

    def counts(self) -> dict[str, int]:
        """Return how many jobs stand how."""
        rows = self._db.execute("SELECT state, count(*) FROM jobs GROUP BY state").fetchall()
        return {**dict.fromkeys(STATES, 0), **dict(rows)}

    def claim(self) -> JobRow | None:
        """Return the oldest job that waits, which is running from now on; one that was begun too often fails."""
        with self._change():
            while True:
                row = self._one("SELECT * FROM jobs WHERE state = 'queued' ORDER BY number LIMIT 1")
                if row is None:
                    return None
                if row.attempts < ATTEMPTS:
                    break
                self._end(
                    row, "failed", {"reason": "its worker was killed each time: perhaps it needs more memory"}
                )
            self._db.execute(
                "UPDATE jobs SET state = 'running', begun = coalesce(begun, ?), attempts = attempts + 1 WHERE id = ?",
                (time.time(), row.id),
            )
        return self.get(row.id)

    def end(self, job: str, state: str, told: Mapping[str, Any]) -> bool:
        """Note how a job ended; False where it has ended already, so that nothing is told twice."""
        with self._change():
            row = self.get(job)
            if row is None or row.state in ENDED:
                return False
            self._end(row, state, told)
        return True

    def again(self, job: str | None = None, counts: bool = True) -> int:
        """Let a running job, or all of them, wait again: what ran it is gone. Without `counts` that was nobody's fault
        of the job's, and it is no attempt."""
        less = "" if counts else ", attempts = max(attempts - 1, 0)"
        where, values = ("", ()) if job is None else (" AND id = ?", (job,))
        with self._change():
            done = self._db.execute(
                f"UPDATE jobs SET state = 'queued'{less} WHERE state = 'running'{where}", values
            )
        return done.rowcount

    def hooks(self) -> list[JobRow]:
        """Return the jobs that have ended and whose webhooks are due."""
        rows = self._db.execute(
            "SELECT * FROM jobs WHERE hook = 'due' AND state IN ('done', 'failed', 'cancelled') ORDER BY number"
        )
        return [self._row(row) for row in rows.fetchall()]

    def set_hook(self, job: str, state: str) -> None:
        """Note how a webhook stands."""
        with self._change():
            self._db.execute("UPDATE jobs SET hook = ? WHERE id = ?", (state, job))

    # --- what retention does -------------------------------------------------------------------------------------

    def expired(self, now: float) -> list[str]:
        """Return the jobs whose time is over, and that do not run."""
        rows = self._db.execute("SELECT id FROM jobs WHERE expires <= ? AND state != 'running'", (now,))
        return [row[0] for row in rows.fetchall()]

    def ids(self) -> list[str]:
        """Return all jobs."""
        return [row[0] for row in self._db.execute("SELECT id FROM jobs ORDER BY number").fetchall()]

    def kept_key(self, job: str) -> bytes:
        """Return the key of a job as it lies in the file; nothing where there is no such job."""
        row = self._db.execute("SELECT key FROM jobs WHERE id = ?", (job,)).fetchone()
        return b"" if row is None else bytes(row[0])

    def forget(self, job: str) -> None:
        """Take a job out; its key is overwritten."""
        with self._change():
            self._db.execute("DELETE FROM jobs WHERE id = ?", (job,))

    def settle(self) -> None:
        """Write the log into the file, so that nothing forgotten stays in it."""
        self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    # --- rows ----------------------------------------------------------------------------------------------------

    @contextmanager
    def _change(self) -> Iterator[None]:
        """Provide a change that is made as a whole; within another it is part of that."""
        if self._db.in_transaction:
            yield
            return
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def _end(self, row: JobRow, state: str, told: Mapping[str, Any]) -> None:
        self._db.execute(
            "UPDATE jobs SET state = ?, ended = ?, told = ? WHERE id = ?",
            (state, time.time(), _sealed(row.key, told), row.id),
        )

    def _one(self, question: str, *values: object) -> JobRow | None:
        row = self._db.execute(question, values).fetchone()
        return None if row is None else self._row(row)

    def _row(self, row: sqlite3.Row) -> JobRow:
        values = dict(row)
        del values["number"]
        key = self._master.open(values["key"]) if self._master else bytes(values["key"])
        values["key"] = key
        values["asked"] = json.loads(Seal(key).open(values["asked"]))
        values["told"] = None if values["told"] is None else json.loads(Seal(key).open(values["told"]))
        return JobRow(**values)

    def _wrapped(self, key: bytes) -> bytes:
        return self._master.seal(key) if self._master else key

    def _open_salt(self) -> bytes:
        salt = self._db.execute("SELECT value FROM meta WHERE name = 'salt'").fetchone()[0]
        return self._master.open(salt) if self._master else bytes(salt)

    def _check_master(self) -> None:
        """Refuse a store that was begun with another key, or with none. Raises UsageError."""
        row = self._db.execute("SELECT value FROM meta WHERE name = 'proof'").fetchone()
        if row is None:
            proof = self._master.seal(b"store") if self._master else b""
            self._salt = self.new_key()
            with self._change():
                self._db.execute("INSERT INTO meta VALUES ('proof', ?)", (proof,))
                self._db.execute("INSERT INTO meta VALUES ('salt', ?)", (self._wrapped(self._salt),))
            return
        if bool(row[0]) != (self._master is not None):
            kept = "under a key: give --key-file" if row[0] else "without a key: leave --key-file out"
            raise UsageError(f"{self.place}: this store of jobs was begun {kept}, or name another --state")
        if self._master:
            try:
                self._master.open(row[0])
            except UsageError:
                raise UsageError(f"{self.place}: this store of jobs was begun with another key") from None
        self._salt = self._open_salt()


def _sealed(key: bytes, told: Mapping[str, Any]) -> bytes:
    return Seal(key).seal(json.dumps(told).encode("ascii"))
