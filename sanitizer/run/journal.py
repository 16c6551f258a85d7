"""Run over a collection, outcomes in order; write them down as they come, so that an interrupted run can go on."""

import errno
import hashlib
import json
import os
import stat
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO, Any, Final

from sanitizer.check.report import DocumentReport
from sanitizer.common.workers import ordered_map, start_method
from sanitizer.documents.encrypted_files import Seal
from sanitizer.documents.formats import FileDocument, Unreadable
from sanitizer.errors import UsageError
from sanitizer.run.collection import Figures, Outcome, Work
from sanitizer.types import Document

_FIRST: Final = "Ann Lee lives in Leeds."


class Journal:
    """Outcomes written down as they come (mode 0600), so that a run that was interrupted can go on where it was.

    The reports hold the secrets of the documents: unless ``reports`` are wanted, the journal holds what will be
    published and figures, no more. It never holds an id: that may tell something too. With a ``seal`` its lines can be
    read with the key only.
    """

    _seal: Seal | None = None

    @classmethod
    def sealed(cls, seal: Seal) -> "type[Journal]":
        """Journals whose lines are sealed."""
        return type("SealedJournal", (cls,), {"_seal": seal})

    def __init__(
        self,
        path: Path,
        fingerprint: str,
        resume: bool,
        reports: bool,
        run: str = "",
        before: Sequence[str] = (),
    ) -> None:
        """Open the journal of a `run` (any text that names its input and output), and read it to `resume`; ``before``
        are the files that its output held when it began, which are those of its beginning when it is resumed.

        Raises:
            UsageError: it cannot be written, is a link or another's file, belongs to another run, or is damaged.
        """
        self.path = path
        self._reports = reports
        self._fingerprint = fingerprint
        self._done: dict[str, Outcome] = {}
        self._added = False
        self.before = tuple(before)
        told = {"journal": 1, "run": hashlib.sha256(run.encode("utf-8", "surrogatepass")).hexdigest()}
        head = json.dumps({**told, "before": list(before)} if before else told)
        self._stream: IO[str] = self._open()
        try:
            whole = self._load(head) if resume else 0
            os.ftruncate(self._stream.fileno(), whole)
            if not whole:
                self._stream.write(head + "\n")
                self._stream.flush()
        except OSError as error:
            self._stream.close()
            raise UsageError(f"cannot write {path}: {error.strerror}") from error
        except UsageError:
            self._stream.close()
            raise

    def _open(self) -> IO[str]:
        """Return the file, our own and nobody else's: no link is followed, and its mode is 0600 whatever it was."""
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC
        flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
        cure = "remove it, or choose another place for the report or the output"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(self.path, flags, 0o600)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise UsageError(
                    f"{self.path} is a link, and the journal of a run is private: {cure}"
                ) from error
            raise UsageError(f"cannot write {self.path}: {error.strerror}") from error
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode) or state.st_nlink != 1 or state.st_uid != os.geteuid():
            os.close(handle)
            raise UsageError(
                f"{self.path} is no file of yours alone, and the journal of a run is private: {cure}"
            )
        os.fchmod(handle, 0o600)
        return os.fdopen(handle, "a+", encoding="utf-8", newline="")

    def _load(self, head: str) -> int:
        """Read what is done; the bytes up to the line at which the run was interrupted. Raises UsageError."""
        whole = 0
        cure = "remove it, and run without --resume into an empty place"
        self._stream.seek(0)
        with os.fdopen(os.dup(self._stream.fileno()), "rb") as stream:
            for number, line in enumerate(stream):
                if not line.endswith(b"\n"):
                    break
                if number == 0:
                    if not self._is_head(line, json.loads(head)["run"]):
                        raise UsageError(
                            f"{self.path} is the journal of another run (other input or output), or none: {cure}"
                        )
                else:
                    try:
                        told = self._seal.open_line(line.decode("ascii").rstrip()) if self._seal else line
                        self._remember(json.loads(told))
                    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
                        raise UsageError(f"{self.path} is damaged in line {number + 1}: {cure}") from error
                whole += len(line)
        return whole

    def _is_head(self, line: bytes, run: str) -> bool:
        """Return whether a line is the first of the journal of this run; if so, what was there before is what it
        says."""
        try:
            told = json.loads(line)
            if told.get("journal") != 1 or told.get("run") != run:
                return False
            self.before = tuple(map(str, told.get("before", ())))
        except (ValueError, AttributeError, TypeError):
            return False
        return True

    def _remember(self, entry: dict[str, Any]) -> None:
        known = entry["outcome"]
        known["masks"] = tuple((int(start), int(end), str(words)) for start, end, words in known["masks"])
        known["telling"] = tuple(map(int, known["telling"]))
        known["identifying"] = tuple(map(str, known["identifying"]))
        if not isinstance(known["text"], str) or not isinstance(known["met"], bool):
            raise TypeError("an outcome has a text and a verdict")
        known["figures"] = Figures.from_json(known["figures"])
        if known["report"] is not None:
            known["report"] = DocumentReport.from_json(known["report"])
        known["file"] = None if known["file"] is None else b64decode(known["file"], validate=True)
        self._done[str(entry["key"])] = Outcome("", **known)

    def key(self, document: Document) -> str:
        """Name a document, its content and the settings: a change in any of them is a new document."""
        parts = [
            self._fingerprint,
            document.id,
            document.text,
            document.person,
            json.dumps(dict(document.fields), default=str),
        ]
        if isinstance(document, FileDocument):
            parts += [document.format, hashlib.sha256(document.source).hexdigest()]
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()

    def known(self, document: Document) -> Outcome | None:
        """Return the outcome of a document done before."""
        found = self._done.get(self.key(document))
        return None if found is None else replace(found, id=document.id)

    def add(self, document: Document, outcome: Outcome) -> None:
        """Write an outcome down."""
        assert outcome.figures is not None, "only what was done is written down"
        written = ("text", "masks", "met", "telling", "identifying", "left_out")
        entry: dict[str, Any] = {name: getattr(outcome, name) for name in written}
        entry["fields"] = dict(outcome.fields or {})
        entry["figures"] = outcome.figures.to_json()
        entry["report"] = outcome.report.to_json() if outcome.report and self._reports else None
        entry["file"] = None if outcome.file is None else b64encode(outcome.file).decode("ascii")
        told = json.dumps({"key": self.key(document), "outcome": entry}, ensure_ascii=False)
        self._stream.write((self._seal.seal_line(told) if self._seal else told) + "\n")
        self._stream.flush()
        self._added = True

    def close(self) -> None:
        """Let go of the file, and keep it."""
        self._stream.close()

    def leave(self) -> None:
        """Close the journal, for the run has stopped: keep the file if there is anything in it to go on with."""
        self.close()
        if not self._done and not self._added:
            self.path.unlink(missing_ok=True)

    def remove(self) -> None:
        """End the journal: the run is complete, and the journal is not needed any more."""
        self.close()
        self.path.unlink(missing_ok=True)


def run(
    items: Iterator[Document | Unreadable], work: Work, workers: int, journal: Journal
) -> Iterator[tuple[Document | Unreadable, Outcome]]:
    """Yield every item with its outcome, in order; those in the journal are not done again."""

    if workers > 1 and start_method() == "fork":
        work.sanitizer.parse(_FIRST)  # the language model is loaded once, and shared
    asked = ((item, journal.known(item) if isinstance(item, Document) else None) for item in items)
    for item, outcome, fresh in ordered_map(partial(_outcome, work), asked, workers):
        if fresh and isinstance(item, Document) and outcome.reason is None:
            journal.add(item, outcome)
        yield item, replace(outcome, number=item.number) if isinstance(item, Document) else outcome


def _outcome(
    work: Work, asked: tuple[Document | Unreadable, Outcome | None]
) -> tuple[Document | Unreadable, Outcome, bool]:
    """Return an item with its outcome, and whether that is a new one."""
    item, known = asked
    return (item, known, False) if known is not None else (item, work(item), True)
