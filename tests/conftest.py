"""Tests see no plug-ins of the machine they run on; those about plug-ins say which they want."""

import os

os.environ.setdefault("SANITIZER_PLUGINS", "none")
