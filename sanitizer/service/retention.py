"""Remove jobs so that nothing of them is left, and look again whether that is so."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from sanitizer.service.folder import wipe
from sanitizer.service.store import Store


@dataclass(frozen=True, slots=True)
class Purged:
    """What was removed: the jobs, how many files; and what is ``left`` of them, which should be nothing."""

    jobs: tuple[str, ...]
    files: int
    left: tuple[str, ...]


def purge(store: Store, jobs: Iterable[str], stray: Iterable[Path] = ()) -> Purged:
    """Remove jobs: their files are overwritten and removed, their rows with their keys overwritten, and the write-ahead
    log is emptied. Then folders and the bytes of the store are searched for them. ``stray`` are folders of no job."""
    done, files = [], sum(map(wipe, stray))
    for job in jobs:
        kept = store.kept_key(job)
        files += wipe(store.folder(job))
        store.forget(job)
        done.append((job, kept))
    if done:
        store.settle()
    left = {job for job, _ in done if store.get(job) is not None or store.folder(job).exists()}
    for path in sorted(store.place.glob("jobs.sqlite*")) if done else ():
        content = path.read_bytes()
        left |= {job for job, key in done if key and key in content}
    return Purged(tuple(job for job, _ in done), files, tuple(sorted(left)))


def purge_expired(store: Store, now: float | None = None) -> Purged:
    """Remove the jobs whose time is over, and old folders of no job."""
    return purge(store, store.expired(time.time() if now is None else now), stray_folders(store))


def stray_folders(store: Store, seconds: float = 3600.0) -> list[Path]:
    """Folders of no job that have not been touched for so long: of a service that was killed while it took one in."""
    known, folders = set(store.ids()), store.place / "jobs"
    if not folders.is_dir():
        return []
    old = time.time() - seconds
    return [f for f in sorted(folders.iterdir()) if f.name not in known and f.stat().st_mtime <= old]
