"""Tell whether two addresses or connections are those of one database, and which table a name is."""

import socket
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

_ASKED: Final = {
    "postgresql": (
        "select current_database() || ' ' || pg_postmaster_start_time() || ' ' || "
        "(select oid from pg_database where datname = current_database())"
    ),
    "mysql": "select concat(@@server_uuid, ' ', database())",
    "mariadb": "select concat(@@hostname, ' ', @@port, ' ', database())",
}
_CLUSTER: Final = (
    "select system_identifier || ' ' || (select oid from pg_database where datname = current_database()) "
    "from pg_control_system()"
)
"""The same on a PostgreSQL server and on its replicas."""
_READS: Final = """
with recursive
edges(above, below) as (
    select r.ev_class, d.refobjid from pg_rewrite r join pg_depend d
        on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass
    union select inhparent, inhrelid from pg_inherits
    union select inhrelid, inhparent from pg_inherits),
relations(id) as (select cast(:start as oid) union select below from edges, relations where above = id)
select id, relkind, exists (
    select from pg_rewrite r join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
    where r.ev_class = id and d.refclassid = 'pg_proc'::regclass and d.refobjid >= 16384)
from relations join pg_class c on c.oid = id"""
"""Every relation under a view or table (what it selects from, parts, parents); whether functions of users are in it."""
_VIEW: Final = "_sanitizer_source"


def server_of(connection: Any, url: str, base: Path) -> frozenset[str]:
    """Return names of the database that a connection is to: what it says of itself, and its address without
    aliases. Two connections to one database have one in common."""
    import sqlalchemy

    names = {address_of(url, base)}
    dialect = connection.dialect.name
    if dialect == "sqlite":
        for _, name, path in connection.exec_driver_sql("PRAGMA database_list"):
            if name == "main" and path:
                state = Path(path).stat()
                names.add(f"file {state.st_dev} {state.st_ino}")
    elif dialect in _ASKED:
        names.add(f"{dialect} {connection.execute(sqlalchemy.text(_ASKED[dialect])).scalar()}")
    if dialect == "postgresql":
        with suppress(sqlalchemy.exc.SQLAlchemyError), connection.begin_nested():
            names.add(f"cluster {connection.execute(sqlalchemy.text(_CLUSTER)).scalar()}")
    return frozenset(names)


def relations_read(connection: Any, statement: str) -> frozenset[int] | None:
    """Return the object ids of all PostgreSQL relations that a `select` reads, under views, parts and parents of
    tables too; None where that cannot be told (no select, functions of users, tables of other servers). Nothing is
    left behind."""
    import sqlalchemy

    nested = connection.begin_nested()
    try:
        connection.exec_driver_sql(f"create temporary view {_VIEW} as {statement}")
        start = connection.exec_driver_sql(f"select 'pg_temp.{_VIEW}'::regclass::oid").scalar()
        found = connection.execute(sqlalchemy.text(_READS), {"start": start}).all()
    except sqlalchemy.exc.SQLAlchemyError:
        return None
    finally:
        nested.rollback()
    if any(kind == "f" or functions for _, kind, functions in found):
        return None
    return frozenset(int(oid) for oid, _, _ in found)


def oid_of(connection: Any, table: str) -> int | None:
    """Return the object id of a PostgreSQL relation by its quoted name, None where there is none."""
    import sqlalchemy

    found = connection.execute(
        sqlalchemy.text("select cast(to_regclass(:name) as oid)"), {"name": table}
    ).scalar()
    return None if found is None else int(found)


def address_of(url: str, base: Path) -> str:
    """Return an address without what may be said in several ways: the driver, the user, the usual port, names of
    this machine, and the way to a file."""
    import sqlalchemy

    address = sqlalchemy.make_url(url)
    backend = address.get_backend_name()
    if backend == "sqlite":
        name = address.database or ":memory:"
        if name == ":memory:":
            return "sqlite :memory:"
        name = name.removeprefix("file:").partition("?")[0] if name.startswith("file:") else name
        return f"sqlite {(base / name).resolve()}"
    host = (address.host or "localhost").rstrip(".").casefold()
    if host in ("127.0.0.1", "::1", "0.0.0.0", socket.gethostname().casefold()) or host.startswith("/"):
        host = "localhost"
    port = address.port or {
        "postgresql": 5432,
        "mysql": 3306,
        "mariadb": 3306,
        "mssql": 1433,
        "oracle": 1521,
    }.get(backend, 0)
    backend = "mysql" if backend == "mariadb" else backend
    return f"{backend} {host}:{port}/{address.database or address.username or ''}"
