"""`sanitizer serve`: answer over HTTP what the command does."""

import getpass
import logging
import os
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sanitizer.build_recognizers import RECOGNIZERS
from sanitizer.commands.interpreter import collecting_rarely
from sanitizer.commands.shared_options import COUNTS_HELP, as_one, key_file, with_access
from sanitizer.common.extras import need
from sanitizer.common.keys import VARIABLE
from sanitizer.errors import UsageError

if TYPE_CHECKING:  # loaded only where they are used
    import socket

    from sanitizer.pipeline import Sanitizer
    from sanitizer.review.desk_state import Desk
    from sanitizer.service.service import Config, Service


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a service: the parameters of the command."""

    host: str
    port: int
    allow_host: tuple[str, ...]
    keys: Path | None
    state: Path
    workers: int
    jobs_at_once: int | None
    keep_days: float
    largest_job: int
    most_waiting: int
    key_file: str | None
    webhook_host: tuple[str, ...]
    webhook_key: str | None
    review: Path | None
    recognizers: tuple[str, ...]
    counts: tuple[str, ...]
    offline: bool
    cache: Path | None
    cache_days: int | None
    knowledge: tuple[str, ...]
    quiet: bool


@click.command("serve")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="Address to listen on; others need --keys."
)
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="Port; 0: any.")
@click.option("--allow-host", multiple=True, metavar="NAME", help="Host that callers may name (repeatable).")
@click.option(
    "--keys", type=click.Path(path_type=Path), help="File with the keys of callers (sanitizer keys add)."
)
@click.option(
    "--state", type=click.Path(path_type=Path, file_okay=False), default=Path("sanitizer-state"),
    show_default=True, help="Folder of the jobs (mode 0700).",
)  # fmt: skip
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=lambda: os.cpu_count() or 1,
    show_default="one a core",
    help="Processes that sanitize.",
)
@click.option("--jobs-at-once", type=click.IntRange(1), help="Jobs that run at once.  [default: workers - 1]")
@click.option("--keep-days", type=click.FloatRange(0, min_open=True), default=7.0, show_default=True,
              help="Days after which a job and all of it is removed.")  # fmt: skip
@click.option("--largest-job", type=click.IntRange(1), default=32, show_default=True, help="MiB of a job.")
@click.option("--most-waiting", type=click.IntRange(1), default=64, show_default=True,
              help="Texts that may wait for a worker; more are answered with 503.")  # fmt: skip
@key_file("File with the key that seals the jobs, and of operators")
@click.option(
    "--webhook-host", multiple=True, metavar="NAME", help="Host that webhooks may go to (repeatable)."
)
@click.option("--webhook-key", type=click.Path(), help="File with the key that signs webhooks.")
@click.option("--review", type=click.Path(path_type=Path, file_okay=False), metavar="RUN",
              help="Folder of a review (sanitizer review) whose desk answers at /review.")  # fmt: skip
@click.option("--recognizer", "recognizers", multiple=True, help="As in sanitize.")
@click.option("--counts", multiple=True, default=("default",), show_default=True, help=COUNTS_HELP)
@with_access
@click.option(
    "--kb", "knowledge", multiple=True, default=("default",), help="default or a path (repeatable)."
)
@click.option("--quiet", is_flag=True, help="Log warnings and errors only.")
@as_one(Asked)
def command(asked: Asked) -> int:
    """Serve the API (sanitizer help service) until SIGTERM or Ctrl-C. Logs go to standard error and hold no text."""
    need("service", "serve")
    from sanitizer.commands.service_work import Engine, explained
    from sanitizer.service.server import answer, listen
    from sanitizer.service.service import Service
    from sanitizer.service.supervisor import Supervisor

    config, key_file = _config(asked)
    logging.basicConfig(
        level=logging.WARNING if asked.quiet else logging.INFO,
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
        stream=sys.stderr,
    )
    for name in ("sanitizer.pipeline", "urllib3", "asyncio", "uvicorn.error"):
        logging.getLogger(name).setLevel(logging.WARNING)
    parts = {"recognizers": asked.recognizers, "counts": asked.counts, "knowledge": asked.knowledge}
    engine = Engine(partial(_sanitizer, asked), key_file, parts)
    listening = listen(asked.host, asked.port)

    def serve(line: "socket.socket") -> None:
        from sanitizer.service.pool import WorkerPool
        from sanitizer.service.store import Store

        if desk is not None:
            desk.check_apart()
        store, pool = Store(config.state, config.master), WorkerPool(asked.most_waiting)
        service = Service(config, store, pool, engine.check, explained)
        with collecting_rarely(loaded=desk is not None):
            answer(listening, line, service, None if desk is None else _beside(desk, service))

    _prepared(config)
    desk = None if asked.review is None else _desk(asked.review)
    host, port = listening.getsockname()[:2]
    click.echo(f"sanitizer: http://{f'[{host}]' if ':' in host else host}:{port}", err=True)
    return Supervisor(engine, asked.workers, serve).run()


def _desk(run: Path) -> "Desk":
    """Return the desk of a review. Raises UsageError, ResourceError."""
    from sanitizer.review.desk_state import Desk
    from sanitizer.review.run_folder import open_run

    return Desk.of(open_run(run), getpass.getuser())


def _beside(desk: "Desk", service: "Service") -> Any:
    """Return the pages of a desk for who may review."""
    from sanitizer.review.sign_in import SignedDesk

    return SignedDesk(desk, service.reviewer if service.config.keys is not None else None)


def _sanitizer(asked: Asked) -> "Sanitizer":
    """Return the sanitizer of the service."""
    from sanitizer.pipeline import Sanitizer

    return Sanitizer.default(
        recognizers=asked.recognizers or RECOGNIZERS,
        counts=asked.counts,
        knowledge=asked.knowledge,
        offline=asked.offline,
        cache=asked.cache,
        cache_days=asked.cache_days,
    )


def _config(asked: Asked) -> "tuple[Config, str | None]":
    """Return how the service is started, checked, and the file of its key. Raises UsageError."""
    from sanitizer.common.keys import Key
    from sanitizer.documents.encrypted_files import Seal
    from sanitizer.service.client import LOOPBACK
    from sanitizer.service.keys import Keys
    from sanitizer.service.service import Config

    host, keys = asked.host, asked.keys
    if host not in LOOPBACK and keys is None:
        raise UsageError(
            f"--host {host} is reached from other machines: give --keys FILE (sanitizer keys add NAME --file FILE)"
        )
    if asked.webhook_host and not asked.webhook_key:
        raise UsageError("--webhook-host needs --webhook-key FILE: webhooks are signed")
    key_file = asked.key_file
    key = Key.read(key_file) if key_file or os.environ.get(VARIABLE) else None
    own = {host} - {"0.0.0.0", "::", ""}
    return (
        Config(
            state=asked.state,
            keys=Keys.read(keys) if keys else None,
            hosts=frozenset((*LOOPBACK, *own, *(name.lower() for name in asked.allow_host))),
            keep_days=asked.keep_days,
            largest_job=asked.largest_job << 20,
            jobs_at_once=asked.jobs_at_once or max(1, asked.workers - 1),
            hooks=frozenset(name.lower() for name in asked.webhook_host),
            hook_key=Key.read(asked.webhook_key) if asked.webhook_key else None,
            master=Seal.of(key) if key else None,
        ),
        key_file,
    )


def _prepared(config: "Config") -> None:
    """Open the store once, so that what is wrong with it is said before anything is loaded. Raises UsageError."""
    from sanitizer.service.folder import wipe
    from sanitizer.service.store import Store

    Store(config.state, config.master).close()
    wipe(config.state / "tables")  # of a service that was killed while it released one
