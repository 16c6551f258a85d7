"""Sessions of Spark for tests: one at a time, kept for the next test that wants one of the same kind."""

import atexit
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
SAID = {
    "ui.enabled": "false", "ui.showConsoleProgress": "false", "log.level": "ERROR", "executor.memory": "512m",
    "driver.bindAddress": "127.0.0.1", "driver.host": "127.0.0.1", "sql.shuffle.partitions": "3",
    "sql.codegen.wholeStage": "false", "sql.codegen.factoryMode": "NO_CODEGEN",
    "sql.execution.arrow.maxRecordsPerBatch": "100",
}  # fmt: skip
JDBC = Path("/usr/share/java/postgresql.jar")
TWO_WORKERS = "local-cluster[2,1,512]"
os.environ.setdefault("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")  # tests are short
_running: dict[str, Any] = {}


def session_at(master: str = "local[2]") -> Any:
    """Return the session at a master; one at another master ends."""
    if master not in _running:
        stop()
        from pyspark.sql import SparkSession

        os.environ |= {
            "PYSPARK_PYTHON": sys.executable,
            "PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
        }
        builder = SparkSession.builder.master(master)
        if JDBC.exists():
            builder = builder.config("spark.jars", str(JDBC))
        for name, value in SAID.items():
            builder = builder.config(f"spark.{name}", value)
        _running[master] = builder.getOrCreate()
    return _running[master]


@atexit.register
def stop() -> None:
    """End the session."""
    for session in _running.values():
        session.stop()
    _running.clear()


def kill_a_worker(session: Any) -> int:
    """End one of the worker processes of a cluster, at once; waits a minute for one to be there."""
    asked, found = ["pgrep", "-f", f"app-id {session.sparkContext.applicationId}"], ""
    last = time.monotonic() + 60
    while not found and time.monotonic() < last:
        found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
        time.sleep(0.1)
    number = int(found.split()[0])
    os.kill(number, signal.SIGKILL)
    return number
