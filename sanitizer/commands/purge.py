"""`sanitizer purge`: remove what holds originals, and look again whether it is gone."""

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from sanitizer.commands.shared_options import as_one, key_file
from sanitizer.commands.terminal import finish
from sanitizer.commands.wrong_calls import Input
from sanitizer.common.extras import need
from sanitizer.common.keys import VARIABLE
from sanitizer.errors import UsageError
from sanitizer.review.private_files import is_review, private_files

_DAY = 86_400


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a purge: the parameters of the command."""

    places: tuple[Path, ...]
    older_than: float | None
    jobs: tuple[str, ...]
    whole: bool
    yes: bool
    dry_run: bool
    key_file: str | None


@click.command("purge")
@click.argument("places", nargs=-1, required=True, type=Input("path"))
@click.option("--older-than", type=click.FloatRange(0), metavar="DAYS", help="Only what is older.")
@click.option(
    "--job", "jobs", multiple=True, metavar="ID", help="Of a service's state: only this job (repeatable)."
)
@click.option(
    "--all", "whole", is_flag=True, help="Of a service's state: all jobs, not only those that have expired."
)
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--dry-run", is_flag=True, help="Say what would be removed, and remove nothing.")
@key_file("Key of the service's state")
@as_one(Asked)
def command(asked: Asked) -> int:
    """Purge PLACES: reports, sidecars and journals (files), a review (the folder RUN), or the state of a service (the
    folder of serve --state).

    Files are overwritten and removed; of a review those that hold originals, not the clean texts and certificates; of a
    service's state the jobs that have expired go with their keys. Then it is looked whether anything is left. Prints
    what was done as JSON; exit status 1 when something is left.
    """
    if not asked.dry_run and not asked.yes:
        click.confirm(
            f"Remove what holds originals in {', '.join(map(str, asked.places))}, for ever?",
            abort=True,
            err=True,
        )
    removed: list[dict[str, Any]] = []
    for place in asked.places:
        if is_review(place):
            removed += _review(place, asked)
        elif place.is_dir():
            removed.append(_state(place, asked))
        elif not place.is_file() or place.is_symlink():
            raise UsageError(
                f"{place} is no regular file: purge removes files, reviews and the state of a service"
            )
        else:
            removed += _file(place, asked)
    click.echo(json.dumps({"purged": removed}, indent=1))
    finish("look after backups and copies yourself: purge does not reach them")
    return 1 if any(entry["left"] for entry in removed) else 0


def _review(place: Path, asked: Asked) -> list[dict[str, Any]]:
    """Overwrite and remove what holds originals in the folder of a review."""
    from sanitizer.documents.secure_delete import wipe_file

    files = private_files(place)
    newest = max((path.stat().st_mtime for path in files), default=0.0)
    if asked.older_than is not None and time.time() - newest <= asked.older_than * _DAY:
        return []
    size = sum(path.stat().st_size for path in files)
    for path in files if not asked.dry_run else ():
        wipe_file(path)
    left = [] if asked.dry_run else [str(path) for path in private_files(place)]
    return [{"place": str(place), "files": len(files), "bytes": size, "left": left}]


def _file(path: Path, asked: Asked) -> list[dict[str, Any]]:
    """Overwrite and remove a file."""
    from sanitizer.documents.secure_delete import wipe_file

    age = time.time() - path.stat().st_mtime
    if asked.older_than is not None and age <= asked.older_than * _DAY:
        return []
    size = path.stat().st_size
    if not asked.dry_run:
        wipe_file(path)
    left = [] if asked.dry_run or not path.exists() else [str(path)]
    return [{"place": str(path), "files": 1, "bytes": size, "left": left}]


def _state(place: Path, asked: Asked) -> dict[str, Any]:
    """Remove jobs of a service."""
    if not (place / "jobs.sqlite").is_file():
        raise UsageError(
            f"{place} is a folder, and no review and no state of a service (serve --state): name its files"
        )
    need("service", "purge of a service's state")
    from sanitizer.common.keys import Key
    from sanitizer.documents.encrypted_files import Seal
    from sanitizer.service.retention import purge, stray_folders
    from sanitizer.service.store import Store

    key_file = asked.key_file
    key = Key.read(key_file) if key_file or os.environ.get(VARIABLE) else None
    store = Store(place, Seal.of(key) if key else None)
    try:
        now = time.time()
        chosen = store.ids() if asked.whole else list(asked.jobs) or store.expired(now)
        unknown = sorted(set(chosen) - set(store.ids()))
        if unknown:
            raise UsageError(f"{place}: there is no job {unknown[0]}")
        if asked.older_than is not None:
            limit = now - asked.older_than * _DAY
            chosen = [job for job in chosen if (row := store.get(job)) and row.made < limit]
        if asked.dry_run:
            return {"place": str(place), "jobs": chosen, "files": 0, "left": []}
        done = purge(store, chosen, stray_folders(store, 0) if asked.whole else ())
        return {"place": str(place), "jobs": list(done.jobs), "files": done.files, "left": list(done.left)}
    finally:
        store.close()
