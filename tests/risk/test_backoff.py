"""What a phrase of known parts is estimated to tell, by hand."""

import numpy as np
import pytest

from sanitizer.risk.backoff import FIRST, MEETS, SECOND, estimated

NAN = float("nan")


@pytest.mark.parametrize(
    ("parts", "floor", "most", "expected"),
    [
        ([2.0, 3.0], 0.0, 20.0, MEETS + 2 * FIRST + 3 * SECOND),
        ([2.0, 9.0, 3.0], 0.0, 20.0, 9.0),  # never less than a part
        ([3.0, 4.0], 1.0, 20.0, 1 + MEETS + 2 * FIRST + 3 * SECOND),
        ([2.0, 3.0], 0.0, 4.0, 4.0),  # never more than all
        ([2.0, -1.0], 0.0, 20.0, 2.0),  # a part that tells nothing: the bound
        ([2.0, NAN], 0.0, 20.0, 2.0),
        ([NAN, NAN], 0.0, 20.0, NAN),
        ([2.0], 0.0, 20.0, 2.0),
        ([2.0, 3.0], NAN, NAN, MEETS + 2 * FIRST + 3 * SECOND),
    ],
)
def test_parts_that_both_tell_something_tell_more_together(
    parts: list[float], floor: float, most: float, expected: float
) -> None:
    found = estimated(np.array([parts]), np.array([floor]), np.array([most]))
    assert found.tolist() == pytest.approx([expected], nan_ok=True)
