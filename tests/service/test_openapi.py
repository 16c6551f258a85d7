"""The description of the API that is committed is the one that the service gives."""

import json
from pathlib import Path
from typing import cast

from sanitizer.commands.service_work import Engine
from sanitizer.service.app import create_app
from sanitizer.service.service import Config, Service
from sanitizer.service.store import Store
from tests.serving import Here

DOCS = Path(__file__).parent.parent.parent / "docs"


def description(place: Path) -> str:
    """Return the description as it is committed."""
    config = Config(state=place)
    store = Store(place)
    _, app = create_app(
        Service(config, store, Here(cast(Engine, None)), lambda settings, texts: None, lambda report: [])
    )
    store.close()
    return json.dumps(app.openapi(), indent=1, sort_keys=True) + "\n"


def test_the_committed_description_is_what_the_service_gives(tmp_path: Path) -> None:
    expected = description(tmp_path)
    assert (DOCS / "openapi.json").read_text(encoding="utf-8") == expected, (
        "write it again: python -c 'from tests.service.test_openapi import *; import tempfile; "
        '(DOCS / "openapi.json").write_text(description(Path(tempfile.mkdtemp())))\''
    )
