"""Tests see no plug-ins of the machine they run on; those about plug-ins say which they want. No test is timed: a busy
machine is no fault of ours."""

import os

import pytest
from hypothesis import settings

os.environ.setdefault("SANITIZER_PLUGINS", "none")
settings.register_profile("untimed", settings.default, deadline=None)
settings.load_profile("untimed")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests on a cluster of Spark last: it is started once, and so is what runs on this machine alone."""
    items.sort(key=lambda item: item.get_closest_marker("two_workers") is not None)
