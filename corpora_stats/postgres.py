"""Counts from PostgreSQL full text search: a table and a column (text, or a ready tsvector).

https://www.postgresql.org/docs/current/textsearch-controls.html: phrases go through ``phraseto_tsquery`` as bound
values, names through identifiers, so nothing in them is SQL or query syntax. The configuration (``english``) stems and
drops stop words; an index ``USING gin (to_tsvector('english', column))`` is used when there is one."""

import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from corpora_stats.asking import Group, Question, Told
from corpora_stats.base import CountsError
from corpora_stats.web import Manners

_BATCH = 32  # questions of one statement: each is a scan of the index, and all hold one connection


@dataclass(frozen=True, slots=True)
class Column:
    """The texts that are counted: one column of a table (``schema.table`` too), and the configuration of the text
    search that reads them."""

    table: str
    column: str
    config: str = "english"


class Postgres:
    """One column of one table (``schema.table`` too). Exact. The password comes from libpq's ways: PGPASSWORD,
    PGPASSFILE, a service file."""

    exact = True
    alternatives = 128
    groups = 16
    unites = True

    def __init__(
        self,
        address: str,
        texts: Column,
        told: Told,
        *,
        manners: Manners | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.name = told.name
        self.unit = told.unit
        self.minimum_support = told.minimum_support
        self.public = not _on_this_machine(address)
        self._manners = manners or Manners()
        self.at_a_time = _BATCH * max(1, self._manners.at_once)
        self._address = address
        self._table = sql.Identifier(*texts.table.split("."))
        self._column = sql.Identifier(texts.column)
        self._config = texts.config
        self._sleep = sleep
        self._vector: sql.Composable | None = None
        self._lock = threading.Lock()
        self._process = os.getpid()
        self._idle: list[psycopg.Connection[Any]] = []

    def size(self) -> int:
        """N: the rows of the table."""
        return self._run(sql.SQL("SELECT count(*) FROM {}").format(self._table), [])[0]

    def ask(self, questions: Sequence[Question]) -> list[int]:
        """Return the count of each question; several in one statement, several statements at once."""
        self._indexed()
        batches = [questions[first : first + _BATCH] for first in range(0, len(questions), _BATCH)]
        if len(batches) == 1:
            return self._batch(batches[0])
        with ThreadPoolExecutor(min(self._manners.at_once, len(batches))) as pool:
            return [count for found in pool.map(self._batch, batches) for count in found]

    def _batch(self, questions: Sequence[Question]) -> list[int]:
        parts, values = [], list[str]()
        for question in questions:
            conditions = []
            for group in question:
                conditions.append(self._any(group))
                values += group
            parts.append(
                sql.SQL("(SELECT count(*) FROM {} WHERE {})").format(
                    self._table, sql.SQL(" AND ").join(conditions)
                )
            )
        return self._run(sql.SQL("SELECT {}").format(sql.SQL(", ").join(parts)), values)

    def _any(self, group: Group) -> sql.Composable:
        phrase = sql.SQL("phraseto_tsquery({}::regconfig, %s)").format(sql.Literal(self._config))
        return sql.SQL("{} @@ ({})").format(self._indexed(), sql.SQL(" || ").join([phrase] * len(group)))

    def _indexed(self) -> sql.Composable:
        """Return the tsvector of a row: the column itself, or that of its text."""
        if self._vector is None:
            query = sql.SQL("SELECT CASE WHEN pg_typeof(v)::text = 'tsvector' THEN 1 ELSE 0 END FROM "
                            "(SELECT (SELECT {} FROM {} LIMIT 1) AS v) AS one")  # fmt: skip
            ready = self._run(query.format(self._column, self._table), [])[0]
            text = sql.SQL("to_tsvector({}::regconfig, {})").format(sql.Literal(self._config), self._column)
            self._vector = self._column if ready else text
        return self._vector

    def _run(self, statement: sql.Composed, values: Sequence[str]) -> list[int]:
        """Return the one row of a statement. A lost connection is made again, a few times."""
        for attempt in range(1, self._manners.tries + 1):
            connection = None
            try:
                connection = self._take()
                row = connection.execute(statement, values).fetchone()
            except psycopg.errors.QueryCanceled:
                raise CountsError(
                    f"{self.name}: no answer within {self._manners.timeout:g} s; is there an index on the column "
                    "(timeout=SECONDS for more)?"
                ) from None
            except psycopg.errors.InsufficientPrivilege:
                raise CountsError(f"{self.name}: the role may not read the table") from None
            except psycopg.OperationalError as error:
                if "password" in str(error) or "authentication" in str(error):
                    raise CountsError(
                        f"{self.name}: access refused: check PGPASSWORD (environment)"
                    ) from None
                if attempt == self._manners.tries:
                    raise CountsError(
                        f"{self.name}: no connection to the database ({attempt} tries); is it up?"
                    ) from None
                self._sleep(min(self._manners.first_wait * 2 ** (attempt - 1), self._manners.longest_wait))
            except psycopg.Error as error:
                kind = type(error).__name__
                raise CountsError(
                    f"{self.name}: {kind}: check the table, the column and the configuration"
                ) from None
            else:
                self._give(connection)
                connection = None
                if row is None:
                    raise CountsError(f"{self.name}: the database gives no answer")
                return [int(value) for value in row]
            finally:
                if connection is not None:
                    connection.close()
        raise AssertionError("unreachable: the last try returns or raises")

    def _take(self) -> psycopg.Connection[Any]:
        """Return a connection that can read and nothing else; those of a parent process are left to it."""
        with self._lock:
            if self._process != os.getpid():
                self._process, self._idle = os.getpid(), []
            if self._idle:
                return self._idle.pop()
        return psycopg.connect(
            self._address,
            autocommit=True,
            connect_timeout=max(1, round(self._manners.timeout)),
            options=f"-c statement_timeout={round(self._manners.timeout * 1000)} "
            "-c default_transaction_read_only=on -c client_min_messages=error",
        )

    def _give(self, connection: psycopg.Connection[Any]) -> None:
        with self._lock:
            self._idle.append(connection)


def _on_this_machine(address: str) -> bool:
    """Return whether the address is a socket in a folder of this machine; 127.0.0.1 may be a tunnel to another."""
    try:
        host = str(conninfo_to_dict(address).get("host") or "")
    except psycopg.Error:
        return False
    return host.startswith("/")
