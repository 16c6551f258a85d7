"""The database server that the tests of sources and outputs share."""

from collections.abc import Iterator

import pytest

from tests.relational.postgres import Server, running


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Provide a PostgreSQL server."""
    with running() as made:
        yield made
