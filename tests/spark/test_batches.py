"""The function of docs/scale.md that sanitizes batches gives, on Dask and on Ray, what one machine gives."""

import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sanitizer import Sanitizer

PAGE = Path(__file__).parent.parent.parent / "docs" / "scale.md"
TEXTS = [
    "Ann Miller moved to Oslo.",
    None,
    "Call 555-0134.",
    "It rained.",
    "Mr Andrej Kovač was born in Maribor.",
]


@pytest.fixture
def documented() -> dict[str, Any]:
    """Provide what the page defines, and the lines that use it."""
    block = next(b for b in re.findall(r"```\n(.*?)```", PAGE.read_text(), re.S) if "class Batches" in b)
    names: dict[str, Any] = {}
    defined, _, used = block.partition("\nray_data")
    exec(defined, names)
    return names | {
        "used": [f"ray_data{line}" if i == 0 else line for i, line in enumerate(used.splitlines())]
    }


def frame() -> pd.DataFrame:
    return pd.DataFrame({"id": range(len(TEXTS)), "body": TEXTS, "age": 7})


def compare(told: pd.DataFrame) -> None:
    alone = Sanitizer.default(strategy="S5").sanitize_many(frame(), text="body", id="id", errors="return")
    told = told.sort_values("id").reset_index(drop=True).astype(object)
    wanted = alone.reset_index(drop=True).astype(object)
    assert list(told.columns) == list(wanted.columns)
    pd.testing.assert_frame_equal(told.where(told.notna(), None), wanted.where(wanted.notna(), None))
    assert told.reason.notna().sum() == 1


def test_batches_of_dask(documented: dict[str, Any]) -> None:
    dask_frames = pytest.importorskip("dask.dataframe")
    names = documented | {"dask_frame": dask_frames.from_pandas(frame(), npartitions=3)}
    compare(eval(documented["used"][1], names).compute(scheduler="synchronous"))


@pytest.mark.heavy
def test_batches_of_ray(documented: dict[str, Any]) -> None:
    ray = pytest.importorskip("ray")
    data = pytest.importorskip("ray.data")
    ray.init(num_cpus=2, include_dashboard=False)
    try:
        names = documented | {"ray_data": data.from_pandas(frame()).repartition(2)}
        compare(eval(documented["used"][0].replace("concurrency=8", "concurrency=1"), names).to_pandas())
    finally:
        ray.shutdown()
