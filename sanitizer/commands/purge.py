"""`sanitizer purge`: remove what holds originals, and look again whether it is gone."""

import json
import os
import time
from pathlib import Path
from typing import Any

import click

from sanitizer.commands.shared_options import key_file
from sanitizer.commands.wrong_calls import Input
from sanitizer.common.extras import need
from sanitizer.common.keys import VARIABLE
from sanitizer.errors import UsageError

_DAY = 86_400


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
def command(places: tuple[Path, ...], **options: Any) -> int:
    """Purge PLACES: reports, sidecars and journals (files), or the state of a service (the folder of serve --state).

    Files are overwritten and removed; of a service's state the jobs that have expired go with their keys. Then it is
    looked whether anything is left. Prints what was done as JSON; exit status 1 when something is left.
    """
    if not options["dry_run"] and not options["yes"]:
        click.confirm(
            f"Remove what holds originals in {', '.join(map(str, places))}, for ever?", abort=True, err=True
        )
    removed: list[dict[str, Any]] = []
    for place in places:
        if place.is_dir():
            removed.append(_state(place, options))
        elif not place.is_file() or place.is_symlink():
            raise UsageError(f"{place} is no regular file: purge removes files and the state of a service")
        else:
            removed += _file(place, options)
    click.echo(json.dumps({"purged": removed}, indent=1))
    return 1 if any(entry["left"] for entry in removed) else 0


def _file(path: Path, options: dict[str, Any]) -> list[dict[str, Any]]:
    """Overwrite and remove a file."""
    from sanitizer.documents.wiped import wipe_file

    age = time.time() - path.stat().st_mtime
    if options["older_than"] is not None and age <= options["older_than"] * _DAY:
        return []
    size = path.stat().st_size
    if not options["dry_run"]:
        wipe_file(path)
    left = [] if options["dry_run"] or not path.exists() else [str(path)]
    return [{"place": str(path), "files": 1, "bytes": size, "left": left}]


def _state(place: Path, options: dict[str, Any]) -> dict[str, Any]:
    """Remove jobs of a service."""
    if not (place / "jobs.sqlite").is_file():
        raise UsageError(f"{place} is a folder, and no state of a service (serve --state): name its files")
    need("service", "purge of a service's state")
    from sanitizer.common.keys import Key
    from sanitizer.documents.sealed import Seal
    from sanitizer.service.retention import purge, stray_folders
    from sanitizer.service.store import Store

    key_file = options["key_file"]
    key = Key.read(key_file) if key_file or os.environ.get(VARIABLE) else None
    store = Store(place, Seal.of(key) if key else None)
    try:
        now = time.time()
        chosen = store.ids() if options["whole"] else list(options["jobs"]) or store.expired(now)
        unknown = sorted(set(chosen) - set(store.ids()))
        if unknown:
            raise UsageError(f"{place}: there is no job {unknown[0]}")
        if options["older_than"] is not None:
            limit = now - options["older_than"] * _DAY
            chosen = [job for job in chosen if (row := store.get(job)) and row.made < limit]
        if options["dry_run"]:
            return {"place": str(place), "jobs": chosen, "files": 0, "left": []}
        done = purge(store, chosen, stray_folders(store, 0) if options["whole"] else ())
        return {"place": str(place), "jobs": list(done.jobs), "files": done.files, "left": list(done.left)}
    finally:
        store.close()
