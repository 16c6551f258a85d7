"""A session of Spark for one call of a command: at a master, or the one that ``spark-submit`` has opened."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Final

from sanitizer.errors import UsageError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


_JDBC: Final = Path("/usr/share/java/postgresql.jar")
"""What reads PostgreSQL, where Debian's libpostgresql-jdbc-java is there."""


@contextmanager
def spark_session(folder: Path, mebibytes: int, master: str | None = None) -> "Iterator[SparkSession]":
    """Provide a session that is stopped afterwards: at `master` (None: what ``spark-submit`` says, else all cores
    of this machine), whose driver may hold so many `mebibytes` of heap. What it spills lies in `folder`. Raises
    UsageError."""
    from pyspark.sql import SparkSession

    submitted = "PYSPARK_GATEWAY_PORT" in os.environ  # its Java runs already
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    said = {
        "spark.ui.enabled": "false",
        "spark.driver.memory": f"{mebibytes}m",
        "spark.local.dir": str(folder.absolute() / "spilled"),
        "spark.sql.warehouse.dir": str(folder.absolute() / "tables"),
        "spark.sql.shuffle.partitions": "16",
        "spark.ui.showConsoleProgress": "false",
        "spark.log.level": "ERROR",
    }
    builder = SparkSession.builder.appName("sanitizer")
    if master is not None or not submitted:
        at = master or "local[*]"
        builder = builder.master(at)
        if at.startswith("local"):
            said |= {"spark.driver.bindAddress": "127.0.0.1", "spark.driver.host": "127.0.0.1"}
        if _JDBC.exists():
            said["spark.jars"] = str(_JDBC)
    for name, value in said.items():
        builder = builder.config(name, value)
    try:
        made = builder.getOrCreate()
    except Exception as error:  # what a gateway raises has no common kind
        raise UsageError(
            f"spark: no session at {master or 'the master'} ({type(error).__name__}): Java 17 is needed, and a master "
            "that answers"
        ) from None
    try:
        yield made
    finally:
        made.stop()


@contextmanager
def working_folder(folder: Path) -> Iterator[Path]:
    """Provide a folder that only this user reads, and that is gone afterwards. Raises UsageError."""
    try:
        folder.mkdir(mode=0o700)
    except OSError as error:
        raise UsageError(f"{folder}: the working folder cannot be made ({error.strerror})") from error
    try:
        yield folder
    finally:
        rmtree(folder, ignore_errors=True)
