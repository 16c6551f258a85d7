"""The examples of docs/tables-engine.md run and do what the page says."""

import re
from pathlib import Path
from typing import Any

import pytest

from sanitizer.relational.privacy.models import PrivacyModel
from tests.contracts.privacy import PrivacyModelContract

PAGE = Path(__file__).parents[2] / "docs" / "tables-engine.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)


def test_the_search_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    exec(EXAMPLES[0], {})
    assert capsys.readouterr().out == "(2, 0) 0.5 [['*', '*', '*', '*'], ['f', 'm', 'f', 'm']]\n"


class TestModelOfThePage(PrivacyModelContract):
    def model(self) -> PrivacyModel:
        names: dict[str, Any] = {}
        exec(EXAMPLES[1], names)
        made: PrivacyModel = names["NoMajority"]("s")
        return made
