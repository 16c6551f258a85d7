"""Do documents again in the background after decisions: the last one asked for first, under the newest decisions."""

import logging
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from sanitizer.check.report import DocumentTold
from sanitizer.control.log.replay import Decisions

Run = Callable[[int, Decisions], DocumentTold]
"""Does a document again under decisions."""
_log = logging.getLogger(__name__)


class Checking:
    """Calls ``check`` with numbers of documents in a thread of its own, which begins when it is first needed."""

    def __init__(self, check: Callable[[int], Any]) -> None:
        self._check = check
        self._asked: list[int] = []
        self._something = threading.Condition()
        self._thread: threading.Thread | None = None

    def wanted(self, number: int) -> None:
        """A document is to be checked."""
        with self._something:
            if number in self._asked:
                return
            self._asked.append(number)
            if self._thread is None:
                self._thread = threading.Thread(target=self._forever, name="checking", daemon=True)
                self._thread.start()
            self._something.notify()

    def _forever(self) -> None:
        while True:
            with self._something:
                while not self._asked:
                    self._something.wait()
                number = self._asked.pop()
            try:
                self._check(number)
            except Exception as error:  # what is wrong is told to who asks for the document itself
                _log.error("a document could not be checked: %s", type(error).__name__)


class Gone(Exception):
    """The process that checks is gone."""


class Apart:
    """A copy of this process that does documents again, so that the desk answers meanwhile. It is to be made while
    there are no other threads, and ends with this process."""

    def __init__(self, run: Run) -> None:
        context = get_context("fork")
        self._turn = threading.Lock()
        self._line, far = context.Pipe()
        self._process = context.Process(target=_check_for, args=(far, self._line, run), daemon=True)
        self._process.start()
        far.close()

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()

    def run(self, number: int, decisions: Decisions) -> DocumentTold:
        """A document under decisions. Raises Gone, and what its run raises."""
        try:
            with self._turn:
                self._line.send((number, decisions))
                told = self._line.recv()
        except (EOFError, OSError) as error:
            raise Gone from error
        if isinstance(told, BaseException):
            raise told
        report: DocumentTold = told
        return report


def _check_for(line: Connection, far: Connection, run: Run) -> None:
    """Do what comes on the line until nobody is at its other end."""
    far.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of the terminal: this process ends with the desk
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.nice(5)  # answers go before checks
    with suppress(EOFError, OSError):
        while True:
            number, decisions = line.recv()
            try:
                told: Any = run(number, decisions)
            except Exception as error:
                told = error
            line.send(told)
