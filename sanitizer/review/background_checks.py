"""Do documents again in the background after decisions: the last one asked for first, under the newest decisions."""

import logging
import os
import pickle
import signal
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final

from spacy.tokens import Doc

from sanitizer.check.report import DocumentTold
from sanitizer.common.lock import one_at_a_time
from sanitizer.common.reuse import Again, once
from sanitizer.common.workers import packed, start_method
from sanitizer.control.log.replay import Decisions
from sanitizer.pipeline import Sanitizer
from sanitizer.review.run_folder import report_of
from sanitizer.types import Document

Run = Callable[[int, Decisions, Callable[[], bool] | None], DocumentTold]
"""Does a document again under decisions, as long as that is wanted."""
OPEN: Final = 2
"""Documents of which the stages are remembered."""
_PAUSE: Final = 0.25
"""Seconds from a decision until its check begins: the page is painted first, and of decisions that follow each other as
fast the last alone is checked."""
_log = logging.getLogger(__name__)


class Checking:
    """Calls ``check`` with numbers of documents in a thread of its own, which begins when it is first needed."""

    def __init__(self, check: Callable[[int], Any]) -> None:
        self._check = check
        self._asked: list[int] = []
        self._something = threading.Condition()
        self._thread: threading.Thread | None = None

    def wanted(self, number: int) -> None:
        """Note that a document is to be checked."""
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
            time.sleep(_PAUSE)
            with self._something:
                number = self._asked.pop()
            try:
                self._check(number)
            except Exception as error:  # what is wrong is told to who asks for the document itself
                _log.error("a document could not be checked: %s", type(error).__name__)


class Runner:
    """Does documents again under decisions, with what the stages said of those that were done last."""

    def __init__(self, sanitizer: Sanitizer, documents: Sequence[Document]) -> None:
        self._sanitizer = sanitizer
        self._documents = tuple(documents)
        self._again: OrderedDict[int, Again] = OrderedDict()

    def run(
        self, number: int, decisions: Decisions, wanted: Callable[[], bool] | None = None
    ) -> DocumentTold:
        """Return a document under decisions. Raises GivenUp where it is not ``wanted`` any more."""
        memory = self._again.get(number) or self._sanitizer.again()
        self._again[number] = memory
        self._again.move_to_end(number)
        while len(self._again) > OPEN:
            self._again.popitem(last=False)
        decided = self._sanitizer.decided(decisions.given_to(self._sanitizer.control))
        with memory.in_use(wanted):
            return report_of(decided, self._documents[number])

    def parse(self, number: int) -> Doc:
        """Return the parse of a document."""
        memory, text = self._again.get(number), self._documents[number].text
        if memory is None:
            with one_at_a_time():
                return self._sanitizer.parse(text)
        with memory.in_use():
            return once("parsed", text, lambda: (self._sanitizer.parse(text), {}))[0]


class Gone(Exception):
    """The process that checks is gone."""


class Apart:
    """A process that does documents again, so that the desk answers meanwhile; it ends with this one. Where processes
    are forked it is to be made while there are no other threads; elsewhere it opens the parts of the sanitizer anew,
    and UsageError is raised for parts that cannot be sent to it."""

    def __init__(self, runner: Runner) -> None:
        method = start_method()
        context: Any = get_context(method)
        self._turn, self._sending = threading.Lock(), threading.Lock()
        self._line, far = context.Pipe()
        told = (far, self._line, runner.run) if method == "fork" else (far, None, packed(runner.run))
        self._process = context.Process(target=_check_for, args=told, daemon=True)
        self._process.start()
        far.close()

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()

    def run(self, number: int, decisions: Decisions) -> DocumentTold:
        """Return a document under decisions. Raises Gone, GivenUp, and what its run raises."""
        try:
            with self._turn:
                with self._sending:
                    self._line.send((number, decisions))
                told = self._line.recv()
        except (EOFError, OSError) as error:
            raise Gone from error
        if isinstance(told, BaseException):
            raise told
        report: DocumentTold = told
        return report

    def give_up(self) -> None:
        """Let the run under way, if there is one, end soon: it raises GivenUp."""
        with suppress(OSError), self._sending:
            self._line.send(None)


def _check_for(line: Connection, far: Connection | None, run: Run | bytes) -> None:
    """Do what is asked through a pipe until its other end is closed (`far`: the other end in a forked process)."""
    if far is not None:
        far.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # of the terminal: this process ends with the desk
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if hasattr(os, "nice"):
        os.nice(5)  # answers go before checks
    run = pickle.loads(run) if isinstance(run, bytes) else run
    with suppress(EOFError, OSError):
        while True:
            asked = line.recv()
            if asked is None:  # the run that was to end has ended
                continue
            number, decisions = asked
            try:
                told: Any = run(number, decisions, lambda: not line.poll())
            except Exception as error:
                told = error
            line.send(told)
