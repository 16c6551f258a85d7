"""`sanitizer review`: a desk in the browser, on which persons decide about a run; its export without a browser."""

import getpass
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sanitizer.commands.interpreter import collecting_rarely
from sanitizer.commands.shared_options import as_one
from sanitizer.commands.terminal import finish, waiting
from sanitizer.commands.wrong_calls import PROFILE
from sanitizer.common.extras import need
from sanitizer.errors import UsageError

if TYPE_CHECKING:  # loaded only where they are used
    from sanitizer.review.desk_state import Desk
    from sanitizer.review.run_folder import RunFolder

_PATH = click.Path(path_type=Path)
_OPTIONS = ("profile", "strategy", "context", "threshold", "unknown", "protect")


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a review: the parameters of the command."""

    run: Path
    source: str | None
    kind: str | None
    text_field: str | None
    id_field: str | None
    profile: str | None
    strategy: str | None
    context: str | None
    threshold: str | None
    unknown: str | None
    protect: str | None
    decisions: Path | None
    by: str | None
    blind: bool
    port: int
    folder: Path | None
    agreement: bool


@click.command()
@click.argument("run", type=_PATH)
@click.option("--source", help="Begin the review: the folder or file to be sanitized and reviewed.")
@click.option("--format", "kind", metavar="NAME", help="Of the source, when its name does not tell.")
@click.option("--text-field", help="Field or column of the source that holds the text.")
@click.option("--id-field", help="Field or column of the source that names the document.")
@click.option("--profile", type=PROFILE, help="As of `sanitize`: a profile, or a settings file.")
@click.option("--strategy", help="As of `sanitize`.")
@click.option("--context", help="As of `sanitize`.")
@click.option("--threshold", help="As of `sanitize`.")
@click.option("--unknown", help="As of `sanitize`.")
@click.option("--protect", help="As of `sanitize`: CSV of entity, generalization.")
@click.option("--decisions", type=_PATH, help="Decisions to begin with: a log, or lines of forms.")
@click.option("--by", help="Who decides here (default: your user name).")
@click.option("--blind", is_flag=True, help="Decide on a copy of your own, without the decisions of others.")
@click.option("--port", type=click.IntRange(0, 65535), default=8765, show_default=True, help="Port; 0: any.")
@click.option("--export", "folder", type=_PATH, help="Write the result into a new folder, and end.")
@click.option("--agreement", is_flag=True, help="Print how far the blind copies agree, and end.")
@as_one(Asked)
def command(asked: Asked) -> int:
    """Decide in the browser about what was done to documents.

    RUN is the folder of the review; --source begins a new one. The desk answers to this machine alone; it shows the
    original texts, and so does its folder hold them. What is decided goes into RUN/decisions.jsonl, a log that
    `sanitize --decisions` reads too.
    """
    need("service", "sanitizer review")
    from sanitizer.review.desk_state import Desk
    from sanitizer.review.pages import application
    from sanitizer.service.security import secured

    with waiting("opening the review"):
        desk = Desk.of(_run_folder(asked), asked.by or getpass.getuser(), asked.blind)
    if asked.decisions is not None:
        _bring(desk, asked.decisions)
    if asked.agreement:
        return _tell_agreement(desk)
    if asked.folder is not None:
        return _export(desk, asked.folder)
    import uvicorn

    desk.check_apart()
    with collecting_rarely(loaded=True), _listening(asked.port) as line:
        click.echo(
            f"sanitizer: the desk is at http://localhost:{line.getsockname()[1]}/ (Ctrl-C ends it)", err=True
        )
        config = uvicorn.Config(secured(application(desk)), log_level="warning", access_log=False)
        uvicorn.Server(config).run([line])
    return 0


def _listening(port: int) -> socket.socket:
    """Return a socket at a port of this machine; at any that is free for 0. Raises UsageError."""
    try:
        return socket.create_server(("127.0.0.1", port))
    except OSError as error:
        raise UsageError(
            f"--port {port}: {error.strerror}: name another, or 0 for any that is free"
        ) from error


def _run_folder(asked: Asked) -> "RunFolder":
    """Return the review in a folder, begun where a source is named. Raises UsageError."""
    from sanitizer.review.run_folder import begin_run, open_run

    own = {name: value for name in _OPTIONS if (value := getattr(asked, name)) is not None}
    if asked.source is None:
        if own:
            raise UsageError(f"--{next(iter(own))}: only --source begins a review with other settings")
        return open_run(asked.run)
    if asked.source == "-":
        raise UsageError("--source: a file or folder is needed, for it is read again")
    source = {
        "source": str(Path(asked.source).resolve()),
        "format": asked.kind,
        "text_field": asked.text_field,
        "id_field": asked.id_field,
    }
    return begin_run(asked.run, source, own)


def _bring(desk: "Desk", path: Path) -> None:
    """Take the decisions of a file over into the log of the review. Raises UsageError."""
    from sanitizer.review.import_decisions import events_in

    events = events_in(path, {d.id for d in desk.documents}, desk.sanitizer.control.own_types)
    desk.add(events, None)
    click.echo(f"sanitizer: {len(events)} decisions taken over", err=True)


def _tell_agreement(desk: "Desk") -> int:
    from sanitizer.review.several_reviewers import Others

    told = Others(desk).agreement()
    if not told:
        raise UsageError("there are not two blind copies to compare: --blind --by NAME makes one")
    for pair in told:
        f1, kappa = (("-" if pair[name] is None else f"{pair[name]:.3f}") for name in ("span_f1", "kappa"))
        click.echo(f"{pair['first']} and {pair['second']}: span F1 {f1}, kappa {kappa}")
    return 0


def _export(desk: "Desk", folder: Path) -> int:
    from sanitizer.review.audit_sample import reviewed
    from sanitizer.review.export import export
    from sanitizer.review.session import Session

    told = export(desk, folder, Session(desk).audit)
    click.echo(f"{told['documents']} documents written, {told['left_out']} left out")
    standings = [desk.standing(number) for number in range(len(desk.documents))]
    for line in reviewed(standings, desk.log().events).lines():
        click.echo(line)
    attack = f"sanitizer audit {folder}/texts --report {folder}/report.jsonl --background KNOWN"
    result = "" if desk.folder is None else f" -o {desk.folder.path / 'audit.json'}"
    finish(f"attack it: {attack}{result} (KNOWN: what is known of the persons)", folder)
    return 1 if told["left_out"] else 0
