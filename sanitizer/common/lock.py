"""Let threads take turns, one text at a time: the caches of the model, the counts and the knowledge bases know no
threads."""

import os
from contextlib import AbstractContextManager
from threading import RLock

_lock = RLock()


def one_at_a_time() -> AbstractContextManager[bool]:
    """Hold all other threads back that come here. Work is shared by processes (:mod:`sanitizer.common.workers`)."""
    return _lock


def _renew() -> None:
    """Renew the lock: a process forked while another thread held the lock would wait for ever."""
    global _lock
    _lock = RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
