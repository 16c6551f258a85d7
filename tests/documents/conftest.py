"""The command for the tests of documents."""

import pytest

from tests.documents.calls import Call, caller


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str]) -> Call:
    return caller(capfd)
