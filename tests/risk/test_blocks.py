"""Long documents are judged block by block: the same decisions, no matrix of all pairs, and a limit that is said."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from corpora_stats import Query
from sanitizer import Sanitizer, Settings
from sanitizer.choose import judge
from sanitizer.errors import DocumentError
from sanitizer.risk import disclosure_risk
from sanitizer.risk.count_blocks import ColumnStream
from sanitizer.risk.disclosure_risk import Evidence
from sanitizer.settings import Threshold

TEXT = (
    "Mrs Helena Markovic of Boston had breast cancer. After a mammogram and a biopsy came radiotherapy with tamoxifen. "
    "Her father, a sculptor from Barcelona, admired Gaudi and the Sagrada Familia. A zorblaxed letter from the "
    "oncology ward and the breast screening programme told her so."
)


@pytest.fixture(scope="module")
def sanitizer() -> Sanitizer:
    return Sanitizer.default()


@pytest.mark.parametrize("groups", [1, 3])
def test_blocks_change_nothing(groups: int, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(groups=groups, threshold=Threshold("least"))
    whole = Sanitizer.default(settings).sanitize(TEXT)
    assert len(whole.report.risky) > 2 and len(whole.report.sensitive) > 2
    monkeypatch.setattr(disclosure_risk, "_CELLS", 7)
    parts = Sanitizer.default(settings).sanitize(TEXT)
    assert parts.report == whole.report


def test_too_many_pairs_are_refused_in_one_line(
    sanitizer: Sanitizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(judge, "_MOST_PAIRS", 10)
    with pytest.raises(DocumentError, match="the limit is 10; cut it into shorter documents") as refused:
        sanitizer.sanitize(TEXT)
    assert "Markovic" not in str(refused.value)


class Asked:
    """Evidence of two sensitive terms whose risk is the number of the query; it counts how many columns live."""

    def __init__(self) -> None:
        self.blocks: list[int] = []

    def __call__(self, queries: Sequence[Query]) -> Evidence:
        if queries:
            self.blocks.append(len(queries))
        risk = np.array([[float(q.phrases[0]) for q in queries]] * 2).reshape(2, len(queries))
        plain: dict[str, Any] = {n: risk.astype(np.int64) for n in ("source", "s", "q", "sq", "g", "gq")}
        return Evidence(risk, risk > 2, **plain, repaired=len(queries))


def test_only_what_is_needed_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disclosure_risk, "_CELLS", 4)
    asked, uses = Asked(), [(0,), (3, 1), (), (2,), (1, 4)]
    columns = ColumnStream(asked, 2, [Query((str(i),)) for i in range(5)], uses)
    assert asked.blocks == []
    assert columns.risk((0,)).tolist() == [[0.0], [0.0]]
    columns.done(0, (0,), False)
    assert columns.risk((3, 1)).tolist() == [[3.0, 1.0], [3.0, 1.0]]
    columns.done(1, (3, 1), True)
    assert set(columns._held) == {1, 2}
    columns.done(2, (), True)
    columns.done(3, (2,), False)
    columns.done(4, (1, 4), True)
    kept, evidence = columns.evidence()
    assert kept == [1, 3, 4] and evidence.risk[0].tolist() == [1.0, 3.0, 4.0]
    assert asked.blocks == [2, 2, 1]
    assert (columns.estimated, columns.repaired, evidence.repaired) == (4, 5, 5)
    assert not columns._held
