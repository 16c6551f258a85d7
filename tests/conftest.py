"""Tests see no plug-ins of the machine they run on; those about plug-ins say which they want. No test is timed: a busy
machine is no fault of ours."""

import os

from hypothesis import settings

os.environ.setdefault("SANITIZER_PLUGINS", "none")
settings.register_profile("untimed", settings.default, deadline=None)
settings.load_profile("untimed")
