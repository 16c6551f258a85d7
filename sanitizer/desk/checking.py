"""Do documents again in the background after decisions: the last one asked for first, under the newest decisions."""

import logging
import threading
from collections.abc import Callable
from typing import Any

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
