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


def purge(store: Store, jobs: Iterable[str]) -> Purged:
    """Remove jobs: their files are overwritten and removed, their rows with their keys overwritten, and the write-ahead
    log is emptied. Then folders and the bytes of the store are searched for them."""
    done, files = [], 0
    for job in jobs:
        row = store.get(job)
        files += wipe(store.folder(job))
        store.forget(job)
        done.append((job, b"" if row is None else row.key))
    store.settle()
    left = {job for job, _ in done if store.get(job) is not None or store.folder(job).exists()}
    for path in sorted(store.place.glob("jobs.sqlite*")):
        content = path.read_bytes()
        left |= {job for job, key in done if job.encode() in content or (key and key in content)}
    return Purged(tuple(job for job, _ in done), files, tuple(sorted(left)))


def purge_expired(store: Store, now: float | None = None) -> Purged:
    """Remove the jobs whose time is over, and folders of no job."""
    purged = purge(store, store.expired(time.time() if now is None else now))
    known = set(store.ids())
    folders = store.place / "jobs"
    stray = [f for f in folders.iterdir() if f.name not in known] if folders.is_dir() else []
    old = [folder for folder in stray if _age(folder) > 3600]
    return Purged(purged.jobs, purged.files + sum(map(wipe, old)), purged.left)


def _age(path: Path) -> float:
    return time.time() - path.stat().st_mtime
