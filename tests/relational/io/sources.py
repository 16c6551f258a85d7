"""What tests of sources share."""

import pandas as pd


def same(left: pd.DataFrame, right: pd.DataFrame) -> bool:
    return list(left.columns) == list(right.columns) and [
        [None if v is None or v != v else v for v in row] for row in left.to_numpy().tolist()
    ] == [[None if v is None or v != v else v for v in row] for row in right.to_numpy().tolist()]


ROWS = [["Ann", "34", 'says "hi"; twice'], ["Ben", None, "two\nlines, é"]]


TABLE = pd.DataFrame(ROWS, columns=["name", "age", "text"], dtype=object)
