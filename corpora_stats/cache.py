"""Keep counts once asked on disk: by explicit keys, as JSON, for ever unless an age is chosen; read them
from files (exports of another cache, tables of phrases).

`diskcache` holds them, told to evict nothing (its default forgets what was paid for) and to write and read text only
(its default unpickles values, which runs whatever code they hold). A key is the version of the normal form, the
source's name (kind, address, field, corpus version) and the question; a value is the count and the day on which it was
asked."""

import json
import os
import sqlite3
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from diskcache import Cache, Disk, Timeout
from diskcache.core import MODE_RAW

from corpora_stats.asking import Question
from corpora_stats.base import CountsError
from corpora_stats.normalize import VERSION as RULES

FORMAT: Final = "semantic-sanitizer counts 1"
"""First line of an export names it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One remembered answer: the question put to a source (empty: its N), the count, and the day it was asked."""

    source: str
    question: Question
    count: int
    day: str


def _value(text: str) -> tuple[int, str]:
    count, day = json.loads(text)
    if isinstance(count, bool) or not isinstance(count, int) or not isinstance(day, str):
        raise ValueError("no count and day")
    if count < -1:  # -1 is a count that the source does not know
        raise ValueError("a count below 0")
    return count, day


def _whole(count: object) -> int:
    if isinstance(count, bool) or not isinstance(count, int):
        raise TypeError("a count is a whole number")
    return count


def read_export(lines: Iterable[str], what: str) -> Iterator[Entry]:
    """Yield the entries of an export. `what` names the file. Raises CountsError at the first line of another form."""
    number = 0
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
            if number == 1:
                if entry["format"] != FORMAT:
                    raise ValueError("another format")
                if entry["rules"] != RULES:
                    raise CountsError(
                        f"{what} was made with version {entry['rules']} of the normal form, this is version {RULES}: "
                        "count again"
                    )
                continue
            groups = () if entry.get("total") is True else entry["phrases"]
            if groups != () and not (isinstance(groups, list) and groups and all(groups)):
                raise ValueError("phrases are lists in a list")
            question = tuple(map(tuple, groups))
            _value(json.dumps([entry["count"], entry["day"]]))
            date.fromisoformat(entry["day"])
            source = entry["source"]
            phrases = [phrase for group in question for phrase in group]
            if (
                not isinstance(source, str)
                or not source
                or "\n" in source
                or not all(isinstance(p, str) for p in phrases)
            ):
                raise ValueError("a source and phrases are text")
            if question != tuple(sorted(tuple(sorted(group)) for group in question)):
                raise ValueError("not in order")
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise CountsError(f"{what} line {number}: no line of an export of counts ({error})") from None
        yield Entry(source, question, entry["count"], entry["day"])
    if not number:
        raise CountsError(f"{what}: it is empty, and no export of counts")


def read_table(text: str, what: str, source: str, total: int, day: str) -> tuple[list[Entry], int]:
    """Entries of `source` from a plain table ``{"phrase": count}`` (docs/counts.md): ``_`` joins the words of a phrase,
    a negative count is a missing one. Phrases that become one in normal form take the highest count. Also how many rows
    were left out: missing, without a word, or above `total`.

    Raises CountsError when the text is no such table."""
    from corpora_stats.normalize import normalize

    try:
        rows = json.loads(text)
        pairs = [(str(phrase), _whole(count)) for phrase, count in rows.items()]
        if not pairs:
            raise ValueError("empty")
    except (ValueError, TypeError, AttributeError):
        raise CountsError(f'{what}: no table of counts; expected {{"phrase": count, ...}}') from None
    best: dict[str, int] = {}
    left_out = 0
    for phrase, count in pairs:
        normal = normalize(phrase.replace("_", " "))
        if count < 0 or count > total or not normal:
            left_out += 1
        else:
            best[normal] = max(count, best.get(normal, 0))
    entries = [Entry(source, (), total, day)]
    entries += [Entry(source, ((phrase,),), count, day) for phrase, count in sorted(best.items())]
    return entries, left_out


ENVIRONMENT: Final = "SANITIZER_CACHE"
"""Environment variable that moves the cache."""

_TOTAL: Final = "total"


def default_place() -> Path:
    """Return where the cache is unless it is told: SANITIZER_CACHE, else the user's cache folder."""
    if told := os.environ.get(ENVIRONMENT):
        return Path(told)
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "semantic-sanitizer" / "counts"


class _TextDisk(Disk):
    """Keys and values are text in the database itself. No pickle is written, and none is read."""

    def put(self, key: Any) -> tuple[Any, bool]:
        if not isinstance(key, str):
            raise TypeError("a key is text")
        return key, True

    def get(self, key: Any, raw: bool) -> Any:
        if not raw:
            raise sqlite3.DatabaseError("a key that is not text")
        return key

    def store(self, value: Any, read: bool, key: Any = None) -> tuple[int, int, None, str]:
        if not isinstance(value, str) or read:
            raise TypeError("a value is text")
        return 0, MODE_RAW, None, value

    def fetch(self, mode: int, filename: str | None, value: Any, read: bool) -> Any:
        if mode != MODE_RAW or filename is not None or not isinstance(value, str):
            raise sqlite3.DatabaseError("a value that is not text")
        return value

    def remove(self, file_path: str) -> None:
        """Refuse: no value is a file, so a name of one was put there by another, and may point anywhere."""
        raise sqlite3.DatabaseError(_FILE_NAMED)


_FILE_NAMED: Final = "a name of a file"


class DiskMemory:
    """A :class:`~corpora_stats.asking.Memory` in a private folder, for any number of processes at once.

    Answers older than `days` (None: none is) are asked again. The first answer that is stored holds, so that processes
    that ask the same at once agree.

    Raises:
        CountsError: the folder cannot be made, others may read it, or it holds something else."""

    def __init__(self, folder: Path | None = None, *, days: int | None = None) -> None:
        self.folder = folder or default_place()
        self._oldest = (_today() - timedelta(days=days)).isoformat() if days is not None else ""
        _make_private(self.folder)
        try:
            self._cache = Cache(
                str(self.folder),
                disk=_TextDisk,
                eviction_policy="none",
                size_limit=1 << 60,
                cull_limit=0,
                sqlite_synchronous=1,
            )
            self._refuse_files()
        except (sqlite3.Error, OSError, ValueError, TypeError, AttributeError, Timeout) as error:
            raise self._damaged(error) from None

    def _refuse_files(self) -> None:
        """Refuse a database that names files: `diskcache` would delete what it names, inside the folder or not, as soon
        as the answer is replaced or forgotten, and this program writes none."""
        path = (self.folder / "cache.db").absolute()
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, timeout=60)) as database:
            if database.execute("SELECT 1 FROM Cache WHERE filename IS NOT NULL LIMIT 1").fetchone():
                raise sqlite3.DatabaseError(_FILE_NAMED)

    def recall_total(self, source: str) -> int | None:
        """N of a source."""
        return self._get(_key(source, _TOTAL))

    def keep_total(self, source: str, total: int) -> int:
        """Remember N; the N that holds."""
        return self._keep([_key(source, _TOTAL)], [total])[0]

    def recall(self, source: str, questions: Sequence[Question]) -> list[int | None]:
        """Return the answers that are known."""
        return [self._get(_key(source, question)) for question in questions]

    def keep(self, source: str, questions: Sequence[Question], counts: Sequence[int]) -> list[int]:
        """Remember answers, all at once; the answers that hold."""
        return self._keep([_key(source, question) for question in questions], counts)

    def _get(self, key: str) -> int | None:
        try:
            value = self._cache.get(key, retry=True)
            if value is None:
                return None
            count, day = _value(value)
        except (sqlite3.Error, OSError, ValueError, TypeError, Timeout) as error:
            raise self._damaged(error) from None
        return count if day >= self._oldest else None

    def _keep(self, keys: Sequence[str], counts: Sequence[int]) -> list[int]:
        today = _today().isoformat()
        result = []
        try:
            with self._cache.transact(retry=True):
                for key, count in zip(keys, counts, strict=True):
                    held = self._get(key)
                    if held is None:
                        self._cache.set(key, json.dumps([count, today]), retry=True)
                    result.append(count if held is None else held)
        except (sqlite3.Error, OSError, Timeout) as error:
            raise self._damaged(error) from None
        return result

    def entries(self) -> list[Entry]:
        """Return all that is remembered, sorted."""
        found = []
        try:
            for key in self._cache:
                value = self._cache.get(key)
                if value is not None:
                    found.append(_entry(key, value))
        except (sqlite3.Error, OSError, ValueError, TypeError, KeyError, Timeout) as error:
            raise self._damaged(error) from None
        return sorted((e for e in found if e is not None), key=lambda e: (e.source, e.question))

    def export(self, source: str | None = None) -> Iterator[str]:
        """Yield the lines of an export (of one source), the same for the same content."""
        yield _line({"format": FORMAT, "rules": RULES})
        for entry in self.entries():
            if source is None or entry.source == source:
                what: dict[str, Any] = {"phrases": entry.question} if entry.question else {"total": True}
                yield _line({"source": entry.source, **what, "count": entry.count, "day": entry.day})

    def add(self, entries: Iterable[Entry]) -> int:
        """Remember entries, all or none, instead of those there are; how many."""
        number = 0
        try:
            with self._cache.transact(retry=True):
                for entry in entries:
                    key = _key(entry.source, entry.question or _TOTAL)
                    self._cache.set(key, json.dumps([entry.count, entry.day]), retry=True)
                    number += 1
        except (sqlite3.Error, OSError, Timeout) as error:
            raise self._damaged(error) from None
        return number

    def forget(self, source: str | None = None) -> int:
        """Forget all, or all of one source; how many answers that was."""
        found = [e for e in self.entries() if source is None or e.source == source]
        try:
            with self._cache.transact(retry=True):
                for entry in found:
                    self._cache.delete(_key(entry.source, entry.question or _TOTAL), retry=True)
        except (sqlite3.Error, OSError, Timeout) as error:
            raise self._damaged(error) from None
        return len(found)

    def check(self) -> None:
        """Read everything. Raises CountsError where the database is damaged."""
        self.entries()

    def close(self) -> None:
        """Let go of the files."""
        self._cache.close()

    def _damaged(self, error: BaseException) -> CountsError:
        if "full" in str(error):
            return CountsError(f"the cache {self.folder} cannot be written: the disk is full")
        if "readonly" in str(error) or isinstance(error, PermissionError):
            return CountsError(f"the cache {self.folder} cannot be written: no permission")
        if str(error) == _FILE_NAMED:
            return CountsError(
                f"the cache {self.folder} was changed by another program: it names files, which would be deleted; "
                f"nothing was. Delete the folder, or name another with --cache or {ENVIRONMENT}"
            )
        return CountsError(
            f"the cache {self.folder} is damaged ({type(error).__name__}): delete the folder, or name another "
            f"with --cache or {ENVIRONMENT}"
        )


def _make_private(folder: Path) -> None:
    """Make a folder that only its owner may read: terms are in it."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        mode = folder.stat()
    except OSError as error:
        raise CountsError(f"cannot make the cache {folder}: {error.strerror}") from None
    if mode.st_uid != os.getuid() or stat.S_IMODE(mode.st_mode) & 0o077:
        raise CountsError(
            f"the cache {folder} holds private terms, and others may read it: chmod 700 {folder}"
        )


def _today() -> date:
    return datetime.now(UTC).date()


def _key(source: str, question: Question | str) -> str:
    asked = question if isinstance(question, str) else json.dumps(question, ensure_ascii=False)
    return f"{RULES}\n{source}\n{asked}"


def _entry(key: str, value: str) -> Entry | None:
    rules, source, asked = key.split("\n")
    if rules != RULES:
        return None  # of an older normal form: no question finds it any more
    count, day = _value(value)
    question = () if asked == _TOTAL else tuple(tuple(group) for group in json.loads(asked))
    return Entry(source, question, count, day)


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"
